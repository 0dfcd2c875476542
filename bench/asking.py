# SPDX-License-Identifier: EUPL-1.2
"""One kept connection for clients that must use few resources, without a library."""

import re
import socket

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CLOSE = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
LAST_CHUNK = b"\r\n0\r\n\r\n"
PART = 1 << 18


class Asking:
    def __init__(self, port):
        self._port = port
        self._host = f"127.0.0.1:{port}"
        self._connect()

    def _connect(self):
        self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def get(self, path):
        """Returns status and body."""
        return self.send(self.request(path))

    def request(self, path):
        return f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\nAccept: application/json\r\n\r\n".encode()

    def send(self, request):
        self._socket.sendall(request)
        answer = self._socket.recv(PART)
        while b"\r\n\r\n" not in answer:
            answer += self._more()
        head, body = answer.split(b"\r\n\r\n", 1)
        length = LENGTH.search(head)
        body = self._read(body, int(length[1])) if length else self._read_chunks(body)
        if CLOSE.search(head):  # As after each 10,000 requests.
            self._socket.close()
            self._connect()
        return int(head[9:12]), body

    def _read(self, body, length):
        parts, missing = [body], length - len(body)
        while missing > 0:
            parts.append(self._more())
            missing -= len(parts[-1])
        return b"".join(parts)

    def _read_chunks(self, body):
        """Reads a long answer as it is sent: the sizes of its chunks stay in it."""
        body = bytearray(body)
        while not body.endswith(LAST_CHUNK):
            body += self._more()
        return bytes(body)

    def _more(self):
        part = self._socket.recv(PART)
        if not part:
            raise ConnectionError("the server has closed the connection")
        return part
