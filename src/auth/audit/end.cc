// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/end.h"

#include <algorithm>
#include <optional>

#include "formats/sha256.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;

// The line that begins at `*at`, where one does that is whole; moves `*at` behind it. A last line
// without its line end is whole too: nothing of what it says is missing.
std::optional<AuditLine> NextLine(std::string_view text, std::size_t* at) {
  const std::size_t end = std::min(text.find('\n', *at), text.size());
  const std::string_view line = text.substr(*at, end - *at);
  *at = std::min(end + 1, text.size());
  return ReadAuditLine(line);
}

AuditLink After(const AuditLine& line) {
  return {.sequence = line.link.sequence + 1, .previous = line.hash};
}

bool Accounts(const AuditLine& line, std::string_view torn) {
  if (torn.empty()) return line.kind != AuditKind::kRecovered;
  if (line.kind != AuditKind::kRecovered || line.torn.size_bytes != torn.size()) return false;
  formats::Sha256 hash;
  hash.Add(torn);
  return hash.Finish() == line.torn.hash;
}

Error Damaged(std::string_view why) {
  return {Code::kCorrupt,
          std::string(why) + "; verify the file, move it away and continue after it"};
}

}  // namespace

Result<AuditEnd> ReadAuditEndOf(std::string_view end, bool is_whole) {
  std::optional<AuditLink> next;
  if (is_whole) next = AuditLink{.sequence = 1};
  std::size_t whole_end = 0;  // Behind the last whole line.
  bool is_first = true;
  for (std::size_t at = 0; at < end.size();) {
    const std::size_t start = at;
    const std::optional<AuditLine> line = NextLine(end, &at);
    if (!line) continue;
    const std::string_view torn = end.substr(whole_end, start - whole_end);
    // The text before the first line of a part may begin anywhere, so it proves nothing.
    const bool is_known = !is_first || is_whole;
    if (is_known && !Accounts(*line, torn))
      return Damaged("a damaged line comes before whole ones");
    const bool starts_file = is_first && MayBeginFile(line->kind);
    const bool follows =
        !is_known || starts_file ||
        (line->link.sequence == next->sequence && line->link.previous == next->previous);
    if (!follows) return Damaged("its last lines do not follow each other");
    next = After(*line);
    whole_end = at;
    is_first = false;
  }
  if (!next || end.size() - whole_end > kMostTornBytes)
    return Damaged("it ends in bytes that no crash leaves");
  return AuditEnd{
      .next = *next,
      .torn = std::string(end.substr(whole_end)),
      .lacks_line_end = whole_end == end.size() && whole_end != 0 && end.back() != '\n'};
}

Result<AuditLink> LinkAfter(std::string_view end) {
  std::optional<AuditLink> next;
  for (std::size_t at = 0; at < end.size();) {
    if (const std::optional<AuditLine> line = NextLine(end, &at)) next = After(*line);
  }
  if (!next) return Error{Code::kCorrupt, "has no whole line to continue after"};
  return *next;
}

}  // namespace orgreg::auth
