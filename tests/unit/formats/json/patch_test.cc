// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/patch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <span>
#include <string>

#include "formats/json/text.h"
#include "formats/json/tree.h"
#include "unit/formats/json/apply_patch.h"

namespace orgreg::formats {
namespace {

struct PatchCase {
  std::string_view before;
  std::string_view after;
  std::string_view patch;
};

bool IsSameText(std::string_view a, std::string_view b) {
  JsonTree left;
  JsonTree right;
  EXPECT_TRUE(ReadTree(a, &left)) << a;
  EXPECT_TRUE(ReadTree(b, &right)) << b;
  return IsSame(left.root, right.root);
}

std::string Apply(std::string_view before, std::string_view patch) {
  const base::Result<std::string> after = ApplyPatch(before, patch);
  return after ? *after : "error: " + after.error().message;
}

void CheckCases(std::span<const PatchCase> cases) {
  for (const PatchCase& example : cases) {
    EXPECT_EQ(MakePatch(example.before, example.after), example.patch);
    const std::string after = Apply(example.before, example.patch);
    EXPECT_TRUE(IsSameText(after, example.after)) << example.before << " became " << after;
  }
}

TEST(MakePatch, ChangesObjectsMemberByMember) {
  const PatchCase cases[] = {
      {R"({"a":1})", R"({"a":1})", "[]"},
      {R"({"a":1,"b":2})", R"({ "b" : 2, "a" : 1 })", "[]"},
      {R"({"a":1})", R"({"a":2})", R"([{"op":"replace","path":"/a","value":2}])"},
      {R"({"a":1})", "{}", R"([{"op":"remove","path":"/a"}])"},
      {"{}", R"({"a":null})", R"([{"op":"add","path":"/a","value":null}])"},
      {R"({"gone":1,"kept":{"x":1,"y":2},"new":1})",
       R"({"added":[],"new":"1","kept":{"x":1,"y":3}})",
       R"([{"op":"remove","path":"/gone"},{"op":"replace","path":"/kept/y","value":3},)"
       R"({"op":"replace","path":"/new","value":"1"},{"op":"add","path":"/added","value":[]}])"},
      {R"({"a":{"b":1}})", R"({"a":[1]})", R"([{"op":"replace","path":"/a","value":[1]}])"},
      {"[]", "{}", R"([{"op":"replace","path":"","value":{}}])"},
      {"1", "null", R"([{"op":"replace","path":"","value":null}])"},
  };
  CheckCases(cases);
}

TEST(MakePatch, ChangesArraysElementByElementOrWhole) {
  const PatchCase cases[] = {
      {R"({"a":["x"]})", R"({"a":["x","y"]})", R"([{"op":"add","path":"/a/-","value":"y"}])"},
      {R"({"a":["x","y"]})", R"({"a":["x"]})", R"([{"op":"remove","path":"/a/1"}])"},
      {R"({"a":["x","y","z"]})", R"({"a":["y","z"]})", R"([{"op":"remove","path":"/a/0"}])"},
      {R"({"a":["x","z"]})", R"({"a":["x","y","z"]})",
       R"([{"op":"add","path":"/a/1","value":"y"}])"},
      {R"({"a":["a first long line","b","a last long line","with one more"]})",
       R"({"a":["a first long line","c","a last long line","with one more"]})",
       R"([{"op":"replace","path":"/a/1","value":"c"}])"},
      {R"({"a":[1,2,3]})", R"({"a":[4,5,6]})", R"([{"op":"replace","path":"/a","value":[4,5,6]}])"},
      {R"({"a":[1,2,3]})", R"({"a":[]})", R"([{"op":"replace","path":"/a","value":[]}])"},
      {R"({"b":1,"a":[1,2,3]})", R"({"b":2,"a":[4,5,6]})",
       R"([{"op":"replace","path":"/b","value":2},{"op":"replace","path":"/a","value":[4,5,6]}])"},
      {R"({"a":[{"k":"N","t":"a text that is kept"}]})",
       R"({"a":[{"k":"M","t":"a text that is kept"}]})",
       R"([{"op":"replace","path":"/a/0/k","value":"M"}])"},
      {R"({"a":["1111111111111111111111111111111111111111",2,3]})",
       R"({"a":["1111111111111111111111111111111111111111"]})",
       R"([{"op":"remove","path":"/a/2"},{"op":"remove","path":"/a/1"}])"},
      {"[null]", "[null,null]", R"([{"op":"add","path":"/-","value":null}])"},
  };
  CheckCases(cases);
}

// If both ways have the same length, it is element by element.
TEST(MakePatch, ChoosesTheShorterWayForArrays) {
  const PatchCase cases[] = {
      {R"({"a":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",1,2]})",
       R"({"a":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",3,4]})",
       R"([{"op":"replace","path":"/a/1","value":3},{"op":"replace","path":"/a/2","value":4}])"},
      {R"({"a":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",1,2]})",
       R"({"a":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",3,4]})",
       R"([{"op":"replace","path":"/a","value":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",3,4]}])"},
      {R"({"b":1,"a":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",1,2]})",
       R"({"b":2,"a":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",3,4]})",
       R"([{"op":"replace","path":"/b","value":2},{"op":"replace","path":"/a/1","value":3},{"op":"replace","path":"/a/2","value":4}])"},
      {R"({"b":1,"a":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",1,2]})",
       R"({"b":2,"a":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",3,4]})",
       R"([{"op":"replace","path":"/b","value":2},{"op":"replace","path":"/a","value":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",3,4]}])"},
  };
  CheckCases(cases);
}

