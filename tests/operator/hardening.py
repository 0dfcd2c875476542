# SPDX-License-Identifier: EUPL-1.2
"""What the compiler, the linker and the server itself do against attackers: read from the program, and from a process of it."""

import re
import subprocess

import server

# Functions of libraries that start a program.
STARTING = {"system", "popen", "fork", "vfork", "execl", "execle", "execlp", "execv", "execve", "execveat", "execvp", "execvpe", "fexecve",
            "posix_spawn", "posix_spawnp", "wordexp"}


def run(program, report, store, _folder):
    is_built_hard(program, report)
    starts_no_program(program, report)
    limits_itself(program, report, store)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def is_built_hard(program, report):
    header = output("readelf", "-hW", program)
    segments = output("readelf", "-lW", program)
    dynamic = output("readelf", "-dW", program)
    report.check(re.search(r"Type:\s+DYN", header) is not None and "PIE" in dynamic, "the program can be loaded anywhere (PIE)")
    report.check("GNU_RELRO" in segments and re.search(r"FLAGS_1.*\bNOW\b", dynamic) is not None, "its tables are fixed at the start (RELRO)")
    report.check(re.search(r"GNU_STACK.*\sRW\s", segments) is not None, "its stack is not executable")
    report.check(not re.search(r"\sRWE\s", segments), "no part of it is both written and executed")
    report.check(not re.search(r"\b(RPATH|RUNPATH|TEXTREL)\b", dynamic), "it names no place for libraries, and its code is not changed when loaded")
    names = imports(program)
    report.check("__stack_chk_fail" in names, "its stack is guarded")
    report.check(any(re.fullmatch(r"__(?!stack)\w+_chk", name) for name in names), "calls for memory and text are checked (FORTIFY)")


def imports(program):
    listed = output("nm", "-D", "--undefined-only", program)
    return {line.split()[-1].partition("@")[0] for line in listed.splitlines()}


def starts_no_program(program, report):
    found = imports(program) & STARTING
    report.check(not found, f"the program can start no other: {sorted(found)}")


def limits_itself(program, report, store):
    with server.Server(program, store) as running:
        status = read(running, "status")
        report.check(re.search(r"^Seccomp:\s+2$", status, re.M) is not None, "the calls of a server are limited")
        report.check(re.search(r"^NoNewPrivs:\s+1$", status, re.M) is not None, "a server gets no more rights")
        report.check(re.search(r"^Max core file size\s+0\s+0\s", read(running, "limits"), re.M) is not None, "it leaves no core file")
    with server.Server(program, store, env={"ORGREG_SANDBOX": "false"}) as running:
        report.check(re.search(r"^Seccomp:\s+0$", read(running, "status"), re.M) is not None, "the setting sandbox takes the limits away")
        report.check("sandbox: off" in running.errors(), "the log says so")


def read(running, name):
    with open(f"/proc/{running.pid}/{name}", encoding="ascii") as file:
        return file.read()
