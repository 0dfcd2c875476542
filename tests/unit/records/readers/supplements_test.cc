// SPDX-License-Identifier: EUPL-1.2

// Supplements of an entity, in loads and batches: the stored records, the log lines, and that they
// follow their entity.

#include <gtest/gtest.h>

#include "auth/numbers/vault.h"
#include "records/feed.h"
#include "records/readers/role_sealing.h"
#include "records/readers/supplement.h"
#include "records/reseal.h"
#include "unit/records/in_store.h"

namespace orgreg::records {
namespace {

using model::Kind;
using Lines = std::vector<std::string>;
using State = BatchOutcome::State;

const std::string kFirst = "312300028";
const std::string kSecond = "312306018";
const std::string kThird = "312307014";

Operation Entity(const std::string& number, Action action = Action::kUpsert) {
  OperationMaker maker;
  return *maker.Make(action, Kind::kEntity, UnitOf(Kind::kEntity, LiveText(number, "A")));
}
Operation Roles(const std::string& number, std::string body) {
  return OperationMaker::MakeSupplement(Kind::kRoles, Number(number), std::move(body));
}
Operation End(const std::string& number, Kind kind = Kind::kRoles) {
  return {.action = Action::kDelete, .kind = kind, .number = Number(number)};
}
Operation Remove(const std::string& number) {
  return {.action = Action::kRemove, .number = Number(number), .day = Day("2026-08-01")};
}

class SupplementsTest : public StoredRegister {
 protected:
  BatchOutcome Apply(std::vector<Operation> operations) {
    const auto outcome = register_->Apply({.operations = std::move(operations)});
    EXPECT_TRUE(outcome) << outcome.error().message;
    return *outcome;
  }
  void Done(std::vector<Operation> operations) {
    const BatchOutcome outcome = Apply(std::move(operations));
    EXPECT_EQ(outcome.state, State::kDone);
    EXPECT_TRUE(store_->Check());
  }
  std::string_view Refused(std::vector<Operation> operations) {
    const BatchOutcome outcome = Apply(std::move(operations));
    EXPECT_EQ(outcome.state, State::kRefused);
    return outcome.refusals.empty() ? "" : WordsOf(outcome.refusals.front().objection);
  }
  LoadCounts Load(const std::vector<std::pair<std::string, std::string>>& rows,
                  LoadOptions options = {}) {
    options.kind = Kind::kRoles;
    options.spool_folder = folder_;
    auto load = register_->BeginLoad(options);
    EXPECT_TRUE(load);
    for (const auto& [number, body] : rows) {
      EXPECT_TRUE(load->PutSupplement(Number(number), body));
    }
    const auto counts = load->Commit();
    EXPECT_TRUE(counts) << counts.error().message;
    return counts ? *counts : LoadCounts();
  }
  std::string RoleRow(const std::string& number) const {
    const auto row = (*store_->Read())->Find(model::Kind::kRoles, Number(number));
    EXPECT_TRUE(row);
    if (!*row) return "none";
    return std::to_string(static_cast<int>((*row)->state)) + (*row)->body;
  }
};

TEST_F(SupplementsTest, AreLoggedAsTheyComeAndGo) {
  Done({Entity(kFirst)});
  Done({Roles(kFirst, "[1]")});
  Done({Roles(kFirst, "[1]")});
  Done({Roles(kFirst, "[2]")});
  Done({End(kFirst)});
  Done({Roles(kFirst, "[3]")});
  EXPECT_EQ(Log(Kind::kRoles), (Lines{"2 Ny 312300028", "3 Endring 312300028",
                                      "4 Sletting 312300028", "5 Ny 312300028"}));
  EXPECT_EQ(RoleRow(kFirst), "0[3]");
}

// A list of roles in which each of these organisations holds one.
std::string HeldBy(const std::vector<std::string>& holders) {
  std::string roles;
  for (const std::string& holder : holders) {
    if (!roles.empty()) roles.push_back(',');
    roles.append(R"({"enhet":{"organisasjonsnummer":")").append(holder).append(R"("}})");
  }
  return R"({"rollegrupper":[{"roller":[)" + roles + "]}]}";
}

TEST_F(SupplementsTest, ChangeWhenAHolderIsRemovedAndWhenItComesBack) {
  Done({Entity(kFirst), Entity(kSecond), Entity(kThird)});
  Done({Roles(kFirst, HeldBy({kThird, kThird})), Roles(kSecond, HeldBy({kFirst, kThird}))});
  const std::string before = RoleRow(kSecond);
  Done({Remove(kThird)});
  EXPECT_EQ(Log(Kind::kRoles), (Lines{"4 Ny 312300028", "5 Ny 312306018", "7 Endring 312300028",
                                      "8 Endring 312306018"}));
  Done({Entity(kThird, Action::kReinstate)});
  EXPECT_EQ(Log(Kind::kRoles).size(), 6U);
  EXPECT_EQ(RoleRow(kSecond), before) << "the row itself stays as it was";
}

TEST_F(SupplementsTest, DoNotChangeWithFormerHoldersOfARole) {
  Done({Entity(kFirst), Entity(kSecond), Entity(kThird)});
  Done({Roles(kFirst, HeldBy({kThird})), Roles(kSecond, HeldBy({kThird}))});
  Done({Roles(kFirst, HeldBy({kSecond})), End(kSecond)});
  const std::size_t lines = Log(Kind::kRoles).size();
  Done({Remove(kThird)});
  EXPECT_EQ(Log(Kind::kRoles).size(), lines);
}

TEST_F(SupplementsTest, ThatWereLoadedChangeWithTheirHolders) {
  Done({Entity(kFirst), Entity(kThird)});
  Load({{kFirst, HeldBy({kThird})}});
  Done({Remove(kThird)});
  EXPECT_EQ(Log(Kind::kRoles), Lines{"4 Endring 312300028"});
}

TEST_F(SupplementsTest, GoWithTheirEntityAndComeBackOnlyIfRegisteredAgain) {
  Done({Entity(kFirst), Roles(kFirst, "[1]")});
  Done({Remove(kFirst)});
  EXPECT_EQ(RoleRow(kFirst), "2");
  EXPECT_EQ(Log(Kind::kRoles).back(), "4 Fjernet 312300028");
  EXPECT_EQ(Refused({Roles(kFirst, "[2]")}), "was removed from publication");
  EXPECT_EQ(Refused({End(kFirst)}), "was removed from publication");
  EXPECT_EQ(Load({{kFirst, "[2]"}}).kept_removed, 1U);
  EXPECT_EQ(RoleRow(kFirst), "2");
  Done({Entity(kFirst, Action::kReinstate)});
  EXPECT_EQ(RoleRow(kFirst), "1");
  EXPECT_EQ(Refused({End(kFirst)}), "has no ");
  Done({Roles(kFirst, "[2]")});
  EXPECT_EQ(RoleRow(kFirst), "0[2]");
}

TEST_F(SupplementsTest, FollowWithinOneBatch) {
  EXPECT_EQ(Refused({Entity(kFirst), Remove(kFirst), Roles(kFirst, "[1]")}),
            "was removed from publication");
  EXPECT_EQ(RoleRow(kFirst), "none");
  Done({Roles(kFirst, "[1]"), Entity(kFirst), Remove(kFirst), Entity(kFirst, Action::kReinstate),
        Roles(kFirst, "[2]")});
  EXPECT_EQ(RoleRow(kFirst), "0[2]");
}

TEST_F(SupplementsTest, AreNotOfSubEntities) {
  OperationMaker maker;
  Done({*maker.Make(Action::kUpsert, Kind::kSubEntity,
                    UnitOf(Kind::kSubEntity, LiveSubText(kSecond, "B")))});
  EXPECT_EQ(Refused({Roles(kSecond, "[1]")}), "is a sub-entity, not an entity");
}

TEST_F(SupplementsTest, AreLoggedWhenTheirEntityComesLater) {
  Done({Roles(kFirst, "[1]")});
  EXPECT_EQ(RoleRow(kFirst), "0[1]");
  Done({Entity(kFirst)});
  EXPECT_EQ(Log(Kind::kRoles), (Lines{"1 Ny 312300028", "3 Endring 312300028"}));
  EXPECT_EQ(RoleRow(kFirst), "0[1]");
  Done({Entity(kFirst, Action::kUpsert), Roles(kFirst, "[1]")});
  EXPECT_EQ(Log(Kind::kRoles).size(), 2U);
}

TEST_F(SupplementsTest, NothingIsAsGoodAsNoRecord) {
  Done({Entity(kFirst), Roles(kFirst, "")});
  EXPECT_EQ(RoleRow(kFirst), "none");
  EXPECT_TRUE(Log(Kind::kRoles).empty());
  Done({Roles(kFirst, "[1]")});
  Done({Roles(kFirst, "")});
  EXPECT_EQ(RoleRow(kFirst), "1");
  EXPECT_EQ(Log(Kind::kRoles).back(), "3 Sletting 312300028");
  Load({{kFirst, "[1]"}});
  EXPECT_EQ(Load({{kFirst, ""}}, {.may_shrink = true}).deleted, 1U);
  EXPECT_EQ(RoleRow(kFirst), "1");
}

TEST_F(SupplementsTest, AreNotLoadedForASubEntity) {
  OperationMaker maker;
  Done({*maker.Make(Action::kUpsert, Kind::kSubEntity,
                    UnitOf(Kind::kSubEntity, LiveSubText(kSecond, "B")))});
  auto load = register_->BeginLoad({.kind = Kind::kRoles});
  ASSERT_TRUE(load);
  const base::Status put = load->PutSupplement(Number(kSecond), "[1]");
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().code, base::Code::kInvalid);
}

TEST_F(SupplementsTest, AreRemovedByAFirstInventoryThatRemovesTheEntity) {
  Load({{kFirst, "[1]"}});
  auto load = register_->BeginLoad({.kind = Kind::kEntity});
  ASSERT_TRUE(load);
  ASSERT_TRUE(load->Put({.state = model::State::kRemoved,
                         .number = Number(kFirst),
                         .deleted_on = Day("2026-08-01")}));
  ASSERT_TRUE(load->Commit());
  EXPECT_EQ(RoleRow(kFirst), "2");
  EXPECT_TRUE(store_->Check());
}

TEST_F(SupplementsTest, ANewerInventoryIsADiff) {
  Load({{kFirst, "[1]"}, {kSecond, "[1]"}});
  EXPECT_TRUE(Log(Kind::kRoles).empty());
  const LoadCounts counts = Load({{kFirst, "[2]"}}, {.may_shrink = true});
  EXPECT_EQ(counts.replaced, 1U);
  EXPECT_EQ(counts.deleted, 1U);
  EXPECT_EQ(Log(Kind::kRoles), (Lines{"1 Endring 312300028", "2 Sletting 312306018"}));
  EXPECT_EQ(RoleRow(kSecond), "1");
}

TEST_F(SupplementsTest, RoleEventsAreReadAfterAnIdOrATime) {
  Done({Entity(kFirst), Roles(kFirst, "[1]"), Roles(kSecond, "[1]")});
  const Feed feed(store_.get());
  EXPECT_EQ(feed.ReadRoles({}, 3)->size(), 2U);
  EXPECT_EQ(feed.ReadRoles({}, 2)->size(), 1U);
  EXPECT_EQ(feed.ReadRoles({.after_id = 2}, 3)->front().id, 3);
  EXPECT_TRUE(feed.ReadRoles({.after_id = 3}, 3)->empty());
  EXPECT_TRUE(feed.ReadRoles({.after_id = INT64_MAX}, 3)->empty());
  EXPECT_EQ(feed.ReadRoles({.numbers = {Number(kSecond)}}, 3)->size(), 1U);
  EXPECT_EQ(feed.ReadRoles({.size = 1}, 3)->size(), 1U);
  const base::Timestamp time = feed.ReadRoles({}, 3)->back().time;
  EXPECT_TRUE(feed.ReadRoles({.after = time}, 3)->empty());
}

// Stored numbers, sealed under a key and then under the next.
class ResealTest : public SupplementsTest {
 protected:
  static constexpr std::string_view kFirstKey = "1 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";
  static auth::NumberVault VaultOf(const std::string& text) {
    return auth::NumberVault(auth::NumberKeys::Parse(text).value());
  }
  static std::string BothKeys() {
    return std::string(kFirstKey) + "2 ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=\n";
  }
  // An inventory's record with one holder.
  static std::string Text() {
    const auto number = base::IdentityNumber::MakeSynthetic(Day("1970-01-01"), 100);
    EXPECT_TRUE(number);
    return R"({"organisasjonsnummer":"312300028","rollegrupper":[{"type":{"kode":"DAGL"},)"
           R"("roller":[{"type":{"kode":"DAGL"},"person":{"fodselsdato":"1970-01-01","navn":)"
           R"({"fornavn":"Kari","etternavn":"Eksempel"},"fodselsnummer":")" +
           std::string(number ? number->Reveal() : "") + R"("},"rekkefolge":0}]}]})";
  }
  static Supplement Read(const auth::NumberVault& vault) {
    std::string text = Text();
    text.reserve(text.size() + RecordReader::kPadding);
    Supplement read;
    Problems problems;
    std::vector<std::string> unknown;
    EXPECT_TRUE(
        SupplementReader({.vault = &vault}).Read(Kind::kRoles, text, &read, &problems, &unknown))
        << (problems.empty() ? "" : problems.front().Text());
    return read;
  }
};

