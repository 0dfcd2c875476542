#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The cost of overwriting freed memory: CPU of authorised look-ups and inventories, with and without.

  wiping.py PROGRAM [ENTITIES [PAIRS]]

It needs root: one server serves both, and its flag (auth/freed_memory.cc) is switched in its memory between the
halves of each pair, so that nothing else differs.
"""

import glob
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path[:0] = [str(TESTS / "authorised"), str(TESTS / "wire"), str(TESTS / "property")]

from http_client import Connection  # noqa: E402
from issuer import Key, token  # noqa: E402
from place import ALL_ROLES, Place, bearer, roles_of  # noqa: E402

FLAG = "auth::(anonymous namespace)::wipes"
LOOK_UPS, A_CONNECTION, INVENTORIES = 300, 100, 2


def offset_of_flag(program):
    names = subprocess.run(["nm", "-C", program], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[0], 16) for line in names.splitlines() if line.endswith(FLAG))


def switch(pid, offset, value):
    with open(f"/proc/{pid}/maps", encoding="ascii") as maps:
        base = int(maps.readline().split("-")[0], 16)
    with open(f"/proc/{pid}/mem", "r+b", buffering=0) as memory:
        memory.seek(base + offset)
        memory.write(bytes([value]))


def cpu_us(pid):
    return sum(int(Path(path).read_text().split()[0]) for path in glob.glob(f"/proc/{pid}/task/*/schedstat")) / 1000


def look_up(running, headers, numbers):
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    for begin in range(0, LOOK_UPS, A_CONNECTION):
        with Connection("127.0.0.1", running.port) as connection:
            for number in numbers[begin:begin + A_CONNECTION]:
                connection.send(f"GET {roles_of(number)} HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}\r\n".encode())
                assert connection.read_response("GET").status == 200
    return LOOK_UPS


def take_inventory(running, headers, _):
    for _ in range(INVENTORIES):
        assert running.ask(ALL_ROLES, headers).status == 200
    return INVENTORIES


def compare(work, running, flag, pairs):
    costs = {0: [], 1: []}
    work()
    for pair in range(pairs):
        for wipes in (0, 1) if pair % 2 else (1, 0):
            switch(running.pid, flag, wipes)
            before = cpu_us(running.pid)
            count = work()
            costs[wipes].append((cpu_us(running.pid) - before) / count)
    ratio = statistics.median(b / a for a, b in zip(costs[0], costs[1], strict=True))
    return statistics.median(costs[0]), statistics.median(costs[1]), ratio


def main():
    program, entities, pairs = sys.argv[1], *map(int, [*sys.argv[2:], 5000, 41][:2])
    with tempfile.TemporaryDirectory() as folder:
        place = Place(program, folder)
        files = place.given / "generated"
        roles = files / "roller_alle_autorisert.json.gz"
        place.make_key()
        place.generate(files, entities)
        place.must("import", "entities", files / "enheter_alle.json.gz", "--data", place.store)
        place.must("import", "roles", roles, "--data", place.store, "--number-keys", place.keys)
        numbers = [one["organisasjonsnummer"] for one in json.loads(gzip.decompress(roles.read_bytes()))]
        key = Key("wiping")
        with place.serve(*place.token_options([key])) as running:
            for name, ask in (("look-up", look_up), ("inventory", take_inventory)):
                without, wiped, ratio = compare(lambda ask=ask: ask(running, bearer(token(key)), numbers), running,
                                                offset_of_flag(program), pairs)
                print(f"{name}: CPU µs/request without {without:.0f}, with {wiped:.0f}; ratio of pairs {ratio:.3f} ({len(numbers)} lists)")


if __name__ == "__main__":
    main()
