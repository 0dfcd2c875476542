# SPDX-License-Identifier: EUPL-1.2
"""Backup and restore of a whole register: documents, users, usage counts, audit log, secrets."""

import contextlib
import gzip
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
from pathlib import Path

import server
from apply_checks import entity, upsert
from client import API, Client
from whole_register import SECRET, WholeRegister, audit_line, numbers, pdf

PARTS = {"store.db", "users", "usage.db", "documents", "audit", "layout", "segments", "secrets"}


def record_of(running, number):
    """Returns the name in the answer to a look-up."""
    return Client(running.port).get(f"{API}enheter/{number}")[1]["navn"]


class BackupParts:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self.whole = WholeRegister(program, self.folder / "data")

    def run(self):
        self.whole.make(self.folder / "scratch", entities=6)
        self.served_meanwhile()
        self.backup = self.back_up("backup")
        self.content()
        self.refusals()
        self.later()
        self.comes_back()
        self.into_an_empty_place()
        self.secrets()
        self.damaged()
        self.damaged_dictionary()
        self.elsewhere()
        self.made_again()
        self.refused_files()
        self.missing_log()
        self.as_root()
        self.earlier_layout()
        self.earlier_version()

    def check(self, good, what):
        self.report.check(good, what)

    def expect(self, done, code, text, what):
        output = done.stdout + done.stderr
        self.check(done.returncode == code and text in output, f"{what}: {done.returncode} {output}")

    def back_up(self, name, *options):
        done = self.whole.orgreg("backup", self.folder / name, *options)
        self.expect(done, 0, "holds commit", f"backup {name}")
        return WholeRegister(self.program, self.folder / name)

    def restore(self, to, *options, backup=None):
        return to.orgreg("restore", backup or self.backup.data, *options)

    def at(self, name):
        return WholeRegister(self.program, self.folder / name)

    def served_meanwhile(self):
        """While documents come and go, each backup has all that its rows name."""
        stop = threading.Event()

        def change():
            for turn in range(1000):
                if stop.is_set():
                    return
                # A document that replaces another one makes a sweep delete the file.
                number = self.whole.numbers[turn % 3]
                self.whole.add_document(self.folder / "changing", number, 2021, f"{turn} av {number}")

        thread = threading.Thread(target=change)
        thread.start()
        try:
            for turn in range(4):
                backup = self.back_up(f"meanwhile-{turn}")
                self.check(not backup.verified("--read-documents"), f"a backup meanwhile: {backup.verified('--read-documents')}")
        finally:
            stop.set()
            thread.join()
        left = [path for path in (self.folder / "data/documents").glob("??/*")]
        self.check(len(left) == 6, f"after the backups nothing but the listed documents is left: {left}")

    def content(self):
        backup, whole = self.backup, self.whole
        names = {path.name for path in backup.data.iterdir() if not path.name.startswith(("store.db-", "usage.db-"))}
        self.check(names == PARTS, f"the parts of a backup: {names}")
        self.check(not any((backup.data / "segments").iterdir()), "a backup has no index")
        self.check(not any((backup.data / "secrets").iterdir()), "a backup has no secrets without --secrets")
        self.check(backup.documents() == whole.documents() and len(backup.documents()) == 6, "the documents")
        self.check(backup.users() == {"kari", "ola"}, "the users")
        self.check(backup.counts() == {"retning": 3}, f"the counts: {backup.counts()}")
        self.check(backup.audit() == whole.audit() and backup.audit(), "the audit log")
        self.check(not backup.verified("--read-documents"), backup.verified("--read-documents"))
        modes = {path.name: oct(path.stat().st_mode & 0o777) for path in backup.data.rglob("*")
                 if path.name in ("users", "usage.db", "log", "store.db") and path.stat().st_mode & 0o077}
        self.check(not modes, f"only its owner may read a backup: {modes}")

    def refusals(self):
        whole, scratch = self.whole, self.folder / "refused"
        scratch.mkdir()
        before = sorted(self.folder.iterdir())
        self.expect(whole.orgreg("backup", self.backup.data), 1, "is there already", "over a backup")
        self.expect(whole.orgreg("backup", scratch), 1, "is there already", "over an empty folder")
        self.expect(whole.orgreg("backup", whole.data / "inside"), 1, "the register itself", "inside the register")
        self.expect(whole.orgreg("backup", self.folder / "no/folder"), 1, "no", "in no folder")
        self.expect(self.at("none").orgreg("backup", self.folder / "of-nothing"), 1, "no register", "of nothing")
        self.expect(self.restore(whole, backup=self.folder / "none"), 1, "The register is as it was", "no backup")
        self.expect(self.restore(whole, backup=whole.data), 1, "the register itself", "the register itself")
        self.expect(self.restore(whole, backup=scratch), 1, "The register is as it was", "an empty folder")
        self.expect(self.restore(self.at("no/place")), 1, "no", "into no folder")
        self.expect(self.restore(WholeRegister(self.program, self.folder / "scratch")), 1, "scratch", "into another folder")
        self.check(sorted(self.folder.iterdir()) == before, f"a refusal leaves something: {sorted(self.folder.iterdir())}")
        scratch.rmdir()

    def later(self):
        """What happens after the backup."""
        whole = self.whole
        self.removed, self.renamed, self.new = whole.numbers[0], whole.numbers[1], numbers(20)[-1]
        whole.remove(self.removed)
        whole.apply("later", upsert(entity(self.new, "NY AS")))
        self.later_document = whole.add_document(self.folder / "later", self.new, 2022, "senere")
        whole.must("user", "remove", "kari")
        whole.add_user("siv")
        whole.must("user", "add", "ola", line="et nytt passord\n")
        self.ola = self.line_of(whole, "ola")
        whole.count("retning", 2)
        whole.count("ny", 1, quarter=1001)
        whole.look_up(3)

    @staticmethod
    def line_of(whole, user):
        return [line for line in (whole.data / "users").read_text().splitlines() if line.startswith(f"{user}:")]

    def comes_back(self):
        whole, log = self.whole, self.whole.audit()
        done = self.restore(whole)
        self.expect(done, 0, "1 records were removed since", "restore")
        self.check("return with --users: kari" in done.stdout, f"users who stay away are named: {done.stdout}")
        self.check(not whole.verified("--read-documents"), whole.verified("--read-documents"))
        states = whole.states()
        self.check(states[self.removed] == 2 and states[self.renamed] == 0 and self.new not in states, f"records: {states}")
        gone = {hashlib.sha256(pdf(f"dokument {self.removed}")).hexdigest(), self.later_document}
        self.check(gone & self.backup.documents() and not gone & whole.documents() and len(whole.documents()) == 4,
                   f"documents after a restore: {whole.documents()}")
        self.check(whole.users() == {"ola", "siv"}, f"users without --users: {whole.users()}")
        self.check(whole.counts() == {"retning": 5, "ny": 1}, f"counts: {whole.counts()}")
        self.check(whole.audit().startswith(log) and whole.audit_kinds()[-1] == "restored",
                   f"the audit log goes on: {whole.audit_kinds()}")
        line = json.loads(whole.audit().splitlines()[-1])
        self.check(line["backup"] == str(self.backup.data.resolve()) and line["commit"] > 0, f"the line: {line}")
        done = self.restore(whole, "--users")
        self.expect(done, 0, "user kari returned", "restore with users")
        self.check(done.stdout.count("returned") == 1 and whole.users() == {"kari", "ola", "siv"}, f"who returned: {done.stdout}")
        self.check(self.line_of(whole, "ola") == self.ola, "who is there keeps the password")
        self.check(whole.counts() == {"retning": 5, "ny": 1}, f"counts after two restores: {whole.counts()}")
        self.check(whole.audit_kinds().count("restored") == 2, "each restore has a line")
        whole.look_up(1)
        self.expect(server.run(self.program, "audit", "verify", whole.data / "audit/log"), 0, "as they were written", "audit verify")

    def into_an_empty_place(self):
        fresh = self.at("fresh")
        ledger = ("--ledger", self.whole.data)
        self.expect(self.restore(fresh, *ledger, "--users"), 0, "removed again", "into an empty place")
        self.check(not fresh.verified("--read-documents"), fresh.verified("--read-documents"))
        self.check(fresh.users() == {"kari", "ola"} and fresh.counts() == {"retning": 3}, "all of it comes into an empty place")
        self.check(fresh.audit().startswith(self.backup.audit()) and fresh.audit_kinds()[-1] == "restored", "with the audit log")
        self.check(fresh.states()[self.removed] == 2 and len(fresh.documents()) == 4, "and without what the ledger has removed")
        with server.Server(self.program, self.folder / "fresh") as running:
            self.check(running.port, "it is served")

    def secrets(self):
        with_secrets = self.back_up("with-secrets", "--secrets")
        secret = (self.whole.data / SECRET).read_bytes()
        self.check((with_secrets.data / SECRET).read_bytes() == secret, "a backup with secrets")
        self.check((with_secrets.data / SECRET).stat().st_mode & 0o077 == 0, "which only their owner reads")
        fresh = self.at("fresh-secrets")
        self.expect(self.restore(fresh, "--secrets"), 1, "no secrets", "a backup without secrets")
        self.check(not fresh.data.exists(), "a refusal leaves no folder")
        self.expect(self.restore(fresh, "--secrets", backup=with_secrets.data), 0, "usage-secret", "secrets come back")
        self.check((fresh.data / SECRET).read_bytes() == secret, "the secret")
        (fresh.data / SECRET).write_text("another")
        self.expect(self.restore(fresh, "--secrets", backup=with_secrets.data), 0, "differ", "another secret stays")
        self.check((fresh.data / SECRET).read_text() == "another", "the other secret")

    def damaged(self):
        """verify names each damaged part; a restore refuses it, and force leaves it out."""
        for name, part in (("users", "users"), ("usage.db", "usage counts"), ("audit/log", "audit log"), ("documents", "documents")):
            broken = self.at(f"broken-{part.replace(' ', '-')}")
            shutil.copytree(self.backup.data, broken.data)
            path = broken.data / name
            if name == "documents":
                path = sorted(path.glob("??/*"))[0]
            content = bytearray(path.read_bytes())
            content[4096 if name == "usage.db" else len(content) // 2] ^= 0xFF  # There a page of counts begins.
            path.write_bytes(content)
            done = broken.orgreg("verify", "--read-documents")
            self.expect(done, 1, part, f"verify of damaged {part}")
            self.check("the store is sound" in done.stdout, f"the other parts are verified too: {done.stdout}")
            fresh = self.at(f"from-{broken.data.name}")
            self.expect(self.restore(fresh, "--users", backup=broken.data), 1, "The register is as it was", f"damaged {part}")
            self.check(not fresh.data.exists(), f"damaged {part}: a refusal leaves {fresh.data}")
            self.expect(self.restore(fresh, "--users", "--force", backup=broken.data), 0, part, f"damaged {part} by force")
            comes = name in ("documents", "audit/log")
            self.check(bool(fresh.verified()) == comes, f"damaged {part} is left out, or comes as it is: {fresh.verified()}")
            copied = self.folder / f"copy-of-{broken.data.name}"
            done = broken.orgreg("backup", copied)
            self.check(copied.exists() and done.returncode == 1 and part in done.stderr,
                       f"a backup of damaged {part}: {done.returncode} {done.stdout}{done.stderr}")

    def damaged_dictionary(self):
        """Records are packed with a dictionary whose copy in the store is for other programs: damage to it is named, and
        the register is served all the same, with an index and without."""
        broken = self.at("broken-dictionary")
        shutil.copytree(self.backup.data, broken.data)
        number = self.whole.numbers[1]
        with server.Server(self.program, broken.data) as running:
            before = record_of(running, number)
        self.change(broken.data / "store.db", "UPDATE dictionary SET bytes = zeroblob(length(bytes))")
        named = "dictionary row 1 is not what the records were packed with"
        self.expect(broken.orgreg("verify"), 1, named, "verify of a damaged dictionary")
        for title in ("with", "without"):
            with server.Server(self.program, broken.data) as running:
                self.check(record_of(running, number) == before, f"a damaged dictionary, {title} an index")
            shutil.rmtree(broken.data / "segments")
        copy = self.folder / "copy-of-broken-dictionary"
        self.expect(broken.orgreg("backup", copy), 1, f"register: store.db: {named}", "a backup of a damaged dictionary")
        self.check(WholeRegister(self.program, copy).states() == self.backup.states(), "which has all records")
        self.expect(self.restore(self.at("from-broken-dictionary"), backup=copy), 1, named, "a restore of it")

    @staticmethod
    def change(store, sql):
        with contextlib.closing(sqlite3.connect(store)) as writer, writer:
            writer.execute(sql)

    def elsewhere(self):
        """A part that the environment names elsewhere is not meant by a person who names the folder."""
        users = self.folder / "users-elsewhere"
        shutil.copy(self.backup.data / "users", users)
        copy, fresh = self.folder / "backup-elsewhere", self.at("fresh-elsewhere")
        environment = {**server.environment(), "ORGREG_USERS": str(users)}

        def run(*arguments, **more):
            return subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, check=False,
                                  env={**environment, **more})

        data = ("--data", self.backup.data)
        fault = f"ORGREG_USERS: users: {users} is outside"
        self.expect(run("backup", copy, *data), 2, fault, "a backup of other users")
        self.expect(run("restore", self.backup.data, "--data", fresh.data), 2, fault, "a restore of other users")
        self.check(not copy.exists() and not fresh.data.exists(), "a refusal leaves nothing")
        self.expect(run("verify", *data), 0, f"users: {users}: 2 are sound", "verify names the file of users")
        self.expect(run("verify", *data, "--users", ""), 0, f"users: {self.backup.data / 'users'}: 2 are sound", "and the other")
        self.expect(run("backup", copy, *data, "--users", ""), 0, "the users", "a backup of the users in the folder")
        self.expect(run("backup", self.folder / "named", *data, "--users", users), 0, "the users", "of the users that are named")
        self.expect(run("restore", copy, "--data", fresh.data, ORGREG_USERS=""), 0, "is restored", "a restore")

    def made_again(self):
        """verify compares the files of the whole register with their manifest; an index of another version is no fault."""
        data = self.at("made-again")
        shutil.copytree(self.backup.data, data.data)
        with server.Server(self.program, data.data):
            pass
        data.must("downloads")
        done = data.orgreg("verify")
        self.expect(done, 0, "are the same in store and index", "verify with index and files")
        self.check(done.stdout.count("has the SHA-256 of the manifest") == 8, f"all files are compared: {done.stdout}")
        file = data.data / "files/enheter_alle.csv.gz"
        self.change_byte(file, 40)
        done = data.orgreg("verify")
        self.expect(done, 1, f"files: {file}: has not the SHA-256", "verify of a damaged file")
        file.unlink()
        self.expect(data.orgreg("verify"), 0, f"files: {file}: is missing", "verify without a file")
        data.must("downloads")
        segments = sorted((data.data / "segments").iterdir())
        for segment in segments:
            self.change_byte(segment, 7)
        done = data.orgreg("verify")
        self.expect(done, 0, "is an index of another version; the next start makes another", "verify after an upgrade")
        self.change_byte(segments[0], 0)
        self.expect(data.orgreg("verify"), 1, "is no segment", "verify of another file in place of the index")
        with server.Server(self.program, data.data):
            pass
        self.expect(data.orgreg("verify"), 0, "are the same in store and index", "verify after the next start")

    @staticmethod
    def change_byte(path, at):
        """As a disk changes it: the file has its time."""
        about = path.stat()
        with path.open("r+b") as file:
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ 1]))
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))

    def refused_files(self):
        """What cannot be a backup is refused in words, and no command waits for it."""
        text, pipe, fresh = self.folder / "letter.txt", self.folder / "pipe", self.at("from-no-backup")
        text.write_text("no backup\n" * 1000)
        os.mkfifo(pipe)
        for given, words in ((text, "is not a store of this program"), (pipe, "is a pipe or a device, not a store"),
                             (self.backup.data / "store.db", "name the folder"), (self.backup.data / "users", "is not a store")):
            self.expect(self.restore(fresh, backup=given), 1, words, f"{given.name} as a backup")
        self.expect(self.whole.orgreg("backup", ""), 1, "the path of the backup is empty", "a backup without a path")

    def as_root(self):
        """What root restores into the folder of another user belongs to that user."""
        if os.geteuid() != 0:
            return
        theirs = self.at("of-another-user")
        theirs.data.mkdir(mode=0o700)
        os.chown(theirs.data, 65534, 65534)
        self.expect(self.restore(theirs, "--users"), 0, "is restored", "as root")
        ours = [str(path.relative_to(theirs.data)) for path in theirs.data.rglob("*") if path.stat().st_uid == 0]
        self.check(not ours, f"root keeps {ours}")

    def missing_log(self):
        """verify names a file of the audit log whose predecessor is missing, unless it is the oldest."""
        rotated = self.at("rotated")
        shutil.copytree(self.backup.data, rotated.data)
        log = rotated.data / "audit/log"
        for ending in ("2024", "2025"):
            older = log.with_name(f"log.{ending}")
            log.rename(older)
            last = json.loads(older.read_text().splitlines()[-1])
            log.touch(mode=0o600)
            log.write_text(audit_line("begin", last["sequence"] + 1, last["hash"])[0])
            rotated.look_up(2)
        self.expect(rotated.orgreg("verify"), 0, "log.2024", "verify of a rotated log")
        middle = log.with_name("log.2025")
        middle.rename(self.folder / "taken")
        self.expect(rotated.orgreg("verify"), 1, "audit/log continues a file that is not here", "verify without a file in the middle")
        log.with_name("log.2024").unlink()
        self.expect(rotated.orgreg("verify"), 0, "audit/log", "verify without the oldest files")

    def earlier_layout(self):
        """A backup of an earlier version is a store file, perhaps with documents next to it."""
        old = self.folder / "old.db"
        shutil.copy(self.backup.data / "store.db", old)
        fresh = self.at("from-old")
        self.expect(self.restore(fresh, backup=old), 1, "documents are missing", "without its documents")
        shutil.copytree(self.backup.data / "documents", self.folder / "old.db.documents")
        self.expect(self.restore(fresh, backup=old), 0, "is restored", "a store file")
        self.check(fresh.documents() == self.backup.documents(), "with the documents next to it")
        self.check(not fresh.verified("--read-documents"), fresh.verified("--read-documents"))

    def earlier_version(self):
        """A store of an earlier version tells what it has removed; a restore that is refused leaves it as it was."""
        old = self.folder / "version-6.db"
        content = gzip.decompress((Path(__file__).parents[1] / "data/stores/version-6.db.gz").read_bytes())
        old.write_bytes(content)
        fresh = self.at("next-to-version-6")
        self.expect(self.restore(fresh, "--ledger", old), 0, "is restored", "a ledger of an earlier version")
        self.check(old.read_bytes() == content, "a ledger is not upgraded")
        data = self.at("version-6")
        shutil.copytree(fresh.data, data.data)
        shutil.rmtree(data.data / "segments")
        store = self.killed_writer(data.data / "store.db", content)
        before = store.read_bytes(), store.with_name("store.db-wal").read_bytes()
        self.expect(data.orgreg("verify"), 1, "orgreg backup leaves it as it is", "verify of an earlier version")
        copy = self.folder / "backup-of-version-6"
        self.expect(data.orgreg("backup", copy), 0, "holds commit", "a backup of an earlier version")
        copied = WholeRegister(self.program, copy)
        self.check(not copied.verified() and "store" in copied.orgreg("verify").stdout, f"which is whole: {copied.verified()}")
        self.check(self.note_of(copy / "store.db") == 1, "and has what is in the log of the store")
        self.expect(self.restore(data, "--users", backup=self.folder / "broken-users"), 1, "The register is as it was",
                    "into a register of an earlier version")
        self.check((store.read_bytes(), store.with_name("store.db-wal").read_bytes()) == before,
                   "a backup, and a restore that is refused, change nothing")
        self.expect(self.restore(data, "--users"), 0, "is restored", "in place of a register of an earlier version")
        left = [path.name for path in data.data.rglob("*") if ".restoring" in path.name or ".part-" in path.name]
        self.check(not left and not data.verified(), f"which is whole: {left} {data.verified()}")

    @staticmethod
    def killed_writer(store, content):
        """Makes a store whose last commit is in its log, as a process that was killed leaves it."""
        for ending in ("-wal", "-shm", "-position"):
            store.with_name(store.name + ending).unlink(missing_ok=True)
        running = store.with_name("running.db")
        running.write_bytes(content)
        writer = sqlite3.connect(running)
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("CREATE TABLE in_the_log (id INTEGER)")
        writer.commit()
        shutil.copy(running, store)
        shutil.copy(running.with_name("running.db-wal"), store.with_name(store.name + "-wal"))
        writer.close()
        for path in store.parent.glob("running.db*"):
            path.unlink()
        return store

    @staticmethod
    def note_of(store):
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as reader:
            return reader.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'in_the_log'").fetchone()[0]


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-backup-parts-") as folder:
        BackupParts(program, report, folder).run()
