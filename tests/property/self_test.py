#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Tests of the oracle: small cases whose answer is plain from the specification."""

import gzip
import sys
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "wire"), str(TESTS / "data")]

import download_forms  # noqa: E402
import oracle  # noqa: E402
from folding import collation_key, fold_words  # noqa: E402
from json_text import loads  # noqa: E402


class Folding(unittest.TestCase):
    def test_words(self):
        for text, words in (
                ("Café Élan & Søstre AS", ["cafe", "elan", "søstre", "as"]),
                ("A\u030aPEN ÅPEN", ["åpen", "åpen"]), ("FINN.NO", ["finn", "no"]),
                ("Größe ÄÖÜ", ["grosse", "aou"]), ("22. JULI", ["22", "juli"]), ("- –", []),
                ("TRE'S (1999) \U0001F330", ["tre", "s", "1999"]), ("ÆØÅ", ["æøå"])):
            self.assertEqual(fold_words(text), words, text)

    def test_order(self):
        names = ["1 A", "AB", "A B", "ZETA", "ÆRLIG", "ØKO", "ÅSEN", "AASEN"]
        ordered = sorted(names, key=collation_key)
        self.assertEqual(ordered[:6], ["1 A", "A B", "AB", "ZETA", "ÆRLIG", "ØKO"])
        self.assertEqual(collation_key("ÅSEN"), collation_key("AASEN"))
        self.assertIsNone(collation_key("\U0001F330"))


class Search(unittest.TestCase):
    def test_names(self):
        for query, name, consecutive, good in (
                ("b a", "A B", False, True), ("b a", "A B", True, False), ("fje", "FJELL", False, True),
                ("fj", "FJELL", False, False), ("fje x", "FJELL X", False, False),
                ("a c", "A B C", True, False), ("b c", "A B C", True, True), ("-", "-", False, False)):
            self.assertIs(oracle.name_matches(query, name, consecutive), good, query)

    def test_employees(self):
        for record, value in (({}, None), ({"antallAnsatte": "0"}, 0), ({"antallAnsatte": "4"}, 1),
                              ({"antallAnsatte": "5"}, 5), ({"harRegistrertAntallAnsatte": True}, 1),
                              ({"harRegistrertAntallAnsatte": False}, 0)):
            self.assertEqual(oracle.employees(record), value)

    def test_sorting_puts_absent_last_in_both_directions(self):
        one, none = ({"organisasjonsnummer": "2", "stiftelsesdato": "2000-01-01"},
                     {"organisasjonsnummer": "1"})
        self.assertEqual(oracle.order_of(one, none, [("stiftelsesdato", True)]), -1)
        self.assertEqual(oracle.order_of(one, none, [("stiftelsesdato", False)]), -1)
        self.assertEqual(oracle.order_of(none, one, [("konkurs", False)]), -1)

    def test_web_sites(self):
        for asked, there, good in (
                ("https://www.x.example/", "www.x.example", True), ("www.x.example", "x.example", True),
                ("x.example/om", "HTTP://X.example", True), ("x.example/om", "x.example/om/oss", True),
                ("x.example/om", "x.example/to", False), ("y.x.example", "x.example", False),
                ("www.", "www.x.example", True), ("-", "-", False)):
            found = oracle.website("hjemmeside")({"hjemmeside": there}, asked)
            self.assertIs(found, good, (asked, there))

    def test_industries(self):
        for wanted, code, good in (("J", "58.110", True), ("J", "62.100", False), ("62", "62.100", True),
                                   ("62.1", "62.200", False), ("62.10", "62.100", True)):
            self.assertIs(oracle.industry_matches(wanted, code), good)


class Forms(unittest.TestCase):
    def test_json_has_one_record_a_line(self):
        for text, count in (("[\n]\n", 0), ('[\n{"a":1}\n]\n', 1), ('[\n{"a":1},\n{"a":2}\n]\n', 2)):
            self.assertEqual(len(download_forms.read_json(gzip.compress(text.encode()))), count, text)
        for text in ("[]", "[\n{},{}\n]\n", "[\n{}\n{}\n]\n", "[\n{},\n]\n", "[\n{}\n]", "[\n{\n}\n]\n", ""):
            with self.assertRaises(ValueError, msg=text):
                download_forms.read_json(gzip.compress(text.encode()))

    def test_cells(self):
        record = loads('{"antallAnsatte":5,"konkurs":false,"stiftelsesdato":"1899-12-31","vedtektsdato":"1900-03-01",'
                       '"kapital":{"belop":1.00,"antallAksjer":1234567890123456},"aktivitet":["a",null,"","b"],'
                       '"paategninger":[],"telefon":"51","sisteInnsendteAarsregnskap":"2024","mobil":""}')
        for column, wanted in (
                ("antallAnsatte", ["n", "5"]), ("konkurs", ["b", "false"]), ("stiftelsesdato", ["s", "1899-12-31"]),
                ("vedtektsdato", ["d", "1900-03-01"]), ("kapital.belop", ["n", "1.00"]), ("aktivitet", ["s", "a\n\nb"]),
                ("kapital.antallAksjer", ["s", "1234567890123456"]), ("paategninger", ["s", "NO"]),
                ("telefon", ["s", "51"]), ("sisteInnsendteAarsregnskap", ["n", "2024"]), ("mobil", None), ("navn", None)):
            self.assertEqual(download_forms.sheet_cell(record, column), wanted, column)
        row = dict(zip(download_forms.COLUMNS["enheter"], download_forms.csv_row(record, "enheter")))
        for column, wanted in (("aktivitet", "a  b"), ("paategninger", "NO"), ("konkurs", "false"), ("navn", ""),
                               ("kapital.belop", "1.00")):
            self.assertEqual(row[column], wanted, column)

    def test_days(self):
        for kind, count in (("enheter", 23), ("underenheter", 9)):
            days = [c for c in download_forms.COLUMNS[kind] if download_forms.is_day(c)]
            self.assertEqual(len(days), count, days)

    def test_links_go_at_every_level(self):
        self.assertEqual(download_forms.without_links({"_links": 1, "a": [{"_links": 2, "b": 3}]}), {"a": [{"b": 3}]})


if __name__ == "__main__":
    unittest.main()
