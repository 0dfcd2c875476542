// SPDX-License-Identifier: EUPL-1.2

// Register::Apply: the effect of operations on records and log, and refused operations.

#include <gtest/gtest.h>

#include "unit/records/in_store.h"

namespace orgreg::records {
namespace {

using model::Kind;
using State = BatchOutcome::State;
using Lines = std::vector<std::string>;

const std::string kFirst = "312300028";
const std::string kSecond = "312306018";
const std::string kThird = "312307014";

Operation Bring(Action action, const std::string& text, Kind kind = Kind::kEntity) {
  OperationMaker maker;
  auto operation = maker.Make(action, kind, UnitOf(kind, text));
  EXPECT_TRUE(operation) << operation.error().message;
  return std::move(operation).value();
}
Operation Upsert(const std::string& text, Kind kind = Kind::kEntity) {
  return Bring(Action::kUpsert, text, kind);
}
Operation Reinstate(const std::string& text) { return Bring(Action::kReinstate, text); }
Operation Delete(const std::string& number, const std::string& day, Kind kind = Kind::kEntity) {
  return {.action = Action::kDelete, .kind = kind, .number = Number(number), .day = Day(day)};
}
Operation Remove(const std::string& number, const std::string& day, Kind kind = Kind::kEntity) {
  return {.action = Action::kRemove, .kind = kind, .number = Number(number), .day = Day(day)};
}

std::string LiveRow(const std::string& number, const std::string& name) {
  return LiveText(number, name, R"(,"respons_klasse":"Enhet")");
}
std::string DeletedRow(const std::string& number, const std::string& name, const std::string& day) {
  return LiveText(number, name,
                  R"(,"slettedato":")" + day + R"(","respons_klasse":"SlettetEnhet")");
}
std::string RemovedRow(const std::string& number, const std::string& day) {
  return R"({"organisasjonsnummer":")" + number + R"(","slettedato":")" + day + R"("})";
}

class ApplyTest : public StoredRegister {
 protected:
  BatchOutcome Apply(std::vector<Operation> operations, const std::string& id = "",
                     std::uint64_t digest = 0) {
    const auto outcome =
        register_->Apply({.id = id, .digest = digest, .operations = std::move(operations)});
    EXPECT_TRUE(outcome) << outcome.error().message;
    return *outcome;
  }
  void Done(std::vector<Operation> operations) {
    const BatchOutcome outcome = Apply(std::move(operations));
    EXPECT_EQ(outcome.state, State::kDone)
        << (outcome.refusals.empty() ? "" : WordsOf(outcome.refusals.front().objection));
  }
  // Why the only wrong operation is refused; nothing may have changed.
  std::string_view Refused(std::vector<Operation> operations) {
    const Lines rows = Rows();
    const std::int64_t position = Position();
    const BatchOutcome outcome = Apply(std::move(operations));
    EXPECT_EQ(outcome.state, State::kRefused);
    EXPECT_EQ(outcome.refused, 1U);
    EXPECT_EQ(Rows(), rows);
    EXPECT_EQ(Position(), position);
    return outcome.refusals.empty() ? "" : WordsOf(outcome.refusals.front().objection);
  }
};

TEST_F(ApplyTest, LogsNewAndChangedRecords) {
  Done({Upsert(LiveText(kFirst, "A"))});
  Done({Upsert(LiveText(kFirst, "B")), Upsert(LiveText(kSecond, "C"))});
  EXPECT_EQ(Rows(), (Lines{LiveRow(kFirst, "B"), LiveRow(kSecond, "C")}));
  EXPECT_EQ(Log(), (Lines{"1 Ny 312300028",
                          R"(2 Endring 312300028 [{"op":"replace","path":"/navn","value":"B"}])",
                          "3 Ny 312306018"}));
}

TEST_F(ApplyTest, LogsNothingForUnchangedRecords) {
  Done({Upsert(LiveText(kFirst, "A"))});
  const BatchOutcome outcome = Apply({Upsert(LiveText(kFirst, "A"))});
  EXPECT_EQ(outcome.state, State::kDone);
  EXPECT_EQ(outcome.receipt.changes, 0U);
  EXPECT_EQ(Log().size(), 1U);
}

TEST_F(ApplyTest, DatesTheUpdatesOfABatchThatSaysWhenItWasMade) {
  const auto apply = [&](const char* time, const std::string& name) {
    const auto outcome = register_->Apply(
        {.time = base::Timestamp::Parse(time), .operations = {Upsert(LiveText(kFirst, name))}});
    EXPECT_TRUE(outcome && outcome->state == State::kDone);
  };
  apply("2026-08-26T18:00:00.000Z", "A");
  apply("2026-08-26T18:00:00.000Z", "B");
  apply("2026-08-27T06:30:00.125Z", "C");
  EXPECT_EQ(LogTimes(), (Lines{"2026-08-26T18:00:00.000Z", "2026-08-26T18:00:00.000Z",
                               "2026-08-27T06:30:00.125Z"}));
  Done({Upsert(LiveText(kFirst, "D"))});
  EXPECT_GT(LogTimes().back(), "2026-10-01");
  EXPECT_TRUE(store_->Check());
}

TEST_F(ApplyTest, RefusesATimeInTheFutureOrBeforeTheLastUpdateOfAnyKind) {
  const auto refusal = [&](const char* time) {
    const std::int64_t position = Position();
    const auto outcome = register_->Apply(
        {.time = base::Timestamp::Parse(time),
         .operations = {Upsert(LiveText(kFirst, "A")), Delete(kThird, "2026-07-31")}});
    EXPECT_TRUE(outcome && outcome->state == State::kRefused) << time;
    EXPECT_EQ(outcome->refused, 1U) << "the others are judged all the same";
    EXPECT_EQ(Position(), position);
    return std::string(WordsOf(outcome->time_objection)) +
           (outcome->time_objection == Objection::kIsBefore ? outcome->last_update.ToString() : "");
  };
  EXPECT_EQ(refusal("9999-12-31T23:59:59.999Z"), "is in the future");
  EXPECT_EQ(refusal("1969-12-31T23:59:59.999Z"),
            "is before the last update, 1970-01-01T00:00:00.000Z");
  ASSERT_TRUE(
      register_->Apply({.time = base::Timestamp::Parse("2026-08-26T18:00:00.000Z"),
                        .operations = {Upsert(LiveSubText(kSecond, "B"), Kind::kSubEntity)}}));
  EXPECT_EQ(refusal("2026-08-26T17:59:59.999Z"),
            "is before the last update, 2026-08-26T18:00:00.000Z");
  EXPECT_TRUE(Rows().empty());
}

TEST_F(ApplyTest, HasNoPlaceForIdentificationNumbers) {
  for (const char* more : {R"(,"fodselsnummer":"01819000553")", R"(,"ny":{"fodselsnummer":1})"}) {
    OperationMaker maker;
    const auto made = maker.Make(Action::kUpsert, Kind::kEntity,
                                 UnitOf(Kind::kEntity, LiveText(kFirst, "A", more)));
    ASSERT_FALSE(made) << more;
    EXPECT_EQ(made.error().code, base::Code::kInvalid);
    EXPECT_EQ(made.error().message.find("0181900"), std::string::npos);
  }
}

TEST_F(ApplyTest, SharesIdsBetweenTheKinds) {
  Done({Upsert(LiveText(kFirst, "A")), Upsert(LiveSubText(kSecond, "B"), Kind::kSubEntity),
        Upsert(LiveText(kThird, "C"))});
  EXPECT_EQ(Log(), (Lines{"1 Ny 312300028", "3 Ny 312307014"}));
  EXPECT_EQ(Log(Kind::kSubEntity), (Lines{"2 Ny 312306018"}));
}

TEST_F(ApplyTest, ReducesDeletedRecords) {
  Done({Upsert(LiveText(kFirst, "A", R"(,"hjemmeside":"a.example","nytt":1)"))});
  Done({Delete(kFirst, "2026-07-31")});
  EXPECT_EQ(Rows(), (Lines{DeletedRow(kFirst, "A", "2026-07-31")}));
  ASSERT_EQ(Log().size(), 2U);
  EXPECT_EQ(Log().back().substr(0, 20), "2 Sletting 312300028");
  EXPECT_NE(Log().back().find(R"("value":"2026-07-31")"), std::string::npos) << Log().back();
}

TEST_F(ApplyTest, KeepsTheClosureOfADeletedSubEntity) {
  const std::string text =
      LiveText(kSecond, "B", R"(,"overordnetEnhet":"312300028","nedleggelsesdato":"2026-07-01")");
  Done({Upsert(text, Kind::kSubEntity), Delete(kSecond, "2026-07-31", Kind::kSubEntity)});
  ASSERT_EQ(Rows(Kind::kSubEntity).size(), 1U);
  const std::string row = Rows(Kind::kSubEntity).front();
  EXPECT_NE(row.find(R"("nedleggelsesdato":"2026-07-01")"), std::string::npos) << row;
  EXPECT_EQ(row.find("overordnetEnhet"), std::string::npos) << row;
}

TEST_F(ApplyTest, CorrectsTheDayOfADeletion) {
  Done({Upsert(LiveText(kFirst, "A")), Delete(kFirst, "2026-07-31")});
  Done({Delete(kFirst, "2026-07-31")});
  Done({Delete(kFirst, "2026-07-30")});
  EXPECT_EQ(Rows(), (Lines{DeletedRow(kFirst, "A", "2026-07-30")}));
  EXPECT_EQ(Log().back(),
            R"(3 Endring 312300028 [{"op":"replace","path":"/slettedato","value":"2026-07-30"}])");
}

TEST_F(ApplyTest, RegistersADeletedUnitAgain) {
  Done({Upsert(LiveText(kFirst, "A")), Delete(kFirst, "2026-07-31")});
  Done({Upsert(LiveText(kFirst, "A"))});
  EXPECT_EQ(Rows(), (Lines{LiveRow(kFirst, "A")}));
  ASSERT_EQ(Log().size(), 3U);
  EXPECT_EQ(Log().back().substr(0, 14), "3 Ny 312300028");
  EXPECT_NE(Log().back().find(R"({"op":"remove","path":"/slettedato"})"), std::string::npos);
}

TEST_F(ApplyTest, LeavesNothingOfARemovedUnitButNumberAndDay) {
  Done({Upsert(LiveText(kFirst, "A"))});
  Done({Upsert(LiveText(kFirst, "HEMMELIG")), Upsert(LiveText(kSecond, "C"))});
  Done({Upsert(LiveText(kSecond, "D")), Remove(kFirst, "2026-08-01")});
  EXPECT_EQ(Rows(), (Lines{RemovedRow(kFirst, "2026-08-01"), LiveRow(kSecond, "D")}));
  EXPECT_EQ(Log(), (Lines{"1 Ny 312300028", "2 Endring 312300028", "3 Ny 312306018",
                          R"(4 Endring 312306018 [{"op":"replace","path":"/navn","value":"D"}])",
                          "5 Fjernet 312300028"}));
}

TEST_F(ApplyTest, ErasesPatchesOfTheSameBatch) {
  Done({Upsert(LiveText(kFirst, "A"))});
  Done({Upsert(LiveText(kFirst, "HEMMELIG")), Remove(kFirst, "2026-08-01")});
  EXPECT_EQ(Log(), (Lines{"1 Ny 312300028", "2 Endring 312300028", "3 Fjernet 312300028"}));
}

TEST_F(ApplyTest, RemovesDeletedUnitsAndLogsACorrectedDay) {
  Done({Upsert(LiveText(kFirst, "A")), Delete(kFirst, "2026-07-31"), Remove(kFirst, "2026-08-01")});
  Done({Remove(kFirst, "2026-08-01")});
  EXPECT_EQ(Log().size(), 3U);
  Done({Remove(kFirst, "2026-08-02")});
  EXPECT_EQ(Rows(), (Lines{RemovedRow(kFirst, "2026-08-02")}));
  EXPECT_EQ(Log().back(), "4 Fjernet 312300028");
}

TEST_F(ApplyTest, ReinstatesOnlyOnRequest) {
  Done({Upsert(LiveText(kFirst, "A")), Remove(kFirst, "2026-08-01")});
  EXPECT_EQ(Refused({Upsert(LiveText(kFirst, "A"))}),
            "was removed from publication; only reinstate undoes that");
  EXPECT_EQ(Refused({Delete(kFirst, "2026-08-01")}), "was removed from publication");
  Done({Reinstate(LiveText(kFirst, "B"))});
  EXPECT_EQ(Rows(), (Lines{LiveRow(kFirst, "B")}));
  EXPECT_EQ(Log().back().substr(0, 14), "3 Ny 312300028");
  Done({Upsert(LiveText(kFirst, "C"))});
  EXPECT_EQ(Log().back(), R"(4 Endring 312300028 [{"op":"replace","path":"/navn","value":"C"}])");
}

TEST_F(ApplyTest, ReinstatesADeletedUnitAsDeleted) {
  Done({Upsert(LiveText(kFirst, "A")), Remove(kFirst, "2026-08-01")});
  Done({Reinstate(LiveText(kFirst, "A", R"(,"slettedato":"2026-07-01")"))});
  EXPECT_EQ(Rows(), (Lines{DeletedRow(kFirst, "A", "2026-07-01")}));
  EXPECT_EQ(Log().back().substr(0, 20), "3 Sletting 312300028");
}

TEST_F(ApplyTest, RefusesOperationsOnUnknownNumbers) {
  Done({Upsert(LiveText(kFirst, "A"))});
  EXPECT_EQ(Refused({Delete(kSecond, "2026-08-01")}), "is not in the register");
  EXPECT_EQ(Refused({Remove(kSecond, "2026-08-01")}), "is not in the register");
  EXPECT_EQ(Refused({Reinstate(LiveText(kSecond, "B"))}), "is not in the register");
  EXPECT_EQ(Refused({Reinstate(LiveText(kFirst, "B"))}), "was not removed from publication");
}

TEST_F(ApplyTest, RefusesANumberOfTheOtherKind) {
  Done({Upsert(LiveText(kFirst, "A")), Upsert(LiveSubText(kSecond, "B"), Kind::kSubEntity)});
  EXPECT_EQ(Refused({Upsert(LiveText(kSecond, "B"))}), "is a sub-entity, not an entity");
  EXPECT_EQ(Refused({Upsert(LiveSubText(kFirst, "B"), Kind::kSubEntity)}),
            "is an entity, not a sub-entity");
  EXPECT_EQ(Refused({Delete(kSecond, "2026-08-01")}), "is a sub-entity, not an entity");
  EXPECT_EQ(Refused({Remove(kFirst, "2026-08-01", Kind::kSubEntity)}),
            "is an entity, not a sub-entity");
  EXPECT_EQ(
      Refused({Upsert(LiveText(kThird, "C")), Upsert(LiveSubText(kThird, "C"), Kind::kSubEntity)}),
      "is an entity, not a sub-entity");
}

TEST_F(ApplyTest, JudgesEachOperationAfterTheOnesBefore) {
  Done({Upsert(LiveText(kFirst, "A")), Delete(kFirst, "2026-07-31"), Upsert(LiveText(kFirst, "B")),
        Remove(kFirst, "2026-08-01"), Reinstate(LiveText(kFirst, "C"))});
  EXPECT_EQ(Log().size(), 5U);
  EXPECT_EQ(Refused({Remove(kFirst, "2026-08-01"), Upsert(LiveText(kFirst, "D"))}),
            "was removed from publication; only reinstate undoes that");
  EXPECT_EQ(Rows(), (Lines{LiveRow(kFirst, "C")}));
}

TEST_F(ApplyTest, ReportsEveryRefusalUpToABound) {
  std::vector<Operation> operations;
  for (int at = 0; at < 150; ++at) {
    operations.push_back(Upsert(LiveText(kFirst, "A" + std::to_string(at))));
    operations.push_back(Delete(kSecond, "2026-08-01"));
  }
  const BatchOutcome outcome = Apply(operations);
  EXPECT_EQ(outcome.state, State::kRefused);
  EXPECT_EQ(outcome.refused, 150U);
  ASSERT_EQ(outcome.refusals.size(), BatchOutcome::kMostRefusals);
  EXPECT_EQ(outcome.refusals[1].operation, 3U);
  EXPECT_TRUE(Rows().empty());
}

TEST_F(ApplyTest, RecognisesABatchThatComesTwice) {
  Done({Upsert(LiveText(kThird, "X"))});
  const BatchOutcome first =
      Apply({Upsert(LiveText(kFirst, "A")), Upsert(LiveText(kSecond, "B"))}, "one", 7);
  EXPECT_EQ(first.state, State::kDone);
  EXPECT_EQ(first.receipt.changes, 2U);
  EXPECT_EQ(first.receipt.last_change, 3);
  Done({Upsert(LiveText(kFirst, "LATER"))});
  const std::int64_t position = Position();
  const BatchOutcome second =
      Apply({Upsert(LiveText(kFirst, "A")), Upsert(LiveText(kSecond, "B"))}, "one", 7);
  EXPECT_EQ(second.state, State::kRepeated);
  EXPECT_EQ(second.receipt.commit, first.receipt.commit);
  EXPECT_EQ(second.receipt.changes, 2U);
  EXPECT_EQ(second.receipt.last_change, 3);
  EXPECT_EQ(Position(), position);
  EXPECT_EQ(Rows().front(), LiveRow(kFirst, "LATER"));
}

TEST_F(ApplyTest, RefusesAnotherBatchUnderAnIdThatIsTaken) {
  Apply({Upsert(LiveText(kFirst, "A"))}, "one", 7);
  const BatchOutcome outcome = Apply({Upsert(LiveText(kFirst, "B"))}, "one", 8);
  EXPECT_EQ(outcome.state, State::kIdTaken);
  EXPECT_EQ(Rows(), (Lines{LiveRow(kFirst, "A")}));
}

TEST_F(ApplyTest, ForgetsTheIdOfARefusedBatch) {
  EXPECT_EQ(Apply({Delete(kFirst, "2026-08-01")}, "one", 7).state, State::kRefused);
  EXPECT_EQ(Apply({Upsert(LiveText(kFirst, "A"))}, "one", 8).state, State::kDone);
}

TEST_F(ApplyTest, LogsNothingForMembersThatAreNotServed) {
  Done({Upsert(LiveText(kFirst, "A"))});
  Done({Upsert(LiveText(kFirst, "A", R"(,"historiskeNavn":[{"navn":"GAMMEL"}])"))});
  EXPECT_EQ(Log(), (Lines{"1 Ny 312300028", "2 Endring 312300028"}));
}

TEST_F(ApplyTest, NeverWaitsForEver) {
  auto other = store::OpenSqlite(folder_ + "/store", store::OpenMode::kReadWriteCreate,
                                 {.busy_timeout_ms = 1});
  Register second(other->get());
  const auto writer = store_->Write();
  const auto outcome = second.Apply({.operations = {Upsert(LiveText(kFirst, "A"))}});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, base::Code::kUnavailable);
}

TEST(OperationMaker, RefusesRecordsThatCannotStandForIt) {
  OperationMaker maker;
  const std::string deleted = LiveText(kFirst, "A", R"(,"slettedato":"2026-07-01")");
  const std::string removed = RemovedRow(kFirst, "2026-07-01");
  for (const std::string& text : {deleted, removed}) {
    const auto made = maker.Make(Action::kUpsert, Kind::kEntity, UnitOf(Kind::kEntity, text));
    ASSERT_FALSE(made) << text;
    EXPECT_TRUE(made.error().message.starts_with("slettedato: ")) << made.error().message;
  }
  EXPECT_TRUE(maker.Make(Action::kReinstate, Kind::kEntity, UnitOf(Kind::kEntity, deleted)));
  EXPECT_FALSE(maker.Make(Action::kReinstate, Kind::kEntity, UnitOf(Kind::kEntity, removed)));
}

TEST(OperationMaker, WantsTheSuperiorOfASubEntity) {
  OperationMaker maker;
  const model::Unit alone = UnitOf(Kind::kSubEntity, LiveText(kSecond, "B"));
  const auto made = maker.Make(Action::kUpsert, Kind::kSubEntity, alone);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "overordnetEnhet: is missing");
}

}  // namespace
}  // namespace orgreg::records
