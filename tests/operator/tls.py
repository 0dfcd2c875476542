# SPDX-License-Identifier: EUPL-1.2
"""TLS of the server itself: what its start refuses, which handshakes it takes, a new certificate under load, and hostile clients."""

import contextlib
import hashlib
import http.client
import os
import shutil
import signal
import socket
import ssl
import subprocess
import time

import http_client
import server
from certificates import Identity
from steady_load import SteadyLoad

PATH = "/enhetsregisteret/api/enheter?size=1"
FILE = "/enhetsregisteret/api/enheter/lastned"
RELOADS = int(os.environ.get("RELOADS", "20"))
HALF_DONE = 200
WAIT_S = 20
# The first bytes of a record that announces 512 bytes of a handshake.
HALF_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(32)


def run(program, report, store, folder):
    identity, other = Identity(folder), Identity(folder, "other", days=40)
    starts(program, report, store, folder, identity, other)
    with server.Server(program, store, {"ORGREG_HEAD_TIMEOUT_S": "2"}, identity=identity) as running:
        handshakes(report, running, identity)
        plain_clients(report, running)
        key_renewals(report, running, identity)
        half_done(report, running)
        report.check(running.alive(), f"it survived: {running.errors()}")
    metrics = folder / "metrics.socket"
    with server.Server(program, store, identity=identity, arguments=["--metrics", f"unix:{metrics}"]) as running:
        running.await_files()
        says_when_it_ends(report, metrics, identity)
        files(report, running)
        slow_readers(report, running)
        reloads(report, running, identity, other)
        wrong_reload(report, running, identity, other)
        identity.replace_by(other)
        running.send(signal.SIGHUP)
        report.check(is_shown(running, other), "the last certificate is shown")
        says_when_it_ends(report, metrics, other)
        report.check(running.stop() == 0, "it stops in good order")


def get(running, path=PATH, headers=None, context=None):
    connection = http.client.HTTPSConnection("127.0.0.1", running.port, timeout=WAIT_S, context=context or running.tls)
    try:
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read(), answer
    finally:
        connection.close()


def starts(program, report, store, folder, identity, other):
    """A start with wrong files ends with a line that names the setting and the file."""
    text = folder / "no.pem"
    text.write_text("no certificate\n")
    locked = Identity(folder, "locked", passphrase="1234")
    for certificate, key, says in (
            (identity.certificate, "", "either both or neither"),
            ("", identity.key, "either both or neither"),
            (folder / "missing.crt", identity.key, "missing.crt"),
            (identity.certificate, folder / "missing.key", "missing.key"),
            (folder, identity.key, str(folder)),
            (text, identity.key, "no.pem: holds no chain of certificates"),
            (identity.certificate, text, "no.pem: holds no private key"),
            (identity.certificate, other.key, "other.key: is not the key of the certificate in"),
            (locked.certificate, locked.key, "locked.key: has a passphrase")):
        done = subprocess.run([program, "serve", *server.place(store), "--port", "0"], capture_output=True, text=True, timeout=WAIT_S,
                              stdin=subprocess.DEVNULL, env=server.environment({"ORGREG_TLS_CERTIFICATE": str(certificate), "ORGREG_TLS_KEY": str(key)}))
        report.check(done.returncode not in (0, None) and says in done.stderr and "tls_" in done.stderr,
                     f"a start with {certificate} and {key} says {says!r}: {done.returncode} {done.stderr[-500:]}")
    identity.key.chmod(0o644)
    with server.Server(program, store, identity=identity) as running:
        report.check("others than its owner may use this file" in running.errors(), f"a key that all may read is reported: {running.errors()}")
        report.check(get(running)[0] == 200, "it is served anyway")
    identity.key.chmod(0o640)
    ending = Identity(folder, "ending", days=3)
    with server.Server(program, store, identity=ending) as running:
        report.check("others than its owner" not in running.errors(), "the group of a key may read it")
        report.check("the certificate ends soon" in running.errors(), f"a certificate that ends soon is reported: {running.errors()}")


def client(identity, **changes):
    context = identity.context()
    for name, value in changes.items():
        setattr(context, name, value)
    return context


