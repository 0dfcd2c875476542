// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/bulk_file_note.h"

#include <charconv>
#include <utility>

namespace orgreg::ingest {

std::string BulkFileNote::ToText() const { return std::to_string(digest) + " " + ids.ToText(); }

std::optional<BulkFileNote> BulkFileNote::Parse(std::string_view text) {
  BulkFileNote note;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, note.digest);
  if (error != std::errc() || end == last || *end != ' ') return std::nullopt;
  auto ids = model::IdRanges::Parse({end + 1, static_cast<std::size_t>(last - end - 1)});
  if (!ids) return std::nullopt;
  note.ids = std::move(*ids);
  return note;
}

}  // namespace orgreg::ingest
