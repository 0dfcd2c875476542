# SPDX-License-Identifier: EUPL-1.2
"""The published CSV form of a record, written independently of the server.

Spec, Download operations 3: every cell is quoted, quotes are doubled, line breaks inside
address lines are real. Reference section 11: lines of purpose and activity are joined by a
space, money has two decimals, absent is "". Our choices: VAT descriptions are joined by a
line feed; paategninger says YES or NO, as the specification has it.

The form does not hold the content of paategninger, the breaks between lines of purpose and activity,
null or empty address lines, whether an empty list was there, and unknown members.
"""

from decimal import Decimal

ENTITY_COLUMNS = """organisasjonsnummer navn organisasjonsform.kode organisasjonsform.beskrivelse
naeringskode1.kode naeringskode1.beskrivelse naeringskode2.kode naeringskode2.beskrivelse
naeringskode3.kode naeringskode3.beskrivelse hjelpeenhetskode.kode hjelpeenhetskode.beskrivelse
harRegistrertAntallAnsatte antallAnsatte registreringsdatoAntallAnsatteEnhetsregisteret
registreringsdatoantallansatteNAVAaregisteret hjemmeside epostadresse telefon mobil
postadresse.adresse postadresse.poststed postadresse.postnummer postadresse.kommune
postadresse.kommunenummer postadresse.land postadresse.landkode forretningsadresse.adresse
forretningsadresse.poststed forretningsadresse.postnummer forretningsadresse.kommune
forretningsadresse.kommunenummer forretningsadresse.land forretningsadresse.landkode
institusjonellSektorkode.kode institusjonellSektorkode.beskrivelse sisteInnsendteAarsregnskap
registreringsdatoenhetsregisteret stiftelsesdato registrertIMvaRegisteret
registreringsdatoMerverdiavgiftsregisteret
registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret frivilligMvaRegistrertBeskrivelser
registreringsdatoFrivilligMerverdiavgiftsregisteret registrertIFrivillighetsregisteret
registreringsdatoFrivillighetsregisteret registrertIForetaksregisteret
registreringsdatoForetaksregisteret registrertIStiftelsesregisteret registrertIPartiregisteret
registreringsdatoPartiregisteret konkurs konkursdato underAvvikling underAvviklingDato
underTvangsavviklingEllerTvangsopplosning tvangsopplostPgaManglendeDagligLederDato
tvangsopplostPgaManglendeRevisorDato tvangsopplostPgaManglendeRegnskapDato
tvangsopplostPgaMangelfulltStyreDato tvangsavvikletPgaManglendeSlettingDato overordnetEnhet
maalform vedtektsdato vedtektsfestetFormaal aktivitet paategninger
underUtenlandskInsolvensbehandlingDato underRekonstruksjonsforhandlingDato fravalgRevisjonDato
fravalgRevisjonBeslutningsDato erIKonsern kapital.belop kapital.antallAksjer kapital.type
kapital.bundet kapital.valuta kapital.innbetalt kapital.fulltInnbetalt kapital.innfortDato
registreringsnummerIHjemlandet utenlandskRegisterNavn utenlandskRegisterAdresse.land
utenlandskRegisterAdresse.poststed utenlandskRegisterAdresse.adresse underlagtLovgivningLand
underlagtLovgivningLandKode foretaksformIHjemlandet.kode foretaksformIHjemlandet.beskrivelse
foretaksformIHjemlandet.beskrivelseBokmaal""".split()

SUB_ENTITY_COLUMNS = """organisasjonsnummer navn organisasjonsform.kode
organisasjonsform.beskrivelse naeringskode1.kode naeringskode1.beskrivelse naeringskode2.kode
naeringskode2.beskrivelse naeringskode3.kode naeringskode3.beskrivelse hjelpeenhetskode.kode
hjelpeenhetskode.beskrivelse harRegistrertAntallAnsatte antallAnsatte
registreringsdatoAntallAnsatteEnhetsregisteret registreringsdatoantallansatteNAVAaregisteret
hjemmeside epostadresse telefon mobil postadresse.adresse postadresse.poststed
postadresse.postnummer postadresse.kommune postadresse.kommunenummer postadresse.land
postadresse.landkode beliggenhetsadresse.adresse beliggenhetsadresse.poststed
beliggenhetsadresse.postnummer beliggenhetsadresse.kommune beliggenhetsadresse.kommunenummer
beliggenhetsadresse.land beliggenhetsadresse.landkode registreringsdatoIEnhetsregisteret
frivilligMvaRegistrertBeskrivelser registreringsdatoFrivilligMerverdiavgiftsregisteret
registrertIMvaregisteret registreringsdatoMerverdiavgiftsregisteret
registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret oppstartsdato datoEierskifte
overordnetEnhet nedleggelsesdato""".split()

# Columns whose name is not the path of the JSON member. This is the spelling of the published files.
JSON_PATHS = {
    "registreringsdatoantallansatteNAVAaregisteret":
        "registreringsdatoAntallAnsatteNAVAaregisteret",
    "registreringsdatoenhetsregisteret": "registreringsdatoEnhetsregisteret",
    "registreringsdatoIEnhetsregisteret": "registreringsdatoEnhetsregisteret",
    "registrertIMvaRegisteret": "registrertIMvaregisteret",
}
JOINED_BY_SPACE = ("vedtektsfestetFormaal", "aktivitet")
MONEY = ("kapital.belop", "kapital.bundet", "kapital.innbetalt")

assert len(ENTITY_COLUMNS) == 90 and len(SUB_ENTITY_COLUMNS) == 44


def cell(record, column):
    if column == "paategninger":
        return "YES" if record.get("paategninger") else "NO"
    value = record
    for name in JSON_PATHS.get(column, column).split("."):
        value = value.get(name) if isinstance(value, dict) else None
    if value is None:
        return ""
    if column in MONEY:
        return f"{Decimal(str(value)):.2f}"
    if isinstance(value, list):
        separator = " " if column in JOINED_BY_SPACE else "\n"
        return separator.join(line for line in value if line is not None)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def row(cells):
    return ",".join('"' + text.replace('"', '""') + '"' for text in cells) + "\n"


def table(records, columns):
    """Returns the whole file as text, header first."""
    return row(columns) + "".join(row(cell(r, c) for c in columns) for r in records)
