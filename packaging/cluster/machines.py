# SPDX-License-Identifier: EUPL-1.2
"""The network of a cluster on one machine: a network namespace for each machine of it and a bridge between them, so that any of them can
be cut off; or, where namespaces are not allowed, an address of the loopback interface for each. Nothing of the host's network changes:
the bridge lies in a namespace too, which start.py enters first."""

import os
import shutil
import subprocess
import sys

COUNT = 3
NAMES = tuple(f"machine{number + 1}" for number in range(COUNT))
NAMESPACES, LOOPBACK = "namespaces", "loopback"
INSIDE = "CLUSTER_NETWORK"
# A process that is not root inside, and owns the same files. initdb asks for the name of its user, and every Debian has this one (daemon).
NOT_ROOT = ("unshare", "--user", "--map-user=1", "--map-group=1")
# It ends when the one that started it is gone.
WITH_PARENT = ("setpriv", "--pdeathsig", "TERM")


def enter(wanted=None):
    """Starts this program again in a network of its own, if it is not there yet; the kind of network that it is in."""
    if INSIDE in os.environ:
        return os.environ[INSIDE]
    kind = wanted or (NAMESPACES if _can_make_namespaces() else LOOPBACK)
    os.environ[INSIDE] = kind
    if kind == NAMESPACES:
        command = [*_own_network(), sys.executable, *sys.argv]
        os.execvp(command[0], command)
    return kind


def _own_network():
    return ["unshare", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "--net", "--mount"]


def _can_make_namespaces():
    if not shutil.which("unshare"):
        return False
    trial = "mount -t tmpfs none /run && ip netns add trial && ip link add trial type bridge"
    return subprocess.run([*_own_network(), "sh", "-c", trial], capture_output=True, check=False).returncode == 0


class Machines:
    """The machines by name. `hub` is the address of who stands between them and the world."""

    def __init__(self, kind, ip="ip"):
        self.kind, self.ip = kind, str(ip)
        # Whoever connects to an address of the loopback interface comes from its first one.
        first, self.hub, self.network = ("10.77.0", "10.77.0.254", "10.77.0.0/24") if kind == NAMESPACES else ("127.77.0", "127.0.0.1", "127.0.0.0/8")
        self.addresses = {name: f"{first}.{number + 1}" for number, name in enumerate(NAMES)}
        if kind == NAMESPACES:
            self._make()

    def _make(self):
        _call("mount", "-t", "tmpfs", "none", "/run")
        _call(self.ip, "link", "set", "lo", "up")
        _call(self.ip, "link", "add", "hub", "type", "bridge")
        _call(self.ip, "addr", "add", f"{self.hub}/24", "dev", "hub")
        _call(self.ip, "link", "set", "hub", "up")
        for name, address in self.addresses.items():
            _call(self.ip, "netns", "add", name)
            _call(self.ip, "link", "add", f"to-{name}", "type", "veth", "peer", "name", "net", "netns", name)
            _call(self.ip, "link", "set", f"to-{name}", "master", "hub", "up")
            _call(self.ip, "-n", name, "addr", "add", f"{address}/24", "dev", "net")
            _call(self.ip, "-n", name, "link", "set", "lo", "up")
            _call(self.ip, "-n", name, "link", "set", "net", "up")

    def command(self, machine, words, as_root=True):
        """The words as they start on a machine; None is the hub. PostgreSQL does not run as root."""
        there = [self.ip, "netns", "exec", machine] if machine and self.kind == NAMESPACES else []
        return [*there, *([] if as_root or os.geteuid() != 0 else NOT_ROOT), *WITH_PARENT, *map(str, words)]

    def cut(self, machine):
        """Pulls the cable of a machine."""
        self._set(machine, "down")

    def mend(self, machine):
        self._set(machine, "up")

    def _set(self, machine, state):
        if self.kind != NAMESPACES:
            raise SystemExit("cluster: a machine can be cut off only where network namespaces are allowed")
        _call(self.ip, "link", "set", f"to-{machine}", state)


def _call(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"cluster: {' '.join(words)}: {done.stderr.strip()}")
