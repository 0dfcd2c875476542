// SPDX-License-Identifier: EUPL-1.2

// Bodies that are made of records while they are sent: selections of a file, a whole file in
// another order, and all matches of a search. They hold the state of the data they are made from.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/threads/fair_share.h"
#include "downloads/encoder.h"
#include "formats/byte_sink.h"
#include "formats/pack/gzip_packer.h"
#include "http/message/body.h"
#include "render/public_form.h"
#include "search/catalog.h"

namespace orgreg::api {

// Gives one record after the other, each valid until the next call; nothing at the end. It owns the
// memory of the records.
using NextRecord = std::function<base::Result<std::optional<render::PublicForm>>()>;

// The records of a page of the catalog.
NextRecord RecordsOf(std::shared_ptr<const search::Catalog> catalog, search::Page page);
NextRecord RecordsOf(search::RecordWalk walk);

// Records, encoded as in a file. The place is given back before the last bytes are sent, so that a
// client that has them all finds it free.
class EncodedBody final : public http::BodyStream {
 public:
  EncodedBody(NextRecord next, const downloads::EncoderOptions& options,
              base::FairShare::Part place = {});
  base::Result<bool> Next(std::string* out) override;

 private:
  base::Status Encode();
  base::Status Finish();

  NextRecord next_;
  bool is_begun_ = false;
  std::string part_;
  formats::StringSink sink_{&part_};
  std::unique_ptr<downloads::Encoder> encoder_;  // Null at the end.
  base::FairShare::Part place_;
};

// All records of a walk, one on each line, as a search sends them.
class LinesBody final : public http::BodyStream {
 public:
  LinesBody(search::RecordWalk walk, std::string origin)
      : walk_(std::move(walk)), origin_(std::move(origin)) {}
  base::Result<bool> Next(std::string* out) override;

 private:
  search::RecordWalk walk_;
  std::string origin_;
};

// A page of a list. It keeps the places of its records, and reads each from the catalog when it is
// sent.
class PageBody final : public http::BodyStream {
 public:
  // The text before and after the records (render/page_json.h).
  struct Frame {
    std::string begin = {};
    std::string end = {};
  };

  PageBody(Frame frame, std::shared_ptr<const search::Catalog> catalog, search::Page page,
           std::string origin);
  base::Result<bool> Next(std::string* out) override;
  std::size_t held_bytes() const override;

 private:
  Frame frame_;
  std::shared_ptr<const search::Catalog> catalog_;
  search::Page page_;
  std::size_t at_ = 0;
  std::string origin_;
};

// Another body, packed with gzip while it is sent.
class PackedBody final : public http::BodyStream {
 public:
  explicit PackedBody(std::unique_ptr<http::BodyStream> plain);
  base::Result<bool> Next(std::string* out) override;
  std::size_t held_bytes() const override;

 private:
  std::unique_ptr<http::BodyStream> plain_;
  std::string part_;
  std::string packed_;
  formats::StringSink sink_{&packed_};
  formats::GzipPacker packer_{&sink_};
};

}  // namespace orgreg::api
