// SPDX-License-Identifier: EUPL-1.2

#include "ingest/batches/apply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "ingest/batches/drop_folder.h"
#include "store/sqlite/store.h"

namespace orgreg::ingest {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Lines = std::vector<std::string>;

std::string Header(const std::string& id) { return "{\"batch\":\"" + id + "\"}\n"; }
std::string Upsert(const std::string& number, const std::string& name) {
  return R"({"operation":"upsert","kind":"entity","record":{"organisasjonsnummer":")" + number +
         R"(","navn":")" + name + R"(","organisasjonsform":{"kode":"AS"}}})" + "\n";
}
std::string Delete(const std::string& number) {
  return R"({"operation":"delete","kind":"entity","organisasjonsnummer":")" + number +
         R"(","slettedato":"2026-08-01"})" + "\n";
}

class ApplyBatchesTest : public ::testing::Test {
 protected:
  ApplyBatchesTest() {
    std::string name = ::testing::TempDir() + "orgreg_apply_XXXXXX";
    folder_ = mkdtemp(name.data());
    auto store = store::OpenSqlite((folder_ / "store").string(), store::OpenMode::kReadWriteCreate);
    store_ = std::move(store).value();
    register_ = std::make_unique<records::Register>(store_.get());
  }
  ~ApplyBatchesTest() override { fs::remove_all(folder_); }

  ApplyOptions Options() {
    return {.acknowledge = [this](const Acknowledgement& done) -> base::Status {
      acknowledged_.push_back(done.ToJson());
      return {};
    }};
  }
  ApplyReport Apply(const std::string& text, bool is_history = false) {
    formats::MemorySource source(text);
    ApplyOptions options = Options();
    options.is_history = is_history;
    auto report = ApplyBatches(register_.get(), &source, options);
    EXPECT_TRUE(report) << report.error().message;
    return std::move(report).value();
  }

  // "NUMBER NAME" for every record.
  Lines Names() const {
    Lines names;
    EXPECT_TRUE(
        register_->Read()->Scan(model::Kind::kEntity, [&](const model::Unit& unit) -> base::Status {
          names.push_back(unit.number.ToString() + " " + unit.name.value_or("-"));
          return {};
        }));
    return names;
  }

  fs::path folder_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Register> register_;
  Lines acknowledged_;
};

TEST_F(ApplyBatchesTest, AcknowledgesEveryBatch) {
  const ApplyReport report =
      Apply(Header("one") + Upsert("312300028", "A") + Upsert("312306018", "B") + Header("two") +
            Upsert("312300028", "A") + Upsert("312306018", "C"));
  EXPECT_EQ(report.done, 2U);
  EXPECT_FALSE(report.refused());
  EXPECT_THAT(
      acknowledged_,
      ElementsAre(
          R"({"batch":"one","repeated":false,"commit":1,"operations":2,"updates":2,"firstUpdate":1,"lastUpdate":2})",
          R"({"batch":"two","repeated":false,"commit":2,"operations":2,"updates":1,"firstUpdate":3,"lastUpdate":3})"));
}

TEST_F(ApplyBatchesTest, AcknowledgesARepeatedBatchWithItsResult) {
  const std::string batch = Header("one") + Upsert("312300028", "A");
  Apply(batch + Header("two") + Upsert("312306018", "B"));
  acknowledged_.clear();
  EXPECT_EQ(Apply(batch).done, 1U);
  EXPECT_THAT(
      acknowledged_,
      ElementsAre(
          R"({"batch":"one","repeated":true,"commit":1,"operations":1,"updates":1,"firstUpdate":1,"lastUpdate":1})"));
}

TEST_F(ApplyBatchesTest, NamesNoUpdatesIfThereAreNone) {
  Apply(Upsert("312300028", "A"));
  acknowledged_.clear();
  Apply(Upsert("312300028", "A"));
  EXPECT_THAT(
      acknowledged_,
      ElementsAre(R"({"batch":null,"repeated":false,"commit":2,"operations":1,"updates":0})"));
}

TEST_F(ApplyBatchesTest, RefusesOtherContentUnderAnId) {
  Apply(Header("one") + Upsert("312300028", "A"));
  const ApplyReport report = Apply(Header("one") + Upsert("312300028", "B"));
  EXPECT_THAT(report.problems.Texts(),
              ElementsAre("line 1: batch: another batch was applied as \"one\""));
  EXPECT_THAT(Names(), ElementsAre("312300028 A"));
}

std::string TimedHeader(const std::string& id, const std::string& time) {
  return R"({"batch":")" + id + R"(","time":")" + time + "\"}\n";
}

