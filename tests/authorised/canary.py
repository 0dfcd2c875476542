"""Identification numbers through all that the program does, then looked for in all that it wrote.

One register lives a whole life: good and bad inventories and batches, a drop folder, posts, public and
authorised questions, numbers in every wrong place of a request, new keys, a backup, removal, crashes.
"""

import base64
import contextlib
import gzip
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

from http_client import Connection
from issuer import Key, token
from people import Finder, identity_numbers, wrong_digit
from place import (ALL_ROLES, AUTHORISED, PUBLIC, STATEMENT, Place, Running, ask, batch_text, bearer, comes, entity, held_by,
                   org_number, person, role_list, roles_of, upsert)

COMPANY, SOLE, SOCIETY, GONE, LATER = (org_number(82_000_000 + 100 * i) for i in range(5))
ODD = [org_number(83_000_000 + 100 * i) for i in range(40)]  # Each for one odd role list.
NOBODY = 65534


class UnixConnection(Connection):
    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        self._socket.connect(str(path))
        self._buffer = b""


class Canaries:
    """Gives out numbers, each for one purpose, so that a number found tells where it got through."""

    def __init__(self):
        self._numbers = identity_numbers()
        self.purposes = {}

    def take(self, purpose):
        number = next(self._numbers)
        self.purposes[number] = purpose
        return number

    def note(self, number, purpose):
        """One that is not valid, but is a person's all but a digit."""
        self.purposes[number] = purpose
        return number


