// SPDX-License-Identifier: EUPL-1.2

// The keys of identification numbers, as commands take them: a file of keys and a rule of
// control digits. A process that reads keys keeps its memory to itself.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/settings/settings.h"
#include "auth/numbers/vault.h"
#include "base/result.h"
#include "base/values/identity_number.h"
#include "records/readers/role_sealing.h"

namespace orgreg::app {

// The names of the rules: which control digits an identification number may have.
inline constexpr std::string_view kPresentRule = "present";
inline constexpr std::string_view kRuleFrom2032 = "2032";

struct NumberOptions {
  std::string keys = {};  // The file; if empty, records with numbers are refused.
  std::string rule = std::string(kPresentRule);
};

NumberOptions NumberOptionsOf(const Settings& settings);

class NumberSealer {
 public:
  static base::Result<NumberSealer> Make(const NumberOptions& options);

  // null without keys.
  const auth::NumberVault* vault() const { return vault_.get(); }
  base::ControlRule rule() const { return rule_; }
  // Valid as long as the sealer, moved or not.
  records::NumberSealing sealing() const { return {.vault = vault_.get(), .rule = rule_}; }

 private:
  std::unique_ptr<const auth::NumberVault> vault_;
  base::ControlRule rule_ = base::ControlRule::kPresent;
};

}  // namespace orgreg::app
