// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/graph.h"

#include "base/values/ascii.h"
#include "formats/json/text.h"
#include "formats/xml/text.h"
#include "model/resources.h"
#include "model/schema/value.h"

namespace orgreg::render {
namespace {

const VocabularyRow& RowOf(const model::GraphName& name) {
  return kVocabularies[static_cast<std::size_t>(name.vocabulary)];
}

// Characters that an IRI may not contain are percent-encoded, so that every form writes the same
// IRI.
void AppendIriText(std::string_view text, std::string* out) {
  constexpr std::string_view kForbidden = "<>\"{}|^`\\";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code > ' ' && code != 0x7F && kForbidden.find(c) == std::string_view::npos) {
      out->push_back(c);
      continue;
    }
    out->push_back('%');
    base::AppendHex(code, 2, base::kUpperHexDigits, out);
  }
}

}  // namespace

void AppendPrefixed(const model::GraphName& name, std::string* out) {
  out->append(RowOf(name).prefix).append(":").append(name.local);
}

void AppendIriOf(const model::GraphName& name, std::string* out) {
  out->append(RowOf(name).iri).append(name.local);
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

void AppendStatementIri(const model::Statement& statement, const StatementLinks& links,
                        std::string* out) {
  AppendIriText(links.origin, out);
  out->append(model::kStatementsPath).append("/");
  statement.number.AppendTo(out);
  out->append("/");
  formats::AppendInteger(statement.id, out);
}

void AppendOrganisationIri(base::OrgNumber number, const StatementLinks& links, std::string* out) {
  AppendIriText(links.origin, out);
  if (links.organisations.empty()) {
    out->append(model::kApiPath).append("/").append(model::kEntities).append("/");
  } else {
    AppendIriText(links.organisations, out);
  }
  number.AppendTo(out);
}

void AppendGraphText(std::string_view text, std::string* out) {
  formats::AppendXmlCharacters(text, out);
}

}  // namespace orgreg::render
