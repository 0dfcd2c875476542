# SPDX-License-Identifier: EUPL-1.2
"""D3, D4: every k-th write, sync, truncation, opening or renaming fails, once or for ever.

Three batches go through one `orgreg apply -` whose calls fail. An acknowledgement means that
the batch is there; without one it is there whole or not at all, the process has ended with
code 1 and a message, and the same batch succeeds afterwards. After a failed sync nothing
more is acknowledged, nor after a failed sync of the folder, unless the name of the
write-ahead log was synced in another way. This is tested alone, so that the closing of the store is
reached too, and next to a server, which serves the old or the new state all the time. `orgreg import` of
a newer inventory is tested in the same way.
"""

import errno
import json
import random
import subprocess
from pathlib import Path

import server
import shim
from client import Client
from world import (API, Applying, Model, Server, batch_text, check_bodies, check_sound, make_register,
                   org_number, read_store, record, upsert)
from waiting import comes

ENTITIES = 120
SHORT = -1  # A write of half the bytes, as by a disk that is filling up.
KINDS = (("write", errno.EIO, False), ("write", errno.ENOSPC, True), ("write", SHORT, False), ("write", SHORT, True),
         ("write", errno.EFBIG, False), ("sync", errno.EIO, False), ("sync", errno.EIO, True),
         ("truncate", errno.EIO, False), ("truncate", errno.ENOSPC, True), ("open", errno.EMFILE, False),
         ("open", errno.EACCES, True), ("rename", errno.EIO, False), ("any", errno.ENOSPC, True))
SIZES = (1, 80, 1)


