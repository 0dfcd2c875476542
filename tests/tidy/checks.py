# SPDX-License-Identifier: EUPL-1.2
"""The checks. Each takes a tree and yields problems; `CHECKS` at the end lists them all.

A check is a function of the tree alone, so that selftest.py can feed it small wrong trees
and see it fire.
"""

import ast
import concurrent.futures
import dataclasses
import fnmatch
import functools
import os
import re
import shlex
import shutil
import subprocess

import cpp
import include_use
from commands import LISTING, commands_of

HEADER_LINES = 400
SOURCE_LINES = 800
FUNCTION_LINES = 70
PARAMETERS = 5

FOLDERS_TABLE = "tests/tidy/folders.txt"
EXEMPTIONS_TABLE = "tests/tidy/exemptions.txt"
CONTRACTS_TABLE = "tests/tidy/contracts.txt"
INCLUDES_TABLE = "tests/tidy/includes.txt"
WIRE_WORDS_TABLE = "tests/tidy/wire_words.txt"
GLOSSARY = "docs/glossary.md"

FIELD_TABLES = ["src/model/*fields*.cc", "src/model/resources*"]
ROUTE_TABLES = ["src/api/routes*", "src/api/answers/media_types*"]
CPP_GLOBS = [f"{top}/*.{kind}" for top in ("src", "tests", "bench") for kind in ("cc", "h")]


@dataclasses.dataclass
class Problem:
    path: str
    line: int
    rule: str
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: [{self.rule}] {self.message}"


@functools.lru_cache(maxsize=None)
def source_of(tree, path):
    return cpp.Source(tree.text(path))


def includes_of(tree, path):
    """Yields (line, included path) of every `#include "…"`."""
    for number, line in enumerate(tree.lines(path), 1):
        found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if found:
            yield number, found.group(1)


# The folder table.


@dataclasses.dataclass
class Folder:
    """A folder of src/, or a part of one: `api/answers`, or `api/.` for files directly in api/."""

    line: int
    uses: set


def read_folders(tree):
    """Maps a folder or part to its Folder, with what it may include. The table itself may not have an arrow up."""
    table, problems = {}, []
    for number, line in tree.rows(FOLDERS_TABLE):
        name, _, words = line.partition(":")
        top = name.partition("/")[0]
        uses = {f"{top}/{word}" for word in words.split()} if "/" in name else set(words.split())
        for used in sorted(uses - set(table)):
            problems.append(Problem(FOLDERS_TABLE, number, "folders",
                                    f"{name} may not include {used}: it is not above it in this table"))
        table[name] = Folder(number, uses)
    return table, problems


def part_of(path):
    """Returns the part of a path under src/: `api/answers`, `api/.`."""
    folders = path.split("/")[:-1]
    return "/".join(folders) if len(folders) > 1 else folders[0] + "/."


def check_folders(tree):
    table, problems = read_folders(tree)
    yield from problems
    tops = {name for name in table if "/" not in name}
    parted = {name.partition("/")[0] for name in table if "/" in name}
    used = set()
    for path in tree.matching("src/*.cc", "src/*.h"):
        part = part_of(path[len("src/"):])
        top = part.partition("/")[0]
        here = part if top in parted else top
        if here not in table or top not in table:
            yield Problem(path, 1, "folders", f"src/{here} is not in {FOLDERS_TABLE}")
            continue
        for line, included in includes_of(tree, path):
            other = included.partition("/")[0]
            if other not in tops:
                continue
            arrow = (top, other) if other != top else (here, part_of(included) if top in parted else top)
            used.add(arrow)
            if arrow[0] != arrow[1] and arrow[1] not in table[arrow[0]].uses:
                yield Problem(path, line, "folders", f"{arrow[0]} may not include {arrow[1]}")
    for name, folder in table.items():
        for other in sorted(folder.uses):
            if (name, other) not in used:
                yield Problem(FOLDERS_TABLE, folder.line, "folders", f"{name} does not include {other} any more")
    yield from check_linked_folders(tree, {name: table[name].uses for name in tops})


