#!/usr/bin/env python3
"""Keeps a copy of a register's entities: begins with an inventory, then follows the updates.

  follow.py API INVENTORY COPY     (API: http://127.0.0.1:8080/enhetsregisteret/api)

INVENTORY (enheter_alle.json.gz) is read once; each further run goes on where COPY ends."""

import gzip
import json
import os
import sys
import urllib.error
import urllib.request


def get(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 410:  # Removed from publication: to be forgotten.
            return None
        raise


def catch_up(api, copy):
    """Brings the copy to the server's state, as of the last update."""
    while True:
        # The last update known comes again, to see that it is still the same one.
        first = copy["last"]["oppdateringsid"] if copy["last"] else 1
        page = get(f"{api}/oppdateringer/enheter?oppdateringsid={first}&size=1000")
        updates = page.get("_embedded", {}).get("oppdaterteEnheter", [])
        if copy["last"] and copy["last"] not in updates[:1]:
            sys.exit("The server was set back to an earlier state: begin anew from an inventory.")
        for number in {update["organisasjonsnummer"] for update in updates}:
            unit = get(f"{api}/enheter/{number}")
            if unit and "slettedato" not in unit:
                copy["units"][number] = unit
            else:
                copy["units"].pop(number, None)
        if not updates or updates[-1] == copy["last"]:
            return
        copy["last"] = updates[-1]


def main(api, inventory, path):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            copy = json.load(file)
    else:
        with gzip.open(inventory, "rt", encoding="utf-8") as file:
            copy = {"last": None, "units": {u["organisasjonsnummer"]: u for u in json.load(file)}}
    catch_up(api, copy)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(copy, file, ensure_ascii=False)
    os.replace(path + ".new", path)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
