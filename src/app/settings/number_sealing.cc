// SPDX-License-Identifier: EUPL-1.2

#include "app/settings/number_sealing.h"

#include <utility>

#include "auth/secrets/private_process.h"

namespace orgreg::app {

NumberOptions NumberOptionsOf(const Settings& settings) {
  return {.keys = settings.number_keys, .rule = settings.number_rule};
}

base::Result<NumberSealer> NumberSealer::Make(const NumberOptions& options) {
  NumberSealer sealer;
  if (options.rule == kRuleFrom2032) sealer.rule_ = base::ControlRule::kFrom2032;
  if (options.keys.empty()) return sealer;
  TRY(auth::MakeProcessPrivate());
  auto keys = auth::NumberKeys::Load(options.keys);
  if (!keys) return std::move(keys).error();
  sealer.vault_ = std::make_unique<const auth::NumberVault>(std::move(*keys));
  return sealer;
}

}  // namespace orgreg::app
