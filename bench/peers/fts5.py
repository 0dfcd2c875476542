# SPDX-License-Identifier: EUPL-1.2
"""SQLite with FTS5, searched inside the process that asks: no server and no network."""

import contextlib
import itertools
import json
import sqlite3

import measure
import rows
from peers import sql

BATCH = 10_000


def as_value(value):
    if isinstance(value, list):
        return json.dumps(value, separators=(",", ":"))
    return str(int(value)) if isinstance(value, bool) else str(value)


def codes_of(row):
    return " ".join(["f" + row.form, *("m" + code for code in row.municipalities), *("n" + code.replace(".", "") for code in row.industries)])


def batches(source):
    while batch := list(itertools.islice(source, BATCH)):
        yield batch


class Fts5:
    name = "SQLite FTS5"

    def __init__(self, folder, programs):
        self.file = folder / "fts5.db"
        self.plan = folder / "fts5.plan"
        self.program = programs / "fts5_peer"
        self.statements = sql.read_statements(sql.HERE / "fts5_statements.sql")

    def load(self, inventory):
        loaded = self.file.with_suffix(".loaded")
        if self.file.exists() and rows.is_loaded(loaded, inventory):
            return
        self.file.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            database.executescript((sql.HERE / "fts5_schema.sql").read_text())
            database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000")
            for table in rows.FILES:
                for batch in batches(rows.read(inventory, table)):
                    self._insert(database, table, batch)
            database.commit()
            database.executescript((sql.HERE / "fts5_indexes.sql").read_text())
        loaded.write_text(rows.fingerprint(inventory))

    @staticmethod
    def _insert(database, table, batch):
        database.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?)",
                             ((row.number, row.name, row.form, row.employees, row.registered_on, row.in_vat_register, row.superior)
                              for row in batch))
        database.executemany(f"INSERT INTO {table}_records VALUES (?, ?)", ((row.number, row.record) for row in batch))
        database.executemany(f"INSERT INTO {table}_municipalities VALUES (?, ?)",
                             ((code, row.number) for row in batch for code in row.municipalities))
        database.executemany(f"INSERT INTO {table}_industries VALUES (?, ?)",
                             ((code, row.number) for row in batch for code in row.industries))
        database.executemany(f"INSERT INTO {table}_words (rowid, words) VALUES (?, ?)", ((row.number, row.words) for row in batch))
        database.executemany(f"INSERT INTO {table}_codes (rowid, codes_of_one) VALUES (?, ?)", ((row.number, codes_of(row)) for row in batch))

    @contextlib.contextmanager
    def serve(self):
        yield self

    def check(self, requests):
        self._write_plan(requests)
        return sql.check(self.program, self.file, self.plan)

    def measure(self, requests, clients, seconds):
        self._write_plan(requests)
        command = [self.program, "--database", self.file, "--plan", self.plan, "--clients", clients, "--seconds", seconds]
        return measure.ask(command, clients)

    def explain(self, requests):
        lines, seen = [], set()
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            for request in requests:
                if request.statement in seen:
                    continue
                seen.add(request.statement)
                lines.append(f"\n## {request.statement}")
                for text in self.statements[request.statement]:
                    values = {name: as_value(value) for name, value in request.values.items()}
                    lines += [row[3] for row in database.execute("EXPLAIN QUERY PLAN " + text, values)] + [""]
        return "\n".join(lines).strip() + "\n"

    def _write_plan(self, requests):
        sql.write_plan(self.plan, self.statements, requests, "?", as_value)
