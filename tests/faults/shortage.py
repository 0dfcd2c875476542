# SPDX-License-Identifier: EUPL-1.2
"""A lack of threads or of memory ends no process.

A server runs in a group of processes that may have no more threads (a cgroup, needs root), then with so little
address space that memory runs out at some point. Batches of 3,000 operations
are applied meanwhile. The process continues, every batch is acknowledged, and is seen within a
second after the shortage; if only threads are short, within a second of its acknowledgement.
Commands that cannot make a thread end with a message and an exit code.
"""

import contextlib
import os
import re
import resource
import socket
import subprocess
import time
from pathlib import Path

import server
from client import Client
from process_group import process_group
from world import API, Applying, Server, batch_text, make_register, org_number, upsert
from waiting import comes

ENTITIES, OPERATIONS = 4000, 3000
SEEN_S = 1.0
SHORT_S = 1.5  # How long there is no memory after a batch.
UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
MIB = 1 << 20
KILLED = (-6, -11, 134, 139)  # By abort or by a wrong access.


def address_space(pid):
    return int(re.search(r"VmSize:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())[1]) * 1024


class Shortages:
    def __init__(self, program, report, folder, options):
        self._program, self._report = program, report
        self._folder = folder
        self._store = folder / "register"
        self._rounds = options.shortages
        self._turn = 0
        self.slowest = {"threads": 0.0, "memory": 0.0}

    def run(self):
        make_register(self._program, self._store, ENTITIES)
        with Server(self._program, self._store) as running, process_group("pids") as group:
            if group is not None:
                group.take(running.pid)
                group.set("pids.max", group.get("pids.current"))
                for _ in range(self._rounds):
                    self._without_threads(running)
                group.set("pids.max", "max")
            # The checks in a program take memory too, and end it when there is none.
            for turn in range(self._rounds if server.slowness(self._program) == 1 else 0):
                self._without_memory(running, turn)
        with process_group("pids") as group:
            if group is not None:
                self._commands_without_threads(group)
        return group is not None

    def _apply(self):
        """Applies a batch; returns what must be seen then: path and word."""
        self._turn += 1
        word = f"KNAPT{self._turn}"
        numbers = [org_number((self._turn * 991 + i) % ENTITIES) for i in range(OPERATIONS)]
        text = batch_text(f"short-{self._turn}", [upsert(number, f"{word} N{i}") for i, number in enumerate(numbers)])
        applying = Applying(self._program, self._store)
        acknowledged = applying.apply(text)
        applying.finish()
        self._report.check(acknowledged is not None, f"{word} is not acknowledged: {applying.errors}")
        return numbers[-1], word

    def _seconds_until_seen(self, running, seen):
        begun = time.monotonic()
        number, word = seen

        def is_seen():
            try:
                status, body = Client(running.port).get(f"{API}enheter/{number}")
            except OSError:
                return False
            return status == 200 and word in body["navn"]

        comes(is_seen, 10)
        return time.monotonic() - begun

    def _check_seen(self, running, seen, kind, title):
        seconds = self._seconds_until_seen(running, seen)
        self.slowest[kind] = max(self.slowest[kind], seconds)
        self._report.check(running.alive(), f"{title}: the server has ended: {running.errors()[-2000:]}")
        self._report.check(seconds <= SEEN_S * server.slowness(self._program), f"{title}: seen after {seconds:.2f} s")

    def _without_threads(self, running):
        self._check_seen(running, self._apply(), "threads", f"batch {self._turn + 1} without threads")

    def _without_memory(self, running, turn):
        """No more memory at all, or so little that it runs out at some point."""
        room = (0, 1, 4, 16, 64)[turn % 5] * MIB
        resource.prlimit(running.pid, resource.RLIMIT_AS, (address_space(running.pid) + room, resource.RLIM_INFINITY))
        seen = self._apply()
        until = time.monotonic() + SHORT_S
        while time.monotonic() < until and running.alive():
            # It may be answered, or not.
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", running.port), timeout=0.2) as asking:
                asking.sendall(f"GET {API}enheter?size=1000&sort=navn,DESC HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                asking.recv(1 << 20)
            time.sleep(0.02)
        if running.alive():
            resource.prlimit(running.pid, resource.RLIMIT_AS, UNLIMITED)
        self._check_seen(running, seen, "memory", f"batch {self._turn} with {room // MIB} MiB of memory")

    def _commands_without_threads(self, group):
        inventory = self._folder / "entities.json"
        inventory.write_text("[]")
        commands = {"import": ["import", "entities", inventory, *server.place(self._folder / "other")],
                    "serve": ["serve", *server.place(self._store), "--port", "0"]}
        for name, arguments in commands.items():
            group.set("pids.max", "max")

            def enter():
                group.take(os.getpid())
                group.set("pids.max", "1")

            done = subprocess.run([self._program, *map(str, arguments)], preexec_fn=enter, capture_output=True,  # noqa: PLW1509
                                  text=True, timeout=60, env=server.environment(), check=False)
            self._report.check(done.returncode not in (*KILLED, 0) and "thread" in done.stderr,
                               f"{name} without threads: {done.returncode}: {done.stderr[-500:]}")


def run(program, report, folder, options):
    shortages = Shortages(program, report, Path(folder), options)
    with_threads = shortages.run()
    figures = ", ".join(f"{seconds:.2f} s without {kind}" for kind, seconds in shortages.slowest.items())
    return f"{options.shortages} batches of each kind; seen at most after {figures}" if with_threads else \
        f"{options.shortages} batches without memory (no cgroup for threads); seen at most after {figures}"
