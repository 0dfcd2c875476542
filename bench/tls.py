# SPDX-License-Identifier: EUPL-1.2
"""Look-ups by number over TLS with 64 connections that are kept, next to nginx with TLS sending the same bytes."""

import contextlib
import json
import ssl
import statistics
import subprocess
import tempfile
from pathlib import Path

from lookup import LOOKUP_SCRIPT, compare_lookups
from measure import await_rest, fetch, free_port, memory_mb, server, wait_for

NGINX = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; default_type application/json; client_body_temp_path {folder}/a;
  proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen 127.0.0.1:{port} ssl; ssl_certificate {folder}/tls.crt; ssl_certificate_key {folder}/tls.key;
    ssl_protocols TLSv1.2 TLSv1.3; ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20; location / {{ return 200 '{body}'; }} }} }}
"""


def tls_part(bench):
    bench.register.ensure_store()
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
        make_certificate(Path(scratch))
        trusted = ssl.create_default_context(cafile=Path(scratch, "tls.crt"))
        ports = {name: free_port() for name in ("orgreg", "nginx")}
        servers = {"orgreg": stack.enter_context(server(
            [bench.program, "serve", "--data", bench.register.data, "--port", ports["orgreg"], "--threads", "1",
             "--tls-certificate", Path(scratch, "tls.crt"), "--tls-key", Path(scratch, "tls.key")]))}
        base = f"https://127.0.0.1:{ports['orgreg']}/enhetsregisteret/api/enheter"
        wait_for(base + "?size=1", context=trusted)
        await_rest(servers["orgreg"].pid)
        page = json.loads(fetch(base + "?size=10000", context=trusted))["_embedded"]["enheter"]
        numbers = [unit["organisasjonsnummer"] for unit in page[::10]]
        bodies = sorted((fetch(f"{base}/{number}", context=trusted) for number in numbers[:100]), key=len)
        body = bodies[len(bodies) // 2]
        quoted = body.decode().replace("\\", "\\\\").replace("'", "\\'").replace("$", "")
        Path(scratch, "nginx.conf").write_text(NGINX.format(folder=scratch, port=ports["nginx"], body=quoted))
        servers["nginx"] = stack.enter_context(server(["nginx", "-p", scratch, "-c", Path(scratch, "nginx.conf")]))
        wait_for(f"https://127.0.0.1:{ports['nginx']}/x", context=trusted)
        script = Path(scratch, "lookup.lua")
        script.write_text(LOOKUP_SCRIPT % ",".join(f'"{number}"' for number in numbers))
        figures = compare_lookups(bench.options, servers, ports, script, scheme="https")
        show(bench, figures, len(body), memory_mb(servers["orgreg"].pid))


def make_certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj", "/CN=bench",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "tls.key", "-out", folder / "tls.crt"], check=True, capture_output=True)
    (folder / "tls.key").chmod(0o600)


def show(bench, figures, body_bytes, memory):
    rows = []
    for name, rounds in figures.items():
        cpu, per_second, p50, p99 = (statistics.median(column) for column in zip(*rounds))
        ratio = statistics.median(mine[0] / peer[0] for mine, peer in zip(rounds, figures["nginx"]))
        rows.append([name, f"{cpu:.2f}", f"{ratio:.2f}", f"{per_second:,.0f}", f"{p50:.2f}", f"{p99:.2f}"])
    bench.section("Look-up by number over TLS, 64 connections, one thread each",
                  ["server", "CPU µs/request", "ratio to nginx", "requests/s", "p50 ms", "p99 ms"], rows,
                  f"wrk -t1 -c64 -d{bench.options.seconds}s, {bench.options.rounds} rounds in turn, medians; TLS 1.3 with a key of P-256, connections kept; "
                  f"nginx answers by `return` with one median body of {body_bytes} bytes. Target: orgreg at most 1.25. orgreg: {memory:,.0f} MB resident.")
