#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Fault drivers: what must hold when processes, disks, files and clocks fail.

  run.py [--program PATH] [--seed N] [--only NAME] [sizes]

crash     kill -9 of apply and serve: acknowledged batches are there, whole and once
powercut  the power goes: the same, from images of a mounted file system (needs root)
corrupt   damaged store and segment files: reported or harmless, never a wrong answer
documents damaged files of documents: reported, never sent
optional  damaged files that the public register does not need: only operations that need them fail
feed      8 writers, 4 pollers and kills: the feed is the truth, and batches are seen whole
iofault   every k-th write, sync and the like fails: no acknowledgement without the data
diskfull  the disk is full: the same, reads continue, and writes too once there is space (needs root)
removed   removed records are in no file any more
backup    kills, failing calls, full disks and power cuts during backups and restores of a whole register
clock     the clock jumps: the time of the feed never goes back, and a clock that is years ahead writes nothing
serving   many threads ask everything while batches are applied and merged; run only by name: for build/tsan
floods    floods of the most expensive requests: a client next to them is answered as before
slow_readers  a thousand slow clients: the same, and they are disconnected in time, with little memory
connections   more connections than are allowed: the same
descriptors   few files may be open while many connect: the same
cut       segments are truncated or written into under the server: no wrong answer, 503, and right again soon
shortage  no more threads, no more memory: no process ends, and changes are seen soon (threads: needs root)
precedence  writers and threads that index give way to those that answer, and still go on next to a crowd of look-ups
soak      everything is asked while batches are applied for --soak-seconds: memory and open files stay; run only by name and by script/faults
memory_cap  a server that may use little memory refuses work and is never killed (needs root); the same
costly_names  clients that match costly names take turns, and hold up nobody else
random_requests  random requests for every operation: no server error, no invalid answer, none is slow
mutated_heads  heads with bytes changed, and ambiguous ones: the same, and never more than one answer to an ambiguous one
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

DRIVERS = ("crash", "powercut", "corrupt", "feed", "iofault", "diskfull", "removed", "backup", "clock", "documents", "optional", "floods", "slow_readers",
           "connections", "descriptors", "cut", "shortage", "precedence", "costly_names", "random_requests", "mutated_heads")


# Only run by name.
MORE_DRIVERS = ("serving", "soak", "memory_cap")


def parse():
    parser = argparse.ArgumentParser(description="Runs the fault drivers.")
    parser.add_argument("--program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=(*DRIVERS, *MORE_DRIVERS), action="append", help="may be given several times")
    parser.add_argument("--kills", type=int, default=100, help="of crash")
    parser.add_argument("--cuts", type=int, default=20, help="of powercut")
    parser.add_argument("--mutations", type=int, default=200, help="of corrupt; of documents an eighth, of optional a twentieth")
    parser.add_argument("--events", type=int, default=50_000, help="of feed")
    parser.add_argument("--faults", type=int, default=8, help="the most values of k of a kind of fault")
    parser.add_argument("--rounds", type=int, default=42, help="of serving: batches")
    parser.add_argument("--soak-seconds", type=float, default=60, help="of soak")
    parser.add_argument("--entities", type=int, default=20_000, help="of memory_cap")
    parser.add_argument("--register", help="of memory_cap: a copy of this register, without its files, instead of one that is generated")
    parser.add_argument("--fillings", type=int, default=6, help="of diskfull, of each kind of file system")
    parser.add_argument("--backup-kills", type=int, default=12, help="of backup: of each command")
    parser.add_argument("--cut-segments", type=int, default=4, help="of cut")
    parser.add_argument("--shortages", type=int, default=3, help="of shortage, of each kind")
    parser.add_argument("--requests", type=int, default=5_000, help="of random_requests")
    parser.add_argument("--heads", type=int, default=2_000, help="of mutated_heads")
    parser.add_argument("--attack", action="append", help="of floods, slow_readers, connections and descriptors: only these")
    parser.add_argument("--mode", choices=("shared", "alone"), action="append", help="of these: who has which processors")
    parser.add_argument("--seconds", type=float, help="of these: how long each turn is")
    parser.add_argument("--long", action="store_true",
                        help="removed: also waits for what comes by time alone; crowds: all of them, with strict bounds; requests: so too")
    return parser.parse_args()


def main():
    options = parse()
    program = server.find_program(options.program)
    report, skipped = Report(), []
    for name in options.only or DRIVERS:
        begun, before = time.monotonic(), (report.passed, report.failed)
        with tempfile.TemporaryDirectory(prefix=f"orgreg-{name}-") as folder:
            summary = importlib.import_module(name).run(program, report, folder, options)
        skipped += [name] if summary.startswith("skipped") else []
        print(f"{name}: {summary}; {report.passed - before[0]} passed, {report.failed - before[1]} failed "
              f"in {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{report.passed} passed, {report.failed} failed"
          f"{f', {len(skipped)} drivers skipped: ' + ', '.join(skipped) if skipped else ''}")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
