# SPDX-License-Identifier: EUPL-1.2
"""The commands as an operator meets them: exit codes, leftovers, and error messages."""

import gzip
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from pathlib import Path

import server

DATA = Path(__file__).resolve().parents[1] / "data"
sys.path.insert(0, str(DATA))
import broken_files as broken  # noqa: E402
from json_text import dumps  # noqa: E402

GUIDE = Path(__file__).resolve().parents[2] / "docs/guide/loading.md"
BULK = DATA / "statements/20250603040015-masse.xml"
NOBODY = 65534
# Words of SQLite, of the system's library and of the library that reads the command line.
NOT_FOR_PEOPLE = ("unable to open", "malformed", "readonly database", "not a database", "disk image", "No such file",
                  "Is a directory", "Permission denied", "not expected", "subcommand", "INT", "TEXT", "convert")


def good(number=broken.FIRST):
    return broken.simple(number)


def bad():
    return {**broken.simple(broken.SECOND), "konkurs": "ja"}


def sub_entity(number=broken.FIRST):
    return {"organisasjonsnummer": number, "navn": "PRØVE AVD", "organisasjonsform": {"kode": "BEDR"},
            "overordnetEnhet": broken.THIRD, "beliggenhetsadresse": {"land": "Norge", "landkode": "NO"}}


