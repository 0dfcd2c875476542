# SPDX-License-Identifier: EUPL-1.2
"""Sends requests to a running server, and waits until it answers as it should."""

import http.client
import itertools
import json
import time

from http_client import basic
from waiting import comes

REGNSKAP = "/regnskapsregisteret/regnskap"
AWAIT_S, TIMEOUT_S = 20, 120
PAUSE_S = 0.05

# There are as many callers as requests, so that no limit of failures counts. The server must trust its peer.
_addresses = (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
              for number in itertools.count(1))


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    def json(self):
        return json.loads(self.body)


def ask(running, path, user=None, method="GET"):
    """`user` is a name and a password."""
    headers = {"X-Forwarded-For": next(_addresses)}
    if user:
        headers["Authorization"] = basic(*user)
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=TIMEOUT_S)
    try:
        connection.request(method, path, headers=headers)
        return Answer(connection.getresponse())
    finally:
        connection.close()


def becomes(running, path, status, user=None):
    """Whether the answer gets this status in time."""
    return comes(lambda: ask(running, path, user).status == status)


def stays(running, path, status, user=None, questions=20):
    """Whether it keeps this status for longer than a server needs to see a change."""
    for _ in range(questions):
        if ask(running, path, user).status != status:
            return False
        time.sleep(PAUSE_S)
    return True
