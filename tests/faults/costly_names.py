# SPDX-License-Identifier: EUPL-1.2
"""Clients that match costly names take turns: next to many of them, another client gets its look-ups and its few names soon.

Names of misspelt words, which no name has, are compared with all words of names and find nothing. The server reads some 16 KiB of a body
at once; matched in one go, each piece would hold up everybody for longer than the bound, once for each client.
"""

import collections
import gzip
import http.client
import json
import os
import random
import statistics
import time
from pathlib import Path

from crowded import Crowd, addresses
from world import API, Server, server

ENTITIES = 50_000
CROWD = 16  # Clients with costly names, each with an address of its own.
LINES = 4_000  # Of each body: several times what the server reads at once.
PIECE_BYTES = 16 << 10  # http/connection: the server reads no more of a body at once.
WORDS = 300  # The words that are misspelt: the most frequent ones of names.
ROUNDS, LOOKUPS = 15, 20  # In each round, look-ups and then a match of a few names.
ANOTHER = "127.9.9.9"
MATCH = "/api/ext/v1/match"
FEW_NAMES = 5

# On a processor that other work uses too. A turn lasts 10 ms, so sixteen turns are some 0.2 s.
MATCH_S = 1.0
LOOKUP_S, SLOW_LOOKUP_S = 0.1, 0.5  # The median, and the slowest but one of twenty.
# Without turns a match waits so long, by the processor time of a costly name; else the names would show nothing.
HELD_UP_S = 2 * MATCH_S


def misspelt(word, chance):
    """The word with two neighbouring letters changed."""
    at = chance.randrange(1, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2:]


def costly_body(names):
    """A CSV file with names of two misspelt words, in a town."""
    chance = random.Random(1)
    counts = collections.Counter(word for name in names for word in name.split() if len(word) > 4 and word.isascii() and word.isalpha())
    words = [word for word, _ in counts.most_common(WORDS)]
    lines = (f"{misspelt(chance.choice(words), chance)} {misspelt(chance.choice(words), chance)},OSLO" for _ in range(LINES))
    return "name,place\n" + "\n".join(lines) + "\n"


class CostlyNames:
    def __init__(self, program, report, folder):
        self._program, self._report = program, report
        self._files, self._store = folder / "files", folder / "register"

    def run(self):
        records = self._make_register()
        names = [one["navn"] for one in records]
        self._numbers = [one["organisasjonsnummer"] for one in random.Random(2).sample(records, LOOKUPS)]
        self._few = "\n".join(["name", *random.Random(3).sample([name for name in names if '"' not in name], FEW_NAMES)])
        with Server(self._program, self._store) as running:
            self._port = running.port
            self._match("127.0.0.1")  # Afterwards all memory is there.
            quiet, _ = self._measure()
            costly_s = self._check_costs(running, costly_body(names))
            with Crowd(self._port, [self._group(costly_body(names))], os.sched_getaffinity(0)) as crowd:
                matches, lookups = self._measure()
            self._judge(matches, lookups, crowd)
        return (f"next to {CROWD} clients with names of {costly_s * 1000:.1f} ms each, a match of {FEW_NAMES} names took "
                f"{statistics.median(matches):.3f} s (alone {statistics.median(quiet):.3f} s), a look-up {statistics.median(lookups) * 1000:.1f} ms")

    def _make_register(self):
        server.must_generate(self._program, self._files, ENTITIES)
        for kind, name in (("entities", "enheter_alle.json.gz"), ("sub-entities", "underenheter_alle.json.gz")):
            server.must_import(self._program, self._store, kind, [self._files / name])
        return json.loads(gzip.decompress((self._files / "enheter_alle.json.gz").read_bytes()))

    def _group(self, body):
        head = f"POST {MATCH} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: text/csv\r\nContent-Length: {len(body)}\r\n\r\n"
        return {"name": "costly", "connections": CROWD, "addresses": addresses(CROWD), "request": head + body, "again": True}

    def _check_costs(self, running, body):
        """Returns the processor time of one costly name; fails if the crowd could not hold up anybody."""
        before = running.processor_s
        self._send("127.0.0.1", "POST", MATCH, body)
        each_s = (running.processor_s - before) / LINES
        piece_s = each_s * PIECE_BYTES / (len(body) / LINES)
        self._report.check(piece_s * CROWD > HELD_UP_S, f"the names are not costly: {CROWD} pieces of a body take {piece_s * CROWD:.2f} s")
        return each_s

    def _measure(self):
        """Returns the times of matches and of look-ups of another client."""
        matches, lookups = [], []
        for _ in range(ROUNDS):
            lookups += [self._send(ANOTHER, "GET", f"{API}enheter/{number}") for number in self._numbers]
            matches.append(self._match(ANOTHER))
        return matches, lookups

    def _match(self, address):
        return self._send(address, "POST", MATCH, self._few)

    def _send(self, address, method, path, body=None):
        """Returns the seconds until the whole answer is there."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=120, source_address=(address, 0))
        begun = time.monotonic()
        try:
            connection.request(method, path, body and body.encode(), {"Content-Type": "text/csv"} if body else {})
            answer = connection.getresponse()
            text = answer.read()
            self._report.check(answer.status == 200, f"{method} {path} answers {answer.status}: {text[:200]}")
        finally:
            connection.close()
        return time.monotonic() - begun

    def _judge(self, matches, lookups, crowd):
        self._report.check(statistics.median(matches) < MATCH_S, f"a match of a few names takes {statistics.median(matches):.2f} s next to costly ones")
        self._report.check(statistics.median(lookups) < LOOKUP_S, f"a look-up takes {statistics.median(lookups):.3f} s next to costly names")
        slow = statistics.quantiles(lookups, n=20)[-1]
        self._report.check(slow < SLOW_LOOKUP_S, f"one look-up of twenty takes {slow:.3f} s next to costly names")
        self._report.check(crowd.results[0]["connected"] == CROWD and set(crowd.statuses()) <= {"200"} and crowd.results[0]["bytes"] > 0,
                           f"the costly names were not matched: {crowd.text()}")


def run(program, report, folder, options):
    del options
    if server.slowness(program) > 1:
        return "skipped: with checks in the program its times say nothing"
    return CostlyNames(program, report, Path(folder)).run()
