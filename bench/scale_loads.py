# SPDX-License-Identifier: EUPL-1.2
"""Loads of bench/paced_client.cc, and what they take of the servers' processor."""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import measure
from feed_pages import cpu_ns

KEPT_QUANTILES = 40
SPIN_S = 3.0
PAUSE_NS = 15_000  # A thread that only reads the clock sees shorter ones all the time.
KEPT_PAUSES = 200
SPINNER = "while True: pass"


def clients_processor():
    return min(os.sched_getaffinity(0))


def servers_processor():
    return max(os.sched_getaffinity(0))


@contextlib.contextmanager
def serving(bench, data, *options):
    """A server with one thread on the servers' processor: its process id, its port, and the seconds from its start to its first answer."""
    port = measure.free_port()
    command = ["taskset", "-c", servers_processor(), bench.program, "serve", "--data", data, "--port", port, "--threads", "1", *options]
    begun = time.monotonic()
    with measure.server(command) as process:
        await_answer(process, f"http://127.0.0.1:{port}/enhetsregisteret/api/enheter?size=1")
        yield Served(process.pid, port, time.monotonic() - begun)


def await_answer(process, url):
    while process.poll() is None:
        with contextlib.suppress(OSError):
            measure.fetch(url)
            return
        time.sleep(0.02)
    sys.exit("a server has ended before it answered")


class Served:
    def __init__(self, pid, port, seconds):
        self.pid, self.port, self.seconds = pid, port, seconds


class Load:
    """Requests that are asked in turn, of one server or of several."""

    def __init__(self, bench, name, requests):
        self._client = bench.programs / "paced_client"
        self._paths = bench.folder / f"scale-{name.replace(' ', '-')}.txt"
        self._paths.write_text("".join(request.path + "\n" for request in requests))

    def run(self, servers, seconds, **options):
        """`options` are those of the client. Returns its figures, and the seconds that the servers took, a second and a request."""
        command = ["taskset", "-c", clients_processor(), self._client, "--port", ",".join(str(server.port) for server in servers),
                   "--paths", self._paths, "--seconds", seconds, "--rate", options.pop("rate", 0)]
        for name, value in options.items():
            command += [f"--{name}", value]
        with subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
            client.stdout.readline()
            before = sum(cpu_ns(server.pid) for server in servers)
            tell(client, "go")
            line = client.stdout.readline()
            cpu = (sum(cpu_ns(server.pid) for server in servers) - before) / 1e9
            tell(client, "end")
        return figures_of(line, cpu)


def tell(client, word):
    client.stdin.write(word + "\n")
    client.stdin.flush()


def figures_of(line, cpu):
    found = json.loads(line) if line else sys.exit("paced_client failed")
    if found["errors"]:
        sys.exit(f"{found['errors']} of {found['requests']} answers were wrong")
    quantiles = found["quantiles_ms"]
    return {"per_second": found["requests"] / found["seconds"], "cpu": cpu / found["seconds"], "cpu_us": cpu * 1e6 / found["requests"],
            "p50_ms": found["p50_ms"], "p90_ms": quantiles[len(quantiles) * 9 // 10], "p99_ms": found["p99_ms"],
            "send_us": found["send_us"], "read_us": found["read_us"], "quantiles_ms": quantiles[::len(quantiles) // KEPT_QUANTILES]}


def in_turn(loads, rounds):
    """Runs all loads, by name, in turn several times; returns the median of each figure."""
    found = {name: [] for name in loads}
    for _ in range(rounds):
        for name, load in loads.items():
            found[name].append(load())
    return {name: middle(each) for name, each in found.items()}


def middle(figures):
    """The median of each number of dictionaries and lists that are alike, with five digits."""
    first = figures[0]
    if isinstance(first, dict):
        return {name: middle([each[name] for each in figures]) for name in first}
    if isinstance(first, list):
        return [middle(list(column)) for column in zip(*figures)]
    return float(f"{statistics.median(figures):.5g}")


def measure_pauses(processor):
    """How often, and for how long, the machine takes a processor away from a thread that never sleeps."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {processor})
    try:
        lengths, begun = [], time.perf_counter_ns()
        last, end = begun, begun + int(SPIN_S * 1e9)
        while last < end:
            now = time.perf_counter_ns()
            if now - last > PAUSE_NS:
                lengths.append((now - last) / 1000)
            last = now
    finally:
        os.sched_setaffinity(0, before)
    lengths.sort()
    step = max(1, len(lengths) // KEPT_PAUSES)
    return {"seconds": SPIN_S, "count": max(1, len(lengths)), "lengths_us": [round(length, 1) for length in lengths[step // 2::step]]}


@contextlib.contextmanager
def busy_processor():
    """Keeps the servers' processor busy with work that gives way to everything."""
    with subprocess.Popen(["taskset", "-c", str(servers_processor()), "nice", "-n", "19", sys.executable, "-c", SPINNER]) as spinner:
        time.sleep(0.2)
        try:
            yield
        finally:
            spinner.kill()


def rest(servers):
    for server in servers:
        measure.await_rest(server.pid)


def size_of(path):
    return sum(file.stat().st_size for file in Path(path).rglob("*") if file.is_file()) if Path(path).is_dir() else Path(path).stat().st_size
