# SPDX-License-Identifier: EUPL-1.2
"""An object store with the interface of S3, in memory, that checks signatures and fails as it is told to.

It knows what orgreg asks for: PUT with If-None-Match or of a copy, GET, HEAD, DELETE and ListObjectsV2. Its ETag is the sum of nothing.
"""

import contextlib
import datetime
import email.utils
import hashlib
import hmac
import http.server
import ssl
import threading
import time
import urllib.parse
from xml.sax.saxutils import escape

KEY_ID, SECRET, REGION, BUCKET = "AKIDEXAMPLE", "never/shown+to=anybody", "eu-north-1", "bucket"
PAGE = 2
MOST_SKEW_S = 900
SHOWN = {403: "Forbidden", 404: "Not Found", 412: "Precondition Failed", 500: "Internal Server Error", 503: "Slow Down"}


class Refused(Exception):
    def __init__(self, status, code):
        super().__init__(code)
        self.status, self.code = status, code


class ObjectStore:
    """Faults are taken one by one by the requests that come: 500, 503, cut, half, damaged; `is_silent` counts for all."""

    def __init__(self, identity=None):
        self.objects, self.faults, self.log = {}, [], []
        self.clock_s, self.secret, self.is_silent, self.is_versioned = 0, SECRET, False, False
        self.lock = threading.Lock()
        self.wakes = threading.Event()
        self.identity = identity

    def __enter__(self):
        self.server = Listener(("127.0.0.1", 0), type("Bound", (Handler,), {"store": self}))
        if self.identity:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.identity.certificate, self.identity.key)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.endpoint = f"{'https' if self.identity else 'http'}://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.wakes.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    @contextlib.contextmanager
    def silence(self):
        """It takes requests and does not answer."""
        self.wakes.clear()
        self.is_silent = True
        yield
        self.is_silent = False
        self.wakes.set()

    def now(self):
        return time.time() + self.clock_s

    def keys(self):
        with self.lock:
            return set(self.objects)

    def age(self, by_s):
        with self.lock:
            self.objects = {key: (body, modified - by_s) for key, (body, modified) in self.objects.items()}

    def change(self, key, body):
        with self.lock:
            self.objects[key] = (body, self.objects[key][1])

    def asked(self, method):
        with self.lock:
            return sum(1 for one in self.log if one == method)

    def take_fault(self):
        with self.lock:
            return self.faults.pop(0) if self.faults else None


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Clients end connections as they like."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store = None

    def log_message(self, *_):
        pass

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(self.store.now() if timestamp is None else timestamp, usegmt=True)

    def do(self):
        store = self.store
        store.log.append(self.command)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if store.is_silent:
            store.wakes.wait()
        self.fault = store.take_fault()
        try:
            if self.fault == "cut":
                self.close_connection = True
                return
            if self.fault in (500, 503):
                raise Refused(self.fault, "SlowDown" if self.fault == 503 else "InternalError")
            self.check_signature(body)
            self.serve(body)
        except Refused as refused:
            self.answer(refused.status, f"<Error><Code>{refused.code}</Code><Message>{store.secret}</Message></Error>".encode())

    do_GET = do_PUT = do_HEAD = do_DELETE = do  # noqa: N815, as the server wants them

    def answer(self, status, body=b"", **fields):
        self.send_response(status, SHOWN.get(status))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD":
            return
        if self.fault == "half":
            self.wfile.write(body[:len(body) // 2])
            self.close_connection = True
            return
        self.wfile.write(body.replace(b"%PDF", b"%PDX") if self.fault == "damaged" else body)

    def check_signature(self, body):
        fields = dict(part.strip().split("=", 1) for part in self.headers["Authorization"].removeprefix("AWS4-HMAC-SHA256 ").split(","))
        key_id, day, region, service, end = fields["Credential"].split("/")
        if key_id != KEY_ID:
            raise Refused(403, "InvalidAccessKeyId")
        if (region, service, end) != (REGION, "s3", "aws4_request"):
            raise Refused(400, "AuthorizationHeaderMalformed")
        moment = self.headers["X-Amz-Date"]
        at = datetime.datetime.strptime(moment, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc).timestamp()
        if abs(self.store.now() - at) > MOST_SKEW_S:
            raise Refused(403, "RequestTimeTooSkewed")
        if self.signature(fields["SignedHeaders"], f"{day}/{region}/{service}/{end}", moment) != fields["Signature"]:
            raise Refused(403, "SignatureDoesNotMatch")
        if hashlib.sha256(body).hexdigest() != self.headers["X-Amz-Content-Sha256"]:
            raise Refused(400, "XAmzContentSHA256Mismatch")

    def signature(self, names, scope, moment):
        path, _, query = self.path.partition("?")
        pairs = sorted(urllib.parse.parse_qsl(query, keep_blank_values=True))
        quoted = "&".join(f"{urllib.parse.quote(name, safe='-_.~')}={urllib.parse.quote(value, safe='-_.~')}" for name, value in pairs)
        signed = "".join(f"{name}:{' '.join(self.headers[name].split())}\n" for name in names.split(";"))
        request = "\n".join((self.command, path, quoted, signed, names, self.headers["X-Amz-Content-Sha256"]))
        text = "\n".join(("AWS4-HMAC-SHA256", moment, scope, hashlib.sha256(request.encode()).hexdigest()))
        key = f"AWS4{self.store.secret}".encode()
        for part in (*scope.split("/"), text):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        return key.hex()

    def serve(self, body):
        path, _, query = self.path.partition("?")
        _, bucket, key = path.split("/", 2)
        if bucket != BUCKET:
            raise Refused(404, "NoSuchBucket")
        if not key:
            self.list(dict(urllib.parse.parse_qsl(query)))
        elif self.command == "PUT":
            self.put(key, body)
        elif self.command == "DELETE":
            with self.store.lock:
                self.store.objects.pop(key, None)
            self.answer(204, **({"x_amz_delete_marker": "true"} if self.store.is_versioned else {}))
        else:
            self.get(key)

    def put(self, key, body):
        with self.store.lock:
            there = self.store.objects.get(key)
            source = self.headers.get("X-Amz-Copy-Source")
            if source:
                body = self.store.objects[source.removeprefix(f"/{BUCKET}/")][0]
            elif self.headers.get("If-None-Match") == "*" and there:
                raise Refused(412, "PreconditionFailed")
            self.store.objects[key] = (body, self.store.now())
        self.answer(200, b"<CopyObjectResult></CopyObjectResult>" if source else b"", ETag='"d41d8cd98f00b204e9800998ecf8427e"')

    def get(self, key):
        with self.store.lock:
            if key not in self.store.objects:
                raise Refused(404, "NoSuchKey")
            body, modified = self.store.objects[key]
        self.answer(200, body, ETag='"d41d8cd98f00b204e9800998ecf8427e"', Last_Modified=self.date_time_string(modified))

    def list(self, asked):
        with self.store.lock:
            objects = sorted((key, *one) for key, one in self.store.objects.items() if key.startswith(asked.get("prefix", "")))
        rest = [one for one in objects if one[0] > asked.get("continuation-token", "")]
        page = rest[:min(PAGE, int(asked.get("max-keys", PAGE)))]
        text = "".join(f"<Contents><Key>{escape(key)}</Key><LastModified>{self.moment(modified)}</LastModified><Size>{len(body)}</Size></Contents>"
                       for key, body, modified in page)
        more = f"<NextContinuationToken>{escape(page[-1][0])}</NextContinuationToken>" if len(page) < len(rest) else ""
        self.answer(200, f'<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
                         f"<IsTruncated>{'true' if more else 'false'}</IsTruncated>{more}{text}</ListBucketResult>".encode())

    def moment(self, seconds):
        return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
