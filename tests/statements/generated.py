# SPDX-License-Identifier: EUPL-1.2
"""A generated register: programs that are not ours read its PDF files, and everything
in it is served as it was written."""

import collections
import gzip
import json
import re
import subprocess

import server
from client import REGNSKAP, ask

ENTITIES = 500
DOCUMENTS = 120
YEARS_SERVED = 3
PLANS_SERVED = ("oevrige", "smaa", "store")
NAME = re.compile(r"(aarsregnskap|mellombalanse)-(\d{4})_(\d{9})(?:_(\d{10}))?\.pdf")


def run(program, report, folder):
    files = folder / "files"
    server.must_generate(program, files, ENTITIES, "--documents", DOCUMENTS)
    filings = read_filings(files / "regnskap_alle.json.gz")
    documents = sorted((files / "dokumenter").iterdir())
    report.check(len(documents) == DOCUMENTS, f"{len(documents)} documents, not {DOCUMENTS}")
    for document in documents:
        read_document(report, document, filings)
    store = folder / "store"
    server.must_import(program, store, "entities", [files / "enheter_alle.json.gz"])
    server.must_import(program, store, "statements", [files / "regnskap_alle.json.gz"], "--strict")
    server.must_import(program, store, "documents", [files / "dokumenter"], "--strict")
    env = {"ORGREG_STATEMENTS_ACCESS": "open", "ORGREG_TRUSTED_PROXIES": "127.0.0.1"}
    with server.Server(program, store, env) as running:
        for number in filings:
            compare_statements(report, running, number, filings[number])
        for document in documents:
            compare_document(report, running, document)


def read_filings(path):
    """Returns the filings of each organisation, in order of id. Numbers stay texts."""
    filings = collections.defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for filing in json.load(file, parse_float=str):
            filings[filing["virksomhet"]["organisasjonsnummer"]].append(filing)
    for of_one in filings.values():
        of_one.sort(key=lambda filing: filing["id"])
    return filings


def year_of(filing):
    return filing.get("aar", int(filing["regnskapsperiode"]["tilDato"][:4]))


def newest_of_each(filings):
    return {(filing["regnskapstype"], year_of(filing)): filing for filing in filings}


def grouped(amount):
    """Formats -1234567.00 as -1 234 567.00."""
    whole, fraction = amount.split(".")
    return f"{int(whole):,}".replace(",", " ") + "." + fraction


def read_document(report, document, filings):
    checked = subprocess.run(["qpdf", "--check", document], capture_output=True, check=False, timeout=60)
    report.check(checked.returncode == 0, f"{document.name}: qpdf: {checked.stdout}{checked.stderr}")
    text = subprocess.run(["pdftotext", "-layout", document, "-"], capture_output=True, check=False,
                          timeout=60).stdout.decode()
    found = NAME.fullmatch(document.name)
    if not report.check(found, f"{document.name} is a name of a document"):
        return
    kind, year, number, _ = found.groups()
    report.check(number in text and "oppdiktet" in text, f"{document.name} says whose it is: {text}")
    newest = newest_of_each(filings[number])
    if kind == "aarsregnskap":
        filing = newest["SELSKAP", int(year)]
    else:
        filing = newest[max(key for key in newest if key[0] == "SELSKAP")]
    assets = grouped(filing["eiendeler"]["sumEiendeler"])
    report.check(re.search(rf"Sum eiendeler +{assets}\s", text), f"{document.name} has {assets}: {text}")


def compare_statements(report, running, number, filings):
    newest = newest_of_each(filings)
    last = max(year for _, year in newest)
    asked = [newest[key] for key in sorted(newest) if key[1] > last - YEARS_SERVED]
    served = [filing for filing in asked if filing["oppstillingsplan"] in PLANS_SERVED]
    answer = ask(running, f"{REGNSKAP}/{number}")
    if not served:
        report.check(answer.status == 404 and asked[0]["oppstillingsplan"].upper() in answer.body.decode(),
                     f"{number}: {answer.status} of a plan that is not served: {answer.body}")
        return
    if not report.check(answer.status == 200, f"{number}: {answer.status}"):
        return
    for filing in served:
        filing.pop("aar", None)
    report.check(json.loads(answer.body, parse_float=str) == served, f"{number}: {answer.body}")


def compare_document(report, running, document):
    kind, year, number, identity = NAME.fullmatch(document.name).groups()
    path = f"kopi/{number}/{year}" if kind == "aarsregnskap" else f"mellombalanse/{number}/{identity}"
    answer = ask(running, f"{REGNSKAP}/aarsregnskap/{path}")
    report.check(answer.status == 200 and answer.body == document.read_bytes(),
                 f"{document.name}: {answer.status}")
