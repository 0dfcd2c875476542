# SPDX-License-Identifier: EUPL-1.2
"""Segments that are truncated, or written into, under the running server. There is no wrong answer, the server does not end, and answers are soon right again.

Clients read records, a page of all, and the sorted file of all, over and over. Meanwhile a segment
file is truncated at some place, to nothing, or written into. Each answer is the right one, or 503 with
Retry-After, or cut off before its end; the process continues; and soon everything is answered again,
though nothing has changed in the register.

A truncation in the middle of a page of memory, and a write into a file, give no signal: the server checks
a hundred times a second, and answers of a moment may be wrong. They are counted.
"""

import http.client
import random
import threading
import time
from pathlib import Path

from world import API, Server, make_register, org_number, sub_number

ENTITIES, SUB_ENTITIES, FILLER = 3000, 300, 1500
# Clients that read over and over would ask more often than an address may.
SETTINGS = {"ORGREG_PUBLIC_URL": "https://register.example", "ORGREG_LOOKUPS_PER_SECOND": "0"}
PAGE = 4096
NOTICED_S = 0.5  # A change without a signal is noticed within this time, also on a busy machine.
MENDED_S = 10.0  # It takes a fraction of a second if the machine has no other work.
QUIET_S = 0.15  # The clients have begun.
PATHS = {
    "look-up": [f"enheter/{org_number(i * 7)}" for i in range(400)] + [f"underenheter/{sub_number(i)}" for i in range(100)],
    "page": ["enheter?size=3000", "enheter?size=1000&sort=navn,DESC&navn=BEGYNNELSEN", "underenheter?size=300"],
    "file": ["enheter/lastned?sort=organisasjonsnummer,DESC", "enheter/lastned?navn=BEGYNNELSEN"],
}


