# SPDX-License-Identifier: EUPL-1.2
"""Searches for variants of names, and says how many of each class come first and among twenty."""

from dataclasses import dataclass
from pathlib import Path

from corpus import Mistake, rows
from variants import CLASSES

PAGE = 20
ALL = "all"
# This many failed texts of each class are shown.
MOST_SHOWN = 5


@dataclass(frozen=True)
class Shares:
    first: float
    among: float

    def reaches(self, least):
        return self.first >= least.first and self.among >= least.among


def read_least_shares(path=Path(__file__).resolve().parent / "variants.tsv"):
    """Returns the least shares by class, and of all classes together."""
    least = {group: Shares(float(first), float(among)) for _, (group, first, among) in rows(path, 3)}
    wanted = {ALL, *(each.name for each in CLASSES)}
    if set(least) != wanted:
        raise Mistake(f"{path.name}: classes differ: {sorted(set(least) ^ wanted)}")
    return least


def rank_of(client, variant):
    """Counts from 1; None if the unit is not among the first twenty."""
    records, _ = client.page("enheter", [("navn", variant.text), ("size", PAGE)])
    numbers = [str(record["organisasjonsnummer"]) for record in records]
    return numbers.index(variant.number) + 1 if variant.number in numbers else None


def shares(ranks):
    return Shares(sum(rank == 1 for rank in ranks) / len(ranks),
                  sum(rank is not None for rank in ranks) / len(ranks))


def measure(client, drawn):
    """Returns by class the pairs of a variant and its rank."""
    return {of_class.group: [(variant, rank_of(client, variant)) for variant in of_class.asked]
            for of_class in drawn}


def show_failed(ranked):
    failed = [(variant, rank) for variant, rank in ranked if rank != 1]
    for variant, rank in failed[:MOST_SHOWN]:
        print(f"{variant.group}: {variant.text!r} meant {variant.name!r}, which came "
              f"{f'as number {rank}' if rank else 'not among twenty'}")


def conclude(drawn, measured, least):
    """Prints the shares; returns whether each reaches the least of its class."""
    for ranked in measured.values():
        show_failed(ranked)
    print(f"\n{'variants':22} texts  name one  asked  first  among twenty")
    held = True
    for of_class in drawn:
        ranks = [rank for _, rank in measured[of_class.group]]
        held &= tell(of_class.group, f"{of_class.made:5}  {of_class.kept:8}", ranks, least)
    ranks = [rank for ranked in measured.values() for _, rank in ranked]
    if len(drawn) == len(CLASSES):
        held &= tell(ALL, f"{'':15}", ranks, least)
    return held


def tell(group, counts, ranks, least):
    if not ranks:
        print(f"{group:22} {counts}  nothing to ask: MISSED")
        return False
    found = shares(ranks)
    good = found.reaches(least[group])
    print(f"{group:22} {counts}  {len(ranks):5}  {found.first:.3f}  {found.among:.3f}, at least "
          f"{least[group].first} and {least[group].among}: {'held' if good else 'MISSED'}")
    return good
