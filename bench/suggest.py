# SPDX-License-Identifier: EUPL-1.2
"""Suggestions on each key: all beginnings of the names of 1,000 units, one in five with a typing error; alone, and next to the mix of searches."""

import json
import multiprocessing
import os
import random
import time
import urllib.parse

import asking
import searches
from measure import cpu_seconds, free_port, server, wait_for

NAMES = 1000
MOST_KEYS = 40  # Of one name.
SHARE_WITH_ERRORS = 0.2
MIX_CLIENTS = 2
LETTERS = "abcdefghijklmnopqrstuvwxyzæøå"
SEARCH = "/enhetsregisteret/api/enheter?"
SUGGEST = "/api/ext/v1/suggest?text="
MOST_P99_MS = 2


def misspelt(name, dice):
    """Returns the name with one letter left out, added, replaced or exchanged with the next."""
    at = dice.randrange(1, max(2, len(name) - 1))
    return dice.choice((name[:at] + name[at + 1:], name[:at] + dice.choice(LETTERS) + name[at:], name[:at] + dice.choice(LETTERS) + name[at + 1:],
                        name[:at] + name[at + 1:at + 2] + name[at:at + 1] + name[at + 2:]))


def drawn_names(port, dice):
    """Names from pages anywhere in the order of numbers."""
    client = asking.Asking(port)
    names = []
    total = int(json.loads(client.get(f"{SEARCH}size=1")[1])["page"]["totalElements"])
    for _ in range(20):
        # Registers have most units of the days of their beginning; the window ends at 10,000.
        year, page = dice.randrange(1995, 2026), dice.randrange(0, 10)
        found = json.loads(client.get(f"{SEARCH}size=100&page={page}&fraRegistreringsdatoEnhetsregisteret={year}-01-01")[1])
        names += [unit["navn"] for unit in found.get("_embedded", {}).get("enheter", [])]
    names = names or [unit["navn"] for unit in json.loads(client.get(f"{SEARCH}size={min(total, 1000)}")[1])["_embedded"]["enheter"]]
    return dice.choices(names, k=NAMES)


def keys_of(names, dice):
    """The texts of a box while the names are typed, one after the other."""
    for name in names:
        text = name.lower()
        if dice.random() < SHARE_WITH_ERRORS and len(text) > 3:
            text = misspelt(text, dice)
        for end in range(1, min(len(text), MOST_KEYS) + 1):
            if text[:end].strip():
                yield text[:end]


def send_mix(port, requests, stop):
    client = asking.Asking(port)
    while not stop.is_set():
        for request in requests:
            client.get(request)
            if stop.is_set():
                return


def ask_all(port, texts):
    """Returns the time of each answer in milliseconds, and the texts of the slowest."""
    client = asking.Asking(port)
    requests = [(text, client.request(SUGGEST + urllib.parse.quote(text))) for text in texts]
    times = []
    for text, request in requests:
        begun = time.perf_counter()
        status, _ = client.send(request)
        times.append(((time.perf_counter() - begun) * 1000, text))
        assert status == 200, text
    return sorted(times)


def row_of(title, times, cpu):
    count = len(times)
    return [title, f"{count:,}", f"{times[count // 2][0]:.2f}", f"{times[count * 99 // 100][0]:.2f}", f"{times[count * 999 // 1000][0]:.2f}",
            f"{times[-1][0]:.1f}", f"{cpu / count * 1000:.2f}" if cpu else ""]


def measure_at(port, pid, mix, seed=1):
    """Returns the rows of the table from a server that is up; no load is added if there is no mix."""
    dice = random.Random(seed)
    texts = list(keys_of(drawn_names(port, dice), dice))
    ask_all(port, texts[:50])
    before = cpu_seconds(pid)
    alone = ask_all(port, texts)
    rows = [row_of("alone", alone, cpu_seconds(pid) - before)]
    if mix:
        stop = multiprocessing.Event()
        loads = [multiprocessing.Process(target=send_mix, args=(port, mix[at::MIX_CLIENTS], stop)) for at in range(MIX_CLIENTS)]
        for load in loads:
            load.start()
        try:
            rows.append(row_of("next to the mix", ask_all(port, texts[:len(texts) // 4]), 0))
        finally:
            stop.set()
            for load in loads:
                load.join()
    return rows, alone[-5:]


def suggest_part(bench):
    bench.register.ensure_store()
    requests = searches.prepare(bench.register.inventory, bench.folder / "searches.json")
    port = free_port()
    with server([bench.program, "serve", "--data", bench.register.data, "--port", port, "--threads", str(max(1, os.cpu_count() // 2))]) as process:
        wait_for(f"http://127.0.0.1:{port}{SEARCH}size=1")
        rows, slowest = measure_at(port, process.pid, [request.path for request in requests["mix"]])
    bench.section("Suggestions while a text is typed", ["load", "answers", "p50 ms", "p99 ms", "p99.9 ms", "most ms", "CPU ms/request"], rows,
                  f"One client types {NAMES:,} names, one in five with an error, and asks on each of the first {MOST_KEYS} keys; next to the mix {MIX_CLIENTS} more clients search "
                  f"without a pause. Target: p99 at most {MOST_P99_MS} ms. The slowest alone: {', '.join(f'{text!r}' for _, text in slowest)}.")
