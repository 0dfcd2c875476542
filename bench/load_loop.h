// SPDX-License-Identifier: EUPL-1.2

// The loop that the load programs of this folder share: clients that send requests one after
// another for some time, each in its own thread, and their figures on one line of JSON.
//
// The program prints "ready" once all clients are connected and warm, waits for a line on its
// input, sends requests, prints the figures, and waits for another line before it ends. So its
// caller can read the server's CPU time before and after, while all connections are open.
//
// A client is any type with `bool Ask(std::size_t request)`, true if the response was right; only
// one thread uses it.

#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace orgreg::bench {

struct LoadOptions {
  std::size_t clients = 1;
  std::size_t requests = 0;  // The number of different requests, which are sent in turn.
  double seconds = 2;
  double warm_up_seconds = 0.5;
};

struct ClientFigures {
  std::vector<float> milliseconds = {};
  std::size_t errors = 0;
};

inline double CpuSeconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Sends requests until the time is over, at least one. Each client starts at a different request,
// so that clients do not send the same ones at the same time.
template <typename Client>
ClientFigures AskFor(Client* client, double seconds, const LoadOptions& options,
                     std::size_t first) {
  using Clock = std::chrono::steady_clock;
  ClientFigures figures;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  Clock::time_point before = Clock::now();
  for (std::size_t at = first; figures.milliseconds.empty() || before < end; ++at) {
    if (!client->Ask(at % options.requests)) ++figures.errors;
    const Clock::time_point after = Clock::now();
    figures.milliseconds.push_back(
        std::chrono::duration<float, std::milli>(after - before).count());
    before = after;
  }
  return figures;
}

template <typename Client>
std::vector<ClientFigures> AskTogether(const std::vector<std::unique_ptr<Client>>& clients,
                                       double seconds, const LoadOptions& options) {
  std::vector<ClientFigures> figures(clients.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < clients.size(); ++i) {
    threads.emplace_back([&, i] {
      const std::size_t first = i * options.requests / clients.size();
      figures[i] = AskFor(clients[i].get(), seconds, options, first);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return figures;
}

inline void PrintFigures(const std::vector<ClientFigures>& clients, double seconds, double cpu) {
  ClientFigures all;
  for (const ClientFigures& client : clients) {
    all.milliseconds.insert(all.milliseconds.end(), client.milliseconds.begin(),
                            client.milliseconds.end());
    all.errors += client.errors;
  }
  std::ranges::sort(all.milliseconds);
  const std::size_t count = all.milliseconds.size();
  std::printf(
      "{\"requests\": %zu, \"errors\": %zu, \"seconds\": %.6f, \"p50_ms\": %.5f, "
      "\"p99_ms\": %.5f, \"own_cpu_us\": %.3f}\n",
      count, all.errors, seconds, static_cast<double>(all.milliseconds[count / 2]),
      static_cast<double>(all.milliseconds[count * 99 / 100]),
      cpu * 1e6 / static_cast<double>(count));
  std::fflush(stdout);
}

// Connects `options.clients` clients, which `connect` makes, and runs the loop with them.
template <typename Client>
void RunLoad(const LoadOptions& options, const std::function<std::unique_ptr<Client>()>& connect) {
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t i = 0; i < options.clients; ++i) clients.push_back(connect());
  AskTogether(clients, options.warm_up_seconds, options);
  std::string line;
  std::puts("ready");
  std::fflush(stdout);
  std::getline(std::cin, line);
  const double cpu = CpuSeconds();
  const auto begun = std::chrono::steady_clock::now();
  const std::vector<ClientFigures> figures = AskTogether(clients, options.seconds, options);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  PrintFigures(figures, seconds, CpuSeconds() - cpu);
  std::getline(std::cin, line);
}

}  // namespace orgreg::bench
