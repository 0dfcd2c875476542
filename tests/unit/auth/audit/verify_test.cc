// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "auth/audit/line.h"
#include "unit/auth/audit/fixture.h"

namespace orgreg::auth {
namespace {

using testing::HasSubstr;

constexpr int kLookups = 4;

class VerifyAuditTest : public AuditFixture {
 protected:
  VerifyAuditTest() {
    Write(kLookups);
    lines_ = Lines();
    last_hash_ = Verify().last_hash;
  }

  std::vector<std::string> lines_;  // One begin, then the look-ups.
  std::string last_hash_;
};

TEST_F(VerifyAuditTest, ReportsTheContent) {
  const AuditReport report = Verify({.previous = std::string(kNoHash), .hash = last_hash_});
  EXPECT_FALSE(report.problem);
  EXPECT_EQ(report.line_count, 5U);
  EXPECT_EQ(report.lookup_count, 4U);
  EXPECT_EQ(report.first_sequence, 1U);
  EXPECT_EQ(report.first_previous, kNoHash);
  EXPECT_EQ(report.last_sequence, 5U);
  EXPECT_THAT(lines_.back(), HasSubstr(report.last_hash));
}

TEST_F(VerifyAuditTest, CountsARestoreInTheChain) {
  const auto log = Open();
  ASSERT_TRUE(log->Append(AuditRestore{.backup = "/srv/backup", .commit = 17}).ok());
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  const AuditReport report = Verify();
  EXPECT_FALSE(report.problem);
  EXPECT_EQ(report.restore_count, 1U);
  EXPECT_THAT(Lines()[5], HasSubstr(R"("backup":"/srv/backup","commit":17,"previous":)"));
  EXPECT_THAT(Lines()[5], testing::StartsWith(R"({"kind":"restored","sequence":6,)"));
}

// Lines before a restore cannot be cut off unnoticed.
TEST_F(VerifyAuditTest, NoFileBeginsWithARestore) {
  const auto log = Open();
  ASSERT_TRUE(log->Append(AuditRestore{.backup = "/srv/backup", .commit = 17}).ok());
  SetLines({Lines().back()});
  EXPECT_EQ(Verify().problem->fault, AuditFault::kDeleted);
}

TEST_F(VerifyAuditTest, NamesTheLineOfEveryAlteredByte) {
  const std::string bytes = Bytes();
  std::uint64_t line = 1;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int flip : {0x01, 0x20, 0x80}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      SetBytes(changed);
      const AuditReport report = Verify();
      ASSERT_TRUE(report.problem) << at;
      // A line without its end swallows the next one, and is itself reported.
      EXPECT_EQ(report.problem->line, line) << at << ": " << report.problem->reason;
    }
    if (bytes[at] == '\n') ++line;
  }
}

TEST_F(VerifyAuditTest, NamesEveryByteTakenOutOrPutIn) {
  const std::string bytes = Bytes();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    SetBytes(bytes.substr(0, at) + bytes.substr(at + 1));
    EXPECT_TRUE(Verify().problem) << at;
    SetBytes(bytes.substr(0, at) + " " + bytes.substr(at));
    EXPECT_TRUE(Verify().problem) << at;
    SetBytes(bytes.substr(0, at) + "\n" + bytes.substr(at));
    EXPECT_TRUE(Verify().problem) << at;
  }
}

TEST_F(VerifyAuditTest, NamesEveryDeletedLine) {
  for (std::size_t at = 0; at + 1 < lines_.size(); ++at) {
    auto changed = lines_;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
    SetLines(changed);
    const AuditReport report = Verify();
    ASSERT_TRUE(report.problem) << at;
    EXPECT_EQ(report.problem->fault, AuditFault::kDeleted);
    EXPECT_EQ(report.problem->line, at + 1);
  }
}

TEST_F(VerifyAuditTest, NamesSeveralDeletedLines) {
  SetLines({lines_[0], lines_[1], lines_[4]});
  const AuditReport report = Verify();
  ASSERT_TRUE(report.problem);
  EXPECT_EQ(report.problem->fault, AuditFault::kDeleted);
  EXPECT_THAT(report.problem->reason, HasSubstr("sequence 5 stands where 3 should"));
}

