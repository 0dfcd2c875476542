#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Runs the examples of docs/guide against the register of script/server, and compares what they print.

usage: tests/guide/run.py [--program FILE] [--register FOLDER] [--write] [PAGE…]

An example is a block of shell commands; the block of another language right after it is what the commands print. The
examples of a page run in order in one shell. --write puts what they print into the pages. Without --register,
script/demo makes the register in a folder of this run. A PAGE is the name of a file of docs/guide. The guides for operators
are run by tests/operator/pages.py instead.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/wire"), str(ROOT / "tests/operator")]

import pages as operator_pages  # noqa: E402
import server  # noqa: E402

ADDRESS = "http://127.0.0.1:8080"
EXAMPLE_S = 60
EXAMPLE = re.compile(r"^```sh\n(?P<commands>.*?)^```\n(?:\n```(?P<language>\w+)\n(?P<printed>.*?)^```\n)?", re.MULTILINE | re.DOTALL)
# Guides with commands that start servers of their own, which tests/operator runs, and one for a machine of its own (tests/package).
ELSEWHERE = {ROOT / page.path for page in operator_pages.PAGES} | {ROOT / "docs/guide/public-server.md"}
# A shell that reads one example from a file after the other and keeps its variables.
LOOP = 'while read -r file; do . "$file" > "$file.printed" 2>&1 < /dev/null; echo "$?"; done'


class Shell:
    """`with Shell(folder, address) as shell:` a shell in a folder; the address stands for the one of the pages."""

    def __init__(self, folder, address):
        self._folder = folder
        self._address = address
        self._examples = 0

    def __enter__(self):
        self._shell = subprocess.Popen(["bash", "-uo", "pipefail", "-c", LOOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                       cwd=self._folder, env={**os.environ, "LC_ALL": "C.UTF-8"})
        return self

    def __exit__(self, *_):
        self._shell.stdin.close()
        self._shell.wait(timeout=EXAMPLE_S)

    def run(self, commands):
        """Returns what an example prints, and the exit code of its last command."""
        self._examples += 1
        file = self._folder / f".example-{self._examples}"
        file.write_text(commands.replace(ADDRESS, self._address))
        self._shell.stdin.write(f"{file}\n")
        self._shell.stdin.flush()
        code = int(self._shell.stdout.readline() or "1")
        return file.with_name(file.name + ".printed").read_text().replace(self._address, ADDRESS), code


def run_page(page, shell, writes):
    """Returns the number of examples, and what is wrong with them."""
    text, wrong, count = page.read_text(), [], 0
    left = EXAMPLE.sub("", text)
    if "```" in left:
        wrong.append(f"{page.name}: a block is no example and no output of one: {left[left.index('```'):][:80]!r}")

    def check(example):
        nonlocal count
        count += 1
        printed, code = shell.run(example["commands"])
        expected = example["printed"] or ""
        if code != 0:
            wrong.append(f"{page.name}: exit code {code} of\n{example['commands']}{printed}")
        if printed == expected:
            return example[0]
        if not writes:
            lines = difflib.unified_diff(expected.splitlines(), printed.splitlines(), "page", "printed", lineterm="")
            wrong.append(f"{page.name}: another answer to\n{example['commands']}" + "\n".join(lines))
        return f"```sh\n{example['commands']}```\n" + (f"\n```{example['language'] or 'text'}\n{printed}```\n" if printed else "")

    written = EXAMPLE.sub(check, text)
    if writes and written != text:
        page.write_text(written)
    return count, wrong


def make_register(program, folder):
    subprocess.run([ROOT / "script/demo", folder, "--program", program], check=True, stdout=subprocess.DEVNULL)
    return folder


def checkout(folder, program, register):
    """Makes a folder that has what the examples use of a checkout; returns it."""
    for name, target in (("build/release/bin", Path(program).parent), ("var/demo", register)):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).symlink_to(target)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--register", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("pages", nargs="*")
    options = parser.parse_args()
    program = server.find_program(options.program)
    pages = [ROOT / "docs/guide" / name for name in options.pages] or sorted(set((ROOT / "docs/guide").glob("*.md")) - ELSEWHERE)
    examples, wrong = 0, []
    with tempfile.TemporaryDirectory() as temporary:
        register = (options.register or make_register(program, Path(temporary, "demo"))).resolve()
        arguments = ["--number-keys", register / "number-keys", "--token-keys", register / "token-key.pem.jwks",
                     "--token-issuer", "https://token.example.test/", "--token-audience", "any"]
        with server.Server(program, register / "data", arguments=arguments) as running:
            running.await_files()
            for page in pages:
                folder = checkout(Path(temporary, page.stem), program, register)
                with Shell(folder, f"http://127.0.0.1:{running.port}") as shell:
                    count, found = run_page(page, shell, options.write)
                examples += count
                wrong += found
    print("\n".join(wrong))
    print(f"{examples - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong or not examples else 0


if __name__ == "__main__":
    sys.exit(main())
