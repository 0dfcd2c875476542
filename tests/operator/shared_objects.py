# SPDX-License-Identifier: EUPL-1.2
"""Copies of documents in an object store: what an import puts there, nodes that take them, and a store that refuses, fails or is silent."""

import subprocess
import time

import fixtures
import server
from apply_checks import delete, entity, header, upsert
from certificates import Identity
from nodes import Node
from object_store import BUCKET, KEY_ID, REGION, SECRET, ObjectStore
from postgresql_server import PostgresServer
from replicas import comes
from shared_documents import NUMBER, OLD_S, copy_at, files_of

PREFIX = "orgreg/test"
ADDRESS = f"s3://{BUCKET}/{PREFIX}"
ENTITY = f"/enhetsregisteret/api/enheter/{NUMBER}"
SOON_S = 15


def run(program, report, store, folder):
    with PostgresServer() as database, ObjectStore() as objects:
        SharedObjects(program, report, folder, objects).run(store, database.database("register"))


class SharedObjects:
    def __init__(self, program, report, folder, objects):
        self.program, self.report, self.folder, self.objects = program, report, folder, objects
        self.key = folder / "key"
        self.key.write_text(f"[default]\naws_access_key_id = {KEY_ID}\naws_secret_access_key = {SECRET}\n")
        self.key.chmod(0o600)

    def run(self, store, uri):
        self.uri = uri
        self.refuses_wrong_settings(store)
        self.orgreg("store", "move", store, uri)
        self.says_what_to_mend()
        self.are_put_by_an_import()
        with self.node("one") as one:
            self.are_taken_by_a_node(one)
            with self.node("two") as two:
                self.are_awaited_while_away(one, two)
                self.are_taken_whole(one, two)
                self.are_deleted_with_their_rows(one, two)
                self.report.check(SECRET not in one.errors() + two.errors(), "the secret is in no log")
        self.are_in_a_backup()
        self.come_over_tls()

    def settings(self, **other):
        return {"blobs": ADDRESS, "blobs-endpoint": self.objects.endpoint, "blobs-region": REGION, "blobs-credentials": self.key, **other}

    def orgreg(self, *arguments, ok=True, timeout=120):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, env=server.environment(), timeout=timeout)
        if ok and done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        self.report.check(SECRET not in done.stdout + done.stderr, f"the secret is not shown: {done.stdout}{done.stderr}")
        return done

    def with_blobs(self, *words, ok=True, **other):
        options = [text for name, value in self.settings(**{name.replace("_", "-"): value for name, value in other.items()}).items()
                   for text in (f"--{name}", value)]
        return self.orgreg(*words, "--store", self.uri, *options, ok=ok)

    def imports(self, place, ok=True, **other):
        return self.with_blobs("import", "documents", fixtures.DOCUMENTS, "--data", self.folder / place, ok=ok, **other)

    def node(self, name):
        place = self.folder / name
        place.mkdir()
        settings = {f"ORGREG_{key.upper().replace('-', '_')}": str(value) for key, value in self.settings().items()}
        return Node(self.program, place, self.uri, ORGREG_NODE_NAME=name, ORGREG_STATEMENTS_ACCESS="open", **settings)

    def refuses_wrong_settings(self, store):
        for other, text in (({"blobs_endpoint": ""}, "the object store has no address"), ({"blobs_credentials": ""}, "needs a key"),
                            ({"blobs_endpoint": "http://store.example.test"}, "http:// only to this machine"), ({"blobs_region": "a b"}, "region"),
                            ({"blobs": "s3://Bucket"}, "s3://BUCKET/PREFIX")):
            done = self.with_blobs("serve", "--show-config", "--data", store, ok=False, **other)
            self.report.check(done.returncode == 2 and text in done.stderr, f"{other} is refused: {done.stderr}")
        self.key.chmod(0o644)
        done = self.with_blobs("serve", "--show-config", "--data", store, ok=False)
        self.report.check("chmod 0600" in done.stderr and str(self.key) in done.stdout, f"a key that others may read is reported: {done.stdout}{done.stderr}")
        self.key.chmod(0o600)

    def says_what_to_mend(self):
        def refused(text, **other):
            begin = time.monotonic()
            done = self.imports("importer", ok=False, **other)
            self.report.check(done.returncode == 1 and text in done.stderr, f"{text}: {done.returncode} {done.stdout}{done.stderr}")
            self.report.check(time.monotonic() - begin < SOON_S, "which takes no long time")
        self.objects.secret = "another"
        refused("the secret key of blobs_credentials is wrong")
        self.objects.secret = SECRET
        self.objects.clock_s = 3600
        refused("differ by more than 15 minutes")
        self.objects.clock_s = 0
        refused("there is no such bucket", blobs="s3://other/x")
        refused("set blobs_region", blobs_region="us-east-1")
        refused("cannot connect", blobs_endpoint="http://127.0.0.1:1")
        self.key.chmod(0o640)
        refused("chmod 0600")
        self.key.chmod(0o600)
        self.objects.faults = [503] * 4
        refused("overloaded")
        self.report.check(not self.objects.keys(), "nothing was put")

    def documents(self):
        return {key for key in self.objects.keys() if key.startswith(f"{PREFIX}/documents/")}

    def are_put_by_an_import(self):
        self.objects.faults = [503, "cut", None, 500, None, "cut"]
        self.imports("importer")
        self.named = {f"{PREFIX}/documents/{path.parent.name}{path.name}" for path in files_of(self.folder / "importer")}
        self.report.check(self.named <= self.objects.keys() and len(self.named) > 3, f"all are put: {self.objects.keys()}")
        self.objects.age(OLD_S)
        lost = min(self.named)
        del self.objects.objects[lost]
        self.imports("importer")
        ages = [self.objects.now() - self.objects.objects[key][1] for key in self.named]
        self.report.check(max(ages) < OLD_S, f"a further import makes them young, and puts what is missing: {ages}")

    def are_taken_by_a_node(self, one):
        self.report.check(not files_of(one.place), "a node begins without documents")
        status, body = copy_at(one)
        self.report.check(status == 200 and body.startswith(b"%PDF"), f"and takes one when it is asked for: {status} {body[:200]}")
        self.report.check(len(files_of(one.place)) == 1, "which it keeps")
        done = self.with_blobs("verify", "--data", one.place, ok=False)
        self.report.check("files of documents are missing" not in done.stderr and "documents: " in done.stdout, f"verify misses none: {done.stdout}{done.stderr}")
        key = f"{PREFIX}/documents/" + next(path.parent.name + path.name for path in files_of(one.place))
        other = min(self.named - {key})
        kept = self.objects.objects.pop(other)
        done = self.with_blobs("verify", "--data", one.place, ok=False)
        self.report.check(done.returncode == 1 and "1 of" in done.stderr, f"or the one that is: {done.stdout}{done.stderr}")
        self.objects.objects[other] = kept
        self.taken = key

    def are_awaited_while_away(self, one, two):
        with self.objects.silence():
            begin = time.monotonic()
            status, body = copy_at(two)
            spent = time.monotonic() - begin
            self.report.check(status == 503 and spent < 30, f"while the store is silent, a document that is not here has to wait: {status} {spent} {body[:200]}")
            self.report.check(two.errors().count("no answer in time") >= 1, f"and the log says why: {two.errors()}")
            self.report.check(copy_at(one)[0] == 200, "one that is here has not")
            begin = time.monotonic()
            status, _, body = two.read(ENTITY)
            spent = time.monotonic() - begin
            self.report.check(status == 200 and spent < 1, f"and nothing else has: {status} {spent} {body[:200]}")
            status, headers, body = one.post(header("objects-1"), upsert(entity(NUMBER, "SYNTETISK LAGER AS")))
            self.report.check(status == 200, f"batches are taken: {body}")
            self.report.check(comes(lambda: "SYNTETISK LAGER AS" in two.read(ENTITY)[2]), "and followed")
        self.report.check(comes(lambda: copy_at(two)[0] == 200, 30), "then it is taken")
        self.report.check(copy_at(two) == copy_at(one), "and is the same at both")

    def are_taken_whole(self, one, two):
        (path,) = files_of(two.place)
        for faults, text in ((["half", "half"], "one whose connection was cut"), ([500, 503, "cut"], "one of a store that fails at first")):
            path.unlink()
            self.objects.faults = list(faults)
            self.report.check(copy_at(two) == copy_at(one), f"{text} is taken whole")
        path.unlink()
        self.objects.faults = ["damaged"]
        status, body = copy_at(two)
        self.report.check(status == 500 and not files_of(two.place), f"a damaged one is not taken: {status} {body[:200]}")
        body, _ = self.objects.objects[self.taken]
        self.objects.change(self.taken, body + b"more")
        self.report.check(copy_at(two)[0] == 500 and not files_of(two.place), "nor one that is too long")
        self.objects.change(self.taken, body)
        self.report.check(copy_at(two) == copy_at(one), "then it is the same at both")

    def are_deleted_with_their_rows(self, one, two):
        # Three pages of the list at least.
        stray = f"{PREFIX}/documents/{'0' * 64}"
        self.objects.objects[stray] = (b"nobody names it", self.objects.now())
        time.sleep(12)
        self.report.check(stray in self.objects.keys(), "what is young stays, named or not")
        self.objects.age(OLD_S)
        self.report.check(comes(lambda: self.documents() == self.named), f"what is old stays if a row names it: {self.documents()}")
        self.objects.is_versioned = True
        status, _, body = one.post(header("documents-1"), delete(NUMBER, "2026-01-01", "remove"))
        self.report.check(status == 200, f"the organisation is removed: {body}")
        for node in (one, two):
            self.report.check(comes(lambda node=node: not files_of(node.place)), f"{node.place.name} deletes its copy")
            self.report.check(copy_at(node)[0] in (404, 410), "and shows it no more")
        self.report.check(comes(lambda: self.documents() < self.named), "and the shared one goes too")
        said = "keeps what is deleted, as older versions"
        self.report.check(comes(lambda: one.logs(said) + two.logs(said) == 1), f"a bucket with versions is reported once: {one.errors()}")

    def are_in_a_backup(self):
        self.imports("empty")
        subprocess.run(["rm", "-r", self.folder / "empty" / "documents"], check=True)
        self.with_blobs("backup", self.folder / "backup", "--data", self.folder / "empty")
        self.report.check(len(files_of(self.folder / "backup")) > 0, "a backup has what this machine never had")

    def come_over_tls(self):
        identity = Identity(self.folder, "store")
        with ObjectStore(identity) as objects:
            self.objects = objects
            done = self.imports("secured", ok=False)
            self.report.check(done.returncode == 1 and "certificate is not accepted" in done.stderr, f"a certificate of nobody is refused: {done.stderr}")
            self.imports("secured", blobs_ca_file=identity.certificate)
            self.report.check(len(objects.keys()) > 3, "one of a named authority is accepted")
