# SPDX-License-Identifier: EUPL-1.2
"""The registers that wire tests run against: what is imported and applied, and the settings of the server."""

import gzip
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import server

DATA = Path(__file__).resolve().parents[1] / "data"
REGISTER = DATA / "register"
CHANGES = DATA / "changes"
OTHER_REGISTERS = DATA / "other-registers"
ROLES = DATA / "roles"
STATEMENTS = DATA / "statements"
CODE_LISTS = DATA / "code-lists"
DOCUMENTS = DATA / "documents"

# In base64, as the tests send them.
USERS = (("demo", "correct horse battery"), ("TilsynØ", "på:sse: ord 1"))


@dataclass
class Fixture:
    entities: tuple = ("entities.json", "entities-v1.json.gz", "entities.ndjson")
    sub_entities: tuple = ("sub-entities.json.gz", "sub-entities.ndjson")
    supplements: tuple = ()  # Pairs of a kind and the file with its inventory.
    roles: tuple = ()  # The files of their inventory; numbers are sealed with a key of the store.
    statements: tuple = ()  # Their files, imported one after the other; with documents and users.
    damaged: bool = False  # Some of the documents are damaged after loading.
    spoiled: tuple = ()  # Files in the folder: a bit of each is flipped, or it is junk.
    codes: tuple = ()  # Files of codes, imported after the inventories.
    batches: tuple = ()  # Applied one after the other, after the inventories.
    env: dict = field(default_factory=dict)
    listen: str = "127.0.0.1"
    files: bool = False  # The tests begin when the files of the register exist.


FILED = ("statements.ndjson", "20250603040015-masse.xml")

