// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/basic_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <fstream>
#include <thread>
#include <vector>

#include "auth/users/basic_credentials.h"
#include "formats/base64.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::auth {
namespace {

using formats::ScratchFolder;
using Kind = BasicVerdict::Kind;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr PasswordCost kCheap{.log2_n = 10, .r = 1, .p = 1};

std::string Basic(const std::string& credentials) {
  return "Basic " + formats::EncodeBase64(credentials);
}

TEST(BasicCredentials, AreFoundForAnyCaseOfTheScheme) {
  for (const char* value : {"Basic YTpi", "basic YTpi", "BASIC YTpi", "bAsIc   YTpi"}) {
    const std::string_view fields[] = {value};
    const BasicField field = FindBasic(fields);
    EXPECT_EQ(field.form, BasicField::Form::kGiven) << value;
    EXPECT_EQ(field.encoded, "YTpi");
  }
}

TEST(BasicCredentials, AreNoneWithoutAFieldOrWithAnotherScheme) {
  EXPECT_EQ(FindBasic({}).form, BasicField::Form::kNone);
  for (const char* value : {"", "Bearer abc", "Basicx YTpi", "YTpi", "Digest username=\"a\""}) {
    const std::string_view fields[] = {value};
    EXPECT_EQ(FindBasic(fields).form, BasicField::Form::kNone) << value;
  }
}

TEST(BasicCredentials, AreMalformedIfTheyBreakTheRules) {
  const std::string too_long = "Basic " + std::string(8000, 'A');
  for (const std::string& value :
       {std::string("Basic"), std::string("Basic "), std::string("Basic YT pi"),
        std::string("Basic YTpi,"), std::string("Basic \"YTpi\""), std::string("Basic YT\xC3\xA6"),
        too_long}) {
    const std::string_view fields[] = {value};
    EXPECT_EQ(FindBasic(fields).form, BasicField::Form::kMalformed) << value.substr(0, 40);
  }
  const std::string_view twice[] = {"Basic YTpi", "Basic YTpi"};
  EXPECT_EQ(FindBasic(twice).form, BasicField::Form::kMalformed);
}

TEST(BasicCredentials, AreSplitAtTheFirstColon) {
  const auto credentials = DecodeBasic(formats::EncodeBase64("Åse:se:cret:"));
  ASSERT_TRUE(credentials);
  EXPECT_EQ(credentials->name, "Åse");
  EXPECT_EQ(credentials->password, "se:cret:");
  EXPECT_EQ(DecodeBasic(formats::EncodeBase64("a:"))->password, "");
}

TEST(BasicCredentials, RejectImpossibleNamesAndPasswords) {
  for (const std::string& text :
       {std::string("nocolon"), std::string(":password"), std::string("a b:password"),
        std::string("a:pass\nword"), std::string("a:pass\0word", 11), std::string("a:\xC3"),
        std::string("\xC3:a"), std::string(65, 'a') + ":password"}) {
    EXPECT_FALSE(DecodeBasic(formats::EncodeBase64(text))) << testing::PrintToString(text);
  }
  for (const char* encoded : {"YTpi=", "YTp", "YT=i", "YTpj\n", "YT-_"}) {
    EXPECT_FALSE(DecodeBasic(encoded)) << encoded;
  }
}

class BasicCheckTest : public testing::Test {
 protected:
  void SetUp() override {
    SetPassword("demo", "right password", kCheap);
    ASSERT_TRUE(Open());
  }

  bool Open() {
    BasicCheckOptions options;
    options.now = [this] { return now_; };
    options.failures.now = options.now;
    options.report = [this](const std::string& problem) { reports_.push_back(problem); };
    auto opened = BasicCheck::Open(path_, options);
    if (opened) check_ = std::move(*opened);
    return opened.ok();
  }

  void SetPassword(const std::string& name, const std::string& password, const PasswordCost& cost) {
    const auto hash = HashPassword(password, cost);
    ASSERT_TRUE(ChangeUsers(
        path_, [&](UserList* users) { return users->Set({.name = name, .hash = *hash}); }));
  }

  template <typename Ask>
  Kind With(const std::string& field, const std::string& address, Ask ask) {
    const std::string_view fields[] = {field};
    return (check_.get()->*ask)({.authorization = fields, .address = address}).kind;
  }
  Kind Check(const std::string& credentials, const std::string& address = "192.0.2.1") {
    return With(Basic(credentials), address, &BasicCheck::Check);
  }
  Kind Look(const std::string& credentials, const std::string& address = "192.0.2.1") {
    return With(Basic(credentials), address, &BasicCheck::Look);
  }

