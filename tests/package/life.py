# SPDX-License-Identifier: EUPL-1.2
"""The packages in a fresh Debian: installed, started, loaded, backed up, upgraded under load, removed and purged."""

import http.client
import re
import time

import server
from machine import Machine, fetch, fresh_root, release
from making import must
from steady_load import SteadyLoad

PORT = 8080
ENTITIES = 2000
READY_S = 60
SETTINGS = "/etc/orgreg/orgreg.toml"
# The load comes from one address, faster than any client may be for long.
OURS = "lookups_per_second = 0\n"
UNIT = "orgreg.service"
MODULE = "orgreg-postgresql"
# A program takes only the module of its own build, so both are upgraded at once.
TOGETHER = ("orgreg", MODULE)
MOST_EXPOSURE = 1.5


def run(program, report, packages, folder):
    root = folder / "root"
    fresh_root(root)
    (root / "srv/packages").mkdir()
    files = {name: packages.file(program, name) for name in ("orgreg", MODULE, "orgreg-dev", "orgreg-doc")}
    for name, file in files.items():
        must("cp", file, root / f"srv/packages/{name}.deb")
        if name in TOGETHER:
            newer(file, folder / f"newer-{name}", root / f"srv/packages/newer-{name}.deb")
    fetch(root, *(f"/srv/packages/{name}.deb" for name in files))
    server.must_generate(program, root / "srv/inventories", ENTITIES)
    with Machine(root) as machine, machine.network():
        is_installed(report, machine)
        serves_empty(report, machine)
        is_shut_in(report, machine)
        imports_at_night(report, machine)
        backs_up_at_night(report, machine)
        module_is_installed(report, machine)
        is_upgraded(report, machine)
        survives_wrong_settings(report, machine)
        starts_again(report, machine)
        other_packages(report, machine)
        is_purged(report, machine)
    return f"Debian {release()}"


def newer(file, tree, to):
    """The same package with a higher version, which also stands where it names the other package of its build."""
    must("dpkg-deb", "--raw-extract", file, tree)
    control = tree / "DEBIAN/control"
    text = control.read_text()
    version = re.search(r"^Version: (.*)$", text, flags=re.M)[1]
    control.write_text(text.replace(version, version + "+newer"))
    must("dpkg-deb", "--root-owner-group", "--build", tree, to)


def apt(machine, *arguments):
    return machine.must("apt-get", "-q", "-y", "--no-install-recommends", *arguments)


def state(machine, unit):
    return machine.call("systemctl", "is-active", unit).stdout.strip()


def get(path, port=PORT):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=READY_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except OSError as error:
        return 0, str(error)
    finally:
        connection.close()


def is_there(path, wanted=200):
    """Asks until the answer is the wanted one, since an index is made after an import."""
    end = time.monotonic() + READY_S
    while True:
        status, body = get(path)
        if status == wanted or time.monotonic() > end:
            return status, body
        time.sleep(0.1)


def log(machine, unit=UNIT):
    return machine.call("journalctl", "--no-pager", "-n", "40", "-u", unit).stdout


def is_installed(report, machine):
    apt(machine, "install", "/srv/packages/orgreg.deb")
    report.check(machine.call("dpkg", "--audit").stdout == "", "the package is whole")
    report.check(state(machine, "orgreg.socket") == "active" and state(machine, UNIT) == "active", f"the service runs: {log(machine)}")
    for unit in ("orgreg.socket", UNIT):
        report.check(machine.call("systemctl", "is-enabled", unit).stdout.strip() == "enabled", f"{unit} starts with the machine")
    for timer in ("orgreg-import.timer", "orgreg-backup.timer"):
        report.check(machine.call("systemctl", "is-enabled", timer).stdout.strip() == "disabled", f"{timer} is an example")
        report.check(state(machine, timer) == "inactive", f"{timer} does not run")
    for folder in ("/var/lib/orgreg", "/var/lib/orgreg/register", "/var/backups/orgreg"):
        report.check(machine.must("stat", "-c", "%U:%G %a", folder).strip() == "orgreg:orgreg 700", f"{folder} is of the user only")
    report.check(machine.must("getent", "passwd", "orgreg").strip().endswith("/usr/sbin/nologin"), "nobody can log in as the user")
    units = machine.must("bash", "-c", "dpkg -L orgreg | grep -E 'systemd/system/orgreg'").split()
    verified = machine.call("systemd-analyze", "verify", "--man=no", *units)
    report.check(verified.returncode == 0 and "orgreg" not in verified.stdout, f"systemd finds nothing wrong: {verified.stdout}")


def serves_empty(report, machine):
    status, body = is_there("/enhetsregisteret/api/enheter")
    report.check(status == 200 and '"totalElements":0' in body.replace(" ", ""), f"an empty register is served: {status} {body[:300]} {log(machine)}")
    checked = machine.call("orgreg", "serve", "--config", SETTINGS, "--show-config")
    report.check(checked.returncode == 0 and "/var/lib/orgreg/register" in checked.stdout, f"the settings are checked: {checked.stdout}")


