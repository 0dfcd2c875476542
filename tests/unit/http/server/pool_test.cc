// SPDX-License-Identifier: EUPL-1.2

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "unit/http/client.h"
#include "unit/http/files.h"

namespace orgreg::http {
namespace {

using std::chrono::milliseconds;

std::string Get(std::string_view path) {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n\r\n";
}

// On a pool "/pool/wait", "/side/wait" and "/scan/wait" wait until the test releases them; all
// other requests are echoed.
class PoolTest : public ServerTest {
 protected:
  PoolTest() {
    handler_.slowly = [this](const Request& request, Response* response) {
      ++slow_;
      if (request.path == "/pool/throw") throw std::runtime_error("x");
      if (request.path.ends_with("/wait")) {
        ++begun_;
        released_.wait();
      }
      TestHandler::Echo(request, response);
    };
  }

  void WaitUntilBegun(int count) {
    while (begun_ < count) std::this_thread::yield();
  }

  // While the only thread of the pool for this path is busy, another request for it is withdrawn
  // after its time, and the other pools answer.
  void ExpectHoldsUpItselfAlone(const std::string& busy) {
    Limits limits;
    // Enough for the idle threads of a machine that is busy.
    limits.queue_timeout = milliseconds(700);
    Serve(limits, 1, 1);
    Client running(port());
    running.Send(Get(busy + "/wait"));
    WaitUntilBegun(1);
    for (const std::string pool : {"/pool", "/side", "/scan"}) {
      Client other(port());
      other.Send(Get(pool + "/a"));
      const Answer answer = other.Receive();
      EXPECT_EQ(answer.status, pool == busy ? 503 : 200) << pool;
      EXPECT_EQ(answer.Field("Refused"), pool == busy ? pool + "/a" : "(none)");
    }
    release_.set_value();
    EXPECT_EQ(running.Receive().body, "GET " + busy + "/wait [h] ");
    EXPECT_EQ(slow_, 3);
  }

  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
  std::atomic<int> begun_ = 0;
  std::atomic<int> slow_ = 0;
};

TEST_F(PoolTest, AnswersInTheOrderAsked) {
  Serve();
  Client client(port());
  std::string requests;
  const auto path = [](int i) {
    return (i % 3 == 0 ? "/pool/" : i % 7 == 0 ? "/pool/other/" : "/") + std::to_string(i);
  };
  for (int i = 0; i < 300; ++i) requests += Get(path(i));
  client.Send(requests);
  for (int i = 0; i < 300; ++i) ASSERT_EQ(client.Receive().body, "GET " + path(i) + " [h] ");
}

TEST_F(PoolTest, HasTheWholeRequest) {
  handler_.slowly = [](const Request& request, Response* response) {
    TestHandler::Echo(request, response);
    response->body().append(request.peer).append(request.Header("x"));
  };
  Serve();
  Client client(port());
  client.Send(
      "POST /pool/%61?q HTTP/1.1\r\nHost: h\r\nX: y\r\nTransfer-Encoding: chunked\r\n\r\n"
      "4\r\nbody\r\n0\r\n\r\n" +
      Get("/a"));
  EXPECT_EQ(client.Receive().body, "POST /pool/a?q [h] body127.0.0.1y");
  EXPECT_EQ(client.Receive().body, "GET /a [h] ");
}

TEST_F(PoolTest, KeepsTheWaysOfTheConnection) {
  Serve();
  Client head(port());
  head.Send("HEAD /pool HTTP/1.1\r\nHost: h\r\n\r\n" + Get("/a"));
  EXPECT_EQ(head.Receive(true).Field("Content-Length"), "15");
  EXPECT_EQ(head.Receive().body, "GET /a [h] ");
  Client old(port());
  old.Send("GET /pool HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(old.Receive().Field("Connection"), "keep-alive");
  old.Send("GET /pool HTTP/1.0\r\n\r\n" + Get("/never"));
  EXPECT_EQ(old.Receive().Field("Connection"), "close");
  EXPECT_TRUE(old.AtEnd());
}

TEST_F(PoolTest, DoesNotKeepTheResponseThatHandleBegan) {
  class Leaving final : public Handler {
   public:
    Placement Handle(const Request&, Response* response) override {
      response->set_status(500);
      response->AddHeader("X", "y");
      response->body() = "left";
      return Placement::kNeedsPool;
    }
    void HandleFault(Fault, Response*) override {}
  };
  Leaving handler;
  auto started = Server::Start({}, &handler);
  ASSERT_TRUE(started.ok());
  Client client((*started)->port());
  client.Send(Get("/"));
  const Answer answer = client.Receive();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.Field("X"), "(none)");
  EXPECT_EQ(answer.body, "");
}

// Asked again until it says otherwise: here at once or on a pool.
class Later final : public Handler {
 public:
  Placement Handle(const Request& request, Response* response) override {
    ++asked_;
    if (request.waited < milliseconds(20)) return Placement::kLater;
    if (request.path == "/throw") throw std::runtime_error("x");
    if (request.path == "/pool") return Placement::kNeedsPool;
    HandleSlowly(request, response);
    return Placement::kAnswered;
  }
  void HandleSlowly(const Request& request, Response* response) override {
    TestHandler::Echo(request, response);
  }
  void HandleFault(Fault, Response*) override {}
  int asked() const { return asked_; }

