// SPDX-License-Identifier: EUPL-1.2

// A LineReader gives the lines of the file one by one with their numbers; the Verifier follows the
// chain of hashes through them and names the first fault.

#include "auth/audit/verify.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "auth/audit/end.h"
#include "auth/audit/line.h"
#include "base/files/file_access.h"
#include "base/files/system_error.h"
#include "formats/sha256.h"

namespace orgreg::auth {
namespace {

using base::Result;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// The lines of a file, the over-long ones in pieces: no line that we write is one of those.
class LineReader {
 public:
  explicit LineReader(std::FILE* file) : file_(file), part_(kPartBytes) {}

  // False at the end or when reading failed. Afterwards line() is valid until the next call.
  bool Next() {
    line_.clear();
    while (line_.size() < kMostTornBytes) {
      if (at_ == filled_ && !Fill()) break;
      const std::string_view rest(part_.data() + at_, filled_ - at_);
      const std::size_t end = rest.find('\n');
      const bool has_end = end != std::string_view::npos;
      const std::size_t taken = has_end ? end + 1 : rest.size();
      line_.append(rest.substr(0, taken));
      at_ += taken;
      if (has_end) break;
    }
    if (!line_.empty()) ++number_;
    return !line_.empty();
  }

  std::uint64_t number() const { return number_; }
  // Its line end included.
  std::string_view line() const { return line_; }
  std::optional<AuditLine> Read() const {
    if (!line_.ends_with('\n')) return std::nullopt;
    return ReadAuditLine(std::string_view(line_).substr(0, line_.size() - 1));
  }

 private:
  static constexpr std::size_t kPartBytes = 65'536;

  bool Fill() {
    at_ = 0;
    filled_ = std::fread(part_.data(), 1, part_.size(), file_);
    return filled_ != 0;
  }

  std::FILE* file_;
  std::vector<char> part_;
  std::size_t at_ = 0;
  std::size_t filled_ = 0;
  std::string line_;
  std::uint64_t number_ = 0;
};

std::string Line(std::uint64_t number) { return "line " + std::to_string(number); }

class Verifier {
 public:
  Verifier(std::FILE* file, const AuditExpected& expected) : reader_(file), expected_(expected) {}

  AuditReport Run() {
    while (!report_.problem && reader_.Next()) {
      if (const std::optional<AuditLine> line = reader_.Read()) {
        Take(*line);
      } else {
        TakeDamaged();
      }
    }
    if (!report_.problem) TakeEnd();
    return std::move(report_);
  }

 private:
  void Take(const AuditLine& line) {
    if (!CheckDamagedBefore(line) || !CheckPlace(line)) return;
    if (report_.line_count == 0) TakeFirst(line);
    ++report_.line_count;
    if (line.kind == AuditKind::kLookup) ++report_.lookup_count;
    if (line.kind == AuditKind::kRecovered) ++report_.recovery_count;
    if (line.kind == AuditKind::kRestored) ++report_.restore_count;
    report_.last_sequence = line.link.sequence;
    report_.last_hash = line.hash;
    last_line_ = reader_.number();
    if (line.hash == expected_.hash) is_hash_found_ = true;
    TakeNoted(line);
  }

  // Compares the line with those of its sequence that were noted. Two may be, of chains that were
  // begun anew; then one of them is wrong.
  void TakeNoted(const AuditLine& line) {
    for (; next_noted_ < expected_.noted.size(); ++next_noted_) {
      const AuditNoted& noted = expected_.noted[next_noted_];
      if (noted.sequence > line.link.sequence) return;
      if (noted.sequence < line.link.sequence) {
        ++report_.older_count;
      } else if (noted.hash == line.hash) {
        ++report_.noted_count;
      } else {
        return Problem(reader_.number(), AuditFault::kUnexpected,
                       Line(reader_.number()) + " is not the line of sequence " +
                           std::to_string(noted.sequence) + " that was noted at " + noted.when +
                           ": the log was rewritten, or begun anew");
      }
    }
  }

  void TakeFirst(const AuditLine& line) {
    report_.first_sequence = line.link.sequence;
    report_.first_previous = line.link.previous;
    if (expected_.previous.empty() || line.link.previous == expected_.previous) return;
    Problem(reader_.number(), AuditFault::kUnexpected,
            "the file continues another one than the one expected");
  }

  void TakeDamaged() {
    if (damaged_.empty()) damaged_line_ = reader_.number();
    damaged_.append(reader_.line());
    if (damaged_.size() > kMostTornBytes) NameDamaged();
  }

