# SPDX-License-Identifier: EUPL-1.2
"""One, two and three nodes of one database: what a request costs each, what a change costs them, the writer and the database, and what is sent."""

import contextlib
import shutil
import tempfile
import time
from pathlib import Path

import measure
import searches
from applying import Applying
from changes import Changing
from counting import Counting
from feed_pages import cpu_ns
from peers.postgres import Postgres
from scale_changes import CONSTANT_BATCHES, CONNECTIONS, apply_evenly, run_beside
from scale_loads import Load, clients_processor, in_turn, middle, rest, servers_processor, serving

COUNTS = (1, 2, 3)
RENEWING = 24  # A batch of this share of the register makes all nodes build their bases.
LOAD_SHARE = 50  # Of what one node can do, in hundredths, for all nodes together.
BESIDE_SHARE = 20
BESIDE = (20, 5.0)  # Changes a batch, and batches a second.
COUNTED = (100, 20, 5.0)
BALANCER = """
global
    maxconn 1000
    nbthread 1
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 60s
frontend register
    bind 127.0.0.1:{port}
    option forwardfor
    default_backend nodes
backend nodes
{nodes}
"""


def measure_nodes(bench):
    folder = bench.folder / "scale-nodes"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        folder.chmod(0o755)  # PostgreSQL runs as a user of its own.
        database = Postgres(folder, bench.programs)
        database.begin("postgres_durable.conf")
        with database.serve():
            measure.place([database.process.pid], {servers_processor()})
            for name in ("writer", "node1", "node2", "node3", "node4"):
                (folder / name).mkdir()
            bench.register.load_into(folder / "writer", "--store", database.address)
            return Nodes(bench, folder, database).measure()
    finally:
        shutil.rmtree(folder)