def main_process(machine):
    return machine.must("systemctl", "show", "-P", "MainPID", UNIT).strip()


def is_shut_in(report, machine):
    process = main_process(machine)
    status = dict(line.split(":\t") for line in machine.must("cat", f"/proc/{process}/status").splitlines() if ":\t" in line)
    uid = machine.must("id", "-u", "orgreg").strip()
    report.check(set(status["Uid"].split()) == {uid}, f"it runs as orgreg: {status['Uid']}")
    for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb", "CapInh"):
        report.check(int(status[name], 16) == 0, f"it has no capability: {name} {status[name]}")
    report.check(status["NoNewPrivs"] == "1" and status["Seccomp"] == "2", "it gets no rights, and its calls are limited")
    report.check(status["Umask"].strip() == "0077", "what it writes is its own")
    said = log(machine)
    report.check("sandbox" not in said or "sandbox: off" not in said, f"the sandbox is on: {said}")
    exposed = machine.call("systemd-analyze", "security", "--no-pager", UNIT).stdout
    found = re.search(r"exposure level for \S+: ([\d.]+)", exposed)
    report.check(found is not None and float(found[1]) <= MOST_EXPOSURE, f"systemd finds it shut in: {exposed[-300:]}")


def imports_at_night(report, machine):
    machine.must("bash", "-c", "chmod -R a+rX /srv/inventories && cd /srv/inventories && "
                 "printf 'entities %s\\nsub-entities %s\\n' $PWD/enheter_alle.json.gz $PWD/underenheter_alle.json.gz > /etc/orgreg/imports")
    done = machine.call("systemctl", "start", "orgreg-import.service")
    report.check(done.returncode == 0, f"the nightly import runs: {done.stdout} {log(machine, 'orgreg-import.service')}")
    total = 0
    end = time.monotonic() + READY_S
    while total != ENTITIES and time.monotonic() < end:
        status, body = get("/enhetsregisteret/api/enheter?size=1")
        found = re.search(r'"totalElements":\s*(\d+)', body)
        total = int(found[1]) if status == 200 and found else 0
        time.sleep(0.1)
    report.check(total > 0, f"the running server shows what was imported: {total}; {log(machine)}")
    machine.must("bash", "-c", "echo 'entities /srv/inventories/none.json.gz' > /etc/orgreg/imports")
    report.check(machine.call("systemctl", "start", "orgreg-import.service").returncode != 0, "a failing import fails")
    report.check("none.json.gz" in log(machine, "orgreg-import.service"), "the journal names the file")


def backs_up_at_night(report, machine):
    for _ in range(2):
        done = machine.call("systemctl", "start", "orgreg-backup.service")
        report.check(done.returncode == 0, f"the nightly backup runs: {done.stdout} {log(machine, 'orgreg-backup.service')}")
        time.sleep(1.1)  # Its name is the time, to the second.
    backups = machine.must("ls", "/var/backups/orgreg").split()
    report.check(len(backups) == 2, f"each has a name of its own: {backups}")
    machine.must("bash", "-c", "mkdir -p /etc/systemd/system/orgreg-backup.service.d && "
                 "printf '[Service]\\nEnvironment=KEEP=1\\n' > /etc/systemd/system/orgreg-backup.service.d/keep.conf && systemctl daemon-reload")
    done = machine.call("systemctl", "start", "orgreg-backup.service")
    left = machine.must("ls", "/var/backups/orgreg").split()
    report.check(done.returncode == 0 and len(left) == 1 and left[0] not in backups, f"old backups are deleted: {left}")
    verified = machine.call("orgreg", "verify", "--data", f"/var/backups/orgreg/{left[0]}")
    report.check(verified.returncode == 0, f"the backup is whole: {verified.stdout}")


def module_answers(report, machine, when):
    """The program finds its module and gets as far as the database, which is not there."""
    machine.must("bash", "-c", "mkdir -p /var/tmp/module && echo 'orgreg layout 1' > /var/tmp/module/layout")
    said = machine.call("orgreg", "verify", "--data", "/var/tmp/module", "--store", "postgresql:///register?host=/nowhere").stdout
    report.check("cannot be reached" in said, f"{when}, the module for PostgreSQL works: {said}")


def module_is_installed(report, machine):
    before = main_process(machine)
    apt(machine, "install", f"/srv/packages/{MODULE}.deb")
    report.check(main_process(machine) == before, "a module that is installed does not disturb the service")
    module_answers(report, machine, "once installed")


