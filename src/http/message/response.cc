// SPDX-License-Identifier: EUPL-1.2

#include "http/message/response.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/values/ascii.h"

namespace orgreg::http {
namespace {

constexpr std::size_t kKeptCapacityBytes = std::size_t{1024} * 1024;

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

constexpr std::string_view kLineEnd = "\r\n";

// Whether one of eight characters may be a control character; a tab counts as one.
bool MayHaveControl(std::uint64_t characters) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  constexpr std::uint64_t kHighest = 0x80 * kEach;
  const std::uint64_t low = (characters - (0x20 * kEach)) & ~characters;
  const std::uint64_t other = characters ^ (0x7f * kEach);
  const std::uint64_t deletes = (other - kEach) & ~other;
  return ((low | deletes) & kHighest) != 0;
}

// Eight at a time, since every answer has some hundred characters of heads.
bool MayHaveControl(std::string_view text) {
  while (text.size() >= sizeof(std::uint64_t)) {
    std::uint64_t characters = 0;
    std::memcpy(&characters, text.data(), sizeof characters);
    if (MayHaveControl(characters)) return true;
    text.remove_prefix(sizeof characters);
  }
  return std::ranges::any_of(text, IsControl);
}

void AppendSafe(std::string_view value, std::string* out) {
  const auto before = static_cast<std::ptrdiff_t>(out->size());
  out->append(value);
  if (!MayHaveControl(value)) return;
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
