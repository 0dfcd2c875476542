// SPDX-License-Identifier: EUPL-1.2

// Cadastral units as the index stores them: numbers, from which the rows of a response are written.
// All texts in a row are digits, so that writing a row is cheap, and comparing numbers is faster
// than searching for a text in many rows.
//
// Pure functions and a view; safe from any thread.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/registers/cadastral.h"

namespace orgreg::render {

// Writes the form of the index: 32 bytes for each unit.
void AppendKeptCadastralUnits(const model::CadastralList& list, std::string* out);

// The units of one entity, in the form of the index.
class CadastralUnits {
 public:
  explicit CadastralUnits(std::string_view kept) : kept_(kept) {}

  // The first units, at most `most`.
  std::vector<model::CadastralUnit> First(std::size_t most) const;

  // Appends the rows of the units with the id or the number, each after a comma unless `out` ends
  // in '['.
  void AppendRows(std::uint64_t id, base::OrgNumber owner, std::string* out) const;
  void AppendRows(const model::CadastralNumber& number, base::OrgNumber owner,
                  std::string* out) const;

 private:
  std::string_view kept_;
};

}  // namespace orgreg::render
