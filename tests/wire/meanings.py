# SPDX-License-Identifier: EUPL-1.2
"""What members of bodies mean (src/model/meanings/meanings.tsv), compared with the bodies of answers.

Each member of each JSON answer must have a meaning, by the body that the row of its operation names. An error has one
of the forms below.
"""

import json
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "src/model/meanings/meanings.tsv"
ERRORS = ("ValidationProblems", "EnglishValidationProblems", "ServerError", "Problem", "TooManyRequests")
PROBLEM = "application/problem+json"
REMOVED = "RemovedUnit"  # The body of 410.
STATES = ("UnitState",)  # Bodies that also say what does not exist, or no longer.
GRAPHS = ("application/ld+json", "application/rdf+json")  # Their members are names of a vocabulary.
# Members of the invented units that no table knows (tests/data).
UNKNOWN = ("bygningsnummer", "fremtidsfelt", "fremtidsfelt.a", "fremtidsfelt.b", "fremtidsfelt.b.c", "gruppe",
           "juridiskPerson", "klimakode", "nivaa", "oppstartsdato", "paalydende", "saksnummer", "sprak")

_ENDS = tuple(f".{name}" for name in UNKNOWN)


class Meanings:
    def __init__(self):
        heading, *lines = TABLE.read_text("utf-8").splitlines()
        names = heading.split("\t")
        rows = [dict(zip(names, line.split("\t"))) for line in lines]
        self._rows = {(row["body"], row["path"]): row for row in rows}

    def check(self, body, response):
        """Returns what is wrong with the answer of an operation whose row names that body, or None."""
        media = (response.header("Content-Type") or "").partition(";")[0]
        if not media.endswith(("/json", "+json")) or media in GRAPHS or not response.body:
            return None
        if response.status == 200 and not body:
            return None  # A file.
        if response.status == 200 and self._rows.get((body, ""), {}).get("form") == "any":
            return None
        paths = {path for path in _paths(json.loads(response.content()), "") if not f".{path}".endswith(_ENDS)}
        bodies = ERRORS
        if media == PROBLEM:
            pass  # In place of what an answer says of a number.
        elif body in STATES and response.status in (404, 410):
            bodies = (body,)
        elif response.status == 410:
            bodies = (REMOVED,)
        elif response.status == 200:
            bodies = (body,)
        unknown = min(([path for path in paths if self._find(name, path) is None] for name in bodies), key=len)
        if not unknown:
            return None
        return f"{TABLE.name} says of no {' or '.join(bodies)} what these members mean: {', '.join(sorted(unknown))}"

    def _find(self, body, path):
        """Works like FindMeaning of src/model/meanings/meanings.h."""
        if (body, path) in self._rows:
            return self._rows[body, path]
        outer = path
        while outer:
            outer = outer.rpartition(".")[0]
            members = self._rows.get((body, outer), {}).get("members")
            found = members and self._find(members, path[len(outer) + 1:] if outer else path)
            if found:
                return found
        return None


def _paths(value, before):
    """Yields the paths of all members; elements of lists have the path of their list."""
    if isinstance(value, list):
        for element in value:
            yield from _paths(element, before)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield before + name
            yield from _paths(member, f"{before}{name}.")