 private:
  std::atomic<int> asked_ = 0;
};

TEST_F(PoolTest, AsksAgainLater) {
  Later handler;
  auto started = Server::Start({}, &handler);
  ASSERT_TRUE(started.ok());
  Client client((*started)->port());
  client.Send(Get("/a") + Get("/pool") +
              "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody");
  EXPECT_EQ(client.Receive().body, "GET /a [h] ");
  EXPECT_EQ(client.Receive().body, "GET /pool [h] ");
  EXPECT_EQ(client.Receive().body, "POST /b [h] body");
  EXPECT_GE(handler.asked(), 6);
  Client throwing((*started)->port());
  throwing.Send(Get("/throw"));
  EXPECT_TRUE(throwing.AtEnd());
  // A client that leaves meanwhile, and a stop, leave nothing behind.
  {
    Client leaving((*started)->port());
    leaving.Send(Get("/a"));
  }
  Client last((*started)->port());
  last.Send(Get("/a"));
  EXPECT_EQ(last.Receive().body, "GET /a [h] ");
}

TEST_F(PoolTest, SendsAFileTheJobGave) {
  const std::string bytes = Pattern(3000000);
  handler_.slowly = [&](const Request&, Response* response) {
    response->set_file({.file = FileOf(bytes), .offset_bytes = 0, .size_bytes = bytes.size()});
  };
  Serve();
  Client client(port());
  client.Send(Get("/pool") + Get("/a"));
  EXPECT_TRUE(client.Receive().body == bytes);
  EXPECT_EQ(client.Receive().body, "GET /a [h] ");
}

TEST_F(PoolTest, DeliversALargeAnswer) {
  const std::string large(std::size_t{20} << 20U, 'x');
  handler_.slowly = [&](const Request&, Response* response) { response->body() = large; };
  Serve();
  Client client(port(), 4096);
  client.Send(Get("/pool") + Get("/a"));
  EXPECT_TRUE(client.Receive().body == large);
  EXPECT_EQ(client.Receive().body, "GET /a [h] ");
}

TEST_F(PoolTest, AnswersOthersMeanwhile) {
  Serve();
  Client slow(port());
  slow.Send(Get("/before") + Get("/pool/wait") + Get("/after"));
  // Earlier requests are not held back.
  EXPECT_EQ(slow.Receive().body, "GET /before [h] ");
  WaitUntilBegun(1);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(StatusOf(Get("/a")), 200);
  EXPECT_EQ(StatusOf(Get("/pool/other")), 200);
  release_.set_value();
  EXPECT_EQ(slow.Receive().body, "GET /pool/wait [h] ");
  EXPECT_EQ(slow.Receive().body, "GET /after [h] ");
}

TEST_F(PoolTest, ClosesTheConnectionOfAJobThatThrows) {
  Serve();
  Client client(port());
  client.Send(Get("/a") + Get("/pool/throw") + Get("/b"));
  EXPECT_EQ(client.Receive().status, 200);
  EXPECT_TRUE(client.AtEnd());
  EXPECT_EQ(StatusOf(Get("/pool/still-there")), 200);
}

TEST_F(PoolTest, RefusesRequestsThatExceedTheQueue) {
  Limits limits;
  limits.queued_jobs = 2;
  Serve(limits, 2, 1);
  Client running(port());
  running.Send(Get("/pool/wait"));
  WaitUntilBegun(1);
  std::deque<Client> clients;
  for (int i = 0; i < 2; ++i) clients.emplace_back(port()).Send(Get("/pool/queued"));
  // The threads decide which of the five find room.
  for (int i = 0; i < 3; ++i) clients.emplace_back(port()).Send(Get("/pool/queued"));
  std::atomic<int> refused = 0;
  std::atomic<int> answered = 0;
  std::vector<std::thread> threads;
  for (Client& client : clients) {
    threads.emplace_back([&] {
      const int status = client.Receive().status;
      refused += status == 503 ? 1 : 0;
      answered += status == 200 ? 1 : 0;
    });
  }
  while (refused < 3) std::this_thread::yield();
  release_.set_value();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(running.Receive().status, 200);
  EXPECT_EQ(refused, 3);
  EXPECT_EQ(answered, 2);
}

TEST_F(PoolTest, RefusesRequestsThatWaitTooLong) {
  Limits limits;
  limits.queue_timeout = milliseconds(100);
  Serve(limits, 1, 1);
  Client running(port());
  running.Send(Get("/pool/wait"));
  WaitUntilBegun(1);
  Client queued(port());
  queued.Send(Get("/pool/queued"));
  const Answer refused = queued.Receive();
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.Field("Refused"), "/pool/queued");
  EXPECT_TRUE(queued.AtEnd());
  release_.set_value();
  EXPECT_EQ(running.Receive().status, 200);
  EXPECT_EQ(slow_, 1);
}

TEST_F(PoolTest, TheSidePoolHoldsUpNoOther) { ExpectHoldsUpItselfAlone("/side"); }

TEST_F(PoolTest, TheScanPoolHoldsUpNoOther) { ExpectHoldsUpItselfAlone("/scan"); }

TEST_F(PoolTest, KeepsThreadsForReservedWork) {
  Serve({}, 1, 1);
  Client pool(port());
  Client side(port());
  Client scan(port());
  pool.Send(Get("/pool/wait"));
  side.Send(Get("/side/wait"));
  scan.Send(Get("/scan/wait"));
  WaitUntilBegun(3);
  EXPECT_EQ(StatusOf(Get("/reserved/a")), 200);
  release_.set_value();
}

// Other clients must wait only while requests of several clients fill the queue.
TEST_F(PoolTest, SharesItsQueueAmongClients) {
  Limits limits;
  limits.queued_jobs = 4;
  Serve(limits, 1, 1);
  Client running(port());
  running.Send(Get("/pool/wait"));
  WaitUntilBegun(1);
  const auto of = [](std::string_view client) {
    return "GET /pool/a HTTP/1.1\r\nHost: h\r\nClient: " + std::string(client) + "\r\n\r\n";
  };
  std::deque<Client> queued;
  for (int i = 0; i < 2; ++i) queued.emplace_back(port()).Send(of("192.0.2.1"));
  // Some of the three are refused at once, but not always the last.
  Client third(port());
  third.Send(of("192.0.2.1"));
  Client other(port());
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (Client* const client : {&queued[0], &queued[1], &third}) {
    threads.emplace_back(
        [client, &refused] { refused += client->Receive().status == 503 ? 1 : 0; });
  }
  while (refused < 1) std::this_thread::yield();
  other.Send(of("192.0.2.2"));
  release_.set_value();
  EXPECT_EQ(other.Receive().status, 200);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refused, 1);
}

