// SPDX-License-Identifier: EUPL-1.2

// Sends requests to an HTTP server over keep-alive connections, one request after another, and
// measures the answers.
//
//   http_client --port N --paths FILE [--clients N] [--seconds S] [--header "NAME: VALUE"]…

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "http_socket.h"
#include "load_loop.h"

namespace {

using orgreg::bench::FailLoad;
using orgreg::bench::LoadOptions;

struct Settings {
  std::uint16_t port = 0;
  std::string paths_file = {};
  std::string headers = {};  // Sent with each request; each ends with a line break.
  LoadOptions load = {};
};

class Client {
 public:
  Client(std::uint16_t port, const std::vector<std::string>* requests)
      : requests_(requests), socket_(port) {}

  bool Ask(std::size_t request) {
    socket_.Send((*requests_)[request]);
    while (!socket_.Receive(0)) {
    }
    const bool is_right = socket_.is_right();
    if (socket_.is_last()) socket_.Reconnect();
    return is_right;
  }

 private:
  const std::vector<std::string>* requests_;
  orgreg::bench::HttpSocket socket_;
};

Settings ParseArguments(int count, char** arguments) {
  Settings settings;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    const std::string value = arguments[i + 1];
    if (name == "--port") {
      settings.port = static_cast<std::uint16_t>(std::stoul(value));
    } else if (name == "--paths") {
      settings.paths_file = value;
    } else if (name == "--clients") {
      settings.load.clients = std::stoul(value);
    } else if (name == "--seconds") {
      settings.load.seconds = std::stod(value);
    } else if (name == "--header") {
      settings.headers += value + "\r\n";
    } else {
      FailLoad("unknown option " + name);
    }
  }
  return settings;
}

}  // namespace

int main(int count, char** arguments) {
  Settings settings = ParseArguments(count, arguments);
  const std::vector<std::string> requests =
      orgreg::bench::ReadRequests(settings.paths_file, settings.port, settings.headers);
  if (requests.empty()) {
    FailLoad("usage: --port N --paths FILE [--clients N] [--seconds S] [--header LINE]");
  }
  settings.load.requests = requests.size();
  orgreg::bench::RunLoad<Client>(
      settings.load, [&] { return std::make_unique<Client>(settings.port, &requests); });
  return 0;
}
