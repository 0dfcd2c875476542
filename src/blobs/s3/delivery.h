// SPDX-License-Identifier: EUPL-1.2

// Hands the bytes of a blob to who takes them, once, even if the store has to be asked again
// because a connection was cut: each try brings them from the beginning. One thread uses it.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "formats/sha256.h"
#include "http/client/get.h"

namespace orgreg::blobs {

class Delivery {
 public:
  using Take = std::function<base::Status(std::string_view)>;

  // `take` outlives the object.
  explicit Delivery(const Take& take) : take_(take) {}

  // A further try. Its taker is used until the next one begins, and fails with kUnavailable where
  // a store sends so slowly that it holds up its reader, with kLimit beyond all sizes of blobs.
  http::BodyTaker Begin();
  // kCorrupt if what was handed over has another SHA-256.
  base::Status Finish(std::string_view sha256);

 private:
  base::Status TakePiece(std::string_view piece);

  const Take& take_;
  formats::Sha256 sum_;
  std::uint64_t delivered_ = 0;
  std::uint64_t seen_ = 0;  // in this try
  std::chrono::steady_clock::time_point begin_ = {};
};

}  // namespace orgreg::blobs
