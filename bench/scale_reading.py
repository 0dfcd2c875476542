# SPDX-License-Identifier: EUPL-1.2
"""One server that only answers: what each class of requests costs it, what it costs to wake it, and how it answers at each load."""

import searches
from scale_loads import Load, busy_processor, clients_processor, in_turn, measure_pauses, middle, rest, servers_processor, serving

FEWEST_VALUES = 5  # As in bench/sizes.py.
LOAD_SHARES = (20, 50, 80, 95)  # Of what the server can do, in hundredths.
IDLE_RATES = (500, 2000, 5000, 10_000, 20_000, 30_000)  # Requests a second at equal times, each of which finds the server asleep.
INTERRUPTING_RATE = 5000
CONNECTIONS = 64


def measure_reading(bench):
    requests = searches.prepare(bench.register.inventory, bench.folder / "searches.json", FEWEST_VALUES)
    loads = {name: Load(bench, name, asked) for name, asked in requests.items()}
    seconds, rounds = bench.options.scale_seconds, bench.options.scale_rounds
    with serving(bench, bench.register.data) as server:
        for load in loads.values():
            load.run([server], 0.1)
        rest([server])
        constants = {"pauses": {"server": measure_pauses(servers_processor()), "clients": measure_pauses(clients_processor())}}
        constants |= measure_costs(loads, server, seconds / 2, rounds)
        return {"constants": constants, "points": measure_points(loads, server, constants, seconds, rounds)}


def measure_costs(loads, server, seconds, rounds):
    """The classes at work, and one connection for how much the requests of a class differ; look-ups that find the server asleep or interrupt others."""
    ways = {}
    for name, load in loads.items():
        if name != "mix":
            ways[name, "busy"] = lambda load=load: load.run([server], seconds)
            ways[name, "alone"] = lambda load=load: load.run([server], seconds, connections=1)
    for rate in IDLE_RATES:
        ways[rate, "idle"] = lambda rate=rate: {"rate": rate, **loads["look-up"].run([server], seconds, rate=rate, spread="even")}
    found = in_turn(ways, rounds)
    with busy_processor():
        interrupting = middle([loads["look-up"].run([server], seconds, rate=INTERRUPTING_RATE, spread="even") for _ in range(rounds)])
    classes = {name: {"busy": figures, "alone_ms": found[name, "alone"]["quantiles_ms"]} for (name, way), figures in found.items() if way == "busy"}
    for each in classes.values():
        del each["busy"]["quantiles_ms"]
    return {"classes": classes, "idle": [found[rate, "idle"] for rate in IDLE_RATES], "interrupting": interrupting, "shares": searches.MIX_SHARES}


def measure_points(loads, server, constants, seconds, rounds):
    """Each point has what it is, for the simulation, and what was measured."""
    mix = middle([loads["mix"].run([server], seconds) for _ in range(rounds)])
    most = {"look-up": 1e6 / constants["classes"]["look-up"]["busy"]["cpu_us"], "mix": 1e6 / mix["cpu_us"]}
    what, ways = {}, {}
    for name, limit in most.items():
        for share in LOAD_SHARES:
            title, rate = f"{name}, {share} %", round(limit * share / 100, -2)
            what[title] = {"requests": name, "rate": rate}
            ways[title] = lambda name=name, rate=rate: loads[name].run([server], seconds, rate=rate)
        for connections in (8, CONNECTIONS):
            title = f"{name}, {connections} connections"
            what[title] = {"requests": name, "rate": 0, "connections": connections}
            ways[title] = lambda name=name, connections=connections: loads[name].run([server], seconds, connections=connections)
    found = in_turn(ways, rounds)
    return {title: {"nodes": 1, **what[title], "measured": found[title]} for title in ways}
