# SPDX-License-Identifier: EUPL-1.2
"""The server's process has the libraries that docs/decisions/0002 lists, and --version names what runs."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "decisions" / "0002-dependencies.md"
MOST = 25
# Lines of --version, in their order.
LINES = ("commit", "build", "compiler", "glibc", "openssl", "sqlite", "zstd", "icu", "expat", "xxhash", "boost", "simdjson", "isa-l",
         "fmt", "spdlog", "tomlplusplus", "cli11")


def run(program, report, _store, _folder):
    has_the_listed_libraries(program, report)
    names_itself(program, report, "orgreg")
    names_itself(f"{program}-dev", report, "orgreg-dev", ("libharu",))


def loaded(program):
    """The names of all libraries that the loader maps, without their versions."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return sorted(re.sub(r"\.so.*", "", line.split()[0].rpartition("/")[2]) for line in listed.splitlines())


def listed():
    """The libraries of the table, and those of them that only one of the Debians needs."""
    text = PAGE.read_text(encoding="utf-8").partition("**What the server loads.**")[2].partition("\n\nWe considered")[0]
    rows = [(re.findall(r"`([^`]+)`", names), reason) for names, reason in re.findall(r"^\| (`.*`) \| (.*) \|$", text, re.M)]
    return ({name for names, _ in rows for name in names},
            {name for names, reason in rows if re.match(r"on Debian \d+ only: ", reason) for name in names})


def has_the_listed_libraries(program, report):
    found, (all_names, of_one_debian) = set(loaded(program)), listed()
    report.check(found <= all_names, f"{PAGE.name} has no reason for {sorted(found - all_names)}")
    report.check(all_names - of_one_debian <= found, f"{PAGE.name} lists {sorted(all_names - of_one_debian - found)}, not loaded")
    report.check(len(found) <= MOST, f"the server loads {len(found)} libraries, more than {MOST}")


def names_itself(program, report, name, more=()):
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    report.check(done.returncode == 0 and not done.stderr, f"{name} --version ends with {done.returncode}: {done.stderr}")
    lines = [line.partition(" ") for line in done.stdout.splitlines()]
    names = tuple(line[0] for line in lines)
    report.check(names == (name, *LINES, *more), f"{name} --version has other lines: {names}")
    values = {line[0]: line[2] for line in lines}
    version = re.search(r"^project\(orgreg VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)
    report.check(values.get(name) == version[1], f"{name} is of version {version[1]}: {values.get(name)}")
    report.check(re.fullmatch(r"[0-9a-f]{40}(-dirty)?|unknown", values.get("commit", "")), f"a commit: {values.get('commit')}")
    report.check(re.fullmatch(r"[0-9a-f]{40}", values.get("build", "")), f"a build id: {values.get('build')}")
    for library in (*LINES[3:], *more):
        report.check(re.fullmatch(r"\d+(\.\d+)+", values.get(library, "")), f"{library} has a version: {values.get(library)}")
