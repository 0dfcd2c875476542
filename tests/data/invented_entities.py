# SPDX-License-Identifier: EUPL-1.2
"""Invented entities, one per trap. Names, addresses and numbers are made up.

Records have the order and shape of the published inventory (version 2). `entity` fills in the members that
every live record of the real register has; other members of a record
are written out. `why` says why the record is there; it is not published.
"""

from json_text import Number

FORMS = {
    "AS": "Aksjeselskap",
    "ASA": "Allmennaksjeselskap",
    "BRL": "Borettslag",
    "ENK": "Enkeltpersonforetak",
    "FLI": "Forening/lag/innretning",
    "KOMM": "Kommune",
    "NUF": "Norskregistrert utenlandsk foretak",
    "ORGL": "Organisasjonsledd",
    "SA": "Samvirkeforetak",
    "STAT": "Staten",
    "STI": "Stiftelse",
    "SÆR": "Annet foretak iflg. særskilt lov",
    "UTLA": "Utenlandsk enhet",
}
INDUSTRIES = {
    "00.000": "Uoppgitt",
    "06.100": "Utvinning av råolje",
    "06.200": "Utvinning av naturgass",
    "11.050": "Produksjon av øl",
    "41.000": "Oppføring av bygninger",
    "56.110": "Drift av restauranter",
    "58.110": "Utgivelse av bøker",
    "62.100": "Dataprogrammeringstjenester",
    "62.200": "Konsulentvirksomhet tilknyttet informasjonsteknologi og forvaltning og drift av IT-systemer",
    "68.200": "Utleie av egen eller leid fast eiendom",
    "70.100": "Hovedkontortjenester",
    "77.400": "Leasing av immateriell eiendom og lignende produkter, unntatt opphavsrettsbeskyttede verker",
    "84.110": "Generell offentlig administrasjon",
    "85.100": "Førskoleundervisning og drift av barnehager",
    "94.920": "Aktiviteter i partipolitiske organisasjoner",
    "94.992": "Aktiviteter i andre medlemsorganisasjoner ellers",
}
SECTORS = {
    "2100": "Private aksjeselskaper mv.",
    "6100": "Statsforvaltningen",
    "6500": "Kommuneforvaltningen",
    "7000": "Ideelle organisasjoner",
    "8300": "Borettslag o.l.",
}
# Member order of the published inventory; other members follow before respons_klasse.
ORDER = """organisasjonsnummer navn organisasjonsform historiskeNavn hjemmeside postadresse
registreringsdatoEnhetsregisteret registrertIMvaregisteret frivilligMvaRegistrertBeskrivelser
naeringskode1 naeringskode2 naeringskode3 hjelpeenhetskode antallAnsatte
harRegistrertAntallAnsatte overordnetEnhet registreringsdatoFrivilligMerverdiavgiftsregisteret
registreringsdatoMerverdiavgiftsregisteret
registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret
registreringsdatoAntallAnsatteEnhetsregisteret registreringsdatoAntallAnsatteNAVAaregisteret
epostadresse telefon mobil forretningsadresse stiftelsesdato institusjonellSektorkode
registrertIForetaksregisteret registrertIStiftelsesregisteret
registrertIFrivillighetsregisteret sisteInnsendteAarsregnskap konkurs konkursdato underAvvikling
underAvviklingDato underTvangsavviklingEllerTvangsopplosning
tvangsavvikletPgaManglendeSlettingDato tvangsopplostPgaManglendeDagligLederDato
tvangsopplostPgaManglendeRevisorDato tvangsopplostPgaManglendeRegnskapDato
tvangsopplostPgaMangelfulltStyreDato maalform vedtektsdato vedtektsfestetFormaal aktivitet
registreringsdatoForetaksregisteret registreringsdatoFrivillighetsregisteret
registrertIPartiregisteret registreringsdatoPartiregisteret paategninger erIKonsern
fravalgRevisjonDato fravalgRevisjonBeslutningsDato underRekonstruksjonsforhandlingDato
underUtenlandskInsolvensbehandlingDato kapital registreringsnummerIHjemlandet
utenlandskRegisterNavn utenlandskRegisterAdresse underlagtLovgivningLand
underlagtLovgivningLandKode foretaksformIHjemlandet slettedato respons_klasse""".split()


