#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The checks can fail: each meets the fault that it must find."""

import base64
import gzip
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
import zipfile
from contextlib import redirect_stdout
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(HERE.parent / "property")]

import canary  # noqa: E402
import inventory  # noqa: E402
import issuer  # noqa: E402
import leftovers  # noqa: E402
import memory  # noqa: E402
import people  # noqa: E402
import token_shapes  # noqa: E402
import tokens  # noqa: E402
from audit import Audit  # noqa: E402
from http_client import Response  # noqa: E402
from people import FIRST, SECOND, Finder, identity_numbers  # noqa: E402
from waiting import comes  # noqa: E402
from search_checks import Report  # noqa: E402

KEYS = []  # Made only once.
NUMBERS = [number for number, _ in zip(identity_numbers(), range(60))]


def keys():
    if not KEYS:
        KEYS.extend((issuer.Key("ene"), issuer.Key("andre")))
    return KEYS


class Silent(Report):
    def check(self, good, message):
        with redirect_stdout(io.StringIO()):
            return super().check(good, message)


class People(unittest.TestCase):
    def test_check_digits_are_right(self):
        for number in NUMBERS:
            digits = [int(d) for d in number]
            self.assertEqual(sum(d * w for d, w in zip(digits, (*FIRST, 1))) % 11, 0, number)
            self.assertEqual(sum(d * w for d, w in zip(digits, (*SECOND, 1))) % 11, 0, number)
            self.assertEqual(int(number[2:4]) - 80, 3)

    def test_a_wrong_digit_is_wrong(self):
        self.assertFalse(set(map(people.wrong_digit, NUMBERS)) & set(identity_numbers()))

    def test_some_have_no_check_digits(self):
        self.assertLess(len(list(identity_numbers())), 900)


class Finding(unittest.TestCase):
    FINDER = Finder(NUMBERS)
    BEFORE = b"neutral bytes, and some "

    def is_found(self, number, written):
        for before in range(4):  # All alignments of base64.
            data = self.BEFORE[:20 + before] + written + b" more" * 3
            self.assertIn(number, {found for found, _ in self.FINDER.find(data)}, written)

    def test_every_form(self):
        for number in NUMBERS[::7]:
            plain = number.encode()
            for written in (plain, plain[::-1], b"".join(b"%%%02x" % byte for byte in plain), plain.hex().encode(),
                            plain.hex().upper().encode(), number.encode("utf-16-le"), number.encode("utf-16-be"),
                            b"\"" + "".join(f"\\u00{byte:02x}" for byte in plain).encode(), plain[:6] + b" " + plain[6:],
                            int(number).to_bytes(8, "little"), int(number).to_bytes(8, "big"), int(number).to_bytes(6, "big")):
                self.is_found(number, written)

    def test_base64_is_found_at_every_alignment(self):
        for number in NUMBERS[::7]:
            for text in (number, number[::-1]):
                for before in range(6):
                    for encode in (base64.b64encode, base64.urlsafe_b64encode):
                        self.is_found(number, encode(b"\xff" * before + text.encode() + b"\xfe\xff"))

    def test_other_numbers_are_not_found(self):
        others = [number for number in identity_numbers() if number not in NUMBERS]
        data = " ".join(others).encode() + json.dumps(dict.fromkeys(others)).encode()
        self.assertEqual(self.FINDER.find(data), [])
        self.assertEqual(self.FINDER.find(NUMBERS[0][:-1].encode()), [])

    def test_all_of_one_text_are_found(self):
        self.assertEqual({number for number, _ in self.FINDER.find(" ".join(NUMBERS).encode())}, set(NUMBERS))


