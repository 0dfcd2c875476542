# SPDX-License-Identifier: EUPL-1.2
"""A database that is set back to a point in time by pgBackRest, by the commands of docs/database-backups.md as printed: nothing that was
removed since is shown again, and nodes that were ahead say so and take everything again. A standby that takes over is no restore."""

import re
import shutil
import string
import subprocess
import sys
import time
from pathlib import Path

import server
from apply_checks import delete, entity, header, lines, upsert
from nodes import FIELD, RECORD, Node, content_of
from postgresql_server import PostgresServer
from replicas import NUMBER, comes, content

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging/cluster"))

from software import Software  # noqa: E402

KEPT = "310000020"
SET_BACK = "was set back to an earlier state"
PAGE = ROOT / "docs/database-backups.md"
FENCE = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED_TARGET = "2026-11-29 07:30:00+00"
PRINTED_FOLDER = "/var/lib/orgreg/register"
# Functions have the names of programs, which run as whoever may.
PRELUDE = """
set -eu
as_owner() { if [[ $EUID == 0 ]]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi; }
pgbackrest() { (cd / && as_owner "$database/pgbackrest" --config="$database/pgbackrest.conf" "$@"); }
psql() { (cd / && as_owner "$programs/psql" -h "$database" -U orgreg -d register "$@"); }
orgreg() { "$program" "$@"; }
"""


def run(program, report, store, folder):
    with PostgresServer() as database:
        DatabaseBackups(program, report, folder, database).run(store)


