// SPDX-License-Identifier: EUPL-1.2

#include "store/packing/packed_text.h"

#include <gtest/gtest.h>

#include <string>

#include "store/sqlite/store.h"
#include "unit/store/sqlite_backend.h"

namespace orgreg::store {
namespace {

// A body that is long enough to be packed.
std::string LongBody(std::string_view name) {
  return R"({"organisasjonsnummer":"000000001","navn":")" + std::string(name) +
         R"(","organisasjonsform":{"kode":"AS","beskrivelse":"Aksjeselskap"},)"
         R"("registrertIMvaregisteret":false,"registrertIForetaksregisteret":true,)"
         R"("respons_klasse":"Enhet"})";
}

TEST(PackedText, IsUnpackedToTheSameBytes) {
  std::string packed;
  std::string text;
  for (const std::string& body : {LongBody("A"), LongBody(std::string(100'000, 'x')),
                                  LongBody("\xC3\xB8\n\"") + LongBody("")}) {
    ASSERT_TRUE(PackText(body, &packed));
    EXPECT_LT(packed.size(), body.size() / 2);
    ASSERT_TRUE(UnpackText(packed, &text));
    EXPECT_EQ(text, body);
  }
}

TEST(PackedText, TextsOfWhichLittleWouldBeSavedAreNotPacked) {
  std::string packed = "before";
  EXPECT_FALSE(PackText("", &packed));
  EXPECT_FALSE(PackText("{}", &packed));
  std::string random;
  std::uint32_t state = 1;
  for (int i = 0; i < 500; ++i) {
    state = state * 1'664'525 + 1'013'904'223;
    random.push_back(static_cast<char>(state >> 24U));
  }
  EXPECT_FALSE(PackText(random, &packed));
  EXPECT_EQ(packed, "");
}

TEST(PackedText, OtherBytesAreNoPackedText) {
  std::string packed;
  ASSERT_TRUE(PackText(LongBody("A"), &packed));
  std::string text;
  EXPECT_FALSE(UnpackText("", &text));
  EXPECT_FALSE(UnpackText("no frame", &text));
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_FALSE(UnpackText(std::string_view(packed).substr(0, size), &text)) << size;
  }
  // Whatever was changed, it is not unpacked to more than the frame says, and does not crash.
  for (std::size_t at = 0; at < packed.size(); ++at) {
    for (const unsigned bit : {0U, 3U, 7U}) {
      std::string changed = packed;
      changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ (1U << bit));
      static_cast<void>(UnpackText(changed, &text));
    }
  }
}

TEST(PackedText, AFewBytesThatSayTheyAreALongTextTakeNoMemory) {
  // A frame's magic number, a descriptor, and 200 MiB as the size of its content.
  const std::string header("\x28\xB5\x2F\xFD\xA0\x00\x00\x80\x0C", 9);
  for (const std::string& rest :
       {std::string(), std::string(90, 'x'), std::string("\x01\x00\x00", 3)}) {
    std::string text;
    EXPECT_FALSE(UnpackText(header + rest, &text));
    EXPECT_LT(text.capacity(), 100'000U);
  }
}

// What the bound must not refuse: text that is packed as tightly as can be.
TEST(PackedText, ALongTextOfOneLetterIsUnpacked) {
  const std::string body(std::size_t{8} << 20U, 'x');
  std::string packed;
  std::string text;
  ASSERT_TRUE(PackText(body, &packed));
  EXPECT_LT(packed.size(), 2'000U);
  ASSERT_TRUE(UnpackText(packed, &text));
  EXPECT_TRUE(text == body);
}

class PackedBodies : public testing::Test {
 protected:
  static Row LongRow(std::string_view name) {
    return {.number = base::OrgNumber(1), .body = LongBody(name)};
  }
  void Put(const Row& row, Kind kind = Kind::kEntity) {
    const auto writer = store_->Write();
    ASSERT_TRUE(
        (*writer)->Put(kind, {.number = row.number, .state = row.state, .body = row.body}).ok());
    ASSERT_TRUE((*writer)->Log({.kind = kind, .number = row.number}).ok());
    ASSERT_TRUE((*writer)->Commit().ok());
  }
  std::string Body() {
    const auto found = (*store_->Read())->Find(Kind::kEntity, base::OrgNumber(1));
    return found.ok() && *found ? (**found).body : "error";
  }

  const Folder folder_;
  const std::string path_ = folder_.File("register.db");
  std::unique_ptr<Store> store_ = OpenOrDie(path_);
};

TEST_F(PackedBodies, AreReadAndReplaced) {
  Put(LongRow("FIRST"));
  EXPECT_EQ(AskSql(path_, "SELECT body = '' AND length(packed) < 150 FROM entity"), 1);
  EXPECT_EQ(Body(), LongBody("FIRST"));
  Put(LongRow("SECOND"));
  EXPECT_EQ(Body(), LongBody("SECOND"));
  Put({.number = base::OrgNumber(1), .body = "{}"});
  EXPECT_EQ(AskSql(path_, "SELECT body = '{}' AND packed IS NULL FROM entity"), 1);
  EXPECT_EQ(Body(), "{}");
  EXPECT_TRUE(store_->Check().ok());
}

TEST_F(PackedBodies, ADamagedOneIsFound) {
  for (const char* damage : {"UPDATE entity SET packed = substr(packed, 1, length(packed) - 1)",
                             "UPDATE entity SET packed = CAST(packed || x'01' AS BLOB)",
                             "UPDATE entity SET packed = x'00'", "UPDATE entity SET packed = NULL",
                             "UPDATE entity SET body = '{}'"}) {
    Put(LongRow(damage));
    RunSql(path_, damage);
    EXPECT_EQ(Body(), "error") << damage;
    EXPECT_FALSE(store_->Check().ok()) << damage;
    RunSql(path_, "DELETE FROM entity");
    std::filesystem::remove(path_);
    store_.reset();
    std::filesystem::remove(path_ + "-position");
    store_ = OpenOrDie(path_);
  }
}

TEST_F(PackedBodies, CheckComparesTheDictionary) {
  EXPECT_TRUE(store_->Check().ok());
  RunSql(path_, "UPDATE dictionary SET bytes = substr(bytes, 2)");
  EXPECT_FALSE(store_->Check().ok());
}

// A row of an earlier version is plain, and stays so until it is written again.
TEST_F(PackedBodies, APlainBodyIsReadToo) {
  Put(LongRow("PLAIN"));
  store_.reset();
  std::string sql = LongBody("PLAIN");
  RunSql(path_, "UPDATE entity SET packed = NULL, body = '" + sql + "'");
  store_ = OpenOrDie(path_);
  EXPECT_EQ(Body(), LongBody("PLAIN"));
  const auto writer = store_->Write();
  const auto outcome = (*writer)->Put(Kind::kEntity, {.number = base::OrgNumber(1), .body = sql});
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(*outcome, PutOutcome::kUnchanged);
}

TEST_F(PackedBodies, OfOtherKindsThanUnitsArePlain) {
  Put(LongRow("PLAIN"), Kind::kVoluntary);
  EXPECT_EQ(AskSql(path_, "SELECT packed IS NULL FROM voluntary"), 1);
}

}  // namespace
}  // namespace orgreg::store
