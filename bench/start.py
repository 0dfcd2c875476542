# SPDX-License-Identifier: EUPL-1.2
"""From start to the first right answer, and building the bases from a store that has none."""

import contextlib
import json
import shutil
import statistics
import sys
import time
import urllib.error

import measure
from registers import Register, copy

STARTS = 10
LIMIT_S = 1.0
LIMIT_RATIO = 1.5
BUILD_LIMIT_S = 30
BUILD_LIMIT_MB = 3 * 1024
API = "/enhetsregisteret/api/enheter"


def start_part(bench):
    raw = bench.remembered("start", lambda: {"starts": measure_starts(bench), "build": measure_build(bench)})
    show_starts(bench, raw["starts"])
    show_build(bench, raw["build"])


def measure_starts(bench):
    """Measures the seconds to the first right look-up and to the first right search, for each size in turn."""
    registers = [Register(bench.program, bench.sized(size), size) for size in bench.start_sizes]
    for register in registers:
        register.ensure_store()
    expected = [answers_of(register) for register in registers]
    rounds = [[] for _ in registers]
    for _ in range(STARTS):
        for register, answers, found in zip(registers, expected, rounds):
            found.append(start_once(register, answers))
    return [{"entities": register.entities, "lookup_s": statistics.median(at[0] for at in found), "search_s": statistics.median(at[1] for at in found)}
            for register, found in zip(registers, rounds)]


@contextlib.contextmanager
def serving(register, port):
    with measure.server([register.program, "serve", "--data", register.data, "--port", port, "--threads", "1"]) as process:
        yield process


def questions(number):
    return f"{API}/{number}", f"{API}?naeringskode=62&size=20"


def answers_of(register):
    """Returns the requests of each start with their right answers, from a server that has long been up."""
    port = measure.free_port()
    with serving(register, port):
        base = f"http://127.0.0.1:{port}"
        units = json.loads(measure.wait_for(f"{base}{API}?size=1000"))["_embedded"]["enheter"]
        paths = questions(units[-1]["organisasjonsnummer"])
        return [(path, measure.fetch(base + path).replace(base.encode(), b"")) for path in paths]


def start_once(register, answers):
    port = measure.free_port()
    begun = time.monotonic()
    with serving(register, port):
        times = []
        for path, right in answers:
            body = first_answer(port, path).replace(f"http://127.0.0.1:{port}".encode(), b"")
            times.append(time.monotonic() - begun)
            if body != right:
                sys.exit(f"the first answer to {path} is not the right one")
    return times


def first_answer(port, path):
    """Returns the first answer other than 503, which an index in the making gives; asks every millisecond."""
    while True:
        try:
            return measure.fetch(f"http://127.0.0.1:{port}{path}")
        except urllib.error.HTTPError as refused:
            if refused.code != 503:
                raise
        except OSError:
            pass
        time.sleep(0.001)


def measure_build(bench):
    """One start without segments, which must build both; on a copy of the register."""
    bench.register.ensure_store()
    folder = bench.folder / "build"
    register = Register(bench.program, folder, bench.options.entities)
    copy(bench.register.data, register.data, "segments", "files")
    port = measure.free_port()
    begun = time.monotonic()
    with serving(register, port) as process:
        first_answer(port, API + "?size=1")
        seconds = time.monotonic() - begun
        cpu = measure.cpu_seconds(process.pid)
        peak = measure.memory_mb(process.pid, "VmHWM")
        anonymous = measure.memory_mb(process.pid, "RssAnon")
    if [file.name for file in register.segments()] != [file.name for file in bench.register.segments()]:
        sys.exit("the start without segments has not left one for each kind")
    shutil.rmtree(folder)
    return {"seconds": seconds, "cpu_s": cpu, "peak_mb": peak, "anonymous_mb": anonymous}


def show_starts(bench, starts):
    first = starts[0]
    rows = [[f"{at['entities']:,}", f"{at['lookup_s'] * 1000:.0f}", f"{at['search_s'] * 1000:.0f}",
             f"{at['lookup_s'] / first['lookup_s']:.2f}", f"{at['search_s'] / first['search_s']:.2f}"] for at in starts]
    bench.section("Start with segments present", ["entities", "to a look-up, ms", "to a search, ms", "ratio of look-up", "ratio of search"], rows,
                  f"A fresh process to its first right answer, page cache warm; medians of {STARTS} starts in turn. "
                  f"Target: at most {LIMIT_S:.0f} s, and at most {LIMIT_RATIO} times the smallest register's.")


def show_build(bench, build):
    bench.section("Start without segments", ["entities", "seconds", "CPU s", "peak memory MB", "RssAnon after it, MB"],
                  [[f"{bench.options.entities:,}", f"{build['seconds']:.1f}", f"{build['cpu_s']:.1f}", f"{build['peak_mb']:,.0f}",
                    f"{build['anonymous_mb']:,.0f}"]],
                  f"`orgreg serve` builds the bases of both kinds from the store before its first answer. "
                  f"Target: at most {BUILD_LIMIT_S} s and {BUILD_LIMIT_MB:,} MB. Peak memory counts mapped pages of the files written.")
