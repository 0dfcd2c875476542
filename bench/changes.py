# SPDX-License-Identifier: EUPL-1.2
"""Changes: how many are acknowledged a second, how soon they are seen, and what a page of a long feed costs.

Everything uses copies: the register of --folder is not changed. Apart from the log of 16 million lines, which is made once and
kept (some seven minutes), this takes about seven minutes.
"""

import contextlib
import gzip
import json
import os
import queue
import random
import shutil
import threading
import time
from typing import NamedTuple

import measure
import registers
from applying import Applying, batch_text, upsert_line
from feed_pages import measure_pages, show_pages
from visibility import API, measure_look_ups, measure_visibility

PLACE_OF_NAME = "@@"
SAMPLE = 100_000  # Entities that change, spread over the register.
SIZES = (1, 100, 10_000)
QUIET_S = 15.0
SEEN_LIMIT_MS = 100
RATIO_LIMIT = 3.0
SYNCS_S = 1.0


class Plan(NamedTuple):
    """The plan of the visibility."""
    seconds: float
    changes_a_second: int
    quiet_s: float


class Changing:
    """Endless changes: entities of the register in turn, each time with another name."""

    def __init__(self, inventory, entities):
        self._lines, self.numbers = [], []
        self.entities = entities
        step = max(1, entities // SAMPLE)
        with gzip.open(inventory / "enheter_alle.json.gz", "rt", encoding="utf-8") as lines:
            for place, line in enumerate(lines):
                if place % step == 0 and len(line) > 3:
                    self._add(json.loads(line.strip().rstrip(",")))
        random.Random(1).shuffle(self._lines)
        self._numbers_in_turn = [json.loads(line)["record"]["organisasjonsnummer"] for line in self._lines]
        self._at = self._turn = 0

    def _add(self, record):
        self.numbers.append(record["organisasjonsnummer"])
        self._lines.append(upsert_line({**record, "navn": f"{record['navn']} {PLACE_OF_NAME}"}))

    def batch(self, size, word=None):
        """The text of the next batch and the number of its last entity, which gets `word` into its name."""
        self._turn += 1
        taken = []
        while len(taken) < size:
            part = self._lines[self._at:self._at + size - len(taken)]
            taken += part
            self._at = (self._at + len(part)) % len(self._lines)
        name = f"NR{self._turn}"
        last = taken.pop().replace(PLACE_OF_NAME, word or name)
        text = "".join(taken).replace(PLACE_OF_NAME, name) + last
        return batch_text(f"bench-{self._turn}", size, text), self._numbers_in_turn[self._at - 1]


def changes_part(bench):
    with changing_copy(bench, "changes") as (data, changing):
        with serving(bench, data) as served:
            measure.await_rest(served[0])
            plan = Plan(bench.options.change_seconds, 1000, min(QUIET_S, bench.options.change_seconds))
            show_visibility(bench, measure_visibility(bench.program, data, served[1], changing, plan), plan)
            show_look_ups(bench, measure_look_ups(bench.program, data, served, changing, plan))
            next_to_it = measure_rates(bench, data, changing)
        show_rates(bench, {"served": next_to_it, "alone": measure_rates(bench, data, changing), "syncs": syncs_per_second(data.parent)})
    show_pages(bench, measure_pages(bench))


@contextlib.contextmanager
def changing_copy(bench, name):
    """Copies the register into a folder of that name, for this time only; gives its folder and changes for it."""
    bench.register.ensure_store()
    changing = Changing(bench.register.inventory, bench.options.entities)
    folder = bench.folder / name
    try:
        registers.copy(bench.register.data, folder, "files")
        yield folder, changing
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def serving(bench, data):
    """A server on the register, once it answers: its process id and its port."""
    port = measure.free_port()
    with measure.server([bench.program, "serve", "--data", data, "--port", port]) as process:
        measure.wait_for(f"http://127.0.0.1:{port}{API}enheter?size=1")
        yield process.pid, port


def measure_rates(bench, data, changing, *options):
    """Maps a size of a batch to figures of a stream, and of one change after the receipt of the one before. The options are those of `orgreg apply`."""
    def applying():
        return Applying(bench.program, data, *options)
    rates = {f"{size:,}": stream(bench, applying(), changing, size) for size in SIZES}
    rates["1, each after the receipt of the one before"] = one_by_one(bench, applying(), changing)
    return rates


def stream(bench, process, changing, size):
    """One process gets batches as fast as it takes them; the clock runs until the last one is acknowledged."""
    with process as applying:
        # One batch before the clock runs: the process has started then.
        applying.send(changing.batch(size)[0])
        applying.receipt()
        before, begun = measure.cpu_seconds(applying.pid), time.monotonic()
        sent = queue.SimpleQueue()
        sender = threading.Thread(target=feed, args=(applying, changing, size, (begun + bench.options.rate_seconds, sent)))
        sender.start()
        batches = 0
        while sent.get():
            applying.receipt()
            batches += 1
        seconds = time.monotonic() - begun
        sender.join()
        cpu = measure.cpu_seconds(applying.pid) - before
    changes = batches * size
    return {"per_second": changes / seconds, "cpu_us": cpu / changes * 1e6}


def feed(applying, changing, size, until):
    """Yields True for each batch that was sent, and False when there are no more."""
    end, sent = until
    while time.monotonic() < end:
        applying.send(changing.batch(size)[0])
        sent.put(True)
    sent.put(False)


def one_by_one(bench, process, changing):
    changes = 0
    with process as applying:
        applying.send(changing.batch(1)[0])
        applying.receipt()
        before, begun = measure.cpu_seconds(applying.pid), time.monotonic()
        while (now := time.monotonic()) < begun + bench.options.rate_seconds:
            applying.send(changing.batch(1)[0])
            applying.receipt()
            changes += 1
        cpu = measure.cpu_seconds(applying.pid) - before
    return {"per_second": changes / (now - begun), "cpu_us": cpu / changes * 1e6}


def syncs_per_second(folder):
    """Measures the disk: 4 KiB written into a file and synced, one after the other."""
    with open(folder / "syncs", "wb", buffering=0) as file:
        file.write(bytes(1 << 20))
        os.fsync(file.fileno())
        begun, done = time.monotonic(), 0
        while time.monotonic() < begun + SYNCS_S:
            os.pwrite(file.fileno(), os.urandom(4096), done % 256 * 4096)
            os.fdatasync(file.fileno())
            done += 1
        return done / (time.monotonic() - begun)


def rate_rows(one, other):
    """Rows of a table: changes a second of both, and their CPU."""
    return [[size, f"{one[size]['per_second']:,.0f}", f"{other[size]['per_second']:,.0f}",
             f"{one[size]['cpu_us']:.1f}", f"{other[size]['cpu_us']:.1f}"] for size in one]


def show_rates(bench, rates):
    rows = rate_rows(rates["alone"], rates["served"])
    bench.section("Changes acknowledged", ["changes a batch", "changes/s, alone", "changes/s, next to a server", "CPU µs/change, alone",
                                           "CPU µs/change, next to a server"], rows,
                  f"One `orgreg apply -` fed by a pipe for {bench.options.rate_seconds:.0f} s; each batch is one transaction, acknowledged when the disk "
                  f"has it (this disk: {rates['syncs']:,.0f} times 4 KiB written and synced a second). Whole records of the register, each with "
                  f"another name. CPU of `orgreg apply`. Next to a server: `orgreg serve` on the same register reads each change.")


def percentiles(seconds, digits=1):
    """Returns p50, p99 and the maximum, in ms."""
    ordered = sorted(seconds)
    return [f"{value * 1000:.{digits}f}" for value in (ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])]


