#!/usr/bin/env python3
"""Financial statements and documents while a server runs: users come and go, filings and files are
imported, an organisation is removed from publication, and calls are counted through it all.

  run.py [--program PATH] [--only NAME]

generated  a generated register: its files, and what is served of it
users      the file of users changes, is broken, and goes
changes    imports and a removal are seen, and files that nothing lists are deleted
counts     calls from many connections at once, a stop and a crash
guesses    passwords are guessed from a hundred addresses while right users come for the first time
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(HERE.parent / "property")]

import changes  # noqa: E402
import counts  # noqa: E402
import generated  # noqa: E402
import guesses  # noqa: E402
import server  # noqa: E402
import users  # noqa: E402
from search_checks import Report  # noqa: E402

PARTS = {"generated": generated.run, "users": users.run, "changes": changes.run, "counts": counts.run,
         "guesses": guesses.run}


def main():
    parser = argparse.ArgumentParser(description="Tests statements while a server runs.")
    parser.add_argument("--program")
    parser.add_argument("--only", choices=PARTS, action="append", help="may be given several times")
    options = parser.parse_args()
    program = server.find_program(options.program)
    report = Report()
    for name in options.only or PARTS:
        begun, before = time.monotonic(), (report.passed, report.failed)
        with tempfile.TemporaryDirectory(prefix=f"orgreg-{name}-") as folder:
            PARTS[name](program, report, Path(folder))
        print(f"{name}: {report.passed - before[0]} passed, {report.failed - before[1]} failed "
              f"in {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
