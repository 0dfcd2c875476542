# SPDX-License-Identifier: EUPL-1.2
"""Slow clients of every kind, and many: others do not notice them, memory stays bounded, and their deadlines end them.

A slow reader gets the beginning of the right answer, however it ends.
"""

import contextlib
import time

import crowded
import waiting
from crowded import ATTACKER, PUBLIC, Crowd, Peak, addresses, get
from process_group import process_group

PAGE = f"{PUBLIC}/enheter?size=10000"
FILE = f"{PUBLIC}/enheter/lastned/csv"
SLOW_RATE = 750  # 24 of them take 18 KB a second.
DRIP_S = 1.5
HEAD_S = 10  # The server's own deadlines.
BODY_S = 30
STALL_S = 30  # Nothing read.
ANSWER_S = 62  # Less than the least rate for this long.
LATE_S = 4  # A deadline may be noticed this much later.
THREADS, READERS = 24, 500
# More than one address may ask otherwise, so that it is not these limits that keep the crowd out.
ANY = ["--connections-per-address", 2000, "--lookups-per-second", 0]
MEMORY_MB = 300


class Kinds:
    """Groups of slow clients of one kind each."""

    def __init__(self, running, folder):
        self._host = running.host
        self._truths = {}
        for name, path in (("page", PAGE), ("file", FILE), ("unit", running.unit_path)):
            self._truths[name] = folder / f"{name}.body"
            self._truths[name].write_bytes(running.ask(path)[1])
        self._unit = running.unit_path

    def heads(self, count, sources):
        head = get(self._unit, self._host, "X-Long: " + "x" * 1000)
        return {"name": "heads", "connections": count, "addresses": sources, "request": head, "at_once": 20, "drip_s": DRIP_S}

    def bodies(self, count, sources):
        head = get(self._unit, self._host, "Content-Length: 10000")
        return {"name": "bodies", "connections": count, "addresses": sources, "request": head + "x" * 10000, "at_once": len(head),
                "drip_s": DRIP_S}

    def pages(self, count, sources):
        return self._readers("pages", count, sources, PAGE, "page")

    def files(self, count, sources):
        return self._readers("files", count, sources, FILE, "file")

    def stalled(self, count, sources):
        return {**self.files(count, sources), "read_rate": 0}

    def look_ups(self, count, sources):
        return {**self._readers("look-ups", count, sources, self._unit, "unit"), "times": 1000}

    def _readers(self, name, count, sources, path, truth):
        return {"name": name, "connections": count, "addresses": sources, "request": get(path, self._host), "read_rate": SLOW_RATE,
                "truth": str(self._truths[truth])}

    def every(self, count, sources):
        return [make(count, sources) for make in (self.heads, self.bodies, self.pages, self.files, self.look_ups)]


def check_answers(report, title, crowds):
    """Checks that all bytes are part of the right answer, and that some clients of each kind connected."""
    for crowd in crowds:
        for group in crowd.results:
            report.check(group["wrong"] == 0 and group["broken"] == 0,
                         f"{title}: {group['wrong']} of {group['name']} got something else than the answer, {group['broken']} no HTTP")
            report.check(group["connected"] > 0, f"{title}: none of {group['name']} was let in")
            strange = set(group["statuses"]) - {"200", "408", "503"}
            report.check(not strange, f"{title}: {group['name']} got {strange}")


def attack(scene, kinds, turns):
    many = 200 if turns.is_long else 40
    for title, make in (("24 readers of 10,000 records from 1", lambda: [kinds.pages(24, [ATTACKER])]),
                        (f"{5 * many} slow clients from 1", lambda: kinds.every(many, [ATTACKER])),
                        (f"{5 * many} slow clients from 100", lambda: kinds.every(many, addresses(100)))):
        if turns.wants(title) and (turns.is_long or len(make()) > 1):
            check_answers(scene, title, scene.attack(title, make()))


