# SPDX-License-Identifier: EUPL-1.2
"""Finds the names that a source uses, and checks that it includes their headers.

It reads text, not meaning. A name of the project is found where a namespace qualifies it
(`base::Result`) and, in the file's own namespace, where a type or a constant is used alone. A header
provides the names that it declares in a namespace. A file may rely on headers that its own headers
include because their interfaces need them, but on nothing further away.
"""

import dataclasses
import functools
import re

import cpp

PROJECT = "orgreg"

# Names of std, by the headers that provide them: one of them is enough.
STD = {
    "algorithm": "min max clamp sort stable_sort find find_if all_of any_of none_of copy copy_n fill nth_element "
                 "binary_search lower_bound upper_bound unique reverse rotate",
    "array": "array to_array",
    "atomic": "atomic memory_order_relaxed memory_order_acquire memory_order_release atomic_flag",
    "bit": "popcount countr_zero countl_zero bit_width bit_cast endian has_single_bit",
    "bitset": "bitset",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "compare": "strong_ordering weak_ordering",
    "condition_variable": "condition_variable condition_variable_any",
    "cstddef": "size_t ptrdiff_t byte max_align_t nullptr_t",
    "cstdint": "uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t uintmax_t intmax_t "
               "SIZE_MAX INT64_MAX INT64_MIN UINT64_MAX INT32_MAX INT32_MIN UINT32_MAX UINT16_MAX UINT8_MAX",
    "cstring": "memcpy memcmp memmove memset memchr strerror strlen",
    "ctime": "time_t time tm",
    "deque": "deque",
    "exception": "exception exception_ptr current_exception rethrow_exception",
    "filesystem": "filesystem",
    "functional": "function less greater hash equal_to plus identity ref cref",
    "initializer_list": "initializer_list",
    "iterator": "back_inserter make_move_iterator",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared enable_shared_from_this default_delete "
              "make_unique_for_overwrite",
    "mutex": "mutex lock_guard unique_lock scoped_lock once_flag call_once",
    "optional": "optional nullopt make_optional",
    "random": "random_device",
    "set": "set multiset",
    "span": "span as_bytes",
    "stop_token": "stop_token stop_source stop_callback",
    "string": "string to_string",
    "string_view": "string_view",
    "system_error": "error_code system_error errc",
    "thread": "thread jthread this_thread",
    "tuple": "tuple tie",
    "type_traits": "is_same_v remove_reference_t is_trivially_copyable_v conditional_t decay_t",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "move exchange pair make_pair swap forward as_const in_range declval index_sequence "
               "make_index_sequence integer_sequence in_place unreachable cmp_less",
    "variant": "variant visit get_if holds_alternative monostate",
    "vector": "vector",
}
# Several headers provide these names. Every container and every view provides std::size_t.
STD_OTHERS = {"errc": ["system_error", "charconv"], "pair": ["utility", "map"], "size_t": []}
STD_HEADERS = {name: STD_OTHERS.get(name, [header]) for header, names in STD.items() for name in names.split()}
# The project uses only the names above of these headers, so if none of them occurs, the header is not used.
STD_WHOLE = ["array", "atomic", "chrono", "cstddef", "cstdint", "deque", "filesystem", "functional", "list", "map",
             "memory", "mutex", "optional", "set", "span", "string", "string_view", "unordered_map", "unordered_set",
             "utility", "variant", "vector"]


@dataclasses.dataclass
class Declared:
    """The declarations of a header in its namespaces: (namespace, name) → "type", "value" or "call"."""

    names: dict
    forward: set
    macros: set


_NAMESPACE = re.compile(r"\bnamespace\s+([\w:]+)\s*$")
_TYPE = re.compile(r"(?:^|[\s>])(?:class|struct|union|enum(?:\s+class|\s+struct)?)\s+(?:\[\[\w+\]\]\s*)?(\w+)"
                   r"(?:\s+final)?\s*(?::(?!:)[^(]*)?$", re.DOTALL)