TEST_F(ResealTest, LeavesNothingUnderTheOldKeyAndLogsNothing) {
  const auth::NumberVault old_vault = VaultOf(std::string(kFirstKey));
  Done({Roles(kFirst, Read(old_vault).body)});
  const auth::NumberVault vault = VaultOf(BothKeys());
  const auto resealed = ResealNumbers(store_.get(), vault);
  ASSERT_TRUE(resealed) << resealed.error().message;
  EXPECT_EQ(resealed->lists, 1U);
  EXPECT_EQ(resealed->numbers, 1U);
  EXPECT_EQ(RoleRow(kFirst), "0" + Read(vault).body);
  EXPECT_NE(Read(vault).body, Read(old_vault).body);
  EXPECT_EQ(Log(Kind::kRoles).size(), 1U);
  EXPECT_TRUE(store_->Check());
  EXPECT_EQ(ResealNumbers(store_.get(), vault)->lists, 0U);
}

// The same record as the vault makes of it, with the number as it was sealed before AES-256-SIV.
// The number is sealed for this organisation by hand.
std::string InFormerForm(std::string body) {
  constexpr std::string_view kPresent = "1.siv.";
  const std::size_t at = body.find(kPresent);
  EXPECT_NE(at, body.npos) << body;
  body.replace(at, body.find('"', at) - at,
               "1.mrPylDfgrkGsVz4J6R7E0sjJgEN4RyI_61tRy46eEAWtTwAvsgnQ");
  return body;
}

