#include "model/voluntary_lists.h"

#include <algorithm>
#include <cstddef>
#include <vector>

extern "C" {
extern const char orgreg_icnpo_categories[], orgreg_icnpo_categories_end[];
extern const char orgreg_information_types[], orgreg_information_types_end[];
}

namespace orgreg::model {
namespace {

std::string_view TakeUntil(char separator, std::string_view* text) {
  const std::size_t at = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(std::min(at + 1, text->size()));
  return part;
}

// The rows of an embedded table below its heading, in their order.
std::vector<VoluntaryCode> ReadCodes(const char* begin, const char* end) {
  std::vector<VoluntaryCode> codes;
  std::string_view rest(begin, static_cast<std::size_t>(end - begin));
  TakeUntil('\n', &rest);
  while (!rest.empty()) {
    std::string_view line = TakeUntil('\n', &rest);
    const std::string_view code = TakeUntil('\t', &line);
    codes.push_back({.code = code, .name = line});
  }
  return codes;
}

const VoluntaryCode* Find(std::span<const VoluntaryCode> codes, std::string_view code) {
  const auto found = std::ranges::find(codes, code, &VoluntaryCode::code);
  return found == codes.end() ? nullptr : &*found;
}

}  // namespace

std::span<const VoluntaryCode> Categories() {
  static const std::vector<VoluntaryCode> categories =
      ReadCodes(orgreg_icnpo_categories, orgreg_icnpo_categories_end);
  return categories;
}

const VoluntaryCode* FindCategory(std::string_view code) { return Find(Categories(), code); }

std::span<const VoluntaryCode> InformationTypes() {
  static const std::vector<VoluntaryCode> types =
      ReadCodes(orgreg_information_types, orgreg_information_types_end);
  return types;
}

const VoluntaryCode* FindInformationType(std::string_view code) {
  return Find(InformationTypes(), code);
}

}  // namespace orgreg::model
