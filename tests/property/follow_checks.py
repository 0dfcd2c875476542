# SPDX-License-Identifier: EUPL-1.2
"""A mirror (examples/follow.py): it begins with the files, is killed and refused meanwhile, and ends equal
to the server."""

import hashlib
import http.client
import http.server
import json
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import server
from apply_checks import header, lines, upsert
from client import API, Client

FOLLOW = Path(__file__).resolve().parents[2] / "examples/follow.py"
KINDS = {"enheter": "oppdaterteEnheter", "underenheter": "oppdaterteUnderenheter"}
LOOK_UP = re.compile(API + r"(enheter|underenheter)/(\d{9})$")
KILLS = 25


class Proxy:
    """A proxy between a mirror and its server: counts the requests, refuses some and breaks off some."""

    def __init__(self, port, seed=0, refused=0.0):
        self.asked = []
        proxy, chance = self, random.Random(seed)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            connections = 0

            def setup(self):
                super().setup()
                proxy.connections += 1
                self.upstream = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

            def finish(self):
                self.upstream.close()
                super().finish()

            def do_GET(self):
                proxy.asked.append(self.path)
                fate = chance.random() / refused if refused else 1
                if fate < 0.8:
                    return self.refuse(chance.choice((429, 503)))
                self.upstream.request("GET", self.path, headers={"Host": f"127.0.0.1:{port}"})
                answer = self.upstream.getresponse()
                body = answer.read()
                self.send_response(answer.status)
                for name in ("Content-Type", "Register-Position"):
                    if answer.headers.get(name):
                        self.send_header(name, answer.headers[name])
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if fate < 1:  # It sends half of the answer and no more.
                    self.close_connection = True
                    body = body[:len(body) // 2]
                self.wfile.write(body)

            def refuse(self, status):
                self.send_response(status)
                self.send_header("Retry-After", "0")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def handle(self):
                try:
                    super().handle()
                except ConnectionError:  # The mirror was killed.
                    pass

            def log_message(self, *_):
                pass

        self.connections = 0
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


class FollowChecks:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self.store = self.folder / "store"
        self.copy = self.folder / "copy.db"

    def run(self, seed=1):
        self.load()
        backup = self.folder / "backup"
        assert server.run(self.program, "backup", backup, *server.place(self.store)).returncode == 0
        with server.Server(self.program, self.store) as running:
            running.await_files()
            self.first_run(running)
            self.amid_changes(running, seed)
            self.past(running)
            self.in_lists(running)
        done = server.run(self.program, "restore", backup, *server.place(self.store))
        self.report.check(done.returncode == 0, f"restore: {done.stderr}")
        with server.Server(self.program, self.store) as running:
            done = self.follow(running.base)
            self.report.check(done.returncode == 1 and "start again" in done.stderr,
                              f"a server that was set back: {done.returncode} {done.stderr}")

    def load(self):
        files = self.folder / "files"
        server.must_generate(self.program, files, 2000, "--seed", 5)
        for kind, names in (("entities", ["enheter_alle.json.gz", "utgaatte_enheter.ndjson"]),
                            ("sub-entities", ["underenheter_alle.json.gz", "utgaatte_underenheter.ndjson"]),
                            ("roles", ["roller_alle.json.gz"])):
            server.must_import(self.program, self.store, kind, [files / name for name in names])

    def start(self, base):
        return subprocess.Popen([sys.executable, FOLLOW, base + API.rstrip("/"), self.copy],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def follow(self, base):
        process = self.start(base)
        _, errors = process.communicate(timeout=300)
        return subprocess.CompletedProcess(process.args, process.returncode, "", errors)

    def must_follow(self, base, what):
        done = self.follow(base)
        self.report.check(done.returncode == 0, f"follow, {what}: {done.stderr}")

    def first_run(self, running):
        with Proxy(running.port) as proxy:
            self.must_follow(proxy.base, "from the files")
            self.report.check(proxy.connections == 1, f"{proxy.connections} connections for one run")
            self.compare(running, "from the files")
            before = hashlib.sha256(self.copy.read_bytes()).digest()
            proxy.asked.clear()
            self.must_follow(proxy.base, "nothing new")
            self.report.check(len(proxy.asked) == 3, f"nothing new, but asked for: {proxy.asked}")
            self.report.check(hashlib.sha256(self.copy.read_bytes()).digest() == before,
                              "nothing new, but the copy was written")

    def amid_changes(self, running, seed):
        """While the register changes, the mirror is killed again and again, and refused in between."""
        chance = random.Random(seed)
        self.copy.unlink()
        writer = subprocess.Popen([self.program, "apply", "--history", self.folder / "files/endringer.ndjson.gz",
                                   *server.place(self.store)], text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=server.environment())
        with Proxy(running.port, seed, refused=0.15) as proxy:
            for _ in range(KILLS):
                mirror = self.start(proxy.base)
                time.sleep(chance.uniform(0.1, 0.7))
                mirror.kill()
                mirror.communicate()
            output, errors = writer.communicate(timeout=300)
            self.report.check(writer.returncode == 0, f"the history: {errors}")
            last = max(json.loads(line).get("lastUpdate", 0) for line in output.splitlines())
            self.await_update(running, last)
            self.must_follow(proxy.base, "refused and broken off")
        self.compare(running, "after changes")

    def past(self, running):
        """The generated history is in all feeds, and no sub-entity names a unit that never existed."""
        client = Client(running.port)
        for kind, name in KINDS.items():
            page = client.get(f"{API}oppdateringer/{kind}?size=1000")[1]["_embedded"][name]
            self.report.check({update["endringstype"] for update in page} == {"Ny", "Endring", "Sletting", "Fjernet"},
                              f"types of updates of {kind}: {page[:3]}")
            times = [update["dato"] for update in page]
            self.report.check(times == sorted(times) and times[0] < "2026-08-28" and times[-1] > "2026-09-18",
                              f"{kind}: updates from {times[0]} to {times[-1]}")
            since = client.get(f"{API}oppdateringer/{kind}?dato=2026-09-07T00:00:00.000Z&size=1000")[1]["_embedded"][name]
            self.report.check(since == [update for update in page if update["dato"] >= "2026-09-07"], f"{kind} by time")
        times = [event["time"] for event in client.get(f"{API}oppdateringer/roller?size=1000")[1]]
        self.report.check(times == sorted(times) and times[0] < "2026-08-29" and times[-1] > "2026-09-16",
                          f"changes of roles from {times[0]} to {times[-1]}")
        superiors = {record["overordnetEnhet"] for record in stream(running.port, "underenheter")}
        found = {number: client.get(f"{API}enheter/{number}")[0] for number in superiors}
        self.report.check(set(found.values()) == {200, 410}, f"superiors: {[n for n in found if found[n] == 404][:5]}")

    def in_lists(self, running):
        """Only records that are no longer live are looked up separately."""
        client = Client(running.port)
        units, _ = client.everything("enheter", [("sort", "organisasjonsnummer,ASC")], size=1500)
        bare = [{k: v for k, v in unit.items() if k not in ("_links", "antallAnsatte")} for unit in units[:300]]
        gone = bare.pop()["organisasjonsnummer"]
        rows = [header("lists"), *(upsert({**unit, "hjemmeside": "i-lister.example"}) for unit in bare),
                {"operation": "delete", "kind": "entity", "organisasjonsnummer": gone, "slettedato": "2026-10-01"}]
        done = subprocess.run([self.program, "apply", "-", *server.place(self.store)], input=lines(*rows), text=True,
                              capture_output=True, check=False, timeout=60, env=server.environment())
        assert done.returncode == 0, done.stderr
        self.await_update(running, json.loads(done.stdout)["lastUpdate"])
        with Proxy(running.port) as proxy:
            self.must_follow(proxy.base, "in lists")
            alone = [path for path in proxy.asked if LOOK_UP.fullmatch(path)]
            self.report.check(alone == [f"{API}enheter/{gone}"], f"looked up by themselves: {alone[:5]}")
            self.report.check(len(proxy.asked) < 15, f"{len(proxy.asked)} requests for 300 updates")
        self.compare(running, "in lists")

    @staticmethod
    def await_update(running, last):
        client, end = Client(running.port), time.monotonic() + 60
        while time.monotonic() < end:
            shown = [int(client.get(f"{API}oppdateringer/{kind}?sort=id,DESC&size=1")[1]
                         .get("_embedded", {}).get(name, [{"oppdateringsid": 0}])[0]["oppdateringsid"])
                     for kind, name in KINDS.items()]
            events = client.get(f"{API}oppdateringer/roller?afterId={last - 1}" if last > 1 else
                                f"{API}oppdateringer/roller")[1]
            if max(shown) >= last or events:
                return
            time.sleep(0.05)
        raise SystemExit(f"update {last} is not shown")

    def compare(self, running, what):
        with sqlite3.connect(self.copy) as database:
            copy = {(kind, number): json.loads(body)
                    for kind, number, body in database.execute("SELECT kind, number, body FROM records")}
        served = {}
        for kind in KINDS:
            for record in stream(running.port, kind):
                served[kind, record["organisasjonsnummer"]] = shape(record)
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=120)
        entities = {n for kind, n in served if kind == "enheter"} | {n for kind, n in copy if kind == "roller"}
        for number in entities:
            connection.request("GET", f"{API}enheter/{number}/roller")
            answer = connection.getresponse()
            held = answer.read()
            if answer.status == 200:
                served["roller", number] = {"organisasjonsnummer": number, **shape(json.loads(held))}
        connection.close()
        self.report.check(len(copy) > 4000 and set(copy) == set(served),
                          f"{what}: {len(copy)} in the copy, {len(served)} served, different "
                          f"{sorted(set(copy) ^ set(served))[:5]}")
        different = [key for key in served if key in copy and copy[key] != served[key]]
        self.report.check(not different, f"{what}: {len(different)} differ, the first "
                          f"{[(copy[key], served[key]) for key in different[:1]]}")


def stream(port, kind):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", API + kind, headers={"Accept": "application/x-ndjson"})
    for line in connection.getresponse().read().decode("utf-8").splitlines():
        yield json.loads(line)
    connection.close()


def shape(value):
    """Returns a value as a mirror keeps it: without links, and without the old name of a flag."""
    if isinstance(value, dict):
        return {k: shape(v) for k, v in value.items() if k not in ("_links", "links", "fratraadt")}
    return [shape(item) for item in value] if isinstance(value, list) else value


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-follow-") as folder:
        FollowChecks(program, report, folder).run()
