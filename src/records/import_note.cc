// SPDX-License-Identifier: EUPL-1.2

#include "records/import_note.h"

#include <array>
#include <charconv>

namespace orgreg::records {

std::string ImportNote::ToText() const {
  return std::to_string(time_ms) + " " + std::to_string(static_cast<unsigned>(outcome)) + " " +
         std::to_string(read) + " " + std::to_string(bad);
}

std::optional<ImportNote> ImportNote::Parse(std::string_view text) {
  std::array<std::uint64_t, 4> numbers = {};
  for (std::uint64_t& number : numbers) {
    if (&number != numbers.data()) {
      if (!text.starts_with(' ')) return std::nullopt;
      text.remove_prefix(1);
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  if (!text.empty()) return std::nullopt;
  return ImportNote{.time_ms = static_cast<std::int64_t>(numbers[0]),
                    .outcome = static_cast<ImportOutcome>(numbers[1]),
                    .read = numbers[2],
                    .bad = numbers[3]};
}

std::string ImportNote::KeyOf(std::string_view many) { return "import " + std::string(many); }

}  // namespace orgreg::records
