# SPDX-License-Identifier: EUPL-1.2
"""The right answers of the server, found by checking every record of the raw JSON.

This is a slow and plain second implementation of the search of the specification. `Register` holds
the records of one kind; `search` returns the numbers that match, `order_of` compares two records
by sort keys. If the order is open to dispute it says so, and the caller does not check it.
"""

import re
from datetime import date

from folding import collation_key, fold_words, loosened

# Sections of SN2025 by first division, typed in from the classification.
SECTIONS = {
    "A": range(1, 4), "B": range(5, 10), "C": range(10, 34), "D": range(35, 36),
    "E": range(36, 40), "F": range(41, 44), "G": range(46, 48), "H": range(49, 54),
    "I": range(55, 57), "J": range(58, 61), "K": range(61, 64), "L": range(64, 67),
    "M": range(68, 69), "N": range(69, 76), "O": range(77, 83), "P": range(84, 85),
    "Q": range(85, 86), "R": range(86, 89), "S": range(90, 94), "T": range(94, 97),
    "U": range(97, 99), "V": range(99, 100),
}
ONE_TO_FOUR = 1  # The place of the hidden class 1-4 in comparisons: above none, below five.


def get(record, path):
    for name in path.split("."):
        record = record.get(name) if isinstance(record, dict) else None
    return record


def employees(record):
    """Returns 0, ONE_TO_FOUR, the number if it is 5 or more, or None if it is unknown."""
    number, known = record.get("antallAnsatte"), record.get("harRegistrertAntallAnsatte")
    if number is not None and int(number) >= 5:
        return int(number)
    if known is None and number is not None:
        known = int(number) > 0
    return None if known is None else ONE_TO_FOUR if known else 0


def version_2(record):
    """Returns a version 1 record in the members of version 2: the helper-unit code moves to the top,
    and the remaining ordinary codes come first."""
    names = ("naeringskode1", "naeringskode2", "naeringskode3")
    codes = [record[name] for name in names if name in record]
    helpers = [code for code in codes if code.get("hjelpeenhetskode") is True]
    if not helpers:
        return record
    changed = {name: value for name, value in record.items() if name not in names}
    changed["hjelpeenhetskode"] = helpers[0]
    changed.update(zip(names, [code for code in codes if code not in helpers]))
    return changed


# Filters ---------------------------------------------------------------------------------

def words_of(value):
    if isinstance(value, list):
        return [word for line in value if line for word in fold_words(line)]
    return fold_words(value or "")


def has_words(wanted, value):
    there = set(words_of(value))
    wanted = fold_words(wanted)
    return bool(wanted) and all(word in there for word in wanted)


def is_hit(wanted, last, there):
    return there == wanted or (last and len(wanted) >= 3 and there.startswith(wanted))


LEGAL_FORMS = set("as asa sa da ans ba ks nuf iks kf fkf sf".split())


def without_forms(words):
    """Returns the words that decide; A/S is a legal form in two words."""
    kept, at = [], 0
    while at < len(words):
        if words[at] in LEGAL_FORMS:
            at += 1
        elif words[at:at + 2] == ["a", "s"]:
            at += 2
        else:
            kept.append(words[at])
            at += 1
    return kept or words


def name_matches(query, name, consecutive):
    """Whether every word is in the name, the last also as the beginning of one if it has three letters.
    Weaker matches (other letters, joined words, errors) are not recognised here."""
    wanted, there = fold_words(query), fold_words(name or "")
    if not consecutive:
        wanted = without_forms(wanted)
    if not wanted:
        return False
    last = len(wanted) - 1
    if consecutive:
        return any(all(is_hit(word, at == last, there[start + at])
                       for at, word in enumerate(wanted))
                   for start in range(len(there) - last))
    return all(any(is_hit(word, at == last, other) for other in there)
               for at, word in enumerate(wanted))


def is_whole_name(query, name):
    """Whether the two are equal but for legal forms, spaces and Norwegian letters."""
    wanted, there = (loosened("".join(without_forms(fold_words(text)))) for text in (query, name))
    return wanted == there


def industry_matches(wanted, code):
    if not code:
        return False
    if len(wanted) == 1 and wanted.isalpha():
        return int(code[:2]) in SECTIONS[wanted]
    return code == wanted if len(wanted) == 6 else code.startswith(wanted)


