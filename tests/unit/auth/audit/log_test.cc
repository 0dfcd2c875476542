// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <set>
#include <thread>

#include "formats/sha256.h"
#include "unit/auth/audit/fixture.h"

namespace orgreg::auth {
namespace {

using base::Code;
using testing::HasSubstr;
using testing::StartsWith;

class AuditLogTest : public AuditFixture {};

TEST_F(AuditLogTest, WritesEachMemberInItsPlace) {
  const auto log =
      Open({.clock = [] { return *base::Timestamp::Parse("2026-03-04T05:06:07.089Z"); }});
  AuditEntry entry = Entry("910000020");
  entry.supplier = "910000098";
  ASSERT_TRUE(log->Append(entry).ok());
  const auto lines = Lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].substr(0, lines[0].find(",\"hash\"")),
            R"({"kind":"begin","sequence":1,"time":"2026-03-04T05:06:07.089Z","previous":")" +
                std::string(kNoHash) + "\"");
  const std::string first_hash = lines[0].substr(lines[0].size() - 67, 64);
  const std::string body =
      R"({"kind":"lookup","sequence":2,"time":"2026-03-04T05:06:07.089Z","consumer":"910000012",)"
      R"("supplier":"910000098","client_id":"d3b07384-d113-4ec6-a3b4-c9b2f1b3a0a1",)"
      R"("token_hash":"9f86d081884c7d65","scope":"reg:data:enhetsregisteret:roller",)"
      R"("operation":"entity-roles","object":"910000020","status":200,"roles":4,)"
      R"("trace_id":"0b6c0a3e-6f0e-4d5b-9f0a-3e8f2f6f7a10","address":"192.0.2.7","previous":")" +
      first_hash + "\"";
  formats::Sha256 hash;
  hash.Add(first_hash + body);
  const std::string wanted = hash.Finish();
  EXPECT_EQ(lines[1], body + ",\"hash\":\"" + wanted + "\"}\n");
  EXPECT_EQ(log->end().hash, wanted);
  EXPECT_EQ(log->end().sequence, 2U);
}

TEST_F(AuditLogTest, IsPrivateAndMayBeOpenedForAReadingGroupOnly) {
  Write(1);
  struct stat about = {};
  ASSERT_EQ(stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600U);
  for (const mode_t mode : {0604U, 0602U, 0620U, 0660U, 0666U, 0644U}) {
    chmod(path_.c_str(), mode);
    const auto log = AuditLog::Open(path_);
    ASSERT_FALSE(log.ok()) << mode;
    EXPECT_EQ(log.error().code, Code::kInvalid);
  }
  chmod(path_.c_str(), 0640);
  EXPECT_TRUE(AuditLog::Open(path_).ok());
}

TEST_F(AuditLogTest, BelongsToOneAtATime) {
  auto log = Open();
  const auto second = AuditLog::Open(path_);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  log.reset();
  EXPECT_TRUE(AuditLog::Open(path_).ok());
}

TEST_F(AuditLogTest, IsNotOpenedThroughALinkOrOnAFolder) {
  std::filesystem::create_symlink(folder_.PathOf("elsewhere"), path_);
  EXPECT_FALSE(AuditLog::Open(path_).ok());
  EXPECT_FALSE(std::filesystem::exists(folder_.PathOf("elsewhere")));
  EXPECT_FALSE(AuditLog::Open(folder_.path()).ok());
  EXPECT_FALSE(AuditLog::Open(folder_.PathOf("none/audit.log")).ok());
}

TEST_F(AuditLogTest, ContinuesItsChain) {
  for (int i = 0; i < 3; ++i) Write(2);
  const AuditReport report = Verify();
  EXPECT_FALSE(report.problem);
  EXPECT_EQ(report.line_count, 7U);
  EXPECT_EQ(report.lookup_count, 6U);
  EXPECT_EQ(report.recovery_count, 0U);
  EXPECT_EQ(Open()->end().hash, report.last_hash);
}

