# SPDX-License-Identifier: EUPL-1.2
"""Tokens that must be refused: maps a name to the value of Authorization, and the right statuses.

They are made with the trusted key unless the signature is tested, so that only the named fault
can be the reason for a refusal.
"""

import base64
import hashlib
import hmac
import time

from issuer import (AUDIENCE, AUTO_ROLES, CONSUMER, DIGEST_INFO, ISSUER, ROLES, STATEMENT, claims, encode, header,
                    put_together, to_json, token)

UNAUTHORISED, MALFORMED, FORBIDDEN = (401,), (400,), (403,)
BAD = (400, 401)


def credentials(good):
    """Variants around a good token. A list is several fields."""
    yield from {
        "another scheme": ([f"Basic {good}"], UNAUTHORISED),
        "a scheme that begins alike": ([f"BearerX {good}"], UNAUTHORISED),
        "no scheme": ([good], BAD),
        "nothing": ([""], BAD),
        "a scheme alone": (["Bearer"], MALFORMED),
        "a scheme and a blank": (["Bearer "], MALFORMED),
        "two fields": ([f"Bearer {good}", f"Bearer {good}"], MALFORMED),
        "a second field of another scheme": ([f"Bearer {good}", "Basic dTpw"], MALFORMED),
        "two in one field": ([f"Bearer {good}, Bearer {good}"], MALFORMED),
        "something after it": ([f"Bearer {good} x"], MALFORMED),
        "in quotation marks": ([f'Bearer "{good}"'], MALFORMED),
        "as a parameter": ([f"Bearer token={good}"], BAD),
        "a tabulator before it": ([f"Bearer\t{good}"], MALFORMED),
        "DPoP": ([f"DPoP {good}"], UNAUTHORISED),
    }.items()


def texts(good):
    """Variants of a good token's three parts."""
    head, body, sign = good.split(".")
    yield from {
        "two parts": f"{head}.{body}",
        "four parts": f"{good}.{sign}",
        "five parts": f"{head}..{body}.{sign}.{sign}",
        "a point at the end": f"{good}.",
        "a point before": f".{good}",
        "no header": f".{body}.{sign}",
        "no claims": f"{head}..{sign}",
        "no signature": f"{head}.{body}.",
        "padding": f"{good}==",
        "padded claims": f"{head}.{body}=.{sign}",
        "standard base64": f"{head}.{body}.{sign}".replace("-", "+").replace("_", "/") + "+",
        "a single further character": f"{good}A",
        "claims changed": f"{head}.{encode(to_json(claims(client_id='en-annen')))}.{sign}",
        "header changed": f"{encode(to_json({**_decoded(head), 'typ': 'JWT'}))}.{body}.{sign}",
        "header twice": f"{head}.{head}.{sign}",
        "signature of the first part": f"{head}.{body}.{head}",
        "a bit of the signature": f"{head}.{body}.{'B' if sign[0] == 'A' else 'A'}{sign[1:]}",
        "signature cut": f"{head}.{body}.{sign[:-4]}",
        "signature longer": f"{head}.{body}.{sign}AAAA",
        "loose last bits": f"{head}.{body}.{sign[:-1]}{_neighbour(sign[-1])}",
        "null character": f"{head}.{body}%00.{sign}",
        "9 KiB": f"{head}.{body}.{'A' * 9216}",
        "one character": "x",
        "points alone": "..",
    }.items()


