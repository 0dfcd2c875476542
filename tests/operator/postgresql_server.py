# SPDX-License-Identifier: EUPL-1.2
"""A PostgreSQL server of the tests' own, in a folder of its own, reached by a socket there only."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

NOBODY = 65534
START_S = 60


class PostgresServer:
    """As a context: initialised, started, and gone at the end. The user of the database is called orgreg."""

    def __init__(self):
        versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda found: int(found.parts[-3]))
        if not versions:
            raise SystemExit("no PostgreSQL server is installed")
        self.programs = versions[-1].parent
        # The path of a socket is short.
        self.folder = Path(tempfile.mkdtemp(prefix="orgreg-pg-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        self.process = None

    def __enter__(self):
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
        self.call("initdb", "-D", self.folder / "data", "-U", "orgreg", "--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8")
        with open(self.folder / "data/postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nshared_buffers = '32MB'\n")
        self.start()
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        shutil.rmtree(self.folder)

    def start(self):
        self.process = self.spawn()
        end = time.monotonic() + START_S
        while self.run("pg_isready", "-h", self.folder).returncode != 0:
            if time.monotonic() > end:
                raise SystemExit((self.folder / "log").read_text())
            time.sleep(0.05)
            # It ends at once while a child of a killed one is still at its end.
            if self.process.poll() is not None:
                self.process = self.spawn()

    def spawn(self):
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen([self.programs / "postgres", "-D", self.folder / "data"], stdout=log, stderr=log, **self.user())

    def kill(self):
        """As a power cut."""
        self.process.kill()
        self.process.wait()
        self.process = None

    def database(self, name):
        self.call("createdb", "-h", self.folder, "-U", "orgreg", name)
        return f"postgresql:///{name}?host={self.folder}&user=orgreg"

    def sql(self, name, text):
        return self.call("psql", "-h", self.folder, "-U", "orgreg", "-d", name, "-Atc", text).stdout.strip()

    def call(self, program, *arguments):
        done = self.run(program, *arguments)
        if done.returncode != 0:
            raise SystemExit(f"{program} {arguments}: {done.stdout}{done.stderr}")
        return done

    def run(self, program, *arguments):
        return subprocess.run([self.programs / program, *arguments], capture_output=True, text=True, check=False, **self.user())

    @staticmethod
    def user():
        """PostgreSQL does not run as root."""
        return {"user": NOBODY, "group": NOBODY, "extra_groups": [], "cwd": "/"} if os.geteuid() == 0 else {}
