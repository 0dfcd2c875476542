# SPDX-License-Identifier: EUPL-1.2
"""A server that may open few files, while many clients connect: the remaining places are shared, and a real shortage passes."""

import resource
import time

import crowded
import waiting
from crowded import ATTACKER, Crowd, addresses

FILES = 700  # The server keeps 512 of these for itself.
CROWD = 1000
AGAIN_S = 2
LEFT = 12  # Descriptors beyond those in use, in the shortage.
BACK_S = 3


def idle(count, sources):
    return [{"name": "idle", "connections": count, "addresses": sources, "again": True, "again_s": AGAIN_S}]


def shortage(scene, running):
    """The limit falls below what the server counts on. It cannot tell new clients apart, but every client gets an answer."""
    before = resource.prlimit(running.pid, resource.RLIMIT_NOFILE)
    lines = running.said().count("\n")
    resource.prlimit(running.pid, resource.RLIMIT_NOFILE, (running.descriptors() + LEFT, before[1]))
    with Crowd(running.port, idle(100, addresses(10)), crowded.cores_of("shared")[1]):
        time.sleep(1)
        scene.check(running.alive(), "shortage: the server has ended")
        scene.check(running.said().count("\n") - lines <= crowded.LOG_LINES, "shortage: many lines in the log")
    resource.prlimit(running.pid, resource.RLIMIT_NOFILE, before)
    scene.check(waiting.comes(scene.is_as_before, BACK_S), f"shortage: not as before after {BACK_S} s")


def run(program, report, folder, options):
    turns = crowded.Turns(options)
    register = crowded.Register(program, folder, 2_000, is_updated=False)
    for mode in turns.modes:
        with crowded.scene(report, register, mode, turns, ["--max-connections", FILES - 512], FILES) as scene:
            for count in (1, 20):
                title = f"{FILES} files, {CROWD} connections from {count}"
                if turns.wants(title):
                    scene.attack(title, idle(CROWD, [ATTACKER] if count == 1 else addresses(count)))
            if mode == "shared" and turns.wants("shortage"):
                shortage(scene, scene.running)
    return turns.summary()
