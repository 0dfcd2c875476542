# SPDX-License-Identifier: EUPL-1.2
"""What a command prints may be cut off by its reader, but output that is lost otherwise is an error."""

import os
import subprocess

# A page that is longer than what a pipe holds, so that the command writes after its reader has left.
LONG = "openapi"


def run(program, report, _store, _folder):
    code, errors = print_to_pipe(program)
    report.check((code, errors) == (1, b""), f"a reader that leaves gets no message: {code} {errors}")
    with open("/dev/full", "wb") as full:
        lost = subprocess.run([program, LONG], stdout=full, stderr=subprocess.PIPE, check=False)
    report.check(lost.returncode == 1 and b"No space left on device" in lost.stderr, f"output to a full disk is an error: {lost.returncode} {lost.stderr}")


def print_to_pipe(program):
    """Reads a few bytes and leaves; returns the exit status and the messages."""
    ending, beginning = os.pipe()
    with subprocess.Popen([program, LONG], stdout=beginning, stderr=subprocess.PIPE) as printing:
        os.close(beginning)
        os.read(ending, 10)
        os.close(ending)
        errors = printing.stderr.read()
        return printing.wait(), errors
