#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Measures how well search by name ranks, by queries whose best answers are known.

  run.py [--program PATH] [--entities N] [--least SCORE] [--variants N] [--only CLASS]

Generates a register of N entities (20,000 by default), adds the names of names.tsv, serves
both and sends every query of queries.tsv. A query scores 1 / the rank of its best answer among
the first 20, or 1 if no match was expected and none was found. A query passes if it
scores 1 and its hits come in the same order each time and over pages.

Then it sends variants of names of that register (variants.py), N of each class, 100 by default,
and counts how many find the unit that they name first and among twenty. The whole measurement, as
variants.tsv requires it at national size, takes some minutes: --entities 1170000 --variants 1000.

The exit code is 1 if the mean is under SCORE (score.txt by default), an order is not steady, or a share
of variants is under that of variants.tsv; a query under 1 does not fail the run as long as the mean
holds. It is 2 if the corpus is wrong.
"""

import argparse
import gzip
import json
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import fmean

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "property"), str(HERE.parent / "wire")]

import server  # noqa: E402
import variant_score  # noqa: E402
from client import Answer, Client  # noqa: E402
from corpus import (NO_HIT, Mistake, read_least, read_queries,  # noqa: E402
                    read_units, same_names)
from variants import Names, draw, known_units  # noqa: E402

SEED = 11
PAGE = 20
# At least this many entities a second are indexed at a first start; a small machine has other work.
INDEXED_A_SECOND = 2000
# A full page of each query is read again in pages of this size.
SMALL_PAGE = 7


def generate(program, folder, entities):
    server.must_generate(program, folder, entities, "--seed", SEED)
    return Path(folder) / "enheter_alle.json.gz"


def load(program, folder, entities, units):
    """Loads the generated register and the fixed list; returns the path of the store and the generated
    pairs of number and name."""
    inventory = generate(program, Path(folder) / "generated", entities)
    generated = [{name: record[name] for name in ("organisasjonsnummer", "navn")}
                 for record in read_inventory(inventory)]
    twice = same_names(units, generated)
    if twice:
        raise Mistake(f"names.tsv: the generated register has these too: {twice}")
    fixed = Path(folder) / "fixed.ndjson"
    lines = (json.dumps(unit.record(), ensure_ascii=False) for unit in units)
    fixed.write_text("\n".join(lines) + "\n", "utf-8")
    store = Path(folder) / "store"
    server.must_import(program, store, "entities", [inventory, fixed])
    named = [(str(record["organisasjonsnummer"]), record["navn"]) for record in generated]
    return store, named


def read_inventory(path):
    """Yields the live records. The file has one on each line, so a register of any size can be read."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = line.strip("[], \n")
            if record and '"slettedato"' not in record:
                yield json.loads(record)


class Outcome:
    """The result of one query: pairs of number and name, and its score."""

    def __init__(self, client, query):
        self.query = query
        self.unsteady = None
        self.refused = None
        self.hits, self.total = [], 0
        try:
            self.hits, self.total = self._page(client, PAGE, 0)
            self.unsteady = self._order_problem(client)
        except Answer as answer:
            self.refused = str(answer)[:300]

    def _page(self, client, size, number):
        asked = [*self.query.parameters(), ("size", size), ("page", number)]
        records, page = client.page("enheter", asked)
        hits = [(str(record["organisasjonsnummer"]), record["navn"]) for record in records]
        return hits, int(page["totalElements"])

    def _order_problem(self, client):
        """Returns None if the hits are the same again and over small pages."""
        if self._page(client, PAGE, 0) != (self.hits, self.total):
            return "the same query answers differently"
        paged = []
        for number in range(-(-len(self.hits) // SMALL_PAGE)):
            hits, total = self._page(client, SMALL_PAGE, number)
            paged += hits
            if total != self.total:
                return f"page {number} of {SMALL_PAGE} tells another total"
        if len(set(paged)) != len(paged):
            return "a hit is on two pages"
        if paged[:len(self.hits)] != self.hits:
            return f"pages of {SMALL_PAGE} have another order than one of {PAGE}"
        return None

    def score(self):
        if self.refused:
            return 0.0
        if self.query.expected == NO_HIT:
            return 0.0 if self.hits or self.total else 1.0
        for rank, (number, _) in enumerate(self.hits, 1):
            if number in self.query.best:
                return 1 / rank
        return 0.0

    def passed(self):
        return self.score() == 1 and not self.unsteady

    def report(self):
        mode = f" {self.query.mode}" if self.query.mode else ""
        if self.refused:
            came = self.refused
        else:
            came = f"first of {self.total}: {self.hits[0][1]}" if self.hits else "nothing came"
        lines = [f"{self.score():.2f} {self.query.group}: {self.query.text!r}{mode}",
                 f"       expected {self.query.expected}; {came}"]
        if self.unsteady:
            lines.append(f"       {self.unsteady}")
        return "\n".join(lines)


def ask(program, options, units, queries):
    """Returns the outcomes of the queries, the drawn variants, and their ranks by class."""
    with tempfile.TemporaryDirectory(prefix="orgreg-relevance-") as folder:
        store, named = load(program, folder, options.entities, units)
        names = Names(known_units([*named, *((unit.number, unit.name) for unit in units)]))
        drawn = list(draw(names, SEED, options.variants, options.only))
        with server.Server(program, store) as running:
            client = Client(running.port)
            outcomes = [Outcome(client, query) for query in queries]
            measured = variant_score.measure(client, drawn)
            code = running.stop()
            if code != 0:
                raise SystemExit(f"exit code {code} after SIGTERM\n{running.errors()}")
            return outcomes, drawn, measured


def conclude(outcomes, least):
    """Prints the results; returns whether the score holds and every order is steady."""
    for outcome in outcomes:
        if not outcome.passed():
            print(outcome.report())
    scores = defaultdict(list)
    for outcome in outcomes:
        scores[outcome.query.group].append(outcome.score())
    print(f"\n{'class':26} queries  score")
    for group, values in scores.items():
        print(f"{group:26} {len(values):7}  {fmean(values):.3f}")
    mean = fmean(outcome.score() for outcome in outcomes)
    unsteady = sum(1 for outcome in outcomes if outcome.unsteady)
    print(f"{'all':26} {len(outcomes):7}  {mean:.4f}, at least {least}: "
          f"{'held' if mean >= least else 'MISSED'}; {unsteady} orders not steady\n")
    passed = sum(outcome.passed() for outcome in outcomes)
    print(f"{passed} passed, {len(outcomes) - passed} failed")
    return mean >= least and not unsteady


def main():
    parser = argparse.ArgumentParser(description="Measures the ranking of search by name.")
    parser.add_argument("--program")
    parser.add_argument("--entities", type=int, default=20000)
    parser.add_argument("--least", type=float)
    parser.add_argument("--variants", type=int, default=100)
    parser.add_argument("--only", default="", help="only classes whose name contains this")
    options = parser.parse_args()
    server.START_S = max(server.START_S, options.entities / INDEXED_A_SECOND)
    try:
        units = read_units()
        queries = [query for query in read_queries(units) if options.only in query.group]
        least = read_least() if options.least is None else options.least
        least_shares = variant_score.read_least_shares()
        program = server.find_program(options.program)
        outcomes, drawn, measured = ask(program, options, units, queries)
        if not outcomes and not drawn:
            raise Mistake(f"no class contains {options.only}")
    except Mistake as mistake:
        print(f"the corpus is written wrongly: {mistake}")
        return 2
    held = not drawn or variant_score.conclude(drawn, measured, least_shares)
    held = (not outcomes or conclude(outcomes, least)) and held
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
