// SPDX-License-Identifier: EUPL-1.2

#include "records/documents/folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "formats/sha256.h"
#include "model/registers/documents.h"
#include "unit/records/pdf_files.h"

namespace orgreg::records {
namespace {

namespace fs = std::filesystem;

std::string SumOf(const std::string& bytes) {
  formats::Sha256 sum;
  sum.Add(bytes);
  return sum.Finish();
}

class DocumentFolderTest : public ::testing::Test {
 protected:
  DocumentFolderTest() {
    std::string name = ::testing::TempDir() + "orgreg_documents_XXXXXX";
    base_ = mkdtemp(name.data());
    documents_ = DocumentFolder::At(base_ + "/store.documents");
  }
  ~DocumentFolderTest() override { fs::remove_all(base_); }

  std::string Write(const std::string& bytes) { return WriteFile(base_ + "/given", bytes); }
  DocumentFolder::Session Begin() {
    auto session = documents_.Begin();
    EXPECT_TRUE(session) << session.error().message;
    return std::move(*session);
  }
  StoredDocument Add(const std::string& bytes) {
    auto added = Begin().Add(Write(bytes));
    EXPECT_TRUE(added) << added.error().message;
    return added ? *added : StoredDocument();
  }
  // Checks that nothing is kept, and returns why.
  base::Code Refused(const std::string& path) {
    const auto added = Begin().Add(path);
    EXPECT_FALSE(added) << path;
    EXPECT_EQ(Files(), 1U);
    return added ? base::Code::kIo : added.error().code;
  }
  // The lock counts too.
  std::size_t Files() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(documents_.path()))
      count += entry.is_regular_file() ? 1 : 0;
    return count;
  }

  std::string base_;
  DocumentFolder documents_ = DocumentFolder::At("");
};

TEST_F(DocumentFolderTest, KeepsAFileByItsContent) {
  const std::string bytes = Pdf("a");
  const StoredDocument added = Add(bytes);
  EXPECT_EQ(added.sha256, SumOf(bytes));
  EXPECT_EQ(added.size_bytes, bytes.size());
  EXPECT_EQ(documents_.PathOf(added.sha256),
            documents_.path() + "/" + added.sha256.substr(0, 2) + "/" + added.sha256.substr(2));
  std::ifstream file(documents_.PathOf(added.sha256), std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), bytes);
  EXPECT_TRUE(documents_.Verify(added));
}

TEST_F(DocumentFolderTest, KeepsEqualFilesOnce) {
  EXPECT_EQ(Add(Pdf("a")).sha256, Add(Pdf("a")).sha256);
  Add(Pdf("b"));
  EXPECT_EQ(Files(), 3U);
}

TEST_F(DocumentFolderTest, RejectsFilesThatAreNotPdf) {
  const std::string far(2000, ' ');
  for (const std::string& bytes :
       {std::string(), std::string("%"), std::string("%PDF-"), std::string("%PDF-1.4\n"),
        std::string("x%PDF-1.4\n%%EOF"), std::string("\n%PDF-1.4\n%%EOF"), Pdf("") + far,
        std::string("GIF89a %PDF- %%EOF"), std::string("%pdf-1.4\n%%EOF"),
        std::string("%PDF-1.4 %%EO"), std::string("PK\3\4 %%EOF")}) {
    EXPECT_EQ(Refused(Write(bytes)), base::Code::kInvalid) << bytes;
  }
}

TEST_F(DocumentFolderTest, TheEndMayBeFollowedByAFewBytes) {
  Add(Pdf("") + std::string(1000, '\n'));
  Add("%PDF-1.4%%EOF");
}

TEST_F(DocumentFolderTest, RejectsPathsThatAreNotFiles) {
  EXPECT_EQ(Refused(base_ + "/nothing"), base::Code::kNotFound);
  EXPECT_EQ(Refused(base_), base::Code::kInvalid);
  const std::string pipe = base_ + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(Refused(pipe), base::Code::kInvalid);
  Write(Pdf("a"));
  fs::create_symlink(base_ + "/given", base_ + "/link");
  EXPECT_EQ(Refused(base_ + "/link"), base::Code::kInvalid);
}

TEST_F(DocumentFolderTest, RefusesAFileThatIsTooLarge) {
  const std::string path = Write(Pdf("a"));
  fs::resize_file(path, DocumentFolder::kMostBytes + 1);  // A sparse file, so it costs nothing.
  EXPECT_EQ(Refused(path), base::Code::kLimit);
}

TEST_F(DocumentFolderTest, NoticesAFileThatWasChanged) {
  const StoredDocument added = Add(Pdf("a"));
  const std::string path = documents_.PathOf(added.sha256);
  WriteFile(path, Pdf("b"));
  EXPECT_EQ(documents_.Verify(added).error().code, base::Code::kCorrupt);
  // Adding it again repairs it.
  EXPECT_EQ(Add(Pdf("a")).sha256, added.sha256);
  EXPECT_TRUE(documents_.Verify(added));
  fs::remove(path);
  EXPECT_EQ(documents_.Verify(added).error().code, base::Code::kNotFound);
  EXPECT_FALSE(documents_.Verify({.sha256 = added.sha256, .size_bytes = 1}));
}

