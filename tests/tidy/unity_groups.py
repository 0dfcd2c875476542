#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Prints which sources a build may compile as one: lines of a group's number, a tab and a source.

usage: tests/tidy/unity_groups.py --largest N SOURCE…

SOURCE is a path from the root of the project; all of them have the same flags. A build
that unites sources calls it each time it is configured (cmake/OrgregBuild.cmake), batches.py has the rule.
"""

import argparse
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import batches
from clang_tidy import Job
from commands import headers_of
from tree import Tree

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, required=True)
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()
    tree = Tree(ROOT)
    known = {}
    jobs = [Job(path, (), sorted(headers_of(tree, path, known))) for path in options.sources]
    for number, batch in enumerate(batches.pack(tree, jobs, options.largest)):
        for job in batch:
            print(f"{number}\t{job.path}")


if __name__ == "__main__":
    main()
