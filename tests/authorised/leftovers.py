# SPDX-License-Identifier: EUPL-1.2
"""What a run left: all files, and the memory of processes that still run."""

import gzip
import subprocess
import sys
import zipfile
from pathlib import Path

from people import Finder

NOBODY = 65534


class Search:
    """Searches for the numbers of `purposes`, which maps a number to its purpose."""

    def __init__(self, purposes):
        self._finder = Finder(list(purposes))
        self.found = {}  # Maps a number to its places: where, in which form, and the text around it.
        self.files = self.bytes = 0

    def folder(self, written):
        """Searches everything that was written below the folder; input of a drop folder is left out."""
        drop = written / "drop"
        for path in sorted(written.rglob("*")):
            is_given = path.parent in (drop / "done", drop / "refused") and path.suffix == ".ndjson"
            if not path.is_file() or path.is_symlink() or is_given:
                continue
            data = path.read_bytes()
            self.files += 1
            self.bytes += len(data)
            self.look("a file's name", str(path).encode())
            self.look(str(path), data)
            for name, part in unpacked(path, data):
                self.look(name, part)

    def look(self, where, data):
        for number, form in self._finder.find(data):
            place = data.find(number.encode())
            near = data[max(0, place - 150):place + 60] if place >= 0 else b""
            self.found.setdefault(number, []).append((where, form, near))

    def count_in(self, data):
        return len({number for number, _ in self._finder.find(data)})


def unpacked(path, data):
    if data[:2] == b"\x1f\x8b":
        yield f"{path}, unpacked", gzip.decompress(data)
    if data[:4] == b"PK\3\4":
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                yield f"{path}, {name}", archive.read(name)


def readable(program):
    """Whether another user may run it."""
    return subprocess.run([program, "--version"], capture_output=True, user=NOBODY, check=False).returncode in (0, 106)


def reads_memory(pid, user=None):
    """Whether a process of the user can open the memory of another, or trace it."""
    peek = Path(__file__).with_name("peek.py")
    done = subprocess.run([sys.executable, peek, str(pid), *([str(user)] if user else [])], check=True, capture_output=True, text=True)
    return done.stdout.strip() != "nothing"
