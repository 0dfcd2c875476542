"""A server goes on after SIGHUP, and stops in good order after SIGTERM and SIGINT."""

import signal
import time

import server
from proxy import ask


def run(program, report, store, _folder):
    for end in (signal.SIGTERM, signal.SIGINT):
        with server.Server(program, store) as running:
            for _ in range(3):
                running.send(signal.SIGHUP)
                time.sleep(0.1)  # Two that wait at a time are one.
            report.check(running.alive() and ask(running) == 200, "a server goes on after SIGHUP")
            running.send(end)
            report.check(running.stop() == 0, f"it stops in good order after {end.name}")
            report.check("SIGHUP" in running.errors(), "the log tells of SIGHUP")
