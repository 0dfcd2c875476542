# SPDX-License-Identifier: EUPL-1.2
"""script/release in a throwaway repository: what it refuses, what it makes, and that its archive builds the same bytes."""

import hashlib
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What the script and the archive need of the tree.
FILES = ("script/release", "cmake/commit.txt", "cmake/write_commit.cmake", "cmake/ArchivedCommit.cmake", ".gitattributes",
         ".gitignore")
CHANGELOG = "# Changes\n\n## Unreleased\n\n### Added\n- A thing.\n" + "- A further thing.\n" * 2000 + "\n## 0.0.9 - 2026-01-01\n\n- Old.\n"
ENV = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.test",
       "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.test", "SOURCE_DATE_EPOCH": "1790000000",
       "GIT_COMMITTER_DATE": "1790000000 +0000", "GIT_AUTHOR_DATE": "1790000000 +0000"}


class Clone:
    def __init__(self, folder, changelog=CHANGELOG):
        self.folder = folder
        for name in FILES:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        self.write("CHANGELOG.md", changelog)
        self.write("CMakeLists.txt", "project(orgreg VERSION 0.1.0 LANGUAGES CXX ASM)\n")
        self.run("git", "init", "--quiet", "--initial-branch=main")
        self.commit()

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def run(self, *command):
        return subprocess.run(command, cwd=self.folder, env={**os.environ, **ENV}, capture_output=True, text=True, check=False)

    def git(self, *arguments):
        return self.run("git", *arguments).stdout.strip()

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=A state")

    def release(self, *arguments):
        return self.run("script/release", *arguments)

    def state(self):
        return self.git("rev-parse", "HEAD"), self.git("tag"), self.git("status", "--porcelain")


def run(_program, report, _store, folder):
    refuses_wrong_words(report, Clone(make(folder, "words")))
    refuses_wrong_trees(report, folder)
    makes_a_release(report, Clone(make(folder, "right")), folder)
    keeps_a_section(report, Clone(make(folder, "section"), CHANGELOG.replace("Unreleased", "0.1.0 - 2026-02-03")))


def make(folder, name):
    (folder / name).mkdir()
    return folder / name


def refused(report, clone, arguments, reason, code=1):
    before = clone.state()
    done = clone.release(*arguments)
    report.check(done.returncode == code and reason in done.stderr, f"{arguments} is refused with \"{reason}\": {done}")
    report.check(clone.state() == before, f"{arguments} changes nothing")


def refuses_wrong_words(report, clone):
    for words in ((), ("--dry-run",), ("1",), ("1.2",), ("v1.2.3",), ("1.2.3.4",), ("01.2.3",), ("1.2.3-rc1",), ("",), ("1.2.3", "1.2.4"),
                  ("--force", "1.2.3"), ("--tested",), ("--tested", "", "0.1.0"), ("1.2.3; true",), ("--archive", "--dry-run", "1.2.3")):
        refused(report, clone, words, "release: ", 2)
    for words, reason in ((("0.0.9",), "below 0.1.0"), (("--archive", "0.1.0"), "no tag v0.1.0"),
                          (("--tested", "HEAD~7", "0.1.0"), "not the newest commit")):
        refused(report, clone, words, reason)


def refuses_wrong_trees(report, folder):
    clone = Clone(make(folder, "dirty"))
    clone.write("new.txt", "")
    refused(report, clone, ("--dry-run", "0.1.0"), "differ from the newest commit")
    clone = Clone(make(folder, "branch"))
    clone.git("checkout", "--quiet", "-b", "other")
    refused(report, clone, ("--dry-run", "0.1.0"), "not on other")
    clone.git("checkout", "--quiet", "--detach")
    refused(report, clone, ("--dry-run", "0.1.0"), "no branch")
    clone = Clone(make(folder, "empty"), "# Changes\n\n## Unreleased\n\n## 0.0.9 - 2026-01-01\n\n- Old.\n")
    refused(report, clone, ("--dry-run", "0.1.0"), "neither a section 0.1.0 nor anything")
    clone = Clone(make(folder, "version"))
    clone.write("CMakeLists.txt", "project(orgreg LANGUAGES CXX)\n")
    clone.commit()
    refused(report, clone, ("--dry-run", "0.1.0"), "names no version")


