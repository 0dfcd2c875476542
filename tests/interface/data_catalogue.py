# SPDX-License-Identifier: EUPL-1.2
"""/catalog.ttl, read by two readers of Turtle, and compared with the files that the server has."""

import gzip
import hashlib
import re
import subprocess
import urllib.request
from collections import defaultdict
from pathlib import Path

import fixtures
import server

SYSTEM_PYTHON = "/usr/bin/python3"  # Only it sees the packages of the system.
COUNT = "import rdflib, sys; print(len(rdflib.Graph().parse(sys.argv[1], format='turtle')))"
TRIPLE = re.compile(r"(\S+) <([^>]+)> (.+) \.")
DCAT = "http://www.w3.org/ns/dcat#"
DCT = "http://purl.org/dc/terms/"
SPDX = "http://spdx.org/rdf/terms#"
FOAF = "http://xmlns.com/foaf/0.1/"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
NEEDED = {"Catalog": (DCT + "title", DCT + "description", DCT + "publisher", DCAT + "contactPoint", DCT + "license",
                      DCAT + "dataset", DCAT + "service"),
          "Dataset": (DCT + "title", DCT + "description", DCT + "identifier", DCT + "publisher", DCAT + "contactPoint",
                      DCAT + "theme", DCAT + "distribution"),
          "Distribution": (DCT + "license", DCT + "format", DCAT + "accessURL", DCAT + "downloadURL"),
          "DataService": (DCT + "title", DCT + "publisher", DCAT + "contactPoint", DCAT + "endpointURL",
                          DCAT + "endpointDescription", DCAT + "servesDataset")}
COUNTS = {"Catalog": 1, "Dataset": 5, "Distribution": 9, "DataService": 4}
MADE = 7  # Distributions that are files on the disk.


def demand(condition, text):
    if not condition:
        raise SystemExit(f"FAILED {text}")


def read(path):
    """Returns the properties of each subject, as N-Triples has them, and the number of triples."""
    ran = subprocess.run(["rapper", "-q", "-i", "turtle", "-o", "ntriples", path, "https://base.example.test/"],
                         capture_output=True, check=False, timeout=60)
    demand(ran.returncode == 0 and not ran.stderr, f"rapper: {ran.stderr.decode(errors='replace')}")
    nodes = defaultdict(lambda: defaultdict(list))
    lines = ran.stdout.decode().splitlines()
    for line in lines:
        subject, name, value = TRIPLE.fullmatch(line).groups()
        nodes[subject][name].append(value)
    return nodes, len(lines)


def iri(term):
    return term[1:-1]


def text(term):
    return re.match(r'"(.*)"', term)[1]


def check_file(node, nodes):
    """The address of a distribution answers with the size and the checksum that it says; returns whether it says them."""
    with urllib.request.urlopen(iri(node[DCAT + "downloadURL"][0]), timeout=60) as answer:
        content = answer.read()
    packed = DCAT + "compressFormat" in node
    demand(len(gzip.decompress(content) if packed else content) > 0, "a file is empty")
    if DCAT + "byteSize" not in node:
        return False
    demand(text(node[DCAT + "byteSize"][0]) == str(len(content)), f"{node}: the file has {len(content)} bytes")
    checksum = nodes[node[SPDX + "checksum"][0]][SPDX + "checksumValue"][0]
    demand(text(checksum) == hashlib.sha256(content).hexdigest(), f"{node}: the file has another checksum")
    return True


def check(program, folder):
    fixture = fixtures.FIXTURES["publisher"]
    store = fixtures.load(program, fixture, folder)
    path = Path(folder, "catalog.ttl")
    with server.Server(program, store, fixture.env) as running:
        running.await_files()
        with urllib.request.urlopen(running.base + "/catalog.ttl", timeout=60) as answer:
            path.write_bytes(answer.read())
        nodes, count = read(path)
        by_rdflib = subprocess.run([SYSTEM_PYTHON, "-c", COUNT, path], stdout=subprocess.PIPE, check=True, timeout=60)
        demand(int(by_rdflib.stdout) == count, f"rdflib finds {by_rdflib.stdout} triples, rapper {count}")
        for kind, names in NEEDED.items():
            found = [node for node in nodes.values() if f"<{DCAT}{kind}>" in node[TYPE]]
            demand(len(found) == COUNTS[kind], f"{len(found)} of {kind}")
            for node in found:
                missing = [name for name in names if name not in node]
                demand(not missing, f"{kind} has no {missing}: {dict(node)}")
        publisher = nodes[f"<{fixture.env['ORGREG_PUBLISHER_URL']}>"]
        demand(publisher[FOAF + "name"] == ['"The \\"Register\\" \\\\ of\\nall"'], f"the publisher is {publisher}")
        files = [node for node in nodes.values() if f"<{DCAT}Distribution>" in node[TYPE]]
        demand(sum(check_file(node, nodes) for node in files) == MADE, f"not {MADE} files have a size")
