# SPDX-License-Identifier: EUPL-1.2
"""Matches long bodies of random lines and compares each outcome with the look-up of its number; then clients that behave badly."""

import json
import random
import socket
import subprocess
import threading
from collections import Counter

import server
from apply_checks import delete, header, lines
from client import Client
from waiting import comes

MATCH = "/api/ext/v1/match"
RECONCILE = "/api/ext/v1/reconcile"
FORM = "application/x-www-form-urlencoded"
UNITS = "/api/ext/v1/units/"
KINDS = (("enheter", "entities"), ("underenheter", "sub-entities"))
GROWN_MB = 24  # The most that the server may grow by while it answers a body of any length.
MANY = 300_000
MANY_QUERIES = 8000  # In a form of at most 256 KiB.
LONG = 4_500_000  # Bytes of an answer that the buffers of a connection do not hold.


def head(fields, media="application/x-ndjson", path=MATCH):
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: {media}\r\n{fields}\r\n".encode()


def chunked(data, source):
    """Yields the body as chunks of random sizes."""
    at = 0
    while at < len(data):
        size = source.choice((1, 7, 100, 5000, 70_000))
        piece = data[at:at + size]
        yield f"{len(piece):x}\r\n".encode() + piece + b"\r\n"
        at += size
    yield b"0\r\n\r\n"


def read_all(connection, first=b""):
    """Returns the status, and the body without the framing of chunks: None if the answer has no last chunk."""
    data = bytearray(first)
    while piece := connection.recv(1 << 16):
        data += piece
    top, _, rest = bytes(data).partition(b"\r\n\r\n")
    status = int(top.split()[1]) if top else 0
    if b"transfer-encoding: chunked" not in top.lower():
        return status, rest
    parts, at = [], 0
    while True:
        end = rest.find(b"\r\n", at)
        if end < 0:
            return status, None
        size = int(rest[at:end], 16)
        parts.append(rest[end + 2:end + 2 + size])
        at = end + size + 4
        if size == 0:
            return status, b"".join(parts)