def check_linked_folders(tree, allowed):
    """A folder's library links no more than the folder may include."""
    for path in tree.matching("src/*/CMakeLists.txt"):
        for call in cmake_calls(tree, path):
            if call.name != "orgreg_folder":
                continue
            folder = call.words[0]
            for used in call.after("USES"):
                if used not in allowed.get(folder, set()):
                    yield Problem(path, call.line, "folders", f"{folder} may not use {used}")


# Include what you use.


def check_include_use(tree):
    table, _ = read_folders(tree)
    exempt = {}
    for number, line in tree.rows(INCLUDES_TABLE):
        parts = [part.strip() for part in line.split(" | ")]
        if len(parts) != 3:
            yield Problem(INCLUDES_TABLE, number, "includes", "a line is: PATH | HEADER OR NAME | REASON")
            continue
        exempt[parts[0], parts[1]] = number
    uses = include_use.Uses(tree, source_of, lambda path, header: may_include(table, path, header))
    needed = set()
    for path in uses.paths:
        for problem in uses.check(path):
            if (path, problem.what) in exempt:
                needed.add((path, problem.what))
            else:
                yield Problem(path, problem.line, "includes", str(problem))
    for (path, what), number in exempt.items():
        if (path, what) not in needed:
            yield Problem(INCLUDES_TABLE, number, "includes", f"{path} needs no exemption for {what} any more")


def may_include(table, path, header):
    """Whether the table of folders lets the file of src/ include the header."""
    here, there = part_of(path[len("src/"):]), part_of(header)
    top, other = here.partition("/")[0], there.partition("/")[0]
    if top != other:
        return top in table and other in table[top].uses
    return here == there or here not in table or there in table[here].uses


# Hard stops of size.


def read_exemptions(tree):
    exempt, problems = {}, []
    for number, line in tree.rows(EXEMPTIONS_TABLE):
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 3 or not parts[2]:
            problems.append(Problem(EXEMPTIONS_TABLE, number, "size", "a line is: PATH | STOP | REASON"))
            continue
        exempt[parts[0], parts[1]] = number
    return exempt, problems


def check_sizes(tree):
    exempt, problems = read_exemptions(tree)
    yield from problems
    needed = set()
    for path, line, stop, message in sizes_past_stop(tree):
        if (path, stop) in exempt:
            needed.add((path, stop))
        else:
            yield Problem(path, line, "size", message)
    for (path, stop), number in exempt.items():
        if (path, stop) not in needed:
            yield Problem(EXEMPTIONS_TABLE, number, "size", f"{path} needs no exemption from {stop} any more")


def sizes_past_stop(tree):
    """Yields (path, line, stop, message) of everything longer than a hard stop."""
    for path in tree.matching(*CPP_GLOBS):
        count = len(tree.lines(path))
        if path.endswith(".h") and count > HEADER_LINES:
            yield path, HEADER_LINES + 1, "header-lines", f"{count} lines; a header stops at {HEADER_LINES}"
        if path.endswith(".cc") and count > SOURCE_LINES:
            yield path, SOURCE_LINES + 1, "source-lines", f"{count} lines; a source stops at {SOURCE_LINES}"
        for function in source_of(tree, path).functions():
            if function.defined and function.lines > FUNCTION_LINES:
                yield (path, function.line, "function-lines",
                       f"{function.name} has {function.lines} lines; a function stops at {FUNCTION_LINES}")
            if function.parameters > PARAMETERS:
                yield (path, function.line, "parameters",
                       f"{function.name} has {function.parameters} parameters; past {PARAMETERS} use a struct")


# Norwegian wire names outside their tables.

WORD = re.compile(r"[A-Za-zÆØÅæøå][A-Za-z0-9ÆØÅæøå_]*")


