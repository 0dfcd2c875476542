# SPDX-License-Identifier: EUPL-1.2
"""Faults of one node, or of its machine, that the other nodes and all clients must not notice, and that pass by themselves."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import contextmanager

import shim
from cluster import named
from machines import NAMES
from mounts import WritebackOff, make_image, unmount, why_not

DAY_S = 86_400
WRONG_S = 6  # How long clocks are wrong in one way.
LAG_S, PAST_LAG_S = 10, 25  # max_lag_s where a node falls behind, and for how long it does.
INDEX_S = 20  # In which rows that a node has must be shown; /readyz does not wait for it.
ROOM = 64 << 20
DISK_MIB, CUTS, POWER_OPTIONS = 4096, 4, "loop,commit=600"  # The file of the disk is sparse, and gets nothing that is not synced.
PAGES = 3  # That are damaged at once.
BEYOND = "is too damaged to be mended"  # With what a person must do then.
CLOSE = 5_000  # Updates.
BLOBS, HOLDER_S, SOON_S = 40_000, 60, 60
ANEW_S = 300  # Everything is taken, with a log that grows for as long as the run lasts, next to all other processes.
HOUR_S = 3600


def restart_node(trial, machine, program=None, **settings):
    """A node stops in good order and starts with these settings, as in the environment; None takes one away."""
    process = trial.cluster.processes[named("node", machine)]
    process.env = {name: str(value) for name, value in {**process.env, **settings}.items() if value is not None}
    before = process.started
    trial.cluster.use_program(machine, program or trial.cluster.program)
    trial.await_that(f"the node on {machine} is ready", lambda: process.started > before and trial.cluster.is_ready(machine))


def log_of(trial, machine):
    return (trial.cluster.folder / "logs" / named("node", machine)).read_text(errors="replace")


def shown(trial, machine):
    """The newest update that a node shows, 0 if it does not answer, and that of the database."""
    answer = trial.cluster.http(machine, "register", "/enhetsregisteret/api/oppdateringer/enheter?size=1&sort=id,DESC")
    rows = json.loads(answer[2]).get("_embedded", {}).get("oppdaterteEnheter", []) if answer and answer[0] == 200 else []
    return rows[0]["oppdateringsid"] if rows else 0, int(trial.cluster.sql("register", "SELECT max(id) FROM change_log"))


# Clocks.

def set_clocks(trial):
    """The nodes' clocks are a day ahead, a day behind and right; then they jump while the nodes run, one by a month."""
    clocks = {name: trial.cluster.folder / f"clock-{name}" for name in NAMES}
    preloaded = shim.build(trial.cluster.folder)
    taken = dict(trial.history.taken)
    for days, (name, clock) in zip((1, -1, 0), clocks.items(), strict=True):
        clock.write_text(str(days * DAY_S))
        restart_node(trial, name, ORGREG_SANDBOX="false", LD_PRELOAD=preloaded, CLOCK_FILE=clock)
    trial.run_for(WRONG_S)
    for days, clock in zip((-1, 1, 30), clocks.values(), strict=True):
        part = clock.with_suffix(".part")
        part.write_text(str(days * DAY_S))
        part.rename(clock)  # The programs never read half of it.
    trial.run_for(WRONG_S)
    done = trial.cluster.orgreg("cluster", "verify", "--store", trial.cluster.store, "--store-durability", "replicated")
    trial.report.check(done.returncode == 0, f"cluster verify, while clocks of nodes are wrong: {done.stdout}{done.stderr}")
    for name, address in trial.cluster.addresses.items():
        trial.report.check(trial.history.taken[address] > taken.get(address, 0), f"the node on {name}, whose clock is wrong, takes batches")
    for name in NAMES:
        restart_node(trial, name, ORGREG_SANDBOX=None, LD_PRELOAD=None, CLOCK_FILE=None)


# Disks.

def fill_disk(trial):
    """A node cannot write to its folder any more, for longer than max_lag_s: it answers, says why it does not follow, and follows later."""
    machine = trial.random.choice(NAMES)
    with small_disk(trial, machine) as resize:
        said = len(log_of(trial, machine))
        resize(0)
        trial.run_for(PAST_LAG_S)
        mine, newest = shown(trial, machine)
        trial.report.check(mine < newest, f"the node on {machine} goes on to update {mine} of {newest} with a full disk")
        trial.report.check(not trial.cluster.is_ready(machine), f"the node on {machine} is ready {PAST_LAG_S} s after its disk is full")
        answer = trial.cluster.http(machine, "register", "/enhetsregisteret/api/enheter?size=1")
        trial.report.check(bool(answer) and answer[0] == 200, f"the node on {machine} answers with a full disk: {answer and answer[0]}")
        text = log_of(trial, machine)[said:]
        trial.report.check("is full" in text or "No space left" in text, f"the log says that the disk is full: {text[-600:]}")
        resize(ROOM)
        trial.await_that(f"the node on {machine} follows again", lambda: trial.cluster.is_ready(machine) and shown(trial, machine)[0] > newest)


