// Values of parsed JSON on their way into members of a record, strict about their types; and
// the reasons why one is not taken. For readers of small records (records/readers/supplement.h):
// one that reads millions parses and reads at once (record_reader.h). Pure functions; safe from any
// thread.

#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/codes/value_rule.h"
#include "model/unit.h"
#include "records/readers/record_reader.h"

namespace orgreg::records {

inline Reason SetFrom(simdjson::dom::element value, std::string* to) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) return "is not text";
  to->assign(text);
  return kTaken;
}

inline Reason SetFrom(simdjson::dom::element value, model::Text* to) {
  std::string text;
  const Reason reason = SetFrom(value, &text);
  if (reason == kTaken) *to = std::move(text);
  return reason;
}

inline Reason SetFrom(simdjson::dom::element value, model::Flag* to) {
  bool flag = false;
  if (value.get_bool().get(flag) != simdjson::SUCCESS) return "is neither true nor false";
  *to = flag;
  return kTaken;
}

inline Reason SetFrom(simdjson::dom::element value, model::Count* to) {
  std::int64_t count = 0;
  if (value.get_int64().get(count) != simdjson::SUCCESS || count < 0)
    return "is not a whole number from 0";
  *to = count;
  return kTaken;
}

inline Reason SetFrom(simdjson::dom::element value, model::Day* to) {
  std::string_view text;
  model::Day day;
  if (value.get_string().get(text) == simdjson::SUCCESS) day = base::Date::Parse(text);
  if (!day) return "is not a date yyyy-MM-dd";
  *to = day;
  return kTaken;
}

inline Reason SetFrom(simdjson::dom::element value, base::OrgNumber* to) {
  std::string_view text;
  std::optional<base::OrgNumber> number;
  if (value.get_string().get(text) == simdjson::SUCCESS) number = base::OrgNumber::Parse(text);
  if (!number) return "is not nine digits";
  *to = *number;
  return kTaken;
}

// True of a member that is as good as missing: null, or an empty text.
inline bool IsAbsent(simdjson::dom::element value) {
  std::string_view text;
  return value.is_null() || (value.get_string().get(text) == simdjson::SUCCESS && text.empty());
}

// What a reader of one record tells.
struct Findings {
  Problems* problems = nullptr;
  std::vector<std::string>* unknown = nullptr;  // Paths of members that are not known.
  model::OddValues* odd_values = nullptr;       // Null where they are of no interest.

  void Blame(std::string_view path, Reason reason) const {
    if (reason != kTaken) problems->push_back({std::string(path), std::string(reason)});
  }

  // Holds a text that was taken to its rule.
  void Judge(std::string_view path, model::Rule rule, std::string_view text) const {
    if (odd_values == nullptr) return;
    const std::string_view reason = model::BreachOf(rule, text);
    if (reason.empty()) return;
    odd_values->push_back(
        {.path = std::string(path), .reason = reason, .value = std::string(text)});
  }
};

// "icnpoKategorier[2]": where an element of a list stands.
inline std::string ElementPath(std::string_view list, std::size_t place) {
  return std::string(list).append("[").append(std::to_string(place)).append("]");
}

// The text of parsed JSON, compact, with as many bytes behind it as readers of text want.
inline std::string PaddedText(simdjson::dom::object object) {
  std::string text = simdjson::minify(object);
  text.reserve(text.size() + RecordReader::kPadding);
  return text;
}

}  // namespace orgreg::records
