# SPDX-License-Identifier: EUPL-1.2
"""What the simulation of many nodes (bench/simulation) is made of, and what it must reproduce: written to scale.json.

Servers, the database and writers share the last processor of the machine, the clients have the first: bench/paced_client.cc, which never sleeps.
Constants are measured one by one; points are loads that the simulation gets only a description of. Every figure is the median of rounds in turn.
"""

import datetime
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import scale_changes
import scale_nodes
import scale_reading
import scale_space

ROOT = Path(__file__).resolve().parent.parent
STEPS = {"reading": scale_reading.measure_reading, "changes": scale_changes.measure_changes, "nodes": scale_nodes.measure_nodes, "space": scale_space.measure_space}


def scale_part(bench):
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("scale: servers and clients need a processor each")
    bench.register.ensure_store()
    found = {"constants": {}, "points": {}}
    for name, step in STEPS.items():
        measured = bench.remembered(f"scale-{name}", lambda step=step: step(bench))
        for part in found:
            found[part] |= measured[part]
    path = bench.published / "scale.json"
    path.write_text(text_of({**about(bench), **found}))
    show(bench, found)


def text_of(found):
    """JSON with each list in a line."""
    return re.sub(r"\[[^\[\]{}]*\]", lambda numbers: " ".join(numbers[0].split()), json.dumps(found, indent=1)) + "\n"


def about(bench):
    commit = subprocess.run(["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return {"commit": commit, "date": str(datetime.date.today()), "entities": bench.options.entities, "processors": os.cpu_count(),
            "system": f"{platform.system()} {platform.release()}"}


def show(bench, found):
    rows = [[name, *(cell(point["measured"], figure) for figure in ("per_second", "cpu", "cpu_us", "p50_ms", "p99_ms"))] for name, point in found["points"].items()]
    bench.section("Loads that the simulation must reproduce", ["load", "requests/s", "processor, s/s", "CPU µs/request", "p50 ms", "p99 ms"], rows,
                  "Servers, database and writer on one processor, bench/paced_client.cc on the other. Constants and points: scale.json; "
                  "`python3 bench/simulation/compare.py` simulates them.")


def cell(measured, figure):
    value = measured.get(figure)
    return "" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:.3f}"
