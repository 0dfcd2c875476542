// SPDX-License-Identifier: EUPL-1.2

// The bases of a register, opened for measuring what the program does with them. They are read
// directly, without the store: the caller makes sure that the program has brought them up to date.
// Any failure ends the program. One thread.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "search/catalog.h"
#include "search/file/segment_file.h"

namespace orgreg::bench {

[[noreturn]] inline void Fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

inline void Check(const base::Status& status) {
  if (!status) Fail(status.error().message);
}

template <typename T>
T Take(base::Result<T> result) {
  if (!result) Fail(result.error().message);
  return std::move(result).value();
}

inline search::Layers OpenBase(model::Kind kind, const std::string& path) {
  return search::LayUpon({},
                         Take(search::Segment::Open(kind, Take(search::SegmentFile::Open(path)))));
}

// The catalog of the register in `folder`, from its bases.
inline search::Catalog OpenCatalog(const std::string& folder) {
  search::Catalog::LayersByKind layers;
  for (const model::KindRow& row : model::kKindRows) {
    layers[model::IndexOf(row.kind)] =
        OpenBase(row.kind, folder + "/segments/" + std::string(row.many) + ".segment");
  }
  return search::Catalog(std::move(layers), {});
}

}  // namespace orgreg::bench
