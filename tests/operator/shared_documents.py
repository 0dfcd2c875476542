# SPDX-License-Identifier: EUPL-1.2
"""Copies of documents that the nodes of a database share: put by an import, taken by nodes that lack them, deleted with their rows."""

import http.client
import os
import subprocess
import time

import fixtures
import server
from apply_checks import delete, header
from nodes import Node
from postgresql_server import PostgresServer
from replicas import comes

NUMBER = "312300028"
COPY = f"/regnskapsregisteret/regnskap/aarsregnskap/kopi/{NUMBER}/2024"
OLD_S = 7200


def run(program, report, store, folder):
    with PostgresServer() as database:
        SharedDocuments(program, report, folder, database).run(store)


def files_of(folder):
    return {path for path in (folder / "documents").rglob("*") if path.is_file() and path.name != "lock"}


def copy_at(node):
    """The status and the body of a node's answer to who asks for a document."""
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
    connection.request("GET", COPY)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


class SharedDocuments:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database
        self.shared = folder / "shared"
        self.blobs = f"file:{self.shared}"

    def run(self, store):
        self.uri = self.database.database("register")
        self.refuses_wrong_settings(store)
        self.orgreg("store", "move", store, self.uri)
        self.are_put_by_an_import()
        with self.node("one") as one:
            self.are_taken_by_a_node(one)
            with self.node("two") as two:
                self.are_awaited_while_away(one, two)
                self.are_deleted_with_their_rows(one, two)
        self.are_in_a_backup()

    def orgreg(self, *arguments, ok=True):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, env=server.environment())
        if ok and done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def node(self, name):
        place = self.folder / name
        place.mkdir()
        return Node(self.program, place, self.uri, ORGREG_BLOBS=self.blobs, ORGREG_NODE_NAME=name, ORGREG_STATEMENTS_ACCESS="open")

    def names(self):
        return {path.relative_to(self.shared) for path in files_of(self.shared)}

    def refuses_wrong_settings(self, store):
        for arguments, text in ((("--blobs", self.blobs), "shared by the servers of a database"), (("--blobs", "shared"), "is neither file:"),
                                (("--blobs", "file:shared", "--store", self.uri), "is neither file:")):
            done = self.orgreg("serve", "--show-config", "--data", store, *arguments, ok=False)
            self.report.check(done.returncode == 2 and text in done.stderr, f"{arguments} is refused: {done.stderr}")

    def are_put_by_an_import(self):
        place = self.folder / "importer"
        words = ("import", "documents", fixtures.DOCUMENTS, "--data", place, "--store", self.uri, "--blobs", self.blobs)
        done = self.orgreg(*words, ok=False)
        self.report.check(done.returncode == 1 and "make the folder, or mount it" in done.stderr and not self.shared.exists(),
                          f"a folder that is not mounted takes none: {done.stderr}")
        self.shared.mkdir()
        self.orgreg(*words)
        # Two names of one document: the folder keeps the one that counts, and the others are spared for an hour.
        self.named = {path.relative_to(place) for path in files_of(place)}
        self.report.check(self.named <= self.names() and len(self.named) > 3, f"all are put: {self.names()}")

    def are_taken_by_a_node(self, one):
        self.report.check(not files_of(one.place), "a node begins without documents")
        status, body = copy_at(one)
        self.report.check(status == 200 and body.startswith(b"%PDF"), f"and takes one when it is asked for: {status} {body[:200]}")
        self.report.check(len(files_of(one.place)) == 1, "which it keeps")
        done = self.orgreg("verify", "--data", one.place, "--store", self.uri, "--blobs", self.blobs, ok=False)
        self.report.check("files of documents are missing" not in done.stderr and "documents: " in done.stdout, f"verify misses none: {done.stdout}{done.stderr}")
        done = self.orgreg("verify", "--data", one.place, "--store", self.uri, ok=False)
        self.report.check(done.returncode == 1 and "files of documents are missing" in done.stderr, f"but without the others it does: {done.stderr}")

    def are_awaited_while_away(self, one, two):
        away = self.folder / "away"
        self.shared.rename(away)
        status, body = copy_at(two)
        self.report.check(status == 503, f"while the others are away, a document that is not here has to wait: {status} {body[:200]}")
        self.report.check(copy_at(one)[0] == 200, "one that is here has not")
        self.report.check(two.read(f"/enhetsregisteret/api/enheter/{NUMBER}")[0] == 200, "and nothing else has")
        away.rename(self.shared)
        damaged = next(self.shared / "documents" / path.relative_to(one.place / "documents") for path in files_of(one.place))
        whole = damaged.read_bytes()
        damaged.write_bytes(whole.replace(b"%PDF", b"%PDX"))
        self.report.check(copy_at(two)[0] == 500 and not files_of(two.place), "a damaged one is not taken")
        damaged.write_bytes(whole)
        self.report.check(copy_at(two) == copy_at(one), "then it is the same at both")

    def are_deleted_with_their_rows(self, one, two):
        time.sleep(12)
        self.report.check(self.names() > self.named, "what is young stays, named or not")
        old = time.time() - OLD_S
        for path in files_of(self.shared):
            os.utime(path, (old, old))
        self.report.check(comes(lambda: self.names() == self.named), f"what is old stays if a row names it: {self.names()}")
        status, _, body = one.post(header("documents-1"), delete(NUMBER, "2026-01-01", "remove"))
        self.report.check(status == 200, f"the organisation is removed: {body}")
        for node in (one, two):
            self.report.check(comes(lambda node=node: not files_of(node.place)), f"{node.place.name} deletes its copy")
            self.report.check(copy_at(node)[0] in (404, 410), "and shows it no more")
        self.report.check(comes(lambda: self.names() < self.named), "and the shared one goes too")
        said = "shared documents that no list names were deleted"
        self.report.check(comes(lambda: {one.logs(said), two.logs(said)} == {0, 2}), f"which one node does, and says so: {one.errors()}")

    def are_in_a_backup(self):
        empty = self.folder / "empty"
        self.orgreg("import", "documents", fixtures.DOCUMENTS, "--data", empty, "--store", self.uri, "--blobs", self.blobs)
        subprocess.run(["rm", "-r", empty / "documents"], check=True)
        self.orgreg("backup", self.folder / "backup", "--data", empty, "--store", self.uri, "--blobs", self.blobs)
        self.report.check(len(files_of(self.folder / "backup")) > 0, "a backup has what this machine never had")
