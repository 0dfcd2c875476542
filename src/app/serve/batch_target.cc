// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/batch_target.h"

#include <chrono>
#include <string>
#include <utility>

#include "app/place/open_place.h"

namespace orgreg::app {

// A node that has just started follows soon.
constexpr std::chrono::seconds kPatience(2);

using base::Code;
using base::Error;
using base::Result;

BatchTarget::BatchTarget(Place place, store::StoreOptions options, const FollowState* following)
    : place_(std::move(place)), options_(std::move(options)), following_(following) {
  options_.stop = stop_.get_token();
}

Result<records::Register*> BatchTarget::Get() {
  if (following_ != nullptr && !following_->AwaitMet(kPatience)) {
    const std::string problem = following_->Read().problem;
    return Error{Code::kUnavailable,
                 "the database is not followed now" + (problem.empty() ? "" : ": " + problem)};
  }
  const std::lock_guard lock(opening_);
  if (opened_ == nullptr) {
    opened_ = std::make_unique<Opened>(TRY(Open()), place_);
    opened_->wiper.NoteChange();  // The rest of another process's work.
  }
  return &opened_->target;
}

void BatchTarget::NoteChange() {
  const std::lock_guard lock(opening_);
  if (opened_ != nullptr) opened_->wiper.NoteChange();
}

// No batch makes tables in a database that has none.
Result<std::unique_ptr<store::Store>> BatchTarget::Open() const {
  if (place_.has_database()) TRY(OpenPlace(place_, store::OpenMode::kReadOnly, options_));
  return OpenPlace(place_, store::OpenMode::kReadWriteCreate, options_);
}

}  // namespace orgreg::app
