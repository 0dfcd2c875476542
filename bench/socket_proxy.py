# SPDX-License-Identifier: EUPL-1.2
"""A proxy in front of the Unix socket of PostgreSQL. What it does with what it hands on is for its kinds."""

import contextlib
import socket
import threading

SOCKET = ".s.PGSQL.5432"
PART = 1 << 18


class SocketProxy:
    """Listens in a folder, for the database whose socket is in another."""

    def __init__(self, folder, database):
        self._path, self._database = folder / SOCKET, database / SOCKET

    def __enter__(self):
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._path.chmod(0o777)
        self._listener.listen()
        self._begin(self._accept)
        return self

    def __exit__(self, *_):
        self._listener.close()
        self._path.unlink()

    @staticmethod
    def _begin(run, *arguments):
        threading.Thread(target=run, args=arguments, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._database))
                self._join(client, server, False)
                self._join(server, client, True)

    def _join(self, source, target, is_from_database):
        """Begins to hand on what comes."""
        raise NotImplementedError
