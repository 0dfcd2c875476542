# SPDX-License-Identifier: EUPL-1.2
"""nginx and HAProxy as packaging/proxy/ ships them, in front of a server, asked over HTTP/2 by curl."""

import contextlib
import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import http_client
import server
from certificates import Identity

SHIPPED = Path(__file__).resolve().parents[2] / "packaging" / "proxy"
NAME = "register.example"
API = "/enhetsregisteret/api"
FILE = f"{API}/enheter/lastned"
STATEMENTS = "/regnskapsregisteret/regnskap/"
KEPT_S = 2  # By the cache.
WAIT_S = 20
# As packaging/proxy/ shows them to operators, but small numbers.
ENVIRONMENT = {"ORGREG_TRUSTED_PROXIES": "127.0.0.1", "ORGREG_ALLOWED_HOSTS": NAME, "ORGREG_CACHE_SECONDS": str(KEPT_S),
               "ORGREG_LOOKUPS_PER_SECOND": "1", "ORGREG_LOOKUPS_AT_ONCE": "60"}

# The rest of nginx's own configuration; the packages of Debian bring one that includes conf.d.
NGINX = """
user root; worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 256; }}
http {{
    access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    include {folder}/orgreg.conf;
}}
"""


class Answer:
    def __init__(self, output):
        meta, _, rest = output.partition(b"\n")
        self.version, self.status = meta.decode().split()
        head, _, self.body = rest.partition(b"\r\n\r\n")
        self.head = head.decode("latin-1").lower()

    def header(self, name):
        found = re.search(rf"^{name}: (.*)$", self.head, re.MULTILINE)
        return found and found[1].strip()


class Proxy:
    """A proxy at a port of its own."""

    def __init__(self, port, identity):
        self.port = port
        self._identity = identity
        self.base = f"https://{NAME}:{port}"

    def get(self, path, *options, source="127.0.0.9"):
        """The address of the client is one that is no trusted proxy."""
        body = self._curl("-i", "-w", "%{stderr}%{http_version} %{http_code}\n", *options, self.base + path, source=source)
        return Answer(body.stderr.splitlines()[-1] + b"\n" + body.stdout)

    def statuses(self, paths, *options, source):
        """Asks for all of a curl pattern on one connection: the bucket of an address hardly fills meanwhile, however busy the machine is."""
        asked = self._curl("-o", "/dev/null", "-w", "%{http_code}\n", *options, self.base + paths, source=source)
        return asked.stdout.decode().split()

    def _curl(self, *options, source):
        return subprocess.run(["curl", "-s", "--http2", "--cacert", self._identity.certificate, "--resolve", f"{NAME}:{self.port}:127.0.0.1",
                               "--interface", source, *options], capture_output=True, timeout=WAIT_S)


def changed(text, *pairs):
    """The shipped text with what an operator changes; each must be there."""
    for before, after in pairs:
        if before not in text:
            raise SystemExit(f"the shipped configuration lacks {before!r}")
        text = text.replace(before, str(after))
    return text


@contextlib.contextmanager
def nginx(running, folder, identity):
    port = server.free_port()
    (folder / "orgreg.conf").write_text(changed(
        (SHIPPED / "nginx.conf").read_text(), ("listen 443", f"listen 127.0.0.1:{port}"), ("    listen [::]:443 ssl http2;\n", ""),
        ("127.0.0.1:8080", f"127.0.0.1:{running.port}"), ("/etc/ssl/register.example.crt", identity.certificate),
        ("/etc/ssl/private/register.example.key", identity.key), ("/var/cache/nginx/orgreg", folder / "cache")))
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder))
    with process(["nginx", "-p", folder, "-c", folder / "nginx.conf"], folder):
        yield Proxy(port, identity)


@contextlib.contextmanager
def haproxy(running, folder, identity):
    port = server.free_port()
    both = folder / "both.pem"
    both.write_text(identity.certificate.read_text() + identity.key.read_text())
    file = folder / "haproxy.cfg"
    file.write_text(changed((SHIPPED / "haproxy.cfg").read_text(), (":::443 v4v6", f"127.0.0.1:{port}"),
                            ("127.0.0.1:8080", f"127.0.0.1:{running.port}"), ("/etc/haproxy/register.example.pem", both)))
    with process(["haproxy", "-db", "-f", file], folder):
        yield Proxy(port, identity)


@contextlib.contextmanager
def process(command, folder):
    with open(folder / "proxy.log", "wb") as log, subprocess.Popen(list(map(str, command)), stdout=log, stderr=log) as running:
        try:
            yield
        finally:
            running.terminate()
            running.wait(WAIT_S)


def run(program, report, store, folder):
    for start in (nginx, haproxy):
        here = folder / start.__name__
        here.mkdir()
        register = here / "register"
        shutil.copytree(store, register)
        identity = Identity(here)
        with server.Server(program, register, ENVIRONMENT) as running, start(running, here, identity) as proxy:
            running.await_files()
            wait_until(report, lambda: proxy.get(API).status == "200", f"{start.__name__} serves")
            links(report, proxy)
            clients(report, proxy)
            secrets(report, running, proxy)
            parts(report, proxy)
            if start is nginx:
                caching(program, report, proxy, register)


def wait_until(report, is_so, what):
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        with contextlib.suppress(ValueError, IndexError):
            if is_so():
                return report.check(True, what)
        time.sleep(0.05)
    return report.check(False, what)


