# SPDX-License-Identifier: EUPL-1.2
"""Runs each part of the bench with a tiny register and for the shortest time, so that no part fails unseen between two measurements.

The figures mean nothing here. A part whose peer is not installed is named and left out: `search` needs PostgreSQL, SQLite FTS5 and
Groonga, `lookup` needs nginx and wrk, `pages` Chromium and nginx, `files` needs igzip and pigz, `roles` needs wrk.

    python3 bench/self_test.py [--build DIR] [PART...]
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from run import PARTS, ROOT

ENTITIES = 3000
SHORTEST = {"--rounds": 1, "--seconds": 1, "--sizes": f"1000,{ENTITIES}", "--start-sizes": f"1000,{ENTITIES}", "--change-seconds": 2, "--rate-seconds": 1,
            "--log-lines": 20_000, "--sheet-rows": 2000, "--download-seconds": 1, "--beside-seconds": 1, "--page-rounds": 1, "--pages-asked": 50,
            "--scale-seconds": 0.2, "--scale-beside-seconds": 1, "--scale-rounds": 1}
NEEDED = {"lookup": ["nginx", "wrk"], "pages": ["chromium", "nginx"], "roles": ["wrk"], "watched": ["wrk"], "files": ["igzip", "pigz"], "search": ["groonga", "wrk"], "scale": ["taskset"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="all by default")
    parser.add_argument("--build", default=ROOT / "build" / "release")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part {min(unknown)}; there are {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as a user of its own.
        failed = [part for part in options.parts or PARTS if not runs(part, options.build, Path(folder))]
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def runs(part, build, folder):
    missing = [name for name in NEEDED.get(part, ()) if shutil.which(name) is None]
    if missing:
        print(f"{part}: left out, {', '.join(missing)} missing", flush=True)
        return True
    command = [sys.executable, Path(__file__).with_name("run.py"), "--entities", ENTITIES, "--folder", folder, "--build", build, "--parts", part]
    for name, value in SHORTEST.items():
        command += [name, value]
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(f"{part}: {'runs' if done.returncode == 0 else 'FAILED'}", flush=True)
    if done.returncode != 0:
        print(done.stdout, flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    main()
