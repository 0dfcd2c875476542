// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/document_record.h"

#include <gtest/gtest.h>

#include "records/readers/supplement.h"
#include "render/body_json.h"
#include "unit/records/in_store.h"

namespace orgreg::records {
namespace {

const std::string kSum(64, 'a');

std::string List(const std::string& documents) {
  return R"({"organisasjonsnummer":"314159268","dokumenter":[)" + documents + "]}";
}
std::string Copy(const std::string& year, const std::string& more = "") {
  return R"({"type":"kopi","aar":)" + year + R"(,"sha256":")" + kSum + R"(","bytes":5)" + more +
         "}";
}
std::string Balance(const std::string& year, const std::string& id) {
  return R"({"type":"mellombalanse","aar":)" + year + R"(,"id":)" + id + R"(,"sha256":")" + kSum +
         R"(","bytes":5})";
}

std::string Again(const std::string& text) {
  const auto list = ReadStoredDocuments(text);
  if (!list) return "! " + list.error().message;
  std::string again;
  render::AppendBody(model::kDocumentListSchema, *list, model::Form::kStored, &again);
  return again;
}

TEST(DocumentRecord, IsStoredInOneOrder) {
  const std::string sorted =
      List(Copy("2023") + "," + Copy("2024") + "," + Balance("2025", "2025000001") + "," +
           Balance("2025", "2025000002"));
  EXPECT_EQ(Again(sorted), sorted);
  EXPECT_EQ(Again(List(Balance("2025", "2025000002") + "," + Copy("2024") + "," +
                       Balance("2025", "2025000001") + "," + Copy("2023"))),
            sorted);
  EXPECT_EQ(Again(List("")), List(""));
}

TEST(DocumentRecord, RejectsImpossibleDocuments) {
  for (const std::string& text :
       {std::string("[]"),
        std::string("{}"),
        std::string(),
        List("1"),
        List("{}"),
        List(Copy("24")),
        List(Copy("\"2024\"")),
        List(Copy("20244")),
        List(Copy("2024.5")),
        List(Copy("2024", R"(,"id":7)")),
        List(Copy("2024") + "," + Copy("2024")),
        List(Balance("2025", "2024000001")),
        List(Balance("2025", "0")),
        List(Balance("2025", "-2025000001")),
        List(Balance("2025", "99999999999999999999")),
        List(R"({"type":"kopi","aar":2024,"sha256":"../../../etc/passwd","bytes":5})"),
        List(R"({"type":"kopi","aar":2024,"sha256":")" + std::string(64, 'A') + R"("})"),
        List(R"({"type":"kopi","aar":2024,"sha256":")" + std::string(63, 'a') + R"("})"),
        List(R"({"type":"bilde","aar":2024,"sha256":")" + kSum + R"("})"),
        std::string(R"({"organisasjonsnummer":"1","dokumenter":[]})"),
        std::string(R"({"organisasjonsnummer":"314159268","dokumenter":{}})")}) {
    EXPECT_EQ(Again(text).substr(0, 1), "!") << text;
  }
}

TEST(DocumentRecord, IsReadAndIndexedAsASupplement) {
  std::string text = R"({"ny":1,)" + List(Copy("2024", R"(,"mer":1)")).substr(1);
  text.reserve(text.size() + RecordReader::kPadding);
  Supplement read;
  Problems problems;
  std::vector<std::string> unknown;
  SupplementReader reader{NumberSealing()};
  ASSERT_TRUE(reader.Read(model::Kind::kDocuments, text, &read, &problems, &unknown));
  EXPECT_EQ(read.number, Number("314159268"));
  EXPECT_EQ(read.body, List(Copy("2024")));
  EXPECT_EQ(unknown.size(), 2U);
  IndexedSupplement indexed;
  const store::RowView row{.number = read.number, .body = read.body};
  ASSERT_TRUE(SupplementIndexer(NothingRemoved).Index(model::Kind::kDocuments, row, &indexed));
  EXPECT_EQ(indexed.columns.stored, read.body);
  EXPECT_TRUE(indexed.keys.empty());
  const store::RowView wrong{.number = Number("974760673"), .body = read.body};
  EXPECT_FALSE(SupplementIndexer(NothingRemoved).Index(model::Kind::kDocuments, wrong, &indexed));
}

}  // namespace
}  // namespace orgreg::records
