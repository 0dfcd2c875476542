// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/text_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "unit/search/in_memory.h"

namespace orgreg::search {
namespace {

// Few letters, so that many texts have long beginnings in common; a zero byte is also padding.
std::string TextOf(std::mt19937* random, std::size_t most_letters) {
  std::string text;
  for (std::size_t left = (*random)() % (most_letters + 1); left > 0; --left)
    text.push_back("ab\xC3\0"[(*random)() % 4]);
  return text;
}

// Texts in order, with some of them several times.
std::vector<std::string> SortedTexts(std::size_t count, std::mt19937* random) {
  std::vector<std::string> texts;
  while (texts.size() < count) {
    texts.push_back(TextOf(random, 24));
    if ((*random)() % 4 == 0) texts.resize(texts.size() + (*random)() % 40, texts.back());
  }
  std::ranges::sort(texts);
  return texts;
}

template <typename Is>
std::size_t CountOf(const std::vector<std::string_view>& texts, Is is) {
  return static_cast<std::size_t>(std::ranges::count_if(texts, is));
}

// Compares with a walk over all texts.
void ExpectFinds(const std::vector<std::string>& texts, const std::string& wanted) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto built = OpenInMemory([&](SegmentFileWriter* writer) { WriteSamples(views, writer); },
                                  [](SectionReader* reader) { return TextSamples(reader); });
  const auto text_at = [&](std::size_t place) { return views[place]; };
  const auto less = CountOf(views, [&](std::string_view text) { return text < wanted; });
  const auto beginning =
      CountOf(views, [&](std::string_view text) { return text.starts_with(wanted); });
  EXPECT_EQ(built.view.LowerBound(views.size(), wanted, text_at), less);
  const Range range = built.view.BeginningWith(views.size(), wanted, text_at);
  EXPECT_EQ(range.first, less);
  EXPECT_EQ(range.last, less + beginning);
}

TEST(TextSamples, FindNothingIfThereAreNoTexts) { ExpectFinds({}, "a"); }

TEST(TextSamples, FindEveryTextAndItsBeginnings) {
  std::mt19937 random(1);
  for (const std::size_t count : {1U, 15U, 16U, 17U, 33U, 300U, 2000U}) {
    const std::vector<std::string> texts = SortedTexts(count, &random);
    for (int turn = 0; turn < 60; ++turn) {
      const std::string& text = texts[random() % texts.size()];
      ExpectFinds(texts, text);
      ExpectFinds(texts, text.substr(0, random() % (text.size() + 1)));
      ExpectFinds(texts, text + TextOf(&random, 3));
      ExpectFinds(texts, TextOf(&random, 40));
    }
  }
}

TEST(TextSamples, AreThoseOfTheOrder) {
  const std::vector<std::string_view> texts = {"c", "a", "b"};
  const std::vector<std::uint32_t> order = {1, 2, 0};
  const auto built =
      OpenInMemory([&](SegmentFileWriter* writer) { WriteSamples(texts, order, writer); },
                   [](SectionReader* reader) { return TextSamples(reader); });
  const auto text_at = [&](std::size_t place) { return texts[order[place]]; };
  EXPECT_EQ(built.view.LowerBound(texts.size(), "b", text_at), 1U);
  EXPECT_EQ(built.view.LowerBound(texts.size(), "d", text_at), 3U);
}

}  // namespace
}  // namespace orgreg::search
