// SPDX-License-Identifier: EUPL-1.2

// The result of a handler: a value, which respond.h turns into a response. Errors and problems are
// outcomes, so that TRY (base/result.h) hands them on from a handler.
//
//   Outcome LookUp(const Context& context, Reply* reply) {
//     const auto found = TRY(context.catalog->Lookup(kind, number));
//     if (!found) return NotFound{};
//     found->record.served().AppendTo(context.origin, &reply->body());
//     return Body{.fingerprint = found->fingerprint};
//   }

#pragma once

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/answers/causes.h"
#include "base/result.h"
#include "http/message/body.h"
#include "http/message/response.h"
#include "search/request/problem.h"

namespace orgreg::api {

// The text in the reply. The entity tag is made from the fingerprint; 0: the answer has none.
struct Body {
  std::uint64_t fingerprint = 0;
  bool is_packed = false;  // with gzip, which the client accepts
  int status = 200;        // Of a page that says what a unit is not.
};
// The text, tagged by its content.
Body TaggedBody(std::string_view text);

// 410: the text in the reply describes the removed record, in plain JSON.
struct Gone {};

struct Stream {
  std::unique_ptr<http::BodyStream> body = {};
  std::uint64_t fingerprint = 0;
  bool may_be_packed = false;  // with gzip
};

// A file, whole or in parts, as requested.
struct File {
  std::string tag = {};  // with its quotes
  std::optional<std::time_t> last_modified = {};
  std::shared_ptr<const http::OpenFile> file = {};
};

// 404: the text in the reply, in plain JSON, says what does not exist.
struct Unknown {};

struct NotFound {
  // The only statements have these plans, which are not served.
  std::vector<std::string> plans = {};
};

// The user of the request may not see this (Context::user).
struct Refused {};

// 415: the body of the request has a media type that the operation does not take.
struct WrongType {};

// Nothing yet: it is slow, and the thread has no time (Context::is_hurried).
struct PutOff {};

// A Cause is a valid request that cannot be served now (causes.h); an Error is also logged.
using Outcome = std::variant<Body, Gone, Unknown, Stream, File, NotFound, Refused, WrongType,
                             PutOff, search::Problems, Cause, base::Error>;

// The place for the parts of an answer that its outcome does not hold.
class Reply {
 public:
  explicit Reply(http::Response* response) : response_(*response) {}

  std::string& body() { return response_.body(); }
  void AddHeader(std::string_view name, std::string_view value) {
    response_.AddHeader(name, value);
  }

  // For the audit log of an authorised operation: whom it was about, and how many roles were sent.
  struct Audit {
    std::string object = {};
    std::uint64_t role_count = 0;
  };
  Audit& audit() { return audit_; }

 private:
  http::Response& response_;
  Audit audit_;
};

}  // namespace orgreg::api
