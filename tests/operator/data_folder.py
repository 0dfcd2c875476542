# SPDX-License-Identifier: EUPL-1.2
"""The folder of a register: new ones, wrong ones, and `orgreg adopt`, which moves a register of an earlier version."""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import fixtures
import server
from read_only import can_mount, read_only

sys.path.append(str(Path(__file__).resolve().parents[1] / "faults"))
import shim  # noqa: E402

NUMBER = "312300028"
KILL = "-3"  # As shim.c has it.
MOST_CALLS = 200
# What earlier versions kept next to a store, and where it is in the folder.
NEXT_TO = {".users": "users", ".usage": "usage.db", ".usage-wal": "usage.db-wal", ".usage-secret": "secrets/usage-secret",
           ".documents/ab/cd": "documents/ab/cd", ".downloads/manifest.tsv": "files/manifest.tsv", ".audit": "audit/log",
           ".audit.2025": "audit/log.2025", ".entities.segment": "segments/entities.segment",
           ".roles.segment": "segments/roles.segment", "-wal": "store.db-wal", "-position": "store.db-position"}


def run(program, report, _store, folder):
    for part in (NewFolders, WrongFolders, Before, Adoption):
        place = folder / part.__name__
        place.mkdir()
        part(program, report, place).run()


class Part:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = folder
        self.inventory = folder / "entities.json"
        self.inventory.write_text(json.dumps([{"organisasjonsnummer": NUMBER, "navn": "FJELLVIK AS",
                                               "organisasjonsform": {"kode": "AS"}}]))
        self.wrong = folder / "wrong.json"
        self.wrong.write_text('[{"organisasjonsnummer":"1"}]')

    def do(self, *arguments, env=None):
        return subprocess.run([self.program, *map(str, arguments)], cwd=self.folder, env=server.environment(env),
                              capture_output=True, text=True, check=False, timeout=60)

    def load(self, data, *options):
        return self.do("import", "entities", self.inventory, "--data", data, *options)

    def expect(self, done, code, words, what):
        said = done.stdout + done.stderr
        missing = [word for word in words if word not in said]
        self.report.check(done.returncode == code and not missing, f"{what}: {done.returncode}, lacks {missing}: {said}")

    def is_served(self, data):
        with server.Server(self.program, data) as running:
            return subprocess.run(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}",
                                   f"{running.base}/enhetsregisteret/api/enheter?size=1"], capture_output=True, text=True,
                                  check=False).stdout == "200"


