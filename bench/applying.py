# SPDX-License-Identifier: EUPL-1.2
"""Batches of changes, and the `orgreg apply -` that they go through, as its users run it."""

import json
import subprocess
import sys


def upsert_line(record):
    return json.dumps({"operation": "upsert", "kind": "entity", "record": record}, ensure_ascii=False, separators=(",", ":")) + "\n"


def batch_of(name, lines):
    return batch_text(name, len(lines), "".join(lines))


def batch_text(name, count, lines):
    return (json.dumps({"batch": name, "operations": count}) + "\n" + lines).encode()


class Applying:
    """One process; batches are written to it, and its receipts are read as they come."""

    def __init__(self, program, data, *options):
        self._process = subprocess.Popen([program, "apply", "-", "--data", data, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.pid = self._process.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        if self._process.wait(timeout=600) != 0 and sys.exc_info()[0] is None:
            sys.exit("orgreg apply failed")

    def send(self, text):
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def receipt(self):
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            sys.exit("orgreg apply ended without a receipt")
        return json.loads(line)