_FORWARD = re.compile(r"^\s*(?:template\s*<[^>]*>\s*)?(?:class|struct|enum\s+class)\s+(\w+)\s*(?::\s*[\w:]+\s*)?$")
_ALIAS = re.compile(r"\busing\s+(\w+)\s*=|\bconcept\s+(\w+)\s*=")
_BROUGHT = re.compile(r"^\s*using\s+[\w:]*::(\w+)\s*$")
_VALUE = re.compile(r"\b(k[A-Z]\w*)\s*(?:\[[^\]]*\]\s*)?(?:=|\{|$)")


def declared_in(code, text):
    """Returns the declarations of a header, whose code has comments and literals blanked."""
    found = Declared({}, set(), set(re.findall(r"(?m)^\s*#\s*define\s+(\w+)", text)))
    spaces, begin, at = [], 0, 0
    while at < len(code):
        char = code[at]
        if char == "{":
            chunk = code[begin:at]
            space = _NAMESPACE.search(chunk)
            if space or re.search(r"\bnamespace\s*$|\bextern\s+0*\"[^\"]*\"\s*$", chunk):
                spaces.append(space.group(1) if space else "")
                begin = at = at + 1
                continue
            end = _closing(code, at)
            if _note(found, spaces, chunk):
                begin = end + 1
            at = end + 1
            continue
        if char == "}":
            if spaces:
                spaces.pop()
            begin = at + 1
        elif char == ";":
            _note_statement(found, spaces, code[begin:at])
            begin = at + 1
        elif char in "([":
            at = _closing(code, at)
        at += 1
    return found


def _closing(code, at):
    depth = 0
    while at < len(code):
        if code[at] in "({[":
            depth += 1
        elif code[at] in ")}]":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return at


def _space_of(spaces):
    inner = "::".join(space for space in spaces if space)
    return inner.removeprefix(PROJECT).removeprefix("::")


def _note(found, spaces, chunk):
    """Notes what opens a brace; returns whether the brace ends the declaration."""
    space = _space_of(spaces)
    head = re.sub(r"\btemplate\s*<[^{}]*?>\s*(?=class|struct|using|concept|inline|constexpr|const|auto|\w)", "", chunk)
    typed = _TYPE.search(head)
    if typed and "=" not in head and "(" not in head.partition(":")[0]:
        found.names[space, typed.group(1)] = "type"
        return True
    signature = cpp._signature(chunk)
    if signature:
        if "::" not in signature[0]:
            found.names.setdefault((space, signature[0]), "call")
        return True
    value = _VALUE.search(head)
    if value:
        found.names[space, value.group(1)] = "value"
    return False


def _note_statement(found, spaces, chunk):
    space = _space_of(spaces)
    forward = _FORWARD.match(chunk)
    if forward:
        found.forward.add((space, forward.group(1)))
        return
    alias = _ALIAS.search(chunk)
    if alias:
        found.names[space, alias.group(1) or alias.group(2)] = "type"
        return
    brought = _BROUGHT.match(chunk)
    if brought:
        kind = "value" if re.match(r"k[A-Z]", brought.group(1)) else "type"
        found.names[space, brought.group(1)] = kind
        return
    signature = cpp._signature(chunk)
    if signature and "::" not in signature[0]:
        found.names.setdefault((space, signature[0]), "call")
        return
    value = _VALUE.search(chunk)
    if value:
        found.names[space, value.group(1)] = "value"


_OWN = re.compile(r"\b(?:class|struct|union|enum|enum\s+class|enum\s+struct|using|typename|concept)\s+(\w+)")
_OWN_VALUE = re.compile(r"\b(k[A-Z]\w*)\s*(?:\[[^\]]*\]\s*)?(?:=(?!=)|\{|,|\}|\n)")
_WORD = re.compile(r"(?<![\w:])(?:(?P<space>\w+)::)?(?P<name>[A-Za-z_]\w*)")


def _own_names(code):
    """Returns names that a file gives to types and constants anywhere, also inside of classes."""
    return set(_OWN.findall(code)) | set(_OWN_VALUE.findall(code))


@dataclasses.dataclass
class Missing:
    what: str
    line: int
    headers: list  # any of these provides it

    def __str__(self):
        return f"uses {self.what}: include {' or '.join(self.headers)}"


@dataclasses.dataclass
class Unused:
    what: str  # The header.
    line: int

    def __str__(self):
        return f"nothing of {self.what} is used"


