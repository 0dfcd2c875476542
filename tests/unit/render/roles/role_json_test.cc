// SPDX-License-Identifier: EUPL-1.2

#include "render/roles/role_json.h"

#include <gtest/gtest.h>

#include "model/roles/schema.h"
#include "render/body_json.h"
#include "render/roles/role_bulk_json.h"
#include "unit/records/sample_roles.h"

namespace orgreg::render {
namespace {

using model::Form;

std::string Rendered(const model::RoleList& list, Form form = Form::kServed) {
  std::string out;
  if (form == Form::kStored || form == Form::kInventory) {
    AppendBody(model::kRoleListSchema, list, form, &out);
    return out;
  }
  PublicText served;
  AppendServedRoles(list, form, &served);
  served.form().AppendTo("@", &out);
  return out;
}

// One group with one role.
model::RoleList ListOf(model::Role role, std::string group = "STYR") {
  model::RoleList list{.number = base::OrgNumber(312'300'028)};
  list.groups.push_back({.type = {.code = std::move(group)}, .roles = {std::move(role)}});
  return list;
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(AppendRoles, EncodesCodesInLinks) {
  const std::string text = Rendered(ListOf(
      {.type = {.code = "FFØR", .text = "Forretningsfører"}, .holder = model::Person()}, "A/\"B"));
  EXPECT_TRUE(Has(text, R"("kode":"FFØR","beskrivelse":"Forretningsfører","_links":{"self":)"
                        R"({"href":"@/enhetsregisteret/api/roller/rolletyper/FF%C3%98R"}})"))
      << text;
  EXPECT_TRUE(Has(text, R"("kode":"A/\"B","_links":{"self":{"href":)"
                        R"("@/enhetsregisteret/api/roller/rollegruppetyper/A%2F%22B"}})"))
      << text;
}

TEST(AppendRoles, LeavesOutAbsentMembersAndFalseFlags) {
  const model::Role role = {.type = {.code = "MEDL"},
                            .holder = model::Person(),
                            .has_confirmed_future_power = false,
                            .has_limited_capacity = false};
  EXPECT_EQ(Rendered(ListOf(role), Form::kStored),
            R"({"organisasjonsnummer":"312300028","rollegrupper":[{"type":{"kode":"STYR"},)"
            R"("roller":[{"type":{"kode":"MEDL"},"person":{"navn":{}}}]}]})");
}

TEST(AppendRoles, LinksToTheInterfaceThatIsAsked) {
  const model::RoleList list = ListOf({.type = {.code = "MEDL"}, .holder = model::Person()});
  const std::string entity = R"("enhet":{"href":"@/enhetsregisteret/api/enheter/312300028"}}})";
  EXPECT_TRUE(Rendered(list).ends_with(
      R"("_links":{"self":{"href":"@/enhetsregisteret/api/enheter/312300028/roller"},)" + entity));
  EXPECT_TRUE(Rendered(list, Form::kAuthorised)
                  .ends_with(R"("_links":{"self":{"href":)"
                             R"("@/enhetsregisteret/autorisert-api/enheter/312300028/roller"},)" +
                             entity));
}

TEST(AppendRoles, PutsTheIdentificationNumberLastInAuthorisedAnswersAlone) {
  model::Person person = {.born_on = base::Date::FromDays(0), .name = {.first = "Kari"}};
  person.is_dead = false;
  person.number = base::IdentityNumber::MakeSynthetic(base::Date::FromDays(0), 1);
  ASSERT_TRUE(person.number);
  person.sealed_number = "1.x";
  person.blind_index = "00ff";
  const std::string digits(person.number->Reveal());
  const model::RoleList list = ListOf({.type = {.code = "MEDL"}, .holder = person});
  const std::string known = R"("person":{"fodselsdato":"1970-01-01","navn":{"fornavn":"Kari"},)"
                            R"("erDoed":false)";
  EXPECT_TRUE(Has(Rendered(list), known + "}"));
  EXPECT_TRUE(
      Has(Rendered(list, Form::kAuthorised), known + R"(,"fodselsnummer":")" + digits + R"("})"));
  EXPECT_TRUE(Has(Rendered(list, Form::kStored), known + R"(,"sealed":"1.x","blind":"00ff"})"));
  EXPECT_FALSE(Has(Rendered(list, Form::kStored), digits));
}

// One role in one entity.
std::vector<model::HeldRoles> Held() {
  const model::Role role = {.type = {.code = "DTPR", .text = "Deltaker"},
                            .holder = model::HolderEntity(),
                            .share = "50%",
                            .elected_by = model::CodedText{.code = "AREP"},
                            .has_left = false,
                            .is_deregistered = true,
                            .order = 3};
  return {{.number = base::OrgNumber(312'300'028), .name = "A", .roles = {role}}};
}

TEST(RoleStatement, ShowsRolesWithoutTheirHolderAndCodesWithoutLinks) {
  PublicText text;
  FormWriter writer(&text);
  AppendBody(model::kRoleStatementSchema, {.name = {.first = "Kari"}, .held = Held()},
             Form::kAuthorised, &writer);
  std::string out;
  text.form().AppendTo("@", &out);
  EXPECT_EQ(out, R"({"navn":{"fornavn":"Kari"},"erDoed":false,"enheter":[)"
                 R"({"organisasjonsnummer":"312300028","navn":"A","roller":[)"
                 R"({"type":{"kode":"DTPR","beskrivelse":"Deltaker"},"fratraadt":false,)"
                 R"("avregistrert":true,"rekkefolge":3,"ansvarsandel":"50%"}],"_links":{"enhet":)"
                 R"({"href":"@/enhetsregisteret/api/enheter/312300028"}}}]})");
}

TEST(LegalRoles, LinkCodesEntitiesAndPages) {
  const model::LegalRoles roles = {
      .holder = base::OrgNumber(312'304'015), .is_deleted = true, .held = Held()};
  PublicText text;
  AppendLegalRoles(roles, {.self = "/x", .next = "/y"}, &text);
  std::string out;
  text.form().AppendTo("@", &out);
  EXPECT_EQ(out, R"({"organisasjonsnummer":"312304015","erSlettet":true,"enheter":[)"
                 R"({"organisasjonsnummer":"312300028","navn":"A","roller":[)"
                 R"({"type":{"kode":"DTPR","beskrivelse":"Deltaker","_links":{"self":{"href":)"
                 R"("@/enhetsregisteret/api/roller/rolletyper/DTPR"}}},"fratraadt":false,)"
                 R"("avregistrert":true,"rekkefolge":3,"ansvarsandel":"50%"}],"_links":{"enhet":)"
                 R"({"href":"@/enhetsregisteret/api/enheter/312300028"}}}],)"
                 R"("_links":{"self":{"href":"@/x"},"next":{"href":"@/y"}}})");
}

constexpr base::OrgNumber kNumber(312'300'028);

std::string Bulk(const PublicForm& roles) {
  std::string out = "before ";
  EXPECT_TRUE(AppendBulkRoles(kNumber, roles, &out)) << roles.text();
  EXPECT_TRUE(out.starts_with("before "));
  return out.substr(std::string("before ").size());
}

TEST(AppendBulkRoles, IsThePublishedLineWithoutLinks) {
  EXPECT_EQ(Bulk(PublicForm(records::kPublicRoles)), records::kBulkRoles);
}

TEST(AppendBulkRoles, KeepsTextsAsTheyAre) {
  model::HolderEntity entity = {.number = base::OrgNumber(312'304'015)};
  entity.name = {"\"},{\"_links\":{", std::nullopt, "\\", "",
                 "a\nb\x01"
                 "c"};
  entity.approval = "fratraadt\":";
  const model::Role role = {.type = {.code = "REVI"}, .holder = entity, .has_left = true};
  PublicText served;
  AppendServedRoles(ListOf(role, "REVI"), Form::kServed, &served);
  EXPECT_EQ(Bulk(served.form()),
            R"({"organisasjonsnummer":"312300028","rollegrupper":[{"roller":[{"enhet":{)"
            R"("godkjenningsstatus":"fratraadt\":","navn":["\"},{\"_links\":{",null,"\\","",)"
            R"("a\nb\u0001c"],"organisasjonsnummer":"312304015"},"type":{"kode":"REVI"}}],)"
            R"("type":{"kode":"REVI"}}]})");
}

TEST(AppendBulkRoles, HasIdentificationNumbersIfTheInputHasThem) {
  model::Person person = {.born_on = base::Date::FromDays(0)};
  person.number = base::IdentityNumber::MakeSynthetic(base::Date::FromDays(0), 1);
  ASSERT_TRUE(person.number);
  PublicText served;
  AppendServedRoles(ListOf({.type = {.code = "MEDL"}, .holder = person}), Form::kAuthorised,
                    &served);
  EXPECT_TRUE(Has(Bulk(served.form()), R"("person":{"fodselsdato":"1970-01-01","fodselsnummer":")" +
                                           std::string(person.number->Reveal()) +
                                           R"(","navn":{}})"));
}

TEST(AppendBulkRoles, RejectsOtherTexts) {
  const std::string good = records::kPublicRoles;
  std::vector<std::string> wrong = {"",         "}",        "\"}}}",        "312300028\"}}}",
                                    "[" + good, good + "}", good.substr(1), "{" + good};
  for (std::size_t length = 0; length < good.size(); length += 7)
    wrong.push_back(good.substr(0, length));
  for (const std::string& bytes : wrong) {
    std::string out = "before";
    EXPECT_FALSE(AppendBulkRoles(kNumber, PublicForm(bytes), &out)) << bytes;
    EXPECT_EQ(out, "before");
  }
}

}  // namespace
}  // namespace orgreg::render
