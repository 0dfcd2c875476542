# SPDX-License-Identifier: EUPL-1.2
"""Random requests for every operation and page, from a seed, right and wrong ones: no answer is a server error, invalid or slow.

The operations and their parameters are those of the interface document of the program (`orgreg openapi`). Values are right,
nearly right, or what scanners send. A server error is 5xx other than 501, 505, and 503 with Retry-After.
"""

import json
import random
import subprocess
import threading
import time
from urllib.parse import quote

import crowded
from strict_client import Client, Invalid, fault_of

CLIENTS = 4
SLOW_S, BUSY_S = 1, 5  # The short form runs next to other tests.
# The server checks one wrong password at a time, so that others need not wait for guesses, and each client of this driver guesses now and then.
CHECK_S = 0.5
TIMES = 3  # A request is slow if it is slow so often: once may be the machine.
TIMEOUT_S = 20
PAGES = ("/", "/en", "/nn/search/entities", "/search/entities", "/search/sub-entities", "/status", "/files", "/docs", "/en/docs", "/api",
         "/openapi.json", "/catalog.ttl", "/robots.txt", "/favicon.ico", "/nowhere", "//", "/%2e%2e/etc/passwd", "/units/{number}",
         "/en/units/{number}/changes", "/enhetsregisteret/api/..", "/livez", "/metrics")
HOSTILE = ("", " ", "0", "-1", "1", "99999999999999999999", "9223372036854775807", "1e9", "NaN", "null", "true", "TRUE", "%00", "%", "%zz", "%c0%af",
           "%ff%fe", "%E2%80%AE", "'", "\"", "<script>", "../../etc/passwd", "*", "a" * 3000, "a," * 500, "%20" * 180, "+" * 200, "æøå", "%F0%9F%8E%89",
           "2024-02-30", "2024-02-29", "0000-00-00", "9999-12-31", "0001-01-01", "24:00", "2024-01-01T00:00:00.000Z", "2024-13-01T99:99:99Z",
           "navn,ASC", "navn,desc", "id,DESC", "antallAnsatte,ASC,navn", "AS,ASA", "0301", "0301,1103", "62.010", "J", "NO", "$(id)", "{{7*7}}",
           "cursor", "Aa0D", "2147483648", "10000", "10001", "100", "fj", "%5B%22a%22%5D", '{"q0":{"query":"a"}}')
TYPES = ("*/*", "application/json", "application/problem+json", "text/html", "text/turtle;q=0.5, */*;q=0.1", "application/xml", "application/x-ndjson",
         "application/vnd.brreg.enhetsregisteret.enhet.v1+json;charset=UTF-8", "application/vnd.reg.enhetsregisteret.enhet.v2+json", "x", ";;,,q=",
         "text/csv, application/gzip;q=0", "application/zip", "a/" + "b" * 500, "*;q=.2")