class NewFolders(Part):
    def run(self):
        missing, empty, disk = self.folder / "missing", self.folder / "empty", self.folder / "disk"
        empty.mkdir()
        (disk / "lost+found").mkdir(parents=True)
        for data in (missing, empty, disk):
            self.expect(self.load(data), 0, ["1 added"], f"import into {data.name}")
            self.report.check(self.is_served(data), f"{data.name} is served")
            modes = {path.name: path.stat().st_mode & 0o777 for path in (data / "secrets", data / "audit", data / "segments")}
            self.report.check(set(modes.values()) == {0o700}, f"others may not enter: {modes}")
        self.report.check(missing.stat().st_mode & 0o777 == 0o700, "others may not enter a new folder")
        self.expect(self.do("verify", "--data", f"{missing}/"), 0, ["the store is sound"], "a slash at the end")
        shutil.rmtree(missing / "segments")
        self.report.check(self.is_served(missing) and any((missing / "segments").iterdir()), "a deleted index is made again")
        self.nothing_half_made()
        self.without_a_record()
        self.next_to_a_refused_import()
        self.unnamed_documents(missing)

    def next_to_a_refused_import(self):
        """A refused import deletes its new folder, but never under an import that succeeds."""
        for at in range(25):
            data = self.folder / f"next-to-{at}"
            refused = subprocess.Popen([self.program, "import", "entities", str(self.wrong), "--data", str(data)],
                                       env=server.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(at / 1000)
            done = self.load(data)
            refused.wait()
            self.expect(done, 0, ["1 added"], f"an import next to a refused one, {at} ms later")
            self.expect(self.do("verify", "--data", data), 0, ["the store is sound"], f"and its register, {at} ms later")

    def unnamed_documents(self, data):
        """A writer that was killed left the document of a removed record."""
        content = b"of a removed record"
        digits = hashlib.sha256(content).hexdigest()
        left = data / "documents" / digits[:2] / digits[2:]
        left.parent.mkdir(parents=True)
        left.write_bytes(content)
        self.report.check(self.is_served(data) and not left.exists(), "a server deletes documents that no record names")

    def nothing_half_made(self):
        missing, empty = self.folder / "refused", self.folder / "refused-empty"
        empty.mkdir()
        for data in (missing, empty):
            for file in (self.wrong, self.folder / "no-file"):
                done = self.do("import", "entities", file, "--data", data)
                self.report.check(done.returncode in (1, 5), f"a refused import: {done.returncode} {done.stderr}")
        self.report.check(not missing.exists() and not any(empty.iterdir()), "a refused import leaves nothing")
        for command in (("verify",), ("serve",), ("serve", "--empty-register", "serve"), ("apply", self.inventory), ("downloads",),
                        ("user", "list"), ("user", "add", "anne"), ("backup", self.folder / "copy")):
            self.expect(self.do(*command, "--data", missing), 1, [str(missing), "orgreg import"], " ".join(map(str, command)))
            self.report.check(not missing.exists(), f"{command[0]} makes no folder")

    def without_a_record(self):
        empty = self.folder / "nothing"
        empty.mkdir()
        self.expect(self.do("serve", "--data", empty, "--port", "0"), 1, ["there is no register"], "serve of an empty folder")
        self.report.check(not any(empty.iterdir()), "and it stays empty")
        with server.Server(self.program, empty) as running:
            self.report.check(running.port > 0, "an empty folder is served if that is wanted")
        self.report.check((empty / "layout").exists(), "and becomes one of a register")


class WrongFolders(Part):
    def run(self):
        whole, other, copy = self.folder / "whole", self.folder / "other", self.folder / "copied"
        self.load(whole)
        shutil.copytree(whole, copy)
        other.mkdir()
        (other / "notes.txt").write_text("mine")
        commands = (("import", "entities", self.inventory), ("verify",), ("serve", "--port", "0"), ("downloads",), ("user", "list"))
        for data, words in ((other, ["is not the folder of a register", "empty folder"]),
                            (other / "notes.txt", ["is a file, not a folder", "orgreg adopt"])):
            for command in commands:
                self.expect(self.do(*command, "--data", data), 1, words, f"{command[0]} in {data.name}")
        self.expect(self.load(self.folder / "no/folder"), 1, ["does not exist"], "no folder above it")
        self.report.check(sorted(path.name for path in other.iterdir()) == ["notes.txt"], "nothing is made in another's folder")
        self.layouts(whole)
        self.two_places(whole)
        self.of_its_store(whole, copy)
        self.show_config(whole, other)
        self.not_written(whole)

    def of_its_store(self, whole, other):
        """The store in a folder is not used without the other parts of its register."""
        store, before = whole / "store.db", (whole / "store.db").read_bytes()
        named = [f"--data {whole}"]
        for command in (("verify",), ("serve", "--port", "0"), ("import", "entities", self.inventory), ("apply", self.inventory),
                        ("backup", self.folder / "copy"), ("restore", other), ("downloads",), ("user", "list")):
            done = self.do(*command, "--store", store)
            self.expect(done, 1, named, f"{command[0]} of the store in a folder")
            self.report.check("orgreg adopt" not in done.stderr, f"{command[0]} does not say to take it away: {done.stderr}")
        self.expect(self.do("verify", "--data", store), 1, named, "the store as the folder")
        self.expect(self.do("adopt", store, "--data", self.folder / "taken"), 1, named, "adopt of the store in a folder")
        for name in ("usage.db", "layout"):
            (self.folder / "outside").mkdir(exist_ok=True)
            shutil.copy(whole / name if (whole / name).exists() else self.inventory, self.folder / "outside" / name)
            self.expect(self.do("adopt", self.folder / "outside" / name, "--data", self.folder / "taken"), 1,
                        ["is not the store of a register"], f"adopt of {name}")
        self.report.check(not (self.folder / "taken").exists() and store.read_bytes() == before, "nothing is taken away")

    def show_config(self, whole, other):
        show = ("serve", "--show-config", "--port", "0", "--data")
        self.expect(self.do(*show, whole), 0, ["data = "], "--show-config of a register")
        self.expect(self.do(*show, other), 1, ["data = ", "is not the folder of a register"], "--show-config of another folder")
        self.expect(self.do(*show, self.folder / "none"), 1, ["there is no register"], "--show-config without a register")
        (self.folder / "blank").mkdir()
        self.expect(self.do(*show, self.folder / "blank", "--empty-register", "serve"), 0, ["data = "], "an empty folder to begin in")

    def layouts(self, whole):
        layout = (whole / "layout").read_text()
        for text, words in (("orgreg layout 2\n", ["layout 2", "newer version"]), ("", ["not a layout file"]),
                            ("orgreg layout x\n", ["not a layout file"]), ("\0" * 100, ["not a layout file"])):
            (whole / "layout").write_text(text)
            for command in (("verify",), ("serve", "--port", "0"), ("import", "entities", self.inventory)):
                self.expect(self.do(*command, "--data", whole), 1, words, f"{command[0]} with the layout {text!r:.30}")
        (whole / "layout").unlink()
        self.expect(self.load(whole), 1, ["is not the folder of a register"], "without its layout file")
        (whole / "layout").write_text(layout)
        self.expect(self.do("verify", "--data", whole), 0, ["sound"], "with its layout file again")

    def two_places(self, whole):
        store = self.folder / "register.db"
        both = ["is in one place"]
        self.expect(self.do("verify", "--data", whole, "--store", store), 2, both, "two flags")
        self.expect(self.do("verify", "--data", whole, env={"ORGREG_STORE": str(store)}), 2, both, "a flag and a variable")
        self.expect(self.do("verify", "--store", store, env={"ORGREG_DATA": str(whole)}), 2, both, "a variable and a flag")
        self.expect(self.do("verify", "--data", ""), 2, ["is empty"], "an empty name")

    def not_written(self, whole):
        if not can_mount(self.folder):
            return
        empty = self.folder / "no-writing"
        empty.mkdir()
        with read_only(empty) as seen:
            done = self.load(seen)
            self.report.check(done.returncode == 1 and ("read-only" in done.stderr or "may not" in done.stderr),
                              f"import into a folder that cannot be written: {done.returncode} {done.stderr}")
        with read_only(whole) as seen:
            self.expect(self.do("verify", "--data", seen), 0, ["sound"], "a register in such a folder")
        self.report.check(not any(empty.iterdir()), "nothing is made there")


class Before(Part):
    """A register next to a store file works for this release, and each command says how to move it."""

    def run(self):
        (self.folder / "var").mkdir()
        store = self.folder / "var/register.db"
        done = self.do("import", "entities", self.inventory, "--store", store)
        self.expect(done, 0, ["1 added", "warning", f"orgreg adopt {store} --data"], "import with --store")
        self.expect(self.do("verify", env={"ORGREG_STORE": str(store)}), 0, ["ORGREG_STORE", "orgreg adopt"], "a variable")
        for command in (("serve", "--port", "0"), ("import", "entities", self.inventory), ("verify",), ("user", "list")):
            self.expect(self.do(*command), 1, ["orgreg adopt var/register.db --data var/register"], f"{command[0]} without a place")
        self.report.check(not (self.folder / "var/register").exists(), "no second register is begun")
        self.expect(self.do("adopt", "var/register.db", "--data", "var/register"), 0, ["the register is in var/register"], "adopt as printed")
        self.expect(self.do("verify"), 0, ["the store is sound"], "verify after it")


class Adoption(Part):
    def run(self):
        for path in sorted((fixtures.DATA / "stores").glob("version-*.db.gz")):
            self.of_version(path)
        self.of_a_store_alone()
        self.of_a_link()
        self.refusals()
        self.kills()

    def prepare(self, name, version="version-4.db.gz"):
        """Makes a register of before with a file of each kind; returns the store and the contents that are to arrive."""
        place = self.folder / name
        place.mkdir()
        store = place / "register.db"
        store.write_bytes(gzip.decompress((fixtures.DATA / "stores" / version).read_bytes()))
        wanted = {"store.db": store.read_bytes()}
        for ending, to in NEXT_TO.items():
            path = Path(f"{store}{ending}")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(f"content of {ending}".encode())
            wanted[to] = path.read_bytes()
        Path(f"{store}-shm").write_bytes(b"left")
        Path(f"{store}.letter").write_text("by hand")
        return store, wanted

    def check_arrived(self, data, wanted, what):
        wrong = [name for name, content in wanted.items()
                 if not (data / name).is_file() or (data / name).read_bytes() != content]
        left = sorted(path.name for path in data.parent.glob("register.db*"))
        self.report.check(not wrong and left == ["register.db.letter"], f"{what}: not as they were: {wrong}, left {left}")
        self.report.check((data / "layout").read_text() == "orgreg layout 1\n", f"{what}: the layout")

    def of_version(self, path):
        store, wanted = self.prepare(path.name.removesuffix(".db.gz"), path.name)
        data = store.parent / "register"
        self.expect(self.do("adopt", store, "--data", data), 0,
                    [f"{store} -> {data}/store.db", f"{store}.users -> {data}/users", f"{store}.letter stays"], f"adopt {path.name}")
        self.check_arrived(data, wanted, path.name)
        self.expect(self.do("adopt", store, "--data", data), 1, ["has a register already"], "adopt again")
        for name in ("store.db-wal", "store.db-position", "usage.db", "usage.db-wal"):
            (data / name).unlink()
        shutil.rmtree(data / "segments")
        (data / "segments").mkdir()
        self.report.check(self.is_served(data), f"{path.name} is served")
        self.expect(self.do("verify", "--data", data), 1, ["the store is sound"], f"{path.name} is verified, but for what it lacks")

    def of_a_store_alone(self):
        store, data = self.folder / "alone.db", self.folder / "empty"
        self.do("import", "entities", self.inventory, "--store", store)
        data.mkdir()
        self.expect(self.do("adopt", store, "--data", data), 0, ["the register is in"], "adopt into an empty folder")
        self.expect(self.do("verify", "--data", data), 0, ["entities: 1 records are the same"], "with its index")

    def of_a_link(self):
        real, link, data = self.folder / "disk.db", self.folder / "link.db", self.folder / "linked"
        self.do("import", "entities", self.inventory, "--store", real)
        (self.folder / "link.db.downloads").mkdir()
        link.symlink_to(real)
        self.expect(self.do("adopt", link, "--data", data), 0, [f"{real} -> {data}/store.db"], "adopt a link")
        self.report.check((data / "files").exists() and not (data / "store.db").is_symlink() and not link.is_symlink(),
                          "the store itself is moved")
        self.expect(self.do("verify", "--data", data), 0, ["sound"], "and is a register")

    def refusals(self):
        store = self.folder / "busy.db"
        self.do("import", "entities", self.inventory, "--store", store)
        text, full = self.folder / "letter.db", self.folder / "full"
        text.write_text("a letter, and longer than the head of a store")
        full.mkdir()
        (full / "notes.txt").write_text("mine")
        new = self.folder / "new"
        with server.Server(self.program, store):
            self.expect(self.do("adopt", store, "--data", new), 1, ["is in use", "servers and writers"], "a served store")
        writer = subprocess.Popen([self.program, "apply", "-", "--store", str(store)], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=server.environment())
        writer.stdin.write(b'{"batch":"one"}\n{"operation":"delete","kind":"entity","organisasjonsnummer":"312300028",'
                           b'"slettedato":"2026-01-01"}\n{"batch":"two"}\n')
        writer.stdin.flush()
        writer.stdout.readline()
        self.expect(self.do("adopt", store, "--data", new), 1, ["is in use"], "a store that is written")
        writer.communicate()
        for given, data, words in ((self.folder / "none.db", new, ["does not exist"]), (self.folder, new, ["is a folder"]),
                                   (text, new, ["is not the store of a register"]), (store, full, ["is not the folder of a register"]),
                                   (store, text, ["is a file, not a folder"]), (store, self.folder / "no/folder", ["does not exist"])):
            self.expect(self.do("adopt", given, "--data", data), 1, words, f"adopt {given.name} into {data.name}")
        (self.folder / "busy.db.documents").symlink_to("elsewhere")
        self.expect(self.do("adopt", store, "--data", new), 1, ["relative path"], "a relative link")
        (self.folder / "busy.db.documents").unlink()
        elsewhere = Path("/dev/shm") / f"orgreg-{os.getpid()}"
        if elsewhere.parent.is_dir() and os.stat(elsewhere.parent).st_dev != os.stat(store).st_dev:
            self.expect(self.do("adopt", store, "--data", elsewhere), 1, ["another file system"], "another file system")
            self.report.check(not elsewhere.exists(), "nothing is made there")
        self.report.check(not new.exists() and text.exists() and store.exists(), "a refusal changes nothing")
        self.expect(self.do("verify", "--store", store), 0, ["sound"], "the store after refusals")

    def kills(self):
        """Ended at each of its calls, the command goes on when it is repeated; until then no command uses the folder."""
        library = shim.build(self.folder)
        if not shim.can_be_preloaded(library, self.program):
            return
        for at in range(1, MOST_CALLS):
            store, wanted = self.prepare(f"kill-{at}")
            data = store.parent / "register"
            fault = {"LD_PRELOAD": str(library), "FAULT_FOLDER": str(store.parent), "FAULT_CALL": "any", "FAULT_AT": str(at),
                     "FAULT_ERRNO": KILL}
            done = self.do("adopt", store, "--data", data, env=fault)
            if done.returncode == 0:
                self.report.check(at > 20, f"{at} calls are few")
                return
            if (data / "layout").exists() and (data / "layout").read_text() != "orgreg layout 1\n":
                self.expect(self.do("verify", "--data", data), 1, [f"orgreg adopt {store} --data {data}"], f"kill {at}: meanwhile")
                other, _ = self.prepare(f"other-{at}")
                self.expect(self.do("adopt", other, "--data", data), 1, [f"orgreg adopt {store}"], f"kill {at}: another store")
                shutil.rmtree(other.parent)
            again = self.do("adopt", store, "--data", data)
            finished = again.returncode == 1 and "has a register already" in again.stderr
            self.report.check(again.returncode == 0 or finished, f"kill {at}: again: {again.returncode} {again.stderr}")
            self.check_arrived(data, wanted, f"kill {at}")
            shutil.rmtree(store.parent)
        self.report.check(False, "adopt never ended")
