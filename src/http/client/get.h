// SPDX-License-Identifier: EUPL-1.2

// Asks a server for a resource: one GET over HTTP/1.1, on a connection of its own, with a limit for
// everything that the server decides; or sends it one with another method. It asks for no
// compression and follows no redirection: its caller sees the status. Safe from any thread; the
// calling thread waits.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/client/url.h"

namespace orgreg::http {

struct GetField {
  std::string name = {};
  std::string value = {};
};

struct GetRequest {
  Url url = {};                       // its user information is not sent
  std::vector<GetField> fields = {};  // besides Host, User-Agent and Connection; without CR and LF
  std::string ca_file = {};           // PEM; empty: the authorities of the system
  std::chrono::milliseconds timeout{};  // from the look-up of the host to the last byte
  std::size_t most_body_bytes = 0;
  std::stop_token stop = {};  // The call fails soon after it.
};

struct GetAnswer {
  int status = 0;
  std::vector<GetField> fields = {};
  std::string body = {};  // without the framing of chunks

  // The value of the first field of that name in any case; empty if there is none.
  std::string_view Header(std::string_view name) const;
};

// A server may send so many bytes before the body, and so many interim answers (1xx).
inline constexpr std::size_t kMostHeadBytes = std::size_t{64} << 10U;
inline constexpr int kMostInterimAnswers = 8;

// kLimit if the body is too large, else kUnavailable: the network, the certificate, the deadline,
// an answer that is not HTTP or not whole.
base::Result<GetAnswer> Get(const GetRequest& request);

// How the body of a 200 is taken while it comes: `take` gets each piece, and ends the call by
// failing. The timeout of the request is then for the head, and `patience` for each piece.
struct BodyTaker {
  std::function<base::Status(std::string_view piece)> take = {};
  std::chrono::milliseconds patience{};
};

// The same, for a body of any length. Only another status has a body in the answer.
base::Result<GetAnswer> GetPieces(const GetRequest& request, const BodyTaker& taker);

// What is sent with another method. The timeout of the request is then for what comes before the
// body, and `patience` for each piece of it and for the answer.
struct Sending {
  std::string method = {};  // HEAD, DELETE or PUT; only PUT has a body
  std::uint64_t body_bytes = 0;
  // The next piece of the body, valid until the next call: never empty. Its failure ends the call.
  std::function<base::Result<std::string_view>()> next = {};
  std::chrono::milliseconds patience{};
};

// The same, with another method. A server may answer before it has the whole body.
base::Result<GetAnswer> Send(const GetRequest& request, const Sending& sending);

}  // namespace orgreg::http