def address(municipality, postcode, city, lines, code="NO", country="Norge"):
    number, _, name = municipality.partition(" ")
    return {"land": country, "landkode": code, "postnummer": postcode, "poststed": city,
            "adresse": lines, "kommune": name, "kommunenummer": number}


def foreign(code, country, city, lines):
    return {"land": country, "landkode": code, "poststed": city, "adresse": lines}


def form(code):
    return {"links": [], "kode": code, "beskrivelse": FORMS[code]}


def industry(code):
    return {"kode": code, "beskrivelse": INDUSTRIES[code]}


def in_order(record, order=ORDER):
    known = [name for name in order if name in record]
    unknown = [name for name in record if name not in order and name != "links"]
    if known and known[-1] == "respons_klasse":
        known, unknown = known[:-1], unknown + known[-1:]
    return {"links": [], **{name: record[name] for name in known + unknown}}


def entity(number, name, form_code="AS", codes=("62.100",), sector="2100", **more):
    record = {
        "organisasjonsnummer": number,
        "navn": name,
        "organisasjonsform": form(form_code),
        "registreringsdatoEnhetsregisteret": "2010-01-01",
        "registrertIMvaregisteret": False,
        "harRegistrertAntallAnsatte": False,
        "registrertIForetaksregisteret": form_code in ("AS", "ASA", "SA", "SÆR"),
        "registrertIStiftelsesregisteret": False,
        "registrertIFrivillighetsregisteret": False,
        "konkurs": False,
        "underAvvikling": False,
        "underTvangsavviklingEllerTvangsopplosning": False,
        "maalform": "Bokmål",
        "registrertIPartiregisteret": False,
        "paategninger": [],
        "erIKonsern": False,
        "respons_klasse": "Enhet",
    }
    for position, code in enumerate(codes, 1):
        record[f"naeringskode{position}"] = industry(code)
    if sector:
        record["institusjonellSektorkode"] = {"kode": sector, "beskrivelse": SECTORS[sector]}
    record.update(more)
    return in_order(record)


OSLO, STAVANGER, RANA = "0301 OSLO", "1103 STAVANGER", "1833 RANA"
BERGEN, TROMSØ, SVALBARD = "4601 BERGEN", "5501 TROMSØ", "2100 SVALBARD"
AALESUND, TRONDHEIM = "1508 ÅLESUND", "5001 TRONDHEIM"

