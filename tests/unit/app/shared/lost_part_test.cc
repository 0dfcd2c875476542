// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/lost_part.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "records/register.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

using base::Code;
using records::Action;
using testing::ElementsAre;

constexpr model::Kind kKind = model::Kind::kEntity;
const base::OrgNumber kFirst = *base::OrgNumber::Parse("312300028");
const base::OrgNumber kSecond = *base::OrgNumber::Parse("312300036");
const base::Date kDay = *base::Date::Parse("2026-07-31");

records::Operation Upsert(base::OrgNumber number, Action action = Action::kUpsert) {
  return {.action = action,
          .kind = kKind,
          .number = number,
          .body = R"({"organisasjonsnummer":")" + number.ToString() +
                  R"(","navn":"FJELLVIK AS","organisasjonsform":{"kode":"AS"}})"};
}

records::Operation Remove(base::OrgNumber number) {
  return {.action = Action::kRemove, .kind = kKind, .number = number, .day = kDay};
}

// A store, and a copy of it that may go on in another way. Each commit is a second later.
class LostPartTest : public ::testing::Test {
 protected:
  LostPartTest() {
    std::string name = ::testing::TempDir() + "orgreg_lost_part_XXXXXX";
    folder_ = mkdtemp(name.data());
    store_ = Open("store");
    Apply(store_.get(), {Upsert(kFirst)});
    EXPECT_TRUE(store_->CopyTo(folder_ + "/copy").ok());
    copy_ = Open("copy");
  }
  ~LostPartTest() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<store::Store> Open(const std::string& name) {
    auto opened = store::OpenSqlite(folder_ + "/" + name, store::OpenMode::kReadWriteCreate,
                                    {.clock_ms = [this] { return now_ms_; }});
    EXPECT_TRUE(opened.ok()) << opened.error().message;
    return std::move(opened).value();
  }

  void Apply(store::Store* store, std::vector<records::Operation> operations,
             const std::string& id = "") {
    now_ms_ += 1000;
    const auto done =
        records::Register(store).Apply({.id = id, .operations = std::move(operations)});
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_EQ(done.value().state, records::BatchOutcome::State::kDone);
  }

  base::Result<std::optional<LostPart>> Find() {
    const auto copy = std::move(copy_->Read()).value();
    const auto store = std::move(store_->Read()).value();
    return FindLostPart(copy.get(), store.get());
  }

  std::int64_t now_ms_ = 1'700'000'000'000;
  std::string folder_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<store::Store> copy_;
};

TEST_F(LostPartTest, IsNothingIfTheStoreHasTheState) {
  EXPECT_FALSE((*Find()).has_value());
  Apply(store_.get(), {Upsert(kSecond)});
  EXPECT_FALSE((*Find()).has_value()) << "the copy is behind";
}

TEST_F(LostPartTest, HasWhatOnlyTheCopyKnows) {
  Apply(copy_.get(), {Upsert(kSecond)}, "added");
  Apply(copy_.get(), {Remove(kFirst)}, "removed");
  const auto lost = Find();
  ASSERT_TRUE(lost.ok() && lost->has_value());
  EXPECT_EQ((*lost)->common, store::CommitId{1});
  EXPECT_EQ((*lost)->last, store::CommitId{3});
  EXPECT_EQ((*lost)->updates, 2U);
  EXPECT_EQ((*lost)->removals, 1U);
  EXPECT_FALSE((*lost)->is_made_good());
  const auto copy = std::move(copy_->Read()).value();
  const auto store = std::move(store_->Read()).value();
  EXPECT_THAT(*LostBatches(copy.get(), store.get()), ElementsAre("added", "removed"));
}

// The store went another way, in which it has repeated everything that matters.
TEST_F(LostPartTest, IsMadeGoodByAnotherHistory) {
  Apply(copy_.get(), {Remove(kFirst)});
  Apply(store_.get(), {Upsert(kSecond)});
  EXPECT_EQ((*Find())->removals, 1U);
  Apply(store_.get(), {Remove(kFirst)});
  ASSERT_TRUE((*Find()).has_value());
  EXPECT_EQ((*Find())->common, store::CommitId{1});
  EXPECT_TRUE((*Find())->is_made_good());
}

// A record that was removed again and then reinstated may be shown; one that was reinstated before
// the removal that is lost may not.
TEST_F(LostPartTest, KnowsWhatCameBack) {
  Apply(copy_.get(), {Remove(kFirst)});
  Apply(store_.get(), {Remove(kFirst)});
  Apply(store_.get(), {Upsert(kFirst, Action::kReinstate)});
  EXPECT_EQ((*Find())->removals, 0U);
  Apply(copy_.get(), {Upsert(kFirst, Action::kReinstate)});
  Apply(copy_.get(), {Remove(kFirst)});
  EXPECT_EQ((*Find())->removals, 1U);
}

TEST_F(LostPartTest, IsOfOneRegister) {
  copy_ = Open("another");
  Apply(copy_.get(), {Upsert(kSecond)});
  EXPECT_EQ(Find().error().code, Code::kInvalid);
}

}  // namespace
}  // namespace orgreg::app
