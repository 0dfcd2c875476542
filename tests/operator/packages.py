# SPDX-License-Identifier: EUPL-1.2
"""script/npm with an npm of the test: what it installs, when it asks npm again, and what it says if npm fails."""

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


def run(_program, report, _store, folder):
    (folder / "script").mkdir(parents=True)
    (folder / "bin").mkdir()
    (folder / "web").mkdir()
    shutil.copy2(ROOT / "script/npm", folder / "script/npm")
    (folder / "bin/npm").write_text(NPM)
    (folder / "bin/npm").chmod(0o755)
    (folder / "web/package.json").write_text("{}\n")
    asked = folder / "asked"

    def install(lock):
        (folder / "web/package-lock.json").write_text(lock)
        asked.write_text("")
        environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "ASKED": str(asked)}
        ended = subprocess.run(["script/npm", "web", "packages"], cwd=folder, env=environment, capture_output=True, text=True, check=False)
        return ended.returncode, asked.read_text().count("asked"), (folder / "build/packages/node_modules").exists()

    report.check(install("first") == (0, 1, True), "the packages of a new lock file are installed")
    report.check(install("first") == (0, 0, True), "what is installed is not installed again")
    report.check(install("broken") == (1, 1, False), "a failure of npm is reported")
    report.check(install("first") == (0, 1, True), "after a failure the packages are installed again")
