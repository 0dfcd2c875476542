# SPDX-License-Identifier: EUPL-1.2
"""The restore drill: a backup while the register changes, what it brings back and what it must not."""

import gzip
import re
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import backup_parts
import packed_bodies
import server
from apply_checks import delete, entity, header, lines, upsert
from client import API, Client
from json_text import loads

FIRST, SECOND, LATER = "999999990", "999999991", "999999992"
# No other record has it, so a file can be searched for it.
SECRET = "HEMMELIGHETSKREMMERIET"


def generate(program, folder):
    server.must_generate(program, folder, 2000, "--seed", 5)
    return loads(gzip.decompress((folder / "enheter_alle.json.gz").read_bytes()).decode("utf-8"))


def apply(program, store, *rows):
    done = subprocess.run([program, "apply", "-", *server.place(store)], input=lines(*rows), text=True,
                          capture_output=True, check=False, timeout=60, env=server.environment())
    assert done.returncode == 0, done.stderr


class Changes:
    """Batches of two records with the same web site, one after the other until the block ends."""

    def __init__(self, program, store):
        self._process = subprocess.Popen(
            [program, "apply", "-", *server.place(store)], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, env=server.environment())
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.done = 0

    def _run(self):
        while not self._stop.is_set():
            site = f"{self.done}.example"
            self._process.stdin.write(lines(
                header(f"change-{self.done}", 2), upsert(entity(FIRST, "EN AS", hjemmeside=site)),
                upsert(entity(SECOND, "TO AS", hjemmeside=site))))
            self._process.stdin.flush()
            if not self._process.stdout.readline():
                return
            self.done += 1

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()

    def wait_for(self, count):
        end = time.monotonic() + 60
        while self.done < count and time.monotonic() < end:
            time.sleep(0.005)
        return self.done


