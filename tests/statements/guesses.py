# SPDX-License-Identifier: EUPL-1.2
"""Passwords are guessed from many addresses: legitimate users who come for the first time still get in.

A hundred addresses send one guess after the other, each right after an answer, through a proxy that names them. Users
log in from new addresses, first while all the guessers are new too, then after a second, one at a
time and all at once; then others from addresses that were right before. All must get 200, and soon. Known and unknown names
are sent with wrong passwords, with and without guessers: the answers and their times must not differ.
"""

import http.client
import itertools
import threading
import time
from collections import Counter
from pathlib import Path

import fixtures
import server
from client import REGNSKAP
from http_client import basic

PATH = f"{REGNSKAP}/314159268"
GUESSERS = 100
USERS = 4
# The longest that a user may wait: a multiple of a log-in without guesses, and at least this long.
MOST_TIMES, LEAST_S = 12, 3.0
# How far the times of known and unknown names may differ. Whether both are hashed shows on a busy machine too;
# tests/unit/auth/users/basic_check_test.cc measures in processor time that both cost the same.
APART = 0.5
PAIRS, TRIES = 4, 3


def user(number):
    return f"bruker{number:02d}", "correct horse battery"


def make_users(program, path):
    """Makes users with the hash of one password, in the form of earlier versions, whose lines have no checksum."""
    server.add_user(program, path, *user(0))
    fields = path.read_text().splitlines()[-1].split(":")
    path.write_text("".join(f"{user(number)[0]}:{':'.join(fields[1:4])}\n" for number in range(4 * USERS)))


def ask(running, name, password, address):
    """Returns status and seconds."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    try:
        connection.request("GET", PATH, headers={"X-Forwarded-For": address, "Authorization": basic(name, password)})
        response = connection.getresponse()
        response.read()
        return response.status, time.monotonic() - begun
    finally:
        connection.close()


class Guessers:
    """Guesses from this many addresses, until the end."""

    def __init__(self, running, count=GUESSERS):
        self._running = running
        self._stop = threading.Event()
        self.statuses = Counter()
        self._threads = [threading.Thread(target=self._guess, args=(number,)) for number in range(count)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _guess(self, number):
        # IPv6 too, and each time another address of the same client.
        prefix = f"2001:db8:{number:x}:1" if number % 2 else None
        for attempt in itertools.count():
            if self._stop.is_set():
                return
            address = f"{prefix}::{attempt + 1:x}" if prefix else f"198.51.100.{number}"
            name = user(attempt % USERS)[0] if attempt % 2 else f"nobody{attempt}"
            status, _ = ask(self._running, name, f"guess {attempt} of {number}", address)
            self.statuses[status] += 1
            # Sooner than Retry-After says.
            self._stop.wait(0.2)


def log_in(report, running, title, numbers, subnet, quiet_s, at_once=False):
    outcomes = {}

    def come(number):
        outcomes[number] = ask(running, *user(number), f"192.0.{subnet}.{number + 1}")

    if at_once:
        threads = [threading.Thread(target=come, args=(number,)) for number in numbers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    else:
        for number in numbers:
            come(number)
    waits = {number: (status, f"{seconds:.2f} s") for number, (status, seconds) in outcomes.items()}
    report.check(all(status == 200 for status, _ in outcomes.values()), f"{title}: {waits}")
    longest = max(seconds for _, seconds in outcomes.values())
    report.check(longest < max(LEAST_S, MOST_TIMES * quiet_s), f"{title}: {longest:.2f} s is the longest: {waits}")
    return longest


def answer_alike(report, running, title, guessers=0):
    """Sends known and unknown names in turn, each from an address of its own."""
    addresses = (f"203.0.{113 + guessers // 10}.{number}" for number in itertools.count(1))
    best = {"known": float("inf"), "unknown": float("inf")}
    with Guessers(running, guessers):
        for _ in range(TRIES):
            for number in range(PAIRS):
                names = [("known", user(number % USERS)[0]), ("unknown", f"ukjent{number}")]
                for kind, name in names if number % 2 else reversed(names):
                    status, seconds = ask(running, name, "not the password", next(addresses))
                    best[kind] = min(best[kind], seconds)
                    report.check(status == 401, f"{title}: {kind}: {status}")
            # Other work of the machine takes time too; the fastest answers show the cost.
            difference = abs(best["known"] - best["unknown"]) / max(best.values())
            if difference < APART / 2:
                break
    report.check(difference < APART, f"{title}: {best}")
    return max(best.values())


def run(program, report, folder):
    store = folder / "store"
    server.must_import(program, store, "statements", [fixtures.STATEMENTS / "20250603040015-masse.xml"])
    make_users(program, store / "users")
    env = {"ORGREG_TRUSTED_PROXIES": "127.0.0.1"}
    longest = []
    with server.Server(program, store, env) as running:
        quiet_s = answer_alike(report, running, "names, no other requests")
        with Guessers(running) as guessers:
            time.sleep(0.3)
            longest.append(log_in(report, running, "users among new guessers", range(USERS), 2, quiet_s))
            time.sleep(1)
            longest.append(log_in(report, running, "users, one at a time", range(USERS, 2 * USERS), 3, quiet_s))
            longest.append(log_in(report, running, "users, all at once", range(2 * USERS, 3 * USERS), 4, quiet_s, True))
            longest.append(log_in(report, running, "others where others were right", range(3 * USERS, 4 * USERS), 4, quiet_s))
        report.check(guessers.statuses[200] == 0, f"no guess is right: {guessers.statuses}")
        report.check(set(guessers.statuses) <= {401, 429, 503}, f"guesses: {guessers.statuses}")
        answer_alike(report, running, "names, others guess", 20)
        report.check(running.alive(), "the server continues")
    print(f"guesses: a log-in takes {quiet_s:.2f} s without guesses; the longest of each round: " + ", ".join(f"{seconds:.2f} s" for seconds in longest)
          + f"; guesses: {dict(guessers.statuses)}")
