#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Tests of the fault drivers' own checks: above all, that they can fail."""

import socketserver
import sys
import tempfile
import threading
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parent)]

import world  # noqa: E402  (sets the path for what follows)
import answers  # noqa: E402
import corrupt  # noqa: E402
import crowded  # noqa: E402
import mounts  # noqa: E402
import neighbour  # noqa: E402
import mutated_heads  # noqa: E402
import powercut  # noqa: E402
import strict_client  # noqa: E402
import truth  # noqa: E402
import waiting  # noqa: E402
import watchers  # noqa: E402


class Counter:
    def __init__(self):
        self.failures = []

    def check(self, good, message):
        if not good:
            self.failures.append(message)
        return good


def failures(check, *arguments):
    counter = Counter()
    check(counter, "test", *arguments)
    return counter.failures


class Numbers(unittest.TestCase):
    def test_check_digits_and_no_number_twice(self):
        numbers = [maker(i) for maker in (world.org_number, world.sub_number) for i in range(3000)]
        self.assertEqual(len(set(numbers)), len(numbers))
        for number in numbers:
            total = sum(int(d) * w for d, w in zip(number, (3, 2, 7, 6, 5, 4, 3, 2, 1), strict=True))
            self.assertEqual((total % 11, len(number)), (0, 9))


class Truth(unittest.TestCase):
    def setUp(self):
        self.model = world.Model()
        self.model.load("entity", world.record("1", "A"))

    def test_types_of_updates(self):
        done = self.model.apply([world.upsert("1", "A"), world.upsert("1", "B"), world.upsert("2", "C"),
                                 world.delete("1"), world.delete("1"), world.delete("1", "2026-01-01"),
                                 world.upsert("1", "B")])
        self.assertEqual(done, 5)
        self.assertEqual([(number, kind) for _, number, kind in self.model.updates],
                         [("1", "Endring"), ("2", "Ny"), ("1", "Sletting"), ("1", "Endring"), ("1", "Ny")])

    def test_the_log(self):
        self.model.apply([world.upsert("1", "B"), world.upsert("2", "C")])
        good = [(1, 0, 1, 1, 2, 10), (2, 0, 2, 2, 1, 10)]
        self.model.updates = [(kind, f"{int(number):09d}", name) for kind, number, name in self.model.updates]
        self.assertEqual(failures(world.check_updates, self.model, good), [])
        for bad in (good[:1], good[::-1], [good[0], (3, 0, 2, 2, 1, 10)], [good[0], (2, 0, 3, 2, 1, 10)],
                    [good[0], (2, 0, 2, 2, 1, 9)], [good[0], (2, 0, 2, 3, 1, 10)], [good[0], (2, 0, 2, 2, 2, 10)],
                    [*good, (3, 0, 3, 2, 2, 10)]):
            self.assertTrue(failures(world.check_updates, self.model, bad), bad)

    def test_the_bodies(self):
        self.model.apply([world.upsert("2", "C"), world.delete("2", "2026-01-02")])
        good = {("entity", "1"): (0, '{"navn":"A"}'), ("entity", "2"): (1, '{"slettedato":"2026-01-02"}')}
        self.assertEqual(failures(world.check_bodies, self.model, good), [])
        for key, bad in ((("entity", "1"), (0, '{"navn":"B"}')), (("entity", "1"), (1, '{"navn":"A"}')),
                         (("entity", "2"), (1, "{}")), (("entity", "2"), (2, "")), (("entity", "3"), (0, "{}"))):
            self.assertTrue(failures(world.check_bodies, self.model, {**good, key: bad}), bad)


class Journal(unittest.TestCase):
    def test_a_journal_can_be_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            journal = world.Journal(Path(folder) / "journal")
            journal.add({"batch": "æ"})
            self.assertEqual(world.Journal.read(Path(folder) / "journal"), [{"batch": "æ"}])
            journal.close()


class Feed(unittest.TestCase):
    def test_a_repeated_update_that_differs_is_found(self):
        seen = watchers.Seen()
        update = {"oppdateringsid": 1, "organisasjonsnummer": "1", "endringstype": "Ny", "dato": "a"}
        self.assertTrue(seen.take(update))
        self.assertFalse(seen.take(update))
        self.assertEqual((len(seen.rows), seen.changed), (1, []))
        self.assertFalse(seen.take({**update, "dato": "b"}))
        self.assertEqual(len(seen.changed), 1)


