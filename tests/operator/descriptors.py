# SPDX-License-Identifier: EUPL-1.2
"""A server without a free descriptor answers 503 and says so in the log; it recovers by itself."""

import os
import resource
import subprocess
import time

import http_client
import server

PATH = "/enhetsregisteret/api"
# The name says which document it is; a file is opened for each answer.
DOCUMENT = "/regnskapsregisteret/regnskap/aarsregnskap/kopi/312300028/2024"
LOG_LINE = "connections cannot be accepted"
WAIT_S = 20


def send(connection, path):
    connection.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return connection.read_response("GET")


def limit(running, soft):
    """Sets the limit of the running server, as prlimit(1) does."""
    hard = resource.prlimit(running.pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(running.pid, resource.RLIMIT_NOFILE, (soft, hard))


def highest(running):
    return max(int(number) for number in os.listdir(f"/proc/{running.pid}/fd"))


def run(program, report, store, folder):
    raises_the_limit(program, report, store)
    refuses_too_many_connections(program, report, store)
    answers_without_descriptors(program, report, store)


def raises_the_limit(program, report, store):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with server.Server(program, store) as running:
            report.check(resource.prlimit(running.pid, resource.RLIMIT_NOFILE) == (hard, hard),
                         "the soft limit is raised at the start")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def refuses_too_many_connections(program, report, store):
    def tight():
        resource.setrlimit(resource.RLIMIT_NOFILE, (2000, 2000))

    def show(*more):
        return subprocess.run([program, "serve", "--show-config", *server.place(store), "--port", "0", *more],
                              capture_output=True, text=True, env=server.environment(), preexec_fn=tight, timeout=60)

    wanted = show("--max-connections", "1500")
    report.check(wanted.returncode == 2 and "--max-connections: max_connections: 1500" in wanted.stderr
                 and "2000" in wanted.stderr, f"more connections than files is refused: {wanted.stderr}")
    fits = show("--max-connections", "1488")
    report.check(fits.returncode == 0, f"what has room is taken: {fits.stderr}")
    default = show()
    report.check(default.returncode == 0 and "max_connections = 1488 " in default.stdout and "lowered to 1488" in
                 default.stderr, f"the default is lowered to what has room: {default.stderr}")


def answers_without_descriptors(program, report, store):
    env = {"ORGREG_STATEMENTS_ACCESS": "open", "ORGREG_THREADS": "1", "ORGREG_IDLE_TIMEOUT_S": "300"}
    with server.Server(program, store, env) as running, http_client.Connection("127.0.0.1", running.port) as old:
        running.await_files()
        report.check(send(old, PATH).status == 200 and send(old, DOCUMENT).status == 200, "all is well")
        limit(running, highest(running) + 1)
        waiting = [http_client.Connection("127.0.0.1", running.port) for _ in range(40)]
        statuses = [send(one, PATH).status for one in waiting]
        report.check(set(statuses) <= {200, 503} and statuses.count(503) >= 30, f"clients are answered 503: {statuses}")
        for one in waiting:
            one.close()
        kept = fill(running, report)
        document = send(old, DOCUMENT)
        report.check(document.status == 503, f"a file that cannot be opened now is 503: {document.status}")
        report.check(document.header("Retry-After") is not None, "and says when to come again")
        report.check(send(old, PATH).status == 200, "what needs no descriptor is answered")
        said = running.errors().count(LOG_LINE)
        report.check(said == 1, f"one line in the log for all of them, not {said}:\n{running.errors()}")
        limit(running, 1024)
        for one in kept:
            one.close()
        report.check(becomes_200(running), "new clients are answered again")
        report.check(send(old, DOCUMENT).status == 200, "and files sent")


def fill(running, report):
    """Uses up the free descriptors until none is left and the spare ones are back. Returns the connections."""
    kept, end = [], time.monotonic() + WAIT_S
    while time.monotonic() < end:
        one = http_client.Connection("127.0.0.1", running.port)
        if send(one, PATH).status == 200:
            kept.append(one)
            continue
        one.close()
        time.sleep(0.1)
        soft = resource.prlimit(running.pid, resource.RLIMIT_NOFILE)[0]
        if len(os.listdir(f"/proc/{running.pid}/fd")) >= soft:
            return kept
    report.check(False, "the descriptors of refused clients are not taken back")
    return kept


def becomes_200(running):
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        with http_client.Connection("127.0.0.1", running.port) as one:
            if send(one, PATH).status == 200:
                return True
        time.sleep(0.05)
    return False
