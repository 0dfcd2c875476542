# SPDX-License-Identifier: EUPL-1.2
"""Batches through the program: acknowledged, refused, and equal to a newer inventory."""

import gzip
import json
import signal
import subprocess
import tempfile
from pathlib import Path

import server
from client import API, Client
from json_text import dumps, loads
from waiting import comes

FAR_S = 30


def lines(*rows):
    return "".join(dumps(row) + "\n" for row in rows)


def header(identifier, count=None):
    return {"batch": identifier} if count is None else {"batch": identifier, "operations": count}


def upsert(record, kind="entity"):
    return {"operation": "upsert", "kind": kind, "record": record}


def delete(number, day, operation="delete", kind="entity"):
    return {"operation": operation, "kind": kind, "organisasjonsnummer": number, "slettedato": day}


def entity(number, name, **more):
    return {"organisasjonsnummer": number, "navn": name, "organisasjonsform": {"kode": "AS"}, **more}


class ApplyChecks:
    def __init__(self, program, report, folder):
        self.program = program
        self.report = report
        self.folder = Path(folder)
        self.store = self.folder / "store"

    def apply(self, text, *options, store=None):
        """Returns the exit code, the acknowledgements, and the text of standard error."""
        done = subprocess.run([self.program, "apply", "-", *server.place(store or self.store), *options],
                              input=text, capture_output=True, text=True, check=False, timeout=600,
                              env=server.environment())
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    def run(self):
        inventory = self.generate()
        self.newer_inventory(inventory)
        self.exit_codes()
        self.history()
        self.pipe()
        self.follow()

    def generate(self):
        server.must_generate(self.program, self.folder / "files", 2000, "--seed", 3)
        packed = (self.folder / "files/enheter_alle.json.gz").read_bytes()
        return loads(gzip.decompress(packed).decode("utf-8"))

    def newer_inventory(self, inventory):
        """Imports, applies batches, and imports the result of the batches: no change is left."""
        retired = self.folder / "files/utgaatte_enheter.ndjson"
        server.must_import(self.program, self.store, "entities",
                           [self.folder / "files/enheter_alle.json.gz", retired])
        changed = {**inventory[0], "navn": "NYTT NAVN AS", "hjemmeside": "nytt.example"}
        fewer = {k: v for k, v in inventory[1].items() if k != "maalform"}
        new = entity("999999999", "HELT NY AS", konkurs=False)
        gone = inventory[2]["organisasjonsnummer"]
        batch = lines(header("one", 4), upsert(changed), upsert(fewer), upsert(new), delete(gone, "2026-07-31"))
        code, acknowledged, errors = self.apply(batch)
        self.report.check(code == 0 and acknowledged and acknowledged[0]["updates"] == acknowledged[0]["operations"] == 4,
                          f"a batch: {code} {acknowledged} {errors}")
        again, acknowledged_again, _ = self.apply(batch)
        self.report.check(again == 0 and acknowledged_again == [{**acknowledged[0], "repeated": True}],
                          f"the same batch: {again} {acknowledged_again}")
        newer = self.folder / "newer.json"
        newer.write_text(dumps([changed, fewer, *inventory[3:], new]), encoding="utf-8")
        done = server.must_import(self.program, self.store, "entities", [newer, retired])
        self.report.check(f" 0 added, 0 replaced, {len(inventory) + len(retired.read_text().splitlines())} unchanged, "
                          "0 deleted" in done.stdout, f"import of what was applied: {done.stdout}")
        self.diff(inventory, newer, retired)

    def diff(self, inventory, newer, retired):
        """The same newer inventory over the older one makes the changes itself."""
        store = self.folder / "diff"
        server.must_import(self.program, store, "entities", [self.folder / "files/enheter_alle.json.gz", retired])
        done = server.must_import(self.program, store, "entities", [newer, retired])
        self.report.check(" 1 added, 2 replaced, " in done.stdout and " 1 deleted," in done.stdout,
                          f"import of a newer inventory: {done.stdout}")
        with server.Server(self.program, store) as running:
            client = Client(running.port)
            status, record = client.get(f"{API}enheter/{inventory[2]['organisasjonsnummer']}")
            self.report.check(status == 200 and "slettedato" in record and "maalform" not in record,
                              f"a record that the newer inventory lacks: {status} {record}")
        few = self.folder / "few.json"
        few.write_text(dumps(inventory[:100]), encoding="utf-8")
        done = server.import_files(self.program, store, "entities", [few])
        self.report.check(done.returncode == 1 and "2 %" in done.stderr, f"a shrunken inventory: {done.stderr}")
        done = server.import_files(self.program, store, "entities", [few], "--add")
        self.report.check(done.returncode == 0 and " 0 deleted" in done.stdout, f"--add: {done.stdout}{done.stderr}")
        done = server.import_files(self.program, store, "entities", [few], "--allow-shrink")
        self.report.check(done.returncode == 0 and " 1901 deleted" in done.stdout,
                          f"--allow-shrink: {done.stdout}{done.stderr}")

    def exit_codes(self):
        code, acknowledged, errors = self.apply(lines(header("bad"), delete("999999998", "2026-01-01"), {"kind": "entity"}))
        self.report.check(code == 3 and not acknowledged and "line 3: operation: is missing" in errors,
                          f"a batch that is wrong: {code} {errors}")
        code, acknowledged, errors = self.apply(lines(header("bad"), delete("999999998", "2026-01-01")))
        self.report.check(code == 3 and not acknowledged and "line 2: organisasjonsnummer: 999999998" in errors,
                          f"a batch that the register refuses: {code} {errors}")
        odd = entity("999999997", "ODD", postadresse={"postnummer": "12"}, naeringskode1={"kode": "62010"})
        code, acknowledged, errors = self.apply(lines(header("odd"), upsert(entity("999999996", "GOD AS")), upsert(odd)))
        self.report.check(code == 3 and not acknowledged
                          and "line 3: record.postadresse.postnummer: is not four digits" in errors
                          and "line 3: record.naeringskode1.kode: is not an industrial code" in errors,
                          f"a batch with values that break their rules: {code} {errors}")
        code, acknowledged, _ = self.apply(lines(header("one"), upsert(entity("999999999", "ANNET"))))
        self.report.check(code == 3 and not acknowledged, f"an id that is taken: {code}")
        code, _, errors = self.apply("", store=self.folder / "misspelt")
        self.report.check(code == 1 and not (self.folder / "misspelt").exists(), f"a store that is not there: {code} {errors}")
        done = server.run(self.program, "apply", *server.place(self.store))
        self.report.check(done.returncode == 2, f"nothing to apply: {done.returncode}")
        done = server.run(self.program, "apply", self.folder / "missing", *server.place(self.store))
        self.report.check(done.returncode == 1 and "missing" in done.stderr, f"a file that is not there: {done.stderr}")

    def history(self):
        """Batches with the time of their making: in a register whose feeds are empty, from old to new."""
        store = self.folder / "history"
        server.must_import(self.program, store, "entities", [self.folder / "files/enheter_alle.json.gz"])
        first, second = "2026-08-26T18:00:00.000Z", "2026-09-14T06:30:00.125Z"

        def batch(identifier, time, name="EN AS"):
            return lines({**header(identifier, 1), "time": time}, upsert(entity("999999999", name)))

        def refused(text, what, *options):
            code, acknowledged, errors = self.apply(text, *options, store=store)
            self.report.check(code == 3 and not acknowledged and what in errors, f"{text}: {code} {errors}")

        refused(batch("live", first), "time: is taken only by orgreg apply --history")
        refused(batch("late", "9999-01-01T00:00:00.000Z"), "time: is in the future", "--history")
        refused(batch("odd", "2026-08-26"), "time: is not a time", "--history")
        code, acknowledged, errors = self.apply(batch("one", first) + batch("two", second, "TO AS"), "--history", store=store)
        self.report.check(code == 0 and len(acknowledged) == 2, f"a history: {code} {errors}")
        refused(batch("back", first, "TRE AS"), f"time: is before the last update, {second}", "--history")
        code, acknowledged, _ = self.apply(batch("one", first), "--history", store=store)
        self.report.check(code == 0 and acknowledged[0]["repeated"], f"a history that comes again: {code} {acknowledged}")
        code, _, errors = self.apply(lines(upsert(entity("999999999", "NÅ AS"))), store=store)
        self.report.check(code == 0, f"what happens now: {errors}")
        done = server.run(self.program, "apply", "--history", "--follow", self.folder, *server.place(store))
        self.report.check(done.returncode == 2, f"a drop folder of history: {done.returncode} {done.stderr}")
        with server.Server(self.program, store) as running:
            client = Client(running.port)
            for query, wanted in (("", 3), (f"dato={first}", 3), ("dato=2026-08-26T18:00:00.001Z", 2), (f"dato={second}", 2),
                                  ("dato=2026-09-14T06:30:00.126Z", 1), (f"updatedBefore={second}", 2)):
                updates = client.get(f"{API}oppdateringer/enheter?{query}")[1]["_embedded"]["oppdaterteEnheter"]
                self.report.check(len(updates) == wanted, f"updates of {query}: {updates}")
            updates = client.get(f"{API}oppdateringer/enheter")[1]["_embedded"]["oppdaterteEnheter"]
            self.report.check([update["dato"] for update in updates[:2]] == [first, second], f"times of a history: {updates}")
        done = server.run(self.program, "verify", *server.place(store))
        self.report.check(done.returncode == 0 and "the store is sound" in done.stdout, f"verify: {done.stdout}{done.stderr}")

    def pipe(self):
        """If the header says how many come, each batch is acknowledged before the next is sent."""
        process = subprocess.Popen([self.program, "apply", "-", *server.place(self.store)], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=server.environment())
        for at in range(3):
            process.stdin.write(lines(header(f"pipe-{at}", 1), upsert(entity("999999999", f"NAVN {at}"))))
            process.stdin.flush()
            receipt = json.loads(process.stdout.readline() or "{}")
            self.report.check(receipt.get("batch") == f"pipe-{at}", f"through a pipe: {receipt}")
        process.stdin.close()
        self.report.check(process.wait(FAR_S) == 0, "the end of a pipe")
        process.stdout.close()

    def follow(self):
        drop = self.folder / "drop"
        drop.mkdir()
        with server.Server(self.program, self.store) as running:
            process = subprocess.Popen([self.program, "apply", "--follow", drop, *server.place(self.store)], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=server.environment())
            for name, text in (("a", lines(upsert(entity("999999999", "FULGT AS")))), ("b", "{}\n")):
                (drop / f"{name}.tmp").write_text(text)
                (drop / f"{name}.tmp").rename(drop / f"{name}.ndjson")
            receipt = json.loads(process.stdout.readline() or "{}")
            self.report.check(receipt.get("batch") == "a.ndjson", f"a file of a drop folder: {receipt}")
            self.report.check(comes(lambda: (drop / "refused/b.ndjson").exists()), "a refused file is set aside")
            self.report.check((drop / "refused/b.ndjson.problems").exists() and (drop / "done/a.ndjson").exists(),
                              f"a drop folder: {sorted(map(str, drop.rglob('*')))}")
            client = Client(running.port)
            self.report.check(
                comes(lambda: client.get(f"{API}enheter/999999999")[1].get("navn") == "FULGT AS"),
                "a running server serves what was applied")
            process.send_signal(signal.SIGTERM)
            self.report.check(process.wait(FAR_S) == 0, "SIGTERM ends a follower")
            process.stdout.close()


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-apply-") as folder:
        ApplyChecks(program, report, folder).run()
