// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/number_key_sharing.h"

#include <chrono>
#include <utility>

#include "app/shared/shared_number_keys.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Status;

constexpr std::chrono::seconds kInterval(2);

}  // namespace

NumberKeySharing::NumberKeySharing(std::string node, const records::NumberSealing& sealing,
                                   std::function<Status()> check, Database* database)
    : node_(std::move(node)),
      own_(sealing),
      check_(std::move(check)),
      database_(database),
      refusal_("and its keys were not compared with those of the other nodes yet"),
      task_({.name = "keys of numbers",
             .interval = kInterval,
             .work = [this] { return UnlessAway(Share()); },
             .failure = "no identification number is sealed"}) {}

// What was found last holds on while the database is away. A database of before has no place for
// ids, and its nodes go on as they did.
Status NumberKeySharing::Share() {
  Status agreed = AgreeOnNumberKeys(TRY(database_->OpenCluster()), node_, own_.vault, check_);
  if (!agreed && agreed.error().code == Code::kUnavailable) return agreed;
  if (!agreed && agreed.error().code == Code::kNotFound) agreed = {};
  const std::lock_guard lock(mutex_);
  refusal_ = agreed ? "" : "and " + agreed.error().message;
  return agreed;
}

records::NumberSealing NumberKeySharing::sealing() {
  if (own_.vault == nullptr) return own_;
  const std::lock_guard lock(mutex_);
  if (refusal_.empty()) return own_;
  return {.rule = own_.rule, .refusal = refusal_};
}

}  // namespace orgreg::app
