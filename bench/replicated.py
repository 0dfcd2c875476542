# SPDX-License-Identifier: EUPL-1.2
"""Changes that are acknowledged when a second database has them too, at several distances from the first, next to a folder and to one database alone.

Both databases, `orgreg apply` and the proxy between the databases share this machine and its disk.
"""

import contextlib
import os
import shutil
import time
from pathlib import Path

from applying import Applying
from changes import SIZES, Changing, percentiles, stream, syncs_per_second
from delaying import Delaying
from peers.postgres import Postgres

DELAYS_MS = (0.0, 0.5, 2.0)
WANTED = 5000  # Changes a second in batches of WANTED_SIZE, without a delay.
WANTED_SIZE = 100
DURABILITY = "ORGREG_STORE_DURABILITY"  # What is measured by itself has none.
WAIT_S = 60


def replicated_part(bench):
    bench.register.ensure_inventory()
    changing = Changing(bench.register.inventory, bench.options.entities)
    folder = bench.folder / "replicated"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        folder.chmod(0o755)  # PostgreSQL runs as a user of its own.
        figures = {"in a folder": measure_store(bench, folder / "alone", changing)}
        database = Postgres(folder, bench.programs)
        database.begin("postgres_durable.conf")
        with database.serve():
            store = ("--store", database.address)
            figures["in PostgreSQL"] = measure_store(bench, folder / "node", changing, *store)
            with standby(folder, database) as between:
                for delay_ms in DELAYS_MS:
                    between.delay_s = delay_ms / 1000
                    figures[f"on two, {delay_ms:g} ms apart"] = measure(bench, folder / "node", changing, *store)
        syncs = syncs_per_second(folder)
    finally:
        shutil.rmtree(folder)
    show(bench, figures, syncs)


@contextlib.contextmanager
def standby(folder, primary):
    """A second database that follows through a proxy, and that the first one waits for."""
    place = folder / "between"
    place.mkdir()
    place.chmod(0o755)
    second = Postgres(folder / "second", Path())
    with Delaying(place, primary.folder, 0.0) as between:
        second.begin_as_copy(place, "postgres_durable.conf")
        with second.serve():
            primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
            primary.ask("SELECT pg_reload_conf()")
            await_standby(primary)
            os.environ[DURABILITY] = "replicated"
            yield between
            del os.environ[DURABILITY]
            primary.ask("ALTER SYSTEM RESET synchronous_standby_names")
            primary.ask("SELECT pg_reload_conf()")


def await_standby(primary):
    end = time.monotonic() + WAIT_S
    while primary.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
        if time.monotonic() > end:
            raise SystemExit("the second database does not follow")
        time.sleep(0.1)


def measure_store(bench, data, changing, *options):
    bench.register.load_into(data, *options)
    return measure(bench, data, changing, *options)


def measure(bench, data, changing, *options):
    """Maps a size of a batch to the changes a second of a stream, and the seconds until each batch was acknowledged of which the next one waits for."""
    return {size: (stream(bench, Applying(bench.program, data, *options), changing, size)["per_second"],
                   times(bench, Applying(bench.program, data, *options), changing, size)) for size in SIZES}


def times(bench, process, changing, size):
    found = []
    with process as applying:
        applying.send(changing.batch(size)[0])
        applying.receipt()
        end = time.monotonic() + bench.options.rate_seconds
        while (sent := time.monotonic()) < end:
            applying.send(changing.batch(size)[0])
            applying.receipt()
            found.append(time.monotonic() - sent)
    return found


def show(bench, figures, syncs):
    rows = []
    for size in SIZES:
        for name, found in figures.items():
            rate, seconds = found[size]
            is_judged = size == WANTED_SIZE and name.startswith("on two")
            rows.append([f"{size:,}", name, f"{rate:,.0f}", *percentiles(seconds)[:2], ("yes" if rate >= WANTED else "**no**") if is_judged else ""])
    bench.section("Changes acknowledged by two databases", ["changes a batch", "store", "changes/s", "p50 ms", "p99 ms", "reached"], rows,
                  f"`orgreg apply -` for {bench.options.rate_seconds:.0f} s: changes/s of batches that are fed by a pipe as fast as they are taken; ms from the sending of a batch to its receipt, one after the other. "
                  f"`on two`: `store_durability = \"replicated\"`, a standby that follows through a proxy (bench/delaying.py) which hands everything on so much later each way. All share {os.cpu_count()} processors and a disk "
                  f"({syncs:,.0f} times 4 KiB written and synced a second). Target: at least {WANTED:,} changes/s in batches of {WANTED_SIZE} on two.")
