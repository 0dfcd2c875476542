// SPDX-License-Identifier: EUPL-1.2

#include "http/client/get.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <future>
#include <string>
#include <string_view>

#include "unit/http/client/certificates.h"
#include "unit/http/client/misbehaving_server.h"
#include "unit/http/files.h"

namespace orgreg::http {
namespace {

using base::Code;
using std::chrono::milliseconds;

constexpr std::size_t kMostBodyBytes = 100'000;
constexpr std::string_view kNames = "DNS:localhost,DNS:*.example.test,IP:127.0.0.1,IP:::1";

class GetTest : public ::testing::Test {
 protected:
  void SetUp() override {
    authority_.Write(ca_file());
    for (const char* const name : {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
      unsetenv(name);
  }
  void TearDown() override { ::unlink(ca_file().c_str()); }

  static std::string ca_file() { return TestPath("ca.pem"); }

  GetRequest Request(const std::string& url) const {
    return {.url = *ParseUrl(url),
            .ca_file = ca_file(),
            .timeout = std::chrono::seconds(20),
            .most_body_bytes = kMostBodyBytes};
  }
  // The answer of a server that reads a request and behaves so.
  base::Result<GetAnswer> Ask(const MisbehavingServer::Behaviour& behaviour,
                              milliseconds timeout = std::chrono::seconds(20)) const {
    const MisbehavingServer server(AF_INET, [&](Talk* talk) {
      talk->ReadHead();
      behaviour(talk);
    });
    GetRequest request = Request("http://127.0.0.1:" + std::to_string(server.port()) + "/");
    request.timeout = timeout;
    return Get(request);
  }
  base::Result<GetAnswer> AskFor(const std::string& text) const {
    return Ask([&](Talk* talk) { talk->Write(text); });
  }
  // The answer of a server with TLS and this identity, asked at this host.
  base::Result<GetAnswer> AskSecurely(const Identity& identity, const std::string& host,
                                      int newest_version = TLS1_3_VERSION) const {
    const MisbehavingServer server(host == "[::1]" ? AF_INET6 : AF_INET, [&](Talk* talk) {
      if (!talk->Secure(identity, newest_version)) return;
      talk->ReadHead();
      talk->Write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nkeys");
    });
    return Get(Request("https://" + host + ":" + std::to_string(server.port()) + "/"));
  }

  Authority authority_;
};

// Asserts an error with this code whose message holds `part`.
void ExpectError(const base::Result<GetAnswer>& answer, Code code, std::string_view part) {
  ASSERT_FALSE(answer.ok()) << answer->status << answer->body;
  EXPECT_EQ(answer.error().code, code) << answer.error().message;
  EXPECT_NE(answer.error().message.find(part), std::string::npos) << answer.error().message;
}

TEST_F(GetTest, SendsOneRequest) {
  std::promise<std::string> head;
  const MisbehavingServer server(AF_INET, [&](Talk* talk) {
    head.set_value(talk->ReadHead());
    talk->Write("HTTP/1.1 204 No Content\r\n\r\n");
  });
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  GetRequest request = Request("http://" + host + "/a?b#c");
  request.fields = {{.name = "Accept", .value = "text/plain"}};
  const auto answer = Get(request);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->status, 204);
  EXPECT_EQ(head.get_future().get(), "GET /a?b HTTP/1.1\r\nHost: " + host +
                                         "\r\nUser-Agent: orgreg\r\nConnection: close\r\n"
                                         "Accept: text/plain\r\n\r\n");
}

TEST_F(GetTest, ReadsEveryFramingOfABody) {
  for (const char* const text :
       {"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nkeys", "HTTP/1.1 200 OK\r\n\r\nkeys",
        "HTTP/1.0 200 OK\r\n\r\nkeys",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\nk\r\n3\r\neys\r\n0\r\nA: "
        "b\r\n\r\n",
        "HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nkeysmore"}) {
    const auto answer = AskFor(text);
    ASSERT_TRUE(answer.ok()) << text << answer.error().message;
    EXPECT_EQ(answer->status, 200) << text;
    EXPECT_EQ(answer->body, "keys") << text;
  }
}

TEST_F(GetTest, ReturnsStatusAndFieldsWithoutFollowing) {
  const auto answer = AskFor(
      "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nX: 1\r\nContent-Length: 0\r\n\r\n");
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->status, 302);
  EXPECT_EQ(answer->Header("location"), "http://127.0.0.1:1/");
  EXPECT_EQ(answer->Header("missing"), "");
  EXPECT_EQ(answer->body, "");
}

TEST_F(GetTest, RefusesWhatIsNotHttpOrNotWhole) {
  for (const char* const text :
       {"", "\r\n\r\n", "garbage\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nkey",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nkeys",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nkeys",
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nkeys",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nkeys",
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA b\r\n\r\n", "HTTP/1.1 200 OK\r\nA\x01: b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nkeys\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nkeysx\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ng\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n11111111111111111\r\nk"})
    ExpectError(AskFor(text), Code::kUnavailable, "");
}

TEST_F(GetTest, BoundsTheBody) {
  const std::string most(kMostBodyBytes, 'x');
  const std::string length = "HTTP/1.1 200 OK\r\nContent-Length: ";
  const auto full = AskFor(length + std::to_string(most.size()) + "\r\n\r\n" + most);
  ASSERT_TRUE(full.ok()) << full.error().message;
  EXPECT_EQ(full->body, most);
  for (const std::string& text :
       {length + std::to_string(most.size() + 1) + "\r\n\r\n", length + "9999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\nx" + most,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\nx" + most})
    ExpectError(AskFor(text), Code::kLimit, "too large");
}

TEST_F(GetTest, EndsAnEndlessBody) {
  for (const char* const framing : {"", "Transfer-Encoding: chunked\r\n"}) {
    const std::string head = std::string("HTTP/1.1 200 OK\r\n") + framing + "\r\n";
    const auto answer = Ask([&](Talk* talk) {
      talk->Write(head);
      while (talk->Write("5\r\nkeys!\r\n")) continue;
    });
    ExpectError(answer, Code::kLimit, "too large");
  }
}

TEST_F(GetTest, HandsOverABodyOfAnyLengthWhileItComes) {
  for (const std::string framing :
       {"Content-Length: 300000\r\n", "Transfer-Encoding: chunked\r\n", ""}) {
    const bool is_chunked = framing.starts_with("Transfer");
    const MisbehavingServer server(AF_INET, [&](Talk* talk) {
      talk->ReadHead();
      talk->Write("HTTP/1.1 200 OK\r\n" + framing + "\r\n");
      for (int i = 0; i < 3; ++i) {
        talk->Write((is_chunked ? "186a0\r\n" : "") + std::string(100'000, 'a') +
                    (is_chunked ? "\r\n" : ""));
      }
      if (is_chunked) talk->Write("0\r\n\r\n");
    });
    std::size_t taken = 0;
    std::size_t largest = 0;
    const auto answer =
        GetPieces(Request("http://127.0.0.1:" + std::to_string(server.port()) + "/"),
                  {.take =
                       [&](std::string_view piece) {
                         taken += piece.size();
                         largest = std::max(largest, piece.size());
                         return base::Status();
                       },
                   .patience = std::chrono::seconds(20)});
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer->status, 200);
    EXPECT_TRUE(answer->body.empty());
    EXPECT_EQ(taken, 300'000U) << framing;
    EXPECT_LT(largest, kMostBodyBytes);
  }
}

TEST_F(GetTest, HandsOverNothingOfAnotherStatus) {
  const MisbehavingServer server(AF_INET, [&](Talk* talk) {
    talk->ReadHead();
    talk->Write("HTTP/1.1 401 No\r\nContent-Length: 4\r\n\r\nshoo");
  });
  const auto answer = GetPieces(Request("http://127.0.0.1:" + std::to_string(server.port()) + "/"),
                                {.take = [](std::string_view) -> base::Status {
                                  ADD_FAILURE();
                                  return {};
                                }});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->status, 401);
  EXPECT_EQ(answer->body, "shoo");
}

TEST_F(GetTest, EndsABodyThatIsCutOrPausesOrIsNotWanted) {
  const auto ask = [&](const std::string& sent, bool waits, milliseconds patience, bool refuses) {
    const MisbehavingServer server(AF_INET, [&](Talk* talk) {
      talk->ReadHead();
      talk->Write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + sent);
      if (waits) talk->Wait();
    });
    return GetPieces(Request("http://127.0.0.1:" + std::to_string(server.port()) + "/"),
                     {.take = [refuses](std::string_view) -> base::Status {
                        if (refuses) return base::Error{Code::kCorrupt, "not this"};
                        return {};
                      },
                      .patience = patience});
  };
  ExpectError(ask("abc", false, std::chrono::seconds(20), false), Code::kUnavailable,
              "ended before the answer did");
  ExpectError(ask("abc", true, milliseconds(50), false), Code::kUnavailable, "no answer in time");
  ExpectError(ask("abc", true, std::chrono::seconds(20), true), Code::kCorrupt, "not this");
}

TEST_F(GetTest, EndsAtAStop) {
  std::stop_source stop;
  const MisbehavingServer server(AF_INET, [&](Talk* talk) {
    talk->ReadHead();
    stop.request_stop();
    talk->Wait();
  });
  GetRequest request = Request("http://127.0.0.1:" + std::to_string(server.port()) + "/");
  request.stop = stop.get_token();
  const auto begin = std::chrono::steady_clock::now();
  ExpectError(Get(request), Code::kUnavailable, "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST_F(GetTest, EndsAnEndlessHead) {
  for (const char* const piece : {"x", "X: y\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
                                  "HTTP/1.1 100 Continue\r\nX: y\r\n\r\n"}) {
    const auto answer = Ask([&](Talk* talk) {
      if (std::string_view(piece).starts_with('X')) talk->Write("HTTP/1.1 200 OK\r\n");
      while (talk->Write(piece)) continue;
    });
    ExpectError(answer, Code::kUnavailable, "");
  }
}

TEST_F(GetTest, EndsEndlessFramingOfChunks) {
  for (const char* const start : {"4;", "0\r\nX: "}) {
    const auto answer = Ask([&](Talk* talk) {
      talk->Write(std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n") + start);
      while (talk->Write("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"))
        continue;
    });
    ExpectError(answer, Code::kUnavailable, "");
  }
}

TEST_F(GetTest, KeepsItsDeadline) {
  const auto begun = std::chrono::steady_clock::now();
  constexpr milliseconds kTimeout{200};
  const auto silent = [](Talk* talk) { talk->Wait(); };
  const auto in_the_head = [](Talk* talk) {
    talk->Write("HTTP/1.1 200 OK\r\n");
    talk->Wait();
  };
  const auto in_the_body = [](Talk* talk) {
    talk->Write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nk");
    talk->Wait();
  };
  const auto byte_by_byte = [](Talk* talk) {
    talk->Write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    // Each of them far below the timeout.
    while (talk->Write("1\r\nx\r\n") && !talk->HasInput()) continue;
  };
  for (const MisbehavingServer::Behaviour& behaviour :
       {MisbehavingServer::Behaviour(silent), MisbehavingServer::Behaviour(in_the_head),
        MisbehavingServer::Behaviour(in_the_body), MisbehavingServer::Behaviour(byte_by_byte)})
    ExpectError(Ask(behaviour, kTimeout), Code::kUnavailable, "no answer in time");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
}

TEST_F(GetTest, KeepsItsDeadlineInAHandshake) {
  const MisbehavingServer server(AF_INET, [](Talk* talk) { talk->Wait(); });
  GetRequest request = Request("https://127.0.0.1:" + std::to_string(server.port()) + "/");
  request.timeout = milliseconds(200);
  ExpectError(Get(request), Code::kUnavailable, "no answer in time");
}

TEST_F(GetTest, AcceptsTheCertificateOfTheHost) {
  const Identity identity = authority_.Sign(std::string(kNames));
  for (const char* const host : {"localhost", "127.0.0.1", "[::1]"}) {
    const auto answer = AskSecurely(identity, host);
    ASSERT_TRUE(answer.ok()) << host << ": " << answer.error().message;
    EXPECT_EQ(answer->body, "keys") << host;
  }
  const auto with_1_2 = AskSecurely(identity, "localhost", TLS1_2_VERSION);
  EXPECT_TRUE(with_1_2.ok()) << with_1_2.error().message;
}

TEST_F(GetTest, RefusesOtherCertificates) {
  using std::chrono::hours;
  const std::string refused = "the certificate is not accepted: ";
  ExpectError(AskSecurely(authority_.Sign("DNS:other.test,IP:127.0.0.1"), "localhost"),
              Code::kUnavailable, refused + "hostname mismatch");
  ExpectError(AskSecurely(authority_.Sign("DNS:localhost,DNS:127.0.0.1,IP:127.0.0.2"), "127.0.0.1"),
              Code::kUnavailable, refused + "IP address mismatch");
  ExpectError(AskSecurely(authority_.Sign(std::string(kNames), hours(-1)), "localhost"),
              Code::kUnavailable, refused + "certificate has expired");
  ExpectError(AskSecurely(authority_.Sign(std::string(kNames), hours(48)), "localhost"),
              Code::kUnavailable, refused + "certificate is not yet valid");
  const Authority stranger;
  ExpectError(AskSecurely(stranger.Sign(std::string(kNames)), "localhost"), Code::kUnavailable,
              refused);
}

TEST_F(GetTest, RefusesOldTlsAndNoTls) {
  ExpectError(AskSecurely(authority_.Sign(std::string(kNames)), "localhost", TLS1_1_VERSION),
              Code::kUnavailable, "TLS: ");
  const MisbehavingServer server(AF_INET, [](Talk* talk) {
    talk->ReadHead();
    talk->Write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nkeys");
  });
  GetRequest request = Request("https://127.0.0.1:" + std::to_string(server.port()) + "/");
  request.timeout = milliseconds(500);
  ExpectError(Get(request), Code::kUnavailable, "TLS: ");
}

TEST_F(GetTest, NeedsTheFileOfAuthorities) {
  const MisbehavingServer server(AF_INET, [](Talk* talk) { talk->Wait(); });
  GetRequest request = Request("https://127.0.0.1:" + std::to_string(server.port()) + "/");
  for (const std::string& path : {TestPath("missing.pem"), testing::TempDir()}) {
    request.ca_file = path;
    ExpectError(Get(request), Code::kUnavailable, path);
  }
}

// Somebody between them could have cut the rest of a body that only the end delimits.
TEST_F(GetTest, RefusesAnUnannouncedEndOfTls) {
  const Identity identity = authority_.Sign(std::string(kNames));
  for (const bool announces : {true, false}) {
    const MisbehavingServer server(AF_INET, [&](Talk* talk) {
      if (!talk->Secure(identity)) return;
      talk->ReadHead();
      talk->Write("HTTP/1.1 200 OK\r\n\r\nkeys");
      if (announces) talk->Announce();
    });
    const auto answer = Get(Request("https://localhost:" + std::to_string(server.port()) + "/"));
    EXPECT_EQ(answer.ok(), announces);
  }
}

TEST_F(GetTest, TriesTheNextAddress) {
  const MisbehavingServer server(AF_INET, [](Talk* talk) {
    talk->ReadHead();
    talk->Write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  });
  // Nothing listens at ::1.
  EXPECT_TRUE(Get(Request("http://localhost:" + std::to_string(server.port()) + "/")).ok());
}

TEST_F(GetTest, ReportsThatNothingListens) {
  for (const char* const url : {"http://127.0.0.1:1/", "http://[::1]:1/", "https://localhost:1/"})
    ExpectError(Get(Request(url)), Code::kUnavailable, "cannot connect");
}

TEST_F(GetTest, ReportsThatTheHostIsUnknown) {
  GetRequest request = Request("https://no-such-host.invalid/");
  request.timeout = std::chrono::seconds(1);
  ExpectError(Get(request), Code::kUnavailable, "the host was not found");
}

// Sets a variable of the environment for a time.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

TEST_F(GetTest, PassesAProxy) {
  const Identity identity = authority_.Sign(std::string(kNames));
  std::promise<std::string> head;
  const MisbehavingServer server(AF_INET, [&](Talk* talk) {
    head.set_value(talk->ReadHead());
    talk->Write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (!talk->Secure(identity)) return;
    talk->ReadHead();
    talk->Write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nkeys");
  });
  const std::string place = "127.0.0.1:" + std::to_string(server.port());
  const Variable proxy("https_proxy", "http://demo:p%40ss@" + place);
  const auto answer = Get(Request("https://token.example.test/"));
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->body, "keys");
  EXPECT_EQ(head.get_future().get(),
            "CONNECT token.example.test:443 HTTP/1.1\r\nHost: token.example.test:443\r\n"
            "User-Agent: orgreg\r\nProxy-Authorization: Basic ZGVtbzpwQHNz\r\n\r\n");
}

TEST_F(GetTest, ReportsWhatAProxyRefuses) {
  for (const char* const text : {"HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno",
                                 "garbage\r\n\r\n", "", "HTTP/1.1 200 OK\r\n\r\nand more"}) {
    const MisbehavingServer server(AF_INET, [&](Talk* talk) {
      talk->ReadHead();
      talk->Write(text);
    });
    const std::string place = "127.0.0.1:" + std::to_string(server.port());
    const Variable proxy("https_proxy", "http://demo:secret@" + place);
    const auto answer = Get(Request("https://token.example.test/"));
    ExpectError(answer, Code::kUnavailable, "the proxy " + place + ": ");
    EXPECT_EQ(answer.error().message.find("secret"), std::string::npos);
  }
}

TEST_F(GetTest, ReportsThatAProxyCannotBeUsed) {
  const Variable proxy("https_proxy", "socks5://127.0.0.1:1080");
  ExpectError(Get(Request("https://token.example.test/")), Code::kUnavailable, "https_proxy: ");
}

}  // namespace
}  // namespace orgreg::http
