# SPDX-License-Identifier: EUPL-1.2
"""Files of the whole register that one node makes for all: the same bytes, tags and times at each, whoever is killed or away."""

import contextlib
import http.client
import json
import os
import subprocess
import time

import server
from apply_checks import delete, header
from nodes import Node
from postgresql_server import PostgresServer
from replicas import comes

API = "/enhetsregisteret/api/"
PATHS = (f"{API}enheter/lastned", f"{API}enheter/lastned/csv", f"{API}underenheter/lastned/regneark", f"{API}roller/totalbestand")
FIELDS = ("ETag", "Last-Modified", "Content-Length")
MADE, TAKEN, ALONE = "made the files of the register", "took the files of the register", "not shared with the other nodes"
SOON_S = 90  # At once, but a node that is stopped on a busy machine may leave its turn for a minute.
LONG_S = 100  # A node that was killed is given up.
ASKS_S = 6  # A node asks every five seconds.
OLD_S = 3600


def run(program, report, store, folder):
    with PostgresServer() as database:
        SharedFiles(program, report, folder, database).run(store)


def answers(node):
    """What a node says of the files, and their bytes; nothing while it has not all."""
    found = {}
    for path in PATHS:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            try:
                body = answer.read()
            except http.client.IncompleteRead:  # A file was cut off meanwhile.
                return None
            if answer.status != 200:
                return None
            found[path] = (*(answer.headers[name] for name in FIELDS), body)
    return found


