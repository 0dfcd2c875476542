# SPDX-License-Identifier: EUPL-1.2
"""A page of 1,000 at the start, in the middle and at the end of a long feed: it must cost the same everywhere."""

import json
import sqlite3
import statistics
import sys
import time
from pathlib import Path

import measure
from asking import Asking
from long_log import UNITS, ensure_log

FEED = "/enhetsregisteret/api/oppdateringer/enheter?size=1000&"
PAGE = 1000
ASKED = 40
ROUNDS = 5
WAYS = (("by id", "oppdateringsid={id}"), ("by id, with what changed", "oppdateringsid={id}&includeChanges=true"),
        ("by time", "dato={time}"))


def measure_pages(bench):
    """Maps a way to CPU µs, p50 and p99 in ms for each place, in turn."""
    lines = bench.options.log_lines
    folder = Path(bench.options.log_folder or bench.folder / f"log-{lines}").resolve()
    data, found, seconds = ensure_log(bench.program, folder, lines)
    port = measure.free_port()
    with measure.server([bench.program, "serve", "--data", data, "--port", port, "--threads", "1"]) as process:
        measure.wait_for(f"http://127.0.0.1:{port}{FEED}oppdateringsid=1")
        places = {"start": 1, "middle": found // 2, "end": found - PAGE + 1}
        times = {name: time_of(data / "store.db", first) for name, first in places.items()}
        asking = Asking(port)
        figures = {}
        for way, query in WAYS:
            paths = {name: FEED + query.format(id=first, time=times[name]) for name, first in places.items()}
            check(asking, paths, places if way != "by time" else {})
            rounds = [{name: ask(asking, process.pid, path) for name, path in paths.items()} for _ in range(ROUNDS)]
            figures[way] = {name: together([each[name] for each in rounds]) for name in paths}
    return {"lines": found, "made_s": seconds, "ways": figures}


def time_of(store, identifier):
    """Returns the time in the feed's form."""
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT strftime('%Y-%m-%dT%H:%M:%S', time_ms / 1000, 'unixepoch') || printf('.%03dZ', time_ms % 1000) "
                                  "FROM change_log WHERE id = ?", (identifier,)).fetchone()[0]
    finally:
        connection.close()


def check(asking, paths, firsts):
    """Checks that each page is whole, and by id the requested one."""
    for name, path in paths.items():
        status, body = asking.get(path)
        rows = json.loads(body).get("_embedded", {}).get("oppdaterteEnheter", []) if status == 200 else []
        ids = [row["oppdateringsid"] for row in rows]
        wanted = list(range(firsts[name], firsts[name] + PAGE)) if name in firsts else ids
        if len(ids) != PAGE or ids != wanted:
            sys.exit(f"{path}: {status}, {len(ids)} updates from {ids[:1]}, expected {wanted[:1]}")


def ask(asking, pid, path):
    """Returns CPU in ns of all requests together, the seconds of each, the bytes of one."""
    request, waits, length = asking.request(path), [], 0
    before = cpu_ns(pid)
    for _ in range(ASKED):
        begun = time.monotonic()
        length = len(asking.send(request)[1])
        waits.append(time.monotonic() - begun)
    return cpu_ns(pid) - before, waits, length


def together(rounds):
    """CPU is the median of the rounds."""
    waits = sorted(wait for _, found, _ in rounds for wait in found)
    return {"cpu_us": statistics.median(cpu for cpu, _, _ in rounds) / ASKED / 1000, "p50_ms": waits[len(waits) // 2] * 1000,
            "p99_ms": waits[len(waits) * 99 // 100] * 1000, "bytes": rounds[0][2]}


def cpu_ns(pid):
    """Counts all threads, finer than the kernel's ticks."""
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in Path(f"/proc/{pid}/task").iterdir())


def show_pages(bench, figures):
    rows = [[way, name, f"{at['cpu_us']:,.0f}", f"{at['cpu_us'] / places['start']['cpu_us']:.2f}", f"{at['p50_ms']:.2f}", f"{at['p99_ms']:.2f}",
             f"{at['bytes']:,}"] for way, places in figures["ways"].items() for name, at in places.items()]
    made = f" It took {figures['made_s']:,.0f} s." if figures["made_s"] > 1 else ""
    bench.section(f"Feed pages of 1,000 in a log of {figures['lines']:,} lines",
                  ["page", "where", "CPU µs/request", "ratio to the start", "p50 ms", "p99 ms", "bytes"], rows,
                  f"{ASKED * ROUNDS} requests each over one connection, the places in turn, page cache warm, one thread. The log was made by `orgreg apply` alone: {UNITS:,} "
                  f"entities change their names in turn, all lines are of this feed.{made} Target: the cost does not grow with depth.")
