# SPDX-License-Identifier: EUPL-1.2
"""A register with a long log of changes, made only by `orgreg apply`, batch by batch.

100,000 entities change their names in turn until the log has the requested number of lines, so
each of them has 160 lines in a log of 16 million. All lines are of one feed: there is no shorter
log next to it. Making it takes some seven minutes and 5 GB; it is kept, and continued where it ended.
"""

import json
import sqlite3
import time

import measure
from applying import Applying, batch_text, upsert_line

UNITS = 100_000
BATCH = 10_000
AHEAD = 2  # Batches written before the receipt of the first is read.
PLACE_OF_NAME = "@@"


def org_number(index):
    """Returns the index-th number with a right check digit."""
    stem = 80_000_000 + 2 * index  # Some have none; those are moved to the odd one.
    for digits in (f"{stem:08d}", f"{stem + 1:08d}"):
        last = -sum(int(digit) * weight for digit, weight in zip(digits, (3, 2, 7, 6, 5, 4, 3, 2))) % 11
        if last != 10:
            return f"{digits}{last}"
    raise AssertionError(f"no number near {stem}")


def record_of(number, name):
    return {"organisasjonsnummer": number, "navn": name, "organisasjonsform": {"kode": "AS"}}


def lines_in(store):
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT last_change FROM meta").fetchone()[0]
    finally:
        connection.close()


def ensure_log(program, folder, lines):
    """Ensures that the register in `folder` has at least `lines` lines in its log; returns (its folder, lines, seconds it took)."""
    folder.mkdir(parents=True, exist_ok=True)
    data = folder / "register"
    store = data / "store.db"
    begun = time.monotonic()
    if not store.exists():
        start_register(program, folder, data)
    found = lines_in(store)
    if found < lines:
        lengthen(program, data, range(found // BATCH, -(-lines // BATCH)))
    return data, lines_in(store), time.monotonic() - begun


def start_register(program, folder, data):
    inventory = folder / "entities.json"
    inventory.write_text(json.dumps([record_of(org_number(i), "FOR ALLE ENDRINGER AS") for i in range(UNITS)]))
    measure.run([program, "import", "entities", inventory, "--data", data])
    inventory.unlink()


def lengthen(program, data, turns):
    """Each turn changes the next 10,000 entities; every change is one line."""
    blocks = [[upsert_line(record_of(org_number(i), f"ENDRING {PLACE_OF_NAME} AV {i} AS")) for i in range(first, first + BATCH)]
              for first in range(0, UNITS, BATCH)]
    texts = ["".join(block) for block in blocks]
    waiting = 0
    with Applying(program, data) as applying:
        for turn in turns:
            text = texts[turn % len(texts)].replace(PLACE_OF_NAME, f"{turn // len(texts) + 1:04d}")
            applying.send(batch_text(f"long-log-{turn}", BATCH, text))
            waiting += 1
            if waiting > AHEAD:
                applying.receipt()
                waiting -= 1
        for _ in range(waiting):
            applying.receipt()
