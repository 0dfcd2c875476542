# SPDX-License-Identifier: EUPL-1.2
"""Latency and CPU of orgreg by class and by size of the register, as a table and as bench/latency.svg; and what each size takes of disk and memory."""

import gzip

import measure
import plot
import searches
from peers.orgreg import Orgreg
from registers import KINDS, Register

SECONDS = 1  # The length of each load.
FEWEST_VALUES = 5  # The smallest register has few common words.
# Searches with about as many matches in a register of any size: their cost must not grow with it.
SELECTIVE = ("look-up", "sub-entities of one", "rare word", "two words", "sorted, about page 400", "200 numbers, page of 20",
             "200 numbers, page of 200")


def sizes_part(bench):
    raw = bench.remembered("sizes", lambda: [measure_size(bench, size) for size in bench.sizes])
    show(bench, raw)
    show_space(bench, raw)
    draw(bench, raw)


def measure_size(bench, size):
    register = Register(bench.program, bench.sized(size), size)
    register.ensure_store()
    requests = searches.prepare(register.inventory, register.folder / "searches.json", FEWEST_VALUES)
    found = {"entities": size, "classes": {}, "disk_mb": disk_of(register)}
    with Orgreg(register.folder, bench.programs, bench.program).serve() as orgreg:
        found["rest_mb"] = memory_of(orgreg)
        for name, asked in requests.items():
            orgreg.check(asked)  # Sends each request once, so that the page cache has the data.
            figures = orgreg.measure(asked, 1, SECONDS)
            found["classes"][name] = {"p50_ms": figures.p50_ms, "p99_ms": figures.p99_ms, "cpu_us": figures.cpu_us}
        found["load_mb"] = memory_of(orgreg)
    return found


def disk_of(register):
    """Returns MB by part of the folder; the inventories as text."""
    inventories = [register.inventory / f"{name}_alle.json.gz" for _, name in KINDS]
    parts = {"inventories": sum(map(text_bytes, inventories)), "store": register.store.stat().st_size,
             "segments": sum(segment.stat().st_size for segment in register.segments())}
    return {name: size / 1e6 for name, size in parts.items()}


def text_bytes(packed):
    with gzip.open(packed) as text:
        return sum(map(len, iter(lambda: text.read(1 << 20), b"")))


def memory_of(orgreg):
    """Returns MB: all pages, those of the mapped index among them; and those of the process alone."""
    return {"resident": measure.memory_mb(orgreg.process.pid), "anonymous": measure.memory_mb(orgreg.process.pid, "RssAnon")}


def show(bench, raw):
    rows = []
    for name in raw[0]["classes"]:
        cells = [found["classes"][name] for found in raw]
        growth = cells[-1]["cpu_us"] / cells[0]["cpu_us"]
        rows.append([name, *(f"{cell['p50_ms']:.3f} / {cell['p99_ms']:.3f}" for cell in cells), *(f"{cell['cpu_us']:.1f}" for cell in cells),
                     f"{growth:.1f}", "selective" if name in SELECTIVE else ""])
    sizes = [f"{found['entities']:,}" for found in raw]
    bench.section("Searches by size of the register", ["class", *(f"{size}: p50 / p99 ms" for size in sizes), *(f"{size}: CPU µs" for size in sizes),
                                                       "CPU, last ÷ first", ""], rows,
                  f"One client (bench/http_client.cc), on one processor with the server, {SECONDS} s each. Plot: bench/latency.svg. Cost of selective searches may not grow with the register.")


def show_space(bench, raw):
    rows = []
    for found in raw:
        disk = found["disk_mb"]
        share = (disk["store"] + disk["segments"]) / disk["inventories"]
        rows.append([f"{found['entities']:,}", *(f"{disk[part]:,.1f}" for part in ("inventories", "store", "segments")), f"{share:.2f}",
                     *(f"{found[at]['resident']:,.0f} / {found[at]['anonymous']:,.0f}" for at in ("rest_mb", "load_mb"))])
    bench.section("Disk and memory by size of the register", ["entities", "inventories, MB of JSON", "store, MB", "segments, MB", "store and segments ÷ JSON",
                                                              "server at rest: resident / anonymous MB", "after the loads above"], rows,
                  "Entities and sub-entities. Resident memory has pages of the mapped index, which the system takes back if others need them. Target: at most 1.6 times the JSON.")


def draw(bench, raw):
    sizes = [found["entities"] for found in raw]
    lines = {name: [found["classes"][name]["p50_ms"] for found in raw] for name in raw[0]["classes"]}
    panels = [plot.Panel("Searches that find as much in any register", {name: lines[name] for name in SELECTIVE}),
              plot.Panel("Searches that find more in a larger register", {name: values for name, values in lines.items() if name not in SELECTIVE})]
    (bench.published / "latency.svg").write_text(plot.draw("orgreg: median latency with one client, by size of the register", sizes, panels))