class Canary(unittest.TestCase):
    """A folder like that of a run, with a number left in it."""

    def life(self, folder):
        canary.Key = lambda _: keys()[0]
        life = canary.Life("/bin/false", Silent(), folder)
        life._place.give("roles.json", " ".join(life._canaries.take("given") for _ in range(25)))
        return life

    def failures_with(self, name, data, answer=b""):
        with tempfile.TemporaryDirectory() as folder:
            life = self.life(folder)
            path = life._place.written / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data(life.leader.encode()))
            life._answers.append(answer and answer(life.leader.encode()))
            life._search()
            return life._report.failed

    def test_a_clean_folder_has_no_findings(self):
        self.assertEqual(self.failures_with("store/register.db", lambda _: b"sealed"), 0)

    def test_every_kind_of_place(self):
        def zipped(number):
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("inside.json", number * 3)
            return data.getvalue()

        for name in ("store/register.db", "store/register.db-wal", "tmp/x/y", "said/001-serve.err", "drop/refused/a.problems", "cwd/core"):
            self.assertGreater(self.failures_with(name, lambda number: b"..." + number), 0, name)
        self.assertEqual(self.failures_with("file.gz", gzip.compress), 1)
        self.assertEqual(self.failures_with("file.zip", zipped), 1)
        self.assertEqual(self.failures_with("file", lambda _: b"", lambda number: b'{"path":"/' + number), 1)

    def test_input_does_not_count(self):
        self.assertEqual(self.failures_with("drop/done/good.ndjson", lambda number: number), 0)

    def test_a_core_is_seen(self):
        self.assertEqual(self.failures_with("cwd/core.17", lambda _: b"nothing of note"), 1)

    def test_memory_of_an_open_process_is_seen(self):
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
            self.assertTrue(leftovers.reads_memory(process.pid))
            process.stdin.write(b"\n")

    def test_sealed_texts_are_read(self):
        self.assertEqual(canary.Life._sealed(['{"sealed":"1.abc","x":{"sealed":"2.d"}}']), ["1.abc", "2.d"])


