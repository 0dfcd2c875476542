#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Prints what openpyxl reads in workbooks, as JSON: one line for each workbook, [[sheet name, rows]…].

  read_workbook.py FILE…

A cell is null or [type, text]: "n" a number, "d" a day, "b" a flag, "s" text. It is a separate
process, because openpyxl belongs to the system's Python and the tests may run under another.
"""

import datetime
import json
import re
import sys

import openpyxl

# Characters that XML cannot hold (ECMA-376, part 1, 22.9.2.19); openpyxl leaves them as they are.
ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def cell(value):
    if value is None:
        return None
    if isinstance(value, bool):
        return ["b", "true" if value else "false"]
    if isinstance(value, (int, float)):
        return ["n", repr(value)]
    if isinstance(value, datetime.datetime):
        return ["d", value.date().isoformat() if value.time() == datetime.time() else repr(value)]
    return ["s", ESCAPED.sub(lambda match: chr(int(match[1], 16)), value)]


def main():
    for path in sys.argv[1:]:
        book = openpyxl.load_workbook(path, read_only=True)
        print(json.dumps([[sheet.title, [[cell(value) for value in row]
                                         for row in sheet.iter_rows(values_only=True)]]
                          for sheet in book.worksheets]))


if __name__ == "__main__":
    main()
