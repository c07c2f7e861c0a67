"""The same games on a Ray cluster: ``python -m tests.arena.ray_cluster --games 2000`` (needs officina[ray,parquet]).

Two nodes on this machine against ``--jobs``; then a node is killed in the middle of a run, then the run itself, which is
taken up again. Every file must be the same byte for byte.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-m", "officina.cli", "--lang", "en", "simulate"]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def run(arguments: list[str]) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)
    print("  ", " ".join(done.stderr.split()))
    assert done.returncode == 0, done.stderr


def started(arguments: list[str], rows: Path, games: int) -> subprocess.Popen[bytes]:
    """A run that has come some way."""
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while lines(rows) < games // 5 and process.poll() is None:
        time.sleep(0.05)
    assert process.poll() is None, "the run ended before anything could be killed: ask for more games"
    return process


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--game", default="fuori_di_rotella")
    given = parser.parse_args()
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    other = cluster.add_node(num_cpus=1)
    print(f"two nodes at {cluster.address}, {given.games} games of {given.game}")
    with tempfile.TemporaryDirectory() as folder:
        common = [given.game, "-n", str(given.games)]

        def arguments(name: str, *more: str) -> list[str]:
            return [*common, "--rows", str(Path(folder, name)), *more]

        on = ("--on", cluster.address)
        print("--jobs 2")
        run(arguments("jobs.jsonl", "--jobs", "2", "--parquet", str(Path(folder, "jobs.parquet"))))
        wanted = digest(Path(folder, "jobs.jsonl"))
        print(f"--on {cluster.address}")
        run(arguments("ray.jsonl", *on))
        found = {"two nodes": digest(Path(folder, "ray.jsonl"))}
        process = started(arguments("node.jsonl", *on), Path(folder, "node.jsonl"), given.games)
        print(f"a node killed after {lines(Path(folder, 'node.jsonl'))} games")
        cluster.remove_node(other, allow_graceful=False)
        assert process.wait() == 0
        found["a node killed"] = digest(Path(folder, "node.jsonl"))
        cluster.add_node(num_cpus=1)
        process = started(arguments("run.jsonl", *on), Path(folder, "run.jsonl"), given.games)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        print(f"the run killed after {lines(Path(folder, 'run.jsonl'))} games, and taken up again")
        run(arguments("run.jsonl", *on))
        found["the run killed"] = digest(Path(folder, "run.jsonl"))
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(Path(folder, "jobs.parquet"))
        print(f"Parquet: {table.num_rows} lines, columns {', '.join(table.column_names)}")
        cluster.shutdown()
        print(f"--jobs 2: {wanted}")
        for name, value in found.items():
            print(f"{name}: {value}", "the same" if value == wanted else "DIFFERENT")
        if set(found.values()) != {wanted}:
            raise SystemExit(1)


if __name__ == "__main__":
    main()
