# SPDX-License-Identifier: EUPL-1.2
"""Ways in which people write a name that they know, and which unit such a text names.

Texts are made from the names of a register. A text counts only if it names one unit: if a person
who writes in that way cannot mean another name. This is computed here from the names
alone, by rules that the program does not share, and each class of variants has its rule.
"""

import bisect
import random
from collections import defaultdict
from dataclasses import dataclass
from typing import Callable

from folding import fold_words, loosened
from oracle import LEGAL_FORMS, is_hit, without_forms

LETTERS = "abcdefghijklmnopqrstuvwxyzæøå"
ADDED_FORMS = ("as", "asa", "da", "ans", "sa")
CUT = 3
# People without Norwegian keys write these in either way.
REPLACED = {"æ": ("ae",), "ø": ("o", "oe"), "å": ("a", "aa")}


@dataclass(frozen=True)
class Variant:
    group: str
    text: str
    number: str  # The intended unit.
    name: str


@dataclass(frozen=True)
class Known:
    """A unit, with the folded words of its name, and those without legal forms."""
    number: str
    name: str
    words: tuple
    content: tuple


def known_units(named):
    """Makes them from pairs of number and name."""
    for number, name in named:
        words = fold_words(name)
        yield Known(number, name, tuple(words), tuple(without_forms(words)))


# How a name is written. Each function returns the words of a text, or None if the name offers no occasion.

def in_other_case(source, unit):
    return [source.choice((str.upper, str.lower, str.title, str.swapcase))(word)
            for word in unit.words]


def in_other_order(source, unit):
    shuffled = list(unit.content)
    source.shuffle(shuffled)
    forms = unit.words[len(unit.content):] if unit.words[:len(unit.content)] == unit.content else ()
    return None if tuple(shuffled) == unit.content else [*shuffled, *forms]


def joined(source, unit):
    if len(unit.content) < 2:
        return None
    at = source.randrange(len(unit.content) - 1)
    words = list(unit.content)
    words[at:at + 2] = [words[at] + words[at + 1]]
    return words


def without_form(_, unit):
    return list(unit.content) if unit.content != unit.words else None


def with_form(source, unit):
    return [*unit.words, source.choice(ADDED_FORMS)] if unit.content == unit.words else None


def without_norwegian_letters(source, unit):
    text = " ".join(unit.words)
    written = "".join(source.choice(REPLACED.get(letter, (letter,))) for letter in text)
    return written.split(" ") if written != text else None


def with_error(change):
    """Changes a letter of a word that is not a legal form, drawn by its place in the whole name."""
    def make(source, unit):
        places = [(at, letter) for at, word in enumerate(unit.words) if word not in LEGAL_FORMS
                  for letter in range(len(word)) if word[letter].isalpha()]
        if not places:
            return None
        at, letter = source.choice(places)
        changed = change(source, unit.words[at], letter)
        if not changed or changed == unit.words[at]:
            return None
        return [*unit.words[:at], changed, *unit.words[at + 1:]]
    return make


def missing(_, word, at):
    return word[:at] + word[at + 1:]


def doubled(_, word, at):
    return word[:at] + word[at] + word[at:]


def swapped(_, word, at):
    return word[:at] + word[at + 1:at + 2] + word[at] + word[at + 2:]


def wrong(source, word, at):
    return word[:at] + source.choice(LETTERS) + word[at + 1:]


def last_cut(_, unit):
    *words, last = unit.content
    return [*words, last[:CUT]] if len(last) > CUT else None


# Which names a text may mean.