def makes_a_release(report, clone, folder):
    before = clone.state()
    planned = clone.release("--dry-run", "0.2.0")
    report.check(planned.returncode == 0 and clone.state() == before, f"a plan changes nothing: {planned}")
    for part in ("script/test --long", "0.2.0 - 2026-09-21", "from 0.1.0 to 0.2.0", "v0.2.0"):
        report.check(part in planned.stdout, f"the plan has \"{part}\": {planned.stdout}")
    done = clone.release("--tested", before[0], "0.2.0")
    report.check(done.returncode == 0, f"a release is made: {done}")
    report.check(clone.git("describe") == "v0.2.0" and not clone.git("status", "--porcelain"), "the newest commit has the tag")
    report.check(clone.git("cat-file", "-t", "v0.2.0") == "tag", "the tag has an author and a day")
    report.check("project(orgreg VERSION 0.2.0 LANGUAGES" in clone.read("CMakeLists.txt"), "the version is set")
    report.check("## Unreleased\n\n## 0.2.0 - 2026-09-21\n\n### Added\n- A thing.\n" in clone.read("CHANGELOG.md"),
                 "the changelog has the section")
    refused(report, clone, ("--dry-run", "0.2.0"), "released already")
    refused(report, clone, ("--dry-run", "0.3.0"), "neither a section 0.3.0 nor anything")
    checks_the_archive(report, clone, folder)


def checks_the_archive(report, clone, folder):
    archive = clone.folder / "build/release-files/orgreg-0.2.0.tar.gz"
    first = archive.read_bytes()
    expected = f"{hashlib.sha256(first).hexdigest()}  orgreg-0.2.0.tar.gz\n"
    report.check(Path(f"{archive}.sha256").read_text(encoding="utf-8") == expected, "the checksum is that of the archive")
    done = clone.release("--archive", "0.2.0")
    report.check(done.returncode == 0 and archive.read_bytes() == first, f"made again, the archive has the same bytes: {done}")
    with tarfile.open(archive) as sources:
        sources.extractall(folder / "unpacked", filter="data")
    sources = folder / "unpacked/orgreg-0.2.0"
    report.check(commit_of(sources, folder) == clone.git("rev-parse", "HEAD"), "unpacked sources know their commit")
    report.check(commit_of(clone.folder, folder) == clone.git("rev-parse", "HEAD"), "a clone knows its commit")
    clone.write("CHANGELOG.md", "")
    report.check(commit_of(clone.folder, folder) == clone.git("rev-parse", "HEAD") + "-dirty", "and that it was changed")
    shutil.rmtree(clone.folder / ".git")
    report.check(commit_of(clone.folder, folder) == "unknown", "without git nothing is invented")


def commit_of(sources, folder):
    output = folder / "commit"
    subprocess.run(["cmake", f"-DSOURCE={sources}", f"-DOUTPUT={output}", "-P", sources / "cmake/write_commit.cmake"], check=True,
                   env={**os.environ, **ENV, "GIT_CEILING_DIRECTORIES": str(folder)})
    return output.read_text(encoding="utf-8")


def keeps_a_section(report, clone):
    """A section that was written by hand stays, and then the version needs no commit."""
    before = clone.state()[0]
    done = clone.release("--tested", "HEAD", "0.1.0")
    report.check(done.returncode == 0, f"a release is made: {done}")
    report.check(clone.git("rev-parse", "v0.1.0^{commit}") == before, "the tag is at the tested commit")
    report.check(clone.read("CHANGELOG.md").count("## 0.1.0 - 2026-02-03") == 1, "the section is unchanged")
