// SPDX-License-Identifier: EUPL-1.2

#include "formats/pack/zip_writer.h"

#include <gtest/gtest.h>

#include "formats/pack/gzip_packer.h"
#include "unit/formats/sample_texts.h"
#include "unit/formats/zip_reader.h"

namespace orgreg::formats {
namespace {

struct NamedText {
  std::string name = {};
  std::string text = {};
};

std::vector<NamedText> SomeFiles() {
  return {{"a.txt", "text"}, {"folder/empty", ""}, {"b", Prose(700'000)}, {"noise", Noise(70'000)}};
}

base::Status Write(const std::vector<NamedText>& files, std::size_t piece, ZipWriter* zip) {
  for (const NamedText& file : files) {
    if (base::Status status = zip->BeginFile(file.name); !status.ok()) return status;
    for (std::size_t at = 0; at < file.text.size(); at += piece) {
      base::Status status = zip->Append(std::string_view(file.text).substr(at, piece));
      if (!status.ok()) return status;
    }
  }
  return zip->Finish();
}

std::string Archive(const std::vector<NamedText>& files, std::size_t piece) {
  std::string archive;
  StringSink sink(&archive);
  ZipWriter zip(&sink);
  EXPECT_TRUE(Write(files, piece, &zip).ok());
  EXPECT_EQ(zip.size_bytes(), archive.size());
  return archive;
}

TEST(ZipWriter, WrittenFilesCanBeReadAgain) {
  const std::string archive = Archive(SomeFiles(), 10'000);
  const ZipReader reader(archive);
  ASSERT_EQ(reader.files().size(), SomeFiles().size());
  for (std::size_t i = 0; i < SomeFiles().size(); ++i) {
    EXPECT_EQ(reader.files()[i].name, SomeFiles()[i].name);
    EXPECT_TRUE(reader.Text(SomeFiles()[i].name) == SomeFiles()[i].text) << i;
  }
}

TEST(ZipWriter, AnArchiveOfNothingIsOne) {
  const std::string archive = Archive({}, 1);
  EXPECT_EQ(archive.size(), 22U);
  EXPECT_TRUE(ZipReader(archive).files().empty());
}

TEST(ZipWriter, TheSameFilesGiveTheSameBytesHoweverTheyAreAppended) {
  const std::string archive = Archive(SomeFiles(), 1'000'000);
  for (const std::size_t piece : {std::size_t{999}, std::size_t{262'144}}) {
    EXPECT_TRUE(Archive(SomeFiles(), piece) == archive) << piece;
  }
}

TEST(ZipWriter, AFilePast4GiBHasItsSizesInTheLargeForm) {
  constexpr std::uint64_t kTextBytes = 4100ULL << 20;
  const std::string zeros(1 << 20, '\0');
  std::string archive;
  StringSink sink(&archive);
  ZipWriter zip(&sink);
  ASSERT_TRUE(zip.BeginFile("large").ok());
  for (std::uint64_t bytes = 0; bytes < kTextBytes; bytes += zeros.size()) {
    ASSERT_TRUE(zip.Append(zeros).ok());
  }
  ASSERT_TRUE(zip.BeginFile("small").ok() && zip.Append("text").ok() && zip.Finish().ok());
  const ZipReader reader(archive);
  ASSERT_EQ(reader.files().size(), 2U);
  EXPECT_EQ(reader.files()[0].text_bytes, kTextBytes);
  EXPECT_EQ(reader.Text("small"), "text");
}

// The deflated text, as in an archive.
std::string Deflated(const std::string& text) {
  std::string packed;
  StringSink sink(&packed);
  GzipPacker packer(&sink);
  EXPECT_TRUE(packer.Append(text) && packer.Finish());
  return packed.substr(10, packed.size() - 18);
}

TEST(ZipWriter, AcceptsPackedFiles) {
  const std::string text = Prose(300'000);
  const std::string expected = Archive({{"a", "text"}, {"b", text}, {"c", ""}}, 10'000);
  const ZipReader reader(expected);
  const std::string deflated = Deflated(text);
  std::string archive;
  StringSink sink(&archive);
  ZipWriter zip(&sink);
  ASSERT_TRUE(zip.BeginFile("a") && zip.Append("text") && zip.BeginPackedFile("b"));
  for (std::size_t at = 0; at < deflated.size(); at += 7'777) {
    ASSERT_TRUE(zip.AppendPacked(std::string_view(deflated).substr(at, 7'777)));
  }
  ASSERT_TRUE(
      zip.EndPackedFile({.checksum = reader.files()[1].checksum, .size_bytes = text.size()}));
  ASSERT_TRUE(zip.BeginFile("c") && zip.Finish());
  EXPECT_EQ(archive, expected);
  EXPECT_EQ(zip.size_bytes(), archive.size());
}

TEST(ZipWriter, AnErrorOfTheSinkIsPassedOn) {
  const std::size_t whole = Archive(SomeFiles(), 10'000).size();
  std::vector<std::size_t> rooms = {0, 1, 29, 30, 35, 36, whole - 23, whole - 22, whole - 1};
  for (std::size_t room = 100; room < whole; room += 7'919) rooms.push_back(room);
  for (const std::size_t room : rooms) {
    FullSink sink(room);
    ZipWriter zip(&sink);
    const base::Status status = Write(SomeFiles(), 10'000, &zip);
    ASSERT_FALSE(status.ok()) << room;
    EXPECT_EQ(status.error().message, "the sink is full");
    EXPECT_FALSE(sink.got_bytes_after_error()) << room;
  }
}

}  // namespace
}  // namespace orgreg::formats
