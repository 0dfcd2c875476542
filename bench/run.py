# SPDX-License-Identifier: EUPL-1.2
"""Measures orgreg and its peers and prints tables in Markdown.

Every comparison is made in one run, in turn, several rounds; the report has the median and
the ratio. CPU is what the kernel counted for the server's threads between two readings, divided by
the requests answered, so it does not depend on how fast the load program is.

    script/bench                       all parts, a register of 1,170,000 entities
    script/bench --entities 100000     smaller
    script/bench --parts search        next to PostgreSQL, SQLite FTS5 and Groonga
    script/bench --record              also writes bench/RESULTS.md, plans and plot

parts: generate, import    making a register and loading it
       lookup              look-ups next to Beast and nginx, 64 connections
       tls                 the same over TLS, next to nginx
       watched             look-ups with limits, metrics and the access log, next to a server without
       worst               the costliest searches known
       facets              counts per value of a field for any search, and the code lists
       match               small and large bodies of numbers and names
       suggest             suggestions on each key while names are typed, alone and next to the mix of searches
       pages               pages for people in Chromium next to nginx with the same bytes, and CPU of the server for each
       search              every class of search next to the peers, which load the register first (15 minutes)
       search-alone        the same next to Beast only (10 minutes)
       changes             batches acknowledged and seen, look-ups meanwhile, pages of a feed of 16 million lines
       replicas            a replica on the same machine: how it begins, and when it has what its source has
       databases           a register in PostgreSQL next to one in a folder: the import, changes acknowledged, and how an empty node begins
       replicated          changes that two databases acknowledge, 0, 0.5 and 2 ms apart, next to one and to a folder (3 minutes)
       batches             batches of 1 to 20,000 changes: when they are seen
       files               the files of the whole register next to packers, libxlsxwriter and nginx; look-ups meanwhile
       roles               importing roles, their file, look-ups next to entities, the check of a token
       statements          importing financial statements, look-ups in each media type next to entities, and with credentials
       start               to the first answer, with segments and without
       sizes               latency, disk and memory by size of the register; draws bench/latency.svg
       scale               what bench/simulation is made of and must reproduce: one server at several loads, next to changes, and up to three nodes (15 minutes)
"""

import argparse
import datetime
import json
import os
import platform
import re
import subprocess
from pathlib import Path

import batches
import changes
import compare
import databases
import facets
import files
import lookup
import match
import pages
import registers
import replicas
import replicated
import roles
import scale
import sizes
import start
import statements
import suggest
import tls
import watched
import worst

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FULL_SIZE = 1_170_000  # Entities in the real register.
PARTS = {"generate": registers.generate_part, "import": registers.import_part, "lookup": lookup.lookup_part, "tls": tls.tls_part, "watched": watched.watched_part, "worst": worst.worst_part, "facets": facets.facets_part, "match": match.match_part, "suggest": suggest.suggest_part, "pages": pages.pages_part,
         "search": compare.search_part, "search-alone": compare.alone_part, "changes": changes.changes_part, "batches": batches.batches_part, "replicas": replicas.replicas_part, "databases": databases.databases_part, "replicated": replicated.replicated_part,
         "files": files.files_part,
         "roles": roles.roles_part, "statements": statements.statements_part, "start": start.start_part, "sizes": sizes.sizes_part,
         "scale": scale.scale_part}
TITLE = "# Results\n\nWhat `script/bench` has measured, newest first. Ratios are made in one run; absolute times belong to the machine."


