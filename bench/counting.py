# SPDX-License-Identifier: EUPL-1.2
"""A proxy in front of PostgreSQL that counts what the database sends."""

import contextlib
import socket

from socket_proxy import PART, SocketProxy


class Counting(SocketProxy):
    def __init__(self, folder, database):
        super().__init__(folder, database)
        self.bytes = 0

    def _join(self, source, target, is_from_database):
        self._begin(self._hand_on, source, target, is_from_database)

    def _hand_on(self, source, target, is_counted):
        with contextlib.suppress(OSError):
            while part := source.recv(PART):
                if is_counted:
                    self.bytes += len(part)
                target.sendall(part)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)
