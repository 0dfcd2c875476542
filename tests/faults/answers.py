# SPDX-License-Identifier: EUPL-1.2
"""Counts complete answers in a stream of bytes, notes their statuses, and checks their bodies.

It is for clients that must take few resources: parts that need no check are only counted.
"""

import re

STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
CLOSE = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
BODILESS = (204, 304)


class Broken(Exception):
    """The bytes are not an answer."""


class Answers:
    """`truth` is the body of each 200, or what it must begin with while it is incomplete."""

    def __init__(self, truth=None):
        self._truth = truth
        self._held = b""
        self._read = self._head
        self._missing = 0  # Of the body, or of the chunk.
        self._place = 0  # In the body.
        self.status = 0  # Of the newest answer; 0 before there is one.
        self.statuses = {}
        self.whole = 0
        self.is_right = True
        self.closes = False

    @property
    def in_one(self):
        """Whether an answer has begun and is not complete."""
        return bool(self._held) or self._read != self._head

    def take(self, data):
        """Takes the next bytes; returns how many answers they completed."""
        before = self.whole
        self._held = self._held + data if self._held else bytes(data)
        while self._held and self._read():
            pass
        return self.whole - before

    def _head(self):
        end = self._held.find(b"\r\n\r\n")
        if end < 0:
            return False
        head, self._held = self._held[:end], self._held[end + 4:]
        found = STATUS.match(head)
        if not found:
            raise Broken(head[:200])
        self.status = int(found[1])
        self.statuses[self.status] = self.statuses.get(self.status, 0) + 1
        self.closes = bool(CLOSE.search(head))
        self._place = 0
        length = LENGTH.search(head)
        if CHUNKED.search(head):
            self._read = self._chunk_size
        elif self.status in BODILESS or not length or int(length[1]) == 0:
            self._end()
        else:
            self._missing, self._read = int(length[1]), self._plain
        return True

    def _end(self):
        self.whole += 1
        self._read = self._head

    def _plain(self):
        self._body_part()
        if not self._missing:
            self._end()
        return True

    def _chunk_size(self):
        end = self._held.find(b"\r\n")
        if end < 0:
            return False
        try:
            self._missing = int(self._held[:end].split(b";")[0], 16)
        except ValueError as error:
            raise Broken(self._held[:200]) from error
        self._held = self._held[end + 2:]
        self._read = self._chunk if self._missing else self._last_line
        return True

    def _chunk(self):
        self._body_part()
        if not self._missing:
            self._read = self._line_end
        return True

    def _line_end(self):
        if not self._skip_line_end():
            return False
        self._read = self._chunk_size
        return True

    def _last_line(self):
        """Reads the line after the last chunk: the server sends no trailer."""
        if not self._skip_line_end():
            return False
        self._end()
        return True

    def _skip_line_end(self):
        if len(self._held) < 2:
            return False
        if self._held[:2] != b"\r\n":
            raise Broken(self._held[:200])
        self._held = self._held[2:]
        return True

    def _body_part(self):
        part = self._held[:self._missing]
        self._held = self._held[len(part):]
        self._missing -= len(part)
        if self._truth is not None and self.status == 200:
            self.is_right = self.is_right and self._truth[self._place:self._place + len(part)] == part
        self._place += len(part)
