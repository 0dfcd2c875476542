// SPDX-License-Identifier: EUPL-1.2

#include "render/made_links.h"

#include <array>

#include "model/units/field.h"

namespace orgreg::render {
namespace {

constexpr std::size_t kCodes = CodeOf({.link = kKnownLinks.size() - 1}) + 1;

LinkTexts Make(const LinkPlace& place) {
  const KnownLink& link = kKnownLinks[place.link];
  LinkTexts texts = {.before = ",", .after = "\"}"};
  const auto append_name = [&texts](std::string_view name) {
    texts.before.append("\"").append(name).append("\":{");
  };
  if (place.is_first) append_name(model::kLinksName);
  append_name(link.relation);
  texts.before.append("\"href\":\"");
  texts.path.append(model::kApiPath).append("/").append(link.collection).append("/");
  if (place.is_last) texts.after.append("}");
  return texts;
}

std::array<LinkTexts, kCodes> MakeAll() {
  std::array<LinkTexts, kCodes> all;
  for (std::size_t link = 0; link < kKnownLinks.size(); ++link) {
    for (const bool is_first : {false, true}) {
      for (const bool is_last : {false, true}) {
        const LinkPlace place = {.link = link, .is_first = is_first, .is_last = is_last};
        all[CodeOf(place)] = Make(place);
      }
    }
  }
  return all;
}

}  // namespace

const LinkTexts* LinkTextsOf(std::size_t code) {
  static const std::array<LinkTexts, kCodes> all = MakeAll();
  return code == 0 || code >= kCodes ? nullptr : &all[code];
}

}  // namespace orgreg::render
