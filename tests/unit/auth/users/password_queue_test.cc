// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/password_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace orgreg::auth {
namespace {

using testing::ElementsAre;
using Outcome = PasswordQueue::Outcome;
using std::chrono::milliseconds;
using std::chrono::minutes;

PasswordQueue::Claim ClaimOf(const std::string& network, const std::string& credentials) {
  return {.digest = ProcessHash(credentials), .network = network};
}
PasswordQueue::Claim ClaimOf(const std::string& network) { return ClaimOf(network, network); }

// Waits on separate threads, whose turns end when the test says so. It records the order in which
// turns were given.
class PasswordQueueTest : public testing::Test {
 protected:
  ~PasswordQueueTest() override {
    EndAll();
    for (std::thread& thread : threads_) thread.join();
  }

  void Make(std::size_t most_at_once, std::size_t most_waiting) {
    queue_.emplace(PasswordQueueOptions{.most_at_once = most_at_once,
                                        .most_waiting = most_waiting,
                                        .longest_wait = milliseconds(60'000),
                                        .now = [this] { return now_; }});
  }
  ClientStandings& Standings() { return queue_->standings(); }

  // Returns when the request has its turn, waits, or was turned away.
  void Come(const PasswordQueue::Claim& claim) {
    threads_.emplace_back([this, claim] {
      PasswordQueue::Lock lock(mutex_);
      ++came_;
      changed_.notify_all();  // Delivered when this thread waits, or is done.
      const Outcome outcome = queue_->Wait(claim, [] { return false; }, &lock);
      if (outcome != Outcome::kMayCheck) {
        away_.push_back(claim.network);
        changed_.notify_all();
        return;
      }
      given_.push_back(claim.network);
      changed_.notify_all();
      changed_.wait(lock, [&] { return ends_all_ || ended_ >= given_.size(); });
      queue_->End(claim, lock);
    });
    PasswordQueue::Lock lock(mutex_);
    changed_.wait(lock, [&] { return came_ == threads_.size(); });
  }
  void Come(const std::string& network) { Come(ClaimOf(network)); }

  // Ends the turns that were given so far, and waits until `count` were given in all.
  void EndAndAwait(std::size_t count) {
    PasswordQueue::Lock lock(mutex_);
    ended_ = given_.size();
    changed_.notify_all();
    changed_.wait_for(lock, milliseconds(5'000), [&] { return given_.size() >= count; });
  }
  void EndAll() {
    const PasswordQueue::Lock lock(mutex_);
    ends_all_ = true;
    changed_.notify_all();
  }
  std::vector<std::string> Given() {
    const PasswordQueue::Lock lock(mutex_);
    return given_;
  }
  // Waits until so many were turned away.
  std::vector<std::string> Away(std::size_t count) {
    PasswordQueue::Lock lock(mutex_);
    changed_.wait_for(lock, milliseconds(5'000), [&] { return away_.size() >= count; });
    return away_;
  }

  PasswordQueue::Clock::time_point now_ = PasswordQueue::Clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<PasswordQueue> queue_;
  std::vector<std::thread> threads_;
  std::vector<std::string> given_;
  std::vector<std::string> away_;
  std::size_t came_ = 0;
  std::size_t ended_ = 0;
  bool ends_all_ = false;
};

TEST_F(PasswordQueueTest, GoFirstToClientsThatWereRightAndLastToThoseThatWereWrong) {
  Make(1, 10);
  Standings().NoteFailure("wrong");
  Standings().NoteTurnedAway("away");
  Standings().NoteSuccess("right");
  Come("first");
  for (const char* network : {"wrong", "away", "new", "right"}) Come(network);
  for (std::size_t count = 2; count <= 5; ++count) EndAndAwait(count);
  EXPECT_THAT(Given(), ElementsAre("first", "right", "new", "away", "wrong"));
}

TEST_F(PasswordQueueTest, GoAmongEqualsToTheLastToCome) {
  Make(1, 10);
  for (const char* network : {"first", "a", "b", "c"}) Come(network);
  for (std::size_t count = 2; count <= 4; ++count) EndAndAwait(count);
  EXPECT_THAT(Given(), ElementsAre("first", "c", "b", "a"));
}

TEST_F(PasswordQueueTest, OneIsNeverGivenToClientsThatWereWrong) {
  Make(2, 10);
  for (const char* network : {"a", "b"}) Standings().NoteFailure(network);
  Come("a");
  Come("b");
  EXPECT_THAT(Given(), ElementsAre("a"));
  Come("new");
  EXPECT_THAT(Given(), ElementsAre("a", "new"));
}

TEST_F(PasswordQueueTest, PlacesAreGivenUpForClientsWithPrecedence) {
  Make(1, 2);
  Standings().NoteFailure("wrong");
  for (const char* network : {"first", "wrong", "new"}) Come(network);
  EXPECT_THAT(Away(0), ElementsAre());
  Come("newer");
  EXPECT_THAT(Away(1), ElementsAre("wrong"));
  // Also for one that is equally new, and came later.
  Come("newest");
  EXPECT_THAT(Away(2), ElementsAre("wrong", "new"));
  Come("wrong");
  EXPECT_THAT(Away(3), ElementsAre("wrong", "new", "wrong"));
  EXPECT_EQ(Standings().Of("new"), Standing::kTurnedAway);
  EXPECT_EQ(Standings().Of("wrong"), Standing::kFailed);
}

TEST_F(PasswordQueueTest, AClientIsNewOnce) {
  Make(1, 10);
  Come("first");
  Come(ClaimOf("new", "one"));
  Come(ClaimOf("new", "other"));
  Come("another");
  for (std::size_t count = 2; count <= 4; ++count) EndAndAwait(count);
  EXPECT_THAT(Given(), ElementsAre("first", "another", "new", "new"));
}

TEST_F(PasswordQueueTest, APlaceIsKeptForAnAdmittedClient) {
  Make(1, 0);
  PasswordQueue::Lock lock(mutex_);
  EXPECT_TRUE(queue_->Admit(ClaimOf("a"), lock));
  EXPECT_EQ(queue_->Wait(ClaimOf("a"), [] { return false; }, &lock), Outcome::kMayCheck);
  EXPECT_FALSE(queue_->Admit(ClaimOf("b"), lock));
  queue_->End(ClaimOf("a"), lock);
  // A client that does not come loses it.
  EXPECT_TRUE(queue_->Admit(ClaimOf("c", "x"), lock));
  now_ += PasswordQueue::kKeptFor;
  EXPECT_TRUE(queue_->Admit(ClaimOf("d"), lock));
}

// Otherwise strangers who come and go would hold all places.
TEST_F(PasswordQueueTest, APlaceThatIsKeptIsGivenUpToo) {
  Make(1, 3);
  PasswordQueue::Lock lock(mutex_);
  for (int i = 0; i < 4; ++i) {
    const std::string network = "wrong " + std::to_string(i);
    Standings().NoteFailure(network);
    EXPECT_TRUE(queue_->Admit(ClaimOf(network), lock));
  }
  EXPECT_TRUE(queue_->Admit(ClaimOf("new"), lock));
}

TEST_F(PasswordQueueTest, ACheckThatIsDecidedMeanwhileNeedsNone) {
  Make(1, 10);
  PasswordQueue::Lock lock(mutex_);
  EXPECT_EQ(queue_->Wait(ClaimOf("a"), [] { return true; }, &lock), Outcome::kDecided);
  EXPECT_EQ(queue_->Wait(ClaimOf("b"), [] { return false; }, &lock), Outcome::kMayCheck);
  queue_->End(ClaimOf("b"), lock);
}

TEST_F(PasswordQueueTest, TheSameCredentialsAreCheckedOneAfterTheOther) {
  Make(2, 10);
  Come(ClaimOf("a", "same"));
  Come(ClaimOf("b", "same"));
  EXPECT_THAT(Given(), ElementsAre("a"));
  EndAndAwait(2);
  EXPECT_THAT(Given(), ElementsAre("a", "b"));
}

TEST(ClientStandings, ForgetFailuresAndKeepSuccess) {
  ClientStandings::Clock::time_point now = ClientStandings::Clock::now();
  ClientStandings standings([&now] { return now; });
  EXPECT_EQ(standings.Of("a"), Standing::kFresh);
  standings.NoteFailure("a");
  standings.NoteTurnedAway("a");
  EXPECT_EQ(standings.Of("a"), Standing::kFailed);
  now += ClientStandings::kLasts;
  EXPECT_EQ(standings.Of("a"), Standing::kFresh);
  standings.NoteTurnedAway("a");
  EXPECT_EQ(standings.Of("a"), Standing::kTurnedAway);
  standings.NoteSuccess("a");
  standings.NoteFailure("a");
  now += minutes(100'000);
  EXPECT_EQ(standings.Of("a"), Standing::kProven);
}

TEST(ClientStandings, StrangersDoNotDisplaceClientsThatWereRight) {
  ClientStandings standings(&ClientStandings::Clock::now);
  standings.NoteSuccess("right");
  for (std::size_t i = 0; i < 2 * ClientStandings::kMostKept; ++i) {
    standings.NoteFailure("stranger " + std::to_string(i));
  }
  EXPECT_EQ(standings.Of("right"), Standing::kProven);
  EXPECT_EQ(standings.Of("stranger 0"), Standing::kFresh);
  EXPECT_EQ(standings.size(), ClientStandings::kMostKept + 1);
}

}  // namespace
}  // namespace orgreg::auth
