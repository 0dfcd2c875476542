// SPDX-License-Identifier: EUPL-1.2

// Feeds bytes to the request reader whole and in slices chosen by the input; both must give the
// same requests, the same fault and the same rest. A second, simpler check of the framing must
// agree with every accepted request.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

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
