# SPDX-License-Identifier: EUPL-1.2
"""Two servers of one database: both take batches and show the same; each goes on while the database, or the other one, is away."""

import contextlib
import http.client
import json
import os
import shutil
import socket
import subprocess
import threading
import time

import server
from apply_checks import delete, entity, header, lines, upsert
from postgresql_server import PostgresServer
from replicas import NUMBER, PATHS, comes, content, get

FIELD = "Register-Position"
RECORD = f"/enhetsregisteret/api/enheter/{NUMBER}"
MAX_LAG_S = 2


def run(program, report, store, folder):
    with PostgresServer() as database:
        Nodes(program, report, folder, database).run(store)


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def ask(connection, method, path, body=None, **fields):
    """The status, the header fields and the body of one answer."""
    with contextlib.closing(connection):
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()


class Node(server.Server):
    """A node, with a socket for batches and a port for monitors."""

    def __init__(self, program, place, uri, awaits_data=True, arguments=(), **more):
        self.place = place
        # The path of a socket is short.
        self.ingest = f"/dev/shm/orgreg-{os.getpid()}-{place.name}"
        self.metrics = server.free_port()
        super().__init__(program, place, awaits_data=awaits_data, arguments=arguments, env={
            "ORGREG_STORE": uri, "ORGREG_INGEST": f"unix:{self.ingest}", "ORGREG_METRICS": f"127.0.0.1:{self.metrics}",
            "ORGREG_MAX_LAG_S": str(MAX_LAG_S), **more})

    def post(self, *rows):
        return ask(UnixConnection(self.ingest), "POST", "/batches", lines(*rows).encode(), **{"Content-Type": "application/x-ndjson"})

    def read(self, path=RECORD, **fields):
        return ask(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30), "GET", path, **fields)

    def readiness(self):
        status, _, body = ask(http.client.HTTPConnection("127.0.0.1", self.metrics, timeout=30), "GET", "/readyz")
        return status, json.loads(body)

    def status_page(self):
        return self.read("/en/status")[2]

    def logs(self, text):
        return self.errors().count(text)