def numbers(proxy, count, kind="enheter"):
    page = json.loads(proxy.get(f"{API}/{kind}?size={count}").body)
    return [unit["organisasjonsnummer"] for unit in page["_embedded"][kind]]


def links(report, proxy):
    answer = proxy.get(f"{API}/enheter?size=1")
    report.check(answer.version == "2" and answer.status == "200", f"HTTP/2 is spoken: {answer.version} {answer.status}")
    report.check(json.loads(answer.body)["_links"]["self"]["href"].startswith(proxy.base + "/"), f"links lead to the proxy: {answer.body[-300:]}")
    own = proxy.get(f"{API}/enheter?size=1", "-H", "X-Forwarded-Host: evil.example", "-H", "X-Forwarded-Proto: http", "-H", "Forwarded: host=evil.example")
    report.check(b"evil" not in own.body and own.status == "200", f"a client cannot change where links lead: {own.status}")


def clients(report, proxy):
    """Each client has its own rate, though all requests come from the proxy."""
    path = f"{API}/enheter?size=1&navn="
    statuses = proxy.statuses(path + "[0-99]", source="127.0.0.7")
    report.check("429" in statuses, f"a client that asks too often is refused: {statuses[-3:]}")
    report.check(proxy.get(path + "1000", source="127.0.0.8").status == "200", "and another is not")
    # The other address has more requests left than these.
    forged = proxy.statuses(path + "[1001-1030]", "-H", "X-Forwarded-For: 127.0.0.8", source="127.0.0.7")
    report.check("429" in forged, f"nor can it name another address: {forged[-3:]}")


def secrets(report, running, proxy):
    number = numbers(proxy, 1)[0]
    answer = proxy.get(STATEMENTS + number, "-H", "Authorization: Basic d3Jvbmc6d3Jvbmc=")
    report.check(answer.status == "401", f"a password that came over TLS to the proxy is looked at: {answer.status}")
    with http_client.Connection("127.0.0.1", running.port) as connection:
        connection.send(f"GET {STATEMENTS}{number} HTTP/1.1\r\nHost: {NAME}\r\nX-Forwarded-Proto: http\r\nX-Forwarded-For: 192.0.2.1\r\n"
                        "Authorization: Basic d3Jvbmc6d3Jvbmc=\r\n\r\n".encode())
        status = connection.read_response("GET").status
    report.check(status == 403, f"one that came to the proxy over plain HTTP is not: {status}")


def parts(report, proxy):
    whole = proxy.get(FILE)
    part = proxy.get(FILE, "-r", "10-29")
    report.check(whole.status == "200" and part.status == "206" and part.body == whole.body[10:30], f"parts of files come through: {part.status} {len(part.body)}")
    again = proxy.get(FILE, "-H", f"If-None-Match: {whole.header('etag')}")
    report.check(again.status == "304", f"and an unchanged file does not: {again.status}")


def caching(program, report, proxy, register):
    number, other = numbers(proxy, 2)
    path = f"{API}/enheter/{number}"
    first, second = proxy.get(path), proxy.get(path)
    report.check((first.header("x-cache-status"), second.header("x-cache-status")) == ("MISS".lower(), "HIT".lower()),
                 f"the cache keeps a record: {first.head} {second.head}")
    report.check(first.body == second.body and second.header("surrogate-key") == number, f"with its number as key: {second.head}")
    report.check(second.header("cache-control") == f"max-age={KEPT_S}", f"for the time that is set: {second.head}")
    packed = proxy.get(path, "-H", "Accept-Encoding: gzip")
    report.check(packed.header("content-encoding") == "gzip" or len(first.body) <= 1024, f"a packed answer is another one: {packed.head}")
    xml = proxy.get(path, "-H", "Accept: text/csv")
    report.check(xml.status == "406", f"and so is one of another type: {xml.status}")
    unchanged = proxy.get(path, "-H", f"If-None-Match: {second.header('etag')}")
    report.check(unchanged.status == "304" and unchanged.body == b"", f"the cache says what is unchanged: {unchanged.status}")
    feed = proxy.get(f"{API}/oppdateringer/enheter?size=1")
    report.check(feed.header("cache-control") == "no-cache", f"the feed is never kept: {feed.head}")
    report.check(proxy.get(path, "-H", "Cache-Control: no-cache").header("x-cache-status") == "bypass", "a client may ask anew")
    unknown = proxy.get(f"{API}/enheter/{number[:-1]}x")
    report.check(unknown.header("cache-control") == "no-cache", f"an error is not kept: {unknown.head}")
    gone(program, report, proxy, register, (path, number))


def gone(program, report, proxy, register, record):
    path, number = record
    batch = register.parent / "gone.ndjson"
    batch.write_text('{"batch":"gone","operations":1}\n' + json.dumps(
        {"operation": "remove", "kind": "entity", "organisasjonsnummer": number, "slettedato": "2026-08-02"}) + "\n")
    end = time.monotonic() + WAIT_S
    while proxy.get(path).header("x-cache-status") != "hit" and time.monotonic() < end:
        pass
    begin = time.monotonic()
    server.must_apply(program, register, batch)
    wait_until(report, lambda: proxy.get(path).status == "410", "a removed record is gone from the cache")
    took = time.monotonic() - begin
    print(f"  a removed record left the cache after {took:.1f} s of {KEPT_S}")
    report.check(took < KEPT_S + 8, f"in time: {took:.1f} s")
    report.check(proxy.get(path, "-H", "Accept-Encoding: gzip").status == "410", "every variant of it")
