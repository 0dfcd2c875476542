#!/usr/bin/env python3
"""Measures how well search by name ranks, by queries whose best answers are known.

  run.py [--program PATH] [--entities N] [--least SCORE] [--only CLASS]

Generates a register of N entities (20,000 unless told), adds the names of names.tsv, serves
both and asks every query of queries.tsv. A query scores 1 / the rank of its best answer among
the first 20, or 1 where nothing was to be found and nothing was. A query is passed when it
scores 1 and its hits come in the same order each time and over pages.

Exit code 1 when the mean is under SCORE (score.txt unless told) or an order is not steady; a
query under 1 does not fail the run as long as the mean holds. 2 when the corpus is wrong.
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
from client import Answer, Client  # noqa: E402
from corpus import (NO_HIT, Mistake, read_least, read_queries,  # noqa: E402
                    read_units, same_names)

SEED = 11
PAGE = 20
# A full page of each query is read again in pages of this size.
SMALL_PAGE = 7


def generate(program, folder, entities):
    done = server.run(program, "generate", folder, "--entities", entities, "--seed", SEED)
    if done.returncode != 0:
        raise SystemExit(f"generate failed:\n{done.stdout}{done.stderr}")
    return Path(folder) / "enheter_alle.json.gz"


def load(program, folder, entities, units):
    """The store with the generated register and the fixed list; its path."""
    inventory = generate(program, Path(folder) / "generated", entities)
    twice = same_names(units, json.loads(gzip.decompress(inventory.read_bytes())))
    if twice:
        raise Mistake(f"names.tsv: the generated register has these too: {twice}")
    fixed = Path(folder) / "fixed.ndjson"
    lines = (json.dumps(unit.record(), ensure_ascii=False) for unit in units)
    fixed.write_text("\n".join(lines) + "\n", "utf-8")
    store = Path(folder) / "store"
    server.must_import(program, store, "entities", [inventory, fixed])
    return store


class Outcome:
    """What one query found: pairs of number and name, and how well that is."""

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
        """Nothing when the hits come alike again and over small pages."""
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
    with tempfile.TemporaryDirectory(prefix="orgreg-relevance-") as folder:
        store = load(program, folder, options.entities, units)
        with server.Server(program, store) as running:
            client = Client(running.port)
            outcomes = [Outcome(client, query) for query in queries]
            code = running.stop()
            if code != 0:
                raise SystemExit(f"exit code {code} after SIGTERM\n{running.errors()}")
            return outcomes


def conclude(outcomes, least):
    """Prints what came of it; true when the score holds and every order is steady."""
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
    parser.add_argument("--only", default="", help="only classes whose name contains this")
    options = parser.parse_args()
    try:
        units = read_units()
        queries = [query for query in read_queries(units) if options.only in query.group]
        least = read_least() if options.least is None else options.least
        if not queries:
            raise Mistake(f"no class contains {options.only}")
        outcomes = ask(server.find_program(options.program), options, units, queries)
    except Mistake as mistake:
        print(f"the corpus is written wrongly: {mistake}")
        return 2
    return 0 if conclude(outcomes, least) else 1


if __name__ == "__main__":
    sys.exit(main())
