# SPDX-License-Identifier: EUPL-1.2
"""One register with its keys and logs in a folder of its own: commands, servers and requests.

Everything that the program prints or leaves stays under the folder `written`; its input is
under `given`. So a search of `written` is a search of all that it wrote.
"""

import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(HERE.parent / "property")]

import server  # noqa: E402
from http_client import Connection  # noqa: E402
from waiting import comes  # noqa: E402

import issuer  # noqa: E402

PUBLIC = "/enhetsregisteret/api"
AUTHORISED = "/enhetsregisteret/autorisert-api"
STATEMENT = f"{AUTHORISED}/personer/rolleutskrift"
ALL_ROLES = f"{AUTHORISED}/roller/totalbestand"
START_S = 60
# The operations.Operations that each answer is added to; None if nothing is recorded.
RECORD = None
RECORDING = threading.Lock()
READY = re.compile(r"^orgreg serves http://127\.0\.0\.1:(\d+)\norgreg is ready", re.MULTILINE)


def roles_of(number):
    return f"{AUTHORISED}/enheter/{number}/roller"


def bearer(token):
    return [("Authorization", f"Bearer {token}")]


def org_number(stem):
    """Adds the check digit; stems that have none are moved on."""
    while True:
        digits = f"{stem:08d}"
        rest = sum(int(d) * w for d, w in zip(digits, (3, 2, 7, 6, 5, 4, 3, 2), strict=True)) % 11
        if rest != 1:
            return f"{digits}{(11 - rest) % 11}"
        stem += 1


def entity(number, form="AS", commercial=True, **more):
    return {"organisasjonsnummer": number, "navn": f"VIRKSOMHET {number}", "organisasjonsform": {"kode": form},
            "registrertIForetaksregisteret": commercial, **more}


def person(identity, last="Fjellvik", **more):
    number = {"fodselsnummer": identity} if identity else {}
    return {"fodselsdato": "2003-03-11", "navn": {"fornavn": "Kari", "etternavn": last}, "erDoed": False, **number, **more}


def held_by(*people):
    """Returns a role list's groups: a board of these."""
    roles = [{"type": {"kode": "LEDE" if place == 0 else "MEDL"}, "person": one, "fratraadt": False, "rekkefolge": place}
             for place, one in enumerate(people)]
    return [{"type": {"kode": "STYR"}, "sistEndret": "2026-03-01", "roller": roles}]


def role_list(number, *people):
    return {"organisasjonsnummer": number, "rollegrupper": held_by(*people)}


def upsert(record, kind="roles"):
    return {"operation": "upsert", "kind": kind, "record": record}


def batch_text(identifier, operations):
    head = {"batch": identifier, "operations": len(operations)}
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in (head, *operations))


def allow_cores():
    """Runs in a child: a program that does not forbid its core file would leave one."""
    resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)


