# SPDX-License-Identifier: EUPL-1.2
"""Damaged documents: no damage to a file of the folder makes the server send wrong bytes.

A server has sent all documents before; then the file of one is damaged, in place or by a rename over it,
also with its old size and time of change. Until it is restored, whole answers, ranges, HEAD and
conditional requests must be 500, the log must name the file, and the others are sent as
before; then it is sent again at once. Now and then the server is restarted on the damage. At last a damaged file and
the right one alternate under the name, many times a second, while clients send requests.
"""

import hashlib
import http.client
import os
import random
import shutil
import threading
import time
from pathlib import Path

import damage
import server
from world import Server, make_register

COPIES = "/regnskapsregisteret/regnskap/aarsregnskap/kopi"
NUMBER = "312300028"
SIZES = (900, 65_536, 300_000, 5_000_000)  # of documents; each has a year of its own
TURNS_S, ASKERS = 2.0, 4
LARGE_BYTES = 64 << 20
RESTARTS = 6  # one in so many mutations is met by a new server


def pdf(chance, size):
    return b"%PDF-1.4\n" + chance.randbytes(size - 16) + b"\n%%EOF\n"


class Documents:
    def __init__(self, program, report, folder, options):
        self._program = program
        self._report = report
        self._folder = folder
        self._random = random.Random(options.seed)
        self._store = folder / "made/register"
        self._truth = {}  # year: bytes
        self._running = None
        self.counts = {"reported": 0, "harmless": 0, "WRONG": 0}
        self.first_ms = self.later_ms = 0.0

    def run(self, mutations):
        self._make()
        self._start()
        for turn in range(mutations):
            self._try(turn)
        self._take_turns()
        self._measure()
        self._report.check(self._running.stop() == 0, "the server stops")

    def _make(self):
        make_register(self._program, self._store, 5)
        given = self._folder / "given"
        given.mkdir()
        for year, size in enumerate(SIZES, 2015):
            self._truth[year] = pdf(self._random, size)
            (given / f"aarsregnskap-{year}_{NUMBER}.pdf").write_bytes(self._truth[year])
        large = given / f"aarsregnskap-2014_{NUMBER}.pdf"
        large.write_bytes(pdf(self._random, LARGE_BYTES))
        self._large = hashlib.sha256(large.read_bytes()).hexdigest()
        server.must_import(self._program, self._store, "documents", [given])

    def _start(self):
        self._running = Server(self._program, self._store)
        self._running.__enter__()

    def _path(self, year):
        return self._path_of(hashlib.sha256(self._truth[year]).hexdigest())

    def _path_of(self, digest):
        return self._store / "documents" / digest[:2] / digest[2:]

    def _ask(self, year, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self._running.port, timeout=30)
        try:
            connection.request(method, f"{COPIES}/{NUMBER}/{year}", headers={k.replace("_", "-"): v for k, v in headers.items()})
            response = connection.getresponse()
            return response.status, response.read(), response.headers
        finally:
            connection.close()

    def _questions(self, year):
        """Returns requests, each with whether a 2xx or 304 answer to it would be right."""
        right = self._truth[year]
        tag = f'"{hashlib.sha256(right).hexdigest()}"'
        yield "whole", self._ask(year), lambda body: body == right
        yield "a part", self._ask(year, Range="bytes=0-99"), lambda body: body == right[:100]
        yield "the end", self._ask(year, Range="bytes=-50"), lambda body: body == right[-50:]
        yield "a head", self._ask(year, "HEAD"), lambda body: body == b""
        yield "not changed", self._ask(year, If_None_Match=tag), lambda body: body == b""

    def _is_right(self, year, title):
        for name, (status, body, _), fits in self._questions(year):
            self._report.check(status in (200, 206, 304) and fits(body), f"{title}, {name}: {status}, {len(body)} bytes")

    def _try(self, turn):
        year = self._random.choice(list(self._truth))
        path = self._path(year)
        kept = self._folder / "kept"
        self._is_right(year, f"before mutation {turn}")
        shutil.copy2(path, kept)
        restarts = turn % RESTARTS == RESTARTS - 1
        if restarts:
            self._running.stop()
        done = self._damage(path)
        if restarts:
            self._start()
        self._judge(turn, done, year, path)
        other = self._random.choice([each for each in self._truth if each != year])
        self._is_right(other, f"mutation {turn}, another document")
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        if self._random.random() < 0.5:
            os.replace(kept, path)
        else:
            path.unlink(missing_ok=True)
            shutil.copyfile(kept, path)
        self._is_right(year, f"mutation {turn}: {done}, put right")

    def _judge(self, turn, done, year, path):
        title = f"mutation {turn}: {path.name[:8]} {done}"
        for name, (status, body, headers), fits in self._questions(year):
            if status == 500:
                outcome = "reported"
                self._report.check("ETag" not in headers and self._truth[year][:50] not in body, f"{title}, {name}: {headers}")
            else:
                outcome = "harmless" if status in (200, 206, 304) and fits(body) and self._is_whole(path, year) else "WRONG"
            self.counts[outcome] += 1
            self._report.check(outcome != "WRONG", f"{title}, {name}: {status}, {len(body)} bytes")
        if not self._is_whole(path, year):
            said = self._running.errors()
            self._report.check(str(path) in said, f"{title}: the log does not name it: {said[-600:]}")

    def _is_whole(self, path, year):
        return path.is_file() and path.read_bytes() == self._truth[year]

    def _damage(self, path):
        """Does one damage; returns its description."""
        data = bytearray(path.read_bytes())
        before = path.stat()
        way = self._random.choice((self._flip, self._flip, self._flip, self._zero, self._cut, self._swap, self._append,
                                   self._replace, self._remove))
        words = way(data, path)
        if way == self._remove:
            return words
        place = self._random.choice(("in its place", "by another file"))
        if place == "in its place":
            with open(path, "r+b") as file:
                file.write(data)
                file.truncate()
        else:
            other = path.with_name("other")
            other.write_bytes(data)
            os.replace(other, path)
        if self._random.random() < 0.5:
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
            place += ", with its old time"
        return f"{words} {place}"

    def _flip(self, data, _):
        return damage.flip_bits(self._random, data)

    def _zero(self, data, _):
        return damage.zero_block(self._random, data)

    def _cut(self, data, _):
        return damage.cut(self._random, data, 0)

    def _swap(self, data, _):
        return damage.swap_blocks(self._random, data)

    def _append(self, data, _):
        return damage.append(self._random, data)

    def _replace(self, data, path):
        data[:] = pdf(self._random, len(data))
        return "other bytes of the same size"

    def _remove(self, _, path):
        path.unlink()
        way = self._random.choice(("gone", "a folder", "a link to nowhere"))
        if way == "a folder":
            path.mkdir()
        elif way != "gone":
            path.symlink_to("/nowhere")
        return way

    def _take_turns(self):
        """Checks that each answer has the right bytes or is 500, whichever file has the name."""
        year = max(self._truth) - 1
        path, right = self._path(year), self._truth[year]
        bad = self._folder / "bad"
        statuses, wrong, stop = [], [], threading.Event()

        def ask():
            while not stop.is_set():
                try:
                    status, body, _ = self._ask(year)
                except (OSError, http.client.HTTPException) as failed:
                    wrong.append(repr(failed))
                    continue
                statuses.append(status)
                if status != 500 and (status != 200 or body != right):
                    wrong.append((status, len(body)))

        threads = [threading.Thread(target=ask) for _ in range(ASKERS)]
        for thread in threads:
            thread.start()
        end, turn = time.monotonic() + TURNS_S, 0
        while time.monotonic() < end:
            damaged = bytearray(right)
            damaged[self._random.randrange(len(right))] ^= 1
            bad.write_bytes(damaged if turn % 2 == 0 else right)
            os.replace(bad, path)
            turn += 1
            time.sleep(0.003)
        stop.set()
        for thread in threads:
            thread.join()
        bad.write_bytes(right)
        os.replace(bad, path)
        self._report.check(not wrong, f"{turn} files under one name: {len(wrong)} of {len(statuses)}: {wrong[:3]}")
        self._report.check({200, 500} == set(statuses), f"both are met: {set(statuses)}")
        self._is_right(year, "after all turns")

    def _measure(self):
        """Measures the cost of the check on the largest document: the first answer reads it, the others do not."""
        self._running.stop()
        path = self._path_of(self._large)
        old = time.time() - 3600
        os.utime(path, (old, old))
        time.sleep(max(0.0, path.stat().st_ctime + 1.2 - time.time()))
        path.read_bytes()
        self._start()
        times = []
        for _ in range(20):
            begun = time.monotonic()
            status, _, _ = self._ask(2014, "HEAD")
            times.append((time.monotonic() - begun) * 1000)
            self._report.check(status == 200, f"a head of the largest: {status}")
        self.first_ms, self.later_ms = times[0], sorted(times[1:])[len(times) // 2]
        self._report.check(self.later_ms < self.first_ms / 4, f"later answers cost nothing: {times}")


def run(program, report, folder, options):
    documents = Documents(program, report, Path(folder), options)
    mutations = max(12, options.mutations // 8)
    documents.run(mutations)
    return (f"{mutations} mutations, " + ", ".join(f"{n} answers {name}" for name, n in documents.counts.items())
            + f", {LARGE_BYTES >> 20} MiB: {documents.first_ms:.0f} ms once, then {documents.later_ms:.1f} ms")
