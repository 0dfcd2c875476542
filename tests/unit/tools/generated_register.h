// SPDX-License-Identifier: EUPL-1.2

// A generated register read back, for tests of what is generated.

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/byte_source.h"
#include "model/unit.h"
#include "records/readers/record_reader.h"
#include "tools/generate/generate.h"

namespace orgreg::tools {

inline std::string GeneratedFolder(std::string_view name) {
  return testing::TempDir() + "generated_" + std::to_string(getpid()) + "/" + std::string(name);
}

// The records of a file with one record per line, array or not, packed or not.
inline std::vector<std::string> GeneratedRecords(const std::string& path) {
  std::vector<std::string> records;
  auto source = formats::OpenSource(path);
  EXPECT_TRUE(source.ok()) << path;
  std::string text;
  std::string piece(std::size_t{1} << 20, '\0');
  while (source.ok()) {
    auto size = source->bytes().Read(piece);
    EXPECT_TRUE(size.ok()) << path;
    if (!size.ok() || *size == 0) break;
    text.append(piece, 0, *size);
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with('{')) continue;
    if (line.ends_with(',')) line.pop_back();
    line.reserve(line.size() + records::RecordReader::kPadding);
    records.push_back(std::move(line));
  }
  return records;
}

inline std::unordered_map<std::uint32_t, model::Unit> GeneratedUnits(const std::string& path) {
  std::unordered_map<std::uint32_t, model::Unit> units;
  records::RecordReader reader;
  for (const std::string& record : GeneratedRecords(path)) {
    model::Unit unit;
    records::Problems problems;
    EXPECT_TRUE(reader.Read(model::Kind::kEntity, record, &unit, &problems)) << record;
    units.emplace(unit.number.value(), std::move(unit));
  }
  return units;
}

}  // namespace orgreg::tools
