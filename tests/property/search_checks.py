# SPDX-License-Identifier: EUPL-1.2
"""Compares the results of the server and their order with the plain scan of oracle.py."""

import random

from client import Answer
from oracle import is_whole_name, order_of
from questions import Questioner


class Report:
    """Counts checks and prints a limited number of failures."""

    MOST = 40

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, good, message):
        if good:
            self.passed += 1
            return True
        self.failed += 1
        if self.failed <= self.MOST:
            print("FAILED", message, flush=True)
        return False


def some(numbers):
    numbers = sorted(numbers)
    return ", ".join(numbers[:5]) + (f" … {len(numbers)} in all" if len(numbers) > 5 else "")


def as_pairs(asked, sorts):
    return [*asked.items(),
            *(("sort", f"{path},{'ASC' if ascending else 'DESC'}") for path, ascending in sorts)]


class SearchChecks:
    def __init__(self, client, register, report, title):
        self.client = client
        self.register = register
        self.report = report
        self.title = title

    def ask(self, asked, sorts, size=10000):
        what = f"{self.title} {self.register.kind} {as_pairs(asked, sorts)}"
        expected = self.register.search(asked)
        try:
            found, total = self.client.everything(self.register.kind, as_pairs(asked, sorts), size)
        except Answer as answer:
            self.report.check(False, f"{what}: answered {answer}")
            return
        numbers = [record["organisasjonsnummer"] for record in found]
        missing, extra = expected - set(numbers), set(numbers) - expected
        if "navn" in asked:
            # Names may also match weakly; but such matches come before exact ones only if the query is the whole
            # name, and never against another filter.
            others = {name: value for name, value in asked.items()
                      if name not in ("navn", "navnMetodeForSoek")}
            extra -= self.register.search(others)
            if not sorts:
                records = self.register.records
                ranked = [number for number in numbers if number in expected or not is_whole_name(
                    asked["navn"], records[number].get("navn") or "")]
                missing |= expected - set(ranked[:len(expected)])
        if not self.report.check(not missing and not extra,
                                 f"{what}: missing {some(missing)}; too many {some(extra)}"):
            return
        self.report.check(total == len(numbers) == len(set(numbers)) >= len(expected),
                          f"{what}: total {total}, {len(numbers)} served, {len(expected)} right")
        # With a name and without a sort, the ranking gives the order.
        if sorts or "navn" not in asked:
            self.order(numbers, sorts, what)

    def order(self, numbers, sorts, what):
        records = self.register.records
        for left, right in zip(numbers, numbers[1:]):
            if order_of(records[left], records[right], sorts) == 1:
                self.report.check(False, f"{what}: {left} is before {right}")
                return
        self.report.check(True, what)

    def run(self, seed, combinations):
        source = random.Random(f"{seed} {self.title} {self.register.kind}")
        questioner = Questioner(self.register, source)
        self.ask({}, [])
        for asked in questioner.alone(times=4):
            self.ask(asked, [])
        for sorts in questioner.sorts():
            self.ask({}, sorts)
        for number in range(combinations):
            asked, sorts = questioner.combination()
            # Now and then it reads small pages, which must join to the same result.
            self.ask(asked, sorts, size=source.choice((7, 97)) if number % 10 == 0 else 10000)
