# SPDX-License-Identifier: EUPL-1.2
"""The registers that are measured: made by `orgreg-dev generate`, loaded by `orgreg import`."""

import contextlib
import re
import shutil
import sqlite3

import measure

KINDS = (("entities", "enheter"), ("sub-entities", "underenheter"))


def copy(data, folder, *left_out):
    """Copies a register, with the write-ahead log that an import may leave, but without the folders `left_out`. No process may write meanwhile."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(data, folder, ignore=shutil.ignore_patterns("*-shm", *left_out),
                    copy_function=lambda old, new: measure.run(["cp", "--reflink=auto", old, new]))


class Register:
    """One register in a folder: its inventory, and the store loaded from it."""

    def __init__(self, program, folder, entities):
        self.program = program
        self.folder = folder
        self.entities = entities
        self.inventory = folder / "inventory"
        self.data = folder / "register"
        self.store = self.data / "store.db"

    def generate(self):
        """Returns what measure.run returns."""
        shutil.rmtree(self.inventory, ignore_errors=True)
        return measure.run([self.program.with_name("orgreg-dev"), "generate", self.inventory, "--entities", str(self.entities), "--seed", "1"])

    def load(self):
        """Loads into an empty store; returns (kind, result of measure.run) of each import."""
        self.ensure_inventory()
        if self.data.exists():
            shutil.rmtree(self.data)
        done = self.load_into(self.data)
        (self.folder / "loaded").touch()
        return done

    def load_into(self, data, *options):
        """Loads the inventory, which is there, into an empty store in that folder, or where the options of the command say."""
        done = []
        for kind, name in KINDS:
            files = [self.inventory / f"{name}_alle.json.gz", self.inventory / f"utgaatte_{name}.ndjson"]
            done.append((kind, measure.run([self.program, "import", kind, *files, "--data", data, *options])))
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
        return sorted((self.data / "segments").glob("*.segment"))


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
