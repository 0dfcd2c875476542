# SPDX-License-Identifier: EUPL-1.2
"""The examples of the interface document, which are answers of the register of the wire tests.

  examples.py [--program PATH] [--write]

Without --write it compares src/api/interface_document/examples.tsv with what the server answers now, and fails if they
differ. Times are always the same in an example: they are those of the import.
"""

import argparse
import json
import re
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "wire")]

import fixtures  # noqa: E402
import operations  # noqa: E402
import server  # noqa: E402

FILE = HERE.parents[1] / "src/api/interface_document/examples.tsv"
HEADING = "operation\ttype\ttarget\tbody"
ORIGIN = "https://register.example"
TIME = re.compile(r'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"')
SHOWN_TIME = '"2026-01-05T06:00:00.000Z"'
API = "/enhetsregisteret/api"

# By fixture: paths, each with the media type that is asked for if it is not the first one.
ASKED = {
    "roles": (
        (API, ""),
        (f"{API}/enheter?size=1&sort=organisasjonsnummer,asc", ""),
        (f"{API}/enheter/{{entity}}", ""),
        (f"{API}/enheter/{{entity}}", "application/vnd.brreg.enhetsregisteret.enhet.v1+json;charset=UTF-8"),
        (f"{API}/underenheter?size=1", ""),
        (f"{API}/underenheter/{{sub_entity}}", ""),
        (f"{API}/enheter/{{role_entity}}/roller", ""),
        (f"{API}/roller/rolletyper/DAGL", ""),
        (f"{API}/roller/rollegruppetyper/STYR", ""),
        (f"{API}/roller/representanter/AREP", ""),
        (f"{API}/organisasjonsformer/AS", ""),
        (f"{API}/kommuner?size=2", ""),
        (f"{API}/kommuner/0301", ""),
    ),
    "changed": (
        (f"{API}/oppdateringer/enheter?size=2&includeChanges=true&oppdateringsid=8", ""),
        (f"{API}/oppdateringer/underenheter?size=1", ""),
    ),
    "other-registers": (
        ("/frivillighetsregisteret/api/frivillige-organisasjoner?size=1", ""),
        ("/frivillighetsregisteret/api/icnpo-kategorier?spraak=NOB", ""),
    ),
    "statements-open": (
        ("/regnskapsregisteret/regnskap/{statements}", ""),
    ),
}


def get(base, target, accept):
    request = urllib.request.Request(base + target, headers={"Accept": accept or "*/*"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.headers["Content-Type"], answer.read().decode()


def first_numbers(base):
    """Numbers that the register has, by the names in the paths."""
    numbers = {}
    for name, collection in (("entity", "enheter"), ("sub_entity", "underenheter")):
        page = json.loads(get(base, f"{API}/{collection}?size=1&sort=organisasjonsnummer,asc", "")[1])
        numbers[name] = page["_embedded"][collection][0]["organisasjonsnummer"]
    return numbers


def from_data(folder, name, field):
    text = fixtures.read_bytes(folder / name).decode()
    return re.search(rf'"{field}"\s*:\s*"?(\d{{9}})', text)[1]


def examples_of(program, rows, name):
    fixture = fixtures.FIXTURES[name]
    with tempfile.TemporaryDirectory(prefix="orgreg-examples-") as folder:
        store = fixtures.load(program, fixture, folder)
        env = {**fixture.env, "ORGREG_PUBLIC_URL": ORIGIN}
        with server.Server(program, store, env) as running:
            numbers = first_numbers(running.base)
            numbers["role_entity"] = from_data(fixtures.ROLES, "roles.json", "organisasjonsnummer")
            numbers["statements"] = from_data(fixtures.STATEMENTS, "statements.ndjson", "organisasjonsnummer")
            for target, accept in ASKED[name]:
                target = target.format(**numbers)
                media, body = get(running.base, target, accept)
                yield "\t".join((rows.name_of("GET", target), media, target, TIME.sub(SHOWN_TIME, body).strip()))


def main():
    parser = argparse.ArgumentParser(description="Compares the examples of the interface document with answers.")
    parser.add_argument("--program")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    program = server.find_program(arguments.program)
    rows = operations.of(program)
    lines = [HEADING, *(line for name in ASKED for line in examples_of(program, rows, name))]
    text = "\n".join(lines) + "\n"
    if arguments.write:
        FILE.write_text(text, "utf-8")
        return 0
    if FILE.read_text("utf-8") == text:
        print(f"{len(lines) - 1} examples are what the server answers")
        return 0
    for old, new in zip(FILE.read_text("utf-8").splitlines(), lines):
        if old != new:
            print(f"FAILED the server answers\n    {new[:600]}\nand {FILE.name} has\n    {old[:600]}")
            break
    print(f"FAILED the examples differ from answers; {Path(__file__).name} --write makes them again")
    return 1


if __name__ == "__main__":
    sys.exit(main())
