# SPDX-License-Identifier: EUPL-1.2
"""A register in PostgreSQL next to the same in a folder: how long the import into an empty one takes, how many changes are acknowledged a second,
and how long a node takes that begins with an empty folder.

The database is on this machine, on the same disk, and has what it acknowledges on that disk. Both are made for this time only.
"""

import contextlib
import shutil
import statistics
import time

import measure
from changes import Changing, measure_rates, rate_rows, syncs_per_second
from peers.postgres import Postgres

IMPORT_LIMIT = 2.0
BEGINNINGS = 3  # Of an empty node, in each way in turn.
GIVEN_S = 60  # In which the first node has given its index to the others.


def databases_part(bench):
    bench.register.ensure_inventory()
    changing = Changing(bench.register.inventory, bench.options.entities)
    folder = bench.folder / "databases"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        folder.chmod(0o755)  # PostgreSQL runs as a user of its own.
        database = Postgres(folder, bench.programs)
        database.begin("postgres_durable.conf")
        with database.serve():
            figures = {"in a folder": measure_store(bench, folder / "alone", changing),
                       "in PostgreSQL": measure_store(bench, folder / "node", changing, "--store", database.address)}
            beginnings = measure_beginnings(bench, folder, database)
        syncs = syncs_per_second(folder)
    finally:
        shutil.rmtree(folder)
    show_imports(bench, {name: imports for name, (imports, _) in figures.items()})
    show_rates(bench, {name: rates for name, (_, rates) in figures.items()}, syncs)
    show_beginnings(bench, *beginnings)


def measure_store(bench, data, changing, *options):
    """Returns (kind, what measure.run returns) of each import, and the rates of changes after them."""
    imports = bench.register.load_into(data, *options)
    return imports, measure_rates(bench, data, changing, *options)


def show_imports(bench, figures):
    rows, seconds = [], {name: sum(run[0] for _, run in imports) for name, imports in figures.items()}
    ratio = seconds["in PostgreSQL"] / seconds["in a folder"]
    for name, imports in figures.items():
        last = [f"{ratio:.2f}", "yes" if ratio <= IMPORT_LIMIT else "**no**"] if name == "in PostgreSQL" else ["1", ""]
        rows.append([name, f"{seconds[name]:.1f}", f"{sum(run[1] for _, run in imports):.1f}", *last])
    bench.section("Import into an empty database", ["store", "seconds", "CPU s of orgreg", "seconds / in a folder", "reached"], rows,
                  f"Entities and sub-entities, each by one `orgreg import`; into a folder, with the index that it leaves for the server. Target: at most {IMPORT_LIMIT:.0f} times as long.")


def show_rates(bench, rates, syncs):
    rows = rate_rows(rates["in a folder"], rates["in PostgreSQL"])
    bench.section("Changes acknowledged by a database", ["changes a batch", "changes/s, in a folder", "changes/s, in PostgreSQL", "CPU µs/change, in a folder",
                                                         "CPU µs/change, in PostgreSQL"], rows,
                  f"One `orgreg apply -` fed by a pipe for {bench.options.rate_seconds:.0f} s; each batch is one transaction, acknowledged when the disk has it (this "
                  f"disk: {syncs:,.0f} times 4 KiB written and synced a second). The database is on the same machine and reached by a Unix socket; CPU is that of "
                  f"`orgreg apply`, without that of the database.")


def measure_beginnings(bench, folder, database):
    """The seconds from the start of a node whose folder is empty to its first answer, and its CPU seconds, with its own index and with that of another node;
    and the lines of the log."""
    blobs = folder / "blobs"
    blobs.mkdir()
    shared = ("--blobs", f"file:{blobs}")
    with beginning(bench, folder, database, *shared):
        await_given(database)
        found = {"its own": [], "of another node": []}
        for _ in range(BEGINNINGS):
            for name, options in zip(found, ((), shared), strict=True):
                with beginning(bench, folder, database, *options) as (seconds, cpu_s):
                    found[name].append((seconds, cpu_s))
    return found, int(database.ask("SELECT count(*) FROM change_log"))


@contextlib.contextmanager
def beginning(bench, folder, database, *options):
    port = measure.free_port()
    data = folder / f"empty-{port}"
    data.mkdir()
    begun = time.monotonic()
    command = [bench.program, "serve", "--data", data, "--store", database.address, "--node-name", data.name, "--port", port, *options]
    with measure.server(command) as process:
        measure.wait_for(f"http://127.0.0.1:{port}/enhetsregisteret/api/enheter?size=1")
        yield time.monotonic() - begun, measure.cpu_seconds(process.pid)
    shutil.rmtree(data)


def await_given(database):
    end = time.monotonic() + GIVEN_S
    while int(database.ask("SELECT count(*) FROM regexp_matches(convert_from((SELECT body FROM shared_text WHERE name = 'segments'), 'UTF8'), 'entities', 'g')")) < 2:
        if time.monotonic() > end:
            raise SystemExit("a node does not give its index")
        time.sleep(0.1)


def show_beginnings(bench, found, lines):
    rows = [[name, *(f"{statistics.median(column):.1f}" for column in zip(*runs))] for name, runs in found.items()]
    bench.section("A node that begins with an empty folder", ["index", "seconds to the first answer", "CPU s"], rows,
                  f"Medians of {BEGINNINGS}, in turn, next to a node that runs. It takes {bench.options.entities:,} entities, their sub-entities and {lines:,} lines of the log from the "
                  "database, and compares all with its sums. `of another node`: taken from the blobs, a folder on the same disk.")
