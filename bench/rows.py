# SPDX-License-Identifier: EUPL-1.2
"""Reads an inventory as the rows that the peers load: typed columns and the record's JSON.

Names are folded here, once for all peers: lower case, no accents, æ ø å and their other spellings
made equal, as a search by name does. So no peer spends time on folding, and
all of them search the same words.
"""

import gzip
import json
import re
import unicodedata
from typing import NamedTuple, Optional

FILES = {"entities": "enheter_alle.json.gz", "sub_entities": "underenheter_alle.json.gz"}
FEWEST_SHOWN_EMPLOYEES = 5
LEGAL_FORMS = frozenset("as asa sa da ans ba ks nuf iks kf fkf sf".split())


class Row(NamedTuple):
    number: int
    name: str
    words: str
    form: str
    municipalities: tuple  # Business or location address, and postal address.
    industries: tuple  # Every level of up to three codes: 62, 62.0, 62.01, 62.010.
    employees: Optional[int]  # 0, 1 for one to four, or the number.
    registered_on: Optional[str]
    in_vat_register: Optional[bool]
    superior: Optional[int]
    record: str


def fold(name):
    kept = name.lower().replace("å", "a").replace("ø", "o").replace("æ", "ae")
    plain = "".join(c for c in unicodedata.normalize("NFKD", kept) if not unicodedata.combining(c))
    words = re.findall(r"[^\W_]+", plain)
    return " ".join(word.replace("oe", "o").replace("aa", "a") for word in words)


def levels(code):
    """62.010 → 62, 62.0, 62.01, 62.010."""
    return [code[:length] for length in (2, 4, 5, 6) if length <= len(code)]


def employees_of(unit):
    if unit.get("antallAnsatte", 0) >= FEWEST_SHOWN_EMPLOYEES:
        return unit["antallAnsatte"]
    known = unit.get("harRegistrertAntallAnsatte")
    return None if known is None else int(known)


def row_of(record):
    unit = json.loads(record)
    address = unit.get("forretningsadresse") or unit.get("beliggenhetsadresse") or {}
    municipalities = {address.get("kommunenummer"), unit.get("postadresse", {}).get("kommunenummer")} - {None}
    industries = {level for i in "123" for level in levels(unit.get("naeringskode" + i, {}).get("kode", ""))}
    superior = unit.get("overordnetEnhet")
    return Row(int(unit["organisasjonsnummer"]), unit["navn"], fold(unit["navn"]), unit["organisasjonsform"]["kode"],
               tuple(sorted(municipalities)), tuple(sorted(industries)), employees_of(unit),
               unit.get("registreringsdatoEnhetsregisteret"), unit.get("registrertIMvaregisteret"),
               int(superior) if superior else None, record)


def fingerprint(inventory):
    """Distinguishes inventories, so that data loaded from another one is loaded again."""
    return " ".join(str((inventory / name).stat().st_size) for name in FILES.values())


def is_loaded(marker, inventory):
    """Whether `marker` was left by a load of this inventory."""
    return marker.exists() and marker.read_text() == fingerprint(inventory)


def read(inventory, table):
    """Yields the live units of an inventory that `orgreg-dev generate` wrote: one on each line."""
    with gzip.open(inventory / FILES[table], "rt", encoding="utf-8") as lines:
        for line in lines:
            record = line.strip().rstrip(",")
            if len(record) > 1:
                yield row_of(record)