@contextmanager
def small_disk(trial, machine):
    """The folder of a node is a disk of its own meanwhile; yields a function that leaves so much room on it."""
    def resize(room):
        disk = os.statvfs(place)
        used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
        mount("-o", f"remount,size={used + room}", "none", place)

    with own_disk(trial, machine, "-t", "tmpfs", "none") as place:
        start_with_lag(trial, machine, LAG_S)
        resize(ROOM)
        yield resize
    start_with_lag(trial, machine, None)


@contextmanager
def own_disk(trial, machine, *words):
    """The folder of a node is what mount makes of these words meanwhile. The node does not run before and after."""
    process, place = trial.cluster.processes[named("node", machine)], trial.cluster.place(machine) / "register"
    copy = place.with_name("register-copy")
    process.halt()
    shutil.copytree(place, copy)
    mount(*words, place)
    shutil.copytree(copy, place, dirs_exist_ok=True)
    shutil.rmtree(copy)
    try:
        yield place
        process.halt()
        shutil.copytree(place, copy)
    finally:
        unmount(place)
    shutil.copytree(copy, place, dirs_exist_ok=True)
    shutil.rmtree(copy)


def cut_power(trial):
    """The machine of a node loses its power again and again: what was not synced is gone. The node goes on with the rest."""
    if reason := why_not():
        raise SystemExit(f"power-cut: {reason}")
    machine = trial.random.choice(NAMES)
    process = trial.cluster.processes[named("node", machine)]
    image, cut = (trial.cluster.folder / f"{name}.img" for name in ("disk", "cut"))
    make_image(image, DISK_MIB)
    said = len(log_of(trial, machine))
    with WritebackOff(), own_disk(trial, machine, "-o", POWER_OPTIONS, image) as place:
        subprocess.run(["sync", "-f", place], check=True)
        process.start()
        trial.await_that(f"the node on {machine} follows on a disk of its own", lambda: follows(trial, machine), ANEW_S)
        for number in range(CUTS):
            trial.run_for(trial.random.uniform(0.5, 3))
            trial.send([process.pid], signal.SIGSTOP)
            (place / "unsynced").write_text("is lost", encoding="ascii")
            subprocess.run(["cp", "--sparse=always", image, cut], check=True)
            trial.send([process.pid], signal.SIGKILL)
            process.halt()
            unmount(place)
            cut.replace(image)
            mount("-o", POWER_OPTIONS, image, place)
            trial.report.check(not (place / "unsynced").exists(), "a power cut takes what was not synced")
            process.start()
            trial.await_that(f"the node on {machine} follows after power cut {number + 1}", lambda: follows(trial, machine), ANEW_S)
        process.halt()
        done = trial.cluster.orgreg("verify", "--data", place)
        trial.report.check(done.returncode == 0, f"the copy on {machine} is sound after {CUTS} power cuts: {done.stdout}{done.stderr}{log_of(trial, machine)[said:][-1500:]}")
    process.start()


def start_with_lag(trial, machine, seconds):
    process = trial.cluster.processes[named("node", machine)]
    process.env = {name: value for name, value in process.env.items() if name != "ORGREG_MAX_LAG_S"}
    if seconds:
        process.env["ORGREG_MAX_LAG_S"] = str(seconds)
    process.start()
    trial.await_that(f"the node on {machine} is ready", lambda: trial.cluster.is_ready(machine))


def mount(*words):
    subprocess.run(["mount", *words], check=True)


def damage(trial):
    """Pages of a node's copy of the register have become something else while it was away."""
    machine = trial.random.choice(NAMES)
    process, place = trial.cluster.processes[named("node", machine)], trial.cluster.place(machine) / "register"
    said = len(log_of(trial, machine))
    trial.send([process.pid], signal.SIGKILL)
    process.halt()
    what = damage_pages(trial.random, place / "store.db")
    process.start()
    end = time.monotonic() + SOON_S
    while BEYOND not in log_of(trial, machine)[said:] and time.monotonic() < end and not follows(trial, machine):
        trial.run_for(0.5)
    if BEYOND in log_of(trial, machine)[said:]:
        process.halt()
        for file in place.glob("store.db*"):
            file.unlink()
        process.start()
    trial.await_that(f"the node on {machine} follows again after {what}", lambda: follows(trial, machine), ANEW_S)
    # Some rows have not been read again yet: the index of a node is not made anew without need.
    process.halt()
    shutil.rmtree(place / "segments")
    process.start()
    trial.await_that(f"the node on {machine} makes its index anew after {what}", lambda: follows(trial, machine))
    process.halt()
    done = trial.cluster.orgreg("verify", "--data", place)
    process.start()
    trial.report.check(done.returncode == 0, f"the node on {machine} has mended its copy after {what}: {done.stdout}{done.stderr}"
                                             f"{log_of(trial, machine)[said:][-1500:]}")


