// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/graph.h"

#include <algorithm>

#include "base/values/ascii.h"
#include "model/resources.h"
#include "model/schema/value.h"

namespace orgreg::render {
namespace {

const VocabularyRow& RowOf(const model::GraphName& name) {
  return kVocabularies[static_cast<std::size_t>(name.vocabulary)];
}

constexpr base::CharacterSet kInIris = [] {
  base::CharacterSet set = {};
  for (unsigned code = 0; code < set.size(); ++code) {
    const bool is_forbidden =
        std::string_view("<>\"{}|^`\\").find(static_cast<char>(code)) != std::string_view::npos;
    set[code] = code > ' ' && code != 0x7F && !is_forbidden;
  }
  return set;
}();

// Characters that an IRI may not contain are percent-encoded, so that every form writes the same
// IRI.
void AppendIriText(std::string_view text, std::string* out) {
  const auto is_allowed = [](char c) { return base::IsIn(kInIris, c); };
  if (std::ranges::all_of(text, is_allowed)) {
    out->append(text);
    return;
  }
  for (const char c : text) {
    if (is_allowed(c)) {
      out->push_back(c);
      continue;
    }
    out->push_back('%');
    base::AppendHex(static_cast<unsigned char>(c), 2, base::kUpperHexDigits, out);
  }
}

}  // namespace

std::string Prefixed(const model::GraphName& name) {
  return std::string(RowOf(name).prefix).append(":").append(name.local);
}

std::string IriOf(const model::GraphName& name) {
  return std::string(RowOf(name).iri).append(name.local);
}

std::string_view LiteralTypeOf(model::ValueKind kind) {
  switch (kind) {
    case model::ValueKind::kText:
    case model::ValueKind::kCode:
    case model::ValueKind::kWhole:  // The id, which is a name.
    case model::ValueKind::kRaw:
    case model::ValueKind::kPart:
    case model::ValueKind::kList:
    case model::ValueKind::kLines:  // A statement has none.
      return {};
    case model::ValueKind::kDay:
      return "date";
    case model::ValueKind::kAmount:
      return "decimal";
    case model::ValueKind::kFlag:
      return "boolean";
  }
  return {};
}

std::string_view CanonicalDecimal(std::string_view amount) {
  if (amount.find('.') != std::string_view::npos) {
    amount = amount.substr(0, amount.find_last_not_of('0') + 1);
    if (amount.ends_with('.')) amount.remove_suffix(1);
  }
  return amount == "-0" ? amount.substr(1) : amount;
}

void AppendStatementBase(const StatementLinks& links, std::string* out) {
  AppendIriText(links.origin, out);
  out->append(model::kStatementsPath).append("/");
}

void AppendOrganisationBase(const StatementLinks& links, std::string* out) {
  AppendIriText(links.origin, out);
  if (links.organisations.empty()) {
    out->append(model::kApiPath).append("/").append(model::kEntities).append("/");
  } else {
    AppendIriText(links.organisations, out);
  }
}

void AppendStatementIri(FormBuilder* form) {
  form->Iri(IriBase::kStatement);
  form->Value(model::kStatementPlaces.number, Spelling::kPlain);
  form->Text("/");
  form->Value(model::kStatementPlaces.id, Spelling::kPlain);
}

void AppendOrganisationIri(FormBuilder* form) {
  form->Iri(IriBase::kOrganisation);
  form->Value(model::kStatementPlaces.number, Spelling::kPlain);
}

}  // namespace orgreg::render
