# SPDX-License-Identifier: EUPL-1.2
"""A register in PostgreSQL next to the same in a folder: how long the import into an empty one takes, and how many changes are acknowledged a second.

The database is on this machine, on the same disk, and has what it acknowledges on that disk. Both are made for this time only.
"""

import shutil

from changes import Changing, measure_rates, rate_rows, syncs_per_second
from peers.postgres import Postgres

IMPORT_LIMIT = 2.0


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
        syncs = syncs_per_second(folder)
    finally:
        shutil.rmtree(folder)
    show_imports(bench, {name: imports for name, (imports, _) in figures.items()})
    show_rates(bench, {name: rates for name, (_, rates) in figures.items()}, syncs)


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
