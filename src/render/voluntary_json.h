// Entries of the register of non-profit organisations as JSON: as they are stored, and as
// they are served. The catalog keeps one text for all answers: the record, in which the names
// of categories stand between marks, since only those who name a language get them; and
// behind it the cells of the file that are this register's own (voluntary_csv.h). The marks
// are raw control characters, which JSON cannot hold. Pure functions; safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/registers/voluntary.h"

namespace orgreg::render {

// What the store keeps: no links, no names of categories.
void AppendStoredVoluntary(const model::Voluntary& record, std::string* out);

// What the catalog keeps.
void AppendRenderedVoluntary(const model::Voluntary& record, std::string* out);

enum class CategoryNames : std::uint8_t { kLeftOut, kShown };

// What is served, of what the catalog keeps.
void AppendVoluntary(std::string_view rendered, CategoryNames names, std::string_view origin,
                     std::string* out);

// Whether what the catalog keeps is of an organisation that was struck off this register:
// it can be looked up, and is in no list.
bool IsStruckOff(std::string_view rendered);

// The cells, as VoluntaryCsvRows takes them; empty of one that was struck off.
std::string_view VoluntaryCellsOf(std::string_view rendered);

}  // namespace orgreg::render
