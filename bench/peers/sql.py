# SPDX-License-Identifier: EUPL-1.2
"""What the two peers that speak SQL share: statements from a file, and plans for the load programs."""

import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def read_statements(path):
    """The statements of a file by name; a line `-- name` begins those of one name."""
    statements = {}
    for part in re.split(r"(?m)^-- name: ", path.read_text())[1:]:
        name, text = part.split("\n", 1)
        lines = " ".join(line.strip() for line in text.splitlines() if not line.startswith("--"))
        statements[name.strip()] = [statement.strip() for statement in lines.split(";") if statement.strip()]
    return statements


def numbered(statements, mark):
    """Statements with :name made ?1 or $1, and the names in the order of their numbers."""
    names = list(dict.fromkeys(name for text in statements for name in re.findall(r"(?<!:):(\w+)", text)))
    place = {name: str(at + 1) for at, name in enumerate(names)}
    return [re.sub(r"(?<!:):(\w+)", lambda found: mark + place[found[1]], text) for text in statements], names


def write_plan(path, statements, requests, mark, as_value):
    lines, names = [], {}
    for name in dict.fromkeys(request.statement for request in requests):
        texts, names[name] = numbered(statements[name], mark)
        lines += [f"statement\t{name}\t{text}" for text in texts]
    for request in requests:
        values = [as_value(request.values[name]) for name in names[request.statement]]
        lines.append("\t".join(["request", request.statement, *values]))
    path.write_text("\n".join(lines) + "\n")


def check(program, database, plan):
    command = [program, "--database", database, "--plan", plan, "--check", "yes"]
    lines = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout.splitlines()
    return [(int(total or 0), [int(number) for number in numbers.split(",")[:-1]])
            for total, numbers in (line.split("\t") for line in lines)]
