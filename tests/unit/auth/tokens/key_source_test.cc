// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/key_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "http/server/server.h"
#include "unit/auth/tokens/forge.h"
#include "unit/auth/tokens/test_keys.h"

namespace orgreg::auth {
namespace {

using Wait = KeySource::Wait;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::string_view kClient = "192.0.2.1";

std::string FirstKeys() { return Jwks({Jwk(kFirstKeyPem, "first")}); }
std::string SecondKeys() { return Jwks({Jwk(kSecondKeyPem, "second")}); }

// An issuer, and the time, under the control of a test.
struct World {
  std::atomic<std::int64_t> passed_seconds{0};
  std::atomic<int> asked{0};
  std::atomic<bool> is_up{true};
  std::mutex mutex = {};
  std::string keys = FirstKeys();
  std::vector<std::string> reports = {};
  std::function<void()> on_asked = [] {};

  KeySourceOptions Options() {
    KeySourceOptions options;
    options.now = [this] { return KeySource::Clock::time_point(seconds(passed_seconds)); };
    options.report = [this](const std::string& problem) { reports.push_back(problem); };
    options.reader = [this](const std::string&) -> base::Result<KeyText> {
      ++asked;
      on_asked();
      if (!is_up) return base::Error{base::Code::kUnavailable, "down"};
      const std::lock_guard lock(mutex);
      return KeyText{.text = keys};
    };
    return options;
  }
  void Pass(seconds time) { passed_seconds += time.count(); }
};

bool Knows(KeySource* source, std::string_view kid) {
  return source->Find(kid, kClient, Wait::kNever).key != nullptr;
}

TEST(KeySource, KnowsNothingBeforeItHasRead) {
  World world;
  KeySource source(world.Options());
  const auto found = source.Find("first", kClient, Wait::kNever);
  EXPECT_EQ(found.set, nullptr);
  EXPECT_TRUE(found.wants_reading);
  EXPECT_EQ(world.asked, 0);
  EXPECT_NE(source.Find("first", kClient, Wait::kForKeys).key, nullptr);
  EXPECT_EQ(world.asked, 1);
}

TEST(KeySource, ReadsWhenItIsDue) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  source.ReadIfDue();
  EXPECT_EQ(world.asked, 1);
  world.Pass(minutes(5) - seconds(1));
  source.ReadIfDue();
  EXPECT_EQ(world.asked, 1);
  world.Pass(seconds(1));
  source.ReadIfDue();
  EXPECT_EQ(world.asked, 2);
}

TEST(KeySource, ForgetsKeysThatAreWithdrawn) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  world.keys = SecondKeys();
  EXPECT_TRUE(Knows(&source, "first"));
  world.Pass(minutes(5));
  source.ReadIfDue();
  EXPECT_FALSE(Knows(&source, "first"));
  EXPECT_TRUE(Knows(&source, "second"));
  world.keys = R"({"keys":[]})";
  world.Pass(minutes(5));
  source.ReadIfDue();
  EXPECT_EQ(source.Find("second", kClient, Wait::kNever).set, nullptr);
  EXPECT_EQ(source.state().keys, 0U);
}

TEST(KeySource, ReadsAtOnceForAnIdItDoesNotKnow) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  world.keys = SecondKeys();
  const auto asked_before = source.Find("second", kClient, Wait::kNever);
  EXPECT_TRUE(asked_before.wants_reading);
  EXPECT_NE(asked_before.set, nullptr);
  EXPECT_NE(source.Find("second", kClient, Wait::kForKeys).key, nullptr);
  EXPECT_EQ(world.asked, 2);
}

TEST(KeySource, HasNoKeysIfThereWasNeverAFile) {
  World world;
  KeySourceOptions options = world.Options();
  options.reader = [](const std::string&) { return KeyText{.is_unchanged = true}; };
  KeySource source(std::move(options));
  source.ReadIfDue();
  EXPECT_EQ(source.Find("first", kClient, Wait::kForKeys).set, nullptr);
  EXPECT_EQ(source.state().keys, 0U);
}

