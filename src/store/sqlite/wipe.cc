// SPDX-License-Identifier: EUPL-1.2

// The Overwriter finds the unused bytes of each page (GapOf) and fills them with zeros past SQLite,
// one part of the file in each transaction.

#include "store/sqlite/wipe.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "store/sqlite_tables/rows.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// Other writers wait for one part at a time, some 20 ms when the file is cached, and continue in
// the pause after it: SQLite lets them sleep for up to 100 ms.
constexpr std::int64_t kPartBytes = 32 << 20;
constexpr std::chrono::milliseconds kPause(120);
constexpr int kTries = 50;
// With more pages than this, the number of the next page, at the start of other pages, could look
// like the type of a b-tree page.
constexpr std::int64_t kMostPages = 0x02000000;

std::size_t Read2(std::span<const unsigned char> page, std::size_t at) {
  return static_cast<std::size_t>(page[at]) << 8 | page[at + 1];
}

class Overwriter {
 public:
  Overwriter(Connection* connection, std::int64_t version)
      : connection_(connection), version_(version) {}

  Status Run() {
    const auto summary = TRY(ReadSummary(connection_));
    if (summary.withdrawn <= summary.wiped) return {};
    const auto page_bytes = TRY(connection_->Integer("PRAGMA page_size"));
    page_.resize(static_cast<std::size_t>(page_bytes));
    const auto file = TRY(connection_->File());
    file_ = file;
    for (std::int64_t begin = 0; !is_at_end_; begin += kPartBytes) {
      if (begin > 0) std::this_thread::sleep_for(kPause);
      TRY(WipePart(begin));
    }
    return Remember(summary.position);
  }

 private:
  // One transaction. While it holds the write lock and the write-ahead log is empty, no process
  // changes the file, and no reader looks at the bytes that this overwrites. Its commit makes all
  // other connections drop the pages that they have cached.
  Status WipePart(std::int64_t begin) {
    TRY(BeginAlone());
    Status done = WipePages(begin);
    if (done.ok()) done = connection_->Run("PRAGMA user_version = " + std::to_string(version_));
    if (done.ok()) done = connection_->Run("COMMIT");
    if (!done && connection_->InTransaction()) static_cast<void>(connection_->Run("ROLLBACK"));
    return done;
  }

  Status BeginAlone() {
    for (int i = 0; i < kTries; ++i) {
      if (connection_->Checkpoint(SQLITE_CHECKPOINT_TRUNCATE) != SQLITE_OK) break;
      TRY(connection_->Run("BEGIN IMMEDIATE"));
      std::error_code error;
      if (std::filesystem::file_size(connection_->path() + "-wal", error) == 0 && !error) return {};
      // Another writer was faster.
      TRY(connection_->Run("ROLLBACK"));
    }
    return Error{Code::kUnavailable, "other connections still read pages that must be wiped"}.At(
        connection_->path());
  }

  Status WipePages(std::int64_t begin) {
    sqlite3_int64 size = 0;
    if (file_->pMethods->xFileSize(file_, &size) != SQLITE_OK) return ReadError();
    const auto page_bytes = static_cast<std::int64_t>(page_.size());
    if (size / page_bytes >= kMostPages) {
      return Error{Code::kLimit, "is too large to be wiped"}.At(connection_->path());
    }
    const std::int64_t end = std::min<std::int64_t>(size, begin + kPartBytes);
    is_at_end_ = end == size;
    bool has_written = false;
    for (std::int64_t at = begin; at + page_bytes <= end; at += page_bytes) {
      TRY(WipePage(at, &has_written));
    }
    if (has_written && file_->pMethods->xSync(file_, SQLITE_SYNC_FULL) != SQLITE_OK) {
      return WriteError();
    }
    return {};
  }

  Status WipePage(std::int64_t at, bool* has_written) {
    const auto page_bytes = static_cast<int>(page_.size());
    if (file_->pMethods->xRead(file_, page_.data(), page_bytes, at) != SQLITE_OK) {
      return ReadError();
    }
    auto gap = GapOf(page_, at == 0);
    if (!gap) return std::move(gap).error().At(connection_->path());
    const auto begin = page_.begin() + static_cast<std::ptrdiff_t>(gap->begin);
    const auto end = page_.begin() + static_cast<std::ptrdiff_t>(gap->end);
    if (std::all_of(begin, end, [](unsigned char byte) { return byte == 0; })) return {};
    std::fill(begin, end, static_cast<unsigned char>(0));
    const int result =
        file_->pMethods->xWrite(file_, &*begin, static_cast<int>(gap->end - gap->begin),
                                at + static_cast<std::int64_t>(gap->begin));
    if (result != SQLITE_OK) return WriteError();
    *has_written = true;
    return {};
  }

  Status Remember(CommitId wiped) {
    TRY(connection_->Run("BEGIN IMMEDIATE"));
    auto summary = TRY(ReadSummary(connection_));
    summary.wiped = wiped;
    TRY(WriteSummary(connection_, summary));
    return connection_->Run("COMMIT");
  }

  Error ReadError() const {
    return Error{Code::kIo, "cannot be read page by page"}.At(connection_->path());
  }
  Error WriteError() const {
    return Error{Code::kIo, "cannot be written page by page"}.At(connection_->path());
  }

  Connection* connection_;
  std::int64_t version_;
  sqlite3_file* file_ = nullptr;
  std::vector<unsigned char> page_;
  bool is_at_end_ = false;
};

}  // namespace

// SQLite's file format, section 1.6: the header of the page is followed by the pointers to its
// cells, then unused bytes, then the cells.
Result<Gap> GapOf(std::span<const unsigned char> page, bool is_first) {
  const std::size_t header = is_first ? 100 : 0;
  const unsigned char type = page[header];
  const bool is_interior = type == 2 || type == 5;
  if (!is_interior && type != 10 && type != 13) return Gap{};
  const std::size_t cells = Read2(page, header + 3);
  const std::size_t stated = Read2(page, header + 5);
  const std::size_t end = stated == 0 ? 65536 : stated;
  const std::size_t begin = header + (is_interior ? 12 : 8) + 2 * cells;
  if (begin > end || end > page.size()) {
    return Error{Code::kCorrupt, "a page has no room for its cells"};
  }
  return Gap{.begin = begin, .end = end};
}

Status WipeUnused(Connection* connection, std::int64_t version) {
  return Overwriter(connection, version).Run();
}

}  // namespace orgreg::store
