#!/usr/bin/env python3
"""The operations that need a token, and the secret that they guard, tried as a stranger would.

  run.py [--program PATH] [--only NAME]

canary     identification numbers through all that the program does, then looked for in all it wrote
tokens     hostile tokens, keys that change, floods and outages
statement  the roles of one person
audit      the log of look-ups: always there, never false, and nothing is answered without it
number_keys  keys of identification numbers that are missing, wrong or too new
inventory  all roles with and without numbers, and how many they are
memory     what the server's memory still holds of numbers when it has answered; only for root
"""

import argparse
import importlib
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(HERE.parent / "property")]

import server  # noqa: E402
from search_checks import Report  # noqa: E402

PARTS = ("canary", "tokens", "statement", "number_keys", "audit", "inventory", "memory")


def main():
    parser = argparse.ArgumentParser(description="Runs the tests of the authorised operations.")
    parser.add_argument("--program")
    parser.add_argument("--only", choices=PARTS, action="append", help="may be given several times")
    options = parser.parse_args()
    program = server.find_program(options.program)
    report = Report()
    for name in options.only or PARTS:
        begun, before = time.monotonic(), (report.passed, report.failed)
        with tempfile.TemporaryDirectory(prefix=f"orgreg-{name}-") as folder:
            Path(folder).chmod(0o755)
            told = importlib.import_module(name).run(program, report, folder)
        print(f"{name}: {told}; {report.passed - before[0]} passed, {report.failed - before[1]} failed "
              f"in {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
