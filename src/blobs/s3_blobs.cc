// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3_blobs.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <utility>

#include "base/files/system_error.h"
#include "base/log.h"
#include "blobs/s3/address.h"
#include "blobs/s3/answers.h"
#include "blobs/s3/delivery.h"
#include "blobs/s3/source_file.h"
#include "http/message/http_date.h"

namespace orgreg::blobs {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using http::GetAnswer;
using std::chrono::seconds;

constexpr int kOk = 200;
constexpr int kNoContent = 204;
constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr int kThereAlready = 412;
constexpr int kNotImplemented = 501;

constexpr seconds kGetWait(1);
// A list and an object may round the same time in two ways.
constexpr seconds kRounding(2);
constexpr std::size_t kMostPages = 100'000;

std::string_view DigitsOf(std::string_view name) { return name.substr(name.find('/') + 1); }

Error NoName(std::string_view name) {
  return Error{Code::kInvalid, "is no name of a blob"}.At(std::string(name));
}

std::optional<std::time_t> DateOf(const GetAnswer& answer, std::string_view field) {
  return http::ParseHttpDate(answer.Header(field), std::time(nullptr));
}

// By the clock of the store, if it says what time it is.
seconds AgeOf(std::time_t modified, const GetAnswer& answer) {
  const std::time_t now = DateOf(answer, "Date").value_or(std::time(nullptr));
  return seconds(std::max<std::time_t>(now - modified, 0));
}

Result<BlobFacts> FactsOf(std::string_view name, const GetAnswer& answer) {
  BlobFacts facts{.name = std::string(name)};
  const std::string_view size = answer.Header("Content-Length");
  const char* const end = size.data() + size.size();
  const auto [stop, problem] = std::from_chars(size.data(), end, facts.size_bytes);
  const auto modified = DateOf(answer, "Last-Modified");
  if (problem != std::errc() || stop != end || !modified)
    return Error{Code::kIo, "the store says neither the size nor the age of an object"};
  facts.age = AgeOf(*modified, answer);
  return facts;
}

}  // namespace

Result<std::unique_ptr<Blobs>> S3Blobs::Open(const BlobSettings& settings) {
  auto address = ParseS3Address(settings.address);
  if (!address) return Error{Code::kInvalid, "is not s3://BUCKET/PREFIX"}.At(settings.address);
  auto endpoint = ParseS3Endpoint(settings.endpoint);
  if (!endpoint) return std::move(endpoint).error().At("blobs_endpoint");
  if (settings.credentials.empty())
    return Error{Code::kInvalid, "blobs_credentials: names no file"};
  return std::unique_ptr<Blobs>(
      std::make_unique<S3Blobs>(settings.address, S3Place{.address = std::move(*address),
                                                          .endpoint = std::move(*endpoint),
                                                          .region = settings.region,
                                                          .credentials = settings.credentials,
                                                          .ca_file = settings.ca_file}));
}

S3Blobs::S3Blobs(std::string address, S3Place place, const S3Pace& pace)
    : address_(std::move(address)),
      client_(std::move(place), pace),
      versions_told_(std::chrono::hours(1)) {}

std::string S3Blobs::KeyOf(std::string_view name) const {
  return std::string(client_.place().address.prefix).append(name);
}

Result<GetAnswer> S3Blobs::Head(std::string_view name) {
  return client_.Ask({.method = "HEAD", .key = KeyOf(name)});
}

// An answer to HEAD has no body that could say why, and neither has a bucket that is missing: a
// list, which is needed anyway, says it. kNotFound if the bucket is well.
Error S3Blobs::ExplainSilence(std::string_view name, const GetAnswer& answer) {
  const auto asked =
      client_.Ask({.query = {{"list-type", "2"}, {"max-keys", "1"}, {"prefix", KeyOf(name)}}});
  if (!asked) return asked.error();
  if (asked->status != kOk) return client_.Refusal(*asked);
  if (answer.status != kNotFound) return client_.Refusal(answer);
  return Error{Code::kNotFound, "is not there"}.At(address_ + "/" + std::string(name));
}

Result<GetAnswer> S3Blobs::Upload(std::string_view name, const std::string& path, bool replaces) {
  S3Request request{
      .method = "PUT", .key = KeyOf(name), .body_sha256 = std::string(DigitsOf(name))};
  request.fields.push_back({"Content-Type", "application/octet-stream"});
  if (!replaces) request.fields.push_back({"If-None-Match", "*"});
  std::optional<SourceFile> file;
  request.sending = [&file, &path] { return SourceFile::Send(path, &file); };
  return client_.Ask(request);
}

