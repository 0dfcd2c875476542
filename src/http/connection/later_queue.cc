// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/later_queue.h"

#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "http/connection/connection.h"

namespace orgreg::http {
namespace {

constexpr std::chrono::milliseconds kPause(5);
// With each so many that wait the pause is longer by as much again: a crowd that waits costs its
// worker no more than this many calls in each pause.
constexpr std::size_t kAskedInAPause = 250;

}  // namespace

// The timer comes first, as in TurnQueue::Add.
void LaterQueue::Add(Connection* connection) {
  if (!is_set_) {
    timer_.expires_after(kPause * (1 + asked_ / kAskedInAPause));
    timer_.async_wait([this](const boost::system::error_code& /*error*/) { Run(); });
    is_set_ = true;
  }
  waiting_.push_back(connection);
}

void LaterQueue::Run() {
  is_set_ = false;
  const std::vector<Connection*> waiting = std::exchange(waiting_, {});
  asked_ = waiting.size();
  for (Connection* const connection : waiting) connection->TryAgain();
}

}  // namespace orgreg::http
