# SPDX-License-Identifier: EUPL-1.2
"""Judges a history against the state at its end. It knows the database only by its tables, and the nodes only by their answers and files.

Truth is what the database has at the end: its commits, and its lines of the log. A problem is a text; none means that all of these hold:

acknowledged  each acknowledged batch is there once, each other one once or never, and nothing else is there
dense         ids have no gaps, and rise with the commits and their times
dates         no update has a time that is not one of the run
order         every poller saw the lines of the truth, in that order, without a gap
ghosts        whatever any node ever answered belongs to the truth
positions     a client that sends a position never sees an older state
whole         all units of a batch have its marker in every answer
equal         the files of all nodes have the rows, lines and commits of the database
leases        a job is with one process at a time: the next one has it when the time of the one before is over or was given back
"""

from bisect import bisect_right, insort
from collections import Counter
from dataclasses import dataclass, field

from history import ACKNOWLEDGED, REFUSED

MOST = 5  # Problems of one kind that are printed.
FIRST_MARKER = "BEGYNNELSEN"  # What the units of all writers are called before the first batch.


@dataclass(frozen=True)
class Leased:
    """A change of a lease: who has it from `at` until when, and until when it had been somebody's, None if it was nobody's ever. Seconds."""

    job: str
    holder: str
    epoch: int
    at: float
    until: float
    before: float | None


@dataclass
class Truth:
    """commits: rows (id, batch, last change) by id; lines: the feed of entities from the first id on, as Update; tables: of each node's
    files, and of the database under the name None, digests by table; times: when the run began and ended, as in the feed; leases: what
    became of them, in order."""

    commits: list
    lines: list
    tables: dict
    times: tuple
    leases: list = field(default_factory=list)


def check(history, truth):
    problems = []
    for name, judge in JUDGES.items():
        found = list(judge(history, truth))
        problems += [f"{name}: {problem}" for problem in found[:MOST]]
        if len(found) > MOST:
            problems.append(f"{name}: and {len(found) - MOST} more")
    return problems


def _acknowledged(history, truth):
    there = Counter(batch for _, batch, _ in truth.commits if batch)
    last_change = {batch: last for _, batch, last in truth.commits}
    for batch in history.batches:
        count = there.pop(batch.id, 0)
        for state, answer in batch.further:
            if state != ACKNOWLEDGED:
                yield f"{batch.id} was acknowledged, and refused: {answer}"
            elif answer.get("lastUpdate") != batch.answer.get("lastUpdate"):
                yield f"{batch.id} was acknowledged as up to update {batch.answer.get('lastUpdate')}, and up to {answer.get('lastUpdate')}"
        if batch.state == REFUSED:
            yield f"{batch.id} was refused: {batch.answer}"
        elif batch.state == ACKNOWLEDGED and count != 1:
            yield f"{batch.id} was acknowledged and is there {count} times"
        elif count > 1:
            yield f"{batch.id} is there {count} times"
        elif batch.state == ACKNOWLEDGED and batch.answer.get("lastUpdate", last_change[batch.id]) != last_change[batch.id]:
            yield f"{batch.id} was acknowledged as up to update {batch.answer['lastUpdate']}, and is up to {last_change[batch.id]}"
    for identifier in there:
        yield f"{identifier} is there, and nobody sent it"


def _dense(_, truth):
    for earlier, later in zip(truth.commits, truth.commits[1:], strict=False):
        if later[0] != earlier[0] + 1:
            yield f"commit {later[0]} comes after {earlier[0]}"
        if later[2] < earlier[2]:
            yield f"commit {later[0]} ends with update {later[2]}, the one before with {earlier[2]}"
    for earlier, later in zip(truth.lines, truth.lines[1:], strict=False):
        if later.id != earlier.id + 1:
            yield f"update {later.id} comes after {earlier.id}"
        if later.date < earlier.date:
            yield f"update {later.id} is of {later.date}, the one before of {earlier.date}"


def _dates(_, truth):
    first, last = truth.times
    for line in truth.lines:
        if not first <= line.date <= last:
            yield f"update {line.id} is of {line.date}, and the run from {first} to {last}"


def _order(history, truth):
    for node, seen in history.feeds.items():
        first = truth.lines[0].id if truth.lines else 0
        for at, update in enumerate(seen):
            if update.id != first + at:
                yield f"{node} showed update {update.id} where {first + at} comes"
                break


def _ghosts(history, truth):
    lines = {line.id: line for line in truth.lines}
    for node, seen in history.feeds.items():
        for update in seen:
            if lines.get(update.id) != update:
                yield f"{node} showed {update}, and there is {lines.get(update.id)}"
    markers = _committed_markers(history, truth)
    newest = truth.lines[-1].id if truth.lines else 0
    for read in history.reads:
        for marker in set(read.markers) - markers:
            yield f"{read.node} showed {marker}, which is in no commit"
        if read.position > newest:
            yield f"{read.node} was at update {read.position}, and the newest is {newest}"


def _committed_markers(history, truth):
    there = {batch for _, batch, _ in truth.commits}
    return {batch.marker for batch in history.batches if batch.id in there} | {FIRST_MARKER}


def _positions(history, truth):
    ends = {batch: last for _, batch, last in truth.commits}
    last_of = {batch.marker: ends[batch.id] for batch in history.batches if batch.id in ends} | {FIRST_MARKER: 0}
    ends_of = {}  # Of the units of each writer, where its batches end, in order.
    for batch in history.batches:
        if batch.id in ends:
            insort(ends_of.setdefault(batch.numbers, []), ends[batch.id])
    for read in history.reads:
        if read.wanted > read.position:
            yield f"{read.node} answered at {read.position} who knew {read.wanted}"
        before = ends_of.get(read.numbers, [])
        known = bisect_right(before, read.wanted)
        due = before[known - 1] if known else 0
        for marker in set(read.markers):
            if last_of.get(marker, due) < due:
                yield f"{read.node} showed {marker} of update {last_of[marker]} to who knew {read.wanted}, and {due} is newer"


def _whole(history, _):
    for read in history.reads:
        if len(set(read.markers)) > 1:
            yield f"{read.node} showed {sorted(set(read.markers))} at once"


def _equal(_, truth):
    for node, tables in truth.tables.items():
        for table, digest in truth.tables[None].items():
            if tables.get(table) != digest:
                yield f"{node} has other rows in {table} than the database"


def _leases(_, truth):
    newest = {}  # By job.
    for lease in truth.leases:
        old, newest[lease.job] = newest.get(lease.job), lease
        if old is None or lease.before is None:
            continue
        rises = lease.epoch - old.epoch
        if rises != (lease.holder != old.holder):
            yield f"{lease.job} went from {old.holder}, epoch {old.epoch}, to {lease.holder}, epoch {lease.epoch}"
        if rises and lease.before > lease.at:
            yield f"{lease.job} went to {lease.holder} {lease.before - lease.at:.1f} s before the time of {old.holder} was over"


JUDGES = {"acknowledged": _acknowledged, "dense": _dense, "dates": _dates, "order": _order, "ghosts": _ghosts, "positions": _positions, "whole": _whole,
          "equal": _equal, "leases": _leases}
