# SPDX-License-Identifier: EUPL-1.2
"""Folding of texts and Norwegian order, written only from the specification.

It shares nothing with the server: unicodedata here, ICU there.
"""

import re
import unicodedata

RING = "\u030a"


def fold_words(text):
    """Returns words without case, accents and punctuation; æ, ø and å stay letters of their own."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Case folding can undo composition, and some characters fold to several.
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", folded).casefold())
    words, word = [], ""
    for at, char in enumerate(folded):
        if char == RING and at and folded[at - 1] == "a":
            word = word[:-1] + "å"
        elif unicodedata.category(char) == "Mn":
            continue
        elif unicodedata.category(char)[0] == "L" or unicodedata.category(char) == "Nd":
            word += char
        elif word:
            words.append(word)
            word = ""
    return words + [word] if word else words


def loosened(text):
    """Returns a folded text with one spelling for what people without Norwegian keys write as ae, o or
    oe, a or aa."""
    text = re.sub("[aå]{1,4}", "a", text)
    return re.sub("[oø]e*", "o", text).replace("æ", "ae")


# Primary weights. Punctuation, then symbols, then digits, then letters: the order of the Unicode root collation, as
# far as it is undisputed for characters of names.
_PUNCTUATION = " _-,;:!?.'\"()[]{}@*/\\&#%"
_SYMBOLS = "`^+<=>|~$"
_LETTERS = "abcdefghijklmnopqrstuvwxyzæøå"
_WEIGHTS = {c: i for i, c in enumerate(_PUNCTUATION + _SYMBOLS + "0123456789" + _LETTERS)}
# Norwegian: aa is å, ä is æ, ö is ø, ü is y.
_EQUAL = {"ä": "æ", "ö": "ø", "ü": "y", "ő": "ø", "ű": "y"}


def collation_key(text):
    """Returns the primary weights of a text in Norwegian order, or None if the order may be disputed."""
    lower = unicodedata.normalize("NFC", text).casefold()
    lower = unicodedata.normalize("NFC", lower).replace("aa", "å")
    weights = []
    for char in lower:
        char = _EQUAL.get(char, char)
        if char not in _WEIGHTS:
            base = unicodedata.normalize("NFD", char)
            if base[0] not in _WEIGHTS or not all(unicodedata.combining(c) for c in base[1:]):
                return None
            char = base[0]
        weights.append(_WEIGHTS[char])
    return tuple(weights)
