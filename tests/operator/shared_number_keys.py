# SPDX-License-Identifier: EUPL-1.2
"""Keys for identification numbers at several nodes of one database: what is sealed by one can be opened by all."""

import itertools
import subprocess

import server
from apply_checks import entity, header, lines, upsert
from nodes import Node
from people import identity_numbers
from place import person, role_list
from postgresql_server import PostgresServer
from replicas import NUMBER, comes


def run(program, report, store, folder):
    with PostgresServer() as database:
        SharedNumberKeys(program, report, folder, database).run(store)


class SharedNumberKeys:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database
        self.batches, self.persons = 0, itertools.cycle(identity_numbers())

    def run(self, store):
        self.uri = self.database.database("register")
        self.orgreg("store", "move", store, self.uri)
        self.first = server.new_number_keys(self.program, self.folder / "first-key")
        self.wrong = server.new_number_keys(self.program, self.folder / "wrong-key")
        with self.node("one", self.first) as one, self.node("two", self.first) as two:
            self.seals(one)
            self.seals(two)
            self.a_wrong_file_seals_nothing(one)
            self.commands_compare_too()
        self.a_new_key_is_used_when_all_have_it()
        self.a_database_of_before_hinders_nobody()
        self.report.check(self.is_nowhere(), "no key is in the database")

    def orgreg(self, *arguments, text=None, ok=True):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, input=text,
                              env=server.environment())
        if ok and done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def node(self, name, keys):
        place = self.folder / name
        place.mkdir(exist_ok=True)
        more = {"ORGREG_NUMBER_KEYS": str(keys)} if keys else {}
        return Node(self.program, place, self.uri, ORGREG_NODE_NAME=name, **more)

    def batch(self):
        """One with a number of an invented person."""
        self.batches += 1
        return header(f"keys-{self.batches}"), upsert(role_list(NUMBER, person(next(self.persons))), "roles")

    def refusal(self, node):
        """What a node says to a batch with a number; empty: it took it."""
        status, _, body = node.post(*self.batch())
        return "" if status == 200 else f"{status} {body}"

    def seals(self, node):
        self.report.check(comes(lambda: self.refusal(node) == ""), f"{node.place.name} seals: {self.refusal(node)}")

    def refuses(self, node, text):
        self.report.check(comes(lambda: text in self.refusal(node)), f"{node.place.name} says {text}: {self.refusal(node)}")

    def a_wrong_file_seals_nothing(self, one):
        text = "key 1 is not the key 1 that numbers of this register are sealed with"
        with self.node("three", self.wrong) as three:
            self.refuses(three, text)
            self.report.check(comes(lambda: three.logs(text) == 1), f"its log says so, once: {three.errors()}")
            status, _, body = three.post(header("keys-none"), upsert(entity(NUMBER, "UTEN NUMMER")))
            self.report.check(status == 200, f"it takes batches without numbers: {status} {body}")
            self.report.check(self.refusal(one) == "", "the others go on")
        with self.node("three", None) as three:
            self.refuses(three, "there is no key to seal them with")
            self.report.check(self.refusal(one) == "", "a node without keys hinders nobody")
        self.orgreg("cluster", "forget", "three", "--store", self.uri)

    def apply(self, keys):
        return self.orgreg("apply", "-", "--data", self.folder / "one", "--store", self.uri, "--number-keys", keys, text=lines(*self.batch()), ok=False)

    def reseal(self, keys):
        return self.orgreg("numbers", "reseal", "--data", self.folder / "one", "--store", self.uri, "--number-keys", keys, ok=False)

    def commands_compare_too(self):
        text = "key 1 is not the key 1"
        done = self.apply(self.wrong)
        self.report.check(done.returncode == 3 and text in done.stderr, f"apply: {done.returncode} {done.stderr}")
        done = self.reseal(self.wrong)
        self.report.check(done.returncode == 1 and text in done.stderr, f"reseal: {done.returncode} {done.stderr}")
        done = self.apply(self.first)
        self.report.check(done.returncode == 0, f"apply with the right key: {done.stderr}")

    def a_new_key_is_used_when_all_have_it(self):
        both = self.folder / "both-keys"
        both.touch(mode=0o600)
        both.write_text(self.first.read_text() + self.orgreg("numbers", "new-key", "--version", "2").stdout)
        with self.node("two", self.first) as two:
            with self.node("one", both) as one:
                self.refuses(one, "node two has no key 2 like this one yet")
                self.seals(two)
                done = self.reseal(both)
                self.report.check(done.returncode == 1 and "node two has no key 2" in done.stderr, f"reseal waits for all: {done.stderr}")
                two.stop()
                with self.node("two", both) as two:
                    self.seals(one)
                    self.seals(two)
                    done = self.reseal(both)
                    self.report.check(done.returncode == 0 and "numbers in" in done.stdout, f"then reseal does its work: {done.stdout}{done.stderr}")
        with self.node("two", self.first) as two:
            self.refuses(two, "numbers are sealed with key 2, which is not in the file")

    def a_database_of_before_hinders_nobody(self):
        self.database.sql("register", "DROP TABLE shared_text, audit_anchor, usage_part, usage_change, timeline, set_back")
        self.database.sql("register", "DELETE FROM addition WHERE version > 1")
        with self.node("two", self.folder / "both-keys") as two:
            self.seals(two)
            self.orgreg("store", "upgrade", self.uri)
            self.report.check(comes(lambda: self.noted() == {"1", "2"}), f"the upgrade lets it note its keys: {self.noted()}")
            self.seals(two)

    def noted(self):
        text = self.database.sql("register", "SELECT convert_from(body, 'UTF8') FROM shared_text WHERE name = 'number-keys'")
        return {line.partition(":")[0] for line in text.split()}

    def is_nowhere(self):
        secrets = [line.split()[1] for line in (self.folder / "both-keys").read_text().splitlines()]
        texts = self.database.sql("register", "SELECT string_agg(convert_from(body, 'UTF8'), ' ') FROM shared_text")
        return not any(secret[:20] in texts for secret in secrets)
