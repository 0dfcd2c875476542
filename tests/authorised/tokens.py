# SPDX-License-Identifier: EUPL-1.2
"""Admission: hostile tokens over the wire, keys that change, floods of unknown keys, outages, scopes,
and what an outsider may not learn."""

import concurrent.futures
import random
import sys
import time
from pathlib import Path

import issuer
import token_shapes
from issuer import AUTO_ROLES, ROLES, STATEMENT, Key, KeyServer, token
from people import identity_numbers, wrong_digit
from place import ALL_ROLES, AUTHORISED, PUBLIC, Place, ask, bearer, entity, org_number, person, role_list, roles_of
from waiting import comes

sys.path.append(str(Path(__file__).resolve().parents[1] / "oauth"))
from oauth_server import OAuthServer  # noqa: E402

KNOWN, ROLELESS, UNKNOWN = org_number(81_000_000), org_number(81_000_100), org_number(81_000_200)
STATEMENT_PATH = f"{AUTHORISED}/personer/rolleutskrift"
UNKNOWN_IDS = 300
MOST_FETCHES = 5


def is_private(answer):
    """Whether only the caller may keep the answer."""
    return (answer.header("Cache-Control") == "no-store"
            and not any(name.lower().startswith("access-control-") for name, _ in answer.headers))


class Published:
    """A key as a key set shows it; a member of None is left out."""

    def __init__(self, members, changes):
        self._members = {name: value for name, value in {**members, **changes}.items() if value is not None}

    def jwk(self):
        return self._members


