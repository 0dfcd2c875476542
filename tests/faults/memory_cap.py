# SPDX-License-Identifier: EUPL-1.2
"""A server in a group of processes that may use little memory: it may refuse work, but it is never killed.

The group is a control group of this machine (needs root and a memory controller that can be written). Its files are
all made meanwhile, streams are read slowly, and the dearest requests are sent by many clients; look-ups must go on.
--entities makes the register of the full size (1,170,000), for which the limit is 2 GiB; --register takes a copy of one.
"""

import http.client
import json
import shutil
import threading
import time
from pathlib import Path

import server
import world
from world import API

PLACES = (Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup"))
LIMIT_MB = {True: 2048, False: 256}
CLIENTS = 40
SECONDS = {True: 120, False: 10}
LONG = 100_000  # From here on a register is large.
LATE_S = 30
FILES_S = 1200  # The files must be there by then, next to the clients.
ASKED_FILES = 50  # So many look-ups lie between two questions for the files.


class Group:
    """A control group with a limit of memory, of either version."""

    def __init__(self, name, limit_mb):
        self._is_first = (PLACES[0] / "memory.limit_in_bytes").exists()
        self._folder = (PLACES[0] if self._is_first else PLACES[1]) / name
        self._limit = limit_mb << 20

    def __enter__(self):
        self._folder.mkdir()
        (self._folder / ("memory.limit_in_bytes" if self._is_first else "memory.max")).write_text(str(self._limit), encoding="ascii")
        return self

    def take(self, pid):
        (self._folder / "cgroup.procs").write_text(str(pid), encoding="ascii")

    def killed(self):
        text = (self._folder / ("memory.oom_control" if self._is_first else "memory.events")).read_text(encoding="ascii")
        return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("oom_kill "))

    def __exit__(self, *_):
        for _ in range(50):
            try:
                return self._folder.rmdir()
            except OSError:
                time.sleep(0.1)


class Client(threading.Thread):
    """Asks for what needs most memory, and reads some of it slowly."""

    DEAR = ("enheter?size=10000", "enheter/lastned?sort=navn", "underenheter/lastned?sort=navn", "enheter?navn=a*&size=1000",
            "oppdateringer/enheter?size=10000&includeChanges=true", "enheter/lastned/regneark?sort=navn")

    def __init__(self, index, port, over):
        super().__init__(daemon=True)
        self._index, self._port, self._over = index, port, over
        self.answers, self.refused, self.wrong = 0, 0, []

    def run(self):
        while not self._over.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=LATE_S)
            try:
                connection.request("GET", API + self.DEAR[self._index % len(self.DEAR)])
                answer = connection.getresponse()
                while answer.read(1 << 16) and not self._over.is_set():
                    time.sleep(0.02 * (self._index % 3))
                self.answers += 1
                self.refused += answer.status in (429, 503)
                if answer.status not in (200, 400, 429, 503):
                    self.wrong.append(answer.status)
            except (OSError, http.client.HTTPException):
                self.refused += 1  # A client that is cut off because the memory for its answer is short.
            connection.close()
            self._index += 1


def files_made(port):
    """Returns whether the manifest lists all files."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LATE_S)
    connection.request("GET", server.MANIFEST)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status == 200 and len(json.loads(body)["files"]) == server.FILE_COUNT


def look_ups(port, numbers, seconds):
    """Returns the statuses of look-ups at 50 a second for so long and until all files are made, the slowest in seconds, and when the files were."""
    statuses, slowest = {}, 0
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LATE_S)
    start, made_s = time.monotonic(), None
    place = 0
    while (made_s is None and time.monotonic() < start + FILES_S) or time.monotonic() < start + seconds:
        if made_s is None and place % ASKED_FILES == 0 and files_made(port):
            made_s = time.monotonic() - start
        begun = time.monotonic()
        connection.request("GET", f"{API}enheter/{numbers[place % len(numbers)]}")
        answer = connection.getresponse()
        answer.read()
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
        slowest = max(slowest, time.monotonic() - begun)
        place += 1
        time.sleep(0.02)
    return statuses, slowest, made_s


def run(program, report, folder, options):
    if not (PLACES[0] / "memory.limit_in_bytes").exists() and not (PLACES[1] / "cgroup.controllers").exists():
        return "skipped: this machine has no memory controller"
    store, is_large = Path(folder) / "register", options.entities >= LONG
    if options.register:
        shutil.copytree(options.register, store, ignore=shutil.ignore_patterns("files"))
    else:
        make(program, store, Path(folder) / "generated", options.entities)
    try:
        with Group(f"orgreg-{time.monotonic_ns()}", LIMIT_MB[is_large]) as group:
            return in_group(program, report, store, group, is_large)
    except PermissionError as refusal:
        return f"skipped: {refusal}"


def make(program, store, files, entities):
    server.must_generate(program, files, entities)
    server.must_import(program, store, "entities", [files / "enheter_alle.json.gz"])
    server.must_import(program, store, "sub-entities", [files / "underenheter_alle.json.gz"])


def in_group(program, report, store, group, is_large):
    with world.Server(program, store, env={"ORGREG_LOOKUPS_PER_SECOND": "0"}) as running:
        group.take(running.pid)
        numbers = first_numbers(running.port)
        over = threading.Event()
        clients = [Client(index, running.port, over) for index in range(CLIENTS)]
        for client in clients:
            client.start()
        statuses, slowest, made_s = look_ups(running.port, numbers, SECONDS[is_large])
        over.set()
        report.check(made_s is not None, f"not all files were made in {FILES_S} s")
        for client in clients:
            client.join(LATE_S + 10)
            report.check(not client.wrong and not client.is_alive(), f"client: {client.wrong[:3]}")
        report.check(set(statuses) == {200}, f"look-ups got {statuses}")
        report.check(group.killed() == 0, "the system killed a process of the group")
        report.check(running.alive(), "the server lives")
        report.check(running.stop() == 0, f"the server stops: {running.errors()[-2000:]}")
    return (f"{LIMIT_MB[is_large]} MB: {sum(client.answers for client in clients)} dear answers, "
            f"{sum(client.refused for client in clients)} refused or cut off; {statuses} look-ups, the slowest {slowest * 1000:.0f} ms; "
            f"all files were made after {made_s or FILES_S:.0f} s")


def first_numbers(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LATE_S)
    connection.request("GET", f"{API}enheter?size=100")
    found = json.loads(connection.getresponse().read())
    connection.close()
    return [unit["organisasjonsnummer"] for unit in found["_embedded"]["enheter"]]
