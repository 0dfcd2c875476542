# SPDX-License-Identifier: EUPL-1.2
"""SIGHUP under load: settings are taken without an error of any client; wrong ones change nothing.

RELOADS in the environment says how often.
"""

import http.client
import os
import signal
import time

import server
from steady_load import SteadyLoad

RELOADS = int(os.environ.get("RELOADS", "20"))
WAIT_S = 20
# Clients that ask without a pause are more than one address may ask.
NO_RATE = {"ORGREG_LOOKUPS_PER_SECOND": "0"}


def run(program, report, store, folder):
    settings = folder / "reloaded.toml"
    settings.write_text("allowed_hosts = []\n")
    with server.Server(program, store, env=NO_RATE, arguments=["--config", str(settings)]) as running:
        takes_them(report, running, settings)
        keeps_them(report, running, settings)
        report.check(running.stop() == 0, "a server that was reloaded stops in good order")


def takes_them(report, running, settings):
    with SteadyLoad(running.port) as load:
        for count in range(RELOADS):
            name = f"host{count}.example"
            settings.write_text(f'allowed_hosts = ["{name}"]\nlicence = "https://licence.example/{count}"\n')
            running.send(signal.SIGHUP)
            report.check(answers(running, name), f"host {count} is answered after its reload")
    report.check(not answers(running, "host0.example", wait_s=0), "a name that was taken out is refused")
    print(f"  {RELOADS} reloads, {load.answers} answers, {len(load.failures)} failures")
    report.check(load.answers > RELOADS and not load.failures, f"clients notice nothing: {load.failures[:5]}")


def keeps_them(report, running, settings):
    kept = settings.read_text()
    settings.write_text(kept.replace("\"host", "\"other") + 'log_level = "loud"\nhead_timeout_s = 0\n')
    running.send(signal.SIGHUP)
    report.check(is_logged(running, "because of 2 faults"), "the log says that settings are wrong")
    for name in ("log_level", "head_timeout_s"):
        report.check(name in running.errors(), f"the log names the fault of {name}")
    report.check(not answers(running, f"other{RELOADS - 1}.example", wait_s=0), "nothing of wrong settings is taken")
    report.check(answers(running, f"host{RELOADS - 1}.example", wait_s=0), "the settings of before stay")
    settings.write_text(kept + "head_timeout_s = 9\n")
    running.send(signal.SIGHUP)
    report.check(is_logged(running, "needs a restart: head_timeout_s"), "the log names what needs a restart")


def answers(running, host, wait_s=WAIT_S):
    """Returns True as soon as the server answers that host name."""
    end = time.monotonic() + wait_s
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=WAIT_S)
        connection.request("GET", "/enhetsregisteret/api", headers={"Host": host})
        status = connection.getresponse().status
        connection.close()
        if status == 200 or time.monotonic() >= end:
            return status == 200
        time.sleep(0.01)


def is_logged(running, text):
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        if text in running.errors():
            return True
        time.sleep(0.01)
    return False
