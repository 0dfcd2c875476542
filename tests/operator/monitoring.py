# SPDX-License-Identifier: EUPL-1.2
"""What monitors see of a server: metrics, health, alert rules and the dashboard, read by a real Prometheus.

Every query of the dashboard must have rows, and every alert rule a case in alert_tests.yaml in which it fires.
"""

import base64
import contextlib
import http.client
import itertools
import json
import re
import shutil
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

import fixtures
import server

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PACKAGED = ROOT / "packaging/monitoring"
ALERTS, BOARD, CONFIG = PACKAGED / "alerts.yaml", PACKAGED / "dashboard.json", PACKAGED / "prometheus.yaml"
CASES = HERE / "alert_tests.yaml"
WAIT_S, PROMTOOL_S = 90, 120
RATE_WINDOW = "20s"
ENTITIES = "/enhetsregisteret/api/enheter"
ROLES = "/enhetsregisteret/autorisert-api/enheter/974760673/roller"
CHECKS = {"register", "lag", "files", "place", "stop"}


def run(program, report, store, folder):
    report.check(shutil.which("promtool") is not None, "the package prometheus is not installed")
    rules_are_right(report, folder)
    dashboard_is_whole(report)
    place = folder / "register"
    shutil.copytree(store, place)
    options = options_of(program, folder)
    metrics_port = server.free_port()
    with server.Server(program, place, arguments=[*options, "--metrics", f"127.0.0.1:{metrics_port}"]) as running:
        says_how_it_is(report, metrics_port)
        running.await_files()
        with Traffic(running.port, folder / "ingest.socket", tokens(program, folder)):
            is_what_prometheus_wants(report, metrics_port)
            counts_what_was_asked(report, running.port, metrics_port)
            with Prometheus(folder, metrics_port) as prometheus:
                answers_the_dashboard(report, prometheus)
                alerts_of_nothing(report, prometheus)
        answer = health(metrics_port, "/readyz")
        report.check(answer == (200, "pass", {name: "pass" for name in CHECKS}), f"a server with its files is ready: {answer}")
        report.check(running.stop() == 0, f"a watched server stops in good order: {running.errors()}")


def token_settings(program, folder):
    """With which a server takes what tokens() gives."""
    must(server.dev_program(program), "token", "--key", folder / "key.pem", "--prepare")
    return ["--token-keys", folder / "key.pem.jwks", "--token-issuer", "https://token.example.test/", "--token-audience", "any"]


def options_of(program, folder):
    return [*token_settings(program, folder),
            "--ingest", f"unix:{folder}/ingest.socket", "--access-log", folder / "access.log"]


def tokens(program, folder):
    return must(server.dev_program(program), "token", "--key", folder / "key.pem", "--lifetime", 3600).strip()


def must(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, text=True, stdout=subprocess.PIPE, timeout=PROMTOOL_S, **more).stdout


def promtool(*arguments, text=None, cwd=None):
    done = subprocess.run(["promtool", *map(str, arguments)], input=text, text=True, cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=PROMTOOL_S, check=False)
    return done.returncode, done.stdout


def alert_names():
    return re.findall(r"^\s*- alert: (\w+)$", ALERTS.read_text(), re.MULTILINE)


def rules_are_right(report, folder):
    code, said = promtool("check", "rules", ALERTS)
    report.check(code == 0, f"promtool check rules: {said}")
    shutil.copy(ALERTS, folder)
    code, said = promtool("check", "config", "--syntax-only", CONFIG)
    report.check(code == 0, f"promtool check config: {said}")
    cases = folder / "alert_tests.yaml"
    cases.write_text(CASES.read_text().replace("RULES", str(ALERTS)))
    code, said = promtool("test", "rules", cases)
    report.check(code == 0, f"promtool test rules: {said}")
    names = alert_names()
    report.check(len(names) > 20 and len(names) == len(set(names)), f"alerts: {names}")
    for name in names:
        report.check(f'alertname="{name}",alertstate="firing",' in CASES.read_text(), f"no case fires {name}")
        report.check(f"alertname: {name}, exp_alerts: []" in CASES.read_text(), f"no case leaves {name} silent")
        report.check(name in (ROOT / "docs/guide/monitoring.md").read_text(), f"the guide does not name {name}")


