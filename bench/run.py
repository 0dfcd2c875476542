"""Measures orgreg beside its peers and prints tables in Markdown.

Every comparison is made in one run, in turn, several rounds; what is quoted is the median and
the ratio. CPU is what the kernel booked on the server's threads between two readings, divided by
the requests answered, so it does not depend on how fast the load program is.

    script/bench                       all parts, a register of 1,170,000 entities
    script/bench --entities 100000     smaller
    script/bench --parts generate,import,lookup,worst
    script/bench --record              also writes bench/RESULTS.md
"""

import argparse
import contextlib
import datetime
import json
import os
import platform
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FULL_SIZE = 1_170_000  # Entities in the real register.
PARTS = ("generate", "import", "lookup", "worst")


def run(command, **options):
    """Runs a command to its end; returns (seconds, CPU seconds, peak memory in MB, output)."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, **options)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        output.seek(0)
        text = output.read().decode(errors="replace")
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{text}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def cpu_seconds(pid):
    """What the kernel has booked on a process and its children so far."""
    total = 0
    pids = [pid] + [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    for each in pids:
        fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def free_port():
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(url):
    for _ in range(1200):
        with contextlib.suppress(OSError):
            with urllib.request.urlopen(url, timeout=2) as answer:
                return answer.read()
        time.sleep(0.1)
    sys.exit(f"nothing answers on {url}")


@contextlib.contextmanager
def server(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def wrk(url, script, seconds):
    """One load of 64 connections; returns requests, errors, p50 and p99 in milliseconds."""
    command = ["wrk", "-t1", "-c64", f"-d{seconds}s", "--latency", "-s", script, url]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"RESULT (\d+) (\d+) ([\d.]+) ([\d.]+)", text)
    return int(found[1]), int(found[2]), float(found[3]), float(found[4])


LOOKUP_SCRIPT = """
local numbers = {%s}
local at = 0
local requests = {}
init = function(args)
  for i = 1, #numbers do requests[i] = wrk.format("GET", "/enhetsregisteret/api/enheter/" .. numbers[i]) end
