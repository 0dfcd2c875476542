# SPDX-License-Identifier: EUPL-1.2
"""Sending the files: throughput next to nginx, and the effect of downloads and of the making of the files on look-ups.

There are two loads of look-ups: wrk on 64 connections as fast as they are answered, which uses the whole
machine, and 500 a second at fixed times over one connection.
"""

import contextlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import measure
from lookup import LOOKUP_SCRIPT
from visibility import API, Process, look_up

FILE = "enheter_alle.json.gz"
FILE_PATH = "/enhetsregisteret/api/enheter/lastned"
CLIENTS = (1, 8, 64)
ROUNDS = 3
THROUGHPUT_LIMIT = 0.9
BESIDE_LIMIT = 3.0
DOWNLOADS = 200
SLOW_BYTES = 500_000  # Bytes a second of each.
MAKING_LIMIT_S = 60  # What is made later is not measured.
WINDOW_S = 2  # The length of each load of look-ups, in turn.
NUMBERS = 1000
NGINX = """
user root; worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; client_body_temp_path {folder}/a;
  proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen 127.0.0.1:{port}; location / {{ root {files}; }} }} }}
"""


class Downloading:
    """A load of bench/download_client.cc: it connects in the constructor and runs from go() to result()."""

    def __init__(self, bench, url, clients, seconds, rate=0):
        port, path = url
        command = [bench.programs / "download_client", "--port", port, "--path", path, "--clients", clients, "--seconds", seconds, "--rate", rate]
        self._process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self._process.stdout.readline() != "ready\n":
            sys.exit("download_client failed")

    def go(self):
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def result(self):
        line = self._process.stdout.readline()
        self._process.stdin.close()
        if self._process.wait() or not line:
            sys.exit("download_client failed")
        return json.loads(line)


@contextlib.contextmanager
def serving(bench, files):
    port = measure.free_port()
    with measure.server([bench.program, "serve", "--data", bench.register.data, "--downloads", files, "--port", port, "--threads", "1"]) as process:
        measure.wait_for(f"http://127.0.0.1:{port}{API}enheter?size=1")
        yield process, port


@contextlib.contextmanager
def nginx(files):
    with tempfile.TemporaryDirectory() as folder:
        port = measure.free_port()
        config = Path(folder, "nginx.conf")
        config.write_text(NGINX.format(folder=folder, port=port, files=files))
        with measure.server(["nginx", "-p", folder, "-c", config]) as process:
            measure.wait_for(f"http://127.0.0.1:{port}/manifest.tsv")
            yield process, port


def measure_throughput(bench, files):
    """Maps clients and server to MB/s, and CPU s of the server per GB, medians of rounds in turn."""
    with serving(bench, files) as (ours, port), nginx(files) as (peer, peer_port):
        servers = {"orgreg": (ours, (port, FILE_PATH)), "nginx": (peer, (peer_port, f"/{FILE}"))}
        whole = (files / FILE).read_bytes()
        for _, (at, path) in servers.values():
            if measure.fetch(f"http://127.0.0.1:{at}{path}") != whole:
                sys.exit(f"{path} is not the file")
        found = {}
        for clients in CLIENTS:
            rounds = {name: [] for name in servers}
            for _ in range(ROUNDS):
                for name, (process, url) in servers.items():
                    rounds[name].append(download(bench, process.pid, url, clients))
            found[clients] = {name: [statistics.median(column) for column in zip(*values)] for name, values in rounds.items()}
            found[clients]["ratio"] = statistics.median(mine[0] / its[0] for mine, its in zip(rounds["orgreg"], rounds["nginx"]))
        return {"size": len(whole), "clients": found}


def download(bench, pid, url, clients):
    load = Downloading(bench, url, clients, bench.options.download_seconds)
    before = measure.cpu_seconds(pid)
    load.go()
    figures = load.result()
    cpu = measure.cpu_seconds(pid) - before
    return figures["bytes"] / 1e6 / figures["seconds"], cpu / (figures["bytes"] / 1e9)


class LookUps:
    """Both loads of look-ups on one server; each returns lists of its measurements."""

    def __init__(self, bench, port, folder):
        page = json.loads(measure.fetch(f"http://127.0.0.1:{port}{API}enheter?size=10000"))["_embedded"]["enheter"]
        self._numbers = random.Random(1).sample([unit["organisasjonsnummer"] for unit in page], min(NUMBERS, len(page)))
        self._script = Path(folder, "lookup.lua")
        self._script.write_text(LOOKUP_SCRIPT % ",".join(f'"{number}"' for number in self._numbers))
        self._port = port

    def flood(self, seconds):
        """Returns (p50, p99) in ms, and requests a second."""
        requests, errors, p50, p99 = measure.wrk(f"http://127.0.0.1:{self._port}/", self._script, seconds)
        if errors:
            sys.exit(f"{errors} look-ups failed")
        return p50, p99, requests / seconds

    def paced(self, seconds):
        """Returns the seconds of each."""
        return Process(look_up, self._port, self._numbers, seconds).result()


