// SPDX-License-Identifier: EUPL-1.2

// Sealing identification numbers for the store, opening them, and the keys that lead back to their
// holders.

#include "records/readers/role_sealing.h"

#include <gtest/gtest.h>

#include "model/roles/schema.h"
#include "records/readers/role_record.h"
#include "records/readers/supplement.h"
#include "render/body_json.h"
#include "unit/records/in_store.h"
#include "unit/records/sample_roles.h"

namespace orgreg::records {
namespace {

auth::NumberVault MakeVault() {
  auto keys = auth::NumberKeys::Parse("1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n");
  EXPECT_TRUE(keys) << keys.error().message;
  return auth::NumberVault(std::move(keys).value());
}

base::IdentityNumber NumberOf(unsigned individual) {
  while (true) {
    const auto number =
        base::IdentityNumber::MakeSynthetic(base::Date::FromDays(7'000), individual);
    if (number) return *number;
    ++individual;
  }
}

// A list of general managers with these numbers, and one without.
std::string ListOf(const std::string& entity, const std::vector<base::IdentityNumber>& numbers) {
  std::string text = R"({"organisasjonsnummer":")" + entity +
                     R"(","rollegrupper":[{"type":{"kode":"DAGL"},"roller":[)";
  for (const base::IdentityNumber& number : numbers) {
    text.append(R"({"type":{"kode":"DAGL"},"person":{"fodselsnummer":")")
        .append(number.Reveal())
        .append(R"("}},)");
  }
  return text + R"({"type":{"kode":"DAGL"},"person":{}}]}]})";
}

model::RoleList Read(std::string text, RoleSource source = RoleSource::kInventory) {
  model::RoleList list;
  Problems problems;
  std::vector<std::string> unknown;
  text.reserve(text.size() + RecordReader::kPadding);
  EXPECT_TRUE(
      RoleReader(base::ControlRule::kPresent).Read(text, source, &list, &problems, &unknown));
  return list;
}

std::string Stored(const model::RoleList& list) {
  std::string out;
  render::AppendBody(model::kRoleListSchema, list, model::Form::kStored, &out);
  return out;
}

const model::Person& PersonAt(const model::RoleList& list, std::size_t index) {
  return std::get<model::Person>(list.groups.at(0).roles.at(index).holder);
}

struct Taken {
  bool is_taken = false;
  Supplement supplement = {};
  Problems problems = {};
};

Taken Take(const auth::NumberVault* vault, std::string text) {
  Taken taken;
  std::vector<std::string> unknown;
  text.reserve(text.size() + RecordReader::kPadding);
  SupplementReader reader({.vault = vault});
  taken.is_taken =
      reader.Read(model::Kind::kRoles, text, &taken.supplement, &taken.problems, &unknown);
  return taken;
}

IndexedSupplement Index(const Supplement& supplement) {
  IndexedSupplement indexed;
  const base::Status status =
      SupplementIndexer(NothingRemoved)
          .Index(model::Kind::kRoles, {.number = supplement.number, .body = supplement.body},
                 &indexed);
  EXPECT_TRUE(status) << status.error().message;
  return indexed;
}

TEST(SealNumbers, LeavesNoNumberInClear) {
  const auth::NumberVault vault = MakeVault();
  const base::IdentityNumber number = NumberOf(100);
  model::RoleList list = Read(ListOf("312300028", {number}));
  Problems problems;
  ASSERT_TRUE(SealNumbers({.vault = &vault}, &list, &problems));
  EXPECT_FALSE(PersonAt(list, 0).number);
  EXPECT_EQ(PersonAt(list, 0).blind_index, vault.Blind(number));
  EXPECT_FALSE(PersonAt(list, 1).sealed_number);
  EXPECT_EQ(Stored(list).find(number.Reveal()), std::string::npos);
}

TEST(SealNumbers, RefusesNumbersWithoutAVault) {
  model::RoleList list = Read(ListOf("312300028", {NumberOf(100), NumberOf(300)}));
  Problems problems;
  EXPECT_FALSE(SealNumbers({.refusal = "and why"}, &list, &problems));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems.front().Text(), "has identification numbers (2), and why");
  EXPECT_FALSE(PersonAt(list, 0).number);
  EXPECT_FALSE(PersonAt(list, 1).number);
  // A list without numbers needs no vault.
  problems.clear();
  model::RoleList plain = Read(kPublishedRoles);
  EXPECT_TRUE(SealNumbers({}, &plain, &problems));
  EXPECT_TRUE(problems.empty());
}

TEST(OpenNumbers, ReturnsTheSealedNumbers) {
  const auth::NumberVault vault = MakeVault();
  const std::vector<base::IdentityNumber> numbers = {NumberOf(100), NumberOf(300)};
  model::RoleList list = Read(ListOf("312300028", numbers));
  Problems problems;
  ASSERT_TRUE(SealNumbers({.vault = &vault}, &list, &problems));
  model::RoleList again = Read(Stored(list), RoleSource::kStore);
  ASSERT_TRUE(OpenNumbers(vault, &again));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    ASSERT_TRUE(PersonAt(again, i).number);
    EXPECT_TRUE(*PersonAt(again, i).number == numbers[i]);
  }
  EXPECT_FALSE(PersonAt(again, 2).number);
}

// If a number is copied into another list, or damaged, it does not open, and neither do its
// neighbours.
TEST(OpenNumbers, OpensNothingIfOneDoesNotBelong) {
  const auth::NumberVault vault = MakeVault();
  model::RoleList list = Read(ListOf("312300028", {NumberOf(100), NumberOf(300)}));
  Problems problems;
  ASSERT_TRUE(SealNumbers({.vault = &vault}, &list, &problems));
  model::RoleList moved = list;
  moved.number = base::OrgNumber(312'304'015);
  EXPECT_FALSE(OpenNumbers(vault, &moved));
  model::RoleList damaged = list;
  auto& second = std::get<model::Person>(damaged.groups[0].roles[1].holder);
  second.sealed_number->back() = second.sealed_number->back() == 'A' ? 'B' : 'A';
  EXPECT_FALSE(OpenNumbers(vault, &damaged));
  for (const model::RoleList& closed : {moved, damaged}) {
    EXPECT_FALSE(PersonAt(closed, 0).number);
    EXPECT_FALSE(PersonAt(closed, 1).number);
  }
}

TEST(SupplementReader, StoresRolesWithSealedNumbersAndTheSameForTheSame) {
  const auth::NumberVault vault = MakeVault();
  const base::IdentityNumber number = NumberOf(100);
  const Taken taken = Take(&vault, ListOf("312300028", {number}));
  ASSERT_TRUE(taken.is_taken) << taken.problems.front().Text();
  EXPECT_EQ(taken.supplement.number.value(), 312'300'028U);
  EXPECT_EQ(taken.supplement.body.find(number.Reveal()), std::string::npos);
  EXPECT_NE(taken.supplement.body.find("\"sealed\":\"1."), std::string::npos);
  EXPECT_EQ(Take(&vault, ListOf("312300028", {number})).supplement.body, taken.supplement.body);
}

TEST(SupplementReader, NamesTheEntityWhoseRolesItRejects) {
  const Taken taken = Take(nullptr, ListOf("312300028", {NumberOf(100)}));
  EXPECT_FALSE(taken.is_taken);
  EXPECT_EQ(taken.problems.size(), 1U);
  EXPECT_EQ(taken.supplement.number.value(), 312'300'028U);
}

TEST(SupplementIndexer, RendersThePublicAnswerAndLeadsBackFromEveryHolder) {
  const auth::NumberVault vault = MakeVault();
  const Taken taken = Take(&vault, kPublishedRoles);
  ASSERT_TRUE(taken.is_taken);
  const IndexedSupplement indexed = Index(taken.supplement);
  std::string served;
  indexed.columns.served.form().AppendTo("@", &served);
  EXPECT_EQ(served, kPublicRoles);
  EXPECT_EQ(indexed.keys, std::vector<std::uint64_t>{312'304'015U});
  // One person twice and another once.
  const base::IdentityNumber twice = NumberOf(100);
  const base::IdentityNumber once = NumberOf(300);
  const IndexedSupplement people =
      Index(Take(&vault, ListOf("312300028", {twice, once, twice})).supplement);
  std::vector<std::uint64_t> keys = {*auth::BlindKey64(vault.Blind(twice)),
                                     *auth::BlindKey64(vault.Blind(once)),
                                     SealingKey(vault.Versions().front())};
  std::ranges::sort(keys);
  EXPECT_EQ(people.keys, keys);
  for (const std::string_view secret :
       {twice.Reveal(), std::string_view("sealed"), std::string_view("blind")}) {
    EXPECT_EQ(people.columns.served.text.find(secret), std::string::npos);
  }
}

TEST(SupplementReader, KeepsNothingOfAListWithoutARole) {
  const Taken taken = Take(
      nullptr,
      R"({"organisasjonsnummer":"312300028","rollegrupper":[{"type":{"kode":"STYR"},"roller":[]}]})");
  ASSERT_TRUE(taken.is_taken);
  EXPECT_TRUE(taken.supplement.body.empty());
  EXPECT_EQ(taken.supplement.number.ToString(), "312300028");
}

TEST(SupplementIndexer, WithholdsTheNameOfAHolderThatWasRemoved) {
  const auth::NumberVault vault = MakeVault();
  const Taken taken = Take(&vault, kPublishedRoles);
  ASSERT_TRUE(taken.is_taken);
  const base::OrgNumber holder(312'304'015);
  IndexedSupplement indexed;
  SupplementIndexer indexer(
      [holder](base::OrgNumber number) -> base::Result<bool> { return number == holder; });
  ASSERT_TRUE(indexer.Index(model::Kind::kRoles,
                            {.number = taken.supplement.number, .body = taken.supplement.body},
                            &indexed));
  EXPECT_TRUE(indexed.withholds_names);
  EXPECT_NE(indexed.columns.served.text.find(R"("navn":[],"erSlettet")"), std::string::npos)
      << indexed.columns.served.text;
  EXPECT_EQ(indexed.keys.front(), 312'304'015U) << "it still leads to the list";
  EXPECT_NE(taken.supplement.body.find(R"("navn":[")"), std::string::npos) << "the store has it";
}

TEST(SupplementIndexer, RejectsBodiesInAnotherForm) {
  for (const std::string body : {"", "{", "[]", "{}", R"({"organisasjonsnummer":"312300028"})",
                                 R"({"organisasjonsnummer":"312304015","rollegrupper":[]})"}) {
    IndexedSupplement indexed;
    const base::Status status =
        SupplementIndexer(NothingRemoved)
            .Index(model::Kind::kRoles, {.number = base::OrgNumber(312'300'028), .body = body},
                   &indexed);
    ASSERT_FALSE(status) << body;
    EXPECT_EQ(status.error().code, base::Code::kCorrupt);
    EXPECT_TRUE(status.error().message.starts_with("312300028: ")) << status.error().message;
  }
}

}  // namespace
}  // namespace orgreg::records
