# SPDX-License-Identifier: EUPL-1.2
"""Simulates each measured point of bench/scale.json and compares: ends with status 1 if a figure differs by more than a fifth.

The processor is that of nodes, writer and database together. What a request takes of a node that always has some is given, so those points only
show the rest; a median means nothing where requests come faster than they are answered; and p99 is shown, but is the machine's.

    python3 bench/simulation/compare.py [FILE]
"""

import sys
from pathlib import Path
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from simulation.measured import FILE, Measured, is_at_work  # noqa: E402
from simulation.nodes import Machine  # noqa: E402

LIMIT = 0.20
MOST_REQUESTS = 40_000
MOST_SECONDS = 4.0
FULL = 0.9
FIGURES = {"per_second": "requests/s", "cpu": "processor", "p50_ms": "p50", "p99_ms": "p99"}
JUDGED = ("per_second", "cpu", "p50_ms")


class Row(NamedTuple):
    point: str
    figure: str
    measured: float
    simulated: float
    is_judged: bool = True

    def deviation(self):
        return self.simulated / self.measured - 1

    def agrees(self):
        return not self.is_judged or abs(self.deviation()) <= LIMIT


def simulate(measured, point):
    load = measured.load_of(point) if "requests" in point else None
    seconds = point.get("seconds") or min(MOST_SECONDS, MOST_REQUESTS / point["measured"]["per_second"])
    machine = Machine(measured.costs("database" in point), measured.pauses["server"], point["nodes"], measured.entities)
    found = machine.run(seconds, load, measured.pauses["clients"], measured.plan(point))
    found["cpu"] = found["answers"] + found["indexing"] + found["writing"]
    return found


def rows_of(measured):
    for name, point in measured.points.items():
        simulated, seen = simulate(measured, point), dict(point["measured"])
        seen["cpu"] += seen.get("writer", 0.0) + seen.get("database", 0.0)
        is_full = max(seen["cpu"], simulated["cpu"]) > FULL
        for figure in FIGURES:
            if figure in seen:
                is_judged = figure in JUDGED and not is_at_work(point) and not (figure == "p50_ms" and is_full)
                yield Row(name, figure, seen[figure], simulated.get(figure, float("inf")), is_judged)


def table(rows):
    lines = ["| load | figure | measured | simulated | difference |", "|---|---|---|---|---|"]
    for row in rows:
        mark = "" if row.agrees() and row.is_judged else " **beyond**" if row.is_judged else " (not judged)"
        lines.append(f"| {row.point} | {FIGURES[row.figure]} | {row.measured:,.4g} | {row.simulated:,.4g} | {row.deviation():+.0%}{mark} |")
    return "\n".join(lines)


def main():
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    if not path.exists():
        sys.exit(f"there is no {path}: script/bench --parts scale --record measures it")
    rows = list(rows_of(Measured(path)))
    print(table(rows))
    judged = [row for row in rows if row.is_judged]
    beyond = [row for row in judged if not row.agrees()]
    print(f"\n{len(judged) - len(beyond)} of {len(judged)} figures agree within {LIMIT:.0%}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
