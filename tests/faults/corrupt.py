# SPDX-License-Identifier: EUPL-1.2
"""D5: damaged files. Damage to the bytes of a store or a segment never causes a wrong answer.

A small register with a log of changes is stopped; or killed with its newest batches both in the
file and in the write-ahead log; or in the log only. One of its files is damaged; then the server
is started and everything it serves is read: records, searches, feeds. Each answer is the right
one, or the damage is reported: no start or an error. Right answers while `orgreg verify` fails
are counted separately. Answers that are all of one earlier commit are wrong too.
"""

import http.client
import itertools
import json
import random
import shutil
import sqlite3
import subprocess
from pathlib import Path

import damage
import server
from damage import BLOCK, PAGE
from world import (API, Server, batch_text, check_sound, delete, make_register, org_number, sub_number,
                   upsert)
from waiting import comes

ENTITIES, SUB_ENTITIES = 400, 100
# Links must not depend on the port.
SETTINGS = {"ORGREG_PUBLIC_URL": "https://register.example"}
# Each image has its number of batches.
IMAGES = {"in the log only": 4, "in both": 5, "stopped": 6}
SEARCHES = ("enheter?size=1&navn=BEGYNNELSEN", "enheter?size=1&organisasjonsform=AS", "enheter?size=1&navn=ENDRING2",
            "enheter?size=5&sort=navn,DESC", "underenheter?size=1&navn=ENDRING1",
            f"underenheter?size=1&overordnetEnhet={org_number(0)}", "enheter?size=3&navn=ENDR")


class Answers(dict):
    """Maps a path to (status, body); the status is 0 if there was no answer."""

    @classmethod
    def ask(cls, port, numbers):
        answers = cls()
        connection = None
        for path in cls._paths(numbers):
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=20)
                connection.request("GET", API + path)
                response = connection.getresponse()
                body = response.read()
                answers[path] = response.status, cls._plain(body)
            except (OSError, http.client.HTTPException):
                connection = None
                answers[path] = 0, b""
        return answers

    @staticmethod
    def _paths(numbers):
        yield "enheter?size=1000&sort=organisasjonsnummer,ASC"
        yield "underenheter?size=1000&sort=organisasjonsnummer,ASC"
        yield "oppdateringer/enheter?size=1000&includeChanges=true"
        yield "oppdateringer/underenheter?size=1000&includeChanges=true"
        yield from SEARCHES
        for kind, number in numbers:
            yield f"{kind}/{number}"
            yield f"oppdateringer/{kind}?organisasjonsnummer={number}"

    @staticmethod
    def _plain(body):
        """Removes the members of an error that differ from answer to answer."""
        try:
            read = json.loads(body)
        except ValueError:
            return body
        if isinstance(read, dict) and "trace" in read:
            return b""
        return body


def batch(turn):
    """Makes changes and a deletion; the first and last batches have a removal, which empties the write-ahead log."""
    first = 10 + turn * 40
    operations = [upsert(org_number(first + i), f"ENDRING{turn} T{turn}X{i}", hjemmeside="ny.example") for i in range(30)]
    operations += [upsert(sub_number(turn * 10 + i), f"ENDRING{turn}", "sub-entity") for i in range(8)]
    operations.append(delete(org_number(first + 31)))
    if turn in (0, 1, 5):
        operations.append(delete(org_number(first + 32), operation="remove"))
    return batch_text(f"batch-{turn}", operations)


def checkpoint(store):
    """Copies the content of the write-ahead log into the file; the log does not change."""
    connection = sqlite3.connect(store)
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    connection.close()


