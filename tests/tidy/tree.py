# SPDX-License-Identifier: EUPL-1.2
"""The tree under check: its files and their content."""

import fnmatch
import functools
import os
import subprocess

SKIPPED_FOLDERS = {".git", "build", "var", "demo", "node_modules", "__pycache__"}


class Tree:
    """A folder with the layout of this project. Paths are relative, with slashes."""

    def __init__(self, root):
        self.root = os.path.abspath(root)

    @functools.cached_property
    def paths(self):
        """Every file that is, or could be, under version control."""
        found = self._paths_from_git()
        if found is None:
            found = self._paths_from_disk()
        return sorted(path for path in found if os.path.isfile(self.absolute(path)))

    def _paths_from_git(self):
        if not os.path.exists(self.absolute(".git")):
            return None
        listing = subprocess.run(
            ["git", "-C", self.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            capture_output=True, check=False)
        if listing.returncode != 0:
            return None
        return {name for name in listing.stdout.decode("utf-8").split("\0") if name}

    def _paths_from_disk(self):
        found = set()
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS]
            for name in files:
                found.add(os.path.relpath(os.path.join(folder, name), self.root))
        return found

    def absolute(self, path):
        return os.path.join(self.root, path)

    def exists(self, path):
        return os.path.isfile(self.absolute(path))

    def matching(self, *globs):
        return [path for path in self.paths if any(fnmatch.fnmatchcase(path, glob) for glob in globs)]

    @functools.lru_cache(maxsize=None)
    def text(self, path):
        """Returns the file's text; empty for a file that is not text."""
        with open(self.absolute(path), "rb") as file:
            data = file.read()
        if b"\0" in data[:4096]:
            return ""
        return data.decode("utf-8", errors="replace")

    def lines(self, path):
        return self.text(path).splitlines()

    def rows(self, path):
        """Yields (line number, text) of the lines of a table that are neither empty nor comment."""
        if not self.exists(path):
            return []
        stripped = ((number, line.strip()) for number, line in enumerate(self.lines(path), 1))
        return [(number, line) for number, line in stripped if line and not line.startswith("#")]