class CommandChecks:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self._count = 0

    def run(self):
        self.exit_codes_are_documented()
        self.codes_of_inventories()
        self.codes_of_statements()
        self.codes_of_documents()
        self.wrong_kind()
        self.repeated_complaints()
        self.nothing_left_behind()
        self.again()
        self.empty_registers()
        self.metrics()
        self.paths()
        self.as_another_user()
        self.damaged_store()
        self.locked_store()
        self.mistyped()
        self.help_of_kinds()

    # Material of the checks.

    def new_store(self):
        self._count += 1
        return self.folder / f"store{self._count}.db"

    def write(self, name, *records):
        path = self.folder / name
        path.write_text("".join(dumps(record) + "\n" for record in records), encoding="utf-8")
        return path

    def do(self, *arguments, **more):
        return server.run(self.program, *arguments, **more)

    def load(self, kind, store, *files):
        return self.do("import", kind, *files, *server.place(store))

    def expect(self, done, code, words, what):
        said = done.stdout + done.stderr
        words = [words] if isinstance(words, str) else words
        self.report.check(done.returncode == code and all(word in said for word in words),
                          f"{what}: {done.returncode}, not {code} with {words}:\n{said}")
        for word in NOT_FOR_PEOPLE:
            self.report.check(word not in said, f"{what}: says {word!r}:\n{said}")

    # Exit codes.

    def exit_codes_are_documented(self):
        """--help and the guide show the same table."""
        help_text = self.do("--help").stdout
        rows = re.findall(r"^  (\d)  (.+)$", help_text[help_text.index("Exit codes:"):], re.MULTILINE)
        self.report.check([code for code, _ in rows] == list("0123456"), f"--help: exit codes are {rows}")
        text = GUIDE.read_text(encoding="utf-8")
        for code, meaning in rows:
            self.report.check(f"| {code} | {meaning} |" in text, f"{GUIDE.name}: no row for exit code {code}, {meaning}")

    def codes_of_inventories(self):
        whole, mixed = self.write("whole.ndjson", good()), self.write("mixed.ndjson", good(), bad())
        none = self.write("none.ndjson", bad(), {})
        store = self.new_store()
        self.expect(self.load("entities", store, whole), 0, "1 added", "all records are good")
        self.expect(self.load("entities", store, mixed), 4, "konkurs: is neither", "one is bad")
        self.expect(self.load("entities", store, none), 5, ["none of the 2 records", "Nothing was stored"], "all are bad")
        self.expect(self.do("import", "entities", mixed, *server.place(store), "--strict"), 5, "konkurs", "--strict")
        for name, words in (("only-spaces.json", "white space"), ("wrong-header.csv", "CSV"), ("web-page.json", "XML")):
            file = DATA / "broken/fatal" / name
            done = self.load("entities", store, file)
            self.expect(done, 5, ["Nothing was stored", name], f"{words} is no inventory")
        cut = DATA / "broken/fatal/truncated.json.gz"
        self.expect(self.load("entities", store, cut), 1, ["truncated.json.gz", "Nothing was stored"], "a file that is cut off")
        self.expect(self.load("entities", store, whole), 0, "1 unchanged", "the store is as it was")

    def codes_of_statements(self):
        store = self.new_store()
        other = self.folder / BULK.name
        shutil.copy(BULK, other)
        self.expect(self.load("statements", store, other), 0, "4 added", "a bulk file")
        done = self.load("statements", store, other)
        self.expect(done, 0, "was loaded before", "the same bytes")
        self.report.check(len(done.stdout.splitlines()) == 1, f"the same bytes: one line, not {done.stdout}")
        text = other.read_bytes()
        other.write_bytes(text + b"<!-- -->")
        self.expect(self.load("statements", store, other), 6, ["is left out", "--again"], "other bytes of the name")
        self.expect(self.load("statements", store, BULK, other), 6, "is left out", "one of two is left out")
        broken_part = self.folder / "part.xml"
        broken_part.write_bytes(text.replace(b"<orgnr>", b"<orgnr>x", 1))
        self.expect(self.load("statements", store, broken_part), 4, "1 bad", "a bulk file with a bad part")
        self.expect(self.load("statements", store, self.write("none.json", {"id": 1})), 5, "none of the 1", "none is good")
        self.expect(self.load("statements", store, self.write("e.json", good())), 5,
                    "this file holds entities: orgreg import entities", "a file of entities")
        self.expect(self.load("statements", store, self.write("text.txt")), 5, "Nothing was stored", "no bytes")

    def codes_of_documents(self):
        store, files = self.new_store(), self.folder / "papers"
        files.mkdir()
        (files / "letter.pdf").write_text("x")
        self.expect(self.load("documents", store, files), 5, "letter.pdf", "no document")
        self.report.check(not store.exists(), "a refused first import of documents leaves a store")
        shutil.copy(next((DATA / "documents").glob("aarsregnskap-*.pdf")), files)
        self.expect(self.load("documents", store, files), 4, "1 added", "one document and a letter")

    def wrong_kind(self):
        roles = {"organisasjonsnummer": broken.FIRST, "rollegrupper": []}
        units = {"organisasjonsnummer": broken.FIRST, "matrikkelenheter": []}
        whole = {**good(), "registrertIForetaksregisteret": True}
        for given, record, held in (("entities", sub_entity(), "sub-entities"), ("sub-entities", whole, "entities"),
                                    ("entities", roles, "roles"), ("roles", whole, "entities"),
                                    ("parties", whole, "entities"), ("entities", units, "cadastral-units"),
                                    ("cadastral-units", roles, "roles"), ("voluntary-organisations", roles, "roles")):
            store = self.new_store()
            done = self.load(given, store, self.write("wrong.ndjson", record))
            self.expect(done, 5, f"this file holds {held}: orgreg import {held}", f"{held} as {given}")
            self.report.check(not store.exists(), f"{held} as {given}: a store was made")
        store = self.new_store()
        done = self.load("entities", store, DATA / "register/sub-entities.json.gz")
        self.expect(done, 5, "orgreg import sub-entities", "the inventory of sub-entities as entities")
        done = self.load("sub-entities", store, DATA / "register/entities.json")
        self.expect(done, 5, "orgreg import entities", "the inventory of entities as sub-entities")
        # The first of these records have none of the members that only their kind has.
        real = DATA / "real-extract"
        done = self.load("entities", store, real / "underenheter_v2_2026-04.json.gz")
        self.expect(done, 5, "this file holds sub-entities: orgreg import sub-entities", "real sub-entities as entities")
        done = self.load("sub-entities", store, real / "enheter_v2_2026-04.json.gz")
        self.expect(done, 5, "this file holds entities: orgreg import entities", "real entities as sub-entities")

    def repeated_complaints(self):
        many = [bad() for _ in range(5000)]
        done = self.load("entities", self.new_store(), self.write("many.ndjson", good(), *many))
        self.expect(done, 4, ["line 2, record 2", "and 4999 more like it", "5000 bad"], "a complaint of 5,000 records")
        self.report.check(len(done.stderr) < 3000, f"a complaint is repeated: {done.stderr[:4000]}")

    def nothing_left_behind(self):
        none, cut = self.write("none.ndjson", bad()), DATA / "broken/fatal/truncated.json.gz"
        for kind, file in (("entities", none), ("entities", cut), ("entities", self.folder / "missing"),
                           ("statements", none), ("roles", DATA / "broken/fatal/empty.json")):
            store = self.new_store()
            self.load(kind, store, file)
            left = [path.name for path in store.parent.iterdir() if path.name.startswith(store.name)]
            self.report.check(not left, f"import {kind} {file.name} was refused, and left {left}")
        store = self.new_store()
        store.touch()
        self.load("entities", store, none)
        self.report.check(store.exists() and store.stat().st_size == 0, "a file of 0 bytes is not as it was")

    def again(self):
        store, file = self.new_store(), self.folder / "20250604040015-masse.xml"
        text = BULK.read_bytes()
        file.write_bytes(text)
        self.load("statements", store, file)
        parts = text.split(b"<del>")
        file.write_bytes(b"<del>".join([parts[0], *parts[2:]]))
        done = self.do("import", "statements", file, *server.place(store), "--again")
        self.expect(done, 0, ["0 added", "3 unchanged", "1 deleted"], "--again with a part less")
        self.expect(self.load("statements", store, file), 0, "was loaded before", "the new content is known")
        old = self.new_store()
        old.write_bytes(gzip.decompress((DATA / "stores/version-4.db.gz").read_bytes()))
        file = self.folder / BULK.name
        file.write_bytes(text)
        self.expect(self.load("statements", old, file), 0, "was loaded before", "a store of an earlier version")
        file.write_bytes(text + b"\n")
        self.expect(self.load("statements", old, file), 6, "--again", "other bytes, in a store of an earlier version")
        done = self.do("import", "statements", file, *server.place(old), "--again")
        self.expect(done, 0, ["does not know what this file brought", "4 unchanged", "0 added"], "--again there")

    # Serving.

    def start(self, store, *options):
        """Returns the output of a server that should not start."""
        return self.do("serve", *server.place(store), "--port", "0", *options, timeout=20)

    def empty_registers(self):
        blank, empty = self.new_store(), self.new_store()
        blank.touch()
        self.load("entities", empty, self.write("array.json"))
        (self.folder / "array.json").write_text("[]")
        self.load("entities", empty, self.folder / "array.json")
        self.expect(self.start(blank), 1, "is a file of 0 bytes", "a file of 0 bytes")
        self.report.check(blank.stat().st_size == 0, "a file of 0 bytes was changed")
        self.expect(self.start(empty), 1, ["holds no record", "--empty-register serve"], "an empty register")
        self.expect(self.start(empty, "--empty-register", "yes"), 2, "neither refuse nor serve", "another rule")
        self.expect(self.start(self.new_store()), 1, "does not exist", "a store that is not there")
        for store in (empty, blank):
            with server.Server(self.program, store) as running:
                self.report.check(running.port > 0, "an empty register is served with the setting")

    def metrics(self):
        """The metrics of a running server show how the last import ended."""
        store, place = self.new_store(), self.folder / "metrics.socket"
        self.load("entities", store, self.write("whole.ndjson", good()))
        with server.Server(self.program, store, arguments=("--metrics", f"unix:{place}")):
            self.expect_metric(place, "entity", (0, 1, 0), "a whole import")
            self.expect_metric(place, "roles", None, "no import")
            mixed = self.write("mixed.ndjson", good(), bad())
            for code, files in ((4, [mixed]), (5, [self.write("none.ndjson", bad())]),
                                (1, [self.folder / "missing"]), (1, [DATA / "broken/fatal/truncated.json.gz"])):
                done = self.load("entities", store, *files)
                self.report.check(done.returncode == code, f"{files}: {done.returncode}, not {code}")
                self.expect_metric(place, "entity", (code,), f"after exit code {code}")
            self.load("statements", store, BULK)
            changed = self.folder / BULK.name
            changed.write_bytes(BULK.read_bytes() + b"\n")
            self.load("statements", store, changed)
            self.expect_metric(place, "statements", (6, 0, 0), "a bulk file that is left out")
            self.expect_metric(place, "code-lists", None, "no import of codes")
            codes = self.folder / "codes.csv"
            codes.write_text("list,code,text\nsectors,9900,En\nsectors,x,To\n", encoding="utf-8")
            self.load("code-lists", store, codes)
            self.expect_metric(place, "code-lists", (5, 2, 1), "codes that are refused")
        done = self.do("verify", *server.place(store))
        self.report.check(done.returncode == 0, f"verify after it: {done.stderr}")

    def expect_metric(self, place, kind, values, what):
        text = subprocess.run(["curl", "-sS", "--unix-socket", place, "http://localhost/metrics"], capture_output=True,
                              text=True, check=False).stdout
        if values is None:
            self.report.check("orgreg_last_import_" in text and f'kind="{kind}"}} ' not in text.partition("orgreg_last_import_")[2],
                              f"{what}: a line of {kind} is in\n{text}")
            return
        names = ("outcome", "records", "bad_records")
        for name, value in zip(names, values):
            line = f'orgreg_last_import_{name}{{kind="{kind}"}} {value}'
            self.report.check(line in text.splitlines(), f"{what}: {line!r} is not in\n{text}")

    # Files and folders.

    def paths(self):
        whole, folder = self.write("whole.ndjson", good()), self.folder / "a-folder"
        folder.mkdir()
        store = self.new_store()
        for arguments, words in (
                (("import", "entities", folder, *server.place(store)), ["is a folder, not a file", "documents"]),
                (("import", "entities", self.folder / "none", *server.place(store)), "none: does not exist"),
                (("import", "entities", self.folder / "no/file", *server.place(store)), "the folder"),
                (("import", "documents", whole, *server.place(store)), ["is a file, not a folder"]),
                (("import", "entities", whole, "--store", folder), "is a folder, not a file"),
                (("import", "entities", whole, *server.place(self.folder / "no/store.db")), "no does not exist"),
                (("import", "entities", whole, "--store", whole / "store.db"), "is a file, not a folder"),
                (("serve", "--store", folder), "is a folder, not a file"),
                (("apply", whole, *server.place(self.folder / "none.db")), "does not exist"),
                (("apply", whole, "--store", folder), "is a folder"),
                (("verify", *server.place(self.folder / "none.db")), "there is no store"),
                (("backup", self.folder / "no/copy.db", *server.place(self.folder / "none.db")), "does not exist"),
                (("restore", self.folder / "none.db", *server.place(store)), "does not exist")):
            self.expect(self.do(*arguments), 1, words, " ".join(map(str, arguments)))
        self.report.check(not store.exists(), "a store was made for files that are not there")
        self.load("entities", store, whole)
        self.expect(self.do("backup", self.folder / "no/copy.db", *server.place(store)), 1, "the folder", "a backup nowhere")
        self.expect(self.do("backup", whole, *server.place(store)), 1, "is there already", "a backup over a file")
        for arguments in (("apply", folder, *server.place(store)), ("restore", whole, "--store", folder),
                          ("audit", "verify", folder)):
            self.expect(self.do(*arguments), 1, "is a folder, not a file", " ".join(map(str, arguments)))
        self.expect(server.run(server.dev_program(self.program), "token", "--key", folder), 1, "is a folder, not a file", "token")
        self.expect(self.do("audit", "verify", self.folder / "none"), 1, "none: does not exist", "no audit log")

    def as_another_user(self):
        """Runs as a user with few rights. The program must be where that user can run it."""
        if os.geteuid() != 0:
            return
        place = Path(tempfile.mkdtemp(prefix="orgreg-user-"))
        try:
            self.as_nobody(place)
        finally:
            shutil.rmtree(place)

    def as_nobody(self, place):
        place.chmod(0o755)
        program = shutil.copy(self.program, place / "orgreg")
        store, own = place / "register.db", place / "own"
        own.mkdir()
        os.chown(own, NOBODY, NOBODY)
        whole = Path(shutil.copy(self.write("whole.ndjson", good()), place))
        secret = Path(shutil.copy(whole, place / "secret.ndjson"))
        secret.chmod(0o600)
        self.load("entities", store, whole)
        for arguments, words in ((("verify", *server.place(store)), ["belongs to the user root", "may not read it"]),
                                 (("import", "entities", whole, *server.place(store)), ["belongs to the user root", "may not"]),
                                 (("import", "entities", whole, *server.place(place / "new.db")), ["may not make files in it"]),
                                 (("import", "entities", secret, *server.place(own / "new.db")), ["secret.ndjson", "may not read"])):
            done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False, user=NOBODY,
                                  group=NOBODY, env=server.environment())
            self.expect(done, 1, words, f"as another user: {arguments[0]}")
        self.report.check(not list(own.iterdir()), f"as another user: left {list(own.iterdir())}")

    def damaged_store(self):
        store = self.new_store()
        self.load("entities", store, DATA / "register/entities.json")
        whole = store.read_bytes()
        for title, content in (("at its beginning", b"x" * 4096 + whole[4096:]),
                               ("in its pages", whole[:16384] + b"\xff" * (len(whole) - 16384)),
                               ("cut off", whole[:20000])):
            store.write_bytes(content)
            for command in (("verify",), ("serve", "--port", "0"), ("import", "entities", DATA / "register/entities.json")):
                done = self.do(*command, *server.place(store), timeout=30)
                self.report.check(done.returncode == 1 and re.search("damaged|does not match|is not a store|as it should", done.stderr),
                                  f"a store that is damaged {title}: {command[0]}: {done.returncode} {done.stderr}")
                for word in NOT_FOR_PEOPLE:
                    self.report.check(word not in done.stderr, f"damaged {title}: {command[0]} says {word!r}: {done.stderr}")

    def locked_store(self):
        store, whole = self.folder / "locked", self.write("whole.ndjson", good())
        self.load("entities", store, whole)
        holder = sqlite3.connect(server.store_file(store), isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        try:
            done = self.do("import", "entities", whole, *server.place(store), "--wait", "2")
            self.expect(done, 1, ["waiting for another writer", "was not done after 2 s"], "a store that is locked")
            waiting = subprocess.Popen([self.program, "import", "entities", whole, *server.place(store)], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=server.environment())
            said = waiting.stderr.readline()
            self.report.check("waiting for another writer" in said, f"a writer that waits says {said!r}")
            holder.execute("ROLLBACK")
            waiting.communicate(timeout=60)
            self.report.check(waiting.returncode == 0, "a writer that waited continues")
        finally:
            holder.close()

    # The command line.

    def mistyped(self):
        for line, words in (("imprt entities x", ['no command "imprt"', "did you mean import?"]),
                            ("import entites x", ['orgreg import has no command "entites"', "mean entities?"]),
                            ("import subentities x", "did you mean sub-entities?"),
                            ("import entities x --stroe y", ['no option "--stroe"', "did you mean --store?"]),
                            ("import entities x --stroe=y", ['"--stroe"', "did you mean --store?"]),
                            ("import statements x --add", ['orgreg import statements has no option "--add"']),
                            ("serve --potr 80", "did you mean --port?"),
                            ("user ad x", "did you mean add?"),
                            ("zzz", 'no command "zzz"'),
                            ("import", "orgreg import needs one of: entities"),
                            ("", "orgreg needs one of: serve"),
                            ("import entities", "orgreg import entities needs files"),
                            ("import entities x --store", "--store needs a value"),
                            ("import entities x --wait abc", "--wait"),
                            ("verify more", '"more" is one word too many'),
                            ("serve --port 99999", "port")):
            done = self.do(*line.split())
            self.expect(done, 2, words, f"orgreg {line}")
            self.report.check(len(done.stderr.splitlines()) <= 3, f"orgreg {line}: says more than it must: {done.stderr}")

    def help_of_kinds(self):
        listed = self.do("import", "--help").stdout
        for kind, words in (("entities", ["CSV", "--allow-shrink"]), ("sub-entities", ["underenheter_alle"]),
                            ("roles", ["--number-keys", "rolle"]), ("voluntary-organisations", ["ICNPO"]),
                            ("parties", ["twelve columns"]), ("cadastral-units", ["JSON"]),
                            ("statements", ["XML", "--again"]), ("documents", ["PDF", "aarsregnskap-YEAR_NUMBER"]),
                            ("code-lists", ["CSV", "retired_on", "organisation-forms", "industries-sn2025"])):
            done = self.do("import", kind, "--help")
            self.report.check(done.returncode == 0 and all(w in done.stdout for w in [*words, "Exit codes", "Example"]),
                              f"import {kind} --help: {done.stdout}{done.stderr}")
            self.report.check(kind in listed, f"import --help does not list {kind}")
        self.report.check("--allow-shrink" not in self.do("import", "statements", "--help").stdout,
                          "import statements --help lists an option of inventories")


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-commands-") as folder:
        CommandChecks(program, report, folder).run()
