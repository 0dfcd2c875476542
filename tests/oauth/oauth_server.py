# SPDX-License-Identifier: EUPL-1.2
"""Runs a real OAuth server for the tests of operations that need a token.

    with OAuthServer() as oauth:
        oauth.issuer, oauth.jwks          # settings for a server under test
        oauth.token()                     # a token that is valid everywhere
        oauth.token({"scope": "openid"})  # one that is not
        oauth.token({"exp": None})        # one without the claim

The server is oauth2-mock-server, in the version that package-lock.json names. npm installs it below
build/, once. Run alone, this prints the addresses, a token and a command that uses it, until its input ends.
"""

import base64
import json
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "wire"))

import node_packages  # noqa: E402

START_S, STOP_S, ANSWER_S = 60, 10, 10

AUDIENCE = "https://data.example.test/enhetsregisteret/autorisert-api"
SCOPE = "reg:data:enhetsregisteret:auto:roller"
CONSUMER = "314159268"


def actor(number):
    """Returns a consumer or supplier, as a claim."""
    return {"authority": "iso6523-actorid-upis", "ID": f"0192:{number}"}


def good_claims():
    """Returns the claims of a token other than iss, iat, nbf and exp, which the server adds."""
    return {"aud": AUDIENCE, "scope": SCOPE, "client_id": "7d0b1c1e-0d42-4a0e-9d0a-5f3c1d9b7a11",
            "client_amr": "private_key_jwt", "token_type": "Bearer", "jti": str(uuid.uuid4()),
            "consumer": actor(CONSUMER)}


def part(token, at):
    """Returns the header (0) or the claims (1) of a token."""
    text = token.split(".")[at]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


class OAuthServer:
    """`with OAuthServer() as oauth:` – an issuer with an RS256 key of its own."""

    def __init__(self):
        self.issuer = self.jwks = None
        self.kids = []
        self._token_url = None
        self._process = None

    def __enter__(self):
        installed = node_packages.install(HERE, "oauth")
        self._process = subprocess.Popen(["node", HERE / "issuer.mjs", installed], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)
        try:
            started = self._read_line()
        except BaseException:
            self.__exit__()
            raise
        self.issuer, self.jwks, self._token_url = started["issuer"], started["jwks"], started["token"]
        self.kids = [started["kid"]]
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _read_line(self):
        watchdog = threading.Timer(START_S, self._process.kill)
        watchdog.start()
        line = self._process.stdout.readline()
        watchdog.cancel()
        if not line:
            raise SystemExit("the OAuth server of the tests does not answer")
        return json.loads(line)

    def add_key(self):
        """Makes another key, which is published at once; returns its id. The keys sign in turn."""
        self._process.stdin.write("key\n")
        self._process.stdin.flush()
        self.kids.append(self._read_line()["kid"])
        return self.kids[-1]

    def token(self, claims=None, header=None, kid=None):
        """Makes a token with the good claims, changed by `claims`, where None removes one; the same for the header.
        With `kid`, that key signs it. The server refuses to sign with `crit`, and writes alg
        and typ itself: tokens that are wrong in that way must be made by hand."""
        for _ in self.kids:
            token = self._ask({**good_claims(), **(claims or {})}, header or {})
            if kid is None or part(token, 0)["kid"] == kid:
                return token
        raise SystemExit(f"the OAuth server has no key {kid}")

    def _ask(self, claims, header):
        form = {"grant_type": "client_credentials", "scope": "openid", "claims": json.dumps(claims),
                "header": json.dumps(header)}
        request = urllib.request.Request(self._token_url, urllib.parse.urlencode(form).encode())
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=ANSWER_S) as answer:
            return json.load(answer)["access_token"]

    def expired_token(self):
        """Makes a token that expired a minute ago."""
        now = int(time.time())
        return self.token({"iat": now - 180, "nbf": now - 180, "exp": now - 60})


def main():
    with OAuthServer() as oauth:
        print(f"issuer    {oauth.issuer}\nkeys      {oauth.jwks}\naudience  {AUDIENCE}")
        print(f"curl -H 'Authorization: Bearer {oauth.token()}' …", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
