# SPDX-License-Identifier: EUPL-1.2
"""A register in a folder that cannot be written: served, followed, verified and backed up, and nothing is next to it afterwards."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import fixtures
import server
from http_client import basic
from waiting import comes

API = "/enhetsregisteret/api/"
NUMBER = "312300028"
WAIT_S = 30


def run(program, report, store, folder):
    """`store` is used by other parts too, so copies are tested."""
    if os.geteuid() == 0 and not can_mount(folder):
        print("read_only: nothing can be mounted here, so modes are no obstacle for root: left out")
        report.check(True, "left out")
        return
    parts = ReadOnly(program, report, Path(store), folder)
    for part in (parts.served, parts.served_with_index_and_files, parts.with_commits_in_the_log, parts.followed,
                 parts.not_written):
        part()


def can_mount(folder):
    place = folder / "probe"
    place.mkdir()
    with contextlib.suppress(OSError), read_only(place):
        return True
    return False


@contextlib.contextmanager
def read_only(place):
    """Makes the place available as a folder that cannot be written: a mount for root, other modes for other users."""
    if os.geteuid() != 0:
        place.chmod(0o555)
        try:
            yield place
        finally:
            place.chmod(0o755)
        return
    seen = place.with_name(place.name + "-read-only")
    seen.mkdir()
    for command in (("mount", "--bind", place, seen), ("mount", "-o", "remount,ro,bind", seen)):
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            raise OSError("no mount")
    try:
        yield seen
    finally:
        subprocess.run(("umount", "-l", seen), check=True)


class ReadOnly:
    def __init__(self, program, report, store, folder):
        self._program = program
        self._report = report
        self._store = store
        self._folder = folder

    def _copy(self, name):
        """Copies the folder of the register, without index, log and files."""
        place = self._folder / name
        shutil.copytree(self._store, place, ignore=shutil.ignore_patterns("*.segment", "*-wal", "*-shm", "files"))
        return place

    def _run(self, *arguments):
        return server.run(self._program, *arguments)

    def _check_answers(self, running, what):
        for path, wanted in ((f"enheter/{NUMBER}", 200), ("enheter?navn=as&size=5", 200), ("oppdateringer/enheter", 200),
                             ("enheter/000000000", 404), ("enheter/lastned?size=10", 200),
                             ("enheter/lastned/csv?trygg=regneark", 200)):
            self._report.check(ask(running, API + path)[0] == wanted, f"{what}: {path}")
        status = ask(running, f"/regnskapsregisteret/regnskap/{NUMBER}", {"Authorization": basic(*fixtures.USERS[0])})[0]
        self._report.check(status == 200, f"{what}: statements {status}")

    def served(self):
        """Without index and files: the index is kept in memory, and there are no files."""
        place = self._copy("alone")
        before = listing(place)
        with read_only(place) as seen, server.Server(self._program, seen) as running:
            self._check_answers(running, "alone")
            status, fields, _ = ask(running, API + "enheter/lastned/csv")
            self._report.check(status == 503 and "Retry-After" in fields, f"a file that cannot be made: {status}")
            said = comes(lambda: "files of the register cannot be made" in running.errors())
            self._report.check(said, f"the log says that files cannot be made: {running.errors()[-400:]}")
            self._report.check("kept in memory" in running.errors(), "the log says where the index is")
            self._report.check(running.alive() and running.stop() == 0, "it stops in good order")
        self._report.check(listing(place) == before, f"new next to it: {listing(place) ^ before}")

    def served_with_index_and_files(self):
        """An index and files that were made earlier are used."""
        place = self._copy("whole")
        made = self._run("downloads", *server.place(place))
        self._report.check(made.returncode == 0, f"downloads: {made.stderr}")
        with server.Server(self._program, place):
            pass
        before = listing(place)
        with read_only(place) as seen, server.Server(self._program, seen) as running:
            running.await_files()
            self._check_answers(running, "whole")
            self._report.check(ask(running, API + "enheter/lastned/csv")[0] == 200, "a file that was made before")
            self._report.check("indexed in" not in running.errors(), "the index that was made before is used")
        self._report.check(listing(place) == before, f"new next to it: {listing(place) ^ before}")

    def with_commits_in_the_log(self):
        """Commits that a killed writer left in the log are not silently ignored."""
        place = self._copy("cut")
        text = json.dumps({"batch": "late"}) + "\n" + json.dumps(
            {"operation": "remove", "kind": "entity", "organisasjonsnummer": NUMBER, "slettedato": "2026-08-01"}) + "\n"
        applying = subprocess.Popen([self._program, "apply", "-", *server.place(place)], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, env=server.environment())
        # A batch is applied when the next begins.
        applying.stdin.write((text + json.dumps({"batch": "later"}) + "\n").encode())
        applying.stdin.flush()
        self._report.check(applying.stdout.readline().startswith(b'{"batch":"late"'), "a batch is acknowledged")
        applying.send_signal(signal.SIGKILL)
        applying.communicate()
        # A removal is not left in the log; a change is.
        wal = place / "store.db-wal"
        if not wal.exists() or wal.stat().st_size == 0:
            wal.write_bytes(b"\0" * 4096)
        (place / "store.db-shm").unlink(missing_ok=True)
        with read_only(place) as seen:
            done = self._run("serve", *server.place(seen), "--port", "0")
            self._report.check(done.returncode == 1 and "in the log next to it" in done.stderr,
                               f"serve: {done.returncode} {done.stderr}")

    def followed(self):
        """Another process writes elsewhere: the server follows."""
        if os.geteuid() != 0:
            return  # With other modes no other process could write.
        place = self._copy("followed")
        with read_only(place) as seen, server.Server(self._program, seen) as running:
            for turn in range(3):
                batch = place.with_name(f"batch-{turn}.ndjson")
                batch.write_text("\n".join(map(json.dumps, (
                    {"batch": f"read-only-{turn}"},
                    {"operation": "upsert", "kind": "entity", "record": {
                        "organisasjonsnummer": NUMBER, "navn": f"FULGT {turn}", "organisasjonsform": {"kode": "AS"}}}))) + "\n",
                    encoding="utf-8")
                server.must_apply(self._program, place, batch)
                followed = comes(lambda name=f"FULGT {turn}": json.loads(
                    ask(running, f"{API}enheter/{NUMBER}")[2]).get("navn") == name)
                self._report.check(followed, f"change {turn} is served: {running.errors()[-600:]}")
            self._report.check(running.alive() and running.stop() == 0, "it stops in good order")

    def not_written(self):
        """Commands that read work; commands that write say why they cannot."""
        place = self._copy("commands")
        before = listing(place)
        batch = self._folder / "batch.ndjson"
        batch.write_text('{"batch":"none"}\n')
        backup = self._folder / "backup"
        with read_only(place) as seen:
            for code, words, command in (
                    (0, "", ("verify", *server.place(seen))),
                    (0, "", ("backup", backup, *server.place(seen))),
                    (1, "", ("apply", batch, *server.place(seen))),
                    (1, "", ("import", "entities", batch, *server.place(seen))),
                    (1, "", ("downloads", *server.place(seen))),
                    (1, "", ("serve", "--port", "0", *server.place(seen), "--ingest",
                             f"unix:{self._folder / 'socket'}"))):
                done = self._run(*command)
                self._report.check(done.returncode == code, f"{command[0]}: {done.returncode} {done.stderr}")
                if code != 0:
                    says_why = "read-only" in done.stderr or "may not" in done.stderr
                    self._report.check(says_why, f"{command[0]} says why: {done.stderr}")
        with server.Server(self._program, backup) as running:
            self._report.check(ask(running, f"{API}enheter/{NUMBER}")[0] == 200, "the backup can be served")
        self._report.check(listing(place) == before, f"new next to it: {listing(place) ^ before}")


def listing(place):
    return {str(path.relative_to(place)) for path in place.rglob("*")}


def ask(running, path, headers=None):
    """Returns status, fields and body."""
    request = urllib.request.Request(running.base + path, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()
