# SPDX-License-Identifier: EUPL-1.2
"""What script/package makes of a finished build: nothing that Debian's checker reports, units without rights, and the same bytes each time."""

import re
from pathlib import Path

from making import ROOT, call, must, plain_environment

NAMES = ("orgreg", "orgreg-postgresql", "orgreg-dev", "orgreg-doc")
# systemd-analyze counts in tenths.
MOST_EXPOSURE = 15
# One file of each kind that a package must have.
FILES = {
    "orgreg": ("usr/bin/orgreg", "etc/orgreg/orgreg.toml", "etc/orgreg/imports", "usr/lib/sysusers.d/orgreg.conf", "usr/lib/tmpfiles.d/orgreg.conf",
               "usr/libexec/orgreg/nightly-backup", "usr/libexec/orgreg/nightly-import", "usr/share/man/man1/orgreg-serve.1.gz",
               "usr/share/man/man5/orgreg.toml.5.gz", "usr/share/bash-completion/completions/orgreg", "usr/share/zsh/vendor-completions/_orgreg",
               "usr/share/fish/vendor_completions.d/orgreg.fish", "usr/share/doc/orgreg/copyright", "usr/share/doc/orgreg/examples/small-machine.toml",
               "usr/share/orgreg/monitoring/alerts.yaml", "usr/share/orgreg/monitoring/dashboard.json"),
    "orgreg-postgresql": ("usr/lib/orgreg/orgreg_postgresql.so", "usr/share/doc/orgreg-postgresql/copyright"),
    "orgreg-dev": ("usr/bin/orgreg-dev", "usr/share/man/man1/orgreg-dev.1.gz", "usr/share/bash-completion/completions/orgreg-dev"),
    "orgreg-doc": ("usr/share/doc/orgreg/openapi.json", "usr/share/doc/orgreg/docs/operating.md", "usr/share/doc/orgreg/README.md"),
}
UNITS = {"orgreg.socket", "orgreg.service", "orgreg-backup.service", "orgreg-backup.timer", "orgreg-import.service", "orgreg-import.timer"}


def run(program, report, packages, _folder):
    made = [file.name for file in packages.of(program).iterdir()]
    of_each = [sum(name.startswith(f"{package}_") and name.endswith(".deb") for name in made) for package in NAMES]
    report.check(of_each == [1] * len(NAMES), f"there is one package of each name: {sorted(made)}")
    for name, files in FILES.items():
        tree = packages.unpacked(program, name)
        missing = [file for file in files if not (tree / file).exists()]
        report.check(not missing, f"{name} has no {missing}")
    finds_its_module(program, report, packages)
    checked_by_lintian(program, report, packages)
    units_without_rights(report, packages.unpacked(program, "orgreg"))
    wrong_calls(report)


def run_twice(program, report, packages, _folder):
    first, second = (files_of(packages.of(program, name)) for name in ("first", "the-second"))
    report.check(set(first) == set(second), f"both makings have the same files: {set(first) ^ set(second)}")
    for name in sorted(set(first) & set(second)):
        report.check(first[name] == second[name], f"{name} has the same bytes each time")


def files_of(folder):
    """All but the records of the making, which name its time."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix not in (".buildinfo", ".changes")}


def finds_its_module(program, report, packages):
    """The two packages together reach as far as the database, which is not there; the first one alone says what is missing."""
    bare, both = (packages.unpacked(program, name) for name in ("orgreg", "orgreg-postgresql"))
    (both / "layout").write_text("orgreg layout 1\n")
    words = ("verify", "--data", both, "--store", "postgresql:///register?host=/nowhere")
    done = call(bare / "usr/bin/orgreg", *words, env=plain_environment())
    report.check("package orgreg-postgresql" in done.stdout, f"without the module: {done.stdout}")
    (both / "usr/bin").mkdir(exist_ok=True)
    (both / "usr/bin/orgreg").write_bytes((bare / "usr/bin/orgreg").read_bytes())
    (both / "usr/bin/orgreg").chmod(0o755)
    done = call(both / "usr/bin/orgreg", *words, env=plain_environment())
    report.check("cannot be reached" in done.stdout, f"with the module: {done.stdout}")


def checked_by_lintian(program, report, packages):
    files = [packages.file(program, name) for name in NAMES]
    done = call("lintian", "--fail-on", "error,warning", "--tag-display-limit", "0", *files, env=plain_environment())
    found = [line for line in done.stdout.splitlines() if re.match(r"[EW]: ", line)]
    report.check(done.returncode == 0 and not found, f"lintian reports:\n{done.stdout}")


def units_without_rights(report, tree):
    folders = [folder for folder in (tree / "lib/systemd/system", tree / "usr/lib/systemd/system") if folder.exists()]
    units = {unit.name: unit for folder in folders for unit in folder.iterdir()}
    report.check(set(units) == UNITS, f"the package has the units {sorted(units)}")
    for name, unit in sorted(units.items()):
        text = unit.read_text()
        report.check("@" not in re.sub(r"^#.*$|@(system-service|privileged|resources)", "", text, flags=re.M), f"{name} has all its values")
        if unit.suffix != ".service":
            continue
        done = call("systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSURE}", "--no-pager", unit)
        exposure = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
        report.check(done.returncode == 0 and exposure is not None, f"{name} is exposed too much: {done.stdout[-300:]}")
        print(f"  {name}: exposure {exposure[1] if exposure else 'unknown'}")
        report.check(re.search(r"^CapabilityBoundingSet=$", text, re.M) is not None, f"{name} has no capability")
    for name in sorted(name for name in units if name.endswith(".timer")):
        when = re.search(r"^OnCalendar=(.+)$", units[name].read_text(), re.M)[1]
        must("systemd-analyze", "calendar", when)


def wrong_calls(report):
    for words, code, said in ((["--built"], 2, "usage:"), (["--unknown"], 2, "usage:"), (["--built", "no-such"], 1, "build/no-such has no program")):
        done = call(ROOT / "script/package", *words)
        report.check(done.returncode == code and said in done.stdout, f"script/package {words} ends with {done.returncode}: {done.stdout}")
    report.check(call(ROOT / "script/package", "--help").stdout.startswith("usage:"), "script/package --help says how it is used")
    report.check(not Path(ROOT / "debian").exists(), "packaging leaves the checkout as it is")
