# SPDX-License-Identifier: EUPL-1.2
"""The listener that takes batches by POST, at a socket file and at an address: what it does, what it
refuses without doing anything, and which clients may use it (docs/batches.md, Over HTTP)."""

import gzip
import json
import re
import socket
import stat
import subprocess
import tempfile
import threading
from pathlib import Path

import server
from apply_checks import delete, entity, header, lines, upsert
from client import API
from download_site import ask
from waiting import comes
from http_client import Connection

TYPE = ("Content-Type", "application/x-ndjson")
TOKEN = "et-hemmelig-ord-som-er-langt"
PLACE = re.compile(r"taking batches at (\S+)")


class UnixConnection(Connection):
    def __init__(self, path, timeout=60):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout)
        self._socket.connect(str(path))
        self._buffer = b""


def head_of(method, path, headers, host="orgreg"):
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *(f"{k}: {v}" for k, v in headers), "", ""]).encode()


class Poster:
    """Sends requests to one listener. `connect` makes a connection."""

    def __init__(self, connect, token=None):
        self._connect = connect
        self.always = [("Authorization", f"Bearer {token}")] if token else []

    def ask(self, body=b"", headers=(TYPE,), method="POST", path="/batches"):
        body = body.encode() if isinstance(body, str) else body
        return self.raw(head_of(method, path, [("Connection", "close"), ("Content-Length", len(body)),
                                               *self.always, *headers]) + body, method)

    def raw(self, data, method="POST"):
        with self._connect() as connection:
            connection.send(data)
            return connection.read_response(method)

    def chunked(self, pieces):
        body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
        return self.raw(head_of("POST", "/batches", [TYPE, ("Connection", "close"), ("Transfer-Encoding", "chunked"),
                                                     *self.always]) + body)

    def cut_off(self, body, missing):
        """Sends an incomplete body; no answer is read."""
        with self._connect() as connection:
            connection.send(head_of("POST", "/batches", [TYPE, ("Content-Length", len(body) + missing), *self.always])
                            + body.encode())


def answer_lines(response):
    return [json.loads(line) for line in response.body.decode().splitlines()]