TEST_F(VerifyAuditTest, NamesEveryPairOfSwappedLines) {
  for (std::size_t a = 0; a < lines_.size(); ++a) {
    for (std::size_t b = a + 1; b < lines_.size(); ++b) {
      auto changed = lines_;
      std::swap(changed[a], changed[b]);
      SetLines(changed);
      const AuditReport report = Verify();
      ASSERT_TRUE(report.problem) << a << " " << b;
      EXPECT_EQ(report.problem->line, a + 1);
      EXPECT_EQ(report.problem->fault, AuditFault::kReordered) << a << " " << b;
    }
  }
}

TEST_F(VerifyAuditTest, NamesEveryRepeatedLineWhereverItIsRepeated) {
  for (std::size_t from = 0; from < lines_.size(); ++from) {
    for (std::size_t to = from + 1; to <= lines_.size(); ++to) {
      auto changed = lines_;
      changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(to), lines_[from]);
      SetLines(changed);
      const AuditReport report = Verify();
      ASSERT_TRUE(report.problem);
      EXPECT_EQ(report.problem->fault, AuditFault::kDuplicated);
      EXPECT_EQ(report.problem->line, to + 1);
    }
  }
}

TEST_F(VerifyAuditTest, NamesALineReplacedByAWholeOne) {
  const std::optional<AuditLine> third =
      ReadAuditLine(std::string_view(lines_[2]).substr(0, lines_[2].size() - 1));
  ASSERT_TRUE(third);
  auto changed = lines_;
  changed[2].clear();
  AppendLookup(third->link, base::Timestamp(), Entry("910000099"), &changed[2]);
  SetLines(changed);
  const AuditReport report = Verify();
  ASSERT_TRUE(report.problem);
  EXPECT_EQ(report.problem->fault, AuditFault::kForeign);
  EXPECT_EQ(report.problem->line, 4U);
  EXPECT_THAT(report.problem->reason, HasSubstr("line 3"));
}

// Changes that the chain alone cannot show.
TEST_F(VerifyAuditTest, SeesACutEndOnlyByAnExpectedHash) {
  for (std::size_t left = 1; left < lines_.size(); ++left) {
    SetLines({lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(left)});
    EXPECT_FALSE(Verify().problem);
    const AuditReport report = Verify({.hash = last_hash_});
    ASSERT_TRUE(report.problem);
    EXPECT_EQ(report.problem->fault, AuditFault::kUnexpected);
  }
}

TEST_F(VerifyAuditTest, FindsAnExpectedHashAboveTheEnd) {
  Write(3);
  EXPECT_FALSE(Verify({.hash = last_hash_}).problem);
  EXPECT_TRUE(Verify({.hash = std::string(64, 'a')}).problem);
}

TEST_F(VerifyAuditTest, SeesAFileThatContinuesAnotherOne) {
  const AuditReport report = Verify({.previous = std::string(64, 'a')});
  ASSERT_TRUE(report.problem);
  EXPECT_EQ(report.problem->fault, AuditFault::kUnexpected);
  EXPECT_EQ(report.problem->line, 1U);
}

// The lines of a file, as somebody noted them.
std::vector<AuditNoted> NotedOf(const std::vector<std::string>& lines) {
  std::vector<AuditNoted> noted;
  for (const std::string& text : lines) {
    const auto line = ReadAuditLine(std::string_view(text).substr(0, text.size() - 1));
    noted.push_back({.sequence = line->link.sequence, .hash = line->hash, .when = "noon"});
  }
  return noted;
}

TEST_F(VerifyAuditTest, FindsLinesThatWereNoted) {
  const AuditReport report = Verify({.noted = NotedOf({lines_[1], lines_[3], lines_[4]})});
  EXPECT_FALSE(report.problem);
  EXPECT_EQ(report.noted_count, 3U);
  EXPECT_EQ(report.older_count, 0U);
}

