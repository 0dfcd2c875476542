// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/role_record.h"

#include <gtest/gtest.h>

#include "model/roles/schema.h"
#include "records/readers/record_reader.h"
#include "render/body_json.h"
#include "render/roles/role_bulk_json.h"
#include "render/roles/role_json.h"
#include "unit/records/problem_texts.h"
#include "unit/records/sample_roles.h"

namespace orgreg::records {
namespace {

struct Outcome {
  bool taken = false;
  model::RoleList list = {};
  std::vector<std::string> problems = {};
  std::vector<std::string> unknown = {};
};

Outcome Read(std::string text, RoleSource source = RoleSource::kInventory) {
  Outcome outcome;
  text.reserve(text.size() + RecordReader::kPadding);
  RoleReader reader(base::ControlRule::kPresent);
  Problems problems;
  outcome.taken = reader.Read(text, source, &outcome.list, &problems, &outcome.unknown);
  outcome.problems = TextsOf(problems);
  return outcome;
}

std::string Rendered(const model::RoleList& list, model::Form form) {
  std::string out;
  if (form == model::Form::kStored) {
    render::AppendBody(model::kRoleListSchema, list, form, &out);
    return out;
  }
  render::PublicText served;
  AppendServedRoles(list, form, &served);
  served.form().AppendTo("@", &out);
  return out;
}

std::string Groups(const std::string& groups) {
  return R"({"organisasjonsnummer":"312300028","rollegrupper":)" + groups + "}";
}

// A list of one group with one role.
std::string ListOf(const std::string& role) {
  return Groups(R"([{"type":{"kode":"STYR"},"roller":[)" + role + "]}]");
}

// A role of a member of the board, held by a person with these members.
std::string HeldBy(const std::string& person) {
  return ListOf(R"({"type":{"kode":"MEDL"},"person":{)" + person + "}}");
}

constexpr const char* kPath = "rollegrupper[0].roller[0]";

TEST(RoleReader, ReadsThePublishedInventory) {
  const Outcome outcome = Read(kPublishedRoles);
  ASSERT_TRUE(outcome.taken) << outcome.problems.front();
  EXPECT_TRUE(outcome.unknown.empty());
  EXPECT_EQ(Rendered(outcome.list, model::Form::kServed), kPublicRoles);
}

// Every form of a list gives the same list.
TEST(RoleReader, ReadsEveryFormAlike) {
  const std::string stored = Rendered(Read(kPublishedRoles).list, model::Form::kStored);
  std::string answer = kPublicRoles;
  answer.insert(1, R"("organisasjonsnummer":"312300028",)");
  for (const std::string& form : {kBulkRoles, answer, stored}) {
    const Outcome outcome = Read(form);
    ASSERT_TRUE(outcome.taken) << outcome.problems.front();
    EXPECT_EQ(Rendered(outcome.list, model::Form::kStored), stored);
  }
  const Outcome again = Read(stored, RoleSource::kStore);
  ASSERT_TRUE(again.taken) << again.problems.front();
  EXPECT_TRUE(again.unknown.empty());
  EXPECT_EQ(Rendered(again.list, model::Form::kStored), stored);
}

TEST(RoleReader, ReadsAnAnswerWithoutTheNumber) {
  const Outcome outcome = Read(kPublicRoles, RoleSource::kAnswer);
  ASSERT_TRUE(outcome.taken) << outcome.problems.front();
  EXPECT_EQ(outcome.list.number, base::OrgNumber());
  ASSERT_EQ(outcome.list.groups.size(), 3U);
  const auto* auditor = std::get_if<model::HolderEntity>(&outcome.list.groups[2].roles[0].holder);
  ASSERT_NE(auditor, nullptr);
  EXPECT_EQ(auditor->number.value(), 312'304'015U);
}

TEST(RoleReader, KeepsEveryMember) {
  const std::string list = ListOf(
      R"({"type":{"kode":"BOBE","beskrivelse":"Bostyrer"},"bostyrer":{"navn":"ADVOKAT PRØVE",)"
      R"("postadresse":{"land":"Norge","landkode":"NO","postnummer":"0150","poststed":"OSLO",)"
      R"("adresse":["c/o \"X\"",null],"kommune":"OSLO","kommunenummer":"0301"},"erDoed":true},)"
      R"("ansvarsandel":"1/2","fratraadt":true,"avregistrert":false,"rekkefolge":7,)"
      R"("stadfestetFremtidsfullmakt":true,"begrensetRettsligHandleevne":true},)"
      R"({"type":{"kode":"REVI","beskrivelse":"Revisor"},"enhet":{"organisasjonsnummer":)"
      R"("312304015","organisasjonsform":{"kode":"UTBG","beskrivelse":"Frivillig","utgaatt":)"
      R"("2017-07-17"},"navn":["EN","TO"],"erSlettet":true,"godkjenningsstatus":"GODKJENT"},)"
      R"("fratraadt":false,"avregistrert":false,"rekkefolge":8})");
  const Outcome outcome = Read(list);
  ASSERT_TRUE(outcome.taken) << outcome.problems.front();
  EXPECT_TRUE(outcome.unknown.empty());
  std::string expected = list;
  expected.replace(expected.find(R"({"kode":"STYR"})"), 15,
                   R"({"kode":"STYR","beskrivelse":"Styre"})");
  EXPECT_EQ(Rendered(outcome.list, model::Form::kStored), expected);
}

