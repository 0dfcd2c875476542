// SPDX-License-Identifier: EUPL-1.2

#include "http/message/observer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "http/server/server.h"
#include "unit/http/client.h"

namespace orgreg::http {
namespace {

constexpr std::string_view kTraceParent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

// Keeps what it is told, with texts of its own.
class Notes final : public Observer {
 public:
  struct Note {
    Answered answered = {};
    std::string client = {};
    std::string trace = {};
    std::string answer_id = {};
  };

  explicit Notes(bool wants) : wants_(wants) {}

  bool WantsClients() const override { return wants_; }
  bool WantsTraces() const override { return wants_; }
  void OnAnswer(std::size_t /*worker*/, const Answered& answered) override {
    const std::lock_guard lock(mutex_);
    answers_.push_back({.answered = answered,
                        .client = std::string(answered.client),
                        .trace = std::string(answered.trace),
                        .answer_id = std::string(answered.answer_id)});
  }
  void OnFault(std::size_t /*worker*/, Fault /*fault*/) override { ++faults; }
  void OnAccept(std::size_t /*worker*/) override { ++accepted; }
  void OnRefuse(std::size_t /*worker*/) override { ++refused; }
  void OnClose(std::size_t /*worker*/, Closed /*why*/) override { ++closed; }

  std::vector<Note> answers() const {
    const std::lock_guard lock(mutex_);
    return answers_;
  }

  std::atomic<int> faults = 0;
  std::atomic<int> accepted = 0;
  std::atomic<int> refused = 0;
  std::atomic<int> closed = 0;

 private:
  const bool wants_;
  mutable std::mutex mutex_;
  std::vector<Note> answers_;  // Guarded by mutex_.
};

class ObserverTest : public ::testing::Test {
 protected:
  ObserverTest() {
    handler_.answer = handler_.slowly = [](const Request& request, Response* response) {
      response->set_status(404);
      response->set_operation(7);
      response->set_error(3);
      response->set_trace("trace of " + std::string(request.path));
      response->body() = "12345";
    };
  }

  // Asks, and returns what the observer was told when the server has ended.
  std::vector<Notes::Note> Ask(Notes* notes, const std::string& requests, int answers,
                               std::size_t connections = 10) {
    Options options{.pool_threads = {.common = 1}, .observer = notes};
    options.limits.connections = connections;
    auto server = Server::Start(options, &handler_);
    EXPECT_TRUE(server);
    if (!server) return {};
    Client client((*server)->port());
    client.Send(requests);
    for (int i = 0; i < answers; ++i) EXPECT_NE(client.Receive().status, 0);
    (*server)->Stop();
    (*server)->Wait();
    return notes->answers();
  }

  static std::string Get(std::string_view path, std::string_view fields = "") {
    return "GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n";
  }

  TestHandler handler_;
};

TEST_F(ObserverTest, LearnsOfAnAnswerWhatItIs) {
  for (const std::string path : {"/a", "/pool/a"}) {
    Notes notes(/*wants=*/true);
    const auto answers =
        Ask(&notes, Get(path, "traceparent: " + std::string(kTraceParent) + "\r\n"), 1);
    ASSERT_EQ(answers.size(), 1U) << path;
    EXPECT_EQ(answers[0].answered.status, 404);
    EXPECT_EQ(answers[0].answered.operation, 7);
    EXPECT_EQ(answers[0].answered.error, 3);
    EXPECT_GT(answers[0].answered.bytes, 5U);
    EXPECT_FALSE(answers[0].answered.is_cut);
    EXPECT_EQ(answers[0].client, "127.0.0.1");
    EXPECT_EQ(answers[0].trace, kTraceParent.substr(3, 32));
    EXPECT_EQ(answers[0].answer_id, "trace of " + path);
    EXPECT_EQ(notes.accepted, 1);
  }
}

TEST_F(ObserverTest, KeepsNothingOfTheRequestBefore) {
  Notes notes(/*wants=*/true);
  handler_.answer = [](const Request& request, Response* response) {
    if (request.path == "/a") response->set_trace("first");
    if (request.path == "/a") response->set_error(1);
  };
  const auto answers =
      Ask(&notes, Get("/a", "traceparent: " + std::string(kTraceParent) + "\r\n") + Get("/b"), 2);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].answer_id, "first");
  EXPECT_EQ(answers[1].answer_id, "");
  EXPECT_EQ(answers[1].trace, "");
  EXPECT_EQ(answers[1].answered.error, -1);
  EXPECT_EQ(answers[1].answered.operation, -1);
}

TEST_F(ObserverTest, GetsNamesOnlyIfItWantsThem) {
  Notes notes(/*wants=*/false);
  const auto answers =
      Ask(&notes, Get("/a", "traceparent: " + std::string(kTraceParent) + "\r\n"), 1);
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].client + answers[0].trace + answers[0].answer_id, "");
}

TEST_F(ObserverTest, LearnsOfConnectionsThatFindNoPlace) {
  Notes notes(/*wants=*/true);
  const auto answers = Ask(&notes, "", 1, /*connections=*/0);
  EXPECT_EQ(notes.refused, 1);
  EXPECT_EQ(notes.accepted, 0);
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].answered.status, 503);
}

// No answer could be given, or not all of it.
TEST_F(ObserverTest, LearnsThatAnAnswerIsCut) {
  class Endless final : public BodyStream {
   public:
    base::Result<bool> Next(std::string* out) override {
      out->append(100'000, 'x');
      return true;
    }
  };
  Notes notes(/*wants=*/true);
  handler_.answer = [](const Request& request, Response* response) {
    if (request.path == "/throw") throw std::runtime_error("x");
    response->set_stream(std::make_unique<Endless>());
  };
  auto server = Server::Start({.pool_threads = {.common = 1}, .observer = &notes}, &handler_);
  ASSERT_TRUE(server);
  {
    Client client((*server)->port());
    client.Send(Get("/throw"));
    EXPECT_EQ(client.Receive().status, 0);
  }
  {
    Client leaving((*server)->port());
    leaving.Send(Get("/stream"));
    EXPECT_EQ(leaving.Receive(true).status, 200);
  }
  while (notes.answers().size() < 2) std::this_thread::yield();
  EXPECT_EQ(notes.answers()[0].answered.status, 0);
  EXPECT_TRUE(notes.answers()[0].answered.is_cut);
  EXPECT_EQ(notes.answers()[1].answered.status, 200);
  EXPECT_TRUE(notes.answers()[1].answered.is_cut);
}

TEST_F(ObserverTest, LearnsOfAStreamForWhichThereIsNoMemoryAndOfASilentClient) {
  class Large final : public BodyStream {
   public:
    base::Result<bool> Next(std::string* /*out*/) override { return false; }
  };
  Notes notes(/*wants=*/false);
  handler_.answer = [](const Request& /*request*/, Response* response) {
    response->set_stream(std::make_unique<Large>());
  };
  Options options{.pool_threads = {.common = 1}, .observer = &notes};
  options.limits.waiting_bytes = 1000;
  options.limits.head_timeout = std::chrono::milliseconds(60);
  auto server = Server::Start(options, &handler_);
  ASSERT_TRUE(server);
  Client client((*server)->port());
  client.Send(Get("/a"));
  EXPECT_EQ(client.Receive().status, 503);
  EXPECT_EQ(notes.faults, 1);
  Client silent((*server)->port());
  EXPECT_TRUE(silent.AtEnd());
  EXPECT_EQ(notes.closed, 1);
}

}  // namespace
}  // namespace orgreg::http
