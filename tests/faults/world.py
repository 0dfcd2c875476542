# SPDX-License-Identifier: EUPL-1.2
"""The fault drivers share this: a small register, batches, and what must be true of it.

The expected state is kept here, outside the program: every batch that was sent, in order, and what
it does to each record. Nothing is read from the store under test.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "wire"), str(HERE.parent / "property")]

import server  # noqa: E402
import packed_bodies  # noqa: E402
from client import Client  # noqa: E402

FAR_S = 60
API = "/enhetsregisteret/api/"
KINDS = {"entity": ("enheter", "entity", 0), "sub-entity": ("underenheter", "sub_entity", 1)}
SUPERIOR = 0  # The first entity; it is the superior of all sub-entities.


def org_number(index, first=80_000_000):
    """Returns the index-th number with a right check digit; entities and sub-entities share none."""
    found = -1
    stem = first + index * 2  # Some stems have no check digit; those are moved to the odd one.
    for stem in (stem, stem + 1):
        digits = f"{stem:08d}"
        rest = sum(int(d) * w for d, w in zip(digits, (3, 2, 7, 6, 5, 4, 3, 2), strict=True)) % 11
        found = 0 if rest == 0 else 11 - rest
        if found != 10:
            return f"{digits}{found}"
    raise AssertionError(f"no number near {stem}")


def sub_number(index):
    return org_number(index, 90_000_000)


def record(number, name, kind="entity", **more):
    form = "AS" if kind == "entity" else "BEDR"
    made = {"organisasjonsnummer": number, "navn": name, "organisasjonsform": {"kode": form}, **more}
    return made if kind == "entity" else {**made, "overordnetEnhet": org_number(SUPERIOR)}


def upsert(number, name, kind="entity", **more):
    return {"operation": "upsert", "kind": kind, "record": record(number, name, kind, **more)}


def delete(number, day="2026-07-31", kind="entity", operation="delete"):
    return {"operation": operation, "kind": kind, "organisasjonsnummer": number, "slettedato": day}


def batch_text(identifier, operations):
    header = {"batch": identifier, "operations": len(operations)}
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in (header, *operations))


def make_register(program, store, entities, sub_entities=0, filler=0):
    """Makes a register whose records are all named BEGYNNELSEN, with `filler` more bytes in each."""
    store.parent.mkdir(parents=True, exist_ok=True)
    more = {"vedtektsfestetFormaal": ["x" * filler]} if filler else {}
    for kind, word, count, number in (("entity", "entities", entities, org_number),
                                      ("sub-entity", "sub-entities", sub_entities, sub_number)):
        if not count:
            continue
        inventory = store.parent / f"{word}.json"
        inventory.write_text(json.dumps([record(number(i), "BEGYNNELSEN", kind, **(more if kind == "entity" else {}))
                                         for i in range(count)]), encoding="utf-8")
        server.must_import(program, store, word, [inventory])
        inventory.unlink()


class Applying:
    """One `orgreg apply -`, fed batch by batch; its acknowledgements are read as they come."""

    def __init__(self, program, store, env=None, arguments=()):
        self._process = subprocess.Popen(
            [program, "apply", "-", *server.place(store), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=server.environment(env))
        self.pid = self._process.pid
        self.errors = ""

    def send(self, text):
        """Returns False if the process has ended."""
        try:
            self._process.stdin.write(text.encode())
            self._process.stdin.flush()
            return True
        except (BrokenPipeError, ValueError):
            return False

    def read_acknowledgement(self):
        """Returns the next one; None at the end of the output, also if a line was incomplete."""
        line = self._process.stdout.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def apply(self, text):
        return self.read_acknowledgement() if self.send(text) else None

    def kill(self):
        self._process.send_signal(signal.SIGKILL)

    def finish(self):
        """Ends the input; returns the exit code, -9 after a kill."""
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self.errors = self._process.stderr.read().decode(errors="replace")
        code = self._process.wait(FAR_S)
        self._process.stdout.close()
        self._process.stderr.close()
        return code


class Server(server.Server):
    """A server that can also be killed, and started again on the same port."""

    def __init__(self, program, store, port=0, env=None, arguments=()):
        super().__init__(program, store, env, arguments)
        self._command[self._command.index("--port") + 1] = str(port)

    @property
    def pid(self):
        return self._process.pid

    def kill(self):
        self._process.send_signal(signal.SIGKILL)
        return self._process.wait(FAR_S)


class Journal:
    """Lines on disk, each there when `add` returns: the acknowledgements that the authority knows."""

    def __init__(self, path):
        self._file = open(path, "a", encoding="utf-8")  # noqa: SIM115

    def add(self, acknowledgement):
        self._file.write(json.dumps(acknowledgement) + "\n")
        self._file.flush()
        os.fdatasync(self._file.fileno())

    def close(self):
        self._file.close()

    @staticmethod
    def read(path):
        return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


class Model:
    """Records and updates as the batches make them, for upsert and delete of existing units."""

    def __init__(self):
        self.state = {}  # (kind, number): (state, what an upsert gave)
        self.updates = []  # (kind, number, type), in order

    def load(self, kind, made):
        self.state[kind, made["organisasjonsnummer"]] = ("live", made)

    def apply(self, operations):
        """Applies the operations and returns the count of updates."""
        before = len(self.updates)
        for operation in operations:
            kind = operation["kind"]
            if operation["operation"] == "upsert":
                self._upsert(kind, operation["record"])
            else:
                self._delete(kind, operation["organisasjonsnummer"], operation["slettedato"])
        return len(self.updates) - before

    def _upsert(self, kind, made):
        key = kind, made["organisasjonsnummer"]
        old = self.state.get(key)
        if old == ("live", made):
            return
        self.updates.append((*key, "Endring" if old and old[0] == "live" else "Ny"))
        self.state[key] = ("live", made)

    def _delete(self, kind, number, day):
        old = self.state[kind, number]
        if old == ("deleted", day):
            return
        self.updates.append((kind, number, "Endring" if old[0] == "deleted" else "Sletting"))
        self.state[kind, number] = ("deleted", day)


TYPES = ("Ukjent", "Ny", "Endring", "Sletting", "Fjernet")


def read_store(store):
    """Reads the store with other tools: batches (in order of commit), updates, bodies."""
    connection = sqlite3.connect(f"file:{server.store_file(store)}?mode=ro", uri=True)
    try:
        batches = connection.execute("SELECT id, batch, last_change, changes FROM commits "
                                     "WHERE batch IS NOT NULL ORDER BY id").fetchall()
        updates = connection.execute("SELECT id, tbl, place, number, type, time_ms FROM change_log "
                                     "ORDER BY id").fetchall()
        bodies = {(kind, f"{number:09d}"): (state, body)
                  for kind, (_, table, _) in KINDS.items()
                  for number, state, body in packed_bodies.bodies(connection, table)}
        return batches, updates, bodies
    finally:
        connection.close()


def check_updates(report, title, model, updates):
    """Checks that the log is dense, in order, and has what the batches did."""
    report.check([row[0] for row in updates] == list(range(1, len(updates) + 1)), f"{title}: ids are dense")
    times = [row[5] for row in updates]
    report.check(times == sorted(times), f"{title}: time goes back")
    for tbl in (0, 1):
        places = [row[2] for row in updates if row[1] == tbl]
        report.check(places == list(range(1, len(places) + 1)), f"{title}: places of {tbl} are dense")
    kinds = {tbl: kind for kind, (_, _, tbl) in KINDS.items()}
    found = [(kinds[row[1]], f"{row[3]:09d}", TYPES[row[4]]) for row in updates]
    first = next((i for i, pair in enumerate(zip(found, model.updates, strict=False)) if pair[0] != pair[1]), None)
    report.check(found == model.updates, f"{title}: {len(found)} updates, {len(model.updates)} expected, "
                                         f"the first that differs: {first}")


def check_bodies(report, title, model, bodies):
    wrong = []
    for (kind, number), (state, given) in model.state.items():
        found_state, body = bodies.get((kind, number), (None, "{}"))
        held = json.loads(body or "{}")
        if state == "live":
            good = found_state == 0 and held.get("navn") == given["navn"]
        else:
            good = found_state == 1 and held.get("slettedato") == given
        if not good:
            wrong.append(f"{number}: {found_state} {body[:200]} instead of {state} {str(given)[:200]}")
    report.check(not wrong, f"{title}: {len(wrong)} records are wrong: {wrong[:3]}")
    report.check(len(bodies) == len(model.state), f"{title}: {len(bodies)} records, not {len(model.state)}")


def check_sound(report, title, program, store):
    done = server.run(program, "verify", *server.place(store))
    return report.check(done.returncode == 0, f"{title}: verify: {done.stdout}{done.stderr}")


def check_served(report, title, port, model):
    """Checks that the feeds are what the batches did, whole and in order, and the records their result."""
    client = Client(port)
    for kind, (word, _, _) in KINDS.items():
        wanted = [(i, *update[1:]) for i, update in enumerate(model.updates, 1) if update[0] == kind]
        found = feed_of(client, word)
        first = next((i for i, pair in enumerate(zip(found, wanted, strict=False)) if pair[0] != pair[1]), None)
        report.check(found == wanted, f"{title}: {len(found)} updates of {word} are served, {len(wanted)} expected, "
                                      f"the first that differs: {first}")
        records, total = client.everything(word, [])
        names = {record["organisasjonsnummer"]: record["navn"] for record in records}
        live = {number: given["navn"] for (of, number), (state, given) in model.state.items()
                if of == kind and state == "live"}
        wrong = sorted(number for number in names.keys() | live.keys() if names.get(number) != live.get(number))
        report.check(not wrong and total == len(records) == len(names),
                     f"{title}: {total} {word} are served, {len(live)} expected, wrong: {wrong[:3]}")


def feed_of(client, word):
    """Returns (id, number, type) of all updates, page by page."""
    rows = []
    while True:
        after = rows[-1][0] + 1 if rows else 1
        status, body = client.get(f"{API}oppdateringer/{word}?size=10000&oppdateringsid={after}")
        page = next(iter(body.get("_embedded", {}).values()), []) if status == 200 else []
        if not page:
            return rows if status == 200 else [(status, body)]
        rows += [(int(update["oppdateringsid"]), update["organisasjonsnummer"], update["endringstype"]) for update in page]
