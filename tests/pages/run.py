#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The pages for people, in a real browser.

  run.py [--program PATH] [--only NAME] [--pictures FOLDER]

types      the compiler of TypeScript finds no error in web/
browser    Chromium opens the pages of a register of all kinds. Everywhere: the policy and no breach of it, no error of the console, no
           request to another host, no dead link, nothing that moves while a page loads, also by a slow link. Of each kind of page, in light and dark, on a desk
           and on a telephone: no fault that axe-core finds (WCAG 2.2 AA), nothing wider than the window, text of twice the size, paper.
           People find, filter, page, sort, open and go back, by mouse, by keyboard and without JavaScript. Records and requests
           with markup in every text stay text. An operation is executed on the interactive page

npm installs what package-lock.json names below build/, once. FOLDER gets pictures: each kind of page on a desk and on a dark telephone.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / "wire")]

import fixtures  # noqa: E402
import hostile  # noqa: E402
import node_packages  # noqa: E402
import server  # noqa: E402

LONGEST_S = 900
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# The register has every kind of record: live, deleted, removed; with roles, statements and entries of other registers.
EVERYTHING = fixtures.Fixture(supplements=fixtures.FIXTURES["other-registers"].supplements, roles=fixtures.FIXTURES["roles"].roles,
                              statements=fixtures.FILED, batches=fixtures.FIXTURES["changed"].batches,
                              env={"ORGREG_STATEMENTS_ACCESS": "open"})
UNIT = {"number": "312300028", "name": "FJELLVIK ENERGI AS", "misspelt": "fjelvik enrgi"}
CHANGED = "312600013"  # Its log has a change of several fields.
# Whose pages differ from each other: what it is, and the status of its page.
UNITS = {
    UNIT["number"]: 200,  # It has statements, copies, roles and sub-units.
    "312301016": 200,  # A sub-entity.
    "312306018": 200,  # A foreign branch.
    "312400162": 200,  # Bankrupt.
    "312400189": 200,  # Compulsory dissolution, every date of it.
    "312400200": 200,  # In the register of non-profits.
    "312400219": 200,  # A party.
    "312400227": 200,  # A helper unit, superior unit and holder of roles.
    "312400308": 200,  # Only what a record cannot lack.
    "312400324": 200,  # The longest name.
    "312400391": 200,  # Control characters in texts.
    "312400251": 200,  # Deleted.
    "312500043": 200,  # A deleted sub-entity.
    "312600048": 410,  # Removed from publication.
    "312999900": 404,  # Unknown.
    "312999999": 404,  # Its check digit is wrong.
    "12": 400,
}
PAGES = [
    *((f"/unit/{number}", status) for number, status in UNITS.items()),
    (f"/unit/{UNIT['number']}/history", 200), ("/unit/312600013/history", 200), ("/unit/312600048/history", 410), ("/unit/312999999/history", 404),
    ("/search/entities?navn=fjellvik&sort=navn,asc&size=5", 200), ("/search/entities?navn=fjelvik+enrgi", 200), ("/search/entities?navn=qqqq&kommunenummer=1201", 200),
    ("/search/entities?kommunenummer=1103&organisasjonsform=AS&fraAntallAnsatte=5", 200), ("/search/entities?size=0&konkurs=perhaps&postadresse.postnummer=x", 400),
    ("/search/sub-entities?size=10&page=1", 200), ("/search/entities?naeringskode=06", 200),
    ("/browse/industries?code=06", 200), ("/browse/municipalities?code=11", 200), ("/browse/industries?code=nothing", 404),
    ("/nn/", 200), ("/nn/unit/312300028", 200), ("/nothing", 404),
]
# Long pages, and those with tables.
LONG = ["/browse/forms", "/browse/municipalities", "/browse/sectors", "/browse/industries", "/browse/lists", "/changes", "/files", "/status",
        "/search/entities?navn=as", f"/unit/{UNIT['number']}", f"/unit/{CHANGED}/history", "/docs/guide/errors"]
ENGLISH = [("/en/", 200), ("/en/search/entities?navn=fjellvik", 200), ("/en/unit/312300028", 200), ("/en/unit/312300028/history", 200), ("/en/browse", 200),
           ("/en/changes", 200), ("/en/files", 200), ("/en/status", 200)]


def must(*command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LONGEST_S,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(f"FAILED {command[0]}\n{done.stdout[-12000:]}")
    print(done.stdout, end="")


def check_types(_program, _pictures):
    tools = node_packages.install(ROOT / "web", "web-packages")
    must(tools / "node_modules/.bin/tsc", "--project", ROOT / "web/tsconfig.json")


def find_browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise SystemExit("no chromium: script/bootstrap --for test installs it")
    return found


def search_parameters(base):
    """The names of all parameters of the search, from the interface document."""
    with urllib.request.urlopen(f"{base}/openapi.json") as answer:
        operation = json.load(answer)["paths"]["/enhetsregisteret/api/enheter"]["get"]
    return [parameter["name"] for parameter in operation["parameters"] if parameter.get("in") == "query"]


def load(program, folder):
    """Makes the register, with records that try to break out of pages."""
    store = fixtures.load(program, EVERYTHING, folder)
    server.must_import(program, store, "code-lists", [hostile.write_codes(Path(folder, "codes.csv"))])
    server.must_apply(program, store, hostile.write_batch(Path(folder, "hostile.ndjson")))
    return store


def settings_for(base, pictures):
    attacked = {"units": hostile.UNITS, "entity": hostile.ENTITY, "form": hostile.FORM, "markup": hostile.MARKUP, "parameters": search_parameters(base)}
    settings = {"address": base, "chromium": find_browser(), "unit": UNIT, "changed": CHANGED, "form": "AS", "pages": PAGES, "english": ENGLISH, "long": LONG, "hostile": attacked}
    return {**settings, **({"pictures": str(Path(pictures).resolve())} if pictures else {})}


def check_browser(program, pictures):
    installed = node_packages.install(HERE, "pages")
    # A program finds packages above its own folder only.
    for module in HERE.glob("*.mjs"):
        shutil.copy(module, installed)
    with tempfile.TemporaryDirectory(prefix="orgreg-pages-") as folder:
        store = load(program, folder)
        with server.Server(program, store, EVERYTHING.env) as running:
            running.await_files()
            settings = Path(folder, "settings.json")
            settings.write_text(json.dumps(settings_for(running.base, pictures)))
            must("node", installed / "pages.mjs", settings)


CHECKS = {"types": check_types, "browser": check_browser}


def main():
    parser = argparse.ArgumentParser(description="Opens the pages of the server in a browser.")
    parser.add_argument("--program")
    parser.add_argument("--only", choices=tuple(CHECKS))
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    program = server.find_program(arguments.program)
    for name, check in CHECKS.items():
        if arguments.only in (None, name):
            check(program, arguments.pictures)


main()