TEST_F(AuditLogTest, ContinuesAFileLargerThanItReads) {
  Write(2200);
  ASSERT_GT(Bytes().size(), 1'048'576U);
  Write(1);
  EXPECT_FALSE(Verify().problem);
  EXPECT_EQ(Verify().last_sequence, 2202U);
}

TEST_F(AuditLogTest, CannotBeMadeToWriteALineOrANumber) {
  Write(1);
  const auto log = Open();
  AuditEntry entry = Entry("31839950023");
  entry.client_id = "x\"}\n" + Lines().back();
  entry.scope = "31839950023 a:b";
  entry.address = std::string(10'000, '\n');
  ASSERT_TRUE(log->Append(entry).ok());
  ASSERT_EQ(Lines().size(), 3U);
  EXPECT_THAT(Lines()[2], HasSubstr(R"("object":"[number]")"));
  EXPECT_EQ(Bytes().find("31839950023"), std::string::npos);
  EXPECT_LT(Lines()[2].size(), 4000U);
  EXPECT_FALSE(Verify().problem);
}

TEST_F(AuditLogTest, WritesForManyThreadsWithFewerSyncs) {
  std::atomic<int> syncs = 0;
  const auto log = Open({.sync = [&syncs](int descriptor) {
    ++syncs;
    return fdatasync(descriptor);
  }});
  std::vector<std::thread> threads;
  std::atomic<int> refused = 0;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 50; ++i) {
        if (!log->Append(Entry(std::to_string(thread) + "/" + std::to_string(i))).ok()) ++refused;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refused, 0);
  const AuditReport report = Verify({.hash = log->end().hash});
  EXPECT_FALSE(report.problem);
  EXPECT_EQ(report.lookup_count, 400U);
  EXPECT_EQ(log->end().hash, report.last_hash);
  EXPECT_LE(syncs, 400);
  const std::string bytes = Bytes();
  for (int thread = 0; thread < 8; ++thread) {
    std::size_t at = 0;
    for (int i = 0; i < 50; ++i) {  // Each thread's entries, in the order of its calls.
      at =
          bytes.find("\"object\":\"" + std::to_string(thread) + "/" + std::to_string(i) + "\"", at);
      ASSERT_NE(at, std::string::npos);
    }
  }
}

// The first sync waits until all others are in the queue: then one more sync covers them all.
TEST_F(AuditLogTest, SharesOneSyncAmongConcurrentCallers) {
  std::atomic<int> syncs = 0;
  std::atomic<int> asked = 0;
  const auto clock = [&asked] {
    ++asked;
    return base::Timestamp();
  };
  const auto sync = [&](int) {
    ++syncs;
    while (asked < 8) std::this_thread::yield();
    return 0;
  };
  const auto log = Open({.clock = clock, .sync = sync});
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&log] { EXPECT_TRUE(log->Append(Entry("910000012")).ok()); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(syncs, 2);
  EXPECT_EQ(Verify().lookup_count, 8U);
}

