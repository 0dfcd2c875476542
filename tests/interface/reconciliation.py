# SPDX-License-Identifier: EUPL-1.2
"""A client of the Reconciliation Service API 0.2, which knows nothing but the address of the service.

It finds the parts of the service in the manifest, sends requests that the specification allows and others that it does not,
and compares the answers with what the specification says of them: by schemas (reconciliation.schemas.json), and by rules that no
schema can have. Random requests come from a fixed seed.
"""

import copy
import json
import random
import urllib.error
import urllib.parse
import urllib.request

SERVICE = "/api/ext/v1/reconcile"
FORM = "application/x-www-form-urlencoded"
SEED = 20230410
BATCHES = 150
MOST_QUERIES = 8
LONGEST_S = 60
GONE = object()

# Entities that no register has, and texts that are hard to read.
STRANGE = ("", " ", "999999999", "x", "æøå", "\u0000", "\U0001f600", "a" * 180, "a" * 181, '"', "\\", "%ff", "{{id}}", "AS", "0", "-",
           "NO 312 300 028 MVA")
VALUES = ("STAVANGER", "4035", 312300028, 2.5, True, {"id": "1103"}, {"id": "312300028", "name": "x"}, ["BERGEN", 7], [])

# Requests that are not as the specification has them: all of them are refused.
WRONG_QUERIES = ("", "x", "[]", "null", '"q"', '{"q0":', '{"q0":[]}', '{"q0":"x"}', '{"q0":{}}', '{"q0":{"query":1}}',
                 '{"q0":{"query":null}}', '{"q0":{"properties":[]}}', '{"q0":{"limit":3}}', '{"q0":{"query":"x","properties":{}}}',
                 '{"q0":{"query":"x","properties":["place"]}}', '{"q0":{"query":"x","properties":[{"pid":"place"}]}}',
                 '{"q0":{"query":"x","properties":[{"v":"place"}]}}', '{"q0":{"query":"x","properties":[{"pid":1,"v":1}]}}',
                 '{"q0":{"query":"x"},"q1":{}}', '{"q0":{"query":"x"}}}', '{"q0":{"query":"x"},}', "{'q0':{}}")
WRONG_EXTENSIONS = ("", "x", "[]", "{}", '{"ids":[]}', '{"properties":[]}', '{"ids":{},"properties":[]}', '{"ids":[1],"properties":[]}',
                    '{"ids":[null],"properties":[]}', '{"ids":["312300028"],"properties":["name"]}',
                    '{"ids":["312300028"],"properties":[{"name":"name"}]}', '{"ids":["312300028"],"properties":[{"id":1}]}',
                    '{"ids":["312300028"],"properties":{"id":"name"}}')
WRONG_LISTS = ("limit=0", "limit=-1", "limit=x", "limit=1.5", "cursor=-1", "cursor=x")

# What makes an answer wrong: the schema, where, and what stands there then.
FAULTS = (
    ("manifest", ("versions",), ["0.1"]), ("manifest", ("versions",), "0.2"), ("manifest", ("name",), GONE),
    ("manifest", ("identifierSpace",), GONE), ("manifest", ("schemaSpace",), 1), ("manifest", ("view", "url"), "https://host/x"),
    ("manifest", ("preview", "width"), GONE), ("manifest", ("preview", "height"), "150"), ("manifest", ("preview", "url"), "/x"),
    ("manifest", ("defaultTypes", 0), "entity"), ("manifest", ("defaultTypes", 0, "id"), GONE), ("manifest", ("suggest", "entity"), "/suggest"),
    ("manifest", ("suggest", "unit"), {"service_url": "https://host", "service_path": "/x"}),
    ("manifest", ("extend", "propose_properties", "service_path"), GONE), ("manifest", ("extend", "property_settings"), {}),
    ("results", ("q", "result"), GONE), ("results", ("q", "result"), {}), ("results", ("q",), []), ("results", ("q", "result", 0), "x"),
    ("results", ("q", "result", 0, "id"), 312300028), ("results", ("q", "result", 0, "name"), GONE), ("results", ("q", "result", 0, "score"), "100"),
    ("results", ("q", "result", 0, "score"), GONE), ("results", ("q", "result", 0, "match"), 1), ("results", ("q", "result", 0, "type"), "entity"),
    ("results", ("q", "result", 0, "type", 0), {"name": "entity"}), ("results", ("q", "result", 0, "description"), None),
    ("extension", ("meta",), GONE), ("extension", ("rows",), []), ("extension", ("meta", 0, "name"), GONE),
    ("extension", ("rows", "312300028"), []), ("extension", ("rows", "312300028", "name"), "x"), ("extension", ("rows", "312300028", "name", 0), "x"),
    ("extension", ("rows", "312300028", "name", 0), {"str": 1}), ("extension", ("rows", "312300028", "name", 0), {"id": "x"}),
    ("extension", ("rows", "312300028", "name", 0), {"id": "x", "name": "x", "str": "x"}),
    ("extension", ("rows", "312300028", "name", 0), {"date": "2020-01-01"}), ("extension", ("rows", "312300028", "name", 0), {"int": 1.5}),
    ("suggestedEntities", ("result",), GONE), ("suggestedEntities", ("result", 0, "id"), 1), ("suggestedEntities", ("result", 0, "name"), GONE),
    ("suggestedEntities", ("result", 0, "notable"), "entity"),
    ("proposal", ("properties",), GONE), ("proposal", ("type",), GONE), ("proposal", ("properties", 0, "name"), GONE),
    ("refusal", ("validationErrors",), []),
)


