# SPDX-License-Identifier: EUPL-1.2
"""A cluster with clients, to which faults are done. One thread does them; the clients have their own."""

import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import time
from contextlib import contextmanager

from checker import Leased, Truth, check
from clients import Client, Neighbour, Poller, WholeReader, Writer
from cluster import PORTS
from history import ACKNOWLEDGED, History, Update
from machines import NAMES
from watchers import TYPES

WRITERS, READERS, NEIGHBOURS = 4, 2, 2
HEALTHY_S, QUIET_S = 120, 1.5
NOBODY = "02:00:00:00:00:99"  # No network card has this address.
READS_THAT_SUCCEED = 0.999
TABLES = ("entity", "sub_entity", "roles", "voluntary", "party", "cadastral", "statements", "documents")
ROWS = "SELECT number, state, commit_id, checksum FROM {} ORDER BY number"
LINES = "SELECT id, tbl, place, commit_id, number, type, time_ms, checksum FROM change_log ORDER BY id"
COMMITS = "SELECT id, time_ms, digest, last_change, changes, checksum FROM commits ORDER BY id"
NOW = "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
# What becomes of leases is noted next to the tables of the register, with the table that they were in: one that was made anew knows nothing of
# those before.
WATCH_LEASES = """
CREATE SCHEMA IF NOT EXISTS trial;
CREATE TABLE IF NOT EXISTS trial.lease (id bigserial, job text, holder text, epoch bigint, at timestamptz, until timestamptz, before timestamptz);
CREATE OR REPLACE FUNCTION trial.note_lease() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
  INSERT INTO trial.lease (job, holder, epoch, at, until, before) VALUES (NEW.job || ' in ' || TG_RELID, NEW.holder, NEW.epoch, clock_timestamp(), NEW.until, OLD.until);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER note_lease AFTER INSERT OR UPDATE ON lease FOR EACH ROW EXECUTE FUNCTION trial.note_lease();
"""
LEASES = ("SELECT job, holder, epoch, extract(epoch FROM at), extract(epoch FROM until), coalesce(extract(epoch FROM before)::text, '') "
          "FROM trial.lease ORDER BY id")
QUERIES = {**{table: ROWS.format(table) for table in TABLES}, "change_log": LINES, "commits": COMMITS}


