// SPDX-License-Identifier: EUPL-1.2

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "unit/http/client.h"

namespace orgreg::http {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMiB = std::size_t{1} << 20U;

std::string Get(std::string_view path, std::string_view version = "1.1") {
  return "GET " + std::string(path) + " HTTP/" + std::string(version) + "\r\nHost: h\r\n\r\n";
}

// Records what the streams of one test did.
struct Seen {
  std::atomic<int> asked = 0;  // calls of Next
  std::atomic<int> alive = 0;
  std::atomic<std::thread::id> thread = {};
};

constexpr std::size_t kHeldBytes = 1000;

class TestStream final : public BodyStream {
 public:
  std::size_t held_bytes() const override { return kHeldBytes; }

  // The result of the n-th call of Next, counted from 1.
  using Give = std::function<base::Result<bool>(int n, std::string* out)>;

  TestStream(Give give, Seen* seen) : give_(std::move(give)), seen_(seen) { ++seen_->alive; }
  ~TestStream() override { --seen_->alive; }

  base::Result<bool> Next(std::string* out) override {
    ++seen_->asked;
    seen_->thread = std::this_thread::get_id();
    return give_(++count_, out);
  }

 private:
  Give give_;
  Seen* seen_;
  int count_ = 0;
};

// Answers "/stream" with a stream of give_, and echoes everything else.
class StreamTest : public ServerTest {
 protected:
  StreamTest() {
    handler_.answer = [this](const Request& request, Response* response) {
      handler_thread_ = std::this_thread::get_id();
      if (!request.path.starts_with("/stream")) return TestHandler::Echo(request, response);
      response->AddHeader("X", "y");
      response->set_stream(std::make_unique<TestStream>(give_, &seen_));
    };
    handler_.slowly = handler_.answer;
  }
  // The streams are destroyed before the object in which they record.
  ~StreamTest() override { server_.reset(); }

  void WaitUntilGone() {
    while (seen_.alive > 0) std::this_thread::yield();
  }

  TestStream::Give give_ = [](int n, std::string* out) {
    out->append("part ").append(std::to_string(n)).append(";");
    return n < 3;
  };
  Seen seen_;
  std::atomic<std::thread::id> handler_thread_ = {};
};

TEST_F(StreamTest, SendsChunksAndGoesOn) {
  Serve();
  Client client(port());
  client.Send(Get("/before") + Get("/stream") + Get("/between") + Get("/stream") + Get("/after"));
  EXPECT_EQ(client.Receive().body, "GET /before [h] ");
  const Answer answer = client.Receive();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.Field("X"), "y");
  EXPECT_EQ(answer.Field("Transfer-Encoding"), "chunked");
  EXPECT_EQ(answer.Field("Content-Length"), "(none)");
  EXPECT_EQ(answer.body, "part 1;part 2;part 3;");
  EXPECT_EQ(client.Receive().body, "GET /between [h] ");
  EXPECT_EQ(client.Receive().body, "part 1;part 2;part 3;");
  EXPECT_EQ(client.Receive().body, "GET /after [h] ");
  WaitUntilGone();
}

TEST_F(StreamTest, WritesChunksByTheLetter) {
  give_ = [](int n, std::string* out) {
    if (n == 1) out->append(26, 'x');
    return n < 3;
  };
  Serve();
  Client client(port());
  client.Send("GET /stream HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(
      client.ReceiveAll().ends_with("\r\n\r\n1a\r\n" + std::string(26, 'x') + "\r\n0\r\n\r\n"));
}

TEST_F(StreamTest, SendsAnEmptyStream) {
  give_ = [](int, std::string*) { return false; };
  Serve();
  Client client(port());
  client.Send(Get("/stream") + Get("/after"));
  EXPECT_EQ(client.Receive().body, "");
  EXPECT_EQ(client.Receive().body, "GET /after [h] ");
}

TEST_F(StreamTest, DoesNotEndAtAnEmptyPart) {
  give_ = [](int n, std::string* out) {
    if (n % 2 == 0) out->append("x");
    return n < 7;
  };
  Serve();
  Client client(port());
  client.Send(Get("/stream"));
  EXPECT_EQ(client.Receive().body, "xxx");
  EXPECT_EQ(seen_.asked, 7);
}

TEST_F(StreamTest, SendsLargeParts) {
  give_ = [](int n, std::string* out) {
    out->append(3 * kMiB, static_cast<char>('a' + n));
    return n < 10;
  };
  Serve();
  Client client(port(), 65536);
  client.Send(Get("/stream"));
  std::string wanted;
  for (int n = 1; n <= 10; ++n) wanted.append(3 * kMiB, static_cast<char>('a' + n));
  EXPECT_TRUE(client.Receive().body == wanted);
}

