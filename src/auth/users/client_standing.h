// SPDX-License-Identifier: EUPL-1.2

// The standing of each client that sends passwords decides whose password is checked first. A
// client was right before, is new, was turned away lately, or was wrong lately. Clients are
// networks (base/values/client_network.h).
//
// Memory is bounded: the last kMostKept clients that were right are known, and as many others. The
// two groups are kept apart, so that strangers cannot push out a client that was right. The owner
// guards it: one thread at a time.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace orgreg::auth {

// In the order in which they are checked.
enum class Standing : std::uint8_t { kProven, kFresh, kTurnedAway, kFailed };

class ClientStandings {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::size_t kMostKept = 16'384;
  // After this time without a failure or a refusal a client is new again.
  static constexpr std::chrono::minutes kLasts{10};

  explicit ClientStandings(std::function<Clock::time_point()> now) : now_(std::move(now)) {}

  Standing Of(const std::string& network) const;
  void NoteSuccess(const std::string& network);
  void NoteFailure(const std::string& network) { Note(network, Standing::kFailed); }
  void NoteTurnedAway(const std::string& network) { Note(network, Standing::kTurnedAway); }

  // The number of known networks.
  std::size_t size() const { return proven_.size() + marked_.size(); }

 private:
  struct Entry {
    std::string network = {};
    Standing standing = Standing::kFresh;
    Clock::time_point time = {};
  };
  // The network that was noted last is the first.
  class Table {
   public:
    const Entry* Find(std::string_view network) const;
    void Put(Entry entry);
    void Remove(std::string_view network);
    std::size_t size() const { return entries_.size(); }

   private:
    std::list<Entry> entries_;
    std::unordered_map<std::string_view, std::list<Entry>::iterator> by_network_;
  };

  // The mark that still counts.
  const Entry* FindMark(const std::string& network) const;
  void Note(const std::string& network, Standing standing);

  const std::function<Clock::time_point()> now_;
  Table proven_;
  Table marked_;
};

}  // namespace orgreg::auth
