# SPDX-License-Identifier: EUPL-1.2
"""D2: the power goes. Acknowledged batches are on the disk, whole and once.

The store is on an ext4 in a file, alternately with ordered data and with data written back in any
order. Only synced data reaches that file, or data that the kernel happened to write: it is
set to write nothing by itself, and some cuts write parts of the store's files, or the file
system's journal, just before. Two writers apply batches, sometimes next to a server. At some
moment, in half of the cuts right after an acknowledgement, all are stopped, the file is copied
as it is, and the copy is mounted, verified, served, and used further.

A copy holds every write that the loop device got, so a disk that loses flushed data is not
tested.
"""

import ctypes
import itertools
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import threading
import time
from pathlib import Path

import shim
from mounts import WritebackOff, make_image, mounted, must, why_not
from truth import Truth
from world import Applying, Server, batch_text, check_served, check_sound, make_register, read_store

ENTITIES, SUB_ENTITIES, FILLER = 300, 100, 300
WRITERS = 2
IMAGE_MIB = 96
CUTS_OF_AN_IMAGE = 5
SIZES = (1, 1, 5, 20, 100, 400)
STOP_S = 10
OPTIONS = ("commit=600", "commit=600,data=writeback")
BLOCK = 4096
LIBC = ctypes.CDLL(None, use_errno=True)
SYNC_FILE_RANGE_WAIT_AND_WRITE = 1 | 2 | 4


class Writer(threading.Thread):
    """Applies batches until it is stopped; then it is killed or its input ends."""

    def __init__(self, cut, index, serial, seed):
        super().__init__(daemon=True)
        self._cut = cut
        self._index = index
        self._serial = serial
        self._random = random.Random(seed)
        self._ending = threading.Event()
        self.applying = Applying(cut.program, cut.store, cut.environment)
        self.killed = False
        self.end = None

    def run(self):
        while not self._ending.is_set():
            identifier = f"batch-{self._index}-{next(self._serial)}"
            self._cut.truth.sent(identifier, self._cut.truth.batch(self._random, identifier, self._random.choice(SIZES)))
            receipt = self.applying.apply(self._cut.truth.text(identifier))
            if receipt is None:
                break
            self._cut.truth.acknowledge(receipt)
            self._cut.acknowledged.set()
        self.end = self.applying.finish(), self.applying.errors

    def stop(self, kill):
        self.killed = kill
        self._ending.set()
        if kill:
            self.applying.kill()


