// SPDX-License-Identifier: EUPL-1.2

// What the authorised operations need besides the register: the check of tokens, the key for
// identification numbers, and the audit log. Made once at start and never changed; any number of
// threads.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/answers/errors.h"
#include "api/authority/number_inspector.h"
#include "auth/audit/keeper.h"
#include "auth/numbers/vault.h"
#include "auth/tokens/checker.h"
#include "base/values/identity_number.h"
#include "http/message/request.h"
#include "http/message/response.h"
#include "records/register.h"

namespace orgreg::api {

// Which clients may call a route.
enum class Access : std::uint8_t {
  kOpen,
  kUsers,          // as the setting for statements says (statement_sources.h)
  kRoles,          // whose token has a scope for roles with identification numbers
  kRoleStatement,  // whose token has the scope for statements of one person's roles
};

constexpr bool NeedsToken(Access access) {
  return access == Access::kRoles || access == Access::kRoleStatement;
}

struct Authority {
  const auth::TokenChecker* tokens = nullptr;  // null: no token can be checked, so none is accepted
  const auth::NumberVault* vault = nullptr;    // null: no number is stored
  auth::AuditKeeper* audit = nullptr;          // null only where tokens is
  NumberInspector* inspector = nullptr;        // null only where tokens is
  const records::Register* source = nullptr;
  base::ControlRule rule = base::ControlRule::kPresent;
  // Any one of them suffices.
  std::vector<std::string> role_scopes = {};
  std::vector<std::string> role_statement_scopes = {};
};

// A request for admission to a route.
struct Applicant {
  const http::Request& request;
  Access access = Access::kRoles;
  std::string_view address = {};  // the client's
  auth::KeySource::Wait wait = auth::KeySource::Wait::kForKeys;
  ErrorStyle errors = {};  // of a refusal
};

// Decides on the request by its head alone. If the verdict is a refusal, the response is complete
// (spec, Authentication; reference, Answers).
auth::Verdict Admit(const Authority& authority, const Applicant& applicant,
                    http::Response* response);

}  // namespace orgreg::api