class Nodes:
    """The nodes that run, more and more of them."""

    def __init__(self, bench, folder, database):
        self._bench, self._folder, self._database = bench, folder, database
        self._changing = Changing(bench.register.inventory, bench.options.entities)
        self._store = ("--store", database.address)
        requests = searches.prepare(bench.register.inventory, bench.folder / "searches.json", 5)
        self._loads = {name: Load(bench, name, requests[name]) for name in ("look-up", "mix")}
        self._servers, self._most = [], {}
        self.constants, self.points = {"node changes": {}}, {}

    def measure(self):
        with contextlib.ExitStack() as stack:
            for count in COUNTS:
                self._begin(stack, count)
                if count != 2:
                    self._measure_changes(count)
                self._measure_beside(count)
            self._measure_loads()
            self._measure_balancer()
        self._count_bytes()
        return {"constants": self.constants, "points": self.points}

    def _begin(self, stack, count):
        server = stack.enter_context(serving(self._bench, self._folder / f"node{count}", *self._store, "--node-name", f"node{count}"))
        if count == 1:
            self.constants["begin"] = {"seconds": server.seconds, "cpu_s": cpu_ns(server.pid) / 1e9}
        self._servers.append(server)
        rest(self._servers)

    def _renew(self):
        """All nodes build bases that have all changes."""
        with self._applying() as applying:
            applying.send(self._changing.batch(max(2100, self._bench.options.entities // RENEWING))[0])
            applying.receipt()
        time.sleep(1.0)
        rest(self._servers)

    def _applying(self):
        return Applying(self._bench.program, self._folder / "writer", *self._store)

    def _measure_changes(self, count):
        for plan in CONSTANT_BATCHES:
            self._renew()
            before, written = measure.cpu_seconds(self._database.process.pid), self._log_bytes()
            found = apply_evenly(self._bench, self._folder / "writer", self._servers, self._changing, plan, *self._store)
            found["database_s"] = measure.cpu_seconds(self._database.process.pid) - before
            found["log_bytes"] = self._log_bytes() - written
            self.constants["node changes"][f"{count} nodes, batches of {plan[0]}"] = {"nodes": count, **found}

    def _measure_beside(self, count):
        size, a_second = BESIDE
        rate, rounds = self._rate(BESIDE_SHARE), self._bench.options.scale_rounds
        self.points[f"{named(count)}: look-up, {BESIDE_SHARE} %, next to {size * a_second:.0f} changes/s"] = {
            "nodes": count, "database": True, "requests": "look-up", "rate": rate, "changes_a_second": size * a_second, "batch": size,
            "seconds": self._bench.options.scale_beside_seconds, "measured": middle([self._look_beside(rate) for _ in range(rounds)])}

    def _look_beside(self, rate):
        """Look-ups, and few changes, upon new bases."""
        self._renew()
        (size, a_second), seconds = BESIDE, self._bench.options.scale_beside_seconds
        before = measure.cpu_seconds(self._database.process.pid)
        figures = run_beside(self._bench, (self._folder / "writer", self._changing), lambda: self._loads["look-up"].run(self._servers, seconds, rate=rate),
                             (size, int(seconds * a_second), a_second), *self._store)
        return {**figures, "database": (measure.cpu_seconds(self._database.process.pid) - before) / seconds}

    def _rate(self, share, name="look-up"):
        """A share of what the first node can answer."""
        if name not in self._most:
            self._most[name] = 1e6 / self._loads[name].run(self._servers[:1], 1.0)["cpu_us"]
        return round(self._most[name] * share / 100, -2)

    def _measure_loads(self):
        """The same loads for one, two and three nodes, in turn, while all run."""
        what, ways = {}, {}
        for name, load in self._loads.items():
            for count in COUNTS:
                servers, rate = self._servers[:count], self._rate(LOAD_SHARE, name)
                title, connections = f"{named(count)}: {name}, {LOAD_SHARE} %", CONNECTIONS // count
                what[title] = {"nodes": count, "database": True, "requests": name, "rate": rate}
                ways[title] = lambda load=load, servers=servers, rate=rate: load.run(servers, self._bench.options.scale_seconds, rate=rate)
                title = f"{named(count)}: {name}, {connections} connections each"
                what[title] = {"nodes": count, "database": True, "requests": name, "rate": 0, "connections": connections}
                ways[title] = lambda load=load, servers=servers, connections=connections: load.run(servers, self._bench.options.scale_seconds, connections=connections)
        for title, figures in in_turn(ways, self._bench.options.scale_rounds).items():
            self.points[title] = {**what[title], "measured": figures}

    def _measure_balancer(self):
        """What HAProxy takes for a look-up, by itself."""
        if shutil.which("haproxy") is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            port, config = measure.free_port(), Path(folder, "haproxy.cfg")
            nodes = "\n".join(f"    server node{at} 127.0.0.1:{server.port}" for at, server in enumerate(self._servers))
            config.write_text(BALANCER.format(port=port, nodes=nodes))
            with measure.server(["taskset", "-c", clients_processor(), "haproxy", "-db", "-q", "-f", config]) as process:
                measure.wait_for(f"http://127.0.0.1:{port}{searches.API}enheter?size=1")
                paths = self._bench.folder / "scale-look-up.txt"
                command = [self._bench.programs / "http_client", "--port", port, "--paths", paths, "--clients", 8, "--seconds", self._bench.options.scale_seconds]
                figures = measure.ask_anywhere(command, lambda: cpu_ns(process.pid) / 1e9)
        self.constants["balancer"] = {"cpu_us": figures.cpu_us}

    def _count_bytes(self):
        """A node begins, and follows some changes, through a proxy that counts."""
        place = self._folder / "counted"
        place.mkdir()
        place.chmod(0o755)
        with Counting(place, Path(self._database.folder)) as counting:
            store = self._database.address.replace(str(self._database.folder), str(place))
            with serving(self._bench, self._folder / "node4", "--store", store, "--node-name", "node4") as server:
                rest([server])
                first = counting.bytes
                size, batches, _ = COUNTED
                apply_evenly(self._bench, self._folder / "writer", [server], self._changing, COUNTED, *self._store)
                self.constants["sent"] = {"begin_bytes": first, "changes": size * batches, "bytes": counting.bytes - first}

    def _log_bytes(self):
        text = self._database.ask("SELECT pg_current_wal_lsn() - '0/0'")
        return int(text)


def named(count):
    return f"{count} node{'s' * (count > 1)}"
