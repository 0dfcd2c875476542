# SPDX-License-Identifier: EUPL-1.2
"""Records whose every text tries to break out of the page that shows it.

A text gets markup, quotes and a script for each place where a page may put it; a web address gets a scheme that would run.
What would run sets `globalThis.ran`, which the browser tests look for.
"""

import copy
import csv
import json
import re

import fixtures

RUN = "globalThis.ran=1"
MARKUP = f"'\"><img src=x onerror={RUN}><script>{RUN}</script></title></textarea>{{{{TITLE}}}} onfocus={RUN} autofocus <!--"
ADDRESSES = (f"javascript:{RUN}", f"JaVaScRiPt:{RUN}//http://x.example", f"data:text/html,<script>{RUN}</script>",
             f"https://x.example/\" onmouseover=\"{RUN}", f"//x.example/'><script>{RUN}</script>", f"http://{MARKUP}")
ADDRESS_MEMBERS = ("hjemmeside", "epostadresse")
# Members that hold a code, a number or a day: another text there is no record of the register.
PLAIN = re.compile(r"^[\d.,:TZ+-]*$")
CODES = ("organisasjonsnummer", "kode", "landkode", "valuta", "overordnetEnhet", "respons_klasse", "spraak", "href", "rel")
FORM = "XSS"


def number(first_eight):
    """An organisation number with its check digit."""
    weighted = sum(int(digit) * weight for digit, weight in zip(first_eight, (3, 2, 7, 6, 5, 4, 3, 2)))
    check = (11 - weighted % 11) % 11
    if check == 10:
        raise ValueError(f"{first_eight} has no check digit")
    return f"{first_eight}{check}"


ENTITY, SUB_ENTITY = number("31291000"), number("31291002")
WITH_ADDRESS = [number(f"3129110{at}") for at in (0, 1, 2, 3, 4, 5)]
UNITS = (ENTITY, SUB_ENTITY, *WITH_ADDRESS)


def poisoned(value, member=""):
    """The same record with markup in every text of people."""
    if isinstance(value, dict):
        return {name: poisoned(inner, name) for name, inner in value.items() if name != "links"}
    if isinstance(value, list):
        return [poisoned(inner, member) for inner in value]
    if not isinstance(value, str) or member in CODES or PLAIN.match(value):
        return value
    return f"{member} {MARKUP}"


def read_register(name):
    return json.loads(fixtures.read_bytes(fixtures.REGISTER / name))


def full(records, wanted):
    return copy.deepcopy(next(record for record in records if record["organisasjonsnummer"] == wanted))


def upsert(kind, record):
    return {"operation": "upsert", "kind": kind, "record": record}


def with_address(record, unit, address):
    named = {**record, "organisasjonsnummer": unit, "navn": f"ADRESSE {address}"}
    return {**named, **dict.fromkeys(ADDRESS_MEMBERS, address)}


def role_record():
    person = {"fodselsdato": "1970-01-01", "navn": {"fornavn": MARKUP, "etternavn": MARKUP}, "erDoed": False}
    roles = [{"type": {"kode": "DAGL"}, "person": person, "avregistrert": False, "rekkefolge": 0}]
    unit = {"organisasjonsnummer": SUB_ENTITY, "organisasjonsform": {"kode": "AS"}, "navn": [MARKUP], "erSlettet": False}
    others = [{"type": {"kode": "REVI"}, "enhet": unit, "avregistrert": False, "rekkefolge": 0}]
    groups = [{"type": {"kode": kind}, "sistEndret": "2026-08-03", "roller": group} for kind, group in (("DAGL", roles), ("REVI", others))]
    return {"organisasjonsnummer": ENTITY, "rollegrupper": groups}


def operations():
    entity = poisoned({**full(read_register("entities.json"), "312300028"), "organisasjonsnummer": ENTITY})
    entity["organisasjonsform"] = {"kode": FORM}
    sub_entity = poisoned(full(read_register("sub-entities.json.gz"), "312301016"))
    sub_entity.update(organisasjonsnummer=SUB_ENTITY, overordnetEnhet=ENTITY)
    small = {"organisasjonsnummer": ENTITY, "navn": MARKUP, "organisasjonsform": {"kode": "FLI"}, "forretningsadresse": entity["forretningsadresse"]}
    yield upsert("entity", entity)
    yield upsert("sub-entity", sub_entity)
    for unit, address in zip(WITH_ADDRESS, ADDRESSES):
        yield upsert("entity", with_address(entity, unit, address))
    yield upsert("roles", role_record())
    yield upsert("party", small)
    yield upsert("voluntary-organisation", {"organisasjonsnummer": ENTITY, "kontonummer": MARKUP,
                                            "paategninger": [{"identifikatorInformasjonstype": MARKUP, "paategning": MARKUP}]})
    # An earlier state, for the history.
    yield upsert("entity", {**entity, "navn": f"SENERE {MARKUP}", "aktivitet": [MARKUP, MARKUP]})


def write_batch(path):
    """A batch of changes for `orgreg apply`."""
    written = list(operations())
    lines = [{"batch": "hostile", "operations": len(written)}, *written]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    return path


def write_codes(path):
    """Codes with such texts, for `orgreg import code-lists`."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("list", "code", "text", "retired_on", "used_by", "parent"))
        writer.writerow(("organisation-forms", FORM, MARKUP, "", "entity", ""))
        writer.writerow(("municipalities", "9901", MARKUP, "", "", ""))
        writer.writerow(("sectors", "9900", MARKUP, "", "", ""))
    return path