// So a file is not read twice, and a broken one is read again.
TEST(KeySource, PassesTheReaderItsPresentText) {
  World world;
  std::vector<std::string> marks;
  KeySourceOptions options = world.Options();
  options.reader = [&](const std::string& mark) {
    marks.push_back(mark);
    const bool is_broken = marks.size() == 2;
    return KeyText{.text = is_broken ? "" : FirstKeys(), .mark = std::to_string(marks.size())};
  };
  KeySource source(std::move(options));
  for (int i = 0; i < 4; ++i) {
    source.ReadIfDue();
    world.Pass(minutes(5));
  }
  EXPECT_EQ(marks, (std::vector<std::string>{"", "1", "1", "3"}));
}

TEST(KeySource, IsNotFloodedByUnknownIds) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  for (int i = 0; i < 300; ++i)
    EXPECT_EQ(source.Find("unknown-" + std::to_string(i), kClient, Wait::kForKeys).key, nullptr);
  EXPECT_LE(world.asked, 5);
  EXPECT_EQ(world.asked, 1 + static_cast<int>(KeySource::kBurst));
  // A caller that may not wait is not asked to wait for nothing.
  EXPECT_FALSE(source.Find("unknown", kClient, Wait::kNever).wants_reading);
  EXPECT_TRUE(Knows(&source, "first"));
  world.Pass(seconds(59));
  source.Find("unknown", kClient, Wait::kForKeys);
  EXPECT_EQ(world.asked, 4);
  world.Pass(seconds(1));
  source.Find("unknown", kClient, Wait::kForKeys);
  source.Find("unknown", kClient, Wait::kForKeys);
  EXPECT_EQ(world.asked, 5);
}

// Users get a new key at once, however many unknown ids strangers send.
TEST(KeySource, KeepsReadingsForOtherAddresses) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  for (int i = 0; i < 300; ++i) {
    source.Find("unknown-" + std::to_string(i), "198.51.100.7", Wait::kForKeys);
    // One network can have any number of addresses.
    source.Find("unknown-" + std::to_string(i), "2001:db8::" + std::to_string(i), Wait::kForKeys);
  }
  world.keys = SecondKeys();
  EXPECT_TRUE(source.Find("second", kClient, Wait::kNever).wants_reading);
  EXPECT_NE(source.Find("second", kClient, Wait::kForKeys).key, nullptr);
  EXPECT_EQ(world.asked, 2 + 2 * static_cast<int>(KeySource::kBurst));
}

// Many strangers at as many addresses do not cause endless readings either.
TEST(KeySource, CountsTheReadingsOfAllAddresses) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  for (int i = 0; i < 250; ++i)
    source.Find("unknown", "198.51.100." + std::to_string(i), Wait::kForKeys);
  EXPECT_EQ(world.asked, 1 + static_cast<int>(KeySource::kBurstOfAll));
  // If none is left, the next one is not far off.
  world.keys = SecondKeys();
  EXPECT_EQ(source.Find("second", kClient, Wait::kForKeys).key, nullptr);
  world.Pass(KeySource::kSoon - seconds(1));
  source.ReadIfDue();
  EXPECT_FALSE(Knows(&source, "second"));
  world.Pass(seconds(1));
  source.ReadIfDue();
  EXPECT_TRUE(Knows(&source, "second"));
}

