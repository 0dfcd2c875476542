// SPDX-License-Identifier: EUPL-1.2

// Bodies that are answered while they come.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "unit/http/client.h"

namespace orgreg::http {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMiB = std::size_t{1} << 20U;

// Records what the streams of one test did.
struct Seen {
  std::atomic<std::size_t> bytes = 0;  // Of input.
  std::atomic<int> ends = 0;
  std::atomic<int> alive = 0;
};

// Gives its input back in upper case, `factor` times, and "." at the end.
class ShoutingStream final : public BodyStream {
 public:
  ShoutingStream(std::size_t factor, Seen* seen) : factor_(factor), seen_(seen) { ++seen_->alive; }
  ~ShoutingStream() override { --seen_->alive; }

  bool NeedsInput() const override { return needs_input_; }
  void Take(const Input& input) override {
    seen_->bytes += input.bytes.size();
    if (input.is_last) ++seen_->ends;
    is_last_ = input.is_last;
    text_ = input.bytes;
    for (char& c : text_) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    needs_input_ = false;
  }
  base::Result<bool> Next(std::string* out) override {
    for (std::size_t i = 0; i < factor_; ++i) out->append(text_);
    if (is_last_) out->append(".");
    needs_input_ = !is_last_;
    return !is_last_;
  }

 private:
  std::size_t factor_;
  Seen* seen_;
  std::string text_;
  bool needs_input_ = true;
  bool is_last_ = false;
};

// Answers a piece of its input with two parts, and ends after the first piece.
class HastyStream final : public BodyStream {
 public:
  bool NeedsInput() const override { return parts_ == 0; }
  void Take(const Input& /*input*/) override { parts_ = 2; }
  base::Result<bool> Next(std::string* out) override {
    out->append("part;");
    return --parts_ > 0;
  }

 private:
  int parts_ = 0;
};

class InputTest : public ServerTest {
 protected:
  InputTest() {
    handler_.answer = [this](const Request& request, Response* response) {
      if (request.path == "/hasty/shout") {
        response->set_stream(std::make_unique<HastyStream>());
        return;
      }
      const bool streams = request.path.ends_with("/shout") && !request.has_query;
      if (!streams) return TestHandler::Echo(request, response);
      response->set_stream(std::make_unique<ShoutingStream>(factor_, &seen_));
    };
    handler_.slowly = handler_.answer;
  }
  // The streams are destroyed before the object in which they record.
  ~InputTest() override { server_.reset(); }

  void WaitUntilGone() const {
    while (seen_.alive > 0) std::this_thread::yield();
  }

  std::size_t factor_ = 1;
  Seen seen_;
};

std::string Post(std::string_view path, std::string_view fields, std::string_view body) {
  return "POST " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n" +
         std::string(body);
}

TEST_F(InputTest, AnswersABodyOfKnownLengthAndGoesOn) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/shout", "Content-Length: 5\r\n", "hello") + Post("/x", "", "") +
              Post("/pool/shout", "Content-Length: 3\r\n", "you") + Post("/y", "", ""));
  EXPECT_EQ(client.Receive().body, "HELLO.");
  EXPECT_EQ(client.Receive().body, "POST /x [h] ");
  EXPECT_EQ(client.Receive().body, "YOU.");
  EXPECT_EQ(client.Receive().body, "POST /y [h] ");
}

TEST_F(InputTest, AnswersChunksAndGoesOn) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Transfer-Encoding: chunked\r\n",
                   "3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nT: t\r\n\r\n") +
              Post("/after", "", ""));
  EXPECT_EQ(client.Receive().body, "HELLO.");
  EXPECT_EQ(client.Receive().body, "POST /after [h] ");
}

TEST_F(InputTest, AnswersARequestWithoutABody) {
  Serve({}, 1, 1);
  for (const char* const fields : {"", "Content-Length: 0\r\n", "Transfer-Encoding: chunked\r\n"}) {
    Client client(port());
    client.Send(Post("/pool/shout", fields, *fields == 'T' ? "0\r\n\r\n" : ""));
    EXPECT_EQ(client.Receive().body, ".") << fields;
  }
  EXPECT_EQ(seen_.ends, 3);
}

TEST_F(InputTest, AnswersEachPieceBeforeTheNextComes) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Transfer-Encoding: chunked\r\n", ""));
  EXPECT_EQ(client.Receive(true).status, 200);
  for (int i = 0; i < 3; ++i) {
    client.Send("3\r\nabc\r\n");
    EXPECT_EQ(client.Take(8), "3\r\nABC\r\n");
  }
  client.Send("0\r\n\r\n");
  EXPECT_EQ(client.Take(11), "1\r\n.\r\n0\r\n\r\n");
}

