# SPDX-License-Identifier: EUPL-1.2
"""Damaged files next to the store: what the log says, and what repairs them while the server runs."""

import contextlib
import http.client
import sqlite3

import server
from http_client import basic
from waiting import comes

PATH = "/regnskapsregisteret/regnskap/314159268"
STATISTICS = "/statistikk/by-method"
PASSWORD = "correct horse battery"
NAMES = ("anne", "bent", "cecilie")


def ask(running, path, name=None):
    headers = {"Authorization": basic(name, PASSWORD)} if name else {}
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    try:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


def becomes(running, path, status, name=None, limit_s=15):
    return comes(lambda: ask(running, path, name) == status, limit_s)


def run(program, report, store, folder):
    users, usage = folder / "users", folder / "usage"
    for name in NAMES:
        server.add_user(program, users, name, PASSWORD)
    lines = users.read_text().splitlines(keepends=True)
    damaged = lines[2][:40] + ("x" if lines[2][40] != "x" else "y") + lines[2][41:]
    users.write_text("".join([*lines[:2], damaged, *lines[3:]]))
    usage.write_bytes(b"x" * 4096)
    usage.chmod(0o600)
    env = {"ORGREG_USERS": str(users), "ORGREG_USAGE": str(usage)}
    shown = server.run(program, "serve", "--show-config", *server.place(store), "--users", users)
    report.check(shown.returncode == 0 and f"users: {users}" in shown.stderr and "repair" in shown.stderr,
                 f"--show-config warns: {shown.returncode} {shown.stderr}")
    with server.Server(program, store, env) as running:
        report.check(ask(running, PATH, "anne") == 500 and ask(running, PATH) == 401, "credentials are not checked")
        report.check(ask(running, STATISTICS) == 500, "statistics are refused")
        said = running.errors()
        report.check(f"users: the file of users is not read: {users}" in said, f"the log names the users: {said}")
        report.check(f"usage: usage counts are not written: {usage}" in said, f"the log names the counts: {said}")
        repairs_users(program, report, users, running)
        usage.unlink()
        report.check(becomes(running, STATISTICS, 404), "without the damaged file, counts begin at zero")
        ask(running, PATH)
        report.check(becomes(running, STATISTICS, 200), "and calls are counted")
        report.check("usage counts are written again" in running.errors(), f"the log says so: {running.errors()}")
        report.check(running.alive(), "the server continues")
    with contextlib.closing(sqlite3.connect(usage)) as counts:
        report.check(counts.execute("SELECT count(*) FROM usage WHERE sum IS NULL").fetchone() == (0,), "counts have sums")
    reads_what_earlier_versions_wrote(program, report, store, folder / "earlier.users", lines)


def repairs_users(program, report, users, running):
    before = users.read_text()
    refused = server.run(program, "user", "remove", "anne", "--users", users)
    report.check(refused.returncode == 1 and "user repair" in refused.stderr and users.read_text() == before,
                 f"a damaged file is not changed: {refused.returncode} {refused.stderr}")
    done = server.run(program, "user", "repair", "--users", users)
    report.check(done.returncode == 0 and "line 3" in done.stderr and done.stdout.startswith("2 users kept"),
                 f"repair keeps two and names the line of the third: {done.stdout}{done.stderr}")
    report.check(users.stat().st_mode & 0o777 == 0o600, "the repaired file is its owner's alone")
    report.check(becomes(running, PATH, 200, "anne") and ask(running, PATH, "cecilie") == 200, "the kept ones pass")
    report.check(ask(running, PATH, "bent") == 401, "the other one does not")
    server.add_user(program, users, "bent", PASSWORD)
    report.check(becomes(running, PATH, 200, "bent"), "until it is added again")


def reads_what_earlier_versions_wrote(program, report, store, users, lines):
    """A file with a user on each line and no checksum; the next change writes them."""
    users.touch(mode=0o600)
    users.write_text("".join(line.rsplit(":", 1)[0] + "\n" for line in lines[1:]))
    with server.Server(program, store, {"ORGREG_USERS": str(users)}) as running:
        report.check(ask(running, PATH, "anne") == 200, "a file of an earlier version is read")
        done = server.run(program, "user", "remove", "bent", "--users", users)
        report.check(done.returncode == 0 and users.read_text().startswith("sha256:"), f"a change writes checksums: {done.stderr}")
        report.check(becomes(running, PATH, 401, "bent") and ask(running, PATH, "cecilie") == 200, "and the server reads it")
    report.check(users.stat().st_mode & 0o777 == 0o600, "for its owner alone")