class IngestChecks:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self.store = self.folder / "store"
        self.socket = self.folder / "ingest.sock"
        self.token_file = self.folder / "token"
        self.token_file.write_text(TOKEN + "\n")
        first = self.folder / "first.json"
        first.write_text(json.dumps([entity("999999900", "DEN FØRSTE AS")]), encoding="utf-8")
        server.must_import(program, self.store, "entities", [first])

    def check(self, good, message):
        return self.report.check(good, message)

    def serve(self, *arguments):
        return server.Server(self.program, self.store, arguments=arguments)

    def run(self):
        self.at_socket()
        self.at_address()
        self.socket_file()
        self.settings()

    def name_of(self, number):
        answer = ask(self.port, f"{API}enheter/{number}")
        return json.loads(answer.body).get("navn") if answer.status == 200 else answer.status

    def at_socket(self):
        with self.serve("--ingest", f"unix:{self.socket}") as running:
            self.port = running.port
            self.check(stat.S_IMODE(self.socket.stat().st_mode) == 0o600, f"mode {oct(self.socket.stat().st_mode)}")
            poster = Poster(lambda: UnixConnection(self.socket))
            self.batches(poster, "1")
            self.refusals(poster)
            self.wrong_requests(poster)
            self.not_public(running)
            self.cut_off(poster)
            self.many_writers(poster)
            self.check(running.alive() and running.stop() == 0, "the end of a server with a listener")
        self.check(not self.socket.exists(), "the socket file stays after the end")

    def batches(self, poster, mark):
        number = f"99999991{mark}"
        batch = lines(header(f"post-{mark}", 1), upsert(entity(number, "PER POST AS")))
        response = poster.ask(batch)
        done = answer_lines(response)
        self.check(response.status == 200 and response.header("Content-Type") == "application/x-ndjson" and len(done) == 1
                   and done[0]["batch"] == f"post-{mark}" and done[0]["updates"] == 1 and not done[0]["repeated"],
                   f"a batch: {response.status} {response.body}")
        self.check(comes(lambda: self.name_of(number) == "PER POST AS", 10), f"it is served: {self.name_of(number)}")
        again = poster.ask(batch)
        self.check(again.status == 200 and answer_lines(again) == [{**done[0], "repeated": True}], f"again: {again.body}")
        packed = poster.ask(gzip.compress(lines(header(f"gzip-{mark}"), upsert(entity(number, "PAKKET AS"))).encode()))
        self.check(packed.status == 200 and answer_lines(packed)[0]["batch"] == f"gzip-{mark}", f"packed: {packed.body}")
        text = lines(header(f"chunks-{mark}", 2), upsert(entity(number, "I BITER AS")),
                     upsert(entity(number, "I FLERE BITER ÆØÅ AS"))).encode()
        chunks = poster.chunked([text[at:at + 7] for at in range(0, len(text), 7)])
        self.check(chunks.status == 200 and answer_lines(chunks)[0]["operations"] == 2, f"in chunks: {chunks.body}")
        self.check(comes(lambda: self.name_of(number) == "I FLERE BITER ÆØÅ AS", 10), f"{self.name_of(number)}")
        typed = poster.ask(lines(header(f"typed-{mark}"), upsert(entity(number, "MED TEGNSETT AS"))),
                           [("Content-Type", "Application/X-NDJSON; charset=utf-8")])
        self.check(typed.status == 200, f"with a charset: {typed.status}")
        two = poster.ask(lines(header(f"two-{mark}"), upsert(entity(number, "EN")), header(f"two-{mark}b"),
                               upsert(entity(number, "TO AS"))))
        self.check(two.status == 200 and [t["batch"] for t in answer_lines(two)] == [f"two-{mark}", f"two-{mark}b"], f"{two.body}")
        self.check(comes(lambda: self.name_of(number) == "TO AS", 10), f"{self.name_of(number)}")
        empty = poster.ask("")
        self.check(empty.status in (200, 422), f"an empty body: {empty.status} {empty.body}")

    def refused(self, poster, body, *texts):
        response = poster.ask(body)
        last = answer_lines(response)[-1] if response.body else {}
        problems = " ".join(last.get("problems", []))
        self.check(response.status == 422 and last.get("refused") is True and last.get("count", 0) >= 1
                   and all(text in problems for text in texts), f"{str(body)[:200]}: {response.status} {response.body}")
        return answer_lines(response)

    def refusals(self, poster):
        number = "999999920"
        wrong = lines(header("wrong"), upsert(entity(number, "GALT AS")), delete("999999929", "2026-01-01"))
        self.refused(poster, wrong, "line 3", "999999929")
        self.refused(poster, lines(header("form"), upsert(entity(number, "GALT AS")), {"kind": "entity"}), "line 3: operation")
        self.refused(poster, lines(header("count", 3), upsert(entity(number, "GALT AS"))))
        self.refused(poster, lines({**header("back"), "time": "2026-08-26T18:00:00.000Z"}, upsert(entity(number, "GALT AS"))),
                     "line 1: time: is taken only by orgreg apply --history")
        self.refused(poster, "noe annet enn JSON\n", "line 1")
        self.refused(poster, lines(header("taken-1", 1), upsert(entity(number, "GALT AS")))[:-9])
        self.check(self.name_of(number) == 404, f"a refused batch left {self.name_of(number)}")
        done = self.refused(poster, lines(header("before"), upsert(entity(number, "RETT AS")), header("after"),
                                          upsert(entity(number, "GALT AS")), delete("999999928", "2026-01-01"),
                                          header("never"), upsert(entity(number, "ALDRI AS"))), "999999928")
        self.check(len(done) == 2 and done[0].get("batch") == "before", f"the second of two is refused: {done}")
        self.check(comes(lambda: self.name_of(number) == "RETT AS", 10), f"the first of two: {self.name_of(number)}")
        for name, body in (("damaged", gzip.compress(wrong.encode())[:-12]), ("noise", b"\x1f\x8b" + bytes(range(200)))):
            response = poster.ask(body)
            self.check(response.status in (422, 500), f"{name} gzip: {response.status} {response.body}")
        self.check(self.name_of(number) == "RETT AS", f"a damaged body left {self.name_of(number)}")

    def wrong_requests(self, poster):
        batch = lines(header("wrong-request"), upsert(entity("999999930", "SKAL IKKE INN AS")))
        for value in ("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            self.check(poster.ask(batch, [("Content-Type", value)]).status == 415, f"type {value!r}")
        self.check(poster.ask(batch, []).status == 415, "no type")
        for path in ("/", "/batches/", "/batches/1", "/Batches", f"{API}enheter", f"{API}batches"):
            response = poster.ask(batch, path=path)
            self.check(response.status == 404, f"{path}: {response.status}")
        for method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"):
            response = poster.ask("", method=method)
            self.check(response.status == 405 or (method == "PATCH" and response.status in (405, 501)),
                       f"{method}: {response.status}")
            if response.status == 405:
                self.check("POST" in (response.header("Allow") or ""), f"{method}: {response.headers}")
        size = 257 << 20
        too_large = poster.raw(head_of("POST", "/batches", [TYPE, ("Content-Length", size), *poster.always]) + b"{")
        self.check(too_large.status == 413, f"a body of {size} bytes: {too_large.status}")
        self.check(self.name_of("999999930") == 404, "a request that was refused was applied")

    def not_public(self, running):
        batch = lines(header("public"), upsert(entity("999999931", "SKAL IKKE INN AS")))
        public = Poster(lambda: Connection("127.0.0.1", running.port), TOKEN)
        for path in ("/batches", f"{API}batches", f"{API}enheter"):
            fields = [TYPE, ("Connection", "close"), ("Content-Length", len(batch)), *public.always]
            response = public.raw(head_of("POST", path, fields, f"127.0.0.1:{running.port}") + batch.encode())
            self.check(response.status in (404, 405), f"{path} at the public port: {response.status}")
        self.check(ask(running.port, "/batches").status == 404, "/batches at the public port")
        self.check(self.name_of("999999931") == 404, "the public port took a batch")

    def cut_off(self, poster):
        for missing in (1, 1000):
            poster.cut_off(lines(header(f"cut-{missing}"), upsert(entity("999999932", "AVKUTTET AS"))), missing)
        self.check(poster.ask(lines(header("after-cut"), upsert(entity("999999933", "ETTERPÅ AS")))).status == 200, "after it")
        self.check(comes(lambda: self.name_of("999999933") == "ETTERPÅ AS", 10), "a batch after one that was cut off")
        self.check(self.name_of("999999932") == 404, "a body that was cut off was applied")

    def many_writers(self, poster):
        """Several clients post at once, next to a command: each batch is applied once."""
        answers, count, each = [], 4, 12

        def post(writer):
            for at in range(each):
                number = str(800000000 + writer * 1000 + at)
                response = poster.ask(lines(header(f"many-{writer}-{at}", 1), upsert(entity(number, f"MANGE {at}"))))
                answers.append((response.status, response.body))

        def command():
            text = "".join(lines(header(f"many-c-{at}", 1), upsert(entity(str(800009000 + at), f"MANGE {at}")))
                           for at in range(each))
            done = subprocess.run([self.program, "apply", "-", *server.place(self.store)], input=text, text=True,
                                  capture_output=True, check=False, timeout=120, env=server.environment())
            answers.extend((200 if done.returncode == 0 else done.stderr, line.encode()) for line in done.stdout.splitlines())

        threads = [threading.Thread(target=post, args=(writer,)) for writer in range(count)]
        threads.append(threading.Thread(target=command))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        good = [json.loads(body) for status, body in answers if status == 200]
        self.check(len(good) == (count + 1) * each, f"{len(good)} of {(count + 1) * each}: "
                   f"{[a for a in answers if a[0] != 200][:2]}")
        ids = [one["firstUpdate"] for one in good]
        self.check(len(set(ids)) == len(ids) and all(one["updates"] == 1 and not one["repeated"] for one in good),
                   "batches of several writers")
        query = f"{API}enheter?navn=MANGE&size=1"
        seen = comes(lambda: json.loads(ask(self.port, query).body)["page"]["totalElements"] == (count + 1) * each, 20)
        self.check(seen, f"{ask(self.port, query).body}")
        verified = server.run(self.program, "verify", *server.place(self.store))
        self.check(verified.returncode == 0, f"verify: {verified.stdout}{verified.stderr}")

    def at_address(self):
        with self.serve("--ingest", "127.0.0.1:0", "--ingest-token-file", str(self.token_file)) as running:
            self.port = running.port
            place = comes(lambda: PLACE.search(running.errors()))
            self.check(place is not None, f"where it listens: {running.errors()}")
            port = int(re.search(r":(\d+)/", place[1])[1])
            connect = lambda: Connection("127.0.0.1", port)  # noqa: E731
            self.batches(Poster(connect, TOKEN), "2")
            self.wrong_requests(Poster(connect, TOKEN))
            batch = lines(header("stranger"), upsert(entity("999999940", "FREMMED AS")))
            bare = Poster(connect)
            for value in (None, TOKEN, f"Basic {TOKEN}", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}",
                          f"Bearer {TOKEN.upper()}", f"Bearer  {TOKEN}", "Bearer *", f"Bearer {TOKEN},{TOKEN}"):
                response = bare.ask(batch, [TYPE, *([("Authorization", value)] if value is not None else [])])
                self.check(response.status == 401 and response.header("WWW-Authenticate") == "Bearer" and not response.body,
                           f"Authorization {value!r}: {response.status} {response.body}")
            # A client without the right to write does not learn what else is wrong.
            self.check(bare.ask(batch, [("Content-Type", "text/plain")]).status == 401, "no token and a wrong type")
            self.check(self.name_of("999999940") == 404, "a stranger's batch was applied")
            # The server does not wait for the body either.
            with socket.create_connection(("127.0.0.1", port), timeout=5) as stranger:
                stranger.sendall(b"POST /batches HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-ndjson\r\n"
                                 b"Expect: 100-continue\r\nContent-Length: 200000000\r\n\r\n")
                first = stranger.recv(1000)
                self.check(first.startswith(b"HTTP/1.1 401 ") and b"Connection: close" in first, f"a large body: {first}")
            response = bare.ask(batch, [TYPE, ("Authorization", f"bearer {TOKEN}")])
            self.check(response.status == 200, f"the scheme in small letters: {response.status}")
        with self.serve("--ingest", f"unix:{self.socket}", "--ingest-token-file", str(self.token_file)) as running:
            self.port = running.port
            connect = lambda: UnixConnection(self.socket)  # noqa: E731
            self.check(Poster(connect).ask(batch).status == 401, "a socket file with a token")
            self.check(Poster(connect, TOKEN).ask(batch).status == 200, "a socket file and its token")

    def socket_file(self):
        """A stale one is replaced; one that is in use, and other files, are left alone."""
        left = socket.socket(socket.AF_UNIX)
        left.bind(str(self.socket))
        left.close()
        self.check(self.socket.exists(), "a stale socket file is there")
        with self.serve("--ingest", f"unix:{self.socket}") as running:
            self.port = running.port
            poster = Poster(lambda: UnixConnection(self.socket))
            self.check(poster.ask(lines(header("stale"), upsert(entity("999999950", "ETTER AS")))).status == 200, "at it")
            self.check(stat.S_IMODE(self.socket.stat().st_mode) == 0o600, "the mode of one that was replaced")
            self.fails("listens there", "--ingest", f"unix:{self.socket}")
            self.check(poster.ask("", method="GET").status == 405, "the first listener continues")
            running._process.kill()
            running._process.wait()
        self.check(self.socket.exists(), "a kill leaves the socket file")
        with self.serve("--ingest", f"unix:{self.socket}") as running:
            self.port = running.port
            self.check(poster.ask("", method="GET").status == 405, "after a kill")
        plain = self.folder / "plain"
        plain.write_text("noe viktig")
        self.fails("not a socket", "--ingest", f"unix:{plain}")
        self.check(plain.read_text() == "noe viktig", "a file that is no socket was touched")

    def fails(self, text, *arguments):
        """Serve ends soon, with a message."""
        try:
            done = server.run(self.program, "serve", *server.place(self.store), "--port", 0, *arguments, timeout=20)
        except subprocess.TimeoutExpired:
            self.check(False, f"serve {arguments} continues")
            return
        self.check(done.returncode in (1, 2) and text in done.stderr and "orgreg serves" not in done.stdout,
                   f"serve {arguments}: {done.returncode} {done.stdout}{done.stderr}")

    def serves_without(self, token_file):
        """Serve continues without its listener, and says why."""
        with subprocess.Popen([self.program, "serve", *server.place(self.store), "--port", "0", "--ingest", "127.0.0.1:0",
                               "--ingest-token-file", token_file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as serving:
            output = serving.stdout.readline() + serving.stdout.readline()
            serving.terminate()
            said = serving.communicate(timeout=20)[1]
        self.check("orgreg is ready" in output and serving.returncode == 0, f"{token_file}: {output} {serving.returncode}")
        self.check("ingest_token_file" in said and "no batches are accepted" in said and "taking batches" not in said, said)

    def settings(self):
        token = str(self.token_file)
        self.fails("ingest_token_file", "--ingest", "127.0.0.1:0")
        self.fails("neither unix:PATH nor ADDRESS:PORT", "--ingest", "127.0.0.1", "--ingest-token-file", token)
        for place in ("unix:", "8090", ":8090", "127.0.0.1:65536", "127.0.0.1:", "127.0.0.1:x", "::1:8090", "[]:80"):
            self.fails("neither unix:PATH nor ADDRESS:PORT", "--ingest", place, "--ingest-token-file", token)
        for place in ("no.such.host.invalid:8090", "[::1:8090", "300.1.1.1:8090"):
            self.fails("orgreg:", "--ingest", place, "--ingest-token-file", token)
        self.fails("no/folder", "--ingest", f"unix:{self.folder}/no/folder/s")
        self.fails("orgreg:", "--ingest", "unix:" + "x" * 200)
        for content in ("", "short\n", "\n" + TOKEN, "fifteen-letters", "with a space in it is none\n", "æøåæøåæøåæøåæøå\n"):
            path = self.folder / "bad-token"
            path.write_text(content, encoding="utf-8")
            self.serves_without(str(path))
        self.serves_without(str(self.folder / "missing"))
        self.serves_without(str(self.folder))
        busy = socket.socket()
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        self.fails("orgreg:", "--ingest", f"127.0.0.1:{busy.getsockname()[1]}", "--ingest-token-file", token)
        busy.close()


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-ingest-") as folder:
        IngestChecks(program, report, folder).run()