FIELDS = {
    "Accept": TYPES,
    "Accept-Encoding": ("gzip", "identity", "gzip;q=0", "*", "br, gzip;q=1.0", "deflate", ",,"),
    "Accept-Language": ("nb", "nn-NO", "en-GB,en;q=0.8", "de", "*", "x" * 200),
    "If-None-Match": ("*", '"x"', "W/\"x\"", "x", '"' * 9, '"a","b"'),
    "If-Match": ("*", '"x"'),
    "If-Modified-Since": ("Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "never", "Thu, 01 Jan 2099 00:00:00 GMT"),
    "If-Unmodified-Since": ("Sun, 06 Nov 1994 08:49:37 GMT",),
    "If-Range": ('"x"', "Sun, 06 Nov 1994 08:49:37 GMT"),
    "Range": ("bytes=0-9", "bytes=-5", "bytes=5-", "bytes=9-0", "bytes=0-0,2-3", "bytes=999999999999-", "lines=1-2", "bytes=18446744073709551616-"),
    "Authorization": ("Basic eDp5", "Basic !", "Bearer x.y.z", "Bearer ", "Digest a", "Basic " + "QQ" * 400),
    "Content-Type": ("application/json", "text/plain", "application/x-ndjson", "text/csv", "application/x-www-form-urlencoded", "x"),
    "Origin": ("https://example.test", "null"),
    "Sec-Fetch-Mode": ("navigate", "cors"),
    "X-Forwarded-For": ("203.0.113.9", "::1, unknown", "x"),
    "X-Forwarded-Proto": ("https", "gopher"),
    "X-Forwarded-Host": ("example.test", "a b"),
    "Forwarded": ("for=192.0.2.1;proto=https", "for="),
    "Traceparent": ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0-0-0", "x"),
    "Expect": ("100-continue", "200-maybe"),
    "Cookie": ("a=b",),
    "Upgrade": ("h2c",),
    "Access-Control-Request-Method": ("GET", "PATCH"),
}
METHODS = ("HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "BREW", "get")
BODIES = (b"", b"{}", b"[]", b"312300028\n", b'{"number":"312300028"}\n{"name":"Fjell AS"}\nx\n', b"name;place\nFjell AS;OSLO\n", b"queries=%7B%22q0%22%3A%7B%22query%22%3A%22a%22%7D%7D",
          b'{"identitetsnummer":"01815493712"}', b"\x00\xff" * 50, b"[" * 2000, b'{"queries":' * 99, b"x" * 9000)


def follow(document, node):
    while "$ref" in node:
        target = document
        for name in node["$ref"][2:].split("/"):
            target = target[name.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


class Operation:
    def __init__(self, document, path, method, operation):
        self.path, self.method = path, method.upper()
        parameters = [follow(document, one) for one in operation.get("parameters", [])]
        self.in_query = {one["name"]: self._values(document, one) for one in parameters if one["in"] == "query"}

    @staticmethod
    def _values(document, parameter):
        """Returns values that the document names: of a list, an example, a default."""
        schema = follow(document, parameter.get("schema", {}))
        schema = follow(document, schema.get("items", schema))
        found = [*schema.get("enum", []), *schema.get("examples", []), schema.get("example"), schema.get("default"), parameter.get("example")]
        found += [one.get("value") for one in parameter.get("examples", {}).values() if "value" in one]
        return [str(one).lower() if isinstance(one, bool) else str(one) for one in found if isinstance(one, (str, int, float))]


class Maker:
    """Makes one request after the other from a seed."""

    def __init__(self, operations, register, host, seed):
        self._operations, self._host = operations, host
        self._random = random.Random(seed)
        self._numbers = [*register.numbers, *register.with_roles, "312300028", "000000000", "12345678", "1234567890"]
        self._names = register.names

    def make(self):
        """Returns the bytes of a request and its method."""
        chance = self._random
        operation = chance.choice(self._operations) if chance.random() < 0.85 else None
        path = self._fill(operation.path if operation else chance.choice(PAGES))
        method = operation.method if operation else "GET"
        if chance.random() < 0.1:
            method = chance.choice(METHODS)
        query = self._query(operation)
        lines = [f"{method} {path}{query} HTTP/1.1", f"Host: {self._host if chance.random() < 0.98 else 'other.test'}", *self._fields()]
        body = b""
        if method in ("POST", "PUT", "PATCH") or chance.random() < 0.01:
            body = chance.choice(BODIES)
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body, method

    def _fill(self, path):
        for place in ("{number}", "{code}", "{id}"):
            path = path.replace(place, self._in_path(place))
        return path

    def _in_path(self, place):
        chance = self._random
        if chance.random() < 0.1:
            return self._written(chance.choice(HOSTILE)).replace("?", "") or "x"
        return chance.choice(self._numbers) if place == "{number}" else chance.choice(("AS", "0301", "DAGL", "2024", "1", "J", "x"))

    def _query(self, operation):
        chance = self._random
        names = list(operation.in_query) if operation else ["navn", "sort", "page", "size", "text", "lang"]
        count = chance.choice((0, 0, 1, 1, 2, 3, 6)) if names else chance.choice((0, 0, 0, 1))
        pairs = []
        for _ in range(count):
            name = chance.choice(names) if names and chance.random() < 0.95 else chance.choice(("x", "", "%ff", "size", "page", "sort"))
            known = operation.in_query.get(name, []) if operation else []
            pairs.append(name + ("=" + self._value(name, known) if chance.random() < 0.97 else ""))
        if pairs and chance.random() < 0.005:
            pairs *= 300
        return "?" + "&".join(pairs) if pairs or chance.random() < 0.02 else ""

    def _value(self, name, known):
        chance = self._random
        draw = chance.random()
        if known and draw < 0.4:
            return quote(chance.choice(known), safe=",*")
        if draw < 0.5:
            return chance.choice(self._numbers)
        if draw < 0.65 or name == "navn" and draw < 0.9:
            return quote(chance.choice(self._names)[:chance.choice((3, 8, 60))])
        return self._written(chance.choice(HOSTILE))

    def _written(self, text):
        """Returns the text as it may stand in a target, now and then raw."""
        if self._random.random() < 0.05 and not any(c in text for c in " \r\n"):
            return text
        return quote(text, safe="%,+*-")

    def _fields(self):
        chance = self._random
        count = chance.choice((0, 1, 1, 2, 4))
        return [f"{name}: {chance.choice(FIELDS[name])}" for name in chance.sample(sorted(FIELDS), count)]


class Asker(threading.Thread):
    def __init__(self, maker, client, count, most_s):
        super().__init__(daemon=True)
        self._maker, self._client, self._count, self._most_s = maker, client, count, most_s
        self.statuses, self.wrong = {}, []
        # The slowest request without a password, and with one.
        self.slowest = {False: (0, b""), True: (0, b"")}

    def run(self):
        for _ in range(self._count):
            request, method = self._maker.make()
            try:
                self._ask(request, method)
            except (Invalid, OSError) as error:
                self._client.close()
                self.wrong.append(f"{error!r} to {request[:400]!r}")
        self._client.close()

    def _ask(self, request, method):
        has_password = b"\r\nAuthorization: Basic " in request
        most_s = self._most_s + (CLIENTS * CHECK_S if has_password else 0)
        took = []
        while not took or (took[-1] > most_s and len(took) < TIMES):
            answer, seconds = self._client.ask(request, method)
            took.append(seconds)
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        self.slowest[has_password] = max(self.slowest[has_password], (min(took), request[:300]))
        fault = fault_of(answer, method)
        if min(took) > most_s:
            fault = f"an answer after {min(took):.2f} s at best"
        if fault:
            self.wrong.append(f"{fault} to {request[:400]!r}")


def operations_of(program):
    document = json.loads(subprocess.run([program, "openapi"], stdout=subprocess.PIPE, check=True).stdout)
    return [Operation(document, path, method, operation) for path, methods in document["paths"].items() for method, operation in methods.items()]


def run(program, report, folder, options):
    count = options.requests
    register = crowded.Register(program, folder, 2_000)
    with crowded.Serving(program, register.store, crowded.cores_of("shared")[0], register.token_options()) as running:
        running.await_files()
        begun = time.monotonic()
        operations = operations_of(program)
        askers = [Asker(Maker(operations, register, running.host, options.seed * 1000 + place), Client(running.port, source, TIMEOUT_S),
                        count // CLIENTS, SLOW_S if options.long else BUSY_S) for place, source in enumerate(crowded.addresses(CLIENTS))]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        took = time.monotonic() - begun
        wrong = [one for asker in askers for one in asker.wrong]
        for one in wrong[:20]:
            report.check(False, f"random request: {one}")
        report.check(not wrong, f"random requests: {len(wrong)} answers are wrong")
        report.check(running.alive(), f"random requests: the server has ended:\n{running.errors()}")
        report.check(running.ask(f"{crowded.PUBLIC}/enheter/{register.numbers[0]}")[0] == 200, "random requests: afterwards no answer")
    statuses = {}
    for asker in askers:
        for status, times in asker.statuses.items():
            statuses[status] = statuses.get(status, 0) + times
    # Requests that all go wrong in the same way would prove nothing.
    report.check(statuses.get(200, 0) > count // 10 and statuses.get(400, 0) > count // 20, f"random requests: too much alike: {statuses}")
    slowest, with_password = (max(asker.slowest[kind] for asker in askers) for kind in (False, True))
    return (f"{count} requests for {len(operations)} operations and {len(PAGES)} pages in {took:.0f} s, {len(wrong)} wrong answers, the slowest after "
            f"{1000 * slowest[0]:.0f} ms ({slowest[1].splitlines()[0][:80].decode('latin-1')}), with a password after {1000 * with_password[0]:.0f} ms; " + " ".join(f"{status}: {times}" for status, times in sorted(statuses.items())))