def panels():
    return [panel for panel in json.loads(BOARD.read_text())["panels"] if panel["type"] != "row"]


def dashboard_is_whole(report):
    every = json.loads(BOARD.read_text())["panels"]
    report.check(len({panel["id"] for panel in every}) == len(every), "panels of the dashboard have ids of their own")
    cells = [(panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y) for panel in every
             for x in range(panel["gridPos"]["w"]) for y in range(panel["gridPos"]["h"])]
    report.check(len(cells) == len(set(cells)) and max(x for x, _ in cells) < 24, "panels of the dashboard do not overlap")
    for panel in panels():
        names = [target["refId"] for target in panel["targets"]]
        report.check(names and len(names) == len(set(names)), f"queries of {panel['title']} have names of their own: {names}")


def ask(port, path, method="GET", headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    try:
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(errors="replace"), answer.headers
    finally:
        connection.close()


def health(port, path):
    """Returns the status of the answer, that of the whole, and that of each check."""
    status, body, _ = ask(port, path)
    checks = json.loads(body)
    return status, checks["status"], {name: check["status"] for name, check in checks["checks"].items()}


def says_how_it_is(report, port):
    report.check(health(port, "/livez") == (200, "pass", {"threads": "pass"}), f"a server lives: {health(port, '/livez')}")
    status, _, checks = health(port, "/readyz")
    report.check(status == 200 and set(checks) == CHECKS and checks["register"] == "pass", f"a server is ready: {status} {checks}")
    for path in ("/livez", "/readyz", "/metrics"):
        status, body, fields = ask(port, path, "HEAD")
        report.check(status == 200 and not body and fields["Cache-Control"] == "no-store", f"HEAD {path}: {status} {fields}")
        report.check(ask(port, path, "POST")[0] == 405, f"POST {path} is refused")
    for path in ("/", "/livez/", "/enhetsregisteret/api", "/metrics/x"):
        report.check(ask(port, path)[0] == 404, f"{path} is not there")


def samples(port):
    """Returns the values of all metrics by their names with labels."""
    text = ask(port, "/metrics")[1]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if not line.startswith("#")}


def is_what_prometheus_wants(report, port):
    status, text, fields = ask(port, "/metrics")
    report.check(status == 200 and fields["Content-Type"].startswith("text/plain; version=0.0.4"), f"{status} {fields}")
    code, said = promtool("check", "metrics", text=text)
    report.check(code == 0 and not said.strip(), f"promtool check metrics: {said}")


def counts_what_was_asked(report, port, metrics_port):
    """Counts of operations that nothing else asks for."""
    cases = (("/partiregisteret/api/lastned/csv", "downloadParties", "2xx", None),
             ("/api/ext/v1/codes/sectors?x=1", "listSectorCodes", "4xx", "wrong-parameters"),
             ("/catalog.ttl?", None, "2xx", None), ("/no/such/address", "none", "4xx", "unknown-address"))
    before = samples(metrics_port)
    for path, *_ in cases:
        for _ in range(3):
            ask(port, path)
    after = samples(metrics_port)
    for path, operation, status, error in cases:
        if operation is not None:
            name = f'orgreg_request_duration_seconds_count{{operation="{operation}",status="{status}"}}'
            report.check(after.get(name, 0) - before.get(name, 0) == 3, f"{path}: {name} {before.get(name)} {after.get(name)}")
        if error is not None:
            name = f'orgreg_errors_total{{error="{error}"}}'
            report.check(after[name] - before[name] >= 3, f"{path}: {name} {before[name]} {after[name]}")
    report.check(after["process_open_fds"] > 10 and after["process_resident_memory_bytes"] > 1e6, "the process has figures")
    report.check(after["orgreg_served_commit"] == after["orgreg_store_commit"] > 0, "all commits are served")