TEST(RoleReader, FillsInTheTextsOfKnownCodesAlone) {
  const Outcome outcome = Read(
      ListOf(R"({"type":{"kode":"LEDE"},"valgtAv":{"kode":"AREP"},"enhet":{"organisasjonsnummer":)"
             R"("312304015","organisasjonsform":{"kode":"AS"}}},)"
             R"({"type":{"kode":"NYKO"},"valgtAv":{"kode":"D-AK"},"person":{}},)"
             R"({"type":{"kode":"LEDE","beskrivelse":"Leiar"},"person":{}})"));
  ASSERT_TRUE(outcome.taken) << outcome.problems.front();
  const std::vector<model::Role>& roles = outcome.list.groups[0].roles;
  EXPECT_EQ(roles[0].type.text, "Styrets leder");
  EXPECT_EQ(roles[0].elected_by->text, "Representant for de ansatte");
  EXPECT_EQ(std::get<model::HolderEntity>(roles[0].holder).form.text, "Aksjeselskap");
  EXPECT_EQ(roles[1].type.text, std::nullopt);
  EXPECT_EQ(roles[1].elected_by->text, std::nullopt);
  EXPECT_EQ(roles[2].type.text, "Leiar");
}

TEST(RoleReader, LetsEachNameOfAnEndedRoleStandForTheOther) {
  const auto flags = [](const std::string& members) {
    const Outcome outcome = Read(ListOf(R"({"type":{"kode":"MEDL"},"person":{})" + members + "}"));
    const model::Role& role = outcome.list.groups.at(0).roles.at(0);
    return std::pair(role.has_left, role.is_deregistered);
  };
  using Flags = std::pair<model::Flag, model::Flag>;
  EXPECT_EQ(flags(""), Flags(std::nullopt, std::nullopt));
  EXPECT_EQ(flags(R"(,"fratraadt":true)"), Flags(true, true));
  EXPECT_EQ(flags(R"(,"avregistrert":true)"), Flags(true, true));
  EXPECT_EQ(flags(R"(,"avregistrert":false)"), Flags(false, false));
  EXPECT_EQ(flags(R"(,"fratraadt":true,"avregistrert":false)"), Flags(true, false));
}

