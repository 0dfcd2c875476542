// What a handler found: a value, which respond.h turns into a response. Errors and problems are
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

// The text in the reply. An entity tag is made of the fingerprint; 0: the answer has none.
struct Body {
  std::uint64_t fingerprint = 0;
};
// The text, tagged by what it says.
Body TaggedBody(std::string_view text);

// 410: the text in the reply says what is gone, in plain JSON.
struct Gone {};

struct Stream {
  std::unique_ptr<http::BodyStream> body = {};
  std::uint64_t fingerprint = 0;
  bool may_be_packed = false;  // with gzip
};

// A file, whole or in parts, as the request has it.
struct File {
  std::string tag = {};  // with its quotes
  std::optional<std::time_t> last_modified = {};
  std::shared_ptr<const http::OpenFile> file = {};
};

struct NotFound {
  // There are only statements laid out by these plans, which are not served.
  std::vector<std::string> plans = {};
};

// The user of the request may not see this (Context::user).
struct Refused {};

// 415: the body of the request has a media type that the operation does not take.
struct WrongType {};

// Nothing yet: it takes time, and the thread has none (Context::is_hurried).
struct PutOff {};

// A Cause is a request that was right and cannot be served now (causes.h); an Error is logged, too.
using Outcome = std::variant<Body, Gone, Stream, File, NotFound, Refused, WrongType, PutOff,
                             search::Problems, Cause, base::Error>;

// Where a handler writes what its outcome does not carry.
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
