# SPDX-License-Identifier: EUPL-1.2
"""Reads packed bodies of a store with the library itself, not with the program under test."""

import contextlib
import ctypes
import ctypes.util
import sqlite3

LONGEST = 16 << 20
PIECE = 16  # Bytes.


class Unpacker:
    def __init__(self, dictionary):
        self._zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
        for name in ("ZSTD_decompress_usingDict", "ZSTD_getFrameContentSize"):
            getattr(self._zstd, name).restype = ctypes.c_ulonglong
        self._zstd.ZSTD_createDCtx.restype = ctypes.c_void_p
        self._context = ctypes.c_void_p(self._zstd.ZSTD_createDCtx())
        self._dictionary = dictionary

    def text(self, packed):
        size = self._zstd.ZSTD_getFrameContentSize(packed, ctypes.c_size_t(len(packed)))
        assert size <= LONGEST, size
        text = ctypes.create_string_buffer(size)
        unpacked = self._zstd.ZSTD_decompress_usingDict(
            self._context, text, ctypes.c_size_t(size), packed, ctypes.c_size_t(len(packed)),
            self._dictionary, ctypes.c_size_t(len(self._dictionary)))
        assert unpacked == size, (unpacked, size)
        return text.raw.decode("utf-8")


def bodies(connection, table):
    """Yields number, state and body of each row."""
    (dictionary,) = connection.execute("SELECT bytes FROM dictionary WHERE id = 1").fetchone()
    unpacker = Unpacker(dictionary)
    for number, state, body, packed in connection.execute(f"SELECT number, state, body, packed FROM {table}"):
        yield number, state, body if packed is None else unpacker.text(packed)


def pieces(store, table, numbers):
    """Returns parts of the packed bodies of these numbers: where none of them is left, no body is."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        packed = dict(connection.execute(f"SELECT number, packed FROM {table} WHERE packed IS NOT NULL"))
    everything = b"".join(packed.values())
    return [piece for number in numbers if int(number) in packed
            for piece in _parts(packed[int(number)]) if everything.count(piece) == 1]


def _parts(packed):
    """Names come first in a frame. Frames of records that are alike may end alike."""
    return [packed[at:at + PIECE] for at in (8, 16, len(packed) // 3, len(packed) // 2)]