class Faults:
    def __init__(self, program, report, folder, options):
        self._program = program
        self._report = report
        self._folder = folder
        self._most = options.faults
        self._random = random.Random(options.seed)
        self._shim = shim.build(folder)
        self._store = folder / "store/register"
        self._log = folder / "faults.log"
        self._model = Model()
        self._client = None  # The client of the server that runs meanwhile, if any.
        self._turn = 0
        self._last_number = None
        self.counts = {"tried": 0, "reached": 0, "withheld": 0, "there all the same": 0, "servers started": 0,
                       "servers not started": 0}

    def run(self):
        make_register(self._program, self._store, ENTITIES, filler=200)
        for index in range(ENTITIES):
            self._model.load("entity", record(org_number(index), "BEGYNNELSEN", vedtektsfestetFormaal=["x" * 200]))
        for call, code, forever in KINDS:
            self._each("alone", self._apply, call, code, forever)
        with Server(self._program, self._store) as running:
            self._client = Client(running.port)
            for call, code, forever in KINDS:
                self._each("served", self._apply_next_to_server, call, code, forever)
            self._report.check(running.alive(), "the server lives")
            self._client = None
        for call, code, forever in KINDS:
            self._each("import", self._import, call, code, forever)
        for call, code, forever in KINDS:
            self._serve_without_disk(call, code, forever)

    def _serve_without_disk(self, call, code, forever):
        """A server that can never write, or fails to write once, serves; or says why it does not start."""
        title = f"serve, {call} {errno.errorcode.get(code, 'short')} {'for ever' if forever else 'once'}"
        for path in self._store.glob("segments/*.segment"):
            path.unlink()
        running = Server(self._program, self._store, env=self._environment(call, code, forever, 1))
        try:
            running.__enter__()
        except SystemExit as failed:
            self.counts["servers not started"] += 1
            self._report.check("orgreg: " in str(failed), f"{title}: {failed}")
            return
        self.counts["servers started"] += 1
        client = Client(running.port)
        for number in (org_number(1), org_number(ENTITIES - 1)):
            status, body = client.get(f"{API}enheter/{number}")
            wanted = self._model.state["entity", number][1]["navn"]
            self._report.check(status == 200 and body["navn"] == wanted, f"{title}: {number}: {status} {body}")
        self._report.check(running.stop() == 0, f"{title}: {running.errors()}")

    def _each(self, mode, attempt, call, code, forever):
        title = f"{mode}, {call} {errno.errorcode.get(code, 'short')} {'for ever' if forever else 'once'}"
        total = attempt(f"{title}, none", self._environment(call, code, forever, 0))
        # The run without faults counts the calls; two more are added, in case a run makes more.
        places = list(range(1, total + 3))
        if len(places) > self._most:
            places = sorted(self._random.sample(places, self._most))
        for at in places:
            attempt(f"{title}, {at}", self._environment(call, code, forever, at))

    def _environment(self, call, code, forever, at):
        return {"ORGREG_SANDBOX": "false", "LD_PRELOAD": str(self._shim), "FAULT_FOLDER": str(self._store.parent), "FAULT_CALL": call,
                "FAULT_AT": str(at), "FAULT_ERRNO": str(code), "FAULT_FOREVER": str(int(forever)),
                "FAULT_LOG": str(self._log)}

    def _failed_calls(self):
        lines = [line.split() for line in self._log.read_text().splitlines()] if self._log.exists() else []
        failed = [name for name, _ in lines if name not in ("calls", "folder-synced")]
        return failed, sum(int(n) for name, n in lines if name == "calls")

    def _may_lose_name(self):
        """Whether this process made the log and no sync of the folder has made its name durable."""
        lines = self._log.read_text().splitlines() if self._log.exists() else []
        names = {line.split()[0] for line in lines}
        return self._client is None and "folder" in names and "folder-synced" not in names

    def _batches(self):
        """Returns a batch of one unit, one of many with much text, and one of one unit again."""
        self._turn += 1
        batches = []
        for part, size in enumerate(SIZES):
            name = f"T{self._turn}D{part}"
            filler = {"vedtektsfestetFormaal": [f"{name} " * 200]} if size > 1 else {}
            first = self._random.randrange(1, ENTITIES - size)
            batches.append((name, [upsert(org_number(first + i), name, **filler) for i in range(size)]))
            self._last_number = org_number(first)
        return batches

    def _apply(self, title, environment):
        """Returns the number of calls that could have failed."""
        batches = self._batches()
        self._log.unlink(missing_ok=True)
        applying, acknowledged, unsafe = Applying(self._program, self._store, environment), 0, False
        for identifier, operations in batches:
            unsafe = unsafe or "sync" in self._failed_calls()[0]
            receipt = applying.apply(batch_text(identifier, operations))
            if receipt is None:
                break
            acknowledged += 1
            self._report.check(receipt["batch"] == identifier and not receipt["repeated"], f"{title}: {receipt}")
            self._report.check(not unsafe, f"{title}: {identifier} acknowledged after a failed sync")
            self._report.check(not self._may_lose_name(), f"{title}: {identifier} acknowledged after a failed sync of "
                                                          "the folder: the write-ahead log may be lost in a power cut")
        code = applying.finish()
        self._judge(title, batches, acknowledged, (code, applying.errors))
        return self._failed_calls()[1]

    def _judge(self, title, batches, acknowledged, end):
        failed, _ = self._failed_calls()
        self.counts["tried"] += 1
        self.counts["reached"] += bool(failed)
        self._look_meanwhile(title, batches)
        if acknowledged < len(batches):
            self.counts["withheld"] += 1
            self._report.check(end[0] == 1 and end[1].strip() and failed, f"{title}: ended with {end}, failed {failed}")
        else:
            self._report.check(end[0] in (0, 1), f"{title}: ended with {end}")
        stored = {row[1] for row in read_store(self._store)[0]}
        names = [identifier for identifier, _ in batches]
        there = sum(name in stored for name in names)
        self.counts["there all the same"] += max(0, there - acknowledged)
        self._report.check(set(names[:there]) <= stored and there >= acknowledged,
                           f"{title}: {acknowledged} acknowledged, in the store {sorted(stored & set(names))}")
        for _, operations in batches[:there]:
            self._model.apply(operations)
        bodies = read_store(self._store)[2]
        check_bodies(self._report, title, self._model, bodies)
        check_sound(self._report, title, self._program, self._store)
        self._send_again(title, batches, there, acknowledged)

    def _look_meanwhile(self, title, batches):
        """Checks that the server serves the old records, or a batch that is there."""
        if not self._client:
            return
        number = batches[1][1][0]["record"]["organisasjonsnummer"]
        names = {self._model.state["entity", number][1]["navn"]}
        names |= {operation["record"]["navn"] for _, operations in batches for operation in operations
                  if operation["record"]["organisasjonsnummer"] == number}
        status, body = self._client.get(f"{API}enheter/{number}")
        self._report.check(status == 200 and body["navn"] in names, f"{title}: meanwhile {number}: {status}, "
                           f"{body and body.get('navn')} and not of {names}")

    def _send_again(self, title, batches, there, acknowledged):
        if acknowledged == len(batches):
            return
        applying = Applying(self._program, self._store)
        for place, (identifier, operations) in enumerate(batches[acknowledged:], acknowledged):
            receipt = applying.apply(batch_text(identifier, operations))
            self._report.check(receipt and receipt["repeated"] == (place < there), f"{title}: {identifier} again: {receipt}")
            if place >= there:
                self._model.apply(operations)
        code = applying.finish()
        self._report.check(code == 0, f"{title}: afterwards: {code} {applying.errors}")

    def _apply_next_to_server(self, title, environment):
        total = self._apply(title, environment)
        # The last batch writes it: if it is served, all earlier batches are there.
        number = self._last_number
        wanted = self._model.state["entity", number][1]["navn"]
        served = []

        def is_served():
            served[:] = [self._client.get(f"{API}enheter/{number}")]
            return served[0][0] == 200 and served[0][1]["navn"] == wanted

        self._report.check(comes(is_served, 5), f"{title}: {number} should be {wanted}, served {served}")
        return total

    def _import(self, title, environment):
        self._turn += 1
        made = [record(org_number(index), f"T{self._turn}") for index in range(ENTITIES)]
        inventory = self._folder / "newer.json"
        inventory.write_text(json.dumps(made), encoding="utf-8")
        self._log.unlink(missing_ok=True)
        done = subprocess.run([self._program, "import", "entities", inventory, *server.place(self._store)],
                              env=server.environment(environment), capture_output=True, text=True, check=False,
                              timeout=60)
        failed, total = self._failed_calls()
        self.counts["tried"] += 1
        self.counts["reached"] += bool(failed)
        self._report.check(done.returncode == 0 or (done.returncode == 1 and done.stderr.strip() and failed),
                           f"{title}: {done.returncode} {done.stderr}")
        bodies = read_store(self._store)[2]
        is_new = json.loads(bodies["entity", org_number(0)][1])["navn"] == f"T{self._turn}"
        self._report.check(is_new or done.returncode != 0, f"{title}: said to be done and is not")
        self.counts["withheld"] += done.returncode != 0
        self.counts["there all the same"] += is_new and done.returncode != 0
        if is_new:
            for new in made:
                self._model.load("entity", new)
        check_bodies(self._report, title, self._model, bodies)
        check_sound(self._report, title, self._program, self._store)
        return total


def run(program, report, folder, options):
    faults = Faults(program, report, Path(folder), options)
    if not shim.can_be_preloaded(faults._shim, program):
        return "skipped, nothing can be preloaded into this program"
    faults.run()
    return ", ".join(f"{count} {name}" for name, count in faults.counts.items())