def expect(is_right, text):
    """Ends the test unless the rule of the specification is kept."""
    if not is_right:
        raise SystemExit(f"FAILED {text}")


class Client:
    """It collects the answers in `lines`, each as a line for schemas.mjs."""

    def __init__(self, base):
        self._service = base + SERVICE
        self.lines = []

    def send(self, url, form=None, media=FORM):
        """Returns the status, the media type and the body of the answer."""
        request = urllib.request.Request(url, form and urllib.parse.urlencode(form).encode(), {"Content-Type": media} if form else {})
        try:
            with urllib.request.urlopen(request, timeout=LONGEST_S) as answer:
                return answer.status, answer.headers.get_content_type(), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers.get_content_type(), error.read().decode()

    def _take(self, schema, asked, answer):
        status, media, body = answer
        expected = 400 if schema == "refusal" else 200
        expect((status, media) == (expected, "application/json"), f"{asked}: {status} {media} {body[:300]}")
        read = json.loads(body)
        self.lines.append({"schema": schema, "asked": asked, "answer": read, "isRight": True})
        return read

    def get(self, schema, url):
        return self._take(schema, url, self.send(url))

    def post(self, schema, **form):
        """The same by GET must be the same answer."""
        posted = self._take(schema, f"POST {form}", self.send(self._service, form))
        got = self._take(schema, f"GET {form}", self.send(f"{self._service}?{urllib.parse.urlencode(form)}"))
        if schema != "refusal":
            expect(got == posted, f"GET and POST differ: {form}")
        return posted

    def manifest(self):
        return self.get("manifest", self._service)


def check_batch(client, batch):
    results = client.post("results", queries=json.dumps(batch))
    expect(list(results) == list(batch), f"the answers have other keys: {batch}")
    for key, query in batch.items():
        candidates = results[key]["result"]
        scores = [candidate["score"] for candidate in candidates]
        expect(scores == sorted(scores, reverse=True), f"the best one is not first: {query} {scores}")
        expect(len(candidates) <= query.get("limit", len(candidates)), f"more than the limit: {query}")
        expect(sum(candidate["match"] for candidate in candidates) <= 1, f"two of them are certain: {query}")
    return results


def random_query(chooser, names):
    text = chooser.choice(names)
    query = {"query": chooser.choice((text, text.lower(), text[:chooser.randrange(1, len(text) + 1)], chooser.choice(STRANGE)))}
    if chooser.random() < 0.4:
        query["limit"] = chooser.randrange(1, 9)
    if chooser.random() < 0.4:
        query["type"] = chooser.choice(("entity", "sub-entity", "Q43229", ["entity", "sub-entity"], []))
        query["type_strict"] = chooser.choice(("any", "should", "all"))
    if chooser.random() < 0.4:
        query["properties"] = [{"pid": chooser.choice(("place", "number", "colour")), "v": chooser.choice(VALUES)}
                               for _ in range(chooser.randrange(1, 4))]
        if chooser.random() < 0.2:
            del query["query"]
    return query


