# SPDX-License-Identifier: EUPL-1.2
"""Serving while batches are applied and merged: many threads ask everything, and every answer is one.

This is for a program with thread checks (build/tsan): a race ends it, and the last output of the server
says which. Half of the batches come by POST, so that a thread of the server applies them, half
by `orgreg apply`; they are so large, compared with the register, that layers become a new base many times.
Some remove records, so that wiping and the files of the register run as well.
"""

import http.client
import itertools
import socket
import threading
import time
from pathlib import Path

from world import API, Applying, Server, batch_text, check_sound, make_register, org_number, sub_number, upsert
from waiting import comes

ENTITIES, SUB_ENTITIES = 3000, 500
ASKERS = 6
# So many records at a time that layers are merged, and now and then the base.
SIZES = (1, 40, 2500, 7, 300, 1, 2200)
LATE_S = 120
MERGES = 3

QUESTIONS = (
    "enheter/{number}", "underenheter/{sub}", "enheter?navn=begynnelsen&size=50", "enheter?sort=navn,asc&size=100",
    "enheter?size=1000&page=1", "underenheter?overordnetEnhet={number}", "oppdateringer/enheter?size=500",
    "oppdateringer/enheter?includeChanges=true&size=100&sort=id,DESC", "enheter/lastned?navn=merke",
    "enheter/lastned?sort=navn", "enheter/lastned/csv", "enheter/lastned/csv?trygg=regneark", "enheter/lastned/manifest",
    "underenheter/lastned/regneark", "enheter/{number}/roller", "kommuner", "organisasjonsformer",
    "roller/enheter/{number}/juridiskeroller", "enheter?navn=ukjent+merke", "enheter?fraAntallAnsatte=1",
)
# A file or a stream may have to wait for another one; nothing else may fail.
MAY_WAIT = (503,)
MOST_REFUSED = 0.001  # Of all answers: they waited for a thread longer than queue_timeout_ms, because the machine had other work.


class Asker(threading.Thread):
    """Sends one request after the other on a kept connection, until it is stopped."""

    def __init__(self, index, port, stop):
        super().__init__(daemon=True)
        self._index = index
        self._port = port
        self._stop_asking = stop
        self.answers, self.refused = 0, 0
        self.wrong = []

    def is_served(self):
        """Returns False if more requests had to wait and come again than a busy machine explains."""
        return self.refused <= self.answers * MOST_REFUSED + 1

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=LATE_S)
        for turn in itertools.count(self._index):
            if self._stop_asking.is_set():
                break
            question = QUESTIONS[turn % len(QUESTIONS)].format(
                number=org_number(1 + turn % ENTITIES), sub=sub_number(1 + turn % SUB_ENTITIES))
            accept = {"Accept": "application/x-ndjson"} if turn % 37 == 0 and question.startswith("enheter?navn") else {}
            if accept:
                question = "enheter?navn=merke"
            try:
                connection.request("GET", API + question, headers={"Accept-Encoding": "gzip", **accept})
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException) as failure:
                self.wrong.append(f"{question}: {failure!r}")
                break
            self.answers += 1
            expected = (200, 404, 410, *(MAY_WAIT if "lastned" in question or accept else ()))
            if answer.status == 503 and answer.getheader("Retry-After") and 503 not in expected:
                self.refused += 1
            elif answer.status not in expected:
                self.wrong.append(f"{question}: {answer.status}")
        connection.close()


class Serving:
    def __init__(self, program, report, folder, rounds):
        self._program = program
        self._report = report
        self._store = folder / "store/register"
        self._socket = folder / "ingest.sock"
        self._rounds = rounds
        self._bases = set()
        self.updates = 0

    def run(self):
        make_register(self._program, self._store, ENTITIES, SUB_ENTITIES)
        stop = threading.Event()
        with Server(self._program, self._store,
                    arguments=("--ingest", f"unix:{self._socket}", "--metrics", "127.0.0.1:0", "--threads", "4")) as running:
            askers = [Asker(index, running.port, stop) for index in range(ASKERS)]
            for asker in askers:
                asker.start()
            for turn in range(self._rounds):
                self._change(turn, running)
            stop.set()
            for asker in askers:
                asker.join(LATE_S)
                self._report.check(not asker.wrong and not asker.is_alive(), f"asker: {asker.wrong[:3]}")
                self._report.check(asker.is_served(), f"asker: {asker.refused} of {asker.answers} refused")
            self._report.check(running.alive(), "the server lives")
            code = running.stop()
            errors = running.errors()
        self._report.check(code == 0, f"the server ended with {code}: {errors[-4000:]}")
        self._report.check("ThreadSanitizer" not in errors, errors[-8000:])
        self._report.check(len(self._bases) > MERGES, f"{len(self._bases)} bases were made")
        check_sound(self._report, "after serving", self._program, self._store)
        return sum(asker.answers for asker in askers), len(self._bases)

    def _change(self, turn, running):
        size = SIZES[turn % len(SIZES)]
        first = turn * 101 % ENTITIES
        numbers = [org_number(1 + (first + at) % ENTITIES) for at in range(size)]
        operations = [upsert(number, f"MERKE {turn}") for number in numbers]
        operations += [upsert(sub_number(1 + turn % SUB_ENTITIES), f"MERKE {turn}", "sub-entity")]
        # Other units than later batches use, each once.
        operations += [upsert(org_number(ENTITIES + 1 + turn), f"BORTE {turn}")]
        if turn % 3 == 2:
            operations += [{"operation": "remove", "kind": "entity", "organisasjonsnummer": org_number(ENTITIES + 1 + turn),
                            "slettedato": "2026-08-01"}]
        text = batch_text(f"serving-{turn}", operations)
        receipt = self._post(text) if turn % 2 else self._apply(text)
        if not self._report.check(receipt, f"batch {turn} of {size}"):
            return
        self.updates += len(operations)
        seen = comes(lambda: self._name_of(running.port, numbers[0]) == f"MERKE {turn}", LATE_S)
        self._report.check(seen, f"batch {turn} is served")
        for base in self._store.glob("segments/*.segment"):
            self._bases.add((base.name, base.stat().st_ino, base.stat().st_mtime_ns))

    def _apply(self, text):
        applying = Applying(self._program, self._store)
        receipt = applying.apply(text)
        code = applying.finish()
        self._report.check("ThreadSanitizer" not in applying.errors, applying.errors[-8000:])
        return receipt is not None and code == 0

    def _post(self, text):
        connection = http.client.HTTPConnection("localhost", timeout=LATE_S)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.settimeout(LATE_S)
        connection.sock.connect(str(self._socket))
        connection.request("POST", "/batches", text.encode(), {"Content-Type": "application/x-ndjson"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status == 200

    @staticmethod
    def _name_of(port, number):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LATE_S)
        connection.request("GET", f"{API}enheter/{number}")
        said = connection.getresponse().read().decode()
        connection.close()
        _, found, rest = said.partition('"navn":"')
        return rest.partition('"')[0] if found else ""


def run(program, report, folder, options):
    begun = time.monotonic()
    serving = Serving(program, report, Path(folder), options.rounds)
    answers, bases = serving.run()
    return (f"{answers} answers while {options.rounds} batches with {serving.updates} operations made {bases} bases; "
            f"{time.monotonic() - begun:.0f} s")
