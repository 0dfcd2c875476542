// Members by which a record of one kind is told from the records of all others, so that a file
// given as the wrong kind is recognised. A kind without a row cannot be told by a member: parties
// have none that entities lack. Constants.

#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "model/kind.h"

namespace orgreg::model {

struct KindSign {
  Kind kind = Kind::kEntity;
  std::string_view member = {};  // At the top of a record.
};
inline constexpr std::array kKindSigns = {
    KindSign{Kind::kEntity, "registrertIForetaksregisteret"},
    KindSign{Kind::kEntity, "institusjonellSektorkode"},
    KindSign{Kind::kSubEntity, "beliggenhetsadresse"},
    KindSign{Kind::kRoles, "rollegrupper"},
    KindSign{Kind::kVoluntary, "frivilligOrganisasjonsstatus"},
    KindSign{Kind::kVoluntary, "icnpoKategorier"},
    KindSign{Kind::kCadastral, "matrikkelenheter"},
    KindSign{Kind::kStatements, "regnskapsperiode"},
};

// The kind that alone has a member of this name or, of a path ("beliggenhetsadresse.adresse"), of
// its first part.
constexpr std::optional<Kind> KindWithMember(std::string_view path) {
  const std::string_view member = path.substr(0, path.find('.'));
  for (const KindSign& sign : kKindSigns) {
    if (sign.member == member) return sign.kind;
  }
  return std::nullopt;
}

// The kind of which the text of a record, whole or cut, quotes a sign.
constexpr std::optional<Kind> KindQuotedIn(std::string_view text) {
  for (const KindSign& sign : kKindSigns) {
    const std::size_t at = text.find(sign.member);
    if (at == std::string_view::npos || at == 0) continue;
    const std::size_t end = at + sign.member.size();
    if (text[at - 1] == '"' && end < text.size() && text[end] == '"') return sign.kind;
  }
  return std::nullopt;
}

}  // namespace orgreg::model
