// SPDX-License-Identifier: EUPL-1.2

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <string>
#include <string_view>

#include "http/client/get.h"
#include "unit/http/client/misbehaving_server.h"

namespace orgreg::http {
namespace {

using base::Code;

class SendTest : public ::testing::Test {
 protected:
  static GetRequest Request(const MisbehavingServer& server) {
    return {.url = *ParseUrl("http://127.0.0.1:" + std::to_string(server.port()) + "/x"),
            .timeout = std::chrono::seconds(20),
            .most_body_bytes = 1000};
  }
  // What is sent with this method in two pieces, to a server that reads it all and answers so.
  base::Result<GetAnswer> SendTo(const std::string& method, const std::string& body,
                                 const std::string& answer) {
    const MisbehavingServer server(AF_INET, [&](Talk* talk) {
      head_ = talk->ReadHead();
      body_ = talk->Read(body.size());
      talk->Write(answer);
    });
    std::string_view rest = body;
    return Send(Request(server), {.method = method,
                                  .body_bytes = body.size(),
                                  .next = [&rest]() -> base::Result<std::string_view> {
                                    const std::string_view piece = rest.substr(0, 3);
                                    rest.remove_prefix(piece.size());
                                    return piece;
                                  },
                                  .patience = std::chrono::seconds(20)});
  }

  std::string head_ = {};
  std::string body_ = {};
};

TEST_F(SendTest, SendsABody) {
  const auto answer = SendTo("PUT", "hello", "HTTP/1.1 201 Made\r\nContent-Length: 0\r\n\r\n");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->status, 201);
  EXPECT_TRUE(head_.starts_with("PUT /x HTTP/1.1\r\n")) << head_;
  EXPECT_NE(head_.find("\r\nContent-Length: 5\r\n"), std::string::npos) << head_;
  EXPECT_EQ(body_, "hello");
}

TEST_F(SendTest, ExpectsNoBodyAfterHead) {
  const auto answer = SendTo("HEAD", "", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->Header("content-length"), "5");
  EXPECT_EQ(answer->body, "");
  EXPECT_EQ(head_.find("Content-Length"), std::string::npos) << head_;
}

TEST_F(SendTest, DeletesWithoutABody) {
  const auto answer = SendTo("DELETE", "", "HTTP/1.1 204 Gone\r\n\r\n");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->status, 204);
}

TEST_F(SendTest, SendsNothingThatHasAnotherSize) {
  for (const std::string_view piece : {"", "too long"}) {
    const MisbehavingServer server(AF_INET, [](Talk* talk) {
      talk->ReadHead();
      talk->Wait();
    });
    const auto answer = Send(Request(server),
                             {.method = "PUT",
                              .body_bytes = 3,
                              .next = [piece]() -> base::Result<std::string_view> { return piece; },
                              .patience = std::chrono::seconds(20)});
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().code, Code::kIo);
  }
}

}  // namespace
}  // namespace orgreg::http
