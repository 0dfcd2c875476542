// SPDX-License-Identifier: EUPL-1.2

#include "records/import_note.h"

#include <gtest/gtest.h>

namespace orgreg::records {
namespace {

TEST(ImportNote, ReadsItsOwnText) {
  const ImportNote note{.time_ms = 1'763'805'600'123,
                        .outcome = ImportOutcome::kSomeBad,
                        .read = 1'170'000,
                        .bad = 3};
  EXPECT_EQ(note.ToText(), "1763805600123 4 1170000 3");
  const auto read = ImportNote::Parse(note.ToText());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->time_ms, note.time_ms);
  EXPECT_EQ(read->outcome, note.outcome);
  EXPECT_EQ(read->read, note.read);
  EXPECT_EQ(read->bad, note.bad);
}

TEST(ImportNote, ReadsNothingElse) {
  for (const char* text : {"", "1", "1 0 1", "1 0 1 ", "1 0 1 1 ", "1 0 1 1 1", "-1 0 1 1",
                           "a b c d", "1  0 1 1", "1,0,1,1"}) {
    EXPECT_FALSE(ImportNote::Parse(text)) << text;
  }
}

TEST(ImportNote, HasAKeyForEachKind) {
  EXPECT_EQ(ImportNote::KeyOf("entities"), "import entities");
  EXPECT_EQ(ImportNote::KeyOf("documents"), "import documents");
}

}  // namespace
}  // namespace orgreg::records