TEST_F(DocumentFolderTest, AFileOfAnotherSizeThanWasSaidIsNoticed) {
  StoredDocument added = Add(Pdf("a"));
  ++added.size_bytes;
  EXPECT_EQ(documents_.Verify(added).error().code, base::Code::kCorrupt);
}

TEST_F(DocumentFolderTest, SweepsUnwantedFiles) {
  const StoredDocument first = Add(Pdf("a"));
  const StoredDocument second = Add(Pdf("b"));
  const auto swept = Begin().Sweep([&](std::string_view sum) { return sum == first.sha256; });
  ASSERT_TRUE(swept);
  EXPECT_EQ(swept->kept, 1U);
  EXPECT_EQ(swept->deleted, 1U);
  EXPECT_TRUE(documents_.Verify(first));
  EXPECT_FALSE(documents_.Verify(second));
}

TEST_F(DocumentFolderTest, SweepsFilesOfKilledProcesses) {
  const StoredDocument added = Add(Pdf("a"));
  for (const char* ending : {".tmp", ".part-123456"}) {
    const std::string left = documents_.PathOf(added.sha256) + ending;
    WriteFile(left, "half");
    ASSERT_TRUE(Begin().Sweep([](std::string_view) { return true; }));
    EXPECT_FALSE(fs::exists(left)) << ending;
  }
  EXPECT_TRUE(documents_.Verify(added));
}

TEST_F(DocumentFolderTest, ASweepLeavesFilesOfOthersAlone) {
  Add(Pdf("a"));
  const std::string sum(62, '0');
  fs::create_directories(documents_.path() + "/00/" + sum);
  WriteFile(documents_.path() + "/README", "by hand");
  WriteFile(documents_.path() + "/00/README", "by hand");
  WriteFile(documents_.path() + "/00/" + sum + "/" + sum, "too deep");
  fs::create_symlink("/etc", documents_.path() + "/01");
  const auto swept = Begin().Sweep([](std::string_view) { return false; });
  ASSERT_TRUE(swept) << swept.error().message;
  EXPECT_EQ(swept->deleted, 1U);
  EXPECT_EQ(Files(), 4U);
}

TEST_F(DocumentFolderTest, OneSessionExcludesAnother) {
  {
    const auto session = Begin();
    const auto other = documents_.Begin();
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, base::Code::kUnavailable);
  }
  EXPECT_TRUE(documents_.Begin());
}

TEST_F(DocumentFolderTest, NothingIsMadeBeforeASession) {
  EXPECT_FALSE(fs::exists(documents_.path()));
  EXPECT_FALSE(DocumentFolder::At(base_ + "/no/store.documents").Begin());
}

// A backup copies files while it holds the folder.
TEST_F(DocumentFolderTest, AHoldKeepsSweepsAwayAndNoImport) {
  const StoredDocument document = Add(Pdf("one"));
  {
    const auto hold = documents_.Keep();
    ASSERT_TRUE(hold) << hold.error().message;
    const auto another = documents_.Keep();
    ASSERT_TRUE(another) << another.error().message;
    auto session = Begin();
    ASSERT_TRUE(session.Add(Write(Pdf("two"))));
    const auto swept = session.Sweep([](std::string_view) { return false; });
    ASSERT_FALSE(swept);
    EXPECT_EQ(swept.error().code, base::Code::kUnavailable);
  }
  EXPECT_TRUE(documents_.Verify(document));
  const auto swept = Begin().Sweep([](std::string_view) { return false; });
  ASSERT_TRUE(swept) << swept.error().message;
  EXPECT_EQ(swept->deleted, 2U);
}

TEST_F(DocumentFolderTest, AHoldOnAFolderThatIsMissingMakesNone) {
  const auto hold = documents_.Keep();
  ASSERT_TRUE(hold) << hold.error().message;
  EXPECT_FALSE(hold->is_held());
  EXPECT_FALSE(fs::exists(documents_.path()));
}

TEST_F(DocumentFolderTest, TakesIntactFilesOfAnotherFolder) {
  const StoredDocument document = Add(Pdf("one"));
  const DocumentFolder other = DocumentFolder::At(base_ + "/other");
  auto begun = other.Begin();
  DocumentFolder::Session& session = begun.value();
  ASSERT_TRUE(session.Take(documents_, document));
  ASSERT_TRUE(session.Sync());
  EXPECT_TRUE(other.Verify(document));
  // The other folder's file is not needed any more.
  fs::remove(documents_.PathOf(document.sha256));
  EXPECT_TRUE(session.Take(documents_, document));
}

TEST_F(DocumentFolderTest, TakesNoDamagedFile) {
  const StoredDocument document = Add(Pdf("one"));
  const DocumentFolder other = DocumentFolder::At(base_ + "/other");
  auto begun = other.Begin();
  DocumentFolder::Session& session = begun.value();
  WriteFile(documents_.PathOf(document.sha256), Pdf("two"));
  EXPECT_EQ(session.Take(documents_, document).error().code, base::Code::kCorrupt);
  fs::remove(documents_.PathOf(document.sha256));
  EXPECT_EQ(session.Take(documents_, document).error().code, base::Code::kNotFound);
  EXPECT_FALSE(fs::exists(other.PathOf(document.sha256)));
}

}  // namespace
}  // namespace orgreg::records
