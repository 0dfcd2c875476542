#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The pages for people, in a real browser.

  run.py [--program PATH] [--only NAME] [--pictures FOLDER]

types      the compiler of TypeScript finds no error in web/
browser    Chromium opens every page with its policy, on a desk and on a dark telephone: no error of the console, no request
           to another host, no dead link, no fault that axe-core finds; an operation is executed on the interactive page

npm installs what package-lock.json names below build/, once. FOLDER gets a picture of each page.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / "wire")]

import fixtures  # noqa: E402
import node_packages  # noqa: E402
import server  # noqa: E402

LONGEST_S = 300
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def must(*command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LONGEST_S,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"FAILED {command[0]}\n{done.stdout[-6000:]}")
    print(done.stdout, end="")


def check_types(_program, _pictures):
    tools = node_packages.install(ROOT / "web", "web-packages")
    must(tools / "node_modules/.bin/tsc", "--project", ROOT / "web/tsconfig.json")


def find_browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise SystemExit("no chromium: script/bootstrap --for test installs it")
    return found


def check_browser(program, pictures):
    installed = node_packages.install(HERE, "pages")
    # A program finds packages above its own folder only.
    shutil.copy(HERE / "pages.mjs", installed / "pages.mjs")
    with tempfile.TemporaryDirectory(prefix="orgreg-pages-") as folder:
        store = fixtures.load(program, fixtures.FIXTURES["register"], folder)
        with server.Server(program, store) as running:
            must("node", installed / "pages.mjs", running.base, find_browser(), *([pictures] if pictures else []))


CHECKS = {"types": check_types, "browser": check_browser}


def main():
    parser = argparse.ArgumentParser(description="Opens the pages of the server in a browser.")
    parser.add_argument("--program")
    parser.add_argument("--only", choices=tuple(CHECKS))
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    program = server.find_program(arguments.program)
    for name, check in CHECKS.items():
        if arguments.only in (None, name):
            check(program, arguments.pictures)


main()
