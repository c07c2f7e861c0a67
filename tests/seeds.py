"""The one place that tests take chance from.

``OFFICINA_TEST_SEED`` (a number, 0 if it is not given) makes another run of the same tests: other games, other tables, other
choices, other examples of Hypothesis. Only keys and ids of tables stay random: nothing that a test looks at follows from
them. ``python -m tests.seeds 20 tests/tables`` runs tests with so many seeds, one after the other.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from officina import Rng
from officina.tables.tokens import Chance
from officina.tables.tokens import seeded as chance_from

VARIABLE = "OFFICINA_TEST_SEED"
SEED = int(os.environ.get(VARIABLE) or 0)


def seed_of(name: object) -> str:
    """The seed of what is called so, in this run."""
    return f"{name} of {SEED}" if SEED else str(name)


def seeded(name: object) -> Rng:
    """A stream of chance of its own for what is called so, in this run."""
    return Rng(seed_of(name))


def number_of(number: int) -> int:
    """A seed for those who take whole numbers, in this run."""
    return number + 1_000_003 * SEED


def chance_of(name: object) -> Chance:
    """Deals and bots of tables, in this run."""
    return chance_from(seed_of(name))


def main() -> int:
    """Run pytest once for each seed, on the plain build; tells which seeds failed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("runs", type=int, help="how many seeds")
    parser.add_argument("tests", nargs=argparse.REMAINDER, help="arguments for pytest")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    given = parser.parse_args()
    failed = []
    for seed in range(given.first, given.first + given.runs):
        environment = {"OFFICINA_PURE": "1", **os.environ, VARIABLE: str(seed)}
        done = subprocess.run([sys.executable, "-m", "pytest", *(given.tests or ["tests"])], env=environment, check=False)
        failed += [seed] if done.returncode else []
        print(f"{VARIABLE}={seed}: {'failed' if done.returncode else 'passed'}", flush=True)
    print(f"{given.runs - len(failed)} of {given.runs} passed" + (f"; failed with {failed}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
