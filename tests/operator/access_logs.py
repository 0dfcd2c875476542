# SPDX-License-Identifier: EUPL-1.2
"""The access log: a line for each answer, nothing secret in it, moved away under load, and a reader that does not read."""

import http.client
import json
import os
import re
import signal
import subprocess
import time

import server
from steady_load import SteadyLoad

WAIT_S = 20
ENTITIES = "/enhetsregisteret/api/enheter"
ROLES = "/enhetsregisteret/autorisert-api/enheter/974760673/roller"
TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
SECRETS = ("21117012345", "Bearer-secret-x1", "c2VjcmV0OnBhc3M=", "a-secret-in-the-body", "192.0.2.44")


def run(program, report, store, folder):
    log = folder / "access.log"
    with server.Server(program, store, arguments=["--access-log", log]) as running:
        has_a_line_for_each(report, running, log)
        follows_traces(report, running, log)
        keeps_no_secret(report, running, log)
        is_moved_away(report, running, log)
        report.check(running.stop() == 0, "a server with an access log stops in good order")
    report.check(all_of(log), "the last lines are written at the stop")
    says_who_asked(program, report, store, folder)
    outlives_its_reader(program, report, store)
    warns_of_wrong_places(program, report, store, folder)


def ask(running, path, headers=None, method="GET", body=None):
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=WAIT_S)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        answer.read()
        return answer
    finally:
        connection.close()


def all_of(log):
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def lines_of(log, count):
    """Waits until there are as many lines, and returns them."""
    end = time.monotonic() + WAIT_S
    while len(all_of(log)) < count and time.monotonic() < end:
        time.sleep(0.02)
    return all_of(log)


def last_line(log, count):
    lines = lines_of(log, count)
    return lines[-1] if len(lines) == count else {"lines": len(lines), "wanted": count}


def has_a_line_for_each(report, running, log):
    cases = ((f"{ENTITIES}?size=1&navn=nord", "GET", "searchEntities", ENTITIES, 200, None),
             (f"{ENTITIES}/974760673", "HEAD", "lookUpEntity", f"{ENTITIES}/{{number}}", None, None),
             (f"{ENTITIES}?size=0", "GET", "searchEntities", ENTITIES, 400, "wrong-parameters"),
             ("/nothing?x=y", "GET", None, None, 404, "unknown-address"),
             (ENTITIES, "DELETE", None, None, 405, "method"))
    for count, (path, method, operation, pattern, status, error) in enumerate(cases, 1):
        answer = ask(running, path, method=method)
        line = last_line(log, count)
        expected = {"method": method, "operation": operation, "path": pattern, "status": status or answer.status}
        report.check(line.items() >= expected.items() and line.get("error") == (error or line.get("error")), f"{path}: {line}")
        report.check(line.get("bytes", 0) > 50 and 0 <= line.get("duration_us", -1) < WAIT_S * 1e6, f"{path}: {line}")
        report.check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line.get("time", "")), f"{path}: {line}")
        report.check("client" not in line, f"no address is logged unless it is set: {line}")


def follows_traces(report, running, log):
    right = (f"00-{TRACE}-{PARENT}-01", f"00-{TRACE}-{PARENT}-00", f"cc-{TRACE}-{PARENT}-01", f"cc-{TRACE}-{PARENT}-01-more")
    wrong = ("", "00", TRACE, f"00-{TRACE}-{PARENT}", f"00-{TRACE}-{PARENT}-01-more", f"ff-{TRACE}-{PARENT}-01", f"cc-{TRACE}-{PARENT}-01more",
             f"00-{TRACE.upper()}-{PARENT}-01", f"00-{'0' * 32}-{PARENT}-01", f"00-{TRACE}-{'0' * 16}-01", f"00-{TRACE[1:]}-{PARENT}-011",
             f"00-{TRACE}-{PARENT}-0g", f'00-"{TRACE[1:]}-{PARENT}-01', f"00_{TRACE}_{PARENT}_01")
    count = len(all_of(log))
    for value in (*right, *wrong):
        count += 1
        ask(running, ENTITIES + "?size=1", {"traceparent": value})
        line = last_line(log, count)
        report.check(line.get("trace") == (TRACE if value in right else None) and "status" in line, f"traceparent {value!r}: {line}")
    answer = ask(running, ROLES, {"traceparent": right[0], "Authorization": "Bearer x.y.z"})
    line = last_line(log, count + 1)
    report.check(UUID.match(answer.getheader("Trace-Id", "")) and line.get("trace_id") == answer.getheader("Trace-Id"),
                 f"the Trace-Id of an answer is in its line: {answer.status} {answer.getheader('Trace-Id')} {line}")


