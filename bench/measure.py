# SPDX-License-Identifier: EUPL-1.2
"""The tools of all parts of the bench: processes, their CPU time and memory, and loads."""

import contextlib
import ctypes
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
RESTING_S = 0.5
SCHED_SETATTR = {"x86_64": 314}.get(os.uname().machine, 274)  # The number of the call.
SHORT_TURN_NS = 100_000
# All limits of a server are on, so that their cost is measured; but a whole load comes from one address.
WIDE_LIMITS = {f"ORGREG_{name}": "1000000" for name in (
    "LOOKUPS_PER_SECOND", "LOOKUPS_AT_ONCE", "AUTHORISED_PER_SECOND", "AUTHORISED_AT_ONCE", "FREE_REQUESTS_PER_SECOND",
    "CONNECTIONS_PER_ADDRESS")}


class Figures(NamedTuple):
    """The results of one load."""
    requests: int
    per_second: float
    p50_ms: float
    p99_ms: float
    cpu_us: float  # Of the server, for each request.
    client_cpu_us: float = 0.0


def run(command, **options):
    """Runs a command to its end; returns (seconds, CPU seconds, peak memory in MB, output)."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, **options)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        output.seek(0)
        text = output.read().decode(errors="replace")
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{text}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def cpu_seconds(pid):
    """Returns what the kernel has counted so far for a process, its children, and those that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    total = sum(map(int, fields[11:15]))
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        fields = Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def await_rest(pid):
    """Waits until a server has no work of its own, such as making the files of the register after its start."""
    before, now = None, cpu_seconds(pid)
    while before is None or now - before > 0.05 * RESTING_S:
        before = now
        time.sleep(RESTING_S)
        now = cpu_seconds(pid)


def memory_mb(pid, field="VmRSS"):
    """VmRSS, RssAnon, VmHWM … of a process."""
    return int(re.search(field + r":\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def fetch(url, timeout=60, context=None):
    """`context` is that of the module ssl, for https."""
    with urllib.request.urlopen(url, timeout=timeout, context=context) as answer:
        return answer.read()


def wait_for(url, pause=0.1, context=None, patience_s=120):
    """Returns the first answer of a server that is starting."""
    for _ in range(int(patience_s / pause)):
        with contextlib.suppress(OSError):
            return fetch(url, timeout=2, context=context)
        time.sleep(pause)
    sys.exit(f"nothing answers on {url}")


@contextlib.contextmanager
def server(command, env=None, **options):
    options["env"] = {**os.environ, **WIDE_LIMITS, **(env or {})}
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def wrk(url, script, seconds, connections=64):
    """One load by one thread of wrk; returns requests, errors, p50 and p99 in milliseconds."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s", "--latency", "-s", str(script), url]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"RESULT (\d+) (\d+) ([\d.]+) ([\d.]+)", text)
    return int(found[1]), int(found[2]), float(found[3]), float(found[4])


@contextlib.contextmanager
def on_one_processor(*pids):
    """Keeps these processes, and their new children, on one processor.

    One client and its server never work at the same time, so this takes nothing from them. On two processors,
    each would wake the other from a halted processor, which on a virtual machine costs up to
    three times the measured time, and does so in some runs only.
    """
    everywhere = os.sched_getaffinity(0)
    try:
        pin(pids, {max(everywhere)})
        yield
    finally:
        pin(pids, everywhere)


def take_short_turns():
    """Asks for short turns for this process, as threads that serve connections do (base/threads/precedence.h): the kernel lets it interrupt threads with usual turns. Without effect on Linux before 6.12."""
    niceness = os.getpriority(os.PRIO_PROCESS, 0)
    attributes = struct.pack("=IIQiIQQQ", 48, os.SCHED_OTHER, 0, niceness, 0, SHORT_TURN_NS, 0, 0)
    ctypes.CDLL(None).syscall(SCHED_SETATTR, 0, attributes, 0)


@contextlib.contextmanager
def apart(pids):
    """Keeps these processes on one processor and this one, with its new children, on the others; gives the one."""
    everywhere = os.sched_getaffinity(0)
    theirs = {max(everywhere)}
    try:
        place(pids, theirs)
        os.sched_setaffinity(0, everywhere - theirs)
        yield theirs
    finally:
        pin(pids, everywhere)


def pin(pids, processors):
    os.sched_setaffinity(0, processors)
    place(pids, processors)


def place(pids, processors):
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(int(thread.name), processors)


def ask(command, clients, pids=(), read_cpu=None):
    """Runs a load program; one client shares a processor with the server's processes `pids`."""
    with on_one_processor(*pids) if clients == 1 else contextlib.nullcontext():
        return ask_anywhere(command, read_cpu)


def ask_anywhere(command, read_cpu):
    """Runs a load program of this folder (load_loop.h); CPU is its own if `read_cpu` gives none."""
    with subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        if client.stdout.readline() != "ready\n":
            sys.exit(f"{command[0]} failed")
        before = read_cpu() if read_cpu else 0
        client.stdin.write("go\n")
        client.stdin.flush()
        line = client.stdout.readline()
        cpu = (read_cpu() - before) if read_cpu else 0
        client.stdin.write("end\n")
        client.stdin.close()
    if not line:
        sys.exit(f"{' '.join(map(str, command))} failed")
    return figures_of(line, cpu, read_cpu is None)


def figures_of(line, cpu, is_own):
    found = {name: float(value) for name, value in re.findall(r'"(\w+)": ([\d.]+)', line)}
    if found["errors"]:
        sys.exit(f"{found['errors']:.0f} of {found['requests']:.0f} answers were wrong")
    cpu_us = found["own_cpu_us"] if is_own else cpu * 1e6 / found["requests"]
    return Figures(int(found["requests"]), found["requests"] / found["seconds"], found["p50_ms"], found["p99_ms"], cpu_us,
                   0.0 if is_own else found["own_cpu_us"])
