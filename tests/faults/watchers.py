# SPDX-License-Identifier: EUPL-1.2
"""The readers of the feed driver; each is a process with one connection."""

import http.client
import json
import time

API = "/enhetsregisteret/api/"
TYPES = {"Ukjent": 0, "Ny": 1, "Endring": 2, "Sletting": 3, "Fjernet": 4}
PAGE = 500
PAUSE_S = 0.02


class Reader:
    """Sends a request until it is answered: the server may be down for a moment."""

    def __init__(self, port, stop):
        self._port = port
        self._stop = stop
        self._connection = None

    def get(self, path):
        """Returns status and body, or (0, None) if it was stopped before an answer came."""
        while True:
            try:
                self._connection = self._connection or http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
                self._connection.request("GET", API + path)
                response = self._connection.getresponse()
                body = response.read()
                return response.status, json.loads(body) if body else None
            except (OSError, http.client.HTTPException):
                self._connection = None
                if self._stop.is_set():
                    return 0, None
                time.sleep(0.02)

    def updates(self, word, query):
        status, body = self.get(f"oppdateringer/{word}?size={PAGE}&{query}")
        if status == 0:
            return []
        if status != 200:
            raise SystemExit(f"oppdateringer/{word}?{query}: {status} {body}")
        return next(iter(body.get("_embedded", {}).values()), [])


class Seen:
    """Updates in the order in which they were first seen, and those that came again with other content."""

    def __init__(self):
        self.rows, self.changed, self.problems = [], [], []
        self._by_id = {}

    def take(self, update):
        """Returns True for a new one."""
        row = (update["oppdateringsid"], update["organisasjonsnummer"], TYPES[update["endringstype"]], update["dato"])
        known = self._by_id.get(row[0])
        if known is None:
            self._by_id[row[0]] = row
            self.rows.append((*row, time.monotonic()))
        elif known != row:
            self.changed.append((known, row))
        return known is None

    def result(self):
        return {"rows": self.rows, "changed": self.changed, "problems": self.problems}


def until_stopped(stop, turn):
    """Takes turns until it is stopped, and then one more for the last updates."""
    while True:
        is_last = stop.is_set()
        if not turn() and not is_last:
            time.sleep(PAUSE_S)
        elif is_last:
            while turn():
                pass
            return


def poll_by_id(port, stop, results, word):
    reader, seen = Reader(port, stop), Seen()

    def turn():
        after = seen.rows[-1][0] + 1 if seen.rows else 1
        return [seen.take(update) for update in reader.updates(word, f"oppdateringsid={after}")]

    until_stopped(stop, turn)
    results.put((f"poll_by_id {word}", seen.result()))


def poll_by_time(port, stop, results, word):
    """Asks from the time of the last update seen, which comes again with all of that time."""
    reader, seen = Reader(port, stop), Seen()

    def turn():
        since = seen.rows[-1][3] if seen.rows else "2000-01-01T00:00:00.000Z"
        return any([seen.take(update) for update in reader.updates(word, f"dato={since}")])

    until_stopped(stop, turn)
    results.put((f"poll_by_time {word}", seen.result()))


def poll_mirror(port, stop, results, word):
    """Looks the unit of each update up; it must be at least as new as the update before it was."""
    reader, seen, turns = Reader(port, stop), Seen(), {}

    def look_up(update):
        status, body = reader.get(f"{word}/{update['organisasjonsnummer']}")
        if status == 0:
            return
        number = update["organisasjonsnummer"]
        if status != 200:
            seen.problems.append((number, status))
        elif "slettedato" not in body and "MERKE" in body["navn"]:
            turn = int(body["navn"].rsplit("X", 1)[1])
            if turn < turns.get(number, 0):
                seen.problems.append((number, turn, turns[number]))
            turns[number] = turn

    def turn():
        after = seen.rows[-1][0] + 1 if seen.rows else 1
        updates = reader.updates(word, f"oppdateringsid={after}&includeChanges=true")
        for update in updates:
            seen.take(update)
            if "endringer" not in update:
                seen.problems.append((update["oppdateringsid"], "has no endringer"))
        for update in updates[-1:]:
            look_up(update)
        return updates

    until_stopped(stop, turn)
    results.put((f"poll_mirror {word}", seen.result()))


def watch_markers(port, stop, results, owners):
    """Reads all fifty units of a writer at once, by their numbers and by their marker."""
    reader = Reader(port, stop)
    counts = {"torn": [], "reads": 0, "full": 0, "none": 0}

    def judge(total, names, what):
        counts["reads"] += 1
        counts["full"] += total == 50
        counts["none"] += total == 0
        # Before the first batch every unit has the same other name.
        if total not in (0, 50) or len(names) > 1:
            counts["torn"].append((what, total, sorted(names)[:3]))

    while not stop.is_set():
        for kind, numbers, _ in owners:
            word = "enheter" if kind == "entity" else "underenheter"
            status, body = reader.get(f"{word}?size=50&organisasjonsnummer={','.join(numbers)}")
            if status != 200:
                if status:
                    counts["torn"].append(("by number", status, body))
                continue
            rows = next(iter(body.get("_embedded", {}).values()), [])
            names = {row["navn"] for row in rows}
            judge(body["page"]["totalElements"], names, "by number")
            if not names or "MERKE" not in next(iter(names)):
                continue
            # The current marker and the next one: either is seen on all or on none.
            stem, turn = next(iter(names)).split()[1].rsplit("X", 1)
            for marker in (f"{stem}X{turn}", f"{stem}X{int(turn) + 1}"):
                status, body = reader.get(f"{word}?size=1&navn={marker}&navnMetodeForSoek=FORTLOEPENDE")
                if status == 200:
                    judge(body["page"]["totalElements"], (), f"by marker {marker}")
                elif status:
                    counts["torn"].append((marker, status, body))
    results.put(("watch_markers", counts))
