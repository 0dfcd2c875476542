# SPDX-License-Identifier: EUPL-1.2
"""What limits, metrics and the access log cost a look-up: a server with all of them next to one without.

Rates and the access log are settings. Requests are counted always: a server that counts none is a build whose
`http::Options::observer` is left null, given with --bare; without that the counting is in both.
"""

import contextlib
import json
import statistics
import tempfile
import threading
from pathlib import Path

from lookup import LOOKUP_SCRIPT, compare_lookups
from measure import await_rest, fetch, free_port, server, wait_for
from registers import copy

SCRAPE_S = 5
NO_RATES = {f"ORGREG_{name}": "0" for name in ("LOOKUPS_PER_SECOND", "AUTHORISED_PER_SECOND", "FREE_REQUESTS_PER_SECOND")}


def watched_part(bench):
    bench.register.ensure_store()
    with tempfile.TemporaryDirectory(dir=bench.folder) as scratch, contextlib.ExitStack() as stack:
        ports, metrics = {name: free_port() for name in ("without", "with all")}, free_port()
        whole = ["--metrics", f"127.0.0.1:{metrics}", "--access-log", Path(scratch, "access.log")]
        servers = {name: start(stack, program, Path(scratch, name), bench.register.data, ports[name], more, env)
                   for name, program, more, env in (("without", bench.options.bare or bench.program, [], NO_RATES),
                                                    ("with all", bench.program, whole, {}))}
        base = f"http://127.0.0.1:{ports['with all']}/enhetsregisteret/api/enheter"
        page = json.loads(fetch(base + "?size=10000"))["_embedded"]["enheter"]
        script = Path(scratch, "lookup.lua")
        script.write_text(LOOKUP_SCRIPT % ",".join(f'"{unit["organisasjonsnummer"]}"' for unit in page[::10]))
        ended = threading.Event()
        scraping = threading.Thread(target=scrape, args=(metrics, ended))
        scraping.start()
        try:
            figures = compare_lookups(bench.options, servers, ports, script)
        finally:
            ended.set()
            scraping.join()
        lines = Path(scratch, "access.log").read_bytes().count(b"\n")
        show(bench, figures, lines)


def start(stack, program, folder, data, port, more, env):
    """Starts a server on a copy of the register, because each build makes an index of its own."""
    copy(data, folder)
    process = stack.enter_context(server([program, "serve", "--data", folder, "--port", port, "--threads", "1", *more], env=env))
    wait_for(f"http://127.0.0.1:{port}/enhetsregisteret/api/enheter?size=1")
    await_rest(process.pid)
    return process


def scrape(port, ended):
    while not ended.wait(SCRAPE_S):
        fetch(f"http://127.0.0.1:{port}/metrics")


def show(bench, figures, lines):
    rows = []
    for name, rounds in figures.items():
        cpu, per_second, p50, p99 = (statistics.median(column) for column in zip(*rounds))
        of_cpu, of_rate = (statistics.median(mine[at] / bare[at] for mine, bare in zip(rounds, figures["without"])) for at in (0, 1))
        rows.append([name, f"{cpu:.2f}", f"{of_cpu:.3f}", f"{per_second:,.0f}", f"{of_rate:.3f}", f"{p50:.2f}", f"{p99:.2f}"])
    bench.section("Limits, metrics and access log: what they cost a look-up",
                  ["server", "CPU µs/request", "ratio", "requests/s", "ratio", "p50 ms", "p99 ms"], rows,
                  f"wrk -t1 -c64 -d{bench.options.seconds}s, {bench.options.rounds} pairs in turn, medians of each and of the ratios of pairs. `without` has no rates and no access log"
                  + (", and counts nothing" if bench.options.bare else "") + f"; `with all` has the limits, a log of {lines:,} lines on the disk, and metrics "
                  f"that are scraped every {SCRAPE_S} s. Target: at most 5 % fewer requests/s.")
