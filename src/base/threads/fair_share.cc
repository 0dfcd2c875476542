// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/fair_share.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "base/values/client_network.h"

namespace orgreg::base {

struct FairShare::Books {
  Books(std::size_t all, std::size_t of_one) : total(all), most(of_one == 0 ? SIZE_MAX : of_one) {}

  const std::size_t total;
  const std::size_t most;  // of one client
  std::mutex mutex;
  // Both guarded by mutex. Clients that hold nothing are not in the map.
  std::size_t taken = 0;
  std::unordered_map<std::string, std::size_t> by_client;
};

FairShare::FairShare(std::size_t total, std::size_t most)
    : books_(std::make_shared<Books>(total, most)) {}

FairShare::Part FairShare::Take(std::string_view address, std::size_t amount) {
  std::string client = ClientNetwork(address);
  const std::lock_guard lock(books_->mutex);
  const std::size_t free = books_->total - books_->taken;
  if (amount > free) return {};
  if (!client.empty()) {
    const auto known = books_->by_client.find(client);
    const std::size_t held = known == books_->by_client.end() ? 0 : known->second;
    if (held + amount > std::min(free, books_->most)) return {};
    books_->by_client[client] += amount;
  }
  books_->taken += amount;
  return {books_, std::move(client), amount};
}

std::size_t FairShare::taken() const {
  const std::lock_guard lock(books_->mutex);
  return books_->taken;
}

std::size_t FairShare::free() const { return books_->total - taken(); }

FairShare::Part& FairShare::Part::operator=(Part&& other) noexcept {
  if (this == &other) return *this;
  GiveBack();
  books_ = std::move(other.books_);
  client_ = std::move(other.client_);
  amount_ = other.amount_;
  return *this;
}

void FairShare::Part::GiveBack() {
  if (books_ == nullptr) return;
  {
    const std::lock_guard lock(books_->mutex);
    books_->taken -= amount_;
    const auto held = books_->by_client.find(client_);
    if (held != books_->by_client.end()) {
      held->second -= amount_;
      if (held->second == 0) books_->by_client.erase(held);
    }
  }
  books_.reset();
}

}  // namespace orgreg::base