class Nodes:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database
        self.batches = 0

    def run(self, store):
        self.uri = self.database.database("register")
        self.refuses_wrong_settings()
        self.orgreg("store", "move", store, self.uri)
        first, second = self.place("first"), self.place("second")
        with (Node(self.program, first, self.uri, ORGREG_NODE_NAME="node-first") as one,
              Node(self.program, second, self.uri, ORGREG_NODE_NAME="node-second") as two):
            self.have_the_same(one, two)
            self.show_each_other(one, two)
            self.take_batches(one, two)
            self.wait_for_a_position(one, two)
            self.lose_what_is_removed(one, two)
            self.take_over_code_lists(one, two)
            self.is_only_read(first)
        self.go_on_after_kills(first, second)
        self.serve_without_the_database(first, second)
        self.say_what_is_wrong(first, store)

    def place(self, name):
        place = self.folder / name
        place.mkdir()
        return place

    def orgreg(self, *arguments, ok=True, text=None, **env):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, input=text,
                              env=server.environment(env))
        if ok and done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def post(self, node, *rows):
        self.batches += 1
        return node.post(header(f"nodes-{self.batches}"), *rows)

    def change(self, node, name):
        """Applies a batch at the node, and returns its place in the log."""
        status, fields, body = self.post(node, upsert(entity(NUMBER, name)))
        self.report.check(status == 200, f"a batch is taken: {status} {body}")
        return fields[FIELD]

    def shows(self, node, name):
        return f'"{name}"' in node.read()[2]

    def check_equal(self, what, *nodes):
        copy = self.folder / f"copy-{what.replace(' ', '-')}.db"
        self.orgreg("store", "move", self.uri, copy)
        expected = content_of(copy)
        for node in nodes:
            self.report.check(comes(lambda node=node: content(node.place) == expected), f"{node.place.name} is equal to the database {what}")

    def refuses_wrong_settings(self):
        place = self.place("settings")
        for settings, text in (({"ORGREG_STORE": self.uri, "ORGREG_SOURCE": "http://h:1"}, "either another server or a database"),
                               ({"ORGREG_STORE": self.uri, "ORGREG_STORE_DURABILITY": "twice"}, "is neither local nor replicated")):
            done = self.orgreg("serve", "--show-config", "--data", place, ok=False, **settings)
            self.report.check(done.returncode == 2 and text in done.stderr, f"{settings} is refused: {done.stderr[-300:]}")
        alone = self.folder / "orgreg"
        shutil.copy(self.program, alone)
        done = subprocess.run([alone, "serve", "--data", place, "--port", "0"], check=False, capture_output=True, text=True,
                              env=server.environment({"ORGREG_STORE": self.uri}))
        self.report.check(done.returncode == 2 and "store: " in done.stderr and "needs this module" in done.stderr
                          and len(done.stderr.splitlines()) == 1, f"a program without its module says so: {done.stderr}")
        alone.unlink()

    def have_the_same(self, one, two):
        self.check_equal("at first", one, two)
        for path in PATHS[:3]:
            self.report.check(get(one, path) == get(two, path), f"{path} is the same at both")
        mark = (one.place / "source").read_text().strip()
        self.report.check(mark == self.uri, f"the folder is marked as a replica: {mark}")
        status, body = one.readiness()
        self.report.check(status == 200 and body["checks"]["source"]["status"] == "pass", f"a node is ready: {body}")
        done = self.orgreg("verify", "--data", one.place, ok=False)
        self.report.check("the store is sound" in done.stdout, f"verify finds nothing wrong in the replica: {done.stdout}{done.stderr}")

    def show_each_other(self, *nodes):
        for node in nodes:
            self.report.check(comes(lambda node=node: all(f">node-{other.place.name}<" in node.status_page() for other in nodes)),
                              f"the status page of {node.place.name} has both nodes")
            self.report.check("Follows its source" in node.status_page(), f"and says that {node.place.name} follows")

    def take_batches(self, one, two):
        waits = []
        for count in range(10):
            at, other = (one, two) if count % 2 == 0 else (two, one)
            position = self.change(at, f"Navn {count}")
            begin = time.monotonic()
            for node in (at, other):
                status, fields, body = node.read(**{FIELD: position})
                self.report.check(status == 200 and f'"Navn {count}"' in body and int(fields[FIELD]) >= int(position),
                                  f"batch {count} is seen at {node.place.name} at once: {status} {body}")
            waits.append(time.monotonic() - begin)
        print(f"  seen at both nodes after the acknowledgement: {sorted(waits)[5] * 1000:.0f} ms (median), {max(waits) * 1000:.0f} ms")
        again = one.post(header("nodes-1"), upsert(entity(NUMBER, "Navn 0")))
        self.report.check(again[0] == 200 and '"repeated":true' in again[2], f"a batch of the other node is known: {again[2]}")
        refused = self.post(two, {"operation": "upsert"})
        self.report.check(refused[0] == 422 and '"refused":true' in refused[2], f"a wrong batch is refused as ever: {refused}")
        self.batches += 1
        self.orgreg("apply", "-", "--data", one.place, "--store", self.uri, text=lines(header(f"nodes-{self.batches}"), upsert(entity(NUMBER, "Kommando"))))
        for node in (one, two):
            self.report.check(comes(lambda node=node: self.shows(node, "Kommando")), f"{node.place.name} shows what a command has applied")
        self.check_equal("after batches", one, two)

    def wait_for_a_position(self, one, two):
        """A position that is not there yet is waited for, and one that never comes is refused after two seconds."""
        last = int(two.read(**{FIELD: "0"})[1][FIELD])
        answers = {}

        def ask_for(name, position):
            begin = time.monotonic()
            answers[name] = (*one.read(**{FIELD: position}), time.monotonic() - begin)

        threads = [threading.Thread(target=ask_for, args=asked) for asked in (("next", str(last + 1)), ("far", str(last + 100)))]
        for thread in threads:
            thread.start()
        time.sleep(0.1)
        self.change(two, "Ventet på")
        for thread in threads:
            thread.join()
        status, fields, body, _ = answers["next"]
        self.report.check(status == 200 and '"Ventet på"' in body, f"a request waits for its position: {status} {body}")
        status, fields, body, seconds = answers["far"]
        self.report.check(status == 503 and fields["Retry-After"] == "1" and fields[FIELD] == str(last + 1) and 1.5 < seconds < 10,
                          f"it does not wait for ever: {status} {fields} {seconds}")
        for wrong in ("x", "-1", "1 2", "99999999999999999999"):
            self.report.check(one.read(**{FIELD: wrong})[0] == 400, f"{wrong} is no position")

    def lose_what_is_removed(self, one, two):
        self.change(one, "Fjernes")
        status, fields, _ = self.post(two, delete(NUMBER, "2026-01-01", "remove"))
        self.report.check(status == 200, "a removal is taken")
        for node in (one, two):
            self.report.check(node.read(**{FIELD: fields[FIELD]})[0] == 410, f"it is gone at {node.place.name}")
        status, fields, _ = self.post(one, {**upsert(entity(NUMBER, "Tilbake")), "operation": "reinstate"})
        self.report.check('"Tilbake"' in two.read(**{FIELD: fields[FIELD]})[2], "and can come back")
        self.check_equal("after a removal", one, two)

    def take_over_code_lists(self, one, two):
        """Code lists are no rows, but the records are shown with them."""
        codes = self.folder / "codes.csv"
        codes.write_text("list,code,text\norganisation-forms,NYFO,Ny form\n")
        done = self.orgreg("import", "code-lists", codes, "--data", one.place, "--store", self.uri, ok=False)
        self.report.check(done.returncode == 0, f"a code list is imported: {done.stdout}{done.stderr}")
        for node in (one, two):
            self.report.check(comes(lambda node=node: node.read("/enhetsregisteret/api/organisasjonsformer/NYFO")[0] == 200),
                              f"{node.place.name} has the new code")

    def is_only_read(self, place):
        for command in (("apply", "-"), ("import", "entities", "/dev/null")):
            done = self.orgreg(*command, "--data", place, ok=False, text=lines(header("x")))
            self.report.check(done.returncode != 0 and "is a replica of postgresql://" in done.stderr, f"{command} is refused: {done.stderr}")
        done = self.orgreg("promote", "--data", place, ok=False)
        self.report.check(done.returncode == 1 and "stop it first" in done.stderr, f"promote waits for the end: {done.stderr}")

    def go_on_after_kills(self, first, second):
        with Node(self.program, second, self.uri) as two:
            for count in range(3):
                with Node(self.program, first, self.uri) as one:
                    for change in range(3):
                        self.change(two if change % 2 else one, f"Drept {count} {change}")
                    one.kill()
                    os.unlink(one.ingest)
            with Node(self.program, first, self.uri) as one:
                self.check_equal("after kills", one, two)

    def serve_without_the_database(self, first, second):
        with Node(self.program, first, self.uri) as one:
            position = self.change(one, "Før")
            self.report.check('"Før"' in one.read(**{FIELD: position})[2], "all is well before")
            self.database.kill()
            self.report.check(comes(lambda: one.logs("the source is not followed") == 1), f"it is said that the database is away: {one.errors()}")
            status, fields, body = self.post(one, upsert(entity(NUMBER, "Borte")))
            self.report.check(status == 503 and fields["Retry-After"] and FIELD not in fields and body.startswith('{"failed":'),
                              f"batches are put off: {status} {body}")
            with Node(self.program, second, self.uri) as two:
                self.report.check(self.shows(two, "Før") or self.shows(two, "Drept 2 2"), "a node starts without the database")
                self.report.check(two.readiness()[0] == 503, "and is not ready before it was reached")
                self.report.check("Waiting for its source" in two.status_page(), "which its status page says")
                self.report.check(comes(lambda: one.readiness()[0] == 503), "the other one is not after max_lag_s")
                self.report.check(self.shows(one, "Før"), "but answers")
                self.report.check("Out of date" in one.status_page(), "and says how old that is")
                self.report.check(one.logs("the source is not followed") == 1, f"it is said once: {one.errors()}")
                self.database.start()
                for node in (one, two):
                    self.report.check(comes(lambda node=node: node.readiness()[0] == 200), f"{node.place.name} is ready again")
                self.report.check(one.logs("is followed again") == 1, f"which is said once: {one.errors()}")
                position = self.change(two, "Etter")
                self.report.check('"Etter"' in one.read(**{FIELD: position})[2], "and both go on")
                self.check_equal("after it came back", one, two)
                begin = time.monotonic()
                self.database.process.send_signal(19)  # It hangs: it keeps connections, and says nothing.
                code = two.stop()
                self.database.process.send_signal(18)
                self.report.check(code == 0 and time.monotonic() - begin < 5, f"a node stops beside a database that hangs: {code}")

    def say_what_is_wrong(self, place, store):
        with open(self.database.folder / "data/pg_hba.conf", "r+", encoding="utf-8") as rules:
            old = rules.read()
            rules.seek(0)
            rules.write("local all locked scram-sha-256\n" + old)
        self.database.sql("register", "CREATE ROLE locked LOGIN PASSWORD 'right'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO locked;"
                          " SELECT pg_reload_conf()")
        other, empty = self.database.database("other"), self.database.database("empty")
        entities = self.folder / "entities.json"
        entities.write_text(f'[{{"organisasjonsnummer":"{NUMBER}","navn":"Annet","organisasjonsform":{{"kode":"AS"}}}}]')
        self.orgreg("import", "entities", entities, "--data", self.place("other"), "--store", other)
        for uri, text in ((other, "is another register"), (empty, "there is no store")):
            with Node(self.program, place, uri) as node:
                self.report.check(comes(lambda node=node, text=text: text in node.errors()), f"{text}: {node.errors()}")
                self.report.check(self.post(node, upsert(entity(NUMBER, "Nei")))[0] == 503, "and no batch goes there")
                self.report.check(self.shows(node, "Etter"), "what is here stays")
        self.report.check(self.database.sql("other", "SELECT record->>'navn' FROM entity_text") == "Annet", "the other register is untouched")
        self.database.sql("register", "UPDATE meta SET schema = 99")
        passfile = self.folder / "pass"
        passfile.write_text("*:*:*:locked:wrong\n")
        passfile.chmod(0o600)
        locked = self.uri.replace("user=orgreg", f"user=locked&passfile={passfile}")
        with Node(self.program, self.place("third"), locked, awaits_data=False) as node:
            self.report.check(comes(lambda: "password authentication failed" in node.errors()), f"a wrong password: {node.errors()}")
            passfile.write_text("*:*:*:locked:right\n")
            self.report.check(comes(lambda: "has schema version 99" in node.errors()), f"a schema that is too new: {node.errors()}")
            self.report.check(node.read()[0] == 503, "nothing is served before there is something")
            self.database.sql("register", "UPDATE meta SET schema = 1")
            self.report.check(comes(lambda: self.shows(node, "Etter")), "then it is filled, by a user who only reads")
            status, _, body = self.post(node, upsert(entity(NUMBER, "Nei")))
            self.report.check(status == 500 and "permission denied" in body, f"a user who may not write gets the reason: {status} {body}")


def content_of(path):
    place = path.with_suffix("")
    place.mkdir()
    path.rename(place / "store.db")
    return content(place)
