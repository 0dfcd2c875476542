#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Runs fuzz targets that are built, two at a time, and adds what was run to the table of docs/proofs.md. script/fuzz calls it.

  run.py [--seconds N] [--total N] [--no-page] TARGET…
"""

import argparse
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import threading
import time
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/fuzz"
PAGE = ROOT / "docs/proofs.md"
AT_A_TIME = 2
HOUR_S = 3600
# An input that takes longer than this fails, and so does a target that takes more memory.
INPUT_S = 10
# The names of new functions are not asked for: looking them up begins a process that reads the whole program.
OPTIONS = (f"-timeout={INPUT_S}", "-rss_limit_mb=2048", "-print_final_stats=1", "-print_funcs=0")
# In bytes, where longer inputs reach no more: libFuzzer tries up to 4,096 otherwise. The limits in http_request_fuzz.cc allow
# a request of 384 bytes, so that two fit, one after the other.
LONGEST_INPUT = {"http_request_fuzz": 1024}
# What a target ends with, and says, when it is interrupted; no option changes that.
INTERRUPTED, INTERRUPTED_LINE = 72, "libFuzzer: run interrupted"

HEADER = "| Target | Executions in all | Seconds in all | Edges covered | Failures in all | Last run | Commit |"
STAT = re.compile(r"^stat::number_of_executed_units:\s*(\d+)$", re.MULTILINE)
NEW = re.compile(r"^stat::new_units_added:\s*(\d+)$", re.MULTILINE)
TIMED_OUT = re.compile(r"Test unit written to (\S+-timeout-[0-9a-f]+)$", re.MULTILINE)
STATUS = re.compile(r"^#(\d+)\s.*?\bcov: (\d+)", re.MULTILINE)


class Reached:
    """What one run of a target reached. A target that failed has run too."""

    def __init__(self, log, failed, seconds):
        status = STATUS.findall(log)
        total, new = STAT.search(log), NEW.search(log)
        self.executions = int(total[1]) if total else int(status[-1][0]) if status else 0
        self.new = int(new[1]) if new else 0
        self.edges = max((int(edges) for _, edges in status), default=0)
        self.seconds = round(seconds)
        self.failures = 1 if failed else 0

    def text(self):
        a_second = self.executions // max(self.seconds, 1)
        return (f"{self.executions:,} executions in {self.seconds} s ({a_second:,} a second), {self.edges:,} edges covered, "
                f"{self.new:,} new inputs, {self.failures} failures")


def has_failed(code, log):
    return code != 0 and (code != INTERRUPTED or INTERRUPTED_LINE not in log)


def seconds_of_processor(command):
    """Returns what a command takes of a processor, in seconds; nothing if it fails."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return None if process.returncode else used.ru_utime + used.ru_stime


def only_waited(program, log):
    """Returns whether a target ended because an input took long that takes little of a processor."""
    found = TIMED_OUT.search(log)
    if not found:
        return False
    used = seconds_of_processor([str(program), "-timeout=3600", found[1]])
    return used is not None and used < INPUT_S


def number(text):
    return int(text.replace(",", ""))


def add_to_table(page, target, reached, day, commit):
    """Returns the text of the page with the run added to the target's row, which is made if there is none."""
    lines = page.split("\n")
    if HEADER not in lines:
        raise SystemExit("docs/proofs.md has no table of fuzz targets")
    begin = lines.index(HEADER) + 2
    end = begin
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    rows = {line.split("|")[1].strip(" `"): line for line in lines[begin:end]}
    executions, seconds, edges, failures = 0, 0, 0, 0
    if target in rows:
        executions, seconds, edges, failures = (number(cell) for cell in rows[target].split("|")[2:6])
    rows[target] = (f"| `{target}` | {executions + reached.executions:,} | {seconds + reached.seconds:,} | "
                    f"{reached.edges or edges:,} | {failures + reached.failures} | {day} | {commit} |")
    return "\n".join(lines[:begin] + [rows[name] for name in sorted(rows)] + lines[end:])


def executions_of(page, target):
    """Returns how often the target has run, by the table of the page."""
    for line in page.split("\n"):
        if line.startswith(f"| `{target}` |"):
            return number(line.split("|")[2])
    return 0


