// SPDX-License-Identifier: EUPL-1.2

#include "http/server/server.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <ctime>
#include <deque>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "http/server/spare_descriptors.h"
#include "unit/http/client.h"

namespace orgreg::http {
namespace {

using std::chrono::milliseconds;

std::string Get(std::string_view path, std::string_view fields = {}) {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n";
}

TEST_F(ServerTest, AnswersRequestAfterRequestOnOneConnection) {
  Serve();
  Client client(port());
  for (int i = 0; i < 50; ++i) {
    const std::string path = "/" + std::to_string(i);
    client.Send(Get(path));
    const Answer answer = client.Receive();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "GET " + path + " [h] ");
    EXPECT_EQ(answer.Field("Connection"), "(none)");
    EXPECT_EQ(answer.Field("Content-Type"), "text/plain");
    EXPECT_TRUE(answer.Field("Date").ends_with(" GMT")) << answer.head;
  }
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  Serve();
  Client client(port());
  std::string requests;
  for (int i = 0; i < 500; ++i) requests += Get("/" + std::to_string(i));
  client.Send(requests);
  for (int i = 0; i < 500; ++i) {
    ASSERT_EQ(client.Receive().body, "GET /" + std::to_string(i) + " [h] ");
  }
}

TEST_F(ServerTest, AnswersTheSameHoweverTheBytesAreCut) {
  Serve();
  const std::string bytes = Get("/a?b") +
                            "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"
                            "POST /q HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                            "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n" +
                            Get("/z", "Connection: close\r\n");
  for (const std::size_t slice : {std::size_t{1}, std::size_t{5}, bytes.size()}) {
    Client client(port());
    for (std::size_t at = 0; at < bytes.size(); at += slice) client.Send(bytes.substr(at, slice));
    EXPECT_EQ(client.Receive().body, "GET /a?b [h] ");
    EXPECT_EQ(client.Receive().body, "POST /p [h] body");
    EXPECT_EQ(client.Receive().body, "POST /q [h] abc");
    EXPECT_EQ(client.Receive().body, "GET /z [h] ");
    EXPECT_TRUE(client.AtEnd());
  }
}

TEST_F(ServerTest, GivesHeadTheHeadOfGet) {
  Serve();
  Client client(port());
  client.Send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n" + Get("/b"));
  const Answer head = client.Receive(true);
  EXPECT_EQ(head.Field("Content-Length"), std::to_string(std::string("HEAD /a [h] ").size()));
  EXPECT_EQ(client.Receive().body, "GET /b [h] ");
}

TEST_F(ServerTest, ClosesAfterHttp10UnlessAskedToStay) {
  Serve();
  Client once(port());
  once.Send("GET /a HTTP/1.0\r\n\r\n");
  const Answer answer = once.Receive();
  EXPECT_EQ(answer.body, "GET /a [] ");
  EXPECT_EQ(answer.Field("Connection"), "close");
  EXPECT_TRUE(once.AtEnd());

  Client stays(port());
  for (int i = 0; i < 2; ++i) {
    stays.Send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(stays.Receive().Field("Connection"), "keep-alive");
  }
}

TEST_F(ServerTest, ClosesWhenTheClientWantsIt) {
  Serve();
  Client client(port());
  client.Send(Get("/a", "Connection: close\r\n") + Get("/b"));
  EXPECT_EQ(client.Receive().Field("Connection"), "close");
  EXPECT_TRUE(client.AtEnd());
  EXPECT_EQ(handler_.handled, 1);
}

TEST_F(ServerTest, AnswersAClientThatHasStoppedSending) {
  Serve();
  EXPECT_EQ(StatusOf(Get("/a")), 200);
}

TEST_F(ServerTest, ClosesAfterAFault) {
  Serve();
  Client client(port());
  client.Send(Get("/a") + "GARBAGE\r\n" + Get("/b"));
  EXPECT_EQ(client.Receive().status, 200);
  const Answer fault = client.Receive();
  EXPECT_EQ(fault.status, 400);
  EXPECT_EQ(fault.body, "fault");
  EXPECT_EQ(fault.Field("Connection"), "close");
  EXPECT_TRUE(client.AtEnd());
  EXPECT_EQ(handler_.handled, 1);
}

TEST_F(ServerTest, DeliversTheFaultThoughTheClientSendsOn) {
  Serve();
  Client client(port());
  client.Send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n");
  client.Send(std::string(1000000, 'x'));
  EXPECT_EQ(client.Receive().status, 413);
}

TEST_F(ServerTest, AnswersEachLimitWithItsStatus) {
  Serve();
  const std::string kib32(32 * 1024, 'a');
  std::string many;
  for (int i = 0; i < 100; ++i) many += "A: b\r\n";
  EXPECT_EQ(StatusOf(Get("/" + kib32)), 414);
  EXPECT_EQ(StatusOf(kib32 + kib32), 414);
  EXPECT_EQ(StatusOf(Get("/" + kib32.substr(20))), 200);
  EXPECT_EQ(StatusOf(Get("/", "A: " + kib32.substr(0, 16 * 1024) + "\r\n")), 431);
  EXPECT_EQ(StatusOf(Get("/", "A: " + kib32.substr(0, 16 * 1024 - 3) + "\r\n")), 200);
  EXPECT_EQ(StatusOf(Get("/", many)), 431);
  EXPECT_EQ(StatusOf(Get("/", many.substr(6))), 200);
  const std::string third = "A: " + kib32.substr(0, 11 * 1024) + "\r\n";
  EXPECT_EQ(StatusOf(Get("/", third + third + third)), 431);
  EXPECT_EQ(StatusOf("GET / HTTP/2.0\r\n\r\n"), 505);
  EXPECT_EQ(StatusOf("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n"), 501);
  EXPECT_EQ(StatusOf("GET / HTTP/1.1\r\n\r\n"), 400);
}

// RFC 9110, 9.3.2: for any fault of the request.
TEST_F(ServerTest, NeverSendsABodyForHead) {
  Limits limits;
  limits.head_timeout = milliseconds(100);
  limits.body_timeout = milliseconds(100);
  Serve(limits);
  const std::string kib33(33 * 1024, 'a');
  const std::string host = " HTTP/1.1\r\nHost: h\r\n";
  const std::pair<std::string, int> cases[] = {
      {"HEAD /#" + host + "\r\n", 400},
      {"HEAD / HTTP/1.1\r\n\r\n", 400},
      {"HEAD / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"HEAD\t/" + host + "\r\n", 400},
      {"HEAD / HTTP/1.1\nHost: h\n\n", 400},
      {"HEAD /" + kib33, 414},
      {"HEAD /" + host + "A: " + kib33, 431},
      {"HEAD / HTTP/2.0\r\n\r\n", 505},
      {"HEAD /" + host + "Content-Length: 1000000\r\n\r\n", 413},
      {"HEAD /" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
      {"HEAD /" + host + "Transfer-Encoding: chunked\r\n\r\nx\r\n", 400},
      {"HEAD /" + host + "Transfer-Encoding: chunked\r\n\r\nfffff\r\n", 413},
      {"HEAD / HT", 408},
      {"HEAD /" + host + "Content-Length: 10\r\n\r\nx", 408},
      {Get("/a") + "HEAD / HTTP/2.0\r\n\r\n", 505},
  };
  for (const auto& [bytes, status] : cases) {
    Client client(port());
    client.Send(bytes);
    if (bytes.starts_with("GET")) {
      EXPECT_EQ(client.Receive().status, 200);
    }
    const Answer answer = client.Receive(true);
    EXPECT_EQ(answer.status, status) << bytes.substr(0, 80);
    // The length of the response to a GET.
    EXPECT_EQ(answer.Field("Content-Length"), "5") << bytes.substr(0, 80);
    EXPECT_EQ(client.ReceiveAll(), "") << bytes.substr(0, 80);
  }
}

TEST_F(ServerTest, GivesNoHeadABodyThatIsRefusedByItsHeadAlone) {
  Serve();
  Client client(port());
  client.Send("HEAD /refused HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(client.Receive(true).status, 401);
  EXPECT_EQ(client.ReceiveAll(), "");
}

TEST_F(ServerTest, AsksForTheBodyAClientHoldsBack) {
  Serve();
  Client client(port());
  client.Send("POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.Receive().status, 100);
  client.Send("ok");
  EXPECT_EQ(client.Receive().body, "POST /a [h] ok");
}

TEST_F(ServerTest, DoesNotAskForABodyThatIsTooLarge) {
  Serve();
  Client client(port());
  client.Send(
      "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 20000\r\n\r\n");
  EXPECT_EQ(client.Receive().status, 413);
}

TEST_F(ServerTest, PassesTheClientToTheHandler) {
  handler_.answer = [](const Request& request, Response* response) {
    response->body() = request.peer;
  };
  Serve();
  Client client(port());
  client.Send(Get("/"));
  EXPECT_EQ(client.Receive().body, "127.0.0.1");
}

TEST_F(ServerTest, NamesAnIPv4ClientOfAnIPv6SocketByItsIPv4Address) {
  handler_.answer = [](const Request& request, Response* response) {
    response->body() = request.peer;
  };
  auto started = Server::Start({.address = "::"}, &handler_);
  // A machine without IPv6 has no such client.
  if (!started.ok()) return;
  Client client((*started)->port());
  client.Send(Get("/"));
  EXPECT_EQ(client.Receive().body, "127.0.0.1");
}

TEST_F(ServerTest, EndsAConnectionAfterItsShareOfRequests) {
  Limits limits;
  limits.requests_per_connection = 3;
  Serve(limits);
  Client client(port());
  client.Send(Get("/1") + Get("/2") + Get("/3") + Get("/4"));
  EXPECT_EQ(client.Receive().Field("Connection"), "(none)");
  EXPECT_EQ(client.Receive().Field("Connection"), "(none)");
  EXPECT_EQ(client.Receive().Field("Connection"), "close");
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(ServerTest, ClosesTheConnectionOfAHandlerThatThrows) {
  handler_.answer = [](const Request& request, Response* response) {
    if (request.path == "/throw") throw std::runtime_error("x");
    TestHandler::Echo(request, response);
  };
  Serve();
  Client client(port());
  client.Send(Get("/a") + Get("/throw") + Get("/b"));
  EXPECT_EQ(client.Receive().status, 200);
  EXPECT_TRUE(client.AtEnd());
  EXPECT_EQ(StatusOf(Get("/still-there")), 200);
}

TEST_F(ServerTest, CutsASlowHead) {
  Limits limits;
  limits.head_timeout = milliseconds(100);
  Serve(limits);
  Client client(port());
  client.Send("GET / HT");
  EXPECT_EQ(client.Receive().status, 408);
  EXPECT_TRUE(client.AtEnd());
}

// Each byte comes well within the deadline, but the whole head does not.
TEST_F(ServerTest, DoesNotExtendTheHeadDeadlineForTrickledBytes) {
  Limits limits;
  limits.head_timeout = milliseconds(200);
  limits.linger_timeout = milliseconds(100);
  Serve(limits);
  Client client(port());
  client.Send(Get("/a"));
  EXPECT_EQ(client.Receive().status, 200);
  const auto begin = std::chrono::steady_clock::now();
  std::thread trickle([&] {
    while (std::chrono::steady_clock::now() - begin < std::chrono::seconds(10)) {
      if (!client.Send("G")) return;
      std::this_thread::sleep_for(milliseconds(20));
    }
  });
  EXPECT_EQ(client.Receive().status, 408);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  server_->Stop();
  trickle.join();
}

TEST_F(ServerTest, CutsASlowBody) {
  Limits limits;
  limits.body_timeout = milliseconds(100);
  Serve(limits);
  Client client(port());
  client.Send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabc");
  EXPECT_EQ(client.Receive().status, 408);
}

TEST_F(ServerTest, ClosesSilentConnectionsWithoutAWord) {
  Limits limits;
  limits.head_timeout = milliseconds(100);
  limits.idle_timeout = milliseconds(100);
  Serve(limits);
  Client silent(port());
  EXPECT_TRUE(silent.AtEnd());
  Client idle(port());
  idle.Send(Get("/a"));
  EXPECT_EQ(idle.Receive().status, 200);
  EXPECT_TRUE(idle.AtEnd());
}

TEST_F(ServerTest, DeliversAnAnswerLargerThanAnySocketBuffer) {
  const std::string large(std::size_t{20} * 1024 * 1024, 'x');
  handler_.answer = [&](const Request&, Response* response) { response->body() = large; };
  Serve();
  Client client(port(), 4096);
  client.Send(Get("/a") + Get("/b"));
  EXPECT_EQ(client.Receive().body, large);
  EXPECT_EQ(client.Receive().body, large);
}

// A client that leaves too much unread is disconnected, and no other client is affected.
TEST_F(ServerTest, BoundsItsMemoryForClientsThatDoNotRead) {
  Limits limits;
  limits.waiting_bytes = std::size_t{48} << 20;
  const std::string large(std::size_t{32} << 20, 'x');
  handler_.answer = [&](const Request& request, Response* response) {
    if (request.path == "/large") response->body() = large;
  };
  Serve(limits);
  Client patient(port(), 4096);
  patient.Send(Get("/large"));
  EXPECT_EQ(patient.Take(1000).size(), 1000U);
  Client lazy(port(), 4096);
  lazy.Send(Get("/large"));
  // The system had room for some of it.
  EXPECT_LT(lazy.ReceiveAll().size(), large.size());
  for (int i = 0; i < 20; ++i) {
    Client other(port());
    other.Send(Get("/small"));
    EXPECT_EQ(other.Receive().status, 200);
  }
  EXPECT_EQ(patient.Take(large.size() - 1000).size(), large.size() - 1000);
  Client again(port(), 4096);
  again.Send(Get("/large"));
  EXPECT_EQ(again.Receive().body.size(), large.size());
}

TEST_F(ServerTest, CutsAClientThatDoesNotTakeItsAnswer) {
  const std::string large(std::size_t{20} * 1024 * 1024, 'x');
  handler_.answer = [&](const Request& request, Response* response) {
    if (request.path == "/large") response->body() = large;
  };
  Limits limits;
  limits.write_stall_timeout = milliseconds(100);
  limits.connections = 1;
  Serve(limits);
  Client client(port(), 4096);
  client.Send(Get("/large"));
  // There is room for another only after the first is gone.
  while (StatusOf(Get("/small")) != 200) {
  }
  EXPECT_LT(client.ReceiveAll().size(), large.size());
}

TEST_F(ServerTest, CutsAClientThatTakesItsAnswerTooSlowly) {
  const std::string large(std::size_t{20} * 1024 * 1024, 'x');
  handler_.answer = [&](const Request&, Response* response) { response->body() = large; };
  Limits limits;
  limits.write_slow_timeout = milliseconds(200);
  limits.write_bytes_per_second = std::size_t{1} << 40U;
  limits.linger_timeout = milliseconds(100);
  Serve(limits);
  Client client(port(), 4096);
  client.Send(Get("/"));
  std::this_thread::sleep_for(milliseconds(600));
  EXPECT_LT(client.ReceiveAll().size(), large.size());
}

TEST_F(ServerTest, ServesManyConnectionsAtOnce) {
  Serve({}, 2);
  std::deque<Client> clients;
  for (int i = 0; i < 400; ++i) clients.emplace_back(port());
  for (int round = 0; round < 3; ++round) {
    for (Client& client : clients) client.Send(Get("/" + std::to_string(round)));
    for (Client& client : clients) {
      ASSERT_EQ(client.Receive().body, "GET /" + std::to_string(round) + " [h] ");
    }
  }
}

TEST_F(ServerTest, RefusesConnectionsOverTheLimitAndRecovers) {
  Limits limits;
  limits.connections = 2;
  limits.linger_timeout = milliseconds(100);
  Serve(limits);
  auto first = std::make_unique<Client>(port());
  Client second(port());
  for (Client* client : {first.get(), &second}) {
    client->Send(Get("/"));
    EXPECT_EQ(client->Receive().status, 200);
  }
  Client third(port());
  third.Send(Get("/"));
  EXPECT_EQ(third.Receive().status, 503);
  EXPECT_TRUE(third.AtEnd());
  second.Send(Get("/"));
  EXPECT_EQ(second.Receive().status, 200);
  first.reset();
  while (StatusOf(Get("/")) != 200) {
  }
}

// Idle connections make room for others, the longest idle first.
TEST_F(ServerTest, ClosesIdleConnectionsIfPlacesAreFew) {
  Limits limits;
  limits.connections = 16;
  limits.idle_timeout = std::chrono::seconds(60);
  Serve(limits);
  std::deque<Client> idle;
  for (int i = 0; i < 15; ++i) idle.emplace_back(port()).Send(Get("/"));
  for (Client& client : idle) EXPECT_EQ(client.Receive().status, 200);
  std::this_thread::sleep_for(milliseconds(1100));
  idle.front().Send(Get("/"));  // It is not the longest idle any more.
  EXPECT_EQ(idle.front().Receive().status, 200);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(StatusOf(Get("/")), 200);
  EXPECT_TRUE(idle[1].AtEnd());
  idle.front().Send(Get("/"));
  EXPECT_EQ(idle.front().Receive().status, 200);
}

// So do those of which a part of a head has come: a crowd of them would keep others out.
TEST_F(ServerTest, ClosesBegunHeadsIfPlacesAreFew) {
  Limits limits;
  limits.connections = 300;
  limits.head_timeout = std::chrono::seconds(60);
  Serve(limits);
  std::deque<Client> begun;
  for (int i = 0; i < 280; ++i) begun.emplace_back(port()).Send("GET /a HTTP/1.1\r\n");
  std::this_thread::sleep_for(milliseconds(400));
  for (int i = 0; i < 20; ++i) begun.emplace_back(port()).Send("GET /a HTTP/1.1\r\n");
  for (int i = 0; i < 60; ++i) EXPECT_EQ(StatusOf(Get("/")), 200);
  EXPECT_TRUE(begun.front().AtEnd());
  begun.back().Send("Host: h\r\n\r\n");
  EXPECT_EQ(begun.back().Receive().body, "GET /a [h] ");
}

// A connection that does anything else than wait for a head keeps its place.
TEST_F(ServerTest, ClosesNoBusyConnectionIfPlacesAreFew) {
  Limits limits;
  limits.connections = 1;
  Serve(limits);
  Client in_body(port());
  in_body.Send("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx");
  std::this_thread::sleep_for(milliseconds(400));
  for (int i = 0; i < 5; ++i) {
    Client other(port());
    other.Send(Get("/"));
    EXPECT_EQ(other.Receive().status, 503);
  }
  in_body.Send("y");
  EXPECT_EQ(in_body.Receive().body, "POST /b [h] xy");
}

// Its buffers do not serve the next answer, which is as it would be otherwise.
TEST_F(ServerTest, AnswersAfterASecret) {
  handler_.answer = [](const Request& request, Response* response) {
    TestHandler::Echo(request, response);
    if (request.path == "/secret") response->MarkSecret();
  };
  Serve();
  Client client(port());
  client.Send(Get("/secret") + Get("/a") + Get("/secret"));
  EXPECT_EQ(client.Receive().body, "GET /secret [h] ");
  EXPECT_EQ(client.Receive().body, "GET /a [h] ");
  EXPECT_EQ(client.Receive().body, "GET /secret [h] ");
}

TEST_F(ServerTest, RefusesConnectionsInAShortageOfDescriptorsAndRecovers) {
  Limits limits;
  limits.linger_timeout = milliseconds(100);
  Serve(limits);
  // Checked builds inspect the writer of the first message through a pipe, and then there is no
  // descriptor for one.
  base::SetLogLevel("off");
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  // Stays open, so that no descriptor becomes free meanwhile.
  Client warm(port());
  warm.Send(Get("/"));
  EXPECT_EQ(warm.Receive().status, 200);
  // More than there are spare descriptors. The clients' own are open already.
  std::deque<Client> waiting(3 * kSpareDescriptors);
  rlimit tight = before;
  tight.rlim_cur = 200;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &tight), 0);
  std::vector<int> taken;
  for (int file = ::dup(0); file >= 0; file = ::dup(0)) taken.push_back(file);
  ASSERT_FALSE(taken.empty());
  for (Client& client : waiting) {
    client.Connect(port());
    client.Send(Get("/"));
  }
  const std::clock_t begin = std::clock();
  // Checked builds cannot print what differs until there are descriptors again.
  std::vector<int> statuses;
  std::vector<bool> were_closed;
  for (Client& client : waiting) {
    const Answer answer = client.Receive();
    statuses.push_back(answer.status);
    were_closed.push_back(answer.Field("Connection") == "close" && client.AtEnd());
  }
  const double cpu_seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const int handled = handler_.handled;
  warm.Send(Get("/"));
  const int warm_status = warm.Receive().status;
  for (const int file : taken) ::close(file);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  base::SetLogLevel("info");
  // One thread may take the descriptor that the other has just freed to refuse a client.
  const auto answered = std::ranges::count(statuses, 200);
  EXPECT_LE(answered, 2);
  EXPECT_EQ(std::ranges::count(statuses, 503), std::ssize(statuses) - answered);
  EXPECT_EQ(std::ranges::count(were_closed, false), answered);
  EXPECT_EQ(handled, 1 + answered);
  EXPECT_EQ(warm_status, 200) << "a connected client continues";
  EXPECT_LT(cpu_seconds, 0.2);
  EXPECT_EQ(StatusOf(Get("/")), 200);
}

// A handler that reports a request for "/slow" and waits until it is released.
class StopTest : public ServerTest {
 protected:
  StopTest() {
    handler_.answer = [this](const Request& request, Response* response) {
      if (request.path == "/slow") {
        entered_.set_value();
        released_.get_future().wait();
      }
      TestHandler::Echo(request, response);
    };
  }

  std::promise<void> entered_;
  std::promise<void> released_;
};

TEST_F(StopTest, AnswersArrivedRequests) {
  Serve();
  Client accepted(port());
  accepted.Send(Get("/before"));
  EXPECT_EQ(accepted.Receive().status, 200);
  Client slow(port());
  slow.Send(Get("/slow") + Get("/next"));
  entered_.get_future().wait();
  // The only thread is busy: one request waits in its socket, one with its connection.
  accepted.Send(Get("/waiting"));
  Client backlog(port());
  backlog.Send(Get("/backlog"));
  server_->Stop();
  released_.set_value();
  EXPECT_EQ(slow.Receive().body, "GET /slow [h] ");
  EXPECT_EQ(accepted.Receive().body, "GET /waiting [h] ");
  const Answer last = backlog.Receive();
  EXPECT_EQ(last.body, "GET /backlog [h] ");
  EXPECT_EQ(last.Field("Connection"), "close");
  EXPECT_EQ(slow.Receive().Field("Connection"), "close");
  for (Client* client : {&accepted, &slow, &backlog}) {
    EXPECT_TRUE(client->AtEnd());
    client->EndSending();
  }
  server_->Wait();
  EXPECT_FALSE(Client(port()).connected());
}

// The stop is seen first, and ends the read that waits for these bytes.
TEST_F(StopTest, AnswersARequestThatArrivesWithTheStop) {
  Serve();
  Client idle(port());
  idle.Send(Get("/before"));
  EXPECT_EQ(idle.Receive().status, 200);
  Client slow(port());
  slow.Send(Get("/slow"));
  entered_.get_future().wait();
  server_->Stop();
  idle.Send(Get("/late"));
  released_.set_value();
  EXPECT_EQ(slow.Receive().body, "GET /slow [h] ");
  EXPECT_EQ(idle.Receive().body, "GET /late [h] ");
  EXPECT_TRUE(idle.AtEnd());
}

TEST_F(StopTest, ClosesIdleConnectionsAtOnce) {
  Serve({}, 2);
  std::deque<Client> clients;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back(port()).Send(Get("/"));
    EXPECT_EQ(clients.back().Receive().status, 200);
  }
  const auto begin = std::chrono::steady_clock::now();
  server_->Stop();
  for (Client& client : clients) EXPECT_TRUE(client.AtEnd());
  clients.clear();
  server_->Wait();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST_F(StopTest, FinishesAHeadThatIsUnderWay) {
  Serve();
  Client client(port());
  client.Send(Get("/a") + "GET /b HTTP/1.1\r\n");
  EXPECT_EQ(client.Receive().status, 200);
  server_->Stop();
  // In pieces that the server sees one after the other.
  for (const std::string_view piece : {"Host: ", "h\r\n", "\r\n"}) {
    std::this_thread::sleep_for(milliseconds(30));
    client.Send(piece);
  }
  const Answer answer = client.Receive();
  EXPECT_EQ(answer.body, "GET /b [h] ");
  EXPECT_EQ(answer.Field("Connection"), "close");
}

TEST_F(StopTest, DeliversALargeAnswerThatIsUnderWay) {
  const std::string large(std::size_t{20} * 1024 * 1024, 'x');
  handler_.answer = [&](const Request&, Response* response) { response->body() = large; };
  Serve();
  Client client(port(), 4096);
  client.Send(Get("/"));
  while (handler_.handled == 0) std::this_thread::yield();
  server_->Stop();
  EXPECT_EQ(client.Receive().body.size(), large.size());
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(StopTest, AbortsRequestsThatDoNotEnd) {
  Limits limits;
  limits.stop_timeout = milliseconds(100);
  Serve(limits);
  Client client(port());
  client.Send(Get("/a") + "GET /b");
  EXPECT_EQ(client.Receive().status, 200);
  server_->Stop();
  server_->Stop();
  server_->Wait();
  EXPECT_EQ(client.Receive().status, 0);
}

TEST_F(ServerTest, SaysWhyItCannotStart) {
  Serve();
  const auto taken = Server::Start({.port = port()}, &handler_);
  ASSERT_FALSE(taken.ok());
  EXPECT_EQ(taken.error().code, base::Code::kIo);
  EXPECT_NE(taken.error().message.find(std::to_string(port())), std::string::npos);
  for (const char* address : {"", "localhost", "256.0.0.1", "127.0.0.1:80", "::g", "192.0.2.1"}) {
    EXPECT_FALSE(Server::Start({.address = address}, &handler_).ok()) << address;
  }
}

// The stop may come before a worker first looks for finished work.
TEST_F(ServerTest, StopsRightAfterItsStart) {
  for (int i = 0; i < 50; ++i) {
    Serve({}, 3);
    server_.reset();
  }
}

TEST_F(ServerTest, StopsWhenDestroyed) {
  Serve({}, 3);
  Client client(port());
  client.Send(Get("/"));
  EXPECT_EQ(client.Receive().status, 200);
  server_.reset();
  EXPECT_TRUE(client.AtEnd());
}

}  // namespace
}  // namespace orgreg::http
