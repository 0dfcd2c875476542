# SPDX-License-Identifier: EUPL-1.2
"""PostgreSQL: a cluster of its own in the bench folder, on a Unix socket, run by no root."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import measure
import rows
from peers import sql

# Debian keeps the programs in a folder for each version.
PROGRAMS = f"{max(Path('/usr/lib/postgresql').glob('*/bin'), default='')}/"
USER = "postgres"  # Who runs it where we are root; the package makes that user.


def array(values):
    return "{" + ",".join(map(str, values)) + "}"


def cell(value):
    """A value in the text form of COPY."""
    if value is None:
        return r"\N"
    if isinstance(value, tuple):
        return array(value)
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def as_value(value):
    return array(value) if isinstance(value, list) else str(value)


class Postgres:
    name = "PostgreSQL"

    def __init__(self, folder, programs):
        self.folder = folder / "postgres"
        self.data = self.folder / "data"
        self.client = programs / "postgres_client"
        self.plan = folder / "postgres.plan"
        self.database = f"host={self.folder} dbname=postgres user={USER}"
        self.address = f"postgresql:///postgres?host={self.folder}&user={USER}"
        self.as_user = {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}

    def load(self, inventory):
        loaded = self.folder / "loaded"
        if rows.is_loaded(loaded, inventory):
            return
        self.begin("postgres.conf")
        with self.serve():
            self._run((sql.HERE / "postgres_schema.sql").read_text())
            for table in rows.FILES:
                self._copy(table, rows.read(inventory, table))
            self._run((sql.HERE / "postgres_indexes.sql").read_text())
        loaded.write_text(rows.fingerprint(inventory))

    def begin(self, settings_file):
        """Makes an empty cluster, in place of one that may be there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        if self.as_user:
            shutil.chown(self.folder, USER, USER)
        measure.run([PROGRAMS + "initdb", "-D", self.data, "-U", USER, "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8"],
                    cwd="/", **self.as_user)
        self._configure(settings_file)

    def begin_as_copy(self, source, settings_file):
        """Makes a standby of the cluster whose socket is in that folder."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        if self.as_user:
            shutil.chown(self.folder, USER, USER)
        measure.run([PROGRAMS + "pg_basebackup", "-h", source, "-U", USER, "-D", self.data, "-R", "-X", "stream", "-c", "fast"], cwd="/", **self.as_user)
        self._configure(settings_file)

    def _configure(self, settings_file):
        memory_mb = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
        settings = (sql.HERE / settings_file).read_text().format(folder=self.folder, quarter=memory_mb // 4, half=memory_mb // 2)
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(settings)

    @contextlib.contextmanager
    def serve(self):
        with measure.server([PROGRAMS + "postgres", "-D", self.data], cwd="/", **self.as_user) as process:
            while subprocess.run([PROGRAMS + "pg_isready", "-q", "-h", self.folder], check=False).returncode:
                if process.poll() is not None:
                    sys.exit(f"PostgreSQL does not start; may its user read {self.folder}? Another place: --folder")
            self.process = process
            yield self
            process.send_signal(measure.signal.SIGINT)  # Ends without waiting for clients.

    def check(self, requests):
        self._write_plan(requests)
        return sql.check(self.client, self.database, self.plan)

    def measure(self, requests, clients, seconds):
        self._write_plan(requests)
        command = [self.client, "--database", self.database, "--plan", self.plan, "--clients", clients, "--seconds", seconds]
        return measure.ask(command, clients, [self.process.pid], lambda: measure.cpu_seconds(self.process.pid))

    def explain(self, requests):
        """The plan of each statement for the first of its values, as it is chosen for prepared ones."""
        script, seen = [], set()
        statements = sql.read_statements(sql.HERE / "postgres_statements.sql")
        for request in requests:
            if request.statement in seen:
                continue
            seen.add(request.statement)
            texts, names = sql.numbered(statements[request.statement], "$")
            values = ", ".join(f"'{as_value(request.values[name])}'" for name in names)
            for at, text in enumerate(texts):
                script.append(f"\\echo\n\\echo '## {request.statement}'\nPREPARE {request.statement}_{at} AS {text};\n"
                              f"EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) EXECUTE {request.statement}_{at}"
                              f"{f'({values})' if values else ''};")
        return self._run("\n".join(script), "-qAt")

    def ask(self, statement):
        """Returns the only value of its answer, as text."""
        return self._run(statement, "-qAt").strip()

    def _write_plan(self, requests):
        sql.write_plan(self.plan, sql.read_statements(sql.HERE / "postgres_statements.sql"), requests, "$", as_value)

    def _psql(self, *options):
        return [PROGRAMS + "psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", *options, self.database]

    def _run(self, script, *options):
        done = subprocess.run(self._psql(*options), input=script, text=True, capture_output=True, check=False)
        if done.returncode:
            sys.exit(f"psql failed:\n{done.stderr}")
        return done.stdout

    def _copy(self, table, source):
        with subprocess.Popen(self._psql("-c", f"COPY {table} FROM STDIN"), stdin=subprocess.PIPE, text=True, encoding="utf-8") as psql:
            for row in source:
                psql.stdin.write("\t".join(map(cell, row)) + "\n")
        if psql.returncode:
            sys.exit(f"COPY {table} failed")
