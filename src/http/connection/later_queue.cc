// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/later_queue.h"

#include <boost/system/error_code.hpp>
#include <chrono>
#include <utility>

#include "http/connection/connection.h"

namespace orgreg::http {
namespace {

constexpr std::chrono::milliseconds kPause(5);

}  // namespace

// The timer comes first, as in TurnQueue::Add.
void LaterQueue::Add(Connection* connection) {
  if (!is_set_) {
    timer_.expires_after(kPause);
    timer_.async_wait([this](const boost::system::error_code& /*error*/) { Run(); });
    is_set_ = true;
  }
  waiting_.push_back(connection);
}

void LaterQueue::Run() {
  is_set_ = false;
  for (Connection* const connection : std::exchange(waiting_, {})) connection->TryAgain();
}

}  // namespace orgreg::http