FIXTURES = {
    # The invented register of tests/data/register/contents.tsv.
    "register": Fixture(),
    # It is empty: inventories without a record.
    "empty": Fixture(entities=("../broken/strange/empty-array.json",),
                     sub_entities=("../broken/strange/empty-array.json",)),
    # Later changes: twelve updates, of every type.
    "changed": Fixture(batches=("1-new.ndjson", "2-changed.ndjson", "3-gone.ndjson")),
    # The same, in front of which caches may keep answers for a while.
    "cached": Fixture(batches=("1-new.ndjson", "2-changed.ndjson", "3-gone.ndjson"), env={"ORGREG_CACHE_SECONDS": "45"}),
    # The same, with more than a hundred changes of one record, and markup in values that change.
    "history": Fixture(batches=("1-new.ndjson", "2-changed.ndjson", "3-gone.ndjson", "history.ndjson")),
    # Links as a public service sends them.
    "public": Fixture(env={"ORGREG_PUBLIC_URL": "https://register.example"}),
    # With files, and all that the description of the data sets says about the publisher.
    "publisher": Fixture(env={"ORGREG_PUBLISHER_NAME": 'The "Register" \\ of\nall',
                              "ORGREG_PUBLISHER_URL": "https://publisher.example/register",
                              "ORGREG_CONTACT": "mailto:data@publisher.example",
                              "ORGREG_LICENCE": "https://licence.example/1.0"}, files=True),
    # Without pages for people.
    "pages-off": Fixture(env={"ORGREG_PAGES": "none"}),
    # With the pages below a path of their own, their times in another zone, and the files.
    "pages-below": Fixture(env={"ORGREG_PAGES_ROOT": "/register", "ORGREG_TIME_ZONE": "America/St_Johns"}, files=True),
    # A further host name that links may carry.
    "hosts": Fixture(env={"ORGREG_ALLOWED_HOSTS": "register.example"}),
    # Behind a proxy that writes X-Forwarded-For, -Host and -Proto; and behind one that writes Forwarded.
    "x-forwarded": Fixture(env={"ORGREG_TRUSTED_PROXIES": "127.0.0.1",
                                "ORGREG_ALLOWED_HOSTS": "x.example,rfc.example"}),
    "forwarded": Fixture(env={"ORGREG_TRUSTED_PROXIES": "127.0.0.1", "ORGREG_FORWARDED_BY": "forwarded",
                              "ORGREG_ALLOWED_HOSTS": "x.example,rfc.example"}),
    # An address may fetch each file twice an hour, and hardly look anything up; a proxy reports the
    # addresses, so that each test has one of its own.
    "rates": Fixture(env={"ORGREG_TRUSTED_PROXIES": "127.0.0.1", "ORGREG_LOOKUPS_PER_SECOND": "1",
                          "ORGREG_LOOKUPS_AT_ONCE": "500", "ORGREG_DOWNLOADS_PER_HOUR": "2",
                          "ORGREG_FREE_REQUESTS_PER_SECOND": "10", "ORGREG_ANNOUNCE_RATES": "true"}, files=True),
    # The same as "register", with its files.
    "files": Fixture(files=True),
    # Organisations with texts that a spreadsheet would run as formulas, and the files.
    "formulas": Fixture(
        supplements=(("voluntary-organisations", "voluntary-organisations.json"), ("parties", "parties.ndjson")),
        batches=("formulas.ndjson",), files=True),
    # An organisation with markup in every text, of its roles, too.
    "markup": Fixture(batches=("markup.ndjson",)),
    # A listener that other machines can reach, known by a name; the tests come from this machine.
    "outside": Fixture(listen="0.0.0.0", env={"ORGREG_ALLOWED_HOSTS": "register.example"}),
    # The same, but requests from this machine come through a proxy.
    "outside-proxy": Fixture(listen="0.0.0.0", env={
        "ORGREG_ALLOWED_HOSTS": "register.example", "ORGREG_TRUSTED_PROXIES": "127.0.0.1"}),
    # Its files can never be made.
    "no-files": Fixture(env={"ORGREG_DOWNLOADS": "/dev/null/files"}),
    # With the entries of its organisations in other registers.
    "other-registers": Fixture(supplements=(
        ("voluntary-organisations", "voluntary-organisations.json"),
        ("parties", "parties.ndjson"),
        ("cadastral-units", "cadastral-units.json"))),
    # With the roles in its entities, and its files.
    "roles": Fixture(roles=("roles.json", "roles.ndjson"), files=True),
    # The same, with later changes.
    "changed-roles": Fixture(roles=("roles.json", "roles.ndjson"), batches=("roles.ndjson",)),
    # An organisation that holds roles in others was removed from publication after that.
    "holder-removed": Fixture(roles=("roles.json", "roles.ndjson"),
                              batches=("roles.ndjson", "holder-removed.ndjson")),
    # It was reinstated.
    "holder-reinstated": Fixture(
        roles=("roles.json", "roles.ndjson"),
        batches=("roles.ndjson", "holder-removed.ndjson", "holder-reinstated.ndjson")),
    # The same, with later changes: removed from publication, brought again, deleted.
    "other-registers-changed": Fixture(
        supplements=(
            ("voluntary-organisations", "voluntary-organisations.json"),
            ("parties", "parties.ndjson"),
            ("cadastral-units", "cadastral-units.json")),
        batches=("../other-registers/changes.ndjson",)),
    # With financial statements and documents, and a user.
    "statements": Fixture(statements=FILED, env={"ORGREG_PUBLIC_URL": "https://data.example.test"}),
    # The same, for clients with too many wrong credentials.
    "statements-limit": Fixture(statements=FILED),
    # The same, for credentials in odd forms.
    "statements-odd": Fixture(statements=FILED),
    # Behind a proxy that reports the client.
    "statements-proxy": Fixture(statements=FILED, env={"ORGREG_TRUSTED_PROXIES": "127.0.0.1"}),
    # The same, for secrets over plain HTTP, whose requests are not counted elsewhere.
    "statements-secrets": Fixture(statements=FILED, env={"ORGREG_TRUSTED_PROXIES": "127.0.0.1"}),
    # The same, where the proxy writes Forwarded.
    "statements-forwarded": Fixture(statements=FILED, env={
        "ORGREG_TRUSTED_PROXIES": "127.0.0.1", "ORGREG_FORWARDED_BY": "forwarded"}),
    # The files of some documents are missing or damaged.
    "statements-damaged": Fixture(statements=FILED, damaged=True),
    # The same, for usage counts.
    "statements-usage": Fixture(statements=FILED),
    # The users and the secret of the counts are damaged; and the counts themselves.
    "statements-spoiled": Fixture(statements=FILED, spoiled=("users", "secrets/usage-secret")),
    "statements-no-counts": Fixture(statements=FILED, spoiled=("usage.db",)),
    # Clients without credentials get the newest statement, reduced.
    "statements-reduced": Fixture(statements=FILED, env={
        "ORGREG_STATEMENTS_ACCESS": "reduced", "ORGREG_PUBLIC_URL": "https://data.example.test"}),
    # All clients get everything; later changes removed organisations.
    "statements-open": Fixture(statements=FILED, batches=("statements.ndjson",), env={
        "ORGREG_STATEMENTS_ACCESS": "open", "ORGREG_COPY_YEARS": "0"}),
    # The parties as the published file has them.
    "parties-csv": Fixture(supplements=(("parties", "parties.csv"),)),
    # Code lists that an operator changed, and records that use them.
    "code-lists": Fixture(supplements=(("voluntary-organisations", "voluntary-organisations.json"),),
                          codes=("codes.csv",), batches=("new-codes.ndjson",)),
    # The published CSV files in place of JSON.
    "csv": Fixture(entities=("../csv/entities.csv",), sub_entities=("../csv/sub-entities.csv.gz",)),
}


