// SPDX-License-Identifier: EUPL-1.2

#include "model/registers/documents.h"

#include <gtest/gtest.h>

namespace orgreg::model {
namespace {

Document Copy(std::int32_t year, const std::string& sum = "") {
  return {.type = DocumentType::kAnnualAccounts, .year = year, .sha256 = sum};
}
Document Balance(std::int32_t year, std::int64_t id) {
  return {.type = DocumentType::kInterimBalance, .year = year, .id = id};
}

TEST(Documents, FileNamesAreReadAsTheyAreWritten) {
  for (const std::string name :
       {"aarsregnskap-2024_314159268.pdf", "mellombalanse-2025_314159268_2025000026.pdf",
        "mellombalanse-2025_000000000_2025000000.pdf"}) {
    const auto read = ReadFileName(name);
    ASSERT_TRUE(read) << name;
    EXPECT_EQ(FileNameOf(read->number, read->document), std::string(name));
  }
}

TEST(Documents, ABalanceWithoutAnIdIsNumberZeroOfItsYear) {
  const auto read = ReadFileName("mellombalanse-2025_314159268.pdf");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->document, Balance(2025, 2025000000));
  EXPECT_EQ(read->number.ToString(), "314159268");
}

TEST(Documents, OtherFileNamesAreRefused) {
  for (const char* name : {"",
                           ".pdf",
                           "aarsregnskap",
                           "aarsregnskap-2024_314159268",
                           "aarsregnskap-2024_314159268.PDF",
                           "aarsregnskap-2024_31415926.pdf",
                           "aarsregnskap-2024_3141592688.pdf",
                           "aarsregnskap-24_314159268.pdf",
                           "aarsregnskap-0024_314159268.pdf",
                           "aarsregnskap-2024_314159268_2024000001.pdf",
                           "aarsregnskap-2024-314159268.pdf",
                           "Aarsregnskap-2024_314159268.pdf",
                           "../aarsregnskap-2024_314159268.pdf",
                           "aarsregnskap-2024_314159268.pdf.tmp",
                           " aarsregnskap-2024_314159268.pdf",
                           "mellombalanse-2025_314159268_.pdf",
                           "mellombalanse-2025_314159268_26.pdf",
                           "mellombalanse-2025_314159268_2024000026.pdf",
                           "mellombalanse-2025_314159268_20250000261.pdf",
                           "mellombalanse-2025_314159268_-025000026.pdf",
                           "mellombalanse-2025_+14159268.pdf",
                           "mellombalanse-_314159268.pdf",
                           "regnskap-2025_314159268.pdf"}) {
    EXPECT_FALSE(ReadFileName(name)) << name;
  }
}

TEST(Documents, AreKeptInOrderAndReplaced) {
  DocumentList list;
  AddDocument(Balance(2025, 2025000002), &list);
  AddDocument(Copy(2024, "a"), &list);
  AddDocument(Balance(2025, 2025000001), &list);
  AddDocument(Copy(2022), &list);
  AddDocument(Copy(2024, "b"), &list);
  EXPECT_EQ(list.documents.size(), 4U);
  EXPECT_EQ(CopyYears(list), (std::vector<std::int32_t>{2022, 2024}));
  EXPECT_EQ(FindCopy(list, 2024)->sha256, "b");
  EXPECT_EQ(FindCopy(list, 2025), nullptr);
  EXPECT_EQ(InterimBalances(list).size(), 2U);
  EXPECT_EQ(FindInterimBalance(list, 2025000001)->year, 2025);
  EXPECT_EQ(FindInterimBalance(list, 2024), nullptr);
  EXPECT_EQ(FindInterimBalance(list, 0), nullptr);
}

TEST(Documents, AnEmptyListHasNothing) {
  const DocumentList list;
  EXPECT_TRUE(CopyYears(list).empty());
  EXPECT_TRUE(InterimBalances(list).empty());
  EXPECT_EQ(FindInterimBalance(list, 2025000001), nullptr);
}

}  // namespace
}  // namespace orgreg::model
