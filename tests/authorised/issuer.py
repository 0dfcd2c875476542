# SPDX-License-Identifier: EUPL-1.2
"""A token service that the test controls: keys made by openssl, tokens signed here in every form, and a
server of the key set that counts requests and can fail on demand."""

import base64
import contextlib
import hashlib
import http.server
import json
import re
import socket
import ssl
import subprocess
import threading
import time
import uuid

ISSUER = "https://token.example.test/"
AUDIENCE = "https://data.example.test/enhetsregisteret/autorisert-api"
ROLES = "reg:data:enhetsregisteret:roller"
AUTO_ROLES = "reg:data:enhetsregisteret:auto:roller"
STATEMENT = "reg:data:enhetsregisteret:roller:person:oppslag:fnr"
CONSUMER = "314159268"
# DigestInfo of SHA-256, SHA-384, SHA-512 and SHA-1 (RFC 8017, 9.2).
DIGEST_INFO = {
    "sha256": bytes.fromhex("3031300d060960864801650304020105000420"),
    "sha384": bytes.fromhex("3041300d060960864801650304020205000430"),
    "sha512": bytes.fromhex("3051300d060960864801650304020305000440"),
    "sha1": bytes.fromhex("3021300906052b0e03021a05000414"),
}


def encode(data):
    data = data if isinstance(data, bytes) else data.encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_json(value):
    return json.dumps(value, separators=(",", ":"))


def _number(data):
    return data.to_bytes((data.bit_length() + 7) // 8, "big")


class Key:
    """An RSA key. `kid` is the id of its public part."""

    def __init__(self, kid, bits=2048):
        self.kid = kid
        pem = subprocess.run(["openssl", "genrsa", str(bits)], capture_output=True, text=True, check=True).stdout
        text = subprocess.run(["openssl", "rsa", "-noout", "-text"], input=pem, capture_output=True, text=True,
                              check=True).stdout
        self.size = (bits + 7) // 8
        self.exponent = int(re.search(r"publicExponent: (\d+)", text)[1])
        self.modulus = self._member(text, "modulus")
        self._primes = [self._member(text, name) for name in ("prime1", "prime2")]
        self._secrets = [self._member(text, name) for name in ("exponent1", "exponent2")]
        self._coefficient = self._member(text, "coefficient")
        self.public_pem = subprocess.run(["openssl", "rsa", "-pubout"], input=pem, capture_output=True, text=True,
                                         check=True).stdout

    @staticmethod
    def _member(text, name):
        return int(re.sub(r"[\s:]", "", re.search(rf"{name}:((?:\n {{4}}[0-9a-f:]+)+)", text)[1]), 16)

    def jwk(self, **more):
        return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.kid, "n": encode(_number(self.modulus)),
                "e": encode(_number(self.exponent)), **more}

    def raw(self, block):
        """Returns the power of the secret exponent, computed from both primes: this is four times as fast."""
        value = int.from_bytes(block, "big")
        first, second = (pow(value, secret, prime) for secret, prime in zip(self._secrets, self._primes, strict=True))
        high = (first - second) * self._coefficient % self._primes[0]
        return (second + high * self._primes[1]).to_bytes(self.size, "big")

    def block(self, data, name="sha256", info=None):
        """Returns what PKCS #1 1.5 signs."""
        info = DIGEST_INFO[name] if info is None else info
        tail = info + hashlib.new(name, data).digest()
        return b"\0\1" + b"\xff" * (self.size - 3 - len(tail)) + b"\0" + tail

    def sign(self, data, name="sha256"):
        return self.raw(self.block(data, name))


def claims(**changes):
    """Returns the claims of a good token; a value of None removes a claim."""
    now = int(time.time())
    made = {"iss": ISSUER, "aud": AUDIENCE, "scope": f"{AUTO_ROLES} {STATEMENT}", "client_id": "en-klient",
            "client_amr": "private_key_jwt", "token_type": "Bearer", "iat": now, "exp": now + 600,
            "jti": str(uuid.uuid4()), "consumer": {"authority": "iso6523-actorid-upis", "ID": f"0192:{CONSUMER}"}}
    return {name: value for name, value in {**made, **changes}.items() if value is not None}


def header(key, **changes):
    made = {"alg": "RS256", "kid": key.kid, **changes}
    return {name: value for name, value in made.items() if value is not None}


