#include "render/statements/json.h"

#include "formats/json/text.h"
#include "model/statements/fields.h"
#include "render/statements/walk.h"

namespace orgreg::render {
namespace {

using model::StatementField;
using Kind = StatementValueKind;

void AppendName(std::string_view name, std::string* out) {
  // No value ends in an opening brace: texts end in a quotation mark.
  if (!out->ends_with('{')) out->push_back(',');
  out->append("\"").append(name).append("\":");
}

void AppendQuoted(std::string_view plain, std::string* out) {
  out->append("\"").append(plain).append("\"");
}

class ServedWriter {
 public:
  explicit ServedWriter(std::string* out) : out_(out) {}

  void Enter(std::size_t group) {
    AppendName(model::StatementGroups()[group].name, out_);
    out_->push_back('{');
  }
  void Leave(std::size_t /*group*/) { out_->push_back('}'); }

  void Value(const StatementField& field, const StatementValue& value) {
    AppendName(field.name, out_);
    switch (value.kind) {
      case Kind::kText:
        return formats::AppendJsonString(value.text, out_);
      case Kind::kCode:
      case Kind::kDay:
        return AppendQuoted(value.text, out_);
      case Kind::kWhole:
      case Kind::kAmount:
      case Kind::kFlag:
        out_->append(value.text);
    }
  }

 private:
  std::string* out_;
};

// One filing. Names are of one field each, so that they do without their objects.
class StoredWriter {
 public:
  StoredWriter(const model::Statement& filing, std::string* out) : filing_(filing), out_(out) {}

  void Enter(std::size_t /*group*/) {}
  void Leave(std::size_t /*group*/) {}

  void Value(const StatementField& field, const StatementValue& value) {
    if (IsDefault(field, value)) return;
    AppendName(field.name, out_);
    if (value.kind == Kind::kText) {
      formats::AppendJsonString(value.text, out_);
    } else if (value.kind == Kind::kWhole || value.kind == Kind::kFlag) {
      out_->append(value.text);
    } else {
      AppendQuoted(value.text, out_);
    }
  }

 private:
  bool IsDefault(const StatementField& field, const StatementValue& value) const {
    // The number stands beside the list.
    if (std::holds_alternative<base::OrgNumber model::Statement::*>(field.value)) return true;
    if (std::holds_alternative<model::AccountingRules model::Statement::*>(field.value))
      return filing_.rules == model::AccountingRules::kGeneral;
    if (value.kind == Kind::kFlag) return value.text == "false";
    return value.kind == Kind::kText && value.text.empty();
  }

  const model::Statement& filing_;
  std::string* out_;
};

void AppendFiling(const model::Statement& filing, std::string* out) {
  const model::StatementNames& names = model::kStatementNames;
  out->push_back('{');
  AppendName(names.year, out);
  formats::AppendInteger(filing.year, out);
  if (filing.part != model::StatementPart::kWhole) {
    AppendName(names.stored_part, out);
    AppendQuoted(NameOf(filing.part), out);
  }
  StoredWriter writer(filing, out);
  WalkStatement(filing, &writer);
  out->push_back('}');
}

}  // namespace

void AppendStatementJson(const model::Statement& statement, std::string* out) {
  out->push_back('{');
  ServedWriter writer(out);
  WalkStatement(statement, &writer);
  out->push_back('}');
}

void AppendStatementListJson(std::span<const model::Statement> statements, std::string* out) {
  out->push_back('[');
  for (const model::Statement& statement : statements) {
    if (&statement != statements.data()) out->push_back(',');
    AppendStatementJson(statement, out);
  }
  out->push_back(']');
}

void AppendStoredFilings(const model::Filings& filings, std::string* out) {
  const model::StatementNames& names = model::kStatementNames;
  out->push_back('{');
  AppendName(names.number, out);
  AppendQuoted(filings.number.ToString(), out);
  AppendName(names.filings, out);
  out->push_back('[');
  for (const model::Statement& filing : filings.statements) {
    if (&filing != filings.statements.data()) out->push_back(',');
    AppendFiling(filing, out);
  }
  out->append("]}");
}

}  // namespace orgreg::render
