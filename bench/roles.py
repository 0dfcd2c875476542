# SPDX-License-Identifier: EUPL-1.2
"""Roles: importing the inventory with identification numbers, making the public file, look-ups next to entities, and the cost of
checking a token. The store gets roles, under keys of its own."""

import contextlib
import gzip
import json
import os
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

import lookup
import measure

ROLE_LIMIT = 1.5
FILE_LIMIT_S = 20
SAMPLE = 997  # The step between sampled lists.


def roles_part(bench):
    bench.register.ensure_store()
    if not (bench.register.inventory / "roller_alle_autorisert.json.gz").exists():
        bench.register.generate()
    keys = key_file(bench)
    show_import(bench, keys)
    show_lookups(bench)  # Its server makes missing bases.
    show_file(bench)
    show_tokens(bench)


def key_file(bench):
    keys = bench.folder / "number-keys"
    if not keys.exists():
        line = subprocess.run([bench.program, "numbers", "new-key"], check=True, capture_output=True).stdout
        with os.fdopen(os.open(keys, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(line)
    return keys


def show_import(bench, keys):
    rows = []
    inventory = bench.register.inventory / "roller_alle_autorisert.json.gz"
    for what in ("as a diff" if bench.register.has_rows("roles") else "first", "the same again"):
        seconds, cpu, memory, text = measure.run(
            [bench.program, "import", "roles", inventory, "--data", bench.register.data, "--number-keys", keys])
        lists = int(re.search(r"(\d+) records read", text)[1])
        rows.append([what, f"{lists:,}", f"{seconds:.1f}", f"{lists / seconds:,.0f}", f"{cpu:.1f}", f"{memory:.0f}"])
    bench.section("Import of roles with identification numbers", ["import", "lists", "seconds", "lists/s", "CPU s", "peak memory MB"], rows,
                  "`orgreg import roles roller_alle_autorisert.json.gz --number-keys FILE`, with the index that it leaves: each number is sealed "
                  "and gets its blind index. The second import finds nothing new.")


def show_file(bench):
    with tempfile.TemporaryDirectory(dir=bench.folder) as scratch:
        output = subprocess.run([bench.programs / "encode_files", "--data", bench.register.data, "--folder", scratch],
                                check=True, capture_output=True, text=True).stdout
        made = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
        roles = next(entry for entry in made if entry["file"].startswith("roller"))
        with gzip.open(Path(scratch, roles["file"]), "rt") as file:
            count = sum(line.count('"rekkefolge"') for line in file)
        size = Path(scratch, roles["file"]).stat().st_size
    bench.section("The file of all roles", ["lists", "roles", "seconds", "CPU s", "MB packed"],
                  [[f"{roles['records']:,}", f"{count:,}", f"{roles['seconds']:.1f}", f"{roles['cpu_s']:.1f}", f"{size / 1e6:.0f}"]],
                  f"bench/encode_files, this file alone, written and packed. Target: 3.4 million roles in at most {FILE_LIMIT_S} s.")


def numbers_with_roles(bench):
    with gzip.open(bench.register.inventory / "roller_alle.json.gz", "rt") as file:
        return [match[1] for at, line in enumerate(file) if at % SAMPLE == 1 and (match := re.search(r'"organisasjonsnummer":"(\d{9})"', line))]


def show_lookups(bench):
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
        port = measure.free_port()
        process = stack.enter_context(measure.server(
            [bench.program, "serve", "--data", bench.register.data, "--port", port, "--threads", "1"]))
        base = f"http://127.0.0.1:{port}/enhetsregisteret/api/enheter"
        measure.wait_for(base + "?size=1")
        numbers = numbers_with_roles(bench)
        scripts, sizes = {}, {}
        for name, ending in (("entity", ""), ("roles", "/roller")):
            sizes[name] = statistics.median(len(measure.fetch(f"{base}/{number}{ending}")) for number in numbers)
            scripts[name] = Path(scratch, f"{name}.lua")
            scripts[name].write_text(lookup.LOOKUP_SCRIPT % ",".join(f'"{number}{ending}"' for number in numbers))
        figures = {name: [] for name in scripts}
        for _ in range(bench.options.rounds):
            for name, script in scripts.items():
                before = measure.cpu_seconds(process.pid)
                requests, errors, p50, p99 = measure.wrk(f"http://127.0.0.1:{port}/", script, bench.options.seconds)
                if errors:
                    raise SystemExit(f"{name}: {errors} errors")
                cpu = (measure.cpu_seconds(process.pid) - before) / requests * 1e6
                figures[name].append((cpu, requests / bench.options.seconds, p50, p99))
    rows = []
    for name, rounds in figures.items():
        cpu, per_second, p50, p99 = (statistics.median(column) for column in zip(*rounds))
        ratio = statistics.median(mine[0] / other[0] for mine, other in zip(rounds, figures["entity"]))
        rows.append([name, f"{sizes[name]:,.0f}", f"{cpu:.2f}", f"{ratio:.2f}", f"{per_second:,.0f}", f"{p50:.2f}", f"{p99:.2f}"])
    bench.section("Look-up of roles next to look-up of the entity, 64 connections, one thread",
                  ["look-up", "median bytes", "CPU µs/request", "ratio", "requests/s", "p50 ms", "p99 ms"], rows,
                  f"wrk -t1 -c64 -d{bench.options.seconds}s, {bench.options.rounds} rounds in turn, medians; {len(numbers):,} numbers in turn. "
                  f"Target: ratio at most {ROLE_LIMIT}.")


def show_tokens(bench):
    output = subprocess.run([bench.programs / "token_check"], check=True, capture_output=True, text=True).stdout
    rows = [[entry["bits"], f"{entry['check_us']:.1f}", f"{entry['verify_us']:.1f}", f"{entry['ratio']:.2f}"]
            for entry in map(json.loads, output.splitlines())]
    bench.section("Checking a token next to the bare verification of its signature", ["key bits", "check µs", "EVP_DigestVerify µs", "ratio"], rows,
                  "bench/token_check.cc: header, key, signature and claims, next to OpenSSL's verification of the same signature; in turn, medians.")