TEST_F(StreamTest, EndsWithTheConnectionForHttp10) {
  Serve();
  Client client(port());
  client.Send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  const std::string all = client.ReceiveAll();
  EXPECT_NE(all.find("Connection: close\r\n"), std::string::npos);
  EXPECT_EQ(all.find("Transfer-Encoding"), std::string::npos);
  EXPECT_TRUE(all.ends_with("\r\n\r\npart 1;part 2;part 3;")) << all;
}

TEST_F(StreamTest, GivesHeadTheHeadAlone) {
  Serve();
  Client client(port());
  client.Send("HEAD /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  const Answer answer = client.Receive(true);
  WaitUntilGone();
  client.Send(Get("/after"));
  EXPECT_EQ(answer.Field("X"), "y");
  EXPECT_EQ(answer.Field("Content-Length"), "(none)");
  EXPECT_EQ(client.Receive().body, "GET /after [h] ");
  EXPECT_EQ(seen_.asked, 0);
}

TEST_F(StreamTest, AsksOnAThreadOfThePool) {
  Serve();
  Client client(port());
  client.Send(Get("/stream"));
  EXPECT_EQ(client.Receive().status, 200);
  EXPECT_NE(seen_.thread.load(), handler_thread_.load());
}

TEST_F(StreamTest, FollowsAnAnswerOfThePool) {
  handler_.slowly = [this](const Request&, Response* response) {
    response->set_stream(std::make_unique<TestStream>(give_, &seen_));
  };
  Serve();
  Client client(port());
  client.Send(Get("/pool") + Get("/after"));
  EXPECT_EQ(client.Receive().body, "part 1;part 2;part 3;");
  EXPECT_EQ(client.Receive().body, "GET /after [h] ");
}

TEST_F(StreamTest, CutsAfterAnErrorWithoutTheLastChunk) {
  give_ = [](int n, std::string* out) -> base::Result<bool> {
    out->append("part;");
    if (n < 3) return true;
    return base::Error{base::Code::kIo, "x"};
  };
  Serve();
  Client client(port());
  client.Send(Get("/stream") + Get("/after"));
  const std::string all = client.ReceiveAll();
  EXPECT_TRUE(all.ends_with("5\r\npart;\r\n5\r\npart;\r\n")) << all;
  WaitUntilGone();
  EXPECT_EQ(StatusOf(Get("/still-there")), 200);
}

TEST_F(StreamTest, CutsAfterAThrowingPart) {
  give_ = [](int, std::string*) -> base::Result<bool> { throw std::runtime_error("x"); };
  Serve();
  Client client(port());
  client.Send(Get("/stream"));
  EXPECT_TRUE(client.ReceiveAll().ends_with("\r\n\r\n"));
  WaitUntilGone();
}

// A client of HTTP/1.0 can be informed in no other way.
TEST_F(StreamTest, ResetsAClientOfHttp10AfterAnError) {
  give_ = [](int, std::string*) -> base::Result<bool> { return base::Error{base::Code::kIo, "x"}; };
  Serve();
  Client client(port());
  client.Send(Get("/stream", "1.0"));
  EXPECT_TRUE(client.EndsInReset());
}

TEST_F(StreamTest, AsksForNoMoreThanTheClientTakes) {
  give_ = [](int n, std::string* out) {
    out->append(kMiB, 'x');
    return n < 100;
  };
  Serve();
  Client client(port(), 4096);
  client.Send(Get("/stream"));
  EXPECT_EQ(client.Take(1000).size(), 1000U);
  int before = -1;
  while (before != seen_.asked) {
    before = seen_.asked;
    std::this_thread::sleep_for(milliseconds(100));
  }
  // The buffers of the system, and one part.
  EXPECT_LT(before, 12);
  client.Take(80 * kMiB);
  EXPECT_GT(seen_.asked, 75);
}

TEST_F(StreamTest, LetsTheStreamGoWithItsClient) {
  give_ = [](int, std::string* out) {
    out->append(kMiB, 'x');
    return true;
  };
  Serve();
  {
    Client client(port(), 4096);
    client.Send(Get("/stream"));
    EXPECT_EQ(client.Take(1000).size(), 1000U);
  }
  WaitUntilGone();
  EXPECT_EQ(StatusOf(Get("/a")), 200);
}

TEST_F(StreamTest, CutsAReaderThatStalls) {
  give_ = [](int, std::string* out) {
    out->append(kMiB, 'x');
    return true;
  };
  Limits limits;
  limits.write_stall_timeout = milliseconds(100);
  Serve(limits);
  Client client(port(), 4096);
  client.Send(Get("/stream"));
  EXPECT_EQ(client.Take(1000).size(), 1000U);
  WaitUntilGone();
}

TEST_F(StreamTest, CutsAReaderThatIsTooSlowOnAverage) {
  give_ = [](int, std::string* out) {
    out->append(kMiB, 'x');
    return true;
  };
  Limits limits;
  limits.download_window = milliseconds(300);
  limits.download_bytes_per_second = std::size_t{1} << 40U;
  Serve(limits);
  Client client(port(), 4096);
  client.Send(Get("/stream"));
  while (seen_.alive > 0) {
    client.Take(1000);
    std::this_thread::sleep_for(milliseconds(1));
  }
}

// The client is not to blame for a slow part.
TEST_F(StreamTest, BearsAStreamThatIsSlow) {
  give_ = [](int n, std::string* out) {
    std::this_thread::sleep_for(milliseconds(120));
    out->append("x");
    return n < 4;
  };
  Limits limits;
  limits.write_stall_timeout = milliseconds(60);
  limits.download_window = milliseconds(60);
  limits.idle_timeout = milliseconds(60);
  limits.queue_timeout = milliseconds(60);
  Serve(limits);
  Client client(port());
  client.Send(Get("/stream"));
  EXPECT_EQ(client.Receive().body, "xxxx");
}

// A stream that waits in its first part until the test releases it.
class HeldStreamTest : public StreamTest {
 protected:
  HeldStreamTest() {
    give_ = [this](int n, std::string* out) {
      if (n == 1) {
        ++begun_;
        released_.wait();
      }
      out->append("x");
      return n < 3;
    };
  }

  void WaitUntilBegun(int count) {
    while (begun_ < count) std::this_thread::yield();
  }

  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
  std::atomic<int> begun_ = 0;
};

TEST_F(HeldStreamTest, RefusesStreamsOverTheLimitAndRecovers) {
  Limits limits;
  limits.waiting_bytes = 2 * kHeldBytes;
  Serve(limits, 2, 2);
  Client first(port());
  Client second(port());
  first.Send(Get("/stream"));
  second.Send(Get("/stream"));
  WaitUntilBegun(2);
  Client third(port());
  third.Send(Get("/before") + Get("/stream"));
  EXPECT_EQ(third.Receive().status, 200);
  const Answer refused = third.Receive();
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.Field("Transfer-Encoding"), "(none)");
  EXPECT_EQ(refused.Field("X"), "(none)");
  EXPECT_EQ(refused.Field("Refused"), "/stream");
  EXPECT_TRUE(third.AtEnd());
  Client head(port());
  head.Send("HEAD /stream HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(head.Receive(true).status, 200);
  release_.set_value();
  EXPECT_EQ(first.Receive().body, "xxx");
  EXPECT_EQ(second.Receive().body, "xxx");
  WaitUntilGone();
  while (StatusOf(Get("/stream")) != 200) {
  }
}

TEST_F(HeldStreamTest, FinishesAStreamThatIsUnderWayAtTheStop) {
  Serve();
  Client client(port());
  client.Send(Get("/stream"));
  WaitUntilBegun(1);
  server_->Stop();
  release_.set_value();
  EXPECT_EQ(client.Receive().body, "xxx");
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(HeldStreamTest, CutsAStreamThatDoesNotEndAtTheStop) {
  Limits limits;
  limits.stop_timeout = milliseconds(50);
  Serve(limits, 1, 1);
  Client begun(port());
  begun.Send(Get("/stream"));
  WaitUntilBegun(1);
  Client queued(port());
  queued.Send(Get("/stream"));
  EXPECT_EQ(queued.Receive(true).status, 200);
  server_->Stop();
  EXPECT_TRUE(queued.AtEnd());
  EXPECT_EQ(begun.Receive().status, 0);
  release_.set_value();
  server_->Wait();
  EXPECT_EQ(seen_.alive, 0);
}

TEST_F(HeldStreamTest, OutlivesAClientThatIsGone) {
  Serve();
  {
    Client client(port());
    client.Send(Get("/stream"));
    WaitUntilBegun(1);
  }
  EXPECT_EQ(StatusOf(Get("/a")), 200);
  EXPECT_EQ(seen_.alive, 1);
  release_.set_value();
  WaitUntilGone();
}

}  // namespace
}  // namespace orgreg::http
