#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Runs the wire tests: every exchange of every .wire file against the real program.

  run.py [--program PATH] [--only TEXT] [--fixture NAME] [--tls] [--list] [--record FILE]

--only runs the files whose path contains TEXT. With --tls, all clients speak TLS. --record writes the answer of each operation to a line of FILE. Each exchange counts as one test, which passes if
all its expectations hold. The exit code is 1 if one failed, 2 if a test is written wrongly.
"""

import argparse
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import certificates
import default_accept
import fixtures
import http_client
import operations
import server
import wire_file
from checks import Checker, Failure

HERE = Path(__file__).resolve().parent
REPEATER = default_accept.Repeater()


def request_bytes(exchange, names):
    """Returns the request as sent. Host and Connection are added unless the test gives them."""
    if exchange.raw is not None:
        return wire_file.unescape(wire_file.expand(exchange.raw, names))
    given = {name.lower() for name, _ in exchange.headers}
    body = wire_file.expand(exchange.body, names).encode()
    headers = list(exchange.headers)
    if "connection" not in given:
        headers.insert(0, ("Connection", "close"))
    if "host" not in given:
        headers.insert(0, ("Host", names["host"]))
    if body and "content-length" not in given:
        headers.append(("Content-Length", str(len(body))))
    lines = [f"{exchange.method} {wire_file.expand(exchange.target, names)} HTTP/1.1"]
    lines += [f"{name}: {wire_file.expand(value, names)}" for name, value in headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


def methods(exchange, names):
    """Returns the method of each request sent, to know which responses carry no body."""
    if exchange.raw is None:
        return [exchange.method]
    heads = re.split(rb" HTTP/\d\.", wire_file.unescape(wire_file.expand(exchange.raw, names)))[:-1]
    found = [head.rsplit(b"\n", 1)[-1].split(b" ")[0].decode("latin-1") for head in heads]
    return found + ["GET"] * (len(exchange.answers) - len(found))


def run_exchange(exchange, names, rows):
    """Sends, reads each expected response and checks it; returns the list of failures."""
    failures = []
    with http_client.Connection("127.0.0.1", int(names["port"]), tls=names["tls"]) as connection:
        connection.send(request_bytes(exchange, names))
        for method, expected in zip(methods(exchange, names), exchange.answers):
            response = read(connection, method, expected, failures)
            if response is None:
                return failures
            checker = Checker(response, names)
            try:
                checker.check_common()
            except Failure as failure:
                failures.append((exchange.line, str(failure)))
            if exchange.raw is None:
                target = wire_file.expand(exchange.target, names)
                sent = request_bytes(exchange, names)
                surprise = rows.check(method, target, response, sent)
                failures += [(exchange.line, surprise)] if surprise else []
                REPEATER.note(exchange, rows.name_of(method, target), sent, response.status)
            for line in expected:
                try:
                    checker.check(line.text)
                except Failure as failure:
                    failures.append((line.number, f"{line.text[:300]}\n      {failure}"))
        closes = exchange.raw is None and not any(
            name.lower() == "connection" for name, _ in exchange.headers)
        if closes or any(line.text == "connection closed" for line in exchange.answers[-1]):
            try:
                rest = connection.rest()
            except http_client.Broken as error:
                rest = str(error).encode()
            if rest:
                failures.append((exchange.line, f"more than the response came: {rest[:200]!r}"))
    return failures


def read(connection, method, expected, failures):
    # "closed" alone or with statuses: "408|closed".
    choices = expected[0].text.split(" ")[0].split("|") if expected else []
    wants_close = "closed" in choices
    number = expected[0].number if expected else 0
    try:
        response = connection.read_response(method)
    except http_client.Closed:
        if not wants_close:
            failures.append((number, "the connection was closed without a response"))
        return None
    except (http_client.Broken, OSError, ValueError) as error:
        failures.append((number, f"no response: {error}"))
        return None
    if choices == ["closed"]:
        failures.append((number, f"a response came: {response.status} {response.body[:200]!r}"))
        return None
    return response


def run_file(wire, running, rows):
    """Runs one file's exchanges in order; returns the counts of passed and failed."""
    names = {"base": running.base, "scheme": running.base.partition(":")[0], "port": str(running.port), "host": f"127.0.0.1:{running.port}", "tls": running.tls}
    passed = failed = 0
    for exchange in wire.exchanges:
        try:
            failures = run_exchange(exchange, names, rows)
        except KeyError as missing:
            failures = [(exchange.line, f"{missing} was never saved")]
        except OSError as error:
            failures = [(exchange.line, f"no connection: {error}")]
        if not running.alive():
            failures.append((exchange.line, "the server died:\n" + running.errors()))
        if not failures:
            passed += 1
            continue
        failed += 1
        request = "RAW" if exchange.raw is not None else f"{exchange.method} {exchange.target}"
        print(f"FAILED {wire.path}:{exchange.line}: {exchange.title}\n    {request[:300]}")
        for number, message in failures:
            print(f"    line {number}: {message}")
        if not running.alive():
            return passed, failed
    return passed, failed


def run_fixture(program, name, files, rows, is_secured):
    passed = failed = 0
    fixture = fixtures.FIXTURES[name]
    with tempfile.TemporaryDirectory(prefix="orgreg-wire-") as folder:
        store = fixtures.load(program, fixture, folder)
        identity = certificates.Identity(Path(folder)) if is_secured else None
        with server.Server(program, store, fixture.env, listen=fixture.listen, identity=identity) as running:
            if fixture.files:
                running.await_files()
            for wire in files:
                good, bad = run_file(wire, running, rows)
                passed, failed = passed + good, failed + bad
                if not running.alive():
                    return passed, failed
            for difference in [] if is_secured else REPEATER.repeat(running.port):
                print(f"FAILED fixture {name}: {difference}")
                failed += 1
            code = running.stop()
            if code != 0:
                print(f"FAILED fixture {name}: exit code {code} after SIGTERM\n{running.errors()}")
                failed += 1
    return passed, failed


def read_files(only):
    by_fixture = defaultdict(list)
    for path in sorted(HERE.rglob("*.wire")):
        name = str(path.relative_to(HERE))
        if only in name:
            wire = wire_file.parse(name, path.read_text("utf-8"))
            if wire.fixture not in fixtures.FIXTURES:
                raise wire_file.Mistake(f"{name}: no fixture {wire.fixture}")
            by_fixture[wire.fixture].append(wire)
    return by_fixture


def main():
    parser = argparse.ArgumentParser(description="Runs the wire tests.")
    parser.add_argument("--program")
    parser.add_argument("--only", default="")
    parser.add_argument("--fixture")
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--record")
    arguments = parser.parse_args()
    try:
        by_fixture = read_files(arguments.only)
        if arguments.list:
            for wire in sum(by_fixture.values(), []):
                print(f"{len(wire.exchanges):4} {wire.fixture:10} {wire.path}")
            return 0
        program = server.find_program(arguments.program)
        rows = operations.of(program, arguments.record)
        passed = failed = 0
        for name, files in by_fixture.items():
            if arguments.fixture in (None, name):
                good, bad = run_fixture(program, name, files, rows, arguments.tls)
                passed, failed = passed + good, failed + bad
    except wire_file.Mistake as mistake:
        print(f"a test is written wrongly: {mistake}")
        return 2
    if not arguments.only and arguments.fixture is None and not arguments.tls:
        for operation, status in rows.unmet():
            print(f"FAILED the row of {operation} names {status}, which no answer has")
            failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
