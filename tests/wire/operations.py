# SPDX-License-Identifier: EUPL-1.2
"""What the program says of its operations (`orgreg operations`), compared with what it answers.

The row of each operation names every status and media type that it answers with. An answer that its row does not name
is a failure; so is a status of a row that no answer of the whole suite has, and a member that has no meaning.
"""

import json
import re
import subprocess
from urllib.parse import unquote_to_bytes

import meanings

# tests/authorised covers these operations; it has an issuer of tokens.
AUTHORISED = "/enhetsregisteret/autorisert-api"

# The server answers these before it knows the operation (http/message/handler.h).
FAULTS = {408, 413, 414, 431, 501, 505}
# A row that names no body answers with a file.
FILE = re.compile(r"zip|csv|plain|octet|pdf|sheet|html")
# The only graph that is not one form of a body with a schema.
GRAPHS = {("showDataCatalogue", "text/turtle")}


class Operations:
    def __init__(self, rows, record=None):
        self._record = open(record, "w", encoding="utf-8") if record else None
        self._rows = [(row, [segment.encode() for segment in row["pattern"].split("/")]) for row in rows]
        self._met = {row["operation"]: set() for row, _ in self._rows}
        self._meanings = meanings.Meanings()

    def _find(self, method, target):
        """Returns the row that takes the request, as http/answer/router.h says, or None."""
        segments = [unquote_to_bytes(text) for text in target.partition("?")[0].split("/")]
        found = [row for row, pattern in self._rows
                 if method in row["methods"].split(", ") and _matches(pattern, segments)]
        # A literal segment wins over a capture.
        return min(found, key=lambda row: [part.startswith("{") for part in row["pattern"].split("/")], default=None)

    def check(self, method, target, response, sent=b""):
        """Returns what is wrong with the answer to the request that was sent, or None. Notes the status."""
        row = self._find(method, target)
        if row is None or response.status in FAULTS:
            return None
        self._met[row["operation"]].add(response.status)
        if self._record:
            self._write(row, (method, target, sent), response)
        named = row["statuses"] + row["usualStatuses"]
        if response.status not in named:
            return f"the row of {row['operation']} does not name {response.status}, but {named}"
        media = response.header("Content-Type")
        if response.status in (200, 206) and media is not None and (
                (row["body"] == "") != (bool(FILE.search(media)) or (row["operation"], media) in GRAPHS)):
            return f"the row of {row['operation']} names the body {row['body']!r}, but {media} came"
        types = row["types"] if response.status < 400 else row["errorTypes"]
        if media is not None and media not in types:
            return f"the row of {row['operation']} does not name {media} for {response.status}, but {types}"
        return self._meanings.check(row["body"], response)

    def name_of(self, method, target):
        """Returns the name of the operation that takes the request, or None."""
        row = self._find(method, target)
        return row and row["operation"]

    def _write(self, row, request, response):
        """Adds a line to the record. A body that is not text is left out."""
        method, target, sent = request
        head, _, sent_body = sent.partition(b"\r\n\r\n")
        line = {"operation": row["operation"], "method": method, "target": target,
                "asked": [text.split(": ", 1) for text in head.decode("latin-1").split("\r\n")[1:] if ": " in text],
                "sent": _text(sent_body), "status": response.status, "type": response.header("Content-Type"),
                "headers": sorted([name.lower(), value] for name, value in response.headers),
                "body": _text(response.content()) if response.body else None}
        self._record.write(json.dumps(line) + "\n")
        self._record.flush()

    def unmet(self):
        """Returns each (operation, status) that a row names and no answer had."""
        return [(row["operation"], status) for row, _ in self._rows if not row["pattern"].startswith(AUTHORISED)
                for status in row["statuses"] if status not in self._met[row["operation"]]]


def of(program, record=None):
    done = subprocess.run([program, "operations"], stdout=subprocess.PIPE, text=True, check=True)
    return Operations(json.loads(done.stdout), record)


def _text(data):
    try:
        return data.decode()
    except ValueError:
        return None


def _matches(pattern, segments):
    return len(pattern) == len(segments) and all(
        segment != b"" if part.startswith(b"{") else part == segment for part, segment in zip(pattern, segments))
