# SPDX-License-Identifier: EUPL-1.2
"""What a start does with an existing index, and with the rests of killed processes next to the store.

A copy of the program uses the segments as they are. Another build of the same layout, which is a
copy with another identity, serves them and makes its own meanwhile. Without segments, the port
is open and requests that need data get 503, until the answer is right; never anything else.
"""

import http.client
import json
import shutil
import sys
import time
from pathlib import Path

import server
from other_build import other_build
from waiting import comes

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "faults")]

from world import Applying, batch_text, delete, make_register, org_number  # noqa: E402

ENTITIES = 6000
API = "/enhetsregisteret/api/"


def run(program, report, _store, folder):
    Starts(program, report, Path(folder) / "starts").run()


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


class Starts:
    def __init__(self, program, report, folder):
        self._program = program
        self._report = report
        self._folder = folder
        self._store = folder / "register"

    def run(self):
        make_register(self._program, self._store, ENTITIES)
        with server.Server(self._program, self._store):
            pass
        self._copy()
        self._other_build()
        self._withdrawn_meanwhile()
        self._no_index()
        self._two_servers()
        self._rests()

    def _segments(self):
        return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in self._store.glob("segments/*.segment")}

    def _copy(self):
        before = self._segments()
        with server.Server(shutil.copy(self._program, self._folder / "copy"), self._store) as running:
            time.sleep(0.5)
            self._report.check("indexed" not in running.errors(), f"a copy makes no segments: {running.errors()}")
        self._report.check(len(before) == 8 and self._segments() == before, "a copy leaves the segments as they are")

    def _other_build(self):
        before = self._segments()
        build = other_build(self._program, self._folder / "build")
        with server.Server(build, self._store, awaits_data=False) as running:
            statuses = {ask(running.port, f"{API}enheter/{org_number(1)}")[0]}
            self._report.check("another build" in running.errors(), f"it says what it serves: {running.errors()}")
            made = comes(lambda: statuses.add(ask(running.port, f"{API}enheter?size=1")[0])
                         or not set(before.values()) & set(self._segments().values()))
            self._report.check(made, f"another build makes its own segments: {before} {self._segments()}")
            self._report.check(statuses == {200}, f"another build serves from its first moment: {statuses}")
        after = self._segments()
        with server.Server(build, self._store) as running:
            time.sleep(0.5)
            self._report.check("another build" not in running.errors(), "now they are its own")
        self._report.check(self._segments() == after, "its own segments stay")

    def _withdrawn_meanwhile(self):
        """Records removed while no server runs, more than usually become a layer, and served by yet another build."""
        removed = [org_number(index) for index in range(10, 2610)]
        applying = Applying(self._program, self._store)
        receipt = applying.apply(batch_text("removed", [delete(number, operation="remove") for number in removed]))
        self._report.check(receipt and applying.finish() == 0, f"removed: {applying.errors}")
        with server.Server(self._program, self._store, awaits_data=False) as running:
            first = ask(running.port, f"{API}enheter/{removed[0]}")[0]
            self._report.check(first == 410, f"the first answer of what was removed: {first}")
            total = json.loads(ask(running.port, f"{API}enheter?size=1")[2])["page"]["totalElements"]
            self._report.check(total == ENTITIES - len(removed), f"{total} entities are found")
            statuses = {ask(running.port, f"{API}enheter/{number}")[0] for number in removed}
            self._report.check(statuses == {410}, f"what was removed: {statuses}")

    def _no_index(self):
        for path in self._store.glob("segments/*.segment"):
            path.unlink()
        with server.Server(self._program, self._store, awaits_data=False) as running:
            paths = {f"{API}enheter/{org_number(1)}": 200, f"{API}enheter/{org_number(10)}": 410,
                     f"{API}enheter?size=1": 200, f"{API}oppdateringer/enheter?size=1": 200}
            seen = {path: [] for path in paths}

            def is_right():
                for path, right in paths.items():
                    status, headers, body = ask(running.port, path)
                    if status == 503:
                        self._report.check("Retry-After" in headers and b"indexing" in body, f"{path}: {headers} {body}")
                    seen[path].append(status)
                self._report.check(ask(running.port, "/docs/v1-to-v2")[0] == 200, "the documents are answered")
                self._report.check(ask(running.port, f"{API}nothing")[0] == 404, "what is nowhere is not found")
                return all(statuses[-1] == paths[path] for path, statuses in seen.items())

            self._report.check(comes(is_right), f"no right answers: {running.errors()}")
            wrong = {path: set(statuses) - {503, paths[path]} for path, statuses in seen.items()}
            self._report.check(not any(wrong.values()), f"neither right nor 503: {wrong}")
            self._report.check(any(503 in statuses for statuses in seen.values()), f"no 503 was seen: {seen}")

    def _two_servers(self):
        """Both make the index, and neither blocks the other."""
        for path in self._store.glob("segments/*.segment"):
            path.unlink()
        with server.Server(self._program, self._store, awaits_data=False) as first, \
                server.Server(self._program, self._store) as second:
            for running in (first, second):
                right = comes(lambda at=running: ask(at.port, f"{API}enheter/{org_number(1)}")[0] == 200)
                self._report.check(right, f"two servers: {running.errors()}")
        odd = [path.name for path in self._store.rglob("*") if ".part-" in path.name]
        self._report.check(len(self._segments()) == 8 and not odd, f"two servers: {self._segments()} {odd}")

    def _rests(self):
        downloads = self._store / "files"
        downloads.mkdir(exist_ok=True)
        rests = [self._store / "segments/entities.segment.part.4711", self._store / "backup.db.partial-AbC123",
                 self._store / "store.db.restoring", downloads / "roller_alle.zip.part-abc123"]
        for path in rests:
            path.write_bytes(b"SQLite format 3\0 and what was removed since")
        own = [self._store / "letter.partial-AbC123", downloads / "letter.tmp"]
        for path in own:
            path.write_text("by hand", encoding="ascii")
        aim = self._folder / "aim"
        aim.write_text("whole", encoding="ascii")
        link = downloads / "enheter_alle.csv.gz.tmp"
        link.unlink(missing_ok=True)
        link.symlink_to(aim)
        with server.Server(self._program, self._store) as running:
            left = [path.name for path in rests if path.exists()]
            self._report.check(not left, f"left by killed processes, and still there: {left} {running.errors()}")
            self._report.check(all(path.exists() for path in own), "what is not ours stays")
        self._report.check(aim.read_text() == "whole", "a link is not followed")
