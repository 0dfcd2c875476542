# SPDX-License-Identifier: EUPL-1.2
"""Walks searches by cursor: every walk gives what a plain scan finds, each record once, in order; also while the register changes."""

import random
import subprocess
import urllib.parse

import server
from apply_checks import delete, entity, header, lines, upsert
from client import Client
from oracle import Register, order_of
from questions import Questioner
from search_checks import as_pairs, some
from waiting import comes

PATHS = {"enheter": "/api/ext/v1/search/entities", "underenheter": "/api/ext/v1/search/sub-entities"}
MOST_PARTS = 400


def part(client, kind, pairs):
    query = urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote)
    status, body = client.get(f"{PATHS[kind]}?{query}")
    return status, body


def walk(client, kind, pairs, size, between=None):
    """Returns all numbers in the order of the walk, and the last total. Calls between(index) after each part."""
    numbers, cursor, total = [], [], None
    for index in range(MOST_PARTS):
        status, body = part(client, kind, [*pairs, ("size", size), *cursor])
        if status != 200:
            raise ValueError(f"{status} {body}")
        numbers += [item["organisasjonsnummer"] for item in body["items"]]
        total = int(body["total"])
        if "nextCursor" not in body:
            return numbers, total
        cursor = [("cursor", body["nextCursor"])]
        if between:
            between(index)
    raise ValueError("the walk does not end")


class CursorChecks:
    def __init__(self, client, register, report, title):
        self.client = client
        self.register = register
        self.report = report
        self.title = title

    def walks(self, asked, sorts, size):
        what = f"{self.title} {self.register.kind} by cursor {as_pairs(asked, sorts)} size {size}"
        try:
            numbers, total = walk(self.client, self.register.kind, as_pairs(asked, sorts), size)
        except ValueError as problem:
            self.report.check(False, f"{what}: {problem}")
            return
        expected = self.register.search(asked)
        found = set(numbers)
        if "navn" in asked:  # Names also match weakly.
            good = expected <= found
        else:
            good = expected == found
        self.report.check(good and len(numbers) == len(found) == total,
                          f"{what}: {len(numbers)} found, {total} said; missing {some(expected - found)}; too many {some(found - expected)}")
        records = self.register.records
        wrong = [(left, right) for left, right in zip(numbers, numbers[1:])
                 if order_of(records[left], records[right], sorts) == 1]
        self.report.check(not wrong, f"{what}: wrong order {wrong[:3]}")

    def run(self, seed, count):
        source = random.Random(f"cursors {seed} {self.title} {self.register.kind}")
        questions = Questioner(self.register, source)
        everything = len(self.register.records)
        for size in (everything + 1, everything, max(1, everything // 2), max(1, everything // 7)):
            self.walks({}, questions.random_sorts(), size)
        for sorts in questions.sorts():
            self.walks({}, sorts, max(1, everything // source.randint(2, 20)))
        for _ in range(count):
            asked, sorts = questions.combination()
            found = len(self.register.search(asked))
            self.walks(asked, sorts, max(1, found // source.randint(1, 30)))


def changes(program, report, folder, files):
    """Walks while batches change the register: a record that stays as it is comes exactly once."""
    store = folder / "changing"
    server.must_import(program, store, "entities", files)
    source = random.Random("changes")

    def apply(text):
        done = subprocess.run([program, "apply", "-", *server.place(store)], input=text, capture_output=True, text=True,
                              check=False, timeout=600, env=server.environment())
        report.check(done.returncode == 0, f"a batch between parts: {done.stderr}")

    with server.Server(program, store) as running:
        client = Client(running.port)
        at_start, _ = walk(client, "enheter", [], 10000)
        for turn, sorts in enumerate(([], [("sort", "navn,asc")], [("sort", "antallAnsatte,desc")],
                                      [("sort", "konkurs,asc"), ("sort", "forretningsadresse.kommune,desc")])):
            untouched = set(at_start)
            touched = set()

            def between(index, turn=turn, untouched=untouched, touched=touched):
                if index % 3 != 0 or index > 15:
                    return
                known = sorted(untouched)
                chosen = source.sample(known, 4)
                untouched.difference_update(chosen)
                touched.update(chosen)
                new = f"9{turn}{index:02}{source.randrange(100000):05}"
                touched.add(new)
                apply(lines(header(f"{turn}-{index}"), upsert(entity(chosen[0], "AAA ENDRET")), upsert(entity(chosen[1], "ÅÅÅ ENDRET", konkurs=True)),
                            delete(chosen[2], "2026-01-01"), delete(chosen[3], "2026-01-01", "remove"), upsert(entity(new, "MIDT I AS", konkurs=False))))
                # The next part may come from the new state.
                comes(lambda: client.get(f"/api/ext/v1/units/{new}")[0] == 200)

            numbers, _ = walk(client, "enheter", sorts, 150, between)
            again = [number for number in numbers if number in untouched]
            report.check(len(again) == len(set(again)), f"{sorts}: a record that did not change came twice")
            report.check(set(again) == untouched, f"{sorts}: a walk next to changes lost {some(untouched - set(again))}")
            report.check(set(numbers) <= untouched | touched, f"{sorts}: a walk has {some(set(numbers) - untouched - touched)}")
            quiet, total = walk(client, "enheter", sorts, 170)
            streamed, _ = walk(client, "enheter", [], 10000)
            report.check(sorted(quiet) == streamed and len(quiet) == total, f"{sorts}: a walk over layers differs")
            at_start = streamed


def run(program, report, folder, files, records, options):
    store = folder / "cursors"
    for kind, word in (("enheter", "entities"), ("underenheter", "sub-entities")):
        server.must_import(program, store, word, files[kind])
    with server.Server(program, store) as running:
        for kind, scanned in records.items():
            checks = CursorChecks(Client(running.port), Register(kind, scanned), report, "generated")
            checks.run(options.seed, options.combinations // 3)
    changes(program, report, folder, files["enheter"])
