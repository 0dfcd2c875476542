// SPDX-License-Identifier: EUPL-1.2

#include "records/rows/references.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "unit/records/sample_roles.h"

namespace orgreg::records {
namespace {

std::string Named(model::Kind kind, std::string_view body) {
  static References references;
  std::string text;
  for (const base::OrgNumber number : references.In(kind, {.number = {}, .body = body})) {
    if (!text.empty()) text.push_back(' ');
    number.AppendTo(&text);
  }
  return text;
}

// A group of roles that are held by these entities.
std::string GroupOf(std::initializer_list<std::string_view> holders) {
  std::string group = R"({"type":{"kode":"STYR"},"roller":[)";
  for (const std::string_view holder : holders) {
    if (!group.ends_with('[')) group.push_back(',');
    group.append(R"({"type":{"kode":"MEDL"},"enhet":{"navn":["\"enhet\":{"],)");
    group.append(R"("organisasjonsnummer":")").append(holder).append(R"("}})");
  }
  return group + "]}";
}

TEST(References, AreTheEntitiesThatHoldARole) {
  EXPECT_EQ(Named(model::Kind::kRoles, kPublishedRoles), "312304015");
}

TEST(References, AreNamedOnceInAscendingOrder) {
  const std::string body = R"({"organisasjonsnummer":"312300028","rollegrupper":[)" +
                           GroupOf({"312304023", "312304015", "312304023"}) + "," +
                           GroupOf({"312300001"}) + "]}";
  EXPECT_EQ(Named(model::Kind::kRoles, body), "312300001 312304015 312304023");
}

TEST(References, AreNoneInBodiesThatAreNoListsOfRoles) {
  for (const std::string_view body :
       {"", "[1]", "{", "{}", R"({"rollegrupper":1})", R"({"rollegrupper":[1,{"roller":[2]}]})",
        R"({"rollegrupper":[{"roller":[{"enhet":{"organisasjonsnummer":"1"}}]}]})"}) {
    EXPECT_EQ(Named(model::Kind::kRoles, body), "") << body;
  }
}

TEST(References, AreNoneOfOtherKinds) {
  EXPECT_EQ(Named(model::Kind::kVoluntary, kPublishedRoles), "");
}

}  // namespace
}  // namespace orgreg::records
