// Bodies that are made of records while they are sent: what a filter leaves of a file, and
// everything that matches a search. They hold the state of the data they are made from.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "downloads/encoder.h"
#include "formats/byte_sink.h"
#include "http/body.h"
#include "search/catalog.h"

namespace orgreg::api {

// The records of a page, encoded as a file is.
class SelectionBody final : public http::BodyStream {
 public:
  // `records` are of the catalog.
  SelectionBody(std::shared_ptr<const search::Catalog> catalog,
                std::vector<std::string_view> records, const downloads::EncoderOptions& options);
  base::Result<bool> Next(std::string* out) override;

 private:
  base::Status Encode();

  std::shared_ptr<const search::Catalog> catalog_;  // Keeps the records.
  std::vector<std::string_view> records_;
  std::size_t encoded_ = 0;
  bool is_begun_ = false;
  std::string part_;
  formats::StringSink sink_{&part_};
  std::unique_ptr<downloads::Encoder> encoder_;
};

// All records that a walk meets, one a line, as a search sends them.
class LinesBody final : public http::BodyStream {
 public:
  LinesBody(search::RecordWalk walk, std::string origin)
      : walk_(std::move(walk)), origin_(std::move(origin)) {}
  base::Result<bool> Next(std::string* out) override;

 private:
  search::RecordWalk walk_;
  std::string origin_;
};

}  // namespace orgreg::api
