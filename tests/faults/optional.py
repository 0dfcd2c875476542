# SPDX-License-Identifier: EUPL-1.2
"""Optional files: the public register does not depend on them.

The audit log, the users, the usage counts, their secret, the keys of identification numbers, those of tokens and the
token of the ingest listener are damaged one at a time: bits flipped anywhere, truncated, emptied, zeroed, replaced by
something else or by a folder, opened to others. Then the server is started, and each of its interfaces gets requests. Public
operations answer as before; operations that need the file are 500 (503 without keys of tokens), and then the log names the
file and the metrics count it; or the damage is harmless, and they answer as before. No answer is wrong.
"""

import contextlib
import json
import os
import random
import shutil
import sqlite3
import sys
import time
from pathlib import Path

import server

sys.path.append(str(Path(__file__).resolve().parents[1] / "authorised"))
import fixtures  # noqa: E402
import issuer  # noqa: E402
from http_client import basic  # noqa: E402
from people import identity_numbers  # noqa: E402
from place import PUBLIC, STATEMENT, Place, bearer, entity, org_number, person, role_list, roles_of  # noqa: E402

COMPANY = org_number(85_000_000)
ACCOUNTS = "/regnskapsregisteret/regnskap"
USER = ("demo", "correct horse battery")
QUARTERS, VALUES = 12, 400  # of the statistics that exist before
BLOCK = 4096
PUBLIC_PATHS = (PUBLIC, f"{PUBLIC}/enheter/{COMPANY}", f"{PUBLIC}/enheter?size=1", f"{PUBLIC}/enheter/{COMPANY}/roller",
                f"{PUBLIC}/oppdateringer/enheter?size=1", f"{ACCOUNTS}/aarsregnskap/kopi/312300028/aar",
                f"{ACCOUNTS}/aarsregnskap/kopi/312300028/2023", f"{ACCOUNTS}/log")
# Each file with the operations that need it, and their answer then.
FILES = {
    "audit_log": ({"roles", "statement"}, (500,)),
    "users": ({"user"}, (500,)),
    "usage": ({"by-orgnr", "by-ip", "by-method"}, (500,)),
    "usage_secret": ({"by-ip"}, (500,)),
    "number_keys": ({"roles", "statement"}, (500,)),
    "token_keys": ({"roles", "statement"}, (503, 401)),  # 401: it holds another key now
    "ingest_token_file": (set(), ()),
}
MEASURED = ("audit_log", "users", "usage", "usage_secret", "number_keys")