def show_visibility(bench, figures, plan):
    rows = [[f"acknowledgement → {way}", len(seconds), *percentiles(seconds), reached(seconds)] for way, seconds in figures["seen"].items()]
    rows.append(["batch sent → acknowledgement", len(figures["acknowledged"]), *percentiles(figures["acknowledged"]), ""])
    bench.section("Changes seen", ["", "batches", "p50 ms", "p99 ms", "most ms", "reached"], rows,
                  f"{plan.changes_a_second:,} changes/s in batches of 100 for {plan.seconds:.0f} s against the whole register, {figures['changes a second']:,.0f} "
                  f"were acknowledged a second. From the moment in which the receipt is read to an answer that has the change, asked for every "
                  f"millisecond over a kept connection, one for each way. Target: p99 at most {SEEN_LIMIT_MS} ms.")


def show_look_ups(bench, figures):
    rows = []
    for placement, looked in figures.items():
        for name, seconds in looked.items():
            ratio = p99_ms(seconds) / p99_ms(looked["quiet"])
            last = ["", ""] if name == "quiet" else [f"{ratio:.2f}", "yes" if ratio <= RATIO_LIMIT else "**no**"]
            rows.append([placement, name, len(seconds), *percentiles(seconds, 3), *last])
    bench.section("Look-ups next to changes", ["placement", "", "look-ups", "p50 ms", "p99 ms", "most ms", "p99 / quiet", "reached"], rows,
                  f"500 look-ups/s at fixed times over one connection, before such changes, during them, and during them while the server "
                  f"builds a base of the entities, in each placement of the processes. "
                  f"Target: p99 during the changes at most {RATIO_LIMIT:.0f} times the quiet one.")


def p99_ms(seconds):
    return sorted(seconds)[len(seconds) * 99 // 100] * 1000


def reached(seconds):
    return "yes" if p99_ms(seconds) <= SEEN_LIMIT_MS else "**no**"
