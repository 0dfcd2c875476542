// SPDX-License-Identifier: EUPL-1.2

// Feeds bytes to the request reader whole and in slices chosen by the input; both must give the
// same requests, the same fault and the same rest. A second, slower reader of the framing, which
// knows nothing but RFC 9112, must find that the bytes of an accepted request are one request.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "http/parse/request_reader.h"

namespace orgreg::http {
namespace {

// Small limits, so that short inputs reach them.
Limits FuzzLimits() {
  Limits limits;
  limits.request_line_bytes = 96;
  limits.header_field_bytes = 64;
  limits.header_block_bytes = 256;
  limits.header_fields = 8;
  limits.body_bytes = 32;
  return limits;
}

void Check(bool holds) {
  if (!holds) std::abort();
}

// Checks the promises of every accepted request to its handler.
void CheckRequest(const Request& request) {
  Check(!request.method_name.empty() && !request.target.empty());
  if (request.is_decodable) {
    Check(request.path.find('\0') == std::string_view::npos && base::IsUtf8(request.path));
  } else {
    Check(request.path == request.raw_path);
  }
  Check(request.body.size() <= FuzzLimits().body_bytes);
  Check(request.fields.size() <= FuzzLimits().header_fields);
  int framings = 0;
  request.ForEachHeader("content-length", [&](std::string_view) { ++framings; });
  request.ForEachHeader("transfer-encoding", [&](std::string_view) { ++framings; });
  Check(framings <= 1);
  for (const Field& field : request.fields) {
    Check(field.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos);
  }
}

// The lines before the empty one, without their ends; `rest` begins after it.
std::vector<std::string> LinesOf(std::string_view bytes, std::string_view* rest) {
  if (bytes.starts_with("\r\n")) bytes.remove_prefix(2);  // RFC 9112, 2.2.
  const std::size_t end = bytes.find("\r\n\r\n");
  Check(end != std::string_view::npos);
  *rest = bytes.substr(end + 4);
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < end; ++at) {
    if (bytes.substr(at, 2) == "\r\n") {
      lines.emplace_back();
      ++at;
    } else {
      // A line feed, a carriage return or a zero alone may be the end of a line for others.
      Check(bytes[at] != '\n' && bytes[at] != '\r' && bytes[at] != '\0');
      lines.back() += bytes[at];
    }
  }
  return lines;
}

std::string LowerWithoutBlanks(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (c != ' ' && c != '\t') kept += base::ToLower(c);
  }
  return kept;
}

// The content of chunks, which must fill the bytes.
std::string ContentOfChunks(std::string_view bytes) {
  std::string content;
  const auto take_line = [&] {
    const std::size_t end = bytes.find("\r\n");
    Check(end != std::string_view::npos);
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end + 2);
    return std::string(line);
  };
  while (true) {
    const std::string line = take_line();
    const std::string digits = line.substr(0, line.find(';'));
    Check(!digits.empty() &&
          digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos);
    const std::size_t size = std::stoul(digits, nullptr, 16);
    if (size == 0) break;
    Check(bytes.size() >= size + 2 && bytes.substr(size, 2) == "\r\n");
    content += bytes.substr(0, size);
    bytes.remove_prefix(size + 2);
  }
  while (!take_line().empty()) {
  }
  Check(bytes.empty());
  return content;
}

// Any line that another server could take for a statement about the length counts, however it is
// spelled. There is at most one, and the body is what it says.
void CheckFraming(std::string_view bytes, const Request& request) {
  std::string_view body;
  const std::vector<std::string> lines = LinesOf(bytes, &body);
  std::string length;
  std::string coding;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    Check(lines[i].find(':') != std::string::npos && lines[i][0] != ' ' && lines[i][0] != '\t');
    const std::string name = LowerWithoutBlanks(lines[i].substr(0, lines[i].find(':')));
    const std::string value = LowerWithoutBlanks(lines[i].substr(lines[i].find(':') + 1));
    if (name != "content-length" && name != "transfer-encoding") continue;
    Check(length.empty() && coding.empty() && !value.empty());
    (name == "content-length" ? length : coding) = value;
  }
  if (!coding.empty()) {
    Check(coding == "chunked" && lines[0].ends_with(" HTTP/1.1"));
    Check(ContentOfChunks(body) == request.body);
    return;
  }
  Check(length.find_first_not_of("0123456789") == std::string::npos);
  Check(body.size() == (length.empty() ? 0 : std::stoul(length)) && body == request.body);
}

void Describe(const RequestReader& reader, const Request& request, std::string* text) {
  for (const std::string_view part :
       {request.method_name, request.target, request.host, request.raw_path, request.path,
        request.query, request.body}) {
    text->append(std::to_string(part.size())).append(":").append(part);
  }
  for (const Field& field : request.fields) {
    text->append(field.name).append(":").append(field.value).append("\n");
  }
  text->append(reader.keep_alive() ? ";" : "!").append(std::to_string(reader.size()));
}

// All results of the reader for the bytes. `slices` gives the sizes of the pieces, in turn; empty:
// one piece.
std::string ReadAll(std::string_view bytes, std::string_view slices) {
  const Limits limits = FuzzLimits();
  RequestReader reader(limits);
  RequestStorage storage;
  std::string text;
  std::string buffer;
  for (std::size_t turn = 0; !bytes.empty(); ++turn) {
    const std::size_t size =
        slices.empty()
            ? bytes.size()
            : std::size_t{1} + static_cast<unsigned char>(slices[turn % slices.size()]) % 64;
    // A new string each time: the sanitizer finds views into an old one.
    buffer = std::string(buffer).append(bytes.substr(0, size));
    buffer.shrink_to_fit();
    bytes.remove_prefix(std::min(size, bytes.size()));
    RequestReader::State state = RequestReader::State::kNeedMore;
    while ((state = reader.Read(buffer, &storage)) == RequestReader::State::kRequest ||
           state == RequestReader::State::kHead) {
      if (state == RequestReader::State::kHead) continue;
      CheckRequest(storage.request);
      CheckFraming(std::string_view(buffer).substr(0, reader.size()), storage.request);
      Describe(reader, storage.request, &text);
      buffer = std::string(buffer).substr(reader.size());
      reader.Next();
    }
    if (state == RequestReader::State::kFault) {
      return text + "fault " + std::to_string(static_cast<int>(reader.fault()));
    }
  }
  return text + "rest " + buffer;
}

}  // namespace
}  // namespace orgreg::http

// The first 4 bytes choose the slices, the others are sent.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kSlices = 4;
  if (size < kSlices) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view bytes = input.substr(kSlices);
  const std::string whole = orgreg::http::ReadAll(bytes, {});
  orgreg::http::Check(orgreg::http::ReadAll(bytes, input.substr(0, kSlices)) == whole);
  orgreg::http::Check(orgreg::http::ReadAll(bytes, std::string_view("\0", 1)) == whole);
  return 0;
}
