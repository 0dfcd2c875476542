# SPDX-License-Identifier: EUPL-1.2
"""What several writers at once sent and got acknowledged, and the check of a store against it.

Only the store knows the order of the unacknowledged batches; the rest is
known here: what was sent, what was acknowledged and as which commit.
"""

import copy
import json
import threading

from world import Model, batch_text, check_bodies, check_updates, delete, org_number, record, sub_number, upsert

NEW_UNITS = 100  # The most that the batches may add.


class Truth:
    """One register from its import on. Writers call `sent` and `acknowledge` from threads of their own."""

    def __init__(self, entities, sub_entities, filler):
        self._lock = threading.Lock()
        self._settled = Model()  # All commits up to the last one whose order is known.
        self._settled_batches = []
        self._operations = {}  # By batch.
        self._receipts = {}
        self._abandoned = set()
        self._sizes = (entities, sub_entities)
        for index in range(entities):
            self._settled.load("entity", record(org_number(index), "BEGYNNELSEN", vedtektsfestetFormaal=["x" * filler]))
        for index in range(sub_entities):
            self._settled.load("sub-entity", record(sub_number(index), "BEGYNNELSEN", "sub-entity"))

    def sent(self, identifier, operations):
        with self._lock:
            self._operations[identifier] = operations

    def acknowledge(self, receipt):
        with self._lock:
            self._receipts[receipt["batch"]] = receipt

    def moment(self):
        """What was acknowledged so far, and what was sent without acknowledgement (and is not given up)."""
        with self._lock:
            return dict(self._receipts), [name for name in self._operations
                                          if name not in self._receipts and name not in self._abandoned]

    def abandon(self):
        """Gives up the unacknowledged batches; they may still have been applied."""
        with self._lock:
            self._abandoned |= self._operations.keys() - self._receipts.keys()

    def batch(self, random, identifier, size):
        """Makes changes of both kinds, new units and deletions."""
        return [self._operation(random, identifier) for _ in range(size)]

    def _operation(self, random, name):
        entities, sub_entities = self._sizes
        if random.random() < 0.25:
            return upsert(sub_number(random.randrange(sub_entities)), name, "sub-entity")
        if random.random() < 0.1:
            return delete(org_number(random.randrange(1, entities)), random.choice(("2026-07-30", "2026-07-31")))
        number = org_number(random.randrange(1, entities + NEW_UNITS))
        filler = random.choice((0, 100, 3000))
        return upsert(number, name, **({"vedtektsfestetFormaal": [name * (filler // 8)]} if filler else {}))

    def judge(self, report, title, stored, receipts):
        """`receipts` were given before the copy of the store; returns the model of what must be in it."""
        batches, updates, bodies = stored
        names = [row[1] for row in batches]
        rows = {row[1]: row for row in batches}
        with self._lock:
            operations = dict(self._operations)
        lost = [name for name in receipts if name not in rows]
        report.check(not lost, f"{title}: acknowledged and lost: {lost}")
        foreign = [name for name in names if name not in operations]
        report.check(not foreign and len(rows) == len(names), f"{title}: unknown or repeated batches: {foreign}")
        if foreign or lost:
            return self._settled
        model = copy.copy(self._settled)
        model.state, model.updates = dict(self._settled.state), list(self._settled.updates)
        report.check(names[:len(self._settled_batches)] == self._settled_batches, f"{title}: commits in another order")
        for name in names[len(self._settled_batches):]:
            count = model.apply(operations[name])
            report.check(rows[name][3] == count, f"{title}: {name}: {count} updates expected, stored {rows[name]}")
        for name, receipt in receipts.items():
            commit, _, last, changes = rows[name]
            good = receipt["commit"] == commit and receipt["updates"] == changes and (
                not changes or receipt["lastUpdate"] == last == receipt["firstUpdate"] + changes - 1)
            report.check(good, f"{title}: acknowledged {json.dumps(receipt)}, stored {rows[name]}")
        check_updates(report, title, model, updates)
        check_bodies(report, title, model, bodies)
        self._settle(batches, receipts)
        return model

    def _settle(self, batches, receipts):
        """Settles the order of batches up to the last acknowledged one."""
        last = max((receipt["commit"] for receipt in receipts.values()), default=0)
        for commit, name, _, _ in batches[len(self._settled_batches):]:
            if commit > last:
                break
            self._settled.apply(self._operations[name])
            self._settled_batches.append(name)

    def text(self, identifier):
        return batch_text(identifier, self._operations[identifier])
