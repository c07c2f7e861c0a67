"""A push service and a browser of its own, for the tests: it takes messages as a real one does, and reads what was sealed.

Written from the receiver's side of RFC 8291 and RFC 8292, beside ``officina.tables.notices.push_seal``, not on top of it.
"""

from __future__ import annotations

import json
import os
import struct
import time
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from officina.tables.notices.push import Push, Subscription
from officina.tables.notices.push_keys import FILE, PushKeys, decoded, encoded
from officina.tables.notices.webhook import Webhooks
from officina.tables.storage.sql import Storage
from tests.tables.sinks import HookSink, SinkResolver, trusting

SINK = {"sink.example": ["127.0.0.1"]}


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


class Phone:
    """A browser that was given an address at a push service."""

    def __init__(self, sink: HookSink, name: str = "phone", key: ec.EllipticCurvePrivateKey | None = None) -> None:
        self.sink = sink
        self.path = f"/push/{name}"
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def endpoint(self) -> str:
        return f"https://sink.example:{self.sink.port}{self.path}"

    def subscription(self, server_key: str) -> Subscription:
        return Subscription(self.endpoint, encoded(self.point), encoded(self.auth), server_key)

    def fields(self, server_key: str) -> dict[str, str]:
        """The same as the page's script sends it."""
        asked = self.subscription(server_key)
        return {"endpoint": asked.endpoint, "p256dh": asked.p256dh, "auth": asked.auth, "key": asked.key}

    def messages(self, *server_keys: str) -> list[dict[str, Any]]:
        """Everything that was sent to this browser, read; each must be signed with one of the server's keys."""
        mine = [request for request in self.sink.requests if request[0] == f"POST {self.path} HTTP/1.1"]
        found = []
        for _, headers, body in mine:
            assert self.signer(headers) in server_keys
            assert headers["content-encoding"] == "aes128gcm"
            assert 0 < int(headers["ttl"]) <= 2 * 86_400
            assert len(headers["topic"]) <= 32
            found.append(json.loads(self.read(body)))
        return found

    def read(self, body: bytes) -> bytes:
        """What is in a sealed message."""
        salt, (size, length) = body[:16], struct.unpack(">LB", body[16:21])
        theirs, box = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert len(box) <= size <= 4096
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        secret = derived(shared, self.auth, b"WebPush: info\0" + self.point + theirs, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, box, None).rstrip(b"\0")
        assert padded[-1:] == b"\x02", "the last record"
        return padded[:-1]

    def signer(self, headers: dict[str, str]) -> str:
        """The public key whose signature the request carries, for this push service and for now."""
        scheme, _, rest = headers["authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, claims, signature = fields["t"].split(".")
        assert scheme == "vapid"
        assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
        said = json.loads(decoded(claims))
        assert said["aud"] == f"https://sink.example:{self.sink.port}"
        assert time.time() < said["exp"] <= time.time() + 86_400
        raw = decoded(signature)
        assert len(raw) == 64
        signed = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
        public.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        return fields["k"]


def sink_push(storage: Storage, folder: Path, subject: str = "https://club.example") -> Push:
    """Push with keys in that folder; messages go to the sink."""
    keys = PushKeys(folder / FILE)
    keys.ensure()
    return Push(storage, keys, Webhooks(SinkResolver(SINK), trusting()), subject)
