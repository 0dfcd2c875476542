# SPDX-License-Identifier: EUPL-1.2
"""Users that the nodes of a database share, and what the database knows of a node's audit log."""

import http.client
import os
import subprocess

import server
from monitoring import ROLES, token_settings, tokens
from nodes import Node, ask
from postgresql_server import PostgresServer
from repair import NAMES, PASSWORD, PATH
from repair import ask as status_of
from replicas import comes

OTHER = "another battery staple"


def run(program, report, store, folder):
    with PostgresServer() as database:
        SharedUsers(program, report, folder, database).run(store)


class SharedUsers:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database

    def run(self, store):
        self.uri = self.database.database("register")
        self.orgreg("store", "move", store, self.uri)
        self.refuses_wrong_settings()
        with self.node("one") as one, self.node("two") as two:
            self.keeps_its_own_until_one_is_shared(one)
            self.are_known_at_all_nodes(one, two)
            self.are_known_without_the_database(one, two)
        self.work_only_after_the_upgrade()
        self.anchors_show_a_cut_log()

    def orgreg(self, *arguments, line="", ok=True):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, input=line,
                              env=server.environment())
        if ok and done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def user(self, *arguments, password="", ok=True):
        return self.orgreg("user", *arguments, "--shared-users", "--store", self.uri, line=password and password + "\n", ok=ok)

    def place(self, name):
        place = self.folder / name
        place.mkdir(exist_ok=True)
        return place

    def node(self, name, *arguments):
        return Node(self.program, self.place(name), self.uri, arguments=arguments, ORGREG_NODE_NAME=name, ORGREG_SHARED_USERS="true")

    def becomes(self, node, status, name):
        return comes(lambda: status_of(node, PATH, name) == status)

    def refuses_wrong_settings(self):
        for settings, text in ((("--data", self.folder), "users are shared by the servers of a database"),
                               (("--store", self.uri, "--users", "x"), "either shared or in a file of one's own")):
            done = self.orgreg("serve", "--show-config", "--shared-users", *settings, ok=False)
            self.report.check(done.returncode == 2 and text in done.stderr, f"{settings} is refused: {done.stderr}")
        for arguments, text in ((("user", "list", "--shared-users", "--data", self.folder), "name the database"),
                                (("user", "repair", "--shared-users", "--store", self.uri), "replaces a damaged file by itself"),
                                (("user", "remove", "anne", "--shared-users", "--store", self.uri), "no user of that name"),
                                (("user", "take", self.folder / "none", "--shared-users", "--store", self.uri), "none"),
                                (("audit", "verify", "--anchors", "--node-name", "zero", "--store", self.uri), "has noted nothing of a log of zero"),
                                (("audit", "verify", "--anchors", "--data", self.folder), "name the database")):
            done = self.orgreg(*arguments, ok=False)
            self.report.check(done.returncode == 1 and text in done.stderr, f"{arguments}: {done.returncode} {done.stderr}")
        self.report.check(self.user("list").stdout == "", "nobody is shared yet")

    def keeps_its_own_until_one_is_shared(self, one):
        self.own = self.place("one") / "users"
        server.add_user(self.program, self.own, NAMES[0], PASSWORD)
        self.report.check(self.becomes(one, 200, NAMES[0]), "a node has users of its own at first")
        done = self.user("take", self.own)
        self.report.check("1 users taken, 1 of them new" in done.stdout, f"which are taken over: {done.stdout}")

    def are_known_at_all_nodes(self, one, two):
        self.user("add", NAMES[1], password=PASSWORD)
        for node in (one, two):
            self.report.check(all(self.becomes(node, 200, name) for name in NAMES[:2]), f"{node.place.name} knows both users")
        self.report.check(self.user("list").stdout.split() == sorted(NAMES[:2]), "the list has both")
        own = (self.place("two") / "users").stat()
        self.report.check(own.st_mode & 0o777 == 0o600, f"the copy is its owner's alone: {own.st_mode:o}")
        self.user("add", NAMES[1], password=OTHER)
        for node in (one, two):
            self.report.check(self.becomes(node, 401, NAMES[1]), f"{node.place.name} refuses the old password")
        self.user("remove", NAMES[1])
        self.report.check(self.user("list").stdout.split() == [NAMES[0]], "one is left")
        too_short = self.user("add", NAMES[2], password="short", ok=False)
        self.report.check(too_short.returncode == 1 and self.user("list").stdout.split() == [NAMES[0]], f"a short password: {too_short.stderr}")

    def are_known_without_the_database(self, one, two):
        one.stop()
        (self.place("one") / "users").write_text("damaged")
        self.database.kill()
        with self.node("one") as one:
            for node, status in ((two, 200), (one, 500)):
                self.report.check(self.becomes(node, status, NAMES[0]), f"without the database, {node.place.name} goes by its copy: {status}")
            self.database.start()
            for node in (one, two):
                self.report.check(self.becomes(node, 200, NAMES[0]), f"with it, {node.place.name} has the list")

    def work_only_after_the_upgrade(self):
        for statement in ("DROP TABLE shared_text, audit_anchor, usage_part, usage_change, timeline, set_back", "DELETE FROM addition WHERE version > 1"):
            self.database.sql("register", statement)
        done = self.user("add", NAMES[0], password=PASSWORD, ok=False)
        self.report.check(done.returncode == 1 and "run orgreg store upgrade" in done.stderr, f"a database of before: {done.stderr}")
        with self.node("two") as two:
            self.report.check(comes(lambda: two.logs("the shared list is not taken over") == 1), f"a node says so: {two.errors()}")
            self.report.check(self.becomes(two, 200, NAMES[0]), "and goes by its copy")
            self.orgreg("store", "upgrade", self.uri)
            self.user("add", NAMES[2], password=PASSWORD)
            self.report.check(self.becomes(two, 200, NAMES[2]), "until the database has what it lacked")
            self.report.check(status_of(two, PATH, NAMES[0]) == 401, "whose list is what counts")

    def verify(self, *arguments):
        return self.orgreg("audit", "verify", self.log, *arguments, ok=False)

    def anchors_show_a_cut_log(self):
        self.log = self.place("two") / "audit/log"
        anchors = ("--anchors", "--store", self.uri, "--node-name", "two")
        with self.node("two", *token_settings(self.program, self.folder)) as two:
            bearer = f"Bearer {tokens(self.program, self.folder)}"
            for _ in range(3):
                status, _, body = ask(http.client.HTTPConnection("127.0.0.1", two.port, timeout=30), "GET", ROLES, Authorization=bearer)
                self.report.check(status == 404, f"an authorised look-up of what is not there: {status} {body[:200]}")
            counted = comes(lambda: self.database.sql("register", "SELECT count(*) FROM audit_anchor WHERE node = 'two'") == "1")
            self.report.check(counted, f"the end of the log is noted: {two.errors()}")
        done = self.verify(*anchors)
        self.report.check(done.returncode == 0 and "1 of them are as they were noted" in done.stdout, f"the log is whole: {done.stdout}{done.stderr}")
        whole = self.log.read_bytes().splitlines(keepends=True)
        self.log.write_bytes(b"".join(whole[:2]))
        self.report.check(self.verify().returncode == 0, "a cut end does not show in the file alone")
        done = self.verify(*anchors)
        self.report.check(done.returncode == 3 and "is missing: lines were cut off the end" in done.stderr, f"but against the database: {done.stderr}")
        os.truncate(self.log, 0)
        self.report.check(self.verify(*anchors).returncode == 3, "so does an empty log")
