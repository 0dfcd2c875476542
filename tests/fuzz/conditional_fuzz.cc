// SPDX-License-Identifier: EUPL-1.2

// Conditional and range requests: the outcome for any fields must be that of a slow evaluation
// below, which follows the steps of RFC 9110, 13.2.2, on copies of the texts, and finds out for
// each byte of a small file whether a range has it. The first four bytes choose the method, the
// tag, the time of the last change and the size; each line after them is a field, whose first byte
// chooses its name.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/answer/byte_range.h"
#include "http/answer/conditional.h"
#include "http/message/http_date.h"

namespace {

using orgreg::http::ByteRange;
using orgreg::http::Condition;
using orgreg::http::Field;
using orgreg::http::Method;
using orgreg::http::Request;
using orgreg::http::Validators;
using Outcome = Condition::Outcome;
using Texts = std::vector<std::string>;

constexpr std::array<std::string_view, 6> kNames = {
    "If-Match", "if-none-match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range"};
constexpr std::array<std::string_view, 4> kTags = {R"("a")", R"(W/"a")", R"("a,b")", ""};
constexpr std::array kMethods = {Method::kGet, Method::kHead, Method::kPost};

void Demand(bool holds) {
  if (!holds) std::abort();
}

std::string WithoutBlanks(std::string text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.back())) text.pop_back();
  while (!text.empty() && is_blank(text.front())) text.erase(0, 1);
  return text;
}

Texts ValuesOf(const std::vector<Field>& fields, std::string_view name) {
  Texts values;
  for (const Field& field : fields) {
    if (field.name == name) values.emplace_back(field.value);
  }
  return values;
}

// A tag as the sender meant it. Quotes may be missing.
struct Tag {
  bool is_weak = false;
  std::string text = {};
};

Tag ReadTag(std::string text) {
  Tag tag;
  if (text.substr(0, 2) == "W/") {
    tag.is_weak = true;
    text.erase(0, 2);
  }
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text.pop_back();
    text.erase(0, 1);
  }
  tag.text = text;
  return tag;
}

