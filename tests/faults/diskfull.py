# SPDX-License-Identifier: EUPL-1.2
"""D4: the disk is full. Nothing is acknowledged that is not there, reads continue, and everything continues once there is space.

The store is on a small file system, an ext4 in a file or a tmpfs, next to a file that fills it up to
some bytes at a random moment: while batches come through `orgreg apply -`, while files come to
`orgreg apply --follow`, or while a newer inventory is imported. A server answers look-ups, searches and
the feed all the time without one error. When the file is gone, the refused batches are applied and served;
only the failed `apply -` or `import` is started again; `orgreg verify` agrees at every step.
"""

import contextlib
import itertools
import json
import os
import random
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import server
from client import Client
from mounts import make_image, mounted, why_not
from truth import Truth
from world import (API, Applying, Server, check_served, check_sound, make_register, org_number, read_store,
                   record)
from waiting import comes

ENTITIES, SUB_ENTITIES, FILLER = 400, 100, 500
KINDS = ("ext4", "tmpfs")
MIB = 64
SIZES = (1, 1, 5, 20, 100, 400)
LEFT = (0, 0, 4096, 16_384, 65_536, 300_000, 1_000_000)  # Bytes that the filler leaves.
BATCHES = 30  # The most in one filling.
TRIES_WHEN_FULL = 2
# A server that could not read changes retries after 30 s.
RECOVERED_S = 45
SETTLED_S = 20
# The folder of a register that was served has these names (docs/data-folder.md).
IN_A_FOLDER = {"layout", "store.db", "store.db-wal", "store.db-shm", "store.db-position", "usage.db", "usage.db-wal", "usage.db-shm", "secrets", "segments", "files",
               "audit", "documents"}
FILLINGS_OF_A_DISK = 3  # Each time the log takes more of it.


def names_in(store):
    return {json.loads(body)["navn"] for _, body in read_store(store)[2].values()}


class Filler:
    """The file that fills the disk."""

    def __init__(self, disk):
        self._path = disk / "filler"

    def fill(self, left):
        with open(self._path, "wb", buffering=0) as file:
            for size in (1 << 20, 4096, 512):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    pass
            file.truncate(max(0, os.fstat(file.fileno()).st_size - left))

    def free(self):
        self._path.unlink(missing_ok=True)


