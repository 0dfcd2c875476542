// SPDX-License-Identifier: EUPL-1.2

// Lines of the audit log are written with AppendText and AppendNumber, and read by a Cursor that
// accepts exactly that form. The hash of a line covers its body and the hash of the line before.

#include "auth/audit/line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "auth/audit/text.h"
#include "formats/sha256.h"

namespace orgreg::auth {
namespace {

constexpr std::string_view kPreviousName = R"(,"previous":")";
constexpr std::string_view kHashName = R"(,"hash":")";
constexpr std::string_view kEnd = R"("})";
constexpr std::size_t kHashMember = kHashName.size() + kHashDigits + kEnd.size();
constexpr std::size_t kPreviousMember = kPreviousName.size() + kHashDigits + 1;
constexpr std::array<std::string_view, 4> kKinds = {"begin", "lookup", "recovered", "restored"};

std::string HashOf(std::string_view previous, std::string_view body) {
  formats::Sha256 hash;
  hash.Add(previous);
  hash.Add(body);
  return hash.Finish();
}

void AppendNumber(std::string_view name, std::uint64_t value, std::string* out) {
  out->append(",\"").append(name).append("\":").append(std::to_string(value));
}

void AppendText(std::string_view name, std::string_view value, std::string* out) {
  out->append(",\"").append(name).append("\":\"");
  AppendAuditText(value.substr(0, kMostAuditText), out);
  out->push_back('"');
}

std::string StartOf(AuditKind kind, const AuditLink& link, base::Timestamp time) {
  std::string line = R"({"kind":")";
  line.append(kKinds[static_cast<std::size_t>(kind)]).push_back('"');
  AppendNumber("sequence", link.sequence, &line);
  line.append(R"(,"time":")");
  time.AppendTo(&line);
  line.push_back('"');
  return line;
}

std::string Finish(const AuditLink& link, std::string line, std::string* out) {
  line.append(kPreviousName).append(link.previous).push_back('"');
  std::string hash = HashOf(link.previous, line);
  line.append(kHashName).append(hash).append(kEnd).push_back('\n');
  out->append(line);
  return hash;
}

// Reads a line's beginning from left to right. A line that has the right hash was written by
// the functions above; the reader trusts no length all the same.
class Cursor {
 public:
  explicit Cursor(std::string_view rest) : rest_(rest) {}

  bool Skip(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  bool Read(std::uint64_t* value) {
    const auto [stop, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), *value);
    if (problem != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return true;
  }
  bool Read(std::size_t size, std::string* text) {
    if (rest_.size() < size) return false;
    text->assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return true;
  }

 private:
  std::string_view rest_;
};

bool ReadKind(Cursor* cursor, AuditKind* kind) {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (!cursor->Skip(std::string(kKinds[i]) + R"(","sequence":)")) continue;
    *kind = static_cast<AuditKind>(i);
    return true;
  }
  return false;
}

bool ReadTorn(Cursor* cursor, TornBytes* torn) {
  std::string time;
  constexpr std::size_t kTimeText = 24;
  return cursor->Skip(R"(,"time":")") && cursor->Read(kTimeText, &time) &&
         cursor->Skip(R"(","torn_bytes":)") && cursor->Read(&torn->size_bytes) &&
         cursor->Skip(R"(,"torn_hash":")") && cursor->Read(kHashDigits, &torn->hash);
}

}  // namespace

std::string AppendBegin(const AuditLink& link, base::Timestamp time, std::string* out) {
  return Finish(link, StartOf(AuditKind::kBegin, link, time), out);
}

std::string AppendRecovered(const AuditLink& link, base::Timestamp time, const TornBytes& torn,
                            std::string* out) {
  std::string line = StartOf(AuditKind::kRecovered, link, time);
  AppendNumber("torn_bytes", torn.size_bytes, &line);
  AppendText("torn_hash", torn.hash, &line);
  return Finish(link, std::move(line), out);
}

std::string AppendLookup(const AuditLink& link, base::Timestamp time, const AuditEntry& entry,
                         std::string* out) {
  std::string line = StartOf(AuditKind::kLookup, link, time);
  AppendText("consumer", entry.consumer, &line);
  AppendText("supplier", entry.supplier, &line);
  AppendText("client_id", entry.client_id, &line);
  AppendText("token_hash", entry.token_hash, &line);
  AppendText("scope", entry.scope, &line);
  AppendText("operation", entry.operation, &line);
  AppendText("object", entry.object, &line);
  AppendNumber("status", static_cast<std::uint64_t>(std::max(entry.status, 0)), &line);
  AppendNumber("roles", entry.role_count, &line);
  AppendText("trace_id", entry.trace_id, &line);
  AppendText("address", entry.address, &line);
  return Finish(link, std::move(line), out);
}

std::string AppendRestored(const AuditLink& link, base::Timestamp time, const AuditRestore& restore,
                           std::string* out) {
  std::string line = StartOf(AuditKind::kRestored, link, time);
  AppendText("backup", restore.backup, &line);
  AppendNumber("commit", restore.commit, &line);
  return Finish(link, std::move(line), out);
}

std::optional<AuditLine> ReadAuditLine(std::string_view line) {
  if (line.size() < kHashMember + kPreviousMember || !line.ends_with(kEnd)) return std::nullopt;
  const std::string_view body = line.substr(0, line.size() - kHashMember);
  Cursor last(line.substr(body.size()));
  Cursor before_last(body.substr(body.size() - kPreviousMember));
  AuditLine read;
  if (!last.Skip(kHashName) || !last.Read(kHashDigits, &read.hash)) return std::nullopt;
  if (!before_last.Skip(kPreviousName) || !before_last.Read(kHashDigits, &read.link.previous)) {
    return std::nullopt;
  }
  if (HashOf(read.link.previous, body) != read.hash) return std::nullopt;

  Cursor first(body);
  if (!first.Skip(R"({"kind":")") || !ReadKind(&first, &read.kind)) return std::nullopt;
  if (!first.Read(&read.link.sequence)) return std::nullopt;
  if (read.kind == AuditKind::kRecovered && !ReadTorn(&first, &read.torn)) return std::nullopt;
  return read;
}

}  // namespace orgreg::auth
