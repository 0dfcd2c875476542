#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""A cluster as script/cluster makes it, with clients, to which things happen; then checker.py judges all that the clients saw.

  run.py [--program PATH] [--only FAULT]… [--times N] [--seed N] [--slack X] [--quiet-seconds X] [--calm-seconds X] [--page] [--keep]
  run.py --broken SETUP [--program PATH] [--seed N] [--keep]

Without --only the faults of the short form are done once each; with --times all of them, so often. Batches may wait as long as faults.py
says of a fault, times --slack. --page adds the run to the table of docs/proofs.md. --broken makes a set-up that must break its promise, and
fails unless the checker finds that. It needs network namespaces, and says so where there are none."""

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), *(str(HERE.parent / folder) for folder in ("faults", "wire", "property")), str(ROOT / "packaging/cluster")]

import machines  # noqa: E402
from broken import BROKEN  # noqa: E402
from clients import PAUSE_S, UNITS  # noqa: E402
import tally  # noqa: E402
import server  # noqa: E402
from cluster import Cluster, listen  # noqa: E402
from faults import FAULTS  # noqa: E402
from search_checks import Report  # noqa: E402
from software import Software  # noqa: E402
from trial import Trial  # noqa: E402
from world import make_register  # noqa: E402

SHORT = ("kill-primary", "kill-nodes", "cut-primary", "ghost", "upgrade")
ENTITIES = 500
PAGE = ROOT / "docs/proofs.md"
PORTS = {"register": 8080, "batches": 8090}


def main():
    options = parsed_options()
    program = server.find_program(options.program)
    software = Software(ROOT / "var/cluster-software")
    if machines.enter() != machines.NAMESPACES:
        print("skipped: network namespaces are not allowed here")
        return 0
    folder = Path(tempfile.mkdtemp(prefix="orgreg-cluster-"))
    report = Report()
    try:
        with running(options, program, software, folder) as cluster:
            run = run_broken if options.broken else run_faults
            run(Trial(cluster, report, options.seed, PORTS), options)
    finally:
        if options.keep:
            print(f"the logs are in {folder}")
        else:
            shutil.rmtree(folder)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


def parsed_options():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program")
    parser.add_argument("--only", choices=FAULTS, action="append")
    parser.add_argument("--broken", choices=BROKEN)
    parser.add_argument("--times", type=int, default=0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--slack", type=float, default=1)
    parser.add_argument("--quiet-seconds", type=float, default=3, help="how long nothing is done to it first")
    parser.add_argument("--calm-seconds", type=float, default=0, help="how long each writer waits before a batch during that time")
    parser.add_argument("--page", action="store_true", help="add the run to docs/proofs.md")
    parser.add_argument("--keep", action="store_true", help="leave the folder, with all logs")
    return parser.parse_args()


@contextmanager
def running(options, program, software, folder):
    """A cluster with a small register."""
    begun = time.monotonic()
    network = machines.Machines(machines.NAMESPACES, software.program("ip"))
    listeners = {name: listen(port) for name, port in PORTS.items()}
    broken = BROKEN[options.broken].parts(folder) if options.broken else {}
    cluster = Cluster(folder / "cluster", network, software, program, listeners, **broken)
    try:
        cluster.start_databases()
        cluster.make_database()
        make_register(program, folder / "first", ENTITIES)
        done = cluster.orgreg("store", "move", folder / "first", cluster.store)
        if done.returncode != 0:
            raise SystemExit(f"store move: {done.stderr}")
        cluster.start_nodes()
        print(f"three machines after {time.monotonic() - begun:.0f} s", flush=True)
        yield cluster
    finally:
        cluster.stop()


def run_faults(trial, options):
    names = [*(options.only or (FAULTS if options.times else SHORT))] * max(1, options.times)
    random.Random(options.seed).shuffle(names)
    begun = time.monotonic()
    trial.begin()
    delays = delays_while_quiet(trial, options)
    if delays:
        print(f"{len(delays) / options.quiet_seconds:.0f} batches of {UNITS} changes a second: shown by all three nodes {statistics.median(delays) * 1000:.0f} ms after the acknowledgement in the median, "
              f"{delays[len(delays) * 99 // 100] * 1000:.0f} ms p99, where each node is asked each {PAUSE_S * 1000:.0f} ms")
    quiet = trial.history.slow_read_ms(begun, time.monotonic())
    for name in names:
        bound, do = FAULTS[name]
        since = time.monotonic()
        with trial.measured(name, bound * options.slack):
            do(trial)
        slow = trial.history.slow_read_ms(since, time.monotonic())
        print(f"{name}: batches waited {trial.pauses[name][-1]:.1f} s; {time.monotonic() - since:.0f} s until all was healthy; reads p99 {slow:.0f} ms, {quiet:.0f} before all faults", flush=True)
    breaches = trial.end()
    history = trial.history
    print(f"seed {options.seed}: {len(names)} faults, {len(history.batches)} batches, {len(history.reads)} whole reads, "
          f"{sum(map(len, history.feeds.values()))} updates polled, {history.asked} reads behind the balancer of which "
          f"{len(history.failures)} failed, the slowest after {history.slowest:.1f} s; {time.monotonic() - begun:.0f} s")
    if options.page:
        commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty= with changes"], capture_output=True, text=True, check=True)
        page = tally.add_to_page(PAGE.read_text(encoding="utf-8"), trial.pauses, breaches, time.strftime("%Y-%m-%d"), commit.stdout.strip())
        PAGE.write_text(page, encoding="utf-8")


def delays_while_quiet(trial, options):
    trial.pace(options.calm_seconds)
    begun = time.monotonic()
    trial.run_for(options.quiet_seconds)
    delays = trial.history.delays(begun, time.monotonic())
    trial.pace(0)
    return delays


def run_broken(trial, options):
    broken = BROKEN[options.broken]
    trial.begin()
    for turn in range(broken.times):
        if turn:
            trial.await_that("all is healthy again", trial.is_healthy)
        broken.do(trial)
    trial.run_for(5)
    found = trial.judge()
    print("\n".join(found[:3]))
    trial.report.check(bool(broken.kinds & {problem.partition(":")[0] for problem in found}), f"the checker finds nothing wrong with {options.broken}")


if __name__ == "__main__":
    sys.exit(main())
