# SPDX-License-Identifier: EUPL-1.2
"""Groups sources that can be compiled as one, so that their headers are read only once.

For most of the time the linter reads the system's headers. Two sources can be grouped
if they have the same flags and neither gives a name of its own (in an
anonymous namespace, a constant, an alias, a macro) a meaning other than the other does. Names are found by the shape
of lines as clang-format leaves them: declarations at a namespace's top level begin in the first
column. If this is wrong, a batch does not compile and is split again.
"""

import dataclasses
import re

# Sources in a batch, which takes 1.6 GB. A batch of all sources would leave one processor idle.
LARGEST = 128

_TYPE = re.compile(r"(?:struct|class|union|concept|enum(?: class)?)\s+(\w+)")
_ALIAS = re.compile(r"(?:using|namespace)\s+(?:[\w:]+::)?(\w+)\b")
_OTHER = re.compile(r"(?<![\w:])(?!(?:const|noexcept|void)\b)(\w+)\s*(?:[(={\[;]|$)")
# A test declares a class that is named by both.
_TEST = re.compile(r"(?:TEST|TEST_F|TEST_P|INSTANTIATE_TEST_SUITE_P)\((\w+), (\w+)")
_DEFINE = re.compile(r"#define\s+(\w+)")
_NO_NAME = ("namespace {", "namespace orgreg", "static_assert", "template")
_LOCAL = re.compile(r"(?:static|const|constexpr)\b")


@dataclasses.dataclass
class Names:
    """The declarations of a source: name → its meaning, and which of them are the source's own."""
    meanings: dict = dataclasses.field(default_factory=dict)
    own: set = dataclasses.field(default_factory=set)


def names_of(path, lines):
    """Returns the names that a file declares outside of functions and classes."""
    # Parts of a folder share its namespace.
    names, folder, anonymous = Names(), "/".join(path.split("/")[:2]), False
    for line in lines:
        if line in ("namespace {", "}  // namespace"):
            anonymous = line.startswith("namespace")
        define = _DEFINE.match(line)
        if define:
            names.meanings["#", define.group(1)] = line
        if not re.match(r"[\w\[]", line) or line.startswith(_NO_NAME):
            continue
        test = _TEST.match(line)
        if test:
            names.meanings[folder, "_".join(test.groups())] = path
            names.own.add((folder, "_".join(test.groups())))
            continue
        alias = _ALIAS.match(line)
        found = alias or _TYPE.match(line) or _OTHER.search(line)
        if not found:
            continue
        # An alias may be declared again, with the same meaning.
        names.meanings[folder, found.group(1)] = line if alias else path
        if not alias and (anonymous or _LOCAL.match(line)):
            names.own.add((folder, found.group(1)))
    return names


def names_seen(tree, job):
    """Returns the names that a source declares, and those of the project's headers it includes."""
    names = names_of(job.path, tree.lines(job.path))
    for header in filter(tree.exists, job.headers):
        names.meanings = {**names_of(header, tree.lines(header)).meanings, **names.meanings}
    return names


def clash(one, other):
    for name in one.meanings.keys() & other.meanings.keys():
        meanings = (one.meanings[name], other.meanings[name])
        # A name that both have from one header, or as one alias, is the same. Functions of one name overload each
        # other.
        own = name in one.own or name in other.own
        if meanings[0] != meanings[1] and (own or any(" " in meaning for meaning in meanings)):
            return True
    return False


def pack(tree, jobs, largest=LARGEST):
    """Returns lists of jobs, each to be compiled as one; the slowest come first."""
    names = {job.path: names_seen(tree, job) for job in jobs}
    by_flags = {}
    # Macros come first: they configure a library, and its header is read only once.
    for job in sorted(jobs, key=lambda job: (-tree.text(job.path).count("\n#define "), job.path)):
        packed = by_flags.setdefault(tuple(job.flags), [])
        for batch in packed:
            if len(batch) < largest and not any(clash(names[job.path], names[other.path]) for other in batch):
                batch.append(job)
                break
        else:
            packed.append([job])
    return sorted((batch for packed in by_flags.values() for batch in packed), key=_weight, reverse=True)


def _weight(batch):
    return len(batch) + len({header for job in batch for header in job.headers})


def text_of(tree, batch):
    """Returns the source that includes those of a batch. The linter need not report its includes of sources."""
    return "".join(f'#include "{tree.absolute(job.path)}"  // NOLINT\n' for job in batch)
