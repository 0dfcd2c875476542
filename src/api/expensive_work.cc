#include "api/expensive_work.h"

#include <mutex>
#include <unordered_map>

#include "base/client_network.h"

namespace orgreg::api {

struct ExpensiveWork::Taken {
  std::mutex mutex;
  // Both guarded by mutex. Clients without a place are not in the map.
  std::size_t in_all = 0;
  std::unordered_map<std::string, std::size_t> by_client;
};

ExpensiveWork::ExpensiveWork(const ExpensiveWorkLimits& limits)
    : limits_(limits), taken_(std::make_shared<Taken>()) {}

ExpensiveWork::Place ExpensiveWork::Take(std::string_view address) {
  std::string client = base::ClientNetwork(address);
  const std::lock_guard lock(taken_->mutex);
  if (taken_->in_all >= limits_.in_all) return {};
  const auto known = taken_->by_client.find(client);
  const std::size_t held = known == taken_->by_client.end() ? 0 : known->second;
  if (held >= limits_.of_a_client) return {};
  ++taken_->by_client[client];
  ++taken_->in_all;
  return {taken_, std::move(client)};
}

ExpensiveWork::Place& ExpensiveWork::Place::operator=(Place&& other) noexcept {
  if (this == &other) return *this;
  GiveBack();
  taken_ = std::move(other.taken_);
  client_ = std::move(other.client_);
  return *this;
}

void ExpensiveWork::Place::GiveBack() {
  if (taken_ == nullptr) return;
  {
    const std::lock_guard lock(taken_->mutex);
    --taken_->in_all;
    const auto held = taken_->by_client.find(client_);
    if (--held->second == 0) taken_->by_client.erase(held);
  }
  taken_.reset();
}

}  // namespace orgreg::api
