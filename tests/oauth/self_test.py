# SPDX-License-Identifier: EUPL-1.2
"""Tests of oauth_server.py: its tokens have the requested content, and its keys are published."""

import json
import unittest
import urllib.request

import oauth_server
from oauth_server import part


class OAuthServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.oauth = oauth_server.OAuthServer().__enter__()
        cls.addClassCleanup(cls.oauth.__exit__)

    def keys(self):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.oauth.jwks, timeout=10) as answer:
            return json.load(answer)["keys"]

    def test_token_has_the_good_claims_and_times(self):
        token = self.oauth.token()
        claims = part(token, 1)
        self.assertEqual(claims["iss"], self.oauth.issuer)
        self.assertTrue(self.oauth.issuer.endswith("/"))
        self.assertEqual(claims["scope"], oauth_server.SCOPE)
        self.assertEqual(claims["consumer"], oauth_server.actor(oauth_server.CONSUMER))
        self.assertLess(claims["iat"], claims["exp"])
        self.assertEqual(part(token, 0)["alg"], "RS256")
        self.assertNotEqual(claims["jti"], part(self.oauth.token(), 1)["jti"])

    def test_claims_and_header_change_as_requested(self):
        token = self.oauth.token({"aud": ["a", "b"], "exp": 5, "jti": None}, {"kid": "other", "jku": "x"})
        claims, header = part(token, 1), part(token, 0)
        self.assertEqual((claims["aud"], claims["exp"]), (["a", "b"], 5))
        self.assertNotIn("jti", claims)
        self.assertEqual((header["kid"], header["jku"]), ("other", "x"))

    def test_new_keys_are_published_and_sign(self):
        before = {key["kid"] for key in self.keys()}
        kid = self.oauth.add_key()
        self.assertNotIn(kid, before)
        self.assertEqual({key["kid"] for key in self.keys()}, before | {kid})
        for wanted in self.oauth.kids * 2:
            self.assertEqual(part(self.oauth.token(kid=wanted), 0)["kid"], wanted)
        self.assertFalse([key for key in self.keys() if "d" in key])

    def test_unknown_key_cannot_be_asked_for(self):
        with self.assertRaises(SystemExit):
            self.oauth.token(kid="none")


if __name__ == "__main__":
    unittest.main()
