# SPDX-License-Identifier: EUPL-1.2
"""Which threads run first: those that answer. Indexing gives way to them, and still goes on when they are busy.

Scheduling is not measured here, because other work on the machine would change the figures (`bench/changes.py` does that).
The kernel says of each thread what it has asked for, how nice it is and how much processor time it has used.
"""

import collections
import contextlib
import http.client
import multiprocessing
import os
import statistics
import time
from pathlib import Path

import server
from waiting import comes
from world import API, Applying, Server, batch_text, make_register, org_number, upsert

ENTITIES = 30_000
BATCHES, CHANGES = 30, 100
BATCH, IDLE = 3, 5  # The policies of threads that give way, SCHED_BATCH and SCHED_IDLE.
NICEST = 19
LEAST_SHARE = 0.8  # Of the server's processor time; the rest is for the few look-ups of this driver.
SLOW_S = 0.6  # Of a large page on a full processor; 0.02 s where threads of pools have usual turns, 1.3 s and more where they have long ones.
LATE_S = 20.0  # After this a batch counts as lost.
BASE_S = 60.0  # Until a base is made on full processors; about 15 s, of which the thread that tries first gets 10.
CROWD_S = 5.0  # Until a batch is seen next to a crowd of look-ups; 0.6 s on a machine with much other work.


def threads_of(pid):
    """Maps each thread to whether it gives way, by its policy and perhaps a niceness above that of this driver, and to the ticks it has used."""
    found = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        fields = (thread / "stat").read_text().rsplit(")", 1)[1].split()
        policy, niceness = int(fields[38]), int(fields[16])
        gives_way = policy == IDLE or (policy == BATCH and (niceness > os.getpriority(os.PRIO_PROCESS, 0) or niceness == NICEST))
        found[thread.name] = (gives_way, int(fields[11]) + int(fields[12]))
    return found


def ticks_of(before, after):
    """Counts the ticks between, of threads that give way (True) and of the others."""
    used = collections.Counter()
    for thread, (gives_way, ticks) in after.items():
        used[gives_way] += ticks - before.get(thread, (gives_way, 0))[1]
    return used


def count_endlessly(processor):
    """Keeps one processor busy, until it is ended."""
    os.sched_setaffinity(0, {processor})
    while True:
        pass


@contextlib.contextmanager
def busy_processors(processors):
    """Keeps these processors busy, each by three processes."""
    busy = [multiprocessing.Process(target=count_endlessly, args=(processor,), daemon=True) for processor in processors for _ in range(3)]
    for process in busy:
        process.start()
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.join()


def ask_endlessly(port, ready):
    """Looks up one record after the other, until it is ended."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    while True:
        connection.request("GET", f"{API}enheter/{org_number(1)}")
        connection.getresponse().read()
        ready.set()


class Precedence:
    def __init__(self, program, report, folder):
        self._program = program
        self._report = report
        self._store = folder / "store/register"
        self._turn = 0

    def run(self):
        make_register(self._program, self._store, ENTITIES)
        with Server(self._program, self._store) as running:
            self._port = running.port
            applying = Applying(self._program, self._store)
            self._apply(applying)
            quiet = self._follow(running.pid, applying)
            writing = threads_of(applying.pid)
            self._report.check(all(gives_way for gives_way, _ in writing.values()), f"a writer does not give way: {writing}")
            with self._crowd():
                crowded = max(self._apply(applying) for _ in range(5))
            with busy_processors(os.sched_getaffinity(0)):
                base = self._new_base(applying)
            slowness = server.slowness(self._program)
            self._report.check(crowded < CROWD_S * slowness, f"next to a crowd of look-ups a batch is seen after {crowded:.2f} s")
            self._report.check(base < BASE_S * slowness, f"on full processors a base is made after {base:.0f} s")
            applying.finish()
            slow = self._full_processor(running.pid)
        return f"{BATCHES} batches of {CHANGES} followed, {quiet:.0%} by threads that give way; next to a crowd of look-ups, one was seen after {crowded:.2f} s, "\
               f"a base was made on full processors after {base:.0f} s; "\
               f"a large page took {slow:.2f} s on a full processor"

    def _follow(self, pid, applying):
        """Returns the share of the processor time that threads used that give way."""
        before = threads_of(pid)
        for _ in range(BATCHES):
            self._apply(applying)
        used = ticks_of(before, threads_of(pid))
        share = used[True] / max(1, sum(used.values()))
        self._report.check(share >= LEAST_SHARE, f"indexing does not give way: {dict(used)} ticks by whether the thread does")
        return share

    @contextlib.contextmanager
    def _crowd(self):
        """Keeps all processors busy with look-ups."""
        ready = [multiprocessing.Event() for _ in range(2 * os.cpu_count())]
        asking = [multiprocessing.Process(target=ask_endlessly, args=(self._port, event), daemon=True) for event in ready]
        for process in asking:
            process.start()
        for event in ready:
            event.wait(LATE_S)
        try:
            yield
        finally:
            for process in asking:
                process.kill()
                process.join()

    def _new_base(self, applying):
        """Applies so many changes that the entities get a new base; returns the seconds until it has its name."""
        base = self._store / "segments/entities.segment"
        before, begun = base.stat().st_ino, time.monotonic()
        for _ in range(BATCHES):
            self._apply(applying)
        comes(lambda: base.stat().st_ino != before, BASE_S * server.slowness(self._program))
        return time.monotonic() - begun

    def _full_processor(self, pid):
        """Returns the median time of a large page while the server has one processor, together with three busy processes."""
        processor = min(os.sched_getaffinity(0))
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {processor})
        with busy_processors([processor]):
            slow = statistics.median(self._page_s() for _ in range(9))
        self._report.check(slow < SLOW_S * server.slowness(self._program), f"a large page takes {slow:.2f} s on a full processor")
        return slow

    def _page_s(self):
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        try:
            connection.request("GET", f"{API}enheter?size=1000")
            answer = connection.getresponse()
            answer.read()
            self._report.check(answer.status == 200, f"a large page answers {answer.status} on a full processor")
        finally:
            connection.close()
        return time.monotonic() - begun

    def _apply(self, applying):
        """Applies a batch; returns the seconds until it was seen."""
        self._turn += 1
        name = f"ENDRING {self._turn}"
        numbers = [org_number(1 + (self._turn * CHANGES + place) % (ENTITIES - 1)) for place in range(CHANGES)]
        applying.apply(batch_text(f"turn-{self._turn}", [upsert(number, name) for number in numbers]))
        begun = time.monotonic()
        seen = comes(lambda: name in self._body(numbers[-1]), LATE_S)
        self._report.check(seen, f"batch {self._turn} is not seen after {LATE_S} s")
        return time.monotonic() - begun

    def _body(self, number):
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        try:
            connection.request("GET", f"{API}enheter/{number}")
            return connection.getresponse().read().decode()
        finally:
            connection.close()


def run(program, report, folder, options):
    del options
    return Precedence(program, report, Path(folder)).run()