def read_wire_words(tree):
    allow, plain = [], set()
    for _, line in tree.rows(WIRE_WORDS_TABLE):
        kind, _, rest = line.partition(" ")
        if kind == "allow":
            allow.append(rest.split()[0])
        else:
            plain.add(rest.split()[0])
    return allow, plain


def wire_literals(tree, path):
    """Yields the quoted strings of a file, except its includes."""
    included = {included for _, included in includes_of(tree, path)}
    return [literal for literal in source_of(tree, path).literals if literal.text not in included]


def is_wire_word(word, plain):
    """Short words and codes in capitals (JA, AS) are too common to mean anything."""
    return len(word) >= 4 and not word.isupper() and word not in plain


def wire_names(tree, path):
    """Returns the texts that a table quotes, except sentences, which are reasons for a refusal."""
    return [literal for literal in wire_literals(tree, path) if " " not in literal.text]


def wire_words(tree, plain):
    """Returns the wire's own words: those that the tables quote, except words that others use as well."""
    return {word for path in tree.matching(*FIELD_TABLES, *ROUTE_TABLES) for literal in wire_names(tree, path)
            for word in WORD.findall(literal.text) if is_wire_word(word, plain)}


def check_wire_words(tree):
    allow, plain = read_wire_words(tree)
    words = wire_words(tree, plain)
    for path in tree.matching("src/*.cc", "src/*.h"):
        if any(fnmatch.fnmatchcase(path, glob) for glob in allow):
            continue
        for literal in wire_literals(tree, path):
            for word in WORD.findall(literal.text):
                if word in words:
                    yield Problem(path, literal.line, "wire-word", f'"{word}" is quoted outside the tables')


def check_glossary(tree):
    """Every wire name of the field tables has a line in the glossary."""
    quoted = re.findall(r"`([^`]+)`", tree.text(GLOSSARY)) if tree.exists(GLOSSARY) else []
    explained = set(WORD.findall(" ".join(quoted)))
    _, plain = read_wire_words(tree)
    for path in tree.matching(*FIELD_TABLES):
        for literal in wire_names(tree, path):
            for word in WORD.findall(literal.text):
                if is_wire_word(word, plain) and word not in explained:
                    yield Problem(path, literal.line, "glossary", f'"{word}" is not in {GLOSSARY}')


# Headers that compile alone.


def first_include(tree, path):
    return next(iter(includes_of(tree, path)), (0, None))[1]


def headers_to_compile(tree):
    """Returns the headers that the build does not already prove to compile alone.

    A source that includes its own header first proves it, unless its folder has a precompiled
    header, which comes before the first line.
    """
    for path in tree.matching("src/*.h"):
        source = path[:-2] + ".cc"
        name = path[len("src/"):]
        cmake = f"src/{path.split('/')[1]}/CMakeLists.txt"
        precompiled = tree.exists(cmake) and "PRECOMPILE" in tree.text(cmake)
        if precompiled or not tree.exists(source) or first_include(tree, source) != name:
            yield path


def check_own_header_first(tree):
    for path in tree.matching("src/*.cc"):
        name = path[len("src/"):-3] + ".h"
        if tree.exists("src/" + name) and first_include(tree, path) != name:
            yield Problem(path, 1, "own-header", f'the first include is not "{name}"')


def check_headers_alone(tree):
    headers = list(headers_to_compile(tree))
    if not headers:
        return
    if not tree.exists(LISTING):
        yield Problem(LISTING, 1, "header-alone", "configure the preset first (cmake --preset commands)")
        return
    flags_by_folder = read_flags(tree)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        jobs = {}
        for path in headers:
            flags = flags_by_folder.get(os.path.dirname(path)) or flags_by_folder.get(top_folder(path))
            if flags is None:
                yield Problem(path, 1, "header-alone", "its folder has no source in the build")
            else:
                jobs[path] = pool.submit(compile_alone, tree, path, flags)
        for path, job in jobs.items():
            problem = job.result()
            if problem:
                yield problem


