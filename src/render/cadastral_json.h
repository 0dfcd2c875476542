// Cadastral units as JSON: an entity's list as it is stored, and the rows of an answer. The
// catalog keeps an entity's rows below each other, a line each, and an answer is made of the
// lines that hold what was asked for. Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/registers/cadastral.h"

namespace orgreg::render {

// What the store keeps.
void AppendCadastralList(const model::CadastralList& list, std::string* out);

// What the catalog keeps: no line for an entity without units.
void AppendCadastralRows(const model::CadastralList& list, std::string* out);

// The part that a row of this unit has and no row of another: texts in these rows are
// digits alone, written in one way.
std::string CadastralMark(std::uint64_t id);
std::string CadastralMark(const model::CadastralNumber& number);

// Appends the rows that have the mark, each behind a comma unless `out` ends in '['.
void AppendMarkedRows(std::string_view rows, std::string_view mark, std::string* out);

}  // namespace orgreg::render
