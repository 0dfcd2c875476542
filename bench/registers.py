# SPDX-License-Identifier: EUPL-1.2
"""The registers that are measured: made by `orgreg-dev generate`, loaded by `orgreg import`."""

import contextlib
import re
import shutil
import sqlite3

import measure

KINDS = (("entities", "enheter"), ("sub-entities", "underenheter"))


def remove(path):
    """Removes a file, or a folder with all in it."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


class Register:
    """One register in a folder: its inventory, and the store loaded from it."""

    def __init__(self, program, folder, entities):
        self.program = program
        self.folder = folder
        self.entities = entities
        self.inventory = folder / "inventory"
        self.store = folder / "register.db"

    def generate(self):
        """Returns what measure.run returns."""
        shutil.rmtree(self.inventory, ignore_errors=True)
        return measure.run([self.program.with_name("orgreg-dev"), "generate", self.inventory, "--entities", str(self.entities), "--seed", "1"])

    def load(self):
        """Loads into an empty store; returns (kind, result of measure.run) of each import."""
        self.ensure_inventory()
        for old in self.folder.glob("register.db*"):
            remove(old)
        done = []
        for kind, name in KINDS:
            files = [self.inventory / f"{name}_alle.json.gz", self.inventory / f"utgaatte_{name}.ndjson"]
            done.append((kind, measure.run([self.program, "import", kind, *files, "--store", self.store])))
        (self.folder / "loaded").touch()
        return done

    def ensure_inventory(self):
        if not (self.inventory / "utgaatte_underenheter.ndjson").exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            self.generate()

    def ensure_store(self):
        if not (self.folder / "loaded").exists():
            self.load()

    def has_rows(self, table):
        """Whether a table of the store (docs/store-format.md) has any. The segment of an empty table exists, too."""
        with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as store:
            return store.execute(f"SELECT EXISTS (SELECT 1 FROM {table})").fetchone() == (1,)

    def segments(self):
        return sorted(self.folder.glob("register.db.*.segment"))


def generate_part(bench):
    seconds, cpu, memory, text = bench.register.generate()
    records = sum(int(n) for n in re.findall(r"(\d+) (?:entities|sub-entities|deleted|removed)", text))
    bench.section("Generate", ["records", "seconds", "records/s", "CPU s", "peak memory MB"],
                  [[records, f"{seconds:.1f}", f"{records / seconds:,.0f}", f"{cpu:.1f}", f"{memory:.0f}"]],
                  "`orgreg-dev generate DIR --entities N --seed 1`; target: at least 50,000 records/s.")


def import_part(bench):
    rows = []
    for kind, (seconds, cpu, memory, text) in bench.register.load():
        records = int(re.search(r"(\d+) records read", text)[1])
        rows.append([kind, records, f"{seconds:.1f}", f"{records / seconds:,.0f}", f"{cpu:.1f}", f"{memory:.0f}"])
    bench.section("Import into an empty store", ["kind", "records", "seconds", "records/s", "CPU s", "peak memory MB"], rows,
                  "`orgreg import KIND FILE.json.gz`, with the index that it leaves for the server; target: peak memory at most 1,500 MB.")
