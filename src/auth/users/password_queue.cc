// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/password_queue.h"

namespace orgreg::auth {

bool PasswordQueue::IsBefore(const Waiter& one, const Waiter& other) {
  if (one.standing != other.standing) return one.standing < other.standing;
  return one.order > other.order;
}

Standing PasswordQueue::StandingOf(const Claim& claim) const {
  const Standing standing = standings_.Of(claim.network);
  if (standing != Standing::kFresh) return standing;
  // Otherwise a stranger would be a new client with each connection.
  const auto is_another = [&claim](const Claim& other) {
    return other.network == claim.network && other.digest != claim.digest;
  };
  const bool has_others =
      std::ranges::any_of(waiting_, [&](const Waiter* each) { return is_another(*each->claim); }) ||
      std::ranges::any_of(expected_,
                          [&](const Expected& each) { return is_another(each.claim); }) ||
      std::ranges::any_of(under_way_, [&](const auto& each) {
        return each.second.network == claim.network && each.first != claim.digest;
      });
  return has_others ? Standing::kTurnedAway : Standing::kFresh;
}

std::size_t PasswordQueue::Inside() const {
  const auto stays = [](const Waiter* each) { return !each->gives_way; };
  return static_cast<std::size_t>(std::ranges::count_if(waiting_, stays)) + expected_.size() +
         under_way_.size();
}

bool PasswordQueue::MakeRoom(Standing standing) {
  if (Inside() < options_.most_at_once + options_.most_waiting) return true;
  // Between two that were wrong or turned away lately, the one that already waits stays.
  const auto gives_way = [standing](Standing other) {
    return other > standing || (other == standing && !IsLate(standing));
  };
  Waiter* last = nullptr;
  for (Waiter* const each : waiting_) {
    if (!each->gives_way && (last == nullptr || IsBefore(*last, *each))) last = each;
  }
  const auto absent = std::ranges::max_element(expected_, {}, &Expected::standing);
  const bool is_absent_later =
      absent != expected_.end() && (last == nullptr || absent->standing > last->standing);
  if (is_absent_later && gives_way(absent->standing)) {
    expected_.erase(absent);
    return true;
  }
  if (last == nullptr || !gives_way(last->standing)) return false;
  last->gives_way = true;
  changed_.notify_all();
  return true;
}

bool PasswordQueue::Admit(const Claim& claim, const Lock& /*lock*/) {
  const Clock::time_point now = options_.now();
  std::erase_if(expected_, [now](const Expected& each) { return each.until <= now; });
  const Standing standing = StandingOf(claim);
  if (MakeRoom(standing)) {
    expected_.push_back({.claim = claim, .standing = standing, .until = now + kKeptFor});
    return true;
  }
  standings_.NoteTurnedAway(claim.network);
  return false;
}

void PasswordQueue::GiveUp(const Claim& claim, const Lock& /*lock*/) {
  const auto kept = std::ranges::find_if(expected_, [&claim](const Expected& each) {
    return each.claim.digest == claim.digest && each.claim.network == claim.network;
  });
  if (kept != expected_.end()) expected_.erase(kept);
}

PasswordQueue::Outcome PasswordQueue::Wait(const Claim& claim,
                                           const std::function<bool()>& is_decided, Lock* lock) {
  const std::size_t expected = expected_.size();
  GiveUp(claim, *lock);
  if (expected_.size() == expected) {
    if (!Admit(claim, *lock)) return is_decided() ? Outcome::kDecided : Outcome::kNone;
    GiveUp(claim, *lock);
  }
  Waiter mine{.claim = &claim, .standing = StandingOf(claim), .order = ++count_};
  waiting_.push_back(&mine);
  changed_.wait_for(*lock, options_.longest_wait,
                    [&] { return mine.gives_way || is_decided() || Next() == &mine; });
  const bool is_next = Next() == &mine;
  std::erase(waiting_, &mine);
  // Another request may be next now.
  changed_.notify_all();
  if (is_decided()) return Outcome::kDecided;
  if (!is_next || mine.gives_way) {
    standings_.NoteTurnedAway(claim.network);
    return Outcome::kNone;
  }
  under_way_.emplace(claim.digest, UnderWay{.network = claim.network, .standing = mine.standing});
  return Outcome::kMayCheck;
}

void PasswordQueue::End(const Claim& claim, const Lock& /*lock*/) {
  under_way_.erase(claim.digest);
  changed_.notify_all();
}

const PasswordQueue::Waiter* PasswordQueue::Next() const {
  if (under_way_.size() >= options_.most_at_once) return nullptr;
  const auto late = std::ranges::count_if(
      under_way_, [](const auto& each) { return IsLate(each.second.standing); });
  const std::size_t most_late = std::max<std::size_t>(1, options_.most_at_once - 1);
  const bool takes_late = static_cast<std::size_t>(late) < most_late;
  const Waiter* next = nullptr;
  for (const Waiter* const each : waiting_) {
    if (each->gives_way || under_way_.contains(each->claim->digest)) continue;
    if (IsLate(each->standing) && !takes_late) continue;
    if (next == nullptr || IsBefore(*each, *next)) next = each;
  }
  return next;
}

}  // namespace orgreg::auth