def compile_alone(tree, path, flags):
    """Compiles a source that only includes the header. The compiler cache keeps the result, which it
    does not do for a check of the syntax alone."""
    name = path[len("src/"):]
    source = os.path.join(tree.root, "build", "headers-alone", name.replace("/", "-") + ".cc")
    os.makedirs(os.path.dirname(source), exist_ok=True)
    with open(source, "w", encoding="utf-8") as file:
        file.write(f'#include "{name}"\n')
    launcher = ["ccache"] if shutil.which("ccache") else []
    run = subprocess.run([*launcher, "g++", *flags, "-O0", "-g0", "-U_FORTIFY_SOURCE", "-c", source, "-o", source + ".o"],
                         capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return None
    error = next((line for line in run.stderr.splitlines() if "error" in line), "does not compile")
    return Problem(path, 1, "header-alone", error.split("error:")[-1].strip())


def read_flags(tree):
    """folder → the compiler flags of one of its sources, without input, output and precompiled header;
    a folder of src/ has those of a source anywhere in it if it has none of its own."""
    flags = {}
    for path, command in commands_of(tree):
        if not path.startswith("src/") or not path.endswith(".cc"):
            continue
        for folder in {os.path.dirname(path), top_folder(path)} - flags.keys():
            flags[folder] = bare_flags(command)
    return flags


def top_folder(path):
    return "/".join(path.split("/")[:2])


def bare_flags(command):
    words = shlex.split(command)
    while words and not re.search(r"(g\+\+|c\+\+)[-\d.]*$", words[0]):
        words.pop(0)
    kept, skip = [], 0
    for at, word in enumerate(words[1:], 1):
        if skip:
            skip -= 1
        elif word in ("-o", "-c", "-MF", "-MT"):
            skip = 1 if word != "-c" else 0
        elif word == "-include" and "cmake_pch" in words[at + 1]:
            skip = 1
        elif word in ("-MD", "-Winvalid-pch") or word.endswith(".cc"):
            continue
        else:
            kept.append(word)
    return kept


# Sources that the build knows.


@dataclasses.dataclass
class CmakeCall:
    name: str
    line: int
    words: list

    def after(self, keyword):
        """Returns the words from a keyword to the next one."""
        if keyword not in self.words:
            return []
        rest = self.words[self.words.index(keyword) + 1:]
        end = next((at for at, word in enumerate(rest) if word.isupper() and word.isalpha()), len(rest))
        return rest[:end]


def cmake_calls(tree, path):
    text = re.sub(r"#[^\n]*", "", tree.text(path))
    for found in re.finditer(r"(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)", text):
        yield CmakeCall(found.group(1), text.count("\n", 0, found.start()) + 1, found.group(2).split())


def listed_sources(tree):
    """Returns every .cc that a CMakeLists.txt under src/ and tests/unit names, as paths from the root."""
    listed = set()
    for path in tree.matching("src/*CMakeLists.txt", "tests/unit/*CMakeLists.txt"):
        folder = os.path.dirname(path)
        for call in cmake_calls(tree, path):
            below = call.words[0] if call.name == "orgreg_unit_test" and call.words else "."
            for word in call.words:
                if word.endswith(".cc"):
                    listed.add(os.path.normpath(os.path.join(folder, below, word)))
                    listed.add(os.path.normpath(os.path.join(folder, word)))
    return listed


def check_listed_in_cmake(tree):
    listed = listed_sources(tree)
    for path in tree.matching("src/*.cc", "tests/unit/*.cc"):
        if path not in listed:
            yield Problem(path, 1, "cmake", "no CMakeLists.txt lists this source, so nothing builds it")


# Tests switched off, and work left open.

OFF = [
    (re.compile(r"\bDISABLED_|\bGTEST_SKIP\b|@unittest\.skip|\bskipTest\("), "a disabled test"),
    (re.compile(r"^\s*//\s*(?:TEST|TEST_F|TEST_P|INSTANTIATE_TEST_SUITE_P)\("), "a test commented out"),
    (re.compile(r"^\s*#\s*if\s+0\b"), "code switched off"),
]
OPEN = re.compile(r"\b(?:TODO|FIXME|XXX)\b")


def check_nothing_off(tree):
    watched = tree.matching(*CPP_GLOBS, "tests/*.py", "tests/*.wire", "bench/*.py", "script/*", "web/*.ts", "*.cmake",
                            "*CMakeLists.txt")
    for path in watched:
        if path.startswith("tests/tidy/"):
            continue
        for number, line in enumerate(tree.lines(path), 1):
            for pattern, what in OFF:
                if pattern.search(line):
                    yield Problem(path, number, "off", what)
            if OPEN.search(line):
                yield Problem(path, number, "off", "work left open: do it, or make it an issue")


# The form of headers and includes.


UNWANTED = [
    (re.compile(r"\busing\s+namespace\b"), "`using namespace`"),
    (re.compile(r"\btypedef\b"), "`typedef`: write `using`"),
    (re.compile(r"\bstrn?(?:case)?cmp\("), "C strings are compared as `std::string_view`"),
]


def check_form(tree):
    for path in tree.matching(*CPP_GLOBS):
        code = source_of(tree, path).code.splitlines()
        for number, line in enumerate(code, 1):
            for pattern, what in UNWANTED:
                if pattern.search(line):
                    yield Problem(path, number, "form", what)
        if path.endswith(".h"):
            if not re.search(r"(?m)^#pragma once$", tree.text(path)):
                yield Problem(path, 1, "form", "`#pragma once` is missing")
            if not tree.text(path).removeprefix(f"// {LICENCE}\n\n").startswith("//"):
                yield Problem(path, 1, "form", "a header opens with a paragraph on what it is")
        yield from check_include_roots(tree, path)


def check_include_roots(tree, path):
    """Quoted includes are under src/; a test or benchmark may also include files of its own top folder."""
    top = path.split("/")[0]
    for number, included in includes_of(tree, path):
        places = ["src/" + included]
        if top != "src":
            neighbour = os.path.normpath(os.path.dirname(path) + "/" + included)
            places += [place for place in (neighbour, f"{top}/{included}") if place.startswith(top + "/")]
        if not any(tree.exists(place) and os.path.normpath(place) == place for place in places):
            yield Problem(path, number, "form", f'"{included}" is not written from src/')


# Unused using declarations. The linter sees this only in a source that it compiles alone.

BROUGHT_IN = re.compile(r"(?m)^(?:using\s+[\w:]+::(\w+)|[ \t]*namespace\s+(\w+)\s*=\s*[\w:]+)\s*;")


def check_names_brought_in(tree):
    for path in tree.matching(*[glob for glob in CPP_GLOBS if glob.endswith(".cc")]):
        source = source_of(tree, path)
        for found in BROUGHT_IN.finditer(source.code):
            name, space = found.groups()
            use = rf"(?<![\w.>:]){name}\b" if name else rf"(?<![\w.>:]){space}\s*(?:::|;)"
            elsewhere = source.code[:found.start()] + source.code[found.end():]
            if not re.search(use, elsewhere):
                yield Problem(path, source.line_at(found.end()), "brought-in", f"`{name or space}` is not used")


# Nothing may exist on one machine only.

ELSEWHERE = re.compile(r"\.\./shared\b|(?<![\w.:/~-])/(?:home|root|Users|work|workspace)/[\w.]")


def check_no_foreign_paths(tree):
    for path in tree.paths:
        if path.startswith("tests/tidy/"):
            continue
        for number, line in enumerate(tree.lines(path), 1):
            found = ELSEWHERE.search(line)
            if found:
                yield Problem(path, number, "paths", f"{found.group(0).strip()}… is not part of the project")


# Contracts: things that only one place does.


def check_contracts(tree):
    sources = tree.matching("src/*.cc", "src/*.h")
    for number, line in tree.rows(CONTRACTS_TABLE):
        parts = [part.strip() for part in line.rsplit(" | ", 2)]
        if len(parts) != 3:
            yield Problem(CONTRACTS_TABLE, number, "contract", "a line is: WHAT | EXCEPT | SENTENCE")
            continue
        what, globs, sentence = re.compile(parts[0]), parts[1].split(), parts[2]
        stands = False
        for path in sources:
            code = source_of(tree, path)
            for found in what.finditer(code.code):
                if any(fnmatch.fnmatchcase(path, glob) for glob in globs):
                    stands = True
                else:
                    yield Problem(path, code.line_at(found.start()), "contract", sentence)
        if not stands:
            yield Problem(CONTRACTS_TABLE, number, "contract", "nothing matches this where it may stand")


# The files whose rows make a kind (CONTRIBUTING.md, "A kind that supplements an entity").
KIND_TABLE = "src/model/kind.h"
KIND_ROWS = [KIND_TABLE, "src/records/readers/supplement.cc", "src/app/import/kinds.cc"]


def check_kinds(tree):
    """A new kind is a row in few files: no other file names all kinds, or all that supplement an entity."""
    if not tree.exists(KIND_TABLE):
        return
    rows = re.findall(r"\{Kind::(\w+), KindShape::(\w+)", source_of(tree, KIND_TABLE).code)
    supplements = {kind for kind, shape in rows if shape != "kUnit"}
    if not supplements:
        yield Problem(KIND_TABLE, 1, "kinds", "its rows are not found")
    for path in tree.matching("src/*.cc", "src/*.h"):
        named = set(re.findall(r"\bKind::(\w+)", source_of(tree, path).code))
        if path not in KIND_ROWS and supplements and supplements <= named:
            yield Problem(path, 1, "kinds", f"names every kind, so a new one needs a row here: only {', '.join(KIND_ROWS)} may")


# The licence.

LICENCE = "SPDX-License-Identifier: EUPL-1.2"
SOURCES = ("*.cc", "*.h", "*.py", "*.js", "*.mjs", "*.ts", "*.css", "*.cmake", "*CMakeLists.txt")


def check_licence(tree):
    """Each source names its licence in its first two lines, so that a file that is copied still has it."""
    for path in sorted({*scripts(tree, "python", "sh"), *tree.matching(*SOURCES)}):
        if tree.exists("LICENSE") and LICENCE not in "\n".join(tree.text(path).split("\n", 2)[:2]):
            yield Problem(path, 1, "licence", f"does not begin with {LICENCE}")


# Templates of pages.

TEMPLATE_TAG = re.compile(r"\{\{(\{|.*?\}\})")
SAFE_TAG = re.compile(r"\{\{[#/]?[A-Z_a-z]+\}\}")


def check_templates(tree):
    """Every value is escaped for its place in the page: a template has variables and sections, and nothing that could change that."""
    for path in tree.matching("web/*.tpl"):
        for number, line in enumerate(tree.lines(path), 1):
            for tag in TEMPLATE_TAG.finditer(line):
                if not SAFE_TAG.fullmatch(tag[0]):
                    yield Problem(path, number, "templates", f"{tag[0]} could leave out the escaping")


PAGE_TEXTS = "web/texts/pages.tsv"
CHOSEN_TEXT = re.compile(r'\bWords(?:For)?\(\s*"([^"]*)"')
TEXT_KEY = re.compile(r"[a-z_]+(?:\.[A-Za-z0-9_-]+)*")
KEYS_BEGINNING = re.compile(r'["`]([a-z_]+(?:\.[a-z_]+)*\.)["$]')


def check_page_texts(tree):
    """A text that the server chooses by its key exists, and each text is used: by its key, or by the part before the last point,
    to which a source adds the rest."""
    if not tree.exists(PAGE_TEXTS):
        return
    keys = {line.split("\t", 1)[0]: number for number, line in enumerate(tree.lines(PAGE_TEXTS), 1) if number > 1}
    named = set()
    for path in (*tree.matching("src/api/*"), *tree.matching("web/*.tpl"), *tree.matching("web/*.ts")):
        named.update(TEXT_KEY.findall(tree.text(path)), KEYS_BEGINNING.findall(tree.text(path)))
        for number, line in enumerate(tree.lines(path), 1):
            for key in CHOSEN_TEXT.findall(line):
                if key not in keys and not key.endswith("."):
                    yield Problem(path, number, "page-texts", f"{PAGE_TEXTS} has no text {key}")
    for key, number in keys.items():
        if not {key, "".join(key.rpartition(".")[:2])} & named:
            yield Problem(PAGE_TEXTS, number, "page-texts", f"no page has the text {key}")


# Documents.

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
# Capitals stand for any name: `tests/fuzz/NAME_fuzz.cc`.
NAMED_SOURCE = re.compile(r"`([a-z0-9_./-]+\.(?:h|cc|py))`")


def check_documents(tree):
    """Links lead to files of the tree, and files that a document names by their path exist."""
    tails = {"/".join(parts[at:]) for parts in (path.split("/") for path in tree.paths) for at in range(len(parts))}
    for path in tree.matching("*.md"):
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            for target in LINK.findall(line):
                if not os.path.exists(os.path.normpath(os.path.join(tree.absolute(os.path.dirname(path)), target))):
                    yield Problem(path, number, "documents", f"links to {target}, which does not exist")
            for name in NAMED_SOURCE.findall(line):
                if name not in tails:
                    yield Problem(path, number, "documents", f"names {name}, which does not exist")


# Scripts.


def scripts(tree, *interpreters):
    for path in tree.paths:
        first = tree.text(path).split("\n", 1)[0]
        if first.startswith("#!") and any(name in first for name in interpreters):
            yield path


def check_shell(tree):
    for path in scripts(tree, "bash", "/sh"):
        for tool in (["bash", "-n"], ["shellcheck", "--format=gcc", "--severity=warning"]):
            if not shutil.which(tool[0]):
                yield Problem(path, 1, "shell", f"{tool[0]} is not installed (script/bootstrap --for test)")
                continue
            run = subprocess.run([*tool, tree.absolute(path)], capture_output=True, text=True, check=False)
            if run.returncode != 0:
                said = (run.stdout + run.stderr).strip().splitlines() or ["fails"]
                yield Problem(path, 1, "shell", f"{tool[0]}: {said[0]}")
        if not os.access(tree.absolute(path), os.X_OK):
            yield Problem(path, 1, "shell", "is not executable")


def check_python(tree):
    for path in sorted({*scripts(tree, "python"), *tree.matching("*.py")}):
        try:
            ast.parse(tree.text(path))
        except SyntaxError as error:
            yield Problem(path, error.lineno or 1, "python", str(error.msg))


# name, check, slow (left out with --fast)
CHECKS = [
    ("folders", check_folders, False),
    ("size", check_sizes, False),
    ("wire-word", check_wire_words, False),
    ("glossary", check_glossary, False),
    ("own-header", check_own_header_first, False),
    ("cmake", check_listed_in_cmake, False),
    ("off", check_nothing_off, False),
    ("form", check_form, False),
    ("brought-in", check_names_brought_in, False),
    ("paths", check_no_foreign_paths, False),
    ("includes", check_include_use, False),
    ("contract", check_contracts, False),
    ("kinds", check_kinds, False),
    ("licence", check_licence, False),
    ("templates", check_templates, False),
    ("page-texts", check_page_texts, False),
    ("documents", check_documents, False),
    ("shell", check_shell, False),
    ("python", check_python, False),
    ("header-alone", check_headers_alone, True),
]