class Readers(threading.Thread):
    """Sends requests all the time; everything but a 200 is an error."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self._port = port
        self._ending = threading.Event()
        self.errors = []
        self.answers = 0

    def run(self):
        client = Client(self._port)
        for turn in itertools.count():
            if self._ending.is_set():
                return
            for path in (f"enheter/{org_number(0)}", f"underenheter?overordnetEnhet={org_number(0)}&size=3",
                         f"enheter?navn=batch&size={1 + turn % 50}", "oppdateringer/enheter?size=20&includeChanges=true"):
                try:
                    status, body = client.get(API + path)
                except (OSError, ValueError) as failed:
                    client, status, body = Client(self._port), 0, failed
                self.answers += 1
                if status != 200:
                    self.errors.append((path, status, body))
            time.sleep(0.002)

    def stop(self):
        self._ending.set()
        self.join()


class Follower:
    """`orgreg apply --follow`, and its output."""

    def __init__(self, program, store, folder, truth):
        self._folder = folder
        folder.mkdir(exist_ok=True)
        self._errors = open(folder / "errors", "w+", encoding="utf-8")  # noqa: SIM115
        self._process = subprocess.Popen([program, "apply", "--follow", folder, *server.place(store)], text=True,
                                         stdout=subprocess.PIPE, stderr=self._errors, env=server.environment())
        self._truth = truth
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            if line.startswith("{") and line.endswith("\n"):
                self._truth.acknowledge(json.loads(line))

    def drop(self, name, text):
        made = self._folder / f"{name}.tmp"
        made.write_text(text, encoding="utf-8")
        made.rename(self._folder / f"{name}.ndjson")

    def waiting(self):
        return sorted(path.name for path in self._folder.glob("*.ndjson"))

    def alive(self):
        return self._process.poll() is None

    def stop(self):
        self._process.terminate()
        code = self._process.wait(60)
        self._reader.join()
        self._errors.seek(0)
        said = self._errors.read()
        self._errors.close()
        return code, said


class DiskFull:
    def __init__(self, program, report, folder, options):
        self._program = program
        self._report = report
        self._folder = folder
        self._fillings = options.fillings
        self._random = random.Random(options.seed)
        self._serial = itertools.count()
        self.counts = {"batches": 0, "refused for want of space": 0, "refused and there all the same": 0,
                       "imports refused": 0, "imports done": 0, "servers started when full": 0,
                       "servers not started when full": 0, "answers meanwhile": 0}
        self.slowest_s = 0.0

    def run(self):
        for kind in KINDS:
            for first in range(0, self._fillings, FILLINGS_OF_A_DISK):
                image = "tmpfs"
                if kind == "ext4":
                    image = self._folder / "disk.img"
                    make_image(image, MIB)
                with mounted(image, self._folder / kind, f"size={MIB}m" if kind == "tmpfs" else "") as disk:
                    self._on(kind, disk, range(first, min(self._fillings, first + FILLINGS_OF_A_DISK)))

    def _on(self, kind, disk, turns):
        self._store = disk / "store/register"
        self._imported = disk / "imported/register"
        self._truth = Truth(ENTITIES, SUB_ENTITIES, FILLER)
        make_register(self._program, self._store, ENTITIES, SUB_ENTITIES, FILLER)
        make_register(self._program, self._imported, ENTITIES, 0, FILLER)
        self._filler = Filler(disk)
        with Server(self._program, self._store) as running:
            readers = Readers(running.port)
            readers.start()
            try:
                for turn in turns:
                    way = (self._apply, self._follow, self._import)[turn % 3]
                    title = f"{kind}, filling {turn}, {way.__name__[1:]}"
                    way(title)
                    self._check(title, running)
            finally:
                self._filler.free()
                readers.stop()
            self.counts["answers meanwhile"] += readers.answers
            self._report.check(not readers.errors, f"{kind}: {len(readers.errors)} of {readers.answers} answers are "
                                                   f"errors: {readers.errors[:3]}")
            self._report.check(running.alive(), f"{kind}: the server lives")
            self._report.check(running.stop() == 0, f"{kind}: the server ends well: {running.errors()}")
        self._check_left_over(kind)

    def _fill_soon(self):
        """Fills the disk a little later; returns the thread to join."""
        timer = threading.Timer(self._random.uniform(0, 0.12), self._filler.fill, [self._random.choice(LEFT)])
        timer.start()
        return timer

    def _free(self):
        self._filler.free()
        self._freed = time.monotonic()
        free = shutil.disk_usage(self._store.parent).free
        self._report.check(free > MIB << 18, f"the driver's own disk is too small: {free} bytes are left of it")

    def _new_batch(self):
        identifier = f"batch-{next(self._serial)}"
        self.counts["batches"] += 1
        self._truth.sent(identifier, self._truth.batch(self._random, identifier, self._random.choice(SIZES)))
        return identifier

    def _apply(self, title):
        filling = self._fill_soon()
        refused = self._apply_until_refused(title, [self._new_batch() for _ in range(BATCHES)])
        filling.join()
        for _ in range(TRIES_WHEN_FULL):
            refused = self._apply_until_refused(title, refused)
        self._look_while_full(title)
        self._free()
        there = {row[1] for row in read_store(self._store)[0]}
        self.counts["refused and there all the same"] += sum(name in there for name in refused)
        left = self._apply_until_refused(f"{title}, with space again", refused)
        self._report.check(not left, f"{title}: refused with space again: {left}")

    def _apply_until_refused(self, title, identifiers):
        """Returns the batches that were not acknowledged."""
        if not identifiers:
            return []
        applying = Applying(self._program, self._store)
        left = list(identifiers)
        while left:
            receipt = applying.apply(self._truth.text(left[0]))
            if receipt is None:
                break
            self._truth.acknowledge(receipt)
            left.pop(0)
        code = applying.finish()
        if left:
            self.counts["refused for want of space"] += 1
            self._report.check(code == 1 and applying.errors.startswith("orgreg: "),
                               f"{title}: ended with {code} {applying.errors!r}")
        else:
            # Everything is acknowledged; wiping and other work may still fail.
            self._report.check(code in (0, 1), f"{title}: ended with {code} {applying.errors!r}")
        return left

    def _look_while_full(self, title):
        """Other processes read the store too; a server may start, or say why not."""
        check_sound(self._report, f"{title}, while full", self._program, self._store)
        try:
            with Server(self._program, self._store) as another:
                status, _ = Client(another.port).get(f"{API}enheter/{org_number(0)}")
                self._report.check(status == 200, f"{title}: a server started while full answers {status}")
                self.counts["servers started when full"] += 1
        except SystemExit as failed:
            self._report.check("orgreg: " in str(failed), f"{title}: a server started while full: {failed}")
            self.counts["servers not started when full"] += 1

    def _follow(self, title):
        follower = Follower(self._program, self._store, self._folder / f"drop-{next(self._serial)}", self._truth)
        filling = self._fill_soon()
        for _ in range(BATCHES):
            identifier = self._new_batch()
            follower.drop(f"{int(identifier[6:]):06d}", self._truth.text(identifier))
        filling.join()
        comes(lambda: not follower.waiting() or not follower.alive(), 1)
        was_full = follower.waiting()
        self._look_while_full(title)
        self._free()
        good = comes(lambda: not follower.waiting() or not follower.alive(), SETTLED_S)
        left, lived = follower.waiting(), follower.alive()
        code, said = follower.stop()
        self._report.check(good and not left and lived and code == 0,
                           f"{title}: {len(was_full)} files waited while the disk was full, {len(left)} do with space again; "
                           f"{'alive' if lived else 'it had ended'}, {code}: {said[-300:]}")
        if left:
            self._report.check(code == 1 and said.strip(), f"{title}: the follower ended with {code} {said!r}")
            refused = [f"batch-{int(name.split('.')[0])}" for name in left]
            self._report.check(not self._apply_until_refused(title, refused), f"{title}: refused with space again")
        self.counts["refused for want of space"] += bool(left)

    def _import(self, title):
        before = self._names()
        name = f"T{next(self._serial)}"
        inventory = self._folder / "newer.json"
        inventory.write_text(json.dumps([record(org_number(i), name, vedtektsfestetFormaal=["y" * FILLER])
                                         for i in range(ENTITIES)]), encoding="utf-8")
        filling = self._fill_soon()
        time.sleep(self._random.choice((0, 0.13)))
        for _ in range(TRIES_WHEN_FULL):
            done = server.run(self._program, "import", "entities", inventory, *server.place(self._imported))
            self._judge_import(title, done, before, {name})
        filling.join()
        self._apply_until_full(title)
        self._free()
        done = server.run(self._program, "import", "entities", inventory, *server.place(self._imported))
        self._report.check(done.returncode == 0 and self._names() == {name},
                           f"{title}: with space again: {done.returncode} {done.stderr}")

    def _apply_until_full(self, title):
        """Applies one batch that must not fit, or may."""
        identifier = self._new_batch()
        self._apply_until_refused(title, [identifier])

    def _judge_import(self, title, done, before, after):
        with self._copy() as copy:
            names = names_in(copy)
            check_sound(self._report, f"{title}, the imported store", self._program, copy)
        self.counts["imports done" if done.returncode == 0 else "imports refused"] += 1
        if done.returncode == 0:
            self._report.check(names == after, f"{title}: said to be done, but {sorted(names)[:3]}")
        else:
            self._report.check(done.returncode == 1 and "orgreg: " in done.stderr and names in (before, after),
                               f"{title}: {done.returncode} {done.stderr!r}, {sorted(names)[:3]}")

    def _names(self):
        with self._copy() as copy:
            return names_in(copy)

    @contextlib.contextmanager
    def _copy(self):
        """Makes a copy where there is space: a program that opens a store writes a file next to it."""
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            copy = Path(folder, "register")
            shutil.copytree(self._imported, copy, ignore=shutil.ignore_patterns("*-shm", "segments", "files"))
            yield copy

    def _check(self, title, running):
        check_sound(self._report, title, self._program, self._store)
        model = self._truth.judge(self._report, title, read_store(self._store), self._truth.moment()[0])
        client = Client(running.port)
        good = comes(lambda: newest(client) == len(model.updates), RECOVERED_S)
        self._report.check(good, f"{title}: the server is at update {newest(client)} of {len(model.updates)}")
        self.slowest_s = max(self.slowest_s, time.monotonic() - self._freed)
        check_served(self._report, title, running.port, model)

    def _check_left_over(self, kind):
        """Checks that the server leaves the store and its segments when it stops, and no partial files."""
        odd = [path.name for path in self._store.iterdir() if path.name not in IN_A_FOLDER]
        odd += [path.name for path in self._store.glob("segments/*") if path.suffix != ".segment"]
        odd += [path.name for path in self._store.glob("files/*.tmp")]
        self._report.check(not odd, f"{kind}: left over: {odd}")


def newest(client):
    last = 0
    for word in ("enheter", "underenheter"):
        _, body = client.get(f"{API}oppdateringer/{word}?size=1&sort=id,DESC")
        for rows in body.get("_embedded", {}).values():
            last = max(last, int(rows[0]["oppdateringsid"]))
    return last


def run(program, report, folder, options):
    reason = why_not(KINDS)
    if reason:
        return f"skipped, no file system can be mounted: {reason}"
    driver = DiskFull(program, report, Path(folder), options)
    driver.run()
    counts = ", ".join(f"{count} {name}" for name, count in driver.counts.items())
    return (f"{options.fillings} times full on each of {len(KINDS)} file systems, {counts}; "
            f"what was refused is applied and served at the latest {driver.slowest_s:.1f} s after the space was back")
