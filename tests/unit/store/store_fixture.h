// SPDX-License-Identifier: EUPL-1.2

// The requirements of a store suite for a backend, and a fixture from which every suite derives.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/store.h"

namespace orgreg::store {

using model::Kind;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// An empty database that lives as long as this object and can be opened many times: each Open gives
// what another process would have.
class TestBackend {
 public:
  TestBackend() = default;
  TestBackend(const TestBackend&) = delete;
  TestBackend& operator=(const TestBackend&) = delete;
  virtual ~TestBackend() = default;

  virtual std::unique_ptr<Store> Open() = 0;
  // Changes stored data behind the store's back, with SQL that every backend understands.
  virtual void Tamper(const std::string& sql) = 0;
  // A path for CopyTo, and the store at that path.
  virtual std::string CopyPath() = 0;
  virtual std::unique_ptr<Store> OpenCopy() = 0;

  // The time of day for every store opened here.
  std::atomic<std::int64_t> now_ms = 1'000'000;
};

struct BackendFactory {
  std::string name;
  std::function<std::unique_ptr<TestBackend>()> make;

  friend void PrintTo(const BackendFactory& factory, std::ostream* out) { *out << factory.name; }
};

// A row as text, "number state body", so that a failed comparison can be read.
inline std::string Show(const RowView& row) {
  return row.number.ToString() + " " + std::to_string(static_cast<int>(row.state)) + " " +
         std::string(row.body);
}

inline RowView Live(std::uint32_t number, std::string_view body) {
  return {.number = base::OrgNumber(number), .state = RowState::kLive, .body = body};
}
inline RowView Deleted(std::uint32_t number, std::string_view body) {
  return {.number = base::OrgNumber(number), .state = RowState::kDeleted, .body = body};
}
inline RowView Removed(std::uint32_t number) {
  return {.number = base::OrgNumber(number), .state = RowState::kRemoved, .body = ""};
}

inline base::OrgNumber Number(std::uint32_t value) { return base::OrgNumber(value); }

class StoreFixture : public testing::TestWithParam<BackendFactory> {
 protected:
  StoreFixture() : backend_(GetParam().make()), store_(backend_->Open()) {}

  std::unique_ptr<Snapshot> Read() {
    auto snapshot = store_->Read();
    EXPECT_TRUE(snapshot.ok()) << snapshot.error().message;
    return std::move(snapshot).value();
  }

  std::unique_ptr<Writer> Write() {
    auto writer = store_->Write();
    EXPECT_TRUE(writer.ok()) << writer.error().message;
    return std::move(writer).value();
  }

  static PutOutcome Put(Writer* writer, Kind kind, const RowView& row) {
    const auto outcome = writer->Put(kind, row);
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
    return *outcome;
  }

  // Commits `rows` of entities and returns their outcomes.
  std::vector<PutOutcome> Commit(const std::vector<RowView>& rows) {
    const auto writer = Write();
    std::vector<PutOutcome> outcomes;
    for (const RowView& row : rows) outcomes.push_back(Put(writer.get(), Kind::kEntity, row));
    const auto committed = writer->Commit();
    EXPECT_TRUE(committed.ok()) << committed.error().message;
    return outcomes;
  }

  static std::vector<std::string> RowsOf(Snapshot* snapshot, Kind kind) {
    std::vector<std::string> rows;
    const auto visit = [&](const RowView& row) {
      rows.push_back(Show(row));
      return base::Status();
    };
    const base::Status scanned = snapshot->Scan(kind, visit);
    EXPECT_TRUE(scanned.ok()) << scanned.error().message;
    return rows;
  }

  std::vector<std::string> Entities() { return RowsOf(Read().get(), Kind::kEntity); }

  // The row of the number as text, "none", or "error".
  std::string Find(Kind kind, std::uint32_t number) {
    const auto row = Read()->Find(kind, base::OrgNumber(number));
    if (!row) return "error";
    if (!row->has_value()) return "none";
    return Show({.number = (*row)->number, .state = (*row)->state, .body = (*row)->body});
  }

  // Puts a row and logs it as a change with the patches "+body" and "-body".
  static std::int64_t PutAndLog(Writer* writer, Kind kind, const RowView& row,
                                ChangeType type = ChangeType::kChange) {
    Put(writer, kind, row);
    const std::string body(row.body);
    const std::string forward = body.empty() ? "" : "+" + body;
    const std::string backward = body.empty() ? "" : "-" + body;
    const auto id = writer->Log({.kind = kind,
                                 .number = row.number,
                                 .type = type,
                                 .forward = forward,
                                 .backward = backward});
    EXPECT_TRUE(id.ok()) << id.error().message;
    return *id;
  }

  static Receipt CommitOf(Writer* writer, const BatchMark& batch = {}) {
    const auto receipt = writer->Commit(batch);
    EXPECT_TRUE(receipt.ok()) << receipt.error().message;
    return *receipt;
  }

  Receipt Logged(Kind kind, const std::vector<RowView>& rows, const BatchMark& batch = {}) {
    const auto writer = Write();
    for (const RowView& row : rows) PutAndLog(writer.get(), kind, row);
    return CommitOf(writer.get(), batch);
  }

  static std::string ShowChange(const Change& change) {
    return std::to_string(change.id) + " " + std::to_string(change.number.value()) + " " +
           std::to_string(static_cast<int>(change.type)) + " " + change.forward;
  }

  ChangePage Changes(const ChangeQuery& query) {
    auto page = Read()->ReadChanges(query);
    EXPECT_TRUE(page.ok()) << page.error().message;
    return std::move(page).value();
  }

  std::vector<std::string> Lines(Kind kind) {
    std::vector<std::string> lines;
    const ChangePage page = Changes({.kind = kind, .count = 1000, .with_patches = true});
    for (const Change& change : page.changes) lines.push_back(ShowChange(change));
    return lines;
  }

  static std::vector<std::int64_t> IdsOf(const ChangePage& page) {
    std::vector<std::int64_t> ids;
    for (const Change& change : page.changes) ids.push_back(change.id);
    return ids;
  }

  // The numbers as text, or "unknown".
  static std::string Since(Snapshot* snapshot, Kind kind, CommitId commit, Contents then) {
    const auto numbers = snapshot->ChangedSince(kind, commit, then);
    EXPECT_TRUE(numbers.ok()) << numbers.error().message;
    if (!numbers->has_value()) return "unknown";
    std::string text;
    for (const base::OrgNumber number : **numbers) {
      text += (text.empty() ? "" : " ") + std::to_string(number.value());
    }
    return text;
  }
  std::string Since(CommitId commit, Contents then) {
    return Since(Read().get(), Kind::kEntity, commit, then);
  }

  Contents Now(Kind kind = Kind::kEntity) { return Read()->Describe(kind); }

  bool IsSound() {
    const base::Status sound = store_->Check();
    EXPECT_TRUE(sound.ok()) << sound.error().message;
    return sound.ok();
  }

  std::unique_ptr<TestBackend> backend_;
  std::unique_ptr<Store> store_;
};

}  // namespace orgreg::store
