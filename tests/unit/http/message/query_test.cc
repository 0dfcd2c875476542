// SPDX-License-Identifier: EUPL-1.2

#include "http/message/query.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::http {
namespace {

// "name=value" decoded, "name" without a value, "!raw" if malformed.
std::vector<std::string> Parsed(std::string_view raw) {
  Query query;
  query.Parse(raw);
  std::vector<std::string> texts;
  for (const QueryPair& pair : query.pairs()) {
    std::string text = pair.well_formed ? std::string(pair.name) : "!" + std::string(pair.raw_name);
    if (pair.has_value) text.append("=").append(pair.well_formed ? pair.value : pair.raw_value);
    texts.push_back(text);
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Query, CutsAtAmpersandsAndFirstEquals) {
  EXPECT_EQ(Parsed(""), Texts{});
  EXPECT_EQ(Parsed("a=1&b=2"), (Texts{"a=1", "b=2"}));
  EXPECT_EQ(Parsed("a=b=c"), Texts{"a=b=c"});
  EXPECT_EQ(Parsed("a=1&a=2&a=1"), (Texts{"a=1", "a=2", "a=1"}));
  EXPECT_EQ(Parsed("a=1;b=2"), Texts{"a=1;b=2"});
}

TEST(Query, SkipsEmptyPairsButNotEmptyNames) {
  EXPECT_EQ(Parsed("&&a=1&&b=2&"), (Texts{"a=1", "b=2"}));
  EXPECT_EQ(Parsed("=1&="), (Texts{"=1", "="}));
}

TEST(Query, DistinguishesAnEmptyValueFromNone) { EXPECT_EQ(Parsed("a&b="), (Texts{"a", "b="})); }

TEST(Query, DecodesNamesAndValues) {
  EXPECT_EQ(Parsed("na%76n=S%C3%86R+og%20x&b=1"), (Texts{"navn=SÆR og x", "b=1"}));
  EXPECT_EQ(Parsed("a=%26%3D%2B"), Texts{"a=&=+"});
  EXPECT_EQ(Parsed("navn=\xc3\xb8"), Texts{"navn=ø"});
  EXPECT_EQ(Parsed("a+b=c+d"), Texts{"a b=c d"});
}

TEST(Query, ListsEveryMalformedPairAndGoesOn) {
  EXPECT_EQ(Parsed("a=%&b=2&c=%zz&d=%C3&e=%C3%28&f=\xff&%x=1&g=%ED%A0%80&h=%C0%80&i=9"),
            (Texts{"!a=%", "b=2", "!c=%zz", "!d=%C3", "!e=%C3%28", "!f=\xff", "!%x=1",
                   "!g=%ED%A0%80", "!h=%C0%80", "i=9"}));
}

TEST(Query, KeepsEarlierDecodedTextsValidWhileParsingOn) {
  std::string raw;
  for (int i = 0; i < 2000; ++i) raw += "p" + std::to_string(i) + "=%41+" + std::to_string(i) + "&";
  const Texts texts = Parsed(raw);
  ASSERT_EQ(texts.size(), 2000U);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(texts[i], "p" + std::to_string(i) + "=A " + std::to_string(i));
  }
}

TEST(Query, ForgetsTheFormerQuery) {
  Query query;
  query.Parse("a=%41&b=2");
  query.Parse("c=%42");
  ASSERT_EQ(query.pairs().size(), 1U);
  EXPECT_EQ(query.pairs()[0].name, "c");
  EXPECT_EQ(query.pairs()[0].value, "B");
}

}  // namespace
}  // namespace orgreg::http
