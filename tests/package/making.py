# SPDX-License-Identifier: EUPL-1.2
"""Packages of a finished build, which script/package makes once for all parts that need them."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def call(*command, **options):
    """Runs a command and returns what it printed, both streams as one."""
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False, **options)


def must(*command, **options):
    done = call(*command, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


class Packages:
    def __init__(self, folder):
        self._folder = folder
        self._made = {}

    def of(self, program, name="first"):
        """Returns the folder with the packages of the build that a program belongs to; each name is a making of its own."""
        if name not in self._made:
            preset = Path(program).parents[1]
            if preset.parent != ROOT / "build":
                raise SystemExit(f"{program} is not of a build in this checkout")
            out = self._folder / name / "out"
            # The names differ in length, so that no path of them can be in the packages unseen.
            must(ROOT / "script/package", "--built", preset.name, "--in", self._folder / name / "tree", "--out", out,
                 env={**plain_environment(), "DEB_BUILD_OPTIONS": "noautodbgsym"})  # Packing debugging information takes half a minute.
            self._made[name] = out
        return self._made[name]

    def file(self, program, package):
        """Returns the path of a package of the first making."""
        found = sorted(self.of(program).glob(f"{package}_*.deb"))
        if len(found) != 1:
            raise SystemExit(f"{self.of(program)} has {len(found)} packages {package}")
        return found[0]

    def unpacked(self, program, package):
        """Returns a folder with the files of a package."""
        folder = self._folder / "unpacked" / package
        if not folder.exists():
            folder.parent.mkdir(exist_ok=True)
            must("dpkg-deb", "--extract", self.file(program, package), folder)
        return folder


def plain_environment():
    """Without settings of the server and of the maker."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("ORGREG_", "DEB"))}
