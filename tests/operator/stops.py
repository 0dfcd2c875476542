# SPDX-License-Identifier: EUPL-1.2
"""Slow clients cannot hold a stop longer than its deadline of 10 seconds."""

import contextlib
import signal
import socket
import time

import server

DEADLINE_S = 10
SLACK_S = 4
HALF = {
    "a head": b"GET /enhetsregisteret/api HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "a body": b"POST /api/ext/v1/reconcile HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
              b"Content-Length: 1000\r\n\r\nqueries=",
    "a streamed body": b"POST /api/ext/v1/match HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
                       b"Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n",
    "answers that it does not take": b"GET /enhetsregisteret/api/enheter?size=100 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 400,
    "nothing": b"",
}


def run(program, report, store, _folder):
    with server.Server(program, store) as running, contextlib.ExitStack() as clients:
        for part in HALF.values():
            client = clients.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", running.port))
            client.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                client.send(part)
        begin = time.monotonic()
        running.send(signal.SIGTERM)
        code = running.stop()
        took = time.monotonic() - begin
        report.check(code == 0, f"a server with slow clients ends with {code}")
        report.check(took < DEADLINE_S + SLACK_S, f"its stop took {took:.1f} s, with clients that owe {', '.join(HALF)}")
