// SPDX-License-Identifier: EUPL-1.2

#include "render/made_links.h"

#include <gtest/gtest.h>

#include "render/public_form.h"

namespace orgreg::render {
namespace {

using model::Kind;
using model::State;

void ExpectKnownLinks(const model::Schema& schema) {
  for (const model::Row& row : schema.rows) {
    if (row.schema != nullptr) ExpectKnownLinks(*row.schema);
    if (!row.is_link()) continue;
    EXPECT_TRUE(IndexOf(KnownLink{.relation = row.name, .collection = row.collection}))
        << row.name << " " << row.collection;
  }
}

TEST(MadeLinks, HaveARowForEachLinkOfTheSchemas) {
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    for (const State state : {State::kLive, State::kDeleted, State::kRemoved})
      ExpectKnownLinks(model::UnitSchema(kind, state).schema);
  }
  ExpectKnownLinks(model::kRoleListSchema.schema);
  ExpectKnownLinks(model::kLegalRolesSchema.schema);
}

TEST(MadeLinks, AreNotLongerThanTheirLimit) {
  for (std::size_t code = 1; const LinkTexts* const texts = LinkTextsOf(code); ++code)
    EXPECT_LE(texts->before.size() + texts->path.size() + texts->after.size(), kMostLinkBytes);
}

TEST(MadeLinks, HaveNoTextsForOtherCodes) {
  EXPECT_EQ(LinkTextsOf(0), nullptr);
  EXPECT_EQ(LinkTextsOf(CodeOf({.link = kKnownLinks.size()})), nullptr);
}

constexpr std::string_view kPlain = R"({"number":"312300028","above":"312301016"})";

// Links to items in the text, to one that is not in it, and to a long one, which are all there.
PublicText Example(std::string_view last_item) {
  PublicText made;
  FormWriter writer(&made);
  writer.text()->append(kPlain.substr(0, kPlain.size() - 1));
  writer.PutLink({.link = 1, .is_last = false}, "312300028");
  writer.PutLink({.link = 3, .is_first = false, .is_last = false}, "312301016");
  writer.PutLink({.link = 0, .is_first = false}, last_item);
  writer.text()->push_back('}');
  return made;
}

std::string Expected(std::string_view last_item) {
  return R"({"number":"312300028","above":"312301016",)"
         R"("_links":{"self":{"href":"@/enhetsregisteret/api/enheter/312300028"},)"
         R"("overordnetEnhet":{"href":"@/enhetsregisteret/api/enheter/312301016"},)"
         R"("self":{"href":"@/enhetsregisteret/api/organisasjonsformer/)" +
         std::string(last_item) + R"("}}})";
}

TEST(MadeLinks, AreInResponsesAndNotInTheText) {
  for (const std::string& item : {std::string("S%C3%86R"), std::string(500, 'x')}) {
    const PublicText made = Example(item);
    EXPECT_EQ(made.text, kPlain);
    std::string whole;
    made.form().AppendTo("@", &whole);
    EXPECT_EQ(whole, Expected(item));
    std::string linked;
    made.form().AppendLinkedTo("@", &linked);
    EXPECT_EQ(linked, whole);
    std::string plain;
    made.form().AppendPlainTo(&plain);
    EXPECT_EQ(plain, kPlain);
  }
}

TEST(MadeLinks, TakeFewBytes) {
  EXPECT_LE(Example("S%C3%86R").insets.size(), 3 * 5 + std::string_view("S%C3%86R").size());
}

// Clients keep the entity tags of answers whose links were in the text.
TEST(MadeLinks, CountInTheFingerprintLikeWrittenOnes) {
  PublicText written;
  FormWriter writer(&written);
  const std::string expected = Expected("AS");
  std::string_view left = expected;
  for (std::size_t at = left.find('@'); at != std::string_view::npos; at = left.find('@')) {
    writer.text()->append(left.substr(0, at));
    writer.NoteOrigin();
    left.remove_prefix(at + 1);
  }
  writer.text()->append(left);
  EXPECT_EQ(Example("AS").form().Fingerprint(), written.form().Fingerprint());
}

}  // namespace
}  // namespace orgreg::render
