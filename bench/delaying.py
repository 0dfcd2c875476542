# SPDX-License-Identifier: EUPL-1.2
"""A proxy in front of the Unix socket of PostgreSQL that hands everything on later, as a network between two machines does."""

import contextlib
import queue
import socket
import threading
import time

SOCKET = ".s.PGSQL.5432"
PART = 1 << 18


class Delaying:
    """Listens in a folder, for the database whose socket is in another. What is sent arrives `delay_s` later, each way, in its order."""

    def __init__(self, folder, database, delay_s):
        self._path, self._database, self.delay_s = folder / SOCKET, database / SOCKET, delay_s

    def __enter__(self):
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._path.chmod(0o777)
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()
        self._path.unlink()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._database))
                self._join(client, server)
                self._join(server, client)

    def _join(self, source, target):
        parts = queue.SimpleQueue()
        threading.Thread(target=self._take, args=(source, parts), daemon=True).start()
        threading.Thread(target=self._give, args=(target, parts), daemon=True).start()

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
