# SPDX-License-Identifier: EUPL-1.2
"""The requests that the interface document describes, sent to the register of the wire tests.

  requests.py [--program PATH]

A parameter with a default has no other effect without a value than with this one, and each example of a body is taken, as it
is and as the page for trying out writes it.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "wire")]

import fixtures  # noqa: E402
import server  # noqa: E402

FIXTURES = ("roles", "changed", "other-registers")
# Parameters that an operation needs; without a row, the first value of its list.
NEEDED = {"text": "fj", "prefix": "fj"}
FORM = "application/x-www-form-urlencoded"


def document_of(program):
    return json.loads(subprocess.run([program, "openapi"], stdout=subprocess.PIPE, check=True).stdout)


def follow(document, node):
    while "$ref" in node:
        target = document
        for name in node["$ref"][2:].split("/"):
            target = target[name.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def operations_of(document):
    """Yields the path, the method and the operation."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def send(url, body=None, media=None):
    """Returns the status and the body of the answer."""
    headers = {"Content-Type": media} if media else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def records_of(body):
    """The answer without its links, which repeat the parameters of the request."""
    try:
        answer = json.loads(body)
    except ValueError:
        return body
    if isinstance(answer, dict):
        answer.pop("_links", None)
    return answer


def value_of(parameter):
    schema = parameter["schema"].get("items", parameter["schema"])
    return NEEDED.get(parameter["name"]) or schema["enum"][0]


def check_defaults(document, base, number):
    """Returns the failures, and the names of the parameters that have a default and gave a record."""
    failures, met = [], set()
    for path, method, operation in operations_of(document):
        parameters = [follow(document, node) for node in operation.get("parameters", [])]
        for parameter in parameters:
            if method != "get" or "default" not in parameter["schema"]:
                continue
            needed = [(p["name"], value_of(p)) for p in parameters if p["in"] == "query" and p.get("required")]
            address = base + re.sub(r"{\w+}", number, path) + "?"
            name, value = parameter["name"], parameter["schema"]["default"]
            without = send(address + urllib.parse.urlencode(needed))
            given = send(address + urllib.parse.urlencode([*needed, (name, value)]))
            if without[0] == given[0] == 200:
                met.add((operation["operationId"], name))
            if records_of(without[1]) != records_of(given[1]):
                failures.append(f"{operation['operationId']}: {name}={value} is not what happens without {name}")
    return failures, met


def bodies_of(document, media, content):
    """The examples of a body, each in the forms in which programs send it."""
    schema = follow(document, content["schema"])
    if media == FORM:
        fields = {name: field["example"] for name, field in schema["properties"].items() if "example" in field}
        yield urllib.parse.urlencode(fields)
    if "example" not in content:
        return
    text = content["example"]
    yield text if isinstance(text, str) else json.dumps(text)
    if "json" in media:
        yield json.dumps(text, indent=2)  # As swagger-ui fills in.


def check_bodies(document, base):
    failures, met = [], set()
    for path, method, operation in operations_of(document):
        for media, content in follow(document, operation.get("requestBody", {})).get("content", {}).items():
            for body in bodies_of(document, media, content):
                status, answer = send(base + path, body.encode(), media)
                met.add((operation["operationId"], media))
                if status != 200 or b'"malformed"' in answer:
                    failures.append(f"{operation['operationId']}: {body!r} gives {status} {answer[:200]}")
    return failures, met


def check(program):
    """Returns the failures and how many parameters and bodies were tried."""
    document = document_of(program)
    holder = re.search(rb'"organisasjonsnummer"\s*:\s*"?(\d{9})', fixtures.read_bytes(fixtures.ROLES / "roles.json"))[1].decode()
    failures, met = [], set()
    for name in FIXTURES:
        with tempfile.TemporaryDirectory(prefix="orgreg-requests-") as folder:
            store = fixtures.load(program, fixtures.FIXTURES[name], folder)
            with server.Server(program, store, fixtures.FIXTURES[name].env) as running:
                for found, seen in (check_defaults(document, running.base, holder), check_bodies(document, running.base)):
                    failures += found
                    met |= seen
    for operation, media in (("matchUnits", "application/x-ndjson"), ("matchUnits", "text/csv"), ("reconcile", FORM)):
        if (operation, media) not in met:
            failures.append(f"{operation} has no example of {media}")
    return sorted(set(failures)), len(met)


def main():
    parser = argparse.ArgumentParser(description="Sends the requests that the interface document describes.")
    parser.add_argument("--program")
    failures, count = check(server.find_program(parser.parse_args().program))
    for failure in failures:
        print(f"FAILED {failure}")
    print(f"{count} parameters and bodies of the document were tried")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
