# SPDX-License-Identifier: EUPL-1.2
"""The life of the files: made when missing, after a removal, by another process and after a restore;
never incomplete after a kill, and never served if they are not the files that were made."""

import fcntl
import gzip
import io
import json
import random
import signal
import subprocess
import tempfile
import threading
import time
import zipfile
import zlib
from datetime import datetime
from pathlib import Path

import server
from apply_checks import delete, entity, header, lines, upsert
from client import API
from download_forms import read_csv, read_json, without_links
from download_site import (ALL_NAMES, CSV, FAR_S, JSON, NAMES, SHEET, SlowDownload, ask, await_files, await_position,
                           fetch, fetch_all, manifest, path_of, sha256)
from waiting import comes
from json_text import dumps, loads

SINGULAR = {"enheter": "entities", "underenheter": "sub-entities"}
NDJSON = ("Accept", "application/x-ndjson")
STREAMS = 8  # The most at a time (docs/downloads.md).
SECRET = "HEMMELIGHETSKREMMERIET"
NEW, SECRET_NUMBER = "999999991", "999999992"


def unpacked(name, data):
    """Returns the content. Raises if it is not complete."""
    if name.endswith(".gz"):
        return gzip.decompress(data)
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        if book.testzip() is not None:
            raise ValueError(f"{name}: a part is damaged")
        return b"".join(book.read(part) for part in book.namelist())


def is_complete(name, data):
    try:
        return len(unpacked(name, data)) > 0
    except (ValueError, OSError, EOFError, zlib.error, zipfile.BadZipFile):
        return False


class Life:
    """A store with its files."""

    def __init__(self, program, report, folder, files):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self.store = self.folder / "register"
        self.place = self.store / "files"
        for kind, paths in files.items():
            server.must_import(program, self.store, SINGULAR[kind], paths)

    def check(self, good, message):
        return self.report.check(good, message)

    def serve(self, *arguments):
        return server.Server(self.program, self.store, arguments=arguments)

    def apply(self, *rows):
        """Returns the id of the last update."""
        done = subprocess.run([self.program, "apply", "-", *server.place(self.store)], input=lines(*rows), text=True,
                              capture_output=True, check=False, timeout=60, env=server.environment())
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1]).get("lastUpdate")

    def make(self, *options):
        return server.run(self.program, "downloads", *server.place(self.store), *options)

    def all_good(self, port, what):
        """Checks six files, complete, equal to the manifest and to the register."""
        listed = await_files(port)
        if not self.check(listed, f"{what}: the files are not made"):
            return {}
        files = fetch_all(port)
        for key, name in NAMES.items():
            body = files[key].body
            self.check(files[key].status == 200 and is_complete(name, body) and sha256(body) == listed[name]["sha256"],
                       f"{what}: {name}: {files[key].status}, {len(body)} bytes, {listed[name]}")
        for kind in SINGULAR:
            total = json.loads(ask(port, f"{API}{kind}?size=1").body)["page"]["totalElements"]
            count = len(read_json(files[kind, JSON].body))
            self.check(count == total == len(read_csv(files[kind, CSV].body)) - 1, f"{what}: {kind}: {count} of {total}")
        return files


