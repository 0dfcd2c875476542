#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The Debian packages and the container: what is in them, and what they do on a fresh machine.

  run.py [--program PATH] [--only NAME]

Short parts:
manual     manual pages, completions and the example of settings, made by the programs
built      script/package packages a finished build: nothing for lintian to report, units without rights
software   the list of all software in the packages
Long parts, which run only by their names; the last three as root, with Debian's archive:
linked     the programs linked again have the same bytes
twice      so have the packages, made again in another folder
life       packages are installed in a fresh Debian that its own systemd has started, serve, are upgraded under load, and are purged
guide      docs/guide/public-server.md in such a machine, each command as it is printed
container  the image is built by buildah; the container runs as nobody, with a root that cannot be written
"""

import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "wire"), str(HERE.parent / "property"), str(HERE.parent / "operator")]

import built  # noqa: E402
import container  # noqa: E402
import guide  # noqa: E402
import life  # noqa: E402
import linked  # noqa: E402
import manual  # noqa: E402
import software  # noqa: E402
from making import Packages  # noqa: E402
from parts import run_parts  # noqa: E402

SHORT = {"manual": manual.run, "built": built.run, "software": software.run}
LONG = {"linked": linked.run, "twice": built.run_twice, "life": life.run, "guide": guide.run, "container": container.run}


def main():
    if "--only" not in sys.argv:
        sys.argv += [word for name in SHORT for word in ("--only", name)]
    with tempfile.TemporaryDirectory(prefix="orgreg-packages-") as shared:
        packages = Packages(Path(shared))

        def run_part(name, program, report, folder):
            return (SHORT | LONG)[name](program, report, packages, folder)

        return run_parts("Tests the packages and the container.", (*SHORT, *LONG), run_part)


if __name__ == "__main__":
    sys.exit(main())
