# SPDX-License-Identifier: EUPL-1.2
"""Asks each operation again as Java's standard clients ask, which must get the same answer as without an Accept field.

For each operation and status, the first GET of the suite that sends no header fields is sent a second time with Java's default.
"""

import re

import http_client

JAVA = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"
# What differs from answer to answer.
MOMENT = re.compile(rb'"(?:tidsstempel|timestamp|trace)":(?:\d+|"[^"]*")|<(timestamp|trace)>[^<]*<')
FIELDS = ("Content-Type", "Content-Encoding", "Link", "Vary", "ETag")


class Repeater:
    def __init__(self):
        self._met = set()

    def check(self, exchange, operation, request, first):
        """Returns what differs, or None. `request` are the bytes sent, `first` is the answer to them."""
        key = (operation, first.status)
        if exchange.method != "GET" or exchange.raw is not None or exchange.headers or key in self._met:
            return None
        self._met.add(key)
        host = re.search(rb"\r\nHost: ([^:\r]+):(\d+)\r\n", request)
        with http_client.Connection(host[1].decode(), int(host[2])) as connection:
            connection.send(request.replace(b"\r\n\r\n", f"\r\nAccept: {JAVA}\r\n\r\n".encode(), 1))
            second = connection.read_response("GET")
        for name in FIELDS:
            if first.header(name) != second.header(name):
                return f"with Java's Accept, {name} is {second.header(name)}, not {first.header(name)}"
        if first.status != second.status or _lasting(first) != _lasting(second):
            return f"with Java's Accept the answer is another one: {second.status} {second.body[:200]!r}"
        return None


def _lasting(response):
    return MOMENT.sub(b"", response.content())