def ask(port, path):
    """Returns status, headers and body; the status is 0 if the answer was cut off."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", API + path)
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    except (OSError, http.client.HTTPException):
        return 0, {}, b""
    finally:
        connection.close()


class Asker(threading.Thread):
    """Sends requests until it is stopped; keeps the wrong answers."""

    def __init__(self, port, paths, truth):
        super().__init__(daemon=True)
        self._port, self._paths, self._truth = port, paths, truth
        self._ends = threading.Event()
        self.counts = {"right": 0, "503": 0, "cut off": 0}
        self.wrong = []  # (time of the answer, what)

    def run(self):
        for turn in range(10**9):
            if self._ends.is_set():
                return
            path = self._paths[turn % len(self._paths)]
            status, headers, body = ask(self._port, path)
            if status == 200 and body == self._truth[path]:
                self.counts["right"] += 1
            elif status == 0:
                self.counts["cut off"] += 1
            elif status == 503 and "Retry-After" in headers:
                self.counts["503"] += 1
            else:
                self.wrong.append((time.monotonic(), f"{path}: {status} {body[:80]}"))

    def end(self):
        self._ends.set()
        self.join()


def cut_at_a_page(path, rng):
    """The system signals each read after it."""
    return cut(path, rng.randrange(0, path.stat().st_size // PAGE) * PAGE)


def cut_anywhere(path, rng):
    return cut(path, rng.randrange(path.stat().st_size))


def cut_to_nothing(path, _):
    return cut(path, 0)


def cut(path, size):
    with open(path, "r+b") as file:
        file.truncate(size)
    return f"cut to {size} bytes"


def cut_and_regrow(path, rng):
    """The file is as long as before, with zeros from some place on."""
    whole, size = path.stat().st_size, rng.randrange(PAGE, path.stat().st_size)
    with open(path, "r+b") as file:
        file.truncate(size)
        file.truncate(whole)
    return f"zeros from {size} on"


def write_into(path, rng):
    at = rng.randrange(PAGE, path.stat().st_size - PAGE)
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(rng.randbytes(PAGE))
    return f"{PAGE} bytes at {at} are others"


# Damage that the system signals comes first.
SIGNALLED = (cut_at_a_page, cut_to_nothing)
WAYS = (cut_at_a_page, cut_to_nothing, cut_at_a_page, cut_anywhere, cut_and_regrow, write_into)


class Cuts:
    def __init__(self, program, report, folder, options):
        self._program, self._report = program, report
        self._store = folder / "register"
        self._random = random.Random(options.seed)
        self._rounds = options.cut_segments
        self.counts = {"right": 0, "503": 0, "cut off": 0, "of a moment": 0}
        self.slowest = 0.0

    def run(self):
        make_register(self._program, self._store, ENTITIES, SUB_ENTITIES, FILLER)
        with Server(self._program, self._store, env=SETTINGS) as running:
            truth = {path: self._right(running.port, path) for paths in PATHS.values() for path in paths}
            for turn in range(self._rounds):
                self._round(running, truth, turn)
            self._cut_under_a_slow_reader(running, truth)
            self._report.check(running.alive(), f"the server has ended: {running.errors()}")

    def _right(self, port, path):
        status, _, body = ask(port, path)
        self._report.check(status == 200, f"{path}: {status} before any cut")
        return body

    def _round(self, running, truth, turn):
        way = WAYS[turn % len(WAYS)]
        kind = "entities" if turn % 4 else "sub-entities"
        path = self._store / f"segments/{kind}.segment"
        askers = [Asker(running.port, paths, truth) for paths in (*PATHS.values(), PATHS["look-up"][::-1])]
        for asker in askers:
            asker.start()
        time.sleep(QUIET_S)
        begun = time.monotonic()
        title = f"round {turn}, {kind} {way(path, self._random)}"
        quick = {path: body for path, body in truth.items() if path not in PATHS["file"]}
        mended = self._await_right(running.port, quick, begun)
        for asker in askers:
            asker.end()
        # An address may have one such file at a time.
        files = self._await_right(running.port, {path: truth[path] for path in PATHS["file"]}, time.monotonic())
        self._report.check(files is not None, f"round {turn}: the files are not right again")
        self._report.check(mended is not None, f"{title}: not right again within {MENDED_S} s")
        self.slowest = max(self.slowest, mended or 0.0)
        self._judge(title, askers, begun, way in SIGNALLED)

    def _await_right(self, port, truth, begun):
        """Returns the seconds until the last wrong answer, or None if that was too late.

        Everything is requested once more after it: parts that were not requested might still be missing.
        """
        last = begun
        is_right = False
        while not is_right and last < begun + MENDED_S:
            is_right = True
            for path, body in truth.items():
                if ask(port, path)[::2] != (200, body):
                    is_right, last = False, time.monotonic()
                    time.sleep(0.02)
        return last - begun if is_right else None

    def _judge(self, title, askers, begun, is_signalled):
        allowed_until = begun if is_signalled else begun + NOTICED_S
        for asker in askers:
            for name, count in asker.counts.items():
                self.counts[name] += count
            bad = [what for when, what in asker.wrong if when > allowed_until]
            self.counts["of a moment"] += len(asker.wrong) - len(bad)
            self._report.check(not bad, f"{title}: {len(bad)} wrong answers, the first: {bad[:1]}")

    def _cut_under_a_slow_reader(self, running, truth):
        """Checks that an answer begun before the truncation continues rightly or is cut off."""
        for path in (PATHS["file"][0], PATHS["page"][0]):
            connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
            connection.request("GET", API + path)
            response = connection.getresponse()
            body = response.read(1000)
            done = cut_at_a_page(self._store / "segments/entities.segment", self._random)
            try:
                body += response.read()
                good = body == truth[path]
            except http.client.IncompleteRead as ended:
                good = truth[path].startswith(body + ended.partial)
                self.counts["cut off"] += 1
            connection.close()
            self._report.check(good, f"{path}, {done} while it was sent: {len(body)} bytes, not those of the register")
            self._report.check(self._await_right(running.port, truth, time.monotonic()) is not None,
                               f"{path}: not right again")


def run(program, report, folder, options):
    cuts = Cuts(program, report, Path(folder), options)
    cuts.run()
    figures = ", ".join(f"{count} {name}" for name, count in cuts.counts.items())
    return f"{options.cut_segments} cuts, answers: {figures}; right again after at most {cuts.slowest:.1f} s"
