#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Tests the relevance runner itself: what it refuses in a corpus, and how it scores."""

import contextlib
import io
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

import run  # noqa: E402
import variant_score  # noqa: E402
import variants  # noqa: E402
from client import Answer  # noqa: E402
from corpus import (Mistake, Query, Unit, best_numbers, check_digit,  # noqa: E402
                    read_least, read_queries, read_units, same_names)

UNITS = [Unit("900000014", "AS", (), "EN AS"), Unit("900000022", "AS", ("konkurs",), "TO AS"),
         Unit("900000030", "AS", (), "TO AS")]
LISTED = [(str(number), f"NAME {number}") for number in range(20)]


class Register:
    """A substitute for a server: pages of a list, which `answer` may change at each request."""

    def __init__(self, hits, answer=lambda hits, size, page: hits):
        self.hits, self.answer = hits, answer

    def page(self, _, parameters):
        asked = dict(parameters)
        size, page = asked["size"], asked.get("page", 0)
        hits = self.answer(self.hits, size, page)[page * size:(page + 1) * size]
        records = [{"organisasjonsnummer": number, "navn": name} for number, name in hits]
        return records, {"totalElements": len(self.hits)}


def outcome(client, best=("0",), expected="NAME 0"):
    return run.Outcome(client, Query("class", "text", "", expected, frozenset(best)))