  ScratchFolder folder_{"basic_check"};
  std::string path_ = folder_.PathOf("users");
  BasicCheck::Clock::time_point now_ = BasicCheck::Clock::now();
  std::vector<std::string> reports_;
  std::unique_ptr<BasicCheck> check_;
};

TEST_F(BasicCheckTest, DistinguishesMissingWrongAndRightCredentials) {
  EXPECT_EQ(check_->Check({}).kind, Kind::kNoCredentials);
  EXPECT_EQ(check_->Look({}).kind, Kind::kNoCredentials);
  EXPECT_EQ(Check("demo:right password"), Kind::kRight);
  for (const char* wrong :
       {"demo:wrong password", "demo:right password ", "demo:", "Demo:right password",
        "nobody:right password", "demo", ":right password", ""}) {
    // Each from a different address, since wrong ones are limited.
    EXPECT_EQ(Check(wrong, wrong), Kind::kWrong) << wrong;
  }
}

TEST_F(BasicCheckTest, NamesTheUser) {
  const std::string value = Basic("demo:right password");
  const std::string_view fields[] = {value};
  EXPECT_EQ(check_->Check({.authorization = fields, .address = "::1"}).user, "demo");
  EXPECT_EQ(check_->Look({.authorization = fields, .address = "::1"}).user, "demo");
}

TEST_F(BasicCheckTest, SendsAChallengeWithRealmAndCharset) {
  EXPECT_EQ(check_->challenge(), "Basic realm=\"statements\", charset=\"UTF-8\"");
  for (const char* realm : {"a\"b", "a\\b", "a\nb", "\xC3\xA6"}) {
    EXPECT_FALSE(BasicCheck::Open(path_, {.realm = realm})) << realm;
  }
}

TEST_F(BasicCheckTest, RemembersRightOnesForFiveMinutesAndWrongOnesNever) {
  EXPECT_EQ(Look("demo:right password"), Kind::kUndecided);
  EXPECT_EQ(Check("demo:right password"), Kind::kRight);
  EXPECT_EQ(Look("demo:right password"), Kind::kRight);
  now_ += BasicCheck::kRememberedFor - milliseconds(1);
  EXPECT_EQ(Look("demo:right password"), Kind::kRight);
  now_ += milliseconds(1);
  EXPECT_EQ(Look("demo:right password"), Kind::kUndecided);
  EXPECT_EQ(Check("demo:wrong password"), Kind::kWrong);
  EXPECT_EQ(Look("demo:wrong password"), Kind::kUndecided);
}

TEST_F(BasicCheckTest, ForgetsWhenThePasswordChanges) {
  EXPECT_EQ(Check("demo:right password"), Kind::kRight);
  SetPassword("demo", "newer password", kCheap);
  now_ += BasicCheck::kLookAgain;
  EXPECT_EQ(Look("demo:right password"), Kind::kUndecided);
  EXPECT_EQ(Check("demo:right password"), Kind::kWrong);
  EXPECT_EQ(Check("demo:newer password"), Kind::kRight);
  EXPECT_THAT(reports_, testing::IsEmpty());
}

TEST_F(BasicCheckTest, ForgetsARemovedUserWhileOthersPass) {
  SetPassword("other", "other password", kCheap);
  now_ += BasicCheck::kLookAgain;
  EXPECT_EQ(Check("demo:right password"), Kind::kRight);
  ASSERT_TRUE(ChangeUsers(path_, [](UserList* users) { return users->Remove("demo"); }));
  now_ += BasicCheck::kLookAgain;
  EXPECT_EQ(Check("demo:right password"), Kind::kWrong);
  EXPECT_EQ(Check("other:other password"), Kind::kRight);
  EXPECT_EQ(check_->user_count(), 1U);
}

TEST_F(BasicCheckTest, AcceptsNoCredentialsUntilThereIsAFile) {
  std::filesystem::remove(path_);
  ASSERT_TRUE(Open());
  EXPECT_EQ(check_->user_count(), 0U);
  // The default cost applies to an unknown name here.
  EXPECT_EQ(Check("demo:right password"), Kind::kWrong);
  SetPassword("demo", "right password", kCheap);
  now_ += BasicCheck::kLookAgain;
  EXPECT_EQ(Check("demo:right password"), Kind::kRight);
  std::filesystem::remove(path_);
  now_ += BasicCheck::kLookAgain;
  EXPECT_EQ(Look("demo:right password"), Kind::kUndecided);
  EXPECT_EQ(Check("demo:right password"), Kind::kWrong);
}

TEST_F(BasicCheckTest, KeepsItsUsersWhileTheFileIsBroken) {
  const std::string good = formats::BytesOf(path_);
  std::ofstream(path_) << "broken";
  for (int i = 0; i < 3; ++i) {
    now_ += BasicCheck::kLookAgain;
    EXPECT_EQ(Check("demo:right password"), Kind::kRight);
  }
  ASSERT_EQ(reports_.size(), 1U);  // Reported once.
  EXPECT_THAT(reports_[0], testing::HasSubstr("line 1"));
  std::ofstream(path_) << good;
  now_ += BasicCheck::kLookAgain;
  EXPECT_EQ(Check("demo:right password"), Kind::kRight);
  EXPECT_THAT(reports_, testing::ElementsAre(testing::_, ""));
}

TEST_F(BasicCheckTest, ChecksNoCredentialsUntilTheFileCanBeRead) {
  ASSERT_EQ(chmod(path_.c_str(), 0644), 0);
  ASSERT_TRUE(Open());
  for (const char* credentials : {"demo:right password", "demo:wrong", "nobody:right password"}) {
    EXPECT_EQ(Look(credentials), Kind::kUnusable);
    EXPECT_EQ(Check(credentials), Kind::kUnusable);
  }
  EXPECT_EQ(check_->Look({}).kind, Kind::kNoCredentials);
  ASSERT_TRUE(check_->problem());
  EXPECT_THAT(reports_, testing::ElementsAre(check_->problem()->message));
  EXPECT_THAT(reports_[0], testing::HasSubstr(path_));
  ASSERT_EQ(chmod(path_.c_str(), 0600), 0);
  now_ += BasicCheck::kLookAgain;
  EXPECT_EQ(Look("demo:right password"), Kind::kUndecided);
  EXPECT_EQ(Check("demo:right password"), Kind::kRight);
  EXPECT_FALSE(check_->problem());
  EXPECT_THAT(reports_, testing::ElementsAre(testing::_, ""));
}

TEST_F(BasicCheckTest, LimitsWrongOnesOfAnAddress) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(Check("demo:wrong " + std::to_string(i)), Kind::kWrong) << i;
  }
  EXPECT_EQ(Check("demo:wrong again"), Kind::kLimited);
  // The right one looks the same as a wrong one, on either thread.
  EXPECT_EQ(Check("demo:right password"), Kind::kLimited);
  EXPECT_EQ(Look("demo:right password"), Kind::kLimited);
  EXPECT_EQ(Check("demo:right password", "192.0.2.2"), Kind::kRight);
  // Remembered credentials pass from the limited address too.
  EXPECT_EQ(Look("demo:right password"), Kind::kRight);
  now_ += seconds(6);
  EXPECT_EQ(Check("demo:wrong again"), Kind::kWrong);
  EXPECT_EQ(Check("demo:wrong again"), Kind::kLimited);
}

