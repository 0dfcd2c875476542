# SPDX-License-Identifier: EUPL-1.2
"""A clock that jumps from event to event, and processors that run jobs by priority.

Times are microseconds. Nothing here knows what the jobs do. With equal inputs everything happens in the same order, so a
simulation gives the same figures each time.
"""

import heapq
import random
from collections import deque

PAUSE, SERVING, WRITING, INDEXING, MERGING = range(5)  # Priorities; the first one interrupts all others.


class Clock:
    def __init__(self):
        self.now = 0.0
        self._events, self._count = [], 0

    def after(self, delay, call):
        self._count += 1
        heapq.heappush(self._events, (self.now + delay, self._count, call))

    def run_until(self, end):
        while self._events and self._events[0][0] <= end:
            self.now, _, call = heapq.heappop(self._events)
            call()
        self.now = max(self.now, end)


class Job:
    __slots__ = ("priority", "left", "done", "begun")

    def __init__(self, priority, work, done):
        self.priority, self.left, self.done, self.begun = priority, work, done, 0.0


class Processor:
    """Runs the job of the first priority, and among equals that which came first. A job that is interrupted goes on afterwards."""

    def __init__(self, clock):
        self._clock = clock
        self._waiting = [deque() for _ in range(MERGING + 1)]
        self._running = None
        self.busy = [0.0] * (MERGING + 1)  # By priority.

    def is_idle(self):
        return self._running is None

    def submit(self, priority, work, done):
        job = Job(priority, work, done)
        running = self._running
        if running is None:
            self._start(job)
        elif running.priority > priority:
            self._account(running)
            self._waiting[running.priority].appendleft(running)
            self._start(job)
        else:
            self._waiting[priority].append(job)

    def _account(self, job):
        ran = self._clock.now - job.begun
        job.left -= ran
        self.busy[job.priority] += ran

    def _start(self, job):
        job.begun = begun = self._clock.now
        self._running = job
        self._clock.after(job.left, lambda: self._end(job, begun))

    def _end(self, job, begun):
        if self._running is not job or job.begun != begun:
            return  # It was interrupted, and has another end.
        self._account(job)
        self._running = None
        waiting = next((jobs for jobs in self._waiting if jobs), None)
        if waiting:
            self._start(waiting.popleft())
        job.done()


def nothing():
    pass


def disturb(clock, processor, pauses, seed):
    """The machine takes the processor away now and then: `pauses` has the lengths in µs, and the seconds in which they were seen."""
    lengths = pauses["lengths_us"]
    if not lengths:
        return
    dice = random.Random(seed)
    mean = pauses["seconds"] * 1e6 / pauses["count"]

    def pause():
        processor.submit(PAUSE, dice.choice(lengths), nothing)
        clock.after(dice.expovariate(1 / mean), pause)

    clock.after(dice.expovariate(1 / mean), pause)
