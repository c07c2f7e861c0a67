"""Tries what docs/hosting.md says: ``python -m tests.hosting``, or only ``nginx``, ``caddy``, ``units``, ``drill`` or ``move``.

The files of docs/hosting are used as they are, but for names, ports and certificates, which come from an authority made here.
Nothing is installed: what a try needs and does not find is named, and the status is 1. ``--programs FOLDER`` is searched first.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import httpx
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.postgres import PostgresServer, missing
from tests.web.driver import Server

FILES: Final = Path(__file__).parent.parent / "docs" / "hosting"
NAME: Final = "officina.example"
SECONDS: Final = 60.0
TABLE: Final = re.compile(r"^ *([a-z0-9]{10})\b", re.MULTILINE)
MOST_EXPOSED: Final = 25
"""What ``systemd-analyze security`` may find: 100 is a service without any protection, and ours was at 90 before."""


class Missing(Exception):
    """A program that is not on this machine."""


def program(name: str) -> str:
    """Where a program is."""
    found = shutil.which(name) or next(
        (each for folder in ("/usr/sbin", "/sbin") if (each := shutil.which(name, path=folder))), None
    )
    if found is None:
        raise Missing(f"{name} is missing (Debian: apt-get install {name})")
    return found


def free() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def authority(folder: Path) -> tuple[Path, Path, Path]:
    """An authority of our own, and a certificate of it for the server's name: authority, certificate, key."""
    now = datetime.datetime.now(datetime.UTC)
    own = ec.generate_private_key(ec.SECP256R1())
    root = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Officina's own authority")])

    def made(subject: x509.Name, key: ec.EllipticCurvePrivateKey, of_authority: bool) -> x509.Certificate:
        names = x509.SubjectAlternativeName([x509.DNSName(NAME)])
        builder = x509.CertificateBuilder().subject_name(subject).issuer_name(root).public_key(key.public_key())
        builder = builder.serial_number(x509.random_serial_number())
        builder = builder.not_valid_before(now - datetime.timedelta(hours=1)).not_valid_after(now + datetime.timedelta(days=2))
        builder = builder.add_extension(x509.BasicConstraints(ca=of_authority, path_length=None), critical=True)
        return (builder if of_authority else builder.add_extension(names, critical=False)).sign(own, SHA256())

    key = ec.generate_private_key(ec.SECP256R1())
    leaf = made(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)]), key, False)
    files = folder / "authority.pem", folder / "fullchain.pem", folder / "privkey.pem"
    files[0].write_bytes(made(root, own, True).public_bytes(Encoding.PEM))
    files[1].write_bytes(leaf.public_bytes(Encoding.PEM))
    files[2].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return files


@contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[None]:
    """A program that listens on a port; ended at the end."""
    process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + SECONDS
        while True:
            if process.poll() is not None:
                assert process.stderr is not None
                raise AssertionError(process.stderr.read().decode()[-2000:])
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert time.monotonic() < end, f"{command[0]} does not listen"
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(SECONDS)
        if process.stderr is not None:
            process.stderr.close()


# --- behind a proxy