TEST_F(BasicCheckTest, SaysHowLongALimitLasts) {
  for (int i = 0; i < 10; ++i) Check("demo:wrong");
  const std::string value = Basic("demo:wrong");
  const std::string_view fields[] = {value};
  EXPECT_EQ(check_->Look({.authorization = fields, .address = "192.0.2.1"}).retry_after,
            seconds(6));
  now_ += milliseconds(5'500);
  EXPECT_EQ(check_->Look({.authorization = fields, .address = "192.0.2.1"}).retry_after,
            seconds(1));
}

TEST_F(BasicCheckTest, CountsMalformedOnesToo) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(With("Basic !", "192.0.2.1", &BasicCheck::Look), Kind::kWrong);
  }
  EXPECT_EQ(With("Basic !", "192.0.2.1", &BasicCheck::Look), Kind::kLimited);
}

TEST_F(BasicCheckTest, DoesNotCountRightOnes) {
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(Check("demo:right password"), Kind::kRight);
    now_ += BasicCheck::kRememberedFor;  // Forgotten again.
  }
  for (int i = 0; i < 10; ++i) EXPECT_EQ(Check("demo:wrong"), Kind::kWrong) << i;
}

double CpuSeconds() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Roughly: the medians of the processor time of both. A name that needed no hashing would be some
// hundred times cheaper.
TEST_F(BasicCheckTest, CostsTheSameForAnUnknownNameAsForAWrongPassword) {
  SetPassword("demo", "right password", {.log2_n = 14, .r = 8, .p = 1});
  ASSERT_TRUE(Open());
  const auto median = [this](const std::string& name) {
    std::vector<double> costs;
    for (int i = 0; i < 9; ++i) {
      const double before = CpuSeconds();
      EXPECT_EQ(Check(name + ":wrong " + std::to_string(i), name), Kind::kWrong);
      costs.push_back(CpuSeconds() - before);
    }
    std::ranges::nth_element(costs, costs.begin() + 4);
    return costs[4];
  };
  const double known = median("demo");
  const double unknown = median("nobody");
  EXPECT_GT(known, 0.001);
  EXPECT_LT(std::abs(known - unknown), 0.5 * known) << known << " " << unknown;
}

