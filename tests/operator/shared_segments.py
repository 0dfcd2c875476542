# SPDX-License-Identifier: EUPL-1.2
"""Bases of the index that one node makes for all: the same bytes at each, whoever is killed, damaged or away."""

import contextlib
import json
import os
import re
import subprocess
import time
from pathlib import Path

import server
from apply_checks import delete, entity, header, upsert
from nodes import Node
from postgresql_server import PostgresServer
from replicas import comes

API = "/enhetsregisteret/api/"
ENTITIES = 8000
CHANGED = 2500  # More than become a layer for long.
KINDS = ("entities", "sub-entities")
ALONE = "the index is not shared with the other nodes"
SOON_S = 30
SWEPT_S = 40  # Every 20 seconds it is looked for what nobody names.
MADE_ELSEWHERE_S = 6
OLD_S = 3600
DATA_AT = 4096
REMOVED_S = 150  # There is at least as much between two bases of one kind.
LAG_S = 4


def run(program, report, _store, folder):
    with PostgresServer() as database:
        SharedSegments(program, report, folder, database).run()


def made(node, kind):
    return len(re.findall(rf" \d+ {kind} indexed in", node.errors()))


def taken(node, kind):
    return len(re.findall(rf"took the index of \d+ {kind} from another server", node.errors()))


def answers(node):
    """Records that are found by name, and counts."""
    found = [json.loads(node.read(f"{API}enheter?navn={word}&size=50")[2]) for word in ("as", "sameie")]
    return [(page["page"]["totalElements"], [unit["organisasjonsnummer"] for unit in page["_embedded"]["enheter"]]) for page in found]


