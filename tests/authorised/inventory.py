# SPDX-License-Identifier: EUPL-1.2
"""All roles at once: the public file and the authorised answer differ only in identification numbers."""

import collections
import gzip
import io
import json
import zipfile

import server
from issuer import Key, token
from people import identity_numbers
from place import ALL_ROLES, PUBLIC, Place, bearer, person, role_list, roles_of, upsert
from waiting import comes

PUBLIC_ROLES = f"{PUBLIC}/roller/totalbestand"
NUMBER = "fodselsnummer"
FILES_S = 30  # The server makes its files again within this time after a removal.


def without_numbers(value):
    if isinstance(value, list):
        return [without_numbers(one) for one in value]
    if isinstance(value, dict):
        return {name: without_numbers(one) for name, one in value.items() if name != NUMBER}
    return value


def count_roles(lists):
    return sum(len(group["roller"]) for one in lists for group in one["rollegrupper"])


def numbers_in(lists):
    """Returns every identification number with its entity, as often as it occurs."""
    return collections.Counter((one["organisasjonsnummer"], role["person"][NUMBER]) for one in lists for group in one["rollegrupper"]
                               for role in group["roller"] if NUMBER in role.get("person", {}))


class Inventory:
    def __init__(self, program, report, folder, entities):
        self._report = report
        self._place = Place(program, folder)
        self._key = Key("nokkel")
        self._headers = bearer(token(self._key))
        self._entities = entities
        self.roles = 0

    def check(self, good, message):
        self._report.check(good, message)

    def run(self):
        place = self._place
        files = place.given / "generated"
        place.generate(files, self._entities)
        place.make_key()
        store = server.place(place.store)
        place.must("import", "entities", files / "enheter_alle.json.gz", files / "utgaatte_enheter.ndjson", *store)
        place.must("import", "sub-entities", files / "underenheter_alle.json.gz", *store)
        place.must("import", "roles", files / "roller_alle_autorisert.json.gz", *store, "--number-keys", place.keys)
        place.must("downloads", *store)
        given = json.loads(gzip.decompress((files / "roller_alle_autorisert.json.gz").read_bytes()))
        self.roles = count_roles(given)
        with place.serve(*place.token_options([self._key])) as running:
            self._equal(running, given)
            self._heads(running)
            self._removed(running, [one["organisasjonsnummer"] for one in given])
            self._holder_removed(running, given)

    def _authorised(self, running):
        answer = running.ask(ALL_ROLES, [*self._headers, ("Accept-Encoding", "identity")])
        self.check(answer.status == 200 and answer.body[:2] == b"\x1f\x8b", f"authorised: {answer.status}, {answer.body[:2]!r}")
        text = gzip.decompress(answer.body)
        self.check(text.startswith(b"[\n{") and text.endswith(b"}\n]\n"), f"authorised: {text[:5]!r}…{text[-5:]!r}")
        self._archive(running, text)
        self._named(running, answer.body)
        return json.loads(text)

    def _archive(self, running, text):
        """The same in an archive, made while it is sent."""
        answer = running.ask(ALL_ROLES, [*self._headers, ("Accept", "application/zip"), ("Accept-Encoding", "gzip")])
        self.check(answer.status == 200 and answer.header("Content-Type") == "application/zip"
                   and answer.header("Content-Encoding") is None
                   and answer.header("Content-Disposition") == 'attachment; filename="roller_alle_autorisert.zip"',
                   f"archive: {answer.status}, {answer.headers}")
        with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
            self.check(archive.namelist() == ["roller_alle_autorisert.json"] and archive.testzip() is None, f"{archive.namelist()}")
            self.check(archive.read("roller_alle_autorisert.json") == text, "the archive holds something else")

    def _named(self, running, body):
        """Requests them by the types that published programs send."""
        for vendor in ("brreg", "reg"):
            for name in ("rolle.v1", "rolleoversikt.v2"):
                kind = f"application/vnd.{vendor}.enhetsregisteret.{name}+gzip"
                answer = running.ask(ALL_ROLES, [*self._headers, ("Accept", kind)])
                self.check(answer.status == 200 and answer.header("Content-Type") == kind and answer.body == body,
                           f"{kind}: {answer.status}, {answer.headers}")

    def _public(self, running):
        answer = running.ask(PUBLIC_ROLES)
        self.check(answer.status == 200 and answer.body[:2] == b"\x1f\x8b", f"public: {answer.status}")
        text = gzip.decompress(answer.body)
        self.check(NUMBER.encode() not in text, "the public file has identification numbers")
        return json.loads(text)

    def _equal(self, running, given):
        authorised, public = self._authorised(running), self._public(running)
        for name, lists in (("authorised", authorised), ("public", public)):
            numbers = [one["organisasjonsnummer"] for one in lists]
            self.check(numbers == sorted(set(numbers)), f"{name}: not in order")
            self.check(count_roles(lists) == self.roles, f"{name}: {count_roles(lists)} roles of {self.roles}")
            self.check(set(numbers) == {one["organisasjonsnummer"] for one in given}, f"{name}: other entities")
        self.check(without_numbers(authorised) == public, f"they differ: {self._difference(authorised, public)}")
        self.check(numbers_in(authorised) == numbers_in(given), "other identification numbers than were imported")
        self.check(sum(numbers_in(given).values()) > self.roles // 4, "the generated roles have no numbers")
        # One by one, they are the same too.
        for one in authorised[:25]:
            answer = running.ask(roles_of(one["organisasjonsnummer"]), self._headers)
            alone = json.loads(answer.content())
            self.check(numbers_in([{**alone, "organisasjonsnummer": one["organisasjonsnummer"]}]) == numbers_in([one])
                       and count_roles([alone]) == count_roles([one]), f"{one['organisasjonsnummer']} alone differs")

    @staticmethod
    def _difference(authorised, public):
        return next(((a, b) for a, b in zip(without_numbers(authorised), public, strict=False) if a != b), None)

    def _heads(self, running):
        for path, headers in ((ALL_ROLES, self._headers), (PUBLIC_ROLES, [])):
            head, whole = running.ask(path, headers, "HEAD"), running.ask(path, headers)
            self.check(head.status == whole.status == 200 and not head.body, f"HEAD {path}: {head.status}")
            for name in ("Content-Type", "Content-Disposition", "Register-Position", "Cache-Control", "ETag"):
                self.check(head.header(name) == whole.header(name), f"HEAD {path}: {name} {head.header(name)} {whole.header(name)}")
        answer = running.ask(ALL_ROLES, [*self._headers, ("Range", "bytes=0-9"), ("If-None-Match", "*")])
        self.check(answer.status == 200, f"a part of a file that is made for each request: {answer.status}")

    def _removed(self, running, numbers):
        """Removed from the authorised answer at once; from the file when it is made again."""
        removed, deleted, changed = numbers[:3], numbers[3:6], numbers[6]
        identity = next(identity_numbers())
        self._place.apply("changes", [
            *({"operation": "remove", "kind": "entity", "organisasjonsnummer": number, "slettedato": "2026-08-01"} for number in removed),
            *({"operation": "delete", "kind": "entity", "organisasjonsnummer": number, "slettedato": "2026-08-01"} for number in deleted),
            upsert(role_list(changed, person(identity)))])
        self.check(comes(lambda: running.ask(roles_of(removed[0]), self._headers).status == 404), "roles of a removed entity")
        authorised = self._authorised(running)
        self.check(comes(lambda: self._is_made(running) and without_numbers(authorised) == self._public(running), FILES_S),
                   "they differ after changes")
        for name, lists in (("authorised", authorised), ("public", self._public(running))):
            left = {one["organisasjonsnummer"] for one in lists} & set(removed)
            self.check(not left, f"{name}: holds the removed {left}")
        self.check(numbers_in(authorised)[changed, identity] == 1, "a change is not in the authorised inventory")

    def _holder_removed(self, running, given):
        """An organisation that holds roles in others loses its name there, and nothing else."""
        held = collections.Counter(role["enhet"]["organisasjonsnummer"] for one in given for group in one["rollegrupper"]
                                   for role in group["roller"] if "enhet" in role)
        entity = json.loads(running.ask(f"{PUBLIC}/enheter/{held.most_common(1)[0][0]}").content())
        holder = entity["organisasjonsnummer"]
        before = self._held_by(holder, self._authorised(running))
        self.check(before and all(one["navn"] for one in before), f"{holder} holds nothing, or is named nowhere")
        self._place.apply("holder", [{"operation": "remove", "kind": "entity", "organisasjonsnummer": holder, "slettedato": "2026-08-02"}])
        gone = [{**one, "navn": []} for one in before]
        self.check(comes(lambda: self._held_by(holder, self._authorised(running)) == gone), f"{holder} in the authorised inventory")
        self.check(comes(lambda: self._is_made(running) and self._held_by(holder, self._public(running)) == gone, FILES_S), f"{holder} in the file that is made after a removal")
        within = next(one["organisasjonsnummer"] for one in self._authorised(running) if self._held_by(holder, [one]))
        alone = [json.loads(running.ask(path, headers).content()) for path, headers in
                 ((roles_of(within), self._headers), (f"{PUBLIC}/enheter/{within}/roller", []))]
        for one in alone:
            self.check(all(held["navn"] == [] for held in self._held_by(holder, [one])), f"{holder} in the roles of {within}")
        self._place.apply("returned", [{"operation": "reinstate", "kind": "entity", "record": entity}])
        self.check(comes(lambda: self._held_by(holder, self._authorised(running)) == before), f"{holder} after its return")

    @staticmethod
    def _is_made(running):
        """The file is 503 while a removal makes the server make it again."""
        return running.ask(PUBLIC_ROLES, method="HEAD").status == 200

    @staticmethod
    def _held_by(holder, lists):
        return [role["enhet"] for one in lists for group in one["rollegrupper"] for role in group["roller"]
                if role.get("enhet", {}).get("organisasjonsnummer") == holder]


def run(program, report, folder, entities=1000):
    inventory = Inventory(program, report, folder, entities)
    inventory.run()
    return f"{inventory.roles} roles of {entities} generated entities"