TEST_F(BasicCheckTest, ChecksTheSameCredentialsOnceForAllRequests) {
  SetPassword("demo", "right password", {.log2_n = 14, .r = 8, .p = 1});
  ASSERT_TRUE(Open());
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  std::atomic<int> hashing = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const double before = CpuSeconds();
      if (Check("demo:right password") == Kind::kRight) ++right;
      if (CpuSeconds() - before > 0.005) ++hashing;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 8);
  EXPECT_EQ(hashing, 1);
}

TEST_F(BasicCheckTest, IsBusyIfTooManyWait) {
  SetPassword("demo", "right password", {.log2_n = 16, .r = 8, .p = 1});
  auto opened = BasicCheck::Open(path_, {.queue = {.most_at_once = 1, .most_waiting = 0}});
  ASSERT_TRUE(opened);
  check_ = std::move(*opened);
  std::atomic<int> busy = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      if (Check("demo:wrong " + std::to_string(i)) == Kind::kBusy) ++busy;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(busy, 1);
  EXPECT_EQ(Check("demo:right password"), Kind::kRight);
}

TEST(FailureLimit, CountsIpv6ByNetwork) {
  FailureLimit limit({.burst = 1});
  EXPECT_EQ(limit.Take("2001:db8:0:1::1"), milliseconds(0));
  EXPECT_GT(limit.Take("2001:db8:0:1:ffff::2"), milliseconds(0));
  EXPECT_EQ(limit.Take("2001:db8:0:2::1"), milliseconds(0));
  EXPECT_EQ(limit.Take("192.0.2.1"), milliseconds(0));
  EXPECT_GT(limit.Take("192.0.2.1"), milliseconds(0));
  EXPECT_EQ(limit.Take("192.0.2.2"), milliseconds(0));
}

// Proxies that listen on both write them in this form: the bits before the address are the same for
// all.
TEST(FailureLimit, CountsIpv4WrittenAsIpv6ByAddress) {
  FailureLimit limit({.burst = 1});
  EXPECT_EQ(limit.Take("::ffff:192.0.2.1"), milliseconds(0));
  EXPECT_EQ(limit.Take("::ffff:192.0.2.2"), milliseconds(0));
  EXPECT_GT(limit.Take("::ffff:c000:0201"), milliseconds(0));
  EXPECT_GT(limit.Take("192.0.2.2"), milliseconds(0));
}

TEST(FailureLimit, FillsUpAgainAndNoFurther) {
  FailureLimit::Clock::time_point now = FailureLimit::Clock::now();
  FailureLimit limit({.burst = 2, .every = seconds(6), .now = [&now] { return now; }});
  EXPECT_EQ(limit.Take("a"), milliseconds(0));
  EXPECT_EQ(limit.Take("a"), milliseconds(0));
  EXPECT_EQ(limit.Take("a"), seconds(6));
  now += seconds(3);
  EXPECT_EQ(limit.Take("a"), seconds(3));
  EXPECT_EQ(limit.Wait("a"), seconds(3));
  now += minutes(60);
  EXPECT_EQ(limit.Wait("a"), seconds(0));
  limit.GiveBack("a");
  EXPECT_EQ(limit.Take("a"), milliseconds(0));
  EXPECT_EQ(limit.Take("a"), milliseconds(0));
  EXPECT_EQ(limit.Take("a"), seconds(6));
}

TEST(FailureLimit, RemembersTheClientThatFailedMostWhileOthersCome) {
  FailureLimit limit({.burst = 10, .most_addresses = 100});
  for (int i = 0; i < 10; ++i) EXPECT_EQ(limit.Take("first"), milliseconds(0));
  for (int i = 0; i < 100'000; ++i) limit.Take("address " + std::to_string(i));
  EXPECT_GT(limit.Take("first"), milliseconds(0));
  EXPECT_LE(limit.size(), 200U);
  const std::size_t before = limit.size();
  EXPECT_EQ(limit.Wait("never seen"), milliseconds(0));
  EXPECT_EQ(limit.size(), before);
}

}  // namespace
}  // namespace orgreg::auth
