// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/transport.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "unit/http/files.h"

namespace orgreg::http {
namespace {

class TransportTest : public testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends = {};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    transport_.socket().assign({AF_UNIX, 0}, ends[0]);
    transport_.socket().non_blocking(true);
    client_.assign({AF_UNIX, 0}, ends[1]);
  }

  std::optional<std::uint64_t> SendFile() {
    return transport_.SendFile(file_->descriptor(), 0, bytes_.size());
  }

  const std::string bytes_ = Pattern(100'000);
  const std::shared_ptr<const OpenFile> file_ = FileOf(bytes_);
  boost::asio::io_context io_;
  Transport transport_{Socket(io_), nullptr};
  Socket client_{io_};
};

TEST_F(TransportTest, SendsNothingOfAFileWhileTheSocketIsFull) {
  std::uint64_t sent = 0;
  for (auto taken = SendFile(); taken != 0; taken = SendFile()) {
    ASSERT_TRUE(taken);
    sent += *taken;
  }
  std::string read(sent, ' ');
  EXPECT_EQ(boost::asio::read(client_, boost::asio::buffer(read)), sent);
  EXPECT_GT(SendFile().value_or(0), 0U);
}

TEST_F(TransportTest, FailsOnAFileThatHasLessAndOnAClientThatIsGone) {
  EXPECT_EQ(transport_.SendFile(file_->descriptor(), 100'000, 1), std::nullopt);
  client_.close();
  ::signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(SendFile(), std::nullopt);
}

}  // namespace
}  // namespace orgreg::http
