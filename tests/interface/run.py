#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""The interface document (`orgreg openapi`), compared with its standard and with the answers of the server.

  run.py [--program PATH] [--only NAME] [--answers FILE]

linters    Redocly and Spectral find no error in it, in 3.1 and in 3.0
yaml       a reader of YAML finds the same document as a reader of JSON
examples   its examples are what the server answers
requests   defaults of parameters and examples of bodies are as it says
published  a change since the last release that breaks clients is named in CHANGELOG.md
answers    every answer of the wire tests has a documented status, media type and header fields, and follows its schema;
           an answer that is made wrong on purpose is reported
prism      so says Prism, as a proxy between the requests of the wire tests and these answers
samples    records that others published have no members and values that the schemas do not have
reconciliation  a client of the Reconciliation Service API 0.2 gets what the specification says, also for wrong requests; an answer that is
           made wrong on purpose is found
catalogue  two readers of Turtle find the same triples in /catalog.ttl, and its files have the sizes and checksums that it says
client     a client that openapi-typescript makes of it passes ten calls
python     a client in Python that openapi-generator makes of it, in OpenAPI 3.0, passes eleven calls; needs --only

FILE holds answers that tests/wire/run.py or tests/authorised/run.py has written with --record for this program, and may be given
several times; without it the wire tests run again.
npm installs what package-lock.json names below build/, once.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "wire")]

import data_catalogue  # noqa: E402
import fixtures  # noqa: E402
import node_packages  # noqa: E402
import reconciliation  # noqa: E402
import server  # noqa: E402

INSTALLED = HERE.parents[1] / "build/interface"
TOOLS = INSTALLED / "node_modules/.bin"
# A program finds packages above its own folder only.
NEXT_TO_PACKAGES = ("answers.mjs", "prism.mjs", "schemas.mjs", "client.ts", "tsconfig.json")
LONGEST_S = 900


def run(*command, **options):
    """Runs a command; returns its exit code and what it printed."""
    done = subprocess.run([str(part) for part in command], cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=LONGEST_S, **options)
    return done.returncode, done.stdout


def must(*command, **options):
    code, text = run(*command, **options)
    if code != 0:
        raise SystemExit(f"FAILED {' '.join(map(str, command))}\n{text[-6000:]}")
    return text


def print_document(program, folder, *options):
    path = Path(folder) / ("openapi" + "".join(options) + (".yaml" if "--yaml" in options else ".json"))
    done = subprocess.run([program, "openapi", *options], stdout=subprocess.PIPE, check=True)
    path.write_bytes(done.stdout)
    return path


def check_linters(program, folder, _answers):
    for options in ((), ("--as", "3.0")):
        path = print_document(program, folder, *options)
        must(TOOLS / "redocly", "lint", path, "--config", HERE / "redocly.yaml", "--format", "stylish")
        must(TOOLS / "spectral", "lint", path, "--ruleset", HERE / "spectral.yaml", "--fail-severity", "error")


def check_yaml(program, folder, _answers):
    import yaml
    for options in ((), ("--as", "3.0")):
        read = yaml.safe_load(print_document(program, folder, "--yaml", *options).read_text("utf-8"))
        if read != json.loads(print_document(program, folder, *options).read_text("utf-8")):
            raise SystemExit("FAILED the document in YAML differs from that in JSON")


def check_examples(program, _folder, _answers):
    print(must(sys.executable, HERE / "examples.py", "--program", program), end="")


def check_requests(program, _folder, _answers):
    print(must(sys.executable, HERE / "requests.py", "--program", program), end="")


def check_published(program, _folder, _answers):
    print(must(sys.executable, HERE / "published.py", "--program", program), end="")


def record_answers(program, recorded):
    code, text = run(sys.executable, HERE.parent / "wire/run.py", "--program", program, "--record", recorded)
    if not recorded.exists():
        raise SystemExit(f"FAILED the wire tests recorded nothing ({code}):\n{text[-2000:]}")


def check_answers(program, folder, answers):
    document = print_document(program, folder)
    if run("node", INSTALLED / "answers.mjs", document, spoil(answers, folder))[0] == 0:
        raise SystemExit("FAILED a wrong answer was not reported")
    print(must("node", INSTALLED / "answers.mjs", document, answers), end="")


def check_prism(program, folder, answers):
    document = print_document(program, folder)
    print(must("node", INSTALLED / "prism.mjs", document, answers, spoil(answers, folder), folder), end="")


# Files of tests/data with records as other programs publish them, and the schemas of these.
SAMPLES = (("real-extract/enheter_v1_2022-06.json.gz", "EntityV1"), ("real-extract/enheter_v2_2026-04.json.gz", "Entity"),
           ("real-extract/underenheter_v2_2026-04.json.gz", "SubEntity"), ("statement-forms/sample/list.json", "Statement"),
           ("statement-forms/strange/list.json", "Statement"))


