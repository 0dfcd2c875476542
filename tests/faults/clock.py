"""R7: the wall clock jumps. The time of the feed never goes back, and pages by time are right.

A clock of our own is preloaded into `orgreg apply` and `orgreg serve`. It is off by an hour, a
day, ten years, to and fro, and at days that are special; batches come at each. Afterwards the
clock is right again.
"""

import datetime
import http.client
import json
import time
from pathlib import Path

import shim
from world import API, Applying, Server, batch_text, check_sound, comes, make_register, org_number, read_store, upsert

HOUR, DAY, YEAR = 3600, 86400, 31_557_600
JUMPS = (0, HOUR, -HOUR, 0, -DAY, DAY, 0, -10 * YEAR, 0, 10 * YEAR, -10 * YEAR, 0)
# The nights of summer time, a leap day, the end of 32 bits, a far year. (Beyond 2262 the clock of
# C++ has no value, and the time of the feed stands still.)
MOMENTS = ("2027-03-28T00:59:59", "2027-10-31T00:59:59", "2028-02-29T23:59:59", "2038-01-19T03:14:07",
           "2199-12-31T23:59:50")
SEEN_S = 5


class Clock:
    def __init__(self, program, report, folder):
        self._program = program
        self._report = report
        self._store = folder / "store/register.db"
        self._file = folder / "offset"
        self._file.write_text("0")
        self.shim = shim.build(folder)
        self._environment = {"LD_PRELOAD": str(self.shim), "CLOCK_FILE": str(self._file)}
        self.batches = 0

    def run(self):
        make_register(self._program, self._store, 50)
        now = time.time()
        moments = [datetime.datetime.fromisoformat(f"{moment}+00:00").timestamp() - now for moment in MOMENTS]
        with Server(self._program, self._store, env=self._environment) as running:
            for offset in (*JUMPS, *moments, 0):
                # Renamed into place, so that the program never reads half of it.
                made = self._file.with_suffix(".new")
                made.write_text(str(int(offset)))
                made.rename(self._file)
                self._at(running.port, offset, now)
            self._check_pages(running.port)
            self._report.check(running.alive(), "the server lives")
        check_sound(self._report, "clock, at the end", self._program, self._store)

    def _at(self, port, offset, now):
        for part in range(3):
            applying = Applying(self._program, self._store, self._environment)
            name = f"JUMP {self.batches} {part}"
            operations = [upsert(org_number(1 + i), name) for i in range(5)]
            told = applying.apply(batch_text(f"clock-{self.batches}-{part}", operations))
            code = applying.finish()
            if not self._report.check(told and code == 0, f"at {offset}: {code} {applying.errors}"):
                continue
            seen = comes(lambda last=told["lastUpdate"]: self._newest(port) == last, SEEN_S)
            self._report.check(seen, f"at {offset}: update {told['lastUpdate']} is served")
        self.batches += 1
        updates = read_store(self._store)[1]
        times = [row[5] / 1000 for row in updates]
        self._report.check(times == sorted(times), f"at {offset}: time went back")
        # Never less than the clock, and than what was there before.
        wanted = max([now + offset, *times[:-15]])
        self._report.check(wanted - 2 <= times[-1] <= wanted + 600, f"at {offset}: {times[-1]}, expected {wanted}")

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
        """From each time on: all updates of that time and after, and no other."""
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
    return f"{clock.batches} jumps, 3 batches at each"
