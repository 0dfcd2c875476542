// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <random>
#include <string_view>
#include <thread>

#include "blobs/s3/answers.h"

namespace orgreg::blobs {
namespace {

using base::Code;
using base::Error;
using base::Result;
using http::GetAnswer;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A page of a list has a thousand names, each with some words of XML.
constexpr std::size_t kMostAnswerBytes = std::size_t{8} << 20;
constexpr std::string_view kSha256OfNothing =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kMoved = 301;
constexpr int kTooMany = 429;
constexpr int kNotImplemented = 501;

struct RefusalRow {
  std::string_view code;
  std::string_view words;
};
constexpr std::string_view kOtherRegion = "the bucket is in another region: set blobs_region";
constexpr std::string_view kNoBucket = "there is no such bucket: make it, or correct blobs";
constexpr std::string_view kEndedToken =
    "the session token of blobs_credentials is no longer valid";
constexpr std::array kRefusals = {
    RefusalRow{"SignatureDoesNotMatch", "the secret key of blobs_credentials is wrong"},
    RefusalRow{"InvalidAccessKeyId", "it does not know the access key of blobs_credentials"},
    RefusalRow{"AccessDenied",
               "the access key of blobs_credentials may not do this: it needs to get, put and "
               "delete objects of the bucket, and to list it"},
    RefusalRow{"RequestTimeTooSkewed",
               "its clock and the one of this machine differ by more than 15 minutes: correct the "
               "wrong one"},
    RefusalRow{"NoSuchBucket", kNoBucket},
    RefusalRow{"InvalidBucketName", kNoBucket},
    RefusalRow{"AuthorizationHeaderMalformed", kOtherRegion},
    RefusalRow{"PermanentRedirect", kOtherRegion},
    RefusalRow{"ExpiredToken", kEndedToken},
    RefusalRow{"InvalidToken", kEndedToken},
    RefusalRow{"XAmzContentSHA256Mismatch", "what it received is not what was sent"},
    RefusalRow{"QuotaExceeded", "it is full"},
};

// What the status alone says.
std::string_view WordsOf(int status) {
  switch (status) {
    case kForbidden:
      return "it does not accept the key of blobs_credentials, or the clock of this machine is "
             "wrong";
    case kNotFound:
      return kNoBucket;
    case kMoved:
      return kOtherRegion;
    default:
      return "it does not do what was asked";
  }
}

// Overloaded, or ill for a moment. A store that does not know a request says so each time.
bool IsTemporary(const GetAnswer& answer) {
  constexpr int kServerErrors = 500;
  return answer.status == kTooMany ||
         (answer.status >= kServerErrors && answer.status != kNotImplemented);
}

bool IsTemporary(const Result<GetAnswer>& answer) {
  return answer ? IsTemporary(*answer) : answer.error().code == Code::kUnavailable;
}

Error Overloaded(const GetAnswer& answer, int tries) {
  return {Code::kUnavailable,
          fmt::format("it is overloaded or has a fault: status {} {} at the last of {} tries",
                      answer.status, ReadS3Error(answer.body).code, tries)};
}

Error Silent() {
  return {Code::kUnavailable, "it did not answer a moment ago, and is asked again meanwhile"};
}

}  // namespace

Error S3Client::Refusal(const GetAnswer& answer) const {
  const S3Error said = ReadS3Error(answer.body);
  const auto* const row = std::ranges::find(kRefusals, said.code, &RefusalRow::code);
  const std::string_view words = row == kRefusals.end() ? WordsOf(answer.status) : row->words;
  std::string text = fmt::format("{} (status {}", words, answer.status);
  if (!said.code.empty()) text.append(" ").append(said.code);
  if (!said.region.empty() && said.region != place_.region)
    text.append("; it wants ").append(said.region);
  return Error{Code::kUnavailable, text.append(")")}.At(http::HostAndPort(place_.endpoint));
}

http::GetRequest S3Client::Sign(const S3Request& request, const S3Credentials& key) const {
  const SigningScope scope{.time = SigningTime(std::time(nullptr)), .region = place_.region};
  const std::string sum =
      request.body_sha256.empty() ? std::string(kSha256OfNothing) : request.body_sha256;
  const std::string path = fmt::format("/{}/{}", place_.address.bucket, request.key);
  const std::string query = CanonicalQuery(request.query);
  std::vector<http::GetField> fields = request.fields;
  fields.push_back({"X-Amz-Content-Sha256", sum});
  fields.push_back({"X-Amz-Date", scope.time});
  if (!key.token.empty()) fields.push_back({"X-Amz-Security-Token", std::string(key.token)});
  // The client itself sends Host.
  std::vector<http::GetField> with_host = fields;
  with_host.push_back({"Host", http::HostField(place_.endpoint)});
  const RequestToSign to_sign{.method = request.method,
                              .path = path,
                              .query = query,
                              .fields = with_host,
                              .body_sha256 = sum};
  fields.push_back({"Authorization", AuthorizationOf(to_sign, scope, key.key_id, key.secret)});
  http::GetRequest made{.url = place_.endpoint,
                        .fields = std::move(fields),
                        .ca_file = place_.ca_file,
                        .timeout = pace_.answer,
                        .most_body_bytes = kMostAnswerBytes};
  made.url.target = query.empty() ? path : path + "?" + query;
  return made;
}

Result<GetAnswer> S3Client::Try(const S3Request& request, const S3Credentials& key) const {
  const http::GetRequest made = Sign(request, key);
  if (request.taker) {
    http::BodyTaker taker = request.taker();
    taker.patience = pace_.piece;
    return http::GetPieces(made, taker);
  }
  http::Sending sending{.method = request.method};
  if (request.sending) sending = TRY(request.sending());
  sending.patience = std::max(pace_.answer, pace_.piece);
  return request.method == "GET" ? http::Get(made) : http::Send(made, sending);
}

// False if no further try begins.
bool S3Client::Pause(int tries, steady_clock::time_point begin) const {
  if (tries >= pace_.tries || steady_clock::now() - begin > pace_.budget) return false;
  const auto pause = pace_.first_pause * (1 << (tries - 1));
  thread_local std::minstd_rand random(std::random_device{}());
  std::uniform_int_distribution<milliseconds::rep> more(0, pause.count());
  std::this_thread::sleep_for(pause + milliseconds(more(random)));
  return true;
}

Result<GetAnswer> S3Client::Ask(const S3Request& request) {
  const std::string where = http::HostAndPort(place_.endpoint);
  const auto key = LoadS3Credentials(place_.credentials);
  if (!key) return Error{Code::kUnavailable, "blobs_credentials: " + key.error().message};
  if (!presence_.MayAsk()) return Silent().At(where);
  const auto begin = steady_clock::now();
  for (int tries = 1;; ++tries) {
    auto answer = Try(request, *key);
    // What fails here, as a file that cannot be read, says nothing new of the store.
    const bool is_heard = answer || (!IsTemporary(answer) && !presence_.is_away());
    const bool is_over = !IsTemporary(answer) || presence_.is_away() || !Pause(tries, begin);
    if (!is_over) continue;
    presence_.Note(is_heard);
    if (answer && IsTemporary(*answer)) return Overloaded(*answer, tries).At(where);
    if (!answer && IsTemporary(answer)) return std::move(answer).error().At(where);
    return answer;
  }
}

}  // namespace orgreg::blobs
