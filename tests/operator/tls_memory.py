# SPDX-License-Identifier: EUPL-1.2
"""What an idle connection costs the server in memory, with TLS and without: many of them, each after one answer.

CONNECTIONS in the environment says how many.
"""

import contextlib
import os
import resource
import socket
import ssl

import server
from certificates import Identity

CONNECTIONS = int(os.environ.get("CONNECTIONS", "400"))
WAIT_S = 20
# So much a connection. A connection holds no buffer while it is idle; OpenSSL keeps the state of a session, and since 3.5
# the key of the client for the exchange that quantum computers do not break.
MOST_KB = {"plain": 8, "TLS": 32 if ssl.OPENSSL_VERSION_INFO < (3, 5) else 40}
REQUEST = b"GET /enhetsregisteret/api/enheter?size=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def run(program, report, store, folder):
    identity = Identity(folder)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name, its in (("plain", None), ("TLS", identity)):
        limits = {"ORGREG_CONNECTIONS_PER_ADDRESS": "0", "ORGREG_MAX_CONNECTIONS": str(3 * CONNECTIONS), "ORGREG_LOOKUPS_PER_SECOND": "0"}
        with server.Server(program, store, limits, identity=its) as running, contextlib.ExitStack() as clients:
            running.await_files()
            context = its.context() if its else None
            for _ in range(50):  # So that what the first clients allocate once does not count.
                ask(running, context).close()
            before = own_kb(running.pid)
            for _ in range(CONNECTIONS):
                clients.enter_context(ask(running, context))
            each = (own_kb(running.pid) - before) / CONNECTIONS
        print(f"  {CONNECTIONS} idle connections, {name}: {each:.1f} KB each")
        report.check(each <= MOST_KB[name], f"an idle connection, {name}, costs {each:.1f} KB, at most {MOST_KB[name]}")


def ask(running, context):
    """Returns a connection over which one request was answered."""
    client = socket.create_connection(("127.0.0.1", running.port), timeout=WAIT_S)
    client = context.wrap_socket(client, server_hostname="127.0.0.1") if context else client
    client.sendall(REQUEST)
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += client.recv(65536)
    head, body = answer.split(b"\r\n\r\n", 1)
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    while len(body) < length:
        body += client.recv(65536)
    return client


def own_kb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon:"))
