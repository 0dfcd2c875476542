# SPDX-License-Identifier: EUPL-1.2
"""Imports of code lists: what is refused, what is kept, and that a running server reads them."""

import json
import shutil
import sqlite3
import tempfile
from pathlib import Path

import server
from client import API, Client
from waiting import comes

DATA = Path(__file__).resolve().parents[1] / "data"
CODES = DATA / "code-lists/codes.csv"
HEADER = "list,code,text,retired_on,used_by,parent\n"
ENTITY = {"organisasjonsnummer": "999999901", "navn": "PRØVE J", "organisasjonsform": {"kode": "AS"},
          "naeringskode1": {"kode": "04.100"}}

# Files with the header above that are refused as a whole, and the message.
BAD_ROWS = (
    ("planets,1,Mars,,,", 'line 2: list: "planets" is not a list of codes'),
    (",X1,Uten liste,,,", "list: is missing"),
    ("organisation-forms,,Uten kode,,,", "code: is missing"),
    ("organisation-forms,X 1,Mellomrom,,,", "code: holds a space"),
    ("organisation-forms,X/1,Skråstrek,,,", "code: holds a space, a comma or a slash"),
    ("organisation-forms," + "X" * 65 + ",Lang,,,", "code: is longer"),
    ("organisation-forms,X1,,,,", "text: is missing"),
    ("organisation-forms,X1, ,,,", "text: is blank"),
    ("organisation-forms,X1,Med\x01tegn,,,", "text: holds a control"),
    ("organisation-forms,X1,Med 01810110089 i,,,", "text: holds an identification number"),
    ("organisation-forms,X1," + "x" * 501 + ",,,", "text: is longer"),
    ("organisation-forms,X1,Dag,2026-02-30,,", "retired_on: is neither a day"),
    ("organisation-forms,X1,Dag,i dag,,", "retired_on: is neither a day"),
    ("organisation-forms,X1,Bruk,,company,", "used_by: is neither entity nor sub-entity"),
    ("sectors,9900,Bruk,,entity,", "used_by: is for organisation-forms only"),
    ("sectors,9900,Over,,,J", "parent: is for industrial codes only"),
    ("sectors,99,To siffer,,,", "code: is not four digits"),
    ("municipalities,99011,Fem siffer,,,", "code: is not four digits"),
    ("industries-sn2025,0410,Uten punktum,,,", "code: is not an industrial code"),
    ("industries-sn2025,04,Uten seksjon,,,", "parent: is missing"),
    ("industries-sn2025,04,Feil seksjon,,,01", "parent: is not the letter of a section"),
    ("industries-sn2025,04,Ukjent seksjon,,,V\nindustries-sn2025,04.1,Under,,,03", "parent: must be 04"),
    ("industries-sn2025,04.1,Uten næring,,,", "parent: 04 is not in the list"),
    ("industries-sn2025,J,Seksjon,,,A", "parent: is given, but a section has none"),
    ("categories,kultur,Ord,,,", "code: is not one to five digits"),
    ("organisation-forms,X1,Én,,,\norganisation-forms,X1,To,,,", "line 3: code: is in line 2 too"),
    ("organisation-forms,X1,Kort", "cut off"),
    ("organisation-forms,X1,Kort\nsectors,9900,Hel,,,", "has more or fewer cells than the header"),
    ('organisation-forms,X1,"Uferdig,,,', "cut off"),
)
# Files that are not code lists at all.
BAD_FILES = (("", "is empty"), ("kode,tekst\nAS,x\n", 'unknown column "kode"'), ("list,text\n", "lacks the column code"),
             ("list,code,list\n", "column list twice"), ('[{"list":"sectors"}]', "unknown column"))


