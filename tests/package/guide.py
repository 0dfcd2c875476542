# SPDX-License-Identifier: EUPL-1.2
"""docs/guide/public-server.md in a fresh Debian, each command as it is printed, in the order of the page.

What an operator brings along is laid out before: the packages, two inventories, and the name of the register.
"""

import re
import time

import server
from life import log
from machine import Machine, fetch, fresh_root
from making import ROOT, must

PAGE = ROOT / "docs/guide/public-server.md"
FENCE = re.compile(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
ENTITIES = 2000
WHOLE_S = 600
# Packages of Debian that the page installs.
INSTALLED = re.compile(r"^apt install --no-install-recommends ([a-z0-9 -]+)$", re.M)


def run(program, report, packages, folder):
    text = PAGE.read_text()
    blocks = FENCE.findall(text)
    report.check(len(blocks) > 8, f"{PAGE.name} has {len(blocks)} blocks of commands")
    root = folder / "root"
    fresh_root(root)
    for name in ("orgreg", "orgreg-doc"):
        must("cp", packages.file(program, name), root / "root")
    server.must_generate(program, root / "root/inventories", ENTITIES)
    fetch(root, *(f"/root/{file.name}" for file in (root / "root").glob("*.deb")), *" ".join(INSTALLED.findall(text)).split())
    begun = time.monotonic()
    with Machine(root) as machine:
        machine.must("bash", "-c", "echo '127.0.0.1 register.example' >> /etc/hosts")
        for commands, printed in blocks:
            # apt asks whether it may, where it has more to install than its words say.
            done = machine.shell(f"export DEBIAN_FRONTEND=noninteractive; cd /root\napt() {{ command apt-get -q -y \"$@\"; }}\n{commands}")
            report.check(done.returncode == 0, f"{PAGE.name} ended with {done.returncode}:\n{commands}{done.stdout[-3000:]}\n{log(machine)[-3000:]}")
            for line in printed.splitlines():
                report.check(line_is_there(line, done.stdout), f"{PAGE.name} prints {line!r} after\n{commands}, not\n{done.stdout[-3000:]}")
    report.check(time.monotonic() - begun < WHOLE_S, "the commands of the page take minutes")
    return f"{len(blocks)} blocks"


def line_is_there(line, printed):
    """Dots stand for what differs each time."""
    pattern = ".*".join(re.escape(part) for part in line.split("…"))
    return re.search(f"^{pattern}$", printed, re.M) is not None