class Life:
    def __init__(self, program, report, folder):
        self._report = report
        self._place = Place(program, folder)
        self._canaries = Canaries()
        self._key = Key("nokkel")
        self._token = token(self._key)
        self._answers = []  # What others than the authorised were told.
        self._store = self._place.store
        self._with_keys = ["--store", self._store, "--number-keys", self._place.keys]
        self.requests = 0
        take = self._canaries.take
        self.leader, self.member, self.gone, self.later = (take(p) for p in ("leader", "member", "removed", "batch"))

    def check(self, good, message):
        self._report.check(good, message)

    def run(self):
        self._import()
        self._import_bad()
        self._apply()
        self._follow()
        with self._serve() as running:
            self._post(running)
            self._public(running)
            self._authorised(running)
            self._wrong_places(running)
            self._new_key()
            self._removed(running)
            self._copies()
            self._memory(running)
            status = running.kill(signal.SIGSEGV)
            self.check(not os.WCOREDUMP(status), "SIGSEGV left a core")
        for number in (signal.SIGABRT, signal.SIGQUIT):
            with self._serve() as running:
                running.state(self.leader, self._token)
                self.check(not os.WCOREDUMP(running.kill(number)), f"signal {number} left a core")
        self._search()

    def _serve(self):
        socket_file = self._place.written / "ingest.sock"
        return self._place.serve(*self._place.token_options([self._key]), "--log-level", "trace", "--ingest",
                                 f"unix:{socket_file}", "--metrics", f"unix:{self._place.written / 'metrics.sock'}")

    # What is loaded.

    def _entities(self):
        return [entity(COMPANY), entity(SOLE, "ENK", False), entity(SOCIETY, "FLI", False), entity(GONE), entity(LATER), *map(entity, ODD)]

    def _lists(self):
        return [role_list(COMPANY, person(self.leader), person(self.member, "Nordmann")), role_list(SOLE, person(self.leader)),
                role_list(SOCIETY, person(self.leader)), role_list(GONE, person(self.gone), person(self.leader))]

    def _import(self):
        place = self._place
        place.make_key()
        place.must("import", "entities", place.give("entities.json", json.dumps(self._entities())), "--store", self._store)
        roles = json.dumps(self._lists())
        code, _, err = place.run("import", "roles", place.give("roles.json", roles), "--store", self._store)
        self.check("there is no key to seal them with" in err, f"import without keys: {code} {err[-200:]}")
        place.must("import", "roles", place.give("roles.json.gz", gzip.compress(roles.encode())), *self._with_keys)
        place.must("import", "roles", "-", *self._with_keys, "--add", text=roles.encode())

    def _bad_lists(self):
        """Purpose to the text of a role list that should not be taken as it is."""
        def text(list_or_more, **more):
            return json.dumps({**list_or_more, **more}, ensure_ascii=False)

        def held(*people, **more):
            return text(role_list(next(places), *people), **more)

        places = iter(ODD)

        made = {
            "wrong control digit": lambda n: held(person(wrong_digit(n))),
            "twelve digits": lambda n: held(person(n + "1")),
            "with a blank": lambda n: held(person(n[:6] + " " + n[6:])),
            "a number": lambda n: held(person(None, fodselsnummer=int(n))),
            "a list": lambda n: held(person(None, fodselsnummer=[n])),
            "an object": lambda n: held(person(None, fodselsnummer={"verdi": n})),
            "another member": lambda n: held(person(None, personnummer=n)),
            "the name of a member": lambda n: held(person(None, **{n: 1})),
            "the name of a member, with more": lambda n: held(person(None, **{f"fnr {n}": 1})),
            "the name of a member, in groups": lambda n: held(person(None, **{f"{n[:6]} {n[6:]}": 1})),
            "a member of the list": lambda n: held(person(None), fodselsnummer=n),
            "organisation number": lambda n: text(role_list(n)),
            "a role's type": lambda n: json.dumps({"organisasjonsnummer": next(places), "rollegrupper": [{"type": {"kode": n}, "roller": n}]}),
            "a day": lambda n: held(person(None, fodselsdato=n)),
            "a flag": lambda n: held(person(None, erDoed=n)),
            "a name as a whole": lambda n: held(person(None, navn=n)),
            "sealed": lambda n: held(person(None, sealed=n)),
            "blind": lambda n: held(person(None, blind=n)),
            "a first name": lambda n: held({**person(None), "navn": {"fornavn": n, "etternavn": "Berg"}}),
            "in a last name": lambda n: held(person(None, f"Berg {n}")),
            "with a blank in a name": lambda n: held(person(None, f"{n[:6]} {n[6:]}")),
            "a type's text": lambda n: json.dumps({"organisasjonsnummer": next(places), "rollegrupper": [
                {"type": {"kode": "STYR", "beskrivelse": n}, "roller": []}]}),
            "twice": lambda n: held(person(n)).replace('"fodselsnummer"', f'"fodselsnummer":"{n}","fodselsnummer"'),
            "a holder's number": lambda n: json.dumps({"organisasjonsnummer": next(places), "rollegrupper": [
                {"type": {"kode": "REVI"}, "roller": [{"type": {"kode": "REVI"}, "enhet": {"organisasjonsnummer": n}}]}]}),
            "broken": lambda n: held(person(n))[:-3],
            "broken after": lambda n: held(person(n)) + ' x',
            "a text alone": lambda n: json.dumps(n),
            "digits alone": lambda n: n,
            "not UTF-8": lambda n: held(person(n, "\udcff")),
        }
        for purpose, make in made.items():
            number = self._canaries.take(purpose)
            if purpose == "wrong control digit":
                self._canaries.note(wrong_digit(number), purpose)
            yield purpose, make(number)

    def _import_bad(self):
        place = self._place
        shapes = list(self._bad_lists())
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
        place.run("import", "entities", place.give("as-entities.json", json.dumps(self._lists())), "--store", self._store, "--add")

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
        code, _, err = place.run("apply", path, "--store", self._store)
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

    # What is asked.

    def _keep(self, answer):
        self.requests += 1
        heads = "".join(f"{name}: {value}\r\n" for name, value in answer.headers)
        self._answers.append(heads.encode() + b"\r\n" + (answer.content() if answer.body else b""))
        return answer

    def _post(self, running):
        """Batches at the listener; good, refused, broken, of another type."""
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
        """Everything open, also asked for by number."""
        for number in (COMPANY, SOLE, SOCIETY, GONE, LATER, *ODD):
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
        """The numbers are given to whoever may have them, or the search would prove nothing."""
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

    def _wrong_places(self, running):
        """Whoever errs must not find the number in an answer or a log."""
        number = self._canaries.take("wrong place")
        percent = "".join(f"%{byte:02X}" for byte in number.encode())
        forms = {"plain": number, "percent-encoded": percent, "with a blank": f"{number[:6]}%20{number[6:]}",
                 "with a letter": f"fnr{number}", "reversed": number[::-1], "in base64": base64.b64encode(number.encode()).decode(),
                 "in hex": number.encode().hex()}
        for name, text in forms.items():
            # Reversed, in base64 or hex: nobody's mistake. An answer may say such a text again, a log of our own may not.
            keep = self._keep if name in ("plain", "percent-encoded", "with a blank", "with a letter") else lambda answer: answer
            for path in (f"{AUTHORISED}/enheter/{text}/roller", f"{AUTHORISED}/personer/{text}", f"{STATEMENT}/{text}",
                         f"{STATEMENT}?fodselsnummer={text}", f"{ALL_ROLES}?fnr={text}", f"{ALL_ROLES}?{text}=1",
                         f"{roles_of(COMPANY)}?{text}", f"{roles_of(COMPANY)}#{text}", f"{AUTHORISED}/{text}"):
                for headers in ([], bearer(self._token)):
                    for method in ("GET", "HEAD", "POST", "PUT", "BREW"):
                        keep(running.ask(path, headers, method, number if method == "POST" else None))
            for path in (f"{PUBLIC}/enheter/{text}", f"{PUBLIC}/enheter/{text}/roller", f"{PUBLIC}/{text}", f"/{text}",
                         f"{PUBLIC}/enheter?organisasjonsnummer={text}", f"{PUBLIC}/enheter?{text}=1",
                         f"{PUBLIC}/matrikkelenhet?matrikkelenhetId={text}", f"{PUBLIC}/oppdateringer/roller?oppdateringsid={text}"):
                # What is public says again what was asked; a log may not.
                for method in ("GET", "HEAD", "BREW"):
                    self.requests += 1
                    running.ask(path, (), method)
        self._wrong_fields(running, number)
        self._wrong_bodies(running, number)

    def _wrong_fields(self, running, number):
        fields = [("Accept", number), ("Accept-Encoding", number), ("Range", f"bytes={number}-"), ("If-None-Match", f'"{number}"'),
                  ("User-Agent", number), ("Referer", number), ("Cookie", f"fnr={number}"), ("X-Forwarded-For", number), (number, "1"),
                  ("Host", number), ("Origin", number), ("Expect", number), ("Transfer-Encoding", number), ("X-Fnr", number * 3000)]
        values = [f"Bearer {number}", f"Basic {number}", number, f"Bearer {number}.{number}.{number}", f"Bearer {number} x"]
        for field in [*fields, *(("Authorization", value) for value in values)]:
            for path in (roles_of(COMPANY), f"{PUBLIC}/enheter/{COMPANY}", f"{PUBLIC}/x"):
                headers = [field] if field[0] == "Authorization" else [*bearer(self._token), field]
                answer = running.ask(path, headers)
                # The answer to a good question of the authorised holds others' numbers, but not this one.
                self._keep(answer) if answer.status != 200 or "autorisert" not in path else None
        odd = {"client_id": number, "jti": number, "scope": f"reg:data:enhetsregisteret:roller {number}",
               "consumer": {"authority": "iso6523-actorid-upis", "ID": f"0192:{number}"}, "iss": number, "aud": number, "pid": number,
               number: 1, "supplier": {"authority": "iso6523-actorid-upis", "ID": f"0192:{number}"}}
        for name, value in odd.items():
            answer = running.ask(roles_of(SOCIETY + ""), bearer(token(self._key, **{name: value})))
            if answer.status != 200:
                self._keep(answer)
        for head in ({"kid": number}, {"alg": number}, {"typ": number}, {number: 1}):
            self._keep(running.ask(roles_of(LATER + "0"), bearer(token(self._key, head))))

    def _wrong_bodies(self, running, number):
        bodies = {
            "application/json": [json.dumps(value) for value in (
                {"fnr": number}, {"fodselsnummer": int(number)}, {"fodselsnummer": [number]}, {number: "fodselsnummer"}, [number], number,
                {"fodselsnummer": number, "x": number}, {"fodselsnummer": number + "1"}, {"fodselsnummer": wrong_digit(number)})]
            + [f'{{"fodselsnummer":"{number}"', number, f'{{"fodselsnummer":"{number}","fodselsnummer":"{number}"}}'],
            "text/plain": [number + "1", number[:6] + " " + number[6:], f"fnr={number}", f"{number}\n{number}", f'"{number}"',
                           f"\ufeff{number}", number + "\0", " " * 20_000 + number, number * 2000, f"{number}," * 1000],
            "application/x-www-form-urlencoded": [f"fodselsnummer={number}"],
            f"text/plain; {number}": [wrong_digit(number)], f"text/{number}": [number], "multipart/form-data; boundary=x": [number]}
        for kind, texts in bodies.items():
            for text in texts:
                for headers in ([], bearer(self._token)):
                    answer = self._keep(running.ask(STATEMENT, [*headers, ("Content-Type", kind)], "POST", text))
                    self.check(answer.status in (400, 401, 413, 415), f"body {kind}, {text[:20]!r}…: {answer.status}")
        # Chunks, an announced body that does not come, and bytes that are no request.
        for data in (f"POST {STATEMENT} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{number}\r\n",
                     f"POST {STATEMENT} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{number}\r\n\r\n",
                     f"{number}\r\n\r\n", f"{number} / HTTP/1.1\r\n\r\n", f"GET /{number} HTTP/{number}\r\n\r\n"):
            with Connection("127.0.0.1", running.port) as connection:
                connection.send(data.encode())
                connection._socket.shutdown(socket.SHUT_WR)
                self._answers.append(connection.rest())

    # What becomes of it.

    def _rows(self, store=None):
        """The role lists as they are stored."""
        with contextlib.closing(sqlite3.connect(f"file:{store or self._store}?mode=ro", uri=True)) as database:
            return dict(database.execute("SELECT number, body FROM roles"))

    @staticmethod
    def _sealed(bodies):
        return [text for body in bodies for text in re.findall(r'"sealed":"([^"]+)"', body)]

    def _new_key(self):
        """Nothing stays sealed under the old key."""
        place = self._place
        before = self._sealed(self._rows().values())
        self.check(before and all(text.startswith("1.") for text in before), f"sealed under the first key: {before[:2]}")
        place.make_key(2)
        said = place.must("numbers", "reseal", *self._with_keys)
        after = self._sealed(self._rows().values())
        self.check(len(after) == len(before) and all(text.startswith("2.") for text in after), f"{said}: {after[:2]}")
        self.check(not set(before) & set(after), "texts of the old key are left")
        place.must("verify", "--store", self._store)
        bodies = " ".join(self._rows().values())
        self.check(self.leader not in bodies and '"fodselsnummer"' not in bodies, "a number in the store")
        place.must("downloads", "--store", self._store)

    def _removed(self, running):
        """With the entity go its roles: from every answer at once, from every file soon."""
        body = self._rows()[int(GONE)]
        traces = self._sealed([body]) + re.findall(r'"blind":"([^"]+)"', body)
        # The leader's blind index is in other lists too.
        others = " ".join(text for number, text in self._rows().items() if number != int(GONE))
        traces = [text.encode() for text in traces if text not in others]
        self.check(len(traces) == 3 and self._left(traces), f"{len(traces)} texts of the removed are in the files before")
        self._place.apply("removal", [{"operation": "remove", "kind": "entity", "organisasjonsnummer": GONE,
                                       "slettedato": "2026-08-01"}])
        self.check(comes(lambda: running.ask(roles_of(GONE), bearer(self._token)).status == 404), "roles of the removed are answered")
        self.check(running.state(self.gone, self._token).status == 404, "a statement of the removed")
        self.check(comes(lambda: not self._left(traces), 30), f"still there: {self._left(traces)}")

    def _left(self, traces):
        return [(path.name, trace) for path in self._place.store.parent.rglob("*") if path.is_file()
                for trace in traces if trace in path.read_bytes()]

    def _copies(self):
        place = self._place
        backup = place.written / "backup/copy.db"
        backup.parent.mkdir()
        place.must("backup", backup, "--store", self._store)
        restored = place.written / "restored/register.db"
        restored.parent.mkdir()
        place.must("restore", backup, "--store", restored)
        place.must("verify", "--store", restored)
        self.check(self._rows(restored) == self._rows(), "the restored copy differs")
        generated = place.given / "generated"
        place.must("generate", generated, "--entities", "50")
        mode = (generated / "roller_alle_autorisert.json.gz").stat().st_mode & 0o777
        self.check(mode == 0o600, f"generated numbers may be read by others: {mode:o}")

    def _memory(self, running):
        """Of a process of the same user; root may read all."""
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
        copy.store = self._place.written / "restored/register.db"
        with Running(copy, options, user=NOBODY) as other:
            self.check(other.state(self.leader, self._token).status == 200, "as another user: a statement")
            self.check(not reads_memory(other.pid, NOBODY), "others of the same user read the memory")
            self.check(not os.WCOREDUMP(other.kill(signal.SIGSEGV)), "as another user: SIGSEGV left a core")
        return None

    # What is left.

    def _files(self):
        """Name to the bytes of all that was written; what was given is not."""
        drop = self._place.written / "drop"
        for path in sorted(self._place.written.rglob("*")):
            is_given = path.parent in (drop / "done", drop / "refused") and path.suffix == ".ndjson"
            if not path.is_file() or path.is_symlink() or is_given:
                continue
            data = path.read_bytes()
            yield path, data
            for name, part in unpacked(path, data):
                yield name, part

    def _search(self):
        finder = Finder(list(self._canaries.purposes))
        self._found = {}
        count = bytes_seen = 0
        for name, data in self._files():
            count += 1
            bytes_seen += len(data)
            self._look(finder, "a file's name", str(name).encode())
            self._look(finder, str(name), data)
        for answer in self._answers:
            self._look(finder, "an answer", answer)
        for number, purpose in self._canaries.purposes.items():
            places = self._found.get(number, [])
            self.check(not places, f"{purpose}: the number is in {len(places)} places, the first: {places[:1]}")
        cores = [str(path) for path in self._place.written.rglob("core*") if path.is_file()]
        self.check(not cores, f"cores: {cores}")
        # The search itself: what was given holds all numbers.
        given = b"".join(path.read_bytes() for path in self._place.given.rglob("*") if path.is_file() and path.suffix == ".json")
        self.check(len({number for number, _ in finder.find(given)}) > 20, "the numbers are not found where they are")
        self.told = (f"{len(self._canaries.purposes)} numbers looked for in {count} files ({bytes_seen >> 10} KiB) and "
                     f"{len(self._answers)} answers")

    def _look(self, finder, where, data):
        for number, form in finder.find(data):
            place = data.find(number.encode())
            near = data[max(0, place - 150):place + 60] if place >= 0 else b""
            self._found.setdefault(number, []).append((where, form, near))


def unpacked(path, data):
    if data[:2] == b"\x1f\x8b":
        yield f"{path}, unpacked", gzip.decompress(data)
    if data[:4] == b"PK\3\4":
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                yield f"{path}, {name}", archive.read(name)


def readable(program):
    """Whether somebody else may run it."""
    return subprocess.run([program, "--version"], capture_output=True, user=NOBODY, check=False).returncode in (0, 106)


def reads_memory(pid, user=None):
    """Whether a process of the user opens the memory of another, or traces it."""
    peek = Path(__file__).with_name("peek.py")
    done = subprocess.run([sys.executable, peek, str(pid), *([str(user)] if user else [])], check=True, capture_output=True, text=True)
    return done.stdout.strip() != "nothing"


def run(program, report, folder):
    life = Life(program, report, folder)
    life.run()
    return f"{life.told}, {life.requests} requests"
