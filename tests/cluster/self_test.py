#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The checker finds each kind of breach in a history that is right but for it, and the table of the page adds up."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / folder) for folder in ("faults", "wire", "property"))]

from checker import FIRST_MARKER, Leased, Truth, check  # noqa: E402
from history import ACKNOWLEDGED, REFUSED, UNKNOWN, Batch, History, Read, Update  # noqa: E402
from tally import Row, add_to_page, rows_of  # noqa: E402

NUMBERS = ("1", "2")
TIMES = ("2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z")


def line(number, unit, kind="Endring"):
    return Update(number, unit, kind, f"2026-01-01T00:00:0{number // 2}.000Z")


class Histories(unittest.TestCase):
    """Three batches of two units: the first and the last acknowledged, the second unknown and there."""

    def setUp(self):
        self.history = History()
        states = {1: ACKNOWLEDGED, 2: UNKNOWN, 3: ACKNOWLEDGED}
        for at, state in states.items():
            batch = Batch(f"b{at}", f"MERKE {at}", NUMBERS, float(at))
            self.history.begin(batch)
            self.history.end(batch, state, {"lastUpdate": 10 + 2 * at} if state == ACKNOWLEDGED else {})
        lines = [line(11 + at, NUMBERS[at % 2]) for at in range(6)]
        self.truth = Truth([(5, "b1", 12), (6, "b2", 14), (7, "b3", 16)], lines, {None: {"commits": "x"}, "machine1": {"commits": "x"}}, TIMES)
        self.truth.leases = [Leased("sweep", "a", 1, 0.0, 9.0, None), Leased("sweep", "a", 1, 5.0, 14.0, 9.0), Leased("sweep", "b", 2, 20.0, 29.0, 14.0)]
        for node in ("machine1", "machine2"):
            self.history.saw_updates(node, lines)
        self.read(FIRST_MARKER, position=0, wanted=0)
        self.read("MERKE 2", position=14, wanted=12)

    def read(self, *markers, position, wanted):
        self.history.saw(Read("machine1", NUMBERS, markers * 2 if len(markers) == 1 else markers, position, wanted))

    def assert_found(self, *kinds):
        found = check(self.history, self.truth)
        self.assertEqual({problem.partition(":")[0] for problem in found}, set(kinds), found)

    def test_a_right_one(self):
        self.assert_found()

    def test_an_acknowledged_batch_is_lost(self):
        del self.truth.commits[2], self.truth.lines[4:]
        self.history.feeds.clear()
        self.assert_found("acknowledged")

    def test_a_batch_is_there_twice(self):
        self.truth.commits.append((8, "b2", 16))
        self.assert_found("acknowledged")

    def test_a_batch_that_nobody_sent(self):
        self.truth.commits.append((8, "b9", 16))
        self.assert_found("acknowledged")

    def test_a_batch_is_refused(self):
        self.history.end(self.history.batches[1], REFUSED, {"status": 422})
        self.assert_found("acknowledged")

    def test_an_acknowledgement_names_another_place(self):
        self.history.batches[0].answer["lastUpdate"] = 13
        self.assert_found("acknowledged")

    def test_two_acknowledgements_name_two_places(self):
        self.history.end(self.history.batches[0], ACKNOWLEDGED, {"lastUpdate": 12})
        self.assert_found()
        self.history.end(self.history.batches[0], ACKNOWLEDGED, {"lastUpdate": 14})
        self.assert_found("acknowledged")

    def test_it_is_acknowledged_and_refused(self):
        self.history.end(self.history.batches[0], REFUSED, {"status": 422})
        self.assert_found("acknowledged")

    def test_gaps(self):
        self.truth.commits[2] = (8, "b3", 16)
        self.assert_found("dense")

    def test_time_goes_back(self):
        self.truth.lines[5] = Update(16, "2", "Endring", "2026-01-01T00:00:01.000Z")
        self.history.feeds.clear()
        self.assert_found("dense")

    def test_a_time_before_the_run(self):
        self.truth.times = ("2026-01-01T00:00:06.000Z", TIMES[1])
        self.assert_found("dates")

    def test_a_time_after_the_run(self):
        self.truth.times = (TIMES[0], "2026-01-01T00:00:06.000Z")
        self.assert_found("dates")

    def test_a_poller_misses_a_line(self):
        del self.history.feeds["machine1"][2]
        self.assert_found("order")

    def test_a_line_that_went_away(self):
        self.history.feeds["machine2"].append(line(17, "1"))
        self.assert_found("ghosts")

    def test_a_line_that_became_another(self):
        self.history.feeds["machine2"][3] = line(14, "2", "Ny")
        self.assert_found("ghosts")

    def test_a_marker_that_was_never_committed(self):
        self.read("MERKE 9", position=16, wanted=0)
        self.assert_found("ghosts")

    def test_a_position_that_does_not_exist(self):
        self.read("MERKE 3", position=18, wanted=0)
        self.assert_found("ghosts")

    def test_an_older_state_than_the_one_known(self):
        self.read("MERKE 1", position=16, wanted=16)
        self.assert_found("positions")

    def test_the_state_before_the_first_batch(self):
        self.read(FIRST_MARKER, position=16, wanted=12)
        self.assert_found("positions")

    def test_an_answer_before_its_position(self):
        self.read("MERKE 2", position=14, wanted=16)
        self.assert_found("positions")

    def test_a_torn_batch(self):
        self.read("MERKE 1", "MERKE 2", position=14, wanted=0)
        self.assert_found("whole")

    def test_a_node_with_other_rows(self):
        self.truth.tables["machine1"] = {"commits": "y"}
        self.assert_found("equal")

    def test_a_lease_of_two(self):
        self.truth.leases.append(Leased("sweep", "a", 3, 25.0, 34.0, 29.0))
        self.assert_found("leases")

    def test_a_lease_that_is_given_back(self):
        self.truth.leases += [Leased("sweep", "b", 2, 21.0, float("-inf"), 29.0), Leased("sweep", "a", 3, 22.0, 31.0, float("-inf"))]
        self.assert_found()

    def test_a_holder_without_an_epoch_of_its_own(self):
        self.truth.leases.append(Leased("sweep", "a", 2, 30.0, 39.0, 29.0))
        self.assert_found("leases")


class Pages(unittest.TestCase):
    PAGE = "before\n\n| Fault | Times | Batches waited, s: median, longest | Breaches | Last run | Commit |\n|---|---|---|---|---|---|\n\nafter\n"

    def test_runs_add_up(self):
        once = add_to_page(self.PAGE, {"cut-primary": [20.0, 30.0, 25.0]}, 0, "2026-01-01", "abc")
        self.assertIn("| `cut-primary` | 3 | 25.0, 30.0 | 0 | 2026-01-01 | abc |", once)
        twice = add_to_page(once, {"cut-primary": [10.0], "ghost": [5.0]}, 2, "2026-01-02", "def")
        self.assertEqual(rows_of(twice), {"cut-primary": Row(4, 30.0, 2), "ghost": Row(1, 5.0, 2)})
        self.assertTrue(twice.endswith("|\n\nafter\n"))

    def test_a_page_without_the_table(self):
        with self.assertRaises(SystemExit):
            add_to_page("nothing", {"ghost": [1.0]}, 0, "2026-01-01", "abc")


if __name__ == "__main__":
    unittest.main()
