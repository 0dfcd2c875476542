# SPDX-License-Identifier: EUPL-1.2
"""Sends requests to a running server and reads whole results, page by page."""

import http.client
import urllib.parse

from json_text import loads

API = "/enhetsregisteret/api/"


class Answer(Exception):
    """The server answered with something other than 200."""


class Client:
    def __init__(self, port):
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def get(self, path, accept=None):
        """Returns status and parsed body, or None if there is no body."""
        self._connection.request("GET", path, headers={"Accept": accept} if accept else {})
        response = self._connection.getresponse()
        body = response.read()
        return response.status, loads(body) if body else None

    def page(self, kind, parameters):
        """Returns one page: records, page object. `parameters` are pairs."""
        query = urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)
        status, body = self.get(f"{API}{kind}?{query}")
        if status != 200:
            raise Answer(f"{status} {body}")
        return body.get("_embedded", {}).get(kind, []), body["page"]

    def everything(self, kind, parameters, size=10000):
        """Returns all records of a result inside the window, and the total of the first page."""
        records, number, total = [], 0, None
        while True:
            found, page = self.page(kind, [*parameters, ("size", size), ("page", number)])
            total = int(page["totalElements"]) if total is None else total
            records += found
            number += 1
            if not found or number >= int(page["totalPages"]) or (number + 1) * size > 10000:
                return records, total
