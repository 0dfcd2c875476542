# SPDX-License-Identifier: EUPL-1.2
"""Reads answers of HTTP/1.1 and forgives nothing: what RFC 9110 and 9112 demand of a server is checked, not repaired."""

import gzip
import json
import re
import socket
import time

STATUS_LINE = re.compile(rb"HTTP/1\.1 ([1-5][0-9]{2}) [\t -~]*\Z")
FIELD = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*\Z")
CHUNK = re.compile(rb"[0-9A-Fa-f]{1,16}\Z")
# The server refuses what it does not implement; such an answer is right, whatever its first digit.
OF_THE_CLIENT = (501, 505)
PART = 1 << 16


class Invalid(Exception):
    """The bytes are not what a server may send."""


class Answer:
    def __init__(self, status, fields):
        self.status, self.fields, self.body = status, fields, b""

    def all(self, name):
        return [value for key, value in self.fields if key == name]

    def one(self, name):
        values = self.all(name)
        if len(values) > 1:
            raise Invalid(f"{name} is there {len(values)} times")
        return values[0] if values else None

    @property
    def closes(self):
        return "close" in (self.one("connection") or "").lower()


def read_head(head):
    """Returns the answer that the bytes before the empty line begin."""
    lines = head.split(b"\r\n")
    found = STATUS_LINE.match(lines[0])
    if not found:
        raise Invalid(f"status line {lines[0][:100]!r}")
    fields = []
    for line in lines[1:]:
        field = FIELD.match(line)
        if not field:
            raise Invalid(f"field {line[:100]!r}")
        fields.append((field[1].decode().lower(), field[2].decode("latin-1")))
    return Answer(int(found[1]), fields)


def take_answer(data, method):
    """Returns the first answer of the bytes and what follows it; None if it is not complete."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return None
    answer, rest = read_head(data[:end]), data[end + 4:]
    length, coding = answer.one("content-length"), answer.one("transfer-encoding")
    if length is not None and coding is not None:
        raise Invalid("both a length and a coding")
    if answer.status < 200 or answer.status in (204, 304) or method == "HEAD":
        return answer, rest
    if coding is not None:
        return _take_chunks(answer, coding, rest)
    if length is None or not length.isdigit():
        raise Invalid(f"a body with the length {length}")
    if len(rest) < int(length):
        return None
    answer.body = rest[:int(length)]
    return answer, rest[int(length):]


def _take_chunks(answer, coding, rest):
    if coding.lower() != "chunked":
        raise Invalid(f"the coding {coding}")
    body = []
    while True:
        line, mark, rest = rest.partition(b"\r\n")
        if not mark:
            return None
        if not CHUNK.match(line):
            raise Invalid(f"the size of a chunk {line[:40]!r}")
        size = int(line, 16)
        if len(rest) < size + 2:
            return None
        if rest[size:size + 2] != b"\r\n":
            raise Invalid("a chunk without an end")
        if size == 0:
            answer.body = b"".join(body)
            return answer, rest[2:]
        body.append(rest[:size])
        rest = rest[size + 2:]


def fault_of(answer, method):
    """Returns what is wrong with a complete answer, or None."""
    if answer.status >= 500 and answer.status not in OF_THE_CLIENT:
        waits = answer.status == 503 and re.fullmatch(r"[0-9]+", answer.one("retry-after") or "")
        if not waits:
            return f"a server error, {answer.status}"
    if answer.status >= 200 and answer.one("date") is None:
        return "no Date"
    if answer.status == 405 and answer.one("allow") is None:
        return "405 without Allow"
    if answer.status == 401 and answer.one("www-authenticate") is None:
        return "401 without WWW-Authenticate"
    if not answer.body:
        return None
    return _fault_of_body(answer) if method != "HEAD" else None


def _fault_of_body(answer):
    media = answer.one("content-type")
    if media is None:
        return "a body without a type"
    try:
        body = gzip.decompress(answer.body) if answer.one("content-encoding") == "gzip" else answer.body
        if re.match(r"application/(?:[\w.+-]+\+)?json", media) and answer.status != 206:
            json.loads(body)
        elif media.startswith(("text/", "application/xml")) and answer.status != 206:
            body.decode("utf-8")
    except (ValueError, OSError, EOFError) as error:
        return f"a body that is no {media}: {error}"
    return None


class Client:
    """Sends one request after the other on kept connections."""

    def __init__(self, port, source, timeout_s):
        self._port, self._source, self._timeout_s = port, source, timeout_s
        self._socket, self._held = None, b""

    def ask(self, request, method):
        """Returns the final answer and how many seconds it took, connecting included."""
        begun = time.monotonic()
        for again in (True, False):
            is_new = self._socket is None
            if is_new:
                self._socket = socket.create_connection(("127.0.0.1", self._port), self._timeout_s, (self._source, 0))
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            answer = self._exchange(request, method)
            if answer is not None:
                return answer, time.monotonic() - begun
            # A kept connection may end between two requests.
            self.close()
            if is_new or not again:
                raise Invalid("the connection was closed without an answer")
        raise AssertionError

    def _exchange(self, request, method):
        try:
            self._socket.sendall(request)
        except (BrokenPipeError, ConnectionResetError):
            pass  # The answer may be there.
        while True:
            taken = take_answer(self._held, method)
            if taken:
                answer, self._held = taken
                if answer.status < 200:
                    continue
                if self._held:
                    raise Invalid(f"{len(self._held)} bytes after the answer")
                if answer.closes:
                    self.close()
                return answer
            try:
                data = self._socket.recv(PART)
            except ConnectionResetError:
                data = b""
            if not data:
                if self._held:
                    raise Invalid(f"closed in an answer: {self._held[:200]!r}")
                return None
            self._held += data

    def close(self):
        if self._socket is not None:
            self._socket.close()
        self._socket, self._held = None, b""
