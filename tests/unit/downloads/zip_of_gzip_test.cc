// SPDX-License-Identifier: EUPL-1.2

#include "downloads/zip_of_gzip.h"

#include <gtest/gtest.h>

#include "formats/pack/gzip_packer.h"
#include "unit/formats/sample_texts.h"
#include "unit/formats/scratch_folder.h"
#include "unit/formats/zip_reader.h"

namespace orgreg::downloads {
namespace {

class PutIntoZipTest : public ::testing::Test {
 protected:
  static std::string Packed(const std::string& text) {
    std::string packed;
    formats::StringSink sink(&packed);
    formats::GzipPacker packer(&sink);
    EXPECT_TRUE(packer.Append(text) && packer.Finish());
    return packed;
  }

  // The archive of a file with these bytes, or the error.
  base::Result<std::string> Zipped(const std::string& bytes, std::uint64_t text_bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    std::string archive;
    formats::StringSink sink(&archive);
    base::Status status = PutIntoZip({.path = path_, .text_bytes = text_bytes}, "a.json", &sink);
    if (!status) return std::move(status).error();
    return archive;
  }

  formats::ScratchFolder folder_ = formats::ScratchFolder("zip_of_gzip_test");
  std::string path_ = folder_.PathOf("a.json.gz");
};

TEST_F(PutIntoZipTest, HoldsTheSameText) {
  for (const std::string& text :
       {std::string(), std::string("x"), formats::Prose(1'000'000), formats::Noise(500'000)}) {
    const auto archive = Zipped(Packed(text), text.size());
    ASSERT_TRUE(archive) << archive.error().message;
    const formats::ZipReader reader(*archive);
    ASSERT_EQ(reader.files().size(), 1U);
    EXPECT_TRUE(reader.Text("a.json") == text) << text.size();
  }
}

TEST_F(PutIntoZipTest, RejectsFilesThatWerePackedInAnotherWay) {
  const std::string text = formats::Prose(1'000);
  const std::string packed = Packed(text);
  std::string with_name = packed;
  with_name[3] = 8;
  std::string other_method = packed;
  other_method[2] = 7;
  for (const std::string& bytes :
       {std::string(), std::string("x"), packed.substr(0, 10), packed.substr(0, 17),
        packed.substr(0, packed.size() - 1), packed + "x", with_name, other_method, text}) {
    const auto archive = Zipped(bytes, text.size());
    ASSERT_FALSE(archive) << bytes.size();
    EXPECT_EQ(archive.error().code, base::Code::kCorrupt);
  }
  EXPECT_FALSE(Zipped(packed, text.size() + 1));
}

TEST_F(PutIntoZipTest, ReportsAMissingFile) {
  std::string archive;
  formats::StringSink sink(&archive);
  EXPECT_FALSE(PutIntoZip({.path = folder_.PathOf("none")}, "a", &sink));
}

}  // namespace
}  // namespace orgreg::downloads
