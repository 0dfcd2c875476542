// SPDX-License-Identifier: EUPL-1.2

// Sends requests to one or several HTTP servers at times that are chosen before, whether earlier
// ones were answered or not. A request counts from the time at which it was due, so a server that
// stands still for a moment is measured as all its clients see it.
//
//   paced_client --port N[,N…] --paths FILE --rate N [--spread random|even] [--connections N]
//                [--seconds S]
//
// With the spread `random` the pauses between requests are those of many clients that know nothing
// of each other (exponential, drawn with a fixed seed), with `even` they are equal. With the rate 0
// each connection sends its next request as soon as it has an answer. Servers are asked in turn.
// One thread, which never sleeps: give it a processor of its own. A request waits while all
// connections to its server are busy.
//
// It is started and ended as load_loop.h says. Its figures have, besides, 200 quantiles of the
// latency, and the time that it takes for the sending and the reading of a request.

#include <sys/epoll.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "http_socket.h"
#include "load_loop.h"

namespace {

using orgreg::bench::FailLoad;
using orgreg::bench::HttpSocket;
using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

constexpr std::size_t kQuantiles = 200;
constexpr double kWarmUpSeconds = 0.3;
constexpr int kEvents = 8;

struct Settings {
  std::vector<std::uint16_t> ports = {};
  std::string paths_file = {};
  double rate = 0;  // Requests a second, of all servers.
  bool is_even = false;
  std::size_t connections = 64;  // To each server.
  double seconds = 2;
};

struct Figures {
  std::vector<float> milliseconds = {};
  std::size_t errors = 0;
  Microseconds sending = {};
  Microseconds reading = {};
};

// One connection, and the request that it has on its way.
struct Lane {
  explicit Lane(std::uint16_t port) : socket(port) {}
  HttpSocket socket;
  std::size_t server = 0;
  Clock::time_point due = {};
};

class Load {
 public:
  explicit Load(const Settings& settings)
      : settings_(settings), epoll_(epoll_create1(0)), idle_(settings.ports.size()) {
    for (const std::uint16_t port : settings.ports) {
      requests_.push_back(orgreg::bench::ReadRequests(settings.paths_file, port, ""));
      if (requests_.back().empty()) FailLoad("no paths");
    }
    for (std::size_t i = 0; i < settings.connections * settings.ports.size(); ++i) {
      const std::size_t server = i % settings.ports.size();
      lanes_.push_back(std::make_unique<Lane>(settings.ports[server]));
      lanes_.back()->server = server;
      Watch(lanes_.back().get());
      idle_[server].push_back(lanes_.back().get());
    }
  }

  // Each connection has always a request on its way.
  Figures RunClosed(double seconds) {
    figures_ = {};
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    for (auto& idle : idle_) {
      while (!idle.empty()) Send(&idle, Clock::now());
    }
    while (Clock::now() < end) {
      for (Lane* lane : Receive()) Send(&idle_[lane->server], Clock::now());
    }
    Drain();
    return std::move(figures_);
  }

  Figures RunPaced(const std::vector<double>& due_us) {
    figures_ = {};
    const auto begun = Clock::now();
    std::size_t next = 0;
    while (next < due_us.size()) {
      const auto due =
          begun + std::chrono::duration_cast<Clock::duration>(Microseconds(due_us[next]));
      std::deque<Lane*>* idle = &idle_[next % idle_.size()];
      if (due <= Clock::now() && !idle->empty()) {
        Send(idle, due);
        ++next;
      } else {
        Receive();
      }
    }
    Drain();
    return std::move(figures_);
  }

 private:
  void Watch(Lane* lane) const {
    epoll_event event = {.events = EPOLLIN, .data = {.ptr = lane}};
    epoll_ctl(epoll_, EPOLL_CTL_ADD, lane->socket.descriptor(), &event);
  }

  void Send(std::deque<Lane*>* idle, Clock::time_point due) {
    Lane* lane = idle->front();
    idle->pop_front();
    lane->due = due;
    const auto before = Clock::now();
    const std::vector<std::string>& requests = requests_[lane->server];
    lane->socket.Send(requests[next_request_++ % requests.size()]);
    ++on_their_way_;
    figures_.sending += Clock::now() - before;
  }

