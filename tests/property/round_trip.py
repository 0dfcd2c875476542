# SPDX-License-Identifier: EUPL-1.2
"""JSON records to CSV and back: a register loaded from the published CSV serves the same records
as one loaded from JSON, except for what the CSV form cannot hold (see tests/data/csv_form.py)."""

import csv_form
from client import API
from json_text import dumps, same

JOINED = ("vedtektsfestetFormaal", "aktivitet")
ADDRESSES = ("postadresse", "forretningsadresse", "beliggenhetsadresse",
             "utenlandskRegisterAdresse")


def without_losses(record):
    """Reduces a served record to what both ways can hold."""
    reduced = dict(record)
    reduced.pop("paategninger", None)
    for name in JOINED:
        if name in reduced:
            reduced[name] = " ".join(" ".join(line for line in reduced[name] if line).split())
            if not reduced[name]:
                del reduced[name]
    for name in ADDRESSES:
        if name in reduced:
            reduced[name] = address = dict(reduced[name])
            # A line break inside a line and the end of a line look alike in a cell.
            lines = "\n".join(line for line in address.pop("adresse", []) if line)
            if lines:
                address["adresse"] = lines.split("\n")
            if not address:
                del reduced[name]
    if "frivilligMvaRegistrertBeskrivelser" in reduced:
        if not reduced["frivilligMvaRegistrertBeskrivelser"]:
            del reduced["frivilligMvaRegistrertBeskrivelser"]
    return reduced


def links_to(record, base):
    """Returns the record with links below a common base, since two servers have two ports."""
    return dumps(record).replace(base, "http://server")


def write_csv(path, records, kind):
    columns = (csv_form.ENTITY_COLUMNS if kind == "enheter" else csv_form.SUB_ENTITY_COLUMNS)
    path.write_text(csv_form.table(records, columns), encoding="utf-8", newline="")


def compare(report, title, kind, from_json, from_csv):
    """Both are (client, base). Every record must exist twice and be equal."""
    served = []
    for client, base in (from_json, from_csv):
        records, _ = client.everything(kind, [])
        served.append({r["organisasjonsnummer"]: (r, base) for r in records})
    left, right = served
    # Unknown members have no column.
    for number in [n for n, (record, _) in left.items() if "fremtidsfelt" in record]:
        del left[number]
        right.pop(number, None)
    report.check(set(left) == set(right),
                 f"{title} {kind}: {len(left)} records by JSON, {len(right)} by CSV")
    for number in sorted(set(left) & set(right)):
        texts = [links_to(without_losses(record), base)
                 for record, base in (left[number], right[number])]
        report.check(texts[0] == texts[1], f"{title} {kind} {number}:\n    JSON {texts[0]}"
                                           f"\n    CSV  {texts[1]}")


def served_as_published(report, title, kind, client, published):
    """Every member of a published version 2 record is served unchanged."""
    records, _ = client.everything(kind, [])
    by_number = {r["organisasjonsnummer"]: r for r in records}
    for source in published:
        number = source["organisasjonsnummer"]
        there = by_number.get(number)
        if not report.check(there is not None, f"{title} {kind} {number} is not served"):
            continue
        different = [name for name, value in source.items()
                     if name not in ("links", "historiskeNavn", "antallAnsatte")
                     and not same_but_links(value, there.get(name))]
        report.check(not different, f"{title} {kind} {number}: differs in {different}: " + "; ".join(
            f"{dumps(source[n])} became {dumps(there.get(n))}" for n in different[:3]))


CLASS_OF_DELETED = {"enheter": "SlettetEnhet", "underenheter": "SlettetUnderEnhet"}


def served_as_gone(report, title, kind, client, published):
    """Struck-off records are served with few members, removed ones as 410 with only their date."""
    for source in published:
        number = source["organisasjonsnummer"]
        status, there = client.get(f"{API}{kind}/{number}")
        removed = "navn" not in source
        wanted = {name: source[name] for name in (
            "organisasjonsnummer", "navn", "organisasjonsform", "slettedato", "nedleggelsesdato")
            if name in source}
        if not removed:
            wanted["respons_klasse"] = CLASS_OF_DELETED[kind]
        report.check(status == (410 if removed else 200) and strip(there) == strip(wanted),
                     f"{title} {kind} {number}: {status} {there} of {dumps(source)}")


VERSION_1 = "application/vnd.reg.enhetsregisteret.enhet.v1+json"


def served_as_version_1(report, title, client, published):
    """The version 1 look-up returns a record of a version 1 inventory as it was, but hides
    numbers of employees below five."""
    for source in published:
        number = source["organisasjonsnummer"]
        status, there = client.get(f"{API}enheter/{number}", VERSION_1)
        if not report.check(status == 200, f"{title} version 1 {number}: {status}"):
            continue
        wanted = dict(source)
        if int(wanted["antallAnsatte"]) < 5:
            wanted["antallAnsatte"] = type(wanted["antallAnsatte"])("0")
        report.check(strip(wanted) == strip(there),
                     f"{title} version 1 {number}: {dumps(source)} became {dumps(there)}")


def same_but_links(source, there):
    return same(strip(source), strip(there))


def strip(value):
    if isinstance(value, dict):
        return {k: strip(v) for k, v in value.items() if k not in ("links", "_links")}
    if isinstance(value, list):
        return [strip(item) for item in value]
    return two_decimals(value)


def two_decimals(value):
    """Amounts are served with two decimals, however the source writes them."""
    text = str(value)
    if type(value).__name__ == "Number" and "." in text and len(text.split(".")[1]) < 2:
        return type(value)(text + "0" * (2 - len(text.split(".")[1])))
    return value
