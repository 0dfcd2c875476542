// SPDX-License-Identifier: EUPL-1.2

// The columns of the files of two registers next to the entity register: of political parties and
// of non-profit organisations. Most columns show what the entity register knows of an organisation,
// and have the names of its files (docs/choices.md, Other registers).
//
// The tables are constants; everything here is safe from any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace orgreg::model {

// The names of the files (docs/choices.md, Other registers).
inline constexpr std::string_view kVoluntaryFileName = "frivillige_organisasjoner_alle.csv";
inline constexpr std::string_view kPartyFileName = "partier_alle.csv";

struct RegisterColumn {
  enum class Source : std::uint8_t {
    kEntity,        // Columns(Kind::kEntity)[index]
    kVoluntary,     // PlainRows(kVoluntarySchema)[index]
    kCategoryCode,  // The code of category number `index`, from 0.
    kCategoryName,
    kNotices,  // Whether there are any.
  };
  Source source = Source::kEntity;
  std::size_t index = 0;
  std::string header = {};
};

// Reference, Voluntary and party registers: 40 columns and 12. The first of each is the
// organisation number; the columns of the entity register surround the others.
std::span<const RegisterColumn> VoluntaryColumns();
std::span<const RegisterColumn> PartyColumns();

}  // namespace orgreg::model
