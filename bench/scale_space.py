# SPDX-License-Identifier: EUPL-1.2
"""What a register with everything in it takes of disk and memory, for each entity."""

import shutil

import measure
import roles
from registers import KINDS
from scale_loads import rest, serving, size_of

# The command of each kind, and the files of the inventory.
OTHERS = (("cadastral-units", "matrikkelenheter.ndjson"), ("voluntary-organisations", "frivillige.ndjson"), ("parties", "partier.json"))


def measure_space(bench):
    if not (bench.register.inventory / "regnskap_alle.json.gz").exists():
        bench.register.generate()
    data = bench.folder / "scale-everything"
    shutil.rmtree(data, ignore_errors=True)
    try:
        load(bench, data)
        with serving(bench, data) as server:
            rest([server])
            memory = {field: measure.memory_mb(server.pid, field) * 2**20 for field in ("VmRSS", "RssAnon")}
        with serving(bench, data) as server:
            begin = server.seconds
        parts = {"store": size_of(data / "store.db"), "segments": size_of(data / "segments"), "files": size_of(data / "files")}
    finally:
        shutil.rmtree(data, ignore_errors=True)
    return {"constants": {"space": {"entities": bench.options.entities, **parts, "anonymous": memory["RssAnon"], "begin_again_s": begin}}, "points": {}}


def load(bench, data):
    inventory, keys = bench.register.inventory, roles.key_file(bench)
    commands = [(kind, inventory / f"{name}_alle.json.gz", inventory / f"utgaatte_{name}.ndjson") for kind, name in KINDS]
    commands += [("roles", inventory / "roller_alle_autorisert.json.gz", "--number-keys", keys), ("statements", inventory / "regnskap_alle.json.gz")]
    commands += [(kind, inventory / file) for kind, file in OTHERS]
    for kind, *rest_of in commands:
        measure.run([bench.program, "import", kind, *rest_of, "--data", data])
