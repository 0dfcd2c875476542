# SPDX-License-Identifier: EUPL-1.2
"""Counts per value: of one field for any search, and of several fields at once; and the code lists."""

import statistics
import time

from asking import Asking
from measure import await_rest, cpu_seconds, free_port, on_one_processor, server, wait_for

REPEATS = 100
FIELDS = ("organisationForm", "municipality", "businessPostalCode", "industrySection", "industrySubclass", "sector", "employees",
          "bankrupt", "registeredYear", "lastAccountsYear")
SEARCHES = (("no filter", ""), ("a common name", "&navn=bygg"), ("a rare name", "&navn=fjellvik"), ("a municipality", "&kommunenummer=0301"),
            ("one form", "&organisasjonsform=AS"), ("not bankrupt", "&konkurs=false"),
            ("a rare combination", "&kommunenummer=0301&organisasjonsform=ASA&fraAntallAnsatte=50"))
COUNTS = "/api/ext/v1/facets/entities?field="
LISTS = ("forms", "municipalities", "sectors", "industries")


def facets_part(bench):
    bench.register.ensure_store()
    port = free_port()
    with server([bench.program, "serve", "--data", bench.register.data, "--port", port, "--threads", "1"]) as process:
        wait_for(f"http://127.0.0.1:{port}/enhetsregisteret/api/enheter?size=1")
        await_rest(process.pid)
        with on_one_processor(process.pid):
            show(bench, Asking(port), process.pid)


def show(bench, asking, pid):
    rows = [[name, field, *measured(asking, pid, f"{COUNTS}{field}{search}")] for name, search in SEARCHES for field in FIELDS]
    rows += [[name, f"all {len(FIELDS)}", *measured(asking, pid, f"{COUNTS}{','.join(FIELDS)}{search}", REPEATS // 5)] for name, search in SEARCHES]
    bench.section("Counts per value", ["search", "field", "p50 ms", "p99 ms", "CPU ms/request", "bytes"], rows,
                  f"One client, {REPEATS} requests each, on one processor with the server; target: one field of any search at most 5 ms.")
    rows = [[f"{name}{options}", *measured(asking, pid, f"/api/ext/v1/codes/{name}{options}")] for name in LISTS for options in ("", "?counts=true")]
    bench.section("Code lists", ["list", "p50 ms", "p99 ms", "CPU ms/request", "bytes"], rows, "In the same way.")


def measured(asking, pid, path, repeats=REPEATS):
    """Returns p50, p99, CPU of the server for each request, and the size of the answer."""
    request, times = asking.request(path), []
    status, body = asking.send(request)
    before = cpu_seconds(pid)
    for _ in range(repeats):
        start = time.perf_counter()
        asking.send(request)
        times.append((time.perf_counter() - start) * 1000)
    cpu = (cpu_seconds(pid) - before) * 1000 / repeats
    size = len(body) if status == 200 else f"status {status}"
    return f"{statistics.median(times):.2f}", f"{sorted(times)[int(repeats * 0.99) - 1]:.2f}", f"{cpu:.2f}", size