TEST_F(PoolTest, HasNoOtherDeadlineThanItsOwn) {
  Limits limits;
  limits.idle_timeout = limits.head_timeout = limits.body_timeout = milliseconds(50);
  limits.queue_timeout = limits.write_stall_timeout = limits.linger_timeout = milliseconds(50);
  Serve(limits);
  Client client(port());
  client.Send(Get("/pool/wait"));
  WaitUntilBegun(1);
  std::this_thread::sleep_for(milliseconds(300));
  release_.set_value();
  EXPECT_EQ(client.Receive().status, 200);
}

TEST_F(PoolTest, CutsAJobThatDoesNotEnd) {
  Limits limits;
  limits.job_timeout = milliseconds(100);
  Serve(limits);
  Client client(port());
  client.Send(Get("/pool/wait"));
  EXPECT_EQ(client.Receive().status, 0);
  // Until the job ends, what it works for stays.
  const auto closing = [this] { return server_->Load().connections[4]; };
  while (closing() == 0) std::this_thread::yield();
  release_.set_value();
  EXPECT_EQ(StatusOf(Get("/a")), 200);
  while (closing() > 0) std::this_thread::yield();
}

// The client's connection is gone when the handler would be asked again.
TEST_F(PoolTest, CutsARequestThatIsPutOffWithoutEnd) {
  class Never final : public Handler {
   public:
    Placement Handle(const Request& request, Response* /*response*/) override {
      return request.path == "/never" ? Placement::kLater : Placement::kAnswered;
    }
    void HandleFault(Fault, Response*) override {}
  };
  Never handler;
  Limits limits;
  limits.job_timeout = milliseconds(60);
  auto started = Server::Start({.limits = limits}, &handler);
  ASSERT_TRUE(started.ok());
  Client client((*started)->port());
  client.Send(Get("/never"));
  EXPECT_EQ(client.Receive().status, 0);
  Client other((*started)->port());
  other.Send(Get("/a"));
  EXPECT_EQ(other.Receive().status, 200);
}

