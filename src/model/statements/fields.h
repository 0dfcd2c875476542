// SPDX-License-Identifier: EUPL-1.2

// The names of the members of a financial statement: in JSON, XML and RDF, and as account codes in
// the bulk files. One table, from which every reader and writer derives. Constants; safe from any
// thread.

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
  std::string_view local = {};  // Empty if it is not in the graph.
  friend bool operator==(const GraphName&, const GraphName&) = default;
};

// An object of a statement. In the graph it is a node without a name, to which its property leads.
struct StatementGroup {
  std::string_view name = {};
  std::size_t parent = 0;  // An index of StatementGroups; the statement itself is the first.
  GraphName property = {};
  GraphName type = {};
  // The graph has the node only if the statement has this amount.
  std::optional<StatementAmount> needs = {};
};

struct StatementField {
  std::size_t group = 0;  // An index of StatementGroups.
  Row row = {};           // No other field has its name.
  GraphName property = {};
  bool in_reduced = true;
  std::optional<StatementAmount> amount = {};  // For an amount: which one it is,
  std::int32_t account_code = 0;               // and its code in the bulk files.

  // "regnskapsperiode.fraDato".
  std::string Path() const;
};

// The statement itself, then its objects, each after the one that contains it.
std::span<const StatementGroup> StatementGroups();
// The fields in the order in which they are written. Every group has at least one.
std::span<const StatementField> StatementFields();

// The places of some fields among them.
struct StatementPlaces {
  std::size_t id = 0;
  std::size_t journal_number = 0;
  std::size_t type = 0;
  std::size_t number = 0;
  std::size_t form = 0;
  std::size_t is_parent = 0;
  std::size_t first_day = 0;
  std::size_t last_day = 0;
  std::size_t currency = 0;
  std::size_t in_liquidation = 0;
  std::size_t plan = 0;
  std::size_t audit_missing = 0;
  std::size_t audit_waived = 0;
  std::size_t by_small_rules = 0;
  std::size_t rules = 0;
};
extern const StatementPlaces kStatementPlaces;

// A statement as it is served, which is also its form in our own inventories: its fields in their
// groups. And all filings of an organisation as they are stored: the fields of a filing are not
// grouped, and amounts are texts.
const SchemaOf<Statement>& StatementSchema();
const SchemaOf<Filings>& FilingsSchema();
// Only the ids of stored filings, for reading very many.
const SchemaOf<Filings>& FilingIdsSchema();

// Checks a filing from any source, with paths as in the form.
void CheckFiling(const Statement& filing, Form form, Problems* problems);

// The field of an amount, and the amount of an account code; nothing if no amount has the code.
const StatementField& FieldOf(StatementAmount amount);
std::optional<StatementAmount> AmountOfAccount(std::int32_t account_code);

// The names of enumerators. Reading is exact.
std::string_view NameOf(StatementType type);
std::string_view NameOf(StatementPart part);  // Empty for a whole statement.
std::string_view NameOf(AccountingRules rules);
std::optional<StatementType> ReadStatementType(std::string_view name);
std::optional<StatementPart> ReadStatementPart(std::string_view name);

// Names other than those of the fields.
struct StatementNames {
  std::string_view year = {};  // The accounting year in our own forms.
  std::string_view xml_list = {};
  std::string_view xml_item = {};
  std::string_view xml_statement = {};
  GraphName organisation = {};  // From a statement's organisation to the IRI of the entity.
};
extern const StatementNames kStatementNames;

// The parameters that select statements (spec, Endpoints).
inline constexpr std::string_view kStatementYearParameter = "år";
inline constexpr std::string_view kStatementTypeParameter = "regnskapstype";
inline constexpr std::string_view kStatementIdInPath = "id";

}  // namespace orgreg::model
