# SPDX-License-Identifier: EUPL-1.2
"""What orgreg cluster says of a database and its nodes: who is there, and what is wrong."""

import json
import subprocess

import server
from nodes import Node
from postgresql_server import PostgresServer
from replicas import comes


def run(program, report, store, folder):
    with PostgresServer() as database:
        ClusterCommands(program, report, folder, database).run(store)


class ClusterCommands:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database

    def run(self, store):
        self.uri = self.database.database("register")
        self.refuses_what_has_no_nodes(store)
        self.orgreg("store", "move", store, self.uri)
        self.says_who_is_there()
        self.reports_two_of_one_name()
        self.works_before_the_upgrade()
        self.refuses_a_database_that_loses_changes()

    def orgreg(self, *arguments):
        return subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, env=server.environment())

    def cluster(self, *arguments):
        return self.orgreg("cluster", *arguments, "--store", self.uri)

    def node(self, place, name=None):
        folder = self.folder / place
        folder.mkdir(exist_ok=True)
        return Node(self.program, folder, self.uri, **({"ORGREG_NODE_NAME": name} if name else {}))

    def rows(self):
        done = self.cluster("status", "--json")
        return {node["name"]: node for node in json.loads(done.stdout)["nodes"]} if done.returncode == 0 else {}

    def refuses_what_has_no_nodes(self, store):
        for arguments, code, text in ((("status", "--store", self.uri), 1, "there is no store"),
                                      (("verify", "--store", "postgresql://nowhere.invalid/x"), 1, "cannot be reached"),
                                      (("status",), 1, "name the database"), (("forget", "--store", self.uri), 2, "name"),
                                      (("status", "--store", self.uri, "--store-durability", "twice"), 2, "neither local nor replicated"),
                                      ((), 2, "")):
            done = self.orgreg("cluster", *arguments)
            self.report.check(done.returncode == code and text in done.stderr, f"cluster {arguments}: {done.returncode} {done.stderr}")
        done = self.orgreg("serve", "--show-config", "--data", store, "--node-name", "a b")
        self.report.check(done.returncode == 2 and "is not a name" in done.stderr, f"a wrong name is refused: {done.stderr}")

    def says_who_is_there(self):
        with self.node("one", "one") as one, self.node("two", "two"):
            self.report.check(comes(lambda: len(self.rows()) == 2), f"both nodes are there: {self.rows()}")
            row = self.rows()["one"]
            commit = int(self.database.sql("register", "SELECT max(id) FROM commits"))
            self.report.check(row["position"] == commit and row["lag_ms"] < 5000 and row["build"], f"with all that is known of one: {row}")
            shown = self.cluster("status")
            self.report.check("primary" in shown.stdout and "\none " in shown.stdout and "local" in shown.stdout, f"for people: {shown.stdout}")
            done = self.cluster("verify")
            self.report.check(done.returncode == 0 and "2 nodes are as they should be" in done.stdout, f"nothing is wrong: {done.stdout}{done.stderr}")
            one.kill()
        self.database.sql("register", "UPDATE node SET seen = seen - interval '2 minutes' WHERE name = 'two'")
        done = self.cluster("verify")
        self.report.check(done.returncode == 1 and "two was last seen 12" in done.stderr and "one was" not in done.stderr,
                          f"a node that is gone is named: {done.stderr}")
        self.report.check(self.cluster("forget", "two").returncode == 0 and "two" not in self.rows(), "and can be forgotten")
        done = self.cluster("forget", "two")
        self.report.check(done.returncode == 1 and "knows no node two" in done.stderr, f"once: {done.stderr}")

    def reports_two_of_one_name(self):
        """A node that begins again after a kill is none of them."""
        with self.node("one", "one") as one:
            self.report.check(comes(lambda: self.rows()["one"]["seen_ms_ago"] < 4000), "a node is there again at once")
            self.report.check(self.cluster("verify").returncode == 0, "and alone")
            with self.node("two", "one") as two:
                self.report.check(comes(lambda: one.logs("another node is called one") + two.logs("another node is called one") > 0),
                                  f"two of one name are reported: {one.errors()} {two.errors()}")
                done = self.cluster("verify")
                self.report.check(done.returncode == 1 and "two nodes are called one" in done.stderr, f"by verify too: {done.stderr}")

    def works_before_the_upgrade(self):
        """With the tables of before; a node serves, and tells the others as soon as they are there."""
        self.database.sql("register", "DROP TABLE addition, node, lease, shared_text, audit_anchor, usage_part, usage_change, timeline, set_back")
        with self.node("one", "one") as one:
            self.report.check(comes(lambda: one.logs("other nodes are not told of this one") == 1), f"a node says what is missing: {one.errors()}")
            done = self.cluster("status")
            self.report.check(done.returncode == 0 and "run orgreg store upgrade" in done.stdout, f"and so does status: {done.stdout}")
            done = self.cluster("verify")
            self.report.check(done.returncode == 1 and "run orgreg store upgrade" in done.stderr, f"and verify: {done.stderr}")
            self.report.check(comes(lambda: one.readiness()[0] == 200), f"but it serves as ever: {one.readiness()}")
            for _ in range(2):
                done = self.orgreg("store", "upgrade", self.uri)
                self.report.check(done.returncode == 0, f"the tables are made while it runs: {done.stderr}")
            self.report.check(comes(lambda: "one" in self.rows()), "and it tells that it is there")
            self.report.check(self.database.sql("register", "SELECT schema FROM meta") == "1", "programs of before still know the version")

    def refuses_a_database_that_loses_changes(self):
        done = self.cluster("verify", "--store-durability", "replicated")
        self.report.check(done.returncode == 1 and "synchronous_standby_names" in done.stderr, f"no standbys: {done.stderr}")
        patroni = f"{self.uri}&application_name=Patroni"
        done = self.orgreg("cluster", "verify", "--store", patroni, "--store-durability", "replicated")
        self.report.check(done.returncode == 1 and "set synchronous_mode: true and synchronous_mode_strict: true" in done.stderr,
                          f"Patroni as it comes: {done.stderr}")
