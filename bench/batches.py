# SPDX-License-Identifier: EUPL-1.2
"""Batches of all sizes: from the acknowledgement to the visibility of the change.

One batch at a time, on an otherwise idle machine; the next one when the server is at rest again, so that the merging
of earlier ones is not measured. The last record of each batch gets a unique name, and the bench looks
it up every two milliseconds.
"""

import time

import measure
from applying import Applying
from asking import Asking
from changes import changing_copy, serving
from visibility import API, LATE_S

SIZES = (1, 100, 1000, 2000, 3000, 6000, 20_000)
LIMITS_S = ((6000, 0.3), (20_000, 1.0))
PAUSE_S = 0.002


def batches_part(bench):
    with changing_copy(bench, "batches") as (data, changing), serving(bench, data) as served:
        # The first round warms the caches of the machine.
        rounds = [[apply_one(bench.program, data, changing, size, served) for size in SIZES] for _ in range(4)][1:]
    show(bench, list(zip(SIZES, zip(*rounds))))


def apply_one(program, data, changing, size, served):
    """Returns seconds from the sending to the acknowledgement and from there to the look-up that has it, and CPU seconds of the server meanwhile."""
    pid, port = served
    measure.await_rest(pid)
    word = f"SYNLIG{time.monotonic_ns()}QZ"
    text, number = changing.batch(size, word)
    with Applying(program, data) as applying:
        cpu, sent = measure.cpu_seconds(pid), time.monotonic()
        applying.send(text)
        applying.receipt()
        acknowledged = time.monotonic()
        asking = Asking(port)  # The server closes connections that are idle for long.
        request = asking.request(f"{API}enheter/{number}")
        while word.encode() not in asking.send(request)[1] and time.monotonic() < acknowledged + LATE_S:
            time.sleep(PAUSE_S)
        seen = time.monotonic()
        return acknowledged - sent, seen - acknowledged, measure.cpu_seconds(pid) - cpu


def show(bench, measured):
    rows = []
    for size, figures in measured:
        limit = next(limit for most, limit in LIMITS_S if size <= most)
        acknowledged, seen, cpu = ([f"{value * 1000:.0f}" for value in sorted(column)] for column in zip(*figures))
        reached = "yes" if max(figure[1] for figure in figures) <= limit else "**no**"
        rows.append([f"{size:,}", f"{acknowledged[1]}", f"{seen[1]}", f"{seen[-1]}", f"{cpu[1]}", f"{limit * 1000:.0f}", reached])
    bench.section("Batches seen", ["operations", "sent → acknowledged, ms", "acknowledged → seen, ms", "most", "CPU of the server, ms", "target", "reached"],
                  rows, "One batch through `orgreg apply -` next to `orgreg serve`, each when the server is at rest; medians of three, and the most. CPU "
                  "includes answering the look-up that asks every 2 ms.")
