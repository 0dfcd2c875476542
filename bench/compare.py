# SPDX-License-Identifier: EUPL-1.2
"""Searches next to PostgreSQL, SQLite FTS5 and Groonga: the same register, the same requests.

First every server must give the same answers; only then it is measured. Each class is measured with one
client for latency, then with eight for throughput and CPU per request.
"""

import contextlib
import statistics
import sys

import measure
import searches
from peers.fts5 import Fts5
from peers.groonga import Groonga
from peers.orgreg import Beast, Orgreg
from peers.postgres import Postgres

SECONDS = 1  # Of each load.
MIX_SECONDS = 2  # Of the mix, whose requests differ much.
LATENCY_ROUNDS = 3  # Of the rounds, with one client too.
ROUNDS = 8  # Rounds of orgreg and Beast, whose ratio must be exact; the peers are far from their targets.
CLIENTS = 8
FREE_MS = 0.2  # Above this orgreg is compared with the best peer, below it with Beast.
SHARE_OF_PEER = 20
SHARE_OF_PEER_MIX = 50
MIX_LIMIT_US = 45
SHARE_OF_BEAST = {"look-up": 1.25}
SHARE_OF_BEAST_OTHERWISE = 2
P50_LIMIT_MS = 0.3
P99_LIMIT_MS = 3
MEMORY_LIMIT_MB = 1024
# What single classes may need: µs of CPU, or a share of Beast with the same bytes.
TARGETS_US = {"two words": 32, "rare word": 20, "employees, sorted": 60, "mix": MIX_LIMIT_US}
TARGETS_OF_BEAST = {"look-up": 1.25, "page of 100": 1.25}
PEERS = ("PostgreSQL", "SQLite FTS5", "Groonga")


def search_part(bench):
    bench.register.ensure_store()
    raw = bench.remembered("search", lambda: measure_all(bench))
    show_cpu(bench, raw)
    show_latency(bench, raw)
    show_throughput(bench, raw)
    show_totals(bench, raw)


def alone_part(bench):
    """The same classes in ten minutes: next to Beast only, which needs no loading."""
    bench.register.ensure_store()
    raw = bench.remembered("search-alone", lambda: measure_alone(bench))
    rows = []
    for name, figures in raw.items():
        mine, beast = figures["orgreg"]["cpu_us"], figures["beast"]["cpu_us"]
        limit, target = None, "none of its own"
        if name in TARGETS_US:
            limit, target = TARGETS_US[name], f"{TARGETS_US[name]} µs"
        elif name in TARGETS_OF_BEAST:
            limit, target = TARGETS_OF_BEAST[name] * beast, f"{TARGETS_OF_BEAST[name]} × beast"
        rows.append([name, f"{mine:.1f}", f"{beast:.1f}", f"{mine / beast:.2f}", target, verdict(mine <= limit) if limit else "",
                     f"{figures['orgreg']['p50_ms']:.3f} / {figures['orgreg']['p99_ms']:.3f}"])
    bench.section("Searches next to Beast", ["class", "orgreg, µs of CPU", "beast", "orgreg ÷ beast", "target", "reached", "p50 / p99 of one client, ms"], rows,
                  f"As `--parts search`, without its peers: {ROUNDS} rounds in turn, of which CPU is the lower quartile and the rest medians.")


def measure_alone(bench):
    requests = searches.prepare(bench.register.inventory, bench.folder / "searches.json")
    chosen = bench.options.classes.split(";") if bench.options.classes else list(requests)
    unknown = [name for name in chosen if name not in requests]
    if unknown:
        sys.exit(f"no class {', '.join(unknown)}; there are {'; '.join(requests)}")
    with Orgreg(bench.folder, bench.programs, bench.program).serve() as orgreg:
        return {name: measure_class(bench, orgreg, [], name, requests[name]) for name in chosen}


