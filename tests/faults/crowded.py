# SPDX-License-Identifier: EUPL-1.2
"""The drivers of crowds share this: a register, a server on chosen processors, and the neighbour's periods with and without the crowd."""

import contextlib
import gzip
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# This comes last: some names there are names here too.
sys.path += [str(HERE.parent / "authorised")]

import waiting  # noqa: E402
import world  # noqa: E402
import server  # noqa: E402
from http_client import Connection  # noqa: E402

import issuer  # noqa: E402
import neighbour  # noqa: E402

PUBLIC = "/enhetsregisteret/api"
AUTHORISED = "/enhetsregisteret/autorisert-api"
ATTACKER = "127.0.0.3"
PROXY = "127.0.0.4"
UNKNOWN = 8  # Of forty requests.
SEARCHES = 4
RATE, AUTHORISED_RATE = 100, 1
SETTLED_S = 20
SETTLED_DESCRIPTORS = 16
LOG_LINES = 60  # The most that an attack may cause.
GROWN_MB = 100  # The server may be larger by this after an attack.
GIVEN_BACK_S = 15  # The server checks every ten seconds for memory to give back.
MOST_MB = 500  # The server may be larger by this during an attack.


def addresses(count):
    """Returns some addresses of the loopback network, never the neighbour's."""
    return [f"127.{1 + place // 250}.{place % 250}.9" for place in range(count)]


def get(path, host, *headers):
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", *headers, "", ""])


class Register:
    """A generated register with roles and identification numbers, and as many updates as records if it is updated."""

    def __init__(self, program, folder, entities, is_updated=True):
        self.program, self.folder = program, Path(folder)
        self.store, self.keys = self.folder / "register", self.folder / "number-keys"
        self._files = self.folder / "generated"
        self.key = issuer.Key("nokkel")
        server.must_generate(program, self._files, entities)
        server.new_number_keys(program, self.keys)
        store = server.place(self.store)
        keys = ["--number-keys", self.keys]
        self._must("import", "entities", self._files / "enheter_alle.json.gz", *store)
        self._must("import", "sub-entities", self._files / "underenheter_alle.json.gz", *store)
        self._must("import", "roles", self._files / "roller_alle_autorisert.json.gz", *store, *keys)
        records, roles = (json.loads(gzip.decompress((self._files / name).read_bytes()))
                          for name in ("enheter_alle.json.gz", "roller_alle_autorisert.json.gz"))
        self.numbers = [one["organisasjonsnummer"] for one in records]
        self.names = [one["navn"] for one in records]
        self.with_roles = [one["organisasjonsnummer"] for one in roles]
        if is_updated:
            self._update(records, roles)
        self._must("downloads", *store)

    def _must(self, *arguments):
        done = server.run(self.program, *arguments)
        if done.returncode not in (0, 4):
            raise SystemExit(f"orgreg {' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")

    def _update(self, records, roles):
        """Changes every record a little, so that the feeds are long."""
        changed = [{"operation": "upsert", "kind": "entity", "record": {**one, "navn": one["navn"] + " NY"}} for one in records]
        changed += [{"operation": "upsert", "kind": "roles", "record": {**one, "rollegrupper": one["rollegrupper"][:1]}} for one in roles]
        file = self.folder / "changes.ndjson"
        with open(file, "w", encoding="utf-8") as out:
            for first in range(0, len(changed), 1000):
                out.write(world.batch_text(f"endring-{first}", changed[first:first + 1000]))
        self._must("apply", file, *server.place(self.store), "--number-keys", self.keys)

    def token_options(self):
        keys = self.folder / "keys.jwks"
        keys.write_text(issuer.to_json({"keys": [self.key.jwk()]}), encoding="utf-8")
        return ["--token-keys", keys, "--token-issuer", issuer.ISSUER, "--token-audience", issuer.AUDIENCE,
                "--number-keys", self.keys]

    def bearer(self):
        return f"Authorization: Bearer {issuer.token(self.key)}"

    def count_usage(self, quarters, values):
        """Writes calls of past days, for the statistics. The file must exist, and no server may run."""
        last = int(time.time()) // 900 - 200
        rows = [(group, last - quarter, f"{value:09d}", 1 + value % 7)
                for quarter in range(quarters) for group in (1, 2, 3) for value in range(values)]
        with contextlib.closing(sqlite3.connect(self.store / "usage.db")) as usage:
            usage.executemany("INSERT INTO usage (grouping, quarter, value, calls) VALUES (?, ?, ?, ?)", rows)
            usage.commit()

    def questions(self, host, *headers):
        """Returns the neighbour's requests with their expected statuses."""
        chance = random.Random(1)
        given = [(get(f"{PUBLIC}/enheter/{number}", host, *headers), 200)
                 for number in chance.sample(self.numbers, 40 - UNKNOWN - SEARCHES)]
        given += [(get(f"{PUBLIC}/enheter/{world.org_number(place)}", host, *headers), 404) for place in range(UNKNOWN)]
        words = [name.split()[0] for name in chance.sample([name for name in self.names if name.isascii() and name[0].isalpha()], 2)]
        given += [(get(f"{PUBLIC}/enheter?{query}&size=20", host, *headers), 200)
                  for query in (f"navn={words[0]}", f"navn={words[1]}", "organisasjonsform=AS", "sort=navn")]
        chance.shuffle(given)
        return given


