// Bodies that are made of records while they are sent: selections of a file, a whole file in
// another order, and everything that matches a search. They hold the state of the data they are
// made from.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/expensive_work.h"
#include "downloads/encoder.h"
#include "formats/byte_sink.h"
#include "http/body.h"
#include "search/catalog.h"

namespace orgreg::api {

// Gives one record after the other, each valid until the next is asked for; nothing at the end.
// It keeps what the records lie in.
using NextRecord = std::function<base::Result<std::optional<std::string_view>>()>;

// The records of a page of the catalog.
NextRecord RecordsOf(std::shared_ptr<const search::Catalog> catalog,
                     std::vector<std::string_view> records);
NextRecord RecordsOf(search::RecordWalk walk);

// Records, encoded as a file is. The place is given back before the last bytes are sent, so that
// a client that has them all finds it free.
class EncodedBody final : public http::BodyStream {
 public:
  EncodedBody(NextRecord next, const downloads::EncoderOptions& options,
              ExpensiveWork::Place place = {});
  base::Result<bool> Next(std::string* out) override;

 private:
  base::Status Encode();
  base::Status Finish();

  NextRecord next_;
  bool is_begun_ = false;
  std::string part_;
  formats::StringSink sink_{&part_};
  std::unique_ptr<downloads::Encoder> encoder_;  // Null at the end.
  ExpensiveWork::Place place_;
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