class SharedFiles:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database
        self.shared = folder / "shared"
        self.blobs = f"file:{self.shared}"

    def run(self, store):
        self.uri = self.database.database("register")
        self.shared.mkdir()
        self.orgreg("store", "move", store, self.uri)
        self.are_made_once()
        self.are_made_by_the_next_node()
        self.are_taken_again_when_damaged()
        self.are_made_alone_without_blobs()
        self.are_served_without_the_database()

    def orgreg(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, env=server.environment())
        if done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")

    def node(self, name):
        place = self.folder / name
        place.mkdir(exist_ok=True)
        return Node(self.program, place, self.uri, ORGREG_BLOBS=self.blobs, ORGREG_NODE_NAME=name)

    def copies(self):
        return {path for path in (self.shared / "files").rglob("*") if path.is_file()}

    def named(self):
        manifest = self.database.sql("register", "SELECT convert_from(body, 'UTF8') FROM shared_text WHERE name = 'files'")
        sums = [line.split("\t")[1] for line in manifest.strip().split("\n")[1:]]
        return {self.shared / "files" / each[:2] / each[2:] for each in sums}

    def has_new(self, node, before, wait_s=SOON_S):
        """Waits until a node has other files than those, and returns them."""
        comes(lambda: answers(node) not in (None, before), wait_s)
        return answers(node)

    def settled(self, node):
        """What a node has once it has asked whether there is anything to do."""
        before, now = None, self.has_new(node, None)
        while now != before:
            time.sleep(ASKS_S)
            before, now = now, answers(node)
        return now

    def check_equal(self, what, *nodes):
        for node in nodes[1:]:
            self.report.check(comes(lambda node=node: answers(node) == answers(nodes[0]) is not None, SOON_S), f"{node.place.name} has the same files {what}: {node.errors()}")

    def are_made_once(self):
        with self.node("one") as one:
            first = self.has_new(one, None)
            self.report.check(first is not None, f"a node makes the files: {one.errors()}")
            with self.node("two") as two:
                self.check_equal("as the one that made them", one, two)
                self.remove(one)
                second = self.has_new(one, first)
                self.report.check(second != first, "and makes them again after a removal")
                self.check_equal("after a removal", one, two)
                self.report.check((one.logs(MADE), two.logs(MADE)) == (2, 0), f"and the other never: {one.errors()}{two.errors()}")
                self.report.check(two.logs(TAKEN) in (1, 2), f"it took them: {two.errors()}")
                self.report.check(ALONE not in one.errors() + two.errors(), f"nothing is reported: {one.errors()}{two.errors()}")
        with self.node("two") as two:
            self.report.check(self.has_new(two, None) == second and two.logs(MADE) == 0, f"they stay after a restart: {two.errors()}")

    def are_made_by_the_next_node(self):
        """One that ends leaves the work to others at once, one that is killed after a while. What nobody names is deleted."""
        with self.node("one") as one:
            files = self.has_new(one, None)
            with self.node("two") as two:
                self.remove(one)
                files = self.has_new(two, files)
                self.check_equal("before the end of a node", one, two)
                one.stop()
                self.remove(two)
                files = self.has_new(two, files)
                self.report.check(two.logs(MADE) == 1, f"the next node makes them: {two.errors()}")
                with self.node("third") as third:
                    self.check_equal("after the end of a node", two, third)
                    two.kill()
                    os.unlink(two.ingest)
                    self.let_age()
                    self.remove(third)
                    files = self.has_new(third, files, LONG_S)
                    self.report.check(third.logs(MADE) == 1, f"one takes over from a node that was killed: {third.errors()}")
                    self.report.check(comes(lambda: self.copies() == self.named(), SOON_S), f"and deletes what is named no more: {self.copies() - self.named()}")

    def remove(self, node):
        number = json.loads(node.read(f"{API}enheter?size=1")[2])["_embedded"]["enheter"][0]["organisasjonsnummer"]
        status, _, body = node.post(header(f"removes-{number}"), delete(number, "2026-01-01", "remove"))
        self.report.check(status == 200, f"{number} is removed: {body}")

    def let_age(self):
        then = time.time() - OLD_S
        for path in self.copies():
            os.utime(path, (then, then))

    def are_taken_again_when_damaged(self):
        with self.node("one") as one:
            self.has_new(one, None)
            with self.node("two") as two:
                self.check_equal("before the damage", one, two)
                expected = answers(two)
                damaged = next(path for path in (self.folder / "two").rglob("enheter_alle.csv.gz"))
                damaged.write_bytes(b"x" * 100)
                self.report.check(comes(lambda: two.logs(TAKEN) > 0 and answers(two) == expected, SOON_S), f"a damaged file comes again: {two.errors()}")
                self.report.check(one.logs(MADE) + two.logs(MADE) == 0, f"and none is made: {one.errors()}{two.errors()}")
                blob = max(self.named(), key=lambda path: path.stat().st_size)
                blob.write_bytes(blob.read_bytes()[:-1] + b"x")
                with self.node("fourth") as fourth:
                    self.report.check(self.has_new(fourth, None) is not None and fourth.logs(MADE) == 1, f"where the copy is damaged a node makes its own: {fourth.errors()}")
                    self.report.check("is not what it is called" in fourth.errors(), f"and says why: {fourth.errors()}")

    def are_made_alone_without_blobs(self):
        away = self.folder / "away"
        with self.node("one") as one, self.node("two") as two:
            before = self.has_new(one, None)
            self.shared.rename(away)
            self.remove(one)
            for node in (one, two):
                self.report.check(self.has_new(node, before) != before, f"each makes its own while the blobs are away: {node.errors()}")
            self.report.check(comes(lambda: one.logs(ALONE) + two.logs(ALONE) > 0), f"and one says so: {one.errors()}{two.errors()}")
            away.rename(self.shared)
            self.report.check(comes(lambda: answers(one) == answers(two), SOON_S), f"then they have the same again: {one.errors()}{two.errors()}")

    def are_served_without_the_database(self):
        with self.node("one") as one:
            files = self.settled(one)
            self.report.check(files is not None, f"it has files: {one.errors()}")
        self.database.kill()
        with self.node("one") as one:
            self.report.check(comes(lambda: answers(one) == files), f"a node serves what it has: {one.errors()}")
            self.report.check(ALONE not in one.errors(), "the database is reported once, elsewhere")
            self.database.start()
