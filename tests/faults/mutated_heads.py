# SPDX-License-Identifier: EUPL-1.2
"""Heads of requests with bytes changed, each on a connection of its own that then ends: answers are valid, none is a server error, all come at once.

A client ends its side after the head, so the server must close too. And heads whose framing others may read in two ways, with a
second request hidden in the body: there is one answer, which refuses, and the connection is closed.
"""

import random
import re
import socket
import threading
import time

import crowded
import strict_client
from strict_client import Invalid, fault_of, take_answer

CLIENTS = 4
SLOW_S, BUSY_S = 1, 5  # The short form runs next to other tests.
TIMES = 3
TIMEOUT_S = 20
MOST_CHANGES = 6
# What other servers take for the end of a line, of a name, of a value or of a head.
INSERTED = (b"\r", b"\n", b"\r\n", b"\r\n\r\n", b"\x00", b"\t", b" ", b":", b"\x0b", b"\x0c", b"\x7f", b"\x80", b"\xff", b"%00", b"#", b"?", b"//", b"\\", b"@", b"[::1]", b";", b",",
            b"HTTP/1.1", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"Host: b.test\r\n", b"Connection: close\r\n", b"Expect: 100-continue\r\n")
HIDDEN = "GET /enhetsregisteret/api/hidden HTTP/1.1\r\nHost: {host}\r\n\r\n"
ENDED = "0\r\n\r\n"
# The framing fields of each head; its body is "0", an empty line and the hidden request.
AMBIGUOUS = (
    "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5", "Content-Length: 5\r\nContent-Length: 5",
    "Content-Length: 5\r\nContent-Length: 50", "Content-Length: 5, 5", "Content-Length: +5", "Content-Length: -5", "Content-Length: 0x5", "Content-Length: 5 5",
    "Content-Length: 5.0", "Content-Length : 5", " Content-Length: 5", "Content-Length:\r\n 5", "X: y\r\n Content-Length: 5", "Content-Length: 99999999999999999999",
    "Transfer-Encoding : chunked", "Transfer-Encoding:\r\n chunked", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked;q=1",
    "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: \x0bchunked", "Transfer-Encoding: chun\x00ked", "Transfer\x00-Encoding: chunked", "Transfer_Encoding\t: chunked",
    "Transfer-Encoding: chunked\rContent-Length: 5", "Transfer-Encoding: chunked\nContent-Length: 5", "Content-Length: 5\nX: y", "Content-Length: 5\rX: y",
    "Content-Length: ", "Transfer-Encoding: ", "Content-Length: 5\x00", "Content-Length\x0b: 5", "Content-Length: \xa05")


def heads(register, host):
    """Returns right requests of all kinds."""
    number = register.numbers[0]
    api = crowded.PUBLIC
    matched = f'{{"number":"{number}"}}\n'
    chunks = f"{len(matched):x}\r\n{matched}\r\n0\r\n\r\n"
    match = f"POST /api/ext/v1/match HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-ndjson\r\n"
    return [one.encode() for one in (
        f"GET {api}/enheter/{number} HTTP/1.1\r\nHost: {host}\r\n\r\n",
        f"HEAD {api}/enheter/{number} HTTP/1.1\r\nHost: {host}\r\nAccept: application/json\r\n\r\n",
        f"GET http://{host}{api}/enheter?navn=fjell%20as&size=3&sort=navn,ASC HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n",
        f"OPTIONS * HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n",
        f"GET {api}/enheter/lastned/csv HTTP/1.1\r\nHost: {host}\r\nRange: bytes=0-99\r\nIf-Range: \"x\"\r\nUser-Agent: test (a; b)\r\n\r\n",
        f"GET /search/entities?navn=nord HTTP/1.0\r\nConnection: keep-alive\r\nAccept-Language: nn\r\n\r\n",
        f"GET /a HTTP/1.1\r\nHost: {host}\r\n\r\nGET {api} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
        f"{match}Content-Length: {len(matched)}\r\nExpect: 100-continue\r\n\r\n{matched}",
        f"{match}Transfer-Encoding: chunked\r\n\r\n{chunks}",
        f"POST {crowded.AUTHORISED}/personer/rolleutskrift HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer a.b.c\r\nContent-Length: 11\r\n\r\n01010112345",
    )]


def change(head, chance, others):
    """Returns the head with one change."""
    at = chance.randrange(len(head) + 1)
    end = at + chance.randrange(1, 12)
    kind = chance.randrange(8)
    if kind == 0 and at < len(head):
        return head[:at] + bytes([head[at] ^ (1 << chance.randrange(8))]) + head[at + 1:]
    if kind == 1:
        return head[:at] + bytes([chance.randrange(256)]) + head[at + 1:]
    if kind == 2:
        return head[:at] + head[end:]
    if kind == 3:
        return head[:end] + head[at:]
    if kind == 4:
        return head[:at]
    if kind == 5:
        return head[:at] + head[at:end] * chance.choice((2, 40, 4000)) + head[end:]
    if kind == 6:
        other = chance.choice(others)
        return head[:at] + other[chance.randrange(len(other)):]
    return head[:at] + chance.choice(INSERTED) + head[at:]


def mutated(bases, chance):
    head = chance.choice(bases)
    for _ in range(chance.randint(1, MOST_CHANGES)):
        head = change(head, chance, bases) or b"\r\n"
    return head


