// SPDX-License-Identifier: EUPL-1.2

// The answer to a GET or HEAD of a file: whole, in part, not modified, or refused by its
// conditions. Safe from any thread.

#pragma once

#include <ctime>
#include <memory>
#include <optional>
#include <string_view>

#include "http/message/body.h"
#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::http {

// A file as it is now.
struct FileVersion {
  std::string_view tag = {};                      // a strong entity tag, with its quotes
  std::optional<std::time_t> last_modified = {};  // Unix seconds; where absent, only the tag counts
  std::shared_ptr<const OpenFile> file = {};
};

// Sets the status: 200, 206, 304, 412 or 416. Adds ETag, Last-Modified where it is known
// and Accept-Ranges, and Content-Range to 206 and 416; the body is the file or a part of it with
// 200 and 206, otherwise none. All other fields, such as Content-Type, are the caller's.
void AnswerFile(const Request& request, const FileVersion& version, Response* response);

}  // namespace orgreg::http
