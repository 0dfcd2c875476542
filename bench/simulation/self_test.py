#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The simulation gives what the formulas of queues give, counts layers as the program did, repeats itself, and names what does not agree."""

import random
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from simulation.compare import Row, table  # noqa: E402
from simulation.layers import Layers  # noqa: E402
from simulation.measured import RequestCost, indexed, solve  # noqa: E402
from simulation.nodes import Machine, Waking, split  # noqa: E402
from simulation.processor import INDEXING, MERGING, SERVING, WRITING, Clock, Processor, nothing  # noqa: E402

NO_PAUSES = {"seconds": 1.0, "count": 1, "lengths_us": []}
SERVICE = 100.0


def mean_time(load, draw, seconds=200):
    """The mean µs of jobs that come at random to one processor, which they keep busy for the share `load`."""
    clock, dice, spent = Clock(), random.Random(7), []
    processor = Processor(clock)

    def come():
        begun = clock.now
        processor.submit(SERVING, draw(dice), lambda: spent.append(clock.now - begun))
        clock.after(dice.expovariate(load / SERVICE), come)

    come()
    clock.run_until(seconds * 1e6)
    return sum(spent) / len(spent)


class Queues(unittest.TestCase):
    def assert_near(self, found, expected, share=0.05):
        self.assertLess(abs(found / expected - 1), share, f"{found}, expected {expected}")

    def test_random_service(self):
        for load in (0.2, 0.5, 0.8):
            self.assert_near(mean_time(load, lambda dice: dice.expovariate(1 / SERVICE), 60), SERVICE / (1 - load))

    def test_equal_service(self):
        for load in (0.2, 0.5, 0.8):
            self.assert_near(mean_time(load, lambda _: SERVICE, 60), SERVICE * (1 + load / (2 * (1 - load))))


class Priorities(unittest.TestCase):
    def test_the_first_priority_interrupts_and_the_rest_goes_on(self):
        clock, ended = Clock(), {}
        processor = Processor(clock)
        processor.submit(MERGING, 100, lambda: ended.setdefault("merging", clock.now))
        clock.after(10, lambda: processor.submit(SERVING, 5, lambda: ended.setdefault("serving", clock.now)))
        clock.after(12, lambda: processor.submit(INDEXING, 20, lambda: ended.setdefault("indexing", clock.now)))
        clock.after(13, lambda: processor.submit(WRITING, 7, lambda: ended.setdefault("writing", clock.now)))
        clock.run_until(1000)
        self.assertEqual(ended, {"serving": 15, "writing": 22, "indexing": 42, "merging": 132})
        self.assertEqual(processor.busy[MERGING], 100)

    def test_equals_run_as_they_came(self):
        clock, ended = Clock(), []
        processor = Processor(clock)
        for name in "abc":
            processor.submit(SERVING, 10, lambda name=name: ended.append((name, clock.now)))
        clock.run_until(100)
        self.assertEqual(ended, [("a", 10), ("b", 20), ("c", 30)])
        processor.submit(SERVING, 1, nothing)
        self.assertFalse(processor.is_idle())


class Indexing(unittest.TestCase):
    def test_batches_of_100_are_indexed_as_often_as_was_counted(self):
        """36,000 changes were indexed 6.5 times each, with at most six layers above the base (docs/decisions/0039)."""
        self.assertAlmostEqual(indexed(1_170_000, 100, 360) / 36_000, 6.5, delta=0.05)

    def test_a_base_is_due_above_its_share(self):
        layers = Layers(100_000)
        layers.add(3100)
        self.assertIsNone(layers.begin_merge())
        layers.add(26)
        self.assertEqual(layers.begin_merge(), (100_000, True))
        self.assertIsNone(layers.begin_merge())  # One at a time.
        layers.add(10)
        layers.end_merge()
        self.assertEqual(layers.count(), 1)  # What came meanwhile.

    def test_two_sizes_give_two_costs(self):
        self.assertEqual(solve([(1, 10, 25), (1, 100, 205)]), (5.0, 2.0))


class OneLoad:
    rate, connections = 5000.0, 1

    def draw(self, _):
        return RequestCost(1.0, SERVICE, 1.0)


class Asleep:
    waking = Waking([{"idle_us": 0.0, "latency_us": 30.0, "cpu_us": 10.0}])
    interrupting = (0.0, 0.0, 0.0)


class Nodes(unittest.TestCase):
    def run_once(self, count=1):
        return Machine(Asleep, NO_PAUSES, count, 1000).run(4.0, OneLoad(), NO_PAUSES)

    def test_what_waking_adds(self):
        self.assertEqual(split(30.0, 10.0), (20.0, 10.0, 0.0))
        self.assertEqual(split(10.0, 30.0), (0.0, 10.0, 20.0))
        self.assertEqual(Asleep.waking.at(500.0), (20.0, 10.0, 0.0))

    def test_equal_inputs_give_equal_figures(self):
        self.assertEqual(self.run_once(), self.run_once())

    def test_the_processor_has_the_load_that_is_offered(self):
        found = self.run_once()
        self.assertAlmostEqual(found["per_second"] / OneLoad.rate, 1, delta=0.03)
        self.assertGreater(found["answers"], OneLoad.rate * SERVICE / 1e6 * 0.97)
        self.assertLess(found["answers"], OneLoad.rate * (SERVICE + 10) / 1e6 * 1.03)


class Comparing(unittest.TestCase):
    def test_a_fifth_is_the_limit(self):
        self.assertTrue(Row("a load", "cpu", 1.0, 1.19).agrees())
        self.assertFalse(Row("a load", "cpu", 1.0, 1.21).agrees())
        self.assertFalse(Row("a load", "cpu", 1.0, 0.79).agrees())
        self.assertIn("beyond", table([Row("a load", "cpu", 1.0, 2.0)]))
        self.assertIn("not judged", table([Row("a load", "p99_ms", 1.0, 2.0, is_judged=False)]))


if __name__ == "__main__":
    unittest.main()
