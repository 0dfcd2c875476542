# SPDX-License-Identifier: EUPL-1.2
"""script/npm with an npm of the test: what it installs, and when it asks npm again. web/build with a Node.js that is too old."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# As npm does, it removes what is there before it installs or fails.
NPM = """#!/bin/sh
rm -rf node_modules
echo asked >> "$ASKED"
grep -q broken package-lock.json && exit 1
mkdir node_modules
"""
OLD_NODE = """#!/bin/sh
[ "$1" = --version ] && echo v16.20.2 || echo 16
"""


def run(_program, report, _store, folder):
    (folder / "script").mkdir(parents=True)
    (folder / "bin").mkdir()
    (folder / "web").mkdir()
    shutil.copy2(ROOT / "script/npm", folder / "script/npm")
    shutil.copy2(ROOT / "web/build", folder / "web/build")
    for name, text in (("npm", NPM), ("node", OLD_NODE)):
        (folder / "bin" / name).write_text(text)
        (folder / "bin" / name).chmod(0o755)
    (folder / "web/package.json").write_text("{}\n")
    asked = folder / "asked"
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "ASKED": str(asked)}

    def call(*command):
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    def install(lock):
        (folder / "web/package-lock.json").write_text(lock)
        asked.write_text("")
        ended = call("script/npm", "web", "packages")
        return ended.returncode, asked.read_text().count("asked"), (folder / "build/packages/node_modules").exists()

    report.check(install("first") == (0, 1, True), "the packages of a new lock file are installed")
    report.check(install("first") == (0, 0, True), "what is installed is not installed again")
    report.check(install("broken") == (1, 1, False), "a failure of npm is reported")
    report.check(install("first") == (0, 1, True), "after a failure the packages are installed again")
    built = call("web/build", "pages")
    report.check(built.returncode == 1 and "Node.js in PATH is v16.20.2; 18 or newer" in built.stderr, f"an old Node.js is reported: {built.stderr}")
