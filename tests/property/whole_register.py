# SPDX-License-Identifier: EUPL-1.2
"""A register with all of its parts: entities, documents, users, usage counts, audit log, secrets.

What cannot be made by a command without a server is written here as the formats say:
docs/audit-log.md, docs/decisions/0013-usage-counts.md.
"""

import hashlib
import json
import os
import sqlite3
from pathlib import Path

import server
from apply_checks import delete, entity, header, lines

AUDIT_TIME = "2026-11-01T12:00:00.000Z"
SECRET = "secrets/usage-secret"


def pdf(text, size=2000):
    return b"%PDF-1.4\n" + (text.encode() + b" ") * (size // (len(text) + 1)) + b"\n%%EOF\n"


def audit_line(kind, sequence, previous, members=""):
    body = f'{{"kind":"{kind}","sequence":{sequence},"time":"{AUDIT_TIME}"{members},"previous":"{previous}"'
    digest = hashlib.sha256((previous + body).encode()).hexdigest()
    return f'{body},"hash":"{digest}"}}\n', digest


LOOKUP = "".join(f',"{name}":"x"' for name in ("consumer", "supplier", "client_id", "token_hash", "scope", "operation", "object")) \
    + ',"status":200,"roles":1,"trace_id":"x","address":"192.0.2.1"'


class WholeRegister:
    """A register in a folder, and what it should have."""

    def __init__(self, program, data):
        self.program = program
        self.data = Path(data)

    def orgreg(self, *arguments, **options):
        return server.run(self.program, *arguments, "--data", self.data, **options)

    def must(self, *arguments, **options):
        done = self.orgreg(*arguments, **options)
        assert done.returncode == 0, f"{arguments}: {done.returncode} {done.stdout}{done.stderr}"
        return done

    def make(self, scratch, entities=3, filler=0):
        """Makes all parts; `scratch` is a folder for the files that they come from."""
        scratch.mkdir(exist_ok=True)
        self.numbers = numbers(entities)
        inventory = scratch / "entities.json"
        inventory.write_text(json.dumps([entity(number, f"NAVN {number} AS", **({"vedtektsfestetFormaal": ["x" * filler]} if filler else {}))
                                         for number in self.numbers]), encoding="utf-8")
        self.must("import", "entities", inventory)
        for index, number in enumerate(self.numbers[:3]):
            self.add_document(scratch / f"given-{index}", number, 2020, f"dokument {number}")
        self.add_user("kari")
        self.add_user("ola")
        self.count("retning", 3)
        self.look_up(5)
        secret = self.data / SECRET
        secret.parent.mkdir(exist_ok=True)
        secret.touch(mode=0o600)
        secret.write_text("c2VjcmV0" * 5)
        return self

    def add_document(self, folder, number, year, text):
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        (folder / f"aarsregnskap-{year}_{number}.pdf").write_bytes(pdf(text))
        self.must("import", "documents", folder)
        return hashlib.sha256(pdf(text)).hexdigest()

    def add_user(self, name):
        self.must("user", "add", name, line="et langt passord\n")

    def apply(self, identifier, *operations):
        self.must("apply", "-", line=lines(header(identifier), *operations))

    def remove(self, number):
        self.apply(f"remove-{number}", delete(number, "2026-11-02", "remove"))

    def count(self, value, calls, quarter=1000):
        """Adds calls as a version without checksums did."""
        with sqlite3.connect(self.data / "usage.db") as database:
            if database.execute("PRAGMA application_id").fetchone()[0] == 0:
                database.executescript(
                    "PRAGMA application_id = 0x6f727573; PRAGMA user_version = 1;"
                    "CREATE TABLE usage (grouping INTEGER NOT NULL, quarter INTEGER NOT NULL, value TEXT NOT NULL,"
                    " calls INTEGER NOT NULL, PRIMARY KEY (grouping, quarter, value)) STRICT, WITHOUT ROWID;")
            database.execute("INSERT INTO usage (grouping, quarter, value, calls) VALUES (2, ?, ?, ?)"
                             " ON CONFLICT DO UPDATE SET calls = calls + excluded.calls", (quarter, value, calls))
        database.close()
        os.chmod(self.data / "usage.db", 0o600)

    def look_up(self, times):
        """Adds lines to the audit log, as a server does."""
        path = self.data / "audit/log"
        path.parent.mkdir(exist_ok=True)
        old = path.read_text(encoding="ascii").splitlines() if path.exists() else []
        last = json.loads(old[-1]) if old else {"sequence": 0, "hash": "0" * 64}
        sequence, previous, text = last["sequence"], last["hash"], ""
        for kind in ([] if old else ["begin"]) + ["lookup"] * times:
            sequence += 1
            line, previous = audit_line(kind, sequence, previous, LOOKUP if kind == "lookup" else "")
            text += line
        path.touch(mode=0o600)
        with path.open("a", encoding="ascii") as file:
            file.write(text)

    def documents(self):
        """Returns the digests of the whole files in the folder."""
        found = set()
        for path in (self.data / "documents").glob("??/*"):
            digest = path.parent.name + path.name
            if hashlib.sha256(path.read_bytes()).hexdigest() == digest:
                found.add(digest)
        return found

    def users(self):
        return set(self.must("user", "list").stdout.split())

    def counts(self):
        found = {}
        if not (self.data / "usage.db").exists():
            return found
        database = sqlite3.connect(self.data / "usage.db")
        tables = {row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        rows = list(database.execute("SELECT value, calls FROM usage WHERE grouping = 2"))
        if "packs" in tables:
            for (pack,) in database.execute("SELECT counts FROM packs WHERE grouping = 2"):
                rows += [(line.split(" ")[0], int(line.split(" ")[1])) for line in pack.splitlines()]
        database.close()
        for value, calls in rows:
            found[value] = found.get(value, 0) + calls
        return found

    def audit(self):
        path = self.data / "audit/log"
        return path.read_text(encoding="ascii") if path.exists() else ""

    def audit_kinds(self):
        return [json.loads(line)["kind"] for line in self.audit().splitlines()]

    def states(self):
        """Returns the state of each entity by number: 0 live, 1 deleted, 2 removed."""
        database = sqlite3.connect(self.data / "store.db")
        try:
            return {f"{number:09d}": state for number, state in database.execute("SELECT number, state FROM entity")}
        finally:
            database.close()

    def verified(self, *options):
        """Returns the error output of verify; empty if everything is sound."""
        done = self.orgreg("verify", *options)
        return "" if done.returncode == 0 else f"verify: {done.returncode} {done.stdout}{done.stderr}"


def numbers(count):
    """Returns valid organisation numbers."""
    found, index = [], 91_000_000
    while len(found) < count:
        digits = f"{index:08d}"
        rest = sum(int(digit) * weight for digit, weight in zip(digits, (3, 2, 7, 6, 5, 4, 3, 2))) % 11
        index += 1
        if rest != 1:
            found.append(digits + str((11 - rest) % 11))
    return found