def load(program, fixture, folder):
    """Imports a fixture into a new register inside `folder`; returns the register's folder."""
    store = Path(folder) / "register"
    for kind, names in (("entities", fixture.entities), ("sub-entities", fixture.sub_entities)):
        server.must_import(program, store, kind, [REGISTER / name for name in names])
    for kind, name in fixture.supplements:
        server.must_import(program, store, kind, [OTHER_REGISTERS / name])
    if fixture.roles:
        keys = server.new_number_keys(program, Path(folder) / "number-keys")
        server.must_import(program, store, "roles", [ROLES / name for name in fixture.roles],
                           "--number-keys", keys)
    for name in fixture.statements:
        server.must_import(program, store, "statements", [STATEMENTS / name])
    if fixture.statements:
        server.must_import(program, store, "documents", [DOCUMENTS])
        for name, password in USERS:
            server.add_user(program, store / "users", name, password)
    for name in fixture.codes:
        server.must_import(program, store, "code-lists", [CODE_LISTS / name])
    for name in fixture.batches:
        server.must_apply(program, store, CHANGES / name)
    if fixture.damaged:
        damage(store / "documents")
    for name in fixture.spoiled:
        spoil(store / name)
    return store


def spoil(path):
    """A file that exists gets a flipped bit in its middle."""
    path.touch(mode=0o600)
    data = bytearray(path.read_bytes() or b"x" * 4096)
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def damage(documents):
    """One is missing, one is truncated, one is replaced by a folder, and one has a flipped bit."""
    missing, cut, folder, flipped = (
        documents / digest[:2] / digest[2:]
        for digest in map(digest_of, ("aarsregnskap-2024_312300028.pdf",
                                      "aarsregnskap-2023_312300028.pdf",
                                      "mellombalanse-2025_312300028_2025000026.pdf",
                                      "aarsregnskap-2008_312300028.pdf")))
    missing.unlink()
    cut.chmod(0o600)
    cut.write_bytes(cut.read_bytes()[:-1])
    folder.unlink()
    folder.mkdir()
    flipped.chmod(0o600)
    spoil(flipped)


def digest_of(name):
    return hashlib.sha256((DOCUMENTS / name).read_bytes()).hexdigest()


def read_bytes(path):
    """A data file, unpacked."""
    data = Path(path).read_bytes()
    return gzip.decompress(data) if str(path).endswith(".gz") else data