class Corruption:
    def __init__(self, program, report, folder, options):
        self._program = program
        self._report = report
        self._folder = folder
        self._random = random.Random(options.seed)
        numbers = [("enheter", org_number(i)) for i in (1, 10, 11, 41, 42, 121, 161, 162, 399)]
        self._numbers = [*numbers, ("enheter", org_number(5000)), *(("underenheter", sub_number(i)) for i in (0, 12, 99))]
        self.counts = {"reported at start": 0, "reported in answers": 0, "reported by verify": 0, "harmless": 0,
                       "WRONG": 0}

    def run(self, mutations):
        self._make_images()
        for turn in range(mutations):
            self._try(turn)

    def _make_images(self):
        """`old` is the register before the batches, for stale pages."""
        store = self._folder / "made/register.db"
        make_register(self._program, store, ENTITIES, SUB_ENTITIES, filler=300)
        self._copy("made", "old")
        with Server(self._program, store, env=SETTINGS) as running:
            self._truths = [Answers.ask(running.port, self._numbers)]
            self._apply(running, store, 2)
            self._apply(running, store, IMAGES["in the log only"])
            self._copy("made", "in the log only")
            self._apply(running, store, IMAGES["in both"])
            checkpoint(store)
            self._copy("made", "in both")
            self._apply(running, store, IMAGES["stopped"])
        self._copy("made", "stopped")
        statuses = {path: status for path, (status, _) in self._truths[-1].items()}
        self._report.check(set(statuses.values()) == {200, 404, 410}, f"what is asked is answered: {statuses}")
        self._report.check(all(one != other for one, other in itertools.pairwise(self._truths)), "each batch shows")
        for name, batches in IMAGES.items():
            # It works on a copy, since closing a store puts its log into the file.
            self._copy(name, "tried")
            outcome, detail = self._serve(self._folder / "tried", batches)
            check_sound(self._report, f"the undamaged image {name}", self._program, self._folder / "tried/register.db")
            self._report.check(outcome == "harmless", f"the undamaged image {name}: {outcome} {detail}")
            if name != "stopped":
                self._report.check((self._folder / name / "register.db-wal").stat().st_size > 20 * PAGE,
                                   f"{name} has a write-ahead log")

    def _apply(self, running, store, until):
        for turn in range(len(self._truths) - 1, until):
            done = subprocess.run([self._program, "apply", "-", *server.place(store)], input=batch(turn), text=True,
                                  env=server.environment(), capture_output=True, check=True)
            position = json.loads(done.stdout)["lastUpdate"]
            good = comes(lambda at=position: self._newest(running.port) >= at)
            self._report.check(good, f"batch {turn} is served")
            self._truths.append(Answers.ask(running.port, self._numbers))

    def _newest(self, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        newest = 0
        for kind in ("enheter", "underenheter"):
            connection.request("GET", f"{API}oppdateringer/{kind}?size=1&sort=id,DESC")
            for rows in json.loads(connection.getresponse().read()).get("_embedded", {}).values():
                newest = max(newest, rows[0]["oppdateringsid"])
        connection.close()
        return newest

    def _copy(self, name, to):
        """Copies all files except the -shm, which is rebuilt from the -wal."""
        shutil.rmtree(self._folder / to, ignore_errors=True)
        shutil.copytree(self._folder / name, self._folder / to, ignore=shutil.ignore_patterns("*-shm"))

    def _try(self, turn):
        image = self._random.choice(list(IMAGES))
        self._copy(image, "tried")
        folder = self._folder / "tried"
        files = sorted(p for p in folder.iterdir() if p.is_file() and p.stat().st_size)
        path = self._random.choice([*files, folder / "register.db"])
        done = self._damage(path)
        reported = self._verify(folder) if turn % 2 else False  # The check comes before the server or after it.
        outcome, detail = self._serve(folder, IMAGES[image])
        reported = reported or self._verify(folder)
        if outcome == "earlier":
            outcome = "WRONG"
        elif outcome == "harmless" and reported:
            outcome = "reported by verify"
        self.counts[outcome] += 1
        self._report.check(outcome != "WRONG", f"mutation {turn}: {image}, {path.name}: {done}: {detail}; "
                                               f"verify {'reported' if reported else 'did not report'}")

    def _verify(self, folder):
        return server.run(self._program, "verify", *server.place(folder / "register.db")).returncode != 0

    def _damage(self, path):
        """Does one damage; returns its description."""
        data = bytearray(path.read_bytes())
        way = self._random.choice((self._flip, self._flip, self._zero, self._cut, self._swap, self._make_stale,
                                   self._append))
        words = way(data, path)
        path.write_bytes(data)
        return words

    def _flip(self, data, _):
        return damage.flip_bits(self._random, data, self._random.choice((1, 1, 1, 8)))

    def _zero(self, data, _):
        return damage.zero_block(self._random, data)

    def _cut(self, data, _):
        return damage.cut(self._random, data, len(data) // PAGE * PAGE - PAGE)

    def _swap(self, data, _):
        return damage.swap_blocks(self._random, data, self._random.choice((BLOCK, PAGE)))

    def _make_stale(self, data, path):
        """Puts back an old page, or a page of another place if there was no old one."""
        before = self._folder / "old" / path.name
        old = before.read_bytes() if before.exists() else b""
        if not old:
            return self._swap(data, path)
        at = self._random.randrange(0, min(len(old), len(data)), PAGE)
        data[at:at + PAGE] = old[at:at + PAGE]
        return f"stale page at {at}"

    def _append(self, data, _):
        return damage.append(self._random, data, (1, BLOCK, PAGE))

    def _serve(self, folder, batches):
        """Returns the outcome and the wrong answers."""
        running = Server(self._program, folder / "register.db", env=SETTINGS)
        try:
            running.__enter__()
        except SystemExit as failed:
            return "reported at start", str(failed)
        answers = Answers.ask(running.port, self._numbers)
        running.stop()
        return self._judge(answers, batches)

    def _judge(self, answers, batches):
        for before in range(batches, -1, -1):
            truth = self._truths[before]
            differing = [path for path in truth if answers[path] != truth[path]]
            if all(answers[path][0] in (0, 500, 503) for path in differing):
                return "earlier" if before < batches else "reported in answers" if differing else "harmless", differing
        truth = self._truths[batches]
        wrong = [path for path in truth if answers[path] != truth[path]]
        return "WRONG", f"{wrong[:3]}: {answers[wrong[0]]} instead of {truth[wrong[0]]}"[:1500]


def run(program, report, folder, options):
    corruption = Corruption(program, report, Path(folder), options)
    corruption.run(options.mutations)
    return f"{options.mutations} mutations, " + ", ".join(f"{n} {name}" for name, n in corruption.counts.items())
