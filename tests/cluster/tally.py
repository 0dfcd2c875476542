# SPDX-License-Identifier: EUPL-1.2
"""The table of docs/proofs.md to which the runs of script/cluster-gate add up."""

import re
import statistics
from dataclasses import dataclass

HEAD = "| Fault | Times | Batches waited, s: median, longest | Breaches | Last run | Commit |"
ROW = re.compile(r"^\| `([a-z-]+)` \| ([\d,]+) \| [\d.]+, ([\d.]+) \| (\d+) \|")


@dataclass
class Row:
    times: int
    longest: float
    breaches: int


def rows_of(page):
    return {found[1]: Row(int(found[2].replace(",", "")), float(found[3]), int(found[4])) for found in map(ROW.match, page.split("\n")) if found}


def add_to_page(page, pauses, breaches, day, commit):
    """The page with a run added: of each fault the seconds for which batches waited, each time. The median is of the last run."""
    if HEAD not in page:
        raise SystemExit("docs/proofs.md has no table of the faults of a cluster")
    before = rows_of(page)
    lines = [line for line in page.split("\n") if not (ROW.match(line) and ROW.match(line)[1] in pauses)]
    at = lines.index(HEAD) + 2
    for name, seconds in sorted(pauses.items(), reverse=True):
        old = before.get(name, Row(0, 0.0, 0))
        lines.insert(at, f"| `{name}` | {old.times + len(seconds):,} | {statistics.median(seconds):.1f}, {max(old.longest, *seconds):.1f} | "
                         f"{old.breaches + breaches} | {day} | {commit} |")
    return "\n".join(lines)
