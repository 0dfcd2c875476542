# SPDX-License-Identifier: EUPL-1.2
"""Import: files that must be refused, that must be loaded in part, and that only look odd."""

import contextlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import server
from client import API, Client

DATA = Path(__file__).resolve().parents[1] / "data"
sys.path.insert(0, str(DATA))
import broken_files as broken  # noqa: E402

BEFORE = DATA / "register" / "entities.json"
NEW = (broken.FIRST, broken.SECOND, broken.THIRD)


def statuses(program, store, numbers):
    with server.Server(program, store) as running:
        client = Client(running.port)
        return [client.get(f"{API}enheter/{number}")[0] for number in numbers]


def total(program, store):
    with server.Server(program, store) as running:
        return int(Client(running.port).page("enheter", [])[1]["totalElements"])


class ImportChecks:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self._count = 0

    def new_store(self, *files):
        self._count += 1
        store = self.folder / f"store{self._count}"
        if files:
            server.must_import(self.program, store, "entities", files)
        return store

    def load(self, store, file, *options):
        return server.import_files(self.program, store, "entities", [file], *options)

    def run(self):
        self.fatal_files()
        self.partly_broken_files()
        self.strange_files()
        self.strict()
        self.unknown_members()
        self.odd_values()
        self.long_code()
        self.several_files()
        self.verify()

    def verify(self):
        """The program finds changes that were made behind its back, in the store and in the index."""
        store = self.new_store(BEFORE)
        segment = store / "segments/entities.segment"
        sound = segment.read_bytes()

        def outcome():
            return subprocess.run([self.program, "verify", *server.place(store)],
                                  capture_output=True, text=True, check=False)

        done = outcome()
        self.report.check(done.returncode == 0 and "entities: " in done.stdout,
                          f"verify of a sound store: {done.returncode} {done.stdout}{done.stderr}")
        at = sound.index(b'"navn":"') + 8
        segment.write_bytes(sound[:at] + b"?" + sound[at + 1:])
        done = outcome()
        self.report.check(done.returncode == 1 and "damaged" in done.stderr,
                          f"verify of a changed index: {done.returncode} {done.stderr}")
        self.report.check(self.answers_in_the_end(store), "a server mends a damaged index")
        done = outcome()
        self.report.check(done.returncode == 0, f"verify of a mended index: {done.stderr}")
        segment.unlink()
        done = outcome()
        self.report.check(done.returncode == 0 and "no index" in done.stdout,
                          f"verify without an index: {done.returncode} {done.stdout}")
        with contextlib.closing(sqlite3.connect(store / "store.db")) as database, database:
            database.execute("UPDATE entity SET packed = substr(packed, 2)")
        done = outcome()
        self.report.check(done.returncode == 1, f"verify of a changed store: {done.returncode} {done.stderr}")

    def answers_in_the_end(self, store):
        """The answer is 503 until the damaged index is rebuilt, then the right one; never a wrong one."""
        with server.Server(self.program, store) as running:
            client = Client(running.port)
            for _ in range(100):
                status = client.get(f"{API}enheter?size=1000")[0]
                if status != 503:
                    return status == 200
                time.sleep(0.1)
        return False

    def fatal_files(self):
        """An error and a message that names the file, and an unchanged store."""
        store = self.new_store(BEFORE)
        before = total(self.program, store)
        for name in broken.FATAL:
            done = self.load(store, DATA / "broken/fatal" / name)
            said = done.stdout + done.stderr
            self.report.check(done.returncode != 0, f"fatal/{name}: exit code 0\n{said}")
            self.report.check(done.returncode > 0, f"fatal/{name}: died: {done.returncode}")
            self.report.check(name in said, f"fatal/{name}: is not named: {said}")
        self.report.check(total(self.program, store) == before, "fatal: the store has changed")
        there = statuses(self.program, store, NEW)
        self.report.check(there == [404, 404, 404], f"fatal: records came through: {there}")

    def partly_broken_files(self):
        """The good records are loaded, the bad one is reported with its position."""
        for name, position in broken.PARTLY.items():
            store = self.new_store()
            done = self.load(store, DATA / "broken/partly" / name)
            said = done.stdout + done.stderr
            self.report.check(done.returncode >= 0, f"partly/{name}: died")
            line = re.search(rf"{re.escape(name)}\b.*\brecord {position}\b: .{{5,}}", said)
            self.report.check(line is not None and len(line[0]) < 600,
                              f"partly/{name}: record {position} is not reported, or at length: {said}")
            there = statuses(self.program, store, NEW)
            self.report.check(there == [200, 404, 200], f"partly/{name}: {there}\n{said}")

    def strange_files(self):
        for name in broken.STRANGE:
            store = self.new_store()
            done = self.load(store, DATA / "broken/strange" / name)
            said = done.stdout + done.stderr
            self.report.check(done.returncode == 0, f"strange/{name}: {done.returncode} {said}")
            if name.startswith("empty-array"):
                continue
            wanted = [404, 200, 200] if "twice" in name else [200, 200, 200]
            there = statuses(self.program, store, NEW)
            self.report.check(there == wanted, f"strange/{name}: {there}\n{said}")

    def strict(self):
        """--strict stops at the first bad record and keeps the store as it was."""
        store = self.new_store(BEFORE)
        for name in ("no-number.json", "short-row.csv", "broken-line.ndjson"):
            done = self.load(store, DATA / "broken/partly" / name, "--strict")
            self.report.check(done.returncode > 0, f"--strict {name}: {done.returncode}")
        there = statuses(self.program, store, NEW)
        self.report.check(there == [404, 404, 404], f"--strict: records came through: {there}")
        done = self.load(store, BEFORE, "--strict")
        self.report.check(done.returncode == 0, f"--strict on a good file: {done.stderr}")

    def unknown_members(self):
        """Each member gets a count, not each record a warning."""
        from json_text import dumps
        path = self.folder / "unknown.ndjson"
        records = [broken.simple(number, nyttmedlem=i, annetnytt={"a": i})
                   for i, number in enumerate(NEW)]
        path.write_text("".join(dumps(r) + "\n" for r in records), encoding="utf-8")
        store = self.new_store()
        done = self.load(store, path)
        said = done.stdout + done.stderr
        self.report.check(done.returncode == 0, f"unknown members: {said}")
        for name in ("nyttmedlem", "annetnytt"):
            lines = [line for line in said.split("\n") if name in line]
            self.report.check(len(lines) == 1 and re.search(r"\b3\b", lines[0]) is not None,
                              f"unknown members: {name} is reported like this: {lines}")
        with server.Server(self.program, store) as running:
            _, record = Client(running.port).get(f"{API}enheter/{NEW[1]}")
        self.report.check(record.get("nyttmedlem") == "1" or str(record.get("nyttmedlem")) == "1",
                          f"unknown member is not served: {record}")

    def odd_values(self):
        """Values that a batch would refuse are kept, and reported once for each field with their number."""
        from json_text import dumps
        path = self.folder / "odd.ndjson"
        records = [broken.simple(number, sisteInnsendteAarsregnskap="24", hjemmeside="", stiftelsesdato="",
                                 organisasjonsform={"kode": "AS"},
                                 postadresse={"postnummer": "", "adresse": ["", "Storgata 1"]})
                   for number in NEW]
        path.write_text("".join(dumps(r) + "\n" for r in records), encoding="utf-8")
        store = self.new_store()
        done = self.load(store, path)
        said = done.stdout + done.stderr
        self.report.check(done.returncode == 0 and " 0 bad" in said, f"odd values: {said}")
        lines = [line for line in said.split("\n") if "sisteInnsendteAarsregnskap" in line]
        self.report.check(len(lines) == 1 and "is not four digits" in lines[0] and " 3 times" in lines[0]
                          and f'{NEW[0]} has "24"' in lines[0], f"odd values are reported like this: {lines}")
        with server.Server(self.program, store) as running:
            _, record = Client(running.port).get(f"{API}enheter/{NEW[1]}")
        self.report.check(record.get("sisteInnsendteAarsregnskap") == "24", f"an odd value is not kept: {record}")
        self.report.check("hjemmeside" not in record and "stiftelsesdato" not in record
                          and record["postadresse"] == {"adresse": ["", "Storgata 1"]},
                          f"empty members are not absent: {record}")
        self.report.check(record["organisasjonsform"].get("beskrivelse") == "Aksjeselskap",
                          f"the text of a code is not filled in: {record}")

    def long_code(self):
        """The index grows with the length of an odd code, not with its square."""
        from json_text import dumps
        path = self.folder / "long-code.ndjson"
        code = "62." + "0" * 6000
        path.write_text(dumps(broken.simple(NEW[0], naeringskode1={"kode": code})) + "\n", encoding="utf-8")
        store = self.new_store()
        self.load(store, path)
        with server.Server(self.program, store) as running:
            _, page = Client(running.port).get(f"{API}enheter?naeringskode=62.000")
        found = str(page["page"]["totalElements"])
        self.report.check(found == "1", f"a long code is not found by its beginning: {found} records")
        size = sum(file.stat().st_size for file in store.glob("segments/*.segment"))
        self.report.check(0 < size < 1_000_000, f"the index has {size} bytes")

    def several_files(self):
        """Files are one import: a broken one among good ones leaves everything as it was."""
        store = self.new_store()
        done = server.import_files(self.program, store, "entities",
                                   [BEFORE, DATA / "broken/fatal/truncated.json.gz"])
        self.report.check(done.returncode > 0, "two files, one broken: exit code 0")
        done = server.import_files(self.program, store, "entities", [self.folder / "missing.json"])
        self.report.check(done.returncode > 0 and "missing.json" in done.stdout + done.stderr,
                          f"a file that is not there: {done.returncode} {done.stderr}")
        done = server.import_files(self.program, store, "nothing", [BEFORE])
        self.report.check(done.returncode > 0, "an unknown kind: exit code 0")


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-import-") as folder:
        ImportChecks(program, report, folder).run()