def measure_all(bench):
    folder = bench.folder
    requests = searches.prepare(bench.register.inventory, folder / "searches.json")
    peers = [kind(folder, bench.programs) for kind in (Postgres, Fts5, Groonga)]
    for peer in peers:
        peer.load(bench.register.inventory)
    raw = {"classes": {}}
    with contextlib.ExitStack() as stack:
        orgreg = stack.enter_context(Orgreg(folder, bench.programs, bench.program).serve())
        for peer in peers:
            stack.enter_context(peer.serve())
            write_plans(bench, peer, requests)
        for name, asked in requests.items():
            raw["classes"][name] = {"totals": check(name, asked, orgreg, peers), "figures": measure_class(bench, orgreg, peers, name, asked)}
            print(f"  {name}: " + ", ".join(f"{server} {figures['cpu_us']:.1f} µs" for server, figures in raw["classes"][name]["figures"].items()),
                  flush=True)
        raw["anonymous_mb"] = measure.memory_mb(orgreg.process.pid, "RssAnon")
    return raw


def write_plans(bench, peer, requests):
    name = peer.name.lower().replace(" ", "_")
    text = peer.explain([request for asked in requests.values() for request in asked])
    head = f"How {peer.name} goes about each statement, for one of its values, with {bench.options.entities:,} entities.\n\n"
    (bench.published / "plans" / f"{name}.txt").write_text(head + text)


def check(name, asked, orgreg, peers):
    """Ends the bench if a peer's answers differ from ours; returns the sums of totals. Afterwards all have read the data of the requests."""
    strict = {search.name: search for search in searches.CLASSES}.get(name)
    if strict is None:
        return {}
    expected = orgreg.check(asked)
    sums = {"orgreg": sum(total for total, _ in expected)}
    for peer in peers:
        answers = [(total or len(numbers), numbers) for total, numbers in peer.check(asked)]
        for request, ours, theirs in zip(asked, expected, answers):
            if strict.totals_agree and ours[0] != theirs[0]:
                sys.exit(f"{name}: {request.path}: orgreg finds {ours[0]}, {peer.name} {theirs[0]}")
            if strict.pages_agree and ours[1] != theirs[1]:
                sys.exit(f"{name}: {request.path}: {peer.name} shows other records or another order")
        sums[peer.name] = sum(total for total, _ in answers)
    return sums


def measure_class(bench, orgreg, peers, name, asked):
    """Returns the figures of each server by its name."""
    seconds = MIX_SECONDS if name == "mix" else SECONDS
    rounds = {"orgreg": [], "beast": []}
    beast = Beast(bench.folder, bench.programs)
    with beast.serve(orgreg.median_body(asked)):
        for turn in range(ROUNDS):
            for server in (orgreg, beast):
                rounds[server.name].append(measure_server(server, asked, seconds, turn < LATENCY_ROUNDS))
    figures = {name: summed_up(found) for name, found in rounds.items()}
    figures.update((peer.name, measure_server(peer, asked, seconds)) for peer in peers)
    return figures