class SeveralWriters(unittest.TestCase):
    """Two acknowledged batches and one that was only sent."""

    def setUp(self):
        self.truth = truth.Truth(2, 1, 0)
        self.first, self.second = world.org_number(0), world.org_number(1)
        for name, operation in (("a", world.upsert(self.first, "a")), ("b", world.delete(self.second, "2026-07-31")),
                                ("c", world.upsert(self.first, "c"))):
            self.truth.sent(name, [operation])
        for commit, name in enumerate("ab", 2):
            self.truth.acknowledge({"batch": name, "commit": commit, "updates": 1, "firstUpdate": commit - 1, "lastUpdate": commit - 1})

    def stored(self, order, last_name="a"):
        numbers = {"a": (self.first, 2), "b": (self.second, 3), "c": (self.first, 2)}
        batches = [(2 + i, name, 1 + i, 1) for i, name in enumerate(order)]
        updates = [(1 + i, 0, 1 + i, int(numbers[name][0]), numbers[name][1], 10) for i, name in enumerate(order)]
        bodies = {("entity", self.first): (0, f'{{"navn":"{last_name}"}}'),
                  ("entity", self.second): (1, '{"slettedato":"2026-07-31"}'),
                  ("sub-entity", world.sub_number(0)): (0, '{"navn":"BEGYNNELSEN"}')}
        return batches, updates, bodies

    def judge(self, stored):
        counter = Counter()
        self.truth.judge(counter, "test", stored, self.truth.moment()[0])
        return counter.failures

    def test_a_batch_that_was_only_sent_may_be_missing(self):
        self.assertEqual(self.truth.moment()[1], ["c"])
        self.assertEqual(self.judge(self.stored("ab")), [])
        self.assertEqual(self.judge(self.stored("abc", "c")), [])

    def test_wrong_states_are_found(self):
        half = self.stored("abc", "a")  # The commit is there and its changes are not.
        for bad in (self.stored("a"), self.stored("b"), self.stored("ba"), self.stored("cab"), self.stored("abb"),
                    half, self.stored("ab", "c")):
            self.assertTrue(self.judge(bad), bad)
        batches, updates, bodies = self.stored("ab")
        self.assertTrue(self.judge(([*batches, (4, "foreign", 3, 1)], updates, bodies)))

    def test_an_order_that_was_settled_stays(self):
        self.assertEqual(self.judge(self.stored("ab")), [])
        self.assertTrue(self.judge(self.stored("ba")))

    def test_an_abandoned_batch_is_not_expected(self):
        self.truth.abandon()
        self.assertEqual(self.truth.moment()[1], [])
        self.assertEqual(self.judge(self.stored("abc", "c")), [])


class Stopping(unittest.TestCase):
    def test_a_process_that_runs_is_not_stopped(self):
        task = Path("/proc/self/task")
        self.assertFalse(all(powercut.is_stopped(one) for one in task.iterdir()))
        self.assertTrue(powercut.is_stopped(Path("/proc/self/task/0")))


class FileSystems(unittest.TestCase):
    def test_an_unknown_file_system_has_a_reason(self):
        self.assertTrue(mounts.why_not(("no such kind",)))


class Damage(unittest.TestCase):
    def test_judgement(self):
        driver = corrupt.Corruption.__new__(corrupt.Corruption)
        driver._truths = [{"a": (200, "0"), "b": (200, "0")}, {"a": (200, "1"), "b": (200, "1")}]
        for answers, outcome in ((("1", "1"), "harmless"), (("1", None), "reported in answers"), (("0", "0"), "earlier"),
                                 (("0", "1"), "WRONG"), (("2", None), "WRONG"), (("0", None), "earlier")):
            given = {path: (500, b"") if text is None else (200, text) for path, text in zip("ab", answers, strict=True)}
            self.assertEqual(driver._judge(given, 1)[0], outcome, answers)
        missing = {"a": (404, None), "b": (200, "1")}
        self.assertEqual(driver._judge(missing, 1)[0], "WRONG")


PLAIN = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3;x\r\ncde\r\n0\r\n\r\n"
REFUSED = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno"


class AnswersInParts(unittest.TestCase):
    def test_the_same_in_parts_of_any_size(self):
        text = PLAIN + CHUNKED + REFUSED + PLAIN
        for size in (1, 2, 7, 50, len(text)):
            read = answers.Answers(b"abcde")
            ended = sum(read.take(text[place:place + size]) for place in range(0, len(text), size))
            self.assertEqual((ended, read.whole, read.statuses, read.is_right, read.in_one), (4, 4, {200: 3, 503: 1}, True, False), size)
            self.assertTrue(text.index(REFUSED) and not read.closes)

    def test_bytes_that_are_not_the_answer_are_found(self):
        for text in (PLAIN, CHUNKED):
            for truth, is_right in ((b"abcde", True), (b"abcdX", False), (b"abcd", False), (b"", False)):
                read = answers.Answers(truth)
                read.take(text)
                self.assertEqual(read.is_right, is_right, (text, truth))
        begun = answers.Answers(b"abcde")
        self.assertEqual((begun.take(PLAIN[:-2]), begun.is_right, begun.in_one), (0, True, True))

    def test_no_http(self):
        for text in (b"hello\r\n\r\n", CHUNKED.replace(b"3;x", b"no"), CHUNKED.replace(b"ab\r\n", b"abcd")):
            with self.assertRaises(answers.Broken):
                answers.Answers().take(text)


