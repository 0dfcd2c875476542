// SPDX-License-Identifier: EUPL-1.2

// The cadastral units that belong to an entity: land properties, owner sections and leaseholds of
// the land register (spec, Vocabulary), with their names on the wire and the parameters that ask
// for one. Plain values, constants and pure functions; safe from any thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/values/org_number.h"
#include "model/schema/schema.h"

namespace orgreg::model {

// The name of a cadastral unit in its municipality. Missing parts are zero: a property has no lease
// and no section (docs/choices.md, Cadastral units).
struct CadastralNumber {
  std::uint32_t municipality = 0;  // Below 10,000.
  std::uint32_t farm = 0;
  std::uint32_t use = 0;
  std::uint32_t lease = 0;
  std::uint32_t section = 0;
  friend bool operator==(const CadastralNumber&, const CadastralNumber&) = default;
};

struct CadastralUnit {
  CadastralNumber number = {};
  std::uint64_t id = 0;
  std::uint32_t order = 0;  // The position among the units of its entity.
  friend bool operator==(const CadastralUnit&, const CadastralUnit&) = default;
};

struct CadastralList {
  base::OrgNumber number = {};            // The entity that they belong to.
  std::vector<CadastralUnit> units = {};  // In order of their members, `order` first.
};

// The most digits that the parts of a number have, and those of an id.
inline constexpr std::size_t kMunicipalityDigits = 4;
inline constexpr std::size_t kCadastralPartDigits = 9;
inline constexpr std::size_t kCadastralIdDigits = 18;

// Reads "1103-77/55/0/0", and the same without its last part or its last two, which are then zero.
// The municipality has exactly four digits; leading zeros of the other parts are ignored.
std::optional<CadastralNumber> ParseCadastralNumber(std::string_view text);

// Reads an id: digits, at most kCadastralIdDigits.
std::optional<std::uint64_t> ParseCadastralId(std::string_view text);

// Reads one part of a number as a record has it: one to `most_digits` digits.
std::optional<std::uint32_t> ParseCadastralPart(std::string_view text, std::size_t most_digits);

// An entity's list as it is delivered and stored (reference, /matrikkelenhet; all values are text),
// and a unit as it is served.
struct ServedCadastralUnit {
  base::OrgNumber owner = {};
  CadastralUnit unit = {};
};
extern const SchemaOf<CadastralUnit> kCadastralUnitSchema;
extern const SchemaOf<CadastralList> kCadastralSchema;
extern const SchemaOf<ServedCadastralUnit> kServedCadastralSchema;

// Spec, Endpoints: the two ways to ask. The id has the same name in a unit.
inline constexpr std::string_view kCadastralIdParameter = "matrikkelenhetid";
inline constexpr std::string_view kCadastralNumberParameter = "matrikkelnummer";

}  // namespace orgreg::model
