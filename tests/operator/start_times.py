#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""How soon a server answers: with its own index, with another build's of the same layout, and without one.

  start_times.py --data FOLDER [--program PATH] [--rounds 5]

FOLDER is a copy of a register for this purpose: its segments are deleted, and made again. Prints medians, from the start of the
process to the open port and to the first 200 of a look-up and of a search.
"""

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire")]

import server  # noqa: E402
from starts import API, ask, other_build  # noqa: E402

SEARCH = f"{API}enheter?naeringskode=62&size=20"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True, type=Path)
    parser.add_argument("--program")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    program = server.find_program(options.program)
    with server.Server(program, options.data) as running:  # All segments exist and are of this build.
        page = json.loads(ask(running.port, f"{API}enheter?size=1000")[2])
    number = page["_embedded"]["enheter"][-1]["organisasjonsnummer"]
    with tempfile.TemporaryDirectory(prefix="orgreg-starts-") as folder:
        other = other_build(program, Path(folder) / "orgreg")
        print(f"{page['page']['totalElements']} entities, {options.rounds} rounds; milliseconds")
        for title, build, makes in (("its own index", program, False), ("another build's index", other, False),
                                    ("no index", program, True)):
            rounds = [start(build, options.data, number, makes) for _ in range(options.rounds)]
            print(f"{title}: port {median(rounds, 0)}, look-up {median(rounds, 1)}, search {median(rounds, 2)}, "
                  f"503 before {sum(row[3] for row in rounds)}", flush=True)


def median(rounds, place):
    return f"{statistics.median(row[place] for row in rounds) * 1000:.0f}"


def start(program, store, number, makes):
    """Ends it by a kill, so that another build does not get as far as an index of its own."""
    if makes:
        for path in store.glob("segments/*.segment"):
            path.unlink()
    begun = time.monotonic()
    process = subprocess.Popen([program, "serve", *server.place(store), "--port", "0", "--log-level", "error"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = int(server.OPEN.match(process.stdout.readline())[1])
        times, refused = [time.monotonic() - begun], 0
        for path in (f"{API}enheter/{number}", SEARCH):
            while (status := answer(port, path)) != 200:
                if status != 503:
                    raise SystemExit(f"{path}: {status}")
                refused += 1
                time.sleep(0.001)
            times.append(time.monotonic() - begun)
        return (*times, refused)
    finally:
        process.kill()
        process.wait()


def answer(port, path):
    try:
        return ask(port, path)[0]
    except http.client.HTTPException as broken:
        raise SystemExit(f"{path}: {broken!r}") from broken


if __name__ == "__main__":
    sys.exit(main())
