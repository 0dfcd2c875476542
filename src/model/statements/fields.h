// What the members of a financial statement are called: in JSON, XML and RDF, and as account
// codes in the bulk files. One table, from which every reader and writer derives. Constants;
// safe from any thread.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

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

using StatementSlot =
    std::variant<std::int32_t Statement::*, std::string Statement::*, bool Statement::*,
                 base::Date Statement::*, base::OrgNumber Statement::*, StatementType Statement::*,
                 AccountingRules Statement::*, LayoutPlan Statement::*, StatementAmount>;

struct StatementField {
  std::size_t group = 0;       // Where in StatementGroups.
  std::string_view name = {};  // Of no other field.
  StatementSlot value = {};
  GraphName property = {};
  bool in_reduced = true;
  bool is_required = false;       // Of every filing that is read.
  std::int32_t account_code = 0;  // Of an amount, in the bulk files.

  // "regnskapsperiode.fraDato".
  std::string Path() const;
};

// The statement itself, then its objects, each behind the one it stands in.
std::span<const StatementGroup> StatementGroups();
// In the order in which they are written. Every group has at least one.
std::span<const StatementField> StatementFields();

// The field of an amount; nothing where no amount has the code.
const StatementField& FieldOf(StatementAmount amount);
std::optional<StatementAmount> AmountOfAccount(std::int32_t account_code);

// What enumerations are called. Reading is exact.
std::string_view NameOf(StatementType type);
std::string_view NameOf(StatementPart part);  // Empty of a whole statement.
std::string_view NameOf(AccountingRules rules);
std::optional<StatementType> ReadStatementType(std::string_view name);
std::optional<StatementPart> ReadStatementPart(std::string_view name);
std::optional<AccountingRules> ReadAccountingRules(std::string_view name);

// Names beside those of the fields.
struct StatementNames {
  std::string_view number = {};       // Beside the list, as it is stored.
  std::string_view part = {};         // Of the part, in a statement.
  std::string_view year = {};         // Of the accounting year, in our own forms.
  std::string_view filings = {};      // Of the list, as it is stored.
  std::string_view stored_part = {};  // Of the part, as it is stored.
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