def in_range(record, path, low, high):
    value = get(record, path)
    if value is None:
        return False
    day = date.fromisoformat(value)
    return ((low is None or day >= date.fromisoformat(low))
            and (high is None or day <= date.fromisoformat(high)))


def any_of(path):
    return lambda record, value: get(record, path) in value.split(",")


def one_of_addresses(*paths):
    return lambda record, value: any(get(record, path) in value.split(",") for path in paths)


def flag(path):
    return lambda record, value: get(record, path) is (value.lower() == "true")


def text(path):
    return lambda record, value: has_words(value, get(record, path))


def texts(path):
    return lambda record, value: any(has_words(item, get(record, path))
                                     for item in value.split(","))


ADDRESS = re.compile(r" *(?:[^./?#]*://)?(?:[wW]{3}\.(?=.))?(?P<host>[^/?#]*)(?P<path>.*)", re.DOTALL)


def site(address):
    """Returns the words of the host and of the rest, without scheme and leading www."""
    parts = ADDRESS.fullmatch(address)
    host, path = fold_words(parts["host"]), fold_words(parts["path"])
    return (host, path) if host else (fold_words(address), [])


def website(path):
    """Matches every word of the address; or the site is only the address's host."""
    def matches(record, value):
        host, page = site(value)
        there = get(record, path)
        if there is None or not host:
            return False
        return has_words(" ".join(host + page), there) or site(there) == (host, [])
    return matches


def country(path):
    return lambda record, value: (get(record, path) or "").upper() in value.upper().split(",")


def from_date(path):
    return lambda record, value: in_range(record, path, value, None)


def to_date(path):
    return lambda record, value: in_range(record, path, None, value)


def employees_from(record, value):
    there = employees(record)
    return there is not None and there >= int(value)


def employees_to(record, value):
    there = employees(record)
    # Four is the top of the class 1-4.
    return there is not None and (there < 5 if value == "4" else there <= int(value))


def industries(record, value):
    codes = [get(record, f"naeringskode{i}.kode") for i in (1, 2, 3)]
    return any(industry_matches(item, code) for item in value.split(",") for code in codes)


def voluntary_vat(record, value):
    there = {line.casefold() for line in record.get("frivilligMvaRegistrertBeskrivelser") or []
             if line}
    return any(item.casefold() in there for item in value.split(","))


def bankruptcy(record, value):
    flags = [record.get("konkurs"), record.get("underTvangsavviklingEllerTvangsopplosning")]
    if value.lower() == "true":
        return True in flags
    return True not in flags and False in flags


def _dates(*names):
    made = {}
    for parameter, path in names:
        made["fra" + parameter] = from_date(path)
        made["til" + parameter] = to_date(path)
    return made


def _address(group):
    return {
        f"{group}.adresse": texts(f"{group}.adresse"),
        f"{group}.landkode": country(f"{group}.landkode"),
        f"{group}.kommunenummer": any_of(f"{group}.kommunenummer"),
        f"{group}.postnummer": any_of(f"{group}.postnummer"),
        f"{group}.poststed": text(f"{group}.poststed"),
    }


_SHARED = {
    "organisasjonsnummer": any_of("organisasjonsnummer"),
    "overordnetEnhet": any_of("overordnetEnhet"),
    "fraAntallAnsatte": employees_from,
    "tilAntallAnsatte": employees_to,
    "registrertIMvaregisteret": flag("registrertIMvaregisteret"),
    "organisasjonsform": any_of("organisasjonsform.kode"),
    "hjemmeside": website("hjemmeside"),
    "naeringskode": industries,
    **_address("postadresse"),
    **_dates(("RegistreringsdatoEnhetsregisteret", "registreringsdatoEnhetsregisteret"),
             ("RegistreringsdatoMerverdiavgiftsregisteret",
              "registreringsdatoMerverdiavgiftsregisteret")),
}
ENTITY_FILTERS = {
    **_SHARED,
    **{name: flag(name) for name in (
        "konkurs", "registrertIForetaksregisteret", "registrertIStiftelsesregisteret",
        "registrertIFrivillighetsregisteret", "registrertIPartiregisteret",
        "underTvangsavviklingEllerTvangsopplosning", "underAvvikling")},
    "underKonkursbehandling": bankruptcy,
    "frivilligRegistrertIMvaregisteret": voluntary_vat,
    **_dates(("Stiftelsesdato", "stiftelsesdato"),
             ("RegistreringsdatoForetaksregisteret", "registreringsdatoForetaksregisteret"),
             ("RegistreringsdatoFrivillighetsregisteret",
              "registreringsdatoFrivillighetsregisteret"),
             ("RegistreringsdatoPartiregisteret", "registreringsdatoPartiregisteret")),
    "institusjonellSektorkode": any_of("institusjonellSektorkode.kode"),
    **_address("forretningsadresse"),
    "kommunenummer": one_of_addresses("forretningsadresse.kommunenummer",
                                      "postadresse.kommunenummer"),
    "sisteInnsendteAarsregnskap": any_of("sisteInnsendteAarsregnskap"),
}
SUB_ENTITY_FILTERS = {
    **_SHARED,
    **_address("beliggenhetsadresse"),
    "kommunenummer": one_of_addresses("beliggenhetsadresse.kommunenummer",
                                      "postadresse.kommunenummer"),
    **_dates(("Oppstartsdato", "oppstartsdato"), ("DatoEierskifte", "datoEierskifte"),
             ("Nedleggelsesdato", "nedleggelsesdato")),
}

