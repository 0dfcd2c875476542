#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Runs clang-tidy-19 with .clang-tidy over the sources of src/, in batches, two at a time.

usage: tests/tidy/clang_tidy.py [--changed] [--alone] [--jobs N] [FILE…]

Takes each source's flags from commands.py, with those of all libraries. A source that passed is not checked again until it, a header
it includes, its flags or .clang-tidy change; build/tidy-cache remembers the sources that passed.

The sources of a batch are compiled as one (see batches.py). If a batch has no finding, its sources pass; a source
with a finding is checked again alone, and only that result counts. A finding of a
batch in a header fails each source that includes it.
"""

import argparse
import collections
import concurrent.futures
import functools
import hashlib
import itertools
import os
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import batches
from checks import bare_flags
from commands import commands_of, configure, headers_of
from tree import Tree

TOOL = "clang-tidy-19"
CACHE = "build/tidy-cache"
BATCHES = "build/tidy-batches"

# Options that differ in a batch: a check that reads only its main file must read the sources of the batch.
BATCH_CONFIG = """InheritParentConfig: true
CheckOptions:
  modernize-deprecated-headers.CheckHeaderFile: true
"""

# What other sources cannot have: names of the project, and how a module is compiled.
OWN_FLAG = re.compile(r"-DORGREG_|-D\w+_EXPORTS$")

Job = collections.namedtuple("Job", "path flags headers")
Outcome = collections.namedtuple("Outcome", "path passed findings")


def for_clang(flags):
    """Converts GCC's flags for clang, which does not know all of GCC's warnings."""
    return [flag for flag in flags if flag != "-Werror"] + ["-Wno-unknown-warning-option"]


def of_libraries(flags):
    """Returns what libraries want of a source: names that they are configured with, and their folders."""
    words = iter(flags)
    return [(flag, next(words)) if flag == "-isystem" else (flag,) for flag in words
            if flag == "-isystem" or (flag.startswith("-D") and not OWN_FLAG.match(flag))]


def with_all_libraries(jobs):
    """Gives each job what the libraries of any of them want. It changes nothing for a source that does not use a library, and
    sources with equal flags can be compiled as one."""
    wanted = sorted({option for job in jobs for option in of_libraries(job.flags)})
    flags = [word for option in wanted for word in option]
    return [job._replace(flags=[flag for flag in job.flags if flag not in flags] + flags) for job in jobs]


def read_jobs(tree):
    """Returns a job for each source of src/."""
    known = {}
    return with_all_libraries(sorted(Job(path, for_clang(bare_flags(command)), sorted(headers_of(tree, path, known)))
                                     for path, command in commands_of(tree) if path.startswith("src/") and path.endswith(".cc")))


@functools.lru_cache(maxsize=None)
def tool_version():
    return subprocess.run([TOOL, "--version"], capture_output=True, text=True, check=True).stdout


def key_of(tree, job):
    """Returns a name for everything that the outcome of a job depends on."""
    parts = [tool_version(), *job.flags]
    for path in (".clang-tidy", job.path, *job.headers):
        parts += [path, tree.text(path) if tree.exists(path) else ""]
    return hashlib.sha256("\0".join(parts).encode("utf-8")).hexdigest()


def remembered(tree, job):
    """Returns the file that exists if the job has passed."""
    return tree.absolute(os.path.join(CACHE, key_of(tree, job)))


def split_findings(said, root):
    """Yields (path, text) of each finding, with the notes that follow it."""
    found = []
    for text in re.split(rf"(?m)^(?={re.escape(root)}/\S+:\d+:\d+: (?:error|warning))", said):
        text = text.strip().replace(root + "/", "")
        if text:
            found.append((text.partition(":")[0], text))
    return found


class Linter:
    """Runs the tool. Several threads use it at once; `runs` and `apart` only grow."""

    def __init__(self, tree):
        self.tree = tree
        self.runs = []  # (seconds, number of sources)
        self.apart = []  # Batches that could not be judged as a whole.
        for folder in (CACHE, BATCHES):
            os.makedirs(tree.absolute(folder), exist_ok=True)
        self._write(os.path.join(BATCHES, ".clang-tidy"), BATCH_CONFIG)

    def lint(self, batch):
        """Returns an outcome for each job of a batch."""
        if len(batch) == 1:
            return [self._lint_alone(batch[0])]
        text = batches.text_of(self.tree, batch)
        path = os.path.join(BATCHES, hashlib.sha256(text.encode("utf-8")).hexdigest()[:16] + ".cc")
        self._write(path, text)
        run = self._run(path, batch)
        os.remove(self.tree.absolute(path))
        if run.returncode == 0:
            return [self._pass(job) for job in batch]
        found = split_findings(run.stdout, self.tree.root)
        known = {path for job in batch for path in (job.path, *job.headers)}
        broken = [path for path, text in found if "[clang-diagnostic-error" in text]
        if not broken and any(path not in known for path, _ in found):
            # The build has not seen this header yet: any of them may include it.
            self.apart.append(batch)
            return [self._lint_alone(job) for job in batch]
        if broken or not found:
            self.apart.append(batch)
            # The sources before the first one that does not compile here can be compiled as one.
            at = next((at for at, job in enumerate(batch) if at and job.path in broken), len(batch) // 2)
            return self.lint(batch[:at]) + self.lint(batch[at:])
        return [self._judge(job, found) for job in batch]

    def _judge(self, job, found):
        """Returns the outcome of a job after this finding in its batch."""
        if any(path == job.path for path, _ in found):
            return self._lint_alone(job)
        in_headers = [text for path, text in found if path in job.headers]
        return Outcome(job.path, False, in_headers) if in_headers else self._pass(job)

    def _lint_alone(self, job):
        run = self._run(job.path, [job])
        if run.returncode == 0:
            return self._pass(job)
        said = run.stdout if run.stdout.strip() else run.stderr
        return Outcome(job.path, False, [text for _, text in split_findings(said, self.tree.root)])

    def _pass(self, job):
        self._write(remembered(self.tree, job), "")
        return Outcome(job.path, True, [])

    def _run(self, path, batch):
        begun = time.monotonic()
        run = subprocess.run(
            [TOOL, "--quiet", f"--header-filter=^{re.escape(self.tree.root)}/src/", self.tree.absolute(path),
             "--", *batch[0].flags],
            capture_output=True, text=True, cwd=self.tree.root, check=False)
        self.runs.append((time.monotonic() - begun, len(batch)))
        return run

    def _write(self, path, text):
        with open(self.tree.absolute(path), "w", encoding="utf-8") as file:
            file.write(text)


def changed_paths(tree):
    listing = subprocess.run(["git", "-C", tree.root, "status", "--porcelain", "--untracked-files=all"],
                             capture_output=True, text=True, check=True).stdout
    return {line[3:].split(" -> ")[-1] for line in listing.splitlines()}


def pick(tree, arguments):
    jobs = read_jobs(tree)
    if arguments.files:
        wanted = {os.path.relpath(os.path.abspath(file), tree.root) for file in arguments.files}
        unknown = wanted - {job.path for job in jobs}
        if unknown:
            sys.exit(f"clang-tidy: not in a build: {' '.join(sorted(unknown))}")
        return [job for job in jobs if job.path in wanted]
    if arguments.changed:
        changed = changed_paths(tree)
        return [job for job in jobs if changed & {job.path, *job.headers}]
    return jobs


def main():
    parser = argparse.ArgumentParser(description="Runs clang-tidy over src/.")
    parser.add_argument("--changed", action="store_true", help="only what differs from the last commit")
    parser.add_argument("--alone", action="store_true", help="one source at a time, however long it takes")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("files", nargs="*", metavar="FILE")
    arguments = parser.parse_args()

    tree = Tree(os.path.join(os.path.dirname(__file__), "..", ".."))
    configure(tree.root)
    jobs = pick(tree, arguments)
    if not jobs and not arguments.changed:
        sys.exit("clang-tidy: there is no source of src/")

    begun, failed, printed, linter = time.monotonic(), 0, set(), Linter(tree)
    todo = [job for job in jobs if not os.path.exists(remembered(tree, job))]
    packed = batches.pack(tree, todo, 1 if arguments.alone else batches.LARGEST)
    with concurrent.futures.ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        for outcome in itertools.chain.from_iterable(pool.map(linter.lint, packed)):
            failed += not outcome.passed
            # Many sources see a header.
            for finding in outcome.findings:
                if finding not in printed:
                    printed.add(finding)
                    print(finding, flush=True)
    took, slowest = time.monotonic() - begun, max(linter.runs, default=(0.0, 0))
    print(f"clang-tidy: {failed} of {len(jobs)} sources with findings, {len(linter.runs)} runs in {took:.0f} s "
          f"(slowest {slowest[0]:.0f} s for {slowest[1]} sources), {len(linter.apart)} batches taken apart")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
