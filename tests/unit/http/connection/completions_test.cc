// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/completions.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>
#include <deque>
#include <latch>
#include <thread>
#include <vector>

namespace orgreg::http {
namespace {

TEST(Completions, NeedADescriptor) {
  boost::asio::io_context io;
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_THROW(Completions completions(&io), boost::system::system_error);
  setrlimit(RLIMIT_NOFILE, &before);
}

TEST(Completions, RunEachOnceWhicheverThreadsAddThem) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kEach = 200'000;
  boost::asio::io_context io;
  Completions completions(&io);
  std::deque<Completion> all(kThreads * kEach);
  std::size_t run = 0;
  for (Completion& each : all) {
    each.then = [&] {
      if (++run == kThreads * kEach) completions.Stop();
    };
  }
  std::latch together(kThreads);
  std::vector<std::jthread> threads;
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      together.arrive_and_wait();
      for (std::size_t i = 0; i < kEach; ++i) completions.Add(&all[thread * kEach + i]);
    });
  }
  completions.Run();
  io.run();
  EXPECT_EQ(run, kThreads * kEach);
}

// As a stop does: those that are left come first.
TEST(Completions, KeepTheirOrderIfOneOfThemRunsTheOthers) {
  boost::asio::io_context io;
  Completions completions(&io);
  std::vector<int> order;
  std::deque<Completion> all(4);
  all[0].then = [&] {
    order.push_back(0);
    completions.Add(&all[3]);
    completions.Run();
  };
  all[1].then = [&] { order.push_back(1); };
  all[2].then = [&] { order.push_back(2); };
  all[3].then = [&] {
    order.push_back(3);
    completions.Stop();
  };
  for (std::size_t i = 0; i < 3; ++i) completions.Add(&all[i]);
  completions.Run();
  completions.Stop();
  io.run();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace orgreg::http
