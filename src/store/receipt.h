// SPDX-License-Identifier: EUPL-1.2

// What a commit leaves behind, made from what it was. Internal to store/; pure functions.

#pragma once

#include "store/checksum.h"
#include "store/store.h"

namespace orgreg::store {

// The record of the commit that left `summary`, without its batch and changes.
CommitRecord RecordOf(const Summary& summary);

Receipt ReceiptOf(const CommitRecord& record);

}  // namespace orgreg::store
