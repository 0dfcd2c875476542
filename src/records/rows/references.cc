#include "records/rows/references.h"

#include <simdjson.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/roles/role_names.h"
#include "records/readers/record_reader.h"

namespace orgreg::records {
namespace {

namespace dom = simdjson::dom;
namespace names = model::role_names;
using base::OrgNumber;
using base::Result;
using base::Status;

void AddHolder(dom::element role, std::vector<OrgNumber>* holders) {
  std::string_view text;
  if (role[names::kEntity][names::kNumber].get(text) != simdjson::SUCCESS) return;
  if (const auto number = OrgNumber::Parse(text)) holders->push_back(*number);
}

// Readers of the whole list check whether it is a list of roles.
void AddHolders(dom::element list, std::vector<OrgNumber>* holders) {
  dom::array groups;
  if (list[names::kGroups].get(groups) != simdjson::SUCCESS) return;
  for (const dom::element group : groups) {
    dom::array roles;
    if (group[names::kRoles].get(roles) != simdjson::SUCCESS) continue;
    for (const dom::element role : roles) AddHolder(role, holders);
  }
}

}  // namespace

struct References::Parser {
  dom::parser parser;
  std::string padded;  // Reused from row to row.
};

References::References() : parser_(std::make_unique<Parser>()) {}
References::~References() = default;
References::References(References&&) noexcept = default;
References& References::operator=(References&&) noexcept = default;

Result<std::vector<OrgNumber>> References::In(model::Kind kind, const store::RowView& row) {
  std::vector<OrgNumber> named;
  if (!model::NamesOthers(kind) || row.body.empty()) return named;
  parser_->padded.reserve(row.body.size() + RecordReader::kPadding);
  parser_->padded.assign(row.body);
  dom::element list;
  const std::string& text = parser_->padded;
  if (parser_->parser.parse(text.data(), text.size(), false).get(list) != simdjson::SUCCESS) {
    return base::Error{base::Code::kCorrupt, row.number.ToString() + ": is not JSON"};
  }
  AddHolders(list, &named);
  std::ranges::sort(named);
  const auto repeated = std::ranges::unique(named);
  named.erase(repeated.begin(), repeated.end());
  return named;
}

Status References::Set(model::Kind kind, const store::RowView& row, store::Writer* writer) {
  if (!model::NamesOthers(kind)) return {};
  const auto named = TRY(In(kind, row));
  return writer->SetReferences(kind, row.number, named);
}

}  // namespace orgreg::records
