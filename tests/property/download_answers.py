# SPDX-License-Identifier: EUPL-1.2
"""The server's answers for files: selections equal searches, conditions and ranges, HEAD, and
streams of all matches."""

import email.utils
import json
import random
import subprocess
import tempfile
from pathlib import Path

import server
from client import API
from download_forms import COLUMNS, read_json, read_workbooks, rows_of, same_cell, sheet_cell
from download_site import JSON, NAMES, SHEET, ask, await_files, fetch, path_of, with_query
from json_text import dumps, loads, same
from oracle import Register, any_of, order_of
from questions import Questioner

SINGULAR = {"enheter": "entities", "underenheter": "sub-entities"}
MOST = 10000
NDJSON = ("Accept", "application/x-ndjson")


def header_lines(response):
    """Returns the fields that HEAD must share with GET: all but the time of the answer."""
    return sorted((name, value) for name, value in response.headers if name != "Date")


def numbers(records):
    return [record["organisasjonsnummer"] for record in records]


class SelectionChecks:
    """A selection is the result of the same search, in its order."""

    def __init__(self, report, running, folder, seed):
        self.report = report
        self.port = running.port
        self.folder = Path(folder)
        self.random = random.Random(f"{seed} selections")
        self.books = []  # (path, expected records)

    def run(self):
        await_files(self.port)
        for kind in ("enheter", "underenheter"):
            records = read_json(fetch(self.port, kind, JSON).body)
            register = Register(kind, records)
            questioner = Questioner(register, self.random)
            for asked in questioner.alone(times=2):
                self.selection(kind, register, list(asked.items()), "kommunenummer" in asked)
            for sorts in questioner.sorts():
                self.selection(kind, register, sort_pairs(sorts), False)
            for _ in range(30):
                asked, sorts = questioner.combination()
                pairs = [*asked.items(), *sort_pairs(sorts), *self.page()]
                self.selection(kind, register, pairs, "kommunenummer" in asked)
            self.location(kind, register)
        self.workbooks()

    def page(self):
        size = self.random.choice((None, 1, 7, 100, 5000))
        if size is None:
            return []
        return [("size", size), ("page", self.random.choice((0, 0, 1)))]

    def selection(self, kind, register, pairs, by_location):
        found = ask(self.port, with_query(path_of(kind, JSON), pairs))
        what = f"selection of {kind} {pairs}"
        if not self.report.check(found.status == 200, f"{what}: {found.status} {found.body[:300]}"):
            return
        records = read_json(found.body)
        if by_location:
            self.by_location(kind, register, pairs, records, what)
        else:
            size = [] if any(name == "size" for name, _ in pairs) else [("size", MOST)]
            page = json.loads(ask(self.port, with_query(API + kind, [*pairs, *size])).body, parse_float=str)
            searched = page.get("_embedded", {}).get(kind, [])
            self.report.check(numbers(records)[:MOST] == numbers(searched),
                              f"{what}: {len(records)} {numbers(records)[:5]}, search {len(searched)} "
                              f"{numbers(searched)[:5]}")
            self.how_much(found, records, pairs, page["page"]["totalElements"], what)
        whole = register.records
        self.report.check(all(same(record, whole[record["organisasjonsnummer"]]) for record in records),
                          f"{what}: a record is not that of the whole file")
        if kind == "enheter" and self.random.random() < 0.25:
            self.keep_workbook(pairs, records)

    def how_much(self, found, records, pairs, total, what):
        """Only filters, size and page leave records out, and the answer says so."""
        if is_whole(pairs):
            self.report.check(len(records) == total, f"{what}: {len(records)} of {total}")
        expected = None if len(records) == total else f"cut; total={total}; sent={len(records)}"
        self.report.check(found.header("Register-Selection") == expected, f"{what}: {found.headers}, not {expected}")

    def by_location(self, kind, register, pairs, records, what):
        """The search would compare the postal address too; a scan of the register gives the right records."""
        group = "forretningsadresse" if kind == "enheter" else "beliggenhetsadresse"
        if any(name in ("navn", "size", "page") for name, _ in pairs):
            return
        asked = {name: value for name, value in pairs if name != "sort"}
        register.filters = {**register.filters, "kommunenummer": any_of(f"{group}.kommunenummer")}
        wanted = register.search(asked)
        self.report.check(set(numbers(records)) == wanted and len(records) == len(wanted),
                          f"{what}: {len(records)}, not {len(wanted)}")
        sorts = [(value.split(",")[0], value.endswith("ASC")) for name, value in pairs if name == "sort"]
        self.report.check(all(order_of(one, other, sorts) != 1 for one, other in zip(records, records[1:])),
                          f"{what}: the order")

    def location(self, kind, register):
        """Some record is in one municipality and has its post sent to another."""
        group = "forretningsadresse" if kind == "enheter" else "beliggenhetsadresse"
        apart = [r for r in register.records.values()
                 if (post := r.get("postadresse", {}).get("kommunenummer"))
                 and post != r.get(group, {}).get("kommunenummer")]
        self.report.check(len(apart) > 3, f"{kind}: the register has no record in two municipalities")
        for record in apart[:20]:
            post, number = record["postadresse"]["kommunenummer"], record["organisasjonsnummer"]
            pairs = [("kommunenummer", post), ("organisasjonsnummer", number)]
            found = ask(self.port, with_query(path_of(kind, JSON), pairs))
            self.report.check(found.status == 200 and not read_json(found.body), f"{kind} {pairs}: by post")
            searched = json.loads(ask(self.port, with_query(API + kind, pairs)).body)
            self.report.check(searched["page"]["totalElements"] == 1, f"search of {kind} {pairs}")

    def keep_workbook(self, pairs, records):
        found = ask(self.port, with_query(path_of("enheter", SHEET), pairs))
        if self.report.check(found.status == 200, f"sheet {pairs}: {found.status}"):
            path = self.folder / f"{len(self.books)}.xlsx"
            path.write_bytes(found.body)
            self.books.append((path, records, pairs))

    def workbooks(self):
        read = read_workbooks([path for path, _, _ in self.books])
        self.report.check(len(read) == len(self.books) > 20, f"{len(read)} workbooks")
        for book, (_, records, pairs) in zip(read, self.books):
            sheets = ["Enheter 1", "Enheter 2"] if is_whole(pairs) else ["Enheter"]
            self.report.check([name for name, _ in book] == sheets, f"sheets of {pairs}: {[n for n, _ in book]}")
            _, rows = rows_of(book)
            good = len(rows) == len(records) and all(
                same_cell(there, sheet_cell(record, column))
                for row, record in zip(rows, records) for column, there in zip(COLUMNS["enheter"], row))
            self.report.check(good, f"sheet {pairs}: {len(rows)} rows, {len(records)} records, or other values")