TEST_F(ResealTest, BringsTheFormerFormIntoThePresentOne) {
  const auth::NumberVault vault = VaultOf(std::string(kFirstKey));
  const std::string present = Read(vault).body;
  Done({Roles(kFirst, InFormerForm(present))});
  const auto resealed = ResealNumbers(store_.get(), vault);
  ASSERT_TRUE(resealed) << resealed.error().message;
  EXPECT_EQ(resealed->lists, 1U);
  EXPECT_EQ(resealed->numbers, 1U);
  EXPECT_EQ(RoleRow(kFirst), "0" + present);
  EXPECT_EQ(Log(Kind::kRoles).size(), 1U);
  EXPECT_TRUE(store_->Check());
  EXPECT_EQ(ResealNumbers(store_.get(), vault)->lists, 0U);
}

// An inventory or a batch with the same numbers is no change, before and after the resealing.
TEST_F(ResealTest, DoesNotTakeTheFormerFormForAChange) {
  const auth::NumberVault vault = VaultOf(std::string(kFirstKey));
  const std::string present = Read(vault).body;
  const std::string former = InFormerForm(present);
  Done({Entity(kFirst), Entity(kSecond)});
  Load({{kFirst, former}});
  EXPECT_EQ(Load({{kFirst, present}}).unchanged, 1U);
  Done({Roles(kFirst, present)});
  EXPECT_EQ(RoleRow(kFirst), "0" + former);
  EXPECT_TRUE(Log(Kind::kRoles).empty());
  ASSERT_TRUE(ResealNumbers(store_.get(), vault));
  EXPECT_EQ(Load({{kFirst, present}}).unchanged, 1U);
  EXPECT_EQ(RoleRow(kFirst), "0" + present);
  EXPECT_TRUE(Log(Kind::kRoles).empty());
}

