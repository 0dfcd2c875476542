# SPDX-License-Identifier: EUPL-1.2
"""Files an import must refuse, or load in part and report. Each is small and has one error.

`FATAL` files keep the store as it was. `PARTLY` files lose the records at the positions named
(counted from 1 in the file) and load the rest. `STRANGE` files look odd and are fine.
"""

import zlib

import csv_form
import invented_entities as entities
from json_text import dumps

# No other file has these numbers, so that a test sees which of them were loaded.
FIRST, SECOND, THIRD = "312400529", "312400537", "312400545"


def gzipped(content):
    """The same bytes on every Debian: gzip.compress writes another system into its header since Python 3.13."""
    return zlib.compress(content, 9, wbits=31)


def simple(number, **more):
    return entities.entity(number, f"PRØVE {number[-3:]} AS", **more)


def three(middle):
    """An array of a good record, `middle` as text, and a good record."""
    return f"[{dumps(simple(FIRST))},\n{middle},\n{dumps(simple(THIRD))}]".encode()


def wrong(**members):
    return dumps({**simple(SECOND), **members})


def _fatal():
    good = three(dumps(simple(SECOND)))
    packed = gzipped(good)
    flipped = bytearray(packed)
    flipped[-6] ^= 0xFF  # inside the checksum
    header = csv_form.row(csv_form.ENTITY_COLUMNS)
    table = csv_form.table([simple(FIRST), simple(THIRD)], csv_form.ENTITY_COLUMNS)
    return {
        "truncated.json.gz": gzipped(good)[:-20],
        "checksum.json.gz": bytes(flipped),
        "empty.json.gz": b"",
        "not-gzip.json.gz": b"this is no gzip file",
        "trailing-garbage.json.gz": gzipped(good) + b"garbage",
        "truncated-array.json": good[:-1],
        "truncated-element.json": good[:len(good) // 2],
        "missing-comma.json": good.replace(b"},\n{", b"}\n{"),
        "text-after-array.json": good + b" x",
        "two-arrays.json": good + b"\n" + good,
        "empty.json": b"",
        "only-spaces.json": b" \n\t ",
        "a-string.json": b'"hei"',
        "web-page.json": b"<!DOCTYPE html><title>503</title>",
        "unbalanced-quote.csv": table[:-2].encode(),
        "cut-in-row.csv": table[:table.rindex('","') + 1].encode(),
        "cut-in-row-with-line-end.csv": (table[:table.rindex('","') + 1] + "\n").encode(),
        "cut-after-comma.csv": table[:table.rindex('","') + 2].encode(),
        "cut-between-quotes.csv": (header + '"312400529","PR\u00d8VE ""').encode(),
        "cut-unquoted.csv": b"organisasjonsnummer,navn,organisasjonsform.kode\n"
                            b"312400529,A,AS\n312400537,B",
        "wrong-header.csv": header.replace("organisasjonsnummer", "orgnr", 1).encode(),
        "empty.csv": b"",
        "semicolons.csv": table.replace('","', '";"').encode(),
    }


def _partly():
    long_number = wrong(organisasjonsnummer="3124005370")
    bad = {
        "not-an-object.json": "17",
        "null-element.json": "null",
        "array-element.json": "[]",
        "no-number.json": dumps({"navn": "UTEN NUMMER AS"}),
        "long-number.json": long_number,
        "number-of-letters.json": wrong(organisasjonsnummer="31240053X"),
        "number-null.json": wrong(organisasjonsnummer=None),
        "name-is-number.json": wrong(navn=7),
        "name-is-object.json": wrong(navn={"navn": "X"}),
        "flag-is-text.json": wrong(konkurs="ja"),
        "flag-is-number.json": wrong(konkurs=0),
        "date-of-no-day.json": wrong(stiftelsesdato="2023-02-29"),
        "date-with-time.json": wrong(stiftelsesdato="2023-02-28T00:00:00"),
        "date-is-number.json": wrong(stiftelsesdato=20230228),
        "address-is-text.json": wrong(forretningsadresse="Storgata 1"),
        "address-line-is-object.json": wrong(forretningsadresse={"adresse": [{"linje": 1}]}),
        "employees-negative.json": wrong(antallAnsatte=-1),
        "employees-fraction.json": wrong(antallAnsatte=5.5),
        "employees-is-text.json": wrong(antallAnsatte="mange"),
        "form-is-text.json": wrong(organisasjonsform="AS"),
        "capital-is-array.json": wrong(kapital=[1]),
        "superior-too-short.json": wrong(overordnetEnhet="12345678"),
    }
    made = {name: three(middle) for name, middle in bad.items()}
    good = dumps(simple(SECOND)).encode()
    made["bad-utf8.json"] = three(dumps(simple(SECOND))).replace("Ø 537".encode(), b"\xc3 537") \
        .replace("PRØVE 537".encode(), b"PR\xc3VE 537")
    made["lone-surrogate.json"] = three(dumps(simple(SECOND)).replace("PRØVE 537", "PR\\ud800VE"))
    made["broken-line.ndjson"] = (dumps(simple(FIRST)) + "\n{\"organisasjonsnummer\":\n"
                                  + dumps(simple(THIRD)) + "\n").encode()
    made["two-on-a-line.ndjson"] = (dumps(simple(FIRST)) + "\n").encode() + good + b" x\n" + (
        dumps(simple(THIRD)) + "\n").encode()
    rows = [csv_form.row(csv_form.cell(simple(n), c) for c in csv_form.ENTITY_COLUMNS)
            for n in (FIRST, SECOND, THIRD)]
    header = csv_form.row(csv_form.ENTITY_COLUMNS)
    made["short-row.csv"] = (header + rows[0] + '"312400537","KORT RAD"\n' + rows[2]).encode()
    made["long-row.csv"] = (header + rows[0] + rows[1][:-1] + ',"91"\n' + rows[2]).encode()
    made["bad-flag.csv"] = (header + rows[0] + rows[1].replace('"false"', '"kanskje"', 1)
                            + rows[2]).encode()
    made["bad-date.csv"] = (header + rows[0] + rows[1].replace("2010-01-01", "01.01.2010")
                            + rows[2]).encode()
    return made


def _strange():
    good = three(dumps(simple(SECOND)))
    table = csv_form.table([simple(n) for n in (FIRST, SECOND, THIRD)], csv_form.ENTITY_COLUMNS)
    deep = "[" * 60 + "]" * 60
    return {
        "byte-order-mark.json": b"\xef\xbb\xbf" + good,
        "two-members.json.gz": gzipped(good[:700]) + gzipped(good[700:]),
        "windows-lines.ndjson": b"\r\n".join(dumps(simple(n)).encode()
                                             for n in (FIRST, SECOND, THIRD)),
        "blank-lines.ndjson": ("\n\n" + "\n\n".join(
            dumps(simple(n)) for n in (FIRST, SECOND, THIRD)) + "\n \n").encode(),
        "windows-lines.csv": table.replace("\n", "\r\n").encode(),
        "byte-order-mark.csv": b"\xef\xbb\xbf" + table.encode(),
        "no-last-line-break.csv": table[:-1].encode(),
        "unquoted-cells.csv": "\n".join(
            line.replace('""', "").replace('"', "") if i else line
            for i, line in enumerate(table.split("\n"))).encode(),
        "deep-unknown-member.json": three(wrong(dypt=0).replace('"dypt":0', f'"dypt":{deep}')),
        "the-same-number-twice.json": three(dumps(simple(SECOND))).replace(
            FIRST.encode(), THIRD.encode()).replace(b"PR\xc3\x98VE 529", b"ERSTATTET"),
        "empty-array.json": b"[]",
        "empty-array-spaces.json": b" [ \n ] \n",
    }


FATAL = sorted(_fatal())
PARTLY = {name: 2 for name in sorted(_partly())}
STRANGE = sorted(_strange())


def files():
    made = {}
    for folder, group in (("fatal", _fatal()), ("partly", _partly()), ("strange", _strange())):
        made.update({f"broken/{folder}/{name}": content for name, content in group.items()})
    return made
