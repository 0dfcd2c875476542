# SPDX-License-Identifier: EUPL-1.2
"""The files of the register and the selections from them: their content in three formats, their
answers (download_answers.py) and their life (download_life.py)."""

import gzip
import json
import re
import tempfile
import zlib
from pathlib import Path

import download_answers
import download_life
import server
from client import API, Client
from download_forms import (COLUMNS, KNOWN_HEADERS, csv_row, libreoffice_cell, read_csv, read_json,
                            read_with_libreoffice, read_workbooks, rows_of, same_cell, sheet_cell,
                            without_links)
from download_site import CSV, JSON, NAMES, SHEET, ask, await_files, fetch_all, full_records, path_of, sha256
from json_text import dumps, loads, same

KINDS = ("enheter", "underenheter")
DATA = Path(__file__).resolve().parents[1] / "data"
SINGULAR = {"enheter": "entities", "underenheter": "sub-entities"}
SHEET_NAMES = {"enheter": ["Enheter 1", "Enheter 2"], "underenheter": ["Underenheter"]}


def records_of(port, kind):
    """Returns every live record as the searches send it, in order of number."""
    client = Client(port)
    client._connection.request("GET", f"{API}{kind}", headers={"Accept": "application/x-ndjson"})
    text = client._connection.getresponse().read().decode("utf-8")
    return [loads(line) for line in text.split("\n") if line]


class ContentChecks:
    """The content of the files of units."""

    def __init__(self, report, title, running, folder):
        self.report = report
        self.title = title
        self.port = running.port
        self.folder = Path(folder)

    def check(self, good, message):
        return self.report.check(good, f"{self.title}: {message}")

    def run(self, with_libreoffice):
        listed = await_files(self.port)
        if not self.check(listed is not None, "the files are not made"):
            return
        self.files = fetch_all(self.port)
        self.manifest(listed)
        self.one_member()
        for (kind, form), response in self.files.items():
            (self.folder / NAMES[kind, form]).write_bytes(response.body)
        books = read_workbooks([self.folder / NAMES[kind, SHEET] for kind in KINDS])
        for kind, book in zip(KINDS, books):
            self.one_kind(kind, book)
            if with_libreoffice:
                self.libreoffice(kind)

    def one_member(self):
        """Some readers stop at the end of the first member of a gzip file."""
        for (kind, form), response in self.files.items():
            if form != SHEET:
                reader = zlib.decompressobj(wbits=31)
                reader.decompress(response.body)
                self.check(reader.eof and not reader.unused_data, f"{NAMES[kind, form]} has several members")

    def manifest(self, listed):
        for key, name in NAMES.items():
            body, entry = self.files[key].body, listed[name]
            self.check(entry["size"] == len(body) and entry["sha256"] == sha256(body),
                       f"{name} is {len(body)} bytes, {sha256(body)}; the manifest says {entry}")
            self.check(self.files[key].header("Register-Position") == str(entry["position"]),
                       f"{name}: position {self.files[key].header('Register-Position')}, {entry}")
            self.check(self.files[key].header("ETag") == f'"{entry["sha256"][:32]}"', f"{name}: another tag")
        self.check(len({entry["position"] for entry in listed.values()}) == 1, f"several states: {listed}")
        self.listed = listed

    def one_kind(self, kind, book):
        live = records_of(self.port, kind)
        self.check((len(live) == 0) == (self.title == "empty"), f"{kind}: {len(live)} records are searched")
        try:
            records = read_json(self.files[kind, JSON].body)
        except ValueError as error:
            self.check(False, f"{kind} JSON: {error}")
            return
        for form in (JSON, CSV, SHEET):
            self.check(self.listed[NAMES[kind, form]]["records"] == len(live),
                       f"{kind}{form}: the manifest counts {self.listed[NAMES[kind, form]]['records']}")
        self.json(kind, records, live)
        self.csv(kind, records)
        self.sheet(kind, records, book)
        self.records = records

    def json(self, kind, records, live):
        self.check(len(records) == len(live), f"{kind} JSON: {len(records)} of {len(live)}")
        for record, served in zip(records, live):
            self.check("_links" not in dumps(record) and same(record, without_links(served)),
                       f"{kind} JSON: {dumps(record)[:600]}\n    of {dumps(served)[:600]}")

    def csv(self, kind, records):
        text = gzip.decompress(self.files[kind, CSV].body)
        self.check(text.startswith(b'"organisasjonsnummer","navn",') and text.endswith(b'"\n'),
                   f"{kind} CSV: {text[:60]!r} … {text[-20:]!r}")
        header, *rows = read_csv(self.files[kind, CSV].body)
        self.check(header == COLUMNS[kind], f"{kind} CSV header: {header}")
        self.check(len(rows) == len(records), f"{kind} CSV: {len(rows)} of {len(records)}")
        for row, record in zip(rows, records):
            wanted = csv_row(record, kind)
            self.check(row == wanted, f"{kind} CSV {record['organisasjonsnummer']}: " + "; ".join(
                f"{name}: {there[:80]!r}, not {value[:80]!r}"
                for name, there, value in zip(header, row, wanted) if there != value))
        self.safe_csv(kind, [header, *rows])

    def safe_csv(self, kind, rows):
        """The same cells, but those that a spreadsheet could run begin with an apostrophe."""
        response = ask(self.port, path_of(kind, CSV) + "?trygg=regneark")
        self.check(response.status == 200 and response.header("ETag") is None, f"{kind} safe CSV: {response.status}")
        safe = [[re.sub(r"(^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[=+@-]))", "'", cell) for cell in row] for row in rows]
        self.check(read_csv(response.body) == safe, f"{kind} safe CSV: {len(rows)} rows")

    def sheet(self, kind, records, book):
        self.check([name for name, _ in book] == SHEET_NAMES[kind], f"{kind}: {[name for name, _ in book]}")
        try:
            header, rows = rows_of(book)
        except (ValueError, IndexError, TypeError) as error:
            self.check(False, f"{kind} sheet: {error}")
            return
        self.check(len(header) == len(set(header)) == len(COLUMNS[kind]) and all(header), f"{kind}: {header}")
        for column, text in KNOWN_HEADERS.items():
            if column in COLUMNS[kind]:
                self.check(header[COLUMNS[kind].index(column)] == text, f"{kind} header of {column}")
        self.check(len(rows) == len(records), f"{kind} sheet: {len(rows)} of {len(records)}")
        for row, record in zip(rows, records):
            wrong = [(column, there, wanted) for column, there in zip(COLUMNS[kind], row)
                     if not same_cell(there, wanted := sheet_cell(record, column))]
            self.check(not wrong, f"{kind} sheet {record['organisasjonsnummer']}: {str(wrong)[:600]}")

    def libreoffice(self, kind):
        folder = self.folder / f"libreoffice-{kind}"
        folder.mkdir()
        try:
            sheets = read_with_libreoffice(self.folder / NAMES[kind, SHEET], folder)
        except ValueError as error:
            self.check(False, f"{kind}: {error}")
            return
        self.check(sorted(sheets) == SHEET_NAMES[kind], f"{kind} in LibreOffice: {sorted(sheets)}")
        header, *rows = sheets[SHEET_NAMES[kind][0]]
        for name in SHEET_NAMES[kind][1:]:
            self.check(sheets[name] == [header], f"{kind} {name}: {str(sheets[name])[:200]}")
        records = read_json(self.files[kind, JSON].body)
        self.check(len(rows) == len(records), f"{kind} in LibreOffice: {len(rows)} of {len(records)}")
        for row, record in zip(rows, records):
            wrong = [(column, there[:60], str(wanted)[:60]) for column, there in zip(COLUMNS[kind], row)
                     if not libreoffice_cell(there, wanted := sheet_cell(record, column))]
            self.check(not wrong, f"{kind} in LibreOffice {record['organisasjonsnummer']}: {str(wrong)[:600]}")


