# SPDX-License-Identifier: EUPL-1.2
"""Reads the files of the register with common tools (gunzip and JSON, the csv module, openpyxl,
LibreOffice), and computes the content of each cell from the JSON of a record alone.

Spec, Download operations; reference, Downloads; our choices in docs/choices.md, Files.
"""

import csv
import gzip
import io
import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import csv_form
from json_text import Number, loads

COLUMNS = {"enheter": csv_form.ENTITY_COLUMNS, "underenheter": csv_form.SUB_ENTITY_COLUMNS}
# Headers of the sheets that the reference confirms, by CSV column.
KNOWN_HEADERS = {
    "organisasjonsnummer": "Organisasjonsnummer", "navn": "Navn",
    "organisasjonsform.kode": "Organisasjonsform.kode",
    "organisasjonsform.beskrivelse": "Organisasjonsform.beskrivelse",
    "naeringskode1.kode": "Næringskode 1", "naeringskode1.beskrivelse": "Næringskode 1.beskrivelse",
    "hjelpeenhetskode.kode": "Hjelpeenhetskode",
    "hjelpeenhetskode.beskrivelse": "Hjelpeenhetskode.beskrivelse",
    "antallAnsatte": "Antall ansatte", "hjemmeside": "Hjemmeside",
    "postadresse.adresse": "Postadresse.adresse",
    "forretningsadresse.kommunenummer": "Forretningsadresse.kommunenummer",
    "beliggenhetsadresse.poststed": "Beliggenhetsadresse.poststed",
    "institusjonellSektorkode.kode": "Institusjonell sektorkode",
    "sisteInnsendteAarsregnskap": "Siste innsendte årsregnskap",
    "registreringsdatoenhetsregisteret": "Registreringsdato i Enhetsregisteret",
    "stiftelsesdato": "Stiftelsesdato", "registrertIMvaRegisteret": "Registrert i MVA-registeret",
    "frivilligMvaRegistrertBeskrivelser": "Frivillig MVA-registrert",
    "registrertIForetaksregisteret": "Registrert i Foretaksregisteret", "konkurs": "Konkurs",
    "underAvvikling": "Under avvikling",
    "underTvangsavviklingEllerTvangsopplosning": "Under tvangsavvikling eller tvangsoppløsning",
    "maalform": "Målform", "oppstartsdato": "Oppstartsdato", "nedleggelsesdato": "Nedleggelsesdato",
}
FIRST_SURE_DAY = "1900-03-01"  # Spreadsheets disagree about days before it.
MOST_SURE_DIGITS = 15          # The limit of binary floating point.
LIBREOFFICE_BREAKS_AT = 16000  # A longer line of a cell with several lines gets additional line breaks.


def without_links(value):
    if isinstance(value, dict):
        return {k: without_links(v) for k, v in value.items() if k != "_links"}
    if isinstance(value, list):
        return [without_links(item) for item in value]
    return value


def read_json(packed):
    """Returns the records. Raises ValueError if the file is not one array with one record on each line."""
    text = gzip.decompress(packed).decode("utf-8")
    lines = text.split("\n")
    if lines[0] != "[" or lines[-2:] != ["]", ""]:
        raise ValueError(f"begins {text[:20]!r} and ends {text[-20:]!r}")
    middle = lines[1:-2]
    if any(not line.endswith(",") for line in middle[:-1]) or (middle and middle[-1].endswith(",")):
        raise ValueError("a line does not end as it should")
    records = [loads(line.removesuffix(",")) for line in middle]
    if len(loads(text)) != len(records):
        raise ValueError("the lines are not the array")
    return records


def read_csv(packed):
    text = gzip.decompress(packed).decode("utf-8")
    return list(csv.reader(io.StringIO(text, newline=""), quotechar='"', doublequote=True, strict=True))


def value_at(record, column):
    for name in csv_form.JSON_PATHS.get(column, column).split("."):
        record = record.get(name) if isinstance(record, dict) else None
    return record


