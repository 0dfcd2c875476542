# SPDX-License-Identifier: EUPL-1.2
"""Compares suggestions with those of a plain scan over all names: beginnings of names, typing errors, numbers, changes."""

import random
import subprocess
import urllib.parse

import server
from apply_checks import delete, entity, header, lines, upsert
from client import Client
from folding import fold_words, loosened
from oracle import LEGAL_FORMS, Register, without_forms
from waiting import comes

LETTERS = "abcdefghijklmnopqrstuvwxyz"
KINDS = {"enheter": "entity", "underenheter": "sub-entity"}
HEAD = 4  # Two errors may not both be here.


def distance(typed, word):
    """Returns the least errors by which `typed` becomes a beginning of `word`; exchanges of neighbours count once."""
    rows = [list(range(len(word) + 1))]
    for i, letter in enumerate(typed, 1):
        row = [i]
        for j, other in enumerate(word, 1):
            best = min(rows[i - 1][j - 1] + (letter != other), rows[i - 1][j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and letter == word[j - 2] and typed[i - 2] == other:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return min(rows[-1])


def errors_allowed(word):
    letters = len(word.encode())
    if letters < 4 or letters > 40 or any(c.isdigit() and c.isascii() for c in word):
        return 0
    return 1 if letters < 8 else 2


class Name:
    def __init__(self, number, record):
        words = fold_words(record.get("navn") or "")
        content = without_forms(words)
        self.number = number
        self.content = " ".join(content)
        self.loose = [loosened(word) for word in content]
        # A search by one word also sees the letters of A/S.
        self.single = [loosened(word) for word in words if word not in LEGAL_FORMS]
        inactive = any(record.get(flag) is True for flag in ("konkurs", "underAvvikling", "underTvangsavviklingEllerTvangsopplosning"))
        self.weight = 2 * len(" ".join(words)) + inactive


class Model:
    """The suggestions of one kind, from all names."""

    def __init__(self, records):
        self.names = [Name(number, record) for number, record in records.items()]
        self.vocabulary = {word for name in self.names for word in (*name.loose, *name.single)}
        self.matching = {}

    def tiers(self, text):
        """Yields the numbers of each tier, best first, and whether the tier is certain to be complete."""
        words = fold_words(text)
        content = without_forms(words)
        bare = text.replace(" ", "").replace(".", "")
        if bare.isascii() and bare.isdigit() and 3 <= len(bare) <= 9:
            yield sorted(name.number for name in self.names if name.number == bare), True
            yield sorted(name.number for name in self.names if name.number.startswith(bare)), True
        if not words:
            return
        if words[-1] in LEGAL_FORMS and words[-1] != content[-1]:
            yield self.best(lambda name: name.content.startswith(" ".join([*content, words[-1]]))), True
        yield self.best(lambda name: name.content.startswith(" ".join(content))), True
        if len(content) > 12:
            return
        typed = [loosened(word) for word in content]
        for most in range(max(errors_allowed(word) for word in typed) + 1):
            yield self.best(lambda name, most=most: all(
                self.begins(name.single if len(typed) == 1 else name.loose, word, min(most, errors_allowed(word))) for word in typed)), most < 2

    def begins(self, words, typed, most):
        key = typed, most
        if key not in self.matching:
            # A word with so few letters of the typed one is further away.
            self.matching[key] = {word for word in self.vocabulary if word.startswith(typed) or
                                  (most and len(set(typed) - set(word)) <= most and distance(typed, word[:len(typed) + most]) <= most)}
        return not self.matching[key].isdisjoint(words)

    def best(self, matches):
        return [name.number for name in sorted((n for n in self.names if matches(n)), key=lambda n: (n.weight, n.number))]


class SuggestChecks:
    def __init__(self, client, kind, records, report, title):
        self.client = client
        self.kind = kind
        self.records = records
        self.model = Model(records)
        self.report = report
        self.title = f"{title} {KINDS[kind]}"

    def ask(self, text, limit):
        query = urllib.parse.urlencode({"text": text, "kinds": KINDS[self.kind], "limit": limit}, quote_via=urllib.parse.quote)
        status, body = self.client.get(f"/api/ext/v1/suggest?{query}")
        self.report.check(status == 200, f"{self.title} {text!r}: {status} {body}")
        return body["suggestions"] if status == 200 else []

    def suggests(self, text, limit):
        """Compares the answer with the model; returns the numbers."""
        what = f"{self.title} {text!r} limit {limit}"
        items = self.ask(text, limit)
        numbers = [item["organisationNumber"] for item in items]
        expected, possible = [], set()
        for tier, is_certain in self.model.tiers(text):
            if len(expected) >= limit:
                break
            new = [number for number in tier if number not in expected]
            if not is_certain:
                # Two errors are the last resort.
                possible = set() if expected else set(new)
                break
            expected += new
        expected = expected[:limit]
        self.report.check(numbers[:len(expected)] == expected, f"{what}: {numbers} instead of {expected}")
        rest = numbers[len(expected):]
        self.report.check(set(rest) <= possible and len(set(rest)) == len(rest), f"{what}: {rest} do not match")
        for item in items:
            record = self.records[item["organisationNumber"]]
            self.report.check(item["label"] == (record.get("navn") or ""), f"{what}: {item}")
            units = len(item["label"].encode("utf-16-le")) // 2
            marks = [(int(mark["start"]), int(mark["end"])) for mark in item["matched"]]
            flat = [at for mark in marks for at in mark]
            self.report.check(flat == sorted(flat) and all(a < b for a, b in marks) and (not flat or flat[-1] <= units), f"{what}: marks {item}")
        return numbers

    def run(self, seed, count):
        source = random.Random(f"suggest {seed} {self.title}")
        numbers = sorted(self.records)
        for number in source.sample(numbers, min(count, len(numbers))):
            name = self.records[number].get("navn") or ""
            for end in range(1, min(len(name), 40) + 1, source.randint(2, 7)):
                if name[:end].strip():
                    self.suggests(name[:end], source.choice((1, 3, 10, 50)))
            if 0 < len(name) <= 180:
                self.finds(name, number)
            self.suggests(number[:source.randint(1, 9)], 10)
            self.suggests(f"{number[:3]} {number[3:6]} {number[6:]}", 10)
            self.with_errors(name, number, source)
            self.turned(name, source)

    def finds(self, text, number):
        found = self.suggests(text, 50)
        self.report.check(number in found or len(found) == 50, f"{self.title} {text!r} does not find {number}")

    def with_errors(self, name, number, source):
        words = [loosened(word) for word in without_forms(fold_words(name))]
        long = [at for at, word in enumerate(words) if errors_allowed(word) > 0 and word.isascii()]
        if not long or len(words) > 12:
            return
        at = source.choice(long)
        changed = words[:]
        changed[at] = misspelt(words[at], source)
        # Loosening must not change what was typed; the word must still be long enough.
        if loosened(changed[at]) == changed[at] and errors_allowed(changed[at]) > 0:
            self.finds(" ".join(changed), number)
        self.suggests(" ".join(changed)[:source.randint(4, 30)], 10)
        if errors_allowed(words[at]) == 2:
            changed[at] = words[at][:HEAD + 1] + misspelt(words[at][HEAD + 1:], source)
            changed[at] = misspelt(changed[at][:HEAD], source) + changed[at][HEAD:]
            if loosened(changed[at]) == changed[at] and errors_allowed(changed[at]) == 2 and distance(changed[at][:HEAD], words[at]) <= 1:
                self.suggests(" ".join(changed), 50)

    def turned(self, name, source):
        words = without_forms(fold_words(name))
        source.shuffle(words)
        if words:
            self.suggests(" ".join(word[:source.randint(1, 6)] for word in words), 10)


def misspelt(word, source):
    at = source.randrange(len(word)) if word else 0
    way = source.randrange(4)
    if way == 0 and len(word) > 1:
        return word[:at] + word[at + 1:]
    if way == 1:
        return word[:at] + source.choice(LETTERS) + word[at:]
    if way == 2 and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2:]
    return word[:at] + source.choice(LETTERS) + word[at + 1:]


def changes(program, report, folder, files, records):
    """After batches the model of the new state holds: over layers, after a restart, and in a register that is imported anew."""
    store = folder / "changing"
    server.must_import(program, store, "entities", files)
    source = random.Random("changes")
    now = dict(records)

    def apply(turn):
        known = sorted(now)
        gone = source.sample(known, 3)
        renamed = [number for number in source.sample(known, 6) if number not in gone]
        news = [f"9{turn}{source.randrange(10**7):07}" for _ in range(5)]
        rows = [delete(gone[0], "2026-01-01"), delete(gone[1], "2026-01-01", "remove"), delete(gone[2], "2026-01-01", "remove")]
        for number in renamed + news:
            name = source.choice(["FJELLVIK", "FJORDBLIKK", "ÅSEN"]) + f" EIENDOM {turn} {source.choice('ABC')} AS"
            now[number] = entity(number, name, konkurs=source.random() < 0.3)
            rows.append(upsert(now[number]))
        for number in gone:
            del now[number]
        done = subprocess.run([program, "apply", "-", *server.place(store)], input=lines(header(f"suggest-{turn}"), *rows),
                              capture_output=True, text=True, check=False, timeout=600, env=server.environment())
        report.check(done.returncode == 0, f"a batch between suggestions: {done.stderr}")
        return news[-1], gone

    asked = {}
    with server.Server(program, store) as running:
        client = Client(running.port)
        for turn in range(6):
            last, gone = apply(turn)
            comes(lambda last=last: client.get(f"/api/ext/v1/units/{last}")[0] == 200)
            checks = SuggestChecks(client, "enheter", now, report, f"layers {turn}")
            for text in ("fjell", "fjellvk eiendom", "eiendom fj", "å", "f", "fjordblick", *gone, last):
                asked[text] = checks.suggests(text, 20)
            checks.run(turn, 2)
    with server.Server(program, store) as running:
        checks = SuggestChecks(Client(running.port), "enheter", now, report, "restarted")
        for text in ("fjell", "fjellvk eiendom", "eiendom fj", "å", "f", "fjordblick"):
            report.check(checks.suggests(text, 20) == asked[text], f"{text!r} has other suggestions after a restart")


def run(program, report, folder, files, records, options):
    store = folder / "suggest"
    for kind, word in (("enheter", "entities"), ("underenheter", "sub-entities")):
        server.must_import(program, store, word, files[kind])
    live = {kind: Register(kind, records[kind]).records for kind in KINDS}
    with server.Server(program, store) as running:
        for kind in KINDS:
            SuggestChecks(Client(running.port), kind, live[kind], report, "generated").run(options.seed, options.combinations // 10)
    changes(program, report, folder, files["enheter"], live["enheter"])