def commit_of(root):
    """Returns the newest commit, and says if the sources differ from it."""
    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=root, stdout=subprocess.PIPE, text=True, check=False).stdout
    changed = git("status", "--porcelain", "--", "src", "tests/fuzz")
    return (git("rev-parse", "--short=8", "HEAD").strip() or "unknown") + (" with changes" if changed else "")


class Runs:
    def __init__(self, options):
        self._options = options
        self._lock = threading.Lock()
        self._processes = set()
        self._ending = False

    def run(self, target):
        """Returns whether the target ran without a failure; nothing is run once the end has come. A target that ended
        because the machine let it wait goes on."""
        until = time.monotonic() + self._options.seconds
        good, goes_on = True, True
        while good and goes_on:
            good, goes_on = self._run_once(target, round(until - time.monotonic()))
        return good

    def _run_once(self, target, seconds):
        """Returns whether the target ran without a failure, and whether it could go on."""
        command = self._command(target, seconds) if seconds > 0 else None
        if command is None:
            print(f"{target}: has run so often" if seconds > 0 else f"{target}: has run so long", flush=True)
            return True, False
        log = BUILD / f"{target}.log"
        with open(log, "wb") as output:
            with self._lock:
                if self._ending:
                    return True, False
                begun = time.monotonic()
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, cwd=ROOT)
                self._processes.add(process)
            code = process.wait()
        text = log.read_text(errors="replace")
        waited = has_failed(code, text) and only_waited(command[0], text)
        failed = has_failed(code, text) and not waited
        reached = Reached(text, failed, time.monotonic() - begun)
        with self._lock:
            self._processes.discard(process)
            print(f"{target}: {reached.text()}", flush=True)
            if failed:
                print("\n".join(text.splitlines()[-60:]), f"{target}: FAILED ({code}); the input is in build/fuzz/crashes", sep="\n", flush=True)
            self._add(target, reached)
        return not failed, waited

    def _command(self, target, seconds):
        """Returns nothing if the target has run as often as it is to."""
        found, seeds, dictionary = BUILD / "corpus" / target, ROOT / "tests/fuzz/corpus" / target, ROOT / f"tests/fuzz/{target}.dict"
        if not seeds.is_dir():
            raise SystemExit(f"{target} has no seeds in {seeds}")
        for folder in (found, BUILD / "crashes"):
            folder.mkdir(parents=True, exist_ok=True)
        words = [f"-dict={dictionary}"] if dictionary.exists() else []
        if target in LONGEST_INPUT:
            words.append(f"-max_len={LONGEST_INPUT[target]}")
        if self._options.total is not None:
            left = self._options.total - executions_of(PAGE.read_text(encoding="utf-8"), target)
            if left <= 0:
                return None
            words.append(f"-runs={left}")
        return [str(part) for part in (BUILD / "tests/fuzz" / target, f"-max_total_time={seconds}", *OPTIONS, *words,
                                       f"-artifact_prefix={BUILD / 'crashes' / target}-", found, seeds)]

    def _add(self, target, reached):
        if not self._options.page:
            return
        day = datetime.now(timezone.utc).strftime("%Y-%m-%d")
        page = add_to_table(PAGE.read_text(encoding="utf-8"), target, reached, day, commit_of(ROOT))
        PAGE.write_text(page, encoding="utf-8")

    def end(self, *_):
        """Ends the targets, which then print what they reached."""
        self._ending = True
        for process in list(self._processes):
            process.send_signal(signal.SIGINT)


def parse(arguments):
    parser = argparse.ArgumentParser(description="Runs fuzz targets.")
    parser.add_argument("--seconds", type=int, default=HOUR_S, help="for each target")
    parser.add_argument("--total", type=int, help="executions in all, by the table, after which a target ends")
    parser.add_argument("--no-page", dest="page", action="store_false", help="leaves docs/proofs.md as it is")
    parser.add_argument("target", nargs="+")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    os.chdir(ROOT)
    runs = Runs(options)
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, runs.end)
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        good = list(pool.map(runs.run, options.target))
    print(f"{sum(good)} of {len(good)} targets without a failure")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
