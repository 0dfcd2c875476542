# SPDX-License-Identifier: EUPL-1.2
"""Small file systems in files, for drivers that cut the power or fill the disk. They need root."""

import contextlib
import shutil
import subprocess
import tempfile
import time
from pathlib import Path


def must(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")


def make_image(path, mib):
    """Makes an ext4 without blocks reserved for root, and with blocks as on disks of usual size.

    On so small a disk they would be of 1 KiB; there, SQLite's map of the write-ahead log gets holes,
    and on a full disk a process that writes into one is ended by SIGBUS.
    """
    with open(path, "wb") as image:
        image.truncate(mib << 20)
    must("mkfs.ext4", "-q", "-F", "-b", "4096", "-m", "0", path)


@contextlib.contextmanager
def mounted(image, folder, options=""):
    """Mounts `image`, a file or the word tmpfs; it is always unmounted at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    if image == "tmpfs":
        must("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder)
    else:
        must("mount", "-o", ",".join(filter(None, ("loop", options))), image, folder)
    try:
        yield folder
    finally:
        unmount(folder)


def unmount(folder):
    """Retries for a while: a process that used it may be about to end."""
    for _ in range(100):
        if subprocess.run(["umount", folder], capture_output=True, check=False).returncode == 0:
            return
        time.sleep(0.05)
    must("umount", "-l", folder)


def why_not(kinds=("ext4",)):
    """Returns why such a file system cannot be mounted here, or None if all can."""
    for kind in kinds:
        with tempfile.TemporaryDirectory(prefix="orgreg-mount-") as folder:
            path = Path(folder)
            try:
                if kind == "ext4":
                    if not shutil.which("mkfs.ext4"):
                        return "there is no mkfs.ext4"
                    make_image(path / "image", 8)
                with mounted(path / "image" if kind == "ext4" else kind, path / "on"):
                    (path / "on/file").write_bytes(b"x")
            except OSError as failed:
                return str(failed)
    return ""


class WritebackOff:
    """The kernel writes nothing by itself meanwhile, if that can be set; the setting is restored afterwards."""

    PATH = Path("/proc/sys/vm/dirty_writeback_centisecs")

    def __init__(self):
        self._before = None

    def __enter__(self):
        with contextlib.suppress(OSError):
            before = self.PATH.read_text(encoding="ascii")
            self.PATH.write_text("0", encoding="ascii")
            self._before = before
        return self._before is not None

    def __exit__(self, *_):
        if self._before is not None:
            self.PATH.write_text(self._before, encoding="ascii")
