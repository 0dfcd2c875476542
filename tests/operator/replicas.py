# SPDX-License-Identifier: EUPL-1.2
"""A second machine follows a first one: filled from nothing, soon as its source, served while the source is away, and promoted."""

import contextlib
import json
import shutil
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

import certificates
import server
from apply_checks import delete, entity, header, lines, upsert

TOKEN = "a-token-that-replicas-show-1"
CANARY = "Kanarifuglen Forsvinner"
SOON_S = 20
NUMBER = "310000012"  # Of an entity that only the tests make.
PATHS = ("/enhetsregisteret/api/enheter?size=200", "/enhetsregisteret/api/underenheter?size=200",
         "/enhetsregisteret/api/oppdateringer/enheter?size=200&includeChanges=true", "/enhetsregisteret/api/organisasjonsformer",
         f"/enhetsregisteret/api/enheter/{NUMBER}")
TABLES = ("entity", "sub_entity", "roles", "voluntary", "party", "cadastral", "statements", "documents", "change_log", "commits",
          "roles_reference")


def run(program, report, store, folder):
    Replicas(program, report, folder).run(store)


def comes(condition, wait_s=SOON_S):
    end = time.monotonic() + wait_s
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def get(running, path):
    try:
        with urllib.request.urlopen(running.base + path, timeout=SOON_S) as answer:
            body = answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, ""
    return 200, body.replace(f":{running.port}", ":PORT")


def content(place):
    """All that must be equal, as the database has it."""
    with contextlib.closing(sqlite3.connect(f"file:{place}/store.db?mode=ro", uri=True)) as store:
        return {table: store.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}