TEST_F(AuditLogTest, SplitsEntriesThatExceedOnePiece) {
  const auto wide = [] {
    AuditEntry entry = Entry("910000012");
    for (std::string* text : {&entry.consumer, &entry.supplier, &entry.client_id, &entry.token_hash,
                              &entry.scope, &entry.operation, &entry.trace_id, &entry.address}) {
      *text = std::string(kMostAuditText, '\1');
    }
    return entry;
  }();
  std::atomic<int> asked = 0;
  const auto clock = [&asked] {
    ++asked;
    return base::Timestamp();
  };
  constexpr int kThreads = 24;  // About 12 KiB each.
  std::atomic<int> syncs = 0;
  const auto sync = [&](int) {
    ++syncs;
    while (asked < kThreads) std::this_thread::yield();
    return 0;
  };
  const auto log = Open({.clock = clock, .sync = sync});
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&log, &wide] { EXPECT_TRUE(log->Append(wide).ok()); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(syncs, 4);  // One line, then 23 in pieces of 10.
  EXPECT_GT(Bytes().size(), 2U * 131'072);
  EXPECT_FALSE(Verify().problem);
  EXPECT_EQ(Verify().lookup_count, static_cast<std::uint64_t>(kThreads));
}

TEST_F(AuditLogTest, RecordsTheRemainsOfACrashAtAnyPoint) {
  Write(2);
  const auto whole = Lines();
  const std::string before = whole[0] + whole[1];
  for (std::size_t left = 1; left < whole[2].size(); ++left) {
    SetBytes(before + whole[2].substr(0, left));
    EXPECT_EQ(Verify().problem->fault, AuditFault::kTorn) << left;
    Write(1);
    const AuditReport report = Verify();
    ASSERT_FALSE(report.problem) << left << ": " << report.problem->reason;
    EXPECT_EQ(report.line_count, 4U);
    // Only the line end was missing: the line counts, and gets it.
    const bool is_whole = left + 1 == whole[2].size();
    EXPECT_EQ(report.recovery_count, is_whole ? 0U : 1U);
    EXPECT_EQ(report.lookup_count, is_whole ? 3U : 2U);
    if (is_whole) continue;
    EXPECT_THAT(Bytes(),
                StartsWith(before + whole[2].substr(0, left) + "\n{\"kind\":\"recovered\""));
  }
}

TEST_F(AuditLogTest, RecordsTheRemainsOfTheFirstLineAfterACrash) {
  Write(1);
  const std::string first = Lines()[0];
  for (const std::size_t left : {std::size_t{1}, first.size() / 2, first.size() - 1}) {
    SetBytes(first.substr(0, left));
    Write(1);
    Write(1);
    const AuditReport report = Verify();
    ASSERT_FALSE(report.problem) << left;
    EXPECT_EQ(report.recovery_count, left + 1 == first.size() ? 0U : 1U);
    EXPECT_EQ(report.lookup_count, 2U);
  }
}

TEST_F(AuditLogTest, RecordsBytesThatAreNoLines) {
  Write(2);
  const std::string before = Bytes();
  const std::string torn_texts[] = {std::string(4096, '\0'), "\n", "\n\n\n", "half\nhalf\n",
                                    std::string(100'000, 'x') + "\n"};
  for (const std::string& torn : torn_texts) {
    SetBytes(before + torn);
    Write(1);
    const AuditReport report = Verify();
    EXPECT_FALSE(report.problem) << torn.size();
    EXPECT_EQ(report.recovery_count, 1U);

    // The next start reads the record unchanged.
    Write(1);
    EXPECT_FALSE(Verify().problem);
    std::string changed = Bytes();
    changed[before.size()] = static_cast<char>(changed[before.size()] ^ 1);
    SetBytes(changed);
    EXPECT_FALSE(AuditLog::Open(path_).ok());
  }
}

TEST_F(AuditLogTest, RecordsACrashWhileItRecordedACrash) {
  Write(2);
  const auto whole = Lines();
  SetBytes(whole[0] + whole[1] + whole[2].substr(0, 50));
  Write(1);
  const auto recovered = Lines();
  const std::string torn_again = Bytes().substr(0, Bytes().find("recovered") + 30);
  SetBytes(torn_again);
  Write(1);
  const AuditReport report = Verify();
  EXPECT_FALSE(report.problem);
  EXPECT_EQ(report.recovery_count, 1U);
}

TEST_F(AuditLogTest, DoesNotContinueAFileThatNoCrashCanLeave) {
  Write(6);
  const auto lines = Lines();
  const auto altered = [&lines](std::size_t at) {
    auto changed = lines;
    changed[at][20] = static_cast<char>(changed[at][20] ^ 1);
    return changed;
  };
  auto deleted = lines;
  deleted.erase(deleted.begin() + 3);
  auto swapped = lines;
  std::swap(swapped[3], swapped[4]);
  auto repeated = lines;
  repeated.push_back(lines.back());
  auto put_in = lines;
  put_in.insert(put_in.begin() + 3, "left by nobody\n");
  for (const auto& changed : {altered(3), altered(0), deleted, swapped, repeated, put_in}) {
    SetLines(changed);
    const auto log = AuditLog::Open(path_);
    ASSERT_FALSE(log.ok());
    EXPECT_EQ(log.error().code, Code::kCorrupt);
    EXPECT_THAT(log.error().message, HasSubstr(path_));
  }
  SetLines(lines);
  SetBytes(Bytes() + std::string(300'000, 'x'));
  EXPECT_EQ(AuditLog::Open(path_).error().code, Code::kCorrupt);
  SetBytes(std::string(2'000'000, 'x'));
  EXPECT_EQ(AuditLog::Open(path_).error().code, Code::kCorrupt);
}

TEST_F(AuditLogTest, ContinuesInANewFileIfTheOldOneWasMovedAway) {
  const auto log = Open();
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  const std::string old = folder_.PathOf("audit-1.log");
  std::filesystem::rename(path_, old);
  ASSERT_TRUE(log->Append(Entry("910000020")).ok());
  ASSERT_TRUE(log->Append(Entry("910000039")).ok());
  const AuditReport first = VerifyAt(old);
  const AuditReport second = Verify({.previous = first.last_hash});
  EXPECT_FALSE(first.problem);
  EXPECT_FALSE(second.problem);
  EXPECT_EQ(second.first_previous, first.last_hash);
  EXPECT_EQ(second.first_sequence, first.last_sequence + 1);
  EXPECT_EQ(second.lookup_count, 2U);

  // Both together are one chain as well.
  SetBytes(formats::BytesOf(old) + Bytes());
  EXPECT_FALSE(Verify().problem);
}

TEST_F(AuditLogTest, ADeletedFileIsMissedInTheNextOne) {
  const auto log = Open();
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  std::filesystem::remove(path_);
  ASSERT_TRUE(log->Append(Entry("910000020")).ok());
  EXPECT_EQ(Verify().first_sequence, 3U);
  EXPECT_NE(Verify().first_previous, kNoHash);
}

TEST_F(AuditLogTest, RefusesWhileAnotherFileHasItsName) {
  const auto log = Open();
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  std::filesystem::rename(path_, folder_.PathOf("audit-1.log"));
  SetBytes("something else");
  EXPECT_FALSE(log->Append(Entry("910000020")).ok());
  EXPECT_EQ(Bytes(), "something else");
  std::filesystem::remove(path_);
  EXPECT_TRUE(log->Append(Entry("910000020")).ok());
}

TEST_F(AuditLogTest, GoesOnAfterAFileThatWasMovedAwayWhileItWasClosed) {
  Write(3);
  const std::string old = folder_.PathOf("audit-1.log");
  std::filesystem::rename(path_, old);
  {
    const auto log = Open({.after = old});
    ASSERT_TRUE(log->Append(Entry("910000020")).ok());
  }
  EXPECT_EQ(Verify().first_previous, VerifyAt(old).last_hash);
  const auto again = Open({.after = old});  // Now it has its own chain.
  ASSERT_TRUE(again->Append(Entry("910000020")).ok());
  EXPECT_FALSE(Verify({.previous = VerifyAt(old).last_hash}).problem);
}

TEST_F(AuditLogTest, GoesOnAfterADamagedFile) {
  Write(3);
  auto lines = Lines();
  lines[1][20] = '!';
  const std::string old = folder_.PathOf("audit-1.log");
  SetLines(lines);
  EXPECT_FALSE(AuditLog::Open(path_).ok());
  std::filesystem::rename(path_, old);
  const auto log = Open({.after = old});
  ASSERT_TRUE(log->Append(Entry("910000020")).ok());
  EXPECT_EQ(Verify().first_sequence, 5U);
}

TEST_F(AuditLogTest, DoesNotBeginAfterAFileThatIsNoLog) {
  EXPECT_FALSE(AuditLog::Open(path_, {.after = folder_.PathOf("none")}).ok());
  std::ofstream(folder_.PathOf("text")) << "text\n";
  EXPECT_FALSE(AuditLog::Open(path_, {.after = folder_.PathOf("text")}).ok());
}

TEST_F(AuditLogTest, RefusesAfterAFailedSyncAndNeverCountsItsLines) {
  int failures = 0;
  std::vector<std::size_t> sizes;  // Of the file at each sync.
  const auto log = Open({.sync = [this, &failures, &sizes](int descriptor) {
    sizes.push_back(Bytes().size());
    if (failures == 0) return fdatasync(descriptor);
    --failures;
    errno = EIO;
    return -1;
  }});
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  const std::string good = Bytes();
  failures = 1;  // The write's own; the truncation succeeds.
  const base::Status refused = log->Append(Entry("910000099"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kIo);
  EXPECT_EQ(Bytes(), good);
  failures = 5;  // The truncation's too, repeatedly: nothing is written before it succeeds.
  sizes.clear();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(log->Append(Entry("910000099")).ok());
  ASSERT_EQ(sizes.size(), 4U);
  EXPECT_GT(sizes.front(), good.size());
  sizes.erase(sizes.begin());
  EXPECT_THAT(sizes, testing::Each(good.size()));
  failures = 0;
  ASSERT_TRUE(log->Append(Entry("910000020")).ok());
  EXPECT_FALSE(Verify().problem);
  EXPECT_EQ(Verify().lookup_count, 2U);
  EXPECT_EQ(Bytes().find("910000099"), std::string::npos);
}

// The limit on the size of files simulates a full disk: a write stops half way.
class SmallDisk {
 public:
  explicit SmallDisk(std::size_t size_bytes) {
    before_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit_);
    rlimit small = limit_;
    small.rlim_cur = size_bytes;
    setrlimit(RLIMIT_FSIZE, &small);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, before_);
  }

 private:
  void (*before_)(int) = nullptr;
  rlimit limit_ = {};
};

TEST_F(AuditLogTest, RefusesOnAFullDiskAndRecovers) {
  const auto log = Open();
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  const std::string good = Bytes();
  const AuditLog::End end = log->end();
  for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{200}}) {
    const SmallDisk disk(good.size() + room);
    for (int i = 0; i < 3; ++i) {
      const base::Status refused = log->Append(Entry("910000099"));
      EXPECT_FALSE(refused.ok());
      EXPECT_THAT(refused.error().message, HasSubstr(path_));
    }
    EXPECT_EQ(Bytes(), good) << room;
    EXPECT_EQ(log->end().hash, end.hash);
  }
  ASSERT_TRUE(log->Append(Entry("910000020")).ok());
  EXPECT_FALSE(Verify().problem);
  EXPECT_EQ(Verify().lookup_count, 2U);
  EXPECT_EQ(Bytes().find("910000099"), std::string::npos);
}

TEST_F(AuditLogTest, BeginsAFileThatTheDiskHadNoRoomFor) {
  const auto log = Open();
  {
    const SmallDisk disk(100);
    EXPECT_FALSE(log->Append(Entry("910000099")).ok());
    EXPECT_EQ(Bytes(), "");
  }
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  EXPECT_FALSE(Verify().problem);
  EXPECT_EQ(Verify().line_count, 2U);
}

TEST_F(AuditLogTest, RecordsACrashOnceTheDiskHasRoom) {
  Write(1);
  SetBytes(Bytes() + "{\"kind\"");
  const auto log = Open();
  {
    const SmallDisk disk(Bytes().size() + 20);
    EXPECT_FALSE(log->Append(Entry("910000099")).ok());
  }
  ASSERT_TRUE(log->Append(Entry("910000012")).ok());
  EXPECT_FALSE(Verify().problem);
  EXPECT_EQ(Verify().recovery_count, 1U);
}

}  // namespace
}  // namespace orgreg::auth
