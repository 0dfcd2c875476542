# SPDX-License-Identifier: EUPL-1.2
"""D1: kill -9 at any moment. Acknowledged batches are there, whole and once.

Batches of 1 to 1,500 operations go through `orgreg apply -` until it is killed; each
acknowledgement goes to a journal of our own at once. The next process sends unacknowledged batches
again, with the same id; one process in ten is killed while it is starting. `orgreg serve` runs next
to it, is killed now and then, and must answer again within 5 s.
"""

import random
import threading
import time
from pathlib import Path

from world import (Applying, Journal, Model, Server, batch_text, check_bodies, check_sound, check_updates,
                   delete, make_register, org_number, read_store, record, sub_number, upsert)

ENTITIES, SUB_ENTITIES = 600, 200
START_LIMIT_S = 5.0
SIZES = (1, 1, 5, 20, 100, 400, 1500)


class CrashLoop:
    def __init__(self, program, report, folder, seed):
        self._program = program
        self._report = report
        self._store = folder / "store/register"
        self._path = folder / "journal"
        self._journal = Journal(self._path)
        self._random = random.Random(seed)
        self._model = Model()
        self._sent = []  # (id, operations, updates) of every batch ever sent, in order
        self._acknowledged = 0
        self._server = None
        self.server_kills = 0
        self.slowest_start_s = 0.0
        self.repeated = 0

    def run(self, kills):
        make_register(self._program, self._store, ENTITIES, SUB_ENTITIES, filler=500)
        for index in range(ENTITIES):
            self._model.load("entity", record(org_number(index), "BEGYNNELSEN", vedtektsfestetFormaal=["x" * 500]))
        for index in range(SUB_ENTITIES):
            self._model.load("sub-entity", record(sub_number(index), "BEGYNNELSEN", "sub-entity"))
        self._start_server()
        for turn in range(kills):
            self._kill_once()
            if turn % 10 == 9:
                self._server.kill()
                self.server_kills += 1
                self._start_server()
            if turn % 25 == 24:
                check_sound(self._report, f"after kill {turn + 1}", self._program, self._store)
        self._settle()
        self._report.check(self._server.stop() == 0, "the server ends well")
        self._journal.close()
        self._check()

    def _start_server(self):
        begun = time.monotonic()
        self._server = Server(self._program, self._store).__enter__()
        self.slowest_start_s = max(self.slowest_start_s, time.monotonic() - begun)

    def _next_batch(self):
        """Returns the first batch without acknowledgement, or a new one."""
        if self._acknowledged < len(self._sent):
            return self._sent[self._acknowledged]
        identifier = f"batch-{len(self._sent)}"
        operations = [self._operation(identifier) for _ in range(self._random.choice(SIZES))]
        self._sent.append((identifier, operations, self._model.apply(operations)))
        return self._sent[-1]

    def _operation(self, name):
        if self._random.random() < 0.25:
            return upsert(sub_number(self._random.randrange(SUB_ENTITIES)), name, "sub-entity")
        number = org_number(self._random.randrange(1, ENTITIES + 200))
        if self._random.random() < 0.1 and ("entity", number) in self._model.state:
            return delete(number, self._random.choice(("2026-07-30", "2026-07-31")))
        filler = self._random.choice((0, 100, 3000))
        return upsert(number, name, **({"vedtektsfestetFormaal": [name * (filler // 8)]} if filler else {}))

    def _kill_once(self):
        delay_s = self._random.uniform(0, 0.01) if self._random.random() < 0.1 else self._random.uniform(0.01, 0.35)
        applying = Applying(self._program, self._store)
        killer = threading.Timer(delay_s, applying.kill)
        killer.start()
        while self._apply_next(applying):
            pass
        code = applying.finish()
        killer.join()
        self._report.check(code == -9, f"killed, but: {code} {applying.errors}")

    def _apply_next(self, applying):
        identifier, operations, updates = self._next_batch()
        receipt = applying.apply(batch_text(identifier, operations))
        if receipt is None:
            return False
        self._journal.add(receipt)
        self._acknowledged += 1
        self.repeated += receipt["repeated"]
        self._report.check(receipt["batch"] == identifier and receipt["updates"] == updates,
                           f"{identifier}: {updates} updates expected, got {receipt}")
        return True

    def _settle(self):
        applying = Applying(self._program, self._store)
        while self._acknowledged < len(self._sent) and self._apply_next(applying):
            pass
        code = applying.finish()
        self._report.check(code == 0, f"after all kills: {code} {applying.errors}")

    def _check(self):
        journal = Journal.read(self._path)
        batches, updates, bodies = read_store(self._store)
        self._report.check([receipt["batch"] for receipt in journal] == [b[0] for b in self._sent],
                           "the journal holds every batch once")
        self._report.check([row[1] for row in batches] == [receipt["batch"] for receipt in journal],
                           "every acknowledged batch is in the store once, in order")
        commits = {row[1]: row for row in batches}
        for receipt in journal:
            row = commits.get(receipt["batch"])
            good = row and row[0] == receipt["commit"] and row[3] == receipt["updates"] and (
                not receipt["updates"] or row[2] == receipt["lastUpdate"] == receipt["firstUpdate"] + row[3] - 1)
            self._report.check(good, f"acknowledged {receipt}, stored {row}")
        check_updates(self._report, "crash", self._model, updates)
        check_bodies(self._report, "crash", self._model, bodies)
        check_sound(self._report, "crash, at the end", self._program, self._store)
        self._report.check(self.slowest_start_s < START_LIMIT_S, f"a start took {self.slowest_start_s:.1f} s")
        self.summary = (f"{len(self._sent)} batches, {len(updates)} updates, {self.repeated} acknowledged again after "
                        f"a kill, {self.server_kills} kills of the server, slowest start {self.slowest_start_s:.2f} s")


def run(program, report, folder, options):
    loop = CrashLoop(program, report, Path(folder), options.seed)
    loop.run(options.kills)
    return f"{options.kills} kills of apply, {loop.summary}"
