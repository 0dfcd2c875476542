# SPDX-License-Identifier: EUPL-1.2
"""Calls of statements that the nodes of a database count together: each once, whatever is away, killed, copied or set back."""

import json
import os
import shutil
import subprocess
from collections import Counter

import server
from nodes import Node
from postgresql_server import PostgresServer
from repair import PATH
from replicas import comes

LACKING = "has no tables for this yet: run orgreg store upgrade"
ADDRESSES = ("10.0.0.1", "10.0.0.2")
OTHERS = "usage.db-others"


def run(program, report, store, folder):
    with PostgresServer() as database:
        SharedUsage(program, report, folder, database).run(store)


class SharedUsage:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database
        self.secret = folder / "usage-secret"
        self.calls, self.of = 0, Counter()  # all, and by the folder that alone has them

    def run(self, store):
        self.uri = self.database.database("register")
        self.orgreg("store", "move", store, self.uri)
        with self.node("one") as one, self.node("two") as two:
            self.are_counted_together(one, two)
            self.are_counted_without_the_database(one, two)
        self.are_counted_once_after_kills()
        self.stay_when_a_node_is_gone()
        self.are_counted_once_in_a_copied_folder()
        self.come_again_when_the_copy_is_lost()
        self.are_of_each_node_before_the_upgrade()
        self.show_that_secrets_differ()

    def orgreg(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, env=server.environment())
        if done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def node(self, name):
        place = self.folder / name
        place.mkdir(exist_ok=True)
        return Node(self.program, place, self.uri, ORGREG_NODE_NAME=name, ORGREG_STATEMENTS_ACCESS="open", ORGREG_TRUSTED_PROXIES="127.0.0.1",
                    ORGREG_USAGE_SECRET=str(self.secret))

    def call(self, node, times, address=ADDRESSES[0]):
        for _ in range(times):
            status, _, body = node.read(PATH, **{"X-Forwarded-For": address})
            self.report.check(status == 200, f"a call is answered: {status} {body[:200]}")
        self.calls += times
        self.of[node.place.name] += times

    @staticmethod
    def counted(node, name="by-method"):
        status, _, body = node.read(f"/statistikk/{name}")
        return sorted(int(text.split(";")[0]) for text in json.loads(body)) if status == 200 else status

    def check_total(self, what, *nodes):
        for node in nodes:
            self.report.check(comes(lambda node=node: self.counted(node) == [self.calls]),
                              f"{node.place.name} has all calls {what}: {self.counted(node)}, expected {self.calls}; {node.errors()}")

    def are_counted_together(self, one, two):
        self.call(one, 3)
        self.call(two, 4)
        self.call(two, 1, ADDRESSES[1])
        self.check_total("of both", one, two)
        for node in (one, two):
            self.report.check(self.counted(node, "by-orgnr") == [self.calls], "by organisation too")
            self.report.check(self.counted(node, "by-ip") == [1, 7], f"and by address: {self.counted(node, 'by-ip')}")

    def are_counted_without_the_database(self, one, two):
        known = self.calls
        self.database.kill()
        self.call(one, 2)
        self.report.check(self.counted(one) == [self.calls], "a node counts on")
        self.report.check(self.counted(two) == [known], "and has what it knew of others")
        self.call(two, 5)
        two.stop()
        with self.node("two") as again:
            self.report.check(self.counted(again) == [known + 5], f"also after a restart: {self.counted(again)}")
            self.database.start()
            self.check_total("after the database came back", one, again)

    def are_counted_once_after_kills(self):
        """What was asked for is written; a kill may cost the calls of the last half second."""
        for _ in range(3):
            with self.node("one") as one, self.node("two") as two:
                self.call(one, 2)
                self.call(two, 3)
                for node in (one, two):
                    self.counted(node)
                    node.kill()
                    os.unlink(node.ingest)
        with self.node("one") as one, self.node("two") as two:
            self.check_total("after kills", one, two)

    def stay_when_a_node_is_gone(self):
        shutil.rmtree(self.folder / "two")
        self.gone = self.of["two"]
        with self.node("one") as one, self.node("two") as two:
            self.check_total("of a node that is gone", one, two)
            self.call(two, 1)
            self.check_total("and of one in its place", one, two)
        with self.node("one") as one, self.node("third") as third:
            self.check_total("with a third", one, third)

    def are_counted_once_in_a_copied_folder(self):
        with self.node("one") as one:
            self.call(one, 2)
        shutil.copytree(self.folder / "one", self.folder / "copy")
        with self.node("one") as one, self.node("copy") as copy, self.node("two") as two:
            self.call(one, 3)
            self.gone += 3  # The folder of this node is replaced below.
            self.call(copy, 4)
            self.check_total("of a copied folder", one, copy, two)
        # Set back to before the calls above, as from a backup of the machine.
        shutil.rmtree(self.folder / "one")
        shutil.copytree(self.folder / "copy", self.folder / "one")
        with self.node("one") as one, self.node("two") as two:
            self.call(one, 1)
            self.check_total("of a folder that was set back", one, two)

    def come_again_when_the_copy_is_lost(self):
        for damage in (lambda path: path.unlink(), lambda path: path.write_bytes(b"x" * 9000)):
            damage(self.folder / "one" / OTHERS)
            with self.node("one") as one:
                self.check_total("when the copy of others' was lost", one)

    def are_of_each_node_before_the_upgrade(self):
        for statement in ("DROP TABLE usage_part, usage_change, timeline, set_back", "DELETE FROM addition WHERE version > 2"):
            self.database.sql("register", statement)
        with self.node("one") as one, self.node("two") as two, self.node("third") as third, self.node("copy") as copy:
            nodes = (one, two, third, copy)
            for node in nodes:
                self.report.check(comes(lambda node=node: node.logs(LACKING) == 1), f"a node says what is missing, once: {node.errors()}")
            self.call(two, 1)
            self.report.check(one.readiness()[0] == 200 and self.counted(one) == [self.calls - 1], f"it has what it knew: {self.counted(one)}")
            self.orgreg("store", "upgrade", self.uri)
            # The tables alone had what is in no folder any more.
            self.calls -= self.gone
            self.check_total("that a node has, in new tables", *nodes)

    def show_that_secrets_differ(self):
        with self.node("one") as one:
            self.secret.unlink()
            with self.node("two") as two:
                self.call(two, 1)
                self.report.check(comes(lambda: one.logs("usage_secret: another node has another one") == 1), f"another secret is reported: {one.errors()}")
