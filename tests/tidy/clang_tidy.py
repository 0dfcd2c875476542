#!/usr/bin/env python3
"""Runs clang-tidy-19 with .clang-tidy over the sources of src/, two at a time.

usage: tests/tidy/clang_tidy.py [--changed] [--jobs N] [--build FOLDER] [FILE…]

Takes each source's flags from build/release, or another configured build. A source that
passed is not looked at again until it, a header it includes, its flags or .clang-tidy change;
what passed is remembered in build/tidy-cache.
"""

import argparse
import collections
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from checks import bare_flags
from tree import Tree

TOOL = "clang-tidy-19"
CACHE = "build/tidy-cache"

Job = collections.namedtuple("Job", "path flags headers")
Outcome = collections.namedtuple("Outcome", "path passed seconds said")


def for_clang(flags):
    """GCC's flags as clang takes them: it does not know all of GCC's warnings."""
    return [flag for flag in flags if flag != "-Werror"] + ["-Wno-unknown-warning-option"]


def read_jobs(tree, build):
    """A job for each source of src/ in the build."""
    headers = read_headers(tree, build)
    jobs = []
    for command in json.loads(tree.text(build + "/compile_commands.json")):
        path = os.path.relpath(command["file"], tree.root)
        if path.startswith("src/") and path.endswith(".cc"):
            jobs.append(Job(path, for_clang(bare_flags(command["command"])), headers.get(path, [])))
    return sorted(jobs)


def read_headers(tree, build):
    """source → the project's headers it includes, as the last build saw them.

    Headers of a build that is behind the tree do: whatever adds an include to a source changes
    the source or a header that is known already, and either changes the key.
    """
    listing = subprocess.run(["ninja", "-C", tree.absolute(build), "-t", "deps"],
                             capture_output=True, text=True, check=False).stdout
    headers = {}
    for block in listing.split("\n\n"):
        names = [os.path.relpath(os.path.join(tree.absolute(build), line.strip()), tree.root)
                 for line in block.splitlines()[1:]]
        ours = [name for name in names if name.startswith("src/")]
        if ours:
            headers[ours[0]] = sorted(ours[1:])
    return headers


@functools.lru_cache(maxsize=None)
def tool_version():
    return subprocess.run([TOOL, "--version"], capture_output=True, text=True, check=True).stdout


def key_of(tree, job):
    """What the outcome of a job depends on, as one name."""
    parts = [tool_version(), *job.flags]
    for path in (".clang-tidy", job.path, *job.headers):
        parts += [path, tree.text(path) if tree.exists(path) else ""]
    return hashlib.sha256("\0".join(parts).encode("utf-8")).hexdigest()


def run_job(tree, job):
    remembered = tree.absolute(os.path.join(CACHE, key_of(tree, job)))
    if os.path.exists(remembered):
        return Outcome(job.path, True, 0.0, "")
    begun = time.monotonic()
    run = subprocess.run(
        [TOOL, "--quiet", f"--header-filter=^{re.escape(tree.root)}/src/", tree.absolute(job.path), "--", *job.flags],
        capture_output=True, text=True, cwd=tree.root, check=False)
    passed = run.returncode == 0
    if passed:
        with open(remembered, "w", encoding="utf-8"):
            pass
    return Outcome(job.path, passed, time.monotonic() - begun, run.stdout if run.stdout.strip() else run.stderr)


def changed_paths(tree):
    listing = subprocess.run(["git", "-C", tree.root, "status", "--porcelain", "--untracked-files=all"],
                             capture_output=True, text=True, check=True).stdout
    return {line[3:].split(" -> ")[-1] for line in listing.splitlines()}


def pick(tree, arguments):
    jobs = read_jobs(tree, arguments.build)
    if arguments.files:
        wanted = {os.path.relpath(os.path.abspath(file), tree.root) for file in arguments.files}
        unknown = wanted - {job.path for job in jobs}
        if unknown:
            sys.exit(f"clang-tidy: not in {arguments.build}: {' '.join(sorted(unknown))}")
        return [job for job in jobs if job.path in wanted]
    if arguments.changed:
        changed = changed_paths(tree)
        return [job for job in jobs if changed & {job.path, *job.headers}]
    return jobs


def print_once(said, printed, root):
    """Prints what was said, each finding once: a header is seen by many sources."""
    for finding in re.split(rf"(?m)^(?={re.escape(root)}/\S+:\d+:\d+: (?:error|warning))", said):
        finding = finding.strip().replace(root + "/", "")
        if finding and finding not in printed:
            printed.add(finding)
            print(finding, flush=True)


def main():
    parser = argparse.ArgumentParser(description="Runs clang-tidy over src/.")
    parser.add_argument("--changed", action="store_true", help="only what differs from the last commit")
    parser.add_argument("--jobs", type=int, default=2, help="sources at a time")
    parser.add_argument("--build", default="build/release", help="the build whose flags are used")
    parser.add_argument("files", nargs="*", metavar="FILE")
    arguments = parser.parse_args()

    tree = Tree(os.path.join(os.path.dirname(__file__), "..", ".."))
    if not tree.exists(arguments.build + "/compile_commands.json"):
        sys.exit(f"clang-tidy: {arguments.build} is not configured; run script/build release first")
    jobs = pick(tree, arguments)
    if not jobs and not arguments.changed:
        sys.exit(f"clang-tidy: {arguments.build} has no source of src/")
    os.makedirs(tree.absolute(CACHE), exist_ok=True)

    begun, failed, slowest, printed = time.monotonic(), 0, Outcome("", True, 0.0, ""), set()
    with concurrent.futures.ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        for outcome in pool.map(functools.partial(run_job, tree), jobs):
            slowest = max(slowest, outcome, key=lambda one: one.seconds)
            if not outcome.passed:
                failed += 1
                print_once(outcome.said, printed, tree.root)
    took = time.monotonic() - begun
    print(f"clang-tidy: {failed} of {len(jobs)} sources with findings, in {took:.0f} s "
          f"(slowest {slowest.path or 'none'}, {slowest.seconds:.1f} s)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
