# SPDX-License-Identifier: EUPL-1.2
"""From the acknowledgement of a change to its visibility, and look-ups meanwhile.

Batches of 100 go to one `orgreg apply -` at fixed times, whether the last one was acknowledged or not. The
last change of each has a unique name. Three watchers, each a process with one connection, wait
for the receipts and then ask every millisecond: for the record, for its name, for the update. Without them, a client
looks up records at fixed times, before such changes (quiet), during them, and during them while the server builds a base:
once all processes may use all processors, and once the server and `orgreg apply` have one of them, and everything that
measures has the others.
"""

import contextlib
import multiprocessing
import os
import random
import sys
import threading
import time

import measure
from applying import Applying
from asking import Asking

API = "/enhetsregisteret/api/"
BATCH = 100
PAUSE_S = 0.001
LOOKUP_PERIOD_S = 0.002
LOOKUPS_OF = 1000  # Numbers in turn.
LATE_S = 30.0  # After this the change counts as lost.
BASE_SHARE = 24  # Somewhat more of the register than the share at which it is indexed again (kBaseShare of app/catalog/layer_stack.h).
PART = 10_000  # Of the changes that make it do that, in a batch.
BEGINNING_S = 1.0  # Until the server has begun to build it.
BASE_LATE_S = 600.0
WATCHERS = ("look-up", "search by name", "feed")


def question(way, seen):
    """Returns a path, and the bytes that only the right answer has."""
    number, word, update = seen
    return {"look-up": (f"enheter/{number}", word.encode()),
            # The URL of the request is part of the answer, so the name is not used.
            "search by name": (f"enheter?navn={word}&size=1", f'"organisasjonsnummer":"{number}"'.encode()),
            "feed": (f"oppdateringer/enheter?oppdateringsid={update}&size=1", f'"oppdateringsid":{update},'.encode())}[way]


def watch(way, port, receipts, waits):
    """Gets (time of the receipt, expected change), then None; sends the seconds of each."""
    asking, found = Asking(port), []
    while (given := receipts.recv()) is not None:
        acknowledged, seen = given
        path, sign = question(way, seen)
        request = asking.request(API + path)
        while sign not in asking.send(request)[1]:
            if time.monotonic() > acknowledged + LATE_S:
                break
            time.sleep(PAUSE_S)
        found.append(time.monotonic() - acknowledged)
    waits.send(found)


def look_up(port, numbers, seconds, waits):
    """Asks at fixed times; a late answer does not delay the next request. What is measured is the server, not how long a client on the same machine waits for a processor."""
    measure.take_short_turns()
    asking, found = Asking(port), []
    requests = [asking.request(f"{API}enheter/{number}") for number in numbers]
    begun = time.monotonic()
    for turn in range(int(seconds / LOOKUP_PERIOD_S)):
        at = begun + turn * LOOKUP_PERIOD_S
        time.sleep(max(0.0, at - time.monotonic()))
        sent = time.monotonic()
        status, _ = asking.send(requests[turn % len(requests)])
        # Counts from the due time, if a late answer before it made it wait.
        waited = sent - at if sent - at > LOOKUP_PERIOD_S else 0.0
        found.append(time.monotonic() - sent + waited)
        if status != 200:
            raise SystemExit(f"look-up of {requests[turn % len(requests)]}: {status}")
    waits.send(found)


class Process:
    """A function in a process of its own, with a pipe to it and one from it."""

    def __init__(self, function, *arguments):
        self._results, results = multiprocessing.Pipe(duplex=False)
        self._process = multiprocessing.Process(target=function, args=(*arguments, results), daemon=True)
        self._process.start()
        results.close()

    def result(self):
        found = self._results.recv()
        self._process.join()
        return found


def look_ups(port, changing, seconds):
    numbers = random.Random(1).sample(changing.numbers, min(LOOKUPS_OF, len(changing.numbers)))
    return Process(look_up, port, numbers, seconds)