class DatabaseBackups:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database
        self.batches = 0

    def run(self, store):
        self.archive()
        self.uri = self.database.database("register")
        self.orgreg("store", "move", store, self.uri)
        self.as_printed("stanza-create")
        stale, ahead = self.place("stale"), self.place("ahead")
        with self.node(stale) as node:
            self.change(node, "Fjernes", NUMBER)
            self.change(node, "Før", KEPT)
            self.report.check(comes(lambda: self.shown(node, KEPT)[0] == 200), "a node follows")
        begin = time.monotonic()
        self.as_printed("--type=full backup")
        print(f"  full backup: {time.monotonic() - begin:.1f} s")
        with self.node(ahead) as node:
            self.change(node, "I backup", KEPT)
            time.sleep(1)
            target = self.sql("SELECT now()")
            time.sleep(1)
            self.remove_and_change(node)
            last = self.sql("SELECT max(id) FROM change_log")
            self.restore(target)
            self.stands_still(node, ahead, stale)
            self.is_reconciled(node, ahead, stale, int(last))
        self.is_whole_after_restarts(ahead)
        self.is_set_back_once_more(target, ahead)
        self.is_taken_over_by_a_standby()

    # Steps.

    def archive(self):
        """PostgreSQL as packaging/cluster/pgbackrest.conf says."""
        found = shutil.which("pgbackrest") or Software(ROOT / "var/pgbackrest-software", ("pgbackrest",)).program("pgbackrest")
        place = self.database.folder
        shutil.copy(found, place / "pgbackrest")
        text = string.Template((ROOT / "packaging/cluster/pgbackrest.conf").read_text(encoding="utf-8"))
        (place / "pgbackrest.conf").write_text(text.substitute(repository=place / "repository", folder=place, data=place / "data", socket=place,
                                                               user="orgreg"), encoding="utf-8")
        (place / "pgbackrest.conf").chmod(0o644)
        with open(place / "data/postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write(f"archive_mode = on\narchive_command = '{place}/pgbackrest --config={place}/pgbackrest.conf --stanza=register archive-push %p'\n")
        self.restart()

    def remove_and_change(self, node):
        """What a restore loses."""
        status, fields, body = self.post(node, delete(NUMBER, "2026-01-01", "remove"))
        self.report.check(status == 200, f"a removal is taken: {body}")
        self.report.check(node.read(**{FIELD: fields[FIELD]})[0] == 410, "and shown")
        self.change(node, "Tapt", KEPT)
        self.lost = f"backups-{self.batches}"
        self.report.check(comes(lambda: '"Tapt"' in self.shown(node, KEPT)[2]), "as is a change")

    def stands_still(self, node, ahead, stale):
        """Nobody follows it, new ones neither, and nobody writes to it."""
        self.report.check(comes(lambda: node.logs(SET_BACK) == 1), f"a node that was ahead says so: {node.errors()}")
        self.report.check("node ahead has commit" in self.cluster("status").stdout or "a backup of it was restored" in self.cluster("status").stdout,
                          f"status: {self.cluster('status').stdout}")
        done = self.cluster("verify")
        self.report.check(done.returncode == 1 and "the database was set back" in done.stderr and "node ahead has" in done.stderr,
                          f"verify names both signs: {done.stderr}")
        self.report.check(node.read()[0] == 410 and '"Tapt"' in self.shown(node, KEPT)[2], "the node shows what it had")
        status, _, body = self.post(node, upsert(entity(KEPT, "Nei")))
        self.report.check(status == 503 and SET_BACK in body, f"it takes no batch: {status} {body}")
        for words in (("apply", "-", "--data", ahead, "--store", self.uri), ("store", "move", self.uri, self.folder / "moved.db"),
                      ("backup", self.folder / "backed", "--data", ahead, "--store", self.uri)):
            done = self.orgreg(*words, ok=False, text=lines(header("no"), upsert(entity(KEPT, "Nei"))))
            self.report.check(done.returncode == 1 and SET_BACK in done.stderr, f"{words[0]} is refused: {done.stderr}")
        empty = self.place("empty")
        with self.node(empty, awaits_data=False) as new, self.node(stale) as old:
            self.report.check(comes(lambda: new.logs(SET_BACK) == 1 and old.logs(SET_BACK) == 1), f"others wait too: {new.errors()} {old.errors()}")
            self.report.check(new.read()[0] == 503, "a new one shows nothing")
            self.report.check('"I backup"' not in self.shown(old, KEPT)[2], "one that was behind goes no further")

    def is_reconciled(self, node, ahead, stale, last):
        for words, code, text in (((), 1, "name a folder that knows"), (("--from", stale), 1, "add its folder"),
                                  (("--from", self.folder), 1, ""), (("--from", "/nowhere"), 1, "")):
            done = self.cluster("reconcile", *words)
            self.report.check(done.returncode == code and text in done.stderr, f"reconcile {words}: {done.returncode} {done.stdout}{done.stderr}")
        empty = self.folder / "empty"
        with self.node(empty, awaits_data=False) as new, self.node(stale) as old:
            done = self.as_printed("orgreg cluster reconcile", ahead)
            print("  " + done.stdout.strip().replace("\n", "\n  "))
            self.report.check("set back: node ahead has commit" in done.stdout and "1 records are removed again" in done.stdout
                              and f"lost batch: {self.lost}\n" in done.stdout and "2 updates and 2 batches" in done.stdout,
                              f"reconcile: {done.stdout}{done.stderr}")
            self.report.check(comes(lambda: node.logs("everything is taken from") == 1), f"the node takes everything again: {node.errors()}")
            for each in (node, new, old):
                self.report.check(comes(lambda each=each: each.readiness()[0] == 200 and '"I backup"' in self.shown(each, KEPT)[2]),
                                  f"{each.place.name} follows, and shows what the backup has: {each.errors()}")
                self.report.check(each.read()[0] == 410, f"what was removed stays removed at {each.place.name}")
            self.check_equal("after it was reconciled", node, new, old)
            position = int(self.change(new, "Etter", KEPT))
            self.report.check(position > last, f"no id is given twice: {position} after {last}")
        for name in ("empty", "stale"):
            self.cluster("forget", name)
        done = self.cluster("verify")
        self.report.check("orgreg.restored" in done.stdout and "set back" not in done.stderr, f"the settings of the restore are named: {done.stdout}{done.stderr}")
        done = self.as_printed("ALTER SYSTEM")
        self.report.check("orgreg.restored" not in done.stdout and "as they should be" in done.stdout, f"until they are away: {done.stdout}")
        done = self.cluster("reconcile", "--from", ahead)
        self.report.check(done.returncode == 0 and "not set back" in done.stdout and "0 records" in done.stdout, f"twice is once: {done.stdout}{done.stderr}")
        again = self.post_as(node, self.lost, upsert(entity(KEPT, "Tapt")))
        self.report.check(again[0] == 200 and '"repeated":false' in again[2].replace(" ", ""), f"a lost batch is sent again: {again[2]}")

    def is_whole_after_restarts(self, ahead):
        self.restart()
        with self.node(ahead) as node:
            self.report.check(comes(lambda: node.readiness()[0] == 200), f"a restart of the same server is no restore: {node.errors()}")

    def is_set_back_once_more(self, target, ahead):
        """The mark of the first reconciliation is lost with the rest."""
        self.restore(target)
        done = self.cluster("verify")
        self.report.check("the database was set back to an earlier state: a backup of it was restored (orgreg.restored, restore_command" in done.stderr,
                          f"a second restore is seen without any node: {done.stderr}")
        done = self.cluster("reconcile", "--force")
        self.report.check(done.returncode == 0 and "0 records" in done.stdout, f"by force, nothing is known: {done.stdout}{done.stderr}")
        elsewhere = f"{self.uri}&application_name=elsewhere"
        with Node(self.program, ahead, elsewhere, ORGREG_NODE_NAME="ahead") as node:
            self.report.check(comes(lambda: node.logs(SET_BACK) == 1 and node.logs("1 removals are missing") == 1),
                              f"a node that knows of a removal keeps it: {node.errors()}")
            self.report.check(node.read()[0] == 410, "and shows nothing of it")
            done = self.cluster("reconcile", "--from", ahead)
            self.report.check(done.returncode == 0 and "1 records are removed again" in done.stdout, f"its folder helps: {done.stdout}{done.stderr}")
            self.report.check(comes(lambda: node.readiness()[0] == 200) and node.read()[0] == 410, f"and it follows: {node.errors()}")

    def is_taken_over_by_a_standby(self):
        """Also if settings of a restore are still there, as standbys may have restore_command for ever."""
        first = self.database.folder
        for setting in ("recovery_target_time", "recovery_target_action"):
            self.sql(f'ALTER SYSTEM RESET "{setting}"')
        standby = self.database.folder / "standby"
        self.database.call("pg_basebackup", "-h", first, "-U", "orgreg", "-D", standby, "-R", "-X", "stream", "-c", "fast")
        self.follow_and_promote(standby, self.timeline())

    def follow_and_promote(self, standby, timeline):
        place = self.database.folder
        with open(standby / "postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write("port = 5433\narchive_mode = off\n")
        with open(place / "log-standby", "ab") as log:
            process = subprocess.Popen([self.database.programs / "postgres", "-D", standby], stdout=log, stderr=log, **self.database.user())
        uri = self.uri + "&port=5433"
        try:
            streams = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
            self.report.check(comes(lambda: self.sql(streams) == "1"), "a standby streams")
            self.stop()
            self.database.call("pg_ctl", "-D", standby, "promote", "-w")
            done = self.orgreg("cluster", "verify", "--store", uri, ok=False)
            self.report.check("set back" not in done.stderr, f"a standby that took over is no restore: {done.stderr}")
            done = self.orgreg("apply", "-", "--data", self.folder / "ahead", "--store", uri, ok=False,
                               text=lines(header("standby"), upsert(entity(KEPT, "Overtatt"))))
            self.report.check(done.returncode == 0, f"it takes batches: {done.stderr}")
            known = self.database.call("psql", "-h", place, "-p", "5433", "-U", "orgreg", "-d", "register", "-Atc", "SELECT max(id) FROM timeline").stdout.strip()
            self.report.check(int(known) == timeline + 1, f"and its timeline is known: {known} after {timeline}")
        finally:
            process.terminate()
            process.wait()
            self.database.start()

    # Small things.

    def place(self, name):
        place = self.folder / name
        place.mkdir(exist_ok=True)
        return place

    def node(self, place, **more):
        return Node(self.program, place, self.uri, ORGREG_NODE_NAME=place.name, **more)

    def orgreg(self, *arguments, ok=True, text=None):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, input=text, env=server.environment())
        if ok and done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def cluster(self, command, *arguments):
        return self.orgreg("cluster", command, *arguments, "--store", self.uri, ok=False)

    def post(self, node, *rows):
        self.batches += 1
        return node.post(header(f"backups-{self.batches}"), *rows)

    @staticmethod
    def post_as(node, batch, *rows):
        return node.post(header(batch), *rows)

    def change(self, node, name, number):
        status, fields, body = self.post(node, upsert(entity(number, name)))
        self.report.check(status == 200, f"a batch is taken: {status} {body}")
        return fields[FIELD]

    @staticmethod
    def shown(node, number):
        return node.read(RECORD.replace(NUMBER, number))

    def check_equal(self, what, *nodes):
        copy = self.folder / f"copy-{what.replace(' ', '-')}.db"
        self.orgreg("store", "move", self.uri, copy)
        expected = content_of(copy)
        for node in nodes:
            self.report.check(comes(lambda node=node: content(node.place) == expected), f"{node.place.name} is equal to the database {what}")

    def sql(self, text):
        return self.database.sql("register", text)

    def timeline(self):
        return int(self.sql("SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint"))

    def as_printed(self, part, folder="", target=""):
        """Runs the block of the page that has this part."""
        block = next(text for text in FENCE.findall(PAGE.read_text(encoding="utf-8")) if part in text)
        for printed, real in ((PRINTED_TARGET, target), (PRINTED_FOLDER, folder)):
            block = block.replace(printed, str(real))
        done = subprocess.run(["bash", "-c", PRELUDE + block], capture_output=True, text=True, check=False, env=server.environment({
            "database": str(self.database.folder), "programs": str(self.database.programs), "program": str(self.program), "ORGREG_STORE": self.uri}))
        if done.returncode != 0:
            raise SystemExit(f"{block}: {done.stdout}{done.stderr}")
        return done

    def stop(self):
        self.database.process.send_signal(2)
        self.database.process.wait()

    def restart(self):
        self.stop()
        self.database.start()

    def restore(self, target):
        self.sql("SELECT pg_switch_wal()")
        self.stop()
        begin = time.monotonic()
        self.as_printed("--delta", target=target)
        self.database.start()
        self.report.check(comes(lambda: self.database.sql("register", "SELECT pg_is_in_recovery()") == "f"), "the database is restored")
        print(f"  restore to a point in time: {time.monotonic() - begin:.1f} s")
