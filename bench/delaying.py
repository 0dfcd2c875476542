# SPDX-License-Identifier: EUPL-1.2
"""A proxy in front of PostgreSQL that hands everything on later, as a network between two machines does."""

import contextlib
import queue
import socket
import time

from socket_proxy import PART, SocketProxy


class Delaying(SocketProxy):
    """What is sent arrives `delay_s` later, each way, in its order."""

    def __init__(self, folder, database, delay_s):
        super().__init__(folder, database)
        self.delay_s = delay_s

    def _join(self, source, target, is_from_database):
        parts = queue.SimpleQueue()
        self._begin(self._take, source, parts)
        self._begin(self._give, target, parts)

    def _take(self, source, parts):
        with contextlib.suppress(OSError):
            while part := source.recv(PART):
                parts.put((time.monotonic() + self.delay_s, part))
        parts.put((0.0, b""))

    @staticmethod
    def _give(target, parts):
        with contextlib.suppress(OSError):
            while (due_part := parts.get())[1]:
                due, part = due_part
                time.sleep(max(0.0, due - time.monotonic()))
                target.sendall(part)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
