// The cadastral units of an entity, between an inventory, the store and the index
// (records/readers/supplement.h), and the keys by which a unit leads back to its entities.
// Pure functions; safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/registers/cadastral.h"
#include "records/readers/record_reader.h"

namespace simdjson::dom {
// The library calls it so.
// NOLINTNEXTLINE(readability-identifier-naming)
class object;
}  // namespace simdjson::dom

namespace orgreg::records {

struct Supplement;
struct IndexedSupplement;

// Reads {"organisasjonsnummer":"…","matrikkelenheter":[{…}]}; all values are text, as they are
// served. False, with every problem named, where it cannot be taken; unknown members go to
// `unknown`.
bool ReadCadastral(simdjson::dom::object record, Supplement* read, Problems* problems,
                   std::vector<std::string>* unknown);

// Columns: the units as render/cadastral_json.h has them; a key for each id and for each number.
base::Status IndexCadastral(simdjson::dom::object stored, base::OrgNumber number,
                            IndexedSupplement* indexed);

// Never changes: keys are kept in files. Two units may have one key by chance.
std::uint64_t CadastralKey(std::uint64_t id);
std::uint64_t CadastralKey(const model::CadastralNumber& number);

}  // namespace orgreg::records
