#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The interface of the last release (published.json), compared with that of the program.

  published.py [--program PATH] [--write VERSION]

A change that breaks clients must be named in CHANGELOG.md: a line of the section Unreleased begins with "- Breaking:" and
has the name of the operation or schema. --write makes published.json from the program, for the release VERSION.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "wire")]

import server  # noqa: E402

FILE = HERE / "published.json"
CHANGELOG = HERE.parents[1] / "CHANGELOG.md"
BREAKS = re.compile(r"breaks  ([A-Za-z0-9]+)")
# Members that the comparison ignores; without them the file is a third as large.
UNCOMPARED = {"description", "x-description-nb", "summary", "example", "tags", "servers"}


def bare(node, parent=""):
    """Returns the document without what is not compared. Below `properties` each name is that of a member."""
    if isinstance(node, list):
        return [bare(item) for item in node]
    if not isinstance(node, dict):
        return node
    names_members = parent == "properties"
    return {name: bare(value, "" if names_members else name) for name, value in node.items()
            if names_members or name not in UNCOMPARED}


def document_of(program):
    done = subprocess.run([program, "openapi"], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def write(program, version):
    document = {"x-release": version, **bare(document_of(program))}
    FILE.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")


def named_breaks(changelog):
    """Returns the text of the lines of the section Unreleased that begin with "- Breaking:", and of those that continue them."""
    section = re.search(r"^## Unreleased$(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^- Breaking:.*(?:\n  .*)*", section[1] if section else "", re.MULTILINE)
    return "\n".join(lines)


def compare(program, older, changelog):
    """Returns a line for each change that breaks clients and is not named, and what the program printed."""
    done = subprocess.run([program, "openapi", "--diff", str(older)], stdout=subprocess.PIPE, text=True)
    breaking = [line for line in done.stdout.splitlines() if BREAKS.match(line)]
    if done.returncode not in (0, 1) or (done.returncode == 1) != bool(breaking):
        return [f"orgreg openapi --diff ended with {done.returncode}"], done.stdout
    named = set(re.findall(r"[A-Za-z0-9]+", named_breaks(changelog)))
    return [line for line in breaking if BREAKS.match(line)[1] not in named], done.stdout


def spoiled(document):
    """A document of before, in which an answer has a member and an operation a parameter that the program does not have."""
    document = json.loads(json.dumps(document))
    document["components"]["schemas"]["Entity"]["properties"]["formerMember"] = {"type": "string"}
    search = document["paths"]["/enhetsregisteret/api/enheter"]["get"]
    search["parameters"].append({"name": "formerParameter", "in": "query"})
    return document


def wrong_versions(program, folder):
    """Returns a failure if its own document of either version of OpenAPI has changes, or documents of two versions are compared."""
    files = {}
    for version in ("3.0", "3.1"):
        files[version] = folder / f"{version}.json"
        text = subprocess.run([program, "openapi", "--as", version], stdout=subprocess.PIPE, check=True).stdout
        files[version].write_bytes(text)
        done = subprocess.run([program, "openapi", "--diff", files[version]], stdout=subprocess.PIPE, text=True)
        if (done.returncode, done.stdout) != (0, "0 changes, 0 of them break clients\n"):
            return [f"the document in {version} differs from itself: {done.stdout[:400]}"]
    for pair in (("3.0", "3.1"), ("3.1", "3.0")):
        done = subprocess.run([program, "openapi", "--diff", files[pair[0]], files[pair[1]]], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        named = re.findall(r"(3\.\d)\.\d", done.stderr)
        if done.returncode != 1 or done.stdout or named != list(pair):
            return [f"documents of two versions were compared, or the refusal does not name them: {done.stderr}"]
    return []


def check(program):
    """Returns the failures, and what changed."""
    document = json.loads(FILE.read_text("utf-8"))
    with tempfile.TemporaryDirectory(prefix="orgreg-published-") as folder:
        older = Path(folder) / "older.json"
        older.write_text(json.dumps(spoiled(document)), "utf-8")
        heading = "## Unreleased\n- Breaking: "
        found = [len([line for line in compare(program, older, heading + names)[0] if "former" in line])
                 for names in ("", "Entity", "searchEntities", "Entity,\n  searchEntities", "x\n- Entity searchEntities")]
        if found != [2, 1, 1, 0, 2]:
            return [f"changes that break clients were not reported: {found}"], ""
    with tempfile.TemporaryDirectory(prefix="orgreg-published-") as folder:
        failures = wrong_versions(program, Path(folder))
    if failures:
        return failures, ""
    return compare(program, FILE, CHANGELOG.read_text("utf-8"))


def main():
    parser = argparse.ArgumentParser(description="Compares the interface with that of the last release.")
    parser.add_argument("--program")
    parser.add_argument("--write", metavar="VERSION")
    arguments = parser.parse_args()
    program = server.find_program(arguments.program)
    if arguments.write:
        write(program, arguments.write)
        return 0
    failures, text = check(program)
    print("".join(f"{line}\n" for line in text.splitlines() if not line.startswith("adds")), end="")
    for failure in failures:
        print(f"FAILED CHANGELOG.md has no line that names this: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
