#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""Feeds the checks small wrong trees, and right ones that look wrong: each must fire, and only then.

A check that cannot fail is useless, so a rule without a wrong tree here fails this test.
"""

import json
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import batches
import checks
import clang_tidy
import cpp
from tree import Tree

FOLDERS = "base:\nmodel:\napi:\n"
ONE_ARROW = {"tests/tidy/folders.txt": "base:\nmodel:\napi: model\n"}
PARTS = "base:\nbase/.:\nbase/text: .\nbase/files:\n"
WORDS = "allow src/model/* tables\nplain page\n"
HEADER = "// A thing.\n\n#pragma once\n"
FIELDS = 'auto kName = Field{.name = "navn"};\nauto kPage = "page";\n'
CONTRACT = "->Write\\(\\) | src/base/* | only base/ writes\n"
KINDS = """enum class Kind { kEntity, kRoles, kParty };
enum class KindShape { kUnit, kSupplement };
struct KindRow {
  Kind kind;
  KindShape shape;
};
inline constexpr KindRow kKindRows[] = {
    {Kind::kEntity, KindShape::kUnit}, {Kind::kRoles, KindShape::kSupplement}, {Kind::kParty, KindShape::kSupplement}};
"""


def lines(count):
    return "int a = 0;\n" * count


def function(count, head="int F(int a)"):
    return head + " {\n" + "  ++a;\n" * (count - 2) + "}\n"


# The mistake, the rule that must report it, the place, and the files that make it.
WRONG = [
    ("an arrow up", "folders", "src/base/a.h:4",
     {"src/base/a.h": HEADER + '#include "model/b.h"\n', "src/model/b.h": HEADER}),
    ("a folder that the table lacks", "folders", "src/util/a.h:1", {"src/util/a.h": HEADER}),
    ("a table with an arrow up", "folders", "tests/tidy/folders.txt:1",
     {"tests/tidy/folders.txt": "base: model\nmodel:\n"}),
    ("an arrow that nothing uses", "folders", "tests/tidy/folders.txt:3", {**ONE_ARROW, "src/api/a.h": HEADER}),
    ("an arrow up inside a folder", "folders", "src/base/a.h:4",
     {"tests/tidy/folders.txt": PARTS, "src/base/a.h": HEADER + '#include "base/text/b.h"\n',
      "src/base/text/b.h": HEADER}),
    ("an arrow between parts", "folders", "src/base/files/a.h:4",
     {"tests/tidy/folders.txt": PARTS, "src/base/files/a.h": HEADER + '#include "base/text/b.h"\n',
      "src/base/text/b.h": HEADER}),
    ("a part that the table lacks", "folders", "src/base/more/a.h:1",
     {"tests/tidy/folders.txt": PARTS, "src/base/more/a.h": HEADER}),
    ("a library linked against the table", "folders", "src/base/CMakeLists.txt:1",
     {"src/base/CMakeLists.txt": "orgreg_folder(base\n  SOURCES a.cc\n  USES model)\n"}),

    ("a long header", "size", "src/base/a.h:401", {"src/base/a.h": HEADER + lines(398)}),
    ("a long source", "size", "src/base/a.cc:801", {"src/base/a.cc": lines(801)}),
    ("a long function", "size", "src/base/a.cc:2", {"src/base/a.cc": "\n" + function(71)}),
    ("a long test", "size", "tests/unit/a_test.cc:1",
     {"tests/unit/a_test.cc": function(71, "TEST(Thing, Works)")}),
    ("a long method in a class in a namespace", "size", "src/base/a.cc:3",
     {"src/base/a.cc": "namespace a {\nclass B : public C {\n" + function(71) + "};\n}\n"}),
    ("a long constructor with an initialiser in braces", "size", "src/base/a.cc:1",
     {"src/base/a.cc": function(71, "B::B(int a) : a_{a}, b_(a)")}),
    ("a long operator", "size", "src/base/a.cc:1",
     {"src/base/a.cc": function(71, "bool operator<(const A& a, const A& b)")}),
    ("a long template", "size", "src/base/a.cc:1",
     {"src/base/a.cc": function(71, "template <typename T, int n = 3>\nstd::map<T, int> F(T a)")}),
    ("six parameters", "size", "src/base/a.cc:1",
     {"src/base/a.cc": function(3, "int F(int a, int b, int c, int d, int e, int f)")}),
    ("six parameters declared in a class", "size", "src/base/a.h:6",
     {"src/base/a.h": HEADER + "class A {\n public:\n  A(int, int, std::map<int, int>, int, int, int);\n};\n"}),
    ("an exemption without need", "size", "tests/tidy/exemptions.txt:1",
     {"tests/tidy/exemptions.txt": "src/base/a.cc | source-lines | a table\n", "src/base/a.cc": lines(3)}),
    ("an exemption without a reason", "size", "tests/tidy/exemptions.txt:1",
     {"tests/tidy/exemptions.txt": "src/base/a.cc | source-lines |\n"}),
    ("an exemption from another stop", "size", "src/base/a.cc:801",
     {"tests/tidy/exemptions.txt": "src/base/a.cc | function-lines | a table\n", "src/base/a.cc": lines(801)}),

    ("a wire name outside the tables", "wire-word", "src/api/a.cc:2",
     {"src/model/fields.cc": FIELDS, "src/api/a.cc": '\nauto name = "navn";\n'}),
    ("a wire name inside a sentence", "wire-word", "src/api/a.cc:1",
     {"src/model/fields.cc": FIELDS, "src/api/a.cc": 'auto text = "navn: too long";\n'}),
    ("a wire name inside a raw string", "wire-word", "src/api/a.cc:1",
     {"src/model/fields.cc": FIELDS, "src/api/a.cc": 'auto text = R"x({"navn": 1})x";\n'}),
    ("a path of the routes elsewhere", "wire-word", "src/base/a.cc:1",
     {"src/api/routes.cc": 'auto path = "/enheter/{orgnr}";\n', "src/base/a.cc": 'auto path = "/enheter";\n'}),

    ("a field that the glossary lacks", "glossary", "src/model/fields.cc:1",
     {"src/model/fields.cc": FIELDS, "docs/glossary.md": "| `navnet`, navn | `name` |\n"}),

    ("another header first", "own-header", "src/base/a.cc:1",
     {"src/base/a.cc": '#include "base/b.h"\n#include "base/a.h"\n', "src/base/a.h": HEADER,
      "src/base/b.h": HEADER}),

    ("a header that misses an include", "header-alone", "src/base/a.h:1",
     {"src/base/a.h": HEADER + "std::string Name();\n", "src/base/b.cc": ""}),
    ("a header whose includes a precompiled header hides", "header-alone", "src/base/a.h:1",
     {"src/base/a.h": HEADER + "std::string Name();\n", "src/base/a.cc": '#include "base/a.h"\n',
      "src/base/CMakeLists.txt": "orgreg_folder(base SOURCES a.cc PRECOMPILE <string>)\n"}),
    ("no build to take flags from", "header-alone", "build/commands/compile_commands.json:1",
     {"src/base/a.h": HEADER, "build/commands/compile_commands.json": None}),

    ("a source the build does not know", "cmake", "src/base/b.cc:1",
     {"src/base/CMakeLists.txt": "orgreg_folder(base SOURCES a.cc)\n", "src/base/b.cc": ""}),
    ("a source commented out of the build", "cmake", "src/base/b.cc:1",
     {"src/base/CMakeLists.txt": "orgreg_folder(base SOURCES a.cc\n  # b.cc\n)\n", "src/base/b.cc": ""}),
    ("a test listed for another folder", "cmake", "tests/unit/api/a_test.cc:1",
     {"tests/unit/CMakeLists.txt": "orgreg_unit_test(base SOURCES a_test.cc)\n",
      "tests/unit/api/a_test.cc": ""}),

    ("a disabled test", "off", "tests/unit/a_test.cc:1", {"tests/unit/a_test.cc": "TEST(A, DISABLED_B) {}\n"}),
    ("a skipped test", "off", "tests/unit/a_test.cc:1", {"tests/unit/a_test.cc": "GTEST_SKIP();\n"}),
    ("a test commented out", "off", "tests/unit/a_test.cc:1", {"tests/unit/a_test.cc": "  // TEST(A, B) {}\n"}),
    ("code switched off", "off", "src/base/a.cc:1", {"src/base/a.cc": "#if 0\nint a;\n#endif\n"}),
    ("work left open", "off", "src/base/a.cc:1", {"src/base/a.cc": "// TODO: the rest.\n"}),
    ("work left open in a script", "off", "script/a:2", {"script/a": "#!/bin/sh\n# FIXME\n"}),

    ("using namespace", "form", "src/base/a.cc:1", {"src/base/a.cc": "using namespace std;\n"}),
    ("a typedef", "form", "src/base/a.cc:1", {"src/base/a.cc": "typedef int Count;\n"}),
    ("C strings compared", "form", "src/base/a.cc:1", {"src/base/a.cc": "bool same = std::strcmp(a, b) == 0;\n"}),
    ("no pragma once", "form", "src/base/a.h:1", {"src/base/a.h": "// A thing.\nint A();\n"}),
    ("a header without its paragraph", "form", "src/base/a.h:1", {"src/base/a.h": "#pragma once\n"}),
    ("an include relative to its file", "form", "src/base/a.cc:1",
     {"src/base/a.cc": '#include "b.h"\n', "src/base/b.h": HEADER}),
    ("an include through the folder above", "form", "src/base/a.cc:1",
     {"src/base/a.cc": '#include "../base/b.h"\n', "src/base/b.h": HEADER}),

    ("a test that includes from another top folder", "form", "tests/fuzz/a.cc:1",
     {"tests/fuzz/a.cc": '#include "../../bench/b.h"\n', "bench/b.h": HEADER}),

    ("a name brought in for nothing", "brought-in", "src/base/a.cc:2",
     {"src/base/a.cc": "\nusing model::Field;\nmodel::Field F();  // Field\n"}),
    ("a namespace named for nothing", "brought-in", "src/base/a.cc:2",
     {"src/base/a.cc": "void F() {\n  namespace names = model::names;\n  G(a.names, 1);\n}\n"}),

    ("a name that comes from far away", "includes", "src/api/a.cc:3",
     {"src/base/b.h": HEADER + "namespace orgreg::base {\nstruct Thing {};\n}\n",
      "src/model/c.h": HEADER + '#include "base/b.h"\nnamespace orgreg::model {\nbase::Thing C();\n}\n',
      "src/model/d.h": HEADER + '#include "model/c.h"\nnamespace orgreg::model {\nauto D() { return C(); }\n}\n',
      "src/api/a.cc": '#include "model/d.h"\nnamespace orgreg::api {\nbase::Thing a = model::D();\n}\n',
      "tests/tidy/folders.txt": "base:\nmodel: base\napi: base model\n"}),
    ("a name of the library without its header", "includes", "src/base/a.h:4",
     {"src/base/a.h": HEADER + "std::string Name();\n"}),
    ("a header of which nothing is used", "includes", "src/base/a.cc:1",
     {"src/base/a.cc": '#include "base/b.h"\nint a = 0;\n',
      "src/base/b.h": HEADER + "namespace orgreg::base {\nstruct Thing {};\nint Count();\n}\n"}),
    ("an include that needs no exemption", "includes", "tests/tidy/includes.txt:1",
     {"tests/tidy/includes.txt": "src/base/a.h | <string> | a reason\n", "src/base/a.h": HEADER}),
    ("an include exempt without a reason", "includes", "tests/tidy/includes.txt:1",
     {"tests/tidy/includes.txt": "src/base/a.h | std::string\n"}),

    ("a second writer of the store", "contract", "src/api/a.cc:2",
     {"tests/tidy/contracts.txt": CONTRACT, "src/base/b.cc": "auto a = store->Write();\n",
      "src/api/a.cc": "\nauto a = store->Write();\n"}),
    ("a contract about nothing", "contract", "tests/tidy/contracts.txt:1",
     {"tests/tidy/contracts.txt": CONTRACT, "src/base/b.cc": "// store->Write()\n"}),
    ("a contract without a sentence", "contract", "tests/tidy/contracts.txt:1",
     {"tests/tidy/contracts.txt": "->Write | src/base/*\n"}),
    ("a second table of all kinds", "kinds", "src/base/a.cc:1",
     {"src/model/kind.h": HEADER + KINDS, "src/base/a.cc": "auto a = {Kind::kRoles, model::Kind::kParty};\n"}),
    ("a table of kinds without rows", "kinds", "src/model/kind.h:1", {"src/model/kind.h": HEADER}),

    ("a path of one machine", "paths", "docs/a.md:1", {"docs/a.md": "See /home/kari/notes.\n"}),
    ("a path outside the project", "paths", "script/a:2", {"script/a": "#!/bin/sh\ncat ../shared/a\n"}),

    ("a source without its licence", "licence", "src/base/a.h:1", {"LICENSE": "EUPL", "src/base/a.h": HEADER}),
    ("a script without its licence", "licence", "script/a:1", {"LICENSE": "EUPL", "script/a": "#!/bin/bash\necho\n"}),
    ("a value that is not escaped", "templates", "web/a.tpl:1", {"web/a.tpl": "<p>{{NAME:none}}</p>\n"}),
    ("a text that no language has", "page-texts", "src/api/a.cc:1",
     {"web/texts/pages.tsv": "key\tnb\tnn\ten\n", "src/api/a.cc": 'auto a = page.Words("start.title");\n'}),
    ("a text that no page has", "page-texts", "web/texts/pages.tsv:2",
     {"web/texts/pages.tsv": "key\tnb\tnn\ten\nstart.title\ta\ta\ta\n", "web/start.tpl": "<h1>[[=start.lead]]</h1>\n"}),
    ("a link to a missing page", "documents", "docs/a.md:2", {"docs/a.md": "# A\n[b](b.md#part)\n"}),
    ("a missing file that a document names", "documents", "README.md:1", {"README.md": "See `base/b.h`.\n"}),
    ("a shell script that does not parse", "shell", "script/a:1", {"script/a": "#!/bin/bash\nif true; then\n"}),
    ("a shell script with a trap", "shell", "script/a:1", {"script/a": "#!/bin/bash\ncd /tmp\nrm -rf $1/*\n"}),
    ("a Python script that does not parse", "python", "tests/a.py:1", {"tests/a.py": "def a(:\n"}),
]

# Trees that look wrong but are right: no check may fire.
RIGHT = [
    ("sources with their licence", {"LICENSE": "EUPL", "script/a": f"#!/bin/bash\n# {checks.LICENCE}\necho\n",
                                    "src/base/a.h": f"// {checks.LICENCE}\n\n" + HEADER}),
    ("a link to a page, and names of files", {"docs/a.md": "[b](../b.md#part) `base/a.h`, `a.h`, `NAME.cc`, [c](https://c.example)\n",
                                              "b.md": "# B\n", "src/base/a.h": HEADER}),
    ("arrows down and within a folder", {"tests/tidy/folders.txt": PARTS, "src/base/a.h": HEADER,
                                         "src/base/text/b.h": HEADER + '#include "base/a.h"\n',
                                         "src/base/files/c.h": HEADER}),
    ("arrows down and within", {**ONE_ARROW,
                                "src/api/a.h": HEADER + '#include "model/b.h"\n#include "api/c.h"\n',
                                "src/api/c.h": HEADER, "src/model/b.h": HEADER}),
    ("a header without a source", {"src/base/a.h": HEADER + "#include <string>\nstd::string Name();\n",
                                   "src/base/b.cc": ""}),
    ("files at the stops", {"src/base/a.h": HEADER + "\n" * 397, "src/base/a.cc": '#include "base/a.h"\n' + "\n" * 799,
                            "src/base/CMakeLists.txt": "orgreg_folder(base SOURCES a.cc)\n"}),
    ("a function at the stop", {"src/base/a.cc": function(70)}),
    ("five parameters, one with commas",
     {"src/base/a.cc": "#include <map>\n" +
                       function(3, "int F(int a, int b, int c, int d, std::map<int, std::pair<int, int>> e)")}),
    ("a long table of values", {"src/base/a.cc": "constexpr int kA[] = {\n" + "  1,\n" * 100 + "};\n"}),
    ("a long class of short functions",
     {"src/base/a.cc": "class A {\n public:\n" + "  int B() { return 1; }\n" * 90 + "};\n"}),
    ("an exempt table", {"tests/tidy/exemptions.txt": "src/base/a.cc | source-lines | a table of codes\n",
                         "src/base/a.cc": lines(801)}),
    ("a wire name in its table and in a comment",
     {"src/model/fields.cc": FIELDS, "src/api/a.cc": '// Sorts by "navn".\nauto a = "page";\n'}),
    ("a wire name as an include", {"src/model/fields.cc": '#include "model/field.h"\n' + FIELDS,
                                   "src/model/field.h": HEADER,
                                   "src/api/a.cc": '#include "model/field.h"\n', **ONE_ARROW}),
    ("a test that includes a helper of the tests",
     {"tests/fuzz/a.cc": '#include "../unit/b.h"\n#include "base/c.h"\n', "tests/unit/b.h": HEADER,
      "src/base/c.h": HEADER, "src/base/d.cc": ""}),
    ("braces and quotes in literals", {"src/base/a.cc": 'char a = \'"\';\nchar b = \'{\';\nauto c = "{\\"";\n'
                                                        'int million = 1\'000\'000;\n' + function(70)}),
    ("names brought in", {"src/base/a.cc": "using model::Field;\nnamespace names = model::names;\n"
                                           "namespace more = names;\nField F() { return more::kField; }\n"}),
    ("names that are handed on, named twice or only announced",
     {"src/base/b.h": HEADER + "#include <string>\nnamespace orgreg::base {\nstruct Thing {};\nclass Other;\n"
                               "std::string Name(const Other& other);\n}\n",
      "src/base/c.h": HEADER + '#include "base/b.h"\nnamespace orgreg::base {\nThing C();\n}\n',
      "src/base/a.h": HEADER + "namespace orgreg::base {\nclass Thing;\nvoid Show(const Thing& thing);\n}\n",
      "src/base/a.cc": '#include "base/a.h"\n#include "base/c.h"\nnamespace orgreg::base {\n'
                       "struct Own { struct Thing {}; Thing thing = C(); };\n}\n"}),
    ("a header that hands on what a folder may not include",
     {"tests/tidy/folders.txt": "base:\nmodel: base\napi: model\n",
      "src/base/b.h": HEADER + "namespace orgreg::base {\nstruct Thing {};\n}\n",
      "src/model/c.h": HEADER + '#include "base/b.h"\nnamespace orgreg::model {\nbase::Thing C();\n}\n',
      "src/api/a.cc": '#include "model/c.h"\nnamespace orgreg::api {\nbase::Thing a;\n}\n'}),
    ("what only one place does", {"tests/tidy/contracts.txt": CONTRACT, "src/base/b.cc": "auto a = store->Write();\n",
                                  "src/api/a.cc": "// A comment about store->Write().\n"}),
    ("some of the kinds", {"src/model/kind.h": HEADER + KINDS, "src/base/a.cc": "auto a = Kind::kRoles;\n"}),
    ("a system path and an address", {"docs/a.md": "See /usr/share/doc and https://example.org/home/index.\n"}),
]


def make_tree(root, files):
    """The files of a case, with tables, and with every source listed in CMake unless the case says otherwise."""
    whole = {"tests/tidy/folders.txt": FOLDERS, "tests/tidy/wire_words.txt": WORDS,
             "tests/tidy/exemptions.txt": "", "docs/glossary.md": "| `navn` | `name` |\n", **files}
    for path in files:
        parts = path.split("/")
        if parts[0] == "src" and path.endswith(".cc"):
            cmake = f"src/{parts[1]}/CMakeLists.txt"
            whole.setdefault(cmake, f"orgreg_folder({parts[1]} SOURCES)\n")
            if cmake not in files:
                whole[cmake] = whole[cmake].replace(")", f" {parts[2]})")
    if "build/commands/compile_commands.json" not in whole:
        folders = sorted({path.split("/")[1] for path in whole if path.startswith("src/")})
        whole["build/commands/compile_commands.json"] = json.dumps([
            {"file": f"{root}/src/{folder}/x.cc",
             "command": f"ccache g++ -std=c++20 -Wall -Wpedantic -Werror -I{root}/src -o x.o -c x.cc"}
            for folder in folders])
    for path, text in whole.items():
        if text is None:
            continue
        absolute = os.path.join(root, path)
        os.makedirs(os.path.dirname(absolute), exist_ok=True)
        with open(absolute, "w", encoding="utf-8") as file:
            file.write(text)
        if text.startswith("#!"):
            os.chmod(absolute, 0o755)
    return Tree(root)


class Checks(unittest.TestCase):
    def test_wrong_trees_are_found(self):
        by_name = {name: check for name, check, _ in checks.CHECKS}
        for what, rule, where, files in WRONG:
            with self.subTest(what), tempfile.TemporaryDirectory() as root:
                found = [str(problem) for problem in by_name[rule](make_tree(root, files))]
                expected = f"{where}: [{rule}]"
                self.assertTrue(any(line.startswith(expected) for line in found),
                                f"expected {expected}, found {found}")

    def test_right_trees_pass(self):
        for what, files in RIGHT:
            with self.subTest(what), tempfile.TemporaryDirectory() as root:
                tree = make_tree(root, files)
                found = [str(problem) for _, check, _ in checks.CHECKS for problem in check(tree)]
                self.assertEqual(found, [])

    def test_every_rule_has_a_wrong_tree(self):
        self.assertEqual({name for name, _, _ in checks.CHECKS}, {rule for _, rule, _, _ in WRONG})

    def test_a_script_that_cannot_be_executed_is_found(self):
        with tempfile.TemporaryDirectory() as root:
            tree = make_tree(root, {"script/a": "#!/bin/sh\ntrue\n"})
            os.chmod(os.path.join(root, "script/a"), 0o644)
            self.assertEqual([problem.message for problem in checks.check_shell(tree)], ["is not executable"])

    def test_commands_lose_options_of_one_source(self):
        command = ("/usr/bin/ccache /usr/bin/c++ -I/a/src -O2 -Winvalid-pch -include /b/cmake_pch.hxx "
                   "-std=c++20 -o a.o -c /a/src/a.cc")
        self.assertEqual(checks.bare_flags(command), ["-I/a/src", "-O2", "-std=c++20"])


class Functions(unittest.TestCase):
    def names(self, text):
        return [function.name for function in cpp.Source(text).functions()]

    def test_control_flow_and_calls_are_not_functions(self):
        self.assertEqual(self.names("int F() {\n  if (a) { G(b); }\n  for (;;) { H(); }\n}\n"), ["F"])

    def test_values_are_not_functions(self):
        self.assertEqual(self.names("const int a = F(1, 2);\nA b{F(1)};\nstatic_assert(F(1) == 2);\n"), [])

    def test_declarations_and_definitions_are_functions(self):
        self.assertEqual(self.names("class A {\n public:\n  A() = default;\n  explicit A(int a);\n  ~A();\n};\n"
                                    "auto B::C(int a) const noexcept -> int { return a; }\n"),
                         ["A", "A", "~A", "B::C"])


class ClangTidy(unittest.TestCase):
    def test_warnings_of_gcc_alone_are_not_errors(self):
        flags = clang_tidy.for_clang(["-Wall", "-Werror", "-Wtrampolines", "-O2"])
        self.assertNotIn("-Werror", flags)
        self.assertIn("-Wno-unknown-warning-option", flags)
        self.assertIn("-O2", flags)

    def test_a_key_changes_with_the_source_its_headers_and_its_flags(self):
        with tempfile.TemporaryDirectory() as root:
            tree = make_tree(root, {"src/base/a.cc": "int a;\n", "src/base/a.h": HEADER, ".clang-tidy": "Checks: x\n"})
            job = clang_tidy.Job("src/base/a.cc", ["-O2"], ["src/base/a.h"])
            first = clang_tidy.key_of(tree, job)
            self.assertEqual(first, clang_tidy.key_of(Tree(root), job))
            self.assertNotEqual(first, clang_tidy.key_of(tree, clang_tidy.Job(job.path, ["-O1"], job.headers)))
            for path in ("src/base/a.cc", "src/base/a.h", ".clang-tidy"):
                with open(os.path.join(root, path), "a", encoding="utf-8") as file:
                    file.write("// More.\n")
                changed = clang_tidy.key_of(Tree(root), job)
                self.assertNotEqual(first, changed)
                first = changed


# Findings that the linter must make in a source of a batch, as in the source alone. They include no system headers,
# so this is quick.
MOVES = """
namespace std {
template <typename T> struct RemoveReference { using Type = T; };
template <typename T> struct RemoveReference<T&> { using Type = T; };
template <typename T> typename RemoveReference<T>::Type&& move(T&& value) {
  return static_cast<typename RemoveReference<T>::Type&&>(value);
}
}
struct Text {
  Text();
  Text(const Text& other);
  Text(Text&& other);
  ~Text();
  int Size() const;
};
"""
FINDINGS = [
    ("bugprone-use-after-move", "int Moved() {\n  Text a;\n  Text b(std::move(a));\n  return a.Size() + b.Size();\n}\n"),
    ("performance-unnecessary-value-param", "int Copied(Text text) { return text.Size(); }\n"),
    ("modernize-use-nullptr", "int* Pointer() { return 0; }\n"),
    ("modernize-deprecated-headers", "#include <assert.h>\n"),
    ("readability-identifier-naming", "struct wrong_name {};\n"),
    ("readability-duplicate-include", '#include "base/moves.h"\n#include "base/moves.h"\n'),
    ("misc-unused-parameters", "int Unused(int number) { return 1; }\n"),
    ("bugprone-suspicious-include", '#include "base/more.cpp"\n'),
]
IN_HEADER = [
    ("misc-definitions-in-headers", "int Defined() { return 1; }\n"),
    ("google-explicit-constructor", "struct Implicit {\n  Implicit(int number);\n};\n"),
    ("readability-inconsistent-declaration-parameter-name", "int Twice(int one);\nint Twice(int other);\n"),
]


class Flags(unittest.TestCase):
    def test_each_job_has_the_flags_of_all_libraries_and_keeps_its_own(self):
        jobs = [clang_tidy.Job("a.cc", ["-O2", "-DLIBRARY=1", "-DORGREG_DAY=1"], []),
                clang_tidy.Job("b.cc", ["-O2", "-isystem", "/usr/include/other", "-Db_EXPORTS"], [])]
        libraries = ["-DLIBRARY=1", "-isystem", "/usr/include/other"]
        self.assertEqual([job.flags for job in clang_tidy.with_all_libraries(jobs)],
                         [["-O2", "-DORGREG_DAY=1", *libraries], ["-O2", "-Db_EXPORTS", *libraries]])


class Batches(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.realpath(folder.name)

    def jobs(self, sources, headers=None):
        """Makes a tree with the sources, each of which includes moves.h and headers, and a job for each."""
        headers = {"src/base/moves.h": HEADER + MOVES, **(headers or {})}
        includes = "".join(f'#include "{path[4:]}"\n' for path in headers)
        checks_used = ",".join(check for check, _ in FINDINGS + IN_HEADER)
        config = (f"Checks: '-*,{checks_used}'\nWarningsAsErrors: '*'\n"
                  "CheckOptions:\n  readability-identifier-naming.StructCase: CamelCase\n")
        self.tree = make_tree(self.root, {".clang-tidy": config, "src/base/more.cpp": "", **headers,
                                          **{path: includes + text for path, text in sources.items()}})
        return [clang_tidy.Job(path, [f"-I{self.root}/src", "-std=c++20"], sorted(headers)) for path in sources]

    def lint(self, sources, headers=None):
        """Returns (path → findings, alone; the same in a batch; the linter of the batch)."""
        found = []
        for largest in (1, len(sources)):
            jobs = self.jobs(sources, headers)
            linter = clang_tidy.Linter(self.tree)
            packed = batches.pack(self.tree, jobs, largest)
            self.assertEqual([len(batch) for batch in packed], [largest] * (len(jobs) // largest))
            outcomes = [outcome for batch in packed for outcome in linter.lint(batch)]
            found.append({outcome.path: set(outcome.findings) for outcome in outcomes if not outcome.passed})
            for job in jobs:
                key = clang_tidy.remembered(self.tree, job)
                self.assertEqual(os.path.exists(key), job.path not in found[-1])
                if os.path.exists(key):
                    os.remove(key)
        return (*found, linter)

    def test_a_batch_finds_the_same_as_each_source_alone(self):
        sources = {f"src/base/a{at}.cc": text for at, (_, text) in enumerate(FINDINGS)}
        alone, together, linter = self.lint({**sources, "src/base/right.cc": "int Right() { return 1; }\n"})
        self.assertEqual(together, alone)
        self.assertEqual(linter.apart, [])
        for path, (check, _) in zip(sources, FINDINGS):
            self.assertTrue(any(check in finding and finding.startswith(path + ":") for finding in alone.get(path, [])),
                            f"{check} found in {path}: {alone.get(path)}")
        self.assertNotIn("src/base/right.cc", together)

    def test_a_batch_finds_mistakes_in_headers(self):
        sources = {"src/base/a.cc": "int A();\n", "src/base/b.cc": "int B();\n"}
        headers = {f"src/base/h{at}.h": HEADER + text for at, (_, text) in enumerate(IN_HEADER)}
        alone, together, _ = self.lint(sources, headers)
        self.assertEqual(together, alone)
        for path, (check, _) in zip(headers, IN_HEADER):
            for source in sources:
                self.assertTrue(any(check in finding and finding.startswith(path + ":") for finding in alone[source]),
                                f"{check} found in {path}: {alone[source]}")

    def test_a_batch_that_does_not_compile_is_split(self):
        # The names of a source do not show macros of one line.
        sources = {"src/base/a.cc": "int A() { return 1; }\n", "src/base/b.cc": "  int Hidden() { return 1; }\n",
                   "src/base/c.cc": "  int Hidden() { return 2; }\n" + FINDINGS[2][1], "src/base/d.cc": "int D();\n"}
        alone, together, linter = self.lint(sources)
        self.assertEqual(together, alone)
        self.assertEqual(list(alone), ["src/base/c.cc"])
        self.assertEqual([len(batch) for batch in linter.apart], [4])

    def test_a_source_that_does_not_compile_fails_alone(self):
        sources = {"src/base/a.cc": "int A() { return 1; }\n", "src/base/b.cc": "int B() { return a; }\n"}
        alone, together, _ = self.lint(sources)
        self.assertEqual(together, alone)
        self.assertEqual(list(alone), ["src/base/b.cc"])

    def test_names_that_clash_are_kept_apart(self):
        own = "namespace orgreg::base {\nnamespace {\n%s\n}  // namespace\n%s}  // namespace orgreg::base\n"
        together = [(own % ("int F(int a) {\n}", ""), own % ("int G(int a) {\n}", "")),
                    (own % ("", "int F(int a) {\n}\n"), own % ("", "int F(char a) {\n}\n")),
                    (own % ("using model::Field;", ""), own % ("using model::Field;", "")),
                    (own % ("TEST(Reads, Text) {\n}", ""), own % ("TEST(Reads, Nothing) {\n}", "")),
                    (own % ("", "int A::F(int a) {\n}\n"), own % ("int F(int a) {\n}", ""))]
        apart = [(own % ("int F(int a) {\n}", ""), own % ("struct F {\n};", "")),
                 (own % ("constexpr std::array<int, 2> kTable = {\n  1, 2};", ""), own % ("int kTable[2];", "")),
                 (own % ("int F(int a) {\n}", ""), own % ("", "int F(int a) {\n}\n")),
                 (own % ("", "const int kOne = 1;\n"), own % ("", "const int kOne = 1;\n")),
                 (own % ("TEST(Reads, Text) {\n}", ""), own % ("TEST(Reads, Text) {\n}", "")),
                 (own % ("namespace names = a;", ""), own % ("namespace names = b;", "")),
                 ("#define A 1\n", "#define A 2\n"),
                 (own % ("int Size(int a) {\n}", ""), '#include "base/size.h"\n')]
        for expected, pairs in ((1, together), (2, apart)):
            for pair in pairs:
                with self.subTest(pair=pair):
                    files = {"src/base/a.cc": pair[0], "src/base/b.cc": pair[1], "src/base/size.h": "int Size();\n"}
                    tree = make_tree(self.root, files)
                    jobs = [clang_tidy.Job(path, ["-O2"], ["src/base/size.h"] if "size.h" in files[path] else [])
                            for path in ("src/base/a.cc", "src/base/b.cc")]
                    self.assertEqual(len(batches.pack(tree, jobs)), expected)


if __name__ == "__main__":
    unittest.main()
