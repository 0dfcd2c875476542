#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The operations that need a token, and the secret that they guard, tested like a stranger.

  run.py [--program PATH] [--only NAME] [--record FILE]

canary     identification numbers go through everything that the program does, and are then searched for in its output
tokens     hostile tokens, keys that change, floods and outages
statement  the roles of one person
audit      the log of look-ups: always there, never false, and nothing is answered without it
number_keys  keys of identification numbers that are missing, wrong or too new
inventory  all roles with and without numbers, and how many they are
memory     which numbers the server's memory still holds after an answer; only for root

--record writes the answers of operations to FILE, as tests/wire/run.py does.
"""

import argparse
import importlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(HERE.parent / "property")]

import operations  # noqa: E402
import place  # noqa: E402
from parts import run_parts  # noqa: E402

PARTS = ("canary", "tokens", "statement", "number_keys", "audit", "inventory", "memory")


def run_part(name, program, report, folder):
    folder.chmod(0o755)
    return importlib.import_module(name).run(program, report, str(folder))


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--record")
    own, rest = parser.parse_known_args()
    sys.argv[1:] = rest

    def run(name, program, report, folder):
        if own.record and place.RECORD is None:
            place.RECORD = operations.of(program, own.record)
        return run_part(name, program, report, folder)

    return run_parts("Runs the tests of the authorised operations.", PARTS, run)


if __name__ == "__main__":
    sys.exit(main())
