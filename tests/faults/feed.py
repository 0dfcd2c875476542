# SPDX-License-Identifier: EUPL-1.2
"""D6, D7: eight writers, four pollers, and kills. The feed is the truth; batches are seen whole.

Each writer owns 50 units and writes one marker into all of them with each batch. A reader never
sees the marker in only some of them, whichever way it asks. The pollers ask by id (one for each
kind), by time, and as a mirror that looks each unit up; what they saw is compared with what
was acknowledged. Writers and the server are killed all the time.
"""

import http.client
import json
import multiprocessing
import random
import socket
import threading
import time
from pathlib import Path

import server
from watchers import poll_by_id, poll_by_time, poll_mirror, watch_markers
from world import (FAR_S, KINDS, Applying, Server, batch_text, check_sound, delete, make_register, org_number,
                   read_store, sub_number, upsert)
from waiting import comes

WRITERS, UNITS = 8, 50
# An update must be seen this soon after the acknowledgement; the limit for p99 is 100 ms on a quiet machine.
LATE_S = 10.0


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Writer(threading.Thread):
    """Sends its batches in order, each until it is acknowledged."""

    def __init__(self, index, driver, batches):
        super().__init__(daemon=True)
        self.kind = "sub-entity" if index % 2 else "entity"
        number = sub_number if index % 2 else org_number
        self.numbers = [number(1 + index * UNITS + i) for i in range(UNITS)]
        self.acknowledged = []  # (acknowledgement, monotonic time)
        self._index = index
        self._driver = driver
        self._left = batches
        self._applying = None
        self._lock = threading.Lock()

    def operations(self, turn):
        """Every seventh batch deletes all fifty, so that a reader of all finds none of them."""
        if turn % 7 == 6:
            return [delete(number, kind=self.kind) for number in self.numbers]
        return [upsert(number, f"MERKE{self._index} T{self._index}X{turn}", self.kind) for number in self.numbers]

    def run(self):
        for turn in range(self._left):
            text = batch_text(f"writer-{self._index}-{turn}", self.operations(turn))
            while True:
                acknowledged = self._try(text)
                if acknowledged:
                    self.acknowledged.append((acknowledged, time.monotonic()))
                    break
        with self._lock:
            if self._applying:
                self._applying.finish()

    def _try(self, text):
        with self._lock:
            self._applying = self._applying or Applying(self._driver.program, self._driver.store)
        acknowledged = self._applying.apply(text)
        if acknowledged is None:
            with self._lock:
                code, errors = self._applying.finish(), self._applying.errors
                self._applying = None
            self._driver.ends.append((code, errors))
        return acknowledged

    def kill(self):
        with self._lock:
            if self._applying and self.is_alive():
                self._applying.kill()


