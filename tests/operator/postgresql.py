# SPDX-License-Identifier: EUPL-1.2
"""A store in PostgreSQL: moved there and back without a difference, changed by all commands there, and away."""

import contextlib
import sqlite3
import subprocess

import server
from apply_checks import delete, entity, header, lines, upsert
from postgresql_server import PostgresServer

NUMBER = "310000012"
SECRET = "h1dden"
TABLES = ("entity", "sub_entity", "roles", "voluntary", "party", "cadastral", "statements", "documents", "change_log", "commits", "note",
          "roles_reference")


def run(program, report, store, folder):
    with PostgresServer() as database:
        Postgresql(program, report, folder, database).run(store)


def content(store):
    """All that must be equal, as the file has it."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as opened:
        return {table: opened.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}


class Postgresql:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database
        self.place = folder / "place"
        self.batches = 0

    def run(self, store):
        self.moves_there_and_back(store)
        self.refuses_what_would_do_harm(store)
        self.is_changed_there()
        self.hides_passwords()
        self.begins_a_register()
        self.is_away_and_back()
        self.is_restored(store)

    def orgreg(self, *arguments, ok=True, text=None):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, input=text,
                              env=server.environment())
        if ok and done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def fails(self, code, words, *arguments, **more):
        done = self.orgreg(*arguments, ok=False, **more)
        self.report.check(done.returncode == code and words in done.stderr, f"{arguments}: {done.returncode} {done.stderr}")
        return done

    def apply(self, *rows, uri, ok=True):
        self.batches += 1
        return self.orgreg("apply", "-", "--data", self.place, "--store", uri, ok=ok, text=lines(header(f"batch-{self.batches}"), *rows))

    def moves_there_and_back(self, store):
        self.uri = self.database.database("register")
        said = self.orgreg("store", "move", store, self.uri)
        self.report.check("has all of" in said.stdout, f"a store is moved into a database: {said.stdout}")
        back = self.folder / "back.db"
        self.orgreg("store", "move", self.uri, back)
        self.report.check(content(back) == content(store / "store.db"), "nothing differs after it went there and back")
        self.orgreg("store", "upgrade", self.uri)
        self.fails(1, "has a register already", "store", "move", store, self.uri)
        self.fails(1, "has a register already", "store", "move", self.uri, back)

    def refuses_what_would_do_harm(self, store):
        empty = self.database.database("nothing")
        self.orgreg("backup", self.place, "--data", store)
        self.fails(1, "there is no store", "apply", "-", "--data", self.place, "--store", empty, text=lines(header("x")))
        self.fails(1, "there is no store", "store", "upgrade", empty)
        self.report.check(self.database.sql("nothing", "SELECT count(*) FROM pg_class WHERE relname = 'meta'") == "0",
                          "a mistyped address makes no tables")

    def is_changed_there(self):
        self.apply(upsert(entity(NUMBER, "I databasen")), uri=self.uri)
        self.apply(delete(NUMBER, "2026-01-02"), uri=self.uri)
        repeated = self.orgreg("apply", "-", "--data", self.place, "--store", self.uri,
                               text=lines(header("batch-2"), delete(NUMBER, "2026-01-02")))
        self.report.check("was applied before" in repeated.stdout + repeated.stderr or repeated.returncode == 0, f"a repeated batch: {repeated}")
        said = self.orgreg("verify", "--data", self.place, "--store", self.uri, ok=False)
        self.report.check(f"the store is sound: {self.uri}" in said.stdout, f"verify: {said.stdout}{said.stderr}")
        copy = self.folder / "copy"
        self.orgreg("backup", copy, "--data", self.place, "--store", self.uri)
        moved = self.folder / "moved.db"
        self.orgreg("store", "move", self.uri, moved)
        self.report.check(content(copy / "store.db") == content(moved), "a backup holds what the database has")
        folder = self.folder / "whole"
        self.orgreg("store", "move", self.uri, folder)
        self.report.check(content(folder / "store.db") == content(moved), "a folder that is missing becomes that of a register")
        self.fails(1, "no-such-folder", "store", "move", self.folder / "no-such-folder", self.uri)
        self.database.sql("register", f"UPDATE entity SET body = 'x' WHERE number = {NUMBER}")
        self.fails(1, f"entity row {NUMBER} does not match its checksum", "verify", "--data", self.place, "--store", self.uri)

    def hides_passwords(self):
        uri = f"postgresql://orgreg:{SECRET}@nowhere.invalid/register"
        for words in (("verify", "--data", self.place, "--store", uri), ("store", "move", uri, self.folder / "x.db"), ("store", "upgrade", uri)):
            done = self.orgreg(*words, ok=False)
            self.report.check(done.returncode != 0 and "can be read by others" in done.stderr and SECRET not in done.stderr + done.stdout,
                              f"{words[0]} takes no password: {done.stderr}")
        settings = self.folder / "settings.toml"
        settings.write_text(f'data = "{self.place}"\nstore = "{uri}"\n')
        for words, shown in ((("serve", "--show-config"), "postgresql://orgreg:***@nowhere"), (("verify",), "postgresql://orgreg:***@nowhere")):
            done = self.orgreg(*words, "--config", settings, ok=False)
            self.report.check(shown in done.stdout + done.stderr and SECRET not in done.stdout + done.stderr,
                              f"{words} shows no password: {done.stdout}{done.stderr}")

    def begins_a_register(self):
        self.new = self.database.database("new")
        place = self.folder / "new"
        source = self.folder / "entities.json"
        source.write_text(f'[{{"organisasjonsnummer":"{NUMBER}","navn":"Ny","organisasjonsform":{{"kode":"AS"}}}}]')
        self.orgreg("import", "entities", source, "--data", place, "--store", self.new)
        self.place = place
        said = self.orgreg("verify", "--data", place, "--store", self.new, ok=False)
        self.report.check("the store is sound" in said.stdout, f"an import begins a register in a database: {said.stdout}{said.stderr}")
        self.report.check(self.database.sql("new", "SELECT record->>'navn' FROM entity_text") == "Ny", "other programs read its records")

    def is_restored(self, store):
        """A backup into the database of its register, and into an empty one."""
        backup, last = self.folder / "of-new", self.folder / "of-new-later"
        self.orgreg("backup", backup, "--data", self.place, "--store", self.new)
        self.apply(upsert(entity("310000020", "Etter backupen")), uri=self.new)
        self.apply(delete(NUMBER, "2026-01-01", "remove"), uri=self.new)
        given = int(self.database.sql("new", "SELECT max(id) FROM change_log"))
        self.fails(1, "has another register than the backup", "restore", store, "--data", self.place, "--store", self.new)
        self.report.check(self.database.sql("new", "SELECT count(*) FROM entity") == "2", "which leaves it as it was")
        self.orgreg("backup", last, "--data", self.place, "--store", self.new)
        said = self.orgreg("restore", backup, "--data", self.place, "--store", self.new)
        self.report.check(f"{self.new} is restored to commit" in said.stdout and "1 records were removed since" in said.stdout
                          and f"updates continue with id {given + 1}" in said.stdout, f"a restore says what it did: {said.stdout}{said.stderr}")
        self.report.check(self.database.sql("new", f"SELECT string_agg(number || ' ' || state, ',') FROM entity") == f"{NUMBER} 2",
                          "what was removed since is removed, and what came since is gone")
        self.orgreg("verify", "--data", self.place, "--store", self.new)
        self.apply(upsert(entity("310000039", "Ny")), uri=self.new)
        self.report.check(int(self.database.sql("new", "SELECT max(id) FROM change_log")) == given + 2, "no id is given twice")
        empty, place = self.database.database("restored"), self.folder / "restored"
        said = self.orgreg("restore", backup, "--data", place, "--store", empty, "--ledger", last)
        self.report.check("1 records were removed since" in said.stdout, f"an empty database is filled: {said.stdout}{said.stderr}")
        self.report.check(self.database.sql("restored", "SELECT max(state) FROM entity") == "2" and
                          self.database.sql("restored", f"SELECT count(*) FROM entity WHERE body <> ''::bytea AND number = {NUMBER} AND state < 2") == "0",
                          "with the removals of the ledger")
        self.orgreg("verify", "--data", place, "--store", empty)
        self.report.check(not (place / "store.db").exists() and not list(place.glob("*.restoring*")), "and nothing is left in the folder")

    def is_away_and_back(self):
        self.database.kill()
        self.fails(1, "cannot be reached", "verify", "--data", self.place, "--store", self.new)
        self.database.start()
        self.apply(upsert(entity(NUMBER, "Etter")), uri=self.new)
        self.report.check(self.database.sql("new", "SELECT record->>'navn' FROM entity_text") == "Etter", "it goes on after a power cut")
