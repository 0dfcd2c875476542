# SPDX-License-Identifier: EUPL-1.2
"""A fresh Debian that its own systemd has started, with processes, mounts and a network of its own; no virtual machine, and nothing of it stays.

It needs root, debootstrap and Debian's archive. build/package-root-NUMBER keeps what debootstrap makes.
"""

import contextlib
import ctypes
import os
import shutil
import subprocess
import time
from pathlib import Path

from making import ROOT, call, must

MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
# What an installation of Debian has besides the smallest set.
INCLUDED = "systemd-sysv,ca-certificates,curl"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
START_S = 90
END_S = 10
COMMAND_S = 300
CLONE_NEWNET = 0x40000000
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# $1 is the root folder, $2 the folder of a control group that this process enters first, so that
# the group is the root of what systemd sees.
BEGIN = r"""
echo $$ > "$2/cgroup.procs"
exec unshare --mount --pid --uts --ipc --net --cgroup --fork --kill-child bash -euc '
  root=$1
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for each in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/${each%:*}" c 1 "${each#*:}"; done
  mknod -m 666 "$root/dev/tty" c 5 0
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  mount -t tmpfs tmpfs "$root/dev/shm"
  hostname machine
  cd "$root"
  mkdir -p .outside
  pivot_root . .outside
  umount -l .outside
  exec env -i container=orgreg-test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=multi-user.target
' begin "$1"
"""


def release():
    return Path("/etc/debian_version").read_text().partition(".")[0].strip()


def codename():
    return next(line.partition("=")[2].strip() for line in Path("/etc/os-release").read_text().splitlines() if line.startswith("VERSION_CODENAME="))


def fresh_root(folder):
    """Makes a copy of a fresh Debian in a folder."""
    if os.geteuid() != 0:
        raise SystemExit("only root can make a machine")
    kept = ROOT / f"build/package-root-{release()}"
    if not kept.exists():
        part = Path(f"{kept}.part")
        shutil.rmtree(part, ignore_errors=True)
        must("debootstrap", "--variant=minbase", f"--include={INCLUDED}", codename(), part, MIRROR)
        part.rename(kept)
    must("cp", "-a", "--reflink=auto", kept, folder)
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    if CERTIFICATES.exists():
        shutil.copy(CERTIFICATES, folder / str(CERTIFICATES).lstrip("/"))


def inside_root(root, *command):
    """Runs a command in a root folder that is not started, with the network of this machine."""
    return must("chroot", root, "env", "-i", f"PATH={PATH}", "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *command)


def fetch(root, *packages):
    """Gets packages and what they need from Debian's archive, since a started machine has no network."""
    inside_root(root, "apt-get", "-q", "update")
    inside_root(root, "apt-get", "-q", "-y", "--no-install-recommends", "--download-only", "install", *packages)


class Machine:
    """`with Machine(root) as machine:` it has started; afterwards all its processes are gone."""

    def __init__(self, root):
        self._root = Path(root)
        self._group = None
        self._outer = None
        self._pid = None

    def __enter__(self):
        self._group = control_group()
        log = self._root.with_name(self._root.name + ".log")
        with open(log, "wb") as output:
            self._outer = subprocess.Popen(["bash", "-euc", BEGIN, "begin", str(self._root), str(self._group)], stdin=subprocess.DEVNULL,
                                           stdout=output, stderr=subprocess.STDOUT)
        try:
            self._pid = self._first_process()
            self._await_start()
        except BaseException:
            self.__exit__()
            raise SystemExit(f"the machine does not start: {log.read_text(errors='replace')[-3000:]}") from None
        return self

    def __exit__(self, *_):
        self._outer.kill()  # All processes of its namespace end with it.
        self._outer.wait()
        end = time.monotonic() + END_S
        while self._group.exists() and time.monotonic() < end:
            for folder, _, _ in os.walk(self._group, topdown=False):
                with contextlib.suppress(OSError):  # A process in it is about to end.
                    os.rmdir(folder)
            time.sleep(0.02)

    def _first_process(self):
        end = time.monotonic() + START_S
        while time.monotonic() < end and self._outer.poll() is None:
            children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children").read_text().split()
            if children and Path(f"/proc/{children[0]}/comm").read_text().strip() == "systemd":
                return int(children[0])
            time.sleep(0.05)
        raise TimeoutError

    def _await_start(self):
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            state = self.call("systemctl", "is-system-running").stdout.strip()
            if state in ("running", "degraded"):
                return
            time.sleep(0.2)
        raise TimeoutError

    def call(self, *command):
        return call("nsenter", "--target", self._pid, "--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup", "env", "-i", f"PATH={PATH}",
                    "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *command, cwd="/", timeout=COMMAND_S)

    def must(self, *command):
        done = self.call(*command)
        if done.returncode != 0:
            raise SystemExit(f"in the machine, {' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-6000:]}")
        return done.stdout

    def shell(self, text):
        return self.call("bash", "-euo", "pipefail", "-c", text)

    @contextlib.contextmanager
    def network(self):
        """This thread, and those that it starts meanwhile, are in the network of the machine."""
        with open("/proc/thread-self/ns/net", "rb") as own, open(f"/proc/{self._pid}/ns/net", "rb") as theirs:
            enter_network(theirs)
            try:
                yield
            finally:
                enter_network(own)


def enter_network(file):
    if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def control_group():
    """A fresh group in the tree of version 2, which may be mounted next to one of version 1."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    trees = [mount[1] for mount in mounts if mount[2] == "cgroup2"]
    if not trees:
        raise SystemExit("this machine has no control groups of version 2")
    group = Path(trees[0]) / f"orgreg-test-{os.getpid()}"
    group.mkdir()
    return group