// The reading that a stranger caused may have begun before the new key was published.
TEST(KeySource, ReadsAgainForAClientThatWaitedInVain) {
  World world;
  std::promise<void> begun;
  std::promise<void> may_end;
  std::promise<void> looked;
  std::atomic<bool> is_client_next{false};
  world.on_asked = [&] {
    if (world.asked == 2) {
      begun.set_value();
      may_end.get_future().wait();
    } else if (world.asked == 3) {
      world.keys = SecondKeys();
    }
  };
  KeySourceOptions options = world.Options();
  // The client reads the time while it holds the lock, which it keeps until it waits.
  options.now = [&, now = options.now] {
    if (is_client_next.exchange(false)) looked.set_value();
    return now();
  };
  KeySource source(std::move(options));
  source.ReadIfDue();
  auto stranger = std::async(std::launch::async, [&source] {
    return source.Find("unknown", "198.51.100.7", Wait::kForKeys).key == nullptr;
  });
  begun.get_future().wait();
  is_client_next = true;
  auto client = std::async(std::launch::async, [&source] {
    return source.Find("second", kClient, Wait::kForKeys).key != nullptr;
  });
  looked.get_future().wait();
  may_end.set_value();
  EXPECT_TRUE(stranger.get());
  EXPECT_TRUE(client.get());
  EXPECT_EQ(world.asked, 3);
}

TEST(KeySource, FillsTheBucketNoFurtherThanItsBurst) {
  World world;
  KeySource source(world.Options());
  world.Pass(hours(10));
  for (int i = 0; i < 20; ++i) source.Find("unknown", kClient, Wait::kForKeys);
  EXPECT_EQ(world.asked, static_cast<int>(KeySource::kBurst));
}

TEST(KeySource, ReadsForNoIdThatIsTooLong) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  EXPECT_EQ(source.Find(std::string(1000, 'k'), kClient, Wait::kForKeys).key, nullptr);
  EXPECT_FALSE(source.Find(std::string(1000, 'k'), kClient, Wait::kNever).wants_reading);
  EXPECT_EQ(world.asked, 1);
}

TEST(KeySource, KeepsTheLastKeysForADayOfFailures) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  world.is_up = false;
  for (int i = 0; i < 24 * 60; ++i) {
    world.Pass(minutes(1));
    source.ReadIfDue();
    ASSERT_TRUE(Knows(&source, "first")) << i;
  }
  EXPECT_EQ(source.state().age, hours(24));
  world.Pass(seconds(1));
  EXPECT_EQ(source.Find("first", kClient, Wait::kNever).set, nullptr);
  EXPECT_EQ(source.Find("first", kClient, Wait::kForKeys).set, nullptr);
  EXPECT_EQ(source.state().keys, 0U);
  world.is_up = true;
  world.Pass(minutes(1));
  source.ReadIfDue();
  EXPECT_TRUE(Knows(&source, "first"));
  EXPECT_EQ(source.state().age, seconds(0));
}

TEST(KeySource, TriesAgainSoonAfterAFailure) {
  World world;
  world.is_up = false;
  KeySource source(world.Options());
  source.ReadIfDue();
  world.Pass(seconds(29));
  source.ReadIfDue();
  EXPECT_EQ(world.asked, 1);
  world.Pass(seconds(1));
  world.is_up = true;
  source.ReadIfDue();
  EXPECT_TRUE(Knows(&source, "first"));
  EXPECT_EQ(source.state().failures, 1U);
  EXPECT_EQ(source.state().readings, 2U);
  EXPECT_EQ(world.reports, (std::vector<std::string>{"down", ""}));
}

TEST(KeySource, KeepsItsKeysIfTheTextIsNoKeySet) {
  World world;
  KeySource source(world.Options());
  source.ReadIfDue();
  for (const char* const keys : {"", "<html>", "{}", R"({"keys":[1]})"}) {
    world.keys = keys;
    world.Pass(minutes(5));
    source.ReadIfDue();
    EXPECT_TRUE(Knows(&source, "first")) << keys;
  }
  EXPECT_EQ(source.state().failures, 4U);
  EXPECT_EQ(world.reports.size(), 4U);
}

