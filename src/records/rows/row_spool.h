// Rows set aside on disk until all of them are known, so that only the last of each number
// need be dealt with, in order of number. The file has no name: nothing of it outlives the
// spool. In memory a row takes some 60 bytes. One thread. Errors: kIo.

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
  // The file is made in `folder` when the first row comes; empty: where temporary files go.
  explicit RowSpool(std::string folder) : folder_(std::move(folder)) {}

  base::Status Add(const store::RowView& row);
  bool Has(base::OrgNumber number) const { return numbers_.contains(number.value()); }
  // What was added of the number counts no more, unless it was removed.
  void Forget(base::OrgNumber number);

  // After all were added: keeps one row a number, in their order; the last, or the last
  // removed one where there is one, since only a removed row may replace a removed one.
  base::Status Settle();
  // After Settle.
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
