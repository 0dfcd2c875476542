# SPDX-License-Identifier: EUPL-1.2
"""A proxy in front of the Unix socket of PostgreSQL that counts what the database sends."""

import contextlib
import socket
import threading

SOCKET = ".s.PGSQL.5432"
PART = 1 << 18


class Counting:
    """Listens in a folder, and hands everything on to the database whose socket is in another."""

    def __init__(self, folder, database):
        self._path, self._database = folder / SOCKET, database / SOCKET
        self.bytes = 0

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
                threading.Thread(target=self._hand_on, args=(client, server, False), daemon=True).start()
                threading.Thread(target=self._hand_on, args=(server, client, True), daemon=True).start()

    def _hand_on(self, source, target, is_counted):
        with contextlib.suppress(OSError):
            while part := source.recv(PART):
                if is_counted:
                    self.bytes += len(part)
                target.sendall(part)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)