def handshake(running, context):
    """Returns the session, or the reason why there is none."""
    try:
        with socket.create_connection(("127.0.0.1", running.port), WAIT_S) as plain, \
                context.wrap_socket(plain, server_hostname="127.0.0.1") as secured:
            secured.sendall(f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            status = secured.recv(12)
            return secured.version(), secured.cipher()[0], secured.selected_alpn_protocol(), secured.compression(), status
    except (ssl.SSLError, ConnectionError) as error:
        return str(getattr(error, "reason", None) or error).upper().replace(" ", "_")


def handshakes(report, running, identity):
    for version, name in ((ssl.TLSVersion.TLSv1_2, "TLSv1.2"), (ssl.TLSVersion.TLSv1_3, "TLSv1.3")):
        context = client(identity, minimum_version=version, maximum_version=version)
        context.set_alpn_protocols(["h2", "http/1.1"])
        done = handshake(running, context)
        report.check(done[0] == name and done[2:] == ("http/1.1", None, b"HTTP/1.1 200"), f"{name} is spoken: {done}")
        report.check("GCM" in done[1] or "CHACHA20" in done[1], f"the suite authenticates: {done}")
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
        context = client(identity, minimum_version=version, maximum_version=version)
        context.set_ciphers("ALL:@SECLEVEL=0")
        report.check("PROTOCOL_VERSION" in handshake(running, context), f"{version.name} is refused: {handshake(running, context)}")
    for ciphers in ("ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES256-SHA", "AES128-GCM-SHA256", "DHE-RSA-AES128-GCM-SHA256"):
        context = client(identity, maximum_version=ssl.TLSVersion.TLSv1_2)
        context.set_ciphers(ciphers)
        report.check("HANDSHAKE_FAILURE" in handshake(running, context), f"{ciphers} is refused: {handshake(running, context)}")
    context = client(identity)
    context.set_alpn_protocols(["h2"])
    report.check("NO_APPLICATION_PROTOCOL" in handshake(running, context), f"a client of HTTP/2 alone is refused: {handshake(running, context)}")
    report.check(isinstance(handshake(running, client(identity)), tuple), "a client that names no protocol is served")
    renegotiates = s_client(running, b"R\n", "-tls1_2")
    report.check("no renegotiation" in renegotiates.lower(), f"renegotiation is refused: {renegotiates[-400:]}")
    resumed = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{running.port}", "-reconnect", "-tls1_2"], input=b"",
                             capture_output=True, timeout=WAIT_S)
    report.check(b"Reused" in resumed.stdout, "a session is resumed by its ticket")