class Uses:
    """The sources and headers of src/ and their includes.

    `source_of(tree, path)` gives the cpp.Source of a file, `may_include(path, header)` says whether
    the table of folders allows it: if a file may not include a header itself, another header must provide its names.
    """

    def __init__(self, tree, source_of, may_include):
        self.tree, self.source_of, self.may_include = tree, source_of, may_include
        self.paths = tree.matching("src/*.cc", "src/*.h")
        self.declared = {path[len("src/"):]: declared_in(source_of(tree, path).code, tree.text(path))
                         for path in self.paths if path.endswith(".h")}
        self.providers = {}
        for header, declared in self.declared.items():
            for key, kind in declared.names.items():
                self.providers.setdefault(key, {})[header] = kind
        self.spaces = {space for space, _ in self.providers}

    @functools.lru_cache(maxsize=None)
    def includes(self, path):
        """Maps an included file to its line; with angle brackets for system headers."""
        found = {}
        for number, line in enumerate(self.tree.lines(path), 1):
            match = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|(<[^>]+>))', line)
            if match:
                found.setdefault(match.group(1) or match.group(2), number)
        return found

    def own_header(self, path):
        header = path[len("src/"):-3] + ".h"
        return header if path.endswith(".cc") and header in self.declared else None

    def check(self, path):
        code = self.source_of(self.tree, path).code
        own = self.own_header(path)
        near = set(self.includes(path))
        if own:
            near |= set(self.includes("src/" + own))
        given = near | {path[len("src/"):]}
        for header in near & set(self.declared):
            given |= set(self.includes("src/" + header))
        handed = set()
        yield from self.missing(path, code, own, given, handed)
        yield from self.unused(path, code, own, handed)

    def missing(self, path, code, own, given, handed):
        """Adds to `handed` the headers of names that the file uses and may not include itself."""
        local = _own_names(code) | (_own_names(self.source_of(self.tree, "src/" + own).code) if own else set())
        mine = self.declared.get(path[len("src/"):])
        forward = mine.forward if mine else declared_in(code, "").forward
        here = re.search(rf"\bnamespace\s+{PROJECT}::(\w+)", code)
        here = here.group(1) if here else ""
        seen = set()
        for found in _WORD.finditer(code):
            space, name = found.group("space"), found.group("name")
            if space and space != "std" and space not in self.spaces:
                space, name = None, space  # A member of a type, or an enumerator.
            if (space, name) in seen:
                continue
            headers = self._wanted(code, found, (space, name), here, local | forward)
            if headers:
                seen.add((space, name))
            allowed = [header for header in headers if header.startswith("<") or self.may_include(path, header)]
            if not allowed:
                handed |= set(headers)
            if allowed and not given & set(headers):
                full = f"{space}::{name}" if space else name
                yield Missing(full, self.source_of(self.tree, path).line_at(found.start()), allowed)

    def _wanted(self, code, found, asked, here, known):
        """Returns the headers any of which provides the name; none if it is not of a header."""
        space, name = asked
        if space == "std":
            return [f"<{header}>" for header in STD_HEADERS.get(name, [])]
        if space is None:
            before, after = code[max(0, found.start() - 2):found.start()], code[found.end():found.end() + 1]
            if before.endswith((".", "->", "::")) or after == "(" or name in known:
                return []
        providers = self.providers.get((space or here, name), {})
        if (space or here, name) in known or space is None and "call" in providers.values():
            return []
        return sorted(providers)

    def unused(self, path, code, own, handed):
        words = set(re.findall(r"\w+", code))
        forwards = {key for included in self.includes(path) if included in self.declared
                    for key in self.declared[included].forward}
        for included, line in self.includes(path).items():
            if included.strip("<>") in STD_WHOLE and not words & set(STD[included.strip("<>")].split()):
                yield Unused(included, line)
            declared = self.declared.get(included)
            if declared is None or included == own or not (declared.names or declared.macros):
                continue
            names = {name for _, name in declared.names} | declared.macros
            hands_on = handed & set(self.includes("src/" + included))
            if not names & words and not forwards & set(declared.names) and not hands_on:
                yield Unused(included, line)