def contents(program, report, title, files, with_libreoffice=False):
    with tempfile.TemporaryDirectory(prefix="orgreg-downloads-") as folder:
        store = Path(folder) / "store"
        for kind, paths in files.items():
            server.must_import(program, store, SINGULAR[kind], paths)
        with server.Server(program, store) as running:
            ContentChecks(report, title, running, folder).run(with_libreoffice)


def hard_files(folder):
    """Writes records in which every field occurs, and ordinary ones."""
    files = {}
    for kind, ordinary in (("enheter", "entities.json"), ("underenheter", "sub-entities.json")):
        path = Path(folder) / f"hard-{kind}.json"
        path.write_text(json.dumps(full_records(kind)), encoding="utf-8")
        files[kind] = [DATA / "files" / ordinary, path]
    return files


def generated_files(program, folder, entities=2500):
    server.must_generate(program, folder, entities, "--seed", 11)
    folder = Path(folder)
    return {kind: [folder / f"{kind}_alle.json.gz", folder / f"utgaatte_{kind}.ndjson"] for kind in KINDS}


def real_files():
    real = DATA / "real-extract"
    return {"enheter": [real / "enheter_v1_2022-06.json.gz", real / "enheter_v2_2026-04.json.gz"],
            "underenheter": [real / "underenheter_v2_2026-04.json.gz"]}


def empty_files():
    return {kind: [DATA / "broken/strange/empty-array.json"] for kind in KINDS}


def run(program, report, seed=1):
    with tempfile.TemporaryDirectory(prefix="orgreg-download-files-") as folder:
        generated = generated_files(program, Path(folder) / "generated")
        contents(program, report, "every field", hard_files(folder), with_libreoffice=True)
        contents(program, report, "empty", empty_files(), with_libreoffice=True)
        contents(program, report, "generated", generated)
        contents(program, report, "real extract", real_files())
        download_answers.run(program, report, generated, seed)
        download_life.run(program, report, generated, seed)