# Sorting ---------------------------------------------------------------------------------

_SHARED_SORTS = """navn organisasjonsnummer overordnetEnhet organisasjonsform.kode antallAnsatte
hjemmeside postadresse.kommune postadresse.kommunenummer registreringsdatoEnhetsregisteret
registrertIMvaregisteret naeringskode1.kode naeringskode2.kode naeringskode3.kode
hjelpeenhetskode.kode""".split()
ENTITY_SORTS = _SHARED_SORTS + """registrertIForetaksregisteret registrertIStiftelsesregisteret
registrertIFrivillighetsregisteret forretningsadresse.kommune forretningsadresse.kommunenummer
stiftelsesdato institusjonellSektorkode.kode konkurs underAvvikling
underTvangsavviklingEllerTvangsopplosning""".split()
SUB_ENTITY_SORTS = _SHARED_SORTS + """oppstartsdato nedleggelsesdato datoEierskifte slettedato
beliggenhetsadresse.kommune beliggenhetsadresse.kommunenummer""".split()
# Free texts are in Norwegian order; codes, numbers and dates in the order of their characters.
COLLATED = ("navn", "hjemmeside", "postadresse.kommune", "forretningsadresse.kommune",
            "beliggenhetsadresse.kommune")


def sort_value(record, path):
    return employees(record) if path == "antallAnsatte" else get(record, path)


def compare(left, right, path, ascending):
    """Returns -1, 0 or 1 for the order of `left` and `right`; None if the order is open to dispute."""
    one, other = sort_value(left, path), sort_value(right, path)
    sign = 1 if ascending else -1
    if one == other:
        return 0
    if one is None or other is None:
        return 1 if one is None else -1
    if path in COLLATED:
        one, other = collation_key(one), collation_key(other)
        if one is None or other is None or one == other:
            return None
    return -sign if one < other else sign


def order_of(left, right, sorts):
    """Returns the order of two records under [(path, ascending)…]; ties go by number."""
    for path, ascending in sorts:
        order = compare(left, right, path, ascending)
        if order != 0:
            return order
    return -1 if left["organisasjonsnummer"] < right["organisasjonsnummer"] else 1


class Register:
    """The live records of one kind, as the server must see them."""

    def __init__(self, kind, records):
        self.kind = kind
        self.filters = ENTITY_FILTERS if kind == "enheter" else SUB_ENTITY_FILTERS
        self.sorts = ENTITY_SORTS if kind == "enheter" else SUB_ENTITY_SORTS
        # A later record of the same number replaces an earlier one.
        self.records = {r["organisasjonsnummer"]: version_2(r) for r in records}
        self.records = {number: r for number, r in self.records.items() if is_live(r)}

    def search(self, parameters):
        """Returns the set of numbers that match {name: value}; paging and sorting are ignored."""
        filters = {k: v for k, v in parameters.items()
                   if k not in ("navn", "navnMetodeForSoek", "sort", "size", "page")}
        found = set()
        for number, record in self.records.items():
            if "navn" in parameters and not name_matches(
                    parameters["navn"], record.get("navn"),
                    parameters.get("navnMetodeForSoek") == "FORTLOEPENDE"):
                continue
            if all(self.filters[name](record, value) for name, value in filters.items()):
                found.add(number)
        return found


def is_live(record):
    return "slettedato" not in record