  // Reads what has come; gives the connections whose answers are whole.
  std::vector<Lane*> Receive() {
    std::vector<Lane*> done;
    std::array<epoll_event, kEvents> events = {};
    const auto before = Clock::now();
    const int count = epoll_wait(epoll_, events.data(), kEvents, 0);
    for (int i = 0; i < count; ++i) {
      auto* lane = static_cast<Lane*>(events.at(static_cast<std::size_t>(i)).data.ptr);
      if (!lane->socket.Receive(MSG_DONTWAIT)) continue;
      Note(lane);
      done.push_back(lane);
    }
    if (count > 0) figures_.reading += Clock::now() - before;
    return done;
  }

  void Note(Lane* lane) {
    figures_.milliseconds.push_back(
        std::chrono::duration<float, std::milli>(Clock::now() - lane->due).count());
    if (!lane->socket.is_right()) ++figures_.errors;
    --on_their_way_;
    if (lane->socket.is_last()) {
      lane->socket.Reconnect();
      Watch(lane);
    }
    idle_[lane->server].push_back(lane);
  }

  void Drain() {
    while (on_their_way_ > 0) Receive();
  }

  const Settings& settings_;
  int epoll_;
  std::vector<std::vector<std::string>> requests_ = {};  // Of each server.
  std::vector<std::unique_ptr<Lane>> lanes_ = {};
  std::vector<std::deque<Lane*>> idle_;  // Of each server.
  std::size_t next_request_ = 0;
  std::size_t on_their_way_ = 0;
  Figures figures_ = {};
};

std::vector<double> DrawTimes(const Settings& settings) {
  std::mt19937_64 dice(1);
  std::exponential_distribution<double> pause(settings.rate / 1e6);
  std::vector<double> times;
  for (double at = 0; at < settings.seconds * 1e6;) {
    times.push_back(at);
    at += settings.is_even ? 1e6 / settings.rate : pause(dice);
  }
  return times;
}

void Print(Figures figures, double seconds, double cpu) {
  std::ranges::sort(figures.milliseconds);
  const std::size_t count = figures.milliseconds.size();
  const auto quantile = [&](double share) {
    return static_cast<double>(
        figures.milliseconds[static_cast<std::size_t>(share * static_cast<double>(count))]);
  };
  const auto each = static_cast<double>(count);
  std::printf(
      "{\"requests\": %zu, \"errors\": %zu, \"seconds\": %.6f, \"p50_ms\": %.5f, \"p99_ms\": %.5f, "
      "\"own_cpu_us\": %.3f, \"send_us\": %.3f, \"read_us\": %.3f, \"quantiles_ms\": [",
      count, figures.errors, seconds, quantile(0.5), quantile(0.99), cpu * 1e6 / each,
      figures.sending.count() / each, figures.reading.count() / each);
  for (std::size_t i = 0; i < kQuantiles; ++i) {
    std::printf("%s%.5f", i == 0 ? "" : ", ",
                quantile((static_cast<double>(i) + 0.5) / static_cast<double>(kQuantiles)));
  }
  std::puts("]}");
  std::fflush(stdout);
}

std::vector<std::uint16_t> ParsePorts(const std::string& text) {
  std::vector<std::uint16_t> ports;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t taken = 0;
    ports.push_back(static_cast<std::uint16_t>(std::stoul(text.substr(at), &taken)));
    at += taken + 1;
  }
  return ports;
}

Settings ParseArguments(int count, char** arguments) {
  Settings settings;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    const std::string value = arguments[i + 1];
    if (name == "--port") {
      settings.ports = ParsePorts(value);
    } else if (name == "--paths") {
      settings.paths_file = value;
    } else if (name == "--rate") {
      settings.rate = std::stod(value);
    } else if (name == "--spread") {
      settings.is_even = value == "even";
    } else if (name == "--connections") {
      settings.connections = std::stoul(value);
    } else if (name == "--seconds") {
      settings.seconds = std::stod(value);
    } else {
      FailLoad("unknown option " + name);
    }
  }
  if (settings.ports.empty() || settings.connections == 0)
    FailLoad("--port and --paths are needed");
  return settings;
}

}  // namespace

int main(int count, char** arguments) {
  const Settings settings = ParseArguments(count, arguments);
  Load load(settings);
  load.RunClosed(kWarmUpSeconds);
  const std::vector<double> times = settings.rate > 0 ? DrawTimes(settings) : std::vector<double>();
  std::string line;
  std::puts("ready");
  std::fflush(stdout);
  std::getline(std::cin, line);
  const double cpu = orgreg::bench::CpuSeconds();
  const auto begun = Clock::now();
  Figures figures = settings.rate > 0 ? load.RunPaced(times) : load.RunClosed(settings.seconds);
  const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  Print(std::move(figures), seconds, orgreg::bench::CpuSeconds() - cpu);
  std::getline(std::cin, line);
  return 0;
}
