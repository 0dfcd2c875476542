#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Writes the fixed test register from invented_entities.py and invented_sub_entities.py.

  make.py          writes register/, csv/ and broken/
  make.py --check  fails if the files differ from what would be written
"""

import gzip
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire")]

import broken_files  # noqa: E402
import csv_form  # noqa: E402
import invented_entities as entities  # noqa: E402
import invented_sub_entities as sub_entities  # noqa: E402
from json_text import dumps  # noqa: E402


def records(rows):
    return [record for _, record in rows]


def lines(rows):
    return "".join(dumps(record) + "\n" for record in records(rows))


def escaped(text):
    """Returns the same JSON with every character beyond ASCII as an escape."""
    return "".join(c if ord(c) < 0x80 else "".join(
        f"\\u{int.from_bytes(pair, 'big'):04x}"
        for pair in zip(*[iter(c.encode("utf-16-be"))] * 2)) for c in text)


def contents():
    """Each record has a line that says why it is there."""
    groups = [("entities.json", entities.INVENTORY), ("entities-v1.json.gz", entities.INVENTORY_V1),
              ("entities.ndjson", entities.LINES), ("sub-entities.json.gz", sub_entities.INVENTORY),
              ("sub-entities.ndjson", sub_entities.LINES)]
    text = "number\tfile\tname\twhy\n"
    for name, rows in groups:
        for why, record in rows:
            title = record.get("navn", "")[:40]
            text += f"{record['organisasjonsnummer']}\t{name}\t{title}\t{why}\n"
    return text


def files():
    """Maps a path to content; a name that ends in .gz is packed when written."""
    inventory = records(entities.INVENTORY)
    sub_inventory = records(sub_entities.INVENTORY)
    made = {
        "register/contents.tsv": contents(),
        "register/entities.json": dumps(inventory, 2) + "\n",
        "register/entities-v1.json.gz": dumps(records(entities.INVENTORY_V1)),
        "register/entities.ndjson": lines(entities.LINES),
        "register/sub-entities.json.gz": escaped(dumps(sub_inventory)),
        "register/sub-entities.ndjson": lines(sub_entities.LINES),
        "csv/entities.csv": csv_form.table(inventory, csv_form.ENTITY_COLUMNS),
        "csv/sub-entities.csv.gz": csv_form.table(sub_inventory, csv_form.SUB_ENTITY_COLUMNS),
    }
    made = {name: text.encode() for name, text in made.items()}
    made.update(broken_files.files())
    return made


def main():
    different = []
    for name, content in files().items():
        path = HERE / name
        packed = name.endswith(".gz") and not name.startswith("broken/")
        if "--check" in sys.argv[1:]:
            there = path.read_bytes() if path.exists() else None
            if there is not None and packed:
                there = gzip.decompress(there)
            if there != content:
                different.append(name)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(broken_files.gzipped(content) if packed else content)
    if different:
        print("differs from what make.py writes:", ", ".join(different))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
