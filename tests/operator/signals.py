# SPDX-License-Identifier: EUPL-1.2
"""A server continues after SIGHUP, and stops cleanly after SIGTERM and SIGINT."""

import signal
import time

import server
from proxy import ask

WAIT_S = 20


def run(program, report, store, _folder):
    for end in (signal.SIGTERM, signal.SIGINT):
        with server.Server(program, store) as running:
            for count in (1, 2, 3):
                running.send(signal.SIGHUP)
                report.check(is_logged(running, count), f"the log has a line for SIGHUP {count}")
            report.check(running.alive() and ask(running) == 200, "a server continues after SIGHUP")
            running.send(end)
            report.check(running.stop() == 0, f"it stops in good order after {end.name}")


def is_logged(running, count):
    end = time.monotonic() + WAIT_S
    while running.alive() and time.monotonic() < end:
        if running.errors().count("SIGHUP") == count:
            return True
        time.sleep(0.01)
    return False
