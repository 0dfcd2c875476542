# SPDX-License-Identifier: EUPL-1.2
"""Financial statements: importing them, looking them up in each media type next to entities, and with Basic credentials.

The import is measured into an empty store first, which is deleted; then the store of --folder gets the statements.
"""

import base64
import contextlib
import gzip
import random
import re
import statistics
import subprocess
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

import measure

ENTITIES = "/enhetsregisteret/api/enheter/"
STATEMENTS = "/regnskapsregisteret/regnskap/"
TYPES = ("application/json", "application/xml", "application/ld+json", "application/rdf+json", "application/rdf+xml", "text/turtle")
BASIC_LIMIT = 1.5
CLIENTS = 8
NUMBERS = 2_000  # Chosen at random among those that have statements.
USER = ("bench", "a password of the bench")
NUMBER = re.compile(r'"organisasjonsnummer":"(\d{9})"')


class Asked(NamedTuple):
    """The requests of one load, and their server."""
    name: str
    port: int
    pid: int
    paths: Path
    headers: tuple = ()


def statements_part(bench):
    inventory = bench.register.inventory / "regnskap_alle.json.gz"
    bench.register.ensure_inventory()
    if not inventory.exists():
        bench.register.generate()
    show_import(bench, inventory)
    # A server without today's files would make them during the loads.
    measure.run([bench.program, "downloads", "--data", bench.register.data])
    with tempfile.TemporaryDirectory(dir=bench.folder) as scratch, contextlib.ExitStack() as stack:
        servers = {access: stack.enter_context(serving(bench, Path(scratch), access)) for access in ("open", "basic")}
        numbers = numbers_to_ask(inventory, servers["open"][0])
        show_types(bench, Path(scratch), servers, numbers)
        show_credentials(bench, Path(scratch), servers, numbers)


def show_import(bench, inventory):
    with tempfile.TemporaryDirectory(dir=bench.folder) as scratch:
        data = Path(scratch, "register")
        rows = [import_row("into an empty store", bench, inventory, data)]
    bench.register.ensure_store()
    if not bench.register.has_rows("statements"):
        rows.append(import_row("into the store of the entities", bench, inventory, bench.register.data))
    bench.section("Import of financial statements", ["import", "statements", "seconds", "statements/s", "CPU s", "peak memory MB", "MB packed",
                                                     "MB of store and index"], rows,
                  f"`orgreg import statements {inventory.name}`, one whole statement a record, with the index that it leaves. Peak memory counts "
                  "mapped pages of the files written.")


def import_row(name, bench, inventory, data):
    before = size_of(data)
    seconds, cpu, memory, text = measure.run([bench.program, "import", "statements", inventory, "--data", data])
    read, bad = (int(re.search(pattern, text)[1]) for pattern in (r": (\d+) read in", r"(\d+) bad$"))
    if bad:
        raise SystemExit(f"{bad} bad statements")
    return [name, f"{read:,}", f"{seconds:.1f}", f"{read / seconds:,.0f}", f"{cpu:.1f}", f"{memory:,.0f}", f"{inventory.stat().st_size / 1e6:,.0f}",
            f"{(size_of(data) - before) / 1e6:,.0f}"]


def size_of(data):
    """Returns the size of a register: its store and its index."""
    return sum(file.stat().st_size for part in (data.glob("store.db*"), data.glob("segments/*")) for file in part)


@contextlib.contextmanager
def serving(bench, scratch, access):
    """A server of the register, with its own users and usage counts; returns its port and process."""
    folder = scratch / access
    folder.mkdir()
    users, (name, password) = folder / "users", USER
    subprocess.run([bench.program, "user", "add", name, "--users", users], check=True, stdout=subprocess.DEVNULL, input=password + "\n", text=True)
    port = measure.free_port()
    command = [bench.program, "serve", "--data", bench.register.data, "--port", port, "--threads", "1", "--statements-access", access,
               "--users", users, "--usage", folder / "usage", "--usage-secret", folder / "usage-secret"]
    with measure.server(command) as process:
        measure.wait_for(f"http://127.0.0.1:{port}{ENTITIES[:-1]}?size=1")
        yield port, process


def numbers_to_ask(inventory, port):
    """Returns numbers of organisations whose statements and entity are both served."""
    filers = set()
    with gzip.open(inventory, "rt", encoding="utf-8") as lines:
        for line in lines:
            if found := NUMBER.search(line):
                filers.add(found[1])
    chosen = random.Random(1).sample(sorted(filers), min(NUMBERS, len(filers)))
    return [number for number in chosen if all(is_served(port, path + number) for path in (STATEMENTS, ENTITIES))]


def is_served(port, path):
    with contextlib.suppress(urllib.error.HTTPError):
        return bool(measure.fetch(f"http://127.0.0.1:{port}{path}"))
    return False