def follows(trial, machine):
    mine, newest = shown(trial, machine)
    return trial.cluster.is_ready(machine) and mine + CLOSE > newest


def damage_pages(random, file):
    """Some pages of rows, each in its own way; what was done."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    pages = [number for number, in connection.execute("SELECT pageno FROM dbstat WHERE name = 'entity' AND pagetype = 'leaf'")]
    connection.close()
    done = []
    with open(file, "r+b") as store:
        for page in random.sample(pages, min(PAGES, len(pages))):
            begin = (page - 1) * size
            way = random.choice(("a flipped bit", "zeroes"))
            store.seek(begin)
            content = bytearray(store.read(size))
            if way == "zeroes":
                content = bytearray(size)
            else:
                content[-random.randrange(1, size // 2)] ^= 1 << random.randrange(8)
            store.seek(begin)
            store.write(content)
            done.append(f"{way} in page {page}")
    return ", ".join(done)


# A node that stands still.

def fall_behind(trial):
    """A node stands still for longer than max_lag_s. When it goes on it is not ready before it has all rows, and shows them soon after."""
    machine = trial.random.choice(NAMES)
    restart_node(trial, machine, ORGREG_MAX_LAG_S=LAG_S)
    with trial.stopped([trial.cluster.processes[named("node", machine)].pid]):
        trial.run_for(PAST_LAG_S)
    due = int(trial.cluster.sql("register", f"SELECT max(id) FROM change_log WHERE time_ms < extract(epoch FROM clock_timestamp()) * 1000 - {LAG_S * 1000}"))
    trial.await_that(f"the node on {machine} is ready", lambda: trial.cluster.is_ready(machine))
    ready = time.monotonic()
    trial.await_that(f"the node on {machine} shows update {due}", lambda: shown(trial, machine)[0] >= due)
    trial.report.check(time.monotonic() - ready < INDEX_S, f"the node on {machine} was ready {time.monotonic() - ready:.1f} s before it showed "
                                                           f"update {due}, of {LAG_S} s before")
    restart_node(trial, machine, ORGREG_MAX_LAG_S=None)


def stop_holder(trial):
    """The node that sweeps shared documents stands still in the middle of it, and another takes its lease over. Meanwhile documents that it
    was about to delete are put there again; they must stay when it goes on. Batches wait for it no longer than the database does."""
    there = make_blobs(trial)
    if holder := holder_of(trial):
        trial.send([trial.cluster.processes[holder].pid], signal.SIGKILL)  # It knows that all is swept.
        holder = None
    end_lease(trial)
    while holder is None:
        trial.run_for(0.2)
        holder = holder_of(trial)
    trial.await_that("shared documents are swept", lambda: not all(path.exists() for path in there[::500]), SOON_S)
    process = trial.cluster.processes[holder]
    with trial.stopped([process.pid]):
        left = [path for path in there if path.exists()]
        trial.report.check(bool(left), f"{holder} stood still when it had deleted all of {len(there)} documents")
        stopped = time.monotonic()
        end_lease(trial)
        trial.await_that("another node sweeps", lambda: holder_of(trial) not in (None, holder) and not any(path.exists() for path in left), SOON_S)
        for path in left:
            path.touch()
        trial.run_for(max(0, HOLDER_S - (time.monotonic() - stopped)))
    trial.run_for(WRONG_S)
    lost = [path for path in left if not path.exists()]
    # One may go: that whose age it had just looked at when it was stopped.
    trial.report.check(len(lost) <= 1, f"{holder}, whose lease was over, deleted {len(lost)} of {len(left)} documents that were put there again")
    trial.report.check(holder_of(trial) not in (None, holder), f"{holder} has the lease again")
    for path in left:
        path.unlink(missing_ok=True)


def make_blobs(trial):
    """Shared documents that no row names, put there two hours ago."""
    place, then, made = trial.cluster.folder / "blobs/documents", time.time() - 2 * HOUR_S, []
    for number in range(BLOBS):
        path = place / f"{number % 256:02x}" / f"{number:062x}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (then, then))
        made.append(path)
    return made


def end_lease(trial):
    """As if its time were over."""
    trial.cluster.sql("register", "UPDATE lease SET until = '-infinity' WHERE job = 'documents'")


def holder_of(trial):
    """The name of the node that sweeps, or None."""
    found = "SELECT n.name FROM lease l JOIN node n ON n.process = l.holder WHERE l.job = 'documents' AND l.until > clock_timestamp()"
    return trial.cluster.sql("register", found) or None
