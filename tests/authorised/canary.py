# SPDX-License-Identifier: EUPL-1.2
"""Identification numbers go through everything that the program does, and are then searched for in everything that it wrote.

One register lives a whole life: good and bad inventories and batches, a drop folder, posts, public and
authorised requests, numbers in every wrong place of a request, new keys, a backup, removal, crashes.
"""

import contextlib
import gzip
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess

import server
from http_client import Connection
from issuer import Key, token
from leftovers import NOBODY, Search, readable, reads_memory
from people import wrong_digit
from place import (ALL_ROLES, PUBLIC, STATEMENT, Place, Running, batch_text, bearer, entity, org_number, person, role_list,
                   roles_of, upsert)
from waiting import comes
from wrong_numbers import Canaries, WrongRequests, role_lists

COMPANY, SOLE, SOCIETY, GONE, LATER = (org_number(82_000_000 + 100 * i) for i in range(5))
ODD = [org_number(83_000_000 + 100 * i) for i in range(40)]  # Each for one odd role list.


class UnixConnection(Connection):
    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        self._socket.connect(str(path))
        self._buffer = b""


class Life:
    def __init__(self, program, report, folder):
        self._report = report
        self._place = Place(program, folder)
        self._canaries = Canaries()
        self._key = Key("nokkel")
        self._token = token(self._key)
        self._other_places = iter(org_number(86_000_000 + 100 * i) for i in range(2))
        self._answers = []  # Answers to clients without authorisation.
        self._store = self._place.store
        self._with_keys = [*server.place(self._store), "--number-keys", self._place.keys]
        take = self._canaries.take
        self.leader, self.member, self.gone, self.later = (take(p) for p in ("leader", "member", "removed", "batch"))

    def check(self, good, message):
        self._report.check(good, message)

    def run(self):
        self._import()
        self._import_bad()
        self._apply()
        self._follow()
        self._digests()
        with self._serve() as running:
            self._post(running)
            self._public(running)
            self._authorised(running)
            number = self._canaries.take("wrong place")
            WrongRequests(running, self._key, self._keep, self.check).run(number, COMPANY)
            self._new_key()
            self._removed(running)
            self._copies()
            self._memory(running)
            status = running.kill(signal.SIGSEGV)
            self.check(not os.WCOREDUMP(status), "SIGSEGV left a core")
        for number in (signal.SIGABRT, signal.SIGQUIT):
            with self._serve() as running:
                self.check(running.state(self.gone, self._token).status == 404, "a statement of the removed")
                self.check(running.state(self.leader, self._token).status == 200, "a statement under the new key")
                self.check(not os.WCOREDUMP(running.kill(number)), f"signal {number} left a core")
        self._search()

    def _serve(self):
        socket_file = self._place.written / "ingest.sock"
        return self._place.serve(*self._place.token_options([self._key]), "--log-level", "trace", "--ingest",
                                 f"unix:{socket_file}", "--metrics", f"unix:{self._place.written / 'metrics.sock'}")

    # Loading.

    def _entities(self):
        return [entity(COMPANY), entity(SOLE, "ENK", False), entity(SOCIETY, "FLI", False), entity(GONE), entity(LATER), *map(entity, ODD)]

    def _lists(self):
        return [role_list(COMPANY, person(self.leader), person(self.member, "Nordmann")), role_list(SOLE, person(self.leader)),
                role_list(SOCIETY, person(self.leader)), role_list(GONE, person(self.gone), person(self.leader))]

    def _import(self):
        place = self._place
        place.make_key()
        place.must("import", "entities", place.give("entities.json", json.dumps(self._entities())), *server.place(self._store))
        roles = json.dumps(self._lists())
        code, _, err = place.run("import", "roles", place.give("roles.json", roles), *server.place(self._store))
        self.check("there is no key to seal them with" in err, f"import without keys: {code} {err[-200:]}")
        place.must("import", "roles", place.give("roles.json.gz", gzip.compress(roles.encode())), *self._with_keys)
        place.must("import", "roles", "-", *self._with_keys, "--add", text=roles.encode())

    def _import_bad(self):
        place = self._place
        shapes = list(role_lists(self._canaries, ODD))
        for purpose, text in shapes:
            name = re.sub(r"\W+", "-", purpose)
            path = place.give(f"bad-{name}.json", f"[\n{text}\n]\n".encode("utf-8", "surrogateescape"))
            place.run("import", "roles", path, *self._with_keys, "--add")
            place.run("import", "roles", path, *self._with_keys, "--add", "--strict")
        self._shapes = shapes
        number = self._canaries.take("CSV")
        place.run("import", "roles", place.give("roles.csv", f"organisasjonsnummer,fodselsnummer\n{COMPANY},{number}\n"),
                  *self._with_keys, "--add")
        packed = gzip.compress(json.dumps([role_list(LATER, person(self._canaries.take("cut off")))]).encode())
        place.run("import", "roles", place.give("cut.json.gz", packed[:-9]), *self._with_keys, "--add")
        place.run("import", "entities", place.give("as-entities.json", json.dumps(self._lists())), *server.place(self._store), "--add")
        # A record of another kind has no such number either, and its error is reported without it.
        kinds = {"entities": entity(next(self._other_places)), "sub-entities": entity(next(self._other_places), "BEDR"),
                 "voluntary-organisations": {"organisasjonsnummer": SOCIETY, "navn": "LAGET"},
                 "parties": {"organisasjonsnummer": SOCIETY}, "cadastral-units": {"organisasjonsnummer": SOCIETY}}
        for kind, record in kinds.items():
            for name, more in (("member", {"fodselsnummer": self._canaries.take(f"{kind}, a member")}),
                               ("inside", {"innehaver": {"fodselsnummer": self._canaries.take(f"{kind}, inside a member")}}),
                               ("bad", {"organisasjonsnummer": self._canaries.take(f"{kind}, as organisation number")}),
                               ("name", {"navn": [self._canaries.take(f"{kind}, as a name that is no text")]})):
                path = place.give(f"other-{kind}-{name}.json", json.dumps([{**record, **more}]))
                place.run("import", kind, path, *server.place(self._store), "--add")

    def _digests(self):
        """The digest of a batch cannot be computed without the key: there are few numbers."""
        found, key = [], None
        for name in ("one", "other", "the-one"):
            place = Place(self._place.program, self._place.written, f"digest-{name}")
            if name == "the-one":
                place.give(place.keys.name, key)
                place.keys.chmod(0o600)
            else:
                place.make_key()
            key = place.keys.read_bytes() if name == "one" else key
            place.load([entity(COMPANY)], self._lists()[:1])
            operations = [upsert(role_list(COMPANY, person(self.later)))]
            place.apply("the-same", operations)
            place.apply("the-same", operations)  # Recognised under the same key.
            with contextlib.closing(sqlite3.connect(f"file:{server.store_file(place.store)}?mode=ro", uri=True)) as database:
                found += database.execute("SELECT digest FROM commits WHERE batch = 'the-same'").fetchall()
            for path in place.given.iterdir():
                path.unlink()  # The search would find it.
        self.check(found[0] == found[2] != found[1], f"digests under a key, another and the first again: {found}")

    def _apply(self):
        place = self._place
        place.apply("batch-good", [upsert(role_list(LATER, person(self.later)))])
        place.apply("batch-good", [upsert(role_list(LATER, person(self.later)))])
        wrong = [("purpose " + purpose, text) for purpose, text in self._shapes]
        for purpose, text in wrong:
            name = "apply-" + re.sub(r"\W+", "-", purpose)
            line = f'{{"operation":"upsert","kind":"roles","record":{text}}}\n'
            path = place.give(f"{name}.ndjson", f'{{"batch":"{name}"}}\n{line}'.encode("utf-8", "surrogateescape"))
            place.run("apply", path, *self._with_keys)
        take = self._canaries.take
        number = take("batch name")
        place.run("apply", place.give("name.ndjson", f'{{"batch":"a b {number}"}}\n'), *self._with_keys)
        for name, text in (
                ("member", json.dumps({"operation": "upsert", "kind": "roles", take("name of a member of an operation"): 1})),
                ("operation", json.dumps({"operation": take("operation"), "kind": "roles"})),
                ("kind", json.dumps({"operation": "upsert", "kind": take("kind")})),
                ("delete", json.dumps({"operation": "delete", "kind": "roles", "organisasjonsnummer": take("deleted")})),
                ("text", f"{take('no JSON')}"), ("header", json.dumps({"batch": "x", take("name of a member of a header"): 1}))):
            place.run("apply", place.give(f"odd-{name}.ndjson", f'{{"batch":"odd-{name}"}}\n{text}\n'), *self._with_keys)
        # Without keys nothing may be kept, not even for later.
        path = place.give("keyless.ndjson", batch_text("keyless", [upsert(role_list(LATER, person(take("keyless"))))]))
        code, _, err = place.run("apply", path, *server.place(self._store))
        self.check(code == 3 and "there is no key" in err, f"apply without keys: {code} {err[-200:]}")

    def _follow(self):
        place = self._place
        drop = place.written / "drop"
        drop.mkdir()
        out, err = place.said("follow")
        with open(out, "wb") as to_out, open(err, "wb") as to_err:
            follower = subprocess.Popen([place.program, "apply", "--follow", drop, *map(str, self._with_keys)], stdout=to_out,
                                        stderr=to_err, env=place.environment(), cwd=place.written / "cwd")
        take = self._canaries.take
        texts = {"good": batch_text("drop-good", [upsert(role_list(LATER, person(take("dropped"))))]),
                 "refused": batch_text("drop-refused", [upsert(role_list(GONE[:-1] + "x", person(take("dropped and refused"))))]),
                 "broken": f'{{"batch":"drop-broken"}}\n{{"operation":"upsert","kind":"roles","{take("dropped and broken")}'}
        for name, text in texts.items():
            made = drop / f"{name}.tmp"
            made.write_text(text, encoding="utf-8")
            made.rename(drop / f"{name}.ndjson")
        self.check(comes(lambda: not list(drop.glob("*.ndjson"))), "the drop folder is not emptied")
        with open(f"/proc/{follower.pid}/limits", encoding="ascii") as limits:
            self.check(re.search(r"Max core file size +0 +0 ", limits.read()), "a follower may leave cores")
        follower.terminate()
        self.check(follower.wait(20) == 0, f"the follower ended badly: {err.read_text(encoding='utf-8')[-300:]}")

    # Requests.

    def _keep(self, answer):
        heads = "".join(f"{name}: {value}\r\n" for name, value in answer.headers)
        self._answers.append(heads.encode() + b"\r\n" + (answer.content() if answer.body else b""))
        return answer

    def _post(self, running):
        """Sends batches to the listener; good, refused, broken, of another type."""
        def post(text, kind="application/x-ndjson", path="/batches"):
            with UnixConnection(self._place.written / "ingest.sock") as connection:
                data = text.encode("utf-8", "surrogateescape")
                connection.send(f"POST {path} HTTP/1.1\r\nHost: orgreg\r\nConnection: close\r\nContent-Type: {kind}\r\n"
                                f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
                return self._keep(connection.read_response("POST")).status

        take = self._canaries.take
        posted = take("posted")
        self.check(post(batch_text("posted", [upsert(role_list(LATER, person(posted)))])) == 200, "a post")
        self.check(comes(lambda: running.state(posted, self._token).status == 200), "what was posted is not found")
        for purpose, text in self._shapes:
            post(f'{{"batch":"post {re.sub(chr(92) + "W+", "-", purpose)}"}}\n'
                 f'{{"operation":"upsert","kind":"roles","record":{text}}}\n')
        post(batch_text("typed", [upsert(role_list(LATER, person(take("posted as JSON"))))]), "application/json")
        post("", path=f"/batches/{take('path of a post')}")

    def _public(self, running):
        """Sends all public requests, also by number."""
        others = [org_number(86_000_000), f"{PUBLIC}/underenheter/{org_number(86_000_100)}"]
        self._keep(running.ask(others.pop()))
        for number in (COMPANY, SOLE, SOCIETY, GONE, LATER, *ODD, *others):
            for path in (f"{PUBLIC}/enheter/{number}", f"{PUBLIC}/enheter/{number}/roller",
                         f"{PUBLIC}/roller/enheter/{number}/juridiskeroller"):
                self._keep(running.ask(path, [("Accept-Encoding", "gzip")]))
        for path in (f"{PUBLIC}/oppdateringer/roller", f"{PUBLIC}/oppdateringer/enheter?includeChanges=true",
                     f"{PUBLIC}/roller/totalbestand", f"{PUBLIC}/enheter?size=100", f"{PUBLIC}/enheter/lastned",
                     f"{PUBLIC}/enheter/lastned/csv", f"{PUBLIC}/enheter/lastned/manifest", PUBLIC,
                     "/frivillighetsregisteret/api/frivillige-organisasjoner", "/partiregisteret/api/lastned/csv"):
            self._keep(running.ask(path))
        with UnixConnection(self._place.written / "metrics.sock") as connection:
            connection.send(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            self.check(self._keep(connection.read_response("GET")).status == 200, "metrics")

    def _authorised(self, running):
        """Authorised clients get the numbers, or the search would prove nothing."""
        headers = bearer(self._token)
        answer = running.ask(roles_of(COMPANY), headers)
        self.check(self.leader.encode() in answer.content() and self.member.encode() in answer.content(), f"roles: {answer.status}")
        answer = running.ask(ALL_ROLES, headers)
        self.check(all(number.encode() in gzip.decompress(answer.content()) for number in (self.leader, self.gone)), "all roles")
        self.check(running.state(self.leader, self._token).status == 200, "a statement")
        unknown = self._canaries.take("asked for, unknown")
        for identity, kind, status in ((unknown, "text/plain", 404), (unknown, "application/json", 404),
                                       (wrong_digit(unknown), "text/plain", 400), (unknown, "text/html", 415)):
            answer = self._keep(running.state(identity, self._token, kind))
            self.check(answer.status == status, f"statement of {kind}: {answer.status}, not {status}")
        self._canaries.note(wrong_digit(unknown), "asked for, wrong")
        for wrong in ([], bearer("x.y.z"), bearer(self._token[:-5])):
            for path in (roles_of(COMPANY), ALL_ROLES):
                self.check(self._keep(running.ask(path, wrong)).status == 401, "without a right token")
            self._keep(running.ask(STATEMENT, [*wrong, ("Content-Type", "text/plain")], "POST", self.leader))

    # Later changes.

    def _rows(self, store=None):
        """Returns the role lists as they are stored."""
        with contextlib.closing(sqlite3.connect(f"file:{server.store_file(store or self._store)}?mode=ro", uri=True)) as database:
            return dict(database.execute("SELECT number, body FROM roles"))

    @staticmethod
    def _sealed(bodies):
        return [text for body in bodies for text in re.findall(r'"sealed":"([^"]+)"', body)]

    def _new_key(self):
        """Nothing stays sealed under the old key, neither in current nor in earlier texts."""
        place = self._place
        old = re.findall(r'"(?:sealed|blind)":"([^"]+)"', " ".join(self._rows().values()))
        before = self._sealed(self._rows().values())
        self.check(before and all(text.startswith("1.") for text in before), f"sealed under the first key: {before[:2]}")
        place.make_key(2)
        said = place.must("numbers", "reseal", *self._with_keys)
        after = self._sealed(self._rows().values())
        self.check(len(after) == len(before) and all(text.startswith("2.") for text in after), f"{said}: {after[:2]}")
        self.check(not set(before) & set(after), "texts of the old key are left")
        old = [text.encode() for text in old]
        self.check(old and comes(lambda: not self._left(old)), f"of the old key is left: {self._left(old)[:3]}")
        place.must("verify", *server.place(self._store))
        bodies = " ".join(self._rows().values())
        self.check(self.leader not in bodies and '"fodselsnummer"' not in bodies, "a number in the store")
        # Another server may be making the same files at this moment, which makes this one wait.
        made = comes(lambda: place.run("downloads", *server.place(self._store))[0] == 0, 20)
        self.check(made, "the files cannot be made after the keys changed")

    def _removed(self, running):
        """The roles are removed with the entity: from every answer at once, from every file soon."""
        body = self._rows()[int(GONE)]
        traces = self._sealed([body]) + re.findall(r'"blind":"([^"]+)"', body)
        # The leader's blind index is in other lists too.
        others = " ".join(text for number, text in self._rows().items() if number != int(GONE))
        traces = [text.encode() for text in traces if text not in others]
        self.check(len(traces) == 3 and self._left(traces), f"{len(traces)} texts of the removed are in the files before")
        self._place.apply("removal", [{"operation": "remove", "kind": "entity", "organisasjonsnummer": GONE,
                                       "slettedato": "2026-08-01"}])
        self.check(comes(lambda: running.ask(roles_of(GONE), bearer(self._token)).status == 404), "roles of the removed are answered")
        # The server has only the old key, so it refuses statements until it is restarted.
        status = running.state(self.gone, self._token).status
        self.check(status == 500, f"a statement where the key is missing: {status}")
        self.check(comes(lambda: not self._left(traces), 30), f"still there: {self._left(traces)}")

    def _left(self, traces):
        return [(path.name, trace) for path in self._place.store.parent.rglob("*") if path.is_file()
                for trace in traces if trace in path.read_bytes()]

    def _copies(self):
        place = self._place
        backup = place.written / "backup/copy"
        backup.parent.mkdir()
        place.must("backup", backup, *server.place(self._store))
        restored = place.written / "restored/register"
        restored.parent.mkdir()
        place.must("restore", backup, *server.place(restored))
        place.must("verify", *server.place(restored))
        self.check(self._rows(restored) == self._rows(), "the restored copy differs")
        generated = place.given / "generated"
        place.generate(generated, 50)
        mode = (generated / "roller_alle_autorisert.json.gz").stat().st_mode & 0o777
        self.check(mode == 0o600, f"generated numbers may be read by others: {mode:o}")

    def _memory(self, running):
        """Reads the memory of a process of the same user; root may read all."""
        with open(f"/proc/{running.pid}/limits", encoding="ascii") as limits:
            self.check(re.search(r"Max core file size +0 +0 ", limits.read()), "the server may leave cores")
        if os.geteuid() != 0:
            return self.check(not reads_memory(running.pid), "others of the same user read the memory")
        for path in (self._place.written, *self._place.written.rglob("*"), self._place.given, *self._place.given.rglob("*")):
            with contextlib.suppress(FileNotFoundError):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        if not readable(self._place.program):
            return None
        options = self._place.token_options([self._key])
        for path in self._place.given.rglob("*"):
            os.chown(path, NOBODY, NOBODY)
        copy = Place(self._place.program, self._place.written / "cwd", "as-nobody")
        for path in (copy.written, *copy.written.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        copy.store = self._place.written / "restored/register"
        with Running(copy, options, user=NOBODY) as other:
            self.check(other.state(self.leader, self._token).status == 200, "as another user: a statement")
            self.check(not reads_memory(other.pid, NOBODY), "others of the same user read the memory")
            self.check(not os.WCOREDUMP(other.kill(signal.SIGSEGV)), "as another user: SIGSEGV left a core")
        return None

    def _search(self):
        search = Search(self._canaries.purposes)
        search.folder(self._place.written)
        for answer in self._answers:
            search.look("an answer", answer)
        for number, purpose in self._canaries.purposes.items():
            places = search.found.get(number, [])
            self.check(not places, f"{purpose}: the number is in {len(places)} places, the first: {places[:1]}")
        cores = [str(path) for path in self._place.written.rglob("core*") if path.is_file()]
        self.check(not cores, f"cores: {cores}")
        # Nor a token, or the text that proves that it is one.
        for path in self._place.written.rglob("*"):
            self.check(not path.is_file() or self._token.rsplit(".", 1)[1].encode() not in path.read_bytes(), f"{path}: holds a token")
        # The search itself is tested: the input holds all numbers.
        given = b"".join(path.read_bytes() for path in self._place.given.rglob("*") if path.is_file() and path.suffix == ".json")
        self.check(search.count_in(given) > 20, "the numbers are not found where they are")
        self.summary = (f"{len(self._canaries.purposes)} numbers searched for in {search.files} files ({search.bytes >> 10} KiB) and "
                     f"{len(self._answers)} answers")


def run(program, report, folder):
    life = Life(program, report, folder)
    life.run()
    return life.summary
