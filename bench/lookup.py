# SPDX-License-Identifier: EUPL-1.2
"""Look-ups by number with 64 connections, next to Beast and nginx sending the same bytes."""

import contextlib
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from measure import await_rest, cpu_seconds, fetch, free_port, memory_mb, server, wait_for, wrk

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


def lookup_part(bench):
    bench.register.ensure_store()
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
        ports = {name: free_port() for name in ("orgreg", "beast", "nginx")}
        start = time.monotonic()
        servers = {"orgreg": stack.enter_context(server(
            [bench.program, "serve", "--data", bench.register.data, "--port", ports["orgreg"], "--threads", "1"]))}
        base = f"http://127.0.0.1:{ports['orgreg']}/enhetsregisteret/api/enheter"
        wait_for(base + "?size=1")
        ready = time.monotonic() - start
        await_rest(servers["orgreg"].pid)
        page = json.loads(fetch(base + "?size=10000"))["_embedded"]["enheter"]
        numbers = [unit["organisasjonsnummer"] for unit in page[::10]]
        bodies = sorted((fetch(f"{base}/{number}") for number in numbers), key=len)
        body = bodies[len(bodies) // 2]
        script = Path(scratch, "lookup.lua")
        script.write_text(LOOKUP_SCRIPT % ",".join(f'"{number}"' for number in numbers))
        start_peers(bench, stack, scratch, body, servers, ports)
        figures = compare_lookups(bench.options, servers, ports, script)
        show_lookups(bench, figures, len(body), ready, memory_mb(servers["orgreg"].pid))


def start_peers(bench, stack, scratch, body, servers, ports):
    Path(scratch, "body").write_bytes(body)
    config = Path(scratch, "nginx.conf")
    quoted = body.decode().replace("\\", "\\\\").replace("'", "\\'").replace("$", "")
    config.write_text(NGINX.format(folder=scratch, port=ports["nginx"], body=quoted))
    servers["beast"] = stack.enter_context(server(
        [bench.programs / "beast_peer", "--body", Path(scratch, "body"), "--content-type", "application/json",
         "--threads", "1", "--port", ports["beast"]]))
    servers["nginx"] = stack.enter_context(server(["nginx", "-p", scratch, "-c", config]))
    for name in ("beast", "nginx"):
        wait_for(f"http://127.0.0.1:{ports[name]}/x")


def compare_lookups(options, servers, ports, script, scheme="http"):
    figures = {name: [] for name in servers}
    for _ in range(options.rounds):
        for name, process in servers.items():
            before = cpu_seconds(process.pid)
            requests, errors, p50, p99 = wrk(f"{scheme}://127.0.0.1:{ports[name]}/", script, options.seconds)
            cpu = (cpu_seconds(process.pid) - before) / requests * 1e6
            if errors:
                sys.exit(f"{name}: {errors} errors")
            figures[name].append((cpu, requests / options.seconds, p50, p99))
    return figures


def show_lookups(bench, figures, body_bytes, ready, memory):
    rows = []
    for name, rounds in figures.items():
        cpu, per_second, p50, p99 = (statistics.median(column) for column in zip(*rounds))
        ratio = statistics.median(mine[0] / peer[0] for mine, peer in zip(rounds, figures["beast"]))
        rows.append([name, f"{cpu:.2f}", f"{ratio:.2f}", f"{per_second:,.0f}", f"{p50:.2f}", f"{p99:.2f}"])
    bench.section("Look-up by number, 64 connections, one thread each",
                  ["server", "CPU µs/request", "ratio to beast", "requests/s", "p50 ms", "p99 ms"], rows,
                  f"wrk -t1 -c64 -d{bench.options.seconds}s, {bench.options.rounds} rounds in turn, medians; 1,000 numbers in turn; the peers send one "
                  f"median body of {body_bytes} bytes from memory. `beast` is bench/beast_peer.cc, `nginx` answers by `return`. "
                  f"Target: orgreg at most 1.25, nginx at least 0.9 of beast's requests per CPU. "
                  f"orgreg: {ready:.1f} s from start to first answer (segments present), {memory:,.0f} MB resident.")
