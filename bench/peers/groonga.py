# SPDX-License-Identifier: EUPL-1.2
"""Groonga, asked over HTTP, its cache of answers switched off."""

import contextlib
import json
import re
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path

import measure
import rows
from peers import http

HERE = Path(__file__).resolve().parent
TABLES = {"entities": "Entities", "sub_entities": "SubEntities"}
UNKNOWN = -1  # It has no null for numbers.


def record_of(row):
    return {"_key": row.number, "name": row.name, "words": row.words, "form": row.form, "municipalities": row.municipalities,
            "industries": row.industries, "employees": UNKNOWN if row.employees is None else row.employees,
            "registered_on": f"{row.registered_on} 00:00:00" if row.registered_on else "", "in_vat_register": bool(row.in_vat_register),
            "superior": row.superior or 0, "record": row.record}


def read_statements():
    lines = (line for line in (HERE / "groonga_statements.txt").read_text().splitlines() if line and not line.startswith("#"))
    return dict(line.split(": ", 1) for line in lines)


def as_text(value):
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def without_time(step):
    """`:000000001234567 filter(9): …` without its nanoseconds."""
    return re.sub(r"^:\d+ ", "  ", step)


class Groonga(http.HttpServer):
    name = "Groonga"

    def __init__(self, folder, programs):
        super().__init__(folder, programs)
        self.database = folder / "groonga" / "register"
        self.statements = read_statements()

    def load(self, inventory):
        loaded = self.database.parent / "loaded"
        if rows.is_loaded(loaded, inventory):
            return
        shutil.rmtree(self.database.parent, ignore_errors=True)
        self.database.parent.mkdir(parents=True)
        self._run(["groonga", "-n", self.database], [(HERE / "groonga_schema.grn").read_text()])
        for table, name in TABLES.items():
            records = (json.dumps(record_of(row), ensure_ascii=False) + ",\n" for row in rows.read(inventory, table))
            self._run(["groonga", self.database], self._load_command(name, records))
        self._run(["groonga", self.database], [(HERE / "groonga_indexes.grn").read_text()])
        loaded.write_text(rows.fingerprint(inventory))

    @staticmethod
    def _load_command(name, records):
        yield f"load --table {name}\n[\n"
        yield from records
        yield "]\n"

    def _run(self, command, parts):
        log = self.database.parent / "load.log"
        with log.open("w") as output, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, text=True, encoding="utf-8") as process:
            for part in parts:
                process.stdin.write(part)
        failed = [line for line in log.read_text().splitlines() if line.startswith("[[") and not line.startswith("[[0,")]
        if process.returncode or failed:
            sys.exit(f"Groonga: {failed or log.read_text()[-1000:]}")

    @contextlib.contextmanager
    def serve(self, *options):
        self.port = measure.free_port()
        command = ["groonga", "-s", "--protocol", "http", "--bind-address", "127.0.0.1", "--port", self.port, "--cache-limit", "0",
                   "--log-path", self.database.parent / "log", *options, self.database]
        with measure.server(command) as self.process:
            measure.wait_for(f"http://127.0.0.1:{self.port}/d/status")
            yield self

    def path_of(self, request):
        values = {name: as_text(value) for name, value in request.values.items()}
        parameters = self.statements[request.statement].format(**values)
        pairs = [tuple(part.split("=", 1)) for part in re.split("&(?=[a-z_]+=[^=])", parameters)]
        quoted = urllib.parse.urlencode(pairs)
        return f"/d/select?{quoted}&output_columns=_key,record"

    def check(self, requests):
        return [self._answer(json.loads(measure.fetch(self.url(request)))) for request in requests]

    @staticmethod
    def _answer(found):
        hits = found[1][0]
        return hits[0][0], [row[0] for row in hits[2:]]

    def explain(self, requests):
        """What its query log says of each statement: the conditions in order, with the hits that were left."""
        firsts = {request.statement: request for request in reversed(requests)}
        log = self.database.parent / "queries"
        log.unlink(missing_ok=True)
        parts = []
        with Groonga(self.folder, self.client.parent).serve("--query-log-path", log) as logging:
            for name in sorted(firsts):
                before = log.stat().st_size
                measure.fetch(logging.url(firsts[name]))
                steps = [line.split("|", 2)[2].strip() for line in log.read_text()[before:].splitlines() if "|:" in line and " send(" not in line]
                parts.append(f"## {name}\n{self.statements[name]}\n" + "\n".join(map(without_time, steps)))
        return "\n\n".join(parts) + "\n"