TEST_F(ApplyBatchesTest, TakesBatchesOfAnEarlierTimeAsHistoryAlone) {
  const std::string batch =
      TimedHeader("one", "2026-08-26T18:00:00.000Z") + Upsert("312300028", "A");
  EXPECT_THAT(Apply(batch).problems.Texts(),
              ElementsAre("line 1: time: is taken only by orgreg apply --history"));
  EXPECT_THAT(Names(), IsEmpty());
  EXPECT_EQ(Apply(batch, true).done, 1U);
  EXPECT_EQ(Apply(batch, true).done, 1U);
  EXPECT_THAT(acknowledged_,
              ElementsAre(HasSubstr("\"repeated\":false"), HasSubstr("\"repeated\":true")));
}

TEST_F(ApplyBatchesTest, ReportsTheProblemsOfTheTimeAndAllOthers) {
  Apply(TimedHeader("one", "2026-08-26T18:00:00.000Z") + Upsert("312300028", "A"), true);
  const ApplyReport early =
      Apply(TimedHeader("two", "2026-08-26T17:59:59.999Z") + Delete("312307014"), true);
  EXPECT_THAT(early.problems.Texts(),
              ElementsAre("line 1: time: is before the last update, 2026-08-26T18:00:00.000Z",
                          "line 2: organisasjonsnummer: 312307014 is not in the register"));
  const ApplyReport late =
      Apply(TimedHeader("two", "9999-01-01T00:00:00.000Z") + Upsert("312300028", "B"), true);
  EXPECT_THAT(late.problems.Texts(), ElementsAre("line 1: time: is in the future"));
  EXPECT_THAT(Names(), ElementsAre("312300028 A"));
}

TEST_F(ApplyBatchesTest, ReportsRefusalsOfTheRegisterWithLineAndMember) {
  const ApplyReport report = Apply(
      Header("one") + Upsert("312300028", "A") + Delete("312306018") +
      R"({"operation":"reinstate","kind":"entity","record":{"organisasjonsnummer":"312307014","navn":"A","organisasjonsform":{"kode":"AS"}}})");
  EXPECT_THAT(report.problems.Texts(),
              ElementsAre("line 3: organisasjonsnummer: 312306018 is not in the register",
                          "line 4: record.organisasjonsnummer: 312307014 is not in the register"));
  EXPECT_THAT(Names(), IsEmpty());
  EXPECT_THAT(acknowledged_, IsEmpty());
}

TEST_F(ApplyBatchesTest, CountsUnlistedProblems) {
  std::string batch = Header("one");
  for (int at = 0; at < 150; ++at) batch += Delete("312306018");
  const ApplyReport report = Apply(batch);
  EXPECT_EQ(report.problems.count, 150U);
  EXPECT_EQ(report.problems.first.size(), BatchProblems::kMostKept);
}

TEST_F(ApplyBatchesTest, StopsAtTheFirstBatchThatIsRefused) {
  const ApplyReport report =
      Apply(Header("one") + Upsert("312300028", "A") + Header("two") + Upsert("312306018", "B") +
            "{\n" + Header("three") + Upsert("312307014", "C"));
  EXPECT_EQ(report.done, 1U);
  EXPECT_TRUE(report.refused());
  EXPECT_THAT(Names(), ElementsAre("312300028 A"));
}

TEST_F(ApplyBatchesTest, RefusesAnInputWithoutABatch) {
  EXPECT_TRUE(Apply("").refused());
  EXPECT_TRUE(Apply("\n").refused());
}

TEST_F(ApplyBatchesTest, EndsIfTheAcknowledgementCannotBeWritten) {
  const std::string text =
      Header("one") + Upsert("312300028", "A") + Header("two") + Upsert("312306018", "B");
  formats::MemorySource source(text);
  const auto report = ApplyBatches(register_.get(), &source,
                                   {.acknowledge = [](const Acknowledgement&) -> base::Status {
                                     return base::Error{base::Code::kIo, "nobody listens"};
                                   }});
  EXPECT_FALSE(report);
  EXPECT_THAT(Names(), ElementsAre("312300028 A"));
}

class DropFolderTest : public ApplyBatchesTest {
 protected:
  DropFolderTest() { fs::create_directory(drop_); }

  void Put(const std::string& name, const std::string& text) const {
    std::ofstream(drop_ / name, std::ios::binary) << text;
  }
  static std::string TextOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Takes all waiting files in order; returns their names.
  Lines TakeAll() {
    auto folder = DropFolder::Open(drop_.string());
    EXPECT_TRUE(folder) << folder.error().message;
    Lines names = *folder->Waiting();
    for (const std::string& name : names) {
      EXPECT_TRUE(folder->Apply(register_.get(), name, Options())) << name;
    }
    return names;
  }

  fs::path drop_ = folder_ / "drop";
};

TEST_F(DropFolderTest, TakesFilesByNameAndMovesThem) {
  Put("b.ndjson", Header("b") + Upsert("312300028", "B"));
  Put("a.ndjson", Header("a") + Upsert("312300028", "A"));
  EXPECT_THAT(TakeAll(), ElementsAre("a.ndjson", "b.ndjson"));
  EXPECT_THAT(Names(), ElementsAre("312300028 B"));
  EXPECT_TRUE(fs::exists(drop_ / "done/a.ndjson"));
  EXPECT_TRUE(fs::exists(drop_ / "done/b.ndjson"));
  EXPECT_THAT(TakeAll(), IsEmpty());
}

