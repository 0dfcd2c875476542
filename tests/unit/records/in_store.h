// SPDX-License-Identifier: EUPL-1.2

// A register in a store of its own, for one test, and its content as text.

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "records/register.h"
#include "store/sqlite/store.h"

namespace orgreg::records {

inline std::string LiveText(const std::string& number, const std::string& name,
                            const std::string& more = "") {
  return R"({"organisasjonsnummer":")" + number + R"(","navn":")" + name +
         R"(","organisasjonsform":{"kode":"AS"})" + more + "}";
}
inline std::string LiveSubText(const std::string& number, const std::string& name) {
  return LiveText(number, name, R"(,"overordnetEnhet":"312300028")");
}

inline base::OrgNumber Number(const std::string& text) { return *base::OrgNumber::Parse(text); }
// For a SupplementIndexer if no organisation was removed from publication.
inline base::Result<bool> NothingRemoved(base::OrgNumber /*number*/) { return false; }

inline base::Date Day(const std::string& text) { return *base::Date::Parse(text); }

inline model::Unit UnitOf(model::Kind kind, std::string text) {
  text.reserve(text.size() + RecordReader::kPadding);
  model::Unit unit;
  Problems problems;
  RecordReader reader;
  EXPECT_TRUE(reader.Read(kind, text, &unit, &problems)) << text << ": " << problems.front().Text();
  return unit;
}

class StoredRegister : public ::testing::Test {
 protected:
  StoredRegister() {
    std::string name = ::testing::TempDir() + "orgreg_register_XXXXXX";
    folder_ = mkdtemp(name.data());
    auto store = store::OpenSqlite(folder_ + "/store", store::OpenMode::kReadWriteCreate);
    EXPECT_TRUE(store) << store.error().message;
    store_ = std::move(store).value();
    register_ = std::make_unique<Register>(store_.get());
  }
  ~StoredRegister() override { std::filesystem::remove_all(folder_); }

  // The bodies of all rows of a kind, as they are stored.
  std::vector<std::string> Rows(model::Kind kind = model::Kind::kEntity) const {
    std::vector<std::string> rows;
    const auto snapshot = store_->Read();
    EXPECT_TRUE((*snapshot)->Scan(kind, [&](const store::RowView& row) -> base::Status {
      rows.emplace_back(row.body);
      return {};
    }));
    return rows;
  }

  // The lines of the log of a kind: "ID TYPE NUMBER FORWARD".
  std::vector<std::string> Log(model::Kind kind = model::Kind::kEntity) const {
    constexpr const char* kTypes[] = {"Ukjent", "Ny", "Endring", "Sletting", "Fjernet"};
    std::vector<std::string> lines;
    const auto snapshot = store_->Read();
    const auto page =
        (*snapshot)->ReadChanges({.kind = kind, .count = 1'000'000, .with_patches = true});
    EXPECT_TRUE(page) << page.error().message;
    for (const store::Change& change : page->changes) {
      lines.push_back(std::to_string(change.id) + " " + kTypes[static_cast<int>(change.type)] +
                      " " + change.number.ToString() +
                      (change.forward.empty() ? "" : " " + change.forward));
    }
    return lines;
  }

  // The times of the lines of the log.
  std::vector<std::string> LogTimes(model::Kind kind = model::Kind::kEntity) const {
    std::vector<std::string> times;
    const auto snapshot = store_->Read();
    const auto page = (*snapshot)->ReadChanges({.kind = kind, .count = 1'000'000});
    EXPECT_TRUE(page) << page.error().message;
    for (const store::Change& change : page->changes) {
      times.push_back(base::Timestamp::FromMilliseconds(change.time_ms).ToString());
    }
    return times;
  }

  std::int64_t Position() const { return store_->Position()->value; }

  std::string folder_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Register> register_;
};

}  // namespace orgreg::records