class Bench:
    """What all parts share: the folders, and the sections of the report."""

    def __init__(self, options):
        self.options = options
        build = Path(options.build).resolve()
        self.program = build / "bin" / "orgreg"
        self.programs = build / "bench"
        self.folder = Path(options.folder or ROOT / "var" / f"bench-{options.entities}").resolve()
        self.published = HERE if options.record else self.folder  # The place of plans and plot, next to their results.
        (self.published / "plans").mkdir(parents=True, exist_ok=True)
        self.register = registers.Register(self.program, self.folder, options.entities)
        self.sizes = [int(size) for size in options.sizes.split(",")]
        self.start_sizes = [int(size) for size in options.start_sizes.split(",")]
        self.sections = []

    def sized(self, entities):
        """Returns the folder of a register of another size."""
        return self.folder if entities == self.options.entities else self.folder / f"size-{entities}"

    def remembered(self, name, measure):
        """Returns the measurement of a part, kept in NAME.json so that tables can be made again."""
        file = self.folder / f"{name}.json"
        if not self.options.again:
            file.write_text(json.dumps(measure(), indent=1))
        return json.loads(file.read_text())

    def section(self, title, header, rows, note=""):
        lines = [f"### {title}", "", "| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
        lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
        text = "\n".join(lines) + (f"\n\n{note}" if note else "")
        print(text + "\n", flush=True)
        self.sections.append(text)

    def record(self):
        commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        head = (f"## {datetime.date.today()} · commit {commit} · {self.options.entities:,} entities\n\n"
                f"`script/bench --entities {self.options.entities} --parts {self.options.parts} --record` on {os.cpu_count()} processors ({cpu_name()}), "
                f"{platform.system()} {platform.release()}. The limits of the server were on, with rates that one address may pass "
                "(`WIDE_LIMITS` in bench/measure.py).\n")
        path = HERE / "RESULTS.md"
        earlier = path.read_text().split("\n## ", 1) if path.exists() else [TITLE]
        rest = "\n## " + earlier[1] if len(earlier) > 1 else ""
        path.write_text(earlier[0].rstrip() + "\n\n" + head + "\n" + "\n\n".join(self.sections) + "\n" + rest)


def cpu_name():
    found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    return found[1] if found else platform.machine()


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entities", type=int, default=FULL_SIZE)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--rounds", type=int, default=5, help="of the loads of `lookup`, `roles` and `statements`")
    parser.add_argument("--seconds", type=int, default=5, help="of each load of `lookup`, `roles` and `statements`")
    parser.add_argument("--classes", help="of `search-alone`, with semicolons between; all otherwise")
    parser.add_argument("--sizes", default="10000,100000,1000000,2000000", help="of the registers of `sizes`")
    parser.add_argument("--start-sizes", default="200000,2000000", help="of the registers of `start`")
    parser.add_argument("--change-seconds", type=float, default=30, help="of the visibility of `changes`")
    parser.add_argument("--rate-seconds", type=float, default=5, help="of each rate of `changes`")
    parser.add_argument("--log-lines", type=int, default=16_000_000, help="of the feed of `changes`")
    parser.add_argument("--log-folder", help="of the register with that feed, which is made where it is not there; FOLDER/log-LINES by default")
    parser.add_argument("--sheet-rows", type=int, default=200_000, help="of the spreadsheets that `files` writes next to libxlsxwriter")
    parser.add_argument("--download-seconds", type=int, default=2, help="of each load of downloads of `files`")
    parser.add_argument("--beside-seconds", type=int, default=5, help="of each load of look-ups of `files`")
    parser.add_argument("--page-rounds", type=int, default=11, help="of the loads in Chromium of `pages`")
    parser.add_argument("--pages-asked", type=int, default=2000, help="of each kind, for the CPU of `pages`")
    parser.add_argument("--scale-seconds", type=float, default=3, help="of each load of `scale`")
    parser.add_argument("--scale-beside-seconds", type=float, default=12, help="of its loads next to changes")
    parser.add_argument("--scale-rounds", type=int, default=3, help="of its loads, in turn")
    parser.add_argument("--folder", help="for inventories, stores and peers, some 25 GB; var/bench-N by default. What is loaded stays loaded")
    parser.add_argument("--build", default=ROOT / "build" / "release", help="where bin/orgreg and the programs of bench/ are")
    parser.add_argument("--bare", type=Path, help="a program that counts no requests, for `watched`")
    parser.add_argument("--again", action="store_true", help="tables and plot of search, files, start, sizes and scale from what was measured last")
    parser.add_argument("--record", action="store_true", help="write bench/RESULTS.md, bench/plans and bench/latency.svg; into the folder otherwise")
    options = parser.parse_args()
    unknown = [part for part in options.parts.split(",") if part not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]}; there are {', '.join(PARTS)}")
    return options


def main():
    options = parse_options()
    bench = Bench(options)
    for part in options.parts.split(","):
        PARTS[part](bench)
    if options.record:
        bench.record()


if __name__ == "__main__":
    main()
