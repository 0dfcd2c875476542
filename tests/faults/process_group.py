# SPDX-License-Identifier: EUPL-1.2
"""A control group of the system for processes that may have only so much of a resource.

It needs root and the groups of version 1; elsewhere there is none, and a driver reports that it ran without.
"""

import contextlib
import os
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")


class ProcessGroup:
    def __init__(self, folder):
        self._folder = folder

    def take(self, pid):
        self.set("cgroup.procs", pid)

    def set(self, name, value):
        (self._folder / name).write_text(str(value))

    def get(self, name):
        return (self._folder / name).read_text()


@contextlib.contextmanager
def process_group(controller):
    """Makes a new ProcessGroup, or None if there can be none. Its processes go back to the root group."""
    folder = GROUPS / controller / f"orgreg-{os.getpid()}"
    try:
        folder.mkdir()
    except OSError:
        yield None
        return
    try:
        yield ProcessGroup(folder)
    finally:
        for pid in (folder / "cgroup.procs").read_text().split():
            (GROUPS / controller / "cgroup.procs").write_text(pid)
        folder.rmdir()