# (why, record) of the inventory file.
INVENTORY = [
    ("every ordinary member; capital above 32 bits; helper-unit code; a notice", entity(
        "312300028", "FJELLVIK ENERGI AS", codes=("06.100", "06.200"),
        hjemmeside="www.fjellvik.example",
        postadresse=address(STAVANGER, "4035", "STAVANGER", ["Postboks 12"]),
        registreringsdatoEnhetsregisteret="1995-03-12", registrertIMvaregisteret=True,
        frivilligMvaRegistrertBeskrivelser=["Utleier av bygg eller anlegg"],
        hjelpeenhetskode=industry("70.100"), antallAnsatte=214, harRegistrertAntallAnsatte=True,
        registreringsdatoFrivilligMerverdiavgiftsregisteret="2022-09-20",
        registreringsdatoMerverdiavgiftsregisteret="1989-07-01",
        registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret="2022-09-20",
        registreringsdatoAntallAnsatteEnhetsregisteret="2026-03-12",
        registreringsdatoAntallAnsatteNAVAaregisteret="2026-03-10",
        epostadresse="post@fjellvik.example", telefon="51 00 00 00", mobil="900 00 000",
        forretningsadresse=address(STAVANGER, "4035", "STAVANGER", ["Industriveien 50"]),
        stiftelsesdato="1972-09-18", sisteInnsendteAarsregnskap="2024", vedtektsdato="2025-05-14",
        vedtektsfestetFormaal=["Å utvikle og produsere energi, avledede",
                               "produkter og tjenester."],
        aktivitet=["Produksjon av energi, utleie av bygg og", "anlegg."],
        registreringsdatoForetaksregisteret="1988-04-28",
        paategninger=[{"infotype": "FADR",
                       "tekst": "Foretakets forretningsadresse er registrert som ukjent",
                       "innfoertDato": "2025-11-03"}],
        erIKonsern=True,
        kapital={"belop": Number("6392018.00"), "antallAksjer": 2556807512,
                 "type": "Aksjekapital", "bundet": Number("6392018.00"), "valuta": "NOK",
                 "innbetalt": Number("6392018.00"), "fulltInnbetalt": True,
                 "innfortDato": "2025-07-02"})),
    ("foreign branch: address abroad, all members of a foreign register", entity(
        "312306018", "NORTHWAVE LTD NORWAY BRANCH", "NUF",
        registreringsdatoEnhetsregisteret="2020-02-11",
        forretningsadresse=foreign("GB", "Storbritannia", "LONDON SW1A", ["1 Example Street"]),
        registrertIForetaksregisteret=True, registreringsdatoForetaksregisteret="2020-02-20",
        kapital={"belop": Number("1000.00"), "antallAksjer": 1000, "type": "Aksjekapital",
                 "valuta": "GBP", "innfortDato": "2020-02-20"},
        registreringsnummerIHjemlandet="01234567", utenlandskRegisterNavn="Companies House",
        utenlandskRegisterAdresse={"land": "Storbritannia", "poststed": "CF14 3UZ CARDIFF",
                                   "adresse": ["Crown Way"]},
        underlagtLovgivningLand="Storbritannia", underlagtLovgivningLandKode="GB",
        foretaksformIHjemlandet={"links": [], "kode": "LTD",
                                 "beskrivelse": "Private limited company",
                                 "beskrivelseBokmaal": "Aksjeselskap"})),
    ("the three Norwegian letters; 1-4 employees; founded on a leap day", entity(
        "312400014", "ÆRLIG ØL OG ÅL AS", codes=("11.050",), harRegistrertAntallAnsatte=True,
        registreringsdatoEnhetsregisteret="2000-03-15", stiftelsesdato="2000-02-29",
        registrertIMvaregisteret=True, registreringsdatoMerverdiavgiftsregisteret="2000-04-01",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Ærligveien 3", "Hus B"]))),
    ("accents and mixed case; town written in mixed case; postal town elsewhere", entity(
        "312400022", "Café Élan & Søstre AS", codes=("56.110",), antallAnsatte=5,
        harRegistrertAntallAnsatte=True, hjemmeside="cafe-elan.example",
        postadresse=address(TROMSØ, "9007", "Tromsø", ["Postboks 7"]),
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 1"]))),
    ("aa sorts as å", entity(
        "312400030", "AASEN BYGG AS", codes=("41.000", "68.200"), antallAnsatte=12,
        harRegistrertAntallAnsatte=True,
        forretningsadresse=address(BERGEN, "5003", "BERGEN", ["Havnegata 3"]))),
    ("å next to aa; same industry as its neighbour in the second code", entity(
        "312400049", "ÅSEN BYGG AS", codes=("68.200", "41.000"), antallAnsatte=12,
        harRegistrertAntallAnsatte=True, sisteInnsendteAarsregnskap="2023",
        forretningsadresse=address(BERGEN, "5003", "Bergen", ["Havnegata 3"]))),
    ("quotes, commas, backslash, tab and line breaks in texts", entity(
        "312400057", "\"SITAT\", SA MAKEREN AS",
        forretningsadresse=address(OSLO, "0151", "OSLO", ["Gården \"Nord\"", "c:\\kjeller, 1. etg"]),
        vedtektsfestetFormaal=["Han sa \"ja\",\nså nei;", "\tinnrykk og \\ skråstrek."],
        aktivitet=["Linje én\r\nlinje to", "slutt"])),
    ("last letter first: sorts before æ", entity(
        "312400065", "ZETA TREKK ASA", "ASA", antallAnsatte=10000,
        harRegistrertAntallAnsatte=True, hjemmeside="https://www.zeta.example/om-oss",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 2"]))),
    ("cooperative; Nynorsk", entity(
        "312400073", "ØKOLOGISK LAGET SA", "SA", codes=("94.992",), sector="7000",
        maalform="Nynorsk", forretningsadresse=address(AALESUND, "6002", "ÅLESUND", ["Kaien 4"]))),
    ("top of the public sector", entity(
        "312400081", "DEPARTEMENTET FOR PRØVER", "STAT", codes=("84.110",), sector="6100",
        antallAnsatte=300, harRegistrertAntallAnsatte=True,
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Akersgata 1"]))),
    ("superior unit present", entity(
        "312400103", "DIREKTORATET FOR PRØVER", "ORGL", codes=("84.110",), sector="6100",
        overordnetEnhet="312400081", antallAnsatte=80, harRegistrertAntallAnsatte=True,
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Akersgata 2"]))),
    ("superior unit struck off", entity(
        "312400111", "TILSYNET UTEN OVERBYGG", "ORGL", codes=("84.110",), sector="6100",
        overordnetEnhet="312307014",
        forretningsadresse=address(TROMSØ, "9007", "TROMSØ", ["Strandgata 9"]))),
    ("superior unit not in the register at all", entity(
        "312400138", "KONTORET FOR SAVN", "ORGL", codes=("84.110",), sector="6100",
        overordnetEnhet="312499992",
        forretningsadresse=address(TRONDHEIM, "7011", "TRONDHEIM", ["Munkegata 1"]))),
    ("address abroad and a Norwegian postal address", entity(
        "312400146", "SVENSKA PROVBOLAGET AB", "NUF", codes=("62.200",),
        postadresse=address(OSLO, "0151", "OSLO", ["Postboks 44"]),
        forretningsadresse=foreign("SE", "Sverige", "111 22 STOCKHOLM", ["Provgatan 5"]))),
    ("foreign unit: no business address, no sector, no industry", entity(
        "312400154", "PROBE GMBH", "UTLA", codes=(), sector=None,
        postadresse=foreign("DE", "Tyskland", "10115 BERLIN", ["Probestraße 8"]),
        registreringsnummerIHjemlandet="HRB 12345")),
    ("bankrupt", entity(
        "312400162", "KONKURSRAMT TEST AS", konkurs=True, konkursdato="2025-02-03",
        forretningsadresse=address(OSLO, "0152", "OSLO", ["Stengtveien 1"]))),
    ("winding up", entity(
        "312400170", "AVVIKLENDE TEST AS", underAvvikling=True, underAvviklingDato="2024-12-31",
        forretningsadresse=address(BERGEN, "5004", "BERGEN", ["Sluttgata 2"]))),
    ("compulsory dissolution, every date of it", entity(
        "312400189", "TVANGSOPPLØST TEST AS", underTvangsavviklingEllerTvangsopplosning=True,
        tvangsavvikletPgaManglendeSlettingDato="2024-01-01",
        tvangsopplostPgaManglendeDagligLederDato="2024-01-02",
        tvangsopplostPgaManglendeRevisorDato="2024-01-03",
        tvangsopplostPgaManglendeRegnskapDato="2024-01-04",
        tvangsopplostPgaMangelfulltStyreDato="2024-01-05",
        forretningsadresse=address(BERGEN, "5004", "BERGEN", ["Sluttgata 4"]))),
    ("foundation", entity(
        "312400197", "STIFTELSEN PRØVEVERKET", "STI", codes=("94.992",), sector="7000",
        registrertIStiftelsesregisteret=True, stiftelsesdato="1899-12-31",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 1"]))),
    ("association in the register of non-profits", entity(
        "312400200", "PRØVELAGET NORD", "FLI", codes=("94.992",), sector="7000",
        registrertIFrivillighetsregisteret=True, maalform="Nynorsk",
        registreringsdatoFrivillighetsregisteret="2012-06-01", stiftelsesdato="1950-05-17",
        forretningsadresse=address(TROMSØ, "9006", "TROMSØ", ["Lagveien 1"]))),
    ("political party", entity(
        "312400219", "PRØVEPARTIET", "FLI", codes=("94.920",), sector="7000",
        registrertIPartiregisteret=True, registreringsdatoPartiregisteret="2015-09-14",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 3"]))),
    ("helper unit: three industrial codes and a helper-unit code", entity(
        "312400227", "FJELLVIK HOLDING AS", codes=("70.100", "68.200", "62.100"),
        hjelpeenhetskode=industry("77.400"), erIKonsern=True, hjemmeside="www.fjellvik.example",
        forretningsadresse=address(STAVANGER, "4035", "STAVANGER", ["Industriveien 50"]))),
    ("null and empty address lines; the words of another name turned about", entity(
        "312400235", "ENERGI FJELLVIK AS",
        forretningsadresse=address(RANA, "8601", "MO I RANA", [None, "", "Bakveien 2"]))),
    ("no address lines; same town with other case", entity(
        "312400243", "TOMT ADRESSEFELT AS",
        forretningsadresse=address(RANA, "8601", "Mo i Rana", []))),
    ("same town with other spacing", entity(
        "312400251", "DOBBELT MELLOMROM AS",
        forretningsadresse=address(RANA, "8602", "MO  I  RANA", ["Storgata 10"]))),
    ("restricted capital written as text, as it was before 2025-11-25", entity(
        "312400278", "GAMMELDAGS KAPITAL AS",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 5"]),
        kapital={"belop": Number("9999999999.50"), "antallAksjer": 3000000000,
                 "type": "Aksjekapital", "bundet": "30000.00", "valuta": "NOK"})),
    ("former names: stored, not served by default", entity(
        "312400286", "NYDØPT TEST AS",
        historiskeNavn=[{"navn": "GAMMELT NAVN AS", "fraDato": "2001-02-03 00:00:00",
                         "tilDato": "2019-08-07 12:30:00"}],
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 6"]))),
    ("members no table knows, at the top and inside objects", entity(
        "312400294", "FREMTIDENS FELT AS",
        organisasjonsform={**form("AS"), "juridiskPerson": True},
        forretningsadresse={**address(OSLO, "0150", "OSLO", ["Storgata 7"]),
                            "bygningsnummer": "80012345"},
        kapital={"belop": Number("30000.00"), "type": "Aksjekapital", "valuta": "NOK",
                 "paalydende": Number("12.340")},
        paategninger=[{"infotype": "NAVN", "tekst": "Navnet er under prøving",
                       "innfoertDato": "2026-01-02", "saksnummer": 17}],
        naeringskode1={**industry("62.100"), "nivaa": 5},
        institusjonellSektorkode={"kode": "2100", "beskrivelse": SECTORS["2100"],
                                  "gruppe": "A1"},
        utenlandskRegisterAdresse={"land": "Storbritannia", "poststed": "CARDIFF",
                                   "adresse": ["Crown Way"], "landkode": "GB"},
        foretaksformIHjemlandet={"kode": "LTD", "beskrivelse": "Private limited company",
                                 "beskrivelseBokmaal": "Aksjeselskap", "sprak": "en"},
        fremtidsfelt={"a": [1, Number("2.50"), None, "x\ny"], "b": {"c": True}},
        # Known for sub-entities only, so unknown here.
        oppstartsdato="2024-01-01", klimakode="K9")),
    ("only what a record cannot lack: every flag is missing", in_order({
        "organisasjonsnummer": "312400308", "navn": "MANGLENDE FLAGG AS",
        "organisasjonsform": form("AS")})),
    ("punctuation, an apostrophe, a dash and a character beyond 16 bits in the name", entity(
        "312400316", "A/S \u00abDEN GODE\u00bb \u2013 TO & TRE'S (1999) \U0001F330",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 8"]))),
    ("the longest name that can be searched for, 180 characters", entity(
        "312400324", "LANGT NAVN " * 16 + "X AS",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 9"]))),
    ("every remaining register date; group; audit and insolvency dates", entity(
        "312400332", "DATOTUNG TEST AS", erIKonsern=True, registrertIMvaregisteret=True,
        registreringsdatoEnhetsregisteret="2024-02-29", stiftelsesdato="2024-02-28",
        frivilligMvaRegistrertBeskrivelser=["Bortforpakter av landbrukseiendom",
                                            "Utleier av bygg eller anlegg"],
        registreringsdatoFrivilligMerverdiavgiftsregisteret="2024-03-01",
        registreringsdatoMerverdiavgiftsregisteret="2024-03-02",
        registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret="2024-03-03",
        registreringsdatoAntallAnsatteEnhetsregisteret="2024-03-04",
        registreringsdatoAntallAnsatteNAVAaregisteret="2024-03-05",
        registreringsdatoForetaksregisteret="2024-03-06", vedtektsdato="2024-03-07",
        fravalgRevisjonDato="2024-03-08", fravalgRevisjonBeslutningsDato="2024-03-09",
        underRekonstruksjonsforhandlingDato="2024-03-10",
        underUtenlandskInsolvensbehandlingDato="2024-03-11", sisteInnsendteAarsregnskap="2024",
        forretningsadresse=address(TRONDHEIM, "7011", "TRONDHEIM", ["Munkegata 1"]))),
    ("a form code beyond ASCII", entity(
        "312400340", "SÆRLOVSELSKAPET PRØVE", "SÆR", codes=("84.110",),
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 11"]))),
    ("a number of employees below 5 that should not have been published", entity(
        "312400359", "TRE ANSATTE AS", antallAnsatte=3, harRegistrertAntallAnsatte=True,
        forretningsadresse=address(SVALBARD, "9170", "LONGYEARBYEN", ["Vei 200"]))),
    ("housing cooperative: sector of its own, industry not given", entity(
        "312400367", "BORETTSLAGET BAKGÅRDEN", "BRL", codes=("00.000",), sector="8300",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Bakgata 1"]))),
    ("a name that begins with a number; section J of SN2025", entity(
        "312400375", "22. PRØVEFORLAGET AS", codes=("58.110",),
        forretningsadresse=address(TRONDHEIM, "7012", "TRONDHEIM", ["Bokgata 22"]))),
    ("a letter and its accent as two characters", entity(
        "312400383", "A\u030aPEN LØSNING AS", codes=("62.200",),
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 12"]))),
    ("control characters, separators and the last character of Unicode in texts", entity(
        "312400391", "RARE TEGN AS",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 13"]),
        aktivitet=["\u0001 \u001f \u007f \u2028 \u2029 \ufeff \U0010FFFD <b>&amp;</b>"])),
    ("a name of punctuation only: no word to find it by; members present as null", entity(
        "312400405", "-", hjemmeside=None, postadresse=None, antallAnsatte=None,
        overordnetEnhet=None, stiftelsesdato=None, hjelpeenhetskode=None, vedtektsfestetFormaal=None,
        kapital={"belop": Number("30000.00"), "antallAksjer": None, "innfortDato": None},
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 14"]))),
    ("a municipality in the postal address only", entity(
        "312400413", "POSTEN I RANA, KONTORET I OSLO AS",
        postadresse=address(RANA, "8601", "MO I RANA", ["Postboks 3"]),
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 15"]))),
    ("will be struck off by the lines file", entity(
        "312400421", "BLIR SLETTET AS",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 16"]))),
    ("will be removed by the lines file", entity(
        "312400448", "BLIR FJERNET AS",
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 17"]))),
    ("will be replaced by the lines file", entity(
        "312400456", "FØR ENDRINGEN AS", antallAnsatte=7, harRegistrertAntallAnsatte=True,
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 18"]))),
]


def gone(number, deleted_on):
    return {"organisasjonsnummer": number, "slettedato": deleted_on}


def deleted(number, name, form_object, deleted_on, **more):
    return {"organisasjonsnummer": number, "navn": name, "organisasjonsform": form_object,
            "slettedato": deleted_on, **more}


# (why, record) of the lines file, read after the inventory.
LINES = [
    ("struck off, as the look-up serves it", deleted(
        "312307014", "GAMLE HAVN AS", {**form("AS"), "_links": {"self": {
            "href": "https://data.brreg.no/enhetsregisteret/api/organisasjonsformer/AS"}}},
        "2024-03-09", respons_klasse="SlettetEnhet")),
    ("removed, as the look-up serves it", {**gone("312308010", "2024-03-09"), "_links": {"self": {
        "href": "https://data.brreg.no/enhetsregisteret/api/enheter/312308010"}}}),
    ("struck off; its form is no longer in use; no respons_klasse", deleted(
        "312400464", "UTLEIEBYGGET I BAKGATA",
        {"kode": "UTBG", "beskrivelse": "Frivillig registrert utleiebygg",
         "utgaatt": "2017-07-17"}, "2017-07-16")),
    ("was live in the inventory, is struck off here", deleted(
        "312400421", "BLIR SLETTET AS", form("AS"), "2026-02-01", respons_klasse="SlettetEnhet")),
    ("was live in the inventory, is removed here", gone("312400448", "2026-02-02")),
    ("was in the inventory, is new here: the later record wins", entity(
        "312400456", "ETTER ENDRINGEN AS", antallAnsatte=8, harRegistrertAntallAnsatte=True,
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 19"]))),
    ("served form: _links in place of links", {
        **{k: v for k, v in entity(
            "312400472", "HENTET FRA OPPSLAG AS",
            forretningsadresse=address(OSLO, "0150", "OSLO", ["Storgata 20"])).items()
           if k not in ("links", "respons_klasse")},
        "_links": {"self": {
            "href": "https://data.brreg.no/enhetsregisteret/api/enheter/312400472"}},
        "respons_klasse": "Enhet"}),
]


def entity_v1(number, name, employees, codes=(), **more):
    record = entity(number, name, codes=codes, antallAnsatte=employees, **more)
    for later in ("harRegistrertAntallAnsatte", "registrertIPartiregisteret", "paategninger",
                  "erIKonsern", "respons_klasse"):
        del record[later]
    links = record.pop("links")
    record["organisasjonsform"] = {k: v for k, v in record["organisasjonsform"].items()
                                   if k != "links"} | {"links": []}
    return {**record, "links": links}


def helper_v1(code):
    return {"beskrivelse": INDUSTRIES[code], "kode": code, "hjelpeenhetskode": True}


# (why, record) of the version 1 inventory.
INVENTORY_V1 = [
    ("version 1: helper-unit code inside the second code; nobody employed", entity_v1(
        "312400480", "VERSJON EN HJELP AS", 0, codes=("62.100",),
        naeringskode2=helper_v1("70.100"),
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Gamleveien 1"]))),
    ("version 1: three employed, a number version 2 must not show", entity_v1(
        "312400499", "VERSJON EN LITEN AS", 3, codes=("62.200", "58.110"),
        forretningsadresse=address(BERGEN, "5003", "BERGEN", ["Gamleveien 2"]))),
    ("version 1: seventeen employed", entity_v1(
        "312400502", "VERSJON EN STOR AS", 17, codes=("41.000",),
        sisteInnsendteAarsregnskap="2021",
        forretningsadresse=address(BERGEN, "5003", "BERGEN", ["Gamleveien 3"]))),
    ("version 1: exactly five employed, helper-unit code in the first code", entity_v1(
        "312400510", "VERSJON EN FEM AS", 5, naeringskode1=helper_v1("77.400"),
        forretningsadresse=address(OSLO, "0150", "OSLO", ["Gamleveien 4"]))),
]
