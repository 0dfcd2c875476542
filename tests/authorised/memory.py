# SPDX-License-Identifier: EUPL-1.2
"""After an answer the server's memory holds no identification numbers.

Requests bring numbers into the server, or out of it, in all ways: inventories, roles, statements,
refused and aborted requests, batches. Some seconds later root reads all memory of the process and
searches for every number, and for parts of the packed inventory.
"""

import gzip
import json
import os
import re
import socket
import time

import server
from canary import UnixConnection
from http_client import Connection
from issuer import Key, token
from people import Finder, identity_numbers, wrong_digit
from place import ALL_ROLES, PUBLIC, STATEMENT, Place, bearer, batch_text, person, role_list, roles_of, upsert
from waiting import comes

ENTITIES = 1000
SETTLED_S = 5
PART, PARTS = 24, 12  # Bytes of the packed inventory, and how many such parts are looked for.
CHUNK = 1 << 20


def writable(pid):
    """Returns the memory of the process, piece by piece, with its kind; files that it only reads are left out."""
    with open(f"/proc/{pid}/maps", encoding="ascii") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in maps:
            fields = line.split(maxsplit=5)
            begin, end = (int(place, 16) for place in fields[0].split("-"))
            name = fields[5].strip() if len(fields) > 5 else "memory without a name"
            if fields[1][:2] != "rw" or name.startswith("[v"):
                continue
            for place in range(begin, end, CHUNK):
                memory.seek(place)
                # The pieces overlap, so that no number is cut in two.
                data = memory.read(min(CHUNK + 128, end - place))
                if data.strip(b"\0"):
                    yield name, data


class Memory:
    """The findings in the memory of a process at one moment."""

    def __init__(self, pid, numbers, known, canaries=(), parts=()):
        self.bytes = 0
        self.finds_known = False  # Whether a text that must be there was found, or the search would prove nothing.
        self.found = []  # What, where, and the text around it.
        finder = Finder(canaries) if canaries else None
        for name, data in writable(pid):
            self.bytes += len(data)
            self.finds_known |= known in data
            for match in re.finditer(rb"[0-9]{11,}", data):
                run = match[0].decode()
                for number in {run[i:i + 11] for i in range(len(run) - 10)} & numbers:
                    self._note(number, name, data, match.start())
            for number, form in finder.find(data) if finder else ():
                if form != "plain":
                    self._note(f"{number} {form}", name, data, 0)
            for part in parts:
                if (place := data.find(part)) >= 0:
                    self._note("a part of the packed inventory", name, data, place)

    def _note(self, what, name, data, place):
        self.found.append((what, name, data[max(0, place - 60):place + 40]))


