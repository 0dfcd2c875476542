# SPDX-License-Identifier: EUPL-1.2
"""The checks of downloads share this: the paths of the files, requests for them, waiting until they
are made, and records that are hard for every format."""

import hashlib
import json
import socket
import urllib.parse

from client import API
from http_client import Broken, Closed, Connection
from waiting import comes

# Maps a format to the end of its path.
JSON, CSV, SHEET = "", "/csv", "/regneark"
NAMES = {
    ("enheter", JSON): "enheter_alle.json.gz", ("enheter", CSV): "enheter_alle.csv.gz",
    ("enheter", SHEET): "enheter_alle.xlsx", ("underenheter", JSON): "underenheter_alle.json.gz",
    ("underenheter", CSV): "underenheter_alle.csv.gz",
    ("underenheter", SHEET): "underenheter_alle.xlsx",
}
# Other files: the roles, of which these registers have none.
OF_ROLES = ("roller_alle.json.gz", "roller_alle.zip")
ALL_NAMES = (*NAMES.values(), *OF_ROLES)
FAR_S = 90


def path_of(kind, form):
    return f"{API}{kind}/lastned{form}"


def ask(port, target, method="GET", headers=(), source=None):
    """Sends a request; `headers` are pairs; only Host and Connection are added. `source` is the client's address."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close",
             *(f"{name}: {value}" for name, value in headers)]
    with Connection("127.0.0.1", port, timeout=120, source=source) as connection:
        connection.send(("\r\n".join(lines) + "\r\n\r\n").encode())
        return connection.read_response(method)


def with_query(path, pairs):
    return path + ("?" + urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote) if pairs else "")


def manifest(port):
    """Returns the entries by name, or None while there are no files."""
    response = ask(port, f"{API}enheter/lastned/manifest")
    if response.status != 200:
        return None
    return {entry["name"]: entry for entry in json.loads(response.body)["files"]}


def await_files(port):
    """Returns the manifest once it lists them all."""
    return comes(lambda: (found := manifest(port)) and len(found) == len(ALL_NAMES) and found)


def await_position(port, position):
    """Returns the manifest once all files have that position or a later one."""
    return comes(lambda: (found := await_files(port)) and
                 all(entry["position"] >= position for entry in found.values()) and found)


def fetch(port, kind, form):
    return ask(port, path_of(kind, form))


def fetch_all(port):
    return {key: fetch(port, *key) for key in NAMES}


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class SlowDownload:
    """A download that is begun and later read to its end."""

    RECEIVE_BYTES = 32768

    def __init__(self, port, target, accept="*/*", source=None):
        self._connection = Connection("127.0.0.1", port, timeout=120, source=source)
        self._connection._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.RECEIVE_BYTES)
        self._connection.send(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                              f"Accept: {accept}\r\nConnection: close\r\n\r\n".encode())
        self._connection._more()

    def finish(self):
        """Returns the body, or None if it breaks off."""
        with self._connection as connection:
            try:
                return connection.read_response("GET").body
            except (Broken, Closed):
                return None

    def close(self):
        self._connection._socket.close()


NASTY = ['"', 'a,b;c', 'linje 1\nlinje 2', '\tmed\ttab\t', '=1+1', '  foran og bak  ', '\x01\x02\x1f',
         'æøå ÆØÅ', '😀 🏴', '_x0041_ _x000D_', "<&> ']]>' <!--", 'a\r\nb', '+47 00 00', '@sum', 'null',
         'a\u00a0b\u2028c', '""', '"a""b",', '\\u0041 \\" \\', '#N/A', '-', '0123', '1e5', 'TRUE', '2024-01-01',
         'e\u0301 (sammensatt)', ' ', "'", '\ufeffbom', 'x' * 40000]
FORM = {"kode": "NUF", "beskrivelse": "Norskregistrert utenlandsk foretak"}


class Texts:
    """Gives one hard text after the other."""

    def __init__(self, start):
        self.at = start

    def __call__(self):
        self.at += 1
        return NASTY[self.at % len(NASTY)]

    def address(self, foreign=False):
        lines = [self(), None, "", self(), self()]
        address = {"land": self(), "landkode": "NO", "poststed": self(), "adresse": lines}
        return address if foreign else {**address, "postnummer": "0150", "kommune": self(),
                                        "kommunenummer": "0301"}


def full_record(kind, number, start):
    """Makes a record with every field, and with unknown members."""
    text = Texts(start)
    day = iter(f"{1899 + 13 * at % 150}-{1 + at % 12:02}-{1 + at % 28:02}" for at in range(60))
    record = {
        "organisasjonsnummer": number, "navn": text(),
        "organisasjonsform": FORM if kind == "enheter" else {
            "kode": "BEDR", "beskrivelse": "Underenhet til næringsdrivende og offentlig forvaltning"},
        "hjemmeside": text(), "postadresse": text.address(), "registreringsdatoEnhetsregisteret": next(day),
        "registrertIMvaregisteret": True, "frivilligMvaRegistrertBeskrivelser": [text(), text(), text()],
        **{f"naeringskode{i}": {"kode": "62.100", "beskrivelse": text()} for i in (1, 2, 3)},
        "hjelpeenhetskode": {"kode": "70.100", "beskrivelse": text()},
        "antallAnsatte": 123456, "harRegistrertAntallAnsatte": True, "overordnetEnhet": "312300028",
        **{name: next(day) for name in (
            "registreringsdatoFrivilligMerverdiavgiftsregisteret", "registreringsdatoMerverdiavgiftsregisteret",
            "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret",
            "registreringsdatoAntallAnsatteEnhetsregisteret", "registreringsdatoAntallAnsatteNAVAaregisteret")},
        "epostadresse": text(), "telefon": text(), "mobil": text(),
        "nyttFelt": {"navn": text(), "liste": [None, 1, True, {"kode": text()}]}, "postadresse.land": text(),
        "respons_klasse": "Enhet" if kind == "enheter" else "Underenhet",
    }
    if kind == "underenheter":
        return {**record, "beliggenhetsadresse": text.address(), "oppstartsdato": next(day),
                "datoEierskifte": next(day), "nedleggelsesdato": next(day)}
    return {**record, **_entity_fields(text, day, start)}


def _entity_fields(text, day, start):
    digits = ("1000000000000000000", "2556807512", "7")[start % 3]
    return {
        "forretningsadresse": text.address(), "stiftelsesdato": next(day),
        "institusjonellSektorkode": {"kode": "2100", "beskrivelse": text()},
        **{name: bool(at % 2) for at, name in enumerate((
            "registrertIForetaksregisteret", "registrertIStiftelsesregisteret",
            "registrertIFrivillighetsregisteret", "registrertIPartiregisteret", "konkurs", "underAvvikling",
            "underTvangsavviklingEllerTvangsopplosning", "erIKonsern"))},
        "sisteInnsendteAarsregnskap": "2024", "maalform": text(),
        **{name: next(day) for name in (
            "konkursdato", "underAvviklingDato", "tvangsavvikletPgaManglendeSlettingDato",
            "tvangsopplostPgaManglendeDagligLederDato", "tvangsopplostPgaManglendeRevisorDato",
            "tvangsopplostPgaManglendeRegnskapDato", "tvangsopplostPgaMangelfulltStyreDato", "vedtektsdato",
            "registreringsdatoForetaksregisteret", "registreringsdatoFrivillighetsregisteret",
            "registreringsdatoPartiregisteret", "fravalgRevisjonDato", "fravalgRevisjonBeslutningsDato",
            "underRekonstruksjonsforhandlingDato", "underUtenlandskInsolvensbehandlingDato")},
        "vedtektsfestetFormaal": [text(), text(), text()], "aktivitet": [text()],
        "paategninger": [{"infotype": "NAVN", "tekst": text(), "innfoertDato": next(day)}] if start % 2 else [],
        "kapital": {"belop": 12345678901.25, "antallAksjer": int(digits), "type": text(), "bundet": -0.5,
                    "valuta": "NOK", "innbetalt": 1000, "fulltInnbetalt": False, "innfortDato": next(day)},
        "registreringsnummerIHjemlandet": text(), "utenlandskRegisterNavn": text(),
        "utenlandskRegisterAdresse": {"land": text(), "poststed": text(), "adresse": [text(), text()]},
        "underlagtLovgivningLand": text(), "underlagtLovgivningLandKode": "GB",
        "foretaksformIHjemlandet": {"kode": text(), "beskrivelse": text(), "beskrivelseBokmaal": text()},
    }


def full_records(kind):
    """Makes so many records that every field has had every hard text."""
    first = {"enheter": 999990000, "underenheter": 999995000}[kind]
    return [full_record(kind, str(first + at), at) for at in range(len(NASTY) + 2)]
