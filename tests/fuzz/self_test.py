#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Tests of what run.py reads in logs and writes into docs/proofs.md."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parent)]

import run  # noqa: E402

LOG = """INFO: Seed: 1
#2\tINITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 40Mb
#4096\tpulse  cov: 12 ft: 15 corp: 3/9b lim: 6 exec/s: 2048 rss: 60Mb
#9000\tDONE   cov: 14 ft: 15 corp: 3/9b lim: 6 exec/s: 2048 rss: 60Mb
Done 9000 runs in 4 second(s)
stat::number_of_executed_units: 9000
stat::average_exec_per_sec:     2250
stat::new_units_added:          7
"""
PAGE = f"before\n\n{run.HEADER}\n|---|---|---|---|---|---|---|\n| `b_fuzz` | 1,000,000 | 60 | 9 | 1 | 2026-01-01 | aaaaaaaa |\n\nafter\n"


def rows(page):
    return [line for line in page.split("\n") if line.startswith("| `")]


class Logs(unittest.TestCase):
    def test_a_whole_run(self):
        reached = run.Reached(LOG, False, 3.6)
        self.assertEqual((reached.executions, reached.edges, reached.new, reached.seconds, reached.failures), (9000, 14, 7, 4, 0))

    def test_a_run_that_ended_before_its_statistics(self):
        reached = run.Reached("".join(LOG.splitlines(keepends=True)[:3]), True, 1)
        self.assertEqual((reached.executions, reached.edges, reached.failures), (4096, 12, 1))

    def test_a_program_that_did_not_begin(self):
        reached = run.Reached("no such file", True, 0)
        self.assertEqual((reached.executions, reached.edges, reached.failures), (0, 0, 1))

    def test_an_interrupt_is_no_failure(self):
        self.assertFalse(run.has_failed(72, LOG + "==7== libFuzzer: run interrupted; exiting\n"))
        self.assertFalse(run.has_failed(0, LOG))
        for code in (1, 70, 72, 77, -9):
            self.assertTrue(run.has_failed(code, LOG))

    def test_a_slow_machine_is_no_slow_input(self):
        log = LOG + "artifact_prefix='/c/'; Test unit written to /c/a_fuzz-timeout-0a1b\n==7== ERROR: libFuzzer: timeout after 10 seconds\n"
        self.assertTrue(run.only_waited("true", log))
        self.assertFalse(run.only_waited("false", log))
        self.assertFalse(run.only_waited("true", log.replace("timeout-", "crash-")))

    def test_what_a_command_takes_of_a_processor(self):
        self.assertLess(run.seconds_of_processor(["sleep", "0.3"]), 0.2)
        self.assertGreater(run.seconds_of_processor([sys.executable, "-c", "import time\nwhile time.process_time() < 0.3: pass"]), 0.25)
        self.assertIsNone(run.seconds_of_processor(["false"]))


# Its first run ends with an input that is slow only on this machine.
TARGET = """#!/bin/sh
case $1 in -timeout=*) exit 0 ;; esac
echo run >> "$0.runs"
[ "$(wc -l < "$0.runs")" = 1 ] || exit 0
echo "artifact_prefix='/c/'; Test unit written to /c/a_fuzz-timeout-0a1b"
exit 70
"""


class Going(unittest.TestCase):
    def test_a_target_that_only_waited_goes_on(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(run, "ROOT", Path(folder)), \
                mock.patch.object(run, "BUILD", Path(folder) / "build"), contextlib.redirect_stdout(io.StringIO()):
            target = run.BUILD / "tests/fuzz/a_fuzz"
            for made in (target.parent, run.ROOT / "tests/fuzz/corpus/a_fuzz"):
                made.mkdir(parents=True)
            target.write_text(TARGET)
            target.chmod(0o755)
            self.assertTrue(run.Runs(run.parse(["--seconds", "9", "--no-page", "a_fuzz"])).run("a_fuzz"))
            self.assertEqual(Path(f"{target}.runs").read_text().count("run"), 2)


class Table(unittest.TestCase):
    def test_runs_add_up(self):
        reached = run.Reached(LOG, False, 4)
        page = run.add_to_table(PAGE, "b_fuzz", reached, "2026-02-02", "bbbbbbbb")
        self.assertEqual(rows(page), ["| `b_fuzz` | 1,009,000 | 64 | 14 | 1 | 2026-02-02 | bbbbbbbb |"])
        self.assertEqual(page.replace(rows(page)[0], rows(PAGE)[0]), PAGE)

    def test_a_failure_is_not_forgotten(self):
        page = run.add_to_table(PAGE, "b_fuzz", run.Reached("", True, 1), "2026-02-02", "bbbbbbbb")
        page = run.add_to_table(page, "b_fuzz", run.Reached(LOG, False, 4), "2026-02-03", "cccccccc")
        self.assertEqual(rows(page), ["| `b_fuzz` | 1,009,000 | 65 | 14 | 2 | 2026-02-03 | cccccccc |"])

    def test_a_new_target_gets_a_row_in_its_place(self):
        for name, place in (("a_fuzz", 0), ("c_fuzz", 1)):
            page = run.add_to_table(PAGE, name, run.Reached(LOG, False, 4), "2026-02-02", "bbbbbbbb")
            self.assertEqual(len(rows(page)), 2)
            self.assertEqual(rows(page)[place], f"| `{name}` | 9,000 | 4 | 14 | 0 | 2026-02-02 | bbbbbbbb |")
            self.assertTrue(page.endswith("\n\nafter\n"))

    def test_executions_so_far(self):
        self.assertEqual([run.executions_of(PAGE, name) for name in ("b_fuzz", "a_fuzz", "fuzz")], [1_000_000, 0, 0])

    def test_a_page_without_the_table_is_an_error(self):
        with self.assertRaises(SystemExit):
            run.add_to_table("nothing", "a_fuzz", run.Reached(LOG, False, 4), "2026-02-02", "bbbbbbbb")


if __name__ == "__main__":
    unittest.main()
