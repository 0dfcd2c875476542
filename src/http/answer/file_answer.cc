// SPDX-License-Identifier: EUPL-1.2

#include "http/answer/file_answer.h"

#include <cstdint>
#include <string>

#include "http/answer/byte_range.h"
#include "http/answer/conditional.h"
#include "http/message/http_date.h"

namespace orgreg::http {
namespace {

void Send(const FileVersion& version, const ByteRange& range, Response* response) {
  const std::uint64_t size = version.file->size_bytes();
  switch (range.kind) {
    case ByteRange::Kind::kWhole:
      response->set_status(200);
      response->set_file({.file = version.file, .offset_bytes = 0, .size_bytes = size});
      return;
    case ByteRange::Kind::kPart:
      response->set_status(206);
      response->AddHeader("Content-Range",
                          "bytes " + std::to_string(range.offset_bytes) + "-" +
                              std::to_string(range.offset_bytes + range.size_bytes - 1) + "/" +
                              std::to_string(size));
      response->set_file({.file = version.file,
                          .offset_bytes = range.offset_bytes,
                          .size_bytes = range.size_bytes});
      return;
    case ByteRange::Kind::kUnsatisfiable:
      response->set_status(416);
      response->AddHeader("Content-Range", "bytes */" + std::to_string(size));
      return;
  }
}

}  // namespace

void AnswerFile(const Request& request, const FileVersion& version, Response* response) {
  response->AddHeader("ETag", version.tag);
  if (version.last_modified) {
    response->AddHeader("Last-Modified", FormatHttpDate(*version.last_modified));
  }
  response->AddHeader("Accept-Ranges", "bytes");
  const Condition condition =
      CheckConditions(request, {.tag = version.tag, .last_modified = version.last_modified});
  switch (condition.outcome) {
    case Condition::Outcome::kSend: {
      const ByteRange range = condition.range_applies ? ParseByteRange(request.Header("Range"),
                                                                       version.file->size_bytes())
                                                      : ByteRange{};
      Send(version, range, response);
      return;
    }
    case Condition::Outcome::kNotModified:
      response->set_status(304);
      return;
    case Condition::Outcome::kPreconditionFailed:
      response->set_status(412);
      return;
  }
}

}  // namespace orgreg::http