def show_types(bench, scratch, servers, numbers):
    port, process = servers["open"]
    paths = {what: write_paths(scratch / name, what, numbers) for name, what in (("entities", ENTITIES), ("statements", STATEMENTS))}
    entity = Asked("entity, JSON", port, process.pid, paths[ENTITIES], ("Accept: application/json",))
    loads = [Asked(f"statements, {media}", port, process.pid, paths[STATEMENTS], (f"Accept: {media}",)) for media in TYPES]
    sizes = [size_cells(load) for load in (entity, *loads)]
    pairs = measure_pairs(bench, entity, loads)
    cells = [base_cells(sum(pairs, [])), *map(cells_of, pairs)]
    rows = [[load.name, *size, *figures] for load, size, figures in zip((entity, *loads), sizes, cells)]
    bench.section("Look-up of statements in each media type next to look-up of the entity, one thread",
                  ["look-up", "median bytes", "mean bytes", *CELLS], rows,
                  f"`statements_access = open`. {how(bench)}; {len(numbers):,} organisations by chance among those that have statements. "
                  "Statements are counted (`/statistikk`), entities not. The ratio is that of CPU to the entity's, measured again next to each type.")


def show_credentials(bench, scratch, servers, numbers):
    paths = write_paths(scratch / "statements", STATEMENTS, numbers)
    credentials = "Authorization: Basic " + base64.b64encode(":".join(USER).encode()).decode()
    json = f"Accept: {TYPES[0]}"
    loads = [Asked("open, without credentials", servers["open"][0], servers["open"][1].pid, paths, (json,)),
             Asked("basic, with credentials", servers["basic"][0], servers["basic"][1].pid, paths, (json, credentials))]
    if body_sizes(loads[0]) != body_sizes(loads[1]):
        raise SystemExit("users get other bodies than all")
    (pairs,) = measure_pairs(bench, loads[0], loads[1:])
    rows = [[loads[0].name, *base_cells(pairs)], [loads[1].name, *cells_of(pairs)]]
    ratio = statistics.median(ratios_of(pairs))
    bench.section("Look-up of statements with Basic credentials, JSON, one thread each", ["look-up", *CELLS], rows,
                  f"{how(bench)}. All requests are of one user, whose password was checked before the load and is remembered. "
                  f"Target: ratio at most {BASIC_LIMIT}: {'yes' if ratio <= BASIC_LIMIT else '**no**'}.")


def write_paths(file, what, numbers):
    file.write_text("".join(f"{what}{number}\n" for number in numbers))
    return file


def size_cells(load):
    sizes = body_sizes(load)
    return f"{statistics.median(sizes):,.0f}", f"{statistics.mean(sizes):,.0f}"


def body_sizes(load):
    """Requests everything once, so that the page cache has it; each answer must have the requested type."""
    headers = dict(line.split(": ", 1) for line in load.headers)
    sizes = []
    for path in load.paths.read_text().split():
        with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{load.port}{path}", headers=headers), timeout=60) as answer:
            sizes.append(len(answer.read()))
            if answer.headers.get_content_type() != headers["Accept"] and load.paths.name == "statements":
                raise SystemExit(f"{path}: {answer.headers['Content-Type']} for {headers['Accept']}")
    return sizes


def measure_pairs(bench, base, loads):
    """Maps each load, by rounds, to the figures of `base` and its own, one right after the other: other work of the machine
    changes from one minute to the next. Every other round goes backwards, so that neither is always first."""
    pairs = [[] for _ in loads]
    for turn in range(bench.options.rounds):
        for load, found in list(zip(loads, pairs))[::-1 if turn % 2 else 1]:
            if turn % 2:
                mine = measure_load(bench, load)
                found.append((measure_load(bench, base), mine))
            else:
                found.append((measure_load(bench, base), measure_load(bench, load)))
    return pairs


def measure_load(bench, load):
    command = [bench.programs / "http_client", "--port", load.port, "--paths", load.paths, "--clients", CLIENTS, "--seconds", bench.options.seconds]
    for line in load.headers:
        command += ["--header", line]
    return measure.ask(command, CLIENTS, read_cpu=lambda: measure.cpu_seconds(load.pid))


CELLS = ["CPU µs/request", "ratio", "least and most", "requests/s", "p50 ms", "p99 ms"]


def cells_of(pairs):
    cpu, per_second, p50, p99 = (statistics.median(getattr(mine, name) for _, mine in pairs) for name in ("cpu_us", "per_second", "p50_ms", "p99_ms"))
    ratios = ratios_of(pairs)
    return [f"{cpu:.2f}", f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f} – {max(ratios):.2f}", f"{per_second:,.0f}", f"{p50:.3f}", f"{p99:.3f}"]


def base_cells(pairs):
    """Returns the cells of the load that all these pairs have in common."""
    return cells_of([(base, base) for base, _ in pairs])


def ratios_of(pairs):
    return [mine.cpu_us / base.cpu_us for base, mine in pairs]


def how(bench):
    return (f"bench/http_client.cc, {CLIENTS} clients, {bench.options.seconds} s each, {bench.options.rounds} rounds of pairs, "
            "every other one backwards, medians")