TEST(RoleReader, SortsRolesAndPutsThoseWithoutOrderLast) {
  const Outcome outcome = Read(ListOf(R"({"type":{"kode":"A"},"person":{}},)"
                                      R"({"type":{"kode":"B"},"person":{},"rekkefolge":2},)"
                                      R"({"type":{"kode":"C"},"person":{},"rekkefolge":0},)"
                                      R"({"type":{"kode":"D"},"person":{}},)"
                                      R"({"type":{"kode":"E"},"person":{},"rekkefolge":0})"));
  std::string order;
  for (const model::Role& role : outcome.list.groups.at(0).roles) order += *role.type.code;
  EXPECT_EQ(order, "CEBAD");
}

TEST(RoleReader, TakesIdentificationNumbersFromInventoriesAlone) {
  const auto number = base::IdentityNumber::MakeSynthetic(base::Date::FromDays(10'000), 123);
  ASSERT_TRUE(number);
  const std::string digits(number->Reveal());
  const std::string list = HeldBy(R"("fodselsnummer":")" + digits + R"(")");
  const Outcome inventory = Read(list);
  ASSERT_TRUE(inventory.taken);
  const auto& person = std::get<model::Person>(inventory.list.groups[0].roles[0].holder);
  ASSERT_TRUE(person.number);
  EXPECT_EQ(person.number->Reveal(), digits);
  // Only authorised clients get it, and the store never has it.
  for (const auto form : {model::Form::kServed, model::Form::kStored}) {
    EXPECT_EQ(Rendered(inventory.list, form).find(digits), std::string::npos);
  }
  EXPECT_NE(Rendered(inventory.list, model::Form::kAuthorised).find(digits), std::string::npos);
  const Outcome stored = Read(list, RoleSource::kStore);
  EXPECT_TRUE(stored.taken);
  EXPECT_FALSE(std::get<model::Person>(stored.list.groups[0].roles[0].holder).number);
  EXPECT_EQ(stored.unknown, std::vector<std::string>{"rollegrupper.roller.person.fodselsnummer"});
}

TEST(RoleReader, DropsSealedNumbersThatAnInventoryBrings) {
  const Outcome outcome = Read(HeldBy(R"("sealed":"1.AAAA","blind":"00")"));
  ASSERT_TRUE(outcome.taken);
  const auto& person = std::get<model::Person>(outcome.list.groups[0].roles[0].holder);
  EXPECT_FALSE(person.sealed_number);
  EXPECT_FALSE(person.blind_index);
  EXPECT_EQ(outcome.unknown.size(), 2U);
}

TEST(RoleReader, NamesMembersThatItDoesNotKnow) {
  const Outcome outcome = Read(
      R"({"organisasjonsnummer":"312300028","ny":1,"rollegrupper":[{"type":{"kode":"STYR","x":{}},)"
      R"("roller":[{"type":{"kode":"MEDL"},"person":{"fodselsnr":"x","navn":{"kjælenavn":"y"}}}]}],)"
      R"("_links":{"a":1},"links":[],"null":null})");
  ASSERT_TRUE(outcome.taken);
  EXPECT_EQ(
      outcome.unknown,
      (std::vector<std::string>{"ny", "rollegrupper.type.x", "rollegrupper.roller.person.fodselsnr",
                                "rollegrupper.roller.person.navn.kjælenavn"}));
}

// A number in place of a name is not repeated in a report.
TEST(RoleReader, DoesNotRepeatNamesThatMayBeNumbers) {
  const Outcome outcome = Read(HeldBy(R"("01817000000":true,"x 018170":1)"));
  EXPECT_EQ(outcome.unknown,
            (std::vector<std::string>(2, "rollegrupper.roller.person.(name not shown)")));
}

struct Wrong {
  std::string text;
  std::vector<std::string> problems;
};

std::vector<Wrong> WrongRecords() {
  return {
      {"", {"is not well-formed JSON"}},
      {"{", {"is not well-formed JSON"}},
      {"{} {}", {"is not well-formed JSON"}},
      {"[]", {"is not a JSON object"}},
      {"null", {"is not a JSON object"}},
      {"\"x\"", {"is not a JSON object"}},
      {"{\"a\":\"\xff\"}", {"is not UTF-8"}},
      {"{}", {"organisasjonsnummer: is missing", "rollegrupper: is missing"}},
      {R"({"organisasjonsnummer":null,"rollegrupper":null})",
       {"organisasjonsnummer: is missing", "rollegrupper: is missing"}},
      {R"({"organisasjonsnummer":312300028,"rollegrupper":[]})",
       {"organisasjonsnummer: is not nine digits"}},
      {R"({"organisasjonsnummer":"31230002","rollegrupper":[]})",
       {"organisasjonsnummer: is not nine digits"}},
      {R"({"organisasjonsnummer":"312 300 028","rollegrupper":[]})",
       {"organisasjonsnummer: is not nine digits"}},
      {Groups("{}"), {"rollegrupper: is not a list"}},
      {Groups("[[]]"),
       {"rollegrupper[0]: is not an object", "rollegrupper[0].type.kode: is missing"}},
      {Groups("[{}]"), {"rollegrupper[0].type.kode: is missing"}},
      {Groups(R"([{"type":"STYR"}])"),
       {"rollegrupper[0].type: is not an object", "rollegrupper[0].type.kode: is missing"}},
      {Groups(R"([{"type":{"kode":""}}])"), {"rollegrupper[0].type.kode: is missing"}},
      {Groups(R"([{"type":{"kode":1}}])"),
       {"rollegrupper[0].type.kode: is not text", "rollegrupper[0].type.kode: is missing"}},
      {Groups(R"([{"type":{"kode":"STYR"},"sistEndret":"2026-02-30"}])"),
       {"rollegrupper[0].sistEndret: is not a date yyyy-MM-dd"}},
      {Groups(R"([{"type":{"kode":"STYR"},"sistEndret":20260213}])"),
       {"rollegrupper[0].sistEndret: is not a date yyyy-MM-dd"}},
      {Groups(R"([{"type":{"kode":"STYR"},"roller":{}}])"),
       {"rollegrupper[0].roller: is not a list"}},
  };
}

// The problems of one role; each is reported with the path to the role.
std::vector<Wrong> WrongRoles() {
  const std::string type = R"("type":{"kode":"MEDL"})";
  const std::string person = type + R"(,"person":{})";
  const auto in_person = [&](const std::string& members) {
    return "{" + type + R"(,"person":{)" + members + "}}";
  };
  const auto in_entity = [&](const std::string& members) {
    return "{" + type + R"(,"enhet":{)" + members + "}}";
  };
  const auto in_manager = [&](const std::string& members) {
    return "{" + type + R"(,"bostyrer":{)" + members + "}}";
  };
  return {
      {"1", {": is not an object", ".type.kode: is missing", ": has no holder of a known kind"}},
      {"{" + type + "}", {": has no holder of a known kind"}},
      {"{" + type + R"(,"fylke":{}})", {": has no holder of a known kind"}},
      {"{" + type + R"(,"person":null})", {": has no holder of a known kind"}},
      {R"({"person":{}})", {".type.kode: is missing"}},
      {"{" + person + R"(,"enhet":{"organisasjonsnummer":"312304015"}})",
       {": has more than one holder"}},
      {"{" + person + R"(,"person":{}})", {": has more than one holder"}},
      {"{" + person + R"(,"bostyrer":{}})", {": has more than one holder"}},
      {"{" + person + R"(,"rekkefolge":-1})", {".rekkefolge: is not a whole number from 0"}},
      {"{" + person + R"(,"rekkefolge":1.5})", {".rekkefolge: is not a whole number from 0"}},
      {"{" + person + R"(,"rekkefolge":"1"})", {".rekkefolge: is not a whole number from 0"}},
      {"{" + person + R"(,"rekkefolge":1e3})", {".rekkefolge: is not a whole number from 0"}},
      {"{" + person + R"(,"rekkefolge":9223372036854775808})",
       {".rekkefolge: is not a whole number from 0"}},
      {"{" + person + R"(,"fratraadt":"false","avregistrert":0})",
       {".fratraadt: is neither true nor false", ".avregistrert: is neither true nor false"}},
      {"{" + person + R"(,"ansvarsandel":50})", {".ansvarsandel: is not text"}},
      {"{" + person + R"(,"valgtAv":{}})", {".valgtAv.kode: is missing"}},
      {"{" + person + R"(,"valgtAv":"A-AK"})",
       {".valgtAv: is not an object", ".valgtAv.kode: is missing"}},
      {"{" + person + R"(,"stadfestetFremtidsfullmakt":1})",
       {".stadfestetFremtidsfullmakt: is neither true nor false"}},
      {"{" + type + R"(,"person":[]})", {".person: is not an object"}},
      {in_person(R"("fodselsdato":"01.01.1970")"),
       {".person.fodselsdato: is not a date yyyy-MM-dd"}},
      {in_person(R"("navn":"Kari")"), {".person.navn: is not an object"}},
      {in_person(R"("navn":{"fornavn":1,"etternavn":[]})"),
       {".person.navn.fornavn: is not text", ".person.navn.etternavn: is not text"}},
      {in_person(R"("erDoed":"nei")"), {".person.erDoed: is neither true nor false"}},
      {in_entity(""), {".enhet.organisasjonsnummer: is missing"}},
      {in_entity(R"("organisasjonsnummer":"x")"),
       {".enhet.organisasjonsnummer: is not nine digits"}},
      {in_entity(R"("organisasjonsnummer":"312304015","navn":"A")"),
       {".enhet.navn: is not a list"}},
      {in_entity(R"("organisasjonsnummer":"312304015","navn":["A",1])"),
       {".enhet.navn[1]: is not text"}},
      {in_entity(R"("organisasjonsnummer":"312304015","organisasjonsform":"AS")"),
       {".enhet.organisasjonsform: is not an object"}},
      {in_entity(R"("organisasjonsnummer":"312304015","erSlettet":0)"),
       {".enhet.erSlettet: is neither true nor false"}},
      {in_manager(R"("navn":["A"])"), {".bostyrer.navn: is not text"}},
      {in_manager(R"("postadresse":{"adresse":"A","postnummer":150})"),
       {".bostyrer.postadresse.adresse: is not a list",
        ".bostyrer.postadresse.postnummer: is not text"}},
  };
}

TEST(RoleReader, NamesEverythingThatIsWrong) {
  for (const Wrong& wrong : WrongRecords()) {
    const Outcome outcome = Read(wrong.text);
    EXPECT_FALSE(outcome.taken) << wrong.text;
    EXPECT_EQ(outcome.problems, wrong.problems) << wrong.text;
  }
  for (const Wrong& wrong : WrongRoles()) {
    const Outcome outcome = Read(ListOf(wrong.text));
    EXPECT_FALSE(outcome.taken) << wrong.text;
    std::vector<std::string> problems;
    for (const std::string& reason : wrong.problems) problems.push_back(kPath + reason);
    EXPECT_EQ(outcome.problems, problems) << wrong.text;
  }
}

TEST(RoleReader, TakesEmptyTextsForAbsentMembers) {
  const Outcome outcome = Read(HeldBy(
      R"("fodselsnummer":"","fodselsdato":"","navn":{"fornavn":"","etternavn":"Eksempel"},"ny":"")"));
  ASSERT_TRUE(outcome.taken) << outcome.problems.front();
  EXPECT_TRUE(outcome.unknown.empty());
  const auto& person = std::get<model::Person>(outcome.list.groups[0].roles[0].holder);
  EXPECT_FALSE(person.number);
  EXPECT_FALSE(person.born_on);
  EXPECT_FALSE(person.name.first);
  EXPECT_EQ(person.name.last, "Eksempel");
  // The lines of a name are elements of a list, and stay.
  const Outcome entity = Read(ListOf(
      R"({"type":{"kode":"REVI"},"enhet":{"organisasjonsnummer":"312304015","navn":["A","",null]}})"));
  ASSERT_TRUE(entity.taken) << entity.problems.front();
  EXPECT_EQ(std::get<model::HolderEntity>(entity.list.groups[0].roles[0].holder).name->size(), 3U);
}

TEST(RoleReader, NamesOddValuesOfAnInventoryWithoutRepeatingThem) {
  std::string text = ListOf(
      R"({"type":{"kode":"MEDL"},"bostyrer":{"navn":" ","postadresse":{"postnummer":"01817000"}}})");
  text.reserve(text.size() + RecordReader::kPadding);
  RoleReader reader(base::ControlRule::kPresent);
  Outcome outcome;
  Problems problems;
  ASSERT_TRUE(
      reader.Read(text, RoleSource::kInventory, &outcome.list, &problems, &outcome.unknown));
  ASSERT_EQ(reader.odd_values().size(), 2U);
  EXPECT_EQ(reader.odd_values()[0].path, std::string(kPath) + ".bostyrer.navn");
  EXPECT_EQ(reader.odd_values()[0].reason, "is blank");
  EXPECT_EQ(reader.odd_values()[1].path, std::string(kPath) + ".bostyrer.postadresse.postnummer");
  EXPECT_EQ(reader.odd_values()[1].value, "");
  ASSERT_TRUE(reader.Read(text, RoleSource::kStore, &outcome.list, &problems, &outcome.unknown));
  EXPECT_TRUE(reader.odd_values().empty());
}

TEST(RoleReader, CollectsTheProblemsOfAllRoles) {
  const Outcome outcome = Read(
      Groups(R"([{"type":{"kode":"DAGL"},"roller":[]},{"type":{"kode":"STYR"},"sistEndret":"x",)"
             R"("roller":[{"type":{"kode":"LEDE"},"person":{}},{"type":{"kode":"MEDL"}}]}])"));
  EXPECT_EQ(outcome.problems,
            (std::vector<std::string>{"rollegrupper[1].sistEndret: is not a date yyyy-MM-dd",
                                      "rollegrupper[1].roller[1]: has no holder of a known kind"}));
  // The owner of the list is known all the same.
  EXPECT_EQ(outcome.list.number.value(), 312'300'028U);
}

// A wrong identification number is still an identification number.
TEST(RoleReader, NeverRepeatsAValue) {
  for (const std::string value :
       {"\"01817000000\"", "\"0181700000\"", "\"018170 00000\"", "41817000000", "18170",
        "[\"01817000000\"]", "{\"01817000000\":1}", "true", "\" \""}) {
    const Outcome outcome = Read(HeldBy(R"("fodselsnummer":)" + value));
    EXPECT_FALSE(outcome.taken) << value;
    EXPECT_EQ(outcome.problems, std::vector{std::string(kPath) + ".person.fodselsnummer: is not an "
                                                                 "identification number"})
        << value;
  }
}

TEST(RoleReader, IsUnharmedByRejectedLists) {
  RoleReader reader(base::ControlRule::kPresent);
  Outcome outcome;
  for (const std::string& text : {std::string("{"), ListOf("1"), kPublishedRoles}) {
    std::string padded = text;
    padded.reserve(text.size() + RecordReader::kPadding);
    Problems problems;
    outcome.taken =
        reader.Read(padded, RoleSource::kInventory, &outcome.list, &problems, &outcome.unknown);
  }
  EXPECT_TRUE(outcome.taken);
  EXPECT_EQ(Rendered(outcome.list, model::Form::kServed), kPublicRoles);
}

TEST(IsEmpty, HoldsForListsWithoutARole) {
  EXPECT_TRUE(IsEmpty(Read(Groups("[]")).list));
  EXPECT_TRUE(IsEmpty(Read(Groups(R"([{"type":{"kode":"STYR"},"roller":[]}])")).list));
  EXPECT_FALSE(IsEmpty(Read(kPublishedRoles).list));
}

}  // namespace
}  // namespace orgreg::records
