# SPDX-License-Identifier: EUPL-1.2
"""Keys of identification numbers that are missing, wrong or newer than the server: never "holds no roles"."""

import collections
import contextlib
import gzip
import json
import os
import re
import sqlite3
from pathlib import Path

import server
from canary import UnixConnection
from issuer import Key, token
from people import identity_numbers, wrong_digit
from place import (ALL_ROLES, PUBLIC, STATEMENT, Place, bearer, entity, org_number, person, role_list, roles_of, upsert)
from waiting import comes

COMPANY, NUMBERLESS, OTHER = (org_number(85_000_000 + 100 * i) for i in range(3))
# What stores/sealed-before-siv.db.gz was made with.
KEY_OF_BEFORE = "1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
BEFORE = [org_number(88_000_000), org_number(88_000_100)]
DATA = Path(__file__).resolve().parent.parent / "data"
FEED = f"{PUBLIC}/oppdateringer/roller"
TRACE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
MEMBERS = ["timestamp", "status", "error", "message", "path", "trace"]


class NumberKeysTest:
    def __init__(self, program, report, folder):
        self._report = report
        self._place = Place(program, folder)
        self._many = Place(program, folder, "many")
        self._before = Place(program, folder, "before")
        self._key = Key("nokkel")
        self._token = token(self._key)
        numbers = identity_numbers()
        self._holder, self._other, self._unknown = (next(numbers) for _ in range(3))

    def check(self, good, message):
        self._report.check(good, message)

    def run(self):
        place = self._place
        place.load([entity(COMPANY), entity(NUMBERLESS), entity(OTHER)],
                   [role_list(COMPANY, person(self._holder)), role_list(NUMBERLESS, person(None))])
        with self._serve() as running:
            self._works(running, "with the key")
            self.check(self._unusable() == 0, f"with the key: {self._unusable()} keys are unusable")
            self.check("cannot open" not in running.errors(), f"with the key: {running.errors()}")
        right = place.keys.read_bytes()
        self._without()
        self._other_key_of_the_same_id()
        self._rotated_away(right)
        self._comes_and_goes(right)
        self._one_of_many()
        self._sealed_before()

    def _serve(self, with_keys=True):
        options = self._place.token_options([self._key])
        if not with_keys:
            options = options[:options.index("--number-keys")]
        return self._place.serve(*options, "--metrics", f"unix:{self._socket()}")

    def _socket(self):
        return self._place.written / "metrics.sock"

    def _unusable(self):
        """Returns the value of the metric."""
        with UnixConnection(self._socket()) as connection:
            connection.send(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            text = connection.read_response("GET").content().decode()
        return int(re.search(r"^orgreg_number_keys_unusable (\d+)$", text, re.MULTILINE)[1])

    def _new_keys(self, version=1):
        self._place.keys.unlink()
        self._place.make_key(version)

    def _without(self):
        with self._serve(with_keys=False) as running:
            self._fails(running, "without keys", needed="1", given="none")

    def _other_key_of_the_same_id(self):
        self._new_keys()
        with self._serve() as running:
            self._fails(running, "another key of the same id", needed="1", given="1")

    def _rotated_away(self, right):
        """A new key alone, although nothing was resealed."""
        self._new_keys(version=2)
        with self._serve() as running:
            self._fails(running, "the old key is gone", needed="1", given="2")
        self._place.keys.write_bytes(right)
        with self._serve() as running:
            self._works(running, "with the key again")

    def _comes_and_goes(self, right):
        """One number under a key that the server was not given, brought by another process, stops all statements."""
        place = self._place
        with self._serve() as running:
            self._works(running, "before a change")
            self._new_keys(version=7)
            place.apply("foreign", [upsert(role_list(OTHER, person(self._other)))])
            place.keys.write_bytes(right)
            self.check(comes(lambda: running.state(self._other, self._token).status == 500), "a number under another key is not missed")
            for identity in (self._holder, self._other, self._unknown):
                self._is_fault(running.state(identity, self._token), STATEMENT, "one number under another key")
            answer = running.ask(roles_of(COMPANY), bearer(self._token))
            self.check(answer.status == 200 and self._holder.encode() in answer.content(), f"roles that open: {answer.status}")
            self.check(running.ask(roles_of(OTHER), bearer(self._token)).status == 500, "roles that do not open")
            self._is_fault(running.ask(ALL_ROLES, bearer(self._token)), ALL_ROLES, "one number under another key")
            self.check(comes(lambda: self._names(running, "1, 7", "1")), f"one number under another key: {running.errors()}")
            self.check(self._unusable() == 1, f"one number under another key: {self._unusable()} keys are unusable")
            place.apply("gone", [{"operation": "delete", "kind": "roles", "organisasjonsnummer": OTHER}])
            self.check(comes(lambda: running.state(self._holder, self._token).status == 200), "after it is gone")
            self._works(running, "after it is gone")
            self.check(comes(lambda: self._unusable() == 0), f"after it is gone: {self._unusable()} keys are unusable")

    def _one_of_many(self):
        """The inventory is refused before its first byte for one number among many, under another key of a known id."""
        self._place, companies = self._many, [org_number(86_000_000 + 100 * i) for i in range(30)]
        place, numbers = self._many, identity_numbers()
        place.load([entity(number) for number in companies], [role_list(number, person(next(numbers))) for number in companies])
        right = place.keys.read_bytes()
        with self._serve() as running:
            self.check(running.ask(ALL_ROLES, bearer(self._token)).status == 200, "all numbers open")
            self._new_keys()
            place.apply("foreign", [upsert(role_list(companies[-1], person(next(numbers))))])
            place.keys.write_bytes(right)
            self.check(comes(lambda: running.ask(roles_of(companies[-1]), bearer(self._token)).status == 500), "roles that do not open")
            self.check(running.ask(roles_of(companies[0]), bearer(self._token)).status == 200, "roles that open")
            self._is_fault(running.ask(ALL_ROLES, bearer(self._token)), ALL_ROLES, "one number among many")
        with self._serve() as running:
            self._is_fault(running.ask(ALL_ROLES, bearer(self._token)), ALL_ROLES, "one number among many, after a start")

    def _sealed_before(self):
        """Numbers that an earlier program sealed in another form open, are no change, and are resealed."""
        self._place = place = self._before
        numbers = identity_numbers()
        first, second = next(numbers), next(numbers)
        stored = gzip.decompress((DATA / "stores/sealed-before-siv.db.gz").read_bytes())
        before = place.store.with_name("before.db")
        before.write_bytes(stored)
        place.must("adopt", before, "--data", place.store)
        with open(os.open(place.keys, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(f"{KEY_OF_BEFORE}\n")
        with self._serve() as running:
            self._is_before(running, first, second, "the former form")
            self.check(self._forms() == {"1": 3}, f"stored in the former form: {self._forms()}")
            lists = [role_list(BEFORE[0], person(first), person(second, "Havn")), role_list(BEFORE[1], person(first))]
            said = place.must("import", "roles", place.give("again.json", json.dumps(lists)), *server.place(place.store),
                              "--number-keys", place.keys)
            self.check("2 unchanged" in said, f"the same inventory again: {said}")
            place.apply("again", [upsert(one) for one in lists])
            self._is_before(running, first, second, "after the same inventory and a batch")
            self.check(self._forms() == {"1": 3}, f"unchanged in the former form: {self._forms()}")
            said = place.must("numbers", "reseal", *server.place(place.store), "--number-keys", place.keys)
            self.check(said.startswith("3 numbers in 2 role lists"), said)
            self.check(self._forms() == {"1.siv": 3}, f"resealed: {self._forms()}")
            self._is_before(running, first, second, "resealed")
            self.check("cannot open" not in running.errors(), running.errors())
        with self._serve() as running:
            self._is_before(running, first, second, "resealed, after a start")
        place.must("verify", *server.place(place.store))
        said = place.must("numbers", "reseal", *server.place(place.store), "--number-keys", place.keys)
        self.check(said.startswith("0 numbers"), f"resealed twice: {said}")

    def _forms(self):
        """Counts what precedes the last part of each sealed text in the store."""
        with contextlib.closing(sqlite3.connect(f"file:{server.store_file(self._place.store)}?mode=ro", uri=True)) as database:
            bodies = " ".join(body for (body,) in database.execute("SELECT body FROM roles"))
        return collections.Counter(text.rpartition(".")[0] for text in re.findall(r'"sealed":"([^"]+)"', bodies))

    def _is_before(self, running, first, second, title):
        """Both numbers are answered and found, and the feed has no update."""
        for identity, entities in ((first, BEFORE), (second, BEFORE[:1])):
            answer = running.state(identity, self._token)
            held = {number for number in BEFORE if number.encode() in answer.content()}
            self.check(answer.status == 200 and held == set(entities), f"{title}: {answer.status}, held in {held}")
        answer = running.ask(ALL_ROLES, bearer(self._token))
        self.check(answer.status == 200, f"{title}, inventory: {answer.status}")
        answer = running.ask(FEED)
        self.check(answer.status == 200 and json.loads(answer.content()) == [], f"{title}: updates {answer.content()[:200]}")

    # The expected answers.

    def _works(self, running, title):
        answer = running.state(self._holder, self._token)
        self.check(answer.status == 200 and COMPANY.encode() in answer.content(), f"{title}: {answer.status}")
        self.check(running.state(self._unknown, self._token).status == 404, f"{title}: who holds nothing")
        answer = running.ask(ALL_ROLES, bearer(self._token))
        self.check(answer.status == 200, f"{title}, inventory: {answer.status}")

    def _is_fault(self, answer, path, title):
        """500 with six members, which do not say what went wrong."""
        self.check(answer.status == 500, f"{title}, {path}: {answer.status}, not 500")
        if answer.status != 500:
            return
        body = json.loads(answer.content())
        self.check(list(body) == MEMBERS and body["status"] == 500 and TRACE.fullmatch(body["trace"]), f"{title}, {path}: {body}")
        self.check(body["path"] == path and body["message"] == "Internal Server Error", f"{title}, {path}: {body}")
        self.check(answer.header("Retry-After") is None and answer.header("Cache-Control") == "no-store", f"{title}: {answer.headers}")

    @staticmethod
    def _names(running, needed, given):
        wanted = f"sealed under the keys {needed}; given are the keys {given}"
        return any(wanted in line and "error" in line.lower() for line in running.errors().splitlines())

    def _fails(self, running, title, needed, given):
        self.check(self._names(running, needed, given), f"{title}: the log at the start: {running.errors()}")
        self.check(self._unusable() == 1, f"{title}: {self._unusable()} keys are unusable")
        for identity in (self._holder, self._unknown):
            for kind in ("text/plain", "application/json"):
                self._is_fault(running.state(identity, self._token, kind), STATEMENT, title)
        self.check(running.state(wrong_digit(self._holder), self._token).status == 400, f"{title}: a wrong number")
        self.check(running.state(self._holder, "x").status == 401, f"{title}: without a token")
        self._is_fault(running.ask(roles_of(COMPANY), bearer(self._token)), roles_of(COMPANY), title)
        for number, status in ((NUMBERLESS, 200), (OTHER, 404)):
            answer = running.ask(roles_of(number), bearer(self._token))
            self.check(answer.status == status, f"{title}, {number}: {answer.status}, not {status}")
        for method in ("GET", "HEAD"):
            answer = running.ask(ALL_ROLES, bearer(self._token), method)
            self.check(answer.status == 500, f"{title}, {method} of the inventory: {answer.status}")
        for path in (f"{PUBLIC}/enheter/{COMPANY}", f"{PUBLIC}/enheter/{COMPANY}/roller", f"{PUBLIC}/enheter?size=1"):
            self.check(running.ask(path).status == 200, f"{title}: {path}")


def run(program, report, folder):
    NumberKeysTest(program, report, folder).run()
    return "no key, another key, a newer key, a number that comes and goes, one among many, and the form of before"