class Lifecycle(Life):
    FAT = 1500  # Records of 12,000 random digits each.

    def run(self):
        self.not_made()
        self.missing()
        self.other_process()
        self.follower()
        self.removal()
        self.removal_meanwhile()
        self.open_download()
        self.many_at_once()
        self.strange_files()
        self.restored()
        self.restored_and_changed()

    def not_made(self):
        """If the folder cannot be made, the files answer 503 and everything else is served."""
        blocked = self.folder / "blocked"
        blocked.write_text("no folder")
        with self.serve("--downloads", blocked) as running:
            for kind, form in NAMES:
                for method in ("GET", "HEAD"):
                    response = ask(running.port, path_of(kind, form), method)
                    self.check(response.status == 503 and int(response.header("Retry-After") or 0) > 0
                               and response.header("ETag") is None and response.header("Content-Disposition") is None,
                               f"{method} {kind}{form} of no file: {response.status} {response.headers}")
            self.check(manifest(running.port) is None, "a manifest of no files")
            self.check(ask(running.port, f"{API}enheter").status == 200, "searches while there are no files")
            response = ask(running.port, f"{path_of('enheter', JSON)}?size=3")
            self.check(response.status == 200 and len(read_json(response.body)) == 3, "a selection while there is no file")
            self.check(comes(lambda: "cannot be made" in running.errors()), f"the log tells why: {running.errors()}")
            # An operator can repair this: the server checks every second.
            blocked.unlink()
            done = self.make("--downloads", blocked)
            self.check(done.returncode == 0 and done.stdout.count("records") == len(ALL_NAMES), f"downloads: {done.stdout}{done.stderr}")
            self.all_good(running.port, "made by another process")
            self.check(running.stop() == 0, "the end of a server without files")

    def missing(self):
        """Files are missing at the first start, or later; answers meanwhile are 503 and nothing else."""
        with self.serve() as running:
            while (response := fetch(running.port, "enheter", JSON)).status != 200:
                if not self.check(response.status == 503 and response.header("Retry-After"), f"{response.status}"):
                    break
            files = self.all_good(running.port, "first start")
        self.check(sorted(p.name for p in self.place.iterdir()) == sorted([*ALL_NAMES, "manifest.tsv"]),
                   f"in the folder: {sorted(p.name for p in self.place.iterdir())}")
        with self.serve() as running:
            again = self.all_good(running.port, "second start")
            self.check(all(again[key].header("Last-Modified") == files[key].header("Last-Modified") for key in NAMES),
                       "a start made the files again without need")
        (self.place / "underenheter_alle.csv.gz").unlink()
        with self.serve() as running:
            made = self.all_good(running.port, "one was missing")
            self.check(made["enheter", JSON].body == files["enheter", JSON].body, "the same register, other bytes")

    def other_process(self):
        with self.serve() as running:
            before = await_files(running.port)
            last = self.apply(header("other"), upsert(entity(NEW, "NY I FILENE AS")))
            time.sleep(1.5)  # Without a removal the files are not made again by themselves.
            self.check(manifest(running.port) == before, "an ordinary change made the files again")
            done = self.make()
            self.check(done.returncode == 0, f"downloads: {done.stderr}")
            listed = await_position(running.port, last)
            files = self.all_good(running.port, "next to a server")
            self.check(listed and "NY I FILENE AS" in unpacked("x.gz", files["enheter", CSV].body).decode(), "the new record")

    def follower(self):
        """A copy that begins with the file and its position ends equal to the register."""
        with self.serve() as running:
            await_files(running.port)
            file = fetch(running.port, "enheter", JSON)
            copy = {record["organisasjonsnummer"]: record for record in read_json(file.body)}
            some = sorted(copy)[:40]
            self.apply(header("follow"), *(upsert({**copy[n], "hjemmeside": "endret.example"}) for n in some[:30]),
                       *(delete(n, "2026-01-01") for n in some[30:35]), upsert(entity("999999993", "HELT NY AS")))
            last = self.apply(header("follow-2"), delete(some[36], "2026-01-02", "remove"),
                              upsert(entity("999999994", "DEN SISTE AS")))
            self.follow(running.port, copy, int(file.header("Register-Position")), last)
            text = ask(running.port, f"{API}enheter", headers=[("Accept", "application/x-ndjson")]).body
            served = {r["organisasjonsnummer"]: dumps(without_links(r)) for r in map(loads, text.splitlines())}
            mine = {number: dumps(without_links(record)) for number, record in copy.items()}
            self.check(mine == served, f"a copy of {len(mine)} next to {len(served)} served: "
                       f"{[n for n in {*mine, *served} if mine.get(n) != served.get(n)][:5]}")

    @staticmethod
    def follow(port, copy, position, last):
        while position < last:
            page = loads(ask(port, f"{API}oppdateringer/enheter?oppdateringsid={position + 1}&size=10").body)
            for update in page.get("_embedded", {}).get("oppdaterteEnheter", []):
                position, number = int(update["oppdateringsid"]), update["organisasjonsnummer"]
                answer = ask(port, f"{API}enheter/{number}")
                record = loads(answer.body)
                if answer.status == 200 and "slettedato" not in record:
                    copy[number] = record
                else:
                    copy.pop(number, None)

    def removal(self):
        """Within seconds no file has it, and its bytes are under no name of the folder."""
        self.apply(header("secret"), upsert(entity(SECRET_NUMBER, SECRET)))
        self.check(self.make().returncode == 0, "downloads before a removal")
        with self.serve() as running:
            before = self.all_good(running.port, "before a removal")
            self.check(SECRET.encode() in unpacked("x.gz", before["enheter", JSON].body), "the record is there")
            last = self.apply(header("gone"), delete(SECRET_NUMBER, "2026-02-01", "remove"))
            self.check(await_position(running.port, last), "no new files after a removal")
            after = self.all_good(running.port, "after a removal")
            for key, name in NAMES.items():
                content = unpacked(name, after[key].body)
                self.check(SECRET.encode() not in content and SECRET_NUMBER.encode() not in content,
                           f"{name} has what was removed")
            tag = before["enheter", JSON].header("ETag")
            self.check(after["enheter", JSON].header("ETag") != tag, "other files, the same tag")
            # A client that continues a part of the old file gets the whole new one.
            response = ask(running.port, path_of("enheter", JSON), headers=[("Range", "bytes=5-9"), ("If-Range", tag)])
            self.check(response.status == 200 and response.body == after["enheter", JSON].body, "If-Range of an old file")
            response = ask(running.port, path_of("enheter", JSON), headers=[("If-None-Match", tag)])
            self.check(response.status == 200, "If-None-Match of an old file")
        for path in self.place.iterdir():
            self.check(path.suffix == ".tsv" or SECRET.encode() not in unpacked(path.name, path.read_bytes()), f"{path}")
        # A removal while no server runs.
        last = self.apply(header("later"), delete(NEW, "2026-02-02", "remove"))
        with self.serve() as running:
            self.check(await_position(running.port, last), "no new files after a removal before the start")

    def removal_meanwhile(self):
        """Another process makes files of a state before the removal: the record does not stay there."""
        self.apply(header("secret-2"), {"operation": "reinstate", "kind": "entity",
                                        "record": entity(SECRET_NUMBER, SECRET)})
        with self.serve() as running:
            await_files(running.port)
            with (self.place / "enheter_alle.json.gz.tmp").open("w") as busy:
                fcntl.flock(busy, fcntl.LOCK_EX)
                last = self.apply(header("gone-2"), delete(SECRET_NUMBER, "2026-02-01", "remove"))
                self.check(comes(lambda: "another process is writing it" in running.errors(), 20), running.errors()[-300:])
            begun = time.monotonic()
            self.check(await_position(running.port, last) and time.monotonic() - begun < 20,
                       "no new files once the other was done")
            self.all_good(running.port, "after another's making")

    def open_download(self):
        """A download in progress continues with the old bytes. They are too many for the buffers."""
        source = random.Random(5)
        fat = [upsert(entity(str(700000000 + at), f"FET {at}", vedtektsfestetFormaal=[source.randbytes(6000).hex()]))
               for at in range(self.FAT)]
        last = self.apply(header("fat"), *fat)
        with self.serve() as running:
            await_files(running.port)
            self.slow_orders(running.port)
        with self.serve("--made-files", "2") as running:
            self.check(self.make().returncode == 0, "downloads of large records")
            await_position(running.port, last)
            old = {form: fetch(running.port, "enheter", form).body for form in (JSON, CSV, SHEET)}
            self.check(min(map(len, old.values())) > 7_000_000, f"{[len(body) for body in old.values()]}")
            self.streams(running.port)
            self.other_orders(running.port, old[JSON])
            slow = {form: SlowDownload(running.port, path_of("enheter", form)) for form in old}
            last = self.apply(header("thin"), *(
                delete(str(700000000 + at), "2026-02-03", "remove") for at in range(self.FAT)))
            self.check(await_position(running.port, last), "no new files")
            new = fetch(running.port, "enheter", JSON).body
            self.check(len(new) < 5_000_000, f"{len(new)} bytes")
            bodies = {}
            threads = [threading.Thread(target=lambda form=form: bodies.update({form: slow[form].finish()}))
                       for form in slow]  # All at once: a download that is not read for 30 s is cut off.
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for form, body in bodies.items():
                self.check(body == old[form], f"an open download of {form!r}: {body and len(body)} of {len(old[form])}")
            self.all_good(running.port, "after a slow download")

    def streams(self, port):
        """Streams that are not read leave everything else as it was."""
        query = f"{API}enheter?navn=FET"
        slow = [SlowDownload(port, query, NDJSON[1]) for _ in range(STREAMS)]
        begun = time.monotonic()
        for target, headers in ((query, [NDJSON]), (f"{path_of('enheter', JSON)}?size=3", [])):
            response = ask(port, target, headers=headers)
            self.check(response.status == 200, f"one more stream: {response.status} {response.headers}")
        for target in (f"{API}enheter?size=1", path_of("underenheter", JSON), f"{API}enheter/700000001"):
            self.check(ask(port, target).status == 200, f"{target} next to {STREAMS} streams")
        self.check(time.monotonic() - begun < 20, "answers next to streams wait for them")
        found = []
        threads = [threading.Thread(target=lambda one=one: found.append(one.finish())) for one in slow]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.check(found.count(found[0]) == STREAMS and found[0].count(b"\n") == self.FAT, "streams read slowly")
        self.check(ask(port, f"{path_of('enheter', JSON)}?size=3").status == 200, "a stream after the others")

    def other_orders(self, port, nightly):
        """Whole files in another order, where two may be made: one per address and two in all; a place is free when its client is gone."""
        path = f"{path_of('enheter', JSON)}?sort=navn,DESC"

        def status(source, target=path):
            response = ask(port, target, source=source)
            self.check(response.status == 200 or int(response.header("Retry-After") or 0) > 0, f"{response.headers}")
            return response.status

        first = SlowDownload(port, path, source="127.0.0.2")
        self.check(status("127.0.0.2") == 503, "a second file for one address")
        second = SlowDownload(port, path, source="127.0.0.3")
        self.check(status("127.0.0.4") == 503, "a third file in all")
        self.check(status("127.0.0.2", path_of("enheter", JSON)) == status("127.0.0.2", f"{path}&size=9") == 200,
                   "the nightly file and a selection next to two files in another order")
        second.close()
        self.check(comes(lambda: status("127.0.0.4") == 200, 40), "the place of a client that is gone")
        self.check(status("127.0.0.2") == 503, "the place of a client that is not")
        records = read_json(first.finish())
        names = [record["navn"] for record in records]
        self.check(len(records) == len(read_json(nightly)) and names[0] > names[-1], f"{len(records)} in another order")
        self.check(status("127.0.0.2") == 200, "the place of a client that has its file")

    def slow_orders(self, port):
        """Eight clients that read whole files in another order slowly do not keep the ninth from its file."""
        target = f"{path_of('enheter', JSON)}?sort=navn,DESC"
        slow = [SlowDownload(port, target, source=f"127.0.0.{2 + place}") for place in range(8)]
        self.check(ask(port, target, source="127.0.0.20").status == 200, "a ninth client of files in another order")
        own = [SlowDownload(port, target, source="127.0.0.30") for _ in range(4)]
        self.check(ask(port, target, source="127.0.0.30").status == 503, "a fifth file of one address")
        for one in slow + own:
            one.close()

    def many_at_once(self):
        with self.serve() as running:
            await_files(running.port)
            wanted = {key: sha256(response.body) for key, response in fetch_all(running.port).items()}
            found = []

            def download(key):
                found.append((key, sha256(fetch(running.port, *key).body)))

            threads = [threading.Thread(target=download, args=(key,)) for key in list(NAMES) * 5]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.check(len(found) == 30 and all(wanted[key] == there for key, there in found), f"{len(found)} downloads")

    def strange_files(self):
        """A file that differs from the one that was made is not served but made again."""
        name = "enheter_alle.csv.gz"
        path = self.place / name
        good = path.read_bytes()
        listing = self.place / "manifest.tsv"

        def all_of_one(text):
            head, first, *_ = text.split("\n")
            return "\n".join([head, *[first] * len(ALL_NAMES), ""])

        spoil = {
            "cut off": lambda: path.write_bytes(good[:-100]),
            "one byte different": lambda: path.write_bytes(good[:500] + bytes([good[500] ^ 1]) + good[501:]),
            "foreign": lambda: path.write_bytes(b"noe annet"),
            "empty": lambda: path.write_bytes(b""),
            "a copy": lambda: (self.place / "copy").write_bytes(good) and (self.place / "copy").rename(path),
            "a link to nowhere": lambda: (path.unlink(), path.symlink_to("nowhere")),
            "another's file": lambda: path.write_bytes((self.place / "enheter_alle.json.gz").read_bytes()),
            "no manifest": listing.unlink,
            "an empty manifest": lambda: listing.write_bytes(b""),
            "a manifest of noise": lambda: listing.write_bytes(bytes(range(256)) * 20),
            "a manifest cut off": lambda: listing.write_bytes(listing.read_bytes()[:-300]),
            "a manifest of one file alone": lambda: listing.write_text(all_of_one(listing.read_text())),
            "an older version": lambda: listing.write_text(listing.read_text().replace("downloads 1", "downloads 0", 1)),
            "negative numbers": lambda: listing.write_text(listing.read_text().replace("\t", "\t-", 3)),
            "files of next year": lambda: self.later(listing, 400 * 86_400_000),
            "files of last week": lambda: self.later(listing, -7 * 86_400_000),
        }
        for what, act in spoil.items():
            act()
            before = time.time()
            with self.serve() as running:
                listed = comes(lambda: len(found := manifest(running.port) or ()) == len(ALL_NAMES) and
                               min(stamp(entry) for entry in found.values()) >= int(before), 30)
                if not self.check(listed, f"{what}: not made again, {running.errors()[-300:]}"):
                    continue
                self.all_good(running.port, what)
        for left in self.place.glob("copy"):
            left.unlink()

    @staticmethod
    def later(listing, milliseconds):
        head, *rows = listing.read_text().splitlines()
        moved = []
        for row in rows:
            fields = row.split("\t")
            fields[6] = str(int(fields[6]) + milliseconds)
            moved.append("\t".join(fields))
        listing.write_text("\n".join([head, *moved, ""]))

    def restored(self):
        """Files of a state that no longer exists are made again."""
        self.backup = self.folder / "backup"
        assert server.run(self.program, "backup", self.backup, *server.place(self.store)).returncode == 0
        last = self.apply(header("lost"), upsert(entity("999999995", "GIKK TAPT AS")))
        self.check(self.make().returncode == 0, "downloads before a restore")
        self.restore("a restore")
        self.gone_with_the_restore("GIKK TAPT AS", last, "a restore")

    def restored_and_changed(self):
        """The same if the register has changed since the files were made."""
        last = self.apply(header("lost-2"), upsert(entity("999999996", "TAPT IGJEN AS")))
        self.check(self.make().returncode == 0, "downloads before a restore")
        self.restore("a restore")
        for at in range(5):
            self.apply(header(f"after-{at}"), upsert(entity("999999997", f"SIDEN {at} AS")))
        self.gone_with_the_restore("TAPT IGJEN AS", last, "a restore and changes")

    def restore(self, what):
        done = server.run(self.program, "restore", self.backup, *server.place(self.store))
        self.check(done.returncode == 0, f"{what}: {done.stderr}")

    def gone_with_the_restore(self, name, last, what):
        def is_gone():
            response = fetch(running.port, "enheter", JSON)
            return response.status == 200 and name.encode() not in unpacked("x.gz", response.body)

        with self.serve() as running:
            self.check(comes(is_gone, 20), f"{what}: update {last} is still in the files: "
                       f"{(manifest(running.port) or {}).get('enheter_alle.json.gz')}")


