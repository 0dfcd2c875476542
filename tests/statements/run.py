#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Financial statements and documents while a server runs: users come and go, filings and files are
imported, an organisation is removed from publication, and calls are counted all the time.

  run.py [--program PATH] [--only NAME]

generated  a generated register: its files, and how it is served
users      the file of users changes, is broken, and disappears
changes    imports and a removal are seen, and files that no row lists are deleted
counts     calls from many connections at once, a stop and a crash
guesses    passwords are guessed from a hundred addresses while legitimate users come for the first time
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(HERE.parent / "property")]

import changes  # noqa: E402
import counts  # noqa: E402
import generated  # noqa: E402
import guesses  # noqa: E402
import users  # noqa: E402
from parts import run_parts  # noqa: E402

PARTS = {"generated": generated.run, "users": users.run, "changes": changes.run, "counts": counts.run,
         "guesses": guesses.run}


def run_part(name, program, report, folder):
    PARTS[name](program, report, folder)


def main():
    return run_parts("Tests statements while a server runs.", tuple(PARTS), run_part)


if __name__ == "__main__":
    sys.exit(main())
