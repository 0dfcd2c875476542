// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/client_standing.h"

#include <algorithm>
#include <utility>

namespace orgreg::auth {

Standing ClientStandings::Of(const std::string& network) const {
  if (proven_.Find(network) != nullptr) return Standing::kProven;
  const Entry* const mark = FindMark(network);
  return mark == nullptr ? Standing::kFresh : mark->standing;
}

void ClientStandings::NoteSuccess(const std::string& network) {
  marked_.Remove(network);
  proven_.Put({.network = network, .standing = Standing::kProven, .time = now_()});
}

void ClientStandings::Note(const std::string& network, Standing standing) {
  // A refusal does not make up for a failure.
  const Entry* const mark = FindMark(network);
  if (mark != nullptr) standing = std::max(standing, mark->standing);
  marked_.Put({.network = network, .standing = standing, .time = now_()});
}

const ClientStandings::Entry* ClientStandings::FindMark(const std::string& network) const {
  const Entry* const mark = marked_.Find(network);
  return mark != nullptr && now_() - mark->time < kLasts ? mark : nullptr;
}

const ClientStandings::Entry* ClientStandings::Table::Find(std::string_view network) const {
  const auto found = by_network_.find(network);
  return found == by_network_.end() ? nullptr : &*found->second;
}

void ClientStandings::Table::Put(Entry entry) {
  Remove(entry.network);
  if (entries_.size() >= kMostKept) Remove(entries_.back().network);
  entries_.push_front(std::move(entry));
  by_network_.emplace(entries_.front().network, entries_.begin());
}

void ClientStandings::Table::Remove(std::string_view network) {
  const auto found = by_network_.find(network);
  if (found == by_network_.end()) return;
  const auto entry = found->second;
  // First the key, which is the entry's own text.
  by_network_.erase(found);
  entries_.erase(entry);
}

}  // namespace orgreg::auth
