// SPDX-License-Identifier: EUPL-1.2

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "http/answer/file_answer.h"
#include "unit/http/client.h"
#include "unit/http/files.h"

namespace orgreg::http {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMiB = std::size_t{1} << 20U;

std::string Get(std::string_view path, std::string_view fields = {}) {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n";
}

// Answers "/file" with the file, and echoes everything else.
class FileBodyTest : public ServerTest {
 protected:
  void Offer(const std::string& bytes) {
    bytes_ = bytes;
    file_ = FileOf(bytes);
    handler_.answer = [this](const Request& request, Response* response) {
      if (request.path != "/file") return TestHandler::Echo(request, response);
      AnswerFile(request, {.tag = "\"t\"", .last_modified = 1, .file = file_}, response);
    };
  }

  std::string bytes_;
  std::shared_ptr<const OpenFile> file_;
};

TEST(OpenFile, SaysWhyItCannot) {
  EXPECT_EQ(OpenFile::Open(TestPath("missing")).error().code, base::Code::kNotFound);
  EXPECT_EQ(OpenFile::Open("").error().code, base::Code::kNotFound);
  EXPECT_EQ(OpenFile::Open(testing::TempDir()).error().code, base::Code::kIo);
  const std::string pipe = TestPath("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(OpenFile::Open(pipe).error().code, base::Code::kIo);
  ::unlink(pipe.c_str());
}

TEST(OpenFile, DistinguishesAShortageFromAFailure) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit none = before;
  none.rlim_cur = 0;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto file = OpenFile::Open("/dev/null");
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, base::Code::kUnavailable);
}

TEST_F(FileBodyTest, SendsTheFileAndGoesOn) {
  Offer(Pattern(5 * kMiB + 17));
  Serve();
  Client client(port());
  client.Send(Get("/before") + Get("/file") + Get("/between") + Get("/file") + Get("/after"));
  EXPECT_EQ(client.Receive().body, "GET /before [h] ");
  const Answer answer = client.Receive();
  EXPECT_EQ(answer.Field("Content-Length"), std::to_string(bytes_.size()));
  EXPECT_EQ(answer.body, bytes_);
  EXPECT_EQ(client.Receive().body, "GET /between [h] ");
  EXPECT_EQ(client.Receive().body, bytes_);
  EXPECT_EQ(client.Receive().body, "GET /after [h] ");
}

TEST_F(FileBodyTest, SendsAnEmptyFile) {
  Offer("");
  Serve();
  Client client(port());
  client.Send(Get("/file") + Get("/after"));
  EXPECT_EQ(client.Receive().Field("Content-Length"), "0");
  EXPECT_EQ(client.Receive().body, "GET /after [h] ");
}

TEST_F(FileBodyTest, GivesHeadTheHeadAlone) {
  Offer(Pattern(3 * kMiB));
  Serve();
  Client client(port());
  client.Send("HEAD /file HTTP/1.1\r\nHost: h\r\n\r\n" + Get("/after"));
  EXPECT_EQ(client.Receive(true).Field("Content-Length"), std::to_string(bytes_.size()));
  EXPECT_EQ(client.Receive().body, "GET /after [h] ");
}