class Traffic:
    """`with Traffic(…):` clients that ask for this and that, right and wrong, every tenth of a second."""

    def __init__(self, port, ingest, token):
        user, password = fixtures.USERS[0]
        right, wrong = (base64.b64encode(f"{user}:{word}".encode()).decode() for word in (password, "guess"))
        self._port, self._ingest = port, ingest
        self._asked = [(f"{ENTITIES}?size=1", {}), (f"{ENTITIES}/974760673", {}), (f"{ENTITIES}?size=0", {}), ("/nothing", {}),
                       ("/regnskapsregisteret/regnskap/974760673", {"Authorization": f"Basic {right}"}),
                       ("/regnskapsregisteret/regnskap/974760673", {"Authorization": f"Basic {wrong}"}),
                       (ROLES, {"Authorization": f"Bearer {token}"}), (ROLES, {"Authorization": "Bearer x.y.z"}),
                       (f"{ENTITIES}/lastned", {})]
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._end.set()
        self._thread.join()

    def _run(self):
        texts = [(fixtures.CHANGES / name).read_text() for name in ("1-new.ndjson", "2-changed.ndjson")]
        for count in itertools.count():
            if self._end.wait(0.1):
                return
            # Each is one of its own, so that there is always a commit to be served.
            batch = re.sub('"changes-.', f'"changes-{count}', texts[count % 2], count=1)
            for path, headers in self._asked:
                ask(self._port, path, headers=headers)
            subprocess.run(["curl", "-sS", "--unix-socket", self._ingest, "-H", "Content-Type: application/x-ndjson", "--data-binary", "@-",
                            "http://localhost/batches"], input=batch, text=True, stdout=subprocess.DEVNULL, timeout=WAIT_S, check=False)


class Prometheus:
    """`with Prometheus(folder, port) as prometheus:` reads the metrics every second, and knows the shipped rules."""

    def __init__(self, folder, port):
        self._folder = folder
        self._port = server.free_port()
        text = CONFIG.read_text().replace("127.0.0.1:9180", f"127.0.0.1:{port}").replace("15s", "1s")
        (folder / "prometheus.yaml").write_text("global: {evaluation_interval: 1s}\n" + text)

    def __enter__(self):
        self._log = open(self._folder / "prometheus.log", "wb")
        self._process = subprocess.Popen(
            ["prometheus", f"--config.file={self._folder}/prometheus.yaml", f"--storage.tsdb.path={self._folder}/tsdb",
             f"--web.listen-address=127.0.0.1:{self._port}", "--log.level=warn"], stdout=self._log, stderr=self._log)
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(WAIT_S)
        self._log.close()

    def get(self, path, **parameters):
        address = f"http://127.0.0.1:{self._port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(address, timeout=WAIT_S) as answer:
            return json.load(answer)["data"]

    def rows(self, query):
        """Returns the rows with a number in them."""
        with contextlib.suppress(OSError):
            return [row for row in self.get("query", query=query)["result"] if row["value"][1] != "NaN"]
        return []


def answers_the_dashboard(report, prometheus):
    left = {target["expr"].replace("$__rate_interval", RATE_WINDOW).replace("$instance", ".*"): panel["title"]
            for panel in panels() for target in panel["targets"]}
    report.check(len(left) > 40 and not any("$" in query for query in left), "the dashboard has queries, without other variables")
    end = time.monotonic() + WAIT_S
    while left and time.monotonic() < end:
        left = {query: title for query, title in left.items() if not prometheus.rows(query)}
        time.sleep(0.5)
    for query, title in left.items():
        report.check(False, f"{title}: no rows of {query}")
    report.check(True, "every query has rows")


def alerts_of_nothing(report, prometheus):
    rules = [rule for group in prometheus.get("rules")["groups"] for rule in group["rules"]]
    report.check({rule["name"] for rule in rules} == set(alert_names()), "Prometheus has all rules")
    for rule in rules:
        report.check(rule["health"] == "ok", f"{rule['name']}: {rule.get('lastError')}")
        report.check(rule["state"] == "inactive" or rule["labels"]["severity"] != "page", f"{rule['name']} is {rule['state']}: {rule['alerts']}")