class Tokens:
    def __init__(self, program, report, folder):
        self._report = report
        self._place = Place(program, folder)
        self._person = next(identity_numbers())
        self._place.load([entity(KNOWN), entity(ROLELESS)], [role_list(KNOWN, person(self._person))])
        self._key, self._other = Key("den-ene"), Key("den-andre")
        self.wrong = 0
        self.refused = 0

    def check(self, good, message):
        self._report.check(good, message)

    def ask(self, running, path, headers=(), method="GET", body=None):
        """Checks that every answer of these operations is private, whatever its status is."""
        answer = running.ask(path, headers, method, body)
        self.check(is_private(answer), f"{method} {path[:80]}: {answer.status} is not private: {answer.headers}")
        return answer

    def run(self):
        with KeyServer([self._other]) as evil, self._place.serve(*self._place.token_options([self._key])) as running:
            self._shapes(running, evil)
            self._scopes(running)
            self._outsiders(running)
            self._alike(running)
        self._odd_keys()
        self._keys()
        self._flood()
        self._new_key_in_a_flood()
        self._no_keys()
        self._over_tls()
        self._hostile_tls()
        self._policies()
        self._real_server()

    def _refused(self, running, name, values, statuses):
        answer = self.ask(running, roles_of(KNOWN), [("Authorization", value) for value in values])
        self.refused += 1
        self.wrong += answer.status == 200
        self.check(answer.status in statuses, f"{name}: {answer.status} and not {statuses}")
        self.check(self._person.encode() not in answer.content(), f"{name}: gives the number")
        challenge = answer.header("WWW-Authenticate") or ""
        if answer.status in (400, 401):
            self.check(challenge.startswith("Bearer realm="), f"{name}: challenge {challenge!r}")
        if answer.status == 403:
            self.check('error="insufficient_scope"' in challenge and f'scope="{ROLES}"' in challenge, f"{name}: {challenge!r}")

    def _shapes(self, running, evil):
        key, other = self._key, self._other
        for name, text in token_shapes.good(key):
            answer = self.ask(running, roles_of(KNOWN), bearer(text))
            self.check(answer.status == 200, f"good token {name}: {answer.status} {answer.header('WWW-Authenticate')}")
        good = token(key)
        for name, (values, statuses) in token_shapes.credentials(good):
            self._refused(running, name, values, statuses)
        jwks = self._place.given.joinpath("keys.jwks").read_text(encoding="utf-8")
        for shapes in (token_shapes.texts(good), token_shapes.headers(key, other, jwks, evil.address),
                       token_shapes.signatures(key, other), token_shapes.wrong_claims(key)):
            for name, text in shapes:
                self._refused(running, name, [f"Bearer {text}"], token_shapes.BAD)
        for name, text in token_shapes.wrong_scopes(key):
            self._refused(running, name, [f"Bearer {text}"], token_shapes.FORBIDDEN)
        self._refused(running, "a scope as a list", [f"Bearer {token(key, scope=[ROLES])}"], (401, 403))
        self.check(evil.count == 0, f"keys that a token points at were asked for {evil.count} times")
        for query in ("access_token", "token", "Authorization"):
            answer = self.ask(running, f"{roles_of(KNOWN)}?{query}={good}")
            self.check(answer.status == 401, f"a token as {query}: {answer.status}")
        answer = self.ask(running, STATEMENT_PATH, [("Content-Type", "application/x-www-form-urlencoded")], "POST",
                          f"access_token={good}")
        self.check(answer.status == 401, f"a token in a form: {answer.status}")

    def _scopes(self, running):
        """Each operation has its own."""
        for scope, roles, statement in ((ROLES, 200, 403), (AUTO_ROLES, 200, 403), (STATEMENT, 403, 200), ("br" + STATEMENT, 403, 200),
                                        (f"{ROLES} {STATEMENT}", 200, 200), (STATEMENT + "x", 403, 403), ("", 403, 403)):
            text = token(self._key, scope=scope)
            for path in (roles_of(KNOWN), ALL_ROLES):
                answer = self.ask(running, path, bearer(text))
                self.check(answer.status == roles, f"scope {scope!r}, {path}: {answer.status}")
            answer = running.state(self._person, text)
            self.check(answer.status == statement and is_private(answer), f"scope {scope!r}, statement: {answer.status}")
            if statement == 403:
                challenge = answer.header("WWW-Authenticate") or ""
                self.check(f'scope="{STATEMENT}"' in challenge, f"scope {scope!r}: {challenge!r}")

    def _outsiders(self, running):
        """Without a valid token all requests get the same answer."""
        paths = [roles_of(text) for text in (KNOWN, ROLELESS, UNKNOWN, "12", "abc", self._person, KNOWN[:-1] + "%39", "%20")]
        paths += [f"{roles_of(KNOWN)}?x=1", ALL_ROLES, f"{ALL_ROLES}?x=1"]
        wrongs = {"none": [], "bad": bearer("x.y.z"), "expired": bearer(token(self._key, exp=1)),
                  "forged": bearer(token(self._other, {"kid": self._key.kid}))}
        for name, headers in wrongs.items():
            answers = [(path, self.ask(running, path, [*headers, *more])) for path in paths
                       for more in ([], [("Accept", "image/png")], [("Range", "bytes=0-1")])]
            seen = {self._seen(answer) for _, answer in answers}
            self.check(len(seen) == 1 and answers[0][1].status == 401, f"token {name}: answers differ: {sorted(seen)[:3]}")
            seen = set()
            for body, kind in ((self._person, "text/plain"), (wrong_digit(self._person), "text/plain"), ("", "text/plain"),
                               ("x" * 9000, "text/plain"), ("{", "application/json"), (self._person, "image/png")):
                answer = self.ask(running, STATEMENT_PATH, [*headers, ("Content-Type", kind)], "POST", body)
                seen.add(self._seen(answer))
            self.check(len(seen) == 1 and next(iter(seen))[0] == 401, f"token {name}, statements: {sorted(seen)[:3]}")

    @staticmethod
    def _seen(answer):
        """Returns everything that distinguishes answers."""
        return answer.status, answer.body, answer.header("WWW-Authenticate"), answer.header("Content-Length")

    def _alike(self, running):
        """Unknown, role-less and of another kind: all get the same answer."""
        headers = bearer(token(self._key))
        seen = {self._seen(self.ask(running, roles_of(number), headers)) for number in (ROLELESS, UNKNOWN)}
        self.check(len(seen) == 1 and next(iter(seen))[:2] == (404, b""), f"unknown and role-less differ: {seen}")
        for path in (f"{AUTHORISED}/", AUTHORISED, f"{AUTHORISED}/enheter", f"{AUTHORISED}/x", f"{roles_of(KNOWN)}/x",
                     f"{AUTHORISED}//enheter/{KNOWN}/roller", f"{PUBLIC}/../autorisert-api/enheter/{KNOWN}/roller",
                     roles_of(KNOWN).replace("autorisert", "Autorisert"), roles_of(KNOWN).replace("autorisert", "%61utorisert"),
                     f"{roles_of(KNOWN)};x", f"{roles_of(KNOWN)}/"):
            for more in ([], headers):
                answer = running.ask(path, more)
                good = answer.status in (400, 401, 404) or (answer.status == 200 and more and is_private(answer))
                self.check(good and (more or self._person.encode() not in answer.content()), f"{path}: {answer.status}")
        for method in ("OPTIONS", "PUT", "DELETE", "POST", "HEAD"):
            answer = self.ask(running, roles_of(KNOWN), [("Origin", "https://evil.example")], method)
            self.check(answer.status in (204, 401, 405), f"{method}: {answer.status}")
        answer = self.ask(running, roles_of(KNOWN), [*headers, ("Origin", "https://evil.example")], "HEAD")
        self.check(answer.status in (200, 405), f"HEAD: {answer.status}")
        # A request that fails before its target is known is not cached either. The answer says only that.
        for name, more, body in (("a large body", [*headers, ("Content-Type", "text/plain")], self._person * 300_000),
                                 ("a large field", [("X-Large", self._person * 6_000)], self._person),
                                 ("20 KB of token", bearer("A" * 20_000), self._person)):
            answer = running.ask(STATEMENT_PATH, more, "POST", body)
            self.check(answer.status in (401, 413, 431) and answer.header("Cache-Control") == "no-store"
                       and self._person.encode() not in answer.content(), f"{name}: {answer.status} {answer.headers}")

    def _odd_keys(self):
        """A key set may hold keys for other purposes; tokens signed with them are refused."""
        odd = {"use": {"use": "enc"}, "operations": {"use": None, "key_ops": ["encrypt"]}, "algorithm": {"alg": "RS512"}, "kind": {"kty": "EC"},
               "no id": {"kid": None}, "exponent 1": {"e": "AQ"}, "no modulus": {"n": None}, "modulus with zeroes": {"n": "AAAA"}}
        keys = [Published(self._key.jwk(), {})]
        keys += [Published({**self._other.jwk(), "kid": name}, change) for name, change in odd.items()]
        small = Key("small", 1024)
        keys += [Published(small.jwk(), {}), Published({"kty": "oct", "kid": "oct", "k": issuer.encode("hemmelig"), "alg": "HS256"}, {})]
        with self._place.serve(*self._place.token_options(keys)) as running:
            self._passes(running, self._key, 200, "a good key among odd ones")
            for name in odd:
                self._refused(running, f"key of odd {name}", [f"Bearer {token(self._other, {'kid': name})}"], (401,))
            self._refused(running, "key of 1024 bits", [f"Bearer {token(small)}"], (401,))
            self._refused(running, "key of another kind", [f"Bearer {token(self._other, {'kid': 'oct'})}"], (401,))
        twice = [Published({**key.jwk(), "kid": "samme"}, {}) for key in (self._key, self._other)]
        with self._place.serve(*self._place.token_options(twice)) as running:
            statuses = [running.ask(roles_of(KNOWN), bearer(token(key, {"kid": "samme"}))).status for key in (self._key, self._other)]
            self.check(statuses.count(200) <= 1 and set(statuses) <= {200, 401, 503}, f"two keys of one id: {statuses}")

    def _keys(self):
        """New keys are accepted without a restart; an outage changes nothing for known ones."""
        first, second = self._key, self._other
        with KeyServer([first]) as keys, self._place.serve(*self._place.token_options(keys.address)) as running:
            self._passes(running, first, 200, "the first key")
            self._passes(running, second, 401, "a key that is not published")
            keys.keys = [first, second]
            begun = time.monotonic()
            self._passes(running, second, 200, "a new key")
            self.check(time.monotonic() - begun < 5, "a new key took long")
            keys.status = 500
            for key in (first, second):
                self._passes(running, key, 200, f"{key.kid} in an outage")
            self._passes(running, Key("tredje"), 401, "an unknown key in an outage")

    def _passes(self, running, key, status, title):
        answer = self.ask(running, roles_of(KNOWN), bearer(token(key)))
        self.check(answer.status == status, f"{title}: {answer.status}, not {status}")

    def _flood(self):
        """Unknown ids at once cannot make the server ask the issuer again and again, nor shut out others."""
        with KeyServer([self._key]) as keys, self._place.serve(*self._place.token_options(keys.address)) as running:
            self._passes(running, self._key, 200, "before a flood")
            before = keys.count
            keys.pause_s = 0.1
            head, body, sign = token(self._key).split(".")
            texts = [f"{issuer.encode(issuer.to_json({'alg': 'RS256', 'kid': f'ukjent-{i}'}))}.{body}.{sign}"
                     for i in range(UNKNOWN_IDS)]
            texts += [f"{head}.{body}.{sign}"] * 30
            random.Random(1).shuffle(texts)
            with concurrent.futures.ThreadPoolExecutor(30) as pool:
                statuses = list(pool.map(lambda text: ask(running.port, roles_of(KNOWN), bearer(text)).status, texts))
            self.check(statuses.count(200) == 30 and statuses.count(401) == UNKNOWN_IDS, f"flood: {sorted(set(statuses))}, "
                       f"{statuses.count(200)} passed")
            self.fetches = keys.count - before
            self.check(self.fetches <= MOST_FETCHES, f"{UNKNOWN_IDS} unknown key ids: {self.fetches} fetches")

    def _new_key_in_a_flood(self):
        """Strangers use up the share of their own addresses; a client with a new key from another address is admitted at once."""
        new = Key("den-nye")
        with (KeyServer([self._key]) as keys,
              self._place.serve(*self._place.token_options(keys.address), "--trusted-proxies", "127.0.0.1") as running):
            def status(text, address):
                return running.ask(roles_of(KNOWN), [*bearer(text), ("X-Forwarded-For", address)]).status

            for i in range(100):
                text = token(self._key, {"kid": f"ukjent-{i}"})
                for address in ("198.51.100.7", f"2001:db8::{i:x}"):
                    self.check(status(text, address) == 401, "an unknown key")
            keys.keys = [self._key, new]
            self.check(status(token(new), "198.51.100.7") == 401, "a stranger who used up what it has")
            begun = time.monotonic()
            self.check(status(token(new), "192.0.2.1") == 200, "a new key in a flood")
            self.check(time.monotonic() - begun < 2, "a new key in a flood took long")

    def _no_keys(self):
        """Without keys to check with, no token is accepted, and the caller is not blamed; the rest is answered."""
        with KeyServer([self._key]) as keys:
            keys.status = 500
            with self._place.serve(*self._place.token_options(keys.address)) as running:
                self._passes(running, self._key, 503, "no key was ever read")
                self.check(running.ask(f"{PUBLIC}/enheter/{KNOWN}/roller").status == 200, "public roles without keys")
                keys.status = 200
                self._passes(running, self._key, 200, "keys are there again")
        with self._place.serve() as running:
            self._passes(running, self._key, 503, "no keys are set")
            self.check(running.state(self._person, "x").status == 503, "no keys are set, statement")
        with self._place.serve(*self._place.token_options([])) as running:
            self._passes(running, self._key, 503, "an empty key set")

    def _over_tls(self):
        """The token service's certificate must name its host and be signed by an authority that is trusted."""
        right, wrong = (issuer.self_signed(names, self._place.given) for names in ("IP:127.0.0.1", "DNS:token.example.test"))
        for identity, options, status in ((right, ("--token-ca-file", right[0]), 200), (right, ("--token-ca-file", wrong[0]), 503),
                                          (right, (), 503), (wrong, ("--token-ca-file", wrong[0]), 503)):
            title = f"{identity[0].name} with {[str(option) for option in options]}"
            with (KeyServer([self._key], identity) as keys,
                  self._place.serve(*self._place.token_options(keys.address), *options) as running):
                self._passes(running, self._key, status, title)
                said = running.err.read_text(encoding="utf-8")
                complaint = f"the token service's keys cannot be read: {keys.address}: the certificate is not accepted: "
                self.check((complaint in said) == (status == 503), f"{title}: {said}")
                self.check((keys.count > 0) == (status == 200), f"{title}: {keys.count} requests")

    def _hostile_tls(self):
        """A server that has the certificate, or poses as one, gives no keys unless it answers whole and by the rules."""
        identity = issuer.self_signed("IP:127.0.0.1", self._place.given)
        body = issuer.to_json({"keys": [self._key.jwk()]}).encode()
        with KeyServer([self._key]) as plain:
            cases = {title: (behave, identity) for title, behave in issuer.hostile_answers(body, plain.address).items()}
            cases["a handshake that is cut"] = (issuer.cut_handshake, None)
            cases["an answer in the clear"] = (issuer.plain_answer(body), None)
            for title, (behave, shown) in cases.items():
                with (issuer.HostileServer(behave, shown) as hostile,
                      self._place.serve(*self._place.token_options(hostile.address), "--token-ca-file", identity[0]) as running):
                    self._passes(running, self._key, 503, title)
                    complaint = f"the token service's keys cannot be read: {hostile.address}: "
                    # A request is answered before the last attempt to read the keys has ended.
                    said = comes(lambda: complaint in running.err.read_text(encoding="utf-8"))
                    self.check(said, f"{title}: {running.err.read_text(encoding='utf-8')}")
                    self.check(hostile.count > 0, f"{title}: the server is not asked")
            self.check(plain.count == 0, f"a redirection is followed: {plain.count}")

    def _policies(self):
        """Who may ask, and which audience a token must have."""
        options = self._place.token_options([self._key], audience="any")
        with self._place.serve(*options, "--token-consumers", "974760673") as running:
            answer = self.ask(running, roles_of(KNOWN), bearer(token(self._key)))
            self.check((answer.status, answer.header("WWW-Authenticate")) == (403, None), f"another consumer: {answer.status}")
            allowed = {"authority": "iso6523-actorid-upis", "ID": "0192:974760673"}
            self.check(self.ask(running, roles_of(KNOWN), bearer(token(self._key, consumer=allowed))).status == 200, "the consumer")
            supplier = self.ask(running, roles_of(KNOWN), bearer(token(self._key, supplier=allowed)))
            self.check(supplier.status == 403, f"allowed as supplier alone: {supplier.status}")
            for audience in (None, "unspecified", "https://other.example"):
                answer = self.ask(running, roles_of(KNOWN), bearer(token(self._key, consumer=allowed, aud=audience)))
                self.check(answer.status == 200, f"any audience, {audience}: {answer.status}")

    def _real_server(self):
        """Tokens of a server that was not made for this program."""
        with OAuthServer() as oauth, self._place.serve(*self._place.token_options(oauth.jwks, name=oauth.issuer)) as running:
            good = oauth.token()
            self.check(self.ask(running, roles_of(KNOWN), bearer(good)).status == 200, "the real server's token")
            kid = oauth.add_key()
            answer = self.ask(running, roles_of(KNOWN), bearer(oauth.token(kid=kid)))
            self.check(answer.status == 200, f"the real server's new key: {answer.status}")
            self.check(self.ask(running, roles_of(KNOWN), bearer(oauth.token(kid=oauth.kids[0]))).status == 200, "and its old one")
            statement = oauth.token({"scope": STATEMENT})
            self.check(running.state(self._person, statement).status == 200, "the real server's token, a statement")
            self._refused(running, "the real server's, expired", [f"Bearer {oauth.expired_token()}"], (401,))
            for name in ("iss", "exp", "iat", "aud", "client_id", "jti", "consumer"):
                for value in (None, "x", 1, ["x"]):
                    if (name, value) in (("client_id", "x"), ("jti", "x"), ("exp", 1), ("iat", 1)):
                        continue
                    self._refused(running, f"the real server's, {name} {value}", [f"Bearer {oauth.token({name: value})}"], (401,))
            for scope in ("openid", "", AUTO_ROLES + "x"):
                self._refused(running, f"the real server's, scope {scope}", [f"Bearer {oauth.token({'scope': scope})}"], (403,))
            for head in ({"kid": "x"}, {"kid": None}, {"jku": oauth.jwks, "kid": "x"}):
                self._refused(running, f"the real server's, header {head}", [f"Bearer {oauth.token(header=head)}"], (401,))
            with self._place.serve(*self._place.token_options([self._key]), "--audit-log", self._place.written / "own.audit") as own:
                self._refused(own, "another issuer's", [f"Bearer {good}"], (401,))


def run(program, report, folder):
    tokens = Tokens(program, report, folder)
    tokens.run()
    return f"{tokens.refused} hostile tokens, {tokens.wrong} accepted; {tokens.fetches} fetches for {UNKNOWN_IDS} unknown keys"
