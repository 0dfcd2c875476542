// What the members of a financial statement are called: in JSON, XML and RDF, and as account
// codes in the bulk files. One table, from which every reader and writer derives. Constants;
// safe from any thread.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/schema/problem.h"
#include "model/schema/schema.h"
#include "model/statements/statements.h"

namespace orgreg::model {

// A name in one of the vocabularies of the graphs (render/statements/graph.h).
enum class Vocabulary : std::uint8_t { kRegister, kSchema, kTerms, kOrganisation };
struct GraphName {
  Vocabulary vocabulary = Vocabulary::kRegister;
  std::string_view local = {};  // Empty: not in the graph.
  friend bool operator==(const GraphName&, const GraphName&) = default;
};

// An object of a statement. In the graph it is a node without a name, which its property leads
// to.
struct StatementGroup {
  std::string_view name = {};
  std::size_t parent = 0;  // Where in StatementGroups; the statement itself is the first.
  GraphName property = {};
  GraphName type = {};
  // The node stands in the graph only where there is this amount.
  std::optional<StatementAmount> needs = {};
};

struct StatementField {
  std::size_t group = 0;  // Where in StatementGroups.
  Row row = {};           // Its name is of no other field.
  GraphName property = {};
  bool in_reduced = true;
  std::optional<StatementAmount> amount = {};  // Which one it is, of an amount,
  std::int32_t account_code = 0;               // and in the bulk files.

  // "regnskapsperiode.fraDato".
  std::string Path() const;
};

// The statement itself, then its objects, each behind the one it stands in.
std::span<const StatementGroup> StatementGroups();
// In the order in which they are written. Every group has at least one.
std::span<const StatementField> StatementFields();

// A statement as it is served, which is also how our own inventories have it: its fields in their
// groups. And all that an organisation has filed as it is stored, where the fields of a filing
// stand next to each other and amounts are texts.
const SchemaOf<Statement>& StatementSchema();
const SchemaOf<Filings>& FilingsSchema();

// What must hold of a filing from any source, with paths as in the form.
void CheckFiling(const Statement& filing, Form form, Problems* problems);

// The field of an amount; nothing where no amount has the code.
const StatementField& FieldOf(StatementAmount amount);
std::optional<StatementAmount> AmountOfAccount(std::int32_t account_code);

// What enumerations are called. Reading is exact.
std::string_view NameOf(StatementType type);
std::string_view NameOf(StatementPart part);  // Empty of a whole statement.
std::string_view NameOf(AccountingRules rules);
std::optional<StatementType> ReadStatementType(std::string_view name);
std::optional<StatementPart> ReadStatementPart(std::string_view name);

// Names beside those of the fields.
struct StatementNames {
  std::string_view year = {};  // Of the accounting year, in our own forms.
  std::string_view xml_list = {};
  std::string_view xml_item = {};
  std::string_view xml_statement = {};
  GraphName organisation = {};  // From a statement's organisation to the IRI of the entity.
};
extern const StatementNames kStatementNames;

// By what statements are asked for (spec, Endpoints).
inline constexpr std::string_view kStatementYearParameter = "år";
inline constexpr std::string_view kStatementTypeParameter = "regnskapstype";
inline constexpr std::string_view kStatementIdInPath = "id";

}  // namespace orgreg::model
