# SPDX-License-Identifier: EUPL-1.2
"""Nodes that answer requests and follow changes, the clients that ask them, and the writer.

A node has one thread that answers, as `orgreg serve --threads 1`; it sleeps when there is nothing to do, and what it costs to wake it
depends on how long it has slept. Changes are indexed when no request waits, larger merges and bases when nothing
else does (docs/decisions/0039).
"""

import bisect
import random
from collections import deque

from .layers import Layers
from .processor import INDEXING, MERGING, SERVING, WRITING, Clock, Processor, disturb, nothing

SERVER_SEED, CLIENT_SEED, PAUSE_SEED = 1, 2, 3


class Waking:
    """What a request costs that finds its node asleep, above one that finds it at work: by the time for which the node slept."""

    def __init__(self, rows):
        self._gaps = [row["idle_us"] for row in rows]
        self._rows = rows

    def at(self, idle_us):
        """Returns (delay, work before the answer, work after it), interpolated."""
        place = bisect.bisect_left(self._gaps, idle_us)
        if place == 0 or place == len(self._gaps):
            row = self._rows[min(place, len(self._gaps) - 1)]
            return split(row["latency_us"], row["cpu_us"])
        low, high = self._rows[place - 1], self._rows[place]
        share = (idle_us - low["idle_us"]) / (high["idle_us"] - low["idle_us"])
        return split(*(low[name] + share * (high[name] - low[name]) for name in ("latency_us", "cpu_us")))


def split(latency, cpu):
    """Both are above those of a request that finds the thread at work. What the answer does not wait for comes after it."""
    before = max(0.0, min(latency, cpu))
    return max(0.0, latency - before), before, max(0.0, cpu - before)


class Node:
    """One thread that answers, and the work that changes give it."""

    def __init__(self, clock, processor, costs, entities):
        self._clock, self._processor, self._costs = clock, processor, costs
        self._requests = deque()
        self._is_awake = False
        self._rested_at = 0.0  # Since then others may have used the caches.
        self._layers = Layers(entities)
        self.changes_us = 0.0

    def ask(self, request):
        """A request is (service in µs, what to call with the answer)."""
        self._requests.append(request)
        if self._is_awake:
            return
        self._is_awake = True
        if self._processor.is_idle():
            delay, before, after = self._costs.waking.at(self._clock.now - self._rested_at)
        else:
            delay, before, after = self._costs.interrupting
        self._clock.after(delay, lambda: self._serve(before, after))

    def _serve(self, before, after):
        service, answer = self._requests.popleft()

        def done():
            answer()
            if self._requests:
                self._serve(0.0, after)
            else:
                self._processor.submit(SERVING, after, self._rest)

        self._processor.submit(SERVING, before + service, done)

    def _rest(self):
        if self._requests:
            self._serve(0.0, 0.0)
        else:
            self._is_awake = False
            self._rested_at = self._clock.now

    def take(self, changes):
        """A batch that is there to be seen."""
        costs = self._costs
        work = costs.batch_us + changes * costs.change_us + self._layers.add(changes) * costs.indexed_us
        self._processor.submit(INDEXING, work, self._merge)
        self.changes_us += work

    def _merge(self):
        due = self._layers.begin_merge()
        if due is None:
            return
        records, is_base = due
        work = records * (self._costs.base_us if is_base else self._costs.indexed_us)
        self.changes_us += work

        def done():
            self._layers.end_merge()
            self._merge()

        self._processor.submit(MERGING, work, done)


class Clients:
    """One thread on a processor of its own that sends requests and reads answers, as bench/paced_client.cc does. Nodes are asked in turn."""

    def __init__(self, clock, nodes, load, pauses):
        self._clock, self._nodes, self._load = clock, nodes, load
        self._processor = Processor(clock)
        disturb(clock, self._processor, pauses, CLIENT_SEED)
        self._dice = random.Random(SERVER_SEED)
        self._turn = 0
        self.latencies = []  # Of requests, with the time at which they ended.

    def begin(self):
        if self._load.rate:
            self._clock.after(0.0, self._due)
        else:
            for _ in range(self._load.connections * len(self._nodes)):
                self._send(self._clock.now)

    def _due(self):
        self._send(self._clock.now)
        self._clock.after(self._dice.expovariate(self._load.rate / 1e6), self._due)

    def _send(self, due):
        cost = self._load.draw(self._dice)
        node = self._nodes[self._turn % len(self._nodes)]
        self._turn += 1
        self._processor.submit(SERVING, cost.send_us, lambda: node.ask((cost.service_us, lambda: self._read(cost, due))))

    def _read(self, cost, due):
        self._processor.submit(SERVING, cost.read_us, lambda: self._note(due))

    def _note(self, due):
        self.latencies.append(self._clock.now - due)
        if not self._load.rate:
            self._send(self._clock.now)


class Writer:
    """Batches at fixed times: the work of `orgreg apply`, and of the database if there is one; then each node has the batch to take."""

    def __init__(self, clock, processor, nodes, plan):
        self._clock, self._processor, self._nodes, self._plan = clock, processor, nodes, plan

    def begin(self):
        self._clock.after(0.0, self._write)

    def _write(self):
        plan = self._plan
        work = plan.batch_us + plan.batch * plan.change_us
        self._processor.submit(WRITING, work, self._written)
        self._clock.after(plan.batch * 1e6 / plan.changes_a_second, self._write)

    def _written(self):
        for node in self._nodes:
            node.take(self._plan.batch)


class Machine:
    """All nodes and the writer on one processor, the clients on another: as it is measured."""

    def __init__(self, costs, pauses, count, entities):
        self.clock = Clock()
        self.processor = Processor(self.clock)
        disturb(self.clock, self.processor, pauses, PAUSE_SEED)
        self.nodes = [Node(self.clock, self.processor, costs, entities) for _ in range(count)]

    def run(self, seconds, load=None, pauses=None, plan=None):
        """Returns requests a second, seconds of the processor a second for answers, for writing and for indexing, and p50, p90, p99 in ms."""
        clients = Clients(self.clock, self.nodes, load, pauses) if load else None
        if clients:
            clients.begin()
        if plan:
            Writer(self.clock, self.processor, self.nodes, plan).begin()
        self.clock.run_until(seconds * 1e6)
        busy = [each / seconds / 1e6 for each in self.processor.busy]
        found = {"answers": busy[SERVING], "writing": busy[WRITING], "indexing": busy[INDEXING] + busy[MERGING]}
        if clients:
            ordered = sorted(clients.latencies)
            found["per_second"] = len(ordered) / seconds
            if not ordered:
                return found
            found |= {f"p{share}_ms": ordered[len(ordered) * share // 100] / 1000 for share in (50, 90, 99)}
        return found