TEST_F(VerifyAuditTest, SeesACutEndByALineThatWasNoted) {
  SetLines({lines_.begin(), lines_.end() - 1});
  EXPECT_FALSE(Verify({.noted = NotedOf({lines_[3]})}).problem);
  const AuditReport report = Verify({.noted = NotedOf({lines_[3], lines_[4]})});
  ASSERT_TRUE(report.problem);
  EXPECT_EQ(report.problem->fault, AuditFault::kUnexpected);
  EXPECT_THAT(report.problem->reason, HasSubstr("sequence 5, noted at noon, is missing"));
  SetBytes("");
  EXPECT_TRUE(Verify({.noted = NotedOf({lines_[3]})}).problem) << "nor may all be gone";
}

// Hashes that fit can be made by everyone.
TEST_F(VerifyAuditTest, SeesARewrittenLineByALineThatWasNoted) {
  const std::vector<AuditNoted> noted = NotedOf({lines_[2], lines_[4]});
  SetBytes("");
  {
    const auto log = Open();
    for (int i = 0; i < kLookups; ++i) ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  }
  EXPECT_FALSE(Verify().problem);
  const AuditReport report = Verify({.noted = noted});
  ASSERT_TRUE(report.problem);
  EXPECT_EQ(report.problem->line, 3U);
  EXPECT_THAT(report.problem->reason, HasSubstr("rewritten, or begun anew"));
}

// Of two chains the file is one, and the other one was noted.
TEST_F(VerifyAuditTest, SeesThatAChainWasBegunAnew) {
  std::vector<AuditNoted> noted = NotedOf({lines_[2], lines_[2]});
  noted.back().hash = std::string(64, 'a');
  EXPECT_EQ(Verify({.noted = noted}).problem->line, 3U);
}

TEST_F(VerifyAuditTest, LeavesLinesOfOlderFilesToThem) {
  const std::vector<std::string> older = lines_;
  std::filesystem::rename(path_, path_ + ".1");
  const auto log = Open({.after = path_ + ".1"});
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  auto noted = NotedOf({older[1], older[4]});
  noted.push_back(NotedOf(Lines()).back());
  const AuditReport report = Verify({.noted = noted});
  EXPECT_FALSE(report.problem) << report.problem->reason;
  EXPECT_EQ(report.older_count, 2U);
  EXPECT_EQ(report.noted_count, 1U);
}

TEST_F(VerifyAuditTest, SeesAnEmptyFileOnlyByAnExpectedHash) {
  SetBytes("");
  EXPECT_FALSE(Verify().problem);
  EXPECT_EQ(Verify().line_count, 0U);
  EXPECT_TRUE(Verify({.hash = last_hash_}).problem);
}

TEST_F(VerifyAuditTest, NamesBytesOfARecoveryThatWereAltered) {
  SetBytes(lines_[0] + lines_[1] + "left by\na crash");
  Write(2);
  const std::string bytes = Bytes();
  ASSERT_FALSE(Verify().problem);
  const std::size_t start = lines_[0].size() + lines_[1].size();
  for (std::size_t at = start; at < start + 16; ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    SetBytes(changed);
    const AuditReport report = Verify();
    ASSERT_TRUE(report.problem) << at;
    EXPECT_EQ(report.problem->fault, AuditFault::kAltered);
  }
  SetBytes(bytes.substr(0, start) + bytes.substr(start + 16));  // Removed altogether.
  EXPECT_EQ(Verify().problem->fault, AuditFault::kAltered);
}

TEST_F(VerifyAuditTest, ReadsAnyBytesOfAStranger) {
  for (const std::string& bytes :
       {std::string("\n"), std::string("{}\n"), std::string(1'000'000, 'x'),
        std::string(1'000'000, '\n'), std::string(300, '\0'), std::string("\"}\n"),
        lines_[1].substr(lines_[1].size() - 76), lines_[1].substr(lines_[1].size() - 156)}) {
    SetBytes(bytes);
    EXPECT_TRUE(Verify().problem) << bytes.substr(0, 20);
  }
}

TEST_F(VerifyAuditTest, NamesAFileThatItCannotRead) {
  EXPECT_FALSE(VerifyAudit(folder_.PathOf("none"), {}).ok());
  EXPECT_FALSE(VerifyAudit(folder_.path(), {}).ok());
}

}  // namespace
}  // namespace orgreg::auth
