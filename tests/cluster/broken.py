# SPDX-License-Identifier: EUPL-1.2
"""Set-ups of a cluster that are wrong on purpose, with what makes each break its promise: the checker must find that."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import shim
from faults import ghost, lose_primary

NO_WAIT = Path(__file__).resolve().parent / "no_wait.c"


@dataclass(frozen=True)
class Broken:
    """`kinds` are the kinds of breach of which one must be found, and `durability` is the setting of the nodes. What is done shows the breach
    in some runs and not in others, so it is done so many times."""

    do: Callable
    kinds: frozenset
    durability: str
    synchronous: bool = True
    preloaded: Path | None = None
    times: int = 1

    def parts(self, folder):
        """What differs from a cluster that keeps its promise, as arguments of Cluster."""
        settings = {"ORGREG_STORE_DURABILITY": self.durability}
        if self.preloaded:
            settings["LD_PRELOAD"] = shim.build(folder, self.preloaded)
        return {"settings": settings, "synchronous": self.synchronous}


BROKEN = {
    # Patroni as it comes, without synchronous standbys.
    "asynchronous": Broken(lose_primary, frozenset({"acknowledged", "ghosts"}), "local", synchronous=False),
    # Nodes that never wait for the standbys.
    "without-horizon": Broken(ghost, frozenset({"acknowledged", "ghosts"}), "local"),
    # Nodes that wait everywhere but before they answer for a batch that the database has already.
    "without-second-wait": Broken(ghost, frozenset({"acknowledged"}), "replicated", preloaded=NO_WAIT, times=6),
}
