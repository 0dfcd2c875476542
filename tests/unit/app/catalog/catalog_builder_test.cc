// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/catalog_builder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/catalog/catalog_watcher.h"
#include "app/catalog/visibility.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

using model::Kind;

std::vector<base::OrgNumber> Numbers(std::size_t count) {
  std::vector<base::OrgNumber> numbers;
  for (int at = 310'000'000; numbers.size() < count; ++at) {
    if (const auto number = base::OrgNumber::Parse(std::to_string(at))) numbers.push_back(*number);
  }
  return numbers;
}

records::Operation Upsert(base::OrgNumber number, const std::string& name) {
  return {.action = records::Action::kUpsert,
          .kind = Kind::kEntity,
          .number = number,
          .body = R"({"organisasjonsnummer":")" + number.ToString() + R"(","navn":")" + name +
                  R"(","organisasjonsform":{"kode":"AS"}})"};
}

records::Operation UpsertSub(base::OrgNumber number, base::OrgNumber superior) {
  return {.action = records::Action::kUpsert,
          .kind = Kind::kSubEntity,
          .number = number,
          .body = R"({"organisasjonsnummer":")" + number.ToString() +
                  R"(","navn":"LAGERET","organisasjonsform":{"kode":"BEDR"},"overordnetEnhet":")" +
                  superior.ToString() + R"("})"};
}

class CatalogBuilderTest : public ::testing::Test {
 protected:
  CatalogBuilderTest() {
    std::string name = ::testing::TempDir() + "orgreg_builder_XXXXXX";
    folder_ = mkdtemp(name.data());
    store_ = store::OpenSqlite(path(), store::OpenMode::kReadWriteCreate).value();
    register_.emplace(store_.get());
    builder_.emplace(&*register_, Place::NextToStore(path()));
    Apply({Upsert(numbers_[0], "EN")});
  }
  ~CatalogBuilderTest() override {
    builder_.reset();
    register_.reset();
    store_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::string path() const { return folder_ + "/register.db"; }
  std::string SegmentOf(Kind kind) const { return Place::NextToStore(path()).SegmentPath(kind); }
  static ino_t FileAt(const std::string& path) {
    struct stat status = {};
    EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
    return status.st_ino;
  }

  void Apply(std::vector<records::Operation> operations) {
    const auto done = register_->Apply({.operations = std::move(operations)});
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_EQ(done->state, records::BatchOutcome::State::kDone);
  }
  CatalogPointer Advance() {
    auto catalog = builder_->Advance({});
    EXPECT_TRUE(catalog) << catalog.error().message;
    return *catalog;
  }

  const std::vector<base::OrgNumber> numbers_ = Numbers(5002);
  std::string folder_;
  std::unique_ptr<store::Store> store_;
  std::optional<records::Register> register_;
  std::optional<CatalogBuilder> builder_;
};

TEST_F(CatalogBuilderTest, ABatchLargerThanTheBaseIsSeenBeforeThereIsANewBase) {
  EXPECT_EQ(Advance()->CountLive(Kind::kEntity), 1U);
  const ino_t base = FileAt(SegmentOf(Kind::kEntity));
  std::vector<records::Operation> many;
  for (std::size_t i = 1; i <= 5000; ++i) many.push_back(Upsert(numbers_[i], "MANGE"));
  Apply(std::move(many));
  EXPECT_EQ(Advance()->CountLive(Kind::kEntity), 5001U);
  EXPECT_EQ(FileAt(SegmentOf(Kind::kEntity)), base);
  const auto merge = builder_->WantedMerge({});
  ASSERT_TRUE(merge);
  EXPECT_EQ(merge->since.commit.value, 0);
  EXPECT_FALSE(merge->is_needed);
  KindFlags except = {};
  except[static_cast<std::size_t>(Kind::kEntity)] = true;
  EXPECT_FALSE(builder_->WantedMerge(except));
}

TEST_F(CatalogBuilderTest, AKindWhoseBaseIsCutStaysBehindAloneUntilItHasAnother) {
  const auto before = Advance()->state();
  std::filesystem::resize_file(SegmentOf(Kind::kEntity), 4096);
  builder_->LookForChange();
  Apply({Upsert(numbers_[0], "TO"), UpsertSub(numbers_[5001], numbers_[0])});
  const CatalogPointer torn = Advance();
  EXPECT_TRUE(builder_->is_behind());
  EXPECT_EQ(torn->CountLive(Kind::kSubEntity), 1U);
  EXPECT_EQ(torn->state().commit, before.commit);
  EXPECT_EQ(torn->state().LastChangeOf(Kind::kEntity), before.last_change);
  EXPECT_EQ(torn->state().LastChangeOf(Kind::kSubEntity), before.last_change + 2);
  EXPECT_EQ(torn->Lookup(Kind::kEntity, numbers_[0]).error().code, base::Code::kUnavailable);

  const auto merge = builder_->WantedMerge({});
  ASSERT_TRUE(merge && merge->is_needed);
  EXPECT_EQ(merge->kind, Kind::kEntity);
  auto made = builder_->RunMerge(*merge, {});
  ASSERT_TRUE(made) << made.error().message;
  builder_->InstallSegment(merge->kind, std::move(made).value());
  const CatalogPointer whole = Advance();
  EXPECT_FALSE(builder_->is_behind());
  EXPECT_FALSE(builder_->WantedMerge({}));
  EXPECT_EQ(whole->state().last_change, before.last_change + 2);
  const auto found = whole->Lookup(Kind::kEntity, numbers_[0]);
  ASSERT_TRUE(found && *found);
  EXPECT_NE((*found)->record.served().text().find("\"TO\""), std::string_view::npos);
}

// The register does not change meanwhile.
TEST_F(CatalogBuilderTest, TheWatcherReplacesABaseThatIsCut) {
  std::mutex mutex;
  CatalogPointer served = Advance();
  const auto is_whole = [&] {
    const std::lock_guard lock(mutex);
    const auto found = served->Lookup(Kind::kEntity, numbers_[0]);
    return found && *found;
  };
  Visibility visibility;
  const CatalogWatcher watcher(
      &*register_, &*builder_, &visibility,
      [&](const CatalogPointer& next) {
        const std::lock_guard lock(mutex);
        served = next;
      },
      [] {});
  EXPECT_TRUE(is_whole());
  std::filesystem::resize_file(SegmentOf(Kind::kEntity), 0);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  bool was_missing = !is_whole();
  while (!is_whole() && std::chrono::steady_clock::now() < end) {
    was_missing = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(was_missing);
  EXPECT_TRUE(is_whole());
}

}  // namespace
}  // namespace orgreg::app