class Corpus(unittest.TestCase):
    def read(self, reader, text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "corpus.tsv"
            path.write_text(text, "utf-8")
            return reader(*arguments, path)

    def test_reads_the_list_and_the_queries(self):
        units = read_units()
        self.assertGreaterEqual(len(read_queries(units)), 160)
        self.assertGreater(read_least(), 0)

    def test_check_digits_are_modulo_eleven(self):
        # Numbers of public bodies, and one that is not issued.
        self.assertEqual(check_digit("97476067"), "3")
        self.assertEqual(check_digit("92360901"), "6")
        self.assertIsNone(check_digit("90000009"))

    def test_refuses_wrong_units(self):
        good = "900000014\tAS\tkonkurs\tEN AS\n"
        self.assertEqual(self.read(read_units, good)[0].record()["konkurs"], True)
        for bad in ("900000015\tAS\t\tEN AS", "910000017\tAS\t\tEN AS", "90000001\tAS\t\tEN AS",
                    "900000014\tAS\tborte\tEN AS", "900000014\tAS\t\t", "900000014\t\t\tEN AS",
                    "900000014\tAS\tEN AS", good + good):
            with self.subTest(bad), self.assertRaises(Mistake):
                self.read(read_units, bad)

    def test_refuses_expectations_that_do_not_name_units(self):
        self.assertEqual(best_numbers("", "EN AS|TO AS#900000030", UNITS),
                         {"900000014", "900000030"})
        self.assertEqual(best_numbers("", "-", UNITS), frozenset())
        for bad in ("TRE AS", "TO AS", "TO AS#900000014", "EN AS|", "", "en as"):
            with self.subTest(bad), self.assertRaises(Mistake):
                best_numbers("", bad, UNITS)

    def test_refuses_wrong_queries(self):
        for bad in ("a\tx\tLIKE\t-\t", "A b\tx\t\t-\t", "a\tx\t\t-", "a\tx\t\t-\t\na\tx\t\t-\t",
                    "a\tx\t\t-\t"):  # The last one has far too few.
            with self.subTest(bad), self.assertRaises(Mistake):
                self.read(read_queries, bad, UNITS)

    def test_finds_names_that_are_generated_too(self):
        self.assertEqual(same_names(UNITS, [{"navn": "E-n As"}, {"navn": "TRE AS"}]), ["EN AS"])


class Score(unittest.TestCase):
    def test_is_one_through_the_rank(self):
        for best, score in (("0", 1), ("1", 1 / 2), ("19", 1 / 20), ("20", 0)):
            with self.subTest(best):
                self.assertEqual(outcome(Register(LISTED), [best]).score(), score)
        self.assertEqual(outcome(Register(LISTED), ["7", "2"]).score(), 1 / 3)

    def test_a_query_without_answers_must_find_nothing(self):
        self.assertEqual(outcome(Register([]), [], "-").score(), 1)
        self.assertEqual(outcome(Register(LISTED[:1]), [], "-").score(), 0)
        self.assertEqual(outcome(Register([])).score(), 0)

    def test_a_refused_query_scores_nothing(self):
        def refuse(*_):
            raise Answer("400")

        for expected in ("NAME 0", "-"):
            refused = outcome(Register(LISTED, refuse), [], expected)
            self.assertEqual((refused.score(), refused.passed()), (0, False))


class Order(unittest.TestCase):
    def test_is_steady(self):
        self.assertTrue(outcome(Register(LISTED)).passed())

    def test_must_be_the_same_twice(self):
        turns = iter([LISTED])
        unsteady = outcome(Register(LISTED, lambda hits, *_: next(turns, hits[::-1])))
        self.assertEqual(unsteady.unsteady, "the same query answers differently")
        self.assertEqual((unsteady.score(), unsteady.passed()), (1, False))

    def test_must_not_repeat_or_skip_over_pages(self):
        def repeats(hits, size, page):
            return hits[:6] + hits[:1] * 2 + hits[8:] if (size, page) == (7, 1) else hits

        def skips(hits, size, page):
            return hits[1:] if (size, page) == (7, 2) else hits

        self.assertEqual(outcome(Register(LISTED, repeats)).unsteady, "a hit is on two pages")
        self.assertIn("another order", outcome(Register(LISTED, skips)).unsteady)


class Conclusion(unittest.TestCase):
    def conclude(self, outcomes, least):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            held = run.conclude(outcomes, least)
        return held, printed.getvalue().splitlines()[-1]

    def test_holds_by_the_mean(self):
        outcomes = [outcome(Register(LISTED)), outcome(Register(LISTED), ["1"])]
        self.assertEqual(self.conclude(outcomes, 0.75), (True, "1 passed, 1 failed"))
        self.assertEqual(self.conclude(outcomes, 0.76), (False, "1 passed, 1 failed"))

    def test_fails_for_an_unsteady_order(self):
        turns = iter([LISTED])
        unsteady = outcome(Register(LISTED, lambda hits, *_: next(turns, hits[::-1])))
        self.assertEqual(self.conclude([unsteady], 0.0), (False, "0 passed, 1 failed"))


def names_of(*texts):
    return variants.Names(variants.known_units(
        (str(number), text) for number, text in enumerate(texts)))


def kept(group, text, names, number="0"):
    """Whether the text, written in that way, names only this unit."""
    (of_class,) = [each for each in variants.CLASSES if each.name == group]
    return bool(of_class.keep(names, [variants.Variant(group, text, number, "")]))


class Variants(unittest.TestCase):
    def test_every_class_writes_names_in_its_own_way(self):
        names = names_of("BØ BYGG OG ANLEGG AS", "SOLVEIG FJELLSTUE")
        ways = {
            "case": "BØ bygg (og|OG|Og|oG) .*", "order": "anlegg og bygg bø as",
            "joining": "bø byggog anlegg", "legal_form_left_out": "bø bygg og anlegg",
            "legal_form_added": "solveig fjellstue sa", "folding": "boe bygg og anlegg as",
            "letter_missing": "solvig fjellstue", "letter_doubled": "solveigg fjellstue",
            "letters_swapped": "solvieg fjellstue", "letter_wrong": "sol[^v]eig fjellstue",
            "last_word_cut": "solveig fje"}
        for drawn in variants.draw(names, 1, 500):
            texts = {one.text for one in drawn.asked}
            with self.subTest(drawn.group):
                written = [text for text in texts if re.fullmatch(ways[drawn.group], text)]
                self.assertTrue(written, texts)
                self.assertLessEqual(drawn.kept, drawn.made)

    def test_draws_the_same_each_time(self):
        names = names_of("EN BYGG AS", "TO TAXI", "TRE ØRER")
        self.assertEqual(list(variants.draw(names, 1, 10)), list(variants.draw(names, 1, 10)))
        self.assertNotEqual(list(variants.draw(names, 1, 10)), list(variants.draw(names, 2, 10)))

    def test_a_text_that_names_several_units_is_not_sent(self):
        for group, text, others, good in (
                ("case", "en bygg", ["EN BYGGE"], True), ("case", "en bygg as", ["EN BYGG SA"], False),
                ("order", "bygg en", ["EN BYGG TAK"], True), ("order", "bygg en", ["BYGG EN"], False),
                ("joining", "enbygg", ["ENBYGG TAK"], True), ("joining", "enbygg", ["ENB YGG"], False),
                ("letter_missing", "en byg", ["TO BYGG"], True),
                ("letter_missing", "en byg", ["EN BYGD"], False),
                ("letter_wrong", "en bygd", ["TO BYGD"], True),
                ("letter_wrong", "en bygd", ["TO OG EN BYGD"], False),
                ("last_word_cut", "en byg", ["BYGG EN"], True),
                ("last_word_cut", "en byg", ["EN BYGD"], False),
                ("last_word_cut", "en boe", ["EN BØ"], False)):
            with self.subTest((group, text, others)):
                self.assertIs(kept(group, text, names_of("EN BYGG AS", "EN BOEN", *others)), good)
        self.assertTrue(kept("folding", "bo", names_of("BØ", "BY")))
        self.assertFalse(kept("folding", "bo", names_of("BØ", "BO AS")))

    def test_one_edit(self):
        for one, other, good in (("abc", "abc", True), ("abc", "ab", True), ("abc", "bac", True),
                                 ("abc", "axc", True), ("abc", "cba", False), ("abc", "a", False),
                                 ("", "a", True), ("abcd", "badc", False), ("abc", "abdx", False)):
            with self.subTest((one, other)):
                self.assertIs(variants.within_one_edit(one, other), good)
                self.assertIs(variants.within_one_edit(other, one), good)


class VariantShares(unittest.TestCase):
    LEAST = {variant_score.ALL: variant_score.Shares(0.5, 1),
             **{each.name: variant_score.Shares(0.5, 1) for each in variants.CLASSES}}

    def conclude(self, ranks):
        asked = tuple(variants.Variant("order", "text", "0", "NAME") for _ in ranks)
        drawn = [variants.Drawn("order", 10, len(ranks), asked)]
        with contextlib.redirect_stdout(io.StringIO()):
            return variant_score.conclude(drawn, {"order": list(zip(asked, ranks))}, self.LEAST)

    def test_hold_by_class(self):
        self.assertTrue(self.conclude([1, 20]))
        self.assertFalse(self.conclude([1, 2, 2]))
        self.assertFalse(self.conclude([1, 1, None]))
        self.assertFalse(self.conclude([]))

    def test_rank_counts_from_the_first_hit(self):
        for number, rank in (("0", 1), ("19", 20), ("x", None)):
            variant = variants.Variant("order", "text", number, "")
            self.assertEqual(variant_score.rank_of(Register(LISTED), variant), rank)

    def test_the_file_has_every_class_once(self):
        self.assertEqual(set(variant_score.read_least_shares()), set(self.LEAST))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "variants.tsv"
            path.write_text("all\t0.5\t1\n", "utf-8")
            with self.assertRaises(Mistake):
                variant_score.read_least_shares(path)


if __name__ == "__main__":
    unittest.main()
