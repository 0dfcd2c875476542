# SPDX-License-Identifier: EUPL-1.2
"""Installs the packages of npm that some tests need, below build/ (script/npm)."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSTALL_S = 300


def install(source, name):
    """Installs what the package-lock.json of the folder `source` names into build/NAME, unless it is there; returns that folder.

    Several processes may call it at once.
    """
    npm = subprocess.run([ROOT / "script/npm", source.resolve(), name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         timeout=INSTALL_S)
    if npm.returncode != 0:
        raise SystemExit(npm.stdout)
    return Path(npm.stdout.strip())