def is_whole(pairs):
    return all(name in ("sort", "navnMetodeForSoek") for name, _ in pairs)


def sort_pairs(sorts):
    return [("sort", f"{path},{'ASC' if ascending else 'DESC'}") for path, ascending in sorts]


class FileChecks:
    """Conditions, ranges and HEAD of the files."""

    def __init__(self, report, running, seed):
        self.report = report
        self.port = running.port
        self.random = random.Random(f"{seed} ranges")

    def run(self):
        await_files(self.port)
        for kind, form in NAMES:
            self.path = path_of(kind, form)
            self.whole = fetch(self.port, kind, form)
            self.tag = self.whole.header("ETag")
            self.modified = self.whole.header("Last-Modified")
            self.heads()
            self.conditions()
            self.ranges()
            self.reassembled()

    def ask(self, *headers, method="GET"):
        return ask(self.port, self.path, method, headers)

    def expect(self, status, *headers, body=None, method="GET"):
        response = self.ask(*headers, method=method)
        good = response.status == status and (body is None or response.body == body)
        self.report.check(good, f"{self.path} {method} {headers}: {response.status}, not {status}, "
                                f"{len(response.body)} bytes")
        self.report.check(response.header("ETag") == self.tag, f"{self.path} {headers}: without its tag")
        return response

    def heads(self):
        whole, head = self.whole, self.ask(method="HEAD")
        self.report.check(head.body == b"" and header_lines(head) == header_lines(whole),
                          f"{self.path}: HEAD has {header_lines(head)}, GET {header_lines(whole)}")
        self.report.check(whole.header("Content-Encoding") is None and whole.header("Accept-Ranges") == "bytes"
                          and int(whole.header("Content-Length")) == len(whole.body), f"{self.path}: {whole.headers}")
        date = email.utils.parsedate_to_datetime(self.modified)
        self.report.check(email.utils.format_datetime(date, usegmt=True) == self.modified,
                          f"{self.path}: Last-Modified {self.modified}")

    def conditions(self):
        bare = self.tag.strip('"')
        other = '"' + bare[::-1] + '"'
        for value in (self.tag, bare, f"W/{self.tag}", "*", f'"x", {self.tag}', f"{other},W/{self.tag} , \"y\""):
            for method in ("GET", "HEAD"):
                self.expect(304, ("If-None-Match", value), body=b"", method=method)
            self.expect(304, ("If-None-Match", value), ("Range", "bytes=0-9"), body=b"")
        for value in (other, f"W/{other}", bare[:-1], f'"{bare}x"', ""):
            self.expect(200, ("If-None-Match", value), body=self.whole.body)
        date = email.utils.parsedate_to_datetime(self.modified)
        for seconds, status in ((0, 304), (-1, 200), (-86400, 200), (86400, 200)):
            text = email.utils.format_datetime(date.fromtimestamp(date.timestamp() + seconds, date.tzinfo), usegmt=True)
            self.expect(status, ("If-Modified-Since", text))
            # If there is a tag, the date is ignored.
            self.expect(200, ("If-Modified-Since", text), ("If-None-Match", other))
        self.expect(200, ("If-Modified-Since", "yesterday"))
        self.expect(412, ("If-Match", other), body=b"")
        self.expect(200, ("If-Match", self.tag))

    def part(self, value, first, last, *headers):
        data = self.whole.body
        response = self.expect(206, ("Range", value), *headers, body=data[first:last + 1])
        self.report.check(response.header("Content-Range") == f"bytes {first}-{last}/{len(data)}",
                          f"{self.path} {value}: {response.header('Content-Range')}")

    def ranges(self):
        data = self.whole.body
        size, end = len(data), len(data) - 1
        for value, first, last in (("bytes=0-0", 0, 0), ("bytes=0-", 0, end), (f"bytes={end}-", end, end),
                                   ("bytes=-1", end, end), ("bytes=-500", size - 500, end), (f"bytes=-{size + 9}", 0, end),
                                   (f"bytes=5-{size * 9}", 5, end), ("Bytes=3-7", 3, 7),
                                   ("bytes=0-99999999999999999999999999", 0, end)):
            self.part(value, first, last)
        for value in (f"bytes={size}-", f"bytes={size + 5}-{size + 9}", "bytes=-0", "bytes=99999999999999999999-"):
            response = self.expect(416, ("Range", value), body=b"")
            self.report.check(response.header("Content-Range") == f"bytes */{size}", f"{value}: {response.headers}")
        for value in ("bytes=0-0,5-9", "bytes=9-3", "bytes=a-b", "bytes", "lines=0-1", "bytes=--3", "bytes=", "bytes=1"):
            response = self.expect(200, ("Range", value), body=data)
            self.report.check(response.header("Content-Range") is None, f"{value}: {response.headers}")
        self.expect(200, ("Range", "bytes=0-0"), ("Range", "bytes=1-1"), body=data)
        self.expect(200, ("Range", "bytes=0-9"), body=b"", method="HEAD")
        for value in (self.tag, self.modified):
            self.part("bytes=2-6", 2, 6, ("If-Range", value))
        for value in ('"0123456789abcdef0123456789abcdef"', f"W/{self.tag}", "Mon, 01 Jan 2001 00:00:00 GMT", "x"):
            self.expect(200, ("Range", "bytes=2-6"), ("If-Range", value), body=data)
        self.expect(200, ("If-Range", self.tag), body=data)

    def reassembled(self):
        data = self.whole.body
        cuts = sorted({0, len(data), *(self.random.randrange(len(data)) for _ in range(30))})
        parts = [self.ask(("Range", f"bytes={one}-{other - 1}"), ("If-Range", self.tag)).body
                 for one, other in zip(cuts, cuts[1:])]
        self.report.check(b"".join(parts) == data, f"{self.path}: {len(parts)} parts are not the whole")


