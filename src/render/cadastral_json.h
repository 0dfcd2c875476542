// Cadastral units as the index keeps them, as numbers, out of which the rows of an answer are
// written. All texts in a row are digits, so that a row costs little, and to compare numbers is
// less work than to look for a text in many rows.
//
// Pure functions and a view; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/registers/cadastral.h"

namespace orgreg::render {

// What the index keeps: 32 bytes a unit.
void AppendKeptCadastralUnits(const model::CadastralList& list, std::string* out);

// The units of one entity as the index keeps them.
class CadastralUnits {
 public:
  explicit CadastralUnits(std::string_view kept) : kept_(kept) {}

  // The rows of the units that have the id or the number, each behind a comma unless `out` ends
  // in '['.
  void AppendRows(std::uint64_t id, base::OrgNumber owner, std::string* out) const;
  void AppendRows(const model::CadastralNumber& number, base::OrgNumber owner,
                  std::string* out) const;

 private:
  std::string_view kept_;
};

}  // namespace orgreg::render