TEST_F(InputTest, AnswersALongBodyWhateverItsPieces) {
  Serve({}, 1, 1);
  std::string body;
  for (int i = 0; body.size() < 2 * kMiB; ++i) body.append(std::to_string(i)).append("a");
  Client client(port());
  std::thread sender([&] {
    client.Send(Post("/pool/shout", "Content-Length: " + std::to_string(body.size()) + "\r\n", ""));
    for (std::size_t at = 0; at < body.size();) {
      const std::size_t size = 1 + at % 40'000;
      client.Send(std::string_view(body).substr(at, size));
      at += size;
    }
  });
  const Answer answer = client.Receive();
  sender.join();
  for (char& c : body) c = c == 'a' ? 'A' : c;
  EXPECT_TRUE(answer.body == body + ".");
  EXPECT_EQ(seen_.ends, 1);
}

TEST_F(InputTest, SaysContinueToAClientThatWaitsForIt) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Expect: 100-continue\r\nContent-Length: 2\r\n", ""));
  EXPECT_EQ(client.Take(25), "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(client.Receive(true).status, 200);
  client.Send("hi");
  EXPECT_EQ(client.Take(8), "3\r\nHI.\r\n");
}

TEST_F(InputTest, RefusesWithoutReadingTheBody) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout?", "Expect: 100-continue\r\nContent-Length: 99999999999\r\n", ""));
  const Answer answer = client.Receive();
  EXPECT_EQ(answer.body, "POST /pool/shout? [h] ");
  EXPECT_EQ(answer.Field("Connection"), "close");
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(InputTest, RefusesALongBodyOfAnotherRequestAsBefore) {
  Serve({}, 1, 1);
  EXPECT_EQ(StatusOf(Post("/x", "Content-Length: 16385\r\n", "")), 413);
  EXPECT_EQ(StatusOf(Post("/refused", "Content-Length: 16385\r\n", "")), 413);
  EXPECT_EQ(StatusOf(Post("/refused", "Content-Length: 16384\r\n", "")), 401);
}

TEST_F(InputTest, EndsWithoutTheLastChunkIfAChunkIsMalformed) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n"));
  EXPECT_EQ(client.Receive(true).status, 200);
  EXPECT_EQ(client.Take(8), "3\r\nABC\r\n");
  client.Send("3\r\nabcd");
  EXPECT_TRUE(client.AtEnd());
  WaitUntilGone();
  EXPECT_EQ(seen_.ends, 0);
}

TEST_F(InputTest, EndsWithoutTheLastChunkIfTheBodyIsCutOff) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Content-Length: 4\r\n", "abc"));
  EXPECT_EQ(client.Receive(true).status, 200);
  EXPECT_EQ(client.Take(8), "3\r\nABC\r\n");
  client.EndSending();
  EXPECT_TRUE(client.AtEnd());
  WaitUntilGone();
}

TEST_F(InputTest, ResetsACutAnswerOfHttp10) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send("POST /pool/shout HTTP/1.0\r\nContent-Length: 4\r\n\r\nabc");
  client.Receive(true);
  EXPECT_EQ(client.Take(3), "ABC");
  client.EndSending();
  EXPECT_TRUE(client.EndsInReset());
}

TEST_F(InputTest, AnswersHttp10UntilItCloses) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send("POST /pool/shout HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc");
  EXPECT_TRUE(client.ReceiveAll().ends_with("\r\n\r\nABC."));
}

TEST_F(InputTest, AnswersAClientThatEndedSending) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Content-Length: 3\r\n", "abc"));
  client.EndSending();
  EXPECT_EQ(client.Receive().body, "ABC.");
}

TEST_F(InputTest, LetsGoOfAClientThatLeaves) {
  Serve({}, 1, 1);
  {
    Client client(port());
    client.Send(Post("/pool/shout", "Content-Length: 4\r\n", "abc"));
    client.Receive(true);
  }
  WaitUntilGone();
}