std::vector<Tag> ReadTags(const std::string& list) {
  Texts parts(1);
  bool is_quoted = false;
  for (const char c : list) {
    if (c == '"') is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  std::vector<Tag> tags;
  for (const std::string& part : parts) tags.push_back(ReadTag(WithoutBlanks(part)));
  return tags;
}

// True if a field is "*" or has the tag.
bool HasTag(const Texts& lists, std::string_view own, bool is_strong) {
  const Tag wanted = ReadTag(std::string(own));
  for (const std::string& list : lists) {
    if (WithoutBlanks(list) == "*") return true;
    for (const Tag& tag : ReadTags(list)) {
      const bool may_be = !is_strong || (!tag.is_weak && !wanted.is_weak);
      if (may_be && !wanted.text.empty() && tag.text == wanted.text) return true;
    }
  }
  return false;
}

// The time of a field that is there once.
std::optional<std::time_t> TimeOf(const Texts& values) {
  if (values.size() != 1) return std::nullopt;
  return orgreg::http::ParseHttpDate(values.front(), std::time(nullptr));
}

// The steps 1 and 2 of the RFC.
bool FailsPrecondition(const std::vector<Field>& fields, const Validators& own) {
  const Texts match = ValuesOf(fields, "If-Match");
  if (!match.empty()) return !HasTag(match, own.tag, true);
  const auto since = TimeOf(ValuesOf(fields, "If-Unmodified-Since"));
  return since && own.last_modified && *own.last_modified > *since;
}

// The steps 3 and 4.
Outcome CompareWithCopy(Method method, const std::vector<Field>& fields, const Validators& own) {
  const bool reads = method != Method::kPost;
  const Texts none_match = ValuesOf(fields, "if-none-match");
  if (!none_match.empty()) {
    if (!HasTag(none_match, own.tag, false)) return Outcome::kSend;
    return reads ? Outcome::kNotModified : Outcome::kPreconditionFailed;
  }
  const auto since = TimeOf(ValuesOf(fields, "If-Modified-Since"));
  const bool counts = since && reads && own.last_modified && *since <= std::time(nullptr);
  return counts && *own.last_modified <= *since ? Outcome::kNotModified : Outcome::kSend;
}

// Step 5.
bool TakesRange(Method method, const std::vector<Field>& fields, const Validators& own) {
  if (method != Method::kGet || ValuesOf(fields, "Range").size() != 1) return false;
  const Texts conditions = ValuesOf(fields, "If-Range");
  if (conditions.size() != 1) return conditions.empty();
  const auto time = TimeOf(conditions);
  if (time) return own.last_modified && *time == *own.last_modified;
  const Tag tag = ReadTag(conditions.front());
  const Tag wanted = ReadTag(std::string(own.tag));
  return !tag.is_weak && !wanted.is_weak && !tag.text.empty() && tag.text == wanted.text;
}

Condition CheckSlowly(Method method, const std::vector<Field>& fields, const Validators& own) {
  if (FailsPrecondition(fields, own)) return {.outcome = Outcome::kPreconditionFailed};
  const Outcome outcome = CompareWithCopy(method, fields, own);
  return {.outcome = outcome,
          .range_applies = outcome == Outcome::kSend && TakesRange(method, fields, own)};
}

bool AreDigits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// Which bytes of a file of that size a range has; nothing if it asks for no range that we give.
std::optional<std::vector<bool>> BytesOf(const std::string& field, std::uint64_t size) {
  std::string unit = field.substr(0, 6);
  for (char& c : unit) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  if (unit != "bytes=") return std::nullopt;
  const std::string text = WithoutBlanks(field.substr(6));
  const std::size_t dash = text.find('-');
  if (dash == std::string::npos) return std::nullopt;
  const std::string first = text.substr(0, dash);
  const std::string last = text.substr(dash + 1);
  const auto value = [](const std::string& digits) {
    return std::strtoull(digits.c_str(), nullptr, 10);
  };
  std::vector<bool> bytes(size);
  if (first.empty()) {
    if (!AreDigits(last)) return std::nullopt;
    for (std::uint64_t at = 0; at < size; ++at) bytes[at] = size - at <= value(last);
    return bytes;
  }
  if (!AreDigits(first) || !(last.empty() || AreDigits(last))) return std::nullopt;
  if (!last.empty() && value(last) < value(first)) return std::nullopt;
  for (std::uint64_t at = 0; at < size; ++at)
    bytes[at] = at >= value(first) && (last.empty() || at <= value(last));
  return bytes;
}

void CompareRange(const std::string& field, std::uint64_t size) {
  const ByteRange range = orgreg::http::ParseByteRange(field, size);
  const auto bytes = BytesOf(field, size);
  const auto count = bytes ? std::ranges::count(*bytes, true) : 0;
  // An empty file has no parts, but "the last 0 bytes" is always wrong.
  if (range.kind == ByteRange::Kind::kWhole) return Demand(!bytes || size == 0);
  if (range.kind == ByteRange::Kind::kUnsatisfiable) return Demand(bytes && count == 0);
  Demand(bytes && range.size_bytes == static_cast<std::uint64_t>(count) && count > 0);
  Demand(std::ranges::find(*bytes, true) - bytes->begin() ==
         static_cast<std::ptrdiff_t>(range.offset_bytes));
}

std::vector<Field> ReadFields(std::string_view lines) {
  std::vector<Field> fields;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (line.empty()) continue;
    std::string_view value = line.substr(1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    while (value.ends_with(' ')) value.remove_suffix(1);
    fields.push_back(
        {.name = kNames[static_cast<unsigned char>(line.front()) % kNames.size()], .value = value});
  }
  return fields;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kChosen = 4;
  if (size < kChosen) return 0;
  const std::vector<Field> fields =
      ReadFields({reinterpret_cast<const char*>(data) + kChosen, size - kChosen});
  Request request{.method = kMethods[data[0] % kMethods.size()], .fields = fields};
  Validators own{.tag = kTags[data[1] % kTags.size()]};
  // "Sun, 06 Nov 1994 08:49:37 GMT", and a second later; or it is not known.
  if (data[2] % 3 != 0) own.last_modified = 784'111'776 + data[2] % 3;
  const Condition found = orgreg::http::CheckConditions(request, own);
  const Condition wanted = CheckSlowly(request.method, fields, own);
  Demand(found.outcome == wanted.outcome && found.range_applies == wanted.range_applies);
  for (const std::string& range : ValuesOf(fields, "Range")) CompareRange(range, data[3] % 70);
  return 0;
}
