# SPDX-License-Identifier: EUPL-1.2
"""The files of the whole register: making them, compared with packers and a writer of spreadsheets, and sending them.

Everything happens in a scratch folder: store and segments are only read. sending.py measures the sending, and its effect
and that of the making on look-ups. This takes some five minutes.
"""

import filecmp
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import measure
from sending import measure_meanwhile, measure_throughput, serving, show_meanwhile, show_throughput

MEMORY_PERIOD_S = 0.02
SHEET_ROUNDS = 3
MAKE_LIMIT_S = 60
MAKE_LIMIT_MB = 1024
PACK_LIMIT = 2.0
SHEET_LIMIT = 3.0
PACKERS = {"igzip -1": "igzip -1", "pigz -p 1 -1": "pigz -p 1 -1"}
FAST_FOLDER = Path("/dev/shm")  # In memory, if the machine has it.


def files_part(bench):
    raw = bench.remembered("files", lambda: measure_files(bench))
    show_making(bench, raw)
    show_packers(bench, raw)
    show_sheets(bench, raw["sheets"])
    show_meanwhile(bench, raw["beside"])
    show_throughput(bench, raw["throughput"])


def measure_files(bench):
    bench.register.ensure_store()
    scratch = bench.folder / "files"
    shutil.rmtree(scratch, ignore_errors=True)
    made, alone = scratch / "made", scratch / "alone"
    for folder in (made, alone):
        folder.mkdir(parents=True)
    try:
        prepare(bench, scratch / "none")
        found = {"making": make_all(bench, made), "each": encode_each(bench, alone)}
        for entry in found["each"]:
            if not filecmp.cmp(made / entry["file"], alone / entry["file"], shallow=False):
                sys.exit(f"{entry['file']} is not what `orgreg downloads` makes")
        shutil.rmtree(alone)
        for entry in found["each"]:
            entry.update(pack(made / entry["file"], scratch))
        found["sheets"] = write_sheets(bench, scratch)
        found["throughput"] = measure_throughput(bench, made)
        found["beside"] = measure_meanwhile(bench, made)
        return found
    finally:
        shutil.rmtree(scratch)


def prepare(bench, folder):
    """Makes bases of this build of the program and reads them into the page cache; a server updates them before its first answer."""
    with serving(bench, folder):
        pass
    for path in bench.register.segments():
        with open(path, "rb") as file:
            while file.read(1 << 22):
                pass


