#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""What an operator does with the program: settings, signals, limits of the system.

  run.py [--program PATH] [--only NAME]

settings     --show-config, and the same settings for all commands
proxy        what the log says of a proxy that hides the host
proxies      nginx and HAProxy as they are shipped, over HTTP/2, and the cache of one
tls          handshakes, certificates and hostile clients of TLS in the server
tls_memory   memory of idle connections, with TLS and without
signals      SIGHUP does not end a server
reloads      settings that are read again under load
stops        slow clients cannot hold a stop
hardening    what the program and its process do against attackers
replicas     a second machine follows a first one
postgresql   a store in PostgreSQL, and back in a file
nodes        several servers of one database
documents    copies of documents that nodes share
objects      the same in an object store
files        files of the whole register that one node makes for all
segments     the index that one node makes for all
usage        calls that nodes count together
keys         keys of identification numbers at several nodes
cluster      orgreg cluster: which nodes there are, and what is wrong
database_backups  a database that pgBackRest sets back to a point in time
upgrades     a new process takes over a listening socket under load
monitoring   metrics, health, alert rules and the dashboard, with a real Prometheus
access_logs  lines of the access log, moved away under load
output       what a command prints may be cut off by its reader
descriptors  connections and files while no descriptor is left
read_only    a register in a folder that cannot be written
repair       damaged files: what is reported, and what repairs them
starts       an existing index is used; rests of killed processes are swept
data_folder  the folder of a register, and adopt
pages        the commands of the pages for operators, as printed
libraries    the libraries of the process, and --version
release      script/release in a throwaway repository
packages     script/npm: a failed installation is not taken for one; web/build: an old Node.js
"""

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / other) for other in ("wire", "property", "authorised"))]

import access_logs  # noqa: E402
import cluster_commands  # noqa: E402
import data_folder  # noqa: E402
import database_backups  # noqa: E402
import descriptors  # noqa: E402
import fixtures  # noqa: E402
import libraries  # noqa: E402
import nodes  # noqa: E402
import hardening  # noqa: E402
import monitoring  # noqa: E402
import output  # noqa: E402
import packages  # noqa: E402
import pages  # noqa: E402
import postgresql  # noqa: E402
import proxies  # noqa: E402
import proxy  # noqa: E402
import read_only  # noqa: E402
import release  # noqa: E402
import reloads  # noqa: E402
import repair  # noqa: E402
import replicas  # noqa: E402
import settings  # noqa: E402
import shared_documents  # noqa: E402
import shared_files  # noqa: E402
import shared_number_keys  # noqa: E402
import shared_objects  # noqa: E402
import shared_segments  # noqa: E402
import shared_usage  # noqa: E402
import shared_users  # noqa: E402
import signals  # noqa: E402
import starts  # noqa: E402
import stops  # noqa: E402
import tls  # noqa: E402
import tls_memory  # noqa: E402
import upgrades  # noqa: E402
from parts import run_parts  # noqa: E402

PARTS = {"settings": settings.run, "proxy": proxy.run, "proxies": proxies.run, "tls": tls.run, "tls_memory": tls_memory.run, "signals": signals.run,
         "reloads": reloads.run, "upgrades": upgrades.run, "replicas": replicas.run, "postgresql": postgresql.run, "nodes": nodes.run, "cluster": cluster_commands.run,
         "database_backups": database_backups.run,
         "documents": shared_documents.run, "objects": shared_objects.run, "files": shared_files.run, "segments": shared_segments.run, "users": shared_users.run, "keys": shared_number_keys.run, "usage": shared_usage.run,
         "stops": stops.run, "hardening": hardening.run, "monitoring": monitoring.run, "access_logs": access_logs.run,
         "output": output.run, "descriptors": descriptors.run,
         "read_only": read_only.run, "repair": repair.run, "starts": starts.run, "data_folder": data_folder.run,
         "pages": pages.run, "libraries": libraries.run, "release": release.run, "packages": packages.run}


def main():
    with tempfile.TemporaryDirectory(prefix="orgreg-operator-") as shared:
        stores = {}

        def run_part(name, program, report, folder):
            if program not in stores:
                stores[program] = fixtures.load(program, fixtures.Fixture(statements=fixtures.FILED), shared)
            PARTS[name](program, report, stores[program], folder)

        return run_parts("Tests what an operator does with the program.", tuple(PARTS), run_part)


if __name__ == "__main__":
    sys.exit(main())
