// SPDX-License-Identifier: EUPL-1.2

// Writes entries of the register of non-profit organisations as JSON, as they are served. The names
// of categories are insets, like links, because only clients who request a language get them. Pure
// functions; safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/registers/voluntary.h"
#include "render/record_columns.h"

namespace orgreg::render {

// Appends the index columns: the entry, and its cells unless it was struck off.
void AppendVoluntaryColumns(const model::Voluntary& record, RecordColumns* out);

enum class CategoryNames : std::uint8_t { kLeftOut, kShown };

// Appends the served form.
void AppendVoluntary(const PublicForm& entry, CategoryNames names, std::string_view origin,
                     std::string* out);

// True if the organisation was struck off this register: its entry can be looked up, but is in no
// list.
bool IsStruckOff(const RecordView& entry);

}  // namespace orgreg::render