class Replicas:
    def __init__(self, program, report, folder):
        self.program, self.report, self.folder = program, report, folder
        self.first, self.second, self.third = (folder / name for name in ("first", "second", "third"))
        self.token = folder / "token"
        self.token.write_text(TOKEN + "\n")
        self.port = server.free_port()
        self.batches = 0

    def run(self, store):
        self.refuses_wrong_settings(store)
        self.orgreg("backup", self.first, "--data", store)
        with self.source() as source:
            self.second.mkdir()
            with self.replica() as replica:
                self.is_filled(source, replica)
                self.is_soon_as_its_source(source, replica)
                self.loses_what_is_removed(source, replica)
                self.is_only_read(store)
                self.has_a_replica(source)
                self.knows_its_token(source)
                self.is_not_promoted_while_it_follows()
            self.goes_on_after_a_kill(source)
            self.mends_its_copy(source)
        self.outlives_its_source()
        self.follows_a_source_that_was_set_back()
        self.refuses_another_register(store)
        self.waits_for_a_register()
        self.speaks_tls()
        self.is_promoted()

    def orgreg(self, *arguments, ok=True):
        done = server.run(self.program, *arguments)
        if ok and done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def source(self, place=None, port=None, **more):
        return server.Server(self.program, place or self.first, env={
            "ORGREG_REPLICAS": f"127.0.0.1:{port or self.port}", "ORGREG_REPLICAS_TOKEN_FILE": str(self.token), **more})

    def replica(self, place=None, port=None, awaits_data=True, **more):
        self.metrics = server.free_port()
        return server.Server(self.program, place or self.second, awaits_data=awaits_data, env={
            "ORGREG_SOURCE": f"http://127.0.0.1:{port or self.port}", "ORGREG_SOURCE_TOKEN_FILE": str(self.token),
            "ORGREG_METRICS": f"127.0.0.1:{self.metrics}", "ORGREG_MAX_LAG_S": "2", **more})

    def apply(self, *rows, place=None, ok=True):
        self.batches += 1
        done = subprocess.run([self.program, "apply", "-", *server.place(place or self.first)], check=False, capture_output=True,
                              input=lines(header(f"replicas-{self.batches}"), *rows), text=True, env=server.environment())
        if ok and done.returncode != 0:
            raise SystemExit(f"apply: {done.stdout}{done.stderr}")
        return done

    def change(self, name, place=None):
        return self.apply(upsert(entity(NUMBER, name)), place=place)

    def readiness(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics}/readyz", timeout=SOON_S) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def measured(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics}/metrics", timeout=SOON_S) as answer:
            for line in answer.read().decode().splitlines():
                if line.startswith(name + " "):
                    return float(line.split()[1])
        return None

    def shows(self, running, name):
        return f'"{name}"' in get(running, f"/enhetsregisteret/api/enheter/{NUMBER}")[1]

    def check_equal(self, source, replica, what, place=None):
        self.report.check(comes(lambda: content(self.first) == content(place or self.second)), f"the stores are equal {what}")
        for path in PATHS:
            self.report.check(comes(lambda path=path: get(source, path) == get(replica, path)), f"{path} is equal {what}")

    def refuses_wrong_settings(self, store):
        for settings, text in (
                ({"ORGREG_SOURCE": "http://h:1", "ORGREG_INGEST": "unix:" + str(self.folder / "ingest")}, "a replica takes no batches"),
                ({"ORGREG_SOURCE": "h:1"}, "is no http:// or https:// address"),
                ({"ORGREG_SOURCE": "https://h:1/path"}, "without a path"),
                ({"ORGREG_REPLICAS": "127.0.0.1:0"}, "an address needs a replicas_token_file"),
                ({"ORGREG_MAX_LAG_S": "1"}, "from 2 to")):
            done = subprocess.run([self.program, "serve", "--show-config", *server.place(store)], check=False, capture_output=True,
                                  text=True, env=server.environment(settings))
            self.report.check(done.returncode == 2 and text in done.stderr, f"{settings} is refused: {done.stderr[-300:]}")

    def is_filled(self, source, replica):
        self.check_equal(source, replica, "after the first step")
        names = sorted(path.name for path in (self.first / "documents").rglob("*") if path.is_file() and path.name != "lock")
        copies = sorted(path.name for path in (self.second / "documents").rglob("*") if path.is_file() and path.name != "lock")
        self.report.check(names and names == copies, f"the replica has the {len(names)} documents")
        log = replica.errors()
        self.report.check("no segment" not in log, f"the replica takes the segments of its source: {log}")
        verified = self.orgreg("verify", "--data", self.second, ok=False)
        self.report.check(verified.returncode == 0, f"verify finds nothing wrong: {verified.stderr}")
        status, body = self.readiness()
        self.report.check(status == 200 and body["checks"]["source"]["status"] == "pass", f"it is ready: {body}")

    def is_soon_as_its_source(self, source, replica):
        waits = []
        for count in range(20):
            self.change(f"Navn {count}")
            begin = time.monotonic()
            self.report.check(comes(lambda count=count: self.shows(replica, f"NAVN {count}") or self.shows(replica, f"Navn {count}")),
                              f"change {count} is seen")
            waits.append(time.monotonic() - begin)
        print(f"  seen after the end of apply: {sorted(waits)[10] * 1000:.0f} ms (median), {max(waits) * 1000:.0f} ms")
        self.report.check(sorted(waits)[10] < 2, f"changes are soon seen: {waits}")
        self.check_equal(source, replica, "after changes")
        self.report.check(self.measured("orgreg_source_steps_total") > 10, "the steps are counted")
        self.report.check(self.measured("orgreg_source_begun_anew_total") == 0, "nothing was taken twice")

    def loses_what_is_removed(self, source, replica):
        self.change(CANARY)
        self.report.check(comes(lambda: self.shows(replica, CANARY)), "the record is there")
        self.apply(delete(NUMBER, "2026-01-01", "remove"))
        self.report.check(comes(lambda: get(replica, f"/enhetsregisteret/api/enheter/{NUMBER}")[0] == 410), "then it is removed")
        self.check_equal(source, replica, "after a removal")
        canary = CANARY.encode()
        self.report.check(
            comes(lambda: not any(canary in path.read_bytes() for path in self.second.glob("store.db*")), 60),
            "and its bytes are gone from the store of the replica")
        self.apply({**upsert(entity(NUMBER, "Gjeninnsatt")), "operation": "reinstate"})
        self.report.check(comes(lambda: self.shows(replica, "Gjeninnsatt")), "it can come back")

    def is_only_read(self, store):
        refused = self.apply(upsert(entity(NUMBER, "Nei")), place=self.second, ok=False)
        self.report.check(refused.returncode == 1 and "is a replica of http://127.0.0.1" in refused.stderr
                          and "orgreg promote" in refused.stderr, f"apply is refused: {refused.stderr}")
        for command in (("import", "entities", "/dev/null"), ("restore", str(store))):
            done = self.orgreg(*command, "--data", self.second, ok=False)
            self.report.check(done.returncode != 0 and "is a replica of" in done.stderr, f"{command[0]} is refused: {done.stderr}")

    def has_a_replica(self, source):
        """A replica of a replica."""
        port = server.free_port()
        self.third.mkdir()
        # The second one is served once more, as a source; it follows as before.
        with self.replica(ORGREG_REPLICAS=f"127.0.0.1:{port}", ORGREG_REPLICAS_TOKEN_FILE=str(self.token)), \
                self.replica(self.third, port) as last:
            self.check_equal(source, last, "at the end of a chain", self.third)
            self.change("Gjennom to")
            self.report.check(comes(lambda: self.shows(last, "Gjennom to")), "a change comes through the chain")

    def knows_its_token(self, source):
        wrong = self.folder / "wrong-token"
        wrong.write_text("another-token-than-that\n")
        shutil.rmtree(self.third)
        self.third.mkdir()
        with self.replica(self.third, awaits_data=False, ORGREG_SOURCE_TOKEN_FILE=str(wrong)) as replica:
            self.report.check(comes(lambda: "does not accept the token" in replica.errors()), "a wrong token is reported")
            self.report.check(get(replica, PATHS[0])[0] == 503, "a replica without anything answers 503")
            status, body = self.readiness()
            self.report.check(status == 503 and "was not reached yet" in body["checks"]["source"]["says"], f"it is not ready: {body}")
            wrong.write_text(TOKEN + "\n")
            self.report.check(comes(lambda: get(replica, PATHS[0])[0] == 200), "the right token is taken without a restart")
            self.check_equal(source, replica, "after it", self.third)
        for path in ("/replica/1/steps/0/0", "/replica/1/documents/" + "0" * 64):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=SOON_S)
                self.report.check(False, f"{path} needs a token")
            except urllib.error.HTTPError as error:
                self.report.check(error.code == 401, f"{path} needs a token: {error.code}")

    def is_not_promoted_while_it_follows(self):
        done = self.orgreg("promote", "--data", self.second, ok=False)
        self.report.check(done.returncode == 1 and "stop it first" in done.stderr, f"promote waits for the end: {done.stderr}")

    def goes_on_after_a_kill(self, source):
        for count in range(5):
            with self.replica() as replica:
                for change in range(1 + count * 2):
                    self.change(f"Drept {count} {change}")
                replica.kill()
        with self.replica() as replica:
            self.check_equal(source, replica, "after kills")

    def mends_its_copy(self, source):
        """A row of the copy has become another while the replica was away. Without a newer change nothing but the index reads it."""
        shutil.rmtree(self.second / "segments")
        with sqlite3.connect(self.second / "store.db") as store:
            changed = store.execute("UPDATE entity SET checksum = checksum + 1 WHERE number = (SELECT max(number) FROM entity WHERE state = 0)").rowcount
            self.report.check(changed == 1, "a row is damaged")
        store.close()
        with self.replica() as replica:
            self.report.check(comes(lambda: self.readiness()[0] == 200), f"a replica mends its copy: {self.readiness()}")
            self.report.check(self.measured("orgreg_source_begun_anew_total") == 1, "it takes everything again, once")
            self.check_equal(source, replica, "after damage")

    def outlives_its_source(self):
        with self.replica() as replica:
            self.report.check(replica.alive() and self.shows(replica, "Drept 4 8"), "a replica starts without its source")
            self.report.check(self.readiness()[0] == 503, "it is not ready before its source was reached")
            with self.source() as source:
                self.report.check(comes(lambda: self.readiness()[0] == 200), "then it is")
                self.change("Like etter")
                self.report.check(comes(lambda: self.shows(replica, "Like etter")), "it goes on")
                source.kill()
            self.report.check(self.shows(replica, "Like etter"), "it answers while the source is away")
            self.report.check(comes(lambda: self.readiness()[0] == 503), "and is not ready after max_lag_s")
            self.report.check(self.measured("orgreg_source_lag_seconds") > 1, "the lag is measured")
            begin = time.monotonic()
            code = replica.stop()
            self.report.check(code == 0 and time.monotonic() - begin < 5, f"it stops in good order: {code}")

    def follows_a_source_that_was_set_back(self):
        backup = self.folder / "earlier"
        self.orgreg("backup", backup, "--data", self.first)
        with self.source(), self.replica() as replica:
            self.change("Går tapt")
            self.report.check(comes(lambda: self.shows(replica, "Går tapt")), "the replica has what will be lost")
        self.orgreg("restore", backup, "--data", self.first)
        with self.replica() as replica, self.source() as source:
            self.report.check(comes(lambda: not self.shows(replica, "Går tapt")), "the replica forgets what the source has lost")
            self.check_equal(source, replica, "after the source was set back")
            self.report.check(self.measured("orgreg_source_begun_anew_total") == 1, "everything was taken again, once")

    def refuses_another_register(self, store):
        other = self.folder / "other"
        server.must_generate(self.program, self.folder / "inventory", 50)
        server.must_import(self.program, other, "entities", [self.folder / "inventory/enheter_alle.json.gz"])
        before = content(self.second)
        with self.source(other), self.replica() as replica:
            self.report.check(comes(lambda: "is another register" in replica.errors()), f"another register is refused: {replica.errors()}")
            self.report.check(content(self.second) == before, "and what is here stays")
        own = self.folder / "own"
        self.orgreg("backup", own, "--data", self.second)
        self.change("Eget", place=own)
        with self.source(), self.replica(own) as replica:
            self.report.check(comes(lambda: "does not know the last commits" in replica.errors()), "a register of its own is not forgotten")
            self.report.check(self.shows(replica, "Eget") and not (own / "source").exists(), "it stays one")

    def waits_for_a_register(self):
        """A source without a register, such as the replica itself by an error of typing, is not taken for an empty one."""
        port, empty = server.free_port(), self.folder / "empty"
        empty.mkdir()
        with self.replica(empty, port, awaits_data=False, ORGREG_REPLICAS=f"127.0.0.1:{port}",
                          ORGREG_REPLICAS_TOKEN_FILE=str(self.token)) as replica:
            self.report.check(comes(lambda: "has no register yet" in self.readiness()[1]["checks"]["source"]["says"]), "a source that has nothing is reported")
            self.report.check(get(replica, PATHS[0])[0] == 503, "and nothing is served")

    def speaks_tls(self):
        identity = certificates.Identity(self.folder, "source")
        port = server.free_port()
        with self.source(ORGREG_REPLICAS=f"0.0.0.0:{port}", **identity.settings), \
                self.replica(ORGREG_SOURCE=f"https://127.0.0.1:{port}", ORGREG_SOURCE_CA_FILE=str(identity.certificate)) as replica:
            self.change("Forseglet")
            self.report.check(comes(lambda: self.shows(replica, "Forseglet")), "a replica follows over TLS")
        with self.source(ORGREG_REPLICAS=f"0.0.0.0:{port}", **identity.settings), \
                self.replica(ORGREG_SOURCE=f"https://127.0.0.1:{port}") as replica:
            self.report.check(comes(lambda: "the certificate is not accepted" in replica.errors()), "an unknown certificate is refused")

    def is_promoted(self):
        promoted = self.orgreg("promote", "--data", self.second)
        self.report.check("is a register of its own" in promoted.stdout, "a replica is promoted")
        again = self.orgreg("promote", "--data", self.second, ok=False)
        self.report.check(again.returncode == 1 and "already" in again.stderr, f"only once: {again.stderr}")
        self.change("Forfremmet", place=self.second)
        with self.source(self.second) as source, self.replica(self.first) as old:
            self.report.check(comes(lambda: self.shows(old, "Forfremmet")), "the old source follows the new one, for it has lost nothing")
            self.report.check((self.first / "source").exists(), "and is a replica now")
            self.report.check(comes(lambda: content(self.first) == content(self.second)), "they are equal")
            self.report.check(self.shows(source, "Forfremmet"), "the new source is served")
