// SPDX-License-Identifier: EUPL-1.2

// A file as the body of a request, read while it is sent. One thread uses it.

#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/descriptor.h"
#include "base/result.h"
#include "http/client/get.h"

namespace orgreg::blobs {

class SourceFile {
 public:
  // Opens the file in `file`, from which what is returned reads as long as it is there. Errors name
  // the path.
  static base::Result<http::Sending> Send(const std::string& path, std::optional<SourceFile>* file);

 private:
  SourceFile(std::string path, base::Descriptor descriptor);
  base::Result<std::string_view> Next();

  std::string path_;
  base::Descriptor descriptor_;
  std::vector<char> piece_;
  off_t offset_ = 0;
};

}  // namespace orgreg::blobs
