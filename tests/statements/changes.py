# SPDX-License-Identifier: EUPL-1.2
"""A running server sees imports and removals, at once in all operations."""

import gzip
import json
import shutil

import fixtures
import server
from client import REGNSKAP, ask, becomes
from waiting import comes

NUMBER = "312300028"
SHOWN = f"{REGNSKAP}/{NUMBER}"
COPIES = f"{REGNSKAP}/aarsregnskap/kopi/{NUMBER}"
BALANCES = f"{REGNSKAP}/aarsregnskap/mellombalanse/{NUMBER}"
BULK = "20250603040015-masse.xml"
REMOVAL = ({"batch": "removed", "operations": 1},
           {"operation": "remove", "kind": "entity", "organisasjonsnummer": NUMBER,
            "slettedato": "2026-08-03"})


def run(program, report, folder):
    refusals(program, report, folder)
    old_backup(program, report, folder)
    store = folder / "store"
    server.must_import(program, store, "entities", [fixtures.REGISTER / "entities.json"])
    env = {"ORGREG_STATEMENTS_ACCESS": "open", "ORGREG_TRUSTED_PROXIES": "127.0.0.1",
           "ORGREG_COPY_YEARS": "0"}
    with server.Server(program, store, env) as running:
        report.check(ask(running, SHOWN).status == 404, "nothing is filed")
        report.check(ask(running, f"{REGNSKAP}/log").status == 404, "nothing was loaded")
        import_filings(program, report, store, running)
        import_documents(program, report, store, folder, running)
        verify(program, report, store)
        remove(program, report, store, folder, running)


def refusals(program, report, folder):
    """Wrong use is reported, and leaves nothing behind."""
    for kind, source, option, code in (("statements", folder, "--strict", 1),
                                       ("statements", fixtures.STATEMENTS / BULK, "--add", 2),
                                       ("documents", fixtures.DOCUMENTS, "--allow-shrink", 2)):
        store = folder / "unmade"
        done = server.run(program, "import", kind, source, *server.place(store), option)
        report.check(done.returncode == code and not store.exists(),
                     f"import {kind} {option} is refused: {done.returncode} {done.stderr}")


def old_backup(program, report, folder):
    """A store of an earlier version is restored, even if another process has opened it."""
    backup, store = folder / "old.db", folder / "restored.db"
    backup.write_bytes(gzip.decompress((fixtures.DATA / "stores" / "version-3.db.gz").read_bytes()))
    server.run(program, "verify", *server.place(backup))
    done = server.run(program, "restore", backup, *server.place(store))
    report.check(done.returncode == 0, f"an old backup is restored: {done.stderr}")


def verify(program, report, store):
    """A command finds files of documents that are missing or damaged, and an import repairs them."""
    def verified(good, expected, *options):
        done = server.run(program, "verify", *server.place(store), *options)
        report.check((done.returncode == 0) == good and expected in done.stdout + done.stderr,
                     f"verify {' '.join(options)} tells {expected!r}: {done.stdout}{done.stderr}")

    verified(True, "documents are there")
    verified(True, "documents are what they were", "--read-documents")
    name = f"aarsregnskap-2023_{NUMBER}.pdf"
    file = path_of(store, fixtures.digest_of(name))
    data = file.read_bytes()
    file.chmod(0o600)
    file.write_bytes(data[:-1] + b"x")
    verified(True, "documents are there")
    verified(False, name, "--read-documents")
    file.write_bytes(data[:-1])
    verified(False, name)
    file.unlink()
    verified(False, name)
    verified(False, "1 of 7 files", "--read-documents")
    server.must_import(program, store, "documents", [fixtures.DOCUMENTS])
    verified(True, "documents are what they were", "--read-documents")