TEST_F(ResealTest, TakesAnotherNumberOrAnotherMemberForAChange) {
  const std::string present = Read(VaultOf(std::string(kFirstKey))).body;
  const std::string former = InFormerForm(present);
  const auto with = [&present](std::string_view member, std::string_view other) {
    std::string body = present;
    const std::size_t at = body.find(member);
    EXPECT_NE(at, body.npos) << body;
    return body.replace(at, member.size(), other);
  };
  for (const std::string& changed :
       {with("\"blind\":\"", "\"blind\":\"0"), with("Eksempel", "Eksempler"),
        with("1.siv.", "2.siv."), with("\"sealed\":", "\"other\":"),
        present.substr(0, present.find("\"blind\"")), former + "}"}) {
    EXPECT_FALSE(IsSameButForSealing(former, changed)) << changed;
  }
  EXPECT_TRUE(IsSameButForSealing(former, present));
  EXPECT_FALSE(IsSameButForSealing(present, former));
  Done({Entity(kFirst)});
  Load({{kFirst, former}});
  EXPECT_EQ(Load({{kFirst, with("Eksempel", "Eksempler")}}).replaced, 1U);
  EXPECT_EQ(Log(Kind::kRoles).size(), 1U);
}

TEST_F(ResealTest, DoesNothingIfANumberDoesNotOpen) {
  Done({Roles(kFirst, Read(VaultOf(std::string(kFirstKey))).body)});
  const std::string before = RoleRow(kFirst);
  const auto resealed =
      ResealNumbers(store_.get(), VaultOf("2 ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=\n"));
  EXPECT_FALSE(resealed);
  EXPECT_EQ(RoleRow(kFirst), before);
}

}  // namespace
}  // namespace orgreg::records