TEST_F(DropFolderTest, LeavesOtherFilesAlone) {
  Put("a.ndjson.tmp", Header("a") + Upsert("312300028", "A"));
  Put(".hidden.ndjson", Header("b") + Upsert("312300028", "A"));
  Put("a.json", Header("c") + Upsert("312300028", "A"));
  fs::create_directory(drop_ / "folder.ndjson");
  EXPECT_THAT(TakeAll(), IsEmpty());
}

TEST_F(DropFolderTest, SetsRefusedFilesAsideWithTheReasonsAndGoesOn) {
  Put("a.ndjson", Header("a") + Delete("312300028") + "{\"kind\":\"entity\"}\n");
  Put("b.ndjson", Header("b") + Upsert("312300028", "B"));
  TakeAll();
  EXPECT_THAT(Names(), ElementsAre("312300028 B"));
  EXPECT_TRUE(fs::exists(drop_ / "refused/a.ndjson"));
  EXPECT_EQ(TextOf(drop_ / "refused/a.ndjson.problems"), "line 3: operation: is missing\n");
  EXPECT_FALSE(fs::exists(drop_ / "a.ndjson"));
}

TEST_F(DropFolderTest, TakesNothingThatIsDatedBack) {
  Put("a.ndjson", TimedHeader("one", "2026-08-26T18:00:00.000Z") + Upsert("312300028", "A"));
  TakeAll();
  EXPECT_THAT(Names(), IsEmpty());
  EXPECT_THAT(TextOf(drop_ / "refused/a.ndjson.problems"),
              HasSubstr("line 1: time: is taken only"));
}

// The state after a crash between the commit and the move.
TEST_F(DropFolderTest, KnowsAFileThatWasAppliedButNotMoved) {
  const std::string text = Upsert("312300028", "A");
  Put("a.ndjson", text);
  TakeAll();
  Put("later.ndjson", Upsert("312300028", "B"));
  TakeAll();
  fs::rename(drop_ / "done/a.ndjson", drop_ / "a.ndjson");
  acknowledged_.clear();
  TakeAll();
  EXPECT_THAT(acknowledged_, ElementsAre(HasSubstr(R"("batch":"a.ndjson","repeated":true)")));
  EXPECT_THAT(Names(), ElementsAre("312300028 B"));
}

TEST_F(DropFolderTest, RefusesANameThatComesAgainForAnotherBatch) {
  Put("a.ndjson", Upsert("312300028", "A"));
  TakeAll();
  Put("a.ndjson", Upsert("312300028", "B"));
  TakeAll();
  EXPECT_THAT(Names(), ElementsAre("312300028 A"));
  EXPECT_THAT(TextOf(drop_ / "refused/a.ndjson.problems"), HasSubstr("another batch was applied"));
}

TEST_F(DropFolderTest, LosesNoFileOfTheSameName) {
  for (const char* id : {"1", "2", "3"}) {
    Put("a.ndjson", Header(id) + Upsert("312300028", id));
    TakeAll();
  }
  for (const char* name : {"a.ndjson", "a.ndjson.1", "a.ndjson.2"}) {
    EXPECT_TRUE(fs::exists(drop_ / "done" / name)) << name;
  }
}

TEST_F(DropFolderTest, MovesNothingWhileAnotherProcessWrites) {
  auto other = store::OpenSqlite((folder_ / "store").string(), store::OpenMode::kReadWriteCreate,
                                 {.busy_timeout_ms = 1});
  records::Register second(other->get());
  const auto writer = store_->Write();
  Put("a.ndjson", Upsert("312300028", "A"));
  const auto folder = DropFolder::Open(drop_.string());
  const auto report = folder->Apply(&second, "a.ndjson", {});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, base::Code::kUnavailable);
  EXPECT_TRUE(fs::exists(drop_ / "a.ndjson"));
}

TEST_F(DropFolderTest, IsFollowedByOneAtATime) {
  {
    const auto first = DropFolder::Open(drop_.string());
    ASSERT_TRUE(first);
    const auto second = DropFolder::Open(drop_.string());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, base::Code::kUnavailable);
  }
  EXPECT_TRUE(DropFolder::Open(drop_.string()));
  EXPECT_FALSE(DropFolder::Open((drop_ / "missing").string()));
}

TEST_F(DropFolderTest, PassesOverAFileThatWasTakenBack) {
  const auto folder = DropFolder::Open(drop_.string());
  const auto report = folder->Apply(register_.get(), "gone.ndjson", Options());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->done, 0U);
}

}  // namespace
}  // namespace orgreg::ingest
