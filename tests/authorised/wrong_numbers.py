# SPDX-License-Identifier: EUPL-1.2
"""Identification numbers where they should not be: in records, and in every part of a request."""

import base64
import json
import socket

from http_client import Connection, Response
from issuer import token
from people import identity_numbers, wrong_digit
from place import ALL_ROLES, AUTHORISED, PUBLIC, STATEMENT, bearer, person, role_list, roles_of


class Canaries:
    """Gives out numbers, each for one purpose, so that a finding says how the number got through."""

    def __init__(self):
        self._numbers = identity_numbers()
        self.purposes = {}

    def take(self, purpose):
        number = next(self._numbers)
        self.purposes[number] = purpose
        return number

    def note(self, number, purpose):
        """Notes an invalid number that differs from a person's in one digit."""
        self.purposes[number] = purpose
        return number


def role_lists(canaries, places):
    """Maps a purpose to the text of a role list that should not be accepted as it is."""
    def text(list_or_more, **more):
        return json.dumps({**list_or_more, **more}, ensure_ascii=False)

    def held(*people, **more):
        return text(role_list(next(places), *people), **more)

    places = iter(places)

    made = {
        "wrong control digit": lambda n: held(person(wrong_digit(n))),
        "twelve digits": lambda n: held(person(n + "1")),
        "with a blank": lambda n: held(person(n[:6] + " " + n[6:])),
        "a number": lambda n: held(person(None, fodselsnummer=int(n))),
        "a list": lambda n: held(person(None, fodselsnummer=[n])),
        "an object": lambda n: held(person(None, fodselsnummer={"verdi": n})),
        "another member": lambda n: held(person(None, personnummer=n)),
        "the name of a member": lambda n: held(person(None, **{n: 1})),
        "the name of a member, with more": lambda n: held(person(None, **{f"fnr {n}": 1})),
        "the name of a member, in groups": lambda n: held(person(None, **{f"{n[:6]} {n[6:]}": 1})),
        "a member of the list": lambda n: held(person(None), fodselsnummer=n),
        "organisation number": lambda n: text(role_list(n)),
        "a role's type": lambda n: json.dumps({"organisasjonsnummer": next(places), "rollegrupper": [{"type": {"kode": n}, "roller": n}]}),
        "a day": lambda n: held(person(None, fodselsdato=n)),
        "a flag": lambda n: held(person(None, erDoed=n)),
        "a name as a whole": lambda n: held(person(None, navn=n)),
        "sealed": lambda n: held(person(None, sealed=n)),
        "blind": lambda n: held(person(None, blind=n)),
        "a first name": lambda n: held({**person(None), "navn": {"fornavn": n, "etternavn": "Berg"}}),
        "in a last name": lambda n: held(person(None, f"Berg {n}")),
        "with a blank in a name": lambda n: held(person(None, f"{n[:6]} {n[6:]}")),
        "a type's text": lambda n: json.dumps({"organisasjonsnummer": next(places), "rollegrupper": [
            {"type": {"kode": "STYR", "beskrivelse": n}, "roller": []}]}),
        "twice": lambda n: held(person(n)).replace('"fodselsnummer"', f'"fodselsnummer":"{n}","fodselsnummer"'),
        "a holder's number": lambda n: json.dumps({"organisasjonsnummer": next(places), "rollegrupper": [
            {"type": {"kode": "REVI"}, "roller": [{"type": {"kode": "REVI"}, "enhet": {"organisasjonsnummer": n}}]}]}),
        "broken": lambda n: held(person(n))[:-3],
        "broken after": lambda n: held(person(n)) + ' x',
        "a text alone": lambda n: json.dumps(n),
        "digits alone": lambda n: n,
        "not UTF-8": lambda n: held(person(n, "\udcff")),
    }
    for purpose, make in made.items():
        number = canaries.take(purpose)
        if purpose == "wrong control digit":
            canaries.note(wrong_digit(number), purpose)
        yield purpose, make(number)


