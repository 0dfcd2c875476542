// SPDX-License-Identifier: EUPL-1.2

#include "api/operation_list.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "api/answers/error_page.h"
#include "api/answers/media_types.h"
#include "api/answers/wishes.h"
#include "api/interface/family.h"
#include "api/interface_document/operation.h"
#include "api/routes.h"
#include "formats/json/text.h"

namespace orgreg::api {
namespace {

void AppendName(std::string_view name, std::string* out) {
  if (!out->ends_with('{')) out->push_back(',');
  formats::AppendJsonString(name, out);
  out->push_back(':');
}

void AppendMember(std::string_view name, std::string_view value, std::string* out) {
  AppendName(name, out);
  formats::AppendJsonString(value, out);
}

template <typename Items, typename Append>
void AppendList(std::string_view name, const Items& items, const Append& append, std::string* out) {
  AppendName(name, out);
  out->push_back('[');
  for (const auto& item : items) {
    if (!out->ends_with('[')) out->push_back(',');
    append(item);
  }
  out->push_back(']');
}

void AppendParameter(const search::ParameterRow& row, std::string* out) {
  out->push_back('{');
  AppendMember("name", row.name, out);
  AppendMember("in", row.in == search::In::kPath ? "path" : "query", out);
  AppendMember("meaning", row.meaning, out);
  AppendMember("meaningNorwegian", row.meaning_norwegian, out);
  out->push_back('}');
}

// Those of errors; only statements have the last one.
constexpr std::array<std::string_view, 4> kErrorTypes = {"application/json", kProblemJson,
                                                         kErrorPageType, kXmlType};
std::span<const std::string_view> ErrorTypesOf(const Interface& interface) {
  const bool has_all = interface.errors == ErrorFamily::kStatements;
  return std::span(kErrorTypes).first(kErrorTypes.size() - (has_all ? 0 : 1));
}

void AppendOperation(const RouteRow& row, std::string* out) {
  const auto append_text = [out](std::string_view text) { formats::AppendJsonString(text, out); };
  out->push_back('{');
  AppendMember("operation", row.at.operation, out);
  AppendMember("pattern", row.at.pattern, out);
  AppendMember("methods", row.at.methods.ToAllow(), out);
  const auto append_status = [out](std::uint16_t status) { formats::AppendInteger(status, out); };
  AppendList("statuses", row.answers.statuses, append_status, out);
  AppendList("usualStatuses", UsualStatuses(row), append_status, out);
  AppendList(
      "types", OffersOf(row.answers.resource), [&](const Offer& offer) { append_text(offer.type); },
      out);
  AppendList("errorTypes", ErrorTypesOf(*row.at.interface), append_text, out);
  AppendMember("body", row.answers.body, out);
  AppendList(
      "parameters", AllParameters(row),
      [out](const search::ParameterRow& parameter) { AppendParameter(parameter, out); }, out);
  out->push_back('}');
}

}  // namespace

std::string OperationsAsJson() {
  std::string json = "[";
  for (const RouteRow& row : Routes()) {
    json.append(&row == Routes().data() ? "\n" : ",\n");
    AppendOperation(row, &json);
  }
  return json.append("\n]\n");
}

}  // namespace orgreg::api