def nginx(folder: Path, port: int, plain: int, server: int, certificate: Path, key: Path) -> list[str]:
    """The site of the guide in a configuration of its own."""
    found = program("nginx")
    site = (FILES / "nginx.conf").read_text(encoding="utf-8")
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        ("127.0.0.1:8484", f"127.0.0.1:{server}"),
        ("Host $host;", "Host $http_host;"),  # the port is part of the name here
    ):
        assert old in site, old
        site = site.replace(old, new)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = (
        f"daemon off; pid {folder}/nginx.pid; error_log stderr; events {{}}\nhttp {{ access_log off; {temporary}\n{site}\n}}\n"
    )
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    return [found, "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, plain: int, server: int, certificate: Path, key: Path) -> list[str]:
    """The file of the guide, with ports and a certificate of ours."""
    found = program("caddy")
    site = (FILES / "Caddyfile").read_text(encoding="utf-8")
    assert f"{NAME} {{" in site
    site = site.replace(f"{NAME} {{", f"{NAME} {{\n\ttls {certificate} {key}\n\tbind 127.0.0.1")
    site = site.replace("127.0.0.1:8484", f"127.0.0.1:{server}")
    whole = f"{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {port}\n}}\n{site}"
    (folder / "Caddyfile").write_text(whole, encoding="utf-8")
    return [found, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def behind(make: Callable[[Path, int, int, int, Path, Path], list[str]]) -> None:
    """A server behind a proxy with TLS: pages, forms, sockets, cookies, links, who is who."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trusted, certificate, key = authority(folder)
        port, plain = free(), free()
        public = f"https://{NAME}:{port}"
        command = make(folder, port, plain, 1, certificate, key)  # what is missing is said before anything is started
        server = Server(folder / "data", "--proxy", "127.0.0.1", "--public", public)
        try:
            command = make(folder, port, plain, server.port, certificate, key)
            with running(command, port, XDG_DATA_HOME=name, XDG_CONFIG_HOME=name, HOME=name):
                asyncio.run(visit(ssl.create_default_context(cafile=str(trusted)), port, plain, public))
        finally:
            server.stop()


async def visit(trust: ssl.SSLContext, port: int, plain: int, public: str) -> None:
    """What a browser does."""
    host = f"{NAME}:{port}"
    here = {"Host": host, "Origin": public}
    known = {"sni_hostname": NAME}
    async with httpx.AsyncClient(verify=trust, base_url=f"https://127.0.0.1:{port}", headers=here) as client:
        first = await client.get("/", extensions=known)
        assert first.status_code == 200
        assert first.headers["strict-transport-security"] == "max-age=31536000"
        assert "default-src 'self'" in first.headers["content-security-policy"]
        table = {"players": "2", "name": "Anna", "seat-0": "me", "seat-1": "open"}
        made = await client.post("/new/fuori_di_rotella", data=table, extensions=known)
        assert made.status_code == 303, made.text[:300]
        cookie = next(one for one in made.headers.get_list("set-cookie") if one.startswith("seat-"))
        assert "secure" in cookie.lower(), "the proxy's https is believed"
        place = made.headers["location"]
        tokens = dict(one.split(";")[0].split("=", 1) for one in made.headers.get_list("set-cookie"))
        cookies = "; ".join(f"{name}={value}" for name, value in tokens.items())
        lobby = await client.get(place, headers={"Cookie": cookies}, extensions=known)
        assert f"{public}/t/" in lobby.text, "links have the public address"
        assert (await client.get("/metrics", extensions=known)).status_code == 404, "figures are for the machine itself"
        foreign = await client.post("/language", headers={"Origin": "https://evil.example"}, extensions=known)
        assert foreign.status_code == 403
        with suppress(httpx.TransportError):  # a proxy may hang up in the middle of it
            large = await client.post("/import", content=b"x" * 21_000_000, extensions=known)
            assert large.status_code == 413
        path = place.partition("?")[0]
    address = f"wss://{host}{path}/socket?seat=1&language=en&screen=wide"
    more = {"Cookie": cookies}
    async with connect(
        address,
        host="127.0.0.1",
        port=port,
        ssl=trust,
        server_hostname=NAME,
        origin=Origin(public),
        additional_headers=more,
    ) as page:
        await page.send('{"do": "hello", "have": {}}')
        told = ""
        while '"regions"' not in told:
            told = str(await asyncio.wait_for(page.recv(), SECONDS))
    async with httpx.AsyncClient() as client:
        moved = await client.get(f"http://127.0.0.1:{plain}/", headers={"Host": NAME})
        assert moved.status_code in (301, 308)
        assert moved.headers["location"].startswith("https://")


# --- systemd


def units() -> None:
    """systemd reads the units without a complaint, and finds them well protected."""
    analyse = program("systemd-analyze")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in sorted(FILES.glob("officina*")):
            text = file.read_text(encoding="utf-8").replace("/opt/officina/bin/officina", "/bin/true")
            text = re.sub(r"^(User|Group)=.*\n", "", text, flags=re.MULTILINE)  # whom only the server's machine knows
            (folder / file.name).write_text(text, encoding="utf-8")
        paths = [str(path) for path in sorted(folder.iterdir())]
        told = subprocess.run([analyse, "verify", *paths], capture_output=True, text=True, timeout=SECONDS)
        complaints = [line for line in told.stderr.splitlines() if any(path in line for path in paths)]
        assert told.returncode == 0, told.stderr
        assert complaints == [], complaints
        score = [analyse, "security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(folder / "officina.service")]
        found = subprocess.run(score, capture_output=True, text=True, timeout=SECONDS)
        print(found.stdout.strip().splitlines()[-1])
        assert found.returncode == 0, found.stdout[-3000:]


# --- backup, restore, another database


def officina(*arguments: str, **environment: str) -> str:
    """Run the command; what it said."""
    command = [sys.executable, "-m", "officina.cli", *arguments]
    told = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OFFICINA_LANG": "en", **environment})
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def drill() -> None:
    """A backup of a running server is restored into an empty folder; everything is sound, and the same tables are there."""
    with tempfile.TemporaryDirectory() as name:
        data, new, file = Path(name) / "data", Path(name) / "new", Path(name) / "backup.gz"
        server = Server(data, "--demo")
        try:
            time.sleep(2)  # the bots have played a little
            print(officina("backup", str(file), "--data", str(data)).strip())
        finally:
            server.stop()
        assert file.stat().st_mode & 0o777 == 0o600
        print(officina("restore", str(file), "--data", str(new)).strip())
        shutil.copy2(data / "push-keys.json", new / "push-keys.json")
        print(officina("doctor", "--data", str(new)).strip().splitlines()[-1])
        before, after = (set(TABLE.findall(officina("tables", "list", "--data", str(at)))) for at in (data, new))
        assert before == after
        assert len(after) == 5
        server = Server(new)
        server.stop()


def move() -> None:
    """The same tables, moved from SQLite to PostgreSQL by a backup."""
    with tempfile.TemporaryDirectory() as name:
        data, file = Path(name) / "data", Path(name) / "backup.gz"
        server = Server(data, "--demo")
        server.stop()
        officina("backup", str(file), "--data", str(data))
        why = missing()
        if why:
            raise Missing(f"{why} (Debian: apt-get install postgresql)")
        postgres = PostgresServer()
        try:
            url = postgres.new_database()
            print(officina("restore", str(file), OFFICINA_DATABASE=url).strip())
            print(officina("doctor", OFFICINA_DATABASE=url).strip().splitlines()[-1])
            server = Server(data / "keys", "--database", url)
            server.stop()
        finally:
            postgres.stop()


TRIES: Final[dict[str, Callable[[], None]]] = {
    "nginx": lambda: behind(nginx),
    "caddy": lambda: behind(caddy),
    "units": units,
    "drill": drill,
    "move": move,
}


def main() -> int:
    """Try what is named, or everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("tries", nargs="*", choices=[*TRIES, []])
    parser.add_argument("--programs", default="", help="a folder to look for nginx and caddy in, before the usual ones")
    asked = parser.parse_args()
    if asked.programs:
        os.environ["PATH"] = f"{asked.programs}{os.pathsep}{os.environ['PATH']}"
    untried = 0
    for name in asked.tries or TRIES:
        try:
            TRIES[name]()
            print(f"{name}: as the guide says")
        except Missing as error:
            untried += 1
            print(f"{name}: not tried, {error}")
    return 1 if untried else 0


if __name__ == "__main__":
    sys.exit(main())
