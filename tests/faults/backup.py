# SPDX-License-Identifier: EUPL-1.2
"""Backup and restore of a whole register: kills, failing calls, full disks, power cuts.

A backup that did not end well leaves nothing under its name; its rest is gone after the next one. After a restore
that did not end well, the register is sound and is as before or as restored; its audit log begins with
the lines of before; and the same restore again completes it: records, documents, users, counts and audit log are
then right, and nothing of what was removed is there.
"""

import contextlib
import errno
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import server
import shim
from mounts import WritebackOff, make_image, mounted, must, why_not
from whole_register import WholeRegister

ENTITIES, FILLER = 1500, 300
IMAGE_MIB = 64
FULL_MIB = 24
LEFT = (0, 4096, 65_536, 300_000, 1_000_000, 3_000_000)
CALLS = (("write", errno.EIO), ("write", errno.ENOSPC), ("sync", errno.EIO), ("open", errno.EACCES), ("rename", errno.EIO),
         ("truncate", errno.EIO), ("any", errno.ENOSPC))


class Backups:
    def __init__(self, program, report, folder, options):
        self._program = program
        self._report = report
        self._folder = folder
        self._random = random.Random(options.seed)
        self._options = options
        self.counts = {"backups killed": 0, "restores killed": 0, "calls failed": 0, "full disks": 0, "cuts": 0,
                       "as before": 0, "as restored": 0}

    def run(self):
        self._make()
        for turn in range(self._options.backup_kills * (5 if self._options.long else 1)):
            self._kill_backup(turn)
            self._kill_restore(turn)
        self._fail_calls()
        skipped = why_not(("ext4", "tmpfs"))
        if not skipped:
            self._fill()
            self._cut_power()
        return skipped

    def _make(self):
        """Makes a register, a backup of it, and the same register after later changes."""
        later = WholeRegister(self._program, self._folder / "later")
        later.make(self._folder / "scratch", ENTITIES, FILLER)
        later.must("backup", self._folder / "backup")
        self._backup = WholeRegister(self._program, self._folder / "backup")
        self._removed = later.numbers[0]
        # As long as somebody reads, the writer's commits stay in the log.
        reader = sqlite3.connect(later.data / "store.db")
        reader.execute("SELECT count(*) FROM entity").fetchone()
        later.remove(self._removed)
        later.must("user", "remove", "kari")
        later.add_user("siv")
        later.count("retning", 2)
        later.look_up(2)
        self._with_log = self._folder / "with-log"
        shutil.copytree(later.data, self._with_log)
        reader.close()
        self._report.check((self._with_log / "store.db-wal").stat().st_size > 0, "the copied register has no commits in its log")
        self._later = later
        self._wanted = {"documents": later.documents(), "users": {"kari", "ola", "siv"}, "counts": later.counts()}
        self._before = {"documents": later.documents(), "users": later.users(), "counts": later.counts()}

    def _copy_to(self, path):
        """Returns a new copy of the later register, with commits in its log as a killed writer leaves them, and without its index."""
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(self._with_log, path, ignore=shutil.ignore_patterns("*.segment"))
        return WholeRegister(self._program, path)

    def _command(self, register, *arguments):
        return [self._program, *map(str, arguments), "--data", str(register.data)]

    def _restoring(self, register, backup=None):
        return self._command(register, "restore", backup or self._backup.data, "--users")

    def _check_sound(self, title, register):
        """Checks a register whose restore did not end well; returns whether it is restored."""
        problem = register.verified("--read-documents")
        self._report.check(not problem, f"{title}: {problem}")
        self._report.check(register.audit().startswith(self._later.audit()), f"{title}: the audit log lost lines")
        self._report.check(register.states().get(self._removed) == 2, f"{title}: what was removed came back")
        self._report.check(register.counts() == self._wanted["counts"], f"{title}: counts {register.counts()}")
        self._report.check(register.users() in (self._before["users"], self._wanted["users"]), f"{title}: users {register.users()}")
        self._report.check(register.documents() >= self._before["documents"], f"{title}: documents are missing")
        is_restored = "restored" in register.audit_kinds() and register.users() == self._wanted["users"]
        self.counts["as restored" if is_restored else "as before"] += 1

    def _repeat(self, title, register, backup=None):
        done = subprocess.run(self._restoring(register, backup), capture_output=True, text=True, check=False, env=server.environment())
        self._report.check(done.returncode == 0, f"{title}, again: {done.returncode} {done.stdout}{done.stderr}")
        problem = register.verified("--read-documents")
        self._report.check(not problem, f"{title}, again: {problem}")
        found = {"documents": register.documents(), "users": register.users(), "counts": register.counts()}
        self._report.check(found == self._wanted, f"{title}, again: {found}, not {self._wanted}")
        self._report.check(register.states().get(self._removed) == 2, f"{title}, again: what was removed came back")
        self._report.check(register.audit().startswith(self._later.audit()) and register.audit_kinds()[-1] == "restored",
                           f"{title}, again: the audit log")
        left = [path.name for path in register.data.rglob("*") if ".restoring" in path.name or ".part-" in path.name]
        self._report.check(not left, f"{title}, again: left over: {left}")

    def _killed(self, command, longest_s):
        """Kills a command at some moment; returns whether that was in time."""
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=server.environment())
        time.sleep(self._random.uniform(0, longest_s))
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        return process.wait(60) == -signal.SIGKILL

    @staticmethod
    def _seconds(command):
        begun = time.monotonic()
        subprocess.run(command, check=True, capture_output=True, env=server.environment())
        return time.monotonic() - begun

    def _kill_backup(self, turn):
        folder = self._folder / "backups"
        folder.mkdir(exist_ok=True)
        if turn == 0:
            self._backup_s = self._seconds(self._command(self._later, "backup", folder / "timed"))
        path = folder / f"killed-{turn}"
        in_time = self._killed(self._command(self._later, "backup", path), self._backup_s)
        self.counts["backups killed"] += in_time
        if path.exists():
            problem = WholeRegister(self._program, path).verified("--read-documents")
            self._report.check(not problem, f"kill {turn}: a backup has its name and is not whole: {problem}")
        done = self._later.orgreg("backup", folder / f"next-{turn}")
        self._report.check(done.returncode == 0, f"kill {turn}, the next backup: {done.stderr}")
        left = [each.name for each in folder.iterdir() if ".part" in each.name]
        self._report.check(not left, f"kill {turn}: the next backup leaves {left}")
        shutil.rmtree(folder / f"next-{turn}")

    def _kill_restore(self, turn):
        register = self._copy_to(self._folder / "data")
        if turn == 0:
            self._restore_s = self._seconds(self._restoring(register))
            register = self._copy_to(self._folder / "data")
        self.counts["restores killed"] += self._killed(self._restoring(register), self._restore_s)
        self._check_sound(f"kill of restore {turn}", register)
        self._repeat(f"kill of restore {turn}", register)

    def _fail_calls(self):
        made = shim.build(self._folder)
        if not shim.can_be_preloaded(made, self._program):
            return
        for call, code in CALLS:
            for at in sorted(self._random.sample(range(1, 60), max(2, self._options.faults // 2))):
                self._fail(f"{call} {errno.errorcode[code]}, {at}", made, {
                    "FAULT_CALL": call, "FAULT_AT": str(at), "FAULT_ERRNO": str(code),
                    "FAULT_FOREVER": str(self._random.randrange(2))})
        self._rename_plainly(made)

    def _rename_plainly(self, made):
        """A file system that cannot refuse a name that is taken while it renames gets backups all the same."""
        place = self._folder / "plain"
        place.mkdir()
        fault = {"LD_PRELOAD": str(made), "FAULT_FOLDER": str(place), "FAULT_CALL": "renameat2", "FAULT_AT": "1",
                 "FAULT_ERRNO": str(errno.EINVAL), "FAULT_FOREVER": "1"}
        command = self._command(self._later, "backup", place / "backup")
        for code, text in ((0, "holds commit"), (1, "is there already")):
            done = subprocess.run(command, capture_output=True, text=True, check=False, env={**server.environment(), **fault})
            self._report.check(done.returncode == code and text in done.stdout + done.stderr,
                               f"renaming in two steps: {done.returncode} {done.stdout}{done.stderr}")
        self._report.check([path.name for path in place.iterdir()] == ["backup"], "renaming in two steps leaves something")

    def _fail(self, title, made, fault):
        register = self._copy_to(self._folder / "data")
        log = self._folder / "faults.log"
        log.unlink(missing_ok=True)
        environment = {**server.environment(), "LD_PRELOAD": str(made), "FAULT_LOG": str(log), **fault}
        done = subprocess.run(self._restoring(register), capture_output=True, text=True, check=False,
                              env={**environment, "FAULT_FOLDER": str(register.data)})
        self.counts["calls failed"] += done.returncode != 0
        self._report.check(done.returncode in (0, 1) and (done.returncode == 0 or "orgreg: " in done.stderr),
                           f"{title}: {done.returncode} {done.stderr}")
        self._check_sound(title, register)
        self._repeat(title, register)
        place = self._folder / "failing"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        done = subprocess.run(self._command(self._later, "backup", place / "backup"), capture_output=True, text=True,
                              check=False, env={**environment, "FAULT_FOLDER": str(place)})
        if (place / "backup").exists():
            problem = WholeRegister(self._program, place / "backup").verified("--read-documents")
            self._report.check(not problem, f"{title}: a backup that is not whole: {problem}")
        else:
            self._report.check(done.returncode == 1, f"{title}: no backup, but {done.returncode} {done.stdout}")

    def _fill(self):
        for turn in range(self._options.fillings):
            with mounted("tmpfs", self._folder / "full", f"size={FULL_MIB}m") as disk:
                self._fill_once(f"full disk {turn}", disk)

    def _fill_once(self, title, disk):
        register = self._copy_to(disk / "data")
        left = self._random.choice(LEFT)
        filler = disk / "filler"
        with open(filler, "wb", buffering=0) as file:
            with contextlib.suppress(OSError):
                while True:
                    file.write(bytes(4096))
            file.truncate(max(0, os.fstat(file.fileno()).st_size - left))
        done = subprocess.run(self._command(self._later, "backup", disk / "backup"), capture_output=True, text=True, check=False,
                              env=server.environment())
        names = {path.name for path in disk.iterdir()}
        if done.returncode == 0:
            shutil.rmtree(disk / "backup")
        else:
            self._report.check(names == {"data", "filler"} and "orgreg: " in done.stderr,
                               f"{title}: a backup without space leaves {names}: {done.stderr}")
        done = subprocess.run(self._restoring(register), capture_output=True, text=True, check=False, env=server.environment())
        self.counts["full disks"] += done.returncode != 0
        self._report.check(done.returncode in (0, 1), f"{title}: {done.returncode} {done.stderr}")
        filler.unlink()
        self._check_sound(title, register)
        self._repeat(title, register)

    def _cut_power(self):
        with WritebackOff():
            for turn in range(max(2, self._options.cuts // 5)):
                image = self._folder / "disk.img"
                make_image(image, IMAGE_MIB)
                with mounted(image, self._folder / "disk", "commit=600") as disk:
                    self._cut_once(f"power cut {turn}", disk, image)

    def _cut_once(self, title, disk, image):
        """The power goes while a backup and a restore write to the disk."""
        register = self._copy_to(disk / "data")
        must("sync", "-f", disk)
        processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=server.environment())
                     for command in (self._restoring(register), self._command(self._later, "backup", disk / "backup"))]
        time.sleep(self._random.uniform(0, 1.5 * self._restore_s))
        for process in processes:
            process.send_signal(signal.SIGSTOP)
        cut = self._folder / "cut.img"
        must("cp", "--sparse=always", image, cut)
        self.counts["cuts"] += 1
        for process in processes:
            process.kill()
            process.wait(60)
        with mounted(cut, self._folder / "cut") as there:
            restored = WholeRegister(self._program, there / "data")
            self._check_sound(title, restored)
            if (there / "backup").exists():
                problem = WholeRegister(self._program, there / "backup").verified("--read-documents")
                self._report.check(not problem, f"{title}: a backup has its name and is not whole: {problem}")
            self._repeat(title, restored)
            done = self._later.orgreg("backup", there / "next")
            left = [path.name for path in there.iterdir() if ".part" in path.name]
            self._report.check(done.returncode == 0 and not left, f"{title}: the next backup: {done.stderr} {left}")
        cut.unlink()


def run(program, report, folder, options):
    backups = Backups(program, report, Path(folder), options)
    skipped = backups.run()
    without = f", no file system can be mounted: {skipped}" if skipped else ""
    return ", ".join(f"{count} {name}" for name, count in backups.counts.items()) + without
