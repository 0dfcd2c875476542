#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Tests of the wire test tools themselves: above all, that they can fail."""

import gzip
import unittest

import wire_file
from checks import Checker, Failure
from http_client import Response
from json_text import Number, dumps, loads, same
from meanings import Meanings
from operations import Operations


def respond(body=b'{"a":1.00,"b":[1,2],"c/d":null}', status=200, headers=()):
    return Response(status, [("Content-Type", "application/json"), *headers], body)


def operation(name, pattern, **columns):
    return {"operation": name, "pattern": pattern, "methods": "GET, HEAD", "statuses": [200, 404], "usualStatuses": [400],
            "types": ["application/json"], "errorTypes": ["application/problem+json"], "body": "Thing", **columns}


class OperationRows(unittest.TestCase):
    ROWS = [operation("lookUp", "/things/{number}"), operation("download", "/things/all", statuses=[200],
                                                               types=["application/gzip"], body="")]

    def check(self, target, status, media):
        rows = Operations(self.ROWS)
        response = Response(status, [("Content-Type", media)], b"")
        return rows.check("GET", target, response), rows.unmet()

    def test_statuses_that_a_row_names_pass(self):
        for target, status, media in (("/things/1?a=b", 200, "application/json"), ("/things/%31", 400, "application/problem+json"),
                                      ("/things/all", 200, "application/gzip"), ("/elsewhere", 500, "text/plain")):
            self.assertIsNone(self.check(target, status, media)[0], target)

    def test_statuses_that_no_row_names_fail(self):
        for target, status, media in (("/things/1", 410, "application/json"), ("/things/1", 200, "application/gzip"),
                                      ("/things/1", 404, "text/plain"), ("/things/all", 404, "application/gzip"),
                                      ("/things/all", 200, "application/json")):
            self.assertIsNotNone(self.check(target, status, media)[0], target)

    def test_a_graph_without_a_schema_fails_but_for_the_catalogue(self):
        graph = Response(200, [("Content-Type", "text/turtle")], b"")
        for name, is_right in (("showDataCatalogue", True), ("lookUp", False)):
            rows = Operations([operation(name, "/graph", types=["text/turtle"], body="")])
            self.assertEqual(rows.check("GET", "/graph", graph) is None, is_right, name)

    def test_a_body_that_is_a_file_fails(self):
        rows = Operations([operation("lookUp", "/things/{number}", types=["text/csv"])])
        self.assertIn("body", rows.check("GET", "/things/1", Response(200, [("Content-Type", "text/csv")], b"")))

    def test_statuses_that_no_answer_has_are_listed(self):
        self.assertEqual(self.check("/things/1", 200, "application/json")[1], [("lookUp", 404), ("download", 200)])


class MembersOfAnswers(unittest.TestCase):
    def check(self, body, text, status=200, media="application/json"):
        return Meanings().check(body, Response(status, [("Content-Type", media)], text))

    def test_members_with_a_meaning_pass(self):
        for body, text in (("Entity", b'{"navn":"A","postadresse":{"land":"Norge"},"_links":{"self":{"href":"/"}}}'),
                           ("EntityPage", b'{"_embedded":{"enheter":[{"organisasjonsform":{"kode":"AS"}}]}}'),
                           ("Years", b'["2024"]'), ("", b'{"x":1}')):
            self.assertIsNone(self.check(body, text), text)
        self.assertIsNone(self.check("Entity", b'{"title":"Not Found"}', 404, "application/problem+json"))
        self.assertIsNone(self.check("Entity", b'{"slettedato":"2024-01-01"}', 410))
        self.assertIsNone(self.check("UnitState", b'{"title":"Gone"}', 410, "application/problem+json"))
        self.assertIsNone(self.check("Statement", b'{"@graph":[]}', 200, "application/ld+json"))

    def test_members_without_a_meaning_fail(self):
        for body, text in (("Entity", b'{"name":"A"}'), ("Entity", b'{"postadresse":{"navn":"A"}}'),
                           ("EntityPage", b'{"_embedded":{"enheter":[{"nav":"A"}]}}'), ("Years", b'[{"aar":1}]'),
                           ("Nothing", b'{"navn":"A"}')):
            self.assertIsNotNone(self.check(body, text), text)
        self.assertIsNotNone(self.check("Entity", b'{"navn":"A"}', 404))


