// SPDX-License-Identifier: EUPL-1.2

// The kind of record that a file seems to hold, by the signs of its single records. One thread.

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/kind.h"

namespace orgreg::ingest {

class Votes {
 public:
  void Count(std::optional<model::Kind> kind) {
    if (kind) ++counts_[model::IndexOf(*kind)];
  }
  // The kind of more than half of `all` records, if it is not the requested one.
  std::optional<model::Kind> OtherThan(model::Kind asked, std::uint64_t all) const {
    for (const model::Kind kind : model::kKinds) {
      if (kind != asked && counts_[model::IndexOf(kind)] * 2 > all) return kind;
    }
    return std::nullopt;
  }

 private:
  std::array<std::uint64_t, model::kKindCount> counts_ = {};
};

}  // namespace orgreg::ingest
