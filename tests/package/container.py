# SPDX-License-Identifier: EUPL-1.2
"""The container: built from nothing over the program and its libraries, run as nobody, with a root that cannot be written."""

import http.client
import json
import os
import re
import socket
import subprocess
import time

import server
from making import ROOT, call, must

NAME = "localhost/orgreg:test"
USER = 65532
ENTITIES = 500
START_S = 60
STOP_S = 20
# The buildah of Debian 13 raises those that it is not given, which root may not do on every machine.
LIMITS = ("--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096")


def run(program, report, _packages, folder):
    made = folder / "made"
    must(ROOT / "packaging/container/make", program, made)
    holds_no_shell(report, made / "root")
    store = Store(folder)
    must(*store.buildah("build"), "--isolation", "chroot", "--tag", NAME, made)
    try:
        image_is_right(report, store)
        serves(program, report, store, folder)
        wrong_calls(report, program, folder)
    finally:
        store.clean()


class Store:
    """Images and containers of this test alone."""

    def __init__(self, folder):
        self._options = ["--storage-driver", "vfs", "--root", str(folder / "images"), "--runroot", str(folder / "running")]

    def buildah(self, command):
        return ["buildah", *self._options, command]

    def clean(self):
        call(*self.buildah("rm"), "--all")
        call(*self.buildah("rmi"), "--all", "--force")


def holds_no_shell(report, root):
    executable = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and os.access(path, os.X_OK))
    names = [path for path in executable if "/ld-" not in path and not path.startswith("lib64/ld-")]
    others = [path for path in names if ".so" not in path]
    report.check(others == ["usr/bin/orgreg"], f"it holds one program: {others}")
    done = call("chroot", root, "/usr/bin/orgreg", "--version")
    report.check(done.returncode == 0, f"the program has all libraries that it loads: {done.stdout}")
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"  {size / 1e6:.0f} MB without packing")


def image_is_right(report, store):
    about = json.loads(must(*store.buildah("inspect"), "--type", "image", NAME))["OCIv1"]["config"]
    report.check(about["User"] == f"{USER}:{USER}", f"the user is nobody: {about.get('User')}")
    report.check(about["Entrypoint"] == ["/usr/bin/orgreg"] and about["Cmd"] == ["serve"], f"it serves: {about}")
    report.check("/data" in about["Volumes"] and "8080/tcp" in about["ExposedPorts"], f"it says where data and port are: {about}")


# Runs the program of a mounted container as a runtime does with --read-only, --user and without
# capabilities: $1 is its root, $2 the folder of its data; the settings follow.
SHUT = r"""
mkdir -p "$1/proc"
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount --bind "$2" "$1/data"
mount -o remount,bind,ro "$1"
root=$1
shift 2
exec env -i "$@" setpriv --no-new-privs chroot --userspec=USER:USER --groups= "$root" /usr/bin/orgreg serve
""".replace("USER", str(USER))


class Running:
    """`with Running(command, port, log) as running:` a server that has answered."""

    def __init__(self, command, port, log):
        self._command, self._port, self._log = [str(word) for word in command], port, log

    def __enter__(self):
        with open(self._log, "wb") as output:
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        return self

    def __exit__(self, *_):
        for process in self.processes():
            os.kill(process, 15)
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, 9)
            self._process.wait()

    def processes(self):
        """The numbers of the server's processes: those of our session with the name of the program."""
        found = []
        for folder in os.listdir("/proc"):
            if folder.isdigit():
                try:
                    with open(f"/proc/{folder}/stat", encoding="ascii", errors="replace") as file:
                        name, _, rest = file.read().partition("(")[2].rpartition(")")
                except OSError:
                    continue
                if name == "orgreg" and int(rest.split()[3]) == self._process.pid:
                    found.append(int(folder))
        return found

    def answer(self, path):
        """The first answer within the time of a start."""
        end = time.monotonic() + START_S
        while self._process.poll() is None and time.monotonic() < end:
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=START_S)
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                body = answer.read().decode()
                if answer.status != 503:
                    return answer.status, body
            except OSError:
                pass
            finally:
                connection.close()
            time.sleep(0.1)
        return 0, self._log.read_text(errors="replace")[-2000:]


def serves(program, report, store, folder):
    data = folder / "data"
    data.mkdir()
    server.must_generate(program, folder / "inventory", ENTITIES)
    server.must_import(program, data / "register", "entities", [folder / "inventory/enheter_alle.json.gz"])
    for path in (data, *data.rglob("*")):
        os.chown(path, USER, USER)
    container = must(*store.buildah("from"), *LIMITS, NAME).strip().splitlines()[-1]
    port = free_port()
    by_buildah = [*store.buildah("run"), "--isolation", "chroot", "--env", f"ORGREG_PORT={port}"]
    done = call(*by_buildah, "--volume", f"{folder / 'inventory'}:/inventory", container, "/usr/bin/orgreg", "import", "entities",
                "/inventory/enheter_alle.json.gz")
    report.check(done.returncode == 0, f"its user makes a register in a fresh volume: {done.stdout}")
    # Buildah itself, unlike what runs containers later, mounts nothing in the place of the image's own volume.
    command = [*by_buildah, "--volume", f"{data}:/kept", "--env", "ORGREG_DATA=/kept/register", container, "/usr/bin/orgreg", "serve"]
    with Running(command, port, folder / "run.log") as running:
        is_served(report, running, "run by buildah")
    root = must(*store.buildah("mount"), container).strip().splitlines()[-1]
    about = json.loads(must(*store.buildah("inspect"), "--type", "image", NAME))["OCIv1"]["config"]
    command = ["unshare", "--mount", "bash", "-euc", SHUT, "shut", root, data, *about["Env"], f"ORGREG_PORT={port}"]
    with Running(command, port, folder / "shut.log") as running:
        is_served(report, running, "with a root that cannot be written")
        for process in running.processes():
            with open(f"/proc/{process}/status", encoding="ascii") as file:
                status = dict(line.split(":\t", 1) for line in file.read().splitlines() if ":\t" in line)
            report.check(set(status["Uid"].split()) == {str(USER)} and int(status["CapEff"], 16) == 0, f"it is nobody: {status['Uid']} {status['CapEff']}")


def is_served(report, running, how):
    status, body = running.answer("/enhetsregisteret/api/enheter?size=1")
    total = re.search(r'"totalElements":\s*(\d+)', body)
    report.check(status == 200 and total is not None and int(total[1]) > 0, f"{how}, the register is served: {status} {body[:2000]}")
    report.check(len(running.processes()) == 1, f"{how}, it is one process: {running.processes()}")


def free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def wrong_calls(report, program, folder):
    tool = ROOT / "packaging/container/make"
    (folder / "there").mkdir()
    for words, code in (([], 2), ([program], 2), ([program, folder / "there"], 1), ([folder / "none", folder / "new"], 1)):
        done = call(tool, *words)
        report.check(done.returncode == code, f"{tool.name} {words} ends with {done.returncode}, not {code}: {done.stdout}")
