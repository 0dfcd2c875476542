# SPDX-License-Identifier: EUPL-1.2
"""Runs a driver that has several parts: each gets its own folder, and its checks are counted and timed."""

import argparse
import tempfile
import time
from pathlib import Path

import server
from search_checks import Report


def run_parts(description, names, run_part):
    """Reads the command line, runs the parts and returns the exit code.

    run_part(name, program, report, folder) may return a summary.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--program")
    parser.add_argument("--only", choices=names, action="append", help="may be given several times")
    parser.add_argument("--but", choices=names, action="append", default=[], help="the others; may be given several times")
    options = parser.parse_args()
    program = server.find_program(options.program)
    report = Report()
    for name in (name for name in options.only or names if name not in options.but):
        begun, before = time.monotonic(), (report.passed, report.failed)
        with tempfile.TemporaryDirectory(prefix=f"orgreg-{name}-") as folder:
            done = run_part(name, program, report, Path(folder))
        print(f"{name}: {f'{done}; ' if done else ''}{report.passed - before[0]} passed, "
              f"{report.failed - before[1]} failed in {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0
