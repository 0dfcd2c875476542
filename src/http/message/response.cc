// SPDX-License-Identifier: EUPL-1.2

#include "http/message/response.h"

#include <cstddef>

namespace orgreg::http {
namespace {

constexpr std::size_t kKeptCapacityBytes = std::size_t{1024} * 1024;

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

}  // namespace

void Response::AddHeader(std::string_view name, std::string_view value) {
  headers_.append(name).append(": ");
  for (const char c : value) headers_.push_back(IsControl(c) ? ' ' : c);
  headers_.append("\r\n");
}

void Response::Clear() {
  status_ = 200;
  headers_.clear();
  if (std::exchange(is_secret_, false)) LetGo(&body_);
  ClearKeepingCapacity(&body_);
  if (has_file()) file_ = {};
  stream_.reset();
}

void Response::set_file(FileBody file) {
  body_.clear();
  stream_.reset();
  file_ = std::move(file);
}

void Response::set_stream(std::unique_ptr<BodyStream> stream) {
  body_.clear();
  file_ = {};
  stream_ = std::move(stream);
}

void ClearKeepingCapacity(std::string* text) {
  if (text->capacity() > kKeptCapacityBytes) {
    LetGo(text);
  } else {
    text->clear();
  }
}

void LetGo(std::string* text) { std::string().swap(*text); }

}  // namespace orgreg::http
