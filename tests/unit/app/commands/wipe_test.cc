// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/wipe.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

#include "store/sqlite/store.h"
#include "unit/formats/scratch_folder.h"
#include "unit/records/pdf_files.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;
using records::DocumentFolder;

class WipeTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = store::OpenSqlite(path_, store::OpenMode::kReadWriteCreate);
    ASSERT_TRUE(opened);
    store_ = std::move(*opened);
  }

  records::StoredDocument Add(const std::string& content) {
    const std::string from = records::WriteFile(folder_.PathOf("a.pdf"), records::Pdf(content));
    auto session = documents_.Begin();
    EXPECT_TRUE(session);
    auto stored = session->Add(from);
    EXPECT_TRUE(stored);
    return *stored;
  }
  bool IsThere(const records::StoredDocument& document) const {
    return fs::exists(documents_.PathOf(document.sha256));
  }

  formats::ScratchFolder folder_{"wipe"};
  const std::string path_ = folder_.PathOf("register.db");
  const DocumentFolder documents_ = DocumentFolder::At(path_ + ".documents");
  std::unique_ptr<store::Store> store_;
};

TEST_F(WipeTest, DeletesDocumentsThatNoListHas) {
  records::Register target(store_.get());
  const auto kept = Add("kept");
  const auto dropped = Add("dropped");
  const std::array<model::DocumentList, 1> lists = {
      {{.number = base::OrgNumber(312300028),
        .documents = {{.year = 2024, .sha256 = kept.sha256, .size_bytes = kept.size_bytes}}}}};
  ASSERT_TRUE(target.PutDocuments(lists));
  WipeWithdrawn(&target, Place::NextToStore(path_));
  EXPECT_TRUE(IsThere(kept));
  EXPECT_FALSE(IsThere(dropped));
}

// A process that adds documents sweeps the unused files at its own end.
TEST_F(WipeTest, LeavesDocumentsAloneWhileOthersAreAdded) {
  records::Register target(store_.get());
  const auto added = Add("added");
  const auto session = documents_.Begin();
  ASSERT_TRUE(session);
  WipeWithdrawn(&target, Place::NextToStore(path_));
  EXPECT_TRUE(IsThere(added));
}

// A sweep costs a look at every file.
TEST_F(WipeTest, SweepsOnlyIfListsChangedOrFilesCame) {
  records::Register target(store_.get());
  const auto dropped = Add("dropped");
  WipeWithdrawn(&target, Place::NextToStore(path_));
  EXPECT_FALSE(IsThere(dropped));
  const std::string stray = documents_.PathOf(dropped.sha256);
  records::WriteFile(stray, records::Pdf("by hand"));
  WipeWithdrawn(&target, Place::NextToStore(path_));
  EXPECT_TRUE(fs::exists(stray));
  const std::array<model::DocumentList, 1> lists = {
      {{.number = base::OrgNumber(312300028),
        .documents = {{.year = 2024, .sha256 = std::string(64, 'a'), .size_bytes = 1}}}}};
  ASSERT_TRUE(target.PutDocuments(lists));
  WipeWithdrawn(&target, Place::NextToStore(path_));
  EXPECT_FALSE(fs::exists(stray));
}

TEST_F(WipeTest, ACopyOfTheFolderWasNotSwept) {
  records::Register target(store_.get());
  const auto dropped = Add("dropped");
  WipeWithdrawn(&target, Place::NextToStore(path_));
  const std::string copied = folder_.PathOf("copied");
  fs::rename(documents_.path(), copied);
  fs::copy(copied, documents_.path(), fs::copy_options::recursive);
  const std::string stray = documents_.PathOf(dropped.sha256);
  records::WriteFile(stray, records::Pdf("of an older copy"));
  WipeWithdrawn(&target, Place::NextToStore(path_));
  EXPECT_FALSE(fs::exists(stray));
}

TEST_F(WipeTest, MakesNoFolder) {
  records::Register target(store_.get());
  WipeWithdrawn(&target, Place::NextToStore(path_));
  EXPECT_FALSE(fs::exists(documents_.path()));
}

}  // namespace
}  // namespace orgreg::app