def measure_meanwhile(bench, files):
    seconds = bench.options.beside_seconds
    with tempfile.TemporaryDirectory() as folder, serving(bench, files) as (_, port):
        looking = LookUps(bench, port, folder)
        looking.flood(1)
        found = {"quiet": look(looking, seconds)}
        for name, rate in ((f"{DOWNLOADS} slow downloads", SLOW_BYTES), (f"{DOWNLOADS} downloads at full speed", 0)):
            load = Downloading(bench, (port, FILE_PATH), DOWNLOADS, 2 * seconds + 2, rate)
            load.go()
            found[name] = look(looking, seconds)
            figures = load.result()
            found[name]["mb_s"] = figures["bytes"] / 1e6 / figures["seconds"]
        found["the files being made"] = look_while_making(looking, files)
        return found


def look(looking, seconds):
    found = {"flood": [], "paced": []}
    for _ in range(max(1, seconds // WINDOW_S)):
        found["flood"].append(looking.flood(WINDOW_S))
        found["paced"] += looking.paced(WINDOW_S)
    return found


def look_while_making(looking, files):
    """The server makes all six again if the manifest has none of them. Both loads alternate until it is done."""
    manifest = files / "manifest.tsv"
    manifest.write_text(manifest.read_text().splitlines()[0] + "\n")
    while not any(files.glob("*.tmp")):
        time.sleep(0.01)
    found = {"flood": [], "paced": []}
    begun = time.monotonic()
    while time.monotonic() < begun + MAKING_LIMIT_S:
        at = look(looking, WINDOW_S)
        if is_made(manifest):
            break  # Some of these look-ups came after the making.
        found = {name: found[name] + at[name] for name in found}
    return {**found, "seconds": time.monotonic() - begun, "is_done": is_made(manifest)}


def is_made(manifest):
    return len(manifest.read_text().splitlines()) > 1


def show_throughput(bench, throughput):
    rows = []
    for clients, at in throughput["clients"].items():
        (mine, cpu), (its, its_cpu) = at["orgreg"], at["nginx"]
        rows.append([clients, f"{mine:,.0f}", f"{its:,.0f}", f"{cpu:.3f}", f"{its_cpu:.3f}", f"{at['ratio']:.2f}",
                     "yes" if at["ratio"] >= THROUGHPUT_LIMIT else "**no**"])
    bench.section("Downloads next to nginx", ["clients", "orgreg MB/s", "nginx MB/s", "orgreg CPU s/GB", "nginx CPU s/GB", "ratio of MB/s", "reached"], rows,
                  f"`{FILE}` of {throughput['size'] / 1e6:,.0f} MB from the page cache over the loopback, {bench.options.download_seconds} s each, {ROUNDS} rounds in "
                  f"turn, medians; one thread each, nginx with `sendfile on` and `tcp_nopush on`. bench/download_client.cc throws the bytes away. "
                  f"Target: at least {THROUGHPUT_LIMIT}.")


def show_meanwhile(bench, situations):
    rows = []
    for situation, at in situations.items():
        for name, title in (("flood", "64 connections"), ("paced", "500 a second")):
            if not at[name]:
                continue
            p50, p99, most, rate = percentiles(at, name)
            ratio = p99 / percentiles(situations["quiet"], name)[1]
            rows.append([situation, title, f"{rate:,.0f}", f"{p50:.3f}", f"{p99:.3f}", f"{most:.1f}", f"{ratio:.2f}",
                         "yes" if ratio <= BESIDE_LIMIT else "**no**"])
    speeds = "; ".join(f"{name}: {at['mb_s']:,.0f} MB/s" for name, at in situations.items() if "mb_s" in at)
    making = situations["the files being made"]
    end = "until they were there" if making["is_done"] else "the rest of the making is not looked at"
    bench.section("Look-ups next to downloads and the making of the files",
                  ["next to", "look-ups", "a second", "p50 ms", "p99 ms", "most ms", "p99 ÷ quiet", "reached"], rows,
                  f"`orgreg serve --threads 1`, which makes all six files itself, {making['seconds']:.0f} s, {end}. Both loads in turn, {WINDOW_S} s each: wrk -t1 -c64 "
                  f"asks as fast as it is answered and so takes all of the machine (medians of the loads, and the highest p99 of one); the other asks "
                  f"over one connection at fixed times. {speeds} (a slow client takes {SLOW_BYTES / 1e6:.1f} MB/s). "
                  f"Target: p99 at most {BESIDE_LIMIT:.0f} times the quiet one.")


def percentiles(situation, name):
    """Returns p50, p99 and the maximum in ms, and look-ups a second; of several floods the medians, and the highest p99."""
    if name == "flood":
        p50, p99, rate = zip(*situation["flood"])
        return statistics.median(p50), statistics.median(p99), max(p99), statistics.median(rate)
    ordered = sorted(situation["paced"])
    return ordered[len(ordered) // 2] * 1000, ordered[len(ordered) * 99 // 100] * 1000, ordered[-1] * 1000, 500
