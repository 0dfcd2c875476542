# SPDX-License-Identifier: EUPL-1.2
"""A replica: how long it takes to begin from nothing, and how soon it has what its source has acknowledged.

Source and replica share the machine and its disk with the writer and the clients, so the times are those of a busy machine. Uses copies.
"""

import contextlib
import os
import shutil
import time
from pathlib import Path

import measure
from changes import API, QUIET_S, Plan, changing_copy, p99_ms, percentiles
from visibility import apply_steadily, look_ups, measure_visibility

TOKEN = "token-of-the-bench-for-replicas"
SEEN_LIMIT_MS = 150
RATIO_LIMIT = 3.0
BEGIN_LIMIT_S = 60
PATIENCE_S = 600


def replicas_part(bench):
    with changing_copy(bench, "replicas") as (data, changing), replica_folder(bench) as place:
        link, token = f"127.0.0.1:{measure.free_port()}", bench.folder / "replica-token"
        token.write_text(TOKEN + "\n")
        with serving(bench, data, "--replicas", link, "--replicas-token-file", token) as source, \
                serving(bench, place, "--source", f"http://{link}", "--source-token-file", token) as replica:
            show_beginning(bench, place, data, replica)
            for server in (source, replica):
                measure.await_rest(server.pid)
            plan = Plan(bench.options.change_seconds, 1000, min(QUIET_S, bench.options.change_seconds))
            show_seen(bench, measure_visibility(bench.program, data, replica.port, changing, plan), plan)
            quiet = look_ups(replica.port, changing, plan.quiet_s).result()
            looking = look_ups(replica.port, changing, plan.quiet_s)
            apply_steadily(bench.program, data, changing, plan._replace(seconds=plan.quiet_s), [])
            show_look_ups(bench, quiet, looking.result())


@contextlib.contextmanager
def replica_folder(bench):
    place = bench.folder / "replica"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    try:
        yield place
    finally:
        shutil.rmtree(place)


class Served:
    """A server: its process id, its port, and the seconds from its start to its first answer."""

    def __init__(self, pid, port, seconds):
        self.pid, self.port, self.seconds = pid, port, seconds


@contextlib.contextmanager
def serving(bench, data, *options):
    port = measure.free_port()
    begun = time.monotonic()
    with measure.server([bench.program, "serve", "--data", data, "--port", port, *options]) as process:
        measure.wait_for(f"http://127.0.0.1:{port}{API}enheter?size=1", patience_s=PATIENCE_S)
        yield Served(process.pid, port, time.monotonic() - begun)


def size_of(path):
    return sum(file.stat().st_size for file in Path(path).rglob("*") if file.is_file())


def show_beginning(bench, place, data, replica):
    seconds, cpu = replica.seconds, measure.cpu_seconds(replica.pid)
    rows = [[f"{bench.options.entities:,}", f"{(data / 'store.db').stat().st_size >> 20:,}",
             f"{seconds:.1f}", f"{cpu:.1f}", f"{measure.memory_mb(replica.pid, 'VmHWM'):.0f}", "yes" if seconds <= BEGIN_LIMIT_S else "**no**"]]
    bench.section("A replica begins from nothing", ["entities", "store of the source MB", "seconds", "CPU s", "peak memory MB", "reached"], rows,
                  f"From the start of `orgreg serve --source` on an empty folder to its first answer of the register, with the index, which it takes "
                  f"from its source. Target: at most {BEGIN_LIMIT_S} s and the transfer. In the end its folder has {size_of(place) >> 20:,} MB.")


def show_seen(bench, figures, plan):
    rows = [[f"acknowledgement → {way} at the replica", len(seconds), *percentiles(seconds), "yes" if p99_ms(seconds) <= SEEN_LIMIT_MS else "**no**"]
            for way, seconds in figures["seen"].items()]
    rows.append(["batch sent → acknowledgement by the source", len(figures["acknowledged"]), *percentiles(figures["acknowledged"]), ""])
    bench.section("Changes seen at a replica", ["", "batches", "p50 ms", "p99 ms", "most ms", "reached"], rows,
                  f"{plan.changes_a_second:,} changes/s in batches of 100 for {plan.seconds:.0f} s, {figures['changes a second']:,.0f} were acknowledged a "
                  f"second by `orgreg apply` on the folder of the source. Source, replica, writer and clients share {os.cpu_count()} processors. "
                  f"Target: p99 at most {SEEN_LIMIT_MS} ms.")


def show_look_ups(bench, quiet, during):
    ratio = p99_ms(during) / p99_ms(quiet)
    rows = [["quiet", len(quiet), *percentiles(quiet, 3), "", ""],
            ["during the changes", len(during), *percentiles(during, 3), f"{ratio:.2f}", "yes" if ratio <= RATIO_LIMIT else "**no**"]]
    bench.section("Look-ups at a replica next to changes", ["", "look-ups", "p50 ms", "p99 ms", "most ms", "p99 / quiet", "reached"], rows,
                  f"500 look-ups/s at fixed times over one connection. Target: p99 during the changes at most {RATIO_LIMIT:.0f} times the quiet one.")
