// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/handed_sockets.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace orgreg::app {
namespace {

constexpr int kFirst = 3;   // After standard error: sd_listen_fds(3).
constexpr int kMost = 256;  // More are a mistake.

std::string_view Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// 0 for text that is no number.
int NumberIn(const char* name) {
  const std::string_view text = Variable(name);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

std::vector<int>& ListOf(std::string_view name, HandedSockets* sockets) {
  if (name == "ingest") return sockets->ingest;
  if (name == "metrics") return sockets->metrics;
  if (name == "replicas") return sockets->replicas;
  return sockets->serve;
}

HandedSockets ReadEnvironment() {
  HandedSockets sockets;
  // The variables may be meant for a parent process.
  if (NumberIn("LISTEN_PID") != ::getpid()) return sockets;
  const int count = std::clamp(NumberIn("LISTEN_FDS"), 0, kMost);
  std::string_view names = Variable("LISTEN_FDNAMES");
  for (int socket = kFirst; socket < kFirst + count; ++socket) {
    const std::string_view name = names.substr(0, names.find(':'));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    if (::fcntl(socket, F_SETFD, FD_CLOEXEC) == 0) ListOf(name, &sockets).push_back(socket);
  }
  return sockets;
}

}  // namespace

const HandedSockets& SocketsHandedOver() {
  static const HandedSockets sockets = ReadEnvironment();
  return sockets;
}

}  // namespace orgreg::app