TEST_F(FileBodyTest, ClosesAfterTheFileOnRequest) {
  Offer(Pattern(3 * kMiB));
  Serve();
  Client client(port(), 4096);
  client.Send("GET /file HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.Receive().body, bytes_);
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(FileBodyTest, MakesTheWholeOfRanges) {
  Offer(Pattern(2 * kMiB));
  Serve();
  Client client(port());
  std::string whole;
  const std::vector<std::size_t> sizes = {1, 3, 4096, 700000, 65536, 1 << 20};
  for (std::size_t i = 0; whole.size() < bytes_.size(); ++i) {
    const std::size_t size = sizes[i % sizes.size()];
    const std::string first = std::to_string(whole.size());
    const std::string last = std::to_string(whole.size() + size - 1);
    client.Send(Get("/file", "Range: bytes=" + first + "-" + last + "\r\nIf-Range: \"t\"\r\n"));
    const Answer answer = client.Receive();
    ASSERT_EQ(answer.status, 206);
    whole += answer.body;
  }
  EXPECT_TRUE(whole == bytes_);
  client.Send(Get("/file", "Range: bytes=9999999-\r\n") + Get("/file", "If-None-Match: t\r\n"));
  EXPECT_EQ(client.Receive().status, 416);
  EXPECT_EQ(client.Receive().status, 304);
}

TEST_F(FileBodyTest, FinishesOnTheOldFileWhenAnotherTakesItsName) {
  const std::string path = TestPath("replaced");
  const std::string old = Pattern(30 * kMiB);
  WriteFile(path, old);
  handler_.answer = [&](const Request&, Response* response) {
    auto file = OpenFile::Open(path);
    ASSERT_TRUE(file.ok());
    const std::uint64_t size = (*file)->size_bytes();
    response->set_file({.file = std::move(*file), .offset_bytes = 0, .size_bytes = size});
  };
  Serve();
  Client client(port(), 4096);
  client.Send(Get("/"));
  const std::string begin = client.Take(1000);
  WriteFile(path + ".new", "new");
  ASSERT_EQ(std::rename((path + ".new").c_str(), path.c_str()), 0);
  const std::string all = begin + client.Take(old.size() + begin.find("\r\n\r\n") + 4 - 1000);
  EXPECT_TRUE(all.ends_with(old));
  client.Send(Get("/"));
  EXPECT_EQ(client.Receive().body, "new");
  ::unlink(path.c_str());
}

TEST_F(FileBodyTest, EndsTheConnectionIfTheFileIsShorter) {
  const std::string path = TestPath("shrinks");
  WriteFile(path, Pattern(30 * kMiB));
  file_ = *OpenFile::Open(path);
  handler_.answer = [this](const Request&, Response* response) {
    response->set_file({.file = file_, .offset_bytes = 0, .size_bytes = file_->size_bytes()});
  };
  Serve();
  Client client(port(), 4096);
  client.Send(Get("/"));
  EXPECT_EQ(client.Take(1000).size(), 1000U);
  ASSERT_EQ(::truncate(path.c_str(), 1000), 0);
  EXPECT_LT(client.ReceiveAll().size(), 30 * kMiB);
  ::unlink(path.c_str());
}

TEST_F(FileBodyTest, LetsTheFileGoWithItsLastClient) {
  Offer(Pattern(30 * kMiB));
  Serve();
  const std::weak_ptr<const OpenFile> watched = file_;
  auto client = std::make_unique<Client>(port(), 4096);
  client->Send(Get("/file"));
  EXPECT_EQ(client->Take(1000).size(), 1000U);
  file_ = FileOf("next");
  EXPECT_FALSE(watched.expired());
  client.reset();
  while (!watched.expired()) std::this_thread::yield();
  EXPECT_EQ(StatusOf(Get("/a")), 200);
}

TEST_F(FileBodyTest, AnswersOthersWhile200ReadSlowly) {
  Offer(Pattern(8 * kMiB));
  Serve();
  std::deque<Client> readers;
  for (int i = 0; i < 200; ++i) readers.emplace_back(port(), 4096).Send(Get("/file"));
  Client other(port());
  milliseconds slowest(0);
  std::vector<std::string> heads(readers.size());
  for (std::size_t i = 0; i < readers.size(); ++i) {
    heads[i] = readers[i].Take(20000);
    const auto begin = std::chrono::steady_clock::now();
    other.Send(Get("/a"));
    EXPECT_EQ(other.Receive().body, "GET /a [h] ");
    slowest = std::max(slowest, std::chrono::duration_cast<milliseconds>(
                                    std::chrono::steady_clock::now() - begin));
  }
  EXPECT_LT(slowest, milliseconds(500));
  for (std::size_t i = 0; i < readers.size(); i += 20) {
    const std::size_t head = heads[i].find("\r\n\r\n") + 4;
    const std::string body = heads[i].substr(head) + readers[i].Take(bytes_.size() + head - 20000);
    EXPECT_TRUE(body == bytes_) << i;
  }
  // The others leave in the middle.
  readers.clear();
  EXPECT_EQ(StatusOf(Get("/a")), 200);
}

TEST_F(FileBodyTest, AnswersOthersWhileManyReadAsFastAsTheyCan) {
  Offer(Pattern(4 * kMiB));
  Serve({}, 1);
  std::atomic<bool> enough = false;
  std::vector<std::thread> readers;
  for (int i = 0; i < 16; ++i) {
    readers.emplace_back([&] {
      while (!enough) {
        Client client(port());
        client.Send(Get("/file"));
        EXPECT_EQ(client.Receive().body.size(), bytes_.size());
      }
    });
  }
  Client other(port());
  for (int i = 0; i < 50; ++i) {
    other.Send(Get("/a"));
    EXPECT_EQ(other.Receive().body, "GET /a [h] ");
  }
  enough = true;
  for (std::thread& reader : readers) reader.join();
}

TEST_F(FileBodyTest, CutsAReaderThatStalls) {
  Offer(Pattern(30 * kMiB));
  Limits limits;
  limits.write_stall_timeout = milliseconds(100);
  limits.connections = 1;
  Serve(limits);
  Client client(port(), 4096);
  client.Send(Get("/file"));
  // There is room for another only after the first is gone.
  while (StatusOf(Get("/a")) != 200) {
  }
  EXPECT_LT(client.ReceiveAll().size(), bytes_.size());
}

TEST_F(FileBodyTest, CutsAReaderThatIsTooSlowOnAverage) {
  Offer(Pattern(30 * kMiB));
  Limits limits;
  limits.download_window = milliseconds(300);
  limits.download_bytes_per_second = std::size_t{1} << 40U;
  Serve(limits);
  Client client(port(), 4096);
  client.Send(Get("/file"));
  std::size_t taken = 0;
  for (int i = 0; i < 500; ++i) {
    taken += client.Take(1000).size();
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_LT(taken + client.ReceiveAll().size(), bytes_.size());
}

TEST_F(FileBodyTest, DoesNotCountFilesAsMemory) {
  Offer(Pattern(30 * kMiB));
  Limits limits;
  limits.waiting_bytes = 1000;
  Serve(limits);
  Client lazy(port(), 4096);
  lazy.Send(Get("/file"));
  EXPECT_EQ(lazy.Take(1000).size(), 1000U);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(StatusOf(Get("/a")), 200);
}

TEST_F(FileBodyTest, DeliversAFileThatIsUnderWayAtTheStop) {
  Offer(Pattern(30 * kMiB));
  Serve();
  Client client(port(), 65536);
  client.Send(Get("/file"));
  const std::string begin = client.Take(1000);
  server_->Stop();
  const std::string all = begin + client.ReceiveAll();
  EXPECT_TRUE(all.ends_with(bytes_));
  server_->Wait();
}

TEST_F(FileBodyTest, CutsAFileThatDoesNotEndAtTheStop) {
  Offer(Pattern(30 * kMiB));
  Limits limits;
  limits.stop_timeout = milliseconds(100);
  Serve(limits);
  Client client(port(), 4096);
  client.Send(Get("/file"));
  EXPECT_EQ(client.Take(1000).size(), 1000U);
  server_->Stop();
  server_->Wait();
  EXPECT_LT(client.ReceiveAll().size(), bytes_.size());
}

}  // namespace
}  // namespace orgreg::http
