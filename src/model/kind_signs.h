// SPDX-License-Identifier: EUPL-1.2

// Members that only records of one kind have. They reveal a file that was given as the wrong kind.
// A kind without a row cannot be recognised by a member: parties have none that entities lack.
// Constants.

#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "model/kind.h"

namespace orgreg::model {

struct KindSign {
  Kind kind = Kind::kEntity;
  std::string_view member = {};  // A name at the top of a record, or a quoted text.
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

// The texts of respons_klasse that only records of one kind have.
inline constexpr std::array kClassSigns = {
    KindSign{Kind::kSubEntity, "Underenhet"},
    KindSign{Kind::kSubEntity, "SlettetUnderEnhet"},
    KindSign{Kind::kEntity, "Enhet"},
    KindSign{Kind::kEntity, "SlettetEnhet"},
};

// Whether the text has the word in quotation marks.
constexpr bool IsQuotedIn(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (at > 0 && text[at - 1] == '"' && end < text.size() && text[end] == '"') return true;
  }
  return false;
}

// The only kind with a member of this name or, for a path ("beliggenhetsadresse.adresse"), of its
// first part.
constexpr std::optional<Kind> KindWithMember(std::string_view path) {
  const std::string_view member = path.substr(0, path.find('.'));
  for (const KindSign& sign : kKindSigns) {
    if (sign.member == member) return sign.kind;
  }
  return std::nullopt;
}

// The kind whose sign is quoted in the text of a record, whole or truncated.
constexpr std::optional<Kind> KindQuotedIn(std::string_view text) {
  for (const KindSign& sign : kKindSigns) {
    if (IsQuotedIn(text, sign.member)) return sign.kind;
  }
  for (const KindSign& sign : kClassSigns) {
    if (IsQuotedIn(text, sign.member)) return sign.kind;
  }
  return std::nullopt;
}

}  // namespace orgreg::model
