// SPDX-License-Identifier: EUPL-1.2

// The keys by which cadastral units are found, and their columns in the index. Pure functions; safe
// from any thread.

#pragma once

#include <cstdint>

#include "model/registers/cadastral.h"
#include "records/readers/supplement.h"

namespace orgreg::records {

// Adds the units (render/cadastral_json.h), and a key for each id and for each number.
void IndexCadastral(const model::CadastralList& list, IndexedSupplement* indexed);

// Keys never change, because files contain them. Two units may share a key by chance.
std::uint64_t CadastralKey(std::uint64_t id);
std::uint64_t CadastralKey(const model::CadastralNumber& number);

}  // namespace orgreg::records