def saved_by_curl(report, port, folder):
    """`curl -OJ` uses name and bytes, continues a truncated download, and fetches only new content."""
    folder = Path(folder) / "curl"
    folder.mkdir()

    def curl(*arguments):
        done = subprocess.run(["curl", "-sS", "-w", "%{http_code}", *arguments], cwd=folder, check=False, text=True,
                              capture_output=True, timeout=60)
        return done.stdout[-3:] if done.returncode == 0 else done.stderr

    base = f"http://127.0.0.1:{port}"
    for (kind, form), name in NAMES.items():
        url = base + path_of(kind, form)
        whole = fetch(port, kind, form).body
        status = curl("-OJ", url)
        report.check(status == "200" and (folder / name).exists() and (folder / name).read_bytes() == whole,
                     f"curl -OJ {url}: {status}, {sorted(p.name for p in folder.iterdir())}")
        (folder / name).write_bytes(whole[:len(whole) // 3])
        status = curl("-C", "-", "-o", name, url)
        report.check(status == "206" and (folder / name).read_bytes() == whole, f"curl -C - {url}: {status}")
        status = curl("--etag-save", "tag", "-o", name, url), curl("--etag-compare", "tag", "-o", "unchanged", url)
        report.check(status == ("200", "304"), f"curl --etag-compare {url}: {status}")
    status = curl("-OJ", f"{base}{path_of('enheter', JSON)}?size=2")
    report.check(status == "200" and (folder / "enheter_utvalg.json.gz").exists(), f"curl -OJ of a selection: {status}")


class StreamChecks:
    """A register with more records than a window holds."""

    RECORDS = MOST + 50

    def __init__(self, report, folder):
        self.report = report
        self.folder = Path(folder)

    def file(self):
        """Every third is bankrupt; numbers ascend, names descend."""
        path = self.folder / "many.json"
        path.write_text(json.dumps([
            {"organisasjonsnummer": str(800000000 + at), "navn": f"ENHET {99999 - at}", "konkurs": at % 3 == 0,
             "organisasjonsform": {"kode": "AS", "beskrivelse": "Aksjeselskap"}} for at in range(self.RECORDS)]))
        return path

    def run(self, program):
        store = self.folder / "store"
        server.must_import(program, store, "entities", [self.file()])
        with server.Server(program, store) as running:
            self.port = running.port
            await_files(self.port)
            self.window()
            self.lines("enheter", [], self.RECORDS)
            self.lines("enheter", [("konkurs", "false")], self.RECORDS - (self.RECORDS + 2) // 3)
            self.lines("enheter", [("navn", "finnes ikke noe sted")], 0)
            self.heads()

    def window(self):
        """Records past the window are left out; the file has them."""
        whole = read_json(fetch(self.port, "enheter", JSON).body)
        self.report.check(len(whole) == self.RECORDS, f"{len(whole)} records in the file")
        for pairs, first, count in (([("organisasjonsform", "AS")], 0, MOST), ([("size", MOST)], 0, MOST),
                                    ([("size", 5000), ("page", 1)], 5000, 5000), ([("page", 0)], 0, MOST),
                                    ([("sort", "navn,DESC")], 0, self.RECORDS), ([("size", 3), ("page", 2)], 6, 3),
                                    ([("sort", "navn,DESC"), ("size", MOST)], 0, MOST),
                                    ([("navnMetodeForSoek", "FORTLOEPENDE")], 0, self.RECORDS)):
            found = ask(self.port, with_query(path_of("enheter", JSON), pairs))
            good = found.status == 200 and numbers(read_json(found.body)) == numbers(whole[first:first + count])
            self.report.check(good, f"{pairs}: {found.status}, {len(found.body)} bytes")
            expected = None if count == self.RECORDS else f"cut; total={self.RECORDS}; sent={count}"
            self.report.check(found.header("Register-Selection") == expected, f"{pairs}: {found.headers}, not {expected}")
        self.pages()

    def pages(self):
        """Links lead to the window's end, and the answer there says that there is more."""
        for size in (20, 3000, MOST):
            end = MOST // size - 1
            for number in {0, end - 1, end} - {-1}:
                found = ask(self.port, with_query(API + "enheter", [("size", size), ("page", number)]))
                links = json.loads(found.body)["_links"]
                expected = None if number < end else f"cut; total={self.RECORDS}; sent={size}"
                self.report.check(found.header("Register-Selection") == expected, f"{size} {number}: {found.headers}")
                self.report.check(("next" in links) == (number < end), f"{size} {number}: {links}")
                self.report.check(links["last"]["href"].endswith(f"page={(self.RECORDS - 1) // size}&size={size}"),
                                  f"{size} {number}: {links}")
                if "next" in links:
                    target = links["next"]["href"].split(f":{self.port}", 1)[1]
                    self.report.check(ask(self.port, target).status == 200, f"{target} is linked to")

    def lines(self, kind, pairs, count):
        found = ask(self.port, with_query(API + kind, pairs), headers=[NDJSON])
        text = found.body.decode("utf-8")
        records = [loads(line) for line in text.split("\n")[:-1]]
        self.report.check(found.status == 200 and found.header("Content-Type") == "application/x-ndjson"
                          and len(records) == count and (not text or text.endswith("\n")),
                          f"lines of {pairs}: {found.status} {found.headers}, {len(records)}, not {count}")
        rising = numbers(records)
        self.report.check(rising == sorted(set(rising)), f"lines of {pairs}: not in order of number")
        for start in range(0, min(count, MOST), MOST // 2):
            size = [("size", MOST // 2), ("page", start * 2 // MOST)]
            page = loads(ask(self.port, with_query(API + kind, [*pairs, *size])).body)["_embedded"][kind]
            self.report.check(list(map(dumps, page)) == list(map(dumps, records[start:start + MOST // 2])),
                              f"lines of {pairs} from {start} are not those of the search")

    def heads(self):
        """HEAD of a streamed answer has the fields of GET."""
        for target, headers in ((with_query(path_of("enheter", JSON), [("size", 5)]), []),
                                (with_query(path_of("enheter", SHEET), [("size", 5)]), []),
                                (with_query(path_of("underenheter", JSON), [("size", 5)]), []),
                                (f"{API}enheter?konkurs=true", [NDJSON]),
                                (f"{API}enheter/lastned/manifest", [])):
            head, whole = ask(self.port, target, "HEAD", headers), ask(self.port, target, "GET", headers)
            self.report.check(head.status == whole.status == 200 and not head.body and whole.body
                              and header_lines(head) == header_lines(whole),
                              f"HEAD {target}: {header_lines(head)}, GET {header_lines(whole)}")


class LineChecks:
    """Streams of any filter over a register with all features, equal to the search's pages."""

    def __init__(self, report, running, seed):
        self.report = report
        self.port = running.port
        self.random = random.Random(f"{seed} lines")

    def run(self):
        for kind in ("enheter", "underenheter"):
            whole = [loads(line) for line in ask(self.port, API + kind, headers=[NDJSON]).body.splitlines()]
            questioner = Questioner(Register(kind, whole), self.random)
            for asked in [*questioner.alone(times=1), *(questioner.combination()[0] for _ in range(40))]:
                self.compare(kind, list(asked.items()))

    def compare(self, kind, pairs):
        found = ask(self.port, with_query(API + kind, pairs), headers=[NDJSON])
        page = loads(ask(self.port, with_query(API + kind, [*pairs, ("size", MOST)])).body)
        wanted = {r["organisasjonsnummer"]: dumps(r) for r in page.get("_embedded", {}).get(kind, [])}
        there = {r["organisasjonsnummer"]: dumps(r) for r in map(loads, found.body.splitlines())}
        self.report.check(found.status == 200 and there == wanted,
                          f"lines of {kind} {pairs}: {found.status}, {len(there)}, not {len(wanted)}")


def run(program, report, files, seed):
    with tempfile.TemporaryDirectory(prefix="orgreg-selections-") as folder:
        store = Path(folder) / "store"
        for kind, paths in files.items():
            server.must_import(program, store, SINGULAR[kind], paths)
        with server.Server(program, store) as running:
            SelectionChecks(report, running, folder, seed).run()
            FileChecks(report, running, seed).run()
            saved_by_curl(report, running.port, folder)
            LineChecks(report, running, seed).run()
    with tempfile.TemporaryDirectory(prefix="orgreg-streams-") as folder:
        StreamChecks(report, folder).run(program)