// RFC 6901, section 3; JSON's escapes are added on top.
TEST(MakePatch, EscapesNamesInPaths) {
  const PatchCase cases[] = {
      {"{}", R"({"a/b":1})", R"([{"op":"add","path":"/a~1b","value":1}])"},
      {"{}", R"({"a~1":1})", R"([{"op":"add","path":"/a~01","value":1}])"},
      {"{}", R"({"":1})", R"([{"op":"add","path":"/","value":1}])"},
      {R"({"\"\\\n":{"":1}})", R"({"\"\\\n":{"":2}})",
       R"([{"op":"replace","path":"/\"\\\n/","value":2}])"},
      {R"({"-":1})", R"({"-":2})", R"([{"op":"replace","path":"/-","value":2}])"},
      {R"({"\u00e6":1})", R"({"æ":2})", R"([{"op":"replace","path":"/æ","value":2}])"},
  };
  CheckCases(cases);
}

TEST(MakePatch, ComparesNumbersAsWrittenAndStringsAsMeant) {
  const PatchCase cases[] = {
      {R"({"a":1.0})", R"({"a":1.00})", R"([{"op":"replace","path":"/a","value":1.00}])"},
      {R"({"a":9007199254740993})", R"({"a":9007199254740992})",
       R"([{"op":"replace","path":"/a","value":9007199254740992}])"},
      {R"({"a":1})", R"({"a":1e0})", R"([{"op":"replace","path":"/a","value":1e0}])"},
      {R"({"a":-0})", R"({"a":0})", R"([{"op":"replace","path":"/a","value":0}])"},
      {R"({"a":1})", R"({"a":"1"})", R"([{"op":"replace","path":"/a","value":"1"}])"},
      {R"({"a":"null"})", R"({"a":null})", R"([{"op":"replace","path":"/a","value":null}])"},
      {R"({"a":"\u0041\/"})", R"({"a":"A/"})", "[]"},
      {R"({"a":""})", R"({"a":"\u0001"})", R"([{"op":"replace","path":"/a","value":"\u0001"}])"},
  };
  CheckCases(cases);
}

TEST(MakePatch, CountsTheLastOfMembersOfOneName) {
  EXPECT_EQ(MakePatch(R"({"a":1,"b":0,"a":2})", R"({"b":0,"a":2})"), "[]");
  EXPECT_EQ(MakePatch(R"({"a":2,"a":1})", R"({"a":2})"),
            R"([{"op":"replace","path":"/a","value":2}])");
}

TEST(MakePatch, ReplacesTheWholeIfTheOldTextIsBroken) {
  for (const char* before : {"", "{", "{}x", "{\"a\":}", "nul", "\xff"})
    EXPECT_EQ(MakePatch(before, "{}"), R"([{"op":"replace","path":"","value":{}}])") << before;
  for (const char* after : {"", "{", "[1,]", "\"\x01\"", "\"\xff\""})
    EXPECT_EQ(MakePatch("{}", after), "") << after;
}

TEST(ApplyPatch, DoesOneOperationAfterTheOther) {
  EXPECT_EQ(Apply(R"({"a":[1,2]})", R"([{"op":"add","path":"/a/0","value":0},)"
                                    R"({"op":"remove","path":"/a/1"},)"
                                    R"({"op":"add","path":"/b","value":{}},)"
                                    R"({"op":"add","path":"/b/c~1d","value":[]},)"
                                    R"({"op":"add","path":"/b/c~1d/-","value":1.50}])"),
            R"({"a":[0,2],"b":{"c/d":[1.50]}})");
}

