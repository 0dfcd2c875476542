# SPDX-License-Identifier: EUPL-1.2
"""More connections than a server allows, idle or in the middle of a head, and as many as it allows: the neighbour still connects and is answered.

One address may have so many here, since the default would turn away an attack from a single one.
"""

import crowded
from crowded import ATTACKER, PUBLIC, addresses, get

LIMIT, MORE = 10_000, 300
MOST_MB = 160  # For 10,000.
AGAIN_S = 5  # How long a rejected client waits.
A_SECOND = 2000
FULL = 16 / 15  # From here on a waiting connection is closed for each new one.


def crowd_of(running, count, sources):
    """Half of them send nothing, half begin a head."""
    head = get(f"{PUBLIC}/enheter", running.host)
    return [{"name": name, "connections": count // 2, "addresses": sources, "request": head, "at_once": at_once, "again": True,
             "again_s": AGAIN_S} for name, at_once in (("idle", 0), ("half a head", 30))]


def limits(connections):
    return ["--max-connections", connections, "--connections-per-address", connections]


def too_many(scene, turns, limit):
    for count in (1, 100, 300):
        title = f"{limit + MORE} connections from {count}"
        if not turns.wants(title):
            continue
        groups = crowd_of(scene.running, limit + MORE, [ATTACKER] if count == 1 else addresses(count))
        for crowd in scene.attack(title, groups, A_SECOND, MOST_MB):
            for group in crowd.results:
                scene.check(group["open"] > limit // 40, f"{title}: only {group['open']} of {group['name']} were there")
                strange = set(group["statuses"]) - {"408", "503"}
                scene.check(not strange and not group["broken"], f"{title}: {group['name']} got {strange}")


def all_stay(scene, turns, limit):
    """Each has asked once, and keeps its connection for the next request."""
    title = f"{limit} idle connections that all stay"
    if not turns.wants(title):
        return
    look_up = get(scene.unit_path, scene.running.host)
    groups = [{"name": "idle", "connections": limit, "addresses": addresses(100), "request": look_up}]
    for crowd in scene.attack(title, groups, A_SECOND, MOST_MB):
        group = crowd.results[0]
        scene.check(group["open"] == limit, f"{title}: {group['open']} were there at the end")
        scene.check(group["whole"] == limit and set(group["statuses"]) == {"200"}, f"{title}: {group['whole']} answers, {group['statuses']}")


def run(program, report, folder, options):
    turns = crowded.Turns(options)
    limit = LIMIT if turns.is_long else 1000
    register = crowded.Register(program, folder, 20_000 if turns.is_long else 2_000, is_updated=False)
    for mode in turns.modes:
        with crowded.scene(report, register, mode, turns, limits(limit), limit + 1000) as scene:
            too_many(scene, turns, limit)
        most = int((limit + MORE) * FULL)
        with crowded.scene(report, register, mode, turns, limits(most), most + 1000) as scene:
            scene.unit_path = f"{PUBLIC}/enheter/{register.numbers[0]}"
            all_stay(scene, turns, limit)
    return turns.summary()
