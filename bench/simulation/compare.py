# SPDX-License-Identifier: EUPL-1.2
"""Simulates each measured point of bench/scale.json and compares: ends with status 1 if a figure differs by more than a fifth.

    python3 bench/simulation/compare.py [FILE]
"""

import sys
from pathlib import Path
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from simulation.measured import FILE, Measured  # noqa: E402
from simulation.nodes import Machine  # noqa: E402

LIMIT = 0.20
MOST_REQUESTS = 40_000
MOST_SECONDS = 4.0
FIGURES = {"per_second": "requests/s", "cpu": "processor", "p50_ms": "p50", "p90_ms": "p90", "p99_ms": "p99", "changes_a_second": "changes/s"}


class Row(NamedTuple):
    point: str
    figure: str
    measured: float
    simulated: float

    def deviation(self):
        return self.simulated / self.measured - 1

    def agrees(self):
        return abs(self.deviation()) <= LIMIT


def simulate(measured, point):
    if "stream" in point:
        return {"changes_a_second": measured.stream_rate(point["stream"])}
    load = measured.load(point["requests"], point["rate"], point.get("connections", 64)) if "requests" in point else None
    seconds = point.get("seconds") or min(MOST_SECONDS, MOST_REQUESTS / point["measured"]["per_second"])
    machine = Machine(measured.costs("database" in point or point["nodes"] > 1), measured.pauses["server"], point["nodes"], measured.entities)
    found = machine.run(seconds, load, measured.pauses["clients"], measured.plan(point))
    found["cpu"] = found["answers"] + found["indexing"]
    return found


def rows_of(measured):
    for name, point in measured.points.items():
        simulated = simulate(measured, point)
        for figure in FIGURES:
            if figure in point["measured"]:
                yield Row(name, figure, point["measured"][figure], simulated.get(figure, float("inf")))


def table(rows):
    lines = ["| load | figure | measured | simulated | difference |", "|---|---|---|---|---|"]
    for row in rows:
        mark = "" if row.agrees() else " **beyond**"
        lines.append(f"| {row.point} | {FIGURES[row.figure]} | {row.measured:,.4g} | {row.simulated:,.4g} | {row.deviation():+.0%}{mark} |")
    return "\n".join(lines)


def main():
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    if not path.exists():
        sys.exit(f"there is no {path}: script/bench --parts scale --record measures it")
    rows = list(rows_of(Measured(path)))
    print(table(rows))
    beyond = [row for row in rows if not row.agrees()]
    print(f"\n{len(rows) - len(beyond)} of {len(rows)} figures agree within {LIMIT:.0%}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