// What comes before it is slow to be taken.
TEST_F(PoolTest, BeginsAJobOrAFileWhenTheAnswersBeforeItAreTaken) {
  const std::string large(250'000, 'x');
  const std::string bytes = Pattern(1'000'000);
  handler_.answer = [&, file = FileOf(bytes)](const Request& request, Response* response) {
    if (request.path == "/large") response->body() = large;
    if (request.path == "/file")
      response->set_file({.file = file, .offset_bytes = 0, .size_bytes = bytes.size()});
  };
  Serve();
  for (const std::string last : {"/pool", "/file"}) {
    Client client(port(), 4096);
    for (int i = 0; i < 3; ++i) client.Send(Get("/large") + Get(last));
    std::this_thread::sleep_for(milliseconds(20));
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(client.Receive().body == large);
      EXPECT_TRUE(client.Receive().body == (last == "/file" ? bytes : "GET /pool [h] "));
    }
  }
}

TEST_F(PoolTest, OutlivesAClientThatIsGone) {
  Serve({}, 1, 1);
  {
    Client running(port());
    Client queued(port());
    running.Send(Get("/pool/wait"));
    WaitUntilBegun(1);
    queued.Send(Get("/pool/queued"));
  }
  EXPECT_EQ(StatusOf(Get("/a")), 200);
  release_.set_value();
  EXPECT_EQ(StatusOf(Get("/pool/next")), 200);
}

TEST_F(PoolTest, AnswersBegunAndWaitingRequestsAtTheStop) {
  Serve({}, 1, 1);
  Client running(port());
  running.Send(Get("/pool/wait") + Get("/after"));
  WaitUntilBegun(1);
  Client queued(port());
  queued.Send(Get("/before") + Get("/pool/queued"));
  EXPECT_EQ(queued.Receive().status, 200);
  server_->Stop();
  release_.set_value();
  const Answer answer = running.Receive();
  EXPECT_EQ(answer.body, "GET /pool/wait [h] ");
  const Answer after = running.Receive();
  EXPECT_EQ(after.body, "GET /after [h] ");
  EXPECT_EQ(after.Field("Connection"), "close");
  EXPECT_EQ(queued.Receive().body, "GET /pool/queued [h] ");
  running.EndSending();
  queued.EndSending();
  server_->Wait();
}

TEST_F(PoolTest, AbortsEndlessRequestsAtTheStop) {
  Limits limits;
  limits.stop_timeout = milliseconds(50);
  limits.queue_timeout = std::chrono::seconds(100);
  Serve(limits, 1, 1);
  Client running(port());
  running.Send(Get("/pool/wait"));
  WaitUntilBegun(1);
  Client queued(port());
  queued.Send(Get("/before") + Get("/pool/queued"));
  EXPECT_EQ(queued.Receive().status, 200);
  server_->Stop();
  EXPECT_EQ(queued.Receive().status, 0);
  EXPECT_EQ(running.Receive().status, 0);
  release_.set_value();
  server_->Wait();
  EXPECT_EQ(slow_, 1);
}

}  // namespace
}  // namespace orgreg::http