class Checks(unittest.TestCase):
    GOOD = ["200 application/json", "200|204", "200", "$.a = 1.00", "$.b[-1] = 2", "$.x absent",
            "$.b length 2", '$["c/d"] = null', 'order $ = ["a","b","c/d"]', "$.b contains 2",
            'order $ among ["a","c/d"]', "header X absent", "$.b[*] = [1,2]", "$.b is array",
            "$.a within 1 2", r"body matches ^\{.*\}$", "header Content-Type contains application/json",
            '$ = {"a":1.00,"b":[1,2],"c/d":null}', "$.b includes [2,1]"]
    BAD = ["404 application/json", "200 application/hal+json", "200 -", "$.a = 1.0", '$.a = "1.00"',
           "$.x = 1", "$.x present", "$.a absent", "$.b length 3", 'order $ = ["b","a","c/d"]',
           'order $ among ["b","a"]', "header Content-Type absent", "body empty", "$.b contains 3",
           '$ = {"b":[1,2],"a":1.00,"c/d":null}', "$.b = [2,1]", '$["c/d"] absent', "$.a within 2 3",
           "header Content-Type: application/JSON", "$.b includes [3]", "$.b is object",
           "body matches ^$"]
    MISTAKES = ["$.a == 1", "nonsense", "order $.a", "header X", "$.b is list of two", "body is"]

    def test_true_demands_pass(self):
        for text in self.GOOD:
            with self.subTest(text):
                Checker(respond(), {}).check(text)

    def test_false_demands_fail(self):
        for text in self.BAD:
            with self.subTest(text), self.assertRaises(Failure):
                Checker(respond(), {}).check(text)

    def test_mistakes_are_distinguished_from_failures(self):
        for text in self.MISTAKES:
            with self.subTest(text), self.assertRaises((wire_file.Mistake, KeyError)):
                Checker(respond(), {}).check(text)

    def test_a_body_that_is_not_json_fails(self):
        for body in (b"", b"{", b'{"a":1,"a":2}', b"NaN", b"\xff"):
            with self.subTest(body), self.assertRaises(Failure):
                Checker(respond(body), {}).check("$ present")

    def test_packed_bodies_are_read(self):
        packed = respond(gzip.compress(b'{"a":1}'), headers=[("Content-Encoding", "gzip")])
        Checker(packed, {}).check("$.a = 1")

    def test_tags_must_be_strong(self):
        for tag, good in (('"x"', True), ('W/"x"', False), ("x", False), ('"x', False)):
            checker = Checker(respond(headers=[("ETag", tag)]), {})
            if good:
                checker.check("etag saved as t")
                self.assertEqual(checker.names["t"], tag)
            else:
                self.assertRaises(Failure, checker.check, "etag saved as t")


class Files(unittest.TestCase):
    TEXT = ("# One.\nGET /a?b={x*3}\nX: y\n\nbody\n---\n200\n$.a = 1\n\n# Two.\nRAW\nGET /\\r\\n\n"
            "X\\x00\n---\n200\n---\nclosed\n")

    def test_exchanges_are_separated(self):
        first, second = wire_file.parse("f", self.TEXT).exchanges
        self.assertEqual((first.title, first.headers, first.body), ("One.", [("X", "y")], "body"))
        self.assertEqual([line.text for line in first.answers[0]], ["200", "$.a = 1"])
        self.assertEqual(wire_file.unescape(second.raw), b"GET /\r\nX\x00")
        self.assertEqual((second.title, len(second.answers)), ("Two.", 2))

    def test_names_and_repeats(self):
        self.assertEqual(wire_file.expand("{n}{ab*2}", {"n": "1"}), "1abab")
        self.assertEqual(wire_file.substitute('{"a":{"b":1}} {m}', {"n": "1"}), '{"a":{"b":1}} {m}')

    def test_files_without_an_end_are_mistakes(self):
        for text in ("GET /a\n", "", "hello\n", "GET /a\nnonsense\n---\n200\n"):
            with self.subTest(text), self.assertRaises(wire_file.Mistake):
                wire_file.parse("f", text)


class JsonText(unittest.TestCase):
    def test_round_trip_keeps_numbers_and_order(self):
        text = '{"b":1.00,"a":[1e5,-0,"x\\n"],"c":{}}'
        self.assertEqual(dumps(loads(text)), text)

    def test_equality_is_exact(self):
        self.assertTrue(same(loads("[1,true,null]"), loads("[1, true, null]")))
        for left, right in (("1.0", "1.00"), ('"1"', "1"), ("[1]", "[1,1]"), ("true", "1"),
                            ('{"a":1,"b":2}', '{"b":2,"a":1}'), ("null", "false")):
            with self.subTest(left):
                self.assertFalse(same(loads(left), loads(right)))
        self.assertNotEqual(Number("5"), "5")


if __name__ == "__main__":
    unittest.main()