class CodeListChecks:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self.store = self.folder / "register"

    def run(self):
        entities = self.folder / "entities.json"
        entities.write_text(json.dumps([ENTITY]), encoding="utf-8")
        server.must_import(self.program, self.store, "entities", [entities])
        self.refused()
        self.several_files()
        self.same_again()
        self.running_server()
        self.kept()
        self.damaged_note()

    def load(self, *texts, store=None, options=()):
        files = []
        for at, text in enumerate(texts):
            files.append(self.folder / f"codes{at}.csv")
            files[-1].write_bytes(text if isinstance(text, bytes) else text.encode())
        return server.import_files(self.program, store or self.store, "code-lists", files, *options)

    def expect(self, done, code, words, what):
        said = done.stdout + done.stderr
        self.report.check(done.returncode == code and all(word in said for word in words),
                          f"{what}: {done.returncode}, not {code} with {words}:\n{said}")

    def note(self, store=None):
        with sqlite3.connect(server.store_file(store or self.store)) as database:
            row = database.execute("SELECT text FROM note WHERE key = 'code-lists'").fetchone()
            position = database.execute("SELECT position FROM meta").fetchone()[0]
        return row and row[0], position

    def refused(self):
        """Each bad row is reported with its line, and nothing of its file is stored."""
        before = self.note()
        good = "organisation-forms,XOK,God,,,\n"
        for row, words in BAD_ROWS:
            for text in (HEADER + row + "\n", HEADER + row + "\n" + good):
                if words == "cut off" and text.endswith(good):
                    continue
                text = text.rstrip("\n") if words == "cut off" else text
                code = 1 if words == "cut off" else 5
                self.expect(self.load(text), code, [words, "codes0.csv", "stored"], repr(row[:60]))
        for text, words in BAD_FILES:
            self.expect(self.load(text), 5, [words, "codes0.csv", "Nothing was stored"], repr(text[:60]))
        self.expect(self.load((HEADER + "sectors,9900,Pr\xf8ve,,,\n").encode("latin-1")), 5, ["line 2: text: is not UTF-8"], "latin-1")
        many = HEADER + "".join(f"sectors,x{at},Feil,,,\n" for at in range(30))
        done = self.load(many)
        self.expect(done, 5, [f"line {at}: code: is not four digits" for at in range(2, 32)], "every bad row is named")
        self.expect(server.import_files(self.program, self.store, "code-lists", [self.folder / "none.csv"]), 1,
                    ["does not exist"], "a file that is not there")
        self.report.check(self.note() == before == (None, before[1]), f"a refused file left {self.note()}")
        fresh = self.folder / "fresh"
        self.expect(self.load(HEADER + "planets,1,Mars,,,\n", store=fresh), 5, ["Nothing of"], "a refused first import")
        self.report.check(not fresh.exists(), "a refused first import left a store")

    def several_files(self):
        """Each file is stored or refused separately."""
        store = self.folder / "several"
        done = self.load(HEADER + "sectors,9901,En,,,\n", HEADER + "sectors,x,To,,,\n", HEADER + "sectors,9903,Tre,,,\n", store=store)
        self.expect(done, 4, ["codes0.csv: 1 read: 1 added", "codes1.csv: line 2", "Nothing of", "codes2.csv: 1 read: 1 added"], "several files")
        note = self.note(store)[0]
        self.report.check("9901" in note and "9903" in note and "\tx\t" not in note, f"several files: {note}")
        self.expect(server.run(self.program, "import", "code-lists", "-", *server.place(store), line=HEADER + "sectors,9904,Fire,,,\n"),
                    0, ["1 added"], "standard input")

    def same_again(self):
        store = self.folder / "again"
        self.expect(server.import_files(self.program, store, "code-lists", [CODES]), 0, ["18 read: 13 added, 5 changed, 0 unchanged"], "codes")
        first = self.note(store)
        self.expect(server.import_files(self.program, store, "code-lists", [CODES]), 0, ["0 added, 0 changed, 18 unchanged"], "the same again")
        self.report.check(self.note(store) == first, f"the same again changed {first} to {self.note(store)}")
        self.expect(self.load(HEADER + "organisation-forms,AS,Aksjeselskap,,,\n", store=store), 0, ["1 unchanged"], "what the list says already")
        self.report.check(self.note(store) == first, "what the list says already is kept")
        self.expect(self.load("code,list,retired_on\nKIRK,organisation-forms,-\n", store=store), 0, ["1 changed"], "not retired any more")

    def running_server(self):
        """New codes are served without a restart, and the index of earlier records follows."""
        with server.Server(self.program, self.store) as running:
            client = Client(running.port)

            def status(path):
                return client.get(API + path)[0]

            def total(industry):
                return int(client.page("enheter", [("naeringskode", industry)])[1]["totalElements"])

            self.report.check(status("organisasjonsformer/XFO") == 404, "a form that was not imported")
            self.report.check(status("enheter?organisasjonsform=XFO") == 400, "a search for it")
            self.report.check(total("J") == 0 and total("04") == 1, "the division is of no section")
            self.expect(server.import_files(self.program, self.store, "code-lists", [CODES]), 0, ["13 added"], "next to a server")
            self.report.check(comes(lambda: status("organisasjonsformer/XFO") == 200), "a new form is not looked up")
            self.report.check(status("enheter?organisasjonsform=XFO") == 200, "a new form is not searched for")
            self.report.check(comes(lambda: total("J") == 1), "a new division is not found by its section")
            self.expect(self.load(HEADER + "industries-sn2025,04,,,,A\n"), 0, ["1 changed"], "another section")
            self.report.check(comes(lambda: total("A") == 1 and total("J") == 0), "a division that moved")
            self.report.check(running.alive(), f"the server ended: {running.errors()}")
        with server.Server(self.program, self.store) as running:
            status = Client(running.port).get(API + "organisasjonsformer/XFO")[0]
            self.report.check(status == 200, f"after a restart: {status}")

    def kept(self):
        """Backups have them, and verify knows them."""
        copy = self.folder / "copy"
        done = server.run(self.program, "backup", copy, *server.place(self.store))
        self.report.check(done.returncode == 0 and self.note(copy)[0] == self.note()[0], f"a backup: {done.stderr}")
        done = server.run(self.program, "verify", *server.place(self.store))
        self.report.check(done.returncode == 0 and "no index" not in done.stdout, f"verify: {done.stdout}{done.stderr}")

    def damaged_note(self):
        store = self.folder / "damaged"
        shutil.copytree(self.folder / "copy", store)
        with sqlite3.connect(server.store_file(store)) as database:
            database.execute("UPDATE note SET text = replace(text, 'XFO', 'XFA') WHERE key = 'code-lists'")
        database.close()
        for command in (("verify",), ("import", "code-lists", CODES)):
            done = server.run(self.program, *command, *server.place(store))
            self.report.check(done.returncode == 1, f"{command[0]} with a damaged note: {done.returncode} {done.stderr}")


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-codes-") as folder:
        CodeListChecks(program, report, folder).run()
