// SPDX-License-Identifier: EUPL-1.2

#include "downloads/text_packer.h"

#include <gtest/gtest.h>

#include "formats/byte_source.h"
#include "unit/formats/sample_texts.h"
#include "unit/formats/zip_reader.h"

namespace orgreg::downloads {
namespace {

std::string Packed(Format format, const std::vector<std::string>& parts) {
  std::string packed;
  formats::StringSink sink(&packed);
  TextPacker packer(format, "a.json", &sink);
  for (const std::string& part : parts) EXPECT_TRUE(packer.Append(part));
  EXPECT_TRUE(packer.Finish());
  return packed;
}

const std::vector<std::vector<std::string>>& Texts() {
  static const std::vector<std::vector<std::string>> texts = {
      {}, {""}, {"[\n]\n"}, {"[", formats::Prose(300'000), "", formats::Noise(100'000), "]"}};
  return texts;
}

std::string Unpacked(const std::string& packed) {
  formats::MemorySource memory(packed);
  formats::GzipSource source(&memory);
  std::string text;
  std::string piece(100'000, '\0');
  while (true) {
    const auto size = source.Read(piece);
    EXPECT_TRUE(size);
    if (!size || *size == 0) return text;
    text.append(piece, 0, *size);
  }
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

TEST(TextPacker, MakesAnArchiveOfOneFile) {
  for (const std::vector<std::string>& parts : Texts()) {
    const std::string archive = Packed(Format::kZip, parts);
    const formats::ZipReader reader(archive);
    ASSERT_EQ(reader.files().size(), 1U);
    EXPECT_TRUE(reader.Text("a.json") == Joined(parts));
  }
}

TEST(TextPacker, MakesGzip) {
  for (const std::vector<std::string>& parts : Texts()) {
    const std::string packed = Packed(Format::kJson, parts);
    EXPECT_TRUE(packed.starts_with("\x1f\x8b"));
    EXPECT_TRUE(Unpacked(packed) == Joined(parts));
  }
}

}  // namespace
}  // namespace orgreg::downloads