def summed_up(rounds):
    """Medians; but the CPU of the lower quartile, since what else the host does only adds to it."""
    found = {key: statistics.median(each[key] for each in rounds if key in each) for key in rounds[0]}
    found["cpu_us"] = sorted(each["cpu_us"] for each in rounds)[len(rounds) // 4]
    return found


def measure_server(server, asked, seconds, has_latency=True):
    many = server.measure(asked, CLIENTS, seconds)
    figures = {"cpu_us": many.cpu_us, "per_second": many.per_second}
    if not has_latency:
        return figures
    one = server.measure(asked, 1, seconds)
    return {"p50_ms": one.p50_ms, "p99_ms": one.p99_ms, **figures}


def limit_of(name, figures):
    """Returns what orgreg may cost in this class, in µs, and why."""
    best = min(figures[peer]["cpu_us"] for peer in PEERS)
    if name == "mix":
        return min(best / SHARE_OF_PEER_MIX, MIX_LIMIT_US), f"1/{SHARE_OF_PEER_MIX} of a peer, at most {MIX_LIMIT_US}"
    if best > FREE_MS * 1000:
        limit = best / SHARE_OF_PEER
        unreachable = ", less than beast needs" if limit < figures["beast"]["cpu_us"] else ""
        return limit, f"1/{SHARE_OF_PEER} of a peer{unreachable}"
    share = SHARE_OF_BEAST.get(name, SHARE_OF_BEAST_OTHERWISE)
    return share * figures["beast"]["cpu_us"], f"{share} × beast"


def verdict(reached):
    return "yes" if reached else "**no**"


def show_cpu(bench, raw):
    rows = []
    for name, found in raw["classes"].items():
        figures = found["figures"]
        mine, beast = figures["orgreg"]["cpu_us"], figures["beast"]["cpu_us"]
        best = min(figures[peer]["cpu_us"] for peer in PEERS)
        limit, reason = limit_of(name, figures)
        rows.append([name, *(f"{figures[server]['cpu_us']:,.1f}" for server in ("orgreg", "beast", *PEERS)),
                     f"{best / mine:.1f}", f"{mine / beast:.2f}", f"{limit:.1f} ({reason})", verdict(mine <= limit)])
    bench.section("Searches: CPU of the server, µs a request",
                  ["class", "orgreg", "beast", *PEERS, "best peer ÷ orgreg", "orgreg ÷ beast", "orgreg may need", "reached"], rows,
                  f"{CLIENTS} clients for {SECONDS} s, the mix for {MIX_SECONDS} (wrk -t1 -c{CLIENTS} for HTTP, bench/postgres_client.cc, bench/fts5_peer.cc in its own process); "
                  f"orgreg and beast one thread each, the lower quartile of {ROUNDS} rounds in turn. `beast` sends one median answer of orgreg from memory. "
                  "Every class is asked with 40 values in turn (look-up and sub-entities 1,000). Settings, schemas and statements of the peers: "
                  "bench/peers, their plans: bench/plans.")


def show_latency(bench, raw):
    rows = []
    for name, found in raw["classes"].items():
        figures = found["figures"]
        mine = figures["orgreg"]
        reached = mine["p50_ms"] <= P50_LIMIT_MS and mine["p99_ms"] <= P99_LIMIT_MS
        rows.append([name, *(f"{figures[server]['p50_ms']:.3f} / {figures[server]['p99_ms']:.3f}" for server in ("orgreg", "beast", *PEERS)),
                     verdict(reached)])
    bench.section("Searches: p50 / p99 in ms with one client", ["class", "orgreg", "beast", *PEERS, "reached"], rows,
                  f"Target: p50 at most {P50_LIMIT_MS} ms and p99 at most {P99_LIMIT_MS} ms. Client and server share one processor. The column of beast, which looks at nothing, is what the "
                  f"client (bench/http_client.cc) and the loopback take. Resident besides page cache after all this: orgreg {raw['anonymous_mb']:,.0f} MB "
                  f"(target: at most {MEMORY_LIMIT_MB:,}).")


def show_throughput(bench, raw):
    rows = [[name, *(f"{found['figures'][server]['per_second']:,.0f}" for server in ("orgreg", "beast", *PEERS))]
            for name, found in raw["classes"].items()]
    bench.section(f"Searches: requests/s with {CLIENTS} clients", ["class", "orgreg", "beast", *PEERS], rows,
                  "orgreg and beast use one processor and leave the other to the client; the peers use what they get.")


def show_totals(bench, raw):
    agreeing = {search.name: search.totals_agree for search in searches.CLASSES}
    rows = [[name, *(f"{found['totals'][server]:,}" for server in ("orgreg", *PEERS)), "must be equal" if agreeing[name] else "may differ"]
            for name, found in raw["classes"].items() if found["totals"]]
    bench.section("Searches: hits of all values together", ["class", "orgreg", *PEERS, ""], rows,
                  "Each total is compared by itself, and where the order is fixed also the numbers on the page. Beginnings of words may differ: "
                  "orgreg also finds words joined and split, and those with errors where nothing else matches.")
