# SPDX-License-Identifier: EUPL-1.2
"""The file of users changes under a running server, which notices by itself."""

import os
import pty
import signal
import subprocess
import termios

import fixtures
import server
from client import REGNSKAP, ask, becomes, stays

PATH = f"{REGNSKAP}/314159268"
DEMO = ("demo", "correct horse battery")
CHANGED = ("demo", "another horse battery")
OTHER = ("tilsyn", "never seen before")


def run(program, report, folder):
    store = folder / "store"
    file = folder / "users"
    server.must_import(program, store, "statements",
                       [fixtures.STATEMENTS / "20250603040015-masse.xml"])
    env = {"ORGREG_TRUSTED_PROXIES": "127.0.0.1", "ORGREG_USERS": str(file)}
    with server.Server(program, store, env) as running:
        report.check(ask(running, PATH, DEMO).status == 401, "no user passes without a file")
        server.add_user(program, file, *DEMO)
        report.check(becomes(running, PATH, 200, DEMO), "a new user passes")
        report.check(file.stat().st_mode & 0o777 == 0o600, "the file is its owner's alone")
        server.add_user(program, file, *OTHER)
        report.check(becomes(running, PATH, 200, OTHER), "so does another")
        report.check(ask(running, PATH, DEMO).status == 200, "next to the first")
        interrupt(program, report, file)
        change_password(program, report, file, running)
        break_file(report, file, running)
        done = server.run(program, "user", "remove", OTHER[0], "--users", file)
        report.check(done.returncode == 0, f"a user is removed: {done.stderr}")
        report.check(becomes(running, PATH, 401, OTHER), "who was removed is refused")
        report.check(ask(running, PATH, CHANGED).status == 200, "the others are not")
        file.unlink()
        report.check(becomes(running, PATH, 401, CHANGED), "without a file no user passes")
        report.check(running.alive(), "the server continues")


def interrupt(program, report, file):
    """After an interrupt during the typing of a password the terminal shows input again."""
    here, there = pty.openpty()
    asking = subprocess.Popen([program, "user", "add", "nobody", "--users", file], stdin=there,
                              stderr=subprocess.PIPE, start_new_session=True)
    asking.stderr.read(len("Password: "))
    echo = lambda: termios.tcgetattr(there)[3] & termios.ECHO
    report.check(not echo(), "a password is not shown")
    asking.send_signal(signal.SIGINT)
    report.check(asking.wait(10) != 0 and echo(), "an interrupted command shows again what is typed")
    asking.stderr.close()
    os.close(here)
    os.close(there)


def change_password(program, report, file, running):
    server.add_user(program, file, *CHANGED)
    report.check(becomes(running, PATH, 200, CHANGED), "the new password passes")
    report.check(ask(running, PATH, DEMO).status == 401, "the old one, though remembered, does not")
    report.check(OTHER[1] not in file.read_text() and CHANGED[1] not in file.read_text(),
                 "no password stands in the file")


def break_file(report, file, running):
    """A file that cannot be read changes nothing; when it can be read again, it counts."""
    good = file.read_text()
    file.write_text(good + "nonsense\n")
    report.check(stays(running, PATH, 200, OTHER), "a broken file locks no user out")
    file.write_text(good)
    file.chmod(0o644)
    report.check(stays(running, PATH, 200, OTHER), "nor does one that others may read")
    file.chmod(0o600)
    report.check(becomes(running, PATH, 200, CHANGED), "mended, it is read")