class Feed:
    def __init__(self, program, report, folder, seed):
        self.program = program
        self.store = folder / "store/register"
        self.ends = []  # How processes of writers ended early: (code, errors).
        self._report = report
        self._random = random.Random(seed)
        self._port = free_port()
        self._kills = self._server_kills = 0

    def run(self, events):
        make_register(self.program, self.store, 1 + WRITERS * UNITS, 1 + WRITERS * UNITS)
        self._start()
        writers = [Writer(i, self, max(1, events // (WRITERS * UNITS))) for i in range(WRITERS)]
        stop, results = multiprocessing.Event(), multiprocessing.Queue()
        watchers = self._start_watchers(writers, stop, results)
        for writer in writers:
            writer.start()
        self._disturb(writers)
        for writer in writers:
            writer.join()
        acknowledged = sorted((pair for writer in writers for pair in writer.acknowledged), key=lambda p: p[0]["commit"])
        last = max(pair[0]["lastUpdate"] for pair in acknowledged)
        comes(lambda: self._served(last), LATE_S)
        time.sleep(0.5)
        stop.set()
        seen = dict(results.get(timeout=FAR_S) for _ in watchers)
        for watcher in watchers:
            watcher.join()
        return self._check(acknowledged, seen)

    def _start(self):
        self._server = Server(self.program, self.store, self._port)
        self._server.__enter__()

    def _start_watchers(self, writers, stop, results):
        owners = [(writer.kind, writer.numbers, i) for i, writer in enumerate(writers)]
        jobs = [(poll_by_id, ("enheter",)), (poll_by_id, ("underenheter",)), (poll_by_time, ("enheter",)),
                (poll_mirror, ("underenheter",)), (watch_markers, (owners,))]
        watchers = [multiprocessing.Process(target=job, args=(self._port, stop, results, *more), daemon=True)
                    for job, more in jobs]
        for watcher in watchers:
            watcher.start()
        return watchers

    def _disturb(self, writers):
        while any(writer.is_alive() for writer in writers):
            time.sleep(self._random.uniform(0.02, 0.15))
            self._random.choice(writers).kill()
            self._kills += 1
            if self._kills % 30 == 0:
                self._server.kill()
                self._server_kills += 1
                self._start()

    def _served(self, last):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=FAR_S)
        newest = 0
        for word in ("enheter", "underenheter"):
            connection.request("GET", f"/enhetsregisteret/api/oppdateringer/{word}?size=1&sort=id,DESC")
            page = json.loads(connection.getresponse().read())
            for rows in page.get("_embedded", {}).values():
                newest = max(newest, rows[0]["oppdateringsid"])
        connection.close()
        return newest >= last

    def _check(self, acknowledged, seen):
        for code, errors in self.ends:
            self._report.check(code == -9, f"a writer ended: {code} {errors}")
        expected = [i for pair in acknowledged for i in range(pair[0]["firstUpdate"], pair[0]["lastUpdate"] + 1)]
        updates = read_store(self.store)[1]
        self._report.check(expected == list(range(1, len(updates) + 1)),
                           f"acknowledged updates are all, once, in order: {len(expected)} of {len(updates)}")
        waits = []
        for name in ("poll_by_id enheter", "poll_by_id underenheter", "poll_by_time enheter",
                     "poll_mirror underenheter"):
            self._check_poller(name, seen[name], updates, acknowledged, waits)
        mirror = seen["poll_mirror underenheter"]["problems"]
        self._report.check(not mirror, f"the mirror: {len(mirror)} {mirror[:3]}")
        markers = seen["watch_markers"]
        self._report.check(not markers["torn"], f"torn reads: {len(markers['torn'])} {markers['torn'][:3]}")
        self._report.check(self._server.stop() == 0, "the server ends well")
        check_sound(self._report, "feed, at the end", self.program, self.store)
        waits.sort()
        return (f"{len(updates)} updates in {len(acknowledged)} batches, {len(self.ends)} kills of writers, "
                f"{self._server_kills} of the server, {sum(map(len, (s.get('rows', ()) for s in seen.values())))} updates "
                f"polled, {markers['reads']} whole reads of 50 units ({markers['full']} times all, {markers['none']} none), "
                f"seen after {waits[len(waits) // 2] * 1000:.0f} ms p50, {waits[len(waits) * 99 // 100] * 1000:.0f} ms p99, "
                f"{waits[-1] * 1000:.0f} ms at most")

    def _check_poller(self, name, seen, updates, acknowledged, waits):
        word = name.split()[1]
        tbl = next(t for w, _, t in KINDS.values() if w == word)
        truth = [(row[0], f"{row[3]:09d}", row[4]) for row in updates if row[1] == tbl]
        rows = [tuple(row[:3]) for row in seen["rows"]]
        first = next((i for i, pair in enumerate(zip(rows, truth, strict=False)) if pair[0] != pair[1]), None)
        self._report.check(rows == truth, f"{name}: saw {len(rows)} of {len(truth)} updates, first difference {first}: "
                                          f"{rows[first or 0:][:2]} {truth[first or 0:][:2]}")
        self._report.check(not seen["changed"], f"{name}: other content on repetition: {seen['changed'][:3]}")
        times = [row[3] for row in seen["rows"]]
        self._report.check(times == sorted(times), f"{name}: dato goes back")
        at = {row[0]: row[4] for row in seen["rows"]}
        late = [(pair[0]["lastUpdate"], at[pair[0]["lastUpdate"]] - pair[1]) for pair in acknowledged
                if pair[0]["lastUpdate"] in at]
        waits += [max(0.0, wait) for _, wait in late]
        worst = max(late, key=lambda p: p[1], default=(0, 0))
        self._report.check(worst[1] < LATE_S * server.slowness(self.program), f"{name}: update {worst[0]} was seen after {worst[1]:.1f} s")


def run(program, report, folder, options):
    return Feed(program, report, Path(folder), options.seed).run(options.events)