// The first caller reads; the others come meanwhile and wait for it.
TEST(KeySource, ReadsOnceForAllWaitingCallers) {
  World world;
  std::promise<void> begun;
  std::promise<void> may_end;
  world.on_asked = [&] {
    if (world.asked > 1) return;
    begun.set_value();
    may_end.get_future().wait();
  };
  KeySource source(world.Options());
  const auto find = [&source] {
    return source.Find("first", kClient, Wait::kForKeys).key != nullptr;
  };
  std::future<bool> reading = std::async(std::launch::async, find);
  begun.get_future().wait();
  EXPECT_TRUE(source.Find("first", kClient, Wait::kNever).wants_reading);
  source.ReadIfDue();  // Another thread does already.
  std::vector<std::future<bool>> waiting;
  waiting.reserve(20);
  for (int i = 0; i < 20; ++i) waiting.push_back(std::async(std::launch::async, find));
  may_end.set_value();
  EXPECT_TRUE(reading.get());
  for (auto& one : waiting) EXPECT_TRUE(one.get());
  EXPECT_EQ(world.asked, 1);
}

TEST(KeySource, ReadsInAThreadOfItsOwn) {
  World world;
  std::promise<void> second;
  world.on_asked = [&] {
    if (world.asked == 2) second.set_value();
  };
  KeySourceOptions options = world.Options();
  options.now = &KeySource::Clock::now;
  options.refresh = std::chrono::milliseconds(1);
  KeySource source(std::move(options));
  source.Start();
  EXPECT_EQ(second.get_future().wait_for(seconds(30)), std::future_status::ready);
}

// One reading that hangs must not delay every request with an unknown key id.
TEST(KeySource, LetsNoCallerWaitForLongForTheReadingOfAnother) {
  World world;
  std::promise<void> begun;
  std::promise<void> may_end;
  world.on_asked = [&] {
    begun.set_value();
    may_end.get_future().wait();
  };
  KeySource source(world.Options());
  auto reading = std::async(std::launch::async, [&source] { source.ReadIfDue(); });
  begun.get_future().wait();
  EXPECT_EQ(source.Find("first", kClient, Wait::kForKeys).key, nullptr);
  EXPECT_EQ(world.asked, 1);
  may_end.set_value();
}

TEST(KeySource, IsOpenedWithAnAddressOrAFile) {
  for (const char* const location : {"", "ftp://token.example.test/", "http://example.test/"}) {
    const auto opened = KeySource::Open(location, "");
    ASSERT_FALSE(opened.ok()) << location;
    EXPECT_EQ(opened.error().code, base::Code::kInvalid);
  }
  EXPECT_TRUE(KeySource::Open("/a/file", "").ok());
}

// The thread has nothing to do while a client reads.
TEST(KeySource, ItsThreadLeavesAReadingToTheClientThatHasBegunIt) {
  World world;
  std::promise<void> begun;
  std::promise<void> may_end;
  std::promise<void> looked;
  std::atomic<bool> is_thread_next{false};
  world.on_asked = [&] {
    begun.set_value();
    may_end.get_future().wait();
  };
  KeySourceOptions options = world.Options();
  // The thread reads the time while it holds the lock, which it keeps until it waits.
  options.now = [&, now = options.now] {
    if (is_thread_next.exchange(false)) looked.set_value();
    return now();
  };
  KeySource source(std::move(options));
  auto client = std::async(std::launch::async, [&source] {
    return source.Find("first", kClient, Wait::kForKeys).key != nullptr;
  });
  begun.get_future().wait();
  is_thread_next = true;
  source.Start();
  looked.get_future().wait();
  may_end.set_value();
  EXPECT_TRUE(client.get());
  EXPECT_EQ(world.asked, 1);
}

class KeyFile : public ::testing::Test {
 protected:
  ~KeyFile() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ + "/keys.json"; }
  // Replaces the file in one step, so that no half of it is read.
  void Write(const std::string& text) const {
    std::ofstream(path() + ".new") << text;
    std::filesystem::rename(path() + ".new", path());
  }
  std::unique_ptr<KeySource> Open() {
    KeySourceOptions options = world_.Options();
    options.reader = {};
    return KeySource::Open(path(), "", std::move(options)).value();
  }

  std::string folder_ = [] {
    std::string name = std::filesystem::temp_directory_path() / "orgreg-keys-XXXXXX";
    return std::string(mkdtemp(name.data()));
  }();
  World world_;
};