class Optional:
    def __init__(self, program, report, folder, options):
        self._report = report
        self._random = random.Random(options.seed)
        self._place = Place(program, folder)
        self._key = issuer.Key("nokkel", bits=2048)
        self._token = issuer.token(self._key)
        self._person = next(identity_numbers())
        self._paths = {}
        self._kept = folder / "kept"
        self.counts = {"reported": 0, "harmless": 0, "WRONG": 0}

    def run(self, mutations):
        self._make()
        for turn in range(mutations):
            name = list(FILES)[turn % len(FILES)]
            self._try(turn, name)
        self._mend_while_it_runs()

    def _make(self):
        place = self._place
        place.load([entity(COMPANY)], [role_list(COMPANY, person(self._person))])
        for name in fixtures.FILED:
            server.must_import(place.program, place.store, "statements", [fixtures.STATEMENTS / name])
        server.must_import(place.program, place.store, "documents", [fixtures.DOCUMENTS])
        files = {"audit_log": place.audit, "users": place.store / "users", "usage": place.store / "usage.db",
                 "usage_secret": place.store / "secrets/usage-secret"}
        server.add_user(place.program, files["users"], *USER)
        token_file = place.given / "ingest-token"
        token_file.write_text("0123456789abcdef0123456789abcdef\n")
        self._options = [*place.token_options([self._key]), "--metrics", f"unix:{place.given}/metrics",
                         "--ingest", "127.0.0.1:0", "--ingest-token-file", str(token_file)]
        self._paths = {**files, "number_keys": place.keys, "token_keys": place.given / "keys.jwks",
                       "ingest_token_file": token_file}
        with self._serve() as running:
            for path in (f"{ACCOUNTS}/314159268", f"{ACCOUNTS}/log"):
                running.ask(path)
            for _ in range(20):
                running.ask(roles_of(COMPANY), bearer(self._token))
        self._fill()
        with self._serve() as running:
            self._truth = self._ask(running)
        statuses = {name: status for name, (status, _) in self._truth.items()}
        self._report.check(set(statuses.values()) == {200}, f"what is asked is answered: {statuses}")
        shutil.copytree(place.written / "store", self._kept)
        for name in ("number_keys", "token_keys", "ingest_token_file"):
            shutil.copy2(self._paths[name], self._kept / name)

    def _fill(self):
        """Writes calls of earlier days, in rows and in packs as the program makes them when it is started."""
        now = int(time.time()) // 900 - 2 * 96
        with contextlib.closing(sqlite3.connect(self._paths["usage"])) as usage:
            usage.executemany("INSERT INTO usage (grouping, quarter, value, calls) VALUES (?, ?, ?, ?)",
                              [(group, now - quarter, f"{value + 310_000_000}", 1 + (value * 7 + quarter) % 50)
                               for group in (1, 2, 3) for quarter in range(QUARTERS) for value in range(VALUES)])
            usage.commit()
        with self._serve():
            time.sleep(1.2)

    def _serve(self):
        return self._place.serve(*self._options, env={"ORGREG_PUBLIC_URL": "https://register.example"})

    def _ask(self, running):
        """Returns status and body of all requests. The trace of an error is ignored."""
        credentials = [("Authorization", basic(*USER))]
        until = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86_400))
        questions = {path: (path, []) for path in PUBLIC_PATHS}
        questions["user"] = f"{ACCOUNTS}/314159268", credentials
        questions["roles"] = roles_of(COMPANY), bearer(self._token)
        for name in ("by-orgnr", "by-ip", "by-method"):
            questions[name] = f"/statistikk/{name}?tilDato={until}", []
        answers = {}
        for name, (path, headers) in questions.items():
            answer = running.ask(path, headers)
            answers[name] = answer.status, answer.content()
        answer = running.state(self._person, self._token)
        answers["statement"] = answer.status, answer.content()
        return answers

    def _restore(self):
        store = self._place.written / "store"
        shutil.rmtree(store)
        shutil.copytree(self._kept, store)
        for name in ("number_keys", "token_keys", "ingest_token_file"):
            self._remove(self._paths[name])
            shutil.move(store / name, self._paths[name])

    @staticmethod
    def _remove(path):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink(missing_ok=True)

    def _try(self, turn, name):
        self._restore()
        path = self._paths[name]
        done = self._damage(path)
        title = f"mutation {turn}: {name}, {done}"
        try:
            running = self._serve().__enter__()
        except SystemExit as failed:
            self.counts["WRONG"] += 1
            self._report.check(False, f"{title}: no start: {str(failed)[-500:]}")
            return
        answers, metrics, said = self._ask(running), self._metrics(), running.errors()
        self._report.check(running.stop() == 0, f"{title}: the server stops")
        needing, status = FILES[name]
        # An empty file of counts is like a new one: they begin at zero.
        begins_anew = name == "usage" and path.is_file() and done in ("emptied", "cut at 0")
        status = (404,) if begins_anew else status
        differing = {asked for asked in answers if answers[asked] != self._truth[asked]}
        reported = {asked for asked in differing & needing if answers[asked][0] in status}
        outcome = "WRONG" if differing - reported else "reported" if reported else "harmless"
        self.counts[outcome] += 1
        self._report.check(outcome != "WRONG", f"{title}: {[(each, answers[each]) for each in sorted(differing - reported)][:2]}")
        for each in reported:
            if status == (500,):
                self._report.check(len(json.loads(answers[each][1])) == 6, f"{title}: {answers[each]}")
        if any(answers[each][0] >= 500 for each in reported):
            # A changed key is noticed by the numbers that it does not open.
            is_named = str(path) in said or (name == "number_keys" and "cannot open identification numbers" in said)
            self._report.check(is_named, f"{title}: the log does not name it: {said}")
        if reported and not begins_anew and name in MEASURED and str(path) in said and len(reported) == len(needing):
            self._report.check(metrics.get(name) == 1, f"{title}: {metrics}")
        self._report.check(all(value == 0 for file, value in metrics.items() if file != name), f"{title}: {metrics}")

    def _metrics(self):
        """Returns orgreg_file_unusable by its label."""
        import http.client
        import socket
        connection = http.client.HTTPConnection("localhost", timeout=20)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(f"{self._place.given}/metrics")
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
        connection.close()
        lines = [line for line in text.splitlines() if line.startswith("orgreg_file_unusable{")]
        return {line.split('"')[1]: float(line.split()[-1]) for line in lines}

    def _damage(self, path):
        way = self._random.choice((self._flip, self._flip, self._flip, self._cut, self._empty, self._zero, self._junk,
                                   self._folder, self._open))
        return way(path)

    def _flip(self, path):
        data = bytearray(path.read_bytes())
        at, bit = self._random.randrange(len(data)), self._random.randrange(8)
        data[at] ^= 1 << bit
        path.write_bytes(data)
        return f"bit {bit} of {at} of {len(data)} flipped"

    def _cut(self, path):
        data = path.read_bytes()
        at = self._random.randrange(len(data))
        path.write_bytes(data[:at])
        return f"cut at {at}"

    def _empty(self, path):
        path.write_bytes(b"")
        return "emptied"

    def _zero(self, path):
        data = bytearray(path.read_bytes())
        at = self._random.randrange(0, len(data), BLOCK)
        data[at:at + BLOCK] = bytes(len(data[at:at + BLOCK]))
        path.write_bytes(data)
        return f"zeroes at {at}"

    def _junk(self, path):
        path.write_bytes(self._random.randbytes(3000))
        return "replaced by something else"

    def _folder(self, path):
        path.unlink()
        path.mkdir()
        return "replaced by a folder"

    def _open(self, path):
        path.chmod(0o666)
        return "opened to others"

    def _mend_while_it_runs(self):
        """Checks that a file restored under a running server is used again, without a restart."""
        self._restore()
        for name in ("audit_log", "users", "usage", "usage_secret"):
            os.chmod(self._paths[name], 0o600)
            shutil.copy2(self._paths[name], self._kept / f"{name}.good")
            self._remove(self._paths[name])
            self._paths[name].mkdir()
        with self._serve() as running:
            answers = self._ask(running)
            closed = {asked for asked, (status, _) in answers.items() if status == 500}
            self._report.check(closed == {"roles", "statement", "user", "by-orgnr", "by-ip", "by-method"}, f"closed: {closed}")
            public = [path for path in PUBLIC_PATHS if answers[path] != self._truth[path]]
            self._report.check(not public, f"what is public is answered: {public}")
            for name in ("audit_log", "users", "usage", "usage_secret"):
                self._remove(self._paths[name])
                shutil.copy2(self._kept / f"{name}.good", self._paths[name])
            end = time.monotonic() + 10
            while self._ask(running) != self._truth and time.monotonic() < end:
                time.sleep(0.3)
            wrong = {asked: answer for asked, answer in self._ask(running).items() if answer != self._truth[asked]}
            self._report.check(not wrong, f"all is answered again: {wrong}")
            self._report.check(set(self._metrics().values()) == {0.0}, f"and measured so: {self._metrics()}")


def run(program, report, folder, options):
    optional = Optional(program, report, Path(folder), options)
    mutations = max(14, options.mutations // 20)
    optional.run(mutations)
    return f"{mutations} mutations, " + ", ".join(f"{n} {name}" for name, n in optional.counts.items())
