# SPDX-License-Identifier: EUPL-1.2
"""The commands of the pages for operators, run as they are printed, with a tiny register.

The shell blocks of a page run in order in a fresh folder. `orgreg serve` and `script/server` go on next to the commands
after them, and end before a command whose comment says "stopped". A command that is printed within a sentence runs too, with
--help if it has no options. Ports and the folder /srv are replaced by free ones.
"""

import contextlib
import itertools
import re
import shlex
import shutil
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

import server

ROOT = Path(__file__).resolve().parents[2]
BLOCK_S = 120
ENTITIES = 1000
INVENTORY = '"$inventory"/enheter_alle.json.gz'
STORE_OF_BEFORE = f"rm -rf var/register; mkdir -p var; orgreg import entities {INVENTORY} --store var/register.db"
REGISTER = f"mkdir -p var; orgreg import entities {INVENTORY} --data var/register"


@dataclass
class Page:
    path: str
    begins: dict  # What is done before the block whose text begins so.


PAGES = (
    Page("README.md", {}),
    Page("docs/guide/calls.md", {}),
    Page("docs/guide/loading.md", {}),
    Page("docs/guide/running.md", {"build/release/bin/orgreg backup": f"mkdir -p var; orgreg import entities {INVENTORY} --data var/real"}),
    Page("docs/guide/second-machine.md", {"umask": f"orgreg import entities {INVENTORY} --data first"}),
    Page("docs/guide/monitoring.md", {"orgreg serve": REGISTER}),
    Page("docs/operating.md", {"mkdir": 'ln -s "$inventory"/*_alle.json.gz .', "orgreg adopt": STORE_OF_BEFORE}),
    Page("docs/data-folder.md", {"orgreg adopt": STORE_OF_BEFORE}),
    Page("docs/code-lists.md", {"cat": REGISTER}),
)
# Pages whose blocks need what a test does not have, and what that is.
NOT_RUN = {
    "docs/audit-log.md": "a hash that somebody else keeps",
    "docs/batches.md": "a socket in /run",
    "docs/downloads.md": "jq and pandas",
    "docs/identification-numbers.md": "a folder in /etc",
    "docs/cluster.md": "a cluster (tests/cluster)",
    "docs/database-backups.md": "a database (tests/operator/database_backups.py runs them)",
    "docs/nodes.md": "a database",
    "docs/proofs.md": "hours",
    "docs/store-format.md": "sqlite3, and an extension that a release is installed with",
}
# Commands that end with another code than 0, by a part of them: curl ends with 22 for an answer of 400 or more.
ENDS_WITH = {
    "colour=red": 22,
    "914056489/juridiskeroller": 22,  # The register of script/server has this auditor, the tiny one does not.
}
# What stands in the place of a name in capitals, and of a number that only the full register of script/server has.
PLACEHOLDERS = {"KIND": "entities", "DIR": "generated", "BACKUP": "backup", "TRIAL": "var/trial"}
FULL_REGISTER_NUMBER = "810094052"
# What the program prints, and a file holds; no commands.
SAYINGS = {"orgreg serves …", "orgreg is ready", "orgreg layout 1", "orgreg takes over STORE"}

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:ORGREG_[A-Z_]+= )?orgreg(?:-dev)? [^`]+)`")
PORT = re.compile(r"\b808\d\b")

# A function may have the name of a program with its path.
PRELUDE = r"""
set -eu
shopt -s nullglob
begin() {
  local awaited=$1 log
  shift
  log=$(mktemp "$servers/XXXXXX")
  "$@" > "$log" 2>&1 < /dev/null &
  echo "$!" > "$log.pid"
  until grep -q "$awaited" "$log"; do
    if [[ ! -e /proc/$(< "$log.pid")/exe ]]; then cat "$log"; return 1; fi
    sleep 0.05
  done
}
stop_servers() {
  local file
  for file in "$servers"/*.pid; do
    kill "$(< "$file")"
    while [[ -e /proc/$(< "$file")/exe ]]; do sleep 0.05; done
    rm "$file"
  done
}
orgreg() {
  case " $* " in
    *' --help '* | *' --show-config '*) "$bin/orgreg" "$@" ;;
    ' serve '*) begin '^orgreg is ready' "$bin/orgreg" "$@" ;;
    *) "$bin/orgreg" "$@" ;;
  esac
}
orgreg-dev() { "$bin/orgreg-dev" "$@"; }
build/release/bin/orgreg() { orgreg "$@"; }
script/server() { begin '^  curl -OJ' bash script/server "$@"; }
script/test() { :; }
curl() { command curl --silent --show-error --fail --retry 8 --retry-max-time 60 "$@"; }
"""


def run(program, report, _store, folder):
    inventory = folder / "inventory"
    server.must_generate(program, inventory, ENTITIES)
    for page in PAGES:
        with contextlib.ExitStack() as stack:
            Trial(program, report, stack, folder / page.path.replace("/", "-"), inventory).run(page)
    found = {str(path.relative_to(ROOT)) for path in ROOT.glob("docs/*.md") if blocks_of(path.read_text())}
    known = {page.path for page in PAGES if Path(page.path).parent == Path("docs")} | set(NOT_RUN)
    report.check(found == known, f"pages with shell blocks that this test does not know, or that are gone: {found ^ known}")
    everything = "".join((ROOT / page.path).read_text() for page in PAGES)
    for part in (*ENDS_WITH, *SAYINGS, FULL_REGISTER_NUMBER):
        report.check(part in everything, f"this test knows {part!r}, which no page has")


def blocks_of(text):
    return [body for language, body in FENCE.findall(text) if language == "sh"]


def free_ports():
    """Returns a free port for each that a page may name, 8080 to 8089."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(10)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return {str(8080 + i): str(each.getsockname()[1]) for i, each in enumerate(sockets)}


def alternatives(command):
    """Returns the words of a command, once for each of the names that it has with | between them."""
    words = [PLACEHOLDERS.get(word, word) for word in command.split() if word != "FILE…"]
    return [list(each) for each in itertools.product(*(word.split("|") for word in words))]


class Trial:
    """One page in a fresh folder."""

    def __init__(self, program, report, stack, folder, inventory):
        self.report = report
        self.folder = folder
        self.servers = folder / ".servers"
        self.servers.mkdir(parents=True)
        self.ports = free_ports()
        self.number = self.with_statements = "000000000"  # Of organisations that script/server names.
        self.env = server.environment({"ORGREG_PORT": self.ports["8080"], "bin": str(Path(program).parent),
                                       "inventory": str(inventory), "servers": str(self.servers), "PYTHONDONTWRITEBYTECODE": "1"})
        self.lay_out(Path(program).parent)
        stack.callback(self.shell, "stop_servers")

    def lay_out(self, programs):
        """Makes what a checkout has after a build."""
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/bin").symlink_to(programs)
        for name in ("tests", "examples"):
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "srv").mkdir()
        script = self.folder / "script"
        shutil.copytree(ROOT / "script", script)
        for name in ("bootstrap", "build"):
            (script / name).write_text("#!/bin/sh\n")
        text = (ROOT / "script/server").read_text()
        full = "default_entities=100000\n"
        self.report.check(text.count(full) == 1, f"script/server has one {full}")
        (script / "server").write_text(self.moved(text.replace(full, f"default_entities={ENTITIES}\n")))

    def run(self, page):
        text = (ROOT / page.path).read_text()
        unused = set(page.begins)
        for block in blocks_of(text):
            for start, before in page.begins.items():
                if block.startswith(start):
                    unused.discard(start)
                    self.must(page.path, before)
            self.must(page.path, self.prepared(block))
            if block.startswith("script/server"):
                self.run_printed(page.path)
        self.report.check(not unused, f"{page.path}: no block begins with {unused}")
        self.shell("stop_servers")
        self.run_inline(page.path, FENCE.sub("", text))

    def run_printed(self, path):
        """Runs the calls that script/server prints."""
        log = "".join(log.read_text() for log in self.servers.iterdir() if not log.suffix)
        calls = log.partition("Things to try in another terminal:\n")[2]
        lines = [line for line in calls.splitlines() if line.startswith("  ")]
        self.report.check(len(lines) > 10, f"script/server prints calls: {log}")
        if not lines:
            return
        self.number = re.search(r"api/enheter/(\d{9})'", calls)[1]
        self.with_statements = re.search(r"/regnskap/(\d{9})'", calls)[1]
        self.must(f"{path}, what script/server prints", "mkdir printed; cd printed\n" + "\n".join(lines))

    def run_inline(self, path, text):
        self.must(path, f"rm -rf var backup; {REGISTER}\norgreg backup backup --data var/register")
        for command in dict.fromkeys(INLINE.findall(text)):
            if command in SAYINGS:
                continue
            for words in alternatives(command):
                if not any(word.startswith("-") for word in words):
                    words.append("--help")
                done = self.must(f"{path}, `{command}`", " ".join(words))
                if words[-1] == "--help":  # The help of a group answers for a command that it does not have.
                    self.report.check(f"Usage: {' '.join(words[:-1])} " in done.stdout, f"{path}: no command `{command}`")
        self.shell("stop_servers")

    def moved(self, text):
        """Replaces ports and the folder /srv by ones that this test has for itself."""
        return PORT.sub(lambda port: self.ports[port[0]], text).replace("/srv/", f"{shlex.quote(str(self.folder))}/srv/")

    def prepared(self, block):
        lines = []
        for line in self.moved(block).splitlines():
            if re.search(r"#.*\bstopped\b", line):
                lines.append("stop_servers")
            code = next((code for part, code in ENDS_WITH.items() if part in line), None)
            lines.append(line if code is None else f"{{ {line}; }} || (( $? == {code} ))")
        text = "\n".join(lines) + "\n"
        if f"/{FULL_REGISTER_NUMBER}/" in text:
            text = text.replace(FULL_REGISTER_NUMBER, self.number)
        if "/regnskap/NUMBER" in text:
            text = text.replace("/regnskap/NUMBER", f"/regnskap/{self.with_statements}")
        return text

    def shell(self, text):
        try:
            return subprocess.run(["bash", "-c", f"{PRELUDE}\n{text}"], cwd=self.folder, env=self.env, timeout=BLOCK_S,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", check=False)
        except subprocess.TimeoutExpired as late:
            return subprocess.CompletedProcess(text, "no end", f"{late.stdout or b''}")

    def must(self, where, text):
        done = self.shell(text)
        self.report.check(done.returncode == 0, f"{where}: ended with {done.returncode}:\n{text}\n{done.stdout[-3000:]}")
        return done
