#!/usr/bin/env python3
"""What an operator does with the program besides asking it: settings, signals, limits of the system.

  run.py [--program PATH] [--only NAME]

settings     --show-config, and the same settings for all commands
proxy        what the log says of a proxy that hides the host
signals      SIGHUP does not end a server
descriptors  connections and files while none is left
read_only    a register in a folder that cannot be written
repair       files that are damaged: what is said, and what mends them
starts       the index that is there is used; rests of killed processes are swept
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(HERE.parent / "property")]

import descriptors  # noqa: E402
import fixtures  # noqa: E402
import proxy  # noqa: E402
import read_only  # noqa: E402
import repair  # noqa: E402
import server  # noqa: E402
import settings  # noqa: E402
import signals  # noqa: E402
import starts  # noqa: E402
from search_checks import Report  # noqa: E402

PARTS = {"settings": settings.run, "proxy": proxy.run, "signals": signals.run, "descriptors": descriptors.run,
         "read_only": read_only.run, "repair": repair.run, "starts": starts.run}


def main():
    parser = argparse.ArgumentParser(description="Tests what an operator does with the program.")
    parser.add_argument("--program")
    parser.add_argument("--only", choices=PARTS, action="append", help="may be given several times")
    options = parser.parse_args()
    program = server.find_program(options.program)
    report = Report()
    with tempfile.TemporaryDirectory(prefix="orgreg-operator-") as folder:
        store = fixtures.load(program, fixtures.Fixture(statements=fixtures.FILED), folder)
        for name in options.only or PARTS:
            begun, before = time.monotonic(), (report.passed, report.failed)
            own = Path(folder) / name
            own.mkdir()
            PARTS[name](program, report, store, own)
            print(f"{name}: {report.passed - before[0]} passed, {report.failed - before[1]} failed "
                  f"in {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
