// SPDX-License-Identifier: EUPL-1.2

// A Responder has one overload for each outcome. Those with a body get a content type, an entity
// tag and packing if the client accepts it.

#include "api/interface/respond.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <chrono>
#include <string>
#include <utility>
#include <variant>

#include "api/answers/accept.h"
#include "api/answers/errors.h"
#include "api/answers/failure_log.h"
#include "api/interface/ask.h"
#include "api/interface/basic_access.h"
#include "api/interface/family.h"
#include "api/interface/record_streams.h"
#include "base/result.h"
#include "base/threads/per_thread.h"
#include "base/values/ascii.h"
#include "formats/pack/gzip.h"
#include "http/answer/conditional.h"
#include "http/answer/file_answer.h"
#include "http/message/method.h"

namespace orgreg::api {
namespace {

// Shorter bodies are not worth packing.
constexpr std::size_t kLeastPackedBytes = 1024;
constexpr int kFirstError = 400;
constexpr int kNoSuchRange = 416;
constexpr std::chrono::milliseconds kBetweenLines(100);

void Pack(http::Response* response) {
  response->AddHeader("Content-Encoding", "gzip");
  static base::PerThread<std::string> packed_bodies;
  std::string& packed = packed_bodies.Get();
  formats::GzipCompress(response->body(), &packed);
  response->body().swap(packed);
}

void PackStream(http::Response* response) {
  response->set_stream(std::make_unique<PackedBody>(response->TakeStream()));
  response->AddHeader("Content-Encoding", "gzip");
}

// A strong entity tag: it depends on the content, the representation, the coding and the origin of
// the links.
std::string MakeTag(std::uint64_t fingerprint, const Context& context, bool packed) {
  XXH64_hash_t hash =
      XXH3_64bits_withSeed(context.origin.data(), context.origin.size(), fingerprint);
  hash = XXH3_64bits_withSeed(context.offer.type.data(), context.offer.type.size(), hash);
  constexpr unsigned kHalfDigits = 8;
  std::string tag = "\"";
  base::AppendHex(static_cast<unsigned>(hash >> 32U), kHalfDigits, base::kLowerHexDigits, &tag);
  base::AppendHex(static_cast<unsigned>(hash), kHalfDigits, base::kLowerHexDigits, &tag);
  tag.append(packed ? "-gzip\"" : "\"");
  return tag;
}

FailureLog& Failures() {
  static FailureLog log(kBetweenLines);
  return log;
}

// One overload for each outcome.
class Responder {
 public:
  Responder(const Context& context, http::Response* response)
      : context_(context), response_(*response) {}

  void operator()(Body body) {
    is_packed_ = body.is_packed;
    response_.set_status(body.status);
    SendTagged(body.fingerprint, false);
  }

  // A removed record is sent in plain JSON (reference, Deleted and removed).
  void operator()(Gone /*gone*/) {
    if (AnswerAsProblem(ErrorKind::kRemoved, context_.errors, &response_)) return;
    Describe("application/json", false);
  }

  void operator()(Unknown /*unknown*/) {
    if (AnswerAsProblem(ErrorKind::kNotFound, context_.errors, &response_)) return;
    Describe("application/json", false);
  }

  void operator()(Stream stream) {
    response_.set_stream(std::move(stream.body));
    SendTagged(stream.fingerprint, stream.may_be_packed);
  }

  void operator()(File file) {
    http::AnswerFile(
        context_.request,
        {.tag = file.tag, .last_modified = file.last_modified, .file = std::move(file.file)},
        &response_);
    if (response_.status() < kFirstError) return Describe(context_.offer.type, false);
    const bool is_range = response_.status() == kNoSuchRange;
    AnswerAsProblem(is_range ? ErrorKind::kRange : ErrorKind::kCondition, context_.errors,
                    &response_);
  }

  void operator()(const NotFound& missing) {
    if (missing.plans.empty()) {
      return AnswerNotFound(ErrorKind::kNotFound, context_.errors, &response_);
    }
    AnswerPlansNotServed(missing.plans, context_.errors, &response_);
  }