class BackupChecks:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self.store = self.folder / "store"
        self.backup = self.folder / "backup"

    def run(self):
        self.inventory = generate(self.program, self.folder / "files")
        self.retired = self.folder / "files/utgaatte_enheter.ndjson"
        server.must_import(self.program, self.store, "entities",
                           [self.folder / "files/enheter_alle.json.gz", self.retired])
        self.back_up()
        self.refusals()
        self.drill()
        self.damaged_store()
        self.power_cut_leftovers()

    def orgreg(self, *arguments):
        return server.run(self.program, *arguments)

    def restore(self, *options, backup=None, store=None):
        return self.orgreg("restore", backup or self.backup, *server.place(store or self.store), *options)

    def expect(self, done, code, text, what):
        output = done.stdout + done.stderr
        self.report.check(done.returncode == code and text in output, f"{what}: {done.returncode} {output}")

    def back_up(self):
        """While batches come in, a backup is one state: all of a batch, and everything before it."""
        gone = self.inventory[3]["organisasjonsnummer"]
        apply(self.program, self.store, header("gone"), delete(gone, "2026-01-01", "remove"))
        with server.Server(self.program, self.store), Changes(self.program, self.store) as changes:
            before = changes.wait_for(5)
            done = self.orgreg("backup", self.backup, *server.place(self.store))
            printed = re.search(r"holds commit (\d+), .*; (\d+) bytes", done.stdout)
            size = sum(path.stat().st_size for path in self.backup.rglob("*") if path.is_file())
            self.report.check(done.returncode == 0 and printed and int(printed[2]) == size,
                              f"backup: {done.stdout}{done.stderr}, {size} bytes")
            after = changes.done + 1
            changes.wait_for(after + 5)
        self.report.check(sorted(p.name for p in self.folder.glob("backup*")) == ["backup"],
                          f"next to a backup: {list(self.folder.glob('backup*'))}")
        self.expect(self.orgreg("verify", *server.place(self.backup)), 0, "the store is sound", "verify of a backup")
        with server.Server(self.program, self.backup) as running:
            client = Client(running.port)
            sites = [client.get(f"{API}enheter/{number}")[1]["hjemmeside"] for number in (FIRST, SECOND)]
        at = int(sites[0].split(".")[0])
        self.report.check(sites[0] == sites[1] and before - 1 <= at <= after,
                          f"a backup between batches {before} and {after} has {sites}")
        self.last = at

    def refusals(self):
        self.expect(self.orgreg("backup", self.backup, *server.place(self.store)), 1, "is there already", "over a file")
        nowhere = self.folder / "nowhere"
        self.expect(self.orgreg("backup", nowhere, *server.place(self.folder / "missing")), 1, "no register", "of nothing")
        self.expect(self.orgreg("backup", self.folder / "no/folder", *server.place(self.store)), 1, "no/folder", "no folder")
        self.expect(self.orgreg("backup"), 2, "path", "backup of nothing named")
        self.expect(self.restore(backup=nowhere), 1, "The register is as it was", "a backup that is not there")
        self.expect(self.restore(backup=self.retired), 1, "The register is as it was", "what is no backup")
        before = server.store_file(self.store).read_bytes()  # Now without a log next to it.
        self.expect(self.restore(backup=self.store), 1, "is the register itself", "the store itself")
        self.expect(self.restore("--ledger", nowhere), 1, "nowhere", "a ledger that is not there")
        self.expect(self.restore(store=self.folder / "no/store"), 1, "does not exist", "a folder that is not there")
        broken = self.folder / "broken.db"
        content = bytearray(server.store_file(self.backup).read_bytes())
        number = self.inventory[0]["organisasjonsnummer"]
        piece = packed_bodies.pieces(server.store_file(self.backup), "entity", [number])[0]
        content[content.index(piece)] ^= 1
        broken.write_bytes(content)
        self.expect(self.restore("--force", backup=broken), 1, "The register is as it was", "a damaged backup")
        broken.write_bytes(server.store_file(self.backup).read_bytes()[:-16384])
        self.expect(self.restore(backup=broken), 1, "The register is as it was", "a backup that was cut off")
        self.report.check(not nowhere.exists() and server.store_file(self.store).read_bytes() == before, "a refusal changed the store")
        self.in_use()

    def in_use(self):
        with server.Server(self.program, self.store) as running:
            self.expect(self.restore("--force"), 1, "is in use", "a store that is served")
            self.report.check(Client(running.port).get(f"{API}enheter/{FIRST}")[0] == 200, "it is served on")
        drop = self.folder / "drop"
        drop.mkdir()
        writer = subprocess.Popen([self.program, "apply", "--follow", drop, *server.place(self.store)], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=server.environment())
        (drop / "a.ndjson.new").write_text(lines(upsert(entity(LATER, "VENTER AS"))))
        (drop / "a.ndjson.new").rename(drop / "a.ndjson")
        self.report.check("a.ndjson" in writer.stdout.readline(), "a writer at work")
        self.expect(self.restore(), 1, "is in use", "a store that waits for changes")
        writer.send_signal(signal.SIGTERM)
        writer.wait(30)
        writer.stdout.close()

    def drill(self):
        """Changes after the backup are gone, removals are not."""
        live, other = (self.inventory[at]["organisasjonsnummer"] for at in (0, 1))
        gone = self.inventory[3]["organisasjonsnummer"]
        new = "999999993"
        changed = {**self.inventory[1], "navn": "NYTT NAVN AS"}
        apply(self.program, self.store, header("after"), delete(live, "2026-02-01", "remove"), upsert(changed),
              upsert(entity(new, SECRET)), delete(new, "2026-02-02", "remove"),
              {"operation": "reinstate", "kind": "entity", "record": self.inventory[3]})
        self.expect(self.restore(), 0, "2 records were removed since", "restore")
        left = [path.name for path in self.store.glob("store.db*") if path.name not in ("store.db", "store.db-position")]
        self.report.check(not left, f"next to the restored store: {left}")
        self.expect(self.orgreg("verify", *server.place(self.store)), 0, "the store is sound", "verify after restore")
        wanted = {live: (410, "2026-02-01"), new: (410, "2026-02-02"), gone: (410, "2026-01-01"),
                  other: (200, self.inventory[1]["navn"]), LATER: (404, None)}
        self.serves(wanted)
        # The restored file does not hold the backup's content of the record.
        name, content = self.inventory[0]["navn"].encode(), server.store_file(self.store).read_bytes()
        pieces = packed_bodies.pieces(server.store_file(self.backup), "entity", [self.inventory[0]["organisasjonsnummer"]])
        self.report.check(pieces and all(piece in server.store_file(self.backup).read_bytes() for piece in pieces),
                          "the backup has what was removed later")
        self.report.check(not any(piece in content for piece in [name, *pieces]), "the restored store has not")
        done = server.import_files(self.program, self.store, "entities",
                                   [self.folder / "files/enheter_alle.json.gz"], "--add")
        self.expect(done, 0, "removed from publication before and stay so", "import after restore")
        self.serves({live: (410, "2026-02-01"), gone: (410, "2026-01-01")})
        apply(self.program, self.store, header("back"),
              {"operation": "reinstate", "kind": "entity", "record": self.inventory[0]})
        self.serves({live: (200, self.inventory[0]["navn"])})

    def serves(self, wanted):
        with server.Server(self.program, self.store) as running:
            client = Client(running.port)
            for number, (code, text) in wanted.items():
                status, body = client.get(f"{API}enheter/{number}")
                member = body and body.get("slettedato" if code == 410 else "navn")
                self.report.check((status, member) == (code, text), f"{number}: {status} {body}, not {code} {text}")

    def damaged_store(self):
        """If the old store cannot be read, its removals are lost, unless another ledger has them."""
        number = self.inventory[5]["organisasjonsnummer"]
        apply(self.program, self.store, header("later"), delete(number, "2026-03-01", "remove"))
        ledger = self.folder / "ledger"
        self.expect(self.orgreg("backup", ledger, *server.place(self.store)), 0, "holds commit", "a second backup")
        with server.store_file(self.store).open("r+b") as file:
            file.write(b"not a store any more")
        self.expect(self.restore(), 1, "would come back", "over a damaged store")
        self.expect(self.restore("--force", "--ledger", ledger), 0, "is restored", "over a damaged store by force")
        self.serves({number: (410, "2026-03-01")})
        fresh = self.folder / "fresh"
        self.expect(self.restore("--ledger", ledger, store=fresh), 0, "removed again", "into an empty place")
        self.expect(self.orgreg("verify", *server.place(fresh)), 0, "the store is sound", "verify of a fresh store")

    def power_cut_leftovers(self):
        """A half-finished copy of a restore, and a log without a store, are not used."""
        store = self.folder / "again"
        server.must_import(self.program, store, "entities", [self.retired])
        server.store_file(store).unlink()
        for ending in (".restoring", ".restoring-wal", "-wal", "-shm"):
            (store / f"store.db{ending}").write_bytes(b"left over")
        self.expect(self.restore(store=store), 0, "is restored", "next to leftovers")
        left = [path.name for path in store.glob("store.db*") if path.name not in ("store.db", "store.db-position")]
        self.report.check(not left, f"leftovers: {left}")
        self.expect(self.orgreg("verify", *server.place(store)), 0, "the store is sound", "verify next to leftovers")


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-backup-") as folder:
        BackupChecks(program, report, folder).run()
    backup_parts.run(program, report)
