// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/request_counts.h"

#include "api/page_routes.h"
#include "api/routes.h"

namespace orgreg::app {
namespace {

constexpr int kHundred = 100;

// An answer without an operation has that of none.
std::size_t IndexOf(int operation) {
  return operation < 0 ? CountOperations() - 1 : static_cast<std::size_t>(operation);
}

std::size_t ClassOf(int status) {
  const auto index = static_cast<std::size_t>(status / kHundred);
  return index < 2 || index > kStatusClasses.size() ? 0 : index - 1;
}

}  // namespace

std::size_t CountOperations() {
  static const std::size_t count = api::Routes().size() + api::PageRoutes().size() + 1;
  return count;
}

std::string_view OperationName(std::size_t operation) {
  if (operation + 1 >= CountOperations()) return "none";
  return api::RowWithId(static_cast<int>(operation)).at.operation;
}

RequestCounts::Counts::Counts()
    : durations(CountOperations() * kStatusClasses.size()), bytes(CountOperations()) {}

RequestCounts::RequestCounts(std::size_t workers) {
  workers_.reserve(workers);
  for (std::size_t i = 0; i < workers; ++i) workers_.push_back(std::make_unique<Counts>());
}

void RequestCounts::NoteAnswer(std::size_t worker, const http::Answered& answered) {
  Counts& counts = *workers_[worker];
  const std::size_t operation = IndexOf(answered.operation);
  counts.durations[operation * kStatusClasses.size() + ClassOf(answered.status)].Note(
      answered.duration);
  counts.bytes[operation].Add(answered.bytes);
  if (answered.is_cut) counts.cut.Add();
  if (answered.error < 0) return;
  counts.errors[static_cast<std::size_t>(answered.error)].Add();
  if (answered.error != static_cast<int>(api::ErrorKind::kTooOften)) return;
  const api::RateClass rate = answered.operation < 0 ? api::RateClass::kLookUps
                                                     : api::RowWithId(answered.operation).work.rate;
  counts.limited[static_cast<std::size_t>(rate)].Add();
}

template <typename Read>
std::uint64_t RequestCounts::Sum(Read read) const {
  std::uint64_t sum = 0;
  for (const auto& worker : workers_) sum += read(*worker).value();
  return sum;
}

base::Histogram::Reading RequestCounts::Durations(std::size_t operation,
                                                  std::size_t status_class) const {
  base::Histogram::Reading sum;
  for (const auto& worker : workers_)
    sum += worker->durations[operation * kStatusClasses.size() + status_class].Read();
  return sum;
}

std::uint64_t RequestCounts::Bytes(std::size_t operation) const {
  return Sum([=](const Counts& of) -> auto& { return of.bytes[operation]; });
}

std::uint64_t RequestCounts::Errors(api::ErrorKind kind) const {
  return Sum([=](const Counts& of) -> auto& { return of.errors[static_cast<std::size_t>(kind)]; });
}

std::uint64_t RequestCounts::Limited(api::RateClass rate) const {
  return Sum([=](const Counts& of) -> auto& { return of.limited[static_cast<std::size_t>(rate)]; });
}

std::uint64_t RequestCounts::Closed(http::Closed why) const {
  return Sum([=](const Counts& of) -> auto& { return of.closed[static_cast<std::size_t>(why)]; });
}

std::uint64_t RequestCounts::accepted() const {
  return Sum([](const Counts& of) -> auto& { return of.accepted; });
}

std::uint64_t RequestCounts::refused() const {
  return Sum([](const Counts& of) -> auto& { return of.refused; });
}

std::uint64_t RequestCounts::cut() const {
  return Sum([](const Counts& of) -> auto& { return of.cut; });
}

}  // namespace orgreg::app
