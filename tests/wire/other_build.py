# SPDX-License-Identifier: EUPL-1.2
"""The same program with another identity, as another build has: it makes segments of its own."""

import shutil
from pathlib import Path

NOTE = b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0"  # These bytes come before the 20 bytes of a program's identity.
MODULE = "orgreg_postgresql.so"


def other_build(program, path):
    """Makes it at the path, with what the program loads, and returns the path."""
    program = Path(program)
    code = bytearray(program.read_bytes())
    at = code.index(NOTE) + len(NOTE)
    code[at] ^= 0xFF
    path.write_bytes(code)
    path.chmod(0o755)
    if (program.parent / MODULE).exists():
        shutil.copy(program.parent / MODULE, path.parent)
    return str(path)
