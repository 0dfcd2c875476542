# SPDX-License-Identifier: EUPL-1.2
"""R7: the wall clock jumps. The time of the feed never goes back, and pages by time are right.
A clock that is years ahead writes nothing until it is accepted, once.

A clock of our own is preloaded into `orgreg apply` and `orgreg serve`. It is wrong by an hour, a
day, ten years, in both directions, and is set to special days; batches come at each. Afterwards
the clock is right again.
"""

import datetime
import http.client
import json
import socket
import sqlite3
import subprocess
import time
from pathlib import Path

import server
import shim
from world import (API, Applying, Server, batch_text, check_sound, make_register, org_number, read_store, record,
                   upsert)
from waiting import comes

HOUR, DAY, YEAR = 3600, 86400, 31_557_600
JUMPS = (0, HOUR, -HOUR, 0, -DAY, DAY, 0, -10 * YEAR, 0, 10 * YEAR, -10 * YEAR, 0)
# The nights when summer time begins and ends, a leap day, the end of 32 bits, a far year. (Beyond 2262 the clock of
# C++ has no value, and the time of the feed stops.)
MOMENTS = ("2027-03-28T00:59:59", "2027-10-31T00:59:59", "2028-02-29T23:59:59", "2038-01-19T03:14:07",
           "2199-12-31T23:59:50")
SEEN_S = 5
# Of the newest commit or the build of the program: a clock that is further ahead is refused.
MOST_AHEAD_S = 366 * DAY


