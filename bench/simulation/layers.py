# SPDX-License-Identifier: EUPL-1.2
"""How often a change is indexed: the rules of src/app/catalog/layer_stack.cc for one kind of records, with sizes alone."""

SMALL_LAYER = 2000
GROWTH = 2
BASE_SHARE = 32


class Layers:
    def __init__(self, entities):
        self.entities = entities
        self._sizes = []  # Of the layers above the base, the oldest first.
        self._from = self._merging = 0  # The first of those that are being merged, and how many they are.
        self._is_base = False

    def add(self, changes):
        """A batch becomes a layer. Returns the records that are indexed for it."""
        total = changes
        while len(self._sizes) > self._kept():
            newest = self._sizes[-1]
            if newest >= GROWTH * total or total + newest > SMALL_LAYER:
                break
            total += self._sizes.pop()
        self._sizes.append(total)
        return total

    def _kept(self):
        """Layers that a merge is reading stay as they are, and those below them."""
        return self._from + self._merging if self._merging else 0

    def begin_merge(self):
        """Returns the records of the merge that is due, if one is and none is under way: (records, whether it is a base)."""
        if self._merging:
            return None
        if sum(self._sizes) > max(SMALL_LAYER, self.entities // BASE_SHARE):
            self._from, self._merging, self._is_base = 0, len(self._sizes), True
            return self.entities, True
        wanted, total = None, 0
        for at in range(len(self._sizes) - 1, -1, -1):
            outgrown = 0 < total and self._sizes[at] < GROWTH * total
            total += self._sizes[at]
            if outgrown and total > SMALL_LAYER:
                wanted = at
        if wanted is None:
            return None
        self._from, self._merging, self._is_base = wanted, len(self._sizes) - wanted, False
        return sum(self._sizes[wanted:]), False

    def end_merge(self):
        merged = self._sizes[self._from:self._from + self._merging]
        self._sizes[self._from:self._from + self._merging] = [] if self._is_base else [sum(merged)]
        self._merging = 0

    def count(self):
        return len(self._sizes)
