// SPDX-License-Identifier: EUPL-1.2

#include "http/message/query.h"

#include <cstddef>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "base/values/percent.h"

namespace orgreg::http {

void Query::Parse(std::string_view raw) {
  pairs_.clear();
  text_.clear();
  text_.reserve(raw.size());
  while (!raw.empty()) {
    const std::string_view pair = base::TakeUntil('&', &raw);
    if (!pair.empty()) AddPair(pair);
  }
}

void Query::AddPair(std::string_view raw) {
  QueryPair pair;
  const std::size_t equals = raw.find('=');
  pair.has_value = equals != std::string_view::npos;
  pair.raw_name = raw.substr(0, equals);
  if (pair.has_value) pair.raw_value = raw.substr(equals + 1);
  const bool name_ok = Decode(pair.raw_name, &pair.name);
  const bool value_ok = Decode(pair.raw_value, &pair.value);
  pair.well_formed = name_ok && value_ok;
  pairs_.push_back(pair);
}

bool Query::Decode(std::string_view raw, std::string_view* decoded) {
  const bool plain = std::all_of(raw.begin(), raw.end(), [](char c) {
    return c != '%' && c != '+' && static_cast<unsigned char>(c) < 0x80;
  });
  if (plain) {
    *decoded = raw;
    return true;
  }
  const std::size_t begin = text_.size();
  if (!base::PercentDecode(raw, base::Plus::kSpace, &text_)) return false;
  const std::string_view text = std::string_view(text_).substr(begin);
  if (!base::IsUtf8(text)) return false;
  *decoded = text;
  return true;
}

}  // namespace orgreg::http