class Tokens(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.key, cls.other = keys()

    def verifies(self, key, text):
        head, body, sign = text.split(".")
        with tempfile.TemporaryDirectory() as folder:
            for name, data in (("key", key.public_pem.encode()), ("text", f"{head}.{body}".encode()),
                               ("sign", base64.urlsafe_b64decode(sign + "=" * (-len(sign) % 4)))):
                Path(folder, name).write_bytes(data)
            done = subprocess.run(["openssl", "dgst", "-sha256", "-verify", "key", "-signature", "sign", "text"], cwd=folder,
                                  capture_output=True, check=False)
        return done.returncode == 0

    def test_good_tokens_are_signed_and_no_wrong_signature_is(self):
        self.assertTrue(self.verifies(self.key, issuer.token(self.key)))
        self.assertFalse(self.verifies(self.other, issuer.token(self.key)))
        for name, text in token_shapes.signatures(self.key, self.other):
            # This tool reads only as much of a file as a signature has.
            self.assertIs(self.verifies(self.key, text), name == "with a zero after", name)

    def test_claims_are_wrong_but_signed(self):
        for shapes in (token_shapes.wrong_claims(self.key), token_shapes.wrong_scopes(self.key)):
            texts = dict(shapes)
            self.assertTrue(all(self.verifies(self.key, text) for text in list(texts.values())[::20]))

    def test_there_are_many_and_all_differ(self):
        good = issuer.token(self.key)
        shapes = [*token_shapes.texts(good), *token_shapes.headers(self.key, self.other, "{}", "http://x"),
                  *token_shapes.signatures(self.key, self.other), *token_shapes.wrong_claims(self.key), *token_shapes.wrong_scopes(self.key)]
        self.assertGreater(len(shapes), 200)
        self.assertEqual(len({name for name, _ in shapes}), len(shapes))
        self.assertEqual(len({text for _, text in shapes} - {good}), len(shapes))

    def test_key_server_counts_and_fails(self):
        with issuer.KeyServer([self.key]) as keys:
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(keys.address, timeout=10) as answer:
                self.assertEqual(json.load(answer)["keys"][0]["kid"], "ene")
            keys.status = 500
            with self.assertRaises(urllib.error.HTTPError):
                opener.open(keys.address, timeout=10)
            self.assertEqual(keys.count, 2)


class Lax:
    """Answers as it is instructed."""

    def __init__(self, status, headers=(), body=b""):
        self.answer = Response(status, list(headers), body)

    def ask(self, *_, **__):
        return self.answer


class Judging(unittest.TestCase):
    def tokens(self):
        made = tokens.Tokens.__new__(tokens.Tokens)
        made._report, made._person, made.wrong, made.refused = Silent(), NUMBERS[0], 0, 0
        made._key, made._other = keys()
        return made

    CHALLENGE = ("WWW-Authenticate", 'Bearer realm="x", error="invalid_token"')
    PRIVATE = ("Cache-Control", "no-store")

    def failures(self, running, statuses=(401,)):
        made = self.tokens()
        made._refused(running, "x", ["Bearer x"], statuses)
        return made._report.failed

    def test_a_refusal_is_judged(self):
        self.assertEqual(self.failures(Lax(401, [self.CHALLENGE, self.PRIVATE])), 0)
        for lax in (Lax(200, [self.PRIVATE]), Lax(401, [self.PRIVATE]), Lax(401, [self.CHALLENGE]),
                    Lax(401, [self.CHALLENGE, self.PRIVATE], NUMBERS[0].encode()), Lax(404, [self.PRIVATE]),
                    Lax(401, [self.CHALLENGE, self.PRIVATE, ("Access-Control-Allow-Origin", "*")]),
                    Lax(401, [self.CHALLENGE, ("Cache-Control", "private")])):
            self.assertGreater(self.failures(lax), 0, (lax.answer.status, lax.answer.headers))
        self.assertGreater(self.failures(Lax(403, [self.CHALLENGE, self.PRIVATE]), (403,)), 0)

    def test_an_oracle_is_seen(self):
        class Oracle(Lax):
            def ask(self, path, *_, **__):
                return Response(401 if tokens.UNKNOWN in path else 404, self.answer.headers, b"")

        for running, good in ((Lax(401, [self.CHALLENGE, self.PRIVATE]), True), (Oracle(401, [self.CHALLENGE, self.PRIVATE]), False),
                              (Lax(404, [self.PRIVATE]), False)):
            made = self.tokens()
            made._outsiders(running)
            self.assertIs(made._report.failed == 0, good)

    def test_wrong_scopes_are_seen(self):
        made = self.tokens()
        lax = Lax(200, [self.PRIVATE])
        lax.state = lax.ask
        made._scopes(lax)
        self.assertGreater(made._report.failed, 5)


class Logs(unittest.TestCase):
    def test_every_tampering_changes_something(self):
        lines = [json.dumps({"kind": "lookup", "sequence": i, "time": "2026", "status": 404, "roles": 0, "previous": "0", "hash": f"{i}"},
                            separators=(",", ":")).encode() + b"\n" for i in range(5)]
        made = list(Audit.tamperings(lines))
        self.assertGreater(len(made), 50)
        for name, number, data in made:
            self.assertNotEqual(b"".join(data), b"".join(lines), name)
            self.assertTrue(1 <= number <= len(lines) + 1, name)


class Inventories(unittest.TestCase):
    LISTS = [{"organisasjonsnummer": "1", "rollegrupper": [{"roller": [{"person": {"fodselsnummer": "7", "navn": "x"}}, {"enhet": {}}]}]}]

    def test_counting_and_comparing(self):
        self.assertEqual(inventory.count_roles(self.LISTS), 2)
        self.assertEqual(dict(inventory.numbers_in(self.LISTS)), {("1", "7"): 1})
        self.assertNotIn("7", json.dumps(inventory.without_numbers(self.LISTS)))
        self.assertNotEqual(inventory.without_numbers([{"a": 1, "fodselsnummer": "1"}]), [{"a": 2}])

    def test_waiting_ends(self):
        self.assertFalse(comes(lambda: False, 0.05))
        self.assertTrue(comes(lambda: os.getpid(), 0.05))


class Memory(unittest.TestCase):
    """A process with a number left in its memory."""

    KNOWN = b"/a/store/of/its/name"

    def found_with(self, text, parts=()):
        code = "import sys; kept = bytes.fromhex(input()); print(flush=True); input()"
        with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            # The line itself has another form than the kept text.
            process.stdin.write((self.KNOWN + text).hex().encode() + b"\n")
            process.stdin.flush()
            process.stdout.readline()
            seen = memory.Memory(process.pid, set(NUMBERS), self.KNOWN, parts=parts)
            process.stdin.write(b"\n")
        self.assertTrue(seen.finds_known)
        return [what for what, _, _ in seen.found]

    def test_nothing_is_found_where_nothing_is_left(self):
        self.assertEqual(self.found_with(b" some text 12345678901 "), [])

    def test_numbers_are_found(self):
        for written in (b" %b.", b"%b", b"99%b11"):
            self.assertIn(NUMBERS[3], self.found_with(written % NUMBERS[3].encode()))

    def test_parts_of_the_inventory_are_found(self):
        part = bytes(range(128, 152))
        self.assertTrue(self.found_with(b" before " + part, [part]))

    def test_a_process_without_the_name_proves_nothing(self):
        with subprocess.Popen(["sleep", "60"]) as process:
            self.assertFalse(memory.Memory(process.pid, set(), self.KNOWN).finds_known)
            process.kill()


if __name__ == "__main__":
    unittest.main()
