# SPDX-License-Identifier: EUPL-1.2
"""S9: records removed from publication are gone: from every answer at once, from every file soon.

Records with words that occur nowhere else are imported, changed and removed. Each word is
searched for in every byte of every file of the store's folder, as written and folded to small
letters, before (where it must be found, or the search proves nothing) and after. The bytes of
the base segment disappear when a running server rewrites it, at the latest 2 minutes after it made
one; in the short run it is restarted instead of waiting. Removal is tested with a server,
without one, with kills, and with a reader that holds the old state. Programs are also
killed while they make an index, a copy of the store or the files of the register: their leftovers
are searched too, and are gone when the next one has begun.
"""

import contextlib
import http.client
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import packed_bodies
import server
from world import API, Applying, Server, batch_text, check_sound, delete, make_register, org_number, upsert
from waiting import comes

ENTITIES = 1500
SEEN_S = 5
ERASED_S = 60
LONG_S = 300
REMOVED_EACH = 15
BATCHES = 10  # Of records that are removed.
KILLS, KILL_TRIES = 3, 30


class Removal:
    def __init__(self, program, report, folder, options):
        self._program = program
        self._report = report
        self._store = folder / "store"
        self._file = self._store / "store.db"
        self._random = random.Random(options.seed)
        self._is_long = options.long
        self._removed = []  # The words of all removed records,
        self._pieces = []  # and parts of them as the store packs them.
        self._used = 0
        self.slowest_s = 0.0

    def run(self):
        make_register(self._program, self._store, ENTITIES, filler=300)
        self._send("names", [self._named(index, "FOR") for index in range(1, 1 + BATCHES * REMOVED_EACH)])
        self._send("others", [self._named(index, "NAA") for index in range(1, 1 + BATCHES * REMOVED_EACH)])
        # The base must have the words too.
        with Server(self._program, self._store):
            pass
        (self._store / "segments/entities.segment").unlink()
        with Server(self._program, self._store):
            pass
        found = self._find([self._word(1, "NAA"), self._word(1, "FOR")])
        pieces = packed_bodies.pieces(self._file, "entity", [org_number(1)])
        content = self._file.read_bytes() + Path(f"{self._file}-wal").read_bytes()
        self._report.check(pieces and all(piece in content for piece in pieces), "a packed body is in the store before")
        self._report.check({"store.db"} <= set(found), f"words are in the store before: {found}")
        self._report.check(any("segment" in name for name in found), f"words are in a segment before: {found}")
        self._served()
        self._alone()
        self._killed()
        self._with_reader()
        self._as_holder()
        self._killed_indexing()
        self._killed_copying()
        self._killed_making_files()
        if self._is_long:
            self._waiting()
        check_sound(self._report, "removed, at the end", self._program, self._store)

    @staticmethod
    def _word(index, stem):
        letters = "".join(chr(ord("A") + int(digit)) for digit in f"{index:05d}")
        return f"ZQ{stem}{letters}QZ"

    def _named(self, index, stem):
        word = self._word(index, stem)
        return upsert(org_number(index), f"{word} AS", hjemmeside=f"{word.lower()}.example",
                      forretningsadresse={"adresse": [f"{word} 1"], "postnummer": "0150", "poststed": "OSLO"},
                      vedtektsfestetFormaal=[f"{word} " * self._random.choice((1, 30, 200))])

    def _send(self, identifier, operations):
        applying = Applying(self._program, self._store)
        receipt = applying.apply(batch_text(identifier, operations))
        code = applying.finish()
        self._report.check(receipt and code == 0, f"{identifier}: {code} {applying.errors}")

    def _next_indexes(self):
        first = 1 + self._used
        self._used += REMOVED_EACH
        indexes = list(range(first, first + REMOVED_EACH))
        self._removed += [self._word(index, stem) for index in indexes for stem in ("FOR", "NAA")]
        self._pieces += packed_bodies.pieces(self._file, "entity", map(org_number, indexes))
        return indexes

    @staticmethod
    def _removals(indexes):
        return [delete(org_number(index), "2026-08-01", operation="remove") for index in indexes]

    def _find(self, words):
        """Maps a file name to the words in it, in any case."""
        found = {}
        for path in sorted(self._store.rglob("*")):
            if path.is_file():
                content = path.read_bytes()
                data = content.lower()
                hits = [word for word in words if word.lower().encode() in data
                        or word.lower().encode("utf-16-le") in data]
                hits += [piece for piece in self._pieces if piece in content]
                if hits:
                    found[path.name] = hits
        return found

    def _store_files(self, found):
        return {name: words for name, words in found.items() if "segment" not in name}

    def _erased(self, title, limit_s=ERASED_S):
        begun = time.monotonic()
        good = comes(lambda: not self._find(self._removed), limit_s)
        self.slowest_s = max(self.slowest_s, time.monotonic() - begun)
        self._report.check(good, f"{title}: still there: {self._find(self._removed)}")

    def _served(self):
        """With a server: the answers at once, the store with the acknowledgement, the segment soon."""
        indexes = self._next_indexes()
        with Server(self._program, self._store) as running:
            self._send("removed-served", self._removals(indexes))
            self._report.check(comes(lambda: self._is_gone(running.port, indexes), SEEN_S),
                               "next to a server: removed records are answered")
            self._check_answers(running.port, indexes)
            left = self._store_files(self._find(self._removed))
            self._report.check(not left, f"next to a server: in the store after apply ended: {left}")
            self._erased("next to a server")

    def _get(self, port, path):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", API + path)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, body

    def _is_gone(self, port, indexes):
        return all(self._get(port, f"enheter/{org_number(index)}")[0] == 410 for index in indexes)

    def _check_answers(self, port, indexes):
        for index in indexes:
            words = [self._word(index, stem) for stem in ("FOR", "NAA")]
            for path in (f"enheter/{org_number(index)}", f"enheter?navn={words[1]}",
                         f"enheter?organisasjonsnummer={org_number(index)}",
                         f"oppdateringer/enheter?organisasjonsnummer={org_number(index)}&includeChanges=true"):
                status, body = self._get(port, path)
                # The URL of the request is part of the answer, so the searched name is not.
                rest = body.lower().replace(f"navn={words[1]}".lower().encode(), b"")
                self._report.check(not any(word.lower().encode() in rest for word in words),
                                   f"{path}: {status} {body[:300]}")

    def _alone(self):
        """Without a server: the store at once, the segment at the next start."""
        self._send("removed-alone", self._removals(self._next_indexes()))
        left = self._store_files(self._find(self._removed))
        self._report.check(not left, f"alone: in the store after apply ended: {left}")
        with Server(self._program, self._store):
            self._erased("alone, after a start")

    def _killed(self):
        """Killed between the acknowledgement and the wiping: the next writer wipes."""
        for turn in range(3):
            applying = Applying(self._program, self._store)
            receipt = applying.apply(batch_text(f"removed-killed-{turn}", self._removals(self._next_indexes())))
            self._report.check(receipt, f"killed {turn}: no acknowledgement {applying.errors}")
            applying.kill()
            applying.finish()
            self._send(f"after-kill-{turn}", [upsert(org_number(ENTITIES - 1), f"ETTER {turn}")])
            left = self._store_files(self._find(self._removed))
            self._report.check(not left, f"killed {turn}: in the store after the next batch: {left}")
        with Server(self._program, self._store):
            self._erased("killed, after a start")

    def _with_reader(self):
        """A client reads an old state meanwhile; when that ends, the next writer wipes."""
        reader = sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entity").fetchall()
        applying = Applying(self._program, self._store)
        receipt = applying.apply(batch_text("removed-reader", self._removals(self._next_indexes())))
        self._report.check(receipt, f"next to a reader: {applying.errors}")
        reader.execute("ROLLBACK")
        reader.close()
        self._report.check(applying.finish() == 0, f"next to a reader: {applying.errors}")
        left = self._store_files(self._find(self._removed))
        self._report.check(not left, f"next to a reader: in the store after apply ended: {left}")
        with Server(self._program, self._store):
            self._erased("next to a reader, after a start")

    def _as_holder(self):
        """The roles of others no longer name it: at once in answers, soon in the segment of roles."""
        holder, other = org_number(ENTITIES - 2), org_number(ENTITIES - 3)
        word = self._word(ENTITIES - 2, "ROL")
        held = {"organisasjonsnummer": other, "rollegrupper": [{"type": {"kode": "REVI"}, "roller": [
            {"type": {"kode": "REVI"}, "enhet": {"organisasjonsnummer": holder, "navn": [f"{word} AS"]}}]}]}
        self._send("holder", [{"operation": "upsert", "kind": "roles", "record": held}])
        segment = self._store / "segments/roles.segment"
        segment.unlink(missing_ok=True)
        with Server(self._program, self._store):
            pass
        self._report.check(segment.name in self._find([word]), "a holder's name is in the segment before")
        with Server(self._program, self._store) as running:
            self._send("holder-removed", [delete(holder, "2026-08-01", operation="remove")])
            withheld = comes(lambda: b'"navn":[]' in self._get(running.port, f"enheter/{other}/roller")[1], SEEN_S)
            self._report.check(withheld, f"a holder's name is withheld: {self._get(running.port, f'enheter/{other}/roller')}")
            gone = comes(lambda: segment.name not in self._find([word]), ERASED_S)
            self._report.check(gone, f"a holder's name is still in {self._find([word])}")

    def _is_writing(self, pid, folder):
        """Whether the process has a file open in the folder that has no name, or a temporary one, or is in an unfinished folder."""
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                aim = Path(os.readlink(file))
                place = aim.parent.parent if ".part" in aim.parent.name else aim.parent
                if place == folder and (aim.name.endswith("(deleted)") or ".part" in aim.name) \
                        and file.stat().st_size > 0:
                    return True
        return False

    def _kill_while(self, title, begin, folder):
        """Kills what `begin` starts when it has written something in the folder; retries until it is in time."""
        for _ in range(KILL_TRIES):
            process = begin()
            with contextlib.suppress(OSError):
                while process.poll() is None and not self._is_writing(process.pid, folder):
                    pass
                if process.poll() is None:
                    process.send_signal(signal.SIGKILL)
            if process.wait(ERASED_S) == -signal.SIGKILL:
                return
        self._report.check(False, f"{title}: no kill was in time")

    def _serve_unready(self):
        for path in self._store.glob("segments/*.segment"):
            path.unlink()
        return subprocess.Popen([self._program, "serve", *server.place(self._store), "--port", "0"],
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _killed_indexing(self):
        """Killed while it made an index: records that were removed afterwards are in no file."""
        for turn in range(KILLS):
            self._kill_while(f"indexing {turn}", self._serve_unready, self._store / "segments")
        self._send("removed-half-indexed", self._removals(self._next_indexes()))
        left = {name: words for name, words in self._find(self._removed).items() if not name.endswith(".segment")}
        self._report.check(not left, f"killed while it made an index: {left}")
        with Server(self._program, self._store):
            self._erased("killed while it made an index, after a start")

    def _backup_to(self, path):
        return subprocess.Popen([self._program, "backup", str(path), *server.place(self._store)],
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _killed_copying(self):
        """Killed while it copied the store: the next backup next to it sweeps."""
        elsewhere = self._store.parent / "backups"
        elsewhere.mkdir()

        def begin():
            shutil.rmtree(elsewhere / "backup", ignore_errors=True)
            return self._backup_to(elsewhere / "backup")

        self._kill_while("backup", begin, elsewhere)
        self._report.check(any(elsewhere.glob("backup.part*")), "the killed backup has left a folder")
        shutil.rmtree(elsewhere / "backup", ignore_errors=True)
        indexes = self._next_indexes()
        self._send("removed-after-copy", self._removals(indexes))
        left = self._store_files(self._find(self._removed))
        self._report.check(not left, f"killed while it copied, next to the store: {left}")
        done = self._backup_to(elsewhere / "second")
        self._report.check(done.wait(ERASED_S) == 0, "the next backup")
        names = [path.name for path in elsewhere.iterdir()]
        self._report.check(names == ["second"], f"the next backup sweeps the folder: {names}")

    def _killed_making_files(self):
        downloads = self._store / "files"
        begin = ["downloads", *server.place(self._store)]
        for turn in range(KILLS):
            self._kill_while(f"files {turn}", lambda: subprocess.Popen(
                [self._program, *begin], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL), downloads)
        odd = {path.name: path.stat().st_size for path in downloads.iterdir()
               if ".part" in path.name or (path.suffix == ".tmp" and path.stat().st_size)}
        self._report.check(not odd, f"killed while it made the files: {odd}")

    def _waiting(self):
        """A server that has just made its base takes its time, but not 5 minutes."""
        with Server(self._program, self._store):
            self._send("removed-first", self._removals(self._next_indexes()))
            self._erased("first of two", LONG_S)
            self._send("removed-second", self._removals(self._next_indexes()))
            self._erased("second of two", LONG_S)


def run(program, report, folder, options):
    removal = Removal(program, report, Path(folder), options)
    removal.run()
    return f"{len(removal._removed)} words looked for in every file, the last gone after {removal.slowest_s:.1f} s"