def stamp(entry):
    """Returns the time of a manifest's line in Unix seconds."""
    return datetime.fromisoformat(entry["time"].replace("Z", "+00:00")).timestamp()


class Kills(Life):
    """A kill leaves no incomplete file under a public name, and nothing that blocks the next run."""

    TIMES = 8

    def run(self, seed):
        source = random.Random(f"{seed} kills")
        begun = time.monotonic()
        self.check(self.make().returncode == 0, "downloads")
        took = time.monotonic() - begun
        for at in range(self.TIMES):
            (self.place / "manifest.tsv").unlink(missing_ok=True)
            after = source.random() * took * 1.2
            if at % 2:
                self.kill([self.program, "downloads", *server.place(self.store)], after)
            else:
                self.kill([self.program, "serve", *server.place(self.store), "--port", "0"], after)
            self.whole_or_absent(f"kill {at} after {after:.3f} s")
            if at % 4 == 3:
                with self.serve() as running:
                    self.all_good(running.port, f"after kill {at}")
        left = sorted(p.name for p in self.place.iterdir())
        self.check(left == sorted([*ALL_NAMES, "manifest.tsv"]), f"left in the folder: {left}")
        self.two_at_once()

    def kill(self, command, after):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env=server.environment())
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait(FAR_S)

    def whole_or_absent(self, what):
        for name in NAMES.values():
            path = self.place / name
            self.check(not path.exists() or is_complete(name, path.read_bytes()), f"{what}: {name} is half there")

    def two_at_once(self):
        """Two processes that make the files do not disturb each other."""
        processes = [subprocess.Popen([self.program, "downloads", *server.place(self.store)], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                      env=server.environment()) for _ in range(3)]
        outcomes = [(process.communicate(timeout=FAR_S)[1], process.returncode) for process in processes]
        self.check(any(code == 0 for _, code in outcomes) and all(code in (0, 1) for _, code in outcomes), f"at once: {outcomes}")
        with self.serve() as running:
            self.all_good(running.port, "made by three at once")


def run(program, report, files, seed):
    for part in (lambda life: Lifecycle(*life).run(), lambda life: Kills(*life).run(seed)):
        with tempfile.TemporaryDirectory(prefix="orgreg-files-") as folder:
            part((program, report, folder, files))
