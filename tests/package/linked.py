# SPDX-License-Identifier: EUPL-1.2
"""Linking the same objects again gives the same program, to the byte: nothing of the time or of the machine gets into it."""

import re
import shlex
from pathlib import Path

from making import call, must


def run(program, report, _packages, folder):
    build = Path(program).parents[1]
    for name in ("orgreg", "orgreg-dev"):
        original = (build / "bin" / name).read_bytes()
        again = folder / f"{name}-again"
        done = call("bash", "-c", link_command(build, name, again), cwd=build)
        report.check(done.returncode == 0, f"{name} is linked again: {done.stdout[-2000:]}")
        report.check(again.exists() and again.read_bytes() == original, f"{name} linked again is the same to the byte")


def link_command(build, name, output):
    """The last command that makes the program, with another place for it."""
    last = must("ninja", "-C", build, "-t", "commands", name).splitlines()[-1]
    changed, count = re.subn(rf"-o bin/{name}(?=\s|$)", f"-o {shlex.quote(str(output))}", last)
    if count != 1:
        raise SystemExit(f"no command that links {name}: {last[:500]}")
    return changed
