#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Starts a cluster on this machine, loads a register, prints what to try, and starts again whatever ends, until Ctrl-C. script/cluster calls it.

  start.py FOLDER --program FILE --register DIR [--port PORT] [--batches-port PORT] [--network namespaces|loopback]
  start.py FOLDER status           the processes of a cluster that runs
  start.py FOLDER run COMMAND…     a command in its network, with its programs: orgreg, psql, patronictl, etcdctl, ip

DIR is a register as script/demo makes it."""

import argparse
import json
import os
import signal
import socket
import sys
import time
from pathlib import Path

import machines
from cluster import Cluster, listen, named
from software import Software

LISTENERS = ("register", "batches")
INHERITED = "CLUSTER_LISTENERS"
EACH_S = 0.5


def main():
    folder, command = Path(sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if command == ["status"]:
        print((folder / "status").read_text() if running(folder) else "cluster: it does not run\n", end="")
    elif command[:1] == ["run"] and len(command) > 1:
        run_inside(folder, command[1:])
    else:
        serve(parsed_options())


def parsed_options():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--register", type=Path, required=True)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--batches-port", type=int, default=8090)
    parser.add_argument("--network", choices=(machines.NAMESPACES, machines.LOOPBACK))
    return parser.parse_args()


def running(folder):
    """What a cluster that runs wrote of itself, or None."""
    try:
        found = json.loads((folder / "running").read_text())
        os.kill(found["pid"], 0)
    except (OSError, ValueError, ProcessLookupError):
        return None
    return found


def run_inside(folder, words):
    found = running(folder)
    if not found:
        sys.exit("cluster: it does not run")
    enter = ["nsenter", "--target", str(found["pid"]), "--net", *([] if os.geteuid() == 0 else ["--user", "--preserve-credentials"])]
    command = [*(enter if found["network"] == machines.NAMESPACES else []), *words]
    os.execvpe(command[0], command, {**os.environ, **found["environment"]})


def serve(options):
    if machines.INSIDE not in os.environ and running(options.folder):
        sys.exit(f"cluster: one runs in {options.folder} already")
    options.folder.mkdir(parents=True, exist_ok=True)
    software = Software(options.folder.parent / "cluster-software")
    listeners = inherited_listeners(options)
    network = machines.enter(options.network)
    remember_network(options.folder, network)
    cluster = Cluster(options.folder, machines.Machines(network, software.program("ip")), software, options.program, listeners,
                      settings_of(options.register.resolve()))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(130))
    try:
        start(cluster, options)
        watch(cluster, options.folder)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        say("stopping")
        cluster.stop()
        (options.folder / "running").unlink(missing_ok=True)


def inherited_listeners(options):
    """The sockets for clients are opened in the network of the host, before the program starts again in its own."""
    if INHERITED in os.environ:
        sockets = [socket.socket(fileno=int(number)) for number in os.environ[INHERITED].split(",")]
    else:
        try:
            sockets = [listen(options.port), listen(options.batches_port)]
        except OSError as error:
            sys.exit(f"cluster: {error}: choose another --port or --batches-port than {options.port} and {options.batches_port}")
        os.environ[INHERITED] = ",".join(str(one.fileno()) for one in sockets)
    for one in sockets:
        one.set_inheritable(True)
    return dict(zip(LISTENERS, sockets, strict=True))


def remember_network(folder, network):
    """The addresses are in the data of the databases, so they stay the same."""
    file = folder / "network"
    if file.exists() and file.read_text() != network:
        sys.exit(f"cluster: the one in {folder} was made with --network {file.read_text()}; begin anew with --fresh")
    file.write_text(network)


def settings_of(register):
    """Of the nodes, as of the server that script/server starts. Users are of the register that was loaded."""
    return {"ORGREG_NUMBER_KEYS": register / "number-keys", "ORGREG_TOKEN_KEYS": register / "token-key.pem.jwks",
            "ORGREG_TOKEN_ISSUER": "https://token.example.test/", "ORGREG_TOKEN_AUDIENCE": "any", "ORGREG_USERS": register / "data/users"}


def start(cluster, options):
    say(f"starting etcd, Patroni and PostgreSQL on three machines ({cluster.machines.network}, {cluster.machines.kind})")
    cluster.start_databases()
    write_running(cluster, options.folder)
    load(cluster, options)
    say("starting three nodes and the balancer")
    cluster.start_nodes()
    number = json.loads(cluster.http("machine1", "register", "/enhetsregisteret/api/enheter?size=1")[2])["_embedded"]["enheter"][0]["organisasjonsnummer"]
    print("\n" + table(cluster) + what_to_try(cluster, options, number), flush=True)


def load(cluster, options):
    """Loads the register, with the copies of its documents, unless that was done before; what an interrupted load left is dropped."""
    loaded = cluster.folder / "loaded"
    if loaded.exists():
        return
    say("loading the register into the database")
    cluster.make_database()
    for words in (["store", "move", options.register / "data", cluster.store],
                  ["import", "documents", options.register / "inventory/dokumenter", "--data", cluster.folder / "loading",
                   "--store", cluster.store, "--blobs", cluster.blobs]):
        done = cluster.orgreg(*words)
        if done.returncode != 0:
            sys.exit(f"cluster: {done.stderr.strip()}")
    loaded.touch()


def what_to_try(cluster, options, number):
    url = f"http://127.0.0.1:{options.port}/enhetsregisteret/api/enheter/{number}"
    program = "script/cluster"
    cut = f"""
  # Cut a machine off, and plug it in again.
  {program} run ip link set to-machine2 down
  {program} run ip link set to-machine2 up
