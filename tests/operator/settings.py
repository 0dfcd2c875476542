# SPDX-License-Identifier: EUPL-1.2
"""--show-config against --config, errors of settings, and the same store for all commands."""

import subprocess
import tomllib
from pathlib import Path

import server

SMALL_MACHINE = Path(__file__).resolve().parents[2] / "packaging" / "small-machine.toml"


def run_with(program, *arguments, env=None, line="", cwd=None):
    return subprocess.run([program, *map(str, arguments)], input=line, capture_output=True, text=True,
                          timeout=server.IMPORT_S, env=server.environment(env), cwd=cwd)


def run(program, report, store, folder):
    shows_a_file(program, report, store, folder)
    names_all_faults(program, report, folder)
    reads_where_pages_are(program, report, store, folder)
    starts_with_what_it_shows(program, report, store, folder)
    reads_the_shipped_limits(program, report, store)
    warns_of_variables(program, report, store)
    serves_the_same_store(program, report, store, folder)
    refuses_a_wrong_file(program, report, store, folder)


def shows_a_file(program, report, store, folder):
    given = folder / "given.toml"
    given.write_text('role_scopes = ["a,b", "c"]\npublic_url = "https://register.example"\n')
    env = {"ORGREG_ALLOWED_HOSTS": "a.example,b.example", "ORGREG_STORE": str(store)}
    shown = run_with(program, "serve", "--show-config", "--config", given, "--port", 0, env=env)
    report.check(shown.returncode == 0, f"--show-config ends with {shown.returncode}: {shown.stderr}")
    values = tomllib.loads(shown.stdout)
    report.check(values["role_scopes"] == ["a,b", "c"], "a comma does not split an item of a file")
    report.check(values["allowed_hosts"] == ["a.example", "b.example"], "a variable is a list")
    lines = {line.split(" = ")[0]: line.split("  # ")[-1] for line in shown.stdout.splitlines()}
    for name, origin in (("role_scopes", f"{given}:1"), ("public_url", f"{given}:2"), ("port", "--port"),
                         ("allowed_hosts", "ORGREG_ALLOWED_HOSTS"), ("listen", "default")):
        report.check(lines[name] == origin, f"{name} comes from {origin}, not from {lines[name]}")
    again = folder / "shown.toml"
    again.write_text(shown.stdout)
    second = run_with(program, "serve", "--show-config", "--config", again)
    report.check(second.returncode == 0 and tomllib.loads(second.stdout) == values,
                 f"what --show-config prints means the same to --config: {second.stderr}")


def names_all_faults(program, report, folder):
    given = folder / "wrong.toml"
    given.write_text('listen = "localhost"\nport = 99999\ntrusted_proxies = ["proxy.example"]\n'
                     f'token_keys = "http://keys.example/"\nnumber_keys = "{folder}/missing"\n'
                     'ingest = "127.0.0.1:0"\ntime_zone = "Mars"\nprot = 1\n')
    expected = [f"{given}:{line}: " for line in (1, 2, 3, 7, 8, 4, 4, 4, 6)] + ["ORGREG_METRICS: "]
    for options in ([], ["--show-config"]):
        done = run_with(program, "serve", "--config", given, *options, env={"ORGREG_METRICS": "9090"})
        reported = done.stderr.splitlines()
        report.check(done.returncode == 2 and not done.stdout, f"wrong settings end with 2: {done.returncode}")
        for place in expected:
            report.check(sum(line.startswith(f"orgreg: {place}") for line in reported) == expected.count(place),
                         f"{expected.count(place)} faults at {place}: {done.stderr}")
        warned = [line for line in reported if f"{given}:5: number_keys: " in line]
        report.check(len(warned) == 1 and " warning " in warned[0], f"a file that is missing is a warning: {done.stderr}")
        report.check(len(reported) == len(expected) + 1, f"no other faults than these: {done.stderr}")


def reads_where_pages_are(program, report, store, folder):
    """`pages` takes words and booleans; `pages_root`, one part of a path."""
    given = folder / "pages.toml"

    def shown_for(text):
        given.write_text(text)
        return run_with(program, "serve", "--show-config", "--config", given, *server.place(store))

    for text in ("pages = false", "pages = true", 'pages = "none"', 'pages = "serve"', 'pages_root = "/register"', 'pages_root = "/ap"', 'pages_root = ""'):
        done = shown_for(text)
        report.check(done.returncode == 0, f"{text} is right: {done.stderr}")
    for text in ("pages = 0", 'pages = "off"', 'pages_root = "register"', 'pages_root = "/"', 'pages_root = "/a/"', 'pages_root = "/a/b"',
                 'pages_root = "/a?b"', 'pages_root = "/.."', 'pages_root = "//"', "pages_root = true",
                 'pages_root = "/api"', 'pages_root = "/enhetsregisteret"', 'pages_root = "/docs"', 'pages_root = "/status"', 'pages_root = "/nb"'):
        done = shown_for(text)
        report.check(done.returncode == 2 and f"{given}:1: " in done.stderr, f"{text} is refused: {done.returncode} {done.stderr}")