class PowerCut:
    def __init__(self, program, report, folder, seed):
        self.program = program
        self.environment = None  # The environment of the writers.
        self._report = report
        self._folder = folder
        self._random = random.Random(seed)
        self._serial = itertools.count()
        self.acknowledged = threading.Event()
        self.store = self.truth = None
        self.counts = {"right after an acknowledgement": 0, "next to a server": 0, "acknowledged batches kept": 0,
                       "others whole": 0, "others absent": 0}
        self.slowest_s = 0.0

    def run(self, cuts):
        with WritebackOff() as is_off:
            for image, first in enumerate(range(0, cuts, CUTS_OF_AN_IMAGE)):
                self._image(OPTIONS[image % 2], first, min(cuts, first + CUTS_OF_AN_IMAGE), image // 2 % 2 == 1)
        return is_off

    def _image(self, options, first, last, with_server):
        """Makes a new file system with a new register."""
        image = self._folder / "disk.img"
        make_image(image, IMAGE_MIB)
        self.truth = Truth(ENTITIES, SUB_ENTITIES, FILLER)
        with mounted(image, self._folder / "disk", options) as disk:
            self.store = disk / "store"
            make_register(self.program, self.store, ENTITIES, SUB_ENTITIES, FILLER)
            must("sync", "-f", disk)
            server = Server(self.program, self.store).__enter__() if with_server else None
            try:
                for turn in range(first, last):
                    self._cut(turn, options, server, image)
            finally:
                if server:
                    self._report.check(server.stop() == 0, f"cut {last}: the server ends well: {server.errors()}")

    def _cut(self, turn, options, server, image):
        title = f"cut {turn} ({options}{', served' if server else ''})"
        writers = [Writer(self, i, self._serial, self._random.random()) for i in range(WRITERS)]
        for writer in writers:
            writer.start()
        self._wait_for_moment(turn)
        pids = [writer.applying.pid for writer in writers] + ([server.pid] if server else [])
        try:
            stop_all(pids)
            self._write_some_back()
            cut = self._folder / "cut.img"
            must("cp", "--sparse=always", image, cut)
            moment = self.truth.moment()  # All processes are stopped, so no acknowledgement is younger than the copy.
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
        self._end(title, writers)
        self.counts["next to a server"] += bool(server)
        begun = time.monotonic()
        with mounted(cut, self._folder / "cut") as there:
            self._check(title, there / "store", moment)
        cut.unlink()
        self.slowest_s = max(self.slowest_s, time.monotonic() - begun)

    def _wait_for_moment(self, turn):
        time.sleep(self._random.uniform(0.0, 0.25))
        if turn % 2:
            return
        self.acknowledged.clear()
        self.counts["right after an acknowledgement"] += self.acknowledged.wait(STOP_S)

    def _write_some_back(self):
        """Does what the kernel may do at any time: writes pages of files, or commits its journal."""
        if self._random.random() < 0.5:
            for path in self.store.rglob("*"):
                if path.is_file() and self._random.random() < 0.7:
                    self._write_blocks(path)
        if self._random.random() < 0.25:
            with open(self.store.parent / "other", "w", encoding="ascii") as other:
                other.write("x")
                other.flush()
                os.fsync(other.fileno())

    def _write_blocks(self, path):
        file = os.open(path, os.O_RDONLY)
        try:
            blocks = range(-(-os.fstat(file).st_size // BLOCK))
            share = self._random.choice((0.1, 0.5, 1.0))
            for block in blocks:
                if self._random.random() < share:
                    LIBC.sync_file_range(file, ctypes.c_int64(block * BLOCK), ctypes.c_int64(BLOCK),
                                         SYNC_FILE_RANGE_WAIT_AND_WRITE)
        finally:
            os.close(file)

    def _end(self, title, writers):
        kill = self._random.random() < 0.5
        for writer in writers:
            writer.stop(kill)
        for writer in writers:
            writer.join()
        self.truth.abandon()
        for writer in writers:
            self._report.check(writer.end[0] in ((-9, 0) if writer.killed else (0,)), f"{title}: a writer ended with {writer.end}")

    def _check(self, title, store, moment):
        try:
            self._look_into(title, store, moment)
        except (SystemExit, sqlite3.Error, OSError, ValueError, LookupError) as failed:
            self._report.check(False, f"{title}: {type(failed).__name__} {failed}")

    def _look_into(self, title, store, moment):
        receipts, others = moment
        check_sound(self._report, title, self.program, store)
        stored = read_store(store)
        names = {row[1] for row in stored[0]}
        model = self.truth.judge(self._report, title, stored, receipts)
        whole = [name for name in others if name in names]
        self.counts["acknowledged batches kept"] += len(receipts)
        self.counts["others whole"] += len(whole)
        self.counts["others absent"] += len(others) - len(whole)
        with Server(self.program, store) as running:
            check_served(self._report, title, running.port, model)
            self._go_on(title, store, others, whole)
        check_sound(self._report, f"{title}, taken on with", self.program, store)

    def _go_on(self, title, store, others, whole):
        """Sends the unacknowledged batches again, and one more batch."""
        more = f"more-{next(self._serial)}"
        texts = {name: self.truth.text(name) for name in others}
        texts[more] = batch_text(more, self.truth.batch(self._random, more, 5))
        applying = Applying(self.program, store)
        for name, text in texts.items():
            receipt = applying.apply(text)
            self._report.check(receipt and receipt["repeated"] == (name in whole), f"{title}: {name} sent again: {receipt}")
        code = applying.finish()
        self._report.check(code == 0, f"{title}: taken on with: {code} {applying.errors}")


def stop_all(pids):
    """None of their threads runs when this returns."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    end = time.monotonic() + STOP_S
    while not all(is_stopped(task) for pid in pids for task in Path(f"/proc/{pid}/task").iterdir()):
        if time.monotonic() > end:
            raise SystemExit(f"processes {pids} do not stop")
        time.sleep(0.001)


def is_stopped(task):
    """A task that has ended changes nothing either."""
    try:
        return (task / "stat").read_text().rsplit(")", 1)[1].split()[0] in "TtZX"
    except OSError:
        return True


def quick_folder(otherwise):
    """Returns a folder in memory if there is room: images are copied and mounted there without waiting for a disk."""
    memory = Path("/dev/shm")
    has_room = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 4 * IMAGE_MIB << 20
    return memory if has_room else otherwise


class Breaches:
    """A report of expected failures."""

    def __init__(self):
        self.failed = 0

    def check(self, good, _):
        self.failed += not good
        return good


def control(program, report, folder, seed):
    """Cuts with writers whose syncs do nothing: the checks must notice these, or the cuts prove nothing."""
    preloaded = shim.build(folder)
    if not shim.can_be_preloaded(preloaded, program):
        return "no"
    breaches = Breaches()
    driver = PowerCut(program, breaches, folder, seed)
    driver.environment = {"ORGREG_SANDBOX": "false", "LD_PRELOAD": str(preloaded), "FAULT_FOLDER": str(folder), "FAULT_CALL": "sync",
                          "FAULT_AT": "1", "FAULT_FOREVER": "1", "FAULT_ERRNO": "-2"}
    driver.run(CUTS_OF_AN_IMAGE)
    report.check(breaches.failed, "writers that do not sync are not found out")
    return breaches.failed


def run(program, report, folder, options):
    reason = why_not()
    if reason:
        return f"skipped, no file system can be mounted: {reason}"
    with tempfile.TemporaryDirectory(prefix="orgreg-powercut-", dir=quick_folder(folder)) as quick:
        breaches = control(program, report, Path(quick), options.seed)
        driver = PowerCut(program, report, Path(quick), options.seed)
        is_off = driver.run(options.cuts)
    counts = ", ".join(f"{count} {name}" for name, count in driver.counts.items())
    return (f"{options.cuts} cuts, {counts}, {breaches} breaches seen where writers did not sync, the slowest taken and checked in {driver.slowest_s:.1f} s"
            f"{'' if is_off else '; the kernel also wrote by itself, which could not be switched off'}")