def exchange(port, first, pieces):
    """Sends the pieces while it reads."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        connection.sendall(first)

        def send():
            for piece in pieces:
                connection.sendall(piece)

        sender = threading.Thread(target=send)
        sender.start()
        answer = read_all(connection)
        sender.join()
        return answer


def outcomes(body):
    return [json.loads(line) for line in body.splitlines()]


def line_of(number, media, source):
    if media == "text/csv":
        return source.choice((number, f'"{number}"', f"{number[:3]} {number[3:6]} {number[6:]}"))
    return source.choice((number, f'"{number}"', json.dumps({"number": number}), json.dumps({"id": 1, "number": int(number)})
                          if number[0] != "0" else f'"{number}"'))


class Checks:
    def __init__(self, running, report, source):
        self.running = running
        self.report = report
        self.source = source
        self.client = Client(running.port)

    def looked_up(self, number):
        """Returns what the look-up says, in the members of an outcome."""
        _, unit = self.client.get(UNITS + number)
        members = ("organisationNumber", "status", "kind", "name", "deletedOn", "superiorUnit")
        return {name: unit[name] for name in members if name in unit}

    def compare(self, numbers, media, is_chunked):
        what = f"{media}, {'chunked' if is_chunked else 'with a length'}"
        data = "".join(line_of(number, media, self.source) + self.source.choice(("\n", "\r\n")) for number in numbers).encode()
        if is_chunked:
            status, body = exchange(self.running.port, head("Transfer-Encoding: chunked\r\n", media), chunked(data, self.source))
        else:
            status, body = exchange(self.running.port, head(f"Content-Length: {len(data)}\r\n", media), [data])
        found = outcomes(body or b"")
        self.report.check(status == 200 and len(found) == len(numbers), f"{what}: {status}, {len(found)} of {len(numbers)} outcomes")
        for at, (number, outcome) in enumerate(zip(numbers, found), 1):
            outcome.pop("reason", None)
            wanted = {"line": at, **self.looked_up(number)}
            self.report.check(outcome == wanted, f"{what}: {outcome}, but the look-up says {wanted}")

    def long_body(self, numbers):
        """A long body needs no more memory than a short one."""
        before = rss_mb(self.running)
        lines = [(number + "\n").encode() for number in numbers]
        blocks = [b"".join(self.source.choice(lines) for _ in range(1000)) for _ in range(20)]
        count, most, rest = 0, before, b""
        with socket.create_connection(("127.0.0.1", self.running.port), timeout=120) as connection:
            connection.sendall(head(f"Content-Length: {MANY * 10}\r\n"))

            def send():
                for turn in range(MANY // 1000):
                    connection.sendall(blocks[turn % 20])

            sender = threading.Thread(target=send)
            sender.start()
            while piece := connection.recv(1 << 20):
                count += (rest[-8:] + piece).count(b'{"line":') - rest[-8:].count(b'{"line":')
                rest = piece
                most = max(most, rss_mb(self.running))
            sender.join()
        self.report.check(abs(count - MANY) <= MANY // 1000, f"{MANY} lines have {count} outcomes")
        self.report.check(rest.endswith(b"0\r\n\r\n"), "the answer to a long body has no end")
        self.report.check(most - before <= GROWN_MB, f"{MANY} lines take {most - before:.0f} MB over {before:.0f} MB")

    def one_at_a_time(self, number):
        """A client gets one place, and gets it back when it leaves."""
        with socket.create_connection(("127.0.0.1", self.running.port), timeout=60) as first:
            first.sendall(head("Transfer-Encoding: chunked\r\n"))
            self.report.check(first.recv(12) == b"HTTP/1.1 200", "the answer does not begin before its body")
            status, _ = exchange(self.running.port, head("Content-Length: 10\r\n"), [number.encode() + b"\n"])
            self.report.check(status == 503, f"a second body of a client next to its first gets {status}")
        left = comes(lambda: exchange(self.running.port, head("Content-Length: 10\r\n"), [number.encode() + b"\n"])[0] == 200)
        self.report.check(left, "the place of a client that has left is not free again")

    def cut_bodies(self, number):
        """The answer to a body that is cut or malformed has no last chunk, however its client does it."""
        line = number.encode() + b"\n"
        for title, fields, pieces in (
                ("a body that ends early", "Content-Length: 100\r\n", [line]),
                ("a chunk that ends early", "Transfer-Encoding: chunked\r\n", [b"64\r\n" + line]),
                ("chunks without a last one", "Transfer-Encoding: chunked\r\n", [b"a\r\n" + line + b"\r\n"]),
                ("a malformed chunk", "Transfer-Encoding: chunked\r\n", [b"a\r\n" + line + b"\r\n", b"zz\r\n"]),
                ("a chunk that is too long", "Transfer-Encoding: chunked\r\n", [b"2\r\n" + line])):
            with socket.create_connection(("127.0.0.1", self.running.port), timeout=60) as connection:
                connection.sendall(head(fields) + b"".join(pieces))
                connection.shutdown(socket.SHUT_WR)
                status, body = read_all(connection)
            self.report.check(status in (0, 200) and not body, f"{title}: {status} {body!r}")
            self.free_again(title, line)

    def half_closed(self, number):
        """A client that has sent everything may end sending before it reads."""
        line = number.encode() + b"\n"
        with socket.create_connection(("127.0.0.1", self.running.port), timeout=60) as connection:
            connection.sendall(head("Content-Length: 10\r\n") + line)
            connection.shutdown(socket.SHUT_WR)
            status, body = read_all(connection)
        self.report.check(status == 200 and len(outcomes(body)) == 1, f"a client that ended sending: {status} {body!r}")

    def unread(self, number):
        """The server stops reading from a client that does not read."""
        line = (number + "\n").encode()
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
            connection.settimeout(3)
            connection.connect(("127.0.0.1", self.running.port))
            connection.sendall(head(f"Content-Length: {len(line) * 10_000_000}\r\n"))
            before, sent = rss_mb(self.running), 0
            try:
                while sent < 64 << 20:
                    sent += connection.send(line * 10_000)
            except OSError:
                pass
            grown = rss_mb(self.running) - before
            self.report.check(sent < 32 << 20, f"the server read {sent >> 20} MB from a client that does not read")
            self.report.check(grown <= GROWN_MB, f"a client that does not read takes {grown:.0f} MB")
        self.free_again("a client that does not read", line)

    def removed_meanwhile(self, number, remove):
        """A body that lasts shows nothing that was removed after it began."""
        chunk = b"a\r\n" + number.encode() + b"\n\r\n"
        with socket.create_connection(("127.0.0.1", self.running.port), timeout=60) as connection:
            connection.sendall(head("Transfer-Encoding: chunked\r\n") + chunk)
            first = b""
            while b'"status"' not in first:
                first += connection.recv(1 << 16)
            remove()
            gone = comes(lambda: self.looked_up(number)["status"] == "removed")
            connection.sendall(chunk + b"0\r\n\r\n")
            rest = b"".join(iter(lambda: connection.recv(1 << 16), b""))
        self.report.check(b'"live"' in first and gone and b'"removed"' in rest and b'"name"' not in rest,
                          f"a unit that is removed while a body lasts: {first[-100:]!r}, then {rest!r}")

    def exact_names(self, names):
        """A unit of either kind is found by its name, unless an entity has nearly the same, which has 85 points or more."""
        data = "".join(json.dumps({"name": name}) + "\n" for name in names).encode()
        _, body = exchange(self.running.port, head(f"Content-Length: {len(data)}\r\n"), [data])
        for name, outcome in zip(names, outcomes(body), strict=True):
            best = outcome.get("candidates", [{"score": 0}])[0]
            self.report.check(best["score"] >= 85, f"the best candidate for the name {name} is {best}")

    def reconciled_meanwhile(self, number, word, remove):
        """A batch that a client reads slowly shows nothing that was removed after it began."""
        batch = {str(i): {"query": word} for i in range(MANY_QUERIES)} | {"last": {"query": number}}
        body = b"queries=" + json.dumps(batch, separators=(",", ":")).encode()
        fields = f"Content-Length: {len(body)}\r\n"
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 12)
            connection.settimeout(60)
            connection.connect(("127.0.0.1", self.running.port))
            connection.sendall(head(fields, FORM, RECONCILE) + body)
            first = connection.recv(1 << 10)
            remove()
            gone = comes(lambda: self.looked_up(number)["status"] == "removed")
            status, rest = read_all(connection, first)
        answer = json.loads(rest)
        self.report.check(status == 200 and gone and len(rest) > LONG and answer["last"] == {"result": []},
                          f"a unit that is removed while a batch lasts: {status}, {len(rest)} bytes, {answer.get('last')}")

    def free_again(self, title, line):
        free = comes(lambda: exchange(self.running.port, head(f"Content-Length: {len(line)}\r\n"), [line])[0] == 200)
        self.report.check(free, f"{title}: the place of the client is not free again")


def rss_mb(running):
    with open(f"/proc/{running.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon:")) / 1024


def run(program, report, folder, files, records, options):
    store = folder / "match"
    for kind, word in KINDS:
        server.must_import(program, store, word, files[kind])
    source = random.Random(f"match {options.seed}")
    known = [record["organisasjonsnummer"] for kind, _ in KINDS for record in records[kind]]
    with server.Server(program, store) as running:
        checks = Checks(running, report, source)
        for media in ("application/x-ndjson", "text/csv"):
            for is_chunked in (False, True):
                numbers = source.choices(known, k=1500) + [f"{source.randrange(10 ** 9):09}" for _ in range(300)]
                source.shuffle(numbers)
                checks.compare(numbers, media, is_chunked)
        checks.long_body(known)
        checks.one_at_a_time(known[0])
        checks.cut_bodies(known[0])
        checks.half_closed(known[0])
        checks.unread(known[0])
        for kind, _ in KINDS:
            checks.exact_names(source.choices([record["navn"] for record in records[kind] if record.get("navn") and "slettedato" not in record], k=200))
        next_removed, removed = sorted(record["organisasjonsnummer"] for record in records["underenheter"])[-2:]

        def remove(number):
            subprocess.run([program, "apply", "-", *server.place(store)], text=True, capture_output=True, check=True,
                           input=lines(header(f"match-{number}"), delete(number, "2026-01-01", "remove", "sub-entity")))

        checks.removed_meanwhile(removed, lambda: remove(removed))
        words = Counter(word for record in records["enheter"] for word in set(record.get("navn", "").split())
                        if word.isascii() and word.isalpha() and 3 < len(word) < 10)
        checks.reconciled_meanwhile(next_removed, words.most_common(1)[0][0], lambda: remove(next_removed))
