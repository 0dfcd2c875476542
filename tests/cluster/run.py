#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""A cluster as script/cluster makes it, with clients, to which things happen; then checker.py judges all that the clients saw.

  run.py [--program PATH] [--only FAULT]… [--times N] [--seed N] [--slack X] [--folder DIR] [--keep]

Without --only the faults of the short form are done once each; with --times all of them, so often. A fault's batches may wait as long as
faults.py says, times --slack. It needs network namespaces, and says so where there are none."""

import argparse
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), *(str(HERE.parent / folder) for folder in ("faults", "wire", "property")), str(ROOT / "packaging/cluster")]

import machines  # noqa: E402
import server  # noqa: E402
from cluster import Cluster, listen  # noqa: E402
from faults import FAULTS  # noqa: E402
from search_checks import Report  # noqa: E402
from software import Software  # noqa: E402
from trial import Trial  # noqa: E402
from world import make_register  # noqa: E402

SHORT = ("kill-primary", "kill-nodes", "cut-primary", "ghost")
ENTITIES = 500


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--program")
    parser.add_argument("--only", choices=FAULTS, action="append")
    parser.add_argument("--times", type=int, default=0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--slack", type=float, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--keep", action="store_true", help="leave the folder, with all logs")
    options = parser.parse_args()
    program = server.find_program(options.program)
    software = Software(ROOT / "var/cluster-software")
    if machines.enter() != machines.NAMESPACES:
        print("skipped: network namespaces are not allowed here")
        return 0
    folder = options.folder or Path(tempfile.mkdtemp(prefix="orgreg-cluster-"))
    report = Report()
    try:
        run(options, program, software, folder, report)
    finally:
        if options.keep or report.failed:
            print(f"the logs are in {folder}")
        else:
            shutil.rmtree(folder)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


def run(options, program, software, folder, report):
    names = [*(options.only or (FAULTS if options.times else SHORT))] * max(1, options.times)
    random.Random(options.seed).shuffle(names)
    begun = time.monotonic()
    ports = {"register": 8080, "batches": 8090}
    network = machines.Machines(machines.NAMESPACES, software.program("ip"))
    listeners = {name: listen(port) for name, port in ports.items()}
    cluster = Cluster(folder / "cluster", network, software, program, listeners)
    trial = Trial(cluster, report, options.seed, ports)
    try:
        cluster.start_databases()
        make_register(program, folder / "first", ENTITIES)
        done = cluster.orgreg("store", "move", folder / "first", cluster.store)
        report.check(done.returncode == 0, f"store move: {done.stderr}")
        cluster.start_nodes()
        trial.begin()
        print(f"three machines with clients after {time.monotonic() - begun:.0f} s", flush=True)
        for name in names:
            bound, do = FAULTS[name]
            with trial.measured(name, bound * options.slack):
                do(trial)
            print(f"{name}: batches waited {trial.pauses[name][-1]:.1f} s", flush=True)
        trial.end()
    finally:
        cluster.stop()
    print(f"seed {options.seed}: {len(names)} faults, {len(trial.history.batches)} batches, {len(trial.history.reads)} whole reads, "
          f"{sum(map(len, trial.history.feeds.values()))} updates polled, {trial.history.asked} reads behind the balancer of which "
          f"{len(trial.history.failures)} failed, the slowest after {trial.history.slowest:.1f} s; {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