TEST_F(KeyFile, IsReadAgainWhenItWasReplaced) {
  Write(FirstKeys());
  const auto source = Open();
  source->ReadIfDue();
  EXPECT_TRUE(Knows(source.get(), "first"));
  Write(SecondKeys());
  world_.Pass(seconds(5));
  source->ReadIfDue();
  EXPECT_TRUE(Knows(source.get(), "second"));
  Write(FirstKeys());
  EXPECT_NE(source->Find("first", kClient, Wait::kForKeys).key, nullptr);
}

TEST_F(KeyFile, IsReadOnlyWhenItHasChanged) {
  Write(FirstKeys());
  const KeyReader reader = FileKeyReader(path());
  const auto first = reader("");
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first->text, FirstKeys());
  EXPECT_FALSE(first->is_unchanged);
  EXPECT_TRUE(reader(first->mark)->is_unchanged);
  EXPECT_FALSE(reader("x")->is_unchanged);
  Write(FirstKeys());
  EXPECT_FALSE(reader(first->mark)->is_unchanged);
}

TEST_F(KeyFile, LivesOnUnchangedForMoreThanADay) {
  Write(FirstKeys());
  const auto source = Open();
  for (int i = 0; i < 60; ++i) {
    source->ReadIfDue();
    EXPECT_TRUE(Knows(source.get(), "first"));
    world_.Pass(hours(1));
  }
}

TEST_F(KeyFile, IsBrokenUntilItIsMended) {
  Write("half of it");
  const auto source = Open();
  for (int i = 0; i < 3; ++i) {
    source->ReadIfDue();
    world_.Pass(seconds(5));
  }
  EXPECT_EQ(source->state().failures, 3U);
  EXPECT_EQ(source->state().age, seconds(0));
  Write(FirstKeys());
  source->ReadIfDue();
  EXPECT_TRUE(Knows(source.get(), "first"));
}

TEST_F(KeyFile, IsRefusedIfItIsMissingNoFileOrTooLarge) {
  EXPECT_FALSE(FileKeyReader(path())("").ok());
  EXPECT_FALSE(FileKeyReader(folder_)("").ok());
  EXPECT_FALSE(FileKeyReader("")("").ok());
  ASSERT_EQ(mkfifo((folder_ + "/pipe").c_str(), 0600), 0);
  EXPECT_FALSE(FileKeyReader(folder_ + "/pipe")("").ok());
  Write(std::string(kMostKeyTextBytes + 1, ' '));
  const auto large = FileKeyReader(path())("");
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().code, base::Code::kLimit);
}

// Such a file has a size and a name like any other, and the system refuses to read it.
TEST(KeyFiles, AreReportedIfReadingFails) {
  const auto read = FileKeyReader("/proc/self/mem")("");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, base::Code::kIo);
}

