// SPDX-License-Identifier: EUPL-1.2

// Keeps rows on disk until all of them are known, so that only the last one of each number is
// processed, in order of number. The file has no name, so nothing of it outlives the spool. A row
// takes some 60 bytes of memory. One thread. Errors: kIo.

#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "store/store.h"

namespace orgreg::records {

class RowSpool {
 public:
  // The file is made in `folder` at the first row; if it is empty, in the system's folder for
  // temporary files.
  explicit RowSpool(std::string folder) : folder_(std::move(folder)) {}

  base::Status Add(const store::RowView& row);
  bool Has(base::OrgNumber number) const { return numbers_.contains(number.value()); }
  // Ignores earlier rows of the number, except removed ones.
  void Forget(base::OrgNumber number);

  // Called after all rows were added. Keeps one row for each number, in order: the last one, or the
  // last removed one if there is any, since only a removed row may replace a removed one.
  base::Status Settle();
  // Called after Settle.
  std::size_t size() const { return entries_.size(); }
  base::Result<store::Row> Read(std::size_t at) const;

 private:
  struct Entry {
    base::OrgNumber number;
    store::RowState state = store::RowState::kLive;
    bool is_forgotten = false;
    std::uint32_t size = 0;
    std::uint64_t offset = 0;
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  base::Status Open();

  std::string folder_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t size_ = 0;
  std::vector<Entry> entries_;
  std::unordered_set<std::uint32_t> numbers_;
};

}  // namespace orgreg::records
