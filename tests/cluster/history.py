# SPDX-License-Identifier: EUPL-1.2
"""What clients did and saw, in the order in which it happened; safe from any thread. Times are seconds of the monotonic clock."""

import threading
import time
from collections import Counter
from dataclasses import dataclass, field

ACKNOWLEDGED, UNKNOWN, REFUSED = "acknowledged", "unknown", "refused"


@dataclass
class Batch:
    """One batch of a writer: all its units get the name `marker`."""

    id: str
    marker: str
    numbers: tuple
    begun: float
    state: str = UNKNOWN
    ended: float = 0.0
    answer: dict = field(default_factory=dict)
    further: list = field(default_factory=list)  # Later answers, where it was sent more than once.
    tries: int = 0


@dataclass(frozen=True)
class Update:
    """A line of the feed, as it was served."""

    id: int
    number: str
    type: str
    date: str


@dataclass(frozen=True)
class Read:
    """All units of a writer, read at once: the markers that they had. `wanted` is the update that the client knew, 0 for none."""

    node: str
    numbers: tuple
    markers: tuple
    position: int
    wanted: int


class History:
    def __init__(self):
        self._lock = threading.Lock()
        self.batches, self.reads, self.refused_reads = [], [], 0
        self.feeds = {}  # By node: the updates in the order in which its poller saw them,
        self.moments = {}  # and when it had seen which one.
        self.asked, self.failures, self.slowest = 0, [], 0.0  # Of readers behind the balancer,
        self.waits = []  # and when each was answered, after how long.
        self.taken = Counter()  # By address: how many batches it acknowledged.
        self.position = 0  # The newest update that was acknowledged.

    def begin(self, batch):
        with self._lock:
            self.batches.append(batch)

    def end(self, batch, state, answer=None):
        """What became of it. The first acknowledgement counts; answers to the same batch from other nodes come next to it."""
        with self._lock:
            if batch.state == ACKNOWLEDGED:
                batch.further.append((state, answer or {}))
                return
            batch.state, batch.ended, batch.answer = state, time.monotonic(), answer or {}
            self.position = max(self.position, batch.answer.get("lastUpdate", 0))

    def took(self, address):
        with self._lock:
            self.taken[address] += 1

    def saw_updates(self, node, updates):
        with self._lock:
            self.feeds.setdefault(node, []).extend(updates)
            if updates:
                self.moments.setdefault(node, []).append((time.monotonic(), updates[-1].id))

    def saw(self, read):
        with self._lock:
            self.reads.append(read)

    def was_refused(self):
        """A read that waits for a position may be answered with 503."""
        with self._lock:
            self.refused_reads += 1

    def answered(self, failure, seconds):
        """Of a reader behind the balancer; no failure is None."""
        with self._lock:
            self.asked += 1
            self.slowest = max(self.slowest, seconds)
            self.waits.append((time.monotonic(), seconds))
            if failure:
                self.failures.append(failure)

    def slow_read_ms(self, first, last):
        """The 99th percentile of the reads behind the balancer that were answered between two moments."""
        with self._lock:
            waits = sorted(seconds for at, seconds in self.waits if first < at < last)
        return waits[len(waits) * 99 // 100] * 1000 if waits else 0.0

    def delays(self, first, last):
        """How long after its acknowledgement the last node showed a batch, for those acknowledged between two moments, in order."""
        with self._lock:
            batches = [batch for batch in self.batches if batch.state == ACKNOWLEDGED and first < batch.ended < last]
            seen = {node: list(moments) for node, moments in self.moments.items()}
        found = []
        for batch in batches:
            shown = [next((at for at, newest in moments if newest >= batch.answer.get("lastUpdate", 0)), None) for moments in seen.values()]
            if shown and None not in shown:
                found.append(max(0.0, max(shown) - batch.ended))
        return sorted(found)

    def longest_pause(self, first, last):
        """The longest time without an acknowledgement between two moments."""
        with self._lock:
            ends = sorted(batch.ended for batch in self.batches if batch.state == ACKNOWLEDGED and first < batch.ended < last)
        times = [first, *ends, last]
        return max(later - earlier for earlier, later in zip(times, times[1:], strict=False))
