// SPDX-License-Identifier: EUPL-1.2

#include "model/statements/kept.h"

#include "model/statements/fields.h"

namespace orgreg::model {
namespace {

constexpr unsigned kBits = 7;
constexpr unsigned kMore = 1U << kBits;

void AppendNumber(std::uint64_t number, std::string* out) {
  for (; number >= kMore; number >>= kBits) out->push_back(static_cast<char>(number | kMore));
  out->push_back(static_cast<char>(number));
}

// Most numbers have one byte.
inline bool TakeNumber(std::string_view* kept, std::uint64_t* number) {
  *number = 0;
  const std::size_t size = kept->size();
  for (std::size_t at = 0; at < size && at * kBits < 64; ++at) {
    const auto byte = static_cast<unsigned char>(kept->data()[at]);
    *number |= static_cast<std::uint64_t>(byte & (kMore - 1)) << (at * kBits);
    if (byte >= kMore) continue;
    kept->remove_prefix(at + 1);
    return true;
  }
  return false;
}

void AppendFiling(const Statement& filing, std::string* out) {
  std::string scratch;
  AppendNumber(static_cast<std::uint32_t>(filing.year), out);
  for (const StatementField& field : StatementFields()) {
    const void* const value = field.row.find(&filing);
    if (!field.row.type->has(value)) {
      AppendNumber(0, out);
      continue;
    }
    const std::string_view text = field.row.type->text(value, &scratch);
    AppendNumber(text.size() + 1, out);
    out->append(text);
  }
}

bool TakeFiling(std::string_view* kept, ServedStatement* filing) {
  std::string_view rest = *kept;  // In registers.
  std::uint64_t number = 0;
  if (!TakeNumber(&rest, &number)) return false;
  filing->year = static_cast<std::int32_t>(number);
  for (std::string_view& text : filing->texts) {
    if (!TakeNumber(&rest, &number)) return false;
    if (number == 0) continue;
    if (number > rest.size() + 1) return false;
    text = rest.substr(0, number - 1);
    rest.remove_prefix(number - 1);
  }
  *kept = rest;
  return true;
}

}  // namespace

void AppendKeptFilings(const Filings& filings, std::string* out) {
  AppendNumber(filings.statements.size(), out);
  for (const Statement& filing : filings.statements) AppendFiling(filing, out);
}

bool ReadKeptFilings(std::string_view kept, std::vector<ServedStatement>* filings) {
  filings->clear();
  std::uint64_t count = 0;
  if (!TakeNumber(&kept, &count)) return false;
  for (; count > 0; --count) {
    if (!TakeFiling(&kept, &filings->emplace_back())) return false;
  }
  return kept.empty();
}

}  // namespace orgreg::model