  void operator()(Refused /*refused*/) {
    const auth::BasicCheck* const users = context_.statements->users;
    AnswerBasicRefusal(*context_.user, users == nullptr ? std::string_view() : users->challenge(),
                       context_.errors, &response_);
  }

  void operator()(WrongType /*type*/) { AnswerUnsupportedType("", context_.errors, &response_); }
  void operator()(PutOff /*put_off*/) { response_.Clear(); }
  void operator()(search::Problems problems) {
    AnswerProblems(std::move(problems), ParametersOf(context_), context_.errors, &response_);
  }
  void operator()(Cause cause) { AnswerLater(cause, context_.errors, &response_); }

  // The log gets the whole error, the client the words of causes.h.
  void operator()(const base::Error& error) {
    const std::string trace = AnswerFailure(CauseOf(error.code), context_.errors, &response_);
    Failures().Note(context_.errors.path, error.message, trace);
  }

 private:
  // Adds the tag if there is a fingerprint, and answers 304 if the client has the same.
  void SendTagged(std::uint64_t fingerprint, bool may_pack_stream) {
    if (fingerprint != 0) {
      const std::string tag = MakeTag(fingerprint, context_, is_packed_ || WillPack());
      response_.AddHeader("ETag", tag);
      if (http::MatchesAnyTag(context_.request, tag)) {
        response_.set_status(304);
        response_.body().clear();
        return;
      }
    }
    Describe(context_.offer.type, may_pack_stream);
  }

  void Describe(std::string_view type, bool may_pack_stream) {
    response_.AddHeader("Content-Type", type);
    // Secret bytes in a packer would stay with the thread.
    if (is_packed_) {
      response_.AddHeader("Content-Encoding", "gzip");
    } else if (WillPack()) {
      Pack(&response_);
    }
    if (may_pack_stream && AcceptsGzip(context_.request)) PackStream(&response_);
  }

  // If the client accepts it and it pays.
  bool WillPack() const {
    return !context_.route.at.interface->is_secret() &&
           response_.body().size() > kLeastPackedBytes && AcceptsGzip(context_.request);
  }

  const Context& context_;
  http::Response& response_;
  bool is_packed_ = false;  // The handler has packed the body.
};

}  // namespace

Body TaggedBody(std::string_view text) {
  return {.fingerprint = XXH3_64bits(text.data(), text.size())};
}

http::Placement Respond(Outcome outcome, const Context& context, http::Response* response) {
  const bool is_put_off = std::holds_alternative<PutOff>(outcome);
  std::visit([&, responder = Responder(context, response)](
                 auto&& found) mutable { responder(std::forward<decltype(found)>(found)); },
             std::move(outcome));
  return is_put_off ? http::Placement::kNeedsPool : http::Placement::kAnswered;
}

void RespondToOptions(const Interface& interface, http::MethodSet methods, const RouteRow* get,
                      http::Response* response) {
  const std::string allowed = methods.ToAllow();
  response->set_status(204);
  response->AddHeader("Allow", allowed);
  if (!interface.is_shared) return;
  response->AddHeader("Access-Control-Allow-Methods", allowed);
  const bool takes_credentials = get != nullptr && get->at.interface->access == Access::kUsers;
  // Without it a page may not send the media types of bodies.
  const bool takes_body = methods.Has(http::Method::kPost);
  response->AddHeader(
      "Access-Control-Allow-Headers",
      takes_credentials ? "Accept, Accept-Encoding, Authorization, If-None-Match, If-Range, Range, "
                          "Register-Position"
      : takes_body      ? "Accept, Accept-Encoding, Content-Type, Register-Position"
                        : "Accept, Accept-Encoding, If-None-Match, If-Range, Range, "
                          "Register-Position");
  response->AddHeader("Access-Control-Max-Age", "86400");
}

void AddSharing(http::Response* response) {
  response->AddHeader("Access-Control-Allow-Origin", "*");
  response->AddHeader("Access-Control-Expose-Headers",
                      "Accept-Ranges, Content-Disposition, Content-Range, Deprecation, ETag, Link, "
                      "RateLimit, RateLimit-Policy, Register-Position, Register-Selection, "
                      "Retry-After, Sunset");
}

}  // namespace orgreg::api
