# SPDX-License-Identifier: EUPL-1.2
"""Three machines with PostgreSQL under Patroni, etcd and a node each, and a balancer in front of them, in one folder of one machine.
The programs run as machines.py says; all that they keep is in the folder. Not for several threads, except `addresses` and `http`."""

import http.client
import json
import os
import secrets
import socket
import string
import subprocess
import time
from pathlib import Path

from machines import NAMES
from processes import Process

SHIPPED = Path(__file__).resolve().parent
START_S = 180
PORTS = {"etcd": 2379, "peers": 2380, "patroni": 8008, "database": 5432, "register": 8080, "batches": 8090, "monitor": 9090}
RUNS = ("running", "streaming")  # What Patroni says of a database that is as it should be, by its version.
PASSWORDS = ("superuser", "replication", "rewind", "orgreg", "ingest")


class Cluster:
    """`listeners` are the sockets of the balancer, by the names register and batches; `settings` are more ones of each node, as in the
    environment. Databases that are not synchronous lose changes, and are for tests of that."""

    def __init__(self, folder, machines, software, program, listeners, settings=None, synchronous=True):
        self.folder, self.software, self.program, self.listeners = Path(folder).resolve(), software, Path(program).resolve(), listeners
        self.settings, self.synchronous = settings or {}, synchronous
        self.machines, self.addresses = machines, machines.addresses
        self.passwords = self._passwords()
        self.processes = {}
        for name in NAMES:
            self._add_etcd(name)
            self._add_patroni(name)
        for name in NAMES:
            self._add_node(name)
        self._add_balancer()

    # The programs.

    def _add(self, kind, machine, words, as_root=True, **more):
        (self.folder / "logs").mkdir(exist_ok=True)
        name = named(kind, machine)
        command = self.machines.command(machine, words, as_root)
        self.processes[name] = Process(kind, name, command, self.folder / "logs" / name, **more)

    def _add_etcd(self, machine):
        place = f"http://{self.addresses[machine]}"
        peers = ",".join(f"{name}=http://{address}:{PORTS['peers']}" for name, address in self.addresses.items())
        words = [self.software.program("etcd"), "--name", machine, "--data-dir", self.place(machine) / "etcd", "--enable-v2", "--pre-vote",
                 "--listen-client-urls", f"{place}:{PORTS['etcd']}", "--advertise-client-urls", f"{place}:{PORTS['etcd']}",
                 "--listen-peer-urls", f"{place}:{PORTS['peers']}", "--initial-advertise-peer-urls", f"{place}:{PORTS['peers']}",
                 "--initial-cluster", peers, "--initial-cluster-token", "register", "--log-level", "warn",
                 "--auto-compaction-retention", "1"]
        self._add("etcd", machine, words, env=self.software.environment())

    def _add_patroni(self, machine):
        place = self.place(machine) / "database"
        place.mkdir(exist_ok=True)
        file = place / "patroni.yaml"
        self.write(file, (SHIPPED / "patroni.yaml").read_text(), name=machine, address=self.addresses[machine], folder=place,
                   etcd_hosts=",".join(f"{address}:{PORTS['etcd']}" for address in self.addresses.values()),
                   programs=self.software.program("postgres").parent, network=self.machines.network, shared_buffers="64MB", sockets="",
                   synchronous="true" if self.synchronous else "false",
                   **{f"{name}_password": word for name, word in self.passwords.items()})
        words = ["/usr/bin/python3", self.software.program("patroni"), file]
        self._add("patroni", machine, words, as_root=False, env=self.software.environment())

    def _add_node(self, machine):
        address = self.addresses[machine]
        (self.place(machine) / "register").mkdir(exist_ok=True)
        settings = {
            "ORGREG_DATA": self.place(machine) / "register", "ORGREG_STORE": self.store, "ORGREG_STORE_DURABILITY": "replicated",
            "ORGREG_LISTEN": address, "ORGREG_PORT": PORTS["register"], "ORGREG_INGEST": f"{address}:{PORTS['batches']}",
            "ORGREG_INGEST_TOKEN_FILE": self.folder / "secrets/ingest", "ORGREG_METRICS": f"{address}:{PORTS['monitor']}",
            "ORGREG_BLOBS": self.blobs, "ORGREG_NODE_NAME": named("node", machine),
            "ORGREG_TRUSTED_PROXIES": self.machines.hub, "ORGREG_ALLOWED_HOSTS": f"localhost,127.0.0.1,{address}",
            "ORGREG_ALLOW_PLAIN_SECRETS": "true",
            **self.settings,
        }
        env = {**os.environ, **{name: str(value) for name, value in settings.items()}}
        self._add("node", machine, [self.program, "serve"], env=env)

    def _add_balancer(self):
        file = self.folder / "haproxy.cfg"

        def servers(port):
            return "\n".join(f"    server {named('node', name)} {address}:{PORTS[port]}" for name, address in self.addresses.items())

        self.write(file, (SHIPPED / "haproxy.cfg").read_text(), nodes=servers("register"), writers=servers("batches"),
                   **{f"{name}_listener": f"fd@{listener.fileno()}" for name, listener in self.listeners.items()})
        words = [self.software.program("haproxy"), "-db", "-q", "-f", file]
        self._add("balancer", None, words, env=self.software.environment(), fds=[listener.fileno() for listener in self.listeners.values()])

    # Names and files.

    @staticmethod
    def machine_of(process):
        """Of a process by its name; the balancer stands between the machines."""
        return f"machine{process[-1]}" if process[-1].isdigit() else ""

    def place(self, machine):
        place = self.folder / machine
        place.mkdir(parents=True, exist_ok=True)
        return place

    @property
    def store(self):
        hosts = ",".join(self.addresses.values())
        return f"postgresql://orgreg@{hosts}/register?passfile={self.folder}/secrets/passfile"

    @property
    def blobs(self):
        """The folder of copies of documents that all machines see."""
        (self.folder / "blobs").mkdir(exist_ok=True)
        return f"file:{self.folder}/blobs"

    def _passwords(self):
        """One of each kind, made at the first start."""
        place = self.folder / "secrets"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        words = {}
        for name in PASSWORDS:
            if not (place / name).exists():
                self.write(place / name, secrets.token_hex(16) + "\n")
            words[name] = (place / name).read_text().strip()
        self.write(place / "passfile", "".join(f"*:*:*:{user}:{words[name]}\n" for user, name in (("orgreg", "orgreg"), ("postgres", "superuser"))))
        return words

    @staticmethod
    def write(file, text, **words):
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            out.write(string.Template(text).substitute(words) if words else text)

    # Starting and stopping.

    def start_databases(self):
        """etcd, Patroni and PostgreSQL, until one of them takes writes and another has them too."""
        self._start("etcd", "patroni")
        self.await_that("PostgreSQL runs with its standbys", self.is_complete)
        self.sql("postgres", "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'orgreg') THEN "
                             f"CREATE ROLE orgreg LOGIN PASSWORD '{self.passwords['orgreg']}'; GRANT pg_monitor TO orgreg; END IF; END $$")

    def make_database(self):
        """An empty one, for a register, in the place of what there is."""
        self.sql("postgres", "DROP DATABASE IF EXISTS register")
        self.sql("postgres", "CREATE DATABASE register OWNER orgreg")
        # An address with all machines leads to a standby too, which says that there is none and not that another one takes writes.
        self.await_that("all machines have the database", lambda: all(self.has_database(name) for name in NAMES))

    def has_database(self, machine):
        try:
            return self.sql("postgres", "SELECT count(*) FROM pg_database WHERE datname = 'register'", machine) == "1"
        except SystemExit:
            return False  # It is being made, as a copy of the primary.

    def start_nodes(self):
        self._start("node", "balancer")
        self.await_that("all nodes are ready", lambda: all(self.is_ready(name) for name in NAMES))

    def _start(self, *kinds):
        for process in self.processes.values():
            if process.kind in kinds:
                process.start()

    def use_program(self, machine, program):
        """Its node stops in good order and is started again as that program."""
        process = self.processes[named("node", machine)]
        process.command = self.machines.command(machine, [program, "serve"])
        process.running.terminate()
        return process

    def tend(self):
        """Starts again what ended; the names of what was started just now."""
        return [process.name for process in self.processes.values() if process.started and process.tend()]

    def stop(self):
        """The balancer and the nodes first, and what others need last."""
        for kind in ("balancer", "node", "patroni", "etcd"):
            of_kind = [process for process in self.processes.values() if process.kind == kind]
            for process in of_kind:
                process.stop()
            for process in of_kind:
                process.wait()
            if kind == "patroni":
                self._stop_databases()

    def _stop_databases(self):
        """Those whose Patroni was killed."""
        for name in NAMES:
            if pid := self.postmaster(name):
                os.kill(pid, 2)

    def await_that(self, what, holds, seconds=START_S):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                raise SystemExit(f"cluster: it did not come about in {seconds} s that {what}; see {self.folder}/logs")
            self.tend()
            time.sleep(0.1)

    # What is asked.

    def http(self, machine, port, path, method="GET", body=None, timeout=5, **fields):
        """Status, fields and body of an answer, or None if there is none."""
        connection = http.client.HTTPConnection(self.addresses[machine], PORTS[port], timeout=timeout)
        try:
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def is_ready(self, machine):
        answer = self.http(machine, "monitor", "/readyz")
        return answer is not None and answer[0] == 200

    def members(self):
        """What Patroni says of each database, by the name of its machine: role, state and more."""
        for name in NAMES:
            answer = self.http(name, "patroni", "/cluster", timeout=1)
            if answer and answer[0] == 200:
                return {member["name"]: member for member in json.loads(answer[2]).get("members", [])}
        return {}

    def primary(self):
        """The machine whose database takes writes, or None."""
        for name, member in self.members().items():
            if member["role"] == "leader" and member["state"] in RUNS:
                return name
        return None

    def is_complete(self):
        """The primary takes writes, both others follow it, and one of them is a synchronous standby."""
        primary = self.primary()
        try:
            states = self.sql("postgres", "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'", primary).split() if primary else []
        except SystemExit:
            return False
        if len(states) != len(NAMES) - 1:
            return False
        return not self.synchronous or ("sync" in states and "sync_standby" in {member["role"] for member in self.members().values()})

    def postmaster(self, machine):
        """The process of PostgreSQL, or 0."""
        try:
            pid = int((self.place(machine) / "database/data/postmaster.pid").read_text().split()[0])
            os.kill(pid, 0)
        except (OSError, ValueError, IndexError):
            return 0
        return pid

    def sql(self, database, text, machine=None):
        """What the primary, or the database of that machine, answers. The text may have passwords, so it is no word of a command."""
        address = self.addresses[machine or self.primary() or NAMES[0]]
        done = subprocess.run([self.software.program("psql"), "-h", address, "-U", "postgres", "-d", database, "-Atq",
                               "-v", "ON_ERROR_STOP=1"], input=text, capture_output=True, text=True, check=False,
                              env={**self.software.environment(), "PGPASSFILE": str(self.folder / "secrets/passfile")})
        if done.returncode != 0:
            raise SystemExit(f"cluster: psql: {done.stderr.strip()}")
        return done.stdout.strip()

    def orgreg(self, *arguments, **options):
        return subprocess.run([self.program, *map(str, arguments)], check=False, capture_output=True, text=True, **options)


def named(kind, machine):
    """The name of a process: node1 is on machine1."""
    return f"{kind}{NAMES.index(machine) + 1}" if machine else kind


def listen(port):
    """A socket of the host, which stays open while the balancer is started again."""
    listener = socket.create_server(("127.0.0.1", port), backlog=1024)
    listener.set_inheritable(True)
    return listener
