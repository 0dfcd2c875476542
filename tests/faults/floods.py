# SPDX-License-Identifier: EUPL-1.2
"""Floods of the server's most expensive requests, from one address and from sixty: the neighbour must not notice them."""

import crowded
from crowded import ATTACKER, AUTHORISED, PROXY, PUBLIC, addresses, get

CONNECTIONS = 60
WORST = f"pages from {CONNECTIONS}"
COMMON = "bygg tran hold serv eien inve drif nord vest".split()


def floods(register, host):
    """Maps a name to the requests that are made in turn; each is a group of the crowd."""
    bearer = register.bearer()
    return {
        "feeds": [get(f"{PUBLIC}/oppdateringer/enheter?size=10000&includeChanges=true", host),
                  get(f"{PUBLIC}/oppdateringer/underenheter?size=10000", host),
                  get(f"{PUBLIC}/oppdateringer/roller?size=10000", host)],
        "streams": [get(f"{PUBLIC}/enheter/lastned?konkurs=false", host), get(f"{PUBLIC}/underenheter/lastned?navn=a", host),
                    get(f"{PUBLIC}/enheter/lastned/regneark?konkurs=false", host)],
        "pages": [get(f"{PUBLIC}/enheter?size=10000", host), get(f"{PUBLIC}/underenheter?size=10000", host)],
        "sorted": [get(f"{PUBLIC}/enheter/lastned?sort=navn,DESC", host)],
        "statistics": [get(f"/statistikk/by-{word}", host) for word in ("orgnr", "method", "ip")],
        "names": [get(f"{PUBLIC}/enheter?navn={words}", host)
                  for words in ("+".join(COMMON * 4), "+".join(["a"] * 80), "+".join(word + "qx" for word in COMMON[:8]))],
        "authorised": [get(f"{AUTHORISED}/enheter/{register.with_roles[0]}/roller", host, bearer),
                       get(f"{AUTHORISED}/roller/totalbestand", host, bearer)],
    }


def groups(name, requests, count):
    """Makes sixty connections in all, which share the requests."""
    sources = [ATTACKER] if count == 1 else addresses(count)
    each = CONNECTIONS // len(requests)
    return [{"name": f"{name} {place}", "connections": each, "addresses": sources[place * each:] + sources[:place * each], "request": request,
             "again": True} for place, request in enumerate(requests)]


def through_proxy(of, count):
    """All floods through a trusted proxy, which reports so many clients."""
    every = [request for requests in of.values() for request in requests]
    requests = [every[place % len(every)].replace("\r\n\r\n", f"\r\nX-Forwarded-For: {source}\r\n\r\n")
                for place, source in zip(range(CONNECTIONS), addresses(count) * (CONNECTIONS // count), strict=True)]
    return [{"name": f"proxied {place}", "connections": 1, "addresses": [PROXY], "request": request, "again": True}
            for place, request in enumerate(requests)]


def all_together(of, count):
    """The same number of connections, shared by all floods."""
    every = [request for requests in of.values() for request in requests]
    return groups("all", every, count)


def attacks(register, host, is_long):
    """Maps a title to the groups of each attack. The short form has all floods at once, and the worst one."""
    of = floods(register, host)
    found = {f"all from {count}": all_together(of, count) for count in (1, CONNECTIONS)}
    each = {f"{name} from {count}": groups(name, requests, count) for name, requests in of.items() for count in (1, CONNECTIONS)}
    return {**found, **each} if is_long else {**found, WORST: each[WORST]}


def run(program, report, folder, options):
    turns = crowded.Turns(options)
    register = crowded.Register(program, folder, 20_000 if turns.is_long else 4_000)
    with crowded.Serving(program, register.store, crowded.cores_of("shared")[0]):
        pass  # The call makes the file of counts.
    register.count_usage(*((400, 300) if turns.is_long else (60, 100)))
    for mode in turns.modes:
        with crowded.scene(report, register, mode, turns) as scene:
            for name, crowd in attacks(register, scene.running.host, turns.is_long).items():
                if turns.wants(name):
                    scene.attack(f"{name} address{'' if name.endswith(' 1') else 'es'}", crowd)
    if turns.is_long and turns.wants("proxied"):
        with crowded.scene(report, register, "shared", turns, is_proxied=True) as scene:
            of = floods(register, scene.running.host)
            for count in (1, CONNECTIONS):
                scene.attack(f"proxied, all for {count}", through_proxy(of, count))
    return turns.summary()