TEST(ApplyPatch, KeepsTheOrderOfMembers) {
  EXPECT_EQ(Apply(R"({"c":1,"b":2,"a":3})", R"([{"op":"replace","path":"/b","value":0},)"
                                            R"({"op":"add","path":"/c","value":9},)"
                                            R"({"op":"add","path":"/0","value":0}])"),
            R"({"c":9,"b":0,"a":3,"0":0})");
}

TEST(ApplyPatch, IgnoresMembersThatMeanNothing) {
  EXPECT_EQ(Apply(R"({"a":1})", R"([{"op":"remove","path":"/a","value":1,"from":"/b"}])"), "{}");
  EXPECT_EQ(Apply(R"({"a":1})", "[]"), R"({"a":1})");
}

TEST(ApplyPatch, RefusesBrokenPatches) {
  const std::string before = R"({"a":[1,{"b":2}],"c":"text","":0})";
  for (const char* patch : {
           "",
           "{}",
           "null",
           "[",
           "[1]",
           "[{}]",
           R"([{"op":"add"}])",
           R"([{"path":"/a"}])",
           R"([{"op":"add","path":"/x"}])",
           R"([{"op":"replace","path":"/a"}])",
           R"([{"op":1,"path":"/a","value":1}])",
           R"([{"op":"add","path":1,"value":1}])",
           R"([{"op":"ADD","path":"/a","value":1}])",
           R"([{"op":"move","from":"/a","path":"/x"}])",
           R"([{"op":"test","path":"/c","value":"text"}])",
           R"([{"op":"add","path":"a","value":1}])",
           R"([{"op":"add","path":"/a/~","value":1}])",
           R"([{"op":"add","path":"/x~2","value":1}])",
           R"([{"op":"remove","path":""}])",
           R"([{"op":"remove","path":"/x"}])",
           R"([{"op":"replace","path":"/x","value":1}])",
           R"([{"op":"add","path":"/x/y","value":1}])",
           R"([{"op":"add","path":"/a/3","value":1}])",
           R"([{"op":"add","path":"/a/00","value":1}])",
           R"([{"op":"add","path":"/a/01","value":1}])",
           R"([{"op":"add","path":"/a/+1","value":1}])",
           R"([{"op":"add","path":"/a/-1","value":1}])",
           R"([{"op":"add","path":"/a/","value":1}])",
           R"([{"op":"add","path":"/a/x","value":1}])",
           R"([{"op":"add","path":"/a/99999999999999999999","value":1}])",
           R"([{"op":"remove","path":"/a/-"}])",
           R"([{"op":"remove","path":"/a/2"}])",
           R"([{"op":"replace","path":"/a/-","value":1}])",
           R"([{"op":"add","path":"/c/0","value":1}])",
           R"([{"op":"add","path":"/c/-","value":1}])",
           R"([{"op":"remove","path":"/c/0"}])",
           R"([{"op":"add","path":"/a/1/b/x","value":1}])",
           R"([{"op":"add","op":"remove","path":"/a","value":1}])",
           R"([{"op":"remove","path":"/c"},{"op":"remove","path":"/c"}])",
       }) {
    const base::Result<std::string> after = ApplyPatch(before, patch);
    ASSERT_FALSE(after) << patch << " gave " << *after;
    EXPECT_EQ(after.error().code, base::Code::kInvalid);
  }
  EXPECT_FALSE(ApplyPatch("{", "[]"));
}

TEST(ApplyPatch, NamesTheWrongOperation) {
  const auto after =
      ApplyPatch("{}", R"([{"op":"add","path":"/a","value":1},{"op":"remove","path":"/b"}])");
  ASSERT_FALSE(after);
  EXPECT_EQ(after.error().message,
            R"(operation 1 cannot be carried out: {"op":"remove","path":"/b"})");
}

// Otherwise operations could nest without end.
TEST(ApplyPatch, RefusesToNestTooDeep) {
  std::string patch = "[";
  std::string path;
  for (int level = 0; level < 100; ++level) {
    path += "/a";
    if (level != 0) patch += ",";
    patch += R"({"op":"add","path":")" + path + R"(","value":{}})";
  }
  EXPECT_FALSE(ApplyPatch("{}", patch + "]"));
  EXPECT_FALSE(ApplyPatch(std::string(100, '[') + std::string(100, ']'), "[]"));
}

// Documents with few names and values, so that two of them have much in common.
class RandomDocuments {
 public:
  explicit RandomDocuments(unsigned seed) : random_(seed) {}

  std::string Make() {
    std::string text;
    AppendValue(0, &text);
    return text;
  }

