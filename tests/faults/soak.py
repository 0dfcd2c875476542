# SPDX-License-Identifier: EUPL-1.2
"""A server that is asked everything and changed without a pause for --soak-seconds: it does not grow, and does not fail.

Memory and open files are read after a quarter of the time, when each kind of work has been done many times, and at the
end. Of the last quarter and the first one after the warm-up the medians are compared, because single readings jump.
"""

import os
import statistics
import threading
import time
from pathlib import Path

from serving import ASKERS, Asker
from world import Applying, Server, batch_text, check_sound, make_register, org_number, upsert

ENTITIES, SUB_ENTITIES = 20_000, 4000
BATCH = 100
PAUSE_S = 0.2
MOST_DRIFT = 1.05
MOST_MORE_FILES = 4
SPARE_MB = 4  # A small register's server is so small that a page more is a percent.


def memory_mb(pid):
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1024
    raise SystemExit(f"/proc/{pid}/status has no RssAnon")


def open_files(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def run(program, report, folder, options):
    store = Path(folder) / "register"
    make_register(program, store, ENTITIES, SUB_ENTITIES)
    stop, readings, batches = threading.Event(), [], 0
    wide = {"ORGREG_LOOKUPS_PER_SECOND": "0"}
    with Server(program, store, env=wide) as running:
        askers = [Asker(index, running.port, stop) for index in range(ASKERS)]
        for asker in askers:
            asker.start()
        applying = Applying(program, store)
        begun = time.monotonic()
        while time.monotonic() - begun < options.soak_seconds:
            first = batches * BATCH % ENTITIES
            text = batch_text(f"soak-{batches}", [upsert(org_number(1 + (first + at) % ENTITIES), f"MERKE {batches}") for at in range(BATCH)])
            if not report.check(applying.apply(text) is not None, f"batch {batches} is acknowledged"):
                break
            batches += 1
            readings.append((time.monotonic() - begun, memory_mb(running.pid), open_files(running.pid)))
            time.sleep(PAUSE_S)
        stop.set()
        for asker in askers:
            asker.join(60)
            report.check(not asker.wrong and not asker.is_alive(), f"asker: {asker.wrong[:3]}")
            report.check(asker.is_served(), f"asker: {asker.refused} of {asker.answers} refused")
        report.check(applying.finish() == 0, "apply ends well")
        report.check(running.alive(), "the server lives")
        report.check(running.stop() == 0, f"the server stops: {running.errors()[-2000:]}")
    quarters = [settled(readings, options.soak_seconds, quarter) for quarter in range(4)]
    early, late = quarters[1], quarters[3]
    report.check(late[0] <= early[0] * MOST_DRIFT + SPARE_MB, f"memory grew from {early[0]:.0f} to {late[0]:.0f} MB")
    report.check(late[1] <= early[1] + MOST_MORE_FILES, f"open files grew from {early[1]:.0f} to {late[1]:.0f}")
    check_sound(report, "after the soak", program, store)
    return (f"{sum(asker.answers for asker in askers)} answers, {sum(asker.refused for asker in askers)} refused, and {batches} batches of {BATCH} in {options.soak_seconds:.0f} s; "
            f"memory in each quarter {', '.join(f'{memory:.1f}' for memory, _ in quarters)} MB, open files {early[1]:.0f} → {late[1]:.0f}")


def settled(readings, seconds, quarter):
    """Returns the medians of memory and open files in a quarter of the time."""
    chosen = [(memory, files) for at, memory, files in readings if seconds * quarter / 4 <= at < seconds * (quarter + 1) / 4]
    if not chosen:
        raise SystemExit(f"nothing was read in quarter {quarter}")
    return statistics.median(memory for memory, _ in chosen), statistics.median(files for _, files in chosen)