def make_all(bench, folder):
    """Runs `orgreg downloads` and samples its memory; peak_mb counts mapped pages of the segments as well."""
    begun, anonymous = time.monotonic(), 0.0
    process = subprocess.Popen([bench.program, "downloads", "--data", bench.register.data, "--downloads", folder],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        try:
            anonymous = max(anonymous, measure.memory_mb(process.pid, "RssAnon"))
        except (TypeError, OSError):
            pass  # It is just ending.
        time.sleep(MEMORY_PERIOD_S)
    seconds = time.monotonic() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit("orgreg downloads failed")
    return {"seconds": seconds, "cpu_s": usage.ru_utime + usage.ru_stime, "peak_mb": usage.ru_maxrss / 1024, "anonymous_mb": anonymous}


def encode_each(bench, folder):
    text = measure.run([bench.programs / "encode_files", "--data", bench.register.data, "--folder", folder])[3]
    return [json.loads(line) for line in text.splitlines()]


def pack(file, scratch):
    """Returns the size of the text, and the cost of the packers: they read from memory and write to the disk of the files."""
    if file.suffix == ".xlsx":
        with zipfile.ZipFile(file) as book:
            return {"text": sum(part.file_size for part in book.infolist())}
    with tempfile.TemporaryDirectory(dir=FAST_FOLDER if FAST_FOLDER.is_dir() else scratch) as folder:
        text, packed = Path(folder, "text"), scratch / "packed"
        shell('igzip -dc "$1" > "$2"', file, text)
        peers = {}
        for name, command in PACKERS.items():
            seconds, cpu, _, _ = shell(f'exec {command} -c "$1" > "$2"', text, packed)
            peers[name] = {"seconds": seconds, "cpu_s": cpu, "packed": packed.stat().st_size}
            packed.unlink()
        return {"text": text.stat().st_size, "peers": peers}


def shell(script, *arguments):
    return measure.run(["sh", "-c", script, "sh", *map(str, arguments)])


def write_sheets(bench, scratch):
    folder = scratch / "sheets"
    folder.mkdir()
    text = measure.run([bench.programs / "sheet_peer", "--data", bench.register.data, "--folder", folder,
                        "--rows", str(bench.options.sheet_rows), "--rounds", str(SHEET_ROUNDS)])[3]
    rounds = [json.loads(line) for line in text.splitlines()]
    found = {"cells": [count_cells(folder / name) for name in ("ours.xlsx", "library.xlsx")]}
    for name in ("orgreg", "libxlsxwriter"):
        mine = [line for line in rounds if line["writer"] == name]
        found[name] = {key: statistics.median(line[key] for line in mine) for key in ("rows", "seconds", "cpu_s")}
    found["orgreg"]["packed"], found["libxlsxwriter"]["packed"] = ((folder / name).stat().st_size for name in ("ours.xlsx", "library.xlsx"))
    return found


def count_cells(file):
    """Counts cells with content, which shows whether both wrote the same."""
    held, rest = 0, b""
    with zipfile.ZipFile(file) as book, book.open("xl/worksheets/sheet1.xml") as sheet:
        while part := sheet.read(1 << 22):
            text = rest + part
            rest = text[-2:]
            held += len(re.findall(rb"<c ", text)) - len(re.findall(rb"<c ", rest))
    return held


def show_making(bench, raw):
    making = raw["making"]
    is_reached = making["seconds"] <= MAKE_LIMIT_S and making["anonymous_mb"] <= MAKE_LIMIT_MB
    bench.section("Files of the whole register", ["", "seconds", "CPU s", "own memory MB", "with mapped pages MB", "reached"],
                  [["all six", f"{making['seconds']:.1f}", f"{making['cpu_s']:.1f}", f"{making['anonymous_mb']:,.0f}", f"{making['peak_mb']:,.0f}",
                    answer(is_reached)]],
                  f"`orgreg downloads`, one thread, segments in the page cache, files synced. Memory is the peak: RssAnon, and VmHWM, which counts the "
                  f"pages of the segments as well. Target: at most {MAKE_LIMIT_S} s and {MAKE_LIMIT_MB:,} MB.")
    rows = [[entry["file"], f"{entry['records']:,}", f"{entry['text'] / 1e6:,.0f}", f"{entry['packed'] / 1e6:,.0f}", f"{entry['cpu_s']:.2f}",
             f"{entry['seconds']:.2f}", rate(entry["records"], entry), rate(entry["text"] / 1e6, entry),
             rate(entry["packed"] / 1e6, entry)] for entry in raw["each"]]
    bench.section("Files of the whole register, each", ["file", "records", "text MB", "packed MB", "CPU s", "seconds", "records/s", "MB/s of text",
                                                        "MB/s packed"], rows,
                  "bench/encode_files.cc: the same bytes, written without the wait for the disk. Rates are those of CPU seconds.")


def rate(amount, entry):
    """An amount for each CPU second of an entry; a tiny file takes less than the clock shows."""
    return f"{amount / entry['cpu_s']:,.0f}" if entry["cpu_s"] else "–"


def show_packers(bench, raw):
    rows = []
    for entry in raw["each"]:
        if "peers" not in entry:
            continue
        igzip, pigz = (entry["peers"][name] for name in PACKERS)
        ratio = entry["cpu_s"] / igzip["cpu_s"]
        rows.append([entry["file"], *(f"{at['cpu_s']:.2f} / {at['seconds']:.2f}" for at in (entry, igzip, pigz)),
                     *(f"{at['packed'] / 1e6:,.0f}" for at in (entry, igzip, pigz)), f"{ratio:.2f}", f"{entry['seconds'] / igzip['seconds']:.2f}",
                     answer(ratio <= PACK_LIMIT)])
    bench.section("Files next to packers: CPU s / seconds", ["file", "orgreg", *PACKERS, "MB", *(f"{name.split()[0]} MB" for name in PACKERS),
                                                            "CPU ÷ igzip", "seconds ÷ igzip", "reached"], rows,
                  f"The packers get the ready text from memory and write to the same disk, one thread each; ours makes the text from the records as "
                  f"well, and its SHA-256. Target: at most {PACK_LIMIT:.0f} times the CPU of igzip.")


def show_sheets(bench, sheets):
    ours, library = sheets["orgreg"], sheets["libxlsxwriter"]
    ratio = library["cpu_s"] / ours["cpu_s"]
    rows = [[name, rate(at["rows"], at), f"{at['rows'] / at['seconds']:,.0f}", f"{at['packed'] / 1e6:,.0f}", f"{cells:,}"]
            for name, at, cells in (("orgreg", ours, sheets["cells"][0]), ("libxlsxwriter", library, sheets["cells"][1]))]
    bench.section("Spreadsheet next to libxlsxwriter", ["writer", "rows per CPU s", "rows/s", "MB", "cells"], rows,
                  f"The first {ours['rows']:,} entities on one sheet, {SHEET_ROUNDS} rounds in turn, medians. libxlsxwriter in its mode of constant memory, which "
                  f"gets the cells ready made; ours begins with the records. Ratio of CPU: {ratio:.1f}; target: at least {SHEET_LIMIT:.0f}: "
                  f"{answer(ratio >= SHEET_LIMIT)}.")


def answer(is_reached):
    return "yes" if is_reached else "**no**"
