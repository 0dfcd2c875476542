# SPDX-License-Identifier: EUPL-1.2
"""The program itself, and Beast sending the same bytes: what can be had at best over HTTP."""

import contextlib
import json

import measure
from peers import http


def answer_of(body):
    found = json.loads(body)
    if "page" not in found:
        return 1, [int(found["organisasjonsnummer"])]
    units = next(iter(found.get("_embedded", {"": []}).values()))
    return found["page"]["totalElements"], [int(unit["organisasjonsnummer"]) for unit in units]


class Orgreg(http.HttpServer):
    name = "orgreg"

    def __init__(self, folder, programs, program):
        super().__init__(folder, programs)
        self.program = program

    @contextlib.contextmanager
    def serve(self):
        self.port = measure.free_port()
        command = [self.program, "serve", "--data", self.folder / "register", "--port", self.port, "--threads", "1"]
        with measure.server(command) as self.process:
            measure.wait_for(f"http://127.0.0.1:{self.port}/enhetsregisteret/api/enheter?size=1")
            yield self

    def check(self, requests):
        return [answer_of(measure.fetch(self.url(request))) for request in requests]

    def median_body(self, requests):
        bodies = sorted((measure.fetch(self.url(request)) for request in requests[:100]), key=len)
        return bodies[len(bodies) // 2]


class Beast(http.HttpServer):
    name = "beast"

    def __init__(self, folder, programs):
        super().__init__(folder, programs)
        self.program = programs / "beast_peer"

    @contextlib.contextmanager
    def serve(self, body):
        self.port = measure.free_port()
        file = self.folder / "beast.body"
        file.write_bytes(body)
        command = [self.program, "--body", file, "--content-type", "application/json", "--threads", "1", "--port", self.port]
        with measure.server(command) as self.process:
            measure.wait_for(f"http://127.0.0.1:{self.port}/x")
            yield self
