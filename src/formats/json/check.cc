// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/check.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>
#include <cstdint>

namespace orgreg::formats {
namespace {

constexpr std::size_t kMostLevels = 64;

// Accepts every part of a value and keeps none.
struct IgnoreAll {
  using Error = boost::json::error_code;
  using Text = boost::json::string_view;

  // NOLINTBEGIN(readability-identifier-naming): the parser asks for these names.
  static constexpr std::size_t max_object_size = SIZE_MAX;
  static constexpr std::size_t max_array_size = SIZE_MAX;
  static constexpr std::size_t max_key_size = SIZE_MAX;
  static constexpr std::size_t max_string_size = SIZE_MAX;
  // NOLINTEND(readability-identifier-naming)

  bool on_document_begin(Error& /*error*/) { return true; }
  bool on_document_end(Error& /*error*/) { return true; }
  bool on_object_begin(Error& /*error*/) { return true; }
  bool on_object_end(std::size_t /*count*/, Error& /*error*/) { return true; }
  bool on_array_begin(Error& /*error*/) { return true; }
  bool on_array_end(std::size_t /*count*/, Error& /*error*/) { return true; }
  bool on_key_part(Text /*part*/, std::size_t /*size*/, Error& /*error*/) { return true; }
  bool on_key(Text /*part*/, std::size_t /*size*/, Error& /*error*/) { return true; }
  bool on_string_part(Text /*part*/, std::size_t /*size*/, Error& /*error*/) { return true; }
  bool on_string(Text /*part*/, std::size_t /*size*/, Error& /*error*/) { return true; }
  bool on_number_part(Text /*part*/, Error& /*error*/) { return true; }
  bool on_int64(std::int64_t /*value*/, Text /*text*/, Error& /*error*/) { return true; }
  bool on_uint64(std::uint64_t /*value*/, Text /*text*/, Error& /*error*/) { return true; }
  bool on_double(double /*value*/, Text /*text*/, Error& /*error*/) { return true; }
  bool on_bool(bool /*value*/, Error& /*error*/) { return true; }
  bool on_null(Error& /*error*/) { return true; }
  bool on_comment_part(Text /*part*/, Error& /*error*/) { return true; }
  bool on_comment(Text /*part*/, Error& /*error*/) { return true; }
};

}  // namespace

bool IsJson(std::string_view text) {
  boost::json::parse_options options;
  options.max_depth = kMostLevels;
  boost::json::basic_parser<IgnoreAll> parser(options);
  boost::json::error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  return !error && read == text.size();
}

}  // namespace orgreg::formats
