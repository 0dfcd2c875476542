// SPDX-License-Identifier: EUPL-1.2

// A part of a segment, written to a file in memory and opened again: the result of a builder is
// only ever read in this way.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "search/file/segment_file.h"

namespace orgreg::search {

template <typename View>
struct InMemory {
  std::shared_ptr<const SegmentFile> file;
  View view;
};

// `write` writes to a SegmentFileWriter*; `open` makes the view from a SectionReader*.
template <typename Write, typename Open>
auto OpenInMemory(Write write, Open open) {
  SegmentFileWriter writer("");
  write(&writer);
  auto file = writer.Finish({});
  EXPECT_TRUE(file);
  SectionReader reader(**file);
  auto view = open(&reader);
  EXPECT_TRUE(reader.ok() && reader.AtEnd());
  return InMemory<decltype(view)>{.file = *file, .view = std::move(view)};
}

}  // namespace orgreg::search
