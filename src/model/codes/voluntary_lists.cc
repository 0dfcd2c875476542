// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/voluntary_lists.h"

#include <algorithm>

#include "model/codes/code_list_set.h"

namespace orgreg::model {
namespace {

const VoluntaryCode* Find(std::span<const VoluntaryCode> codes, std::string_view code) {
  const auto found = std::ranges::find(codes, code, &VoluntaryCode::code);
  return found == codes.end() ? nullptr : &*found;
}

}  // namespace

std::span<const VoluntaryCode> Categories() { return CurrentCodeLists().categories(); }

const VoluntaryCode* FindCategory(std::string_view code) { return Find(Categories(), code); }

std::span<const VoluntaryCode> InformationTypes() { return CurrentCodeLists().information_types(); }

const VoluntaryCode* FindInformationType(std::string_view code) {
  return Find(InformationTypes(), code);
}

}  // namespace orgreg::model
