#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Sums the lines and branches of src/ that the programs of the build `coverage` have reached, and fails
if they are fewer than promised.

    report.py --build build/coverage [--counts FOLDER] [--missing PATH…]

The counts are the files *.profraw below build/coverage/counts, which the programs map while they run.
A branch is one outcome, true or false, of one condition, or one case of a switch; there are none for
exceptions. One that several instantiations or programs reach counts once. A use of a macro of ours,
such as TRY, has branches of its own. What an assert asks has no branches, since it never fails, nor has
the way past all cases of a switch without a default, since it names each value of its type (the compiler
checks that), nor what the compiler writes (= default).
Branches of WHOLE must all be taken, but for those in excused.txt.
"""

import argparse
import collections
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LINES, BRANCHES = 90, 80  # Percent of all code.
# Folders and files whose branches are all taken.
WHOLE = {
    "HTTP edge": ["src/http/parse", "src/http/message", "src/http/connection"],
    "Tokens": ["src/auth/tokens"],
    "Opening of segments": ["src/search/file", "src/search/segment/segment.cc", "src/search/segment/segment.h"],
}
PROGRAMS = ["bin/orgreg", "bin/orgreg-dev"]
MODULES = "bin/*.so"
EXPANSION = 1  # The kind of a region of llvm-cov that is the use of a macro.

# A branch: `side` of the condition that stands from (line, column) to `end` of a file. A condition in a macro stands
# where the macro is used, and `inside` is its place in the macro.
Branch = collections.namedtuple("Branch", "path line column end inside side")


def branches_of(functions, root):
    """Maps each Branch of sources below src/ to how often it was taken. `functions` are those of `llvm-cov export`."""
    taken = collections.Counter()
    for function in functions:
        names = function["filenames"]
        uses = {region[6]: region for region in function["regions"] if region[7] == EXPANSION}
        for branch in function["branches"]:
            place = place_of(branch, uses, names, root)
            if place is None:
                continue
            taken[Branch(*place, "true")] += branch[4]
            taken[Branch(*place, "false")] += branch[5]
    return taken


def place_of(branch, uses, names, root):
    """Returns where a condition stands, as Branch has it, or None if it is not one of src/."""
    region, file, inside = branch, branch[6], []
    if not is_ours(names[file], root):
        return None
    while file in uses:
        inside.append(f"{region[0]}:{region[1]}")
        region = uses[file]
        file = region[5]
    if not is_ours(names[file], root):
        return None
    return str(Path(names[file]).relative_to(root)), region[0], region[1], (region[2], region[3]), " ".join(inside)


def is_ours(path, root):
    return path.startswith(f"{root}/src/")


def lines_of(text, root):
    """Maps (path, line) to how often it ran; `text` is that of `llvm-cov export -format=lcov`."""
    ran, path = {}, ""
    for row in text.splitlines():
        if row.startswith("SF:"):
            path = row[3:]
        elif row.startswith("DA:") and is_ours(path, root):
            line, count = row[3:].split(",")[:2]
            ran[(str(Path(path).relative_to(root)), int(line))] = int(count)
    return ran


def asserted(text):
    """Returns the spans (begin, end) of each assert with its arguments in a source, as offsets."""
    spans = []
    for found in re.finditer(r"(?<!\w)assert\(", text):
        depth, at = 1, found.end()
        while depth and at < len(text):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        spans.append((found.start(), at))
    return spans


class Source:
    """The text of one source, which tells what a branch asks."""

    def __init__(self, path):
        self.text = path.read_bytes().decode("latin-1")  # llvm-cov counts bytes.
        self.lines = self.text.split("\n")
        self.starts = list(itertools.accumulate((len(line) + 1 for line in self.lines), initial=0))
        self.asserted = asserted(self.text)

    def offset(self, line, column):
        return self.starts[line - 1] + column - 1

    def line(self, branch):
        return self.lines[branch.line - 1].strip()

    def condition(self, branch):
        """What is asked, in one line; for a macro, the whole line that uses it."""
        if branch.inside:
            return self.line(branch)
        return " ".join(self.text[self.offset(branch.line, branch.column) : self.offset(*branch.end)].split())

    def is_none(self, branch):
        """It is a branch only to llvm-cov."""
        begin = self.offset(branch.line, branch.column)
        past_all_cases = branch.side == "true" and self.text.endswith("switch (", 0, begin)
        in_assert = any(first <= begin < end for first, end in self.asserted)
        return past_all_cases or in_assert or self.line(branch).endswith("= default;")


class Sources(dict):
    def __init__(self, root):
        super().__init__()
        self.root = root

    def __missing__(self, path):
        self[path] = Source(self.root / path)
        return self[path]


def within(path, folders):
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def read_excuses(text):
    """Returns {(path, side, condition): reason} of excused.txt."""
    excuses = {}
    for row in text.splitlines():
        if row.strip() and not row.startswith("#"):
            path, side, condition, reason = (part.strip() for part in row.split(" | "))
            excuses[(path, side, condition)] = reason
    return excuses


class Report:
    """The counts of one measurement."""

    def __init__(self, lines, branches, sources, excuses):
        self.lines = lines
        self.branches = {key: count for key, count in branches.items() if not sources[key.path].is_none(key)}
        self.sources = sources
        self.excuses = excuses

    def excuse_of(self, branch):
        excuse = (branch.path, branch.side, self.sources[branch.path].condition(branch))
        return excuse if excuse in self.excuses else None

    def of(self, folders):
        """Returns (lines, lines that ran, branches, branches taken) of files and folders."""
        lines = [count for (path, _), count in self.lines.items() if within(path, folders)]
        branches = [count for key, count in self.branches.items() if within(key.path, folders)]
        return len(lines), sum(map(bool, lines)), len(branches), sum(map(bool, branches))

    def missing(self, folders):
        return sorted(key for key, count in self.branches.items() if not count and within(key.path, folders))

    def table(self):
        folders = sorted({"/".join(path.split("/")[:2]) for path, _ in self.lines})
        rows = [("all code", ["src"], "")] + [(f"`{folder}`", [folder], "") for folder in folders]
        for name, parts in WHOLE.items():
            excused = sum(self.excuse_of(branch) is not None for branch in self.missing(parts))
            rows.append((f"{name}: {', '.join(f'`{part}`' for part in parts)}", parts, f", {excused} excused"))
        yield "| Code | Lines | Branches |"
        yield "|---|---|---|"
        for name, parts, note in rows:
            lines, ran, branches, taken = self.of(parts)
            yield f"| {name} | {share(ran, lines)} | {share(taken, branches)}{note} |"

    def faults(self):
        """Yields what is not as promised, a sentence each."""
        lines, ran, branches, taken = self.of(["src"])
        if ran * 100 < LINES * lines:
            yield f"{share(ran, lines)} lines ran: fewer than {LINES} %"
        if taken * 100 < BRANCHES * branches:
            yield f"{share(taken, branches)} branches were taken: fewer than {BRANCHES} %"
        used = set()
        for branch in self.missing([part for parts in WHOLE.values() for part in parts]):
            excuse = self.excuse_of(branch)
            used.add(excuse)
            if excuse is None:
                yield self.sentence(branch)
        for excuse, reason in self.excuses.items():
            if excuse not in used and not reason.startswith("race: "):
                yield f"excused.txt: no branch needs the excuse {' | '.join(excuse)}"

    def sentence(self, branch):
        source = self.sources[branch.path]
        return f"{branch.path}:{branch.line}:{branch.column}: never {branch.side}: {source.condition(branch)}"


def share(part, whole):
    # Rounded down: what is not all is never 100 %.
    return f"{part * 1000 // whole / 10 if whole else 100.0} % of {whole:,}"


def export(build, counts, form):
    objects = [build / program for program in PROGRAMS] + sorted(build.glob(MODULES))
    command = ["llvm-cov-19", "export", f"-instr-profile={counts}", f"-format={form}", "-skip-expansions"]
    command += [str(objects[0]), *(f"-object={other}" for other in objects[1:])]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def measured(build, counts):
    """Merges the counts of all programs."""
    merged = build / "counts.profdata"
    raw = sorted(str(path) for path in counts.glob("*.profraw"))
    if not raw:
        sys.exit(f"{counts} has no counts: script/test coverage makes them")
    subprocess.run(["llvm-profdata-19", "merge", "-sparse", "-o", str(merged), *raw], check=True)
    exported = json.loads(export(build, merged, "text"))
    branches = branches_of(exported["data"][0]["functions"], ROOT)
    excuses = read_excuses((HERE / "excused.txt").read_text())
    return Report(lines_of(export(build, merged, "lcov"), ROOT), branches, Sources(ROOT), excuses)


def main():
    parser = argparse.ArgumentParser(description="Sums lines and branches that ran.")
    parser.add_argument("--build", type=Path, default=ROOT / "build/coverage")
    parser.add_argument("--counts", type=Path, help="the folder of counts, counts in that of the build unless given")
    parser.add_argument("--missing", nargs="+", metavar="PATH", help="only list the branches of these folders or files that were never taken")
    options = parser.parse_args()
    report = measured(options.build.resolve(), options.counts or options.build / "counts")
    if options.missing:
        for branch in report.missing(options.missing):
            print(report.sentence(branch) + (" (excused)" if report.excuse_of(branch) else ""))
        return 0
    print("\n".join(report.table()))
    faults = list(report.faults())
    print("\n".join(["", *faults]))
    lines, ran, branches, taken = report.of(["src"])
    print(f"{share(ran, lines)} lines, {share(taken, branches)} branches, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
