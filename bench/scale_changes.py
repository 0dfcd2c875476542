# SPDX-License-Identifier: EUPL-1.2
"""One server whose register is in a folder, next to changes: what they cost it and the writer, and look-ups meanwhile."""

import contextlib
import threading
import time

import measure
import searches
from applying import Applying
from changes import changing_copy
from feed_pages import cpu_ns
from scale_loads import Load, middle, rest, servers_processor, serving, size_of

# Few changes, so that the server builds no base: (changes a batch, batches, a second).
CONSTANT_BATCHES = ((10, 200, 25.0), (500, 4, 1.0))
POINT_BATCHES = (100, 20, 5.0)
BESIDE = ((300, 100), (1000, 100))  # Changes a second, in batches of.
BESIDE_RATE = 0.3  # Of the look-ups that the server can answer.
CONNECTIONS = 64
IDLE_S = 1.0


def measure_changes(bench):
    constants = {"changes": {}, "base": measure_base(bench)}
    for size, batches, a_second in CONSTANT_BATCHES:
        with beside(bench) as (server, changing, data):
            constants["changes"][str(size)] = apply_evenly(bench, data, [server], changing, (size, batches, a_second))
    size, batches, a_second = POINT_BATCHES
    with beside(bench) as (server, changing, data):
        measured = apply_evenly(bench, data, [server], changing, POINT_BATCHES)
    points = {f"changes alone, batches of {size}": {"nodes": 1, "changes_a_second": size * a_second, "batch": size, "seconds": batches / a_second,
                                                    "measured": {"cpu": measured["servers_s"] * a_second / batches, "writer": measured["writer_s"] * a_second / batches}}}
    for rate, batch in BESIDE:
        points |= measure_beside(bench, rate, batch)
    return {"constants": constants, "points": points}


@contextlib.contextmanager
def beside(bench):
    """A server on a copy of the register whose bases have all changes."""
    with changing_copy(bench, "scale-copy") as (data, changing), serving(bench, data) as server:
        rest([server])
        yield server, changing, data


def measure_base(bench):
    """The processor seconds of a start that builds the base of the entities, above those of one that does not."""
    with changing_copy(bench, "scale-copy") as (data, _):
        with serving(bench, data) as server:
            usual = cpu_ns(server.pid) / 1e9
            rest([server])
        base = data / "segments/entities.segment"
        size = size_of(base)
        base.unlink()
        with serving(bench, data) as server:
            return {"entities": bench.options.entities, "bytes": size, "seconds": server.seconds, "cpu_s": cpu_ns(server.pid) / 1e9 - usual}


def apply_evenly(bench, data, servers, changing, plan, *options):
    """Sends batches at fixed times; returns the processor seconds of the servers, until they are at rest, and of the writer, each without what they use anyway."""
    size, batches, a_second = plan
    idle = idle_share(servers)
    with Steady(bench, data, changing, options) as steady:
        written = steady.begin(*plan)
        before, begun = seconds_of(servers), time.monotonic()
        writer = written()
        rest(servers)
        taken, seconds = seconds_of(servers) - before, time.monotonic() - begun
    return {"batch": size, "batches": batches, "writer_s": writer, "servers_s": taken - idle * seconds, "seconds": batches / a_second}


def seconds_of(servers):
    return sum(cpu_ns(server.pid) for server in servers) / 1e9


def idle_share(servers):
    """The seconds that servers take a second with nothing to do."""
    before, begun = seconds_of(servers), time.monotonic()
    time.sleep(IDLE_S)
    return (seconds_of(servers) - before) / (time.monotonic() - begun)


def measure_beside(bench, changes_a_second, batch):
    """Look-ups at random times next to changes, which begin with the load, upon a new base."""
    requests = searches.prepare(bench.register.inventory, bench.folder / "searches.json", 5)["look-up"]
    load, seconds = Load(bench, "look-up", requests), bench.options.scale_beside_seconds
    plan = (batch, int(seconds * changes_a_second / batch), changes_a_second / batch)
    rate, found = None, []
    for _ in range(bench.options.scale_rounds):
        with beside(bench) as (server, changing, data):
            rate = rate or round(BESIDE_RATE * load.run([server], 1.0, connections=CONNECTIONS)["per_second"], -2)
            found.append(run_beside(bench, (data, changing), lambda server=server: load.run([server], seconds, rate=rate), plan))
    title = f"look-up, 30 %, next to {changes_a_second:,} changes/s"
    return {title: {"nodes": 1, "requests": "look-up", "rate": rate, "changes_a_second": changes_a_second, "batch": batch, "seconds": seconds, "measured": middle(found)}}


def run_beside(bench, changed, look, plan, *options):
    """Runs a load while batches are applied; adds the processor seconds of the writer a second."""
    data, changing = changed
    _, batches, a_second = plan
    with Steady(bench, data, changing, options) as steady:
        written = steady.begin(*plan)
        figures = look()
        figures["writer"] = written() * a_second / batches
    del figures["quantiles_ms"]
    return figures


class Steady:
    """A writer on the servers' processor that gets batches at fixed times."""

    def __init__(self, bench, data, changing, options):
        self._applying, self._changing = Applying(bench.program, data, *options), changing

    def __enter__(self):
        self._applying.__enter__()
        measure.place([self._applying.pid], {servers_processor()})
        self._applying.send(self._changing.batch(1)[0])  # The process has started when this is acknowledged.
        self._applying.receipt()
        return self

    def __exit__(self, *error):
        self._applying.__exit__(*error)

    def begin(self, size, batches, a_second):
        """Returns a function that waits for the end and gives the processor seconds of the writer."""
        texts = [self._changing.batch(size)[0] for _ in range(batches)]
        before = cpu_ns(self._applying.pid)
        writing = threading.Thread(target=self._write, args=(texts, a_second))
        writing.start()

        def end():
            writing.join()
            return (cpu_ns(self._applying.pid) - before) / 1e9

        return end

    def _write(self, texts, a_second):
        begun = time.monotonic()
        for turn, text in enumerate(texts):
            time.sleep(max(0.0, begun + turn / a_second - time.monotonic()))
            self._applying.send(text)
            self._applying.receipt()