class Clock:
    def __init__(self, program, report, folder):
        self._program = program
        self._report = report
        self._store = folder / "store/register"
        self._file = folder / "offset"
        self._file.write_text("0")
        self.shim = shim.build(folder)
        self._environment = {"ORGREG_SANDBOX": "false", "LD_PRELOAD": str(self.shim), "CLOCK_FILE": str(self._file)}
        self._ingest = folder / "ingest.sock"
        self.batches = 0
        self.refused = 0

    def run(self):
        make_register(self._program, self._store, 50)
        now = time.time()
        moments = [datetime.datetime.fromisoformat(f"{moment}+00:00").timestamp() - now for moment in MOMENTS]
        with Server(self._program, self._store, env=self._environment,
                    arguments=("--ingest", f"unix:{self._ingest}")) as running:
            for offset in (*JUMPS, *moments, 0):
                # Renamed into place, so that the program never reads half of it.
                made = self._file.with_suffix(".new")
                made.write_text(str(int(offset)))
                made.rename(self._file)
                self._at(running.port, offset, now)
            self._check_pages(running.port)
            self._report.check(running.alive(), "the server lives")
            self._report.check(self.refused >= 3, f"{self.refused} clocks were refused")
        check_sound(self._report, "clock, at the end", self._program, self._store)

    def _at(self, port, offset, now):
        clock, newest = now + offset, self._newest_commit()
        is_refused = clock - newest > MOST_AHEAD_S
        if is_refused:
            self._check_refused(offset, clock, newest)
        for part in range(3):
            # Once is enough: then the newest commit has that time.
            accepting = ("--accept-clock",) if is_refused and part == 0 else ()
            applying = Applying(self._program, self._store, self._environment, accepting)
            receipt = applying.apply(self._batch(self.batches, part))
            code = applying.finish()
            if not self._report.check(receipt and code == 0, f"at {offset}: {code} {applying.errors}"):
                continue
            seen = comes(lambda last=receipt["lastUpdate"]: self._newest(port) == last, SEEN_S)
            self._report.check(seen, f"at {offset}: update {receipt['lastUpdate']} is served")
        self.batches += 1
        updates = read_store(self._store)[1]
        times = [row[5] / 1000 for row in updates]
        self._report.check(times == sorted(times), f"at {offset}: time went back")
        # Never less than the clock, or than the time before.
        wanted = max([now + offset, *times[:-15]])
        self._report.check(wanted - 2 <= times[-1] <= wanted + 600, f"at {offset}: {times[-1]}, expected {wanted}")

    @staticmethod
    def _batch(jump, part):
        return batch_text(f"clock-{jump}-{part}", [upsert(org_number(1 + i), f"JUMP {jump} {part}") for i in range(5)])

    def _newest_commit(self):
        """Returns the time of the last commit, in seconds."""
        connection = sqlite3.connect(f"file:{server.store_file(self._store)}?mode=ro", uri=True)
        try:
            return connection.execute("SELECT max(time_ms) FROM commits").fetchone()[0] / 1000
        finally:
            connection.close()

    def _check_refused(self, offset, clock, newest):
        """Checks that every writer reports it and writes nothing, and does not reject the batch."""
        self.refused += 1
        before = read_store(self._store)
        text = batch_text(f"wrong-{self.batches}", [upsert(org_number(1), "FEIL KLOKKE")])
        applying = Applying(self._program, self._store, self._environment)
        receipt = applying.apply(text)
        code = applying.finish()
        self._report.check(receipt is None and code == 1, f"at {offset}: refused with {code}, not 1: {receipt}")
        self._check_sentence(offset, applying.errors, clock, newest)
        # An earlier batch is only acknowledged again.
        again = Applying(self._program, self._store, self._environment)
        receipt = again.apply(self._batch(self.batches - 1, 0))
        code = again.finish()
        self._report.check(receipt and receipt["repeated"] and code == 0, f"at {offset}: a batch of before: {receipt} {again.errors}")
        status, fields, said = self._post(text)
        self._report.check(status == 503 and "retry-after" in fields, f"at {offset}: a posted batch got {status}")
        self._check_sentence(offset, json.loads(said.splitlines()[-1]).get("failed", ""), clock, newest)
        inventory = self._store.with_name("wrong.json")
        inventory.write_text(json.dumps([record(org_number(1), "FEIL KLOKKE")]), encoding="utf-8")
        codes = self._store.with_name("wrong.csv")
        codes.write_text("list,code,text\norganisation-forms,XZZ,Feil\n", encoding="utf-8")
        for command in (("entities", inventory, "--add"), ("code-lists", codes)):
            done = subprocess.run([self._program, "import", *map(str, command), *server.place(self._store)],
                                  env=server.environment(self._environment), capture_output=True, text=True, check=False)
            self._report.check(done.returncode == 1, f"at {offset}: import {command[0]} ended with {done.returncode}")
            self._check_sentence(offset, done.stderr, clock, newest)
        self._report.check(read_store(self._store) == before, f"at {offset}: a refused clock wrote something")
        self._report.check(abs(self._newest_commit() - newest) < 0.001, f"at {offset}: a refused clock made a commit")

    def _check_sentence(self, offset, text, clock, newest):
        def shown(seconds):
            return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:")

        # The clock continues while the server is asked.
        says_clock = any(shown(clock + late) in text for late in (0, 60))
        self._report.check(says_clock and shown(newest) in text and "--accept-clock" in text,
                           f"at {offset}: neither {shown(clock)} nor {shown(newest)}, or no way out: {text[:400]}")

    def _post(self, text):
        """Sends a batch to the server; returns status, fields and body."""
        connection = http.client.HTTPConnection("localhost", timeout=20)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.settimeout(20)
        connection.sock.connect(str(self._ingest))
        connection.request("POST", "/batches", text.encode(), {"Content-Type": "application/x-ndjson"})
        answer = connection.getresponse()
        said = answer.read().decode()
        connection.close()
        return answer.status, {name.lower() for name, _ in answer.getheaders()}, said

    def _newest(self, port):
        newest = self._page(port, "size=1&sort=id,DESC")
        return newest[0]["oppdateringsid"] if newest else 0

    @staticmethod
    def _page(port, query):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", f"{API}oppdateringer/enheter?{query}")
        read = json.loads(connection.getresponse().read())
        connection.close()
        return next(iter(read.get("_embedded", {}).values()), [])

    def _check_pages(self, port):
        """Checks for each time that a page has all updates of that time and after, and no others."""
        updates = self._page(port, "size=10000")
        ids = [update["oppdateringsid"] for update in updates]
        self._report.check(ids == list(range(1, len(ids) + 1)), f"the feed is whole: {len(ids)}")
        self._report.check(len(ids) == self.batches * 15, f"{len(ids)} updates of {self.batches * 15}")
        for moment in sorted({update["dato"] for update in updates}):
            found = [update["oppdateringsid"] for update in self._page(port, f"size=10000&dato={moment}")]
            wanted = [update["oppdateringsid"] for update in updates if update["dato"] >= moment]
            self._report.check(found == wanted, f"from {moment}: {found[:3]}, expected {wanted[:3]}")


def run(program, report, folder, _options):
    clock = Clock(program, report, Path(folder))
    if not shim.can_be_preloaded(clock.shim, program):
        return "skipped, nothing can be preloaded into this program"
    clock.run()
    return f"{clock.batches} jumps, 3 batches at each; {clock.refused} clocks refused"
