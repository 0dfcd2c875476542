# SPDX-License-Identifier: EUPL-1.2
"""A record is removed from publication: no answer and no file has it any more, within the times that are promised."""

import http.client
import json
import time

from clients import UNITS
from history import ACKNOWLEDGED, Batch
from machines import NAMES
from world import API, batch_text, delete, org_number, upsert

FIRST = 6 * UNITS  # No writer has these units.
ANSWERS_S, NODES_S, TABLES_S = 10, 300, 300
PIECE = 16 << 20
SWITCHES = 12  # Of the log of the databases, each with a checkpoint everywhere; an hour has as many by themselves.


def remove(trial):
    done = len(trial.pauses.get("removal", ()))
    number, word = org_number(FIRST + done), f"KANARIFUGL {trial.random.randrange(10**15):015}"
    send(trial, f"names-{done}", upsert(number, word), number)
    trial.await_that("all nodes show the name", lambda: all(shows(trial, name, number, word) for name in NAMES))
    for machine in NAMES:
        for part in ("register", "database"):
            trial.report.check(files_with(trial, machine, part, word), f"the name is in files of the {part} on {machine}")
    send(trial, f"removes-{done}", delete(number, operation="remove"), number)
    trial.await_that("no node shows the name", lambda: not any(shows(trial, name, number, word) for name in NAMES), ANSWERS_S)
    begun = time.monotonic()
    trial.await_that("no file of a node has the name", lambda: not any(files_with(trial, name, "register", word) for name in NAMES), NODES_S)
    of_nodes = time.monotonic() - begun
    trial.await_that("no table has the name", lambda: trial.cluster.sql("register", "SELECT count(*) FROM withdrawn") == "0", TABLES_S)
    of_tables = time.monotonic() - begun
    found = {}
    for _ in range(SWITCHES):
        move_log_on(trial)
        found = {name: files for name in NAMES if (files := files_with(trial, name, "database", word))}
        if not found:
            break
    trial.report.check(not found, f"no file of a database has the name after its log has moved on: {found}")
    print(f"removal: gone from the files of all nodes after {of_nodes:.0f} s, from the tables after {of_tables:.0f} s", flush=True)


def send(trial, identifier, operation, number):
    """Sends it to any node until it is acknowledged."""
    batch = Batch(identifier, identifier, (number,), time.monotonic())
    trial.history.begin(batch)
    fields = {"Content-Type": "application/x-ndjson", "Authorization": f"Bearer {trial.cluster.passwords['ingest']}"}

    def is_taken():
        connection = http.client.HTTPConnection("127.0.0.1", trial.ports["batches"], timeout=30)
        try:
            connection.request("POST", "/batches", batch_text(identifier, [operation]).encode(), fields)
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        if answer.status == 200:
            trial.history.end(batch, ACKNOWLEDGED, json.loads(body))
        return answer.status == 200

    trial.await_that(f"{identifier} is acknowledged", is_taken)


def shows(trial, machine, number, word):
    answer = trial.cluster.http(machine, "register", f"{API}enheter/{number}")
    return bool(answer) and word in answer[2]


def files_with(trial, machine, part, word):
    return [path.name for path in (trial.cluster.place(machine) / part).rglob("*") if path.is_file() and has(path, word.encode())]


def has(path, word):
    """As written, and as the index of names has it. The file may become shorter, or go, meanwhile."""
    try:
        with open(path, "rb") as file:
            end = b""
            while piece := file.read(PIECE):
                content = end + piece
                if word in content or word.lower() in content:
                    return True
                end = content[-len(word):]
    except FileNotFoundError:
        pass
    return False


def move_log_on(trial):
    """What a database does by itself from time to time: it begins another file of its log, and deletes those that nobody needs."""
    trial.cluster.sql("register", "SELECT pg_switch_wal()")
    trial.run_for(1)
    for name in NAMES:
        trial.cluster.sql("postgres", "CHECKPOINT", name)
