# SPDX-License-Identifier: EUPL-1.2
"""Installs the packages of npm that some tests need, below build/."""

import fcntl
import shutil
import subprocess
from pathlib import Path

INSTALL_S = 300


def install(source, name):
    """Installs what the package-lock.json of the folder `source` names into build/NAME, unless it is there; returns that folder.

    Several processes may call it at once.
    """
    folder = Path(__file__).resolve().parents[2] / "build" / name
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / "installed-lock.json"
    wanted = (source / "package-lock.json").read_bytes()
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.exists() and done.read_bytes() == wanted:
            return folder
        for file in ("package.json", "package-lock.json"):
            shutil.copy(source / file, folder / file)
        npm = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=INSTALL_S)
        if npm.returncode != 0:
            raise SystemExit(f"npm cannot install what {source.name} needs:\n{npm.stdout}")
        done.write_bytes(wanted)
    return folder
