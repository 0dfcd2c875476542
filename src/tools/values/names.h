// SPDX-License-Identifier: EUPL-1.2

// Names of units, made like the names of each organisation form: a company's from a brand or place
// and its trade, a sole proprietor's from the trade and the person, a club's from the place and
// what it does. They are in capitals but for a few, as in the register. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "tools/values/lists.h"

namespace orgreg::tools {

// What a name may use of its unit.
struct NameSource {
  Naming naming = Naming::kCompany;
  std::string_view form_word = {};
  std::string_view municipality = {};
  std::string_view city = {};
  const ForeignPlace* abroad = nullptr;  // The home of a foreign unit.
};

std::string MakeName(const NameSource& source, Random* random);

// A sub-entity has the name of its superior, often followed by its place.
std::string MakeSubEntityName(std::string_view superior, std::string_view city, Random* random);

}  // namespace orgreg::tools