def is_upgraded(report, machine):
    machine.must("bash", "-c", f"echo '{OURS.strip()}' >> {SETTINGS} && systemctl restart {UNIT}")
    is_there("/enhetsregisteret/api/enheter?size=1")
    before = main_process(machine)
    with SteadyLoad(PORT) as load:
        said = apt(machine, "-o", "Dpkg::Options::=--force-confdef", "install", *(f"/srv/packages/newer-{name}.deb" for name in TOGETHER))
    print(f"  upgrade: {load.answers} answers, {len(load.failures)} failures")
    steps = [said.find(step) for step in (f"Unpacking {MODULE} ", "Setting up orgreg ")]
    report.check(-1 < steps[0] < steps[1], f"the module is replaced before the service is started again, which refuses another build's: {said}")
    report.check(load.answers > 0 and not load.failures, f"clients notice nothing of an upgrade: {load.failures[:5]}")
    for name in TOGETHER:
        report.check(machine.must("dpkg-query", "-W", "-f", "${Version}", name).endswith("+newer"), f"the newer {name} is installed")
    module_answers(report, machine, "after the upgrade")
    report.check(main_process(machine) not in (before, "0"), "the newer program runs")
    report.check(OURS in machine.must("cat", SETTINGS), "changed settings stay")


def survives_wrong_settings(report, machine):
    machine.must("bash", "-c", f"cp {SETTINGS} /var/tmp/kept && echo 'colour = \"red\"' >> {SETTINGS}")
    machine.call("systemctl", "restart", UNIT)
    report.check(state(machine, UNIT) in ("failed", "inactive"), f"wrong settings are no endless row of starts: {state(machine, UNIT)}")
    report.check("colour" in log(machine), "the journal names the setting")
    machine.must("bash", "-c", f"cp /var/tmp/kept {SETTINGS} && systemctl reset-failed {UNIT} orgreg.socket; systemctl restart orgreg.socket {UNIT}")
    report.check(is_there("/enhetsregisteret/api/enheter?size=1")[0] == 200, f"with right ones it serves again: {log(machine)}")
    done = machine.call("systemctl", "reload", UNIT)
    report.check(done.returncode == 0 and state(machine, UNIT) == "active", f"it is reloaded: {done.stdout}")


def starts_again(report, machine):
    """A server that is killed comes back, and no client is refused meanwhile."""
    before = main_process(machine)
    machine.must("systemctl", "kill", "--signal=KILL", UNIT)
    status, _ = is_there("/enhetsregisteret/api/enheter?size=1")
    end = time.monotonic() + READY_S
    while main_process(machine) in (before, "0") and time.monotonic() < end:
        time.sleep(0.1)
    report.check(status == 200 and main_process(machine) not in (before, "0"), f"it is started again: {log(machine)}")
    machine.must("bash", "-c", "mkdir -p /etc/systemd/system/orgreg.socket.d && "
                 "printf '[Socket]\\nListenStream=\\nListenStream=80\\n' > /etc/systemd/system/orgreg.socket.d/address.conf && systemctl daemon-reload && "
                 f"systemctl stop {UNIT} && systemctl restart orgreg.socket && systemctl start {UNIT}")
    status, body = get("/livez", 80)
    report.check(status in (200, 404), f"it serves port 80 without a capability: {status} {body[:200]} {log(machine)}")
    machine.must("bash", "-c", f"rm -r /etc/systemd/system/orgreg.socket.d && systemctl daemon-reload && systemctl stop {UNIT} && "
                 f"systemctl restart orgreg.socket && systemctl start {UNIT}")


def other_packages(report, machine):
    apt(machine, "install", "/srv/packages/orgreg-dev.deb", "/srv/packages/orgreg-doc.deb")
    report.check(machine.call("orgreg-dev", "--version").returncode == 0, "orgreg-dev runs")
    report.check(machine.call("test", "-s", "/usr/share/doc/orgreg/openapi.json").returncode == 0, "the document of the interface is installed")


def is_purged(report, machine):
    apt(machine, "remove", "orgreg")
    report.check(get("/")[0] == 0 and state(machine, "orgreg.socket") != "active", "a removed package serves nothing")
    report.check(machine.call("test", "-e", SETTINGS).returncode == 0, "its settings stay")
    report.check(machine.call("dpkg-query", "-W", "-f", "${db:Status-Status}", MODULE).stdout != "installed", "the module goes with its program")
    said = apt(machine, "purge", "orgreg", MODULE, "orgreg-dev", "orgreg-doc")
    report.check(machine.call("test", "-e", "/etc/orgreg").returncode != 0, f"purged settings are gone: {machine.call('ls', '/etc/orgreg').stdout}")
    report.check("/var/lib/orgreg has data and stays" in said and "/var/backups/orgreg has data and stays" in said, f"it says what stays: {said}")
    report.check(machine.call("test", "-s", "/var/lib/orgreg/register/store.db").returncode == 0, "the register stays")
    left = machine.must("bash", "-c", "dpkg -l | grep orgreg || true; ls -d /usr/share/doc/orgreg* /etc/systemd/system/orgreg* "
                        "/etc/systemd/system/*/orgreg* 2> /dev/null || true").split("\n")
    left = [line for line in left if line and "orgreg-backup.service.d" not in line]
    report.check(not left, f"nothing else of the packages stays: {left}")