class Serving(world.Server):
    """A server on some processors, with its own limit of files."""

    def __init__(self, program, store, cores, arguments=(), files=None):
        super().__init__(program, store)
        # With checks, every block that was freed keeps what they know of it.
        self.grown_mb = GROWN_MB * server.slowness(program)
        before = ["taskset", "-c", ",".join(map(str, sorted(cores)))]
        before += ["prlimit", f"--nofile={files}:{files}"] if files else []
        self._command = [*before, *self._command, *map(str, arguments)]

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    def said(self):
        """Returns all of its log."""
        number = self._errors.fileno()
        return os.pread(number, os.fstat(number).st_size, 0).decode(errors="replace")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def memory_mb(self, *names):
        """Returns a value of /proc, by default VmRSS."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            rows = dict(line.split(":", 1) for line in file)
        return sum(int(rows[name].split()[0]) for name in names or ("VmRSS",)) / 1024

    def ask(self, path, *headers):
        """Returns status and body."""
        with Connection("127.0.0.1", self.port) as connection:
            connection.send(get(path, self.host, "Connection: close", *headers).encode())
            answer = connection.read_response("GET")
            return answer.status, answer.body


def socket_memory_mb():
    """Returns the memory that the kernel holds for all TCP connections of the machine."""
    with open("/proc/net/sockstat", encoding="ascii") as file:
        words = next(line for line in file if line.startswith("TCP:")).split()
    return int(words[words.index("mem") + 1]) * resource.getpagesize() / 1e6


class Crowd:
    """`with Crowd(plan, cores) as crowd:`; crowd.results is what its clients saw, once it has ended."""

    def __init__(self, port, groups, cores, a_second=2000):
        self._plan = {"port": port, "a_second": a_second, "groups": groups}
        self._cores = cores
        self.results, self.cpu_s = [], 0

    def __enter__(self):
        self._process = subprocess.Popen([sys.executable, HERE / "crowd.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True, preexec_fn=lambda: os.sched_setaffinity(0, self._cores))
        self._process.stdin.write(json.dumps(self._plan) + "\n")
        self._process.stdin.flush()
        if self._process.stdout.readline() != "ready\n":
            raise SystemExit("the crowd failed")
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        with self._process.stdout:
            output = self._process.stdout.read()
        if self._process.wait() or not output:
            raise SystemExit("the crowd failed")
        self.results, self.cpu_s = json.loads(output)["groups"], json.loads(output)["cpu_s"]

    def statuses(self):
        found = {}
        for group in self.results:
            for status, count in group["statuses"].items():
                found[status] = found.get(status, 0) + count
        return found

    def text(self):
        statuses = " ".join(f"{status}: {count}" for status, count in sorted(self.statuses().items()))
        total = {name: sum(group[name] for group in self.results) for name in ("connected", "open", "failed", "closed", "bytes")}
        return (f"{total['connected']} connections, {total['open']} open at the end, {total['failed']} failed, {total['closed']} closed by the server, "
                f"{total['bytes'] / 1e6:.0f} MB; {statuses or 'no answer'}; {self.cpu_s} s of CPU")


class Peak:
    """The maximum of a value while the block ran."""

    def __init__(self, measure, period_s=0.1):
        self._measure, self._period_s = measure, period_s
        self._ended = threading.Event()
        self.most = measure()

    def __enter__(self):
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def _watch(self):
        while not self._ended.wait(self._period_s):
            with contextlib.suppress(OSError, KeyError):
                self.most = max(self.most, self._measure())


class Turns:
    """How often and how long periods are, and what is allowed. In the short form the bounds leave room for other work on the machine."""

    def __init__(self, options):
        self.is_long = options.long
        self.rounds = 3 if options.long else 1
        self.seconds = options.seconds or (5 if options.long else 1.2)
        self.modes = options.mode or (("shared", "alone") if options.long else ("shared",))
        self._names = options.attack
        self._lines = []

    def bounds(self, mode):
        if not self.is_long:
            return neighbour.Bounds(3, 250, 1000)
        return neighbour.Bounds(3, 40 if mode == "shared" else ALONE_FLOOR_MS)

    def wants(self, name):
        return not self._names or any(name.startswith(one) for one in self._names)

    def show(self, text):
        """Prints the figures of one attack. In the short form only the worst matter, and a failed check prints its own."""
        self._lines.append(text)
        if self.is_long or self._names:
            print(f"  {text}", flush=True)

    def summary(self):
        return f"{len(self._lines)} attacks of {self.rounds} × {self.seconds:g} s"


ALONE_FLOOR_MS = 8  # Two time slices of the kernel, for which a thread of lower priority may keep the only processor.


def cores_of(mode):
    """Returns the processors of the server and of its clients."""
    two = sorted(os.sched_getaffinity(0))[:2]
    return (two, two) if mode == "shared" else (two[-1:], two[:1])


class Scene:
    """A server, its neighbour, and the attacks, one after the other."""

    def __init__(self, report, register, running, mode, turns, is_proxied=False):
        self._report, self._register, self.running = report, register, running
        self._mode, self._turns = mode, turns
        self._clients = cores_of(mode)[1]
        self._paths = [f"{PUBLIC}/enheter/{register.numbers[0]}", f"{PUBLIC}/enheter?size=20&sort=navn", f"{PUBLIC}/enheter?size=1000",
                       f"{PUBLIC}/oppdateringer/enheter?size=100", f"{PUBLIC}/enheter/lastned/csv"]
        self._before = [running.ask(path) for path in self._paths]
        self._source = PROXY if is_proxied else neighbour.SOURCE
        self._headers = [f"X-Forwarded-For: {neighbour.SOURCE}"] if is_proxied else []
        self._questions = register.questions(running.host, *self._headers)
        self._ask(0.5)  # The first round must find the same conditions as the others.

    def check(self, good, message):
        return self._report.check(good, f"{self._mode}: {message}")

    def _ask(self, seconds):
        roles = [(get(f"{AUTHORISED}/enheter/{number}/roller", self.running.host, self._register.bearer(), *self._headers), 200)
                 for number in self._register.with_roles[:3]]
        plan = {"port": self.running.port, "source": self._source, "seconds": seconds,
                "asked": [{"rate": RATE, "questions": self._questions}, {"rate": AUTHORISED_RATE, "questions": roles}]}
        return neighbour.ask(plan, self._clients)

    def attack(self, name, groups, a_second=2000, most_mb=MOST_MB):
        """Alternates quiet periods and attacks; returns the crowds after the checks. The server may take `most_mb` more meanwhile."""
        quiet, crowded, crowds = neighbour.Figures(), neighbour.Figures(), []
        authorised, authorised_quiet = neighbour.Figures(), neighbour.Figures()
        before_mb = self.running.memory_mb()
        memory, lines = self.running.memory_mb("RssAnon"), self.running.said().count("\n")
        descriptors = self.running.descriptors()
        again, late = 0, 0
        with Peak(self.running.memory_mb) as peak, Peak(socket_memory_mb) as sockets:
            for _ in range(self._turns.rounds):
                found, _ = self._ask(self._turns.seconds)
                quiet.add(found[0])
                authorised_quiet.add(found[1])
                with Crowd(self.running.port, groups, self._clients, a_second) as crowd:
                    found, itself = self._ask(self._turns.seconds)
                crowds.append(crowd)
                crowded.add(found[0])
                authorised.add(found[1])
                again, late = again + itself["again"], max(late, itself["late_ms"])
                self._settles(name, descriptors)
        neighbour.judge(self._report, f"{self._mode}: {name}", (quiet, authorised_quiet), (crowded, authorised), self._turns.bounds(self._mode))
        self.check(peak.most - before_mb <= most_mb, f"{name}: {peak.most - before_mb:.0f} MB more than before, not {most_mb} at most")
        self._as_before(name, memory, lines)
        self._turns.show(f"{self._mode}, {name}: quiet {quiet.text()}; next to it {crowded.text()}; authorised quiet {authorised_quiet.text()}; next to it {authorised.text()}; asked again {again}, "
                    f"asked late {late:.1f} ms; memory {before_mb:.0f} MB, at most {peak.most:.0f}, of sockets {sockets.most:.0f} MB; {crowds[-1].text()}")
        return crowds

    def _settles(self, name, descriptors):
        settled = waiting.comes(lambda: not self.running.alive() or self.running.descriptors() <= descriptors + SETTLED_DESCRIPTORS, SETTLED_S)
        self.check(settled and self.running.alive(), f"{name}: connections are left when the crowd has gone")

    def is_as_before(self):
        return all(self.running.ask(path) == answer for path, answer in zip(self._paths, self._before, strict=True))

    def _as_before(self, name, memory, lines):
        if not self.check(self.running.alive(), f"{name}: the server has ended:\n{self.running.errors()}"):
            raise SystemExit(f"{name}: the server has ended")
        self.check(self.is_as_before(), f"{name}: afterwards other answers")
        shrinks = waiting.comes(lambda: self.running.memory_mb("RssAnon") <= memory + self.running.grown_mb, GIVEN_BACK_S)
        self.check(shrinks, f"{name}: {self.running.memory_mb('RssAnon'):.0f} MB after it, {memory:.0f} before")
        more = self.running.said().count("\n") - lines
        self.check(more <= LOG_LINES * self._turns.rounds, f"{name}: {more} lines in the log")


@contextlib.contextmanager
def scene(report, register, mode, turns, arguments=(), files=None, is_proxied=False):
    arguments = [*arguments, *(["--trusted-proxies", PROXY] if is_proxied else [])]
    with Serving(register.program, register.store, cores_of(mode)[0], [*register.token_options(), *arguments], files) as running:
        running.await_files()
        yield Scene(report, register, running, mode, turns, is_proxied)
