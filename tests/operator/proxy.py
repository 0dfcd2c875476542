# SPDX-License-Identifier: EUPL-1.2
"""The log says once that a proxy hides the host of the request, so that links lead nowhere."""

import http_client
import server

SENTENCE = "a proxy forwarded a request as one for"


def ask(running, *headers):
    with http_client.Connection("127.0.0.1", running.port) as connection:
        fields = "".join(f"{name}: {value}\r\n" for name, value in (("Host", f"127.0.0.1:{running.port}"), *headers))
        connection.send(f"GET /enhetsregisteret/api HTTP/1.1\r\n{fields}Connection: close\r\n\r\n".encode())
        return connection.read_response("GET").status


def run(program, report, store, _folder):
    for name in ("Via", "Forwarded", "X-Forwarded-For", "x-forwarded-proto"):
        with server.Server(program, store) as running:
            report.check(ask(running) == 200 and SENTENCE not in running.errors(), "a plain request is no warning")
            for _ in range(3):
                report.check(ask(running, (name, "x")) == 200, f"a request with {name} is answered")
            report.check(running.errors().count(SENTENCE) == 1, f"one warning of {name}: {running.errors()}")
    with server.Server(program, store, {"ORGREG_PUBLIC_URL": "https://register.example"}) as running:
        report.check(ask(running, ("Via", "1.1 x")) == 200, "behind a proxy as it should be")
        report.check(SENTENCE not in running.errors(), "no warning where public_url is set")
