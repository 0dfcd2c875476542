// SPDX-License-Identifier: EUPL-1.2

// All results of a search as a file: CSV or a sheet, with the columns of the register's own files.
// A handler; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

// Of the argument's kind and format.
Outcome SendSearchFile(const Context& context, Reply* reply);

}  // namespace orgreg::api