class Trial:
    def __init__(self, cluster, report, seed, ports):
        self.cluster, self.report, self.seed, self.ports = cluster, report, seed, ports
        self.history, self.clients, self.random = History(), [], random.Random(seed)
        self.pauses = {}  # By fault: the longest time without an acknowledgement, of each time that it was done.
        self.first = 0

    # The clients.

    def begin(self):
        """Lets the clients loose."""
        self.first = 1 + int(self.cluster.sql("register", "SELECT coalesce(max(id), 0) FROM change_log"))
        self.first_commit = 1 + int(self.cluster.sql("register", "SELECT max(id) FROM commits"))
        self.begun = self.cluster.sql("register", NOW)
        self.watch_leases()
        nodes = {name: (address, PORTS["register"]) for name, address in self.cluster.addresses.items()}
        takers = [(address, PORTS["batches"]) for address in self.cluster.addresses.values()] + 3 * [("127.0.0.1", self.ports["batches"])]
        token = self.cluster.passwords["ingest"]
        seeds = iter(range(self.seed * 100, self.seed * 100 + 100))
        self.clients = [
            *(Writer(self.history, next(seeds), number, takers, token) for number in range(WRITERS)),
            *(Poller(self.history, next(seeds), name, target, self.first) for name, target in nodes.items()),
            *(WholeReader(self.history, next(seeds), nodes, WRITERS) for _ in range(READERS)),
            *(Neighbour(self.history, next(seeds), ("127.0.0.1", self.ports["register"])) for _ in range(NEIGHBOURS)),
        ]
        for client in self.clients:
            client.start()
        self.run_for(QUIET_S)

    def watch_leases(self):
        """From now on; also after their table was made anew."""
        self.cluster.sql("register", WATCH_LEASES)

    def pace(self, seconds):
        """Each writer waits so long before a batch."""
        for client in self.clients:
            if isinstance(client, Writer):
                client.pause_s = seconds

    def end(self):
        """Stops the writers, lets the pollers see the last update, and judges; how many problems there are."""
        self._stop(Writer)
        self.await_that("PostgreSQL and the nodes are healthy", self.is_healthy)
        newest = int(self.cluster.sql("register", "SELECT max(id) FROM change_log"))
        self.await_that("all pollers saw the newest update", lambda: all(
            self.history.feeds.get(name) and self.history.feeds[name][-1].id == newest for name in NAMES))
        done = self.cluster.orgreg("cluster", "verify", "--store", self.cluster.store, "--store-durability", "replicated")
        self.report.check(done.returncode == 0, f"cluster verify: {done.stdout}{done.stderr}")
        problems = self.judge()
        for problem in problems:
            self.report.check(False, problem)
        acknowledged = sum(batch.state == ACKNOWLEDGED for batch in self.history.batches)
        self.report.check(acknowledged > 0, f"{acknowledged} batches were acknowledged, {len(self.history.batches) - acknowledged} not")
        good = 1 - len(self.history.failures) / max(1, self.history.asked)
        self.report.check(good >= READS_THAT_SUCCEED, f"of {self.history.asked} reads {len(self.history.failures)} failed: {set(self.history.failures)}")
        return len(problems)

    def judge(self):
        """Stops all clients; the problems of what they saw."""
        self._stop(Client)
        return check(self.history, self.truth())

    def _stop(self, kind):
        stopped = [client for client in self.clients if isinstance(client, kind) and client.is_alive()]
        for client in stopped:
            client.stopped.set()
        for client in stopped:
            client.join()
            self.report.check(client.error is None, f"{kind.__name__}: {client.error!r}")

    # Time goes by.

    def run_for(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.cluster.tend()
            time.sleep(0.05)

    def await_that(self, what, holds, seconds=HEALTHY_S):
        self.cluster.await_that(what, holds, seconds)

    def is_healthy(self):
        return self.cluster.is_complete() and all(self.cluster.is_ready(name) for name in NAMES)

    @contextmanager
    def measured(self, name, bound):
        """The longest pause of acknowledgements while something is done and until all is healthy again; checked against a bound in seconds."""
        begun = time.monotonic()
        yield
        self.await_that(f"all is healthy after {name}", self.is_healthy)
        self.run_for(QUIET_S)
        pause = self.history.longest_pause(begun, time.monotonic())
        self.pauses.setdefault(name, []).append(pause)
        self.report.check(pause <= bound, f"{name}: no batch was acknowledged for {pause:.1f} s, more than {bound}")

    # What a fault needs.

    def standby(self):
        return next(name for name, member in self.cluster.members().items() if member["role"] == "sync_standby")

    def processes(self, machine, words=""):
        """The processes on a machine whose command has the words."""
        listed = subprocess.run([self.cluster.machines.ip, "netns", "pids", machine], capture_output=True, text=True, check=True).stdout
        found = []
        for pid in map(int, listed.split()):
            try:
                with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as command:
                    if words in command.read().replace("\0", " "):
                        found.append(pid)
            except OSError:
                pass  # It has ended.
        return found

    @staticmethod
    def send(pids, number):
        # A process that is gone has the number 0, which would mean this one and its children.
        for pid in filter(None, pids):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    @contextmanager
    def stopped(self, pids):
        """They stand still meanwhile."""
        self.send(pids, signal.SIGSTOP)
        try:
            yield
        finally:
            self.send(pids, signal.SIGCONT)

    @contextmanager
    def cut(self, machine):
        self.cluster.machines.cut(machine)
        try:
            yield
        finally:
            self.cluster.machines.mend(machine)

    @contextmanager
    def deaf(self, machine):
        """Nothing comes to a machine, though it can send: all others have a wrong address of its network card."""
        address, ip = self.cluster.addresses[machine], self.cluster.machines.ip
        places = [([ip, "-n", name], "net") for name in NAMES if name != machine] + [([ip], "hub")]
        for words, device in places:
            _do(*words, "neigh", "replace", address, "lladdr", NOBODY, "dev", device, "nud", "permanent")
        try:
            yield
        finally:
            for words, device in places:
                _do(*words, "neigh", "del", address, "dev", device)

    @contextmanager
    def port_cut(self, machine, port):
        """Nothing that the other machines send to that port of a machine arrives."""
        rule = ["to", self.cluster.addresses[machine], "ipproto", "tcp", "dport", str(port), "blackhole"]
        others = [[self.cluster.machines.ip, "-n", name] for name in NAMES if name != machine]
        for words in others:
            _do(*words, "rule", "add", *rule)
        try:
            yield
        finally:
            for words in others:
                _do(*words, "rule", "del", *rule)

    # The state at the end.

    def truth(self):
        rows = self.cluster.sql("register", "SELECT id, coalesce(convert_from(batch, 'UTF8'), ''), last_change FROM commits "
                                            f"WHERE id >= {self.first_commit} ORDER BY id")
        commits = [(int(number), batch, int(last)) for number, batch, last in (row.split("|") for row in rows.splitlines())]
        rows = self.cluster.sql("register", "SELECT id, number, type, to_char(to_timestamp(time_ms / 1000.0) AT TIME ZONE 'UTC', "
                                            "'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') FROM change_log "
                                            f"WHERE id >= {self.first} ORDER BY id")
        words = {number: word for word, number in TYPES.items()}
        lines = [Update(int(number), unit, words[int(kind)], date) for number, unit, kind, date in (row.split("|") for row in rows.splitlines())]
        tables = {None: self._digests_of_database(), **{name: self._digests_of_node(name) for name in NAMES}}
        return Truth(commits, lines, tables, (self.begun, self.cluster.sql("register", NOW)), self._leases())

    def _leases(self):
        rows = [row.split("|") for row in self.cluster.sql("register", LEASES).splitlines()]
        return [Leased(job, holder, int(epoch), float(at), float(until), float(before) if before else None)
                for job, holder, epoch, at, until, before in rows]

    def _digests_of_database(self):
        return {table: _digest(self.cluster.sql("register", query).splitlines()) for table, query in QUERIES.items()}

    def _digests_of_node(self, machine):
        file = self.cluster.place(machine) / "register/store.db"
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            return {table: _digest("|".join(map(str, row)) for row in connection.execute(query)) for table, query in QUERIES.items()}
        finally:
            connection.close()


def _do(*words):
    subprocess.run(words, check=True, capture_output=True)


def _digest(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
