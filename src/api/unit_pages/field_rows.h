// SPDX-License-Identifier: EUPL-1.2

// What each field of a unit's record is called on pages, what it means to people who are no
// experts, and where it stands: the table web/texts/fields.tsv, which is part of the program.
// Constants, read at first use; safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "api/pages/page_language.h"

namespace orgreg::api {

// A line of the table, in the order in which pages show fields.
struct FieldRow {
  // "identity": the part of the page; kPartGroup for a member that is shown within its object.
  std::string_view group = {};
  // As in sort keys: "kapital.belop". A whole object if it is shown as one; for a member of any
  // such object ".kommunenummer".
  std::string_view path = {};
  std::string_view shape = {};     // How it is shown (field_shapes.h); empty: by its type.
  std::string_view property = {};  // Of schema.org; may be empty.
  std::string_view search = {};    // The parameter that searches by its code; may be empty.
  std::array<std::string_view, kLanguageCodes.size()> labels = {};
  // A sentence or two; empty if the label says it all.
  std::array<std::string_view, kLanguageCodes.size()> meanings = {};

  std::string_view Label(PageLanguage language) const {
    return labels[static_cast<std::size_t>(language)];
  }
  std::string_view Meaning(PageLanguage language) const {
    return meanings[static_cast<std::size_t>(language)];
  }
};
inline constexpr std::string_view kPartGroup = "part";

std::span<const FieldRow> FieldRows();

// Null if no row has the path.
const FieldRow* FindFieldRow(std::string_view path);

// The label of any path of a record; a member of an object has that of the object before it:
// "Business address: municipality". Empty for a path without rows.
std::string FieldLabel(std::string_view path, PageLanguage language);

}  // namespace orgreg::api