  void NameDamaged() {
    Problem(damaged_line_, AuditFault::kAltered, Line(damaged_line_) + " is not as it was written");
  }

  // Damaged lines are right if the next whole one accounts for them.
  bool CheckDamagedBefore(const AuditLine& line) {
    if (damaged_.empty() && line.kind != AuditKind::kRecovered) return true;
    if (line.kind != AuditKind::kRecovered) {
      NameDamaged();
      return false;
    }
    formats::Sha256 hash;
    hash.Add(damaged_);
    const bool accounts =
        line.torn.size_bytes == damaged_.size() && line.torn.hash == hash.Finish();
    const std::uint64_t at = damaged_.empty() ? reader_.number() : damaged_line_;
    damaged_.clear();
    if (accounts) return true;
    Problem(at, AuditFault::kAltered,
            "the bytes that a crash left before " + Line(reader_.number()) +
                " are not those that it names");
    return false;
  }

  bool CheckPlace(const AuditLine& line) {
    if (report_.line_count == 0) {
      if (MayBeginFile(line.kind)) return true;
      NameMissing(line.link.sequence - 1, line.link.sequence);
      return false;
    }
    const std::uint64_t wanted = report_.last_sequence + 1;
    const std::uint64_t sequence = line.link.sequence;
    if (sequence == wanted && line.link.previous == report_.last_hash) return true;
    if (sequence == wanted) {
      Problem(reader_.number(), AuditFault::kForeign,
              Line(reader_.number()) + " does not follow " + Line(last_line_) +
                  ": one of them was replaced");
    } else if (sequence < wanted) {
      Problem(reader_.number(), AuditFault::kDuplicated,
              "sequence " + std::to_string(sequence) + " stands here again");
    } else {
      NameMissing(wanted, sequence);
    }
    return false;
  }

  // `found` is in the place of `wanted`. Reads on to see whether `wanted` comes later.
  void NameMissing(std::uint64_t wanted, std::uint64_t found) {
    const std::uint64_t here = reader_.number();
    const std::string what =
        "sequence " + std::to_string(found) + " stands where " + std::to_string(wanted) + " should";
    while (reader_.Next()) {
      const std::optional<AuditLine> line = reader_.Read();
      if (!line || line->link.sequence != wanted) continue;
      Problem(here, AuditFault::kReordered, what + ", which is in " + Line(reader_.number()));
      return;
    }
    Problem(here, AuditFault::kDeleted, what + ": lines were taken out before it");
  }

  void TakeEnd() {
    if (!damaged_.empty() && damaged_.ends_with('\n')) {
      NameDamaged();
    } else if (!damaged_.empty()) {
      Problem(damaged_line_, AuditFault::kTorn,
              "the file ends in " + std::to_string(damaged_.size()) +
                  " bytes that are no whole line: a crash, which the next start of the server "
                  "records, or tampering");
    } else if (!expected_.hash.empty() && !is_hash_found_) {
      Problem(last_line_, AuditFault::kUnexpected,
              "no line has the expected hash: lines were cut off the end, or the file is not the "
              "one that had it");
    } else if (next_noted_ < expected_.noted.size()) {
      const AuditNoted& noted = expected_.noted.back();
      Problem(last_line_, AuditFault::kUnexpected,
              "the line of sequence " + std::to_string(noted.sequence) + ", noted at " +
                  noted.when + ", is missing: lines were cut off the end");
    }
  }

  void Problem(std::uint64_t line, AuditFault fault, std::string reason) {
    report_.problem = {.line = line, .fault = fault, .reason = std::move(reason)};
  }

  LineReader reader_;
  const AuditExpected& expected_;
  AuditReport report_;
  std::uint64_t last_line_ = 0;  // Number of the last right line.
  bool is_hash_found_ = false;
  std::size_t next_noted_ = 0;  // of expected_.noted
  std::string damaged_;         // Bytes after the last right line that are no whole lines.
  std::uint64_t damaged_line_ = 0;
};

}  // namespace

Result<AuditReport> VerifyAudit(const std::string& path, const AuditExpected& expected) {
  TRY(base::CheckFile(path, base::Access::kRead));
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rbe"));
  if (file == nullptr) return base::IoError(path, errno);
  AuditReport report = Verifier(file.get(), expected).Run();
  if (std::ferror(file.get()) != 0) return base::IoError(path, errno);
  return report;
}

}  // namespace orgreg::auth