def csv_row(record, kind):
    """An absent member stays absent: a source without notices does not say NO."""
    return ["" if value_at(record, column) is None else csv_form.cell(record, column)
            for column in COLUMNS[kind]]


def is_day(column):
    name = column.split(".")[-1].lower()
    return name.endswith("dato") or name.startswith("registreringsdato") or name == "datoeierskifte"


def sheet_cell(record, column):
    value = value_at(record, column)
    if value is None:
        return None
    if column == "paategninger":
        return ["s", "YES" if value else "NO"]
    if isinstance(value, bool):
        return ["b", "true" if value else "false"]
    if isinstance(value, list):
        text = "\n".join(line for line in value if line is not None)
        return ["s", text] if text else None
    if isinstance(value, Number):
        digits = str(value).lstrip("-").replace(".", "").lstrip("0")
        return ["n" if len(digits) <= MOST_SURE_DIGITS else "s", str(value)]
    if is_day(column):
        return ["d" if value >= FIRST_SURE_DAY else "s", value]
    if column == "sisteInnsendteAarsregnskap" and len(value) == 4 and value.isdigit():
        return ["n", value]
    return ["s", value] if value else None


def same_cell(there, wanted):
    if there is None or wanted is None:
        return there is wanted
    if there[0] == wanted[0] == "n":
        return float(there[1]) == float(wanted[1])
    return there == wanted


def find_python():
    """Finds a Python with openpyxl; script/packages.txt lists it, so it is a failure if there is none."""
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([python, "-c", "import openpyxl"], check=False, capture_output=True)
        if done.returncode == 0:
            return python
    raise SystemExit("no Python has openpyxl, which script/packages.txt lists")


def read_workbooks(paths):
    """Returns a list of [sheet name, rows] for each path."""
    done = subprocess.run([find_python(), Path(__file__).with_name("read_workbook.py"), *paths],
                          check=False, capture_output=True, text=True, timeout=900)
    if done.returncode != 0:
        raise ValueError(f"openpyxl: {done.stderr[-800:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def rows_of(sheets):
    """Returns the header and the records of all sheets of a workbook; each sheet begins with the header."""
    header = sheets[0][1][0]
    if any(not rows or rows[0] != header for _, rows in sheets):
        raise ValueError("the sheets begin differently")
    width = len(header)
    return ([text for _, text in header],
            [row + [None] * (width - len(row)) for _, rows in sheets for row in rows[1:]])


# Comma, quotation marks, UTF-8, from line 1, no column formats, language, quotes around all
# text, numbers as they are, …, -1: every sheet to a file of its own.
CSV_FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false,false,false,false,-1"


def read_with_libreoffice(workbook, folder):
    """Returns the rows of each sheet, as text."""
    done = subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to",
         CSV_FILTER, "--outdir", folder / "sheets", workbook],
        check=False, capture_output=True, text=True, timeout=300)
    made = sorted((folder / "sheets").glob("*.csv")) if (folder / "sheets").exists() else []
    if not made:
        raise ValueError(f"soffice made no file: {done.stdout}{done.stderr}")
    return {path.stem.split("-", 1)[1]: list(csv.reader(
        io.StringIO(path.read_bytes().decode("utf-8"), newline=""))) for path in made}


def libreoffice_cell(there, wanted):
    """Whether LibreOffice's text of a cell is the expected value."""
    if wanted is None:
        return there == ""
    kind, text = wanted
    if kind == "n":
        return there != "" and float(there) == float(text)
    if kind == "b":
        return there.lower() == text
    if kind == "d":
        return there in (text, date.fromisoformat(text).strftime("%m/%d/%Y"))
    if len(text) > LIBREOFFICE_BREAKS_AT:
        return there.replace("\n", "") == text.replace("\n", "")
    return there.replace("\r\n", "\n") == text.replace("\r\n", "\n")
