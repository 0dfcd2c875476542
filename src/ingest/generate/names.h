// Names of units, put together as the names of each organisation form are: a company's from
// a brand or place and its trade, a sole proprietor's from the trade and the person, a
// club's from the place and what it does. Capitals but for a few, as in the register.
// Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "ingest/generate/lists.h"

namespace orgreg::ingest {

// What a name may take up from the unit that gets it.
struct NameSource {
  Naming naming = Naming::kCompany;
  std::string_view form_word = {};
  std::string_view municipality = {};
  std::string_view city = {};
  const ForeignPlace* abroad = nullptr;  // Where a foreign unit comes from.
};

std::string MakeName(const NameSource& source, Random* random);

// A sub-entity is called like its superior, often with its place after it.
std::string MakeSubEntityName(std::string_view superior, std::string_view city, Random* random);

}  // namespace orgreg::ingest