def within_one_edit(one, other):
    """Whether one letter is missing, too many or wrong, or two neighbours are exchanged."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    start = 0
    while start < len(one) and one[start] == other[start]:
        start += 1
    if len(one) < len(other):
        return one[start:] == other[start + 1:]
    rest, others = one[start:], other[start:]
    exchanged = rest[1:2] + rest[:1] + rest[2:]
    return rest[1:] == others[1:] or exchanged == others


def without_a_letter(text):
    yield text
    for at in range(len(text)):
        yield text[:at] + text[at + 1:]


class Names:
    """The names of a register, so far as texts are compared with them."""

    def __init__(self, units):
        self.units = list(units)
        self._by_key = {}
        self._by_word = defaultdict(list)
        for place, unit in enumerate(self.units):
            for word in set(unit.words):
                self._by_word[word].append(place)
        self._words = sorted(self._by_word)
        self._contents = sorted(" ".join(unit.content) for unit in self.units)

    def count_by(self, key, words):
        """Returns how many names have the same key as the words."""
        if key not in self._by_key:
            counts = defaultdict(int)
            for unit in self.units:
                counts[key(unit.content)] += 1
            self._by_key[key] = counts
        return self._by_key[key].get(key(words), 0)

    def count_beginning(self, words):
        text = " ".join(words)
        first = bisect.bisect_left(self._contents, text)
        return bisect.bisect_left(self._contents, text + "\U0010ffff") - first

    def holding(self, words):
        """Returns the places of names with every word, the last perhaps as a beginning."""
        *others, last = words
        lists = [self._by_word.get(word, ()) for word in others]
        lists.append([place for word in self._beginning(last) for place in self._by_word[word]])
        rarest = min(lists, key=len)
        return {place for place in rarest
                if all(word in self.units[place].words for word in others)
                and any(is_hit(last, True, word) for word in self.units[place].words)}

    def _beginning(self, word):
        first = bisect.bisect_left(self._words, word)
        while first < len(self._words) and is_hit(word, True, self._words[first]):
            yield self._words[first]
            first += 1

    def near(self, texts):
        """Returns the places of names within one edit, for each of the texts."""
        shorter = defaultdict(set)
        for text in texts:
            for less in without_a_letter(text):
                shorter[less].add(text)
        found = defaultdict(set)
        for place, unit in enumerate(self.units):
            name = " ".join(unit.content)
            for less in without_a_letter(name):
                for text in shorter.get(less, ()):
                    if within_one_edit(text, name):
                        found[text].add(place)
        return found


def same_content(words):
    return " ".join(words)


def same_letters(words):
    return "".join(words)


def same_loosened(words):
    return loosened(" ".join(words))


def same_words(words):
    return tuple(sorted(words))


def only_by(key):
    def keep(names, made):
        return [one for one in made if names.count_by(key, content_of(one.text)) == 1]
    return keep


def only_beginning(names, made):
    """Keeps texts if no other name begins like this, and none is the same text in another spelling."""
    return [one for one in made if names.count_beginning(content_of(one.text)) == 1
            and names.count_by(same_loosened, content_of(one.text)) == 0]


def only_near(names, made):
    """Keeps texts if no other name is as near, and only this one has all words as they are written."""
    near = names.near({same_content(content_of(one.text)) for one in made})
    kept = []
    for one in made:
        content = content_of(one.text)
        meant = {names.units[place].number for place in near[same_content(content)]}
        literal = {names.units[place].number for place in names.holding(content)}
        if meant == {one.number} and (not literal or one.number in literal):
            kept.append(one)
    return kept


def content_of(text):
    return tuple(without_forms(fold_words(text)))


@dataclass(frozen=True)
class Class:
    name: str
    write: Callable  # Makes words from a random source and a unit.
    keep: Callable  # Keeps those of names and variants that name one unit.


CLASSES = (
    Class("case", in_other_case, only_by(same_content)),
    Class("order", in_other_order, only_by(same_words)),
    Class("joining", joined, only_by(same_letters)),
    Class("legal_form_left_out", without_form, only_by(same_content)),
    Class("legal_form_added", with_form, only_by(same_content)),
    Class("folding", without_norwegian_letters, only_by(same_loosened)),
    Class("letter_missing", with_error(missing), only_near),
    Class("letter_doubled", with_error(doubled), only_near),
    Class("letters_swapped", with_error(swapped), only_near),
    Class("letter_wrong", with_error(wrong), only_near),
    Class("last_word_cut", last_cut, only_beginning),
)
# This many texts are drawn for each that is needed: many of them name several units.
DRAWN = 4


@dataclass(frozen=True)
class Drawn:
    """The draw of a class: all texts, those that name one unit, and those to send."""
    group: str
    made: int
    kept: int
    asked: tuple


def draw(names, seed, wanted, only=""):
    """Draws up to `wanted` variants of each class whose name contains `only`."""
    for each in CLASSES:
        if only not in each.name:
            continue
        source = random.Random(f"{seed} {each.name}")
        made = []
        for unit in source.choices(names.units, k=DRAWN * wanted):
            words = each.write(source, unit)
            if words and len(" ".join(words)) <= 180:
                made.append(Variant(each.name, " ".join(words), unit.number, unit.name))
        kept = each.keep(names, made)
        yield Drawn(each.name, len(made), len(kept), tuple(kept[:wanted]))
