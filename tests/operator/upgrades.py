# SPDX-License-Identifier: EUPL-1.2
"""A service manager that holds the listening socket: a new process takes over from the old one under load, and no client notices.

The manager is this driver: it gives the socket to the processes (LISTEN_FDS), reads their messages (NOTIFY_SOCKET), starts each
heir next to the one that serves, and stops the old one when the heir is ready. UPGRADES in the environment says how often.
"""

import fcntl
import os
import signal
import socket
import subprocess
import time

import server
from steady_load import SteadyLoad

UPGRADES = int(os.environ.get("UPGRADES", "4"))
WAIT_S = 30
FIRST_COPY = 20  # Higher than any descriptor that the shell below uses.


class Manager:
    def __init__(self, program, store, folder, address="127.0.0.1"):
        folder.mkdir(exist_ok=True)
        self._program, self._store = program, store
        self.listening = socket.create_server((address, 0), backlog=1024)
        self.port = self.listening.getsockname()[1]
        self._messages = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._name = str(folder / "notify")
        self._messages.bind(self._name)
        self._messages.settimeout(WAIT_S)
        self._log = open(folder / "log", "w+", encoding="utf-8", errors="replace")  # noqa: SIM115

    def start(self, **variables):
        copy = fcntl.fcntl(self.listening, fcntl.F_DUPFD, FIRST_COPY)
        command = [self._program, "serve", *server.place(self._store), "--listen", "127.0.0.1", "--port", "1",
                   "--empty-register", "serve", "--threads", "2"]
        # LISTEN_PID is the number of the process itself, which the shell becomes.
        shell = ["bash", "-c", f'exec 3<&{copy} {copy}<&-; LISTEN_PID=$$ exec "$@"', "bash", *command]
        env = server.environment({"LISTEN_FDS": "1", "LISTEN_FDNAMES": "http", "NOTIFY_SOCKET": self._name,
                                  "ORGREG_LOOKUPS_PER_SECOND": "0", **variables})
        process = subprocess.Popen(shell, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._log,
                                   env=env, pass_fds=(copy,))
        os.close(copy)
        return process

    def await_message(self, wanted):
        """Reads messages up to the one with that line; False if it does not come."""
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            try:
                if wanted in self._messages.recv(4096).decode().split("\n"):
                    return True
            except TimeoutError:
                break
        return False

    def log(self):
        self._log.seek(0)
        return self._log.read()[-2000:]


def stop(process):
    process.send_signal(signal.SIGTERM)
    try:
        return process.wait(WAIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def run(program, report, store, folder):
    manager = Manager(program, store, folder)
    serving = manager.start()
    try:
        report.check(manager.await_message("READY=1"), f"the first process is ready: {manager.log()}")
        with SteadyLoad(manager.port) as load:
            for count in range(UPGRADES):
                heir = manager.start()
                ready = manager.await_message("READY=1")
                report.check(ready, f"heir {count} is ready: {'' if ready else manager.log()}")
                old, serving = serving, heir
                report.check(stop(old) == 0, f"process {count} stops in good order")
                report.check(manager.await_message("STOPPING=1"), f"process {count} says that it stops")
        print(f"  {UPGRADES} upgrades, {load.answers} answers, {len(load.failures)} failures")
        report.check(load.answers > UPGRADES and not load.failures, f"clients notice nothing: {load.failures[:5]}")
        says_that_it_lives(manager, report)
        waits_for_an_heir(manager, report, serving)
        knows_that_others_reach_it(Manager(program, store, folder / "open", "0.0.0.0"), report)
    finally:
        serving.kill()
        serving.wait()


def says_that_it_lives(manager, report):
    watched = manager.start(WATCHDOG_USEC="2000000")
    report.check(manager.await_message("WATCHDOG=1"), "a process says that it lives, if that is asked")
    stop(watched)


def waits_for_an_heir(manager, report, serving):
    """A client that comes while no process serves is answered by the next one."""
    stop(serving)
    with socket.create_connection(("127.0.0.1", manager.port), timeout=WAIT_S) as client:
        client.sendall(b"GET /enhetsregisteret/api HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        heir = manager.start()
        report.check(client.recv(12) == b"HTTP/1.1 200", "a client waits while the server restarts")
        stop(heir)


def own_address():
    """Returns an address of this machine that is not loopback; "" if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return probe.getsockname()[0]


def knows_that_others_reach_it(manager, report):
    """The address of the socket counts, not the setting `listen`: others may not call the server by a loopback name."""
    process = manager.start(ORGREG_ALLOWED_HOSTS="register.example")
    report.check(manager.await_message("READY=1"), f"it is ready at all addresses: {manager.log()}")
    cases = [("127.0.0.1", "127.0.0.1", b"200"), ("127.0.0.1", "register.example", b"200")]
    if own_address():
        cases += [(own_address(), "127.0.0.1", b"421"), (own_address(), "register.example", b"200")]
    for address, host, status in cases:
        with socket.create_connection((address, manager.port), timeout=WAIT_S) as client:
            client.sendall(f"GET /enhetsregisteret/api HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            report.check(client.recv(12) == b"HTTP/1.1 " + status, f"{host}, asked at {address}, is {status}")
    stop(process)
