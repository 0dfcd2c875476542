# SPDX-License-Identifier: EUPL-1.2
"""How each source is compiled alone, whatever a build compiles as one: a folder that is configured for
this and never built (the preset commands)."""

import json
import os
import re
import subprocess

BUILD = "build/commands"
LISTING = BUILD + "/compile_commands.json"
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def configure(root):
    """Brings the folder up to date. Raises SystemExit with what cmake says if that fails."""
    done = subprocess.run(["cmake", "--preset", "commands"], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"tidy: {BUILD} cannot be configured\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def commands_of(tree):
    """Yields the path and the command of each source."""
    for command in json.loads(tree.text(LISTING)):
        yield os.path.relpath(command["file"], tree.root), command["command"]


def headers_of(tree, path, known):
    """Returns the project's headers that a file includes, directly or not."""
    if path not in known:
        known[path] = set()  # A circle ends here.
        for found in filter(None, map(INCLUDE.match, tree.lines(path))):
            for folder in ("src/", "tests/"):
                header = folder + found.group(1)
                if tree.exists(header):
                    known[path] |= {header} | headers_of(tree, header, known)
    return known[path]
