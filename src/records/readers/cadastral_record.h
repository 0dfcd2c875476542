// What cadastral units are found by, and what the index keeps of them. Pure functions; safe from
// any thread.

#pragma once

#include <cstdint>

#include "model/registers/cadastral.h"
#include "records/readers/supplement.h"

namespace orgreg::records {

// The units (render/cadastral_json.h), and a key for each id and for each number.
void IndexCadastral(const model::CadastralList& list, IndexedSupplement* indexed);

// Never changes: keys are kept in files. Two units may have one key by chance.
std::uint64_t CadastralKey(std::uint64_t id);
std::uint64_t CadastralKey(const model::CadastralNumber& number);

}  // namespace orgreg::records
