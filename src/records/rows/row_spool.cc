// SPDX-License-Identifier: EUPL-1.2

#include "records/rows/row_spool.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <system_error>

#include "base/files/descriptor.h"
#include "base/files/new_file.h"
#include "base/files/system_error.h"

namespace orgreg::records {
namespace {

base::Error Failure() { return base::IoError("a temporary file", errno); }

}  // namespace

base::Status RowSpool::Open() {
  std::error_code error;
  std::filesystem::path folder(folder_);
  if (folder_.empty()) folder = std::filesystem::temp_directory_path(error);
  if (error) return base::Error{base::Code::kIo, "a temporary file: " + error.message()};
  const auto made = base::NewFile::Begin((folder / "orgreg-rows").string(), S_IRUSR | S_IWUSR,
                                         base::NewFile::Naming::kNever);
  if (!made) return base::Error(made.error()).At("a temporary file");
  const int descriptor = fcntl(made->descriptor(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) return Failure();
  file_.reset(fdopen(descriptor, "w+b"));
  if (file_) return {};
  close(descriptor);
  return Failure();
}

base::Status RowSpool::Add(const store::RowView& row) {
  if (!file_) {
    TRY(Open());
  }
  if (std::fwrite(row.body.data(), 1, row.body.size(), file_.get()) != row.body.size()) {
    return Failure();
  }
  entries_.push_back({.number = row.number,
                      .state = row.state,
                      .size = static_cast<std::uint32_t>(row.body.size()),
                      .offset = size_});
  numbers_.insert(row.number.value());
  size_ += row.body.size();
  return {};
}

void RowSpool::Forget(base::OrgNumber number) {
  if (Has(number)) entries_.push_back({.number = number, .is_forgotten = true});
}

base::Status RowSpool::Settle() {
  if (file_ && std::fflush(file_.get()) != 0) return Failure();
  std::ranges::stable_sort(entries_, {}, &Entry::number);
  std::size_t kept = 0;
  for (std::size_t at = 0; at < entries_.size();) {
    Entry last = entries_[at];
    const base::OrgNumber number = last.number;
    for (; at < entries_.size() && entries_[at].number == number; ++at) {
      const bool may_replace = last.state != store::RowState::kRemoved ||
                               entries_[at].state == store::RowState::kRemoved;
      if (may_replace) last = entries_[at];
    }
    if (!last.is_forgotten) entries_[kept++] = last;
  }
  entries_.resize(kept);
  return {};
}

base::Result<store::Row> RowSpool::Read(std::size_t at) const {
  const Entry& entry = entries_[at];
  store::Row row{.number = entry.number, .state = entry.state, .body = {}};
  row.body.resize(entry.size);
  std::size_t done = 0;
  while (done < row.body.size()) {
    const ssize_t count = base::ReadSomeAt(fileno(file_.get()), std::span(row.body).subspan(done),
                                           static_cast<off_t>(entry.offset + done));
    if (count < 0) return Failure();
    if (count == 0) return base::Error{base::Code::kIo, "a temporary file: is cut off"};
    done += static_cast<std::size_t>(count);
  }
  return row;
}

}  // namespace orgreg::records
