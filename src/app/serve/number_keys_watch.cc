// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/number_keys_watch.h"

#include "api/authority/number_keys_check.h"
#include "base/log.h"

namespace orgreg::app {

void NumberKeysWatch::Look(const search::Catalog& catalog) {
  // Without the authorised operations no number is ever opened.
  if (authority_->tokens == nullptr) return;
  const auto check = api::CheckNumberKeys(*authority_, catalog);
  if (!check) return Report(check.error().message);
  unusable_.store(check->unusable(), std::memory_order_relaxed);
  Report(check->unusable() == 0 ? "" : check->ToText());
}

void NumberKeysWatch::Report(const std::string& problem) {
  if (problem == reported_) return;
  reported_ = problem;
  if (problem.empty()) return base::LogInfo("all identification numbers can be opened again");
  base::LogError("the authorised operations cannot open identification numbers: {}", problem);
}

}  // namespace orgreg::app
