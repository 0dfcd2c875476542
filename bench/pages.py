# SPDX-License-Identifier: EUPL-1.2
"""Pages for people: what Chromium transfers and how long it takes with a cold cache, next to nginx with the same bytes as files; CPU of the server for each page."""

import contextlib
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

import asking
from measure import await_rest, cpu_seconds, fetch, free_port, on_one_processor, server, wait_for

HERE = Path(__file__).resolve().parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SEARCH = "/enhetsregisteret/api/enheter?"
MOST_KB, MOST_MS, MOST_CPU_US = 100, 100, 200
LINKED = re.compile(r'((?:\.\.?/)*)(docs/(?:styles|scripts|images)/[^"]*)(?=")')
NGINX = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; sendfile on; tcp_nopush on; gzip_static on; types {{ text/html html; text/css css; text/javascript js; image/svg+xml svg; }}
  default_type application/octet-stream; client_body_temp_path {folder}/a;
  proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen 127.0.0.1:{port}; root {folder}/files; location / {{ try_files $uri =404; }} }} }}
"""


def drawn(port, dice):
    """Numbers and names of units, and codes, as the register has them."""
    page = json.loads(fetch(f"http://127.0.0.1:{port}{SEARCH}size=5000&fraAntallAnsatte=1"))["_embedded"]["enheter"]
    units = dice.sample(page, min(len(page), 500))
    return [unit["organisasjonsnummer"] for unit in units], [unit["navn"].split()[0] for unit in units], [unit["forretningsadresse"]["kommunenummer"] for unit in units
                                                                                                       if "kommunenummer" in unit.get("forretningsadresse", {})]


def paths_by_kind(port, dice):
    """Paths of pages by kind; each kind is asked with other units, names and filters in turn."""
    numbers, names, municipalities = drawn(port, dice)
    search = "/nb/search/entities?"
    return {
        "start": ["/nb/"],
        "unit": [f"/nb/unit/{number}" for number in numbers],
        "history": [f"/nb/unit/{number}/history" for number in numbers],
        "search, a name": [f"{search}navn={urllib.parse.quote(name)}" for name in names],
        "search, filters": [f"{search}kommunenummer={code}&organisasjonsform=AS&sort=navn,asc" for code in municipalities],
        "filters with counts": [f"/nb/search/entities/filters?kommunenummer={code}" for code in municipalities],
        "changes": ["/nb/changes"],
        "status": ["/nb/status"],
    }


def copy_page(base, path, folder, name):
    """Writes a page and what it loads as files, plain and packed."""
    text = fetch(base + path).decode()
    for link, target in LINKED.findall(text):
        file = Path(folder, target)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(fetch(urllib.parse.urljoin(base + path, link + target)))
    # All pages lie in one folder there, which has no fragments.
    text = re.sub(r' data-fragment="[^"]*"', "", LINKED.sub(r"\2", text))
    Path(folder, name).write_text(text)
    for file in list(filter(Path.is_file, Path(folder).rglob("*[!z]"))):
        subprocess.run(["gzip", "-9kf", file], check=True)


@contextlib.contextmanager
def nginx_with(base, pages):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        files = Path(folder, "files")
        files.mkdir()
        names = {}
        for kind, path in pages.items():
            names[kind] = f"{re.sub('[^a-z]', '-', kind)}.html"
            copy_page(base, path, files, names[kind])
        port = free_port()
        config = Path(folder, "nginx.conf")
        config.write_text(NGINX.format(folder=folder, port=port))
        with server(["nginx", "-p", folder, "-c", config]):
            wait_for(f"http://127.0.0.1:{port}/{next(iter(names.values()))}")
            yield {kind: f"http://127.0.0.1:{port}/{name}" for kind, name in names.items()}


def find_browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit("no chromium: script/bootstrap --for test installs it")
    return found


def measure_loads(addresses, rounds):
    """Maps each address to what page_loads.mjs found. npm installs playwright-core as for the tests of the pages."""
    root = HERE.parent
    packages = subprocess.run([root / "script/npm", root / "tests/pages", "pages"], check=True, capture_output=True, text=True).stdout.strip()
    program = Path(shutil.copy(HERE / "page_loads.mjs", packages))
    done = subprocess.run(["node", program, find_browser(), str(rounds), *addresses], check=True, capture_output=True, text=True)
    return {found["address"]: found for found in map(json.loads, done.stdout.splitlines())}


def cpu_of(port, pid, paths, count, is_packed):
    """CPU of the server for a page in microseconds, and the median size of the answers in KB."""
    client = asking.Asking(port)
    coding = "Accept-Encoding: gzip\r\n" if is_packed else ""
    requests = [f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/html\r\n{coding}\r\n".encode() for path in paths]
    sizes = sorted(len(client.send(request)[1]) for request in requests)
    before = cpu_seconds(pid)
    for at in range(count):
        status, _ = client.send(requests[at % len(requests)])
        if status != 200:
            sys.exit(f"{paths[at % len(paths)]}: {status}")
    return (cpu_seconds(pid) - before) / count * 1e6, sizes[len(sizes) // 2] / 1000


def cpu_rows(port, pid, kinds, count):
    rows = []
    with on_one_processor(pid):
        for kind, paths in kinds.items():
            plain, size = cpu_of(port, pid, paths, count, is_packed=False)
            small, transferred = cpu_of(port, pid, paths, count, is_packed=True)
            is_judged = kind == "unit" or kind.startswith("search")
            reached = ("yes" if plain <= MOST_CPU_US else "**no**") if is_judged else ""
            rows.append([kind, f"{size:.1f}", f"{plain:.0f}", f"{transferred:.1f}", f"{small:.0f}", reached])
    return rows


def load_rows(base, kinds, rounds):
    shown = {kind: kinds[kind][0] for kind in ("start", "search, a name", "search, filters", "unit")}
    with nginx_with(base, shown) as copies:
        found = measure_loads([address for kind, path in shown.items() for address in (base + path, copies[kind])], rounds)
    rows = []
    for kind, path in shown.items():
        ours, copy = found[base + path], found[copies[kind]]
        reached = "yes" if ours["bytes"] <= MOST_KB * 1000 and ours["painted"] <= MOST_MS else "**no**"
        rows += [[kind if server_name == "orgreg" else "", server_name, one["requests"], f"{one['bytes'] / 1000:.1f}", f"{one['document'] / 1000:.1f}", f"{one['first_byte']:.1f}",
                  f"{one['painted']:.0f}", f"{one['interactive']:.0f}", reached if server_name == "orgreg" else ""]
                 for server_name, one in (("orgreg", ours), ("nginx", copy))]
    return rows


def pages_part(bench):
    bench.register.ensure_store()
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with server([bench.program, "serve", "--data", bench.register.data, "--port", port, "--threads", "1"]) as process:
        wait_for(f"{base}{SEARCH}size=1")
        await_rest(process.pid)
        kinds = paths_by_kind(port, random.Random(1))
        loads = load_rows(base, kinds, bench.options.page_rounds)
        cpu = cpu_rows(port, process.pid, kinds, bench.options.pages_asked)
    bench.section("Pages in Chromium, with a cold cache", ["page", "server", "requests", "KB", "KB of the document", "first byte ms", "painted ms", "interactive ms", "reached"], loads,
                  f"Medians of {bench.options.page_rounds} loads in turn; KB are those transferred, with heads. `painted` is the first paint with content, which has the results, since the server "
                  "writes them into the page; `interactive` is when the scripts have run. nginx has the same bytes as files, packed before (`gzip_static`), without the later request "
                  f"for counts. Target: at most {MOST_KB} KB and {MOST_MS} ms.")
    bench.section("CPU of the server for a page", ["page", "KB", "µs", "KB packed", "µs packed", "reached"], cpu,
                  f"One client, {bench.options.pages_asked:,} requests of each kind for up to 500 different pages, all of which were asked for once before. Target of search and unit pages, not packed: at "
                  f"most {MOST_CPU_US} µs.")
