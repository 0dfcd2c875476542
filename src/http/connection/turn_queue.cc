// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/turn_queue.h"

#include <boost/asio/post.hpp>

#include "http/connection/connection.h"

namespace orgreg::http {

// Posted first: should there be no memory for one of the two, no connection is left in the
// queue that its caller believes to be out of it.
void TurnQueue::Add(Connection* connection) {
  if (!posted_) Post();
  waiting_.push_back(connection);
}

void TurnQueue::Post() {
  boost::asio::post(*io_, [this] { Run(); });
  posted_ = true;
}

void TurnQueue::Run() {
  posted_ = false;
  if (waiting_.empty()) return;
  Connection* const next = waiting_.front();
  waiting_.pop_front();
  if (!waiting_.empty()) Post();
  next->TakeTurn();
}

}  // namespace orgreg::http