class Place:
    def __init__(self, program, folder, name="place"):
        self.program = program
        self.given = Path(folder) / name / "given"
        self.written = Path(folder) / name / "written"
        for path in (self.given, self.written / "store", self.written / "tmp", self.written / "said", self.written / "cwd"):
            path.mkdir(parents=True)
        self.store = self.written / "store/register"
        self.audit = self.store / "audit/log"
        self.keys = self.given / "number-keys"
        self._count = 0

    def said(self, name):
        """Opens two new files for the output of a process."""
        self._count += 1
        return [self.written / "said" / f"{self._count:03d}-{name}.{what}" for what in ("out", "err")]

    def environment(self, **more):
        return server.environment({"TMPDIR": str(self.written / "tmp"), **more})

    def run(self, *arguments, text=None, **more):
        """Runs a command; its output is kept."""
        out, err = self.said(arguments[0])
        with open(out, "wb") as to_out, open(err, "wb") as to_err:
            done = subprocess.run([self.program, *map(str, arguments)], input=text, stdout=to_out, stderr=to_err,
                                  env=self.environment(), cwd=self.written / "cwd", preexec_fn=allow_cores, timeout=120,
                                  check=False, **more)
        return done.returncode, out.read_text(errors="replace"), err.read_text(errors="replace")

    def must(self, *arguments, text=None):
        code, out, err = self.run(*arguments, text=text)
        if code != 0:
            raise SystemExit(f"orgreg {' '.join(map(str, arguments))} ended with {code}:\n{out}{err}")
        return out

    def generate(self, folder, entities):
        server.must_generate(self.program, folder, entities)

    def make_key(self, version=1):
        """Adds a key to the file; not with `run`, which would keep it where numbers are searched for."""
        line = subprocess.run([self.program, "numbers", "new-key", "--version", str(version)], capture_output=True,
                              text=True, check=True).stdout
        with open(os.open(self.keys, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a", encoding="ascii") as file:
            file.write(line)

    def give(self, name, text):
        path = self.given / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def load(self, entities, roles):
        """Loads a small register: records of entities, and role lists."""
        if not self.keys.exists():
            self.make_key()
        self.must("import", "entities", self.give("entities.json", json.dumps(entities)), *server.place(self.store))
        self.must("import", "roles", self.give("roles.json", json.dumps(roles)), *server.place(self.store),
                  "--number-keys", self.keys)

    def apply(self, identifier, operations):
        path = self.give(f"{identifier}.ndjson", batch_text(identifier, operations))
        return self.must("apply", path, *server.place(self.store), "--number-keys", self.keys)

    def token_options(self, keys, audience=issuer.AUDIENCE, name=issuer.ISSUER):
        """Options of a server; `keys` is an address, or keys that are put into a file."""
        if not isinstance(keys, str):
            keys = str(self.give("keys.jwks", issuer.to_json({"keys": [key.jwk() for key in keys]})))
        return ["--token-keys", keys, "--token-issuer", name, "--token-audience", audience,
                "--number-keys", str(self.keys)]

    def serve(self, *options, **more):
        return Running(self, options, **more)


class Running:
    """`with place.serve(...) as running:` – a server on a free port."""

    def __init__(self, place, options, env=None, user=None):
        self.place = place
        self._command = [place.program, "serve", *server.place(place.store), "--port", "0", *map(str, options)]
        self._more = {"user": user, "group": user} if user else {}
        self._env = place.environment(**(env or {}))
        self._process = None
        self.out, self.err = place.said("serve")
        self.port = None

    def __enter__(self):
        with open(self.out, "wb") as out, open(self.err, "wb") as err:
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=self._env,
                                             cwd=self.place.written / "cwd", preexec_fn=allow_cores, **self._more)
        comes(lambda: READY.search(self.out.read_text()) or self._process.poll() is not None, START_S)
        ready = READY.search(self.out.read_text())
        if not ready:
            self.kill()
            raise SystemExit(f"{' '.join(self._command)} did not start:\n{self.errors()}")
        self.port = int(ready[1])
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def pid(self):
        return self._process.pid

    def errors(self):
        return self.err.read_text(errors="replace")

    def alive(self):
        return self._process.poll() is None

    def stop(self):
        if self.alive():
            self._process.terminate()
        try:
            return self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            return -signal.SIGKILL

    def kill(self, number=signal.SIGKILL):
        """Ends it; returns the kernel's status, which says whether there was a core."""
        if self._process.returncode is not None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)
        _, status = os.waitpid(self.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        return status

    def ask(self, path, headers=(), method="GET", body=None):
        return ask(self.port, path, headers, method, body)

    def state(self, identity, token, kind="text/plain"):
        """Requests the role statement of a person."""
        body = identity if kind == "text/plain" else json.dumps({"fodselsnummer": identity})
        return self.ask(STATEMENT, [*bearer(token), ("Content-Type", kind)], "POST", body)


def ask(port, path, headers=(), method="GET", body=None):
    """Sends one request over a connection of its own, exactly as it is given."""
    body = body.encode() if isinstance(body, str) else body
    fields = [("Host", f"127.0.0.1:{port}"), ("Connection", "close"), *headers]
    if body is not None:
        fields.append(("Content-Length", len(body)))
    head = "\r\n".join([f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields), "", ""])
    with Connection("127.0.0.1", port) as connection:
        sent = head.encode("utf-8", "surrogateescape") + (body or b"")
        connection.send(sent)
        response = connection.read_response(method)
    if RECORD is not None:
        with RECORDING:
            RECORD.check(method, path, response, sent)
    return response
