# SPDX-License-Identifier: EUPL-1.2
"""Counts per value against a plain scan of the same records, for any search: of one layer, of several, after removals."""

import collections
import random
import subprocess
import urllib.parse

import server
from apply_checks import delete, entity, header, lines, upsert
from client import Client
from oracle import SECTIONS, Register, employees, get
from questions import Questioner
from waiting import comes

ADDRESSES = ("postadresse", "forretningsadresse", "beliggenhetsadresse")
CLASSES = ((0, 0, "0"), (1, 4, "1-4"), (5, 9, "5-9"), (10, 19, "10-19"), (20, 49, "20-49"), (50, 99, "50-99"),
           (100, 249, "100-249"), (250, 1 << 40, "250-"))
LENGTHS = {"Section": 1, "Division": 2, "Group": 4, "Class": 5, "Subclass": 6}
PATHS = {"enheter": "/api/ext/v1/facets/entities", "underenheter": "/api/ext/v1/facets/sub-entities"}


def plain(path):
    return lambda record: {get(record, path)}


def upper(path):
    return lambda record: {value.upper() for value in [get(record, path)] if value is not None}


def flag(path):
    return lambda record: {None if get(record, path) is None else str(get(record, path)).lower()}


def year(path):
    return lambda record: {(get(record, path) or "")[:4] or None}


def either_flag(record):
    known = [value for value in (get(record, "konkurs"), get(record, "underTvangsavviklingEllerTvangsopplosning")) if value is not None]
    return {str(any(known)).lower()} if known else set()


def municipalities(record):
    return {get(record, f"{group}.kommunenummer") for group in ADDRESSES}


def employee_class(record):
    number = employees(record)
    return set() if number is None else {name for low, high, name in CLASSES if low <= number <= high}


def industry(size):
    def values(record):
        codes = [get(record, f"naeringskode{place}.kode") for place in (1, 2, 3)]
        codes = [code for code in codes if code]
        if size == 1:
            return {letter for code in codes for letter, divisions in SECTIONS.items() if int(code[:2]) in divisions}
        return {code[:size] for code in codes if len(code) >= size}
    return values


def of_address(prefix, group):
    return {f"{prefix}Municipality": plain(f"{group}.kommunenummer"), f"{prefix}PostalCode" if prefix != "postal" else "postalCode":
            plain(f"{group}.postnummer"), f"{prefix}Country": upper(f"{group}.landkode")}


SHARED = {
    "organisationForm": plain("organisasjonsform.kode"), "municipality": municipalities, **of_address("postal", "postadresse"),
    **{f"industry{level}": industry(size) for level, size in LENGTHS.items()}, "employees": employee_class,
    "inVatRegister": flag("registrertIMvaregisteret"), "registeredYear": year("registreringsdatoEnhetsregisteret"),
    "vatRegisteredYear": year("registreringsdatoMerverdiavgiftsregisteret"),
}
FIELDS = {
    "enheter": {
        **SHARED, **of_address("business", "forretningsadresse"),
        "sector": plain("institusjonellSektorkode.kode"), "bankrupt": flag("konkurs"), "windingUp": flag("underAvvikling"),
        "compulsoryDissolution": flag("underTvangsavviklingEllerTvangsopplosning"), "underInsolvency": either_flag,
        "inBusinessRegister": flag("registrertIForetaksregisteret"), "inFoundationRegister": flag("registrertIStiftelsesregisteret"),
        "inNonprofitRegister": flag("registrertIFrivillighetsregisteret"), "inPartyRegister": flag("registrertIPartiregisteret"),
        "lastAccountsYear": plain("sisteInnsendteAarsregnskap"), "foundedYear": year("stiftelsesdato"),
    },
    "underenheter": {
        **SHARED, **of_address("location", "beliggenhetsadresse"),
        "startedYear": year("oppstartsdato"), "ownerChangedYear": year("datoEierskifte"),
    },
}