class WrongRequests:
    """A client with an error must not find the number in an answer or a log. `keep` gets every answer that must not hold it."""

    def __init__(self, running, key, keep, check):
        self._running = running
        self._key = key
        self._token = token(key)
        self._keep = keep
        self._check = check

    def run(self, number, company):
        self._paths(number, company)
        self._fields(number, company)
        self._claims(number, company)
        self._bodies(number)
        self._bytes(number)

    def _paths(self, number, company):
        percent = "".join(f"%{byte:02X}" for byte in number.encode())
        mistakes = {number, percent, f"{number[:6]}%20{number[6:]}", f"fnr{number}"}
        # These are not errors. An answer may repeat such a text, a log may not.
        others = {number[::-1], base64.b64encode(number.encode()).decode(), number.encode().hex()}
        for text in sorted(mistakes | others):
            keep = self._keep if text in mistakes else lambda answer: answer
            for path in (f"{AUTHORISED}/enheter/{text}/roller", f"{AUTHORISED}/personer/{text}", f"{STATEMENT}/{text}",
                         f"{STATEMENT}?fodselsnummer={text}", f"{ALL_ROLES}?fnr={text}", f"{ALL_ROLES}?{text}=1",
                         f"{roles_of(company)}?{text}", f"{roles_of(company)}#{text}", f"{AUTHORISED}/{text}"):
                for headers in ([], bearer(self._token)):
                    for method in ("GET", "HEAD", "POST", "PUT", "BREW"):
                        keep(self._running.ask(path, headers, method, number if method == "POST" else None))
            # Public answers repeat the request.
            for path in (f"{PUBLIC}/enheter/{text}", f"{PUBLIC}/enheter/{text}/roller", f"{PUBLIC}/{text}", f"/{text}",
                         f"{PUBLIC}/enheter?organisasjonsnummer={text}", f"{PUBLIC}/enheter?{text}=1",
                         f"{PUBLIC}/matrikkelenhet?matrikkelenhetId={text}", f"{PUBLIC}/oppdateringer/roller?oppdateringsid={text}"):
                for method in ("GET", "HEAD", "BREW"):
                    self._running.ask(path, (), method)

    def _fields(self, number, company):
        fields = [("Accept", number), ("Accept-Encoding", number), ("Range", f"bytes={number}-"), ("If-None-Match", f'"{number}"'),
                  ("User-Agent", number), ("Referer", number), ("Cookie", f"fnr={number}"), ("X-Forwarded-For", number), (number, "1"),
                  ("Host", number), ("Origin", number), ("Expect", number), ("Transfer-Encoding", number), ("X-Fnr", number * 3000)]
        values = [f"Bearer {number}", f"Basic {number}", number, f"Bearer {number}.{number}.{number}", f"Bearer {number} x"]
        for field in [*fields, *(("Authorization", value) for value in values)]:
            for path in (roles_of(company), f"{PUBLIC}/enheter/{company}", f"{PUBLIC}/x"):
                headers = [field] if field[0] == "Authorization" else [*bearer(self._token), field]
                self._keep_refusal(path, headers)

    def _keep_refusal(self, path, headers):
        """A good authorised answer holds numbers of others."""
        answer = self._running.ask(path, headers)
        if answer.status != 200 or not path.startswith(AUTHORISED):
            self._keep(answer)

    def _claims(self, number, company):
        actor = {"authority": "iso6523-actorid-upis", "ID": f"0192:{number}"}
        for claim in ({"client_id": number}, {"jti": number}, {"scope": f"reg:data:enhetsregisteret:roller {number}"}, {"iss": number},
                      {"aud": number}, {"pid": number}, {number: 1}, {"consumer": actor}, {"supplier": actor}):
            self._keep_refusal(roles_of(company), bearer(token(self._key, **claim)))
        for head in ({"kid": number}, {"alg": number}, {"typ": number}, {number: 1}):
            self._keep_refusal(roles_of(company), bearer(token(self._key, head)))

    def _bodies(self, number):
        bodies = {
            "application/json": [json.dumps(value) for value in (
                {"fnr": number}, {"fodselsnummer": int(number)}, {"fodselsnummer": [number]}, {number: "fodselsnummer"}, [number], number,
                {"fodselsnummer": number, "x": number}, {"fodselsnummer": number + "1"}, {"fodselsnummer": wrong_digit(number)})]
            + [f'{{"fodselsnummer":"{number}"', number, f'{{"fodselsnummer":"{number}","fodselsnummer":"{number}"}}'],
            "text/plain": [number + "1", number[:6] + " " + number[6:], f"fnr={number}", f"{number}\n{number}", f'"{number}"',
                           f"\ufeff{number}", number + "\0", " " * 20_000 + number, number * 2000, f"{number}," * 1000],
            "application/x-www-form-urlencoded": [f"fodselsnummer={number}"],
            f"text/plain; {number}": [wrong_digit(number)], f"text/{number}": [number], "multipart/form-data; boundary=x": [number]}
        for kind, texts in bodies.items():
            for text in texts:
                for headers in ([], bearer(self._token)):
                    answer = self._keep(self._running.ask(STATEMENT, [*headers, ("Content-Type", kind)], "POST", text))
                    self._check(answer.status in (400, 401, 413, 415), f"body {kind}, {text[:20]!r}…: {answer.status}")

    def _bytes(self, number):
        """Sends chunks, a body longer than announced, and bytes that are not a request."""
        for data in (f"POST {STATEMENT} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{number}\r\n",
                     f"POST {STATEMENT} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{number}\r\n\r\n",
                     f"{number}\r\n\r\n", f"{number} / HTTP/1.1\r\n\r\n", f"GET /{number} HTTP/{number}\r\n\r\n"):
            with Connection("127.0.0.1", self._running.port) as connection:
                connection.send(data.encode())
                connection._socket.shutdown(socket.SHUT_WR)
                self._keep(Response(0, [], connection.rest()))
