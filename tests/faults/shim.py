# SPDX-License-Identifier: EUPL-1.2
"""Builds what is preloaded into the program: shim.c, failing calls and a wrong clock, unless another file is named."""

import os
import subprocess
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "shim.c"


def build(folder, source=SOURCE):
    made = Path(folder) / source.with_suffix(".so").name
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", made, source, "-ldl"],
                   check=True)
    return made


def can_be_preloaded(shim, program):
    """Returns False if sanitizers or static linking keep the shim out of the program."""
    done = subprocess.run([program, "--version"], env={**os.environ, "LD_PRELOAD": str(shim)},
                          capture_output=True, check=False)
    return done.returncode == 0
