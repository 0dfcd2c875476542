# SPDX-License-Identifier: EUPL-1.2
"""The clients of a cluster under test: each is a thread that goes on whatever happens, and notes everything in a history."""

import http.client
import json
import random
import threading
import time

from history import ACKNOWLEDGED, REFUSED, Batch, Read, Update
from world import API, batch_text, org_number, upsert

UNITS = 50
PAUSE_S = 0.05
CONNECTS_S, PATIENCE_S = 1.5, 12
GIVES_UP = 0.1  # How often a writer does not ask again what became of a batch.


def units_of(writer):
    return tuple(org_number(UNITS * writer + at) for at in range(UNITS))


class Client(threading.Thread):
    """Runs `step` again and again until it is stopped. What it raises counts as a failure of the test."""

    def __init__(self, history, seed):
        super().__init__(daemon=True)
        self.history, self.random, self.error = history, random.Random(seed), None
        self.stopped = threading.Event()

    def run(self):
        try:
            while not self.stopped.is_set():
                self.step()
        except Exception as error:  # noqa: BLE001: it is reported by the driver
            self.error = error

    def ask(self, target, path, method="GET", body=None, **fields):
        """Status, fields and body, or None if no answer came."""
        connection = http.client.HTTPConnection(*target, timeout=CONNECTS_S)
        try:
            connection.connect()
            connection.sock.settimeout(PATIENCE_S)
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def rest(self):
        self.stopped.wait(PAUSE_S)


class Writer(Client):
    """Sends batches that give all its units one marker, each to any node, and again until it is acknowledged; now and then it gives up
    a batch of which it does not know what became. A hasty one sends each at once to another node too."""

    def __init__(self, history, seed, number, targets, token):
        super().__init__(history, seed)
        self.number, self.targets, self.token = number, targets, token
        self.numbers, self.count = units_of(number), 0
        self.pause_s = 0  # Between batches.
        self.is_hasty, self.sending = number % 2 == 0, []

    def run(self):
        super().run()
        for thread in self.sending:
            thread.join()

    def step(self):
        self.stopped.wait(self.pause_s)
        self.count += 1
        marker = f"MERKE {self.number} {self.count:06}"
        batch = Batch(f"cluster-{self.number}-{self.count}", marker, self.numbers, time.monotonic())
        self.history.begin(batch)
        text = batch_text(batch.id, [upsert(number, marker) for number in self.numbers]).encode()
        if self.is_hasty:
            self.send_aside(batch, text)
        while not self.stopped.is_set():
            batch.tries += 1
            if self.send(self.random.choice(self.targets), batch, text):
                return
            if self.random.random() < GIVES_UP / batch.tries:
                return
            self.rest()

    def send(self, target, batch, text):
        """Whether it is known what became of the batch."""
        answer = self.ask(target, "/batches", "POST", text, **{"Content-Type": "application/x-ndjson", "Authorization": f"Bearer {self.token}"})
        if not answer or answer[0] in (502, 503):
            return False
        if answer[0] == 200:
            self.history.took(target[0])
            self.history.end(batch, ACKNOWLEDGED, json.loads(answer[2]))
        else:
            self.history.end(batch, REFUSED, {"status": answer[0], "body": answer[2].decode()})
        return True

    def send_aside(self, batch, text):
        """Sends it once while the writer goes on."""
        self.sending = [thread for thread in self.sending if thread.is_alive()]
        self.sending.append(threading.Thread(target=self.send, args=(self.random.choice(self.targets), batch, text), daemon=True))
        self.sending[-1].start()


class Poller(Client):
    """Follows the feed of one node, by id."""

    def __init__(self, history, seed, node, target, first):
        super().__init__(history, seed)
        self.node, self.target, self.next = node, target, first

    def step(self):
        answer = self.ask(self.target, f"{API}oppdateringer/enheter?size=1000&oppdateringsid={self.next}")
        if answer and answer[0] == 200:
            rows = json.loads(answer[2]).get("_embedded", {}).get("oppdaterteEnheter", [])
            updates = [Update(row["oppdateringsid"], row["organisasjonsnummer"], row["endringstype"], row["dato"]) for row in rows]
            self.history.saw_updates(self.node, updates)
            if updates:
                self.next = updates[-1].id + 1
        self.rest()


class WholeReader(Client):
    """Reads all units of a writer in one answer; half of the time it sends the newest position that was acknowledged to anybody."""

    def __init__(self, history, seed, nodes, writers):
        super().__init__(history, seed)
        self.nodes, self.writers = nodes, writers

    def step(self):
        node = self.random.choice(sorted(self.nodes))
        numbers = units_of(self.random.randrange(self.writers))
        wanted = self.history.position if self.random.random() < 0.5 else 0
        fields = {"Register-Position": str(wanted)} if wanted else {}
        answer = self.ask(self.nodes[node], f"{API}enheter?size={UNITS}&organisasjonsnummer={','.join(numbers)}", **fields)
        if answer and answer[0] == 200:
            found = json.loads(answer[2]).get("_embedded", {}).get("enheter", [])
            position = int(answer[1].get("Register-Position") or 0)
            self.history.saw(Read(node, numbers, tuple(unit["navn"] for unit in found), position, wanted))
        elif wanted:
            self.history.was_refused()
        self.rest()


class Neighbour(Client):
    """An ordinary reader behind the balancer, who opens a connection for each request and sends none again."""

    def __init__(self, history, seed, target):
        super().__init__(history, seed)
        self.target = target

    def step(self):
        begun = time.monotonic()
        answer = self.ask(self.target, f"{API}enheter/{units_of(0)[self.random.randrange(UNITS)]}")
        failure = None if answer and answer[0] == 200 else f"{answer[0] if answer else 'no answer'}"
        self.history.answered(failure, time.monotonic() - begun)
        self.stopped.wait(PAUSE_S / 5)