def check_queries(client, names):
    """A name that a unit has finds the unit, a number too; any batch has an answer of the right form."""
    chooser = random.Random(SEED)
    for name, number in names.items():
        results = check_batch(client, {"name": {"query": name}, "number": {"query": number}})
        expect(any(one["name"] == name for one in results["name"]["result"]), f"{name} does not find the unit of that name")
        expect([one["id"] for one in results["number"]["result"]] == [number], f"{number} does not find its unit")
    for _ in range(BATCHES):
        count = chooser.randrange(MOST_QUERIES)
        check_batch(client, {chooser.choice(("q", "ø", " ", '"')) + str(at): random_query(chooser, list(names)) for at in range(count)})
    for text in WRONG_QUERIES:
        client.post("refusal", queries=text)


def check_extension(client, properties, numbers):
    chooser = random.Random(SEED)
    for _ in range(BATCHES):
        ids = [chooser.choice((*numbers, *STRANGE)) for _ in range(chooser.randrange(MOST_QUERIES))]
        asked = [chooser.choice((*properties, "colour")) for _ in range(chooser.randrange(len(properties) + 2))]
        answer = client.post("extension", extend=json.dumps({"ids": ids, "properties": [{"id": name} for name in asked]}))
        expect(set(answer["rows"]) == set(ids), f"the rows are those of other units: {ids}")
        meta = [one["id"] for one in answer["meta"]]
        expect(set(meta) == set(asked) & set(properties) and len(set(meta)) == len(meta), f"the columns are others: {asked}")
        expect(all(list(row) == meta for row in answer["rows"].values()), f"a row has other columns: {ids}")
    for text in WRONG_EXTENSIONS:
        client.post("refusal", extend=text)


def check_suggestions(client, address, names):
    for name, number in names.items():
        for prefix in (name, number):
            found = client.get("suggestedEntities", f"{address}?{urllib.parse.urlencode({'prefix': prefix})}")["result"]
            expect(any(prefix in (one["name"], one["id"]) for one in found), f"{prefix} is not suggested")
    everything = client.get("suggestedEntities", f"{address}?prefix=a&limit=50")["result"]
    expect(len(everything) > 2, "too few units begin with an a")
    rest = client.get("suggestedEntities", f"{address}?prefix=a&limit=50&cursor=2")["result"]
    expect(rest == everything[2:], "cursor=2 does not leave out two suggestions")
    for wrong in WRONG_LISTS:
        client.get("refusal", f"{address}?prefix=a&{wrong}")
    client.get("refusal", address)


def check_views(client, manifest, numbers):
    for number in (*numbers, "999999999"):
        for part in ("view", "preview"):
            status, media, _ = client.send(manifest[part]["url"].replace("{{id}}", number))
            expect((status, media) == (200, "text/html") or (status, number) == (404, "999999999"), f"{part} of {number}: {status} {media}")


def join(place):
    return place["service_url"] + place["service_path"]


def spoil(lines):
    """Yields answers that are wrong on purpose: one for each row of FAULTS, of the first answer that has the place."""
    for schema, path, value in FAULTS:
        for line in lines:
            answer = copy.deepcopy(line["answer"])
            if line["schema"] == schema and put(answer, path, value):
                yield {"schema": schema, "asked": f"{path} is {value}", "answer": answer, "isRight": False}
                break
        else:
            raise SystemExit(f"FAILED no answer has {schema} {path}")


def put(answer, path, value):
    """Puts the value into the answer; returns False if it does not have the place. `q` is the first of all queries."""
    at = answer
    for step in path[:-1]:
        step = next(iter(at), None) if step == "q" else step
        try:
            at = at[step]
        except (KeyError, IndexError, TypeError):
            return False
    last = next(iter(at), None) if path[-1] == "q" else path[-1]
    is_there = last is not None and (last < len(at) if isinstance(at, list) else last in at or last == "unit")
    if is_there and value is GONE:
        del at[last]
    elif is_there:
        at[last] = value
    return is_there


def check(base, names):
    """Returns lines for schemas.mjs. `names` are those of live units, each with the number of one of them."""
    client = Client(base)
    manifest = client.manifest()
    properties = client.get("proposal", f"{join(manifest['extend']['propose_properties'])}?type=entity")
    client.get("proposal", f"{join(manifest['extend']['propose_properties'])}?type=x&limit=2")
    expect(properties["type"] == "entity", "the type of the properties is not that of the request")
    expect(set(manifest["suggest"]) == {"entity"}, "the manifest has suggestions that this test does not know")
    numbers = tuple(names.values())
    check_queries(client, names)
    check_extension(client, [one["id"] for one in properties["properties"]], numbers)
    check_suggestions(client, join(manifest["suggest"]["entity"]), names)
    check_views(client, manifest, numbers)
    return [*client.lines, *spoil(client.lines)]
