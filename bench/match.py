# SPDX-License-Identifier: EUPL-1.2
"""Matching: small bodies, and a million lines."""

import random
import socket
import statistics
import threading
import time

from measure import await_rest, cpu_seconds, fetch, free_port, memory_mb, server, wait_for

LINES = 1_000_000
BLOCK = 10_000  # Lines of a body that are sent again and again.
REPEATS = 300
NAMES = ("Bygg og anlegg AS", "Fjellvik Energi AS", "Nordlys Hoding AS", "Hansen", "Finnes ikke i det hele tatt")
HEAD = "POST /api/ext/v1/match HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\nContent-Length: {}\r\n\r\n"


def match_part(bench):
    bench.register.ensure_store()
    port = free_port()
    with server([bench.program, "serve", "--data", bench.register.data, "--port", port, "--threads", "1"]) as process:
        wait_for(f"http://127.0.0.1:{port}/enhetsregisteret/api/enheter?size=1")
        await_rest(process.pid)
        show(bench, port, process.pid)


def show(bench, port, pid):
    known = known_numbers(port)
    source = random.Random(7)
    rows = [[f"{count} numbers", *small(port, pid, lines(source.choices(known, k=count)))] for count in (1, 10, 100, 1000)]
    rows += [[f"one name: {name}", *small(port, pid, f'{{"name":"{name}"}}\n'.encode(), REPEATS // 10)] for name in NAMES]
    bench.section("Matching: small bodies", ["body", "p50 ms", "p99 ms", "CPU ms/body"], rows, f"One client, {REPEATS} bodies of numbers, {REPEATS // 10} of a name.")
    block = lines(source.choices(known, k=BLOCK))
    spread = lines(f"{source.randrange(10 ** 9):09}" for _ in range(BLOCK))
    rows = [[title, *large(port, pid, body)] for title, body in (("live numbers", block), ("random numbers", spread))]
    bench.section(f"Matching: {LINES:,} lines", ["lines", "lines/s", "CPU s", "MB of answer", "grown MB"], rows, "One client that sends while it reads; target: at least 200,000 lines/s.")


def known_numbers(port):
    numbers, cursor = [], ""
    while len(numbers) < 50_000:
        body = fetch(f"http://127.0.0.1:{port}/api/ext/v1/search/entities?size=10000&sort=navn{cursor}")
        texts = body.split(b'"organisasjonsnummer":"')[1:]
        numbers += [text[:9].decode() for text in texts]
        at = body.rfind(b'"nextCursor":"')
        if at < 0:
            break
        cursor = "&cursor=" + body[at + 14:body.index(b'"', at + 14)].decode()
    return numbers


def lines(numbers):
    return "".join(f"{number}\n" for number in numbers).encode()


def small(port, pid, body, repeats=REPEATS):
    """Returns p50, p99 and the CPU of the server for each body."""
    times = []
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        before = cpu_seconds(pid)
        for _ in range(repeats):
            start = time.perf_counter()
            connection.sendall(HEAD.format(len(body)).encode() + body)
            answer = connection.recv(1 << 20)
            while not answer.endswith(b"0\r\n\r\n"):
                answer += connection.recv(1 << 20)
            times.append((time.perf_counter() - start) * 1000)
        cpu = (cpu_seconds(pid) - before) * 1000 / repeats
    return f"{statistics.median(times):.2f}", f"{sorted(times)[int(repeats * 0.99) - 1]:.2f}", f"{cpu:.3f}"


def large(port, pid, block):
    """Returns the lines a second, the CPU of the server, the size of the answer and how far the server's own memory grew."""
    idle, most, size, pieces, rest = memory_mb(pid, "RssAnon"), 0, 0, 0, b""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        before, start = cpu_seconds(pid), time.perf_counter()
        sender = threading.Thread(target=send, args=(connection, block))
        sender.start()
        while not rest.endswith(b"0\r\n\r\n"):
            piece = connection.recv(1 << 20)
            if not piece:
                raise ConnectionError("the answer is incomplete")
            size, pieces = size + len(piece), pieces + 1
            rest = (rest + piece)[-8:]
            if pieces % 50 == 1:
                most = max(most, memory_mb(pid, "RssAnon"))
        seconds = time.perf_counter() - start
        sender.join()
    cpu = cpu_seconds(pid) - before
    return f"{LINES / seconds:,.0f}", f"{cpu:.2f}", f"{size / 1e6:.0f}", f"{max(most - idle, 0):.0f}"


def send(connection, block):
    connection.sendall(HEAD.format(len(block) * (LINES // BLOCK)).encode())
    for _ in range(LINES // BLOCK):
        connection.sendall(block)