def check_samples(program, folder, _answers):
    samples = Path(folder) / "samples.ndjson"
    with samples.open("w", encoding="utf-8") as lines:
        for name, schema in SAMPLES:
            for record in json.loads(fixtures.read_bytes(HERE.parent / "data" / name)):
                lines.write(json.dumps({"schema": schema, "target": name, "body": json.dumps(record)}) + "\n")
    document = print_document(program, folder)
    print(must("node", INSTALLED / "answers.mjs", document, samples), end="")


def spoil(answers, folder):
    """Writes a recorded page with a text in the place of a number; returns the file."""
    spoiled = Path(folder) / "spoiled.ndjson"
    for line in answers.read_text("utf-8").splitlines():
        answer = json.loads(line)
        if answer["operation"] == "searchEntities" and answer["status"] == 200 and '"totalElements":' in (answer["body"] or ""):
            answer["body"] = answer["body"].replace('"totalElements":', '"totalElements":"",'
                                                    '"formerTotal":')
            spoiled.write_text(json.dumps(answer) + "\n", "utf-8")
            return spoiled
    raise SystemExit("FAILED no page was recorded")


def names_of(base):
    """The names of live units that have a letter, each with the number of one of them."""
    names = {}
    for collection in ("enheter", "underenheter"):
        with urllib.request.urlopen(f"{base}/enhetsregisteret/api/{collection}?size=1000", timeout=LONGEST_S) as answer:
            for unit in json.load(answer)["_embedded"][collection]:
                if any(map(str.isalpha, unit["navn"])):
                    names[unit["navn"]] = unit["organisasjonsnummer"]
    return names


def check_reconciliation(program, folder, _answers):
    store = fixtures.load(program, fixtures.FIXTURES["changed"], folder)
    lines = Path(folder) / "reconciliation.ndjson"
    with server.Server(program, store) as running:
        found = reconciliation.check(running.base, names_of(running.base))
    lines.write_text("".join(json.dumps(line) + "\n" for line in found), "utf-8")
    print(must("node", INSTALLED / "schemas.mjs", HERE / "reconciliation.schemas.json", lines), end="")


def check_catalogue(program, folder, _answers):
    data_catalogue.check(program, folder)


def check_client(program, folder, _answers):
    document = print_document(program, folder)
    must(TOOLS / "openapi-typescript", document, "--output", INSTALLED / "interface.ts")
    (INSTALLED / "globals.d.ts").write_text("declare const process: { argv: string[] };\n", "utf-8")
    must(TOOLS / "tsc", "--project", INSTALLED / "tsconfig.json")
    pass_calls(program, folder, 10, "node", INSTALLED / "client.js")


def pass_calls(program, folder, count, *command):
    """Runs a client, which makes `count` calls, with the address of a server as its last argument."""
    store = fixtures.load(program, fixtures.FIXTURES["changed"], folder)
    with server.Server(program, store) as running:
        text = must(*command, running.base)
    if text.count("ok ") != count:
        raise SystemExit(f"FAILED the client made other calls:\n{text}")
    print(f"the generated client passed {count} calls")


def check_python(program, folder, _answers):
    installed = node_packages.install(HERE / "generator", "interface-generator")
    jar = installed / "node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar"
    document = print_document(program, folder, "--as", "3.0")
    made = Path(folder) / "client"
    must("java", "-jar", jar, "generate", "-g", "python", "-i", document, "-o", made, "--skip-validate-spec",
         "--additional-properties=packageName=orgreg_client,generateSourceCodeOnly=true")
    pass_calls(program, folder, 11, sys.executable, HERE / "client.py", made)


CHECKS = {"linters": check_linters, "yaml": check_yaml, "examples": check_examples, "requests": check_requests,
          "published": check_published, "answers": check_answers, "prism": check_prism, "samples": check_samples,
          "reconciliation": check_reconciliation, "catalogue": check_catalogue, "client": check_client, "python": check_python}
# These run only if they are named: a generator in Java takes longer than all others.
NAMED_ONLY = {"python"}
# These need the answers of the wire tests.
OF_ANSWERS = {"answers", "prism"}


def main():
    parser = argparse.ArgumentParser(description="Checks the interface document.")
    parser.add_argument("--program")
    parser.add_argument("--only", choices=tuple(CHECKS))
    parser.add_argument("--answers", type=Path, action="append")
    arguments = parser.parse_args()
    program = server.find_program(arguments.program)
    node_packages.install(HERE, INSTALLED.name)
    for name in NEXT_TO_PACKAGES:
        shutil.copy(HERE / name, INSTALLED / name)
    chosen = {arguments.only} if arguments.only else set(CHECKS) - NAMED_ONLY
    with tempfile.TemporaryDirectory(prefix="orgreg-interface-") as recorded:
        answers = Path(recorded) / "answers.ndjson"
        if arguments.answers:
            answers.write_text("".join(file.read_text("utf-8") for file in arguments.answers), "utf-8")
        elif chosen & OF_ANSWERS:
            record_answers(program, answers)
        for name, check in CHECKS.items():
            if name not in chosen:
                continue
            with tempfile.TemporaryDirectory(prefix="orgreg-interface-") as folder:
                check(program, folder, answers)
            print(f"{name}: passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
