// SPDX-License-Identifier: EUPL-1.2

#include "tools/filings/documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "ingest/imports/documents.h"
#include "records/readers/document_record.h"
#include "tools/filings/pdf.h"
#include "unit/records/in_store.h"
#include "unit/records/pdf_files.h"
#include "unit/tools/generated_register.h"

namespace orgreg::tools {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::string Bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class GenerateDocuments : public records::StoredRegister {
 protected:
  GenerateCounts Make(const std::string& name, std::uint64_t documents, std::uint64_t seed = 1) {
    const auto counts = Generate(
        {.entities = 600, .seed = seed, .documents = documents, .directory = folder_ + "/" + name});
    EXPECT_TRUE(counts.ok()) << counts.error().message;
    return counts.ok() ? *counts : GenerateCounts();
  }
  fs::path FolderOf(const std::string& name) const {
    return fs::path(folder_) / name / DocumentFiles::kFolder;
  }
  std::map<std::string, std::string> Files(const std::string& name) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(FolderOf(name)))
      files.emplace(entry.path().filename().string(), Bytes(entry.path()));
    return files;
  }
};

TEST_F(GenerateDocuments, AreAsManyAsWanted) {
  EXPECT_EQ(Make("none", 0).documents, 0U);
  EXPECT_THAT(Files("none"), IsEmpty());
  const GenerateCounts counts = Make("some", 7);
  EXPECT_GT(counts.documents, 0U);
  EXPECT_LE(counts.documents, 7U);
  EXPECT_EQ(Files("some").size(), counts.documents);
}

// There are never more than statements and their documents, however many are requested.
TEST_F(GenerateDocuments, EndWithTheStatements) {
  const GenerateCounts counts = Make("all", 100'000);
  EXPECT_GT(counts.documents, counts.filers * 2);
  EXPECT_LT(counts.documents, counts.filings * 2);
}

TEST_F(GenerateDocuments, EveryFileIsAPdfThatIsImported) {
  const GenerateCounts counts = Make("in", 60);
  for (const auto& [name, bytes] : Files("in")) {
    EXPECT_THAT(bytes, StartsWith("%PDF-")) << name;
    EXPECT_THAT(bytes, HasSubstr("%%EOF")) << name;
  }
  const auto report = ingest::ImportDocuments(
      register_.get(), records::DocumentFolder::At(folder_ + "/store.documents"),
      {.from = FolderOf("in").string(), .strict = true});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->bad, 0U);
  EXPECT_EQ(report->documents.added, counts.documents);
}

TEST_F(GenerateDocuments, AreOfBothTypesForOrganisationsThatFile) {
  Make("types", 60);
  std::set<std::uint32_t> filers;
  for (const std::string& text : GeneratedRecords(folder_ + "/types/regnskap_alle.json.gz")) {
    constexpr std::string_view kName = R"("organisasjonsnummer":")";
    const std::size_t at = text.find(kName) + kName.size();
    filers.insert(base::OrgNumber::Parse(text.substr(at, base::OrgNumber::kDigits))->value());
  }
  int copies = 0;
  int balances = 0;
  for (const auto& [name, bytes] : Files("types")) {
    const auto named = model::ReadFileName(name);
    ASSERT_TRUE(named) << name;
    EXPECT_TRUE(filers.contains(named->number.value())) << name;
    ++(named->document.type == model::DocumentType::kAnnualAccounts ? copies : balances);
  }
  EXPECT_GT(copies, 2 * balances);
  EXPECT_GT(balances, 0);
}

TEST_F(GenerateDocuments, TheSameSeedGivesTheSameBytes) {
  Make("first", 20, 4);
  Make("second", 20, 4);
  Make("other", 20, 5);
  EXPECT_EQ(Files("first"), Files("second"));
  EXPECT_NE(Files("first"), Files("other"));
}

TEST_F(GenerateDocuments, ReplaceThoseOfAnEarlierRunAndLeaveOtherFiles) {
  Make("twice", 20, 4);
  records::WriteFile((FolderOf("twice") / "notes.txt").string(), "mine");
  Make("twice", 20, 5);
  std::map<std::string, std::string> files = Files("twice");
  EXPECT_EQ(files.at("notes.txt"), "mine");
  files.erase("notes.txt");
  Make("other", 20, 5);
  EXPECT_EQ(files, Files("other"));
}

TEST_F(GenerateDocuments, AFolderThatCannotBeMadeLeavesTheEarlierFiles) {
  Make("obstacle", 5, 4);
  const std::string before = Bytes(folder_ + "/obstacle/regnskap_alle.json.gz");
  records::WriteFile(FolderOf("obstacle").string() + ".tmp", "in the way");
  const auto counts =
      Generate({.entities = 600, .seed = 5, .documents = 5, .directory = folder_ + "/obstacle"});
  ASSERT_FALSE(counts.ok());
  EXPECT_EQ(counts.error().code, base::Code::kIo);
  EXPECT_THAT(counts.error().message, HasSubstr("dokumenter.tmp"));
  EXPECT_EQ(Bytes(folder_ + "/obstacle/regnskap_alle.json.gz"), before);
}

TEST_F(GenerateDocuments, NothingTemporaryIsLeft) {
  Make("clean", 5);
  for (const auto& entry : fs::recursive_directory_iterator(folder_ + "/clean"))
    EXPECT_THAT(entry.path().string(), Not(EndsWith(".tmp")));
}

TEST(Pdf, HasTheGivenDateAndNoOther) {
  const auto bytes = [](const char* day) {
    Pdf pdf("Årsregnskap", *base::Date::Parse(day));
    pdf.AddPage();
    pdf.WriteFrom({60, 700}, PdfStyle::kText, "Blåbærgrød ÆØÅ");
    pdf.WriteTo({500, 700}, PdfStyle::kStrong, "1 234.00");
    pdf.Rule({60, 690});
    return *pdf.Finish();
  };
  EXPECT_EQ(bytes("2024-12-31"), bytes("2024-12-31"));
  EXPECT_THAT(bytes("2024-12-31"), HasSubstr("D:20241231"));
}

TEST(Pdf, LettersThatTheTypefaceLacksAreQuestionMarks) {
  const auto size = [](std::string_view title) {
    Pdf pdf(title, *base::Date::Parse("2024-12-31"));
    pdf.AddPage();
    return *pdf.Finish();
  };
  EXPECT_THAT(size("a 語 b"), HasSubstr("a ? b"));
  EXPECT_THAT(size("blå"), HasSubstr("(bl\\345)"));
}

}  // namespace
}  // namespace orgreg::tools