class FacetChecks:
    def __init__(self, client, register, report, title):
        self.client, self.register, self.report, self.title = client, register, report, title

    def ask(self, asked, fields, limit):
        query = urllib.parse.urlencode([*asked.items(), *([("limit", limit)] if limit else []), ("field", ",".join(fields))],
                                       quote_via=urllib.parse.quote)
        status, body = self.client.get(f"{PATHS[self.register.kind]}?{query}")
        what = f"{self.title}: counts of {fields} of {self.register.kind} {asked}"
        self.report.check(status == 200, f"{what}: {status} {body}")
        return (body, what) if status == 200 else (None, what)

    def counts(self, asked, fields, limit=None):
        """The answer is right in every count."""
        body, what = self.ask(asked, fields, limit)
        if body is None:
            return
        found = self.register.search(asked)
        self.report.check(int(body["total"]) == len(found), f"{what}: {body['total']} found, not {len(found)}")
        self.report.check([facet["field"] for facet in body["facets"]] == fields, f"{what}: other fields")
        for field, facet in zip(fields, body["facets"]):
            self._field(facet, [FIELDS[self.register.kind][field](self.register.records[number]) - {None} for number in found],
                        limit or 100, f"{what}, {field}")

    def _field(self, facet, values, limit, what):
        counts = collections.Counter(value for record in values for value in record)
        order = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].encode()))
        given = [(item["value"], int(item["count"])) for item in facet["values"]]
        differing = [pair for pair in zip(given, order[:limit]) if pair[0] != pair[1]]
        self.report.check(given == order[:limit], f"{what}: {len(given)} of {len(order)} values; differs in {differing[:3]}")
        expected = (len(order), sum(count for _, count in order[limit:]), sum(not record for record in values))
        said = tuple(int(facet[name]) for name in ("valueCount", "otherCount", "missingCount"))
        self.report.check(said == expected, f"{what}: values, others and missing are {said}, not {expected}")

    def names(self, questions):
        """Names also match weakly, which the scan does not know; the search itself counts them."""
        asked = {"navn": questions.name()}
        body, what = self.ask(asked, ["organisationForm"], None)
        if body is None:
            return
        _, page = self.client.get(f"/enhetsregisteret/api/{self.register.kind}?{urllib.parse.urlencode(asked)}")
        total = int(page["page"]["totalElements"])
        counted = sum(int(item["count"]) for item in body["facets"][0]["values"])
        self.report.check(int(body["total"]) == total == counted, f"{what}: {body['total']} and {counted}, not {total}")

    def run(self, seed, count):
        source = random.Random(f"facets {seed} {self.title} {self.register.kind}")
        questions = Questioner(self.register, source)
        fields = sorted(FIELDS[self.register.kind])
        for field in fields:
            self.counts({}, [field])
        self.counts({}, fields)
        for _ in range(count):
            asked, _ = questions.combination()
            asked.pop("navn", None)
            asked.pop("navnMetodeForSoek", None)
            self.counts(asked, source.sample(fields, source.choice((1, 1, 2, 5))), source.choice((None, 1, 3, 10000)))
            self.names(questions)


def changes(program, report, folder, files, options):
    """Batches lay layers over the register: changed, new, deleted and removed entities are counted as they are now."""
    store = folder / "layers"
    server.must_import(program, store, "entities", files)
    source = random.Random("facet changes")
    with server.Server(program, store) as running:
        client = Client(running.port)
        records = {}
        _, body = client.get("/api/ext/v1/search/entities?size=10000")
        while True:
            records.update((item["organisasjonsnummer"], item) for item in body["items"])
            if "nextCursor" not in body:
                break
            _, body = client.get(f"/api/ext/v1/search/entities?size=10000&cursor={body['nextCursor']}")
        for turn in range(6):
            chosen = source.sample(sorted(records), 40 if turn < 3 else 3)
            new = f"9{turn}0{source.randrange(1000000):06}"
            parts = [upsert(entity(number, f"ENDRET {turn} AS", konkurs=turn % 2 == 0)) for number in chosen[:-2]]
            parts += [delete(chosen[-2], "2026-01-01"), delete(chosen[-1], "2026-01-01", "remove"), upsert(entity(new, "NY AS"))]
            done = subprocess.run([program, "apply", "-", *server.place(store)], input=lines(header(f"facets-{turn}"), *parts),
                                  capture_output=True, text=True, check=False, timeout=600, env=server.environment())
            report.check(done.returncode == 0, f"a batch: {done.stderr}")
            comes(lambda new=new: client.get(f"/api/ext/v1/units/{new}")[0] == 200)
            for number in (*chosen[:-2], new):
                records[number] = client.get(f"/enhetsregisteret/api/enheter/{number}")[1]
            for number in chosen[-2:]:
                del records[number]
            FacetChecks(client, Register("enheter", list(records.values())), report, f"layers {turn}").run(options.seed + turn, 10)


def run(program, report, folder, files, records, options):
    store = folder / "facets"
    for kind, word in (("enheter", "entities"), ("underenheter", "sub-entities")):
        server.must_import(program, store, word, files[kind])
    with server.Server(program, store) as running:
        for kind, scanned in records.items():
            FacetChecks(Client(running.port), Register(kind, scanned), report, "generated").run(options.seed, options.combinations)
    changes(program, report, folder, files["enheter"], options)
