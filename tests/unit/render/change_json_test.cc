// SPDX-License-Identifier: EUPL-1.2

#include "render/change_json.h"

#include <gtest/gtest.h>

namespace orgreg::render {
namespace {

using model::Kind;
using model::UpdateType;

constexpr std::string_view kPatch = R"([{"op":"replace","path":"/antallAnsatte","value":214}])";

model::Update Change(std::string_view patch) {
  return {.id = 16409920,
          .time = *base::Timestamp::Parse("2026-09-08T04:00:15.143Z"),
          .number = base::OrgNumber(312300028),
          .type = UpdateType::kChange,
          .patch = std::string(patch)};
}

std::string Render(Kind kind, const model::Update& update, bool with_changes) {
  std::string out;
  AppendUpdate(kind, update, with_changes, "http://h", &out);
  return out;
}

// The part after the type, up to the links.
std::string Changes(const model::Update& update) {
  const std::string text = Render(Kind::kEntity, update, true);
  const std::string_view name = R"("endringer":)";
  const std::size_t start = text.find(name);
  if (start == std::string::npos) return "none";
  const std::size_t from = start + name.size();
  return text.substr(from, text.find(R"(,"_links")") - from);
}

// Reference, Update feeds: the order of the members.
TEST(AppendUpdate, WritesMembersInTheOrderOfTheService) {
  EXPECT_EQ(Render(Kind::kEntity, Change(kPatch), true),
            R"({"oppdateringsid":16409920,"dato":"2026-09-08T04:00:15.143Z",)"
            R"("organisasjonsnummer":"312300028","endringstype":"Endring",)"
            R"("endringer":[{"op":"replace","path":"/antallAnsatte","value":214}],)"
            R"("_links":{"enhet":{"href":"http://h/enhetsregisteret/api/enheter/312300028"}}})");
  EXPECT_EQ(
      Render(Kind::kSubEntity, Change(kPatch), false),
      R"({"oppdateringsid":16409920,"dato":"2026-09-08T04:00:15.143Z",)"
      R"("organisasjonsnummer":"312300028","endringstype":"Endring",)"
      R"("_links":{"underenhet":{"href":"http://h/enhetsregisteret/api/underenheter/312300028"}}})");
}

TEST(AppendUpdate, NamesEveryType) {
  const std::pair<UpdateType, std::string_view> cases[] = {{UpdateType::kUnknown, "Ukjent"},
                                                           {UpdateType::kNew, "Ny"},
                                                           {UpdateType::kChange, "Endring"},
                                                           {UpdateType::kDeletion, "Sletting"},
                                                           {UpdateType::kRemoval, "Fjernet"}};
  for (const auto& [type, name] : cases) {
    model::Update update = Change("");
    update.type = type;
    const std::string member = R"("endringstype":")" + std::string(name) + '"';
    EXPECT_NE(Render(Kind::kEntity, update, false).find(member), std::string::npos) << name;
  }
}

// Reference, Specification against reality: every record has it, but it is empty except for
// changes.
TEST(AppendUpdate, HasPatchesOnlyForChanges) {
  EXPECT_EQ(Changes(Change("")), "[]");
  EXPECT_EQ(Changes(Change("[]")), "[]");
  for (const UpdateType type :
       {UpdateType::kUnknown, UpdateType::kNew, UpdateType::kDeletion, UpdateType::kRemoval}) {
    model::Update update = Change(kPatch);
    update.type = type;
    EXPECT_EQ(Changes(update), "[]");
  }
}

}  // namespace
}  // namespace orgreg::render