def starts_with_what_it_shows(program, report, store, folder):
    """Serve accepts what --show-config prints."""
    with server.Server(program, store) as first:
        taken = run_with(program, "serve", "--show-config", *server.place(store), "--port", first.port)
        report.check(taken.returncode == 0 and "use" in taken.stderr, f"a port that is taken is a warning: {taken.stderr}")
    path = folder / "serve.toml"
    path.write_text(run_with(program, "serve", "--show-config", *server.place(store), "--port", 0).stdout)
    with server.Server(program, store, arguments=["--config", path]) as running:
        report.check(running.alive(), "a server starts with the file that --show-config printed")


def reads_the_shipped_limits(program, report, store):
    """The file for a small machine is right, and sets what it says."""
    shown = run_with(program, "serve", "--show-config", "--config", SMALL_MACHINE, *server.place(store), "--port", 0)
    report.check(shown.returncode == 0, f"the settings of a small machine are taken: {shown.stderr}")
    values = tomllib.loads(shown.stdout)
    for name, value in tomllib.loads(SMALL_MACHINE.read_text()).items():
        report.check(values[name] == value, f"{name} is {values[name]}, not {value}")


def warns_of_variables(program, report, store):
    env = {"ORGREG_PORT": "tcp://10.0.0.1:8080", "ORGREG_PORT_8080_TCP_PROTO": "tcp", "ORGREG_PROT": "1"}
    with server.Server(program, store, env) as running:
        said = running.errors()
        for name in env:
            report.check(f"{name}: " in said, f"the log warns of {name}: {said}")


def serves_the_same_store(program, report, store, folder):
    """Every command that opens the register finds it by file, variable and flag."""
    own, users = folder / "own", folder / "own-users"
    config = folder / "own.toml"
    config.write_text(f'data = "{own}"\nusers = "{users}"\n')
    empty = folder / "empty.json"
    empty.write_text("[]")
    batch = folder / "batch.ndjson"
    batch.write_text('{"batch":"one"}\n{"operation":"upsert","kind":"entity","record":{"organisasjonsnummer":'
                     '"312300028","navn":"FJELLVIK AS","organisasjonsform":{"kode":"AS"}}}\n')
    keys = server.new_number_keys(program, folder / "keys")
    steps = (("import", "entities", batch_record(folder)), ("apply", batch), ("verify",),
             ("downloads", "--downloads", folder / "files"), ("numbers", "reseal", "--number-keys", keys),
             ("backup", folder / "copy"), ("restore", folder / "copy"))
    for number, step in enumerate(steps):
        env = {"ORGREG_DATA": str(own)} if number % 2 else None
        options = [] if env else ["--config", config]
        done = run_with(program, *step, *options, env=env, cwd=folder)
        report.check(done.returncode == 0, f"{step[0]} finds the store: {done.stdout}{done.stderr}")
    report.check(own.exists() and not (folder / "var").exists(), "nothing is made in another place")
    added = run_with(program, "user", "add", "demo", "--config", config, line="correct horse battery\n", cwd=folder)
    report.check(added.returncode == 0 and users.exists(), f"user finds the file of users: {added.stderr}")
    added = run_with(program, "user", "add", "demo", *server.place(own), line="correct horse battery\n", cwd=folder)
    report.check(added.returncode == 0 and (own / "users").exists(), f"users are in the folder: {added.stderr}")
    over = run_with(program, "verify", "--config", config, *server.place(store), env={"ORGREG_DATA": "/nowhere"})
    report.check(over.returncode == 0, f"a flag overrules a variable, which overrules a file: {over.stderr}")


def batch_record(folder):
    path = folder / "entity.json"
    path.write_text('[{"organisasjonsnummer":"312300036","navn":"DALVIK AS","organisasjonsform":{"kode":"AS"}}]')
    return path


def refuses_a_wrong_file(program, report, store, folder):
    """The file is refused even if the wrong setting does not concern the command."""
    config = folder / "wrong-for-all.toml"
    config.write_text(f'data = "{store}"\nport = "x"\n')
    copy = folder / "never"
    steps = (("import", "entities", batch_record(folder)), ("apply", batch_record(folder)), ("verify",),
             ("downloads",), ("numbers", "reseal"), ("backup", copy), ("restore", copy), ("user", "list"))
    for step in steps:
        done = run_with(program, *step, "--config", config)
        report.check(done.returncode == 2 and done.stderr == f"orgreg: {config}:2: port is not a whole number\n",
                     f"{step[0]} refuses a wrong file: {done.returncode} {done.stderr}")
    report.check(not copy.exists(), "and does nothing")
    for path, reason in ((folder, "is a folder"), (folder / "missing.toml", "")):
        done = run_with(program, "verify", "--config", path)
        report.check(done.returncode == 2 and done.stderr.startswith(f"orgreg: {path}: {reason}"),
                     f"a file that cannot be read is refused: {done.stderr}")
    keys = run_with(program, "numbers", "reseal", *server.place(store))
    report.check(keys.returncode == 2 and "number_keys" in keys.stderr, f"reseal needs keys: {keys.stderr}")
