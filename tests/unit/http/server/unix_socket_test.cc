// SPDX-License-Identifier: EUPL-1.2

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <chrono>
#include <string>
#include <thread>

#include "unit/http/client.h"
#include "unit/http/files.h"

namespace orgreg::http {
namespace {

constexpr const char* kGet = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

class UnixSocketTest : public testing::Test {
 protected:
  ~UnixSocketTest() override { ::unlink(path_.c_str()); }

  base::Result<std::unique_ptr<Server>> Start(const std::string& path) {
    return Server::Start({.unix_socket = path}, &handler_);
  }

  std::string path_ = TestPath("socket");
  TestHandler handler_;
};

TEST_F(UnixSocketTest, ServesAtASocketFile) {
  handler_.answer = [](const Request& request, Response* response) {
    response->body().append(request.path).append(" ").append(request.peer);
  };
  auto server = Start(path_);
  ASSERT_TRUE(server.ok()) << server.error().message;
  EXPECT_EQ((*server)->port(), 0);
  struct stat info = {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0660U);
  Client client(path_);
  client.Send(kGet);
  EXPECT_EQ(client.Receive().body, "/a unix");
  client.Send("GET /b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.Receive().body, "/b unix");
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(UnixSocketTest, SendsFilesAndAnswersOfThePool) {
  const std::string bytes = Pattern(5000000);
  const auto file = FileOf(bytes);
  handler_.answer = [&](const Request&, Response* response) {
    response->set_file({.file = file, .offset_bytes = 0, .size_bytes = bytes.size()});
  };
  auto server = Start(path_);
  ASSERT_TRUE(server.ok());
  Client client(path_);
  client.Send(std::string(kGet) + "GET /pool HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_TRUE(client.Receive().body == bytes);
  EXPECT_EQ(client.Receive().body, "GET /pool [h] ");
}

// Such a socket takes each answer whole until it is full, and then nothing. Which answer fills it
// depends on the system, so the file comes after ever more of them.
TEST_F(UnixSocketTest, GoesOnAfterAnswersThatFillTheSocket) {
  const std::string large(60'000, 'x');
  const std::string bytes = Pattern(1'000'000);
  handler_.answer = [&, file = FileOf(bytes)](const Request& request, Response* response) {
    if (request.path != "/file") {
      response->body() = large;
    } else {
      response->set_file({.file = file, .offset_bytes = 0, .size_bytes = bytes.size()});
    }
  };
  handler_.slowly = handler_.answer;
  auto server = Start(path_);
  ASSERT_TRUE(server.ok());
  const auto get = [](const std::string& path) {
    return "GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n";
  };
  for (int before = 0; before < 8; ++before) {
    Client client(path_);
    // The pool's answers are sent one by one, the last two together.
    for (int i = 0; i < before; ++i) client.Send(get("/pool"));
    client.Send(get("/large") + get("/file"));
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    for (int i = 0; i <= before; ++i) EXPECT_TRUE(client.Receive().body == large);
    EXPECT_TRUE(client.Receive().body == bytes);
  }
}

// Small answers are taken whole until there is room for none.
TEST_F(UnixSocketTest, GoesOnAfterSmallAnswersThatFillTheSocket) {
  auto server = Start(path_);
  ASSERT_TRUE(server.ok());
  constexpr int kMany = 2000;
  Client client(path_);
  std::string requests;
  for (int i = 0; i < kMany; ++i)
    requests += "GET /pool/" + std::to_string(i) + " HTTP/1.1\r\nHost: h\r\n\r\n";
  std::jthread sender([&] { client.Send(requests); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  for (int i = 0; i < kMany; ++i)
    ASSERT_EQ(client.Receive().body, "GET /pool/" + std::to_string(i) + " [h] ");
}

TEST_F(UnixSocketTest, RemovesItsFileAtTheStop) {
  auto server = Start(path_);
  ASSERT_TRUE(server.ok());
  (*server)->Stop();
  (*server)->Wait();
  struct stat info = {};
  EXPECT_NE(::stat(path_.c_str(), &info), 0);
  auto next = Start(path_);
  ASSERT_TRUE(next.ok());
  // The first removes nothing of the second.
  (*server).reset();
  EXPECT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_TRUE(Client(path_).connected());
}

TEST_F(UnixSocketTest, ReplacesTheFileOfADeadProcess) {
  const int dead = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  path_.copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(dead, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  ::close(dead);
  auto server = Start(path_);
  ASSERT_TRUE(server.ok()) << server.error().message;
  Client client(path_);
  client.Send(kGet);
  EXPECT_EQ(client.Receive().status, 200);
}

TEST_F(UnixSocketTest, LeavesOtherFilesAlone) {
  auto server = Start(path_);
  ASSERT_TRUE(server.ok());
  const auto second = Start(path_);
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().message.find(path_), std::string::npos);
  Client client(path_);
  client.Send(kGet);
  EXPECT_EQ(client.Receive().status, 200);
  server->reset();
  WriteFile(path_, "precious");
  EXPECT_FALSE(Start(path_).ok());
  struct stat info = {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_size, 8);
}

TEST_F(UnixSocketTest, SaysWhyItCannotStart) {
  for (const std::string& path : {std::string(200, 'x'), std::string("a\0b", 3),
                                  std::string("/no/such/folder/socket"), testing::TempDir()}) {
    const auto server = Start(path);
    EXPECT_FALSE(server.ok()) << path;
  }
}

}  // namespace
}  // namespace orgreg::http