// A copy onto itself: the store then counts its age anew. False where the store has none to copy,
// or does not know how.
Result<bool> S3Blobs::Renew(std::string_view name) {
  const std::string source = "/" + client_.place().address.bucket + "/" + KeyOf(name);
  const auto answer = TRY(client_.Ask({.method = "PUT",
                                       .key = KeyOf(name),
                                       .fields = {{"X-Amz-Copy-Source", source},
                                                  {"X-Amz-Metadata-Directive", "REPLACE"},
                                                  {"Content-Type", "application/octet-stream"}}}));
  // A copy that fails late is an error in a 200.
  return answer.status == kOk && ReadS3Error(answer.body).code.empty();
}

Status S3Blobs::CheckSent(const Result<GetAnswer>& answer) const {
  if (!answer) return answer.error();
  if (answer->status == kOk || answer->status == kThereAlready) return {};
  return client_.Refusal(*answer);
}

// One of the same size is what it is called, or a reader finds that it is not.
Status S3Blobs::Put(std::string_view name, const std::string& path) {
  if (!IsBlobName(name)) return NoName(name);
  struct stat source = {};
  if (::stat(path.c_str(), &source) != 0) return base::OpenError(path, errno);
  const auto head = TRY(Head(name));
  if (head.status == kOk) {
    const auto there = TRY(FactsOf(name, head));
    const bool is_it = there.size_bytes == static_cast<std::uint64_t>(source.st_size);
    const bool is_renewed = is_it && TRY(Renew(name));
    return is_renewed ? Status() : CheckSent(Upload(name, path, true));
  }
  // Whoever puts it at the same moment puts the same. Not every store knows the condition.
  auto answer = Upload(name, path, false);
  const bool is_refused =
      answer && (answer->status == kConflict || answer->status == kNotImplemented);
  if (is_refused) answer = Upload(name, path, true);
  return CheckSent(answer);
}

Status S3Blobs::Get(std::string_view name, const Take& take) {
  if (!IsBlobName(name)) return NoName(name);
  const Turns::Turn turn(&getting_, kGetWait);
  if (turn.is_mine()) return GetNow(name, take);
  return Error{Code::kUnavailable, "the store is slow, and others wait for it"}.At(address_);
}

Status S3Blobs::GetNow(std::string_view name, const Take& take) {
  Delivery delivery(take);
  S3Request request{.key = KeyOf(name)};
  request.taker = [&delivery] { return delivery.Begin(); };
  const auto answer = TRY(client_.Ask(request));
  if (answer.status == kOk) {
    Status whole = delivery.Finish(DigitsOf(name));
    return whole ? Status() : Status(std::move(whole).error().At(KeyOf(name)));
  }
  const bool is_missing =
      answer.status == kNotFound && ReadS3Error(answer.body).code != "NoSuchBucket";
  return is_missing ? ExplainSilence(name, answer) : client_.Refusal(answer);
}

Result<BlobFacts> S3Blobs::Find(std::string_view name) {
  if (!IsBlobName(name)) return NoName(name);
  const auto answer = TRY(Head(name));
  if (answer.status == kOk) return FactsOf(name, answer);
  return ExplainSilence(name, answer);
}

Result<std::vector<BlobFacts>> S3Blobs::List(std::string_view kind) {
  std::vector<BlobFacts> found;
  const std::string prefix = KeyOf(std::string(kind).append("/"));
  QueryPairs query = {{"list-type", "2"}, {"prefix", prefix}};
  for (std::size_t pages = 0; pages < kMostPages; ++pages) {
    const auto answer = TRY(client_.Ask({.query = query}));
    if (answer.status != kOk) return client_.Refusal(answer);
    const auto page = TRY(ReadS3Page(answer.body));
    for (const S3Object& object : page.objects) {
      if (!object.key.starts_with(prefix)) continue;
      std::string name = object.key.substr(prefix.size() - kind.size() - 1);
      if (!IsBlobName(name)) continue;
      found.push_back({.name = std::move(name),
                       .size_bytes = object.size_bytes,
                       .age = AgeOf(object.modified, answer)});
    }
    if (page.next.empty()) return found;
    query = {{"continuation-token", page.next}, {"list-type", "2"}, {"prefix", prefix}};
  }
  return Error{Code::kIo, "its list has no end"}.At(address_);
}

Status S3Blobs::Delete(const BlobFacts& listed) {
  const auto now = Find(listed.name);
  if (!now) return now.error().code == Code::kNotFound ? Status() : Status(now.error());
  if (now->age + kRounding < listed.age) return {};
  const auto answer = TRY(client_.Ask({.method = "DELETE", .key = KeyOf(listed.name)}));
  WarnOfVersions(answer);
  const bool is_gone =
      answer.status == kOk || answer.status == kNoContent || answer.status == kNotFound;
  return is_gone ? Status() : Status(client_.Refusal(answer));
}

void S3Blobs::WarnOfVersions(const GetAnswer& answer) {
  if (answer.Header("x-amz-delete-marker") != "true" || !versions_told_.Pass()) return;
  base::LogWarning(
      "blobs: {}: the bucket keeps what is deleted, as older versions: switch versions off, and "
      "delete those that there are",
      address_);
}

}  // namespace orgreg::blobs
