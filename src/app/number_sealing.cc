#include "app/number_sealing.h"

#include <utility>

#include "auth/private_process.h"

namespace orgreg::app {

void AddNumberOptions(Command command, NumberOptions* options) {
  command.Add("--number-keys", &options->keys,
              "The keys that identification numbers are sealed with (orgreg numbers "
              "new-key); without them records that hold numbers are refused");
  command.Add("--number-rule", &options->rule, "Whose control digits they must have")
      .OneOf({std::string(kPresentRule), std::string(kRuleFrom2032)})
      .ShowDefault();
}

base::Result<NumberSealer> NumberSealer::Make(const NumberOptions& options) {
  NumberSealer sealer;
  if (options.rule == kRuleFrom2032) sealer.rule_ = base::ControlRule::kFrom2032;
  if (options.keys.empty()) return sealer;
  if (base::Status hidden = auth::MakeProcessPrivate(); !hidden) return std::move(hidden).error();
  auto keys = auth::NumberKeys::Load(options.keys);
  if (!keys) return std::move(keys).error();
  sealer.vault_ = std::make_unique<const auth::NumberVault>(std::move(*keys));
  return sealer;
}

}  // namespace orgreg::app