def _decoded(part):
    import json
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def _neighbour(character):
    """Returns a character that differs in a bit which no byte of 256 uses."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return alphabet[alphabet.index(character) ^ 1]


def headers(key, other, jwks_text, address):
    """Variants of the header; `other` is an untrusted key, `address` a key set of it."""
    made = {f"algorithm {name}": {"alg": name} for name in (
        "none", "None", "NONE", "nOnE", "", "HS256", "RS384", "RS512", "PS256", "ES256", "EdDSA", "rs256", "RS256 ", "RSA", "dir")}
    made |= {"algorithm missing": {"alg": None}, "algorithm as a list": {"alg": ["RS256"]}, "algorithm a number": {"alg": 256},
             "algorithm an object": {"alg": {"RS256": 1}},
             "key id missing": {"kid": None}, "key id a number": {"kid": 1}, "key id a list": {"kid": [key.kid]},
             "key id empty": {"kid": ""}, "key id of none": {"kid": "ukjent"}, "key id with a blank": {"kid": key.kid + " "},
             "key id a path": {"kid": "../../../../dev/null"}, "key id SQL": {"kid": "x' UNION SELECT 'k"},
             "key id long": {"kid": "k" * 3000}, "key id with a null": {"kid": key.kid + "\0"},
             "critical": {"crit": ["exp"]}, "critical, empty": {"crit": []}, "critical, unencoded": {"crit": ["b64"], "b64": False},
             "critical, no list": {"crit": "exp"}, "another type": {"typ": "dpop+jwt"}, "type a number": {"typ": 1},
             "type of an identity token": {"typ": "logout+jwt"}}
    for name, change in made.items():
        yield name, token(key, change)
    signed = {"jwk": {"jwk": other.jwk()}, "jku": {"jku": address}, "x5u": {"x5u": address},
              "x5c": {"x5c": [base64.b64encode(other.public_pem.encode()).decode()]}}
    for name, change in signed.items():
        yield f"{name}, own id", token(other, change)
        yield f"{name}, trusted id", token(other, {"kid": key.kid, **change})
    yield "header repeats alg", put_together(key, f'{{"alg":"RS256","alg":"none","kid":"{key.kid}"}}', to_json(claims()))
    yield "header repeats kid", put_together(key, f'{{"alg":"RS256","kid":"x","kid":"{key.kid}"}}', to_json(claims()))
    for name, text in {"header a list": "[]", "header empty": "{}", "header no JSON": "alg=RS256", "header null": "null",
                       "header with a mark": "\ufeff" + to_json(header(key)), "header and more": to_json(header(key)) + "{}",
                       "header with a comment": to_json(header(key))[:-1] + "/**/}"}.items():
        yield name, put_together(key, text, to_json(claims()))
    secrets = {"public key": key.public_pem.encode(), "key set": jwks_text.encode(), "nothing": b"", "key id": key.kid.encode(),
               "modulus": key.jwk()["n"].encode()}
    for name, secret in secrets.items():
        yield f"HS256 with {name}", put_together(
            key, to_json(header(key, alg="HS256")), to_json(claims()),
            lambda text, secret=secret: hmac.new(secret, text, hashlib.sha256).digest())
        yield f"RS256 signed by HMAC with {name}", put_together(
            key, to_json(header(key)), to_json(claims()),
            lambda text, secret=secret: hmac.new(secret, text, hashlib.sha256).digest())
    for name in ("none", "None"):
        yield f"{name} without signature", put_together(key, to_json(header(key, alg=name)), to_json(claims()), lambda _: b"")


def signatures(key, other):
    """Good claims, signed in other ways."""
    def signed(sign):
        return put_together(key, to_json(header(key)), to_json(claims()), sign)

    size, modulus = key.size, key.modulus
    info = DIGEST_INFO["sha256"]
    ways = {
        "another key's": other.sign,
        "of SHA-1": lambda text: key.sign(text, "sha1"),
        "of SHA-384": lambda text: key.sign(text, "sha384"),
        "of SHA-512": lambda text: key.sign(text, "sha512"),
        "SHA-512 named SHA-256": lambda text: key.raw(key.block(text, "sha512", info)),
        "without the name of the hash": lambda text: key.raw(key.block(text, info=b"")),
        "of a hash without parameters": lambda text: key.raw(key.block(text, info=bytes.fromhex(
            "302f300b0609608648016503040201") + b"\x04\x20")),
        "padded with zeroes": lambda text: key.raw(key.block(text).replace(b"\xff", b"\0")),
        "of block type 2": lambda text: key.raw(b"\0\2" + key.block(text)[2:]),
        "with something after the hash": lambda text: key.raw(_short(key, text)),
        "the block itself": key.block,
        "zeroes": lambda _: bytes(size),
        "one": lambda _: bytes(size - 1) + b"\1",
        "the modulus": lambda _: modulus.to_bytes(size, "big"),
        "modulus less one": lambda _: (modulus - 1).to_bytes(size, "big"),
        "with a zero before": lambda text: b"\0" + key.sign(text),
        "with a zero after": lambda text: key.sign(text) + b"\0",
        "backwards": lambda text: key.sign(text)[::-1],
        "of nothing": lambda _: key.sign(b""),
        "of the claims alone": lambda text: key.sign(text.split(b".")[1]),
        "empty": lambda _: b"",
        "as digits": lambda text: key.sign(text).hex().encode(),
    }
    for name, way in ways.items():
        yield name, signed(way)


def _short(key, text):
    """Makes short padding, and fills the rest with bytes that are not checked."""
    tail = DIGEST_INFO["sha256"] + hashlib.sha256(text).digest()
    block = b"\0\1" + b"\xff" * 8 + b"\0" + tail
    return block + b"\xaa" * (key.size - len(block))


def wrong_claims(key):
    now = int(time.time())
    actor = {"authority": "iso6523-actorid-upis", "ID": f"0192:{CONSUMER}"}
    made = {}
    for name, values in {
            "iss": (None, "", ISSUER[:-1], ISSUER + "/", ISSUER.upper(), [ISSUER], 1, {"a": ISSUER}, "https://evil.example/",
                    ISSUER + "\0", " " + ISSUER),
            "exp": (None, now - 11, now - 3600, 0, -1, str(now + 600), [now + 600], True, 1e300, {"x": 1}, "9999999999"),
            "iat": (None, now + 60, str(now), True, [now], -5),
            "nbf": (now + 60, str(now), True, [now], {}),
            "aud": (None, "", "unspecified", AUDIENCE + "/", AUDIENCE[:-1], AUDIENCE.upper(), [], ["unspecified"], [AUDIENCE, 1],
                    [[AUDIENCE]], {"aud": AUDIENCE}, 1, f"{AUDIENCE} x"),
            "client_id": (None, "", 1, ["x"], "k" * 256, "æ"),
            "jti": (None, "", 1, ["x"]),
            "consumer": (None, "", CONSUMER, f"0192:{CONSUMER}", [actor], {**actor, "authority": "x"}, {"ID": actor["ID"]},
                         {**actor, "ID": CONSUMER}, {**actor, "ID": f"9908:{CONSUMER}"}, {**actor, "ID": "0192:31415926"},
                         {**actor, "ID": "0192:314159269"}, {**actor, "ID": f"0192:{CONSUMER} "}, {**actor, "ID": [actor["ID"]]},
                         {**actor, "ID": f"0192:{CONSUMER}:1"}),
            "supplier": ("x", {**actor, "ID": "0192:1"}, [actor])}.items():
        for value in values:
            made[f"{name} {'missing' if value is None else to_json(value)[:60]}"] = {name: value}
    for name, change in made.items():
        yield name, token(key, **change)
    text = to_json(claims())
    for name in ("iss", "exp", "scope", "aud", "jti", "client_id", "iat"):
        yield f"{name} twice", put_together(key, to_json(header(key)), text[:-1] + f',"{name}":{to_json(claims()[name])}}}')
    odd = {"a list": f"[{text}]", "no JSON": "iss=x", "empty": "{}", "null": "null", "a text": to_json(text), "two": text + text,
           "cut off": text[:-1], "with a mark before": "\ufeff" + text, "single quotes": text.replace('"', "'"),
           "a comma at the end": text[:-1] + ",}", "no number": text[:-1] + ',"exp":NaN}', "with a null after": text + "\0",
           "depth": text[:-1] + ',"x":' + "[" * 1200 + "]" * 1200 + "}",
           "65 more claims": text[:-1] + "".join(f',"c{i}":1' for i in range(65)) + "}",
           "a name twice inside": text[:-1] + ',"x":{"a":1,"a":2}}'}
    for name, body in odd.items():
        yield f"claims {name}", put_together(key, to_json(header(key)), body)
    yield "claims not UTF-8", put_together(key, to_json(header(key)), text.encode()[:-1] + b',"x":"\xff"}')


def wrong_scopes(key):
    """Wrong scopes for the roles in an entity."""
    for scope in (None, "", " ", AUTO_ROLES[:-1], AUTO_ROLES + "x", "x" + AUTO_ROLES, AUTO_ROLES.upper(), AUTO_ROLES + ":mer",
                  ROLES + "/mer", ROLES.replace(":", " "), f"{ROLES},{AUTO_ROLES}", f"\t{ROLES}\t", f"\u00a0{ROLES}", STATEMENT,
                  "x" + "br" + ROLES, "brbr" + ROLES, "brreg:" + ROLES, "*", "reg:*", "openid", "data:enhetsregisteret:roller"):
        yield f"scope {to_json(scope)}", token(key, scope=scope)


def good(key):
    now = int(time.time())
    actor = {"authority": "iso6523-actorid-upis", "ID": f"0192:{CONSUMER}"}
    changes = ({}, {"scope": ROLES}, {"scope": AUTO_ROLES}, {"scope": "br" + ROLES}, {"scope": "br" + AUTO_ROLES},
               {"scope": f"openid {ROLES} x"}, {"scope": f"  {ROLES}"}, {"aud": [AUDIENCE]}, {"aud": ["x", AUDIENCE]},
               {"exp": now - 5}, {"iat": now + 5}, {"nbf": now + 5}, {"nbf": now - 60}, {"supplier": actor},
               {"exp": now + 600.5}, {"pid": "x", "authorization_details": [{"type": "x"}]})
    for change in changes:
        yield to_json(change), token(key, **change)
    for head in ({"typ": "JWT"}, {"typ": "at+jwt"}, {"x5t": "x"}, {"jku": "https://evil.example/jwk"}):
        yield to_json(head), token(key, head)