class SharedSegments:
    def __init__(self, program, report, folder, database):
        self.program, self.report, self.folder, self.database = program, report, folder, database
        self.shared = folder / "shared"
        self.places = 0

    def run(self):
        self.fill()
        self.are_made_once()
        self.are_made_by_one_of_those_that_begin_together()
        self.are_waited_for()
        self.follow_removals()
        self.follow_many_changes()
        self.are_made_where_what_is_taken_does_not_do()
        self.are_not_named_by_one_that_lags()
        self.are_made_where_the_copy_is_damaged()
        self.are_made_without_blobs()
        self.are_made_without_the_database()

    def fill(self):
        self.uri = self.database.database("register")
        self.shared.mkdir()
        made_by = Path(self.program).with_name("orgreg-dev")
        subprocess.run([made_by, "generate", self.folder / "inventory", "--entities", str(ENTITIES), "--documents", "0"], check=True, capture_output=True)
        (self.folder / "import").mkdir()
        for kind, name in zip(KINDS, ("enheter", "underenheter"), strict=True):
            self.orgreg("import", kind, self.folder / "inventory" / f"{name}_alle.json.gz", "--data", self.folder / "import", "--store", self.uri)

    def orgreg(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, env=server.environment())
        if done.returncode != 0:
            raise SystemExit(f"{arguments}: {done.stdout}{done.stderr}")

    def place(self):
        self.places += 1
        place = self.folder / f"place-{self.places}"
        place.mkdir()
        return place

    def node(self, place=None):
        place = place or self.place()
        return Node(self.program, place, self.uri, ORGREG_BLOBS=f"file:{self.shared}", ORGREG_NODE_NAME=place.name)

    def named(self):
        """The names of the blobs of each kind, as the database has them."""
        text = self.database.sql("register", "SELECT convert_from(body, 'UTF8') FROM shared_text WHERE name = 'segments'")
        lines = [line.split() for line in text.strip().split("\n")[1:]]
        return {line[0]: self.shared / "segments" / line[6][:2] / line[6][2:] for line in lines}

    def copies(self):
        return {path for path in (self.shared / "segments").rglob("*") if path.is_file()}

    def are_given(self):
        return comes(lambda: self.named().keys() == set(KINDS) and set(self.named().values()) <= self.copies(), SOON_S)

    def check_counts(self, what, nodes, made_in_all, taken_in_all):
        counts = {kind: (sum(made(node, kind) for node in nodes), sum(taken(node, kind) for node in nodes)) for kind in KINDS}
        logs = "".join(node.errors() for node in nodes)
        self.report.check(set(counts.values()) == {(made_in_all, taken_in_all)}, f"{what}: {counts} {logs}")

    def are_made_once(self):
        with self.node() as one:
            self.report.check(self.are_given(), f"a node gives the index that it made: {one.errors()}")
            self.check_counts("it makes each kind", [one], 1, 0)
            with self.node() as two:
                self.check_counts("the next one takes both", [two], 0, 1)
                self.report.check(answers(one) == answers(two) and answers(one)[0][0] > 0, "and finds the same")
                for kind, blob in self.named().items():
                    file = next((two.place / "segments").glob(f"{kind}*"))
                    self.report.check(file.read_bytes() == blob.read_bytes(), f"{kind}: with the same bytes")
                self.report.check(ALONE not in one.errors() + two.errors(), f"nothing is reported: {one.errors()}{two.errors()}")
            file.write_bytes(file.read_bytes()[:5000])
            with self.node(two.place) as two:
                self.report.check(comes(lambda: taken(two, kind) == 1) and made(two, kind) == 0, f"a damaged file is taken again: {two.errors()}")

    def are_made_by_one_of_those_that_begin_together(self):
        self.database.sql("register", "DELETE FROM shared_text WHERE name = 'segments'")
        starting = [self.place() for _ in range(3)]
        with contextlib.ExitStack() as stack:
            nodes = [stack.enter_context(Node(self.program, place, self.uri, awaits_data=False, ORGREG_BLOBS=f"file:{self.shared}", ORGREG_NODE_NAME=place.name))
                     for place in starting]
            for node in nodes:
                self.report.check(comes(lambda node=node: node.read(f"{API}enheter?size=1")[0] == 200, SOON_S), f"a node of three is there: {node.errors()}")
            self.check_counts("of three that begin together one makes each kind", nodes, 1, 2)

    def are_waited_for(self):
        """Another node has the job, and never says that it is done."""
        self.database.sql("register", "DELETE FROM shared_text WHERE name = 'segments'")
        self.database.sql("register", "UPDATE lease SET holder = 'nobody', epoch = epoch + 1, until = clock_timestamp()"
                          f" + interval '{MADE_ELSEWHERE_S} s' WHERE job = 'segments/entities'")
        begun = time.monotonic()
        with self.node() as one:
            self.report.check(made(one, "entities") == 1 and time.monotonic() - begun > MADE_ELSEWHERE_S - 1, f"a node waits for another one, and takes over from one that is gone: {one.errors()}")
            self.report.check(self.are_given(), "and gives what it made")

    def follow_removals(self):
        with self.node() as one, self.node() as two:
            before = self.named()["entities"]
            found = json.loads(one.read(f"{API}enheter?size=1")[2])["_embedded"]["enheter"][0]
            number, name = found["organisasjonsnummer"], found["navn"].encode()
            self.report.check(name in before.read_bytes(), f"the name is in the shared index: {name}")
            self.report.check(one.post(header("removes"), delete(number, "2026-01-01", "remove"))[0] == 200, f"{number} is removed")
            self.report.check(comes(lambda: self.named().get("entities", before) != before, SOON_S), f"after a removal there is another index: {one.errors()}{two.errors()}")
            self.report.check(comes(lambda: taken(one, "entities") + taken(two, "entities") == 3, SOON_S), f"one makes it, the other takes it: {one.errors()}{two.errors()}")
            self.report.check(made(one, "entities") + made(two, "entities") == 1, f"and only one: {one.errors()}{two.errors()}")
            self.report.check(name not in self.named()["entities"].read_bytes(), "the name is not in what is shared now")
            self.let_age()
            self.report.check(comes(lambda: self.copies() == set(self.named().values()), SWEPT_S), f"what nobody names is deleted: {self.copies() - set(self.named().values())}")

    def let_age(self):
        then = time.time() - OLD_S
        for path in self.copies():
            os.utime(path, (then, then))

    def follow_many_changes(self):
        with self.node() as one, self.node() as two:
            before = self.named()["entities"]
            page = json.loads(one.read(f"{API}enheter?size={CHANGED}")[2])["_embedded"]["enheter"]
            rows = [upsert(entity(unit["organisasjonsnummer"], f"CHANGED {unit['organisasjonsnummer']}")) for unit in page]
            status, _, body = one.post(header("changes"), *rows)
            self.report.check(status == 200, f"{len(rows)} entities are changed: {body}")
            self.report.check(comes(lambda: self.named()["entities"] != before, SOON_S), f"after many changes there is another index: {one.errors()}{two.errors()}")
            self.report.check(comes(lambda: taken(one, "entities") + taken(two, "entities") == 3, SOON_S), f"one makes it, the other takes it: {one.errors()}{two.errors()}")
            self.report.check(made(one, "entities") + made(two, "entities") == 1, f"and only one: {one.errors()}{two.errors()}")
            for node in (one, two):
                found = json.loads(node.read(f"{API}enheter?navn=changed&size=1")[2])["page"]["totalElements"]
                self.report.check(found == len(rows), f"each finds what was changed: {found}")

    def are_made_where_the_copy_is_damaged(self):
        blob = self.named()["entities"]
        blob.write_bytes(blob.read_bytes()[:-1] + b"x")
        with self.node() as one:
            self.report.check((made(one, "entities"), taken(one, "sub-entities")) == (1, 1), f"what is damaged is made: {one.errors()}")
            self.report.check("is not what it is called" in one.errors(), f"and reported: {one.errors()}")
            self.report.check(comes(lambda: blob.exists() and not blob.read_bytes().endswith(b"x"), SOON_S), f"and made good: {one.errors()}")

    def are_made_where_what_is_taken_does_not_do(self):
        """A node has made a newer base than the others know of, and then it is damaged."""
        with self.node() as one:
            units = json.loads(one.read(f"{API}enheter?size=2")[2])["_embedded"]["enheter"]
            for unit in units:
                number = unit["organisasjonsnummer"]
                self.report.check(one.post(header(f"newer-{number}"), upsert(entity(number, f"NEWER {number}")))[0] == 200, f"{number} is changed")
        away = self.folder / "away"
        self.shared.rename(away)
        with self.node() as two:
            self.check_counts("it makes its own", [two], 1, 0)
            self.report.check(comes(lambda: two.logs(ALONE) > 0), f"which it cannot give: {two.errors()}")
            away.rename(self.shared)
            with open(next((two.place / "segments").glob("entities*")), "r+b") as file:
                file.seek(DATA_AT)
                file.write(b"x" * (os.fstat(file.fileno()).st_size - 2 * DATA_AT))
            self.report.check(comes(lambda: two.read(f"{API}enheter?navn=as&size=5")[0] == 200 and made(two, "entities") == 2, SOON_S),
                              f"it does not take an older one for ever: {two.errors()[-2000:]}")
            self.report.check(taken(two, "entities") < 2, f"but once at most: {taken(two, 'entities')}")

    def are_not_named_by_one_that_lags(self):
        with self.node() as one:
            with self.node() as two:
                place = two.place
            found = json.loads(one.read(f"{API}enheter?size=1")[2])["_embedded"]["enheter"][0]
            before = self.named()["entities"]
            self.report.check(one.post(header("lags"), delete(found["organisasjonsnummer"], "2026-01-01", "remove"))[0] == 200, "one more is removed")
            self.report.check(comes(lambda: self.named().get("entities", before) != before, REMOVED_S), f"and its name is shared no longer: {one.errors()}")
            good = self.named()["entities"]
            next((place / "segments").glob("entities*")).unlink()
            with self.node(place) as two:
                self.report.check(comes(lambda: made(two, "entities") + taken(two, "entities") > 0, SOON_S), f"a node begins with records of before: {two.errors()}")
                time.sleep(LAG_S)
                self.report.check(self.named().get("entities") == good, "what it makes of them is not named")

    def are_made_without_blobs(self):
        away = self.folder / "away"
        self.shared.rename(away)
        with self.node() as one:
            self.check_counts("without the blobs each makes its own", [one], 1, 0)
            self.report.check(comes(lambda: ALONE in one.errors()), f"and says so: {one.errors()}")
        away.rename(self.shared)

    def are_made_without_the_database(self):
        with self.node() as one:
            expected = answers(one)
        for file in (one.place / "segments").iterdir():
            file.unlink()
        self.database.kill()
        with self.node(one.place) as one:
            self.check_counts("without the database too", [one], 1, 0)
            self.report.check(answers(one) == expected and ALONE not in one.errors(), f"and that is reported elsewhere: {one.errors()}")
