# SPDX-License-Identifier: EUPL-1.2
"""Runs the program under test: imports files, serves a store on a free port, stops it."""

import contextlib
import functools
import json
import os
import random
import re
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

OPEN = re.compile(r"^orgreg serves (https?)://(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)")
READY = re.compile(r"^orgreg is ready")  # Until then, requests that need data may get 503.
MANIFEST = "/enhetsregisteret/api/enheter/lastned/manifest"
FILE_COUNT = 8  # The number of files in its list.
START_S, FILES_S, STOP_S, IMPORT_S = 60, 240, 20, 600
CHECKS = {b"__tsan_init": 15, b"__asan_init": 5}  # Of data races, and of addresses.


def find_program(given=None):
    root = Path(__file__).resolve().parents[2]
    places = [Path(given)] if given else [root / "build" / preset / "bin" / "orgreg"
                                          for preset in ("release", "dev", "asan")]
    for place in places:
        if place.exists():
            return str(place.resolve())
    raise SystemExit("no program: " + ", ".join(map(str, places)))


@functools.cache
def slowness(program):
    """How much longer than the program as it is served this one may take, as a factor: 1 unless it is built with checks."""
    text = Path(program).read_bytes()
    return next((times for mark, times in CHECKS.items() if mark in text), 1)


def free_port():
    """Returns a port that is free and stays so until a server takes it: the system gives none of these to connections."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            port = random.randrange(10_000, 32_000)
            probe.bind(("0.0.0.0", port))
            return port


def environment(extra=None):
    """The caller's environment without settings that would change the answers; a sandbox does not."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("ORGREG_") or k == "ORGREG_SANDBOX"}
    return {**kept, **(extra or {})}


def run(program, *arguments, timeout=IMPORT_S, line=""):
    """`line` is its standard input."""
    return subprocess.run([program, *map(str, arguments)], input=line,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", timeout=timeout, env=environment())


def dev_program(program):
    """The program with the tools for development, which is built next to the server."""
    return Path(program).with_name("orgreg-dev")


def must_generate(program, folder, entities, *options):
    """Writes the files of a fictional register."""
    done = run(dev_program(program), "generate", folder, "--entities", entities, *options)
    if done.returncode != 0:
        raise SystemExit(f"generate failed ({done.returncode}):\n{done.stdout}{done.stderr}")


def place(path):
    """The options that name a register: its folder or, if the path ends in .db, a store in the layout of before."""
    return ["--store" if str(path).endswith(".db") else "--data", str(path)]


def store_file(path):
    """The file of SQLite in which the register at such a path is."""
    return Path(path) if str(path).endswith(".db") else Path(path, "store.db")


def import_files(program, store, kind, files, *options):
    return run(program, "import", kind, *files, *place(store), *options)


def must_import(program, store, kind, files, *options):
    """It may report bad records, as a few of the test data are meant to be (exit code 4)."""
    done = import_files(program, store, kind, files, *options)
    if done.returncode not in (0, 4):
        raise SystemExit(f"import {kind} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    return done


def new_number_keys(program, path):
    """Makes a file with a new key for identification numbers; returns its path."""
    made = run(program, "numbers", "new-key")
    if made.returncode != 0:
        raise SystemExit(f"numbers new-key failed ({made.returncode}):\n{made.stderr}")
    path.touch(mode=0o600)
    path.write_text(made.stdout)
    return path


def add_user(program, users, name, password):
    added = run(program, "user", "add", name, "--users", users, line=password + "\n")
    if added.returncode != 0:
        raise SystemExit(f"user add failed ({added.returncode}):\n{added.stderr}")


def must_apply(program, store, file):
    done = run(program, "apply", file, *place(store))
    if done.returncode != 0:
        raise SystemExit(f"apply {file} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    return done


class Server:
    """`with Server(program, store) as server:` — server.base is its address."""

    def __init__(self, program, store, env=None, arguments=(), listen="127.0.0.1", awaits_data=True, identity=None):
        """Clients speak TLS with a server that has an identity (certificates.py)."""
        # Some tests begin with an empty register and fill it while it is served.
        self._command = [program, "serve", *place(store), "--listen", listen,
                         "--port", "0", "--empty-register", "serve", *arguments]
        self._env = environment({**(identity.settings if identity else {}), **(env or {})})
        self.tls = identity and identity.context()
        self._last_line = READY if awaits_data else OPEN
        self._errors = tempfile.TemporaryFile()
        self._process = None
        self.base = None
        self.port = None

    def __enter__(self):
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=self._errors, env=self._env, text=True)
        watchdog = threading.Timer(START_S, self._process.kill)
        watchdog.start()
        try:
            for line in self._process.stdout:
                address = OPEN.match(line)
                if address:
                    self.port = int(address[2])
                    self.base = f"{address[1]}://127.0.0.1:{self.port}"
                if self._last_line.match(line):
                    # Drain further output, so that the server never waits for a full pipe.
                    threading.Thread(target=self._process.stdout.read, daemon=True).start()
                    return self
        finally:
            watchdog.cancel()
        raise SystemExit(f"{' '.join(self._command)} did not start:\n{self.errors()}")

    def __exit__(self, *_):
        self.stop()

    def await_files(self):
        """Waits until the manifest lists all files of the register."""
        end = time.monotonic() + FILES_S
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(self.base + MANIFEST, timeout=START_S, context=self.tls) as answer:
                    if len(json.load(answer)["files"]) == FILE_COUNT:
                        return
            except urllib.error.HTTPError:
                pass  # 503: there are no files yet.
            time.sleep(0.05)
        raise SystemExit(f"the files were not made:\n{self.errors()}")

    @property
    def pid(self):
        return self._process.pid

    @property
    def processor_s(self):
        """Returns how long processors have worked for the server, in seconds."""
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as file:
            after_name = file.read().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")

    def send(self, signal):
        self._process.send_signal(signal)

    def alive(self):
        return self._process.poll() is None

    def stop(self):
        """Asks it to stop; returns its exit code, -9 if it had to be killed."""
        self._process.terminate()
        try:
            return self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def kill(self):
        """Ends it like a crash."""
        self._process.kill()
        self._process.wait()

    def errors(self):
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")[-4000:]
