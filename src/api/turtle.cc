// SPDX-License-Identifier: EUPL-1.2

#include "api/turtle.h"

#include <fmt/format.h>

#include "base/values/iri.h"
#include "render/statements/spelling.h"

namespace orgreg::api {

std::string IriTerm(std::string_view iri) {
  std::string term = "<";
  for (const char c : iri) {
    if (base::MayBeInIri(c)) {
      term.push_back(c);
    } else {
      term.append(fmt::format("%{:02X}", static_cast<unsigned char>(c)));
    }
  }
  return term.append(">");
}

std::string TextTerm(std::string_view text, std::string_view language) {
  std::string term = "\"" + render::Escaped(text, render::Spelling::kTurtle) + "\"";
  if (!language.empty()) term.append("@").append(language);
  return term;
}

std::string TypedTerm(std::string_view value, std::string_view type) {
  return TextTerm(value).append("^^").append(type);
}

std::string TurtleNode::Nested() const {
  std::string text = "[ ";
  for (const auto& [property, term] : properties_) {
    if (text.size() > 2) text.append(" ; ");
    text.append(property).append(" ").append(term);
  }
  return text.append(" ]");
}

void TurtleNode::AppendAs(std::string_view iri, std::string* out) const {
  out->append("\n").append(IriTerm(iri));
  bool is_first = true;
  for (const auto& [property, term] : properties_) {
    out->append(is_first ? "\n    " : " ;\n    ").append(property).append(" ").append(term);
    is_first = false;
  }
  out->append(" .\n");
}

}  // namespace orgreg::api
