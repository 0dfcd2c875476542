# SPDX-License-Identifier: EUPL-1.2
"""The roles of one person: which are shown, to which request, and how soon they follow the register."""

import json

import server
from issuer import Key, token
from people import complete, identity_numbers, wrong_digit
from place import (AUTHORISED, PUBLIC, STATEMENT, Place, bearer, entity, org_number, person, role_list, roles_of, upsert)
from waiting import comes

COMPANY, SOLE, SOCIETY, OTHER, HOUSE, GONE, STRUCK = (org_number(84_000_000 + 100 * i) for i in range(7))
COUNTED = ("enheter", "fodselsdato", "navn", "erDoed")


class Statements:
    def __init__(self, program, report, folder):
        self._report = report
        self._place = Place(program, folder)
        self._key = Key("nokkel")
        self._token = token(self._key)
        numbers = identity_numbers()
        (self._all, self._sole, self._society_only, self._gone_only, self._moves, self._unknown, self._comes) = (
            next(numbers) for _ in range(7))

    def check(self, good, message):
        self._report.check(good, message)

    def run(self):
        place = self._place
        place.load(
            [entity(COMPANY), entity(SOLE, "ENK", False), entity(SOCIETY, "FLI", False), entity(OTHER, "STI", False),
             entity(HOUSE, "BRL"), entity(GONE), entity(STRUCK)],
            [role_list(COMPANY, person(self._all), person(self._moves), person(self._all)),
             role_list(SOLE, person(self._sole), person(self._all)), role_list(SOCIETY, person(self._all), person(self._society_only)),
             role_list(OTHER, person(self._society_only)), role_list(HOUSE, person(self._all)),
             role_list(GONE, person(self._gone_only), person(self._all)), role_list(STRUCK, person(self._gone_only))])
        with place.serve(*place.token_options([self._key])) as running:
            self._contents(running)
            self._alike(running)
            self._bodies(running)
            self._new_key(running)
        self._changes()
        with place.serve(*place.token_options([self._key])) as running:
            self._held(running, self._all, {COMPANY, SOLE, HOUSE}, "under both keys, after a start")
        self._one_key()

    def _ask(self, running, identity, kind="text/plain"):
        return running.state(identity, self._token, kind)

    def _entities(self, running, identity):
        """Maps a number to its count of roles; None without an answer of 200."""
        answer = self._ask(running, identity)
        if answer.status != 200:
            return None
        return {one["organisasjonsnummer"]: len(one["roller"]) for one in json.loads(answer.content())["enheter"]}

    def _held(self, running, identity, wanted, title):
        held = self._entities(running, identity)
        self.check(held is not None and set(held) == set(wanted), f"{title}: {held}, not {sorted(wanted)}")

    def _contents(self, running):
        self._held(running, self._all, {COMPANY, SOLE, HOUSE, GONE}, "only commercial ones")
        self._held(running, self._sole, {SOLE}, "a sole proprietor")
        self.check(self._entities(running, self._all)[COMPANY] == 2, "both roles in one entity")
        answer = self._ask(running, self._all)
        statement = json.loads(answer.content())
        numbers = [one["organisasjonsnummer"] for one in statement["enheter"]]
        self.check(numbers == sorted(numbers), f"order: {numbers}")
        self.check(set(COUNTED) <= set(statement), f"members: {sorted(statement)}")
        for other in (self._all, self._sole, self._society_only, SOCIETY, OTHER, '"sealed"', '"blind"', "fodselsnummer"):
            self.check(other.encode() not in answer.content(), f"a statement holds {other}")
        for number in numbers:
            link = next(one for one in statement["enheter"] if one["organisasjonsnummer"] == number)["_links"]["enhet"]["href"]
            self.check(link.endswith(f"{PUBLIC}/enheter/{number}"), f"link: {link}")
        # Non-profit entities are still shown: in the roles of the entity itself.
        roles = running.ask(roles_of(SOCIETY), bearer(self._token))
        self.check(self._society_only.encode() in roles.content(), f"roles of the society: {roles.status}")

    def _alike(self, running):
        """An unknown person and one with roles only in societies get the same answer."""
        seen = set()
        for identity in (self._unknown, self._society_only):
            for kind in ("text/plain", "application/json"):
                answer = self._ask(running, identity, kind)
                names = tuple(sorted(name for name, _ in answer.headers))
                seen.add((answer.status, answer.body, names))
        self.check(len(seen) == 1 and next(iter(seen))[:2] == (404, b""), f"a person without roles can be distinguished: {seen}")

    def _bodies(self, running):
        number = self._all
        good = ((number, "text/plain"), (f"{number}\n", "text/plain; charset=utf-8"), (f" {number}\r\n", "TEXT/PLAIN"), (number, None),
                (json.dumps({"fodselsnummer": number}), "application/json"),
                (f'\n{{ "fodselsnummer" : "{number}" }}\n', "application/json"))
        # Days that do not exist: 0, 32, 31 April, 30 February, 29 of a year that has none; months 13, 20 and 78; day
        # 72.
        others = [complete(day + number[6:9]) for day in ("008303", "328303", "318403", "308203", "298203", "119303", "112003", "117803",
                                                          "728303")]
        wrong = [number[:-1], number + "1", wrong_digit(number), number[:6] + " " + number[6:], number[:6] + "-" + number[6:],
                 "", "abc", f"{number} x",
                 number.translate({ord("0") + d: chr(0x660 + d) for d in range(10)}), "0" * 11, f"+{number}", f"{number}.0",
                 *(text for text in others if text)]
        texts = [(text, "text/plain", 400) for text in wrong]
        texts += [(json.dumps({"fodselsnummer": text}), "application/json", 400) for text in wrong]
        texts += [(text, "application/json", 400) for text in (
            number, f'"{number}"', f'["{number}"]', json.dumps({"fodselsnummer": int(number)}), json.dumps({"Fodselsnummer": number}),
            json.dumps({"fodselsnummer": number, "x": 1}), json.dumps({"fodselsnummer": [number]}), "{}", "null", "{", "",
            f'{{"fodselsnummer":"{number}"}}x', f'{{"fodselsnummer":"{number}",}}',
            f'{{"fodselsnummer":"{number}","fodselsnummer":"{number}"}}')]
        texts += [(number, kind, 415) for kind in ("text/html", "application/xml", "application/x-www-form-urlencoded", "text/plainx",
                                                   "application/json+x", "*/*", "x", "multipart/form-data")]
        for body, kind in good:
            answer = self._post(running, body, kind)
            self.check(answer.status == 200, f"{kind} {body!r}: {answer.status}")
        for body, kind, status in texts:
            answer = self._post(running, body, kind)
            self.check(answer.status == status, f"{kind} {body!r}: {answer.status}, not {status}")
            said = str(answer.headers).encode() + answer.content()
            self.check(number.encode() not in said and (not body or len(body) < 9 or body.strip().encode() not in said),
                       f"{kind} {body!r}: repeated: {answer.content()[:300]}")
            self.check(answer.header("Cache-Control") == "no-store", f"{kind} {body!r}: may be kept")
        for method, status in (("GET", 405), ("PUT", 405), ("HEAD", 405), ("DELETE", 405)):
            answer = running.ask(STATEMENT, bearer(self._token), method)
            self.check(answer.status == status, f"{method}: {answer.status}")
        answer = self._post(running, number, "text/plain", [("Accept", "image/png")])
        self.check(answer.status == 406, f"Accept: image/png: {answer.status}")
        answer = running.ask(f"{STATEMENT}?x=1", [*bearer(self._token), ("Content-Type", "text/plain")], "POST", number)
        self.check(answer.status == 400, f"a parameter: {answer.status}")
        answer = running.ask(f"{AUTHORISED}/personer/rolleutskrift/{number}", bearer(self._token))
        self.check(answer.status == 404, f"in the path: {answer.status}")

    def _post(self, running, body, kind, more=()):
        fields = [("Content-Type", kind)] if kind else []
        return running.ask(STATEMENT, [*bearer(self._token), *fields, *more], "POST", body)

    def _new_key(self, running):
        """While another process reseals the numbers, the server has only the first key, then both."""
        place = self._place
        place.make_key(2)
        audit = ["--audit-log", place.written / "other.audit"]
        with place.serve(*place.token_options([self._key]), *audit) as both:
            self._held(both, self._all, {COMPANY, SOLE, HOUSE, GONE}, "two keys, sealed under the first")
            place.must("numbers", "reseal", *server.place(place.store), "--number-keys", place.keys)
            self.check(comes(lambda: set(self._entities(both, self._all) or ()) == {COMPANY, SOLE, HOUSE, GONE}),
                       f"two keys, sealed under the second: {self._entities(both, self._all)}")
            roles = both.ask(roles_of(COMPANY), bearer(self._token))
            self.check(self._all.encode() in roles.content(), f"roles under the second key: {roles.status}")
        # A server without the key cannot open it, and answers neither 404 nor a number.
        self.check(comes(lambda: running.ask(roles_of(COMPANY), bearer(self._token)).status == 500), "roles without the new key")
        self.check(comes(lambda: self._ask(running, self._all).status == 500), "a statement without the new key")

    def _changes(self):
        place = self._place
        with place.serve(*place.token_options([self._key])) as running:
            self.check(self._entities(running, self._comes) is None, "who has no role yet")
            place.apply("change", [upsert(role_list(COMPANY, person(self._all), person(self._comes)))])
            self.check(comes(lambda: self._entities(running, self._comes) == {COMPANY: 1}), "a new role")
            self.check(self._ask(running, self._moves).status == 404, "a role that ended")
            self.check(self._entities(running, self._all)[COMPANY] == 1, "one role less")
            place.apply("removal", [{"operation": "remove", "kind": "entity", "organisasjonsnummer": GONE, "slettedato": "2026-08-01"},
                                    {"operation": "delete", "kind": "entity", "organisasjonsnummer": STRUCK, "slettedato": "2026-08-01"}])
            self.check(comes(lambda: self._ask(running, self._gone_only).status == 404), "removed and deleted ones are shown")
            self._held(running, self._all, {COMPANY, SOLE, HOUSE}, "after a removal")
            self.check(running.ask(roles_of(GONE), bearer(self._token)).status == 404, "roles of the removed")
            place.apply("roles-gone", [{"operation": "delete", "kind": "roles", "organisasjonsnummer": SOLE}])
            self.check(comes(lambda: self._ask(running, self._sole).status == 404), "roles that were deleted are shown")
            place.apply("non-profit", [upsert(entity(HOUSE, "BRL", False), "entity"), upsert(role_list(SOLE, person(self._all)))])
            self.check(comes(lambda: set(self._entities(running, self._all) or ()) == {COMPANY, SOLE}), "no longer commercial")
            place.apply("commercial", [upsert(entity(HOUSE, "BRL", True), "entity")])
            self.check(comes(lambda: set(self._entities(running, self._all) or ()) == {COMPANY, SOLE, HOUSE}), "commercial again")

    def _one_key(self):
        """The old key is removed: everything still opens."""
        place = self._place
        lines = [line for line in place.keys.read_text(encoding="ascii").splitlines() if line.startswith("2 ")]
        place.keys.write_text("\n".join(lines) + "\n", encoding="ascii")
        with place.serve(*place.token_options([self._key])) as running:
            self._held(running, self._all, {COMPANY, SOLE, HOUSE}, "under the second key alone")
        options = place.token_options([self._key])
        at = options.index("--number-keys")
        with place.serve(*options[:at]) as running:
            for path in (roles_of(COMPANY),):
                answer = running.ask(path, bearer(self._token))
                self.check(answer.status == 500, f"without keys {path}: {answer.status}")
            self.check(self._ask(running, self._all).status == 500, "a statement without keys")


def run(program, report, folder):
    Statements(program, report, folder).run()
    return "who is shown, to which question, and when it changes"