// What was read then may be a mixture, so it is read again the next time.
TEST_F(KeyFile, HasNoMarkIfItIsWrittenMeanwhile) {
  Write(std::string(500'000, ' '));
  std::jthread writer([this](const std::stop_token& stop) {
    for (std::uintmax_t size = 400'000; !stop.stop_requested(); ++size)
      std::filesystem::resize_file(path(), size % 500'000 + 1);
  });
  const KeyReader reader = FileKeyReader(path());
  const auto until = std::chrono::steady_clock::now() + seconds(30);
  bool is_without_mark = false;
  while (!is_without_mark && std::chrono::steady_clock::now() < until)
    is_without_mark = reader("")->mark.empty();
  EXPECT_TRUE(is_without_mark);
}

TEST(KeyAddress, IsHttpsOrLoopback) {
  for (const char* const url :
       {"https://token.example.test/jwk", "https://[2001:db8::1]:8443/jwk", "http://localhost/jwk",
        "http://LOCALHOST:8080/jwk", "http://127.0.0.1:1/", "http://127.1.2.3/", "http://[::1]:1/"})
    EXPECT_TRUE(UrlKeyReader({.url = url}).ok()) << url;
}

TEST(KeyAddress, IsRefusedOtherwise) {
  for (const char* const url : {"",
                                "http://token.example.test/jwk",
                                "http://localhost.example.test/",
                                "http://127.0.0.1.example.test/",
                                "http://127.0.0.1@example.test/",
                                "http://example.test#127.0.0.1",
                                "http://128.0.0.1/",
                                "http://10.0.0.1/",
                                "http://0.0.0.0/",
                                "http://[::]/",
                                "http://[::ffff:10.0.0.1]/",
                                "http://notlocalhost/",
                                "ftp://127.0.0.1/",
                                "file:///etc/passwd",
                                "gopher://127.0.0.1/",
                                "data://x",
                                "HTTP://example.test/",
                                "https://",
                                "https://user:secret@token.example.test/",
                                "https://user@token.example.test/",
                                "http:///x",
                                "://",
                                "https://a b/"})
    EXPECT_FALSE(UrlKeyReader({.url = url}).ok()) << url;
  const auto secret = UrlKeyReader({.url = "https://user:secret@token.example.test/"});
  EXPECT_EQ(secret.error().message.find("secret"), std::string::npos);
}

// Answers with the content for its path.
class Issuer final : public http::Handler {
 public:
  http::Placement Handle(const http::Request& request, http::Response* response) override {
    ++asked;
    if (request.path == "/keys") response->body() = FirstKeys();
    if (request.path == "/large") response->body() = std::string(kMostKeyTextBytes + 1, ' ');
    if (request.path == "/missing") response->set_status(404);
    if (request.path == "/moved") {
      response->set_status(302);
      response->AddHeader("Location", "/keys");
    }
    return http::Placement::kAnswered;
  }
  void HandleFault(http::Fault /*fault*/, http::Response* response) override {
    response->set_status(400);
  }

  std::atomic<int> asked{0};
};

class KeyAddressServed : public ::testing::Test {
 protected:
  std::string Url(const std::string& path) const {
    return "http://127.0.0.1:" + std::to_string((*server_)->port()) + path;
  }
  base::Result<KeyText> Read(const std::string& path) const {
    return (*UrlKeyReader({.url = Url(path)}))("");
  }

  Issuer issuer_;
  base::Result<std::unique_ptr<http::Server>> server_ = http::Server::Start({}, &issuer_);
};

TEST_F(KeyAddressServed, IsRead) {
  const auto text = Read("/keys");
  ASSERT_TRUE(text.ok()) << text.error().message;
  EXPECT_EQ(text->text, FirstKeys());
}

TEST_F(KeyAddressServed, IsNotFollowedNorReadWithoutEnd) {
  EXPECT_FALSE(Read("/missing").ok());
  EXPECT_FALSE(Read("/moved").ok());
  EXPECT_EQ(issuer_.asked, 2);
  const auto large = Read("/large");
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().code, base::Code::kLimit);
}

TEST_F(KeyAddressServed, IsNotSpokenToInTheClear) {
  std::string url = Url("/keys");
  url.replace(0, 4, "https");
  EXPECT_FALSE((*UrlKeyReader({.url = url}))("").ok());
  EXPECT_EQ(issuer_.asked, 0);
}

TEST_F(KeyAddressServed, FeedsASource) {
  const auto source = KeySource::Open(Url("/keys"), "");
  ASSERT_TRUE(source.ok());
  EXPECT_NE((*source)->Find("first", kClient, Wait::kForKeys).key, nullptr);
  for (int i = 0; i < 300; ++i) (*source)->Find("x" + std::to_string(i), kClient, Wait::kForKeys);
  EXPECT_LE(issuer_.asked, 5);
}

TEST(KeyAddress, IsUnavailableIfNoServerListens) {
  const auto text = (*UrlKeyReader({.url = "http://127.0.0.1:1/keys"}))("");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, base::Code::kUnavailable);
}

}  // namespace
}  // namespace orgreg::auth
