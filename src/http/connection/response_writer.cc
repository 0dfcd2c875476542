// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/response_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "http/message/http_date.h"

namespace orgreg::http {
namespace {

struct StatusLine {
  int status = 0;
  std::string_view line = {};
};

constexpr std::array kStatusLines = {
    StatusLine{200, "HTTP/1.1 200 OK\r\n"},
    StatusLine{201, "HTTP/1.1 201 Created\r\n"},
    StatusLine{202, "HTTP/1.1 202 Accepted\r\n"},
    StatusLine{204, "HTTP/1.1 204 No Content\r\n"},
    StatusLine{206, "HTTP/1.1 206 Partial Content\r\n"},
    StatusLine{301, "HTTP/1.1 301 Moved Permanently\r\n"},
    StatusLine{302, "HTTP/1.1 302 Found\r\n"},
    StatusLine{303, "HTTP/1.1 303 See Other\r\n"},
    StatusLine{304, "HTTP/1.1 304 Not Modified\r\n"},
    StatusLine{307, "HTTP/1.1 307 Temporary Redirect\r\n"},
    StatusLine{308, "HTTP/1.1 308 Permanent Redirect\r\n"},
    StatusLine{400, "HTTP/1.1 400 Bad Request\r\n"},
    StatusLine{401, "HTTP/1.1 401 Unauthorized\r\n"},
    StatusLine{403, "HTTP/1.1 403 Forbidden\r\n"},
    StatusLine{404, "HTTP/1.1 404 Not Found\r\n"},
    StatusLine{405, "HTTP/1.1 405 Method Not Allowed\r\n"},
    StatusLine{406, "HTTP/1.1 406 Not Acceptable\r\n"},
    StatusLine{408, "HTTP/1.1 408 Request Timeout\r\n"},
    StatusLine{409, "HTTP/1.1 409 Conflict\r\n"},
    StatusLine{410, "HTTP/1.1 410 Gone\r\n"},
    StatusLine{412, "HTTP/1.1 412 Precondition Failed\r\n"},
    StatusLine{413, "HTTP/1.1 413 Content Too Large\r\n"},
    StatusLine{414, "HTTP/1.1 414 URI Too Long\r\n"},
    StatusLine{415, "HTTP/1.1 415 Unsupported Media Type\r\n"},
    StatusLine{416, "HTTP/1.1 416 Range Not Satisfiable\r\n"},
    StatusLine{417, "HTTP/1.1 417 Expectation Failed\r\n"},
    StatusLine{421, "HTTP/1.1 421 Misdirected Request\r\n"},
    StatusLine{422, "HTTP/1.1 422 Unprocessable Content\r\n"},
    StatusLine{429, "HTTP/1.1 429 Too Many Requests\r\n"},
    StatusLine{431, "HTTP/1.1 431 Request Header Fields Too Large\r\n"},
    StatusLine{500, "HTTP/1.1 500 Internal Server Error\r\n"},
    StatusLine{501, "HTTP/1.1 501 Not Implemented\r\n"},
    StatusLine{502, "HTTP/1.1 502 Bad Gateway\r\n"},
    StatusLine{503, "HTTP/1.1 503 Service Unavailable\r\n"},
    StatusLine{504, "HTTP/1.1 504 Gateway Timeout\r\n"},
    StatusLine{505, "HTTP/1.1 505 HTTP Version Not Supported\r\n"},
};

void AppendNumber(std::uint64_t number, std::string* out) {
  std::array<char, 20> digits = {};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out->append(digits.data(), end);
}

void AppendStatusLine(int status, std::string* out) {
  const auto* const row =
      std::find_if(kStatusLines.begin(), kStatusLines.end(),
                   [&](const StatusLine& each) { return each.status == status; });
  if (row != kStatusLines.end()) {
    out->append(row->line);
    return;
  }
  // A reason phrase may be empty (RFC 9112, section 4), the space before it may not.
  out->append("HTTP/1.1 ");
  AppendNumber(static_cast<std::uint64_t>(status), out);
  out->append(" \r\n");
}

}  // namespace

// RFC 9110, 8.6: no length with 204; a 304 may leave it out.
bool ResponseWriter::IsBodiless(int status) { return status == 204 || status == 304; }

void ResponseWriter::AppendHead(const Response& response, const Manner& manner, std::string* out) {
  const bool bodiless = IsBodiless(response.status());
  AppendStatusLine(response.status(), out);
  AppendDate(out);
  // A browser must never guess the type of a document or a record from its bytes.
  out->append("X-Content-Type-Options: nosniff\r\n");
  out->append(response.headers());
  if (!bodiless && !response.has_stream()) {
    out->append("Content-Length: ");
    AppendNumber(response.content_bytes(), out);
    out->append("\r\n");
  } else if (!bodiless && manner.chunked) {
    out->append("Transfer-Encoding: chunked\r\n");
  }
  switch (manner.connection) {
    case ConnectionField::kNone:
      break;
    case ConnectionField::kKeepAlive:
      out->append("Connection: keep-alive\r\n");
      break;
    case ConnectionField::kClose:
      out->append("Connection: close\r\n");
      break;
  }
  out->append("\r\n");
}

void ResponseWriter::AppendDate(std::string* out) {
  if (const std::time_t now = std::time(nullptr); now != date_second_) {
    date_second_ = now;
    date_line_ = "Date: " + FormatHttpDate(now) + "\r\n";
  }
  out->append(date_line_);
}

}  // namespace orgreg::http
