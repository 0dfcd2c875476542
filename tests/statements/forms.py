#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Checks the forms of financial statements in tests/data/statement-forms with programs that are not
ours: XML is well-formed (xmllint), and the four forms of the graph are one graph (rapper
reads three of them, rdflib the fourth). tests/unit/render/statements/body_test.cc tests that
the program writes these forms.

usage: tests/statements/forms.py [FOLDER]

The exit status is 1, with a line for each difference, if something is wrong.
"""

import argparse
import os
import re
import subprocess
import sys

SYSTEM_PYTHON = "/usr/bin/python3"

try:
    import rdflib
    import rdflib.compare
except ModuleNotFoundError:
    # Only the system's own Python sees its packages.
    if os.path.realpath(sys.executable) == os.path.realpath(SYSTEM_PYTHON):
        raise
    os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])

# Equal values that are written differently are different here.
rdflib.NORMALIZE_LITERALS = False

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "statement-forms")
BASE = "https://base.example.test/"
RAPPER_FORMS = {"ttl": "turtle", "rdf": "rdfxml", "rdf.json": "json"}
BODIES = ["list", "one", "reduced"]


IRI = r"<([^>]*)>"
TERM = rf'(?:{IRI}|_:(\w+)|"((?:[^"\\]|\\.)*)"(?:\^\^{IRI})?)'
TRIPLE = re.compile(rf"{TERM} {IRI} {TERM} \.")
ESCAPE = re.compile(r"\\(?:u([0-9A-F]{4})|U([0-9A-F]{8})|(.))")
LETTERS = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}


def unescaped(text):
    return ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)) if found[1] or found[2]
                      else LETTERS.get(found[3], found[3]), text)


def term(iri, label, text, datatype):
    if iri is not None:
        return rdflib.URIRef(unescaped(iri))
    if label is not None:
        return rdflib.BNode(label)
    return rdflib.Literal(unescaped(text), datatype=rdflib.URIRef(datatype) if datatype else None)


def read_triples(lines):
    """Reads a graph from N-Triples: rdflib's own reader takes an escaped backslash before an n for the end of a line."""
    graph = rdflib.Graph()
    for line in lines.rstrip("\n").split("\n"):
        found = TRIPLE.fullmatch(line)
        if found is None:
            raise ValueError(f"no triple: {line}")
        graph.add((term(*found.group(1, 2, 3, 4)), rdflib.URIRef(found[5]), term(*found.group(6, 7, 8, 9))))
    return graph


def with_rapper(path, parser):
    """Returns the graph, or None if rapper has any complaint about the file."""
    ran = subprocess.run(["rapper", "-q", "-i", parser, "-o", "ntriples", path, BASE],
                         capture_output=True, check=False, timeout=60)
    if ran.returncode != 0 or ran.stderr:
        print(f"{path}: rapper: {ran.stderr.decode(errors='replace').strip()}")
        return None
    return read_triples(ran.stdout.decode())


def with_rdflib(path):
    try:
        return rdflib.Graph().parse(path, format="json-ld", publicID=BASE)
    except Exception as error:  # Any exception of the library is the finding.
        print(f"{path}: rdflib: {error}")
        return None


def difference(left, right):
    """Returns what one graph has and the other has not, as text; empty if they are equal."""
    if rdflib.compare.isomorphic(left, right):
        return ""
    _, only_left, only_right = rdflib.compare.graph_diff(left, right)
    return f"only in the first: {only_left.serialize(format='nt')}only in the second: {only_right.serialize(format='nt')}"


def check_graphs(folder, body):
    """Returns the number of problems; the count of triples is printed."""
    graphs = {form: with_rapper(f"{folder}/{body}.{form}", parser) for form, parser in RAPPER_FORMS.items()}
    graphs["jsonld"] = with_rdflib(f"{folder}/{body}.jsonld")
    reference = f"{folder}/reference.rdf.json"
    if body == "list" and os.path.exists(reference):
        graphs["reference"] = with_rapper(reference, "json")
    problems = sum(graph is None for graph in graphs.values())
    first = graphs["ttl"]
    for form, graph in graphs.items():
        if first is None or graph is None:
            continue
        found = "has no triples" if len(graph) == 0 else difference(first, graph)
        if found:
            problems += 1
            print(f"{folder}/{body}: Turtle and {form}: {found}")
    print(f"{folder}/{body}: {len(graphs)} forms, {len(first) if first else 0} triples")
    return problems


def check_xml(path):
    ran = subprocess.run(["xmllint", "--noout", "--nonet", path], capture_output=True, check=False, timeout=60)
    if ran.returncode != 0:
        print(f"{path}: xmllint: {ran.stderr.decode(errors='replace').strip()}")
    return int(ran.returncode != 0)


def main():
    parser = argparse.ArgumentParser(description="Checks the forms of financial statements.")
    parser.add_argument("folder", nargs="?", default=DATA)
    data = os.path.normpath(parser.parse_args().folder)
    problems = 0
    for name in sorted(os.listdir(data)):
        folder = os.path.join(data, name)
        for body in BODIES:
            problems += check_graphs(folder, body)
            problems += check_xml(f"{folder}/{body}.xml") + check_xml(f"{folder}/{body}.rdf")
    print(f"statements: {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