  // The same document, changed in a few places.
  std::string Change(std::string_view text) {
    JsonTree tree;
    EXPECT_TRUE(ReadTree(text, &tree));
    std::deque<Fresh> made;
    for (std::size_t count = Pick(3) + 1; count != 0; --count) ChangeOne(&tree.root, &made);
    std::string changed;
    AppendTree(tree.root, &changed);
    return changed;
  }

 private:
  // The texts from which a changed document borrows.
  struct Fresh {
    std::string text;
    JsonTree tree;
  };

  std::size_t Pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  void AppendScalar(std::string* out) {
    static constexpr std::string_view kScalars[] = {"null",        "true",
                                                    "false",       "0",
                                                    "1",           "1.0",
                                                    "1.00",        "-1e9",
                                                    "\"\"",        "\"a\"",
                                                    "\"~1/\"",     "\"\\n\"",
                                                    "\"æ\"",       "12345678901234567890",
                                                    "0.1",         "\"1\"",
                                                    "\"\\u0000\"", "\"long text, several words\""};
    out->append(kScalars[Pick(std::size(kScalars))]);
  }

  void AppendValue(int level, std::string* out) {
    const std::size_t shape = level == 0 ? Pick(2) : Pick(4);
    if (level == 4 || shape > 1) return AppendScalar(out);
    out->push_back(shape == 0 ? '{' : '[');
    const std::size_t count = Pick(6);
    for (std::size_t at = 0; at < count; ++at) {
      if (at != 0) out->push_back(',');
      if (shape == 0) {
        AppendJsonString(kNames[Pick(std::size(kNames))], out);
        out->push_back(':');
      }
      AppendValue(level + 1, out);
    }
    out->push_back(shape == 0 ? '}' : ']');
  }

  void ChangeOne(JsonValue* value, std::deque<Fresh>* made) {
    while (!value->items.empty() && Pick(4) != 0) {
      const std::size_t at = Pick(value->items.size());
      const auto place = value->items.begin() + static_cast<std::ptrdiff_t>(at);
      const std::size_t action = Pick(8);
      if (action == 0) {
        value->items.erase(place);
        return;
      }
      if (action == 1 && value->kind == JsonValue::Kind::kArray) {
        const JsonValue copy = *place;
        value->items.insert(place, copy);
        return;
      }
      if (action == 2) {
        std::ranges::shuffle(value->items, random_);
        return;
      }
      value = &*place;
    }
    Fresh& fresh = made->emplace_back();
    AppendValue(1, &fresh.text);
    EXPECT_TRUE(ReadTree(fresh.text, &fresh.tree));
    const std::string_view name = value->name;
    *value = fresh.tree.root;
    value->name = name;
  }

  static constexpr std::string_view kNames[] = {"a", "b", "c", "a/b",  "~",
                                                "",  "0", "-", "\"\n", "ø"};
  std::mt19937 random_;
};

// The main property of a patch: it leads from one document to the other and back.
TEST(ApplyPatch, LeadsWhereverMakePatchCameFrom) {
  constexpr unsigned kCases = 10'000;
  int changed = 0;
  for (unsigned seed = 0; seed < kCases; ++seed) {
    RandomDocuments random(seed);
    const std::string before = random.Make();
    const std::string after = seed % 4 == 0 ? random.Make() : random.Change(before);
    const std::string forward = MakePatch(before, after);
    EXPECT_EQ(forward, MakePatch(before, after));
    ASSERT_TRUE(IsSameText(Apply(before, forward), after))
        << "seed " << seed << ": " << before << " by " << forward << " to " << after;
    ASSERT_TRUE(IsSameText(Apply(after, MakePatch(after, before)), before)) << "seed " << seed;
    EXPECT_EQ(forward == "[]", IsSameText(before, after)) << "seed " << seed;
    changed += forward == "[]" ? 0 : 1;
  }
  EXPECT_GT(changed, 8'000);
}

// A patch that is broken in one place is rejected or has some effect; it never does damage.
TEST(ApplyPatch, SurvivesPatchesThatWereBroken) {
  std::mt19937 random(1);
  for (unsigned seed = 0; seed < 5'000; ++seed) {
    RandomDocuments documents(seed);
    const std::string before = documents.Make();
    std::string patch = MakePatch(before, documents.Change(before));
    patch[random() % patch.size()] = R"("{}[],:~/-01a)"[random() % 13];
    const base::Result<std::string> after = ApplyPatch(before, patch);
    EXPECT_TRUE(!after || IsSameText(*after, *after)) << patch;
  }
}

}  // namespace
}  // namespace orgreg::formats