end
request = function() at = at %% #requests + 1; return requests[at] end
done = function(summary, latency, all)
  local e = summary.errors
  print(string.format("RESULT %%d %%d %%f %%f", summary.requests, e.status + e.read + e.write + e.connect + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
"""

NGINX = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; default_type application/json; client_body_temp_path {folder}/a;
  proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen 127.0.0.1:{port}; location / {{ return 200 '{body}'; }} }} }}
"""


COMMON_WORDS = "bygg tran hold serv eien inve drif nord vest".split()
WORST_REPEATS = 20
WORST_SEARCHES = (
    ("15,000 times one section", "naeringskode=" + ",".join(["C"] * 15_000)),
    ("2,000 industrial codes", "naeringskode=" + ",".join(f"{i // 100:02}.{i % 1000:03}" for i in range(2_000))),
    ("2,300 times one sort key", "&".join(["sort=konkurs"] * 2_300)),
    ("2,000 addresses of two words", "forretningsadresse.adresse=" + ",".join(f"{i}+veien" for i in range(2_000))),
    ("a name of 36 common words", "navn=" + "+".join(COMMON_WORDS * 4)),
    ("eight words with errors", "navn=" + "+".join(word + "qx" for word in COMMON_WORDS[:8])),
    ("every AS, word for word", "navn=as&navnMetodeForSoek=FORTLOEPENDE"),
    ("a common name", "navn=bygg"),
    ("days over everything", "fraStiftelsesdato=1900-01-01"),
    ("10,000 records", "size=10000"),
    ("10,000 records by two keys", "size=10000&sort=konkurs&sort=navn"),
    ("10,000 records by three keys", "size=10000&sort=konkurs&sort=underAvvikling&sort=navn,desc"),
)


class Bench:
    def __init__(self, options):
        self.options = options
        self.build = ROOT / "build" / "release"
        self.program = self.build / "bin" / "orgreg"
        self.folder = Path(options.folder or ROOT / "var" / f"bench-{options.entities}")
        self.inventory = self.folder / "inventory"
        self.store = self.folder / "register.db"
        self.sections = []

    def section(self, title, header, rows, note=""):
        lines = [f"### {title}", "", "| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
        lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
        text = "\n".join(lines) + (f"\n\n{note}" if note else "")
        print(text + "\n", flush=True)
        self.sections.append(text)

    def generate(self):
        shutil.rmtree(self.inventory, ignore_errors=True)
        seconds, cpu, memory, text = run(
            [self.program, "generate", self.inventory, "--entities", str(self.options.entities), "--seed", "1"])
        records = sum(int(n) for n in re.findall(r"(\d+) (?:entities|sub-entities|deleted|removed)", text))
        self.section("Generate", ["records", "seconds", "records/s", "CPU s", "peak memory MB"],
                     [[records, f"{seconds:.1f}", f"{records / seconds:,.0f}", f"{cpu:.1f}", f"{memory:.0f}"]],
                     "`orgreg generate DIR --entities N --seed 1`; target: at least 50,000 records/s.")

    def ensure_inventory(self):
        if not (self.inventory / "enheter_alle.json.gz").exists():
            self.generate()

    def load(self):
        self.ensure_inventory()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self.store}{suffix}").unlink(missing_ok=True)
        rows = []
        for kind, name in (("entities", "enheter"), ("sub-entities", "underenheter")):
            files = [self.inventory / f"{name}_alle.json.gz", self.inventory / f"utgaatte_{name}.ndjson"]
            seconds, cpu, memory, text = run([self.program, "import", kind, *files, "--store", self.store])
            records = int(re.search(r"(\d+) records read", text)[1])
            rows.append([kind, records, f"{seconds:.1f}", f"{records / seconds:,.0f}", f"{cpu:.1f}", f"{memory:.0f}"])
        self.section("Import into an empty store", ["kind", "records", "seconds", "records/s", "CPU s", "peak memory MB"], rows,
                     "`orgreg import KIND FILE.json.gz`, with the index that it leaves for the server; target: peak memory at most 1,500 MB.")

    def lookup(self):
        if not self.store.exists():
            self.load()
        with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
            ports = {name: free_port() for name in ("orgreg", "beast", "nginx")}
            start = time.monotonic()
            servers = {"orgreg": stack.enter_context(server(
                [self.program, "serve", "--store", self.store, "--port", str(ports["orgreg"]), "--threads", "1"]))}
            base = f"http://127.0.0.1:{ports['orgreg']}/enhetsregisteret/api/enheter"
            wait_for(base + "?size=1")
            ready = time.monotonic() - start
            page = json.loads(wait_for(base + "?size=10000"))["_embedded"]["enheter"]
            numbers = [unit["organisasjonsnummer"] for unit in page[::10]]
            bodies = sorted((wait_for(f"{base}/{number}") for number in numbers), key=len)
            body = bodies[len(bodies) // 2]
            script = Path(scratch, "lookup.lua")
            script.write_text(LOOKUP_SCRIPT % ",".join(f'"{number}"' for number in numbers))
            Path(scratch, "body").write_bytes(body)
            config = Path(scratch, "nginx.conf")
            quoted = body.decode().replace("\\", "\\\\").replace("'", "\\'").replace("$", "")
            config.write_text(NGINX.format(folder=scratch, port=ports["nginx"], body=quoted))
            servers["beast"] = stack.enter_context(server(
                [self.build / "bench" / "beast_peer", "--body", Path(scratch, "body"), "--content-type", "application/json",
                 "--threads", "1", "--port", str(ports["beast"])]))
            servers["nginx"] = stack.enter_context(server(["nginx", "-p", scratch, "-c", config]))
            for name in ("beast", "nginx"):
                wait_for(f"http://127.0.0.1:{ports[name]}/x")
            self.compare_lookups(servers, ports, script, len(body), ready)

    def worst(self):
        """The costliest searches known: none may take more than 50 ms of CPU."""
        if not self.store.exists():
            self.load()
        port = free_port()
        base = f"http://127.0.0.1:{port}/enhetsregisteret/api/enheter?"
        with server([self.program, "serve", "--store", self.store, "--port", str(port), "--threads", "1"]) as process:
            wait_for(base)
            rows = []
            for name, query in WORST_SEARCHES:
                request = urllib.request.Request(base + query)
                status, before = 0, cpu_seconds(process.pid)
                for _ in range(WORST_REPEATS):
                    try:
                        with urllib.request.urlopen(request, timeout=60) as answer:
                            answer.read()
                            status = answer.status
                    except urllib.error.HTTPError as refused:
                        status = refused.code
                cpu = (cpu_seconds(process.pid) - before) / WORST_REPEATS
                rows.append([name, status, f"{cpu * 1000:.1f}"])
        self.section("Costliest searches", ["search", "status", "CPU ms/request"], rows,
                     f"One client, {WORST_REPEATS} requests each; target: at most 50 ms.")

    def compare_lookups(self, servers, ports, script, body_bytes, ready):
        figures = {name: [] for name in servers}
        for _ in range(self.options.rounds):
            for name, process in servers.items():
                before = cpu_seconds(process.pid)
                requests, errors, p50, p99 = wrk(f"http://127.0.0.1:{ports[name]}/", str(script), self.options.seconds)
                cpu = (cpu_seconds(process.pid) - before) / requests * 1e6
                if errors:
                    sys.exit(f"{name}: {errors} errors")
                figures[name].append((cpu, requests / self.options.seconds, p50, p99))
        median = {name: [statistics.median(column) for column in zip(*rounds)] for name, rounds in figures.items()}
        ratios = {name: statistics.median(mine[0] / peer[0] for mine, peer in zip(figures[name], figures["beast"])) for name in figures}
        rows = [[name, f"{median[name][0]:.2f}", f"{ratios[name]:.2f}", f"{median[name][1]:,.0f}", f"{median[name][2]:.2f}", f"{median[name][3]:.2f}"]
                for name in figures]
        memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{servers['orgreg'].pid}/status").read_text())[1]
        self.section("Look-up by number, 64 connections, one thread each",
                     ["server", "CPU µs/request", "ratio to beast", "requests/s", "p50 ms", "p99 ms"], rows,
                     f"wrk -t1 -c64 -d{self.options.seconds}s, {self.options.rounds} rounds in turn, medians; 1,000 numbers in turn; the peers send one "
                     f"median body of {body_bytes} bytes from memory. `beast` is bench/beast_peer.cc, `nginx` answers by `return`. "
                     f"Target: orgreg at most 1.25, nginx at least 0.9 of beast's requests per CPU. "
                     f"orgreg: {ready:.1f} s from start to first answer (segments present), {int(memory) / 1024:,.0f} MB resident.")

    def record(self):
        commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        head = (f"## {datetime.date.today()} · commit {commit} · {self.options.entities:,} entities\n\n"
                f"`script/bench --entities {self.options.entities} --parts {self.options.parts} --record` on {os.cpu_count()} processors ({cpu_name()}), "
                f"{platform.system()} {platform.release()}.\n")
        path = ROOT / "bench" / "RESULTS.md"
        earlier = path.read_text().split("\n## ", 1) if path.exists() else [TITLE]
        rest = "\n## " + earlier[1] if len(earlier) > 1 else ""
        path.write_text(earlier[0].rstrip() + "\n\n" + head + "\n" + "\n\n".join(self.sections) + "\n" + rest)


TITLE = "# Results\n\nWhat `script/bench` has measured, newest first. Ratios are made in one run; absolute times belong to the machine."


def cpu_name():
    found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    return found[1] if found else platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entities", type=int, default=FULL_SIZE)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5, help="of each load")
    parser.add_argument("--folder", help="for inventories and store; var/bench-N by default")
    parser.add_argument("--record", action="store_true", help="write bench/RESULTS.md")
    options = parser.parse_args()
    bench = Bench(options)
    parts = {"generate": bench.generate, "import": bench.load, "lookup": bench.lookup, "worst": bench.worst}
    for part in options.parts.split(","):
        if part not in parts:
            parser.error(f"no part {part}; there are {', '.join(PARTS)}")
        parts[part]()
    if options.record:
        bench.record()


if __name__ == "__main__":
    main()
