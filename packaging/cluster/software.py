# SPDX-License-Identifier: EUPL-1.2
"""PostgreSQL, Patroni, etcd and HAProxy from the packages of Debian, without installing them: what the machine lacks is unpacked into a
folder, so no service of the system is started or changed, and nobody needs to be root."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = ("postgresql", "patroni", "python3-etcd", "etcd-server", "haproxy", "iproute2")
# Of what apt would do: Inst patroni (3.0.2-1 Debian:12.11/oldstable [all])
INSTALLS = re.compile(r"^Inst (\S+) ")


class Software:
    """Finds programs in the folder or on the machine. Safe for several processes at once."""

    def __init__(self, folder, wanted=PACKAGES):
        self.wanted = wanted
        self.root = Path(folder).resolve() / "root"
        self.packages = self.root.with_name("packages")
        # One process at a time unpacks.
        self.root.parent.mkdir(parents=True, exist_ok=True)
        with open(self.root.with_name("lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.root.exists():
                self.fetch()

    def fetch(self):
        part = self.root.with_name("root.part")
        for place in (part, self.packages):
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
        # The machine's list of packages may be empty, or too old for what is there to be fetched.
        problem = self.download()
        if problem:
            problem = run([*as_root(), "apt-get", "-qq", "update"]) or self.download()
        if problem:
            sys.exit(f"cluster: {problem}")
        for package in sorted(self.packages.glob("*.deb")):
            problem = run(["dpkg-deb", "--extract", package, part])
            if problem:
                sys.exit(f"cluster: {problem}")
        shutil.rmtree(self.packages)
        part.rename(self.root)

    def download(self):
        """Fetches the packages that apt would install; what went wrong, or nothing."""
        done = subprocess.run(["apt-get", "install", "--no-install-recommends", "--yes", "--no-upgrade", "--simulate", *self.wanted],
                              capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
        if done.returncode != 0:
            return f"apt does not find the packages: {done.stderr.strip()}"
        names = [found[1] for found in map(INSTALLS.match, done.stdout.splitlines()) if found]
        if not names:
            return ""
        print(f"cluster: unpacking {len(names)} packages of Debian into {self.root}", flush=True)
        return run(["apt-get", "-qq", "download", *names], cwd=self.packages)

    def program(self, name):
        """The path of a program; of PostgreSQL's, that of the newest version."""
        servers = [*self.root.glob("usr/lib/postgresql/*/bin"), *Path("/usr/lib/postgresql").glob("*/bin")]
        servers = [found for found in servers if (found / "postgres").exists()]
        newest = sorted(servers, key=lambda found: int(found.parent.name))[-1:]
        places = [*newest, self.root / "usr/bin", self.root / "usr/sbin", Path("/usr/bin"), Path("/usr/sbin"), Path("/bin"), Path("/sbin")]
        for place in places:
            if (place / name).exists():
                return place / name
        raise SystemExit(f"cluster: there is no program {name}, here or in {self.root}; remove that folder and try again")

    def environment(self):
        """In which these programs find each other and their libraries."""
        path = [self.program("postgres").parent, self.root / "usr/bin", self.root / "usr/sbin", os.environ.get("PATH", "/usr/bin:/bin"), "/usr/sbin", "/sbin"]
        libraries = [*self.root.glob("usr/lib/*-linux-gnu*"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
        return {**os.environ, "PATH": ":".join(map(str, path)), "LD_LIBRARY_PATH": ":".join(map(str, libraries)),
                "PYTHONPATH": str(self.root / "usr/lib/python3/dist-packages")}


def as_root():
    return [] if os.geteuid() == 0 else ["sudo", "-n"]


def run(command, **options):
    """What went wrong, or nothing."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    except OSError as error:
        return str(error)
    return "" if done.returncode == 0 else f"{' '.join(map(str, command))}: {done.stderr.strip()}"
