// SPDX-License-Identifier: EUPL-1.2

#include "http/message/request_copy.h"

#include <array>
#include <cstddef>

namespace orgreg::http {
namespace {

// Every view of a request but those of its fields.
constexpr std::array kTexts = {
    &Request::method_name, &Request::target, &Request::host, &Request::raw_path,
    &Request::path,        &Request::query,  &Request::body, &Request::peer,
};

std::size_t SizeOf(const Request& request) {
  std::size_t size = 0;
  for (const auto text : kTexts) size += (request.*text).size();
  for (const Field& field : request.fields) size += field.name.size() + field.value.size();
  return size;
}

}  // namespace

RequestCopy::RequestCopy(const Request& request) : request_(request) {
  bytes_.reserve(SizeOf(request));
  for (const auto text : kTexts) request_.*text = Keep(request.*text);
  fields_.reserve(request.fields.size());
  for (const Field& field : request.fields) {
    fields_.push_back({.name = Keep(field.name), .value = Keep(field.value)});
  }
  request_.fields = fields_;
}

std::string_view RequestCopy::Keep(std::string_view text) {
  const std::size_t begin = bytes_.size();
  bytes_.append(text);
  return std::string_view(bytes_).substr(begin);
}

}  // namespace orgreg::http
