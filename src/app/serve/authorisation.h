// SPDX-License-Identifier: EUPL-1.2

// The parts that the authorised operations need, made from the settings: keys of the token service,
// keys of identification numbers, the audit log. Lives as long as the server.

#pragma once

#include <memory>
#include <optional>

#include "api/authority/authority.h"
#include "app/settings/number_sealing.h"
#include "app/settings/settings.h"
#include "auth/audit/keeper.h"
#include "auth/tokens/checker.h"
#include "auth/tokens/key_source.h"
#include "base/result.h"
#include "records/readers/role_sealing.h"
#include "records/register.h"

namespace orgreg::app {

// The checks that Make does of the settings for tokens: kInvalid if token_keys are set and a
// setting that belongs to them is not, or if they can be neither a file nor an address.
base::Status CheckTokenIssuer(const Settings& settings);
base::Status CheckTokenAudience(const Settings& settings);
base::Status CheckTokenPlace(const Settings& settings);

class Authorisation {
 public:
  // Without token_keys no client passes. kInvalid if settings are missing that belong together.
  // Files that are damaged or cannot be read are reported in the log and close only the authorised
  // operations that need them. `source` outlives the object.
  static base::Result<std::unique_ptr<Authorisation>> Make(const Settings& settings,
                                                           const records::Register* source);

  const api::Authority& authority() const { return authority_; }
  records::NumberSealing sealing() const { return sealer_.sealing(); }
  // Null without token_keys.
  const auth::AuditKeeper* audit() const { return audit_.get(); }
  // True if the audit log, or the file of number keys, cannot be used.
  bool lacks_audit_log() const { return audit_ && audit_->problem().has_value(); }
  bool lacks_number_keys() const { return lacks_number_keys_; }
  // Readings of the token service's keys that failed.
  std::uint64_t key_failures() const { return keys_ ? keys_->state().failures : 0; }

 private:
  Authorisation() = default;
  base::Status TakeNumberKeys(const Settings& settings);
  base::Status TakeTokens(const Settings& settings);
  void OpenAudit(const Settings& settings);

  NumberSealer sealer_;
  std::unique_ptr<auth::KeySource> keys_;
  std::optional<auth::TokenChecker> tokens_;
  std::unique_ptr<auth::AuditKeeper> audit_;
  bool lacks_number_keys_ = false;
  api::NumberInspector inspector_;
  api::Authority authority_;
};

}  // namespace orgreg::app