def samples(count, ms, status=200, wanted=200):
    return [(ms, status, wanted)] * count


class NextToACrowd(unittest.TestCase):
    BOUNDS = neighbour.Bounds(3, 40)

    def judge(self, crowded, authorised=(), quiet=samples(100, 20), bounds=BOUNDS):
        counter = Counter()
        neighbour.judge(counter, "test", (neighbour.Figures(quiet), neighbour.Figures()), (neighbour.Figures(crowded), neighbour.Figures(authorised)), bounds)
        return len(counter.failures)

    def test_percentiles(self):
        self.assertEqual([neighbour.percentile(range(1, 101), percent) for percent in (50, 99, 100)], [50, 99, 100])
        self.assertEqual((neighbour.percentile([7], 99), neighbour.percentile([], 99)), (7, 0))

    def test_allowed_effects_pass(self):
        self.assertEqual(self.judge(samples(100, 60) + samples(1, 1000), samples(1, 500)), 0)
        self.assertEqual(self.judge(samples(100, 40), quiet=samples(100, 1)), 0)
        self.assertEqual(self.judge(samples(100, 3), quiet=samples(100, 1), bounds=neighbour.Bounds(3, 0)), 0)

    def test_effects_beyond_the_bounds_fail(self):
        self.assertEqual(self.judge(samples(97, 1) + samples(3, 61)), 1)
        self.assertEqual(self.judge(samples(97, 1) + samples(3, 41), quiet=samples(100, 1)), 1)
        self.assertEqual(self.judge(samples(100, 3.1), quiet=samples(100, 1), bounds=neighbour.Bounds(3, 0)), 1)
        self.assertEqual(self.judge(samples(100, 1), samples(1, 501)), 1)
        self.assertEqual(self.judge([]), 1)

    def test_wrong_statuses(self):
        for status in (503, 404, "no answer", "ConnectionResetError"):
            self.assertEqual(self.judge(samples(1000, 1) + samples(1, 1, status)), 1)
            self.assertEqual(self.judge(samples(100, 1), samples(1, 1, status)), 1)
            self.assertEqual(self.judge(samples(100, 1), quiet=samples(100, 20) + samples(1, 1, status)), 1)
        self.assertEqual(self.judge(samples(100, 1, 404, 404)), 0)


class Answering(socketserver.BaseRequestHandler):
    """Answers each head by its path."""

    def handle(self):
        held = b""
        while part := self._receive():
            held += part
            while b"\r\n\r\n" in held:
                head, held = held.split(b"\r\n\r\n", 1)
                if b"/none" in head:
                    return
                self.request.sendall(REFUSED if b"/refused" in head else PLAIN)
                self.server.counted += b"/counted" in head

    def _receive(self):
        try:
            return self.request.recv(1000)
        except ConnectionResetError:
            return b""


class Clients(unittest.TestCase):
    """The neighbour and the crowd against a server of which everything is known."""

    def setUp(self):
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Answering)
        self.server.daemon_threads, self.server.counted = True, 0
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.port = self.server.server_address[1]
        self.cores = crowded.cores_of("shared")[1]

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def test_the_neighbour_sees_every_answer(self):
        def asked(path):
            return [crowded.get(path, "x"), 200]
        plan = {"port": self.port, "seconds": 0.3, "asked": [{"rate": 100, "questions": [asked("/")]},
                                                             {"rate": 100, "questions": [asked("/"), asked("/refused"), asked("/none")]}]}
        (good, bad), itself = neighbour.ask(plan, self.cores)
        self.assertEqual((good.count, good.wrong(), bad.count, bad.wrong()), (30, {}, 30, {"503": 10, "closed": 10}))
        self.assertLess(good.p99, 5000)
        self.assertGreater(itself["again"], 0)

    def test_the_crowd_reports_its_results(self):
        with tempfile.TemporaryDirectory() as folder:
            truth = Path(folder) / "truth"
            truth.write_bytes(b"abcdX")
            common = {"connections": 4, "addresses": crowded.addresses(2)}
            groups = [{"name": "fast", "request": crowded.get("/", "x"), "again": True, **common},
                      {"name": "refused", "request": crowded.get("/refused", "x"), "again": True, **common},
                      {"name": "silent", "at_once": 0, "request": "x", **common},
                      {"name": "wrong", "request": crowded.get("/counted", "x"), "read_rate": 1000, "truth": str(truth), **common}]
            with crowded.Crowd(self.port, groups, self.cores) as crowd:
                waiting.comes(lambda: self.server.counted == 4)
        fast, refused, silent, wrong = crowd.results
        self.assertEqual((set(fast["statuses"]), fast["wrong"], fast["open"]), ({"200"}, 0, 4))
        self.assertEqual((set(refused["statuses"]), refused["broken"]), ({"503"}, 0))
        self.assertEqual((silent["connected"], silent["statuses"], silent["open"], silent["closed"]), (4, {}, 4, 0))
        self.assertEqual((wrong["wrong"], wrong["statuses"]), (4, {"200": 4}))


