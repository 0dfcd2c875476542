# SPDX-License-Identifier: EUPL-1.2
"""Calls are counted to the last one, from many connections at once, through a stop and a crash; and statistics
of millions of values are answered soon."""

import base64
import contextlib
import http.client
import json
import os
import random
import sqlite3
import threading
import time
from collections import Counter

import fixtures
import server
from client import REGNSKAP, ask

THREADS, CALLS = 8, 250
PEERS = 60  # Organisations with calls, more than statistics list.
STRANGERS = 500  # Numbers without statements.
VALUES, QUARTERS = 2_000_000, 40  # Different values of a grouping, in this many quarters of an hour.
SOON_S = 2.0  # Of a processor: 0.4 to 1.0 s on a quiet machine, more next to work that wants the same caches; a server gives up after 5 s.
MOST_LISTED = 50
FLUSHED_S = 1.0  # A crash costs no more than this.
ADDRESS = "10.20.30.40"


def run(program, report, folder):
    store = folder / "store"
    for name in fixtures.FILED:
        server.must_import(program, store, "statements", [fixtures.STATEMENTS / name])
    server.must_import(program, store, "statements", [peers_file(folder)])
    env = {"ORGREG_STATEMENTS_ACCESS": "open", "ORGREG_TRUSTED_PROXIES": "127.0.0.1"}
    with server.Server(program, store, env) as running:
        count_many(report, running)
        list_most(report, running)
        before = statistic(running, "by-method")
        report.check(running.stop() == 0, "the server stops")
    with server.Server(program, store, env) as running:
        report.check(statistic(running, "by-method") == before, "a stop loses no call")
        ask(running, f"{REGNSKAP}/314159268/20410")
        time.sleep(FLUSHED_S)
        running.kill()
    with server.Server(program, store, env) as running:
        before["getRegnskapById"] += 1
        report.check(statistic(running, "by-method") == before, "a crash loses none that is a second old")
    look_at_files(report, store)
    answer_soon(report, program, store, env)


def peers_file(folder):
    """Makes a statement for each of the peers from an existing one."""
    with open(fixtures.STATEMENTS / "statements.ndjson", encoding="utf-8") as file:
        model = json.loads(next(file))
    path = folder / "peers.ndjson"
    with open(path, "w", encoding="utf-8") as file:
        for peer in range(PEERS):
            model["id"] = 900_000 + peer
            model["virksomhet"]["organisasjonsnummer"] = str(312000000 + peer)
            file.write(json.dumps(model) + "\n")
    return path


def statistic(running, name, query=""):
    answer = ask(running, f"/statistikk/{name}{query}")
    if answer.status == 404:
        return {}
    return {value: int(count) for count, value in (text.split(";", 1) for text in answer.json())}


def count_many(report, running):
    """All threads at once, each on one connection; statistics are requested meanwhile."""
    statuses = []

    def call():
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
        for number in range(CALLS):
            path = "314159268" if number % 2 else "314159268/20410"
            connection.request("GET", f"{REGNSKAP}/{path}", headers={"X-Forwarded-For": ADDRESS})
            response = connection.getresponse()
            response.read()
            statuses.append(response.status)
        connection.close()

    threads = [threading.Thread(target=call) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    seen = []
    while any(thread.is_alive() for thread in threads):
        seen.append(sum(statistic(running, "by-method").values()))
    for thread in threads:
        thread.join()
    half = THREADS * CALLS // 2
    report.check(statuses == [200] * THREADS * CALLS,
                 f"every call is answered: {Counter(statuses)}")
    report.check(seen == sorted(seen), f"counts never fall: {seen}")
    report.check(statistic(running, "by-method") == {"getRegnskap": half, "getRegnskapById": half},
                 f"each is counted once: {statistic(running, 'by-method')}")
    report.check(statistic(running, "by-orgnr") == {"314159268": half, "null": half},
                 "with its organisation, where it has one")
    report.check(list(statistic(running, "by-ip").values()) == [2 * half], "for its address")
    report.check(statistic(running, "by-ip", "?fraDato=2000-01-01&tilDato=9999-12-31")
                 == statistic(running, "by-ip"), "between days")
    report.check(statistic(running, "by-ip", "?tilDato=2000-01-01") == {}, "and not between others")


def list_most(report, running):
    """Lists fifty at most: those with most calls, equal ones in order of value."""
    for peer in range(PEERS):
        for _ in range(2 if peer % 10 == 0 else 1):
            ask(running, f"{REGNSKAP}/{312000000 + peer}")
    for stranger in range(STRANGERS):
        ask(running, f"{REGNSKAP}/{850000000 + stranger}")
    texts = ask(running, "/statistikk/by-orgnr").json()
    twice = [f"2;{312000000 + peer}" for peer in range(0, PEERS, 10)]
    once = [f"1;{312000000 + peer}" for peer in range(PEERS) if peer % 10]
    half = THREADS * CALLS // 2
    expected = [f"{half + STRANGERS};null", f"{half};314159268", *twice, *once]
    report.check(texts == expected[:MOST_LISTED], f"fifty are listed, in order: {texts}")


def look_at_files(report, store):
    secret = store / "secrets/usage-secret"
    report.check(secret.stat().st_mode & 0o777 == 0o600, "the secret is its owner's alone")
    left = b"".join(path.read_bytes() for path in store.glob("usage*"))
    report.check(ADDRESS.encode() not in left, "no address is written in clear")


def fill(path):
    """Writes millions of values as the program keeps them: a text of lines for each past quarter."""
    now = int(time.time()) // 900
    chance = random.Random(13)
    with contextlib.closing(sqlite3.connect(path)) as database:
        for grouping in ("organisation", "address"):
            for quarter in range(QUARTERS):
                count = VALUES // QUARTERS
                values = sorted(str(number) for number in chance.sample(range(400_000_000, 999_999_999), count)) \
                    if grouping == "organisation" else sorted(base64.b64encode(os.urandom(32)).decode() for _ in range(count))
                database.execute("INSERT INTO packs (grouping, quarter, counts) VALUES (?, ?, ?)", (1 if grouping == "organisation" else 3, now - 1 - quarter,
                                                                        "".join(f"{value} 1\n" for value in values)))
        database.commit()


def answer_soon(report, program, store, env):
    """Measured in processor time, which does not depend on other work of the machine."""
    fill(store / "usage.db")
    with server.Server(program, store, env) as running:
        for name in ("by-orgnr", "by-ip", "by-method"):
            times = []
            for _ in range(3):
                begun = running.processor_s
                texts = ask(running, f"/statistikk/{name}").json()
                times.append(running.processor_s - begun)
            report.check(min(times) < SOON_S * server.slowness(program), f"{name} of {VALUES} values takes {times} s of processors")
            calls = [int(text.split(";")[0]) for text in texts]
            report.check(calls == sorted(calls, reverse=True), f"{name}: {texts}")
            report.check(name == "by-method" or len(texts) == MOST_LISTED, f"{name}: {len(texts)} texts")
