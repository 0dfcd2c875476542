// SPDX-License-Identifier: EUPL-1.2

// A cursor is Base64 of: the format's version, a hash of the query, the number, and for each key of
// the order its value; then a checksum. The checksum finds damage; it is no secret. Whole numbers
// are little-endian.

#include "api/extensions/cursor.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <variant>
#include <vector>

#include "base/values/org_number.h"
#include "formats/base64.h"
#include "model/units/parameters.h"
#include "search/columns/collation.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using Value = search::SortOrder::Value;

constexpr char kVersion = 1;

// The form of a value.
enum Form : std::uint8_t { kAbsent, kNumber, kText };

template <typename Whole>
void Append(Whole value, std::string* out) {
  for (std::size_t byte = 0; byte < sizeof(Whole); ++byte) {
    out->push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * byte) & 0xFFU));
  }
}

void AppendText(std::string_view text, std::string* out) {
  Append(static_cast<std::uint32_t>(text.size()), out);
  out->append(text);
}

// Takes values from the front of the bytes; a value that is not there whole is a fault, and zero.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : rest_(bytes) {}

  template <typename Whole>
  Whole Take() {
    const std::string_view bytes = TakeBytes(sizeof(Whole));
    std::uint64_t value = 0;
    for (std::size_t byte = bytes.size(); byte-- > 0;) {
      value = value << 8U | static_cast<unsigned char>(bytes[byte]);
    }
    return static_cast<Whole>(value);
  }
  std::string_view TakeBytes(std::size_t count) {
    if (count > rest_.size()) {
      has_failed_ = true;
      count = 0;
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }

  bool is_at_end() const { return rest_.empty() && !has_failed_; }
  bool has_failed() const { return has_failed_; }

 private:
  std::string_view rest_;
  bool has_failed_ = false;
};

std::uint32_t ChecksumOf(std::string_view bytes) {
  return static_cast<std::uint32_t>(XXH3_64bits(bytes.data(), bytes.size()));
}

// All that decides which records are found and in which order. Names stand for parameters and keys,
// because a later version of the program may number them in another way.
std::string DescriptionOf(const search::Query& query) {
  std::string text;
  Append(static_cast<std::uint8_t>(query.kind), &text);
  Append(static_cast<std::uint8_t>(query.consecutive_name ? 1 : 0), &text);
  std::vector<const search::Criterion*> criteria;
  criteria.reserve(query.criteria.size());
  for (const search::Criterion& criterion : query.criteria) criteria.push_back(&criterion);
  std::ranges::sort(criteria, {}, &search::Criterion::parameter);
  for (const search::Criterion* criterion : criteria) {
    AppendText(model::Parameters(query.kind)[criterion->parameter].name, &text);
    Append(static_cast<std::uint32_t>(criterion->texts.size()), &text);
    for (const std::string& item : criterion->texts) AppendText(item, &text);
    Append(static_cast<std::uint32_t>(criterion->numbers.size()), &text);
    for (const base::OrgNumber number : criterion->numbers) Append(number.value(), &text);
    for (const std::optional<std::int64_t>& end : {criterion->from, criterion->to}) {
      Append(static_cast<std::uint8_t>(end ? 1 : 0), &text);
      Append(end.value_or(0), &text);
    }
    Append(static_cast<std::uint8_t>(criterion->flag ? 1 : 0), &text);
  }
  for (const search::SortBy& by : search::OrderKeys(query)) {
    AppendText(search::SortKeyNames(query.kind)[by.key], &text);
    Append(static_cast<std::uint8_t>(by.descending ? 1 : 0), &text);
  }
  // Texts are compared by keys of the alphabet.
  AppendText(search::Collation::Version(), &text);
  return text;
}

std::uint64_t HashOf(const search::Query& query) {
  const std::string text = DescriptionOf(query);
  return XXH3_64bits(text.data(), text.size());
}

void AppendValue(const Value& value, std::string* out) {
  out->push_back(static_cast<char>(value.index()));
  if (const auto* const number = std::get_if<std::int64_t>(&value)) Append(*number, out);
  if (const auto* const text = std::get_if<std::string>(&value)) AppendText(*text, out);
}

// Nothing if the form is unknown.
std::optional<Value> TakeValue(Taker* taker) {
  switch (taker->Take<std::uint8_t>()) {
    case kAbsent:
      return Value();
    case kNumber:
      return Value(taker->Take<std::int64_t>());
    case kText:
      return Value(std::string(taker->TakeBytes(taker->Take<std::uint32_t>())));
    default:
      return std::nullopt;
  }
}

struct Cursor {
  std::uint64_t query = 0;
  search::Position position = {};
};

std::optional<Cursor> Read(std::string_view text) {
  const std::optional<std::string> bytes = formats::DecodeBase64Url(text);
  if (!bytes || bytes->size() < sizeof(std::uint32_t)) return std::nullopt;
  const std::size_t size = bytes->size() - sizeof(std::uint32_t);
  const std::string_view content = std::string_view(*bytes).substr(0, size);
  if (Taker(std::string_view(*bytes).substr(size)).Take<std::uint32_t>() != ChecksumOf(content)) {
    return std::nullopt;
  }
  Taker taker(content);
  if (taker.Take<char>() != kVersion) return std::nullopt;
  Cursor cursor{.query = taker.Take<std::uint64_t>()};
  const auto number = taker.Take<std::uint32_t>();
  if (number >= base::OrgNumber::kLimit) return std::nullopt;
  cursor.position.number = base::OrgNumber(number);
  while (!taker.is_at_end()) {
    std::optional<Value> value = TakeValue(&taker);
    if (!value || taker.has_failed()) return std::nullopt;
    cursor.position.values.push_back(*std::move(value));
  }
  return cursor;
}

}  // namespace

std::string CursorOf(const search::Query& query, const search::Position& position) {
  std::string bytes(1, kVersion);
  Append(HashOf(query), &bytes);
  Append(position.number.value(), &bytes);
  for (const Value& value : position.values) AppendValue(value, &bytes);
  Append(ChecksumOf(bytes), &bytes);
  return formats::EncodeBase64Url(bytes);
}

bool IsCursor(std::string_view text) { return Read(text).has_value(); }

std::optional<search::Position> PositionIn(const search::Query& query, std::string_view cursor) {
  std::optional<Cursor> read = Read(cursor);
  const bool is_of_query = read && read->query == HashOf(query) &&
                           read->position.values.size() == search::OrderKeys(query).size();
  if (!is_of_query) return std::nullopt;
  return std::move(read->position);
}

}  // namespace orgreg::api
