# SPDX-License-Identifier: EUPL-1.2
"""The list of all software in the packages: it obeys its schema, names nothing that it does not describe, and misses no library."""

import copy
import hashlib
import json
import re
import subprocess

from making import ROOT, must

SCHEMA = ROOT / "packaging/sbom/spdx-2.3-part.json"
SYSTEM_PYTHON = "/usr/bin/python3"  # Only it sees the packages of the system.
# Reads documents, and prints what is wrong with each.
CHECK = """
import json, jsonschema, sys
checker = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
print(json.dumps([[f"{list(fault.path)}: {fault.message}" for fault in checker.iter_errors(each)] for each in json.load(sys.stdin)]))
"""


def run(program, report, packages, _folder):
    found = sorted(packages.of(program).glob("*.spdx.json"))
    report.check(len(found) == 1, f"there is one list: {found}")
    document = json.loads(found[0].read_text())
    obeys_the_schema(report, document)
    names_what_it_describes(report, document)
    has_our_packages(program, report, packages, document)
    has_all_libraries(program, report, document)


def obeys_the_schema(report, document):
    spoilt = {}
    for what, spoil in (("no namespace", lambda each: each.pop("documentNamespace")), ("a package without a name", lambda each: each["packages"][0].pop("name")),
                        ("another version", lambda each: each.update(spdxVersion="SPDX-2.2")),
                        ("an unknown relation", lambda each: each["relationships"][0].update(relationshipType="LIKES")),
                        ("an unknown member", lambda each: each["packages"][0].update(colour="red"))):
        spoilt[what] = copy.deepcopy(document)
        spoil(spoilt[what])
    done = subprocess.run([SYSTEM_PYTHON, "-c", CHECK, SCHEMA], input=json.dumps([document, *spoilt.values()]), capture_output=True, text=True, check=True)
    faults, *of_spoilt = json.loads(done.stdout)
    report.check(not faults, f"the list breaks the schema: {faults[:5]}")
    for what, found in zip(spoilt, of_spoilt):
        report.check(found, f"the schema finds {what}")


def names_what_it_describes(report, document):
    ids = [package["SPDXID"] for package in document["packages"]]
    report.check(len(ids) == len(set(ids)), "each package is described once")
    known = {*ids, "SPDXRef-DOCUMENT"}
    relations = document["relationships"]
    strangers = {relation[end] for relation in relations for end in ("spdxElementId", "relatedSpdxElement")} - known
    report.check(not strangers, f"relations name {strangers}, which the list does not describe")
    related = {relation[end] for relation in relations for end in ("spdxElementId", "relatedSpdxElement")}
    report.check(known <= related, f"each package is related to something: {known - related}")


def has_our_packages(program, report, packages, document):
    described = {relation["relatedSpdxElement"] for relation in document["relationships"] if relation["relationshipType"] == "DESCRIBES"}
    ours = {package["name"]: package for package in document["packages"] if package["SPDXID"] in described}
    report.check(set(ours) == {"orgreg", "orgreg-postgresql", "orgreg-dev", "orgreg-doc"}, f"the list describes {set(ours)}")
    for name, package in ours.items():
        digest = hashlib.sha256(packages.file(program, name).read_bytes()).hexdigest()
        report.check(package["checksums"] == [{"algorithm": "SHA256", "checksumValue": digest}], f"the list has the checksum of {name}")


def has_all_libraries(program, report, document):
    """What the program loads is looked up by another way than the list's own: by the names in the programs' tables."""
    names = {package["name"] for package in document["packages"]}
    for library in re.findall(r"\(NEEDED\).*\[(.+)\]", must("readelf", "-dW", program)):
        path = re.search(rf"^\s*{re.escape(library)} .*=> (\S+)$", must("/sbin/ldconfig", "-p"), re.M)[1]
        owners = {line.partition(":")[0] for line in must("bash", "-c", f"dpkg-query -S '*/{library}'").splitlines()}
        report.check(owners & names, f"the list has {library} ({path}) of {owners}")
    for name in ("swagger-ui-dist", "@digdir/designsystemet-css", "libc6"):
        report.check(name in names, f"the list has {name}: {len(names)} names")
    for tool in ("typescript", "esbuild"):
        kinds = {relation["relationshipType"] for relation in document["relationships"] if f"-{tool}-" in relation["spdxElementId"]}
        report.check(kinds == {"BUILD_TOOL_OF"}, f"{tool} is a tool only: {kinds}")
