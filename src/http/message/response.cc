// SPDX-License-Identifier: EUPL-1.2

#include "http/message/response.h"

#include <algorithm>
#include <cstddef>

#include "base/values/ascii.h"

namespace orgreg::http {
namespace {

constexpr std::size_t kKeptCapacityBytes = std::size_t{1024} * 1024;

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

constexpr std::string_view kLineEnd = "\r\n";

void AppendSafe(std::string_view value, std::string* out) {
  const auto before = static_cast<std::ptrdiff_t>(out->size());
  out->append(value);
  std::replace_if(out->begin() + before, out->end(), IsControl, ' ');
}

bool HasItem(std::string_view list, std::string_view item) {
  while (!list.empty()) {
    if (base::EqualsIgnoringCase(base::Trim(base::TakeUntil(',', &list)), item)) return true;
  }
  return false;
}

}  // namespace

void Response::AddHeader(std::string_view name, std::string_view value) {
  headers_.append(name).append(": ");
  AppendSafe(value, &headers_);
  headers_.append(kLineEnd);
}

void Response::AddToList(std::string_view name, std::string_view item) {
  std::size_t begin = 0;
  while (begin < headers_.size()) {
    const std::size_t end = headers_.find(kLineEnd, begin);
    const std::string_view line = std::string_view(headers_).substr(begin, end - begin);
    const bool is_it = line.size() > name.size() && line[name.size()] == ':' &&
                       base::EqualsIgnoringCase(line.substr(0, name.size()), name);
    if (is_it) {
      if (HasItem(line.substr(name.size() + 1), item)) return;
      std::string added = ", ";
      AppendSafe(item, &added);
      headers_.insert(end, added);
      return;
    }
    begin = end + kLineEnd.size();
  }
  AddHeader(name, item);
}

void Response::Clear() {
  status_ = 200;
  operation_ = -1;
  error_ = -1;
  trace_.clear();
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
