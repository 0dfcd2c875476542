#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Keeps a copy of a register: its live entities and sub-entities, and the roles in entities.

  follow.py API COPY [--every SECONDS]     (API: http://127.0.0.1:8080/enhetsregisteret/api)

COPY is a SQLite file. The first run loads the files of the whole register; every run then fetches the
records that the update feeds name. With --every it continues until it is stopped. The next run continues
a run that was killed at any moment: records and the position in the feeds are
saved together. It is plain Python 3, with nothing to install."""

import argparse
import email.utils
import gzip
import http.client
import json
import sqlite3
import sys
import time
import urllib.parse

UPDATES_AT_ONCE = 1000  # Saved together.
UNITS_AT_ONCE = 100     # In one request.
WAIT_S = 1              # Before another try, where the server does not say how long.
PATIENCE_S = 900        # How long to go on trying.
BUSY = (429, 502, 503, 504)
GONE = (404, 410)

# Each kind of record: the file to begin with, and the feed that tells what has changed since.
FILES = {"enheter": "enheter/lastned", "underenheter": "underenheter/lastned", "roller": "roller/totalbestand"}
FEEDS = {"enheter": "oppdaterteEnheter", "underenheter": "oppdaterteUnderenheter", "roller": None}

TABLES = """
CREATE TABLE IF NOT EXISTS records (
  kind TEXT, number TEXT, body TEXT,  -- JSON: one shape, whether it came from a file or a look-up
  PRIMARY KEY (kind, number));
CREATE TABLE IF NOT EXISTS places (
  kind TEXT PRIMARY KEY, last INTEGER, seen TEXT);  -- up to which update, and that update
"""


class Server:
    """One connection, opened again when it breaks. Waits and asks again where the server is busy."""

    def __init__(self, api):
        parts = urllib.parse.urlsplit(api)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.netloc, timeout=60)
        self._path = parts.path.rstrip("/") + "/"

    def get(self, path, read=json.load):
        """What `read` makes of the answer, or None for what is not there any more."""
        end = time.monotonic() + PATIENCE_S
        while True:
            wait, trouble = WAIT_S, None
            try:
                # Not the older answer of a cache: the feed was read before.
                self._connection.request("GET", self._path + path, headers={"Cache-Control": "no-cache"})
                response = self._connection.getresponse()
                if response.status == 200:
                    return read(response)
                response.read()
                if response.status in GONE:
                    return None
                trouble = f"{response.status} {response.reason}"
                if response.status not in BUSY:
                    sys.exit(f"{path}: {trouble}")
                wait = seconds(response.headers.get("Retry-After"))
            except (OSError, EOFError, http.client.HTTPException) as error:  # It broke off: once more.
                self._connection.close()
                trouble = error
            if time.monotonic() + wait > end:
                sys.exit(f"{path}: {trouble}; tried for {PATIENCE_S} s")
            time.sleep(wait)


def seconds(retry_after):
    """What Retry-After asks for: a number of seconds, or a date."""
    try:
        return max(0, int(retry_after))
    except (TypeError, ValueError):
        date = email.utils.parsedate_tz(retry_after or "")
        return max(0, email.utils.mktime_tz(date) - time.time()) if date else WAIT_S


def shape(value):
    """The one shape: as in the files, without links and without the old name of a flag in roles."""
    if isinstance(value, dict):
        return {k: shape(v) for k, v in value.items() if k not in ("_links", "links", "fratraadt")}
    return [shape(item) for item in value] if isinstance(value, list) else value


class Copy:
    def __init__(self, path):
        self._database = sqlite3.connect(path, timeout=60)
        self._database.executescript(TABLES)

    def place(self, kind):
        """The last update that is in the copy: its id, and the update itself where it came from a feed."""
        return self._database.execute("SELECT last, seen FROM places WHERE kind = ?", [kind]).fetchone()

    def save(self, kind, records, last, seen=None):
        """`records` are pairs: a number, and its record or None. All of it is saved or nothing."""
        with self._database as database:
            for number, record in records:
                if record is None:
                    database.execute("DELETE FROM records WHERE kind = ? AND number = ?", [kind, number])
                else:
                    body = json.dumps(shape(record), ensure_ascii=False, sort_keys=True)
                    database.execute("REPLACE INTO records VALUES (?, ?, ?)", [kind, number, body])
            database.execute("REPLACE INTO places VALUES (?, ?, ?)", [kind, last, seen])


def load(server, kind, copy):
    """The whole file, one record a line, with the place in the feeds that it was made at."""
    def read(response):
        with gzip.open(response, "rt", encoding="utf-8") as lines:
            records = (json.loads(line.rstrip(",\n")) for line in lines if line.startswith("{"))
            copy.save(kind, ((record["organisasjonsnummer"], record) for record in records),
                      int(response.headers["Register-Position"]))
        return True
    print(f"{kind}: loading the file", flush=True)
    if not server.get(FILES[kind], read):
        sys.exit(f"The server has no file of {kind}.")


def units(server, kind, numbers):
    """Live units come in lists. One that is not in its list was deleted or removed: that is made sure of."""
    for first in range(0, len(numbers), UNITS_AT_ONCE):
        some = numbers[first:first + UNITS_AT_ONCE]
        found = server.get(f"{kind}?organisasjonsnummer={','.join(some)}&size={UNITS_AT_ONCE}")
        live = {unit["organisasjonsnummer"]: unit for unit in found.get("_embedded", {}).get(kind, [])}
        for number in some:
            unit = live.get(number) or server.get(f"{kind}/{number}")
            yield number, None if unit is None or "slettedato" in unit else unit


def roles(server, numbers):
    for number in numbers:
        held = server.get(f"enheter/{number}/roller")
        yield number, held and {"organisasjonsnummer": number, **held}


def updates(server, kind, first):
    """The next updates from the id `first` on, in order: id, number and text of each."""
    if kind == "roller":
        after = f"afterId={first - 1}&" if first > 1 else ""
        events = server.get(f"oppdateringer/roller?{after}size={UPDATES_AT_ONCE}")
        return [(int(e["id"]), e["data"]["organisasjonsnummer"], e["time"]) for e in events]
    page = server.get(f"oppdateringer/{kind}?oppdateringsid={first}&size={UPDATES_AT_ONCE}")
    found = page.get("_embedded", {}).get(FEEDS[kind], [])
    return [(u["oppdateringsid"], u["organisasjonsnummer"], f"{u['dato']} {u['endringstype']}") for u in found]


def catch_up(server, kind, copy):
    """Brings the copy up to the last update of the feed. Writes nothing where there is no new one."""
    while True:
        last, seen = copy.place(kind)
        # The last update known comes again, to see that it is still the same one.
        news = updates(server, kind, last if seen else last + 1)
        if seen:
            if not news or text(news[0]) != seen:
                sys.exit("The server was set back to an earlier state: delete the copy and start again.")
            news = news[1:]
        if not news:
            return
        numbers = sorted({number for _, number, _ in news})
        fetched = roles(server, numbers) if kind == "roller" else units(server, kind, numbers)
        copy.save(kind, list(fetched), news[-1][0], text(news[-1]))
        print(f"{kind}: {len(numbers)} fetched, up to update {news[-1][0]} of {news[-1][2]}", flush=True)


def text(update):
    return " ".join(map(str, update))


def follow(server, copy):
    for kind in FILES:
        if copy.place(kind) is None:
            load(server, kind, copy)
    for kind in FILES:
        catch_up(server, kind, copy)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("api")
    parser.add_argument("copy")
    parser.add_argument("--every", type=float, metavar="SECONDS")
    options = parser.parse_args()
    server, copy = Server(options.api), Copy(options.copy)
    follow(server, copy)
    while options.every:
        time.sleep(options.every)
        follow(server, copy)


if __name__ == "__main__":
    main()
