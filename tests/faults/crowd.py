#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""A crowd of clients in one process, by a plan: floods, slow readers, and connections that send little or nothing.

Reads the plan as one line of JSON, prints "ready" when every client has tried to connect, and prints the results as JSON
when its input ends. It runs at the lowest priority and reads as few bytes as it can, since it must not
affect the measurement.

  {"port": 8080, "a_second": 2000, "groups": [GROUP, ...]}

A group is a number of clients that do the same. Its members, with their defaults:
  name, connections, addresses (shared by the clients in turn)
  request    what a client sends
  times      how many times it sends that in one write (1)
  at_once    how many bytes it sends at once (all)
  drip_s     the time between further bytes (they are never sent)
  read_rate  bytes a second that it reads, 0 for none (as they come)
  again      whether it asks again after each answer, and connects again when it is closed (false)
  again_s    how long it waits before it connects again (0.1)
  truth      a file: the body of each 200, or what it must begin with
"""

import errno
import heapq
import itertools
import json
import os
import resource
import select
import socket
import sys
import time
from pathlib import Path

from answers import Answers, Broken

PART = 1 << 18
SMALL_BUFFER = 4096  # For a slow reader: bytes in the kernel's buffer have not been read by it.
AFTER_REFUSAL_S = 0.05
AFTER_CLOSING_S = 0.1
LATER_PORT = 24  # IP_BIND_ADDRESS_NO_PORT: the port is chosen when it connects.
SETTLE_S = 5
LOWEST = 19


class Group:
    def __init__(self, plan):
        self.plan = plan
        self.request = plan.get("request", "").encode("latin-1") * plan.get("times", 1)
        self.at_once = plan.get("at_once", len(self.request))
        self.drip_s = plan.get("drip_s")
        self.read_rate = plan.get("read_rate")
        self.again, self.again_s = plan.get("again", False), plan.get("again_s", AFTER_CLOSING_S)
        self.truth = Path(plan["truth"]).read_bytes() if "truth" in plan else None
        self.statuses, self.whole, self.bytes, self.wrong, self.broken = {}, 0, 0, 0, 0
        self.connected, self.failed, self.ages = 0, 0, []

    def places(self):
        """Returns (number, address) of each client."""
        return zip(range(self.plan["connections"]), itertools.cycle(self.plan["addresses"]))

    def result(self, still_open):
        return {"name": self.plan["name"], "connected": self.connected, "failed": self.failed, "whole": self.whole,
                "statuses": {str(status): count for status, count in sorted(self.statuses.items())}, "bytes": self.bytes,
                "wrong": self.wrong, "broken": self.broken, "open": still_open, "closed": len(self.ages),
                "ages": [round(min(self.ages), 2), round(max(self.ages), 2)] if self.ages else None}


class Client:
    def __init__(self, crowd, group, address):
        self._crowd, self._group, self._address = crowd, group, address
        self._socket = None

    @property
    def group(self):
        return self._group

    def connect(self):
        self._sent, self._begun, self._is_connected = 0, 0, False
        self._answers = Answers(self._group.truth)
        self._socket = socket.socket()
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_IP, LATER_PORT, 1)
        if self._group.read_rate is not None:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        self._socket.bind((self._address, 0))
        error = self._socket.connect_ex(("127.0.0.1", self._crowd.port))
        if error not in (0, errno.EINPROGRESS):
            self._fail()
            return
        self._crowd.watch(self, self._socket, select.EPOLLOUT)

    def on_events(self, events):
        if not self._is_connected:
            self._on_connected()
        elif events & select.EPOLLOUT:
            self._send()
        elif events:
            self._read(PART)

    def _on_connected(self):
        if self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            self._fail()
            return
        self._is_connected, self._begun = True, time.monotonic()
        self._group.connected += 1
        self._crowd.settle(self)
        if self._group.read_rate:
            self._crowd.later(1, self.read_slowly)
        if self._group.drip_s is not None:
            self._crowd.later(self._group.drip_s, self.drip)
        self._send()

    def _fail(self):
        self._group.failed += 1
        self._close()

    def _send(self):
        whole = self._group.at_once
        while self._sent < whole:
            try:
                self._sent += self._socket.send(self._group.request[self._sent:whole])
            except BlockingIOError:
                break
            except OSError:
                self._on_closed()
                return
        # Only the end wakes a slow reader, not new bytes.
        reads = select.EPOLLIN if self._group.read_rate is None else 0
        self._crowd.rewatch(self._socket, reads | (select.EPOLLOUT if self._sent < whole else 0))

    def drip(self):
        if self._socket is None or self._sent >= len(self._group.request):
            return
        try:
            self._sent += self._socket.send(self._group.request[self._sent:self._sent + 1])
        except BlockingIOError:
            pass
        except OSError:
            self._on_closed()
            return
        self._crowd.later(self._group.drip_s, self.drip)

    def read_slowly(self):
        if self._socket is not None:
            self._crowd.later(1, self.read_slowly)
            self._read(self._group.read_rate)

    def _read(self, most):
        try:
            data = self._socket.recv(most)
        except BlockingIOError:
            return
        except OSError:
            self._on_closed()
            return
        if not data:
            self._on_closed()
            return
        self._take(data)

    def _take(self, data):
        self._group.bytes += len(data)
        try:
            ended = self._answers.take(data)
        except Broken:
            self._group.broken += 1
            self._close()
            return
        self._group.whole += ended
        if not ended or not self._group.again or self._answers.closes:
            return
        if self._answers.status >= 400:
            self._crowd.rewatch(self._socket, 0)
            self._crowd.later(AFTER_REFUSAL_S, self._ask_again)
        else:
            self._ask_again()

    def _ask_again(self):
        if self._socket is not None:
            self._sent = 0
            self._send()

    def _on_closed(self):
        self._group.ages.append(time.monotonic() - self._begun)
        self._close()

    def _close(self):
        if self._socket is None:
            return
        self._count()
        self._crowd.forget(self, self._socket)
        self._socket.close()
        self._socket = None
        if self._group.again:
            self._crowd.later(self._group.again_s, self.connect)

    def _count(self):
        for status, count in self._answers.statuses.items():
            self._group.statuses[status] = self._group.statuses.get(status, 0) + count
        self._group.wrong += not self._answers.is_right
        self._answers = Answers(self._group.truth)

    def finish(self):
        """Reads some of what is there, so that a slow reader has seen more than a few bytes. Returns whether it was still open."""
        if self._socket is None:
            return False
        self._group.again = False
        if self._socket is not None and self._is_connected and self._group.truth is not None:
            self._read(PART)
        is_open = self._socket is not None
        if is_open:
            self._close()
        return is_open


class Crowd:
    def __init__(self, plan):
        self.port = plan["port"]
        self._a_second = plan.get("a_second", 2000)
        self._groups = [Group(one) for one in plan["groups"]]
        self._epoll = select.epoll()
        self._by_socket = {}
        self._due, self._order = [], itertools.count()
        self._connecting = set()
        # Groups take turns, so that all get the same service.
        in_turn = itertools.zip_longest(*([Client(self, group, address) for _, address in group.places()] for group in self._groups))
        self._clients = [client for turn in in_turn for client in turn if client is not None]

    def watch(self, client, sock, events):
        self._by_socket[sock.fileno()] = client
        self._connecting.add(client)
        self._epoll.register(sock, events)

    def rewatch(self, sock, events):
        self._epoll.modify(sock, events)

    def settle(self, client):
        self._connecting.discard(client)

    def forget(self, client, sock):
        self._connecting.discard(client)
        if self._by_socket.pop(sock.fileno(), None):
            self._epoll.unregister(sock)

    def later(self, seconds, call):
        heapq.heappush(self._due, (time.monotonic() + seconds, next(self._order), call))

    def run(self):
        begun = time.monotonic()
        for place, client in enumerate(self._clients):
            self.later(place / self._a_second, client.connect)
        ready_by = begun + len(self._clients) / self._a_second + SETTLE_S
        earliest = begun + len(self._clients) / self._a_second
        self._epoll.register(sys.stdin, select.EPOLLIN | select.EPOLLHUP)
        is_ready = False
        while True:
            now = time.monotonic()
            if not is_ready and now > earliest and (not self._connecting or now > ready_by):
                is_ready = True
                print("ready", flush=True)
            if not self._turn(0.02 if not is_ready else 1):
                break
        is_open = [(client.group, client.finish()) for client in self._clients]
        return [group.result(sum(1 for of, still in is_open if still and of is group)) for group in self._groups]

    def _turn(self, longest_s):
        """Returns False when the input has ended."""
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2]()
        wait_s = min(longest_s, max(0.001, self._due[0][0] - now)) if self._due else longest_s
        for number, events in self._epoll.poll(wait_s, 512):
            if number == sys.stdin.fileno():
                return False
            client = self._by_socket.get(number)
            if client is not None:
                client.on_events(events)
        return True


def raise_descriptor_limit():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main():
    plan = json.loads(sys.stdin.readline())
    os.nice(LOWEST)
    raise_descriptor_limit()
    results = Crowd(plan).run()
    times = os.times()
    print(json.dumps({"groups": results, "cpu_s": round(times.user + times.system, 2)}))


if __name__ == "__main__":
    main()
