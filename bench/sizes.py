# SPDX-License-Identifier: EUPL-1.2
"""Latency and CPU of orgreg by class and by size of the register, as a table and as bench/latency.svg."""

import plot
import searches
from peers.orgreg import Orgreg
from registers import Register

SECONDS = 1  # The length of each load.
FEWEST_VALUES = 5  # The smallest register has few common words.
# Searches with about as many matches in a register of any size: their cost must not grow with it.
SELECTIVE = ("look-up", "sub-entities of one", "rare word", "two words", "sorted, about page 400", "200 numbers, page of 20",
             "200 numbers, page of 200")


def sizes_part(bench):
    raw = bench.remembered("sizes", lambda: [measure_size(bench, size) for size in bench.sizes])
    show(bench, raw)
    draw(bench, raw)


def measure_size(bench, size):
    register = Register(bench.program, bench.sized(size), size)
    register.ensure_store()
    requests = searches.prepare(register.inventory, register.folder / "searches.json", FEWEST_VALUES)
    found = {"entities": size, "classes": {}}
    with Orgreg(register.folder, bench.programs, bench.program).serve() as orgreg:
        for name, asked in requests.items():
            orgreg.check(asked)  # Sends each request once, so that the page cache has the data.
            figures = orgreg.measure(asked, 1, SECONDS)
            found["classes"][name] = {"p50_ms": figures.p50_ms, "p99_ms": figures.p99_ms, "cpu_us": figures.cpu_us}
    return found


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


def draw(bench, raw):
    sizes = [found["entities"] for found in raw]
    lines = {name: [found["classes"][name]["p50_ms"] for found in raw] for name in raw[0]["classes"]}
    panels = [plot.Panel("Searches that find as much in any register", {name: lines[name] for name in SELECTIVE}),
              plot.Panel("Searches that find more in a larger register", {name: values for name, values in lines.items() if name not in SELECTIVE})]
    (bench.published / "latency.svg").write_text(plot.draw("orgreg: median latency with one client, by size of the register", sizes, panels))