TEST_F(InputTest, ClosesOnAClientThatStopsSending) {
  Serve({.body_timeout = milliseconds(60)}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Content-Length: 4\r\n", "abc"));
  EXPECT_TRUE(client.ReceiveAll().ends_with("3\r\nABC\r\n"));
  WaitUntilGone();
}

TEST_F(InputTest, ClosesOnAClientThatSendsTooSlowly) {
  Serve({.upload_bytes_per_second = 100'000, .download_window = milliseconds(60)}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Content-Length: 100\r\n", "abc"));
  EXPECT_TRUE(client.ReceiveAll().ends_with("3\r\nABC\r\n"));
  WaitUntilGone();
}

// What is left of the body would be taken for the next request.
TEST_F(InputTest, ClosesAfterAnAnswerThatEndsBeforeTheBody) {
  Serve({}, 1, 1);
  Client client(port());
  client.Send(Post("/hasty/shout", "Content-Length: 100\r\n", "GET /smuggled HTTP/1.1\r\n"));
  EXPECT_EQ(client.Receive().body, "part;part;");
  EXPECT_TRUE(client.AtEnd());
  Client whole(port());
  whole.Send(Post("/hasty/shout", "Content-Length: 3\r\n", "abc") + Post("/x", "", ""));
  EXPECT_EQ(whole.Receive().body, "part;part;");
  EXPECT_EQ(whole.Receive().body, "POST /x [h] ");
}

// The server stops while a part is made, and the client sends no more.
TEST_F(InputTest, CutsOffAClientWhoseBodyIsAwaitedAfterTheStop) {
  std::promise<void> begun;
  std::promise<void> release;
  class Held final : public BodyStream {
   public:
    Held(std::promise<void>* begun, std::promise<void>* release)
        : begun_(begun), release_(release) {}
    bool NeedsInput() const override { return needs_input_; }
    void Take(const Input& /*input*/) override { needs_input_ = false; }
    base::Result<bool> Next(std::string* out) override {
      begun_->set_value();
      release_->get_future().wait();
      out->append("part;");
      needs_input_ = true;
      return true;
    }

   private:
    std::promise<void>* begun_;
    std::promise<void>* release_;
    bool needs_input_ = true;
  };
  handler_.answer = [&](const Request&, Response* response) {
    response->set_stream(std::make_unique<Held>(&begun, &release));
  };
  Limits limits;
  limits.stop_timeout = std::chrono::hours(1);
  Serve(limits, 1, 1);
  Client client(port());
  client.Send(Post("/shout", "Content-Length: 4\r\n", "abc"));
  begun.get_future().wait();
  server_->Stop();
  release.set_value();
  EXPECT_EQ(client.Receive(true).status, 200);
  EXPECT_EQ(client.Take(10), "5\r\npart;\r\n");
  EXPECT_TRUE(client.AtEnd());
}

// It reads only as much as the client takes of the answer.
TEST_F(InputTest, CutsOffAClientThatSendsNothingWhenTheServerStops) {
  Limits limits;
  limits.stop_timeout = std::chrono::hours(1);
  Serve(limits, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Content-Length: 4\r\n", "abc"));
  EXPECT_EQ(client.Receive(true).status, 200);
  EXPECT_EQ(client.Take(8), "3\r\nABC\r\n");
  server_->Stop();
  EXPECT_TRUE(client.AtEnd());
  WaitUntilGone();
}

TEST_F(InputTest, StopsReadingWhenTheAnswerIsNotTaken) {
  factor_ = 16;
  Serve({.write_stall_timeout = milliseconds(300)}, 1, 1);
  Client client(port(), 4096);
  client.Send(Post("/pool/shout", "Content-Length: " + std::to_string(64 * kMiB) + "\r\n", ""));
  const std::string some(kMiB, 'a');
  int sent = 0;
  while (sent < 64 && client.Send(some)) ++sent;
  EXPECT_LT(sent, 64);
  EXPECT_LT(seen_.bytes, 8 * kMiB);
  WaitUntilGone();
}

TEST_F(InputTest, RefusesAStreamForWhichThereIsNoMemory) {
  Serve({.waiting_bytes = 1000}, 1, 1);
  Client client(port());
  client.Send(Post("/pool/shout", "Expect: 100-continue\r\nContent-Length: 4\r\n", ""));
  EXPECT_EQ(client.Receive().status, 503);
}

// The body of a request for "/long", with a length or as one chunk.
std::string LongBody(std::size_t size, bool is_chunked) {
  const std::string body(size, 'x');
  if (!is_chunked) return Post("/long", "Content-Length: " + std::to_string(size) + "\r\n", body);
  std::array<char, 16> digits = {};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), size, 16).ptr;
  return Post("/long", "Transfer-Encoding: chunked\r\n",
              std::string(digits.data(), end) + "\r\n" + body + "\r\n0\r\n\r\n");
}

TEST_F(InputTest, ReadsALongBodyAsAWholeIfTheHandlerAllowsIt) {
  Serve({.waiting_bytes = std::size_t{3} * TestHandler::kLongBodyBytes});
  const std::size_t most = TestHandler::kLongBodyBytes;
  for (const bool is_chunked : {false, true}) {
    Client client(port());
    // Each gives its memory back.
    for (int i = 0; i < 10; ++i) {
      client.Send(LongBody(most, is_chunked));
      EXPECT_EQ(client.Receive().body.size(), most + std::string("POST /long [h] ").size());
    }
    client.Send(LongBody(most + 1, is_chunked));
    EXPECT_EQ(client.Receive().status, 413);
  }
}

TEST_F(InputTest, RefusesALongBodyForWhichThereIsNoMemory) {
  Serve({.waiting_bytes = 50'000});
  EXPECT_EQ(StatusOf(LongBody(50'001, false)), 503);
  EXPECT_EQ(StatusOf(LongBody(16'384, false)), 200);
  // Chunks do not say how long they are.
  EXPECT_EQ(StatusOf(LongBody(10, true)), 503);
}

TEST_F(InputTest, AllowsALongBodyForItsOwnRequestOnly) {
  Serve();
  Client client(port());
  client.Send(LongBody(50'000, false) + Post("/x", "Content-Length: 16385\r\n", ""));
  EXPECT_EQ(client.Receive().status, 200);
  EXPECT_EQ(client.Receive().status, 413);
}

}  // namespace
}  // namespace orgreg::http
