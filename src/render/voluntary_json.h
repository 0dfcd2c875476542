// Entries of the register of non-profit organisations as JSON, as they are served. The names of
// categories are insets, as links are, because only those get them who ask for a language. Pure
// functions; safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/registers/voluntary.h"
#include "render/record_columns.h"

namespace orgreg::render {

// What the index keeps: the entry, and, unless it was struck off, its cells.
void AppendVoluntaryColumns(const model::Voluntary& record, RecordColumns* out);

enum class CategoryNames : std::uint8_t { kLeftOut, kShown };

// What is served.
void AppendVoluntary(const PublicForm& entry, CategoryNames names, std::string_view origin,
                     std::string* out);

// Whether the entry is of an organisation that was struck off this register: it can be looked up,
// and is in no list.
bool IsStruckOff(const RecordView& entry);

}  // namespace orgreg::render
