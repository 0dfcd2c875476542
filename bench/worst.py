# SPDX-License-Identifier: EUPL-1.2
"""The costliest searches known: none may take more than 50 ms of CPU."""

import urllib.error
import urllib.request

from measure import cpu_seconds, free_port, server, wait_for

COMMON_WORDS = "bygg tran hold serv eien inve drif nord vest".split()
WORST_REPEATS = 20
WORST_SEARCHES = (
    ("15,000 times one section", "naeringskode=" + ",".join(["C"] * 15_000)),
    ("2,000 industrial codes", "naeringskode=" + ",".join(f"{i // 100:02}.{i % 1000:03}" for i in range(2_000))),
    ("2,300 times one sort key", "&".join(["sort=konkurs"] * 2_300)),
    ("2,000 addresses of two words", "forretningsadresse.adresse=" + ",".join(f"{i}+veien" for i in range(2_000))),
    ("a name of 36 common words", "navn=" + "+".join(COMMON_WORDS * 4)),
    ("80 times one letter", "navn=" + "+".join(["a"] * 80)),
    ("eight words with errors", "navn=" + "+".join(word + "qx" for word in COMMON_WORDS[:8])),
    ("every AS, word for word", "navn=as&navnMetodeForSoek=FORTLOEPENDE"),
    ("a common name", "navn=bygg"),
    ("days over everything", "fraStiftelsesdato=1900-01-01"),
    ("10,000 records", "size=10000"),
    ("10,000 records by two keys", "size=10000&sort=konkurs&sort=navn"),
    ("10,000 records by three keys", "size=10000&sort=konkurs&sort=underAvvikling&sort=navn,desc"),
)


def worst_part(bench):
    bench.register.ensure_store()
    port = free_port()
    base = f"http://127.0.0.1:{port}/enhetsregisteret/api/enheter?"
    with server([bench.program, "serve", "--data", bench.register.data, "--port", port, "--threads", "1"]) as process:
        wait_for(base)
        rows = []
        for name, query in WORST_SEARCHES:
            before = cpu_seconds(process.pid)
            for _ in range(WORST_REPEATS):
                status = status_of(base + query)
            cpu = (cpu_seconds(process.pid) - before) / WORST_REPEATS
            rows.append([name, status, f"{cpu * 1000:.1f}"])
    bench.section("Costliest searches", ["search", "status", "CPU ms/request"], rows,
                  f"One client, {WORST_REPEATS} requests each; target: at most 50 ms.")


def status_of(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            answer.read()
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code