def measure_memory(report, register, turns, kinds_of):
    """Measures the memory of a server with many threads, without other clients."""
    readers = READERS if turns.is_long else 60
    for count in (1, 100) if turns.is_long else (100,):
        if not turns.wants("memory"):
            return
        with contextlib.ExitStack() as limits, \
                crowded.Serving(register.program, register.store, crowded.cores_of("shared")[0], ["--threads", THREADS, *ANY]) as running:
            running.await_files()
            kinds = kinds_of(running)
            idle, sockets_idle = running.memory_mb(), crowded.socket_memory_mb()
            group = limits.enter_context(process_group("memory"))
            if group is not None:
                # The limit counts from now on: with more the system ends it.
                group.set("memory.limit_in_bytes", MEMORY_MB << 20)
                group.take(running.pid)
            groups = [kinds.pages(readers, [ATTACKER] if count == 1 else addresses(count))]
            with Peak(running.memory_mb) as peak, Peak(crowded.socket_memory_mb) as sockets, \
                    Crowd(running.port, groups, crowded.cores_of("shared")[1]) as crowd:
                time.sleep(10 if turns.is_long else 1.5)
                with contextlib.suppress(OSError):
                    running.ask(running.unit_path)
            title = f"memory: {readers} readers of 10,000 records from {count}, {THREADS} threads"
            report.check(running.alive(), f"{title}: the server has ended")
            more = peak.most - idle
            report.check(more <= MEMORY_MB, f"{title}: {more:.0f} MB over idle, more than {MEMORY_MB}")
            check_answers(report, title, [crowd])
            back = waiting.comes(lambda running=running, idle=idle: running.memory_mb() <= idle + running.grown_mb, crowded.GIVEN_BACK_S)
            report.check(back, f"{title}: {running.memory_mb():.0f} MB when they are gone, {idle:.0f} before")
            turns.show(f"{title}{'' if group is None else f', limited to {MEMORY_MB} MB more'}: {more:.0f} MB over {idle:.0f} MB idle, {running.memory_mb():.0f} MB afterwards; "
                       f"sockets {sockets.most - sockets_idle:.0f} MB; {crowd.text()}")


def cut(report, register, turns, kinds_of):
    """Runs each kind alone and measures when the server has disconnected the last of them."""
    if not turns.wants("cut"):
        return
    head_s = HEAD_S if turns.is_long else 2
    with crowded.Serving(register.program, register.store, crowded.cores_of("shared")[0], ["--head-timeout-s", head_s, *ANY]) as running:
        running.await_files()
        kinds = kinds_of(running)
        tried = [("heads", kinds.heads, head_s)]
        if turns.is_long:
            tried += [("bodies", kinds.bodies, BODY_S), ("who takes no file", kinds.stalled, STALL_S), ("pages", kinds.pages, ANSWER_S),
                      ("look-ups", kinds.look_ups, ANSWER_S)]
        count = 1000 if turns.is_long else 100
        for name, make, deadline_s in tried:
            before = running.descriptors()
            with Crowd(running.port, [make(count, addresses(100))], crowded.cores_of("shared")[1]) as crowd:
                begun = time.monotonic()
                gone = waiting.comes(lambda before=before: running.descriptors() <= before + 1, deadline_s + LATE_S)
                took = time.monotonic() - begun
            report.check(gone, f"cut: {running.descriptors() - before} of {name} are there after {took:.0f} s")
            check_answers(report, f"cut {name}", [crowd])
            turns.show(f"cut: {name} gone after {took:.1f} s; {crowd.text()}")


def run(program, report, folder, options):
    turns = crowded.Turns(options)
    register = crowded.Register(program, folder, 20_000 if turns.is_long else 4_000)

    def kinds_of(running):
        running.unit_path = f"{PUBLIC}/enheter/{register.numbers[0]}"
        return Kinds(running, register.folder)

    for mode in turns.modes:
        with crowded.scene(report, register, mode, turns, ANY) as scene:
            attack(scene, kinds_of(scene.running), turns)
    measure_memory(report, register, turns, kinds_of)
    cut(report, register, turns, kinds_of)
    return turns.summary()