class Leftovers:
    def __init__(self, program, report, folder):
        self._report = report
        self._place = Place(program, folder)
        self._key = Key("nokkel")
        self._token = token(self._key)
        self._headers = bearer(self._token)
        self._new = identity_numbers()
        self._canaries = []  # Numbers that the register receives, or is asked for, while it serves.
        self._parts = []
        self.numbers = set()
        self.bytes = 0

    def check(self, good, message):
        self._report.check(good, message)

    def run(self):
        place = self._place
        files = place.given / "generated"
        place.generate(files, ENTITIES)
        place.make_key()
        store = server.place(place.store)
        place.must("import", "entities", files / "enheter_alle.json.gz", *store)
        place.must("import", "roles", files / "roller_alle_autorisert.json.gz", *store, "--number-keys", place.keys)
        self._lists = json.loads(gzip.decompress((files / "roller_alle_autorisert.json.gz").read_bytes()))
        text = json.dumps(self._lists)
        self.numbers = set(re.findall(r'"fodselsnummer": "(\d{11})"', text))
        self._known = sorted(self.numbers)
        self.check(len(self.numbers) > ENTITIES, f"only {len(self.numbers)} numbers were generated")
        listener = place.written / "ingest.sock"
        with place.serve(*place.token_options([self._key]), "--ingest", f"unix:{listener}", "--log-level", "trace") as running:
            for name, steps in (("roles", [self._roles]), ("inventories", [self._inventory, self._aborted]),
                                ("requests with numbers", [self._statements, self._refused]), ("batches", [self._batches]),
                                ("all again", [self._inventory, self._roles, self._public, self._aborted])):
                for step in steps:
                    step(running)
                self._look(running, name)
            self._idle(running)

    def _take(self):
        number = next(self._new)
        self._canaries += [number, wrong_digit(number)]
        self.numbers |= {number, wrong_digit(number)}
        return number

    def _look(self, running, name):
        time.sleep(SETTLED_S)
        seen = Memory(running.pid, self.numbers, str(self._place.store).encode(), self._canaries, self._parts)
        self.bytes = max(self.bytes, seen.bytes)
        self.check(seen.finds_known, f"{seen.bytes} bytes of memory do not hold the store's name")
        kinds = sorted({where for _, where, _ in seen.found})
        self.check(not seen.found, f"after {name}: {len(seen.found)} copies in {kinds}, as {seen.found[:3]}")

    # Requests that contain numbers.

    def _roles(self, running):
        answers = [running.ask(roles_of(one["organisasjonsnummer"]), self._headers).content() for one in self._lists[:300]]
        self.check(b"".join(answers).count(b"fodselsnummer") >= 300, "the roles have no numbers")

    def _inventory(self, running):
        for version in ("HTTP/1.1", "HTTP/1.0"):
            with Connection("127.0.0.1", running.port) as connection:
                connection.send(self._request("GET", ALL_ROLES, version=version))
                answer = connection.read_response("GET")
            self.check(gzip.decompress(answer.body).count(b"fodselsnummer") > ENTITIES, f"inventory: {answer.status}")
        step = (len(answer.body) - PART) // PARTS
        self._parts = [answer.body[place:place + PART] for place in range(step, len(answer.body) - PART, step)]

    def _aborted(self, running):
        """The client disconnects, or reads nothing at all and disconnects then."""
        for size in (1, 200, 70_000, 300_000):
            with socket.create_connection(("127.0.0.1", running.port)) as client:
                client.sendall(self._request("GET", ALL_ROLES))
                left = size
                while left > 0 and (data := client.recv(min(left, 65536))):
                    left -= len(data)
        clients = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(4)]
        for client in clients:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.sendall(self._request("GET", ALL_ROLES))
        time.sleep(0.5)
        for client in clients:
            client.close()

    def _statements(self, running):
        statuses = {running.state(number, self._token, kind).status for number in self._known[:100]
                    for kind in ("text/plain", "application/json")}
        self.check(200 in statuses, f"no statement was found: {statuses}")
        number = self._take()
        for body, kind in ((number, "text/plain"), (f'{{"fodselsnummer":"{number}"}}', "application/json")):
            chunks = "".join(f"{len(part):x}\r\n{part}\r\n" for part in (body[:4], body[4:])) + "0\r\n\r\n"
            with Connection("127.0.0.1", running.port) as connection:
                connection.send(self._request("POST", STATEMENT, [("Content-Type", kind), ("Transfer-Encoding", "chunked")])
                                + chunks.encode())
                self.check(connection.read_response("POST").status == 404, "a statement in chunks")

    def _refused(self, running):
        number = self._take()
        for text, kind in ((wrong_digit(number), "text/plain"), (number, "text/html"), (f"{number} x", "text/plain"),
                           (f'{{"fodselsnummer":"{number}","x":1}}', "application/json"), (f'["{number}"]', "application/json"),
                           ("1" * 20_000 + number, "text/plain")):
            self.check(running.ask(STATEMENT, [*self._headers, ("Content-Type", kind)], "POST", text).status >= 400, "is taken")
        for wrong in ([], bearer("x.y.z")):
            self.check(running.ask(STATEMENT, [*wrong, ("Content-Type", "text/plain")], "POST", number).status == 401, "no token")
        for path in (roles_of(number), f"{roles_of(number)}?fodselsnummer={number}", f"{ALL_ROLES}?x=%3{number[0]}{number[1:]}",
                     f"{STATEMENT}/{number}", roles_of(f"%3{number[0]}{number[1:]}")):
            self.check(running.ask(path, self._headers).status >= 400, f"{path} is taken")
        # Cut off inside the body.
        with socket.create_connection(("127.0.0.1", running.port)) as client:
            client.sendall(self._request("POST", STATEMENT, [("Content-Length", "4000")]) + number.encode())
            time.sleep(0.3)

    def _batches(self, running):
        posts = []
        for count in (1, 400):
            lists = [role_list(one["organisasjonsnummer"], person(self._take() if place < 5 else self._known[place], f"Berg{count}"))
                     for place, one in enumerate(self._lists[:count])]
            posts.append(batch_text(f"memory-{count}", [upsert(one) for one in lists]).encode())
        posts += [gzip.compress(posts[-1]), posts[-1].replace(b"memory", b"refused").replace(b'"upsert"', b'"upsrt"', 1),
                  posts[-1].replace(b"memory", b"broken")[:-20]]
        statuses = []
        for data in posts:
            with UnixConnection(self._place.written / "ingest.sock") as connection:
                connection.send(b"POST /batches HTTP/1.1\r\nHost: orgreg\r\nConnection: close\r\nContent-Type: application/x-ndjson\r\n"
                                b"Content-Length: %d\r\n\r\n" % len(data) + data)
                answer = connection.read_response("POST")
                statuses.append(answer.status)
        self.check(statuses == [200, 200, 200, 422, 422], f"batches: {statuses} {answer.content()[:300]!r}")
        posted = self._canaries[-10]
        self.check(comes(lambda: running.state(posted, self._token).status in (200, 404)), "a posted number")

    def _public(self, running):
        for path in (f"{PUBLIC}/roller/totalbestand", f"{PUBLIC}/enheter?size=100"):
            self.check(running.ask(path).status == 200, path)

    def _idle(self, running):
        """A connection that stays open keeps nothing either."""
        number = self._take()
        lines = [("Content-Type", "text/plain"), ("Content-Length", "11"), ("Connection", "keep-alive")]
        with Connection("127.0.0.1", running.port) as connection:
            connection.send(self._request("POST", STATEMENT, lines) + number.encode())
            self.check(connection.read_response("POST").status == 404, "a statement on a connection that stays")
            connection.send(self._request("GET", roles_of(self._lists[0]["organisasjonsnummer"])))
            self.check(connection.read_response("GET").status == 200, "roles on a connection that stays")
            self._look(running, "a connection that stays open")

    def _request(self, method, path, more=(), version="HTTP/1.1"):
        fields = [("Host", "127.0.0.1"), *self._headers, *more]
        return "\r\n".join([f"{method} {path} {version}", *(f"{name}: {value}" for name, value in fields), "", ""]).encode()


def run(program, report, folder):
    if os.geteuid() != 0:
        return "skipped: only root may read the memory of the server"
    life = Leftovers(program, report, folder)
    life.run()
    return f"{len(life.numbers)} numbers looked for in {life.bytes >> 20} MiB of memory"
