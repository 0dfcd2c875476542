// SPDX-License-Identifier: EUPL-1.2

// A served request must allocate nothing in the long run.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "unit/http/client.h"
#include "unit/http/counting_new.h"

namespace orgreg::http {
namespace {

// A second that ends during the count costs a few for the next Date line; one allocation for each
// request would cost 900.
constexpr std::size_t kForDates = 20;

class AllocationTest : public ServerTest {
 protected:
  // Allocations of the server's thread from the 100th request to the 1,000th.
  std::size_t CountFor(std::string_view request, int batch) {
    std::size_t first = 0;
    std::size_t last = 0;
    handler_.answer = [&](const Request& asked, Response* response) {
      TestHandler::Echo(asked, response);
      if (handler_.handled == 100) first = AllocationsOfThisThread();
      if (handler_.handled == 1000) last = AllocationsOfThisThread();
    };
    Serve();
    Client client(port());
    std::string requests;
    for (int i = 0; i < batch; ++i) requests += request;
    for (int sent = 0; sent < 1000; sent += batch) {
      client.Send(requests);
      for (int i = 0; i < batch; ++i) EXPECT_EQ(client.Receive().status, 200);
    }
    EXPECT_GT(first, 0U);
    return last - first;
  }
};

TEST_F(AllocationTest, NoneForARequest) {
  EXPECT_LE(CountFor("GET /enheter/S%C3%86R?a=b HTTP/1.1\r\nHost: h\r\nAccept: a/b\r\n\r\n", 1),
            kForDates);
}

TEST_F(AllocationTest, NoneForPipelinedRequests) {
  EXPECT_LE(CountFor("GET /a HTTP/1.1\r\nHost: h\r\n\r\n", 50), kForDates);
}

TEST_F(AllocationTest, NoneForAChunkedBody) {
  EXPECT_LE(CountFor("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "3\r\nabc\r\n0\r\n\r\n",
                     1),
            kForDates);
}

}  // namespace
}  // namespace orgreg::http
