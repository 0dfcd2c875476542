# SPDX-License-Identifier: EUPL-1.2
"""The examples of the interface document, which are answers of the register of the wire tests.

  examples.py [--program PATH] [--write]

Without --write it compares src/api/interface_document/examples.tsv with what the server answers now, and fails if they
differ, or if an operation has no example for another reason than WITHOUT says. What differs from run to run, or from one library to
another, is always the same in an example: times, which are those of the import, cursors, and sizes and digests of files.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The last ones come last: some names there are names here too.
sys.path[:0] = [str(HERE.parent / "wire")]
sys.path += [str(HERE.parent / "authorised")]

import fixtures  # noqa: E402
import operations  # noqa: E402
import server  # noqa: E402

import issuer  # noqa: E402
import people  # noqa: E402
import place  # noqa: E402

FILE = HERE.parents[1] / "src/api/interface_document/examples.tsv"
HEADING = "operation\ttype\ttarget\tbody"
ORIGIN = "https://register.example"
API = "/enhetsregisteret/api"
EXTENSIONS = "/api/ext/v1"
VOLUNTARY = "/frivillighetsregisteret/api"
STATEMENTS = "/regnskapsregisteret/regnskap"
FORM = "application/x-www-form-urlencoded"
COUNTED_S = 20  # Until calls are counted in the statistics.

MOST_BYTES, MOST_LINES = 6_000, 40


def digest_of_name(found):
    """In place of the size and the digest of a file."""
    return f'"name":"{found[1]}","size":4562,"sha256":"{hashlib.sha256(found[1].encode()).hexdigest()}"'


# What is shown in place of what differs.
SHOWN = (
    (re.compile(r'"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"'), '"2026-01-05T06:00:00.000Z"'),
    (re.compile(r'"name":"([^"]+)","size":\d+,"sha256":"[0-9a-f]{64}"'), digest_of_name),
    (re.compile(r'(?<="nextCursor":")[^"]+|(?<=cursor=)[\w%-]+'), "Aa0DbW5vcHFyc3R1dnd4eXo"),
    (re.compile(r'(?<=\d;)[\w+/]{43}='), "9tKXnrIYoSwv3A1eqUQmD0hFzJb6cT2LRGkPM7BsWfE="),
)


@dataclass
class Asked:
    """A request. `accept` is the media type that is asked for if it is not the first one."""
    target: str
    accept: str = ""
    body: str = ""
    content_type: str = ""
    token: str = ""


def queries(batch):
    return urllib.parse.urlencode({"queries": json.dumps(batch)})


# By fixture.
ASKED = {
    "roles": (
        Asked(API),
        Asked(f"{API}/"),
        Asked(f"{API}/enheter?size=1&sort=organisasjonsnummer,asc"),
        Asked(f"{API}/enheter/{{entity}}"),
        Asked(f"{API}/enheter/{{entity}}", "application/vnd.brreg.enhetsregisteret.enhet.v1+json;charset=UTF-8"),
        Asked(f"{API}/enheter/lastned/manifest"),
        Asked(f"{API}/underenheter?size=1"),
        Asked(f"{API}/underenheter/{{sub_entity}}"),
        Asked(f"{API}/enheter/{{role_entity}}/roller"),
        Asked(f"{API}/roller/enheter/312307014/juridiskeroller?size=1"),
        Asked(f"{API}/roller/rolletyper?size=1"),
        Asked(f"{API}/roller/rolletyper/DAGL"),
        Asked(f"{API}/roller/rollegruppetyper?size=1"),
        Asked(f"{API}/roller/rollegruppetyper/STYR"),
        Asked(f"{API}/roller/representanter?size=1"),
        Asked(f"{API}/roller/representanter/AREP"),
        Asked(f"{API}/organisasjonsformer?size=1"),
        Asked(f"{API}/organisasjonsformer/enheter?size=1"),
        Asked(f"{API}/organisasjonsformer/underenheter?size=1"),
        Asked(f"{API}/organisasjonsformer/AS"),
        Asked(f"{API}/kommuner?size=2"),
        Asked(f"{API}/kommuner/0301"),
        Asked(f"{EXTENSIONS}/units/{{sub_entity}}"),
        Asked(f"{EXTENSIONS}/suggest?text=fjellvik%20en&limit=2"),
        Asked(f"{EXTENSIONS}/search/entities?size=1"),
        Asked(f"{EXTENSIONS}/search/sub-entities?size=1"),
        Asked(f"{EXTENSIONS}/explain/entities?kommunenummer=1201&organisasjonsform=AS"),
        Asked(f"{EXTENSIONS}/explain/sub-entities?kommunenummer=1201"),
        Asked(f"{EXTENSIONS}/facets/entities?field=organisationForm&limit=2"),
        Asked(f"{EXTENSIONS}/facets/sub-entities?field=municipality&limit=2"),
        Asked(f"{EXTENSIONS}/match", body='{{"number":"{entity}"}}\n{{"number":"999999999"}}\n{{"name":"Fjellvik Energi"}}\n',
              content_type="application/x-ndjson"),
        Asked(f"{EXTENSIONS}/reconcile"),
        Asked(f"{EXTENSIONS}/reconcile", body=queries({"q0": {"query": "Fjellvik Energi"}}), content_type=FORM),
        Asked(f"{EXTENSIONS}/reconcile/suggest?prefix=fjellvik&limit=2"),
        Asked(f"{EXTENSIONS}/reconcile/properties?type=entity&limit=3"),
        Asked(f"{EXTENSIONS}/reconcile/preview?id={{entity}}"),
        Asked(f"{EXTENSIONS}/codes/forms"),
        Asked(f"{EXTENSIONS}/codes/sectors"),
        Asked("/.well-known/api-catalog"),
        Asked("/docs/v1-to-v2"),
        Asked("/docs/statement-plans"),
    ),
    "changed": (
        Asked(f"{API}/oppdateringer/enheter?size=2&includeChanges=true&oppdateringsid=8"),
        Asked(f"{API}/oppdateringer/underenheter?size=1"),
    ),
    "changed-roles": (
        Asked(f"{API}/oppdateringer/roller?size=2"),
    ),
    "other-registers": (
        Asked(f"{VOLUNTARY}/frivillige-organisasjoner?size=1"),
        Asked(f"{VOLUNTARY}/frivillige-organisasjoner/312400197"),
        Asked(f"{VOLUNTARY}/frivillige-organisasjoner/totalbestand/csv"),
        Asked(f"{VOLUNTARY}/icnpo-kategorier?spraak=NOB"),
        Asked(f"{VOLUNTARY}/informasjonstyper?spraak=NOB"),
        Asked(f"{VOLUNTARY}/informasjonstyper/informasjonstype.organisasjonsnummer"),
        Asked("/partiregisteret/api/lastned/csv"),
        Asked(f"{API}/matrikkelenhet?matrikkelnummer=1103-77/55"),
    ),
    "statements-open": (
        Asked(f"{STATEMENTS}/{{statements}}"),
        Asked(f"{STATEMENTS}/{{statements}}/20396"),
        Asked(f"{STATEMENTS}/{{statements}}/20396", "application/xml"),
        Asked(f"{STATEMENTS}/log"),
        Asked(f"{STATEMENTS}/log", "application/xml"),
        Asked(f"{STATEMENTS}/aarsregnskap/mellombalanse/{{statements}}/aar"),
        Asked(f"{STATEMENTS}/aarsregnskap/kopi/{{statements}}/aar"),
        # These count the calls above.
        Asked("/statistikk/by-orgnr"),
        Asked("/statistikk/by-method"),
        Asked("/statistikk/by-ip"),
    ),
}

# Operations without an example: their answers are files, or long.
WITHOUT = {
    "downloadRoles", "downloadAuthorisedRoles", "downloadEntity", "downloadEntityCsv", "downloadEntitySheet", "downloadSubEntity",
    "downloadSubEntityCsv", "downloadSubEntitySheet", "downloadInterimBalance", "downloadCopy",
    "listMunicipalityCodes", "listIndustryCodes", "showInterfaceJson", "showInterfaceYaml", "showDataCatalogue",
}


def send(base, asked):
    fields = {"Accept": asked.accept or "*/*"}
    fields |= {"Content-Type": asked.content_type} if asked.content_type else {}
    fields |= {"Authorization": f"Bearer {asked.token}"} if asked.token else {}
    request = urllib.request.Request(base + asked.target, asked.body.encode() or None, fields)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        raise SystemExit(f"FAILED {asked.target} answers {error.code}: {error.read()[:300]}") from error


def first_numbers(base):
    """Numbers that the register has, by the names in the paths."""
    numbers = {}
    for name, collection in (("entity", "enheter"), ("sub_entity", "underenheter")):
        page = json.loads(send(base, Asked(f"{API}/{collection}?size=1&sort=organisasjonsnummer,asc"))[1])
        numbers[name] = page["_embedded"][collection][0]["organisasjonsnummer"]
    return numbers


def from_data(folder, name, field):
    text = fixtures.read_bytes(folder / name).decode()
    return re.search(rf'"{field}"\s*:\s*"?(\d{{9}})', text)[1]


def line_of(base, rows, asked):
    """A line of the file. A body that is not JSON is a string of JSON."""
    media, body = send(base, asked)
    for found, shown in SHOWN:
        body = found.sub(shown, body)
    if not re.search(r"[/+]json", media):
        if len(body.splitlines()) > MOST_LINES:
            raise SystemExit(f"FAILED the example of {asked.target} has more than {MOST_LINES} lines")
        body = json.dumps(body, ensure_ascii=False)
    if len(body.encode()) > MOST_BYTES:
        raise SystemExit(f"FAILED the example of {asked.target} has more than {MOST_BYTES} bytes")
    return "\t".join((rows.name_of("POST" if asked.body else "GET", asked.target), media, asked.target, body.strip()))


def await_counts(base):
    """The calls of the examples before are counted a moment later."""
    calls = [one for one in ASKED["statements-open"] if one.target.startswith(STATEMENTS) and not one.target.endswith("/aar")]
    end = time.monotonic() + COUNTED_S
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{base}/statistikk/by-method", timeout=60) as answer:
                counted = json.load(answer)
        except urllib.error.HTTPError:
            counted = []  # 404: none.
        if sum(int(line.split(";")[0]) for line in counted) == len(calls):
            return
        time.sleep(0.1)
    raise SystemExit(f"FAILED the calls are not counted after {COUNTED_S} s")


def examples_of(program, rows, name):
    fixture = fixtures.FIXTURES[name]
    with tempfile.TemporaryDirectory(prefix="orgreg-examples-") as folder:
        store = fixtures.load(program, fixture, folder)
        env = {**fixture.env, "ORGREG_PUBLIC_URL": ORIGIN}
        with server.Server(program, store, env) as running:
            if fixture.files:
                running.await_files()
            numbers = first_numbers(running.base)
            numbers["role_entity"] = from_data(fixtures.ROLES, "roles.json", "organisasjonsnummer")
            numbers["statements"] = from_data(fixtures.STATEMENTS, "statements.ndjson", "organisasjonsnummer")
            for asked in ASKED[name]:
                if asked.target == "/statistikk/by-orgnr":
                    await_counts(running.base)
                body = asked.body.format(**numbers) if "{entity}" in asked.body else asked.body
                yield line_of(running.base, rows, Asked(asked.target.format(**numbers), asked.accept, body, asked.content_type))


def authorised_examples(program, rows):
    """The roles of an entity with the number of the person who holds one, and all roles of this person."""
    identity = next(people.identity_numbers())
    with tempfile.TemporaryDirectory(prefix="orgreg-examples-") as folder:
        here = place.Place(program, folder)
        number = place.org_number(31_230_002)
        here.load([place.entity(number)], [place.role_list(number, place.person(identity))])
        key = issuer.Key("key")
        with server.Server(program, here.store, {"ORGREG_PUBLIC_URL": ORIGIN}, here.token_options([key])) as running:
            token = issuer.token(key)
            yield line_of(running.base, rows, Asked(place.roles_of(number), token=token))
            yield line_of(running.base, rows, Asked(place.STATEMENT, body=identity, content_type="text/plain", token=token))


def names_of(program):
    return {row["operation"] for row in json.loads(subprocess.run([program, "operations"], stdout=subprocess.PIPE, check=True).stdout)}


def compare(text):
    """Returns whether the file has these lines; prints the first one that differs."""
    if FILE.read_text("utf-8") == text:
        return True
    for old, new in zip(FILE.read_text("utf-8").splitlines(), text.splitlines()):
        if old != new:
            print(f"FAILED the server answers\n    {new[:600]}\nand {FILE.name} has\n    {old[:600]}")
            break
    print(f"FAILED the examples differ from answers; {Path(__file__).name} --write makes them again")
    return False


def main():
    parser = argparse.ArgumentParser(description="Compares the examples of the interface document with answers.")
    parser.add_argument("--program")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    program = server.find_program(arguments.program)
    rows = operations.of(program)
    lines = [HEADING, *(line for name in ASKED for line in examples_of(program, rows, name)), *authorised_examples(program, rows)]
    shown = {line.split("\t")[0] for line in lines[1:]}
    if shown ^ WITHOUT != names_of(program):
        print(f"FAILED these have no example, or are in WITHOUT with one: {sorted((shown ^ WITHOUT) ^ names_of(program))}")
        return 1
    text = "\n".join(lines) + "\n"
    if arguments.write:
        FILE.write_text(text, "utf-8")
        return 0
    if not compare(text):
        return 1
    print(f"{len(lines) - 1} examples of {len(shown)} operations are what the server answers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
