# SPDX-License-Identifier: EUPL-1.2
"""Asks each operation as Java's standard clients ask, which must get the same answer as a request without an Accept field.

For each operation and status, the first GET of the suite that sends no header fields is sent twice, after the other tests of its
fixture: without Accept, and with Java's default.
"""

import re

import http_client

JAVA = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"
# What differs from answer to answer.
MOMENT = re.compile(rb'"(?:tidsstempel|timestamp|trace)":(?:\d+|"[^"]*")|<(timestamp|trace)>[^<]*<')
FIELDS = ("Content-Type", "Content-Encoding", "Content-Language", "Link", "Vary", "ETag")


class Repeater:
    def __init__(self):
        self._met = set()
        self._kept = []

    def note(self, exchange, operation, request, status):
        """Keeps a request for later. `request` are the bytes sent."""
        key = (operation, status)
        if exchange.method == "GET" and exchange.raw is None and not exchange.headers and key not in self._met:
            self._met.add(key)
            self._kept.append((exchange, request))

    def repeat(self, port):
        """Sends what was kept; yields what differs."""
        for exchange, request in self._kept:
            plain = _answer(port, request)
            java = _answer(port, request.replace(b"\r\n\r\n", f"\r\nAccept: {JAVA}\r\n\r\n".encode(), 1))
            for name in FIELDS:
                if plain.header(name) != java.header(name):
                    yield f"{exchange.target}: with Java's Accept, {name} is {java.header(name)}, not {plain.header(name)}"
            if (plain.status, _lasting(plain)) != (java.status, _lasting(java)):
                yield f"{exchange.target}: with Java's Accept the answer is another one: {java.status} {java.body[:200]!r}"
        self._kept.clear()


def _answer(port, request):
    with http_client.Connection("127.0.0.1", port) as connection:
        connection.send(request)
        return connection.read_response("GET")


def _lasting(response):
    return MOMENT.sub(b"", response.content())