class StrictAnswers(unittest.TestCase):
    HEAD = b"HTTP/1.1 200 OK\r\nDate: x\r\nContent-Type: application/json\r\n"

    def test_answers_are_cut_off_one_by_one(self):
        body = self.HEAD + b"Content-Length: 2\r\n\r\n{}"
        chunks = self.HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
        for whole in (body, chunks):
            answer, rest = strict_client.take_answer(whole + b"next", "GET")
            self.assertEqual((answer.status, answer.body, rest), (200, b"{}", b"next"))
            self.assertIsNone(strict_client.fault_of(answer, "GET"))
            self.assertTrue(all(strict_client.take_answer(whole[:end], "GET") is None for end in range(len(whole))))
        answer, rest = strict_client.take_answer(body, "HEAD")
        self.assertEqual((answer.body, rest), (b"", b"{}"))

    def test_bytes_that_no_server_may_send(self):
        for data in (b"HTTP/1.1 99 OK\r\n\r\n", b"HTTP/1.0 200 OK\r\n\r\n", b"HTTP/1.1 200 O\nK\r\n\r\n", b"HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
                     b"HTTP/1.1 200 OK\r\nA: b\x00\r\n\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                     b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
                     b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na",
                     b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                     b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc"):
            with self.assertRaises(strict_client.Invalid, msg=data):
                strict_client.take_answer(data, "GET")

    def test_answers_that_are_faults(self):
        def fault(status, *fields, body=b""):
            answer = strict_client.Answer(status, [("date", "x"), *fields])
            answer.body = body
            return strict_client.fault_of(answer, "GET")
        for status, *fields in ((500,), (502,), (503,), (503, ("retry-after", "soon")), (405,), (401,)):
            self.assertIsNotNone(fault(status, *fields), status)
        for status, *fields in ((501,), (505,), (503, ("retry-after", "1")), (405, ("allow", "GET")), (404,), (429,)):
            self.assertIsNone(fault(status, *fields), status)
        self.assertIsNotNone(fault(200, body=b"x"))
        for media, body in (("application/json", b"{"), ("application/problem+json", b""), ("text/html;charset=UTF-8", b"\xff"), ("application/hal+json", b"x")):
            self.assertEqual(fault(200, ("content-type", media), body=body) is None, body == b"", media)
        self.assertIsNotNone(fault(200, ("content-type", "text/csv"), ("content-encoding", "gzip"), body=b"x"))

    def test_all_answers_of_a_connection(self):
        body = self.HEAD + b"Content-Length: 2\r\n\r\n{}"
        bare = self.HEAD + b"Content-Length: 2\r\n\r\n"
        for data, is_head, count in ((b"", False, 0), (body, False, 1), (body + body, False, 2), (bare, True, 1), (bare, False, 1), (bare + body, False, 2), (body + body, True, 2)):
            self.assertEqual(len(mutated_heads.answers_in(data, is_head, False)), count, data)
        for data in (body + b"x", body[:-1], b"x", body + body[:9]):
            with self.assertRaises(strict_client.Invalid, msg=data):
                mutated_heads.answers_in(data, False, False)
        chunks = self.HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"
        self.assertEqual(len(mutated_heads.answers_in(body + chunks, False, True)), 1)
        for data, may_be_cut in ((body + chunks, False), (body + body[:-1], True)):
            with self.assertRaises(strict_client.Invalid, msg=data):
                mutated_heads.answers_in(data, False, may_be_cut)

    def test_bodies_that_are_not_whole(self):
        chunked = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        for request, is_whole in ((b"POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\nab", False), (b"POST / HTTP/1.1\r\nContent-Length:2 \r\n\r\nab", True),
                                  (b"GET / HTTP/1.1\r\nX-Content-Length: 9\r\n\r\n", True), (b"GET / HTTP/1.1\r\n", True),
                                  (chunked + b"2\r\nab\r\n0\r\n\r\n", True), (chunked + b"3\r\nab\r\n0\r\n\r\n", False), (chunked + b"2\r\nab\r\n", False)):
            self.assertEqual(mutated_heads.has_whole_body(request), is_whole, request)


if __name__ == "__main__":
    unittest.main()
