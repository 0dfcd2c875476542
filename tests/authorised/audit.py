# SPDX-License-Identifier: EUPL-1.2
"""The log of authorised look-ups: it has the line before the answer, without a number, and is sound or reported as unsound;
without it there is no authorised answer."""

import contextlib
import json
import os
import resource
import sys
from pathlib import Path

from issuer import CONSUMER, Key, token
from people import Finder, identity_numbers, wrong_digit
from place import ALL_ROLES, PUBLIC, STATEMENT, Place, bearer, entity, org_number, person, role_list, roles_of
from waiting import comes

sys.path.append(str(Path(__file__).resolve().parents[1] / "faults"))
from mounts import mounted, why_not  # noqa: E402

COMPANY, ROLELESS, UNKNOWN = (org_number(85_000_000 + 100 * i) for i in range(3))
REFUSED = 3  # Exit code of `audit verify`.
DISK_KIB = 64


class Audit:
    def __init__(self, program, report, folder):
        self._report = report
        self._place = Place(program, folder)
        self._folder = Path(folder)
        self._key = Key("nokkel")
        self._token = token(self._key, jti="en-hemmelig-id")
        numbers = identity_numbers()
        self._person, self._stranger = next(numbers), next(numbers)
        self._place.load([entity(COMPANY), entity(ROLELESS)], [role_list(COMPANY, person(self._person), person(self._person))])
        self._options = self._place.token_options([self._key])
        self.tampered = 0

    def check(self, good, message):
        self._report.check(good, message)

    def run(self):
        self._lines()
        self._other_server()
        self._after_crash()
        self._rotated()
        self._full_by_limit()
        reason = why_not(("tmpfs",)) if os.geteuid() == 0 else "only root can mount"
        if reason:
            print(f"audit: no disk is filled: {reason}")
        else:
            self._full_disk()
        self._tamper()

    def _serve(self, *more):
        return self._place.serve(*self._options, *more)

    def _read(self, path=None):
        """Returns the lines; the rest of a crash is not a line."""
        lines = []
        for line in (path or self._place.audit).read_bytes().splitlines():
            with contextlib.suppress(ValueError):
                lines.append(json.loads(line))
        return lines

    def _verify(self, *arguments, path=None):
        code, out, err = self._place.run("audit", "verify", path or self._place.audit, *arguments)
        return code, out + err

    # Each request with what the log must say of it: (status, object, roles).

    def _questions(self):
        statement = {"method": "POST", "headers": [*bearer(self._token), ("Content-Type", "text/plain")]}
        plain = {"headers": bearer(self._token)}
        return (
            ("roles", roles_of(COMPANY), plain, (200, COMPANY, 2)),
            ("no roles", roles_of(ROLELESS), plain, (404, ROLELESS, 0)),
            ("unknown", roles_of(UNKNOWN), plain, (404, UNKNOWN, 0)),
            ("not a number", roles_of("12"), plain, (400, "", 0)),
            ("a person's", roles_of(self._person), plain, (400, "", 0)),
            ("a parameter", f"{roles_of(COMPANY)}?fnr={self._person}", plain, (400, COMPANY, 0)),
            ("head alone", roles_of(COMPANY), {**plain, "method": "HEAD"}, (200, COMPANY, 2)),
            ("all roles", ALL_ROLES, plain, (200, "", None)),
            ("a statement", STATEMENT, {**statement, "body": self._person}, (200, None, 2)),
            ("a stranger's", STATEMENT, {**statement, "body": self._stranger}, (404, None, 0)),
            ("a wrong number", STATEMENT, {**statement, "body": wrong_digit(self._person)}, (400, "", 0)),
            ("another type", STATEMENT, {"method": "POST", "headers": [*bearer(self._token), ("Content-Type", "text/html")],
                                         "body": self._person}, (415, "", 0)),
        )

    def _lines(self):
        """The line is there when the answer is, even if the server is killed then."""
        for title, path, more, (status, thing, roles) in self._questions():
            with self._serve() as running:
                before = self._count()
                answer = running.ask(path, **more)
                running.kill()
                lines = self._look_ups()
            self.check(answer.status == status, f"{title}: {answer.status}, not {status}")
            line = lines[-1]
            self.check(len(lines) == before + 1, f"{title}: {len(lines) - before} lines, {line}")
            self.check(line["status"] == status and line["consumer"] == CONSUMER and line["client_id"] == "en-klient",
                       f"{title}: {line}")
            self.check(thing is None or line["object"] == thing, f"{title}: object {line['object']!r}")
            self.check(roles is None or line["roles"] == roles, f"{title}: {line['roles']} roles")
            self.check(line["trace_id"] == answer.header("Trace-Id") and line["address"] == "127.0.0.1", f"{title}: {line}")
        marks = [line["object"] for line in self._look_ups() if line["operation"].startswith("POST") and line["object"]]
        self.check(len(marks) == 2 and marks[0] != marks[1] and all(mark.startswith("1:") for mark in marks), f"marks: {marks}")
        with self._serve() as running:
            before = self._count()
            for headers in ([], bearer("x.y.z"), bearer(token(self._key, exp=1))):
                refused = running.ask(roles_of(COMPANY), headers)
                self.check(refused.status == 401 and len(refused.header("Trace-Id") or "") == 36, f"a refusal has a Trace-Id: {refused.status}")
            running.ask(f"{PUBLIC}/enheter/{COMPANY}/roller")
            self.check(self._count() == before, "what is not authorised is in the log")
        self._sound("look-ups", 12)
        mode = self._place.audit.stat().st_mode & 0o777
        self.check(mode == 0o600, f"the log may be read by others: {mode:o}")

    def _look_ups(self):
        return [line for line in self._read() if line["kind"] == "lookup"] if self._place.audit.exists() else []

    def _count(self):
        return len(self._look_ups())

    def _sound(self, title, least=1):
        code, said = self._verify()
        self.check(code == 0, f"{title}: {code} {said}")
        self.check(self._count() >= least, f"{title}: {self._count()} lines")
        data = self._place.audit.read_bytes()
        found = Finder([self._person, self._stranger, wrong_digit(self._person)]).find(data)
        self.check(not found, f"{title}: the log holds {found}")
        for secret in (self._token, self._token.split(".")[2], "en-hemmelig-id"):
            self.check(secret.encode() not in data, f"{title}: the log holds {secret[:20]}")

    def _other_server(self):
        """Two servers would break the chain: the second serves what is public, and everything when the first has ended."""
        first = self._serve()
        with first, self._serve() as second:
            answer = second.ask(roles_of(COMPANY), bearer(self._token))
            self.check(answer.status == 503 and answer.header("Retry-After"), f"a second server: {answer.status}")
            self.check("another process has this audit log" in second.errors(), f"a second server: {second.errors()}")
            self._serves_the_public(second, "a second server")
            first.stop()
            good = comes(lambda: second.ask(roles_of(COMPANY), bearer(self._token)).status == 200)
            self.check(good, "a second server when the first has ended")
        self._sound("two servers")

    def _serves_the_public(self, running, title):
        for path in (f"{PUBLIC}/enheter/{COMPANY}", f"{PUBLIC}/enheter/{COMPANY}/roller", f"{PUBLIC}/enheter?size=1"):
            self.check(running.ask(path).status == 200, f"{title}: {path}")
        self.check(running.ask(roles_of(COMPANY)).status == 401, f"{title}: an outsider")

    def _after_crash(self):
        """Half a line at the end is kept and reported; damage before whole lines is not ignored."""
        with open(self._place.audit, "ab") as log:
            log.write(b'{"kind":"lookup","sequence":99')
        code, said = self._verify()
        self.check(code == REFUSED and "no whole line" in said, f"half a line: {code} {said}")
        with self._serve() as running:
            self.check(running.ask(roles_of(COMPANY), bearer(self._token)).status == 200, "after half a line")
        self.check("recovered" in [line["kind"] for line in self._read()], "half a line is not reported")
        self._sound("after half a line")
        whole = self._place.audit.read_bytes()
        self._place.audit.write_bytes(whole.replace(b'"status":404', b'"status":200', 1))
        with self._serve() as running:
            self._serves_the_public(running, "a changed log")
            for name, path, more, _ in self._questions():
                answer = running.ask(path, **more)
                self.check(answer.status == 500 and self._person.encode() not in answer.content(),
                           f"a changed log, {name}: {answer.status}")
                self.check(more.get("method") == "HEAD" or len(json.loads(answer.content())) == 6,
                           f"a changed log, {name}: {answer.content()}")
            said = running.errors()
            self.check("audit_log" in said and str(self._place.audit) in said, f"a changed log: {said}")
            self.check(self._place.audit.read_bytes() != whole, "a changed log is left as it is")
            self._place.audit.write_bytes(whole)
            good = comes(lambda: running.ask(roles_of(COMPANY), bearer(self._token)).status == 200)
            self.check(good, "a changed log that was put right")
        self._sound("a changed log that was put right")

    def _rotated(self):
        """The file is moved away while the server runs: the next file continues it."""
        moved = self._place.audit.with_suffix(".moved")
        with self._serve() as running:
            running.ask(roles_of(COMPANY), bearer(self._token))
            last = self._read()[-1]
            self._place.audit.rename(moved)
            self.check(running.ask(roles_of(COMPANY), bearer(self._token)).status == 200, "after the log was moved")
        lines = self._read()
        self.check(lines[0]["kind"] == "begin" and lines[0]["previous"] == last["hash"], f"a new file begins with {lines[0]}")
        self.check(lines[0]["sequence"] == last["sequence"] + 1, f"sequence {lines[0]['sequence']} after {last['sequence']}")
        for path in (moved, self._place.audit):
            self.check(self._verify(path=path)[0] == 0, f"moved: {self._verify(path=path)}")
        self.check(self._verify("--expect-previous", last["hash"])[0] == 0, "the file before")
        self.check(self._verify("--expect-previous", "0" * 64)[0] == REFUSED, "another file before")
        both = self._place.given / "both.audit"
        both.write_bytes(moved.read_bytes() + self._place.audit.read_bytes())
        self.check(self._verify(path=both)[0] == 0, f"put together: {self._verify(path=both)}")

    # Without a log there is no answer.

    def _fails_closed(self, running, title):
        for name, path, more, _ in self._questions():
            answer = running.ask(path, **more)
            self.check(answer.status == 503 and self._person.encode() not in answer.content(), f"{title}, {name}: {answer.status}")
            self.check(answer.header("Cache-Control") == "no-store", f"{title}, {name}: may be kept")
        for path in (f"{PUBLIC}/enheter/{COMPANY}", f"{PUBLIC}/enheter/{COMPANY}/roller", f"{PUBLIC}/enheter?size=1"):
            answer = running.ask(path)
            self.check(answer.status == 200, f"{title}, {path}: {answer.status}")
        self.check(running.ask(roles_of(COMPANY)).status == 401, f"{title}: without a token")

    def _goes_on(self, running, title, path):
        self.check(comes(lambda: running.ask(roles_of(COMPANY), bearer(self._token)).status == 200), f"{title}: does not continue")
        code, said = self._verify(path=path)
        self.check(code == 0 and running.alive(), f"{title}, afterwards: {code} {said}")
        self.check(self._read(path)[-1]["status"] == 200, f"{title}: the last line is {self._read(path)[-1]}")

    def _full_by_limit(self):
        """The process may not make longer files."""
        with self._serve() as running:
            size = self._place.audit.stat().st_size
            _, hard = resource.prlimit(running.pid, resource.RLIMIT_FSIZE)
            # In the middle of the next line, and before it.
            for limit in (size + 40, size):
                resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (limit, hard))
                try:
                    self._fails_closed(running, f"limit {limit - size}")
                except OSError as failed:
                    self.check(False, f"limit {limit - size}: {failed}")
                if not running.alive():
                    self.check(False, f"limit {limit - size}: the server ended with {running.stop()}")
                    return
            resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (hard, hard))
            self._goes_on(running, "limit", self._place.audit)
        self._sound("after a limit")

    def _full_disk(self):
        with mounted("tmpfs", self._folder / "disk", f"size={DISK_KIB}k") as disk:
            log = disk / "audit.log"
            with self._serve("--audit-log", log) as running:
                self.check(running.ask(roles_of(COMPANY), bearer(self._token)).status == 200, "on a disk with space")
                filler = disk / "filler"
                for _ in range(2):
                    with contextlib.suppress(OSError), open(filler, "wb") as file:
                        while True:
                            file.write(b"x" * 1024)
                            file.flush()
                    # The rest of the log's last page is used first.
                    comes(lambda: running.ask(roles_of(COMPANY), bearer(self._token)).status == 503, 30)
                    self._fails_closed(running, "full disk")
                    filler.unlink()
                    self._goes_on(running, "full disk", log)

    # Tampering with the log.

    def _tamper(self):
        with self._serve() as running:
            for path in (roles_of(COMPANY), roles_of(ROLELESS), roles_of(UNKNOWN), ALL_ROLES):
                running.ask(path, bearer(self._token))
            running.state(self._person, self._token)
            running.state(self._stranger, self._token)
        lines = self._place.audit.read_bytes().splitlines(keepends=True)
        path = self._place.given / "tampered.audit"
        for name, number, data in self.tamperings(lines):
            path.write_bytes(b"".join(data))
            code, said = self._verify(path=path)
            self.tampered += 1
            self.check(code == REFUSED and f"line {number}:" in said, f"{name}: {code} {said.strip()!r}, not line {number}")
        # A truncated end is visible only with a hash that was kept.
        last = json.loads(lines[-1])["hash"]
        path.write_bytes(b"".join(lines[:-1]))
        self.check(self._verify(path=path)[0] == 0, "the end cut off whole")
        self.check(self._verify("--expect-hash", last, path=path)[0] == REFUSED, "the end cut off whole, with a hash")
        path.write_bytes(b"".join(lines))
        self.check(self._verify("--expect-hash", last, path=path)[0] == 0, "whole, with a hash")
        path.write_bytes(b"")
        self.check(self._verify("--expect-hash", last, path=path)[0] == REFUSED, "emptied, with a hash")
        code, said = self._verify(path=self._place.given / "none")
        self.check(code == 1, f"no file: {code} {said}")

    @staticmethod
    def tamperings(lines):
        """Yields the change, the line that must be named, and the lines after it."""
        for at, line in enumerate(lines):
            number = at + 1
            for old, new in ((b'"status":', b'"status":1'), (b'"kind":"', b'"kind":"x'), (b'"roles":', b'"roles":9'),
                             (b'"hash":"', b'"hash":"0'), (b'"previous":"', b'"previous":"f'), (b'"time":"2', b'"time":"1')):
                if old in line:
                    yield f"{old} changed in {number}", number, [*lines[:at], line.replace(old, new), *lines[at + 1:]]
            yield f"a blank in {number}", number, [*lines[:at], line.replace(b",", b", ", 1), *lines[at + 1:]]
            if number < len(lines):
                yield f"{number} deleted", number, [*lines[:at], *lines[at + 1:]]
                yield f"{number} and the next swapped", number, [*lines[:at], lines[at + 1], line, *lines[at + 2:]]
                yield f"the end of {number} cut off", number, [*lines[:at], line[:-9] + b"\n", *lines[at + 1:]]
                yield f"{number} empty", number, [*lines[:at], b"\n", *lines[at + 1:]]
            yield f"{number} twice", number + 1, [*lines[:at + 1], line, *lines[at + 1:]]
        yield "the last cut in the middle", len(lines), [*lines[:-1], lines[-1][:len(lines[-1]) // 2]]
        yield "more at the end", len(lines) + 1, [*lines, b"x\n"]


def run(program, report, folder):
    audit = Audit(program, report, folder)
    audit.run()
    return f"{audit.tampered} tampered logs"
