#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The client next to a crowd sends requests at fixed times and measures each response from the time at which
its request was due. As a program it reads its plan as one line of JSON and prints its samples.

  {"port": 8080, "source": "127.0.0.2", "seconds": 10, "asked": [{"rate": 100, "questions": [[REQUEST, STATUS], ...]}, ...]}

Every second request opens a connection of its own; the others use kept ones. It runs before everything else on its
processor, like a client on a machine of its own.
"""

import contextlib
import gc
import json
import os
import selectors
import socket
import subprocess
import sys
import time
from pathlib import Path

from answers import Answers, Broken

HERE = Path(__file__).resolve().parent
SOURCE = "127.0.0.2"
LIMIT_S = 5  # After this there was no answer.
KEPT_S = 1  # A connection that was idle for longer is not used.
PART = 1 << 16


class Question:
    """One request, from its due time to its answer."""

    def __init__(self, line, due, request, wanted, is_kept):
        self.line, self.due, self.request, self.wanted, self.is_kept = line, due, request, wanted, is_kept
        self.socket, self.answers, self.is_reused, self.is_sent = None, None, False, False


class Neighbour:
    def __init__(self, plan):
        self._port, self._source = plan["port"], plan.get("source", SOURCE)
        self._seconds, self._asked = plan["seconds"], plan["asked"]
        self._selector = selectors.SelectSelector()  # Waits to the microsecond.
        self._kept, self._open = [], set()
        self.samples, self.late, self.again = [], [], 0

    def run(self):
        start = time.monotonic() + 0.01
        due = sorted((start + place / line["rate"], number, place) for number, line in enumerate(self._asked)
                     for place in range(int(line["rate"] * self._seconds)))
        due.reverse()
        while due or self._open:
            now = time.monotonic()
            while due and due[-1][0] <= now:
                at, number, place = due.pop()
                questions = self._asked[number]["questions"]
                request, wanted = questions[place % len(questions)]
                # The lengths differ, so that each request is sent in both ways.
                self._begin(Question(number, at, request.encode("latin-1"), wanted, (place + place // len(questions)) % 2 == 0))
                self.late.append(time.monotonic() - at)
            self._wait(due[-1][0] if due else now + 0.05)
        return {"samples": self.samples, "late_ms": percentile([1000 * one for one in self.late], 99), "again": self.again}

    def _wait(self, until):
        for key, _ in self._selector.select(max(0, until - time.monotonic())):
            self._on_ready(key.data)
        now = time.monotonic()
        for question in [one for one in self._open if now - one.due > LIMIT_S]:
            self._end(question, "no answer")

    def _begin(self, question):
        question.socket = self._take_kept() if question.is_kept else None
        question.is_reused = question.socket is not None
        try:
            question.socket = question.socket or self._connect()
        except OSError as error:
            self.samples.append((question.line, LIMIT_S * 1000, type(error).__name__, question.wanted))
            return
        question.answers = Answers()
        self._open.add(question)
        self._selector.register(question.socket, selectors.EVENT_WRITE, question)
        if question.is_reused:
            self._on_ready(question)

    def _connect(self):
        made = socket.socket()
        made.setblocking(False)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.bind((self._source, 0))
        made.connect_ex(("127.0.0.1", self._port))
        return made

    def _take_kept(self):
        while self._kept:
            used, kept = self._kept.pop()
            if time.monotonic() - used < KEPT_S:
                return kept
            kept.close()
        return None

    def _on_ready(self, question):
        try:
            if not question.is_sent:
                question.socket.send(question.request)
                question.is_sent = True
                self._selector.modify(question.socket, selectors.EVENT_READ, question)
                return
            data = question.socket.recv(PART)
            if not data:
                self._on_lost(question, "closed")
            elif question.answers.take(data):
                self._end(question, question.answers.status)
        except BlockingIOError:
            pass
        except (OSError, Broken) as error:
            self._on_lost(question, type(error).__name__)

    def _on_lost(self, question, what):
        """A kept connection may be closed at any time between two requests; then every client sends the request again."""
        if not question.is_reused or question.answers.status or question.answers.in_one:
            self._end(question, what)
            return
        self.again += 1
        self._leave(question)
        question.is_kept, question.is_sent = False, False
        self._begin(question)

    def _leave(self, question):
        self._open.discard(question)
        self._selector.unregister(question.socket)
        question.socket.close()

    def _end(self, question, status):
        self.samples.append((question.line, round(1000 * (time.monotonic() - question.due), 3), status, question.wanted))
        if question.is_kept and isinstance(status, int) and not question.answers.closes:
            self._open.discard(question)
            self._selector.unregister(question.socket)
            self._kept.append((time.monotonic(), question.socket))
        else:
            self._leave(question)


def percentile(values, percent):
    """Returns the smallest value that this percentage of values does not exceed; 0 if there are none."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else 0