def keeps_no_secret(report, running, log):
    number, token, password, body, address = SECRETS
    before = len(all_of(log))
    ask(running, f"{ENTITIES}?navn={number}", {"Authorization": f"Bearer {token}", "X-Forwarded-For": address, "User-Agent": token})
    ask(running, f"{ENTITIES}/{number}", {"Authorization": f"Basic {password}", "Cookie": token, "Referer": f"http://x/{number}"})
    ask(running, f"/{number}/{token}", {"traceparent": f"00-{number}-{token}-01"})
    ask(running, ROLES.replace("974760673", number), {"Authorization": f"Bearer {token}"})
    ask(running, "/enhetsregisteret/autorisert-api/personer/rolleutskrift", {"Content-Type": "text/plain"}, "POST", body)
    ask(running, ENTITIES, {}, number)
    lines_of(log, before + 6)
    text = log.read_text()
    for secret in SECRETS:
        report.check(secret not in text, f"{secret} is in the access log")
    report.check(len(all_of(log)) == before + 6, "each of these requests has a line")


def is_moved_away(report, running, log):
    """logrotate moves the file and sends SIGHUP: no answer is without a line, none has two."""
    before = len(all_of(log))
    with SteadyLoad(running.port) as load:
        for count in range(5):
            time.sleep(0.1)
            os.rename(log, f"{log}.{count}")
            running.send(signal.SIGHUP)
            end = time.monotonic() + WAIT_S
            while not log.exists() and time.monotonic() < end:
                time.sleep(0.01)
    moved = [log.with_name(f"{log.name}.{count}") for count in range(5)]
    end = time.monotonic() + WAIT_S
    while sum(len(all_of(each)) for each in (*moved, log)) < before + load.answers and time.monotonic() < end:
        time.sleep(0.05)
    found = sum(len(all_of(each)) for each in (*moved, log))
    print(f"  {load.answers} answers while the log was moved away 5 times, {found - before} lines")
    report.check(found == before + load.answers and not load.failures, f"{load.answers} answers, {found - before} lines, {load.failures[:3]}")


def says_who_asked(program, report, store, folder):
    found = {}
    for how in ("hashed", "addresses"):
        log = folder / f"{how}.log"
        arguments = ["--access-log", log, "--access-log-clients", how, "--trusted-proxies", "127.0.0.1", "--threads", "1"]
        with server.Server(program, store, arguments=arguments) as running:
            for address in ("192.0.2.44", "192.0.2.44", "192.0.2.45"):
                ask(running, ENTITIES + "?size=1", {"X-Forwarded-For": address})
            found[how] = [line["client"] for line in lines_of(log, 3)]
    report.check(found["addresses"] == ["192.0.2.44", "192.0.2.44", "192.0.2.45"], f"addresses that a proxy reports: {found}")
    one, same, other = found["hashed"]
    report.check(one == same != other and re.fullmatch("[0-9a-f]{16}", one), f"hashes: {found}")


def outlives_its_reader(program, report, store):
    """Standard output that nobody reads holds up neither answers nor a stop."""
    process = subprocess.Popen([program, "serve", *server.place(store), "--port", "0", "--access-log", "-"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=server.environment(), text=True)
    port = int(re.search(r":(\d+)$", process.stdout.readline())[1])
    process.stdout.readline()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    for _ in range(2000):
        connection.request("GET", ENTITIES + "?size=1")
        connection.getresponse().read()
    connection.close()
    begun = time.monotonic()
    process.terminate()
    code = process.wait(WAIT_S)
    report.check(code == 0 and time.monotonic() - begun < 5, f"it ends with {code} after {time.monotonic() - begun:.1f} s")
    lines, errors = process.communicate()
    report.check(all(json.loads(line) for line in lines.splitlines()) and len(lines) > 30_000, "what was written are whole lines")
    report.check("access_log: -: its reader does not read" in errors, f"the log says so: {errors}")


def warns_of_wrong_places(program, report, store, folder):
    for place, reason in ((folder, "is not a file"), (folder / "missing/log", "missing"), ("/dev/null", "is not a file")):
        with server.Server(program, store, arguments=["--access-log", place]) as running:
            report.check(ask(running, ENTITIES + "?size=1").status == 200, f"a server with --access-log {place} answers")
            report.check("access_log: " in running.errors() and reason in running.errors(), f"{place}: {running.errors()}")
    for option, value in (("--access-log-clients", "all"), ("--access-log-clients", "")):
        done = server.run(program, "serve", *server.place(store), "--port", 0, option, value)
        report.check(done.returncode == 2 and "is not one of none, hashed, addresses" in done.stderr, f"{option} {value!r}: {done.stderr}")
