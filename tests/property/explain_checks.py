# SPDX-License-Identifier: EUPL-1.2
"""Explanations of searches: every count is that of a plain scan, or of the search that the explanation links to."""

import random
import urllib.parse
from pathlib import Path

import server
from client import Client
from oracle import Register
from questions import Questioner

PATHS = {"enheter": "/api/ext/v1/explain/entities", "underenheter": "/api/ext/v1/explain/sub-entities"}
SUCCESSORS = Path(__file__).resolve().parents[2] / "src/model/codes/data/municipality_successors.tsv"
RETIRED = ("62.010", "25.720", "45.110", "98.765", "62.0")


def earlier_numbers():
    """Returns {number: the earlier numbers of its area}."""
    earlier = {}
    rows = [line for line in SUCCESSORS.read_text("utf-8").splitlines() if not line.startswith("#")]
    for row in rows[1:]:
        old, new = row.split("\t")
        earlier.setdefault(new, []).append(old)
    return earlier


def names_of(parameter):
    """The parameters that belong to one filter: a range has two."""
    return {parameter, "til" + parameter[3:]} if parameter.startswith("fra") else {parameter, "fra" + parameter[3:]}


class ExplainChecks:
    def __init__(self, client, register, report):
        self.client = client
        self.register = register
        self.report = report

    def counted(self, asked):
        return len(self.register.search(asked))

    def explains(self, asked):
        query = urllib.parse.urlencode(asked, quote_via=urllib.parse.quote)
        what = f"explain {self.register.kind} {query}"
        status, body = self.client.get(f"{PATHS[self.register.kind]}?{query}")
        if not self.report.check(status == 200, f"{what}: {status} {body}"):
            return
        counts = [("total", int(body["total"]), self.counted(asked))]
        for effect in body.get("filters", []):
            ends = names_of(effect["parameter"])
            without = {name: value for name, value in asked.items() if name not in ends}
            alone = {name: value for name, value in asked.items() if name in ends}
            counts.append((f"without {effect['parameter']}", int(effect["totalWithout"]), self.counted(without)))
            counts.append((f"{effect['parameter']} alone", int(effect["totalAlone"]), self.counted(alone)))
        for name, said, expected in counts:
            self.report.check(said == expected, f"{what}: {name} is {said}, not {expected}")
        for reason in body.get("reasons", []):
            for better in reason.get("suggestions", []):
                self.suggests(what, better)

    def suggests(self, what, better):
        link = urllib.parse.urlsplit(better["search"]["href"])
        status, page = self.client.get(f"{link.path}?{link.query}")
        said = int(better["total"])
        self.report.check(status == 200 and int(page["page"]["totalElements"]) == said,
                          f"{what}: {better['search']['href']} does not find {said}: {status}")

    def run(self, seed, count):
        source = random.Random(f"explain {seed} {self.register.kind}")
        questions = Questioner(self.register, source)
        earlier = earlier_numbers()
        for _ in range(count):
            asked, _sorts = questions.combination()
            # Which names match weakly is open to dispute.
            asked = {name: value for name, value in asked.items() if not name.startswith("navn")}
            place = asked.get("kommunenummer", "").split(",")[0]
            if place in earlier:
                asked["kommunenummer"] = source.choice(earlier[place])
            if source.random() < 0.3:
                asked["naeringskode"] = source.choice(RETIRED)
            self.explains(asked)
        self.explains({})


def run(program, report, folder, files, records, options):
    store = folder / "explain"
    for kind, word in (("enheter", "entities"), ("underenheter", "sub-entities")):
        server.must_import(program, store, word, files[kind])
    with server.Server(program, store) as running:
        for kind, scanned in records.items():
            ExplainChecks(Client(running.port), Register(kind, scanned), report).run(options.seed, options.combinations // 2)