def measure_visibility(program, store, port, changing, plan):
    """`plan` has the seconds and the changes a second; returns lists of seconds by name."""
    pipes = [multiprocessing.Pipe(duplex=False) for _ in WATCHERS]
    watchers = [Process(watch, way, port, pipe[0]) for way, pipe in zip(WATCHERS, pipes)]
    figures = apply_steadily(program, store, changing, plan, [pipe[1] for pipe in pipes])
    for _, end in pipes:
        end.send(None)
    figures["seen"] = {way: watcher.result() for way, watcher in zip(WATCHERS, watchers)}
    return figures


def measure_look_ups(program, store, served, changing, plan):
    """Maps each placement to the seconds of quiet look-ups and of those during changes. `served` has the server's process and its port."""
    pid, port = served
    placements = {"all on all processors": contextlib.nullcontext}
    if len(os.sched_getaffinity(0)) > 1:
        placements["server and writer on one processor, clients on the others"] = lambda: measure.apart([pid])
    figures = {}
    for name, place in placements.items():
        # Upon a new base, the changes that are measured first are too few for another.
        before = base_of(store)
        begin_base(program, store, changing)
        await_base(store, before)
        measure.await_rest(pid)
        with place() as processors:
            looked = {"quiet": look_ups(port, changing, plan.quiet_s).result()}
            for during in ("during the changes", "during the changes, while a base is built"):
                if len(looked) > 1:
                    begin_base(program, store, changing)
                looking = look_ups(port, changing, plan.quiet_s)
                apply_steadily(program, store, changing, plan._replace(seconds=plan.quiet_s), [], processors)
                looked[during] = looking.result()
            figures[name] = looked
    return figures


def base_of(store):
    """Identifies the file of the entities' base."""
    return (store / "segments/entities.segment").stat().st_ino


def await_base(store, before):
    late = time.monotonic() + BASE_LATE_S
    while base_of(store) == before:
        if time.monotonic() > late:
            sys.exit("the server has built no base of the entities")
        time.sleep(BEGINNING_S)


def begin_base(program, store, changing):
    """Applies so many changes that the server begins to build a base."""
    with Applying(program, store) as applying:
        for _ in range(changing.entities // BASE_SHARE // PART + 1):
            applying.send(changing.batch(PART)[0])
            applying.receipt()
    time.sleep(BEGINNING_S)


def apply_steadily(program, store, changing, plan, watchers, processors=None):
    """Returns the rate and the seconds from the sending to the acknowledgement. The writer is kept on `processors`."""
    sent, acknowledged = [], []
    expected = []

    def read(applying, batches):
        for turn in range(batches):
            receipt = applying.receipt()
            now = time.monotonic()
            number, word = expected[turn]
            for watcher in watchers:
                watcher.send((now, (number, word, receipt["lastUpdate"])))
            acknowledged.append(now)

    batches = int(plan.seconds * plan.changes_a_second / BATCH)
    texts = []
    for turn in range(batches):
        word = f"SYNLIG{turn:05d}QZ"
        text, number = changing.batch(BATCH, word)
        texts.append(text)
        expected.append((number, word))
    with Applying(program, store) as applying:
        if processors:
            measure.place([applying.pid], processors)
        reader = threading.Thread(target=read, args=(applying, batches))
        reader.start()
        begun = time.monotonic()
        for turn, text in enumerate(texts):
            time.sleep(max(0.0, begun + turn * BATCH / plan.changes_a_second - time.monotonic()))
            sent.append(time.monotonic())
            applying.send(text)
        reader.join()
    if len(acknowledged) != batches:
        sys.exit("orgreg apply ended before all batches were acknowledged")
    seconds = acknowledged[-1] - sent[0]
    return {"changes a second": batches * BATCH / seconds,
            "acknowledged": [end - start for start, end in zip(sent, acknowledged)]}
