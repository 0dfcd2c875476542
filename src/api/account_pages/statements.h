// SPDX-License-Identifier: EUPL-1.2

// The accounts of an organisation as part of its page: the statements that a client without
// credentials may see, and the copies of annual accounts and interim balances.

#pragma once

#include "api/interface/context.h"
#include "api/pages/page.h"
#include "base/result.h"
#include "base/values/org_number.h"
#include "model/kind.h"

namespace orgreg::api {

// Fills in web/templates/parts/statements.tpl. Leaves the part out for a sub-entity that has
// neither statements nor documents, as accounts are those of entities. A view of the page does not
// count as a call of the operation (docs/choices.md).
base::Status AddStatements(const Context& context, model::Kind kind, base::OrgNumber number,
                           Page* page);

}  // namespace orgreg::api
