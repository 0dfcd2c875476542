// SPDX-License-Identifier: EUPL-1.2

// Another body, whose connection is closed if a segment file that it may come from was truncated or
// could not be read since the answer was begun (search/file/mapped_reads.h).

#pragma once

#include <memory>
#include <string>
#include <utility>

#include "http/message/body.h"
#include "search/file/mapped_reads.h"

namespace orgreg::api {

class WatchedBody final : public http::BodyStream {
 public:
  // `reads` was made before anything was read for the body.
  WatchedBody(std::unique_ptr<http::BodyStream> body, const search::ReadWatch& reads)
      : body_(std::move(body)), reads_(reads) {}

  base::Result<bool> Next(std::string* out) override {
    auto more = body_->Next(out);
    if (more && reads_.has_failed()) {
      return base::Error{base::Code::kUnavailable, "a part of the index was cut off meanwhile"};
    }
    return more;
  }
  bool NeedsInput() const override { return body_->NeedsInput(); }
  void Take(const Input& input) override { body_->Take(input); }
  std::size_t held_bytes() const override { return body_->held_bytes(); }

 private:
  std::unique_ptr<http::BodyStream> body_;
  search::ReadWatch reads_;
};

}  // namespace orgreg::api
