// SPDX-License-Identifier: EUPL-1.2

// Downloads one path over and over on many connections, in one thread, and counts the bytes. They
// are discarded unread, so that only the server is measured.
//
//   download_client --port N --path PATH --clients N --seconds S --rate BYTES
//
// A rate above zero limits the bytes that each client takes per second, in small pieces. Prints
// "ready" once all have bytes, waits for a line on its input, downloads, and prints a line of JSON.
// A response that is not 200, or is shorter than its length, ends the program. After a response
// that says so a client connects again: the server limits the requests of a connection.

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "load_loop.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAtOnce = std::size_t{1} << 20;
constexpr int kSlowBuffer = 64 * 1024;
constexpr std::chrono::milliseconds kTick(20);
constexpr double kWarmUpSeconds = 0.5;

struct Settings {
  std::uint16_t port = 0;
  std::string request = {};
  std::size_t clients = 1;
  double seconds = 2;
  std::size_t rate = 0;
};

[[noreturn]] void Fail(const std::string& message) {
  std::fprintf(stderr, "download_client: %s\n", message.c_str());
  std::exit(1);
}

class Client {
 public:
  // Its events in `poll` carry `id`.
  Client(const Settings& settings, int poll, std::uint64_t id)
      : settings_(settings), poll_(poll), id_(id) {
    Connect();
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Takes up to `most` of the available bytes; returns how many it took.
  std::size_t Take(std::size_t most) {
    if (left_ == 0) {
      TakeHead();
      return 0;
    }
    const ssize_t taken = recv(socket_, nullptr, std::min(most, left_), MSG_TRUNC | MSG_DONTWAIT);
    if (taken < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    if (taken <= 0) Fail("an answer ended before its length");
    left_ -= static_cast<std::size_t>(taken);
    if (left_ == 0) {
      ++files_;
      Continue();
    }
    return static_cast<std::size_t>(taken);
  }

  bool has_begun() const { return left_ > 0 || files_ > 0; }
  std::size_t files() const { return files_; }

 private:
  void Connect() {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    if (settings_.rate > 0) {
      setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &kSlowBuffer, sizeof kSlowBuffer);
    }
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(settings_.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      Fail("cannot connect");
    }
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.u64 = id_;
    epoll_ctl(poll_, EPOLL_CTL_ADD, socket_, &event);
    Send();
  }

  // Requests the path again after a whole response.
  void Continue() {
    if (!is_last_) return Send();
    close(socket_);
    Connect();
  }

  void Send() {
    const std::string& request = settings_.request;
    if (send(socket_, request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(request.size())) {
      Fail("a request cannot be sent");
    }
  }

  // Peeks first, and takes only the head.
  void TakeHead() {
    std::array<char, 4096> bytes = {};
    const ssize_t seen = recv(socket_, bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
    if (seen < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (seen <= 0) Fail("the server closed a connection");
    const std::string_view text(bytes.data(), static_cast<std::size_t>(seen));
    const std::size_t end = text.find("\r\n\r\n");
    if (end == std::string_view::npos) return;
    if (!text.starts_with("HTTP/1.1 200")) Fail("answer: " + std::string(text.substr(0, 80)));
    const std::size_t length = text.find("Content-Length: ");
    if (length == std::string_view::npos) Fail("an answer without length");
    left_ = static_cast<std::size_t>(std::atoll(text.data() + length + 16));
    is_last_ = text.substr(0, end).find("\r\nConnection: close") != std::string_view::npos;
    if (recv(socket_, bytes.data(), end + 4, 0) != static_cast<ssize_t>(end + 4)) {
      Fail("a head cannot be taken");
    }
  }

  const Settings& settings_;
  int poll_;
  std::uint64_t id_;
  int socket_ = -1;
  bool is_last_ = false;  // The connection ends with the current response.
  std::size_t left_ = 0;  // Of the current response; 0 before its head.
  std::size_t files_ = 0;
};

using Clients = std::vector<std::unique_ptr<Client>>;

std::uint64_t TakeAllFor(double seconds, const Clients& clients, int poll) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::array<epoll_event, 64> events = {};
  std::uint64_t bytes = 0;
  while (Clock::now() < end) {
    const int found = epoll_wait(poll, events.data(), static_cast<int>(events.size()), 100);
    for (int i = 0; i < found; ++i)
      bytes += clients[events[static_cast<std::size_t>(i)].data.u64]->Take(kAtOnce);
  }
  return bytes;
}

std::uint64_t TakeSlowlyFor(double seconds, const Clients& clients, std::size_t rate) {
  const auto begun = Clock::now();
  const auto end = begun + std::chrono::duration<double>(seconds);
  const std::size_t piece = std::max<std::size_t>(1, rate * kTick.count() / 1000);
  std::uint64_t bytes = 0;
  for (auto next = begun + kTick; Clock::now() < end; next += kTick) {
    for (const auto& client : clients) bytes += client->Take(piece);
    std::this_thread::sleep_until(next);
  }
  return bytes;
}

Settings Parse(int argc, char** argv) {
  if (argc != 11) Fail("see the head of download_client.cc");
  Settings settings;
  settings.port = static_cast<std::uint16_t>(std::atoi(argv[2]));
  settings.request =
      "GET " + std::string(argv[4]) + " HTTP/1.1\r\nHost: 127.0.0.1:" + argv[2] + "\r\n\r\n";
  settings.clients = static_cast<std::size_t>(std::atoll(argv[6]));
  settings.seconds = std::atof(argv[8]);
  settings.rate = static_cast<std::size_t>(std::atoll(argv[10]));
  return settings;
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = Parse(argc, argv);
  const int poll = epoll_create1(0);
  Clients clients;
  for (std::size_t i = 0; i < settings.clients; ++i) {
    clients.push_back(std::make_unique<Client>(settings, poll, i));
  }
  const auto take = [&](double seconds) {
    return settings.rate > 0 ? TakeSlowlyFor(seconds, clients, settings.rate)
                             : TakeAllFor(seconds, clients, poll);
  };
  do {
    take(kWarmUpSeconds);
  } while (!std::ranges::all_of(clients, [](const auto& client) { return client->has_begun(); }));
  std::puts("ready");
  std::fflush(stdout);
  std::string line;
  std::getline(std::cin, line);
  const double cpu = orgreg::bench::CpuSeconds();
  const auto begun = Clock::now();
  const std::uint64_t bytes = take(settings.seconds);
  const std::chrono::duration<double> took = Clock::now() - begun;
  std::size_t files = 0;
  for (const auto& client : clients) files += client->files();
  std::printf("{\"bytes\": %llu, \"seconds\": %.6f, \"own_cpu_s\": %.3f, \"files\": %zu}\n",
              static_cast<unsigned long long>(bytes), took.count(),
              orgreg::bench::CpuSeconds() - cpu, files);
}
