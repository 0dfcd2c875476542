// SPDX-License-Identifier: EUPL-1.2

// Boost.Beast splits the head into fields; Parser collects them, and JudgeFraming decides from them
// how the body is framed, or which fault the request has.

#include "http/parse/head_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/none.hpp>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/values/ascii.h"
#include "http/message/target.h"

namespace orgreg::http {
namespace {

namespace beast = boost::beast;
using beast::error_code;
using beast::http::field;

std::string_view View(beast::string_view text) { return {text.data(), text.size()}; }

Method FromVerb(beast::http::verb verb) {
  switch (verb) {
    case beast::http::verb::get:
      return Method::kGet;
    case beast::http::verb::head:
      return Method::kHead;
    default:
      return MethodFromName(View(beast::http::to_string(verb)));
  }
}

// The fields that decide about framing, before they are checked.
struct Seen {
  int version = 11;
  int hosts = 0;
  int content_lengths = 0;
  int transfer_encodings = 0;
  std::string_view host = {};
  std::string_view content_length = {};
  std::string_view transfer_encoding = {};
  bool expects_continue = false;
};

// Given the whole head in one buffer, Beast hands out views into that buffer and allocates
// nothing. It skips the body, which RequestReader reads.
class Parser final : public beast::http::basic_parser<true> {
 public:
  explicit Parser(RequestStorage* storage) : storage_(storage) {
    header_limit(std::numeric_limits<std::uint32_t>::max());  // HeadScanner has checked it.
    body_limit(boost::none);
    skip(true);
    storage_->request = Request();
    storage_->fields.clear();
  }

  const Seen& seen() const { return seen_; }

 private:
  void on_request_impl(beast::http::verb verb, beast::string_view name, beast::string_view target,
                       int version, error_code& /*error*/) override {
    storage_->request.method = FromVerb(verb);
    storage_->request.method_name = View(name);
    storage_->request.target = View(target);
    seen_.version = version;
  }

  void on_field_impl(field id, beast::string_view name, beast::string_view value,
                     error_code& /*error*/) override {
    storage_->fields.push_back({.name = View(name), .value = View(value)});
    switch (id) {
      case field::host:
        ++seen_.hosts;
        seen_.host = View(value);
        break;
      case field::content_length:
        ++seen_.content_lengths;
        seen_.content_length = View(value);
        break;
      case field::transfer_encoding:
        ++seen_.transfer_encodings;
        seen_.transfer_encoding = View(value);
        break;
      case field::expect:
        seen_.expects_continue = base::EqualsIgnoringCase(View(value), "100-continue");
        break;
      default:
        break;
    }
  }

  void on_response_impl(int, beast::string_view, int, error_code&) override {}
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(boost::optional<std::uint64_t> const&, error_code&) override {}
  std::size_t on_body_impl(beast::string_view body, error_code&) override { return body.size(); }
  void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view body, error_code&) override {
    return body.size();
  }
  void on_finish_impl(error_code&) override {}

  RequestStorage* storage_;
  Seen seen_;
};

// RFC 9112, 6.1 and 6.3: chunked must be the last coding, and there only once; we know no other.
Fault FaultOfCoding(std::string_view codings) {
  constexpr std::string_view kChunked = "chunked";
  while (true) {
    const std::size_t comma = std::min(codings.find(','), codings.size());
    const bool is_chunked =
        base::EqualsIgnoringCase(base::Trim(codings.substr(0, comma)), kChunked);
    const bool is_last = comma == codings.size();
    if (is_last) return is_chunked ? Fault::kNotImplemented : Fault::kBadRequest;
    if (is_chunked) return Fault::kBadRequest;
    codings.remove_prefix(comma + 1);
  }
}

bool ParseLength(std::string_view text, std::uint64_t* length) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *length);
  return error == std::errc() && end == text.data() + text.size();
}

// A repeated Content-Length is refused even with equal values, because no honest client sends it.
// A Transfer-Encoding is refused together with a length, and in HTTP/1.0, where others ignore it.
std::optional<Fault> JudgeFraming(const Seen& seen, Framing* framing) {
  if (seen.content_lengths + seen.transfer_encodings > 1) return Fault::kBadRequest;
  if (seen.transfer_encodings == 1) {
    if (seen.version < 11) return Fault::kBadRequest;
    if (!base::EqualsIgnoringCase(seen.transfer_encoding, "chunked")) {
      return FaultOfCoding(seen.transfer_encoding);
    }
    framing->chunked = true;
  } else if (seen.content_lengths == 1 &&
             !ParseLength(seen.content_length, &framing->content_length)) {
    return Fault::kBadRequest;
  }
  framing->expects_continue = seen.expects_continue && seen.version >= 11;
  return std::nullopt;
}

}  // namespace

std::optional<Fault> ParseHead(std::string_view head, RequestStorage* storage, Framing* framing) {
  *framing = Framing();
  Parser parser(storage);
  error_code error;
  const std::size_t used = parser.put(boost::asio::buffer(head.data(), head.size()), error);
  if (error || used != head.size()) return Fault::kBadRequest;

  const Seen& seen = parser.seen();
  Request& request = storage->request;
  request.fields = storage->fields;
  request.host = seen.host;
  framing->keep_alive = parser.keep_alive();
  framing->http_1_0 = seen.version < 11;
  if (const std::optional<Fault> fault = JudgeFraming(seen, framing)) return fault;
  // RFC 9112, 3.2: one Host, and a valid one, whatever the target's form.
  if (seen.hosts > 1 || (seen.hosts == 0 && seen.version >= 11) || !IsHost(seen.host)) {
    return Fault::kBadRequest;
  }
  if (request.method_name == "CONNECT") return Fault::kNotImplemented;
  if (!SplitTarget(&request, &storage->path)) return Fault::kBadRequest;
  // A target with a host of its own would count (RFC 9112, 3.2.2), but a proxy may have gone by the
  // field, and sent the request to the wrong server.
  if (!base::EqualsIgnoringCase(request.host, seen.host) && !seen.host.empty()) {
    return Fault::kBadRequest;
  }
  return std::nullopt;
}

}  // namespace orgreg::http
