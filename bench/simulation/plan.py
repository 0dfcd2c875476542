# SPDX-License-Identifier: EUPL-1.2
"""Reckons registers that are larger than what was measured, from the same constants, and simulates a processor of each.

    python3 bench/simulation/plan.py [FILE]

Prints the tables of docs/scale.md. Run compare.py first: what does not reproduce the measured points must not be extended.
"""

import sys
from pathlib import Path
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from simulation.layers import Layers  # noqa: E402
from simulation.measured import FILE, Measured, Plan  # noqa: E402
from simulation.nodes import Machine  # noqa: E402

NO_PAUSES = {"lengths_us": [], "seconds": 1, "count": 1}
SECONDS = 5.0
MIX = {"requests": "mix", "nodes": 1, "database": True}
BASES = 3  # Cycles of which the mean is taken.
GB, MB = 1e9, 1e6


class Place(NamedTuple):
    """A register that is served by nodes. With groups, each node has so many of them, of `entities` each, and their changes."""
    name: str
    entities: int
    requests: int  # A second, of all nodes.
    changes: float  # A second, that each node follows.
    batch: int
    nodes: int
    processors: int  # Of a node.
    groups: int = 1


PLACES = (
    Place("a country, 1.2 M", 1_200_000, 5_000, 1, 1, 3, 2),
    Place("10 M", 10_000_000, 100_000, 100, 10, 4, 8),
    Place("100 M in 16 groups", 6_250_000, 1_000_000, 1_250, 100, 32, 8, groups=2),
)


def index_us(measured, entities, batch):
    """For each change: what a node takes for layers and bases, as the mean of some bases."""
    _, record_us = measured.indexing_us()
    base = measured.constants["base"]
    base_us = base["cpu_s"] * 1e6 / base["entities"]
    layers, changes, records, bases = Layers(entities), 0, 0, 0
    while bases < BASES:
        records += layers.add(batch)
        changes += batch
        while merge := layers.begin_merge():
            bases += merge[1]
            records += 0 if merge[1] else merge[0]
            layers.end_merge()
    return (records * record_us + bases * entities * base_us) / changes


def change_us(measured, place):
    """For each change, of one node."""
    batch_us, row_us = measured.following_us()
    return batch_us / place.batch + row_us + index_us(measured, place.entities, place.batch)


def answers(measured, place):
    """Processors that all answers keep busy."""
    return place.requests * measured.at_work_us(MIX) / 1e6


def simulated(measured, place, nodes):
    """The median in ms at the processor of a node that also follows the changes, and how busy it is."""
    batches_a_second = place.changes / place.batch
    load = measured.load_of({**MIX, "rate": place.requests / nodes / place.processors}).without_clients()
    plan = Plan(place.batch, place.changes, 0.0, 0.0) if batches_a_second * SECONDS >= 1 else None
    machine = Machine(measured.costs(is_node=True), NO_PAUSES, 1, place.entities)
    found = machine.run(SECONDS, load, NO_PAUSES, plan)
    return found["p50_ms"], found["answers"] + found["indexing"]


def work_rows(measured):
    for place in PLACES:
        following = place.changes * change_us(measured, place) / 1e6
        yield [place.name, f"{place.requests:,}", f"{place.changes:,g}", f"{place.nodes} × {place.processors}", f"{answers(measured, place):.2f}", f"{following:.3f}",
               f"{(answers(measured, place) / place.nodes + following) / place.processors:.0%}"]


def latency_rows(measured):
    for place in PLACES:
        for nodes, state in ((place.nodes, "all"), (place.nodes - 1, "one is lost")):
            median, busy = simulated(measured, place, nodes)
            yield [place.name, state, f"{busy:.0%}", f"{median:.2f}"]


def space_rows(measured):
    space, sent = measured.constants["space"], measured.constants["sent"]
    each = {part: space[part] / space["entities"] for part in ("store", "segments", "files")}
    for place in PLACES:
        entities = place.entities * place.groups
        disk = entities * sum(each.values())
        copied = entities * sent["begin_bytes"] / measured.entities
        yield [place.name, f"{disk / GB:,.0f}", f"{entities * each['segments'] / GB:,.0f}", f"{copied / GB:,.1f}", f"{place.changes * sent['bytes'] / sent['changes'] / MB:,.3f}"]


def database_rows(measured):
    for place in PLACES:
        (batch_us, row_us), _ = measured.database_us(place.nodes)
        yield [place.name, f"{place.changes * (batch_us / place.batch + row_us) / 1e6:.3f}", f"{place.changes * log_bytes(measured) / MB:.2f}"]


def log_bytes(measured):
    """Of the database's own log, for each change in batches of 500."""
    each = next(found for found in measured.constants["node changes"].values() if found["nodes"] == 1 and found["batch"] == 500)
    return each["log_bytes"] / each["batch"] / each["batches"]


def table(title, header, rows):
    lines = [f"**{title}**", "", "| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def main():
    measured = Measured(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
    print(table("Work", ["register", "requests/s", "changes/s that a node follows", "nodes × processors", "processors busy with answers", "processors of a node busy with changes", "busy"], work_rows(measured)))
    print(table("Answers", ["register", "nodes", "the processor that also indexes is busy", "p50 ms"], latency_rows(measured)))
    print(table("Space", ["register", "disk of a node, GB", "of it index, GB", "sent to a new node, GB", "sent to a node, MB/s"], space_rows(measured)))
    print(table("Database", ["register", "processors busy with changes", "log, MB/s"], database_rows(measured)))


if __name__ == "__main__":
    main()
