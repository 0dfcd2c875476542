// SPDX-License-Identifier: EUPL-1.2

#include "api/extensions/facets.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "api/interface/ask.h"
#include "model/units/field.h"
#include "render/body_json.h"
#include "search/match/value_counts.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

// The fields that the request names, each once, in the order of the request.
std::vector<const FacetField*> FieldsIn(const search::Values& asked) {
  std::vector<const FacetField*> fields;
  for (const std::string_view name : asked.Find(kEntityFacet)->items) {
    const FacetField* const field = &*std::ranges::find(kFacetFields, name, &FacetField::name);
    if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
  }
  return fields;
}

// The text of a code, from the list that fills it in for records; null if there is no list.
using FindText = std::string_view (*)(std::string_view code);
FindText TextsOf(model::Kind kind, const model::Parameter& parameter) {
  const auto find = parameter.fields.front()->row.find;
  for (const model::Field& field : model::Fields(kind)) {
    if (field.text_of.code != nullptr && field.text_of.code->find == find)
      return field.text_of.find;
  }
  return nullptr;
}

Facet FacetFrom(const FacetField& field, const search::FieldCounts& counts, FindText texts) {
  Facet facet{.field = std::string(field.name),
              .value_count = static_cast<std::int64_t>(counts.value_count),
              .other = static_cast<std::int64_t>(counts.other),
              .missing = static_cast<std::int64_t>(counts.missing)};
  facet.values.reserve(counts.values.size());
  for (const search::ValueCount& value : counts.values) {
    FacetValue& out = facet.values.emplace_back(
        FacetValue{.value = value.value, .count = static_cast<std::int64_t>(value.count)});
    const std::string_view text = texts == nullptr ? std::string_view() : texts(value.value);
    if (!text.empty()) out.text = std::string(text);
  }
  return facet;
}

}  // namespace

Outcome CountFieldValues(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  if (context.is_hurried) return PutOff{};
  const model::Kind kind = *context.argument().kind;
  const std::span<const model::Parameter> parameters = model::Parameters(kind);
  const std::vector<const FacetField*> fields = FieldsIn(asked);
  const auto most = static_cast<std::size_t>(asked.Whole(kMostValues));
  std::vector<search::FieldQuestion> questions;
  for (const FacetField* const field : fields) {
    const auto parameter = std::ranges::find_if(parameters, field->is);
    questions.push_back({.parameter = static_cast<std::size_t>(parameter - parameters.begin()),
                         .code_bytes = field->code_bytes,
                         .most_values = most});
  }
  const search::Query query = search::QueryOf(kind, asked, search::Purpose::kStream);
  const search::ValueCounts counts = TRY(context.catalog->CountValues(query, questions));
  Facets body{.total = static_cast<std::int64_t>(counts.total)};
  for (std::size_t at = 0; at < fields.size(); ++at) {
    const FindText texts = TextsOf(kind, parameters[questions[at].parameter]);
    body.facets.push_back(FacetFrom(*fields[at], counts.fields[at], texts));
  }
  render::AppendBody(kFacetsSchema, body, model::Form::kServed, &reply->body());
  return TaggedBody(reply->body());
}

}  // namespace orgreg::api