""" if cluster.machines.kind == machines.NAMESPACES else ""
    return f"""
  The register answers on http://127.0.0.1:{options.port}/enhetsregisteret/api, its pages are on http://127.0.0.1:{options.port}/
  Each process above is started again a second after it ends. Stop all with Ctrl-C. Things to try in another terminal:

  # A reader who never stops; an answer other than 200 is printed.
  while :; do curl -s -o {os.devnull} -w '%{{http_code}}\\n' '{url}' | grep -v 200; done

  # A change of a name, by any node; and the name, from any node that has the change.
  position=$(printf '%s\\n' '{{"batch":"try-1"}}' '{{"operation":"upsert","kind":"entity","record":{{"organisasjonsnummer":"{number}","navn":"TRY AS","organisasjonsform":{{"kode":"AS"}}}}}}' |
    curl -s -D - -o {os.devnull} -H "Authorization: Bearer $(cat {cluster.folder}/secrets/ingest)" -H 'Content-Type: application/x-ndjson' \\
    --data-binary @- http://127.0.0.1:{options.batches_port}/batches | sed -n 's/^register-position: *\\([0-9]*\\).*/\\1/Ip')
  curl -s -H "Register-Position: $position" '{url}' | grep -o '"navn": *"[^"]*"'

  # Kill the primary: the database moves to the synchronous standby, and changes wait until then.
  kill -9 $({program} status | awk '$4 == "primary" {{print $2}}')

  # The processes now; and what the parts say of themselves.
  {program} status
  {program} run orgreg cluster status
  {program} run orgreg cluster verify
  {program} run patronictl -c {cluster.folder}/machine1/database/patroni.yaml list
{cut}"""


def table(cluster):
    """A line for each process: its name, number, machine and part."""
    members = cluster.members()
    roles = {"leader": "primary", "sync_standby": "synchronous standby", "replica": "standby"}
    rows = []
    for process in cluster.processes.values():
        rows.append((process.name, process.pid, cluster.machine_of(process.name), ""))
    for name in cluster.addresses:
        role = members.get(name, {}).get("role", "")
        rows.append((named("database", name), cluster.postmaster(name), name, roles.get(role, role)))
    return "".join(f"  {name:<12}{pid or '-':<10}{machine:<12}{part}".rstrip() + "\n" for name, pid, machine, part in
                   [("PROCESS", "PID", "MACHINE", "PART"), *sorted(rows)])


def watch(cluster, folder):
    """Starts again what ends, and says so, and where the primary is."""
    primary = cluster.primary()
    while True:
        for name in cluster.tend():
            say(f"{name} ended, and was started again as process {cluster.processes[name].pid}")
        now = cluster.primary()
        if now and now != primary:
            say(f"the primary is {named('database', now)} now, process {cluster.postmaster(now)}")
            primary = now
        write_status(cluster, folder)
        time.sleep(EACH_S)


def write_status(cluster, folder):
    part = folder / "status.part"
    part.write_text(table(cluster))
    part.rename(folder / "status")


def write_running(cluster, folder):
    write_status(cluster, folder)
    environment = {name: value for name, value in cluster.software.environment().items() if name in ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH")}
    (folder / "running").write_text(json.dumps({"pid": os.getpid(), "network": cluster.machines.kind, "environment": {
        **environment, "PATH": f"{cluster.program.parent}:{environment['PATH']}", "PGPASSFILE": str(cluster.folder / "secrets/passfile"),
        "ORGREG_STORE": cluster.store, "ORGREG_STORE_DURABILITY": "replicated"}}))


def say(text):
    print(f"cluster: {text}", flush=True)


if __name__ == "__main__":
    main()
