# SPDX-License-Identifier: EUPL-1.2
"""Segments: equal content gives equal bytes, at whatever path and over whatever was there before."""

import tempfile
from pathlib import Path

import server
from apply_checks import delete, entity, header, lines
from json_text import loads

KINDS = ("entities", "sub-entities")
FILES = {"entities": ("enheter_alle.json.gz", "utgaatte_enheter.ndjson"),
         "sub-entities": ("underenheter_alle.json.gz", "utgaatte_underenheter.ndjson")}
NEW = "999999990"


class SegmentChecks:
    def __init__(self, program, report, folder):
        self._program = program
        self._report = report
        self._folder = Path(folder)

    def run(self):
        files = self._folder / "files"
        server.must_generate(self._program, files, 2000, "--seed", 11)
        one, other = (self._folder / name / "register.db" for name in ("one", "other"))
        for store in (one, other):
            store.parent.mkdir()
            for kind in KINDS:
                server.must_import(self._program, store, kind, [files / name for name in FILES[kind]])
        self._compare("imported at two paths", one, other)
        # An index that was made before the last commit says so, whatever that commit changed.
        for store in (one, other):
            self._again(store)
        self._compare("made again", one, other)
        for store in (one, other):
            self._change(store)
        # One has an index of the state before, above which the changes are layers; the other has none.
        self._again(other)
        with server.Server(self._program, one):
            pass
        self._again(one)
        self._compare("after changes", one, other)

    def _change(self, store):
        gone = (store.parent.parent / "files/utgaatte_enheter.ndjson").read_text(encoding="utf-8").splitlines()[0]
        batch = lines(header("change"), {"operation": "upsert", "kind": "entity", "record": entity(NEW, "NY AS")},
                      delete(loads(gone)["organisasjonsnummer"], "2026-08-01", "remove"))
        done = server.run(self._program, "apply", "-", "--store", store, line=batch)
        self._report.check(done.returncode == 0, f"a batch: {done.returncode} {done.stderr}")

    def _again(self, store):
        """A server makes all segments anew."""
        for path in self._segments(store).values():
            path.unlink()
        with server.Server(self._program, store):
            pass

    @staticmethod
    def _segments(store):
        return {path.name: path for path in store.parent.rglob("*.segment")}

    def _compare(self, title, one, other):
        paths, others = self._segments(one), self._segments(other)
        # An import makes those of its kind, a server those of all kinds.
        both = paths.keys() & others.keys()
        self._report.check(len(both) >= len(KINDS), f"{title}: both have only {both}")
        for name in both:
            self._report.check(paths[name].read_bytes() == others[name].read_bytes(), f"{title}: {name} differs")


def run(program, report):
    with tempfile.TemporaryDirectory(prefix="orgreg-segments-") as folder:
        SegmentChecks(program, report, folder).run()