class Figures:
    """A summary of samples of one kind."""

    def __init__(self, samples=()):
        self._ms = [ms for ms, _, _ in samples]
        self._seen = [(status, wanted) for _, status, wanted in samples]

    def add(self, other):
        self._ms, self._seen = self._ms + other._ms, self._seen + other._seen

    @property
    def count(self):
        return len(self._ms)

    @property
    def p50(self):
        return percentile(self._ms, 50)

    @property
    def p99(self):
        return percentile(self._ms, 99)

    def wrong(self):
        """Counts each thing that should not have come."""
        found = {}
        for status, wanted in self._seen:
            if status != wanted:
                found[str(status)] = found.get(str(status), 0) + 1
        return found

    def text(self):
        wrong = "".join(f", {count} × {status}" for status, count in sorted(self.wrong().items()))
        return f"p50 {self.p50:.2f} p99 {self.p99:.2f} ms of {self.count}{wrong}"


class Bounds:
    """What the neighbour may notice. p99 may always be `floor_ms`."""

    def __init__(self, times, floor_ms, authorised_ms=500):
        self.times, self.floor_ms, self.authorised_ms = times, floor_ms, authorised_ms

    def most(self, quiet):
        return max(self.times * quiet.p99, self.floor_ms)


def judge(report, title, quiet, crowded, bounds):
    """`quiet` and `crowded` are Figures of look-ups and of authorised look-ups, without the crowd and next to it."""
    for name, figures in (("quiet", quiet[0]), ("authorised, quiet", quiet[1]), ("crowded", crowded[0]), ("authorised", crowded[1])):
        wrong = figures.wrong()
        report.check(not wrong, f"{title}, {name}: {sum(wrong.values())} of {figures.count} answers are wrong: {wrong}")
    most = bounds.most(quiet[0])
    report.check(crowded[0].count > 0, f"{title}: nothing was asked")
    report.check(crowded[0].p99 <= most, f"{title}: p99 {crowded[0].p99:.1f} ms, more than {most:.1f} (quiet {quiet[0].p99:.1f})")
    report.check(crowded[1].p99 <= bounds.authorised_ms, f"{title}: authorised p99 {crowded[1].p99:.1f} ms, more than {bounds.authorised_ms}")


def ask(plan, cores):
    """Runs the neighbour; returns Figures for each line of its plan, and its report on itself."""
    done = subprocess.run([sys.executable, HERE / "neighbour.py"], input=json.dumps(plan) + "\n", capture_output=True, text=True,
                          timeout=plan["seconds"] + 60, preexec_fn=lambda: os.sched_setaffinity(0, cores))
    if done.returncode:
        raise SystemExit(f"the neighbour failed:\n{done.stderr}")
    output = json.loads(done.stdout)
    return [Figures([sample[1:] for sample in output["samples"] if sample[0] == line]) for line in range(len(plan["asked"]))], output


def go_first():
    """Runs before all processes without a fixed priority, if that is allowed."""
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


if __name__ == "__main__":
    the_plan = json.loads(sys.stdin.readline())
    go_first()
    gc.disable()
    print(json.dumps(Neighbour(the_plan).run()))