def ambiguous(host, chance):
    """Returns a request whose end is a question of taste, and a hidden one after it."""
    method, path = chance.choice((("GET", crowded.PUBLIC), ("POST", "/api/ext/v1/match"), ("HEAD", crowded.PUBLIC)))
    fields = [f"Host: {host}", chance.choice(AMBIGUOUS)]
    for _ in range(chance.randrange(3)):
        fields.insert(chance.choice((1, len(fields))), chance.choice(("Accept: */*", "Content-Type: application/x-ndjson", "X-A: b")))
    return ("\r\n".join([f"{method} {path} HTTP/1.1", *fields, "", ""]) + ENDED + HIDDEN.format(host=host)).encode("latin-1")


def exchange(port, source, request, chance):
    """Sends a request in some pieces and ends; returns all that comes until the server closes, and how long that took after the end."""
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_S, (source, 0)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            at = chance.choice((len(request), chance.randrange(len(request) + 1)))
            connection.sendall(request[:at])
            connection.sendall(request[at:])
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The server has closed; what it said can still be read.
        begun = time.monotonic()
        data = b""
        while True:
            try:
                part = connection.recv(strict_client.PART)
            except ConnectionResetError:
                part = b""
            if not part:
                return data, time.monotonic() - begun
            data += part


LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)[ \t]*(?=\r\n|$)", re.IGNORECASE)


def has_whole_body(request):
    """Whether the body has the length or the chunks that the head announces: otherwise an answer to its first lines is cut."""
    head, _, body = request.partition(b"\r\n\r\n")
    if b"chunked" in head.lower():
        try:
            return take_answer(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body, "GET") is not None
        except Invalid:
            return False
    return all(int(length) <= len(body) for length in LENGTH.findall(head))


def answers_in(data, is_head, may_be_cut):
    """Returns the answers. The method decides whether one has a body: where it was changed, either may be right.

    `may_be_cut`: the last one may lack its end if it comes in chunks, as an answer does that begins before the end of the request.
    """
    found = []
    while data:
        taken = None
        for method in ("HEAD", "GET") if is_head else ("GET", "HEAD"):
            try:
                taken = take_answer(data, method)
            except Invalid:
                if method == ("GET" if is_head else "HEAD"):
                    raise
            if taken and (not taken[1] or taken[1].startswith(b"HTTP/1.1 ")):
                break
        if not taken or taken[1] and not taken[1].startswith(b"HTTP/1.1 "):
            if may_be_cut and b"\r\ntransfer-encoding: chunked\r\n" in data.partition(b"\r\n\r\n")[0].lower() + b"\r\n":
                return found
            raise Invalid(f"the end of an answer is missing: {data[-100:]!r}")
        found.append(taken[0])
        data = taken[1]
    return found


class Sender(threading.Thread):
    def __init__(self, port, source, seed, options):
        super().__init__(daemon=True)
        self._port, self._source, self._chance = port, source, random.Random(seed)
        self._bases, self._host, self._count, self._most_s = options
        self.statuses, self.wrong, self.slowest, self.silent = {}, [], 0, 0

    def run(self):
        for turn in range(self._count):
            is_ambiguous = turn % 10 == 9
            request = ambiguous(self._host, self._chance) if is_ambiguous else mutated(self._bases, self._chance)
            try:
                fault = self._fault_of(request, is_ambiguous)
            except (Invalid, OSError) as error:
                fault = repr(error)
            if fault:
                self.wrong.append(f"{fault} to {request[:500]!r}")

    def _fault_of(self, request, is_ambiguous):
        took = []
        while not took or (took[-1] > self._most_s and len(took) < TIMES):
            data, seconds = exchange(self._port, self._source, request, self._chance)
            took.append(seconds)
        self.slowest = max(self.slowest, min(took))
        if min(took) > self._most_s:
            return f"the end after {min(took):.2f} s at best"
        answers = answers_in(data, request.startswith(b"HEAD"), not has_whole_body(request))
        self.silent += not answers
        for answer in answers:
            self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
            fault = fault_of(answer, "GET")
            if fault:
                return fault
        if is_ambiguous and [answer.status for answer in answers] not in ([400], [413], [501]):
            return f"{[answer.status for answer in answers]} to an ambiguous request"
        return None


def run(program, report, folder, options):
    count = options.heads
    register = crowded.Register(program, folder, 500, is_updated=False)
    with crowded.Serving(program, register.store, crowded.cores_of("shared")[0], register.token_options()) as running:
        running.await_files()
        begun = time.monotonic()
        given = heads(register, running.host), running.host, count // CLIENTS, SLOW_S if options.long else BUSY_S
        senders = [Sender(running.port, source, options.seed * 1000 + place, given) for place, source in enumerate(crowded.addresses(CLIENTS))]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        took = time.monotonic() - begun
        wrong = [one for sender in senders for one in sender.wrong]
        for one in wrong[:20]:
            report.check(False, f"mutated head: {one}")
        report.check(not wrong, f"mutated heads: {len(wrong)} are answered wrongly")
        report.check(running.alive(), f"mutated heads: the server has ended:\n{running.errors()}")
        report.check(running.ask(f"{crowded.PUBLIC}/enheter/{register.numbers[0]}")[0] == 200, "mutated heads: afterwards no answer")
    statuses = {}
    for sender in senders:
        for status, times in sender.statuses.items():
            statuses[status] = statuses.get(status, 0) + times
    report.check(statuses.get(200, 0) > count // 50 and statuses.get(400, 0) > count // 10, f"mutated heads: too much alike: {statuses}")
    return (f"{count} heads in {took:.0f} s, a tenth of them ambiguous; {len(wrong)} wrong answers, the slowest end after {1000 * max(sender.slowest for sender in senders):.0f} ms; "
            f"{sum(sender.silent for sender in senders)} without an answer; " + " ".join(f"{status}: {times}" for status, times in sorted(statuses.items())))
