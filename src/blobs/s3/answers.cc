// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/answers.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <system_error>

#include "base/values/ascii.h"
#include "base/values/timestamp.h"
#include "formats/byte_source.h"
#include "formats/xml/events.h"

namespace orgreg::blobs {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using formats::XmlEvent;

constexpr std::string_view kErrorRoot = "Error";
constexpr std::string_view kListRoot = "ListBucketResult";
constexpr std::size_t kMostWordBytes = 64;
constexpr std::size_t kSecondsBytes = 19;  // 2009-10-12T17:50:30

// The names of the elements around the one that ends, and that one.
using Path = std::vector<std::string>;
using TakeEnd = std::function<Status(const Path& path, std::string_view text)>;

Status Walk(std::string_view body, const TakeEnd& take) {
  formats::MemorySource source(body);
  formats::XmlEvents events(&source);
  Path path;
  while (true) {
    const XmlEvent* const event = TRY(events.Next());
    if (event == nullptr) return {};
    if (event->type == XmlEvent::Type::kBegin) {
      path.emplace_back(event->name);
      continue;
    }
    TRY(take(path, event->text));
    path.pop_back();
  }
}

bool IsAt(const Path& path, std::string_view root, std::string_view name) {
  return path.size() == 2 && path[0] == root && path[1] == name;
}

std::string Word(std::string_view text) {
  const auto is_plain = [](char c) { return base::IsAlphanumeric(c) || c == '-'; };
  const bool is_word = text.size() <= kMostWordBytes && std::ranges::all_of(text, is_plain);
  return is_word ? std::string(text) : std::string();
}

Error NoPage(std::string_view what) {
  return {Code::kIo, "the list of the store is not understood: " + std::string(what)};
}

// Stores differ in the digits of a second.
std::optional<std::time_t> ReadTime(std::string_view text) {
  if (text.size() <= kSecondsBytes || text.back() != 'Z') return std::nullopt;
  const auto time =
      base::Timestamp::Parse(std::string(text.substr(0, kSecondsBytes)).append(".000Z"));
  if (!time) return std::nullopt;
  return static_cast<std::time_t>(time->milliseconds() / 1000);
}

Status TakeMember(std::string_view name, std::string_view text, S3Object* object) {
  if (name == "Key") object->key = text;
  if (name == "Size") {
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, object->size_bytes);
    if (problem != std::errc() || stop != end) return NoPage("a size is no number");
  }
  if (name == "LastModified") {
    const auto time = ReadTime(text);
    if (!time) return NoPage("a time is none");
    object->modified = *time;
  }
  return {};
}

}  // namespace

S3Error ReadS3Error(std::string_view body) {
  S3Error error;
  // What is no XML says nothing.
  static_cast<void>(Walk(body, [&error](const Path& path, std::string_view text) -> Status {
    if (IsAt(path, kErrorRoot, "Code")) error.code = Word(text);
    if (IsAt(path, kErrorRoot, "Region")) error.region = Word(text);
    return {};
  }));
  return error;
}

Result<S3Page> ReadS3Page(std::string_view body) {
  S3Page page;
  S3Object object;
  bool is_list = false;
  bool has_more = false;
  const Status read = Walk(body, [&](const Path& path, std::string_view text) -> Status {
    if (path.size() == 3 && path[1] == "Contents") return TakeMember(path[2], text, &object);
    if (IsAt(path, kListRoot, "Contents")) page.objects.push_back(std::exchange(object, {}));
    if (IsAt(path, kListRoot, "IsTruncated")) has_more = text == "true";
    if (IsAt(path, kListRoot, "NextContinuationToken")) page.next = text;
    is_list = is_list || (path.size() == 1 && path[0] == kListRoot);
    return {};
  });
  if (!read) return NoPage(read.error().message);
  if (!is_list) return NoPage("it is another answer");
  if (has_more && page.next.empty()) return NoPage("it does not say how it goes on");
  if (!has_more) page.next.clear();
  return page;
}

}  // namespace orgreg::blobs
