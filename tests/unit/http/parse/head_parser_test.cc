// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/head_parser.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace orgreg::http {
namespace {

std::optional<Fault> FaultOf(std::string_view head, Framing* framing) {
  RequestStorage storage;
  return ParseHead(head, &storage, framing);
}

// HeadScanner gives no such head. If it did, bytes of a body would be taken for fields, or fields
// for a body.
TEST(ParseHead, RefusesWhatIsNotExactlyOneHead) {
  Framing framing;
  const std::string whole = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  EXPECT_EQ(FaultOf(whole, &framing), std::nullopt);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(FaultOf(whole.substr(0, size), &framing), Fault::kBadRequest) << size;
  }
  EXPECT_EQ(FaultOf(whole + "x", &framing), Fault::kBadRequest);
  EXPECT_EQ(FaultOf(whole + whole, &framing), Fault::kBadRequest);
}

// RFC 9110, 10.1.1: a client of HTTP/1.0 that sends it waits for nothing.
TEST(ParseHead, ExpectsContinueInHttp11Alone) {
  Framing framing;
  const std::string fields = "\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n";
  EXPECT_EQ(FaultOf("POST / HTTP/1.1" + fields, &framing), std::nullopt);
  EXPECT_TRUE(framing.expects_continue);
  EXPECT_EQ(FaultOf("POST / HTTP/1.0" + fields, &framing), std::nullopt);
  EXPECT_FALSE(framing.expects_continue);
  EXPECT_EQ(FaultOf("POST / HTTP/1.1\r\nHost: h\r\nExpect: 200-ok\r\n\r\n", &framing),
            std::nullopt);
  EXPECT_FALSE(framing.expects_continue);
}

}  // namespace
}  // namespace orgreg::http
