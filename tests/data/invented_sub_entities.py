# SPDX-License-Identifier: EUPL-1.2
"""Invented sub-entities, one per trap; see invented_entities.py."""

from invented_entities import (BERGEN, OSLO, RANA, STAVANGER, TROMSØ, address, deleted, foreign,
                               gone, in_order, industry)

FORMS = {
    "AAFY": "Underenhet til ikke-næringsdrivende",
    "BEDR": "Underenhet til næringsdrivende og offentlig forvaltning",
}
ORDER = """organisasjonsnummer navn organisasjonsform hjemmeside postadresse
registreringsdatoEnhetsregisteret registrertIMvaregisteret frivilligMvaRegistrertBeskrivelser
naeringskode1 naeringskode2 naeringskode3 hjelpeenhetskode antallAnsatte
harRegistrertAntallAnsatte overordnetEnhet registreringsdatoFrivilligMerverdiavgiftsregisteret
registreringsdatoMerverdiavgiftsregisteret
registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret
registreringsdatoAntallAnsatteEnhetsregisteret registreringsdatoAntallAnsatteNAVAaregisteret
epostadresse telefon mobil oppstartsdato datoEierskifte beliggenhetsadresse nedleggelsesdato
respons_klasse""".split()


def form(code):
    return {"links": [], "kode": code, "beskrivelse": FORMS[code]}


def sub_entity(number, name, parent, form_code="BEDR", codes=("62.100",), **more):
    record = {
        "organisasjonsnummer": number,
        "navn": name,
        "organisasjonsform": form(form_code),
        "registreringsdatoEnhetsregisteret": "2011-01-01",
        "registrertIMvaregisteret": False,
        "harRegistrertAntallAnsatte": False,
        "overordnetEnhet": parent,
        "respons_klasse": "Underenhet",
    }
    for position, code in enumerate(codes, 1):
        record[f"naeringskode{position}"] = industry(code)
    record.update(more)
    return in_order(record, ORDER)


INVENTORY = [
    ("an ordinary one", sub_entity(
        "312301016", "FJELLVIK ENERGI AS AVD BERGEN", "312300028", codes=("06.100",),
        registreringsdatoEnhetsregisteret="2001-05-02", registrertIMvaregisteret=True,
        antallAnsatte=42, harRegistrertAntallAnsatte=True,
        registreringsdatoMerverdiavgiftsregisteret="2001-07-01",
        registreringsdatoAntallAnsatteNAVAaregisteret="2026-03-10", oppstartsdato="2001-04-01",
        beliggenhetsadresse=address(BERGEN, "5003", "BERGEN", ["Havnegata 3"]))),
    ("second one of the same parent; 1-4 employees", sub_entity(
        "312500019", "FJELLVIK ENERGI AS AVD STAVANGER", "312300028", codes=("06.100", "06.200"),
        harRegistrertAntallAnsatte=True, oppstartsdato="1995-04-01",
        beliggenhetsadresse=address(STAVANGER, "4035", "STAVANGER", ["Industriveien 50"]))),
    ("the other form; AA here is two letters of a code, not å", sub_entity(
        "312500027", "PRØVELAGET NORD AVD ÅSANE", "312400200", "AAFY", codes=("94.992",),
        postadresse=address(TROMSØ, "9006", "TROMSØ", ["Postboks 1"]),
        beliggenhetsadresse=address(BERGEN, "5116", "ULSET", ["Åsane senter 1"]))),
    ("parent not in the register", sub_entity(
        "312500035", "FORELDRELØS AVDELING", "312499992", oppstartsdato="2010-10-10",
        beliggenhetsadresse=address(OSLO, "0150", "OSLO", ["Storgata 1"]))),
    ("change of owner", sub_entity(
        "312500043", "EIERSKIFTE KIOSK", "312400022", codes=("56.110",),
        datoEierskifte="2020-07-01", oppstartsdato="2015-01-01", antallAnsatte=6,
        harRegistrertAntallAnsatte=True,
        beliggenhetsadresse=address(OSLO, "0152", "Oslo", ["Kiosken 1"]))),
    ("closed but not struck off", sub_entity(
        "312500051", "NEDLAGT VERKSTED", "312400030", nedleggelsesdato="2025-12-31",
        oppstartsdato="2000-02-29",
        beliggenhetsadresse=address(BERGEN, "5004", "BERGEN", ["Sluttgata 6"]))),
    ("helper-unit code; every VAT and employee date; contact data", sub_entity(
        "312500078", "FJELLVIK HOLDING AS HOVEDKONTOR", "312400227", codes=("70.100", "62.100"),
        hjelpeenhetskode=industry("77.400"), registrertIMvaregisteret=True,
        frivilligMvaRegistrertBeskrivelser=["Utleier av bygg eller anlegg"],
        registreringsdatoFrivilligMerverdiavgiftsregisteret="2023-01-01",
        registreringsdatoMerverdiavgiftsregisteret="2023-01-02",
        registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret="2023-01-03",
        registreringsdatoAntallAnsatteEnhetsregisteret="2023-01-04",
        registreringsdatoAntallAnsatteNAVAaregisteret="2023-01-05",
        hjemmeside="www.fjellvik.example/hovedkontor", epostadresse="hk@fjellvik.example",
        telefon="51 00 00 01", mobil="900 00 001", oppstartsdato="2005-05-05",
        beliggenhetsadresse=address(STAVANGER, "4035", "STAVANGER", ["Industriveien 50"]))),
    ("located abroad", sub_entity(
        "312500086", "PROVBOLAGET FILIAL", "312400146",
        beliggenhetsadresse=foreign("SE", "Sverige", "111 22 STOCKHOLM", ["Provgatan 5"]))),
    ("null and empty address lines; postal municipality elsewhere", sub_entity(
        "312500094", "AVD BAK BYGGET", "312400235",
        postadresse=address(OSLO, "0151", "OSLO", ["Postboks 2"]),
        beliggenhetsadresse=address(RANA, "8601", "MO I RANA", [None, "", "Bakveien 2"]))),
    ("members no table knows", sub_entity(
        "312500108", "FREMTIDENS FELT AVD", "312400294", fremtidsfelt=[1, {"b": None}],
        beliggenhetsadresse={**address(OSLO, "0150", "OSLO", ["Storgata 7"]),
                             "bygningsnummer": "80012346"})),
    ("a number of employees below 5 that should not have been published", sub_entity(
        "312500116", "ÅTTE SMÅ AVD", "312400359", antallAnsatte=4,
        harRegistrertAntallAnsatte=True,
        beliggenhetsadresse=address(TROMSØ, "9007", "TROMSØ", ["Strandgata 9"]))),
    ("only what a record cannot lack", in_order({
        "organisasjonsnummer": "312500124", "navn": "KNAPP AVDELING",
        "organisasjonsform": form("BEDR"), "overordnetEnhet": "312400308"}, ORDER)),
]

LINES = [
    ("struck off with a date of closure", deleted(
        "312302012", "GAMLE HAVN AVD NORD", form("BEDR"), "2024-03-09",
        nedleggelsesdato="2024-03-01", respons_klasse="SlettetUnderEnhet")),
    ("struck off, date of closure not known", deleted(
        "312500132", "GAMLE HAVN AVD SØR", form("BEDR"), "2024-03-10")),
    ("removed", gone("312303019", "2024-03-09")),
    ("live, of a parent that is struck off", sub_entity(
        "312500140", "AVD UTEN HAVN", "312307014",
        beliggenhetsadresse=address(STAVANGER, "4035", "STAVANGER", ["Havna 1"]))),
]
