// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "records/readers/document_record.h"
#include "unit/records/in_store.h"
#include "unit/records/pdf_files.h"

namespace orgreg::ingest {
namespace {

namespace fs = std::filesystem;
using model::Kind;
using records::Pdf;
using records::WriteFile;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kNumber = "314159268";
const std::string kCopy = "aarsregnskap-2024_314159268.pdf";

class ImportDocumentsTest : public records::StoredRegister {
 protected:
  ImportDocumentsTest() : documents_(records::DocumentFolder::At(folder_ + "/store.documents")) {
    fs::create_directories(folder_ + "/in");
  }

  void Give(const std::string& name, const std::string& bytes) {
    WriteFile(folder_ + "/in/" + name, bytes);
  }
  base::Result<DocumentImportReport> Try(bool strict = false) {
    return ImportDocuments(register_.get(), documents_,
                           {.from = folder_ + "/in", .strict = strict});
  }
  DocumentImportReport Import() {
    auto report = Try();
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : DocumentImportReport();
  }
  model::DocumentList Stored(const std::string& number = kNumber) const {
    const auto row = (*store_->Read())->Find(model::Kind::kDocuments, records::Number(number));
    if (!*row || (*row)->body.empty()) return {};
    return *records::ReadStoredDocuments((*row)->body);
  }
  std::size_t Files() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(documents_.path()))
      count += entry.is_regular_file() && entry.path().filename() != "lock" ? 1 : 0;
    return count;
  }
  void RemoveEntity() {
    records::OperationMaker maker;
    const auto unit = records::UnitOf(Kind::kEntity, records::LiveText(kNumber, "A"));
    ASSERT_TRUE(register_->Apply(
        {.operations = {*maker.Make(records::Action::kUpsert, Kind::kEntity, unit)}}));
    ASSERT_TRUE(register_->Apply({.operations = {{.action = records::Action::kRemove,
                                                  .number = records::Number(kNumber),
                                                  .day = records::Day("2026-08-01")}}}));
  }

  records::DocumentFolder documents_;
};

TEST_F(ImportDocumentsTest, FilesBecomeListsOfTheirOrganisations) {
  Give(kCopy, Pdf("a"));
  Give("aarsregnskap-2023_314159268.pdf", Pdf("b"));
  Give("mellombalanse-2025_314159268_2025000026.pdf", Pdf("c"));
  Give("aarsregnskap-2024_974760673.pdf", Pdf("a"));
  const DocumentImportReport report = Import();
  EXPECT_EQ(report.read, 4U);
  EXPECT_EQ(report.bad, 0U);
  EXPECT_EQ(report.documents.added, 4U);
  const model::DocumentList list = Stored();
  EXPECT_THAT(model::CopyYears(list), ElementsAre(2023, 2024));
  const model::Document* const balance = model::FindInterimBalance(list, 2025000026);
  ASSERT_NE(balance, nullptr);
  EXPECT_TRUE(documents_.Verify({balance->sha256, balance->size_bytes}));
  EXPECT_EQ(model::FindCopy(list, 2024)->sha256,
            model::FindCopy(Stored("974760673"), 2024)->sha256);
  EXPECT_EQ(Files(), 3U);
}

TEST_F(ImportDocumentsTest, ASecondTimeChangesNothing) {
  Give(kCopy, Pdf("a"));
  Import();
  const std::int64_t before = Position();
  EXPECT_EQ(Import().documents.unchanged, 1U);
  EXPECT_EQ(Position(), before);
}

TEST_F(ImportDocumentsTest, AddsToExistingListsAndLogsIt) {
  Give(kCopy, Pdf("a"));
  Import();
  fs::remove(folder_ + "/in/" + kCopy);
  Give("aarsregnskap-2025_314159268.pdf", Pdf("b"));
  EXPECT_EQ(Import().documents.added, 1U);
  EXPECT_THAT(model::CopyYears(Stored()), ElementsAre(2024, 2025));
  EXPECT_THAT(Log(Kind::kDocuments), ElementsAre("1 Endring 314159268"));
}

TEST_F(ImportDocumentsTest, AReplacedFileGoes) {
  Give(kCopy, Pdf("a"));
  Import();
  Give(kCopy, Pdf("b"));
  EXPECT_EQ(Import().documents.replaced, 1U);
  EXPECT_EQ(Files(), 1U);
  const model::Document document = *model::FindCopy(Stored(), 2024);
  EXPECT_TRUE(documents_.Verify({document.sha256, document.size_bytes}));
}

TEST_F(ImportDocumentsTest, BadFilesAreReportedAndLeftOut) {
  Give(kCopy, Pdf("a"));
  Give("aarsregnskap-2023_314159268.pdf", "no pdf");
  Give("liste.txt", Pdf("a"));
  fs::create_directory(folder_ + "/in/aarsregnskap-2022_314159268.pdf");
  fs::create_symlink("/etc/passwd", folder_ + "/in/aarsregnskap-2021_314159268.pdf");
  const DocumentImportReport report = Import();
  EXPECT_EQ(report.read, 5U);
  EXPECT_EQ(report.bad, 4U);
  EXPECT_THAT(report.bad_files,
              ElementsAre(HasSubstr("is a link"), HasSubstr("is no file"), HasSubstr("is no PDF"),
                          HasSubstr("liste.txt: its name does not say")));
  EXPECT_THAT(model::CopyYears(Stored()), ElementsAre(2024));
  EXPECT_EQ(Files(), 1U);
}

TEST_F(ImportDocumentsTest, StrictStoresNothingAfterABadFile) {
  Give(kCopy, Pdf("a"));
  Give("liste.txt", Pdf("b"));
  EXPECT_FALSE(Try(true));
  EXPECT_TRUE(Stored().documents.empty());
  EXPECT_EQ(Files(), 0U);
}

TEST_F(ImportDocumentsTest, OrganisationsThatAreRemovedAreLeftOut) {
  RemoveEntity();
  Give(kCopy, Pdf("a"));
  EXPECT_EQ(Import().documents.kept_removed, 1U);
  EXPECT_EQ(Files(), 0U);
}

TEST_F(ImportDocumentsTest, FilesGoWithTheirOrganisation) {
  Give(kCopy, Pdf("a"));
  Give("aarsregnskap-2023_314159268.pdf", Pdf("shared"));
  Give("aarsregnskap-2023_974760673.pdf", Pdf("shared"));
  Import();
  RemoveEntity();
  EXPECT_TRUE(Stored().documents.empty());
  const auto swept = register_->SweepDocuments(documents_);
  ASSERT_TRUE(swept);
  EXPECT_EQ(swept->deleted, 1U);
  EXPECT_EQ(Files(), 1U);
  EXPECT_EQ(Stored("974760673").documents.size(), 1U);
}

TEST_F(ImportDocumentsTest, SweepsNothingIfThereIsNoFolder) {
  ASSERT_TRUE(register_->SweepDocuments(documents_));
  EXPECT_FALSE(fs::exists(documents_.path()));
}

TEST_F(ImportDocumentsTest, AnotherImportIsWaitedFor) {
  Give(kCopy, Pdf("a"));
  const auto session = documents_.Begin();
  const auto report = Try();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, base::Code::kUnavailable);
  EXPECT_EQ(register_->SweepDocuments(documents_).error().code, base::Code::kUnavailable);
}

TEST_F(ImportDocumentsTest, AFolderThatIsNotThereIsAnError) {
  fs::remove_all(folder_ + "/in");
  EXPECT_FALSE(Try());
  EXPECT_FALSE(fs::exists(documents_.path()));
}

}  // namespace
}  // namespace orgreg::ingest
