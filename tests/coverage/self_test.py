#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Tests of how report.py counts lines and branches."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parent)]

import report  # noqa: E402

ROOT = Path("/tree")
OWN, HEADER, SYSTEM = "/tree/src/http/a.cc", "/tree/src/base/result.h", "/usr/include/assert.h"


def function(branches, regions=(), names=(OWN,)):
    return {"branches": branches, "regions": list(regions), "filenames": list(names)}


def branch(line, column, true, false, file=0):
    return [line, column, line, column + 1, true, false, file, 0, 4]


def use_of_macro(line, column, file, expanded):
    return [line, column, line, column + 3, 1, file, expanded, report.EXPANSION]


def own(line, column, side, inside="", width=1):
    return report.Branch("src/http/a.cc", line, column, (line, column + width), inside, side)


class Branches(unittest.TestCase):
    def test_instantiations_count_once_and_together(self):
        taken = report.branches_of([function([branch(3, 5, 2, 0)]), function([branch(3, 5, 0, 1)])], ROOT)
        self.assertEqual(taken, {own(3, 5, "true"): 2, own(3, 5, "false"): 1})

    def test_each_use_of_a_macro_has_branches_of_its_own(self):
        uses = [use_of_macro(7, 9, 0, 1), use_of_macro(8, 9, 0, 2)]
        taken = report.branches_of([function([branch(2, 4, 0, 3, 1), branch(2, 4, 1, 1, 2)], uses, (OWN, HEADER, HEADER))], ROOT)
        self.assertEqual(taken[own(7, 9, "true", "2:4", 3)], 0)
        self.assertEqual(taken[own(8, 9, "true", "2:4", 3)], 1)
        self.assertEqual(len(taken), 4)

    def test_conditions_of_others_do_not_count(self):
        uses = [use_of_macro(7, 9, 0, 1)]
        functions = [function([branch(2, 4, 1, 1, 1)], uses, (OWN, SYSTEM)), function([branch(1, 1, 1, 1)], (), (SYSTEM,))]
        self.assertEqual(report.branches_of(functions, ROOT), {})

    def test_lines(self):
        text = f"SF:{OWN}\nDA:3,0\nDA:4,12\nend_of_record\nSF:{SYSTEM}\nDA:1,1\nend_of_record\n"
        self.assertEqual(report.lines_of(text, ROOT), {("src/http/a.cc", 3): 0, ("src/http/a.cc", 4): 12})


class Reports(unittest.TestCase):
    PATH = "src/http/parse/a.cc"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        path = self.root / self.PATH
        path.parent.mkdir(parents=True)
        path.write_text("if (a) b();\nassert(x && (y ||\n  z)); if (c) d();\n")

    def report(self, branches, excuses=""):
        counts = {report.Branch(self.PATH, line, column, (line, column + 1), "", side): count for line, column, side, count in branches}
        return report.Report({(self.PATH, 1): 1}, counts, report.Sources(self.root), report.read_excuses(excuses))

    def test_all_taken_is_no_fault(self):
        self.assertEqual(list(self.report([(1, 5, "true", 1), (1, 5, "false", 4)]).faults()), [])

    def test_a_branch_that_was_never_taken(self):
        faults = list(self.report([(1, 5, "true", 1), (1, 5, "false", 0)]).faults())
        self.assertEqual(faults[-1], "src/http/parse/a.cc:1:5: never false: a")

    def test_too_few_of_all(self):
        faults = list(self.report([(1, 5, "true", 1), (1, 5, "false", 0)]).faults())
        self.assertIn("50.0 % of 2 branches were taken: fewer than 80 %", faults)

    def test_an_excuse(self):
        counts = [(1, 5, "true", 1), (1, 5, "false", 0)]
        excuse = "# Why.\nsrc/http/parse/a.cc | false | a | it is always true\n"
        self.assertFalse([fault for fault in self.report(counts, excuse).faults() if "a.cc" in fault])

    def test_an_excuse_that_nothing_needs(self):
        faults = list(self.report([(1, 5, "true", 1)], "src/http/parse/a.cc | true | a | it is always false\n").faults())
        self.assertEqual(faults, ["excused.txt: no branch needs the excuse src/http/parse/a.cc | true | a"])

    def test_a_race_that_happened_to_be_taken_is_no_fault(self):
        excuse = "src/http/parse/a.cc | true | a | race: two threads\n"
        self.assertEqual(list(self.report([(1, 5, "true", 1)], excuse).faults()), [])

    def test_what_an_assert_asks_is_no_branch(self):
        counted = self.report([(2, 8, "false", 0), (3, 3, "false", 0), (3, 12, "false", 0)])
        self.assertEqual([(key.line, key.column) for key in counted.missing(["src"])], [(3, 12)])

    def test_the_way_past_all_cases_is_no_branch(self):
        (self.root / self.PATH).write_text("  switch (a) {\n  bool operator==(const A&) const = default;\n")
        counted = self.report([(1, 11, "true", 0), (1, 11, "false", 0), (2, 8, "false", 0)])
        self.assertEqual([(key.line, key.side) for key in counted.missing(["src"])], [(1, "false")])

    def test_a_share_is_rounded_down(self):
        self.assertEqual(report.share(9999, 10000), "99.9 % of 10,000")


if __name__ == "__main__":
    unittest.main()