def s_client(running, commands, *options):
    """What openssl s_client prints; its commands are letters at the beginning of a line."""
    process = subprocess.Popen(["openssl", "s_client", "-connect", f"127.0.0.1:{running.port}", *options], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    with contextlib.suppress(BrokenPipeError), process.stdin as commands_in:
        for line in (*commands.splitlines(keepends=True), b"Q\n"):
            commands_in.write(line)
            commands_in.flush()
            time.sleep(0.005)  # It reads a command at a time.
    with process.stdout as printed:
        output = printed.read()
    process.wait(WAIT_S)
    return output.decode(errors="replace")


def plain_clients(report, running):
    for request in (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"POST /batches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"):
        with http_client.Connection("127.0.0.1", running.port) as connection:
            connection.send(request)
            answer = connection.read_response("GET")
            report.check(answer.status == 400 and b"https://" in answer.body, f"plain HTTP is told to speak TLS: {answer.status} {answer.body}")
            report.check(connection.rest() == b"", "and the connection closes")
    for garbage in (b"\x00" * 600, b"SSH-2.0-client\r\n" * 40, b"\x16\x03\x01\x00\x00" * 200, b"\x80\x2e\x01\x00\x02" + bytes(300)):
        with http_client.Connection("127.0.0.1", running.port) as connection:
            connection.send(garbage)
            report.check(b"HTTP" not in connection.rest(), f"{garbage[:8]!r} is cut off")
    report.check(get(running)[0] == 200, "others are served")


def key_renewals(report, running, identity):
    """Each renewal of keys costs, and asks for another one, so a client may not go on with them."""
    few = s_client(running, b"K\n" * 5, "-CAfile", str(identity.certificate))
    report.check("KEYUPDATE" in few and "errno" not in few, f"keys may be renewed: {few[-300:]}")
    begin = running.processor_s
    s_client(running, b"K\n" * 300, "-CAfile", str(identity.certificate))
    report.check(running.processor_s - begin < 2 and get(running)[0] == 200, "many renewals harm nobody")


def half_done(report, running):
    """Clients that begin a handshake and do not go on: others are served at once, and they are cut off at the deadline of a head."""
    begun = [socket.create_connection(("127.0.0.1", running.port), WAIT_S) for _ in range(HALF_DONE)]
    start = time.monotonic()
    for at, connection in enumerate(begun):
        connection.sendall(HALF_HELLO if at % 2 else b"")
    times = []
    for _ in range(20):
        before = time.monotonic()
        report.check(get(running)[0] == 200, "a client is served beside half-done handshakes")
        times.append(time.monotonic() - before)
    report.check(sorted(times)[10] < 0.5, f"and at once: {sorted(times)[10]:.3f} s")
    for connection in begun:
        connection.settimeout(WAIT_S)
        try:
            while connection.recv(4096):
                pass
        except ConnectionResetError:
            pass
        connection.close()
    took = time.monotonic() - start
    report.check(1 < took < WAIT_S, f"half-done handshakes end at the deadline: {took:.1f} s")


def files(report, running):
    status, whole, answer = get(running, FILE)
    report.check(status == 200 and len(whole) == int(answer.headers["Content-Length"]), f"a file comes whole: {status} {len(whole)}")
    digest = hashlib.sha256(whole).hexdigest()
    report.check(digest == hashlib.sha256(get(running, FILE)[1]).hexdigest(), "and the same again")
    for first, last in ((0, 0), (1, 70_000), (len(whole) - 5, len(whole) - 1), (100, len(whole) - 1)):
        last = min(last, len(whole) - 1)
        status, part, answer = get(running, FILE, {"Range": f"bytes={first}-{last}"})
        report.check(status == 206 and part == whole[first:last + 1], f"bytes {first} to {last} are the part: {status} {len(part)}")
        report.check(answer.headers["Content-Range"] == f"bytes {first}-{last}/{len(whole)}", "and the answer says which")
    tag = answer.headers["ETag"]
    report.check(get(running, FILE, {"If-None-Match": tag})[0] == 304, "a known file is not sent again")


def slow_readers(report, running):
    """Clients that take large answers in small pieces get them whole; one that leaves in the middle harms nobody."""
    path = "/enhetsregisteret/api/enheter?size=10000"
    expected = [get(running, path)[1], get(running, FILE)[1]]
    with SteadyLoad(running.port, running.tls) as load:
        for path, body in ((path, expected[0]), (FILE, expected[1])):
            for _ in range(5):
                with slow_client(running, path) as secured:
                    secured.recv(100)
            with slow_client(running, path) as secured:
                received = b""
                while data := secured.recv(3000):
                    received += data
                    if len(received) % 7 == 0:
                        time.sleep(0.001)
            report.check(dechunked(received) == body, f"{path} comes whole to a slow reader: {len(received)}")
    report.check(load.answers > 0 and not load.failures, f"others notice nothing: {load.failures[:3]}")
    report.check(running.alive(), f"the server lives: {running.errors()}")


def slow_client(running, path):
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.settimeout(WAIT_S)
    plain.connect(("127.0.0.1", running.port))
    secured = running.tls.wrap_socket(plain, server_hostname="127.0.0.1", suppress_ragged_eofs=False)
    secured.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nConnection: close\r\n\r\n".encode())
    return secured


def dechunked(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    if b"chunked" not in head:
        return body
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        whole += body[:int(size, 16)]
        body = body[int(size, 16) + 2:]
    return whole


def shown(running):
    """The certificate that new connections get."""
    return ssl.get_server_certificate(("127.0.0.1", running.port))


def is_shown(running, identity):
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        if shown(running).split() == identity.certificate.read_text().split():
            return True
        time.sleep(0.01)
    return False


def says_when_it_ends(report, metrics, identity):
    """Monitors see the end of the certificate that is shown now."""
    end = subprocess.run(["openssl", "x509", "-noout", "-enddate", "-in", identity.certificate], capture_output=True, text=True, check=True)
    ends = ssl.cert_time_to_seconds(end.stdout.strip().removeprefix("notAfter="))
    said = subprocess.run(["curl", "-s", "--unix-socket", metrics, "http://localhost/metrics"], capture_output=True, text=True, timeout=WAIT_S,
                          check=True).stdout
    found = [line.split()[1] for line in said.splitlines() if line.startswith("orgreg_certificate_end_seconds ")]
    report.check(len(found) == 1 and float(found[0]) == ends, f"the certificate ends at {ends}: {found}")


def reloads(report, running, identity, other):
    """Two certificates follow each other under load; a client that trusts both notices nothing."""
    context = identity.context()
    context.load_verify_locations(other.certificate)
    folder = identity.certificate.parent
    first, second = Identity(folder, "first"), other
    for kind in ("certificate", "key"):
        shutil.copy(getattr(identity, kind), getattr(first, kind))
    with SteadyLoad(running.port, context) as load:
        for count in range(RELOADS):
            identity.replace_by((second, first)[count % 2])
            running.send(signal.SIGHUP)
            report.check(is_shown(running, identity), f"certificate {count} is shown after its reload")
    print(f"  {RELOADS} certificates, {load.answers} answers, {len(load.failures)} failures")
    report.check(load.answers > RELOADS and not load.failures, f"clients notice nothing: {load.failures[:5]}")


def wrong_reload(report, running, identity, other):
    before = shown(running)
    kept = identity.key.read_bytes()
    other_key = Identity(identity.key.parent, "third").key
    for text, says in ((other_key.read_bytes(), "is not the key of the certificate"), (b"nothing\n", "holds no private key")):
        identity.key.write_bytes(text)
        running.send(signal.SIGHUP)
        end = time.monotonic() + WAIT_S
        while says not in running.errors() and time.monotonic() < end:
            time.sleep(0.01)
        report.check(says in running.errors() and str(identity.key) in running.errors(), f"the log names the wrong file: {running.errors()[-400:]}")
        report.check(shown(running) == before, "the certificate of before stays")
    identity.key.write_bytes(kept)