def import_filings(program, report, store, running):
    server.must_import(program, store, "statements", [fixtures.STATEMENTS / "statements.ndjson"])
    report.check(becomes(running, SHOWN, 200), "filings are shown when they are there")
    tag = ask(running, SHOWN).headers["ETag"]
    server.must_import(program, store, "statements", [fixtures.STATEMENTS / BULK])
    report.check(becomes(running, f"{REGNSKAP}/log", 200), "a bulk file is listed when it is loaded")
    report.check(ask(running, f"{REGNSKAP}/log").json() == [BULK], "by its name")
    report.check(becomes(running, f"{REGNSKAP}/314159268", 200), "and what it held is shown")
    report.check(ask(running, SHOWN).headers["ETag"] == tag, "what it did not hold is the same")
    again = server.must_import(program, store, "statements", [fixtures.STATEMENTS / BULK])
    report.check("was loaded before" in again.stdout, f"a second time does nothing: {again.stdout}")
    replace(program, report, store, running, tag)


def replace(program, report, store, running, tag):
    """A corrected filing of the newest year, with a higher id."""
    newest = ask(running, SHOWN).json()[-1]
    corrected = {**newest, "id": 90001, "journalnr": "2026090001"}
    file = store.parent / "corrected.ndjson"
    file.write_text(json.dumps(corrected) + "\n")
    server.must_import(program, store, "statements", [file])
    report.check(comes(lambda: ask(running, SHOWN).json()[-1]["id"] == 90001),
                 "a corrected filing takes the place of the first")
    report.check(ask(running, SHOWN).headers["ETag"] != tag, "with another tag")
    report.check(ask(running, f"{SHOWN}/{newest['id']}").status == 200, "which can still be had")


def import_documents(program, report, store, folder, running):
    report.check(ask(running, f"{COPIES}/aar").json() == [], "no copies are there")
    server.must_import(program, store, "documents", [fixtures.DOCUMENTS])
    report.check(comes(lambda: ask(running, f"{COPIES}/aar").json() == ["2008", "2023", "2024"]),
                 "copies are listed when they are there")
    first = ask(running, f"{COPIES}/2024")
    original = (fixtures.DOCUMENTS / f"aarsregnskap-2024_{NUMBER}.pdf").read_bytes()
    report.check(first.body == original, "and are what was imported")
    # Another file for the same year.
    other = folder / "other"
    other.mkdir()
    shutil.copy(fixtures.DOCUMENTS / f"aarsregnskap-2008_{NUMBER}.pdf",
                other / f"aarsregnskap-2024_{NUMBER}.pdf")
    server.must_import(program, store, "documents", [other])
    report.check(ask(running, f"{COPIES}/2024").status == 200, "no answer fails meanwhile")
    changed = lambda: ask(running, f"{COPIES}/2024").headers["ETag"] not in (None, first.headers["ETag"])
    report.check(comes(changed), "another file for the same year takes its place")
    digest = first.headers["ETag"].strip('"')
    report.check(comes(lambda: not path_of(store, digest).exists()), "and the old one is deleted")


def remove(program, report, store, folder, running):
    digests = [ask(running, path).headers["ETag"].strip('"')
               for path in (f"{COPIES}/2023", f"{BALANCES}/2025000026")]
    batch = folder / "removal.ndjson"
    batch.write_text("".join(json.dumps(line) + "\n" for line in REMOVAL))
    server.must_apply(program, store, batch)
    report.check(becomes(running, SHOWN, 404), "what is removed from publication is not shown")
    for path in (f"{SHOWN}/90001", f"{COPIES}/2023", f"{COPIES}/2008", f"{BALANCES}/2025000026"):
        answer = ask(running, path)
        report.check((answer.status, answer.body) == (404, b""), f"nor is {path}")
    for path in (f"{COPIES}/aar", f"{BALANCES}/aar"):
        report.check(ask(running, path).json() == [], f"{path} is empty")
    for digest in digests:
        report.check(comes(lambda: not path_of(store, digest).exists()),
                     f"the file {digest[:8]}… is deleted")
    later = server.must_import(program, store, "documents", [fixtures.DOCUMENTS])
    report.check("left out" in later.stdout, f"a later import leaves them out: {later.stdout}")
    report.check(ask(running, f"{COPIES}/aar").json() == [], "and shows none of them")


def path_of(store, digest):
    return store / "documents" / digest[:2] / digest[2:]
