// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/shared_documents.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "model/registers/documents.h"
#include "records/document_load.h"
#include "unit/records/pdf_files.h"
#include "unit/store/sqlite_backend.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;
using base::Code;
using records::DocumentFolder;
using records::StoredDocument;

class SharedDocumentsTest : public testing::Test {
 protected:
  SharedDocumentsTest() {
    std::string name = testing::TempDir() + "shared-XXXXXX";
    folder_ = mkdtemp(name.data());
    fs::create_directory(folder_ / "blobs");
  }
  ~SharedDocumentsTest() override { fs::remove_all(folder_); }

  DocumentFolder FolderOf(const std::string& node) {
    return DocumentFolder::At((folder_ / node).string());
  }
  SharedDocuments Node(const std::string& node) {
    return {
        std::move(blobs::OpenBlobs({.address = "file:" + (folder_ / "blobs").string()})).value(),
        FolderOf(node)};
  }
  StoredDocument AddTo(const std::string& node, const std::string& content) {
    const DocumentFolder folder = FolderOf(node);
    auto session = std::move(folder.Begin()).value();
    return std::move(
               session.Add(records::WriteFile((folder_ / "x.pdf").string(), records::Pdf(content))))
        .value();
  }
  fs::path BlobOf(const StoredDocument& document) {
    return folder_ / "blobs" / "documents" / document.sha256.substr(0, 2) /
           document.sha256.substr(2);
  }
  void Age(const StoredDocument& document) {
    fs::last_write_time(BlobOf(document),
                        fs::file_time_type::clock::now() - std::chrono::minutes(61));
  }
  void Name(store::Store* store, const StoredDocument& document) {
    auto named = std::move(model::ReadFileName("aarsregnskap-2024_310000012.pdf")).value();
    named.document.sha256 = document.sha256;
    named.document.size_bytes = document.size_bytes;
    const std::vector<model::DocumentList> lists = {
        {.number = named.number, .documents = {named.document}}};
    ASSERT_TRUE(records::PutDocuments(store, lists).ok());
  }

  fs::path folder_;
  store::SqliteBackend backend_;
};

TEST_F(SharedDocumentsTest, GoFromOneNodeToAnother) {
  const StoredDocument document = AddTo("one", "a");
  auto one = Node("one");
  auto two = Node("two");
  EXPECT_EQ(two.Fetch(document).error().code, Code::kNotFound);
  ASSERT_TRUE(one.Put(document).ok());
  EXPECT_TRUE(two.Find(document).ok());
  ASSERT_TRUE(two.Fetch(document).ok());
  EXPECT_TRUE(FolderOf("two").Verify(document).ok());
  EXPECT_TRUE(two.Fetch(document).ok()) << "twice does no harm";
}

TEST_F(SharedDocumentsTest, AreComparedWithTheirNames) {
  const StoredDocument document = AddTo("one", "a");
  ASSERT_TRUE(Node("one").Put(document).ok());
  auto two = Node("two");
  for (const std::string& damage : {records::Pdf("b"), std::string("no PDF, of 22 bytes..."),
                                    records::Pdf("longer"), std::string()}) {
    records::WriteFile(BlobOf(document).string(), damage);
    EXPECT_EQ(two.Fetch(document).error().code, Code::kCorrupt) << damage;
    EXPECT_FALSE(fs::exists(FolderOf("two").PathOf(document.sha256)));
  }
  EXPECT_EQ(two.Find(document).error().code, Code::kCorrupt);
}

TEST_F(SharedDocumentsTest, AreNotTakenFromAPlaceThatIsAway) {
  const StoredDocument document = AddTo("one", "a");
  fs::remove_all(folder_ / "blobs");
  auto one = Node("one");
  EXPECT_EQ(one.Put(document).error().code, Code::kUnavailable);
  EXPECT_EQ(one.Fetch(document).error().code, Code::kUnavailable);
  EXPECT_EQ(one.Find(document).error().code, Code::kUnavailable);
  const auto store = backend_.Open();
  EXPECT_EQ(one.Sweep(store.get()).error().code, Code::kUnavailable);
}

TEST_F(SharedDocumentsTest, AreAllFetchedForABackup) {
  const auto store = backend_.Open();
  const StoredDocument document = AddTo("one", "a");
  Name(store.get(), document);
  auto two = Node("two");
  EXPECT_TRUE(two.FetchAll(store.get()).ok()) << "what is missing stays out";
  ASSERT_TRUE(Node("one").Put(document).ok());
  ASSERT_TRUE(two.FetchAll(store.get()).ok());
  EXPECT_TRUE(FolderOf("two").Verify(document).ok());
}

TEST_F(SharedDocumentsTest, AreSweptWhenNoRowNamesThem) {
  const auto store = backend_.Open();
  auto one = Node("one");
  const StoredDocument named = AddTo("one", "named");
  const StoredDocument old = AddTo("one", "old");
  const StoredDocument young = AddTo("one", "young");
  for (const StoredDocument& document : {named, old, young}) ASSERT_TRUE(one.Put(document).ok());
  Name(store.get(), named);
  Age(named);
  Age(old);
  const auto swept = std::move(one.Sweep(store.get())).value();
  EXPECT_EQ(swept.counts.kept, 1U);
  EXPECT_EQ(swept.counts.deleted, 1U);
  EXPECT_EQ(swept.young, 1U);
  EXPECT_TRUE(fs::exists(BlobOf(named)));
  EXPECT_FALSE(fs::exists(BlobOf(old)));
  EXPECT_TRUE(fs::exists(BlobOf(young)));
}

}  // namespace
}  // namespace orgreg::app
