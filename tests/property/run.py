#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Property tests: the server against an independent scan of the same records.

  run.py [--program PATH] [--seed N] [--combinations N] [--only real|generated|round-trip|import|codes|commands|apply|backup|segments|downloads|ingest|cursors|facets|suggest|match|explain]

real        the real extract (version 1, version 2 and sub-entities in one register)
generated   a register that the program makes itself (3,000 entities)
round-trip  JSON to CSV and back
import      broken, odd and strict imports
codes       imports of code lists
commands    exit codes, and what the commands say when something is wrong
apply       batches of changes, and newer inventories
backup      backup and restore, and a mirror that follows the updates
segments    equal content gives equal segments
downloads   the files of the register: content, answers and life
ingest      batches by POST
cursors     searches that go on at a cursor
facets      counts per value
suggest     suggestions while a text is typed
match       long bodies of numbers, and clients that send them badly
explain     why a search finds few records or none
"""

import argparse
import gzip
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "data"
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(DATA)]

import apply_checks  # noqa: E402
import backup_checks  # noqa: E402
import code_list_checks  # noqa: E402
import command_checks  # noqa: E402
import cursor_checks  # noqa: E402
import download_checks  # noqa: E402
import explain_checks  # noqa: E402
import facet_checks  # noqa: E402
import follow_checks  # noqa: E402
import import_checks  # noqa: E402
import ingest_checks  # noqa: E402
import match_checks  # noqa: E402
import round_trip  # noqa: E402
import segment_checks  # noqa: E402
import server  # noqa: E402
import suggest_checks  # noqa: E402
from client import Client  # noqa: E402
from json_text import loads  # noqa: E402
from oracle import Register  # noqa: E402
from search_checks import Report, SearchChecks  # noqa: E402

PARTS = ("import", "codes", "commands", "apply", "backup", "segments", "ingest", "downloads", "cursors", "facets", "suggest", "match", "explain", "real", "generated", "round-trip")
# The parts that compare answers with the records of a generated register.
WITH_RECORDS = {"cursors": cursor_checks, "facets": facet_checks, "suggest": suggest_checks, "match": match_checks, "explain": explain_checks}
KINDS = (("enheter", "entities"), ("underenheter", "sub-entities"))
REAL = {
    "enheter": [DATA / "real-extract/enheter_v1_2022-06.json.gz",
                DATA / "real-extract/enheter_v2_2026-04.json.gz"],
    "underenheter": [DATA / "real-extract/underenheter_v2_2026-04.json.gz"],
}
INVENTED = {
    "enheter": [DATA / "register/entities.json"],
    "underenheter": [DATA / "register/sub-entities.json.gz"],
}


def read_records(path):
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.name.endswith(".gz") else data).decode("utf-8")
    if ".ndjson" in path.name:
        return [loads(line) for line in text.split("\n") if line.strip()]
    return loads(text)


def generate(program, folder):
    """Writes a register and sorts its files by kind, inventories before deleted records."""
    server.must_generate(program, folder, 3000, "--seed", 7)
    files = {}
    for kind, _ in KINDS:
        files[kind] = [Path(folder, f"{kind}_alle.json.gz"), Path(folder, f"utgaatte_{kind}.ndjson")]
    return files


def load(program, store, files):
    for kind, word in KINDS:
        if files.get(kind):
            server.must_import(program, store, word, files[kind])


def search(program, report, title, files, options):
    with tempfile.TemporaryDirectory(prefix="orgreg-property-") as folder:
        store = Path(folder) / "store"
        load(program, store, files)
        with server.Server(program, store) as running:
            for kind, _ in KINDS:
                records = [r for path in files[kind] for r in read_records(path)]
                client = Client(running.port)
                checks = SearchChecks(client, Register(kind, records), report, title)
                checks.run(options.seed, options.combinations)
                published = [r for r in records if "respons_klasse" in r
                             and "slettedato" not in r]
                round_trip.served_as_published(report, title, kind, client, published)
                gone = [r for r in records if "slettedato" in r]
                round_trip.served_as_gone(report, title, kind, client, gone)
                # Records that a version 2 file replaced later are no longer version 1 records.
                replaced = {r["organisasjonsnummer"] for r in published}
                round_trip.served_as_version_1(report, title, client, [
                    r for r in records if kind == "enheter" and is_version_1(r)
                    and r["organisasjonsnummer"] not in replaced])


def is_version_1(record):
    return "respons_klasse" not in record and "slettedato" not in record


def csv_round_trip(program, report, title, files):
    with tempfile.TemporaryDirectory(prefix="orgreg-csv-") as folder:
        stores = [Path(folder) / name for name in ("by-json", "by-csv")]
        as_csv = {}
        for kind, _ in KINDS:
            records = [r for path in files[kind] for r in read_records(path)]
            as_csv[kind] = [Path(folder) / f"{kind}.csv"]
            round_trip.write_csv(as_csv[kind][0], records, kind)
        load(program, stores[0], files)
        load(program, stores[1], as_csv)
        with server.Server(program, stores[0]) as one, server.Server(program, stores[1]) as other:
            for kind, _ in KINDS:
                round_trip.compare(report, title, kind, (Client(one.port), one.base),
                                   (Client(other.port), other.base))


def inventories(files):
    """Returns the files of live version 2 records, which have a CSV form."""
    return {kind: [p for p in paths if ".ndjson" not in p.name and "_v1_" not in p.name]
            for kind, paths in files.items()}


def run_part(part, program, report, options, folder):
    if part == "import":
        import_checks.run(program, report)
    elif part == "codes":
        code_list_checks.run(program, report)
    elif part == "commands":
        command_checks.run(program, report)
    elif part == "apply":
        apply_checks.run(program, report)
    elif part == "backup":
        backup_checks.run(program, report)
        follow_checks.run(program, report)
    elif part == "segments":
        segment_checks.run(program, report)
    elif part == "downloads":
        download_checks.run(program, report, options.seed)
    elif part == "ingest":
        ingest_checks.run(program, report)
    elif part in WITH_RECORDS:
        files = generate(program, folder)
        records = {kind: [r for path in files[kind] for r in read_records(path)] for kind, _ in KINDS}
        checks = WITH_RECORDS[part]
        with tempfile.TemporaryDirectory(prefix=f"orgreg-{part}-") as place:
            checks.run(program, report, Path(place), files, records, options)
    elif part == "real":
        search(program, report, "real extract", REAL, options)
    elif part == "generated":
        search(program, report, "generated", generate(program, folder), options)
    else:
        csv_round_trip(program, report, "invented", INVENTED)
        csv_round_trip(program, report, "real extract", inventories(REAL))
        csv_round_trip(program, report, "generated", inventories(generate(program, folder)))


def main():
    parser = argparse.ArgumentParser(description="Runs the property tests.")
    parser.add_argument("--program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--combinations", type=int, default=300)
    parser.add_argument("--only", choices=PARTS, action="append", help="may be given several times")
    options = parser.parse_args()
    program = server.find_program(options.program)
    report = Report()
    wanted = options.only or PARTS
    with tempfile.TemporaryDirectory(prefix="orgreg-generated-") as folder:
        for part in wanted:
            before = report.passed, report.failed
            run_part(part, program, report, options, folder)
            print(f"{part}: {report.passed - before[0]} passed, {report.failed - before[1]} failed",
                  flush=True)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
