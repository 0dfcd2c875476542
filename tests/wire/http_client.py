# SPDX-License-Identifier: EUPL-1.2
"""A small HTTP/1.1 client that sends exactly the bytes it is given and hides nothing.

Ordinary clients normalise requests and ignore bytes after a response; tests of the
wire need neither.
"""

import base64
import gzip
import socket
import ssl

TIMEOUT_S = 30.0


def basic(name, password):
    """Returns the value of Authorization for a user."""
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


class Broken(Exception):
    """The server's bytes are not an HTTP response."""


class Closed(Exception):
    """The server closed the connection before the response began."""


class Response:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    def all(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def header(self, name):
        """Returns the value; several of one name are joined as RFC 9110 allows; None if absent."""
        values = self.all(name)
        return ", ".join(values) if values else None

    def content(self):
        """Returns the body without content coding."""
        return gzip.decompress(self.body) if self.header("Content-Encoding") == "gzip" else self.body


class Connection:
    def __init__(self, host, port, timeout=TIMEOUT_S, source=None, tls=None):
        """`source` is the client's address, `tls` a context of the module ssl."""
        self._socket = socket.create_connection((host, port), timeout, source and (source, 0))
        if tls:
            self._socket = tls.wrap_socket(self._socket, server_hostname=host, suppress_ragged_eofs=False)
        self._buffer = b""
        self._is_cut = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._socket.close()

    def send(self, data):
        # The server may refuse and close while a large request is being sent; its answer can then still be read.
        try:
            self._socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
            pass

    def _more(self):
        try:
            data = self._socket.recv(65536)
        except ConnectionResetError:
            data = b""
        except ssl.SSLEOFError:
            self._is_cut = True
            data = b""
        except socket.timeout as error:
            raise Broken("no answer in time") from error
        self._buffer += data
        return bool(data)

    def _until(self, mark):
        while mark not in self._buffer:
            if not self._more():
                if not self._buffer:
                    raise Closed
                raise Broken(f"closed inside a head: {self._buffer[:200]!r}")
        head, _, self._buffer = self._buffer.partition(mark)
        return head

    def _exactly(self, count):
        while len(self._buffer) < count:
            if not self._more():
                raise Broken(f"closed after {len(self._buffer)} of {count} bytes of a body")
        data, self._buffer = self._buffer[:count], self._buffer[count:]
        return data

    def read_response(self, method):
        lines = self._until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        parts = lines[0].split(" ", 2)
        if len(parts) < 2 or not parts[0].startswith("HTTP/1.") or not parts[1].isdigit():
            raise Broken(f"no status line: {lines[0]!r}")
        headers = []
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            if not colon or name != name.strip() or not name:
                raise Broken(f"no header line: {line!r}")
            headers.append((name, value.strip()))
        response = Response(int(parts[1]), headers, b"")
        response.body = self._body(response, method)
        return response

    def _body(self, response, method):
        length = response.all("Content-Length")
        if method == "HEAD" or response.status in (204, 304) or response.status < 200:
            return b""
        if (response.header("Transfer-Encoding") or "").lower() == "chunked":
            if length:
                raise Broken("both Content-Length and Transfer-Encoding")
            return self._chunks()
        if length:
            if len(length) > 1 or not length[0].isdigit():
                raise Broken(f"bad Content-Length {length}")
            return self._exactly(int(length[0]))
        while self._more():
            pass
        data, self._buffer = self._buffer, b""
        return data

    def _chunks(self):
        body = b""
        while True:
            size = int(self._until(b"\r\n").split(b";")[0], 16)
            if size == 0:
                while self._until(b"\r\n"):
                    pass
                return body
            body += self._exactly(size)
            if self._exactly(2) != b"\r\n":
                raise Broken("chunk without end")

    def rest(self):
        """Returns everything until the server closes."""
        while self._more():
            pass
        if self._is_cut:
            raise Broken("the end of the connection was not announced")
        return self._buffer