def put_together(key, head, body, sign=None):
    """Makes a token from texts, well-formed or not."""
    text = f"{encode(head)}.{encode(body)}"
    return f"{text}.{encode((sign or key.sign)(text.encode()))}"


def token(key, head=None, **changes):
    return put_together(key, to_json(header(key, **(head or {}))), to_json(claims(**changes)))


def self_signed(names, folder):
    """The files of a certificate for names such as `IP:127.0.0.1`, and of its key."""
    certificate, key = folder / f"{names.replace(':', '-')}.pem", folder / f"{names.replace(':', '-')}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Test", "-days", "2",
                    "-addext", f"subjectAltName={names}", "-keyout", key, "-out", certificate], capture_output=True, check=True)
    return certificate, key


class KeyServer:
    """Answers with the keys it is given; `with KeyServer([...]) as keys:`. It counts the requests.

    With the files of a certificate and its key it speaks TLS.
    """

    def __init__(self, keys, identity=None):
        self.keys = list(keys)
        self.count = 0
        self.status = 200
        self.pause_s = 0
        self.others = 0  # Requests for anything else.
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path != "/jwk":
                    outer.others += 1
                    return self.send_error(404)
                outer.count += 1
                time.sleep(outer.pause_s)
                body = to_json({"keys": [key.jwk() for key in outer.keys]}).encode()
                self.send_response(outer.status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                return None

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if identity:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*identity)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
            # A client that refuses the certificate is no error of the server.
            self._server.handle_error = lambda *_: None
        self.address = f"{'https' if identity else 'http'}://127.0.0.1:{self._server.server_port}/jwk"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


class HostileServer:
    """Takes connections one by one and gives each to a function; `with HostileServer(behave, identity) as hostile:`.

    The function gets a socket: of TLS if there is an identity, whose handshake is done, and otherwise a plain one.
    """

    def __init__(self, behave, identity=None):
        self._behave, self._context = behave, None
        if identity:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*identity)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.count = 0
        self.address = f"https://127.0.0.1:{self._listener.getsockname()[1]}/jwk"

    def _serve(self):
        while True:
            try:
                connection = self._listener.accept()[0]
            except OSError:
                return
            self.count += 1
            # The client may end at any time.
            with connection, contextlib.suppress(OSError):
                connection.settimeout(20)
                if self._context:
                    connection = self._context.wrap_socket(connection, server_side=True)
                self._behave(connection)
                connection.close()

    def __enter__(self):
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def hostile_answers(body, elsewhere):
    """Each way in which a server with the right certificate can answer so that its keys must not count."""
    def head(*fields, status="200 OK"):
        return "\r\n".join([f"HTTP/1.1 {status}", *fields, "", ""]).encode()

    def sends(data):
        def behave(connection):
            connection.recv(65536)
            connection.sendall(data)
        return behave

    def drips(connection):
        connection.recv(65536)
        for byte in head(f"Content-Length: {len(body)}") + body:
            connection.sendall(bytes([byte]))
            time.sleep(0.3)

    length = f"Content-Length: {len(body)}"
    return {
        "a redirection to plain http": sends(head(f"Location: {elsewhere}", length, status="302 Found") + body),
        "a permanent redirection": sends(head(f"Location: {elsewhere}", "Content-Length: 0", status="308 Permanent Redirect")),
        "a huge header": sends(head("X-Long: " + "a" * 200_000, length) + body),
        "many headers": sends(head(*[f"X-{i}: a" for i in range(20_000)], length) + body),
        "a body that is cut": sends(head(f"Content-Length: {len(body) + 1}") + body),
        "chunks that are cut": sends(head("Transfer-Encoding: chunked") + f"{len(body):x}\r\n".encode() + body),
        "a huge body": sends(head("Content-Length: 3000000") + body + b" " * (3_000_000 - len(body))),
        "a slow answer": drips,
        "no answer": lambda connection: connection.recv(65536),
        "no HTTP": sends(body),
    }


def cut_handshake(connection):
    """Begins what looks like the server's part of a handshake."""
    connection.recv(65536)
    connection.sendall(b"\x16\x03\x03\x00\x7a\x02\x00\x00\x76\x03\x03")


def plain_answer(body):
    """Answers a client of TLS in the clear."""
    def behave(connection):
        connection.recv(65536)
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    return behave
