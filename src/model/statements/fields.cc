// SPDX-License-Identifier: EUPL-1.2

// Order and spelling: reference, Financial statements, JSON form; the graph: RDF forms; account
// codes: How data arrive. Only this place in src/ has the Norwegian names of these fields.

#include "model/statements/fields.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/values/ascii.h"
#include "base/values/decimal.h"
#include "model/schema/problem.h"
#include "model/statements/served.h"

namespace orgreg::model {
namespace {

using enum StatementAmount;

constexpr GraphName InRegister(std::string_view local) { return {.local = local}; }
constexpr GraphName InSchema(std::string_view local) { return {Vocabulary::kSchema, local}; }
constexpr GraphName InTerms(std::string_view local) { return {Vocabulary::kTerms, local}; }

constexpr GraphName kNotInGraph;

// Indexes of kGroups.
enum GroupPlace : std::size_t {
  kTop,
  kOrganisation,
  kPeriod,
  kAudit,
  kPrinciples,
  kSources,
  kEquityGroup,
  kRetained,
  kPaidIn,
  kDebtGroup,
  kShortTerm,
  kLongTerm,
  kAssetsGroup,
  kCurrent,
  kFixed,
  kIncome,
  kFinance,
  kFinanceIncomeGroup,
  kFinanceCostsGroup,
  kOperations,
  kOperatingIncomeGroup,
  kOperatingCostsGroup,
};

constexpr StatementGroup Object(std::string_view name, GroupPlace parent, std::string_view type,
                                std::optional<StatementAmount> needs = {}) {
  return {.name = name,
          .parent = parent,
          .property = InRegister(name),
          .type = InRegister(type),
          .needs = needs};
}

constexpr std::array<StatementGroup, 22> kGroups = {{
    {.type = InRegister("Regnskap")},
    Object("virksomhet", kTop, "Virksomhet"),
    {.name = "regnskapsperiode",
     .parent = kTop,
     .property = InRegister("regnskapsperiode"),
     .type = InTerms("PeriodOfTime")},
    Object("revisjon", kTop, "Revisjon"),
    {.name = "regnkapsprinsipper",  // The wire has this spelling, the graph does not.
     .parent = kTop,
     .property = InRegister("regnskapsprinsipper"),
     .type = InRegister("Regnskapsprinsipper")},
    Object("egenkapitalGjeld", kTop, "EgenkapitalGjeld"),
    Object("egenkapital", kSources, "Egenkapital", kEquityAndDebt),
    Object("opptjentEgenkapital", kEquityGroup, "OpptjentEgenkapital", kEquity),
    Object("innskuttEgenkapital", kEquityGroup, "InnskuttEgenkapital", kEquity),
    Object("gjeldOversikt", kSources, "GjeldOversikt", kEquityAndDebt),
    Object("kortsiktigGjeld", kDebtGroup, "KortsiktigGjeld", kDebt),
    Object("langsiktigGjeld", kDebtGroup, "LangsiktigGjeld", kDebt),
    Object("eiendeler", kTop, "Eiendeler"),
    Object("omloepsmidler", kAssetsGroup, "Omloepsmidler", kAssets),
    Object("anleggsmidler", kAssetsGroup, "Anleggsmidler", kAssets),
    Object("resultatregnskapResultat", kTop, "ResultatregnskapResultat"),
    Object("finansresultat", kIncome, "Finansresultat"),
    Object("finansinntekt", kFinance, "Finansinntekt", kNetFinance),
    Object("finanskostnad", kFinance, "Finanskostnad", kNetFinance),
    Object("driftsresultat", kIncome, "Driftsresultat"),
    Object("driftsinntekter", kOperations, "Driftsinntekter", kOperatingResult),
    Object("driftskostnad", kOperations, "Driftskostnad", kOperatingResult),
}};

// One of our own names for each value of an enumeration.
template <typename Enum, const auto& names>
struct NameCodec {
  using Value = Enum;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static std::optional<Enum> Read(const Given& given) {
    const auto* const found = std::ranges::find(names, given.text);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
  }
  static std::string_view Text(Enum value, std::string* /*scratch*/) {
    return names[static_cast<std::size_t>(value)];
  }
};

// The names, in the order of the values.
constexpr std::array<std::string_view, 2> kTypeNames = {"KONSERN", "SELSKAP"};
constexpr std::array<std::string_view, 3> kPartNames = {"", "RES", "BAL"};
constexpr std::array<std::string_view, 3> kRuleNames = {"regnskapslovenAlminneligRegler",
                                                        "forenkletAnvendelseIFRS", "IFRS"};
constexpr std::array<std::string_view, 3> kPlansServed = {"OEVRIGE", "SMAA", "STORE"};

struct TypeCodec : NameCodec<StatementType, kTypeNames> {
  static constexpr Reason kOtherwise = "is not a type of statement";
};
struct PartCodec : NameCodec<StatementPart, kPartNames> {
  static constexpr Reason kOtherwise = "is not a part of a statement";
};
struct RulesCodec : NameCodec<AccountingRules, kRuleNames> {
  static constexpr Reason kOtherwise = "are no rules of accounting";
};

// Served in lower case.
struct PlanCodec {
  using Value = LayoutPlan;
  static constexpr ValueKind kKind = ValueKind::kText;
  static constexpr Reason kOtherwise = "is not text";
  static std::optional<LayoutPlan> Read(const Given& given) {
    LayoutPlan plan = {.code = std::string(given.text)};
    std::ranges::transform(plan.code, plan.code.begin(), base::ToUpper);
    return plan;
  }
  static std::string_view Text(const LayoutPlan& plan, std::string* scratch) {
    scratch->resize(plan.code.size());
    std::ranges::transform(plan.code, scratch->begin(), base::ToLower);
    return *scratch;
  }
};

struct FromOneCodec : Codec<std::int32_t> {
  static constexpr Reason kOtherwise = "is not a whole number from 1 to 2147483647";
  static std::optional<std::int32_t> Read(const Given& given) {
    return given.whole < 1 ? std::nullopt : Codec<std::int32_t>::Read(given);
  }
};

struct AmountCodec : Codec<base::Decimal> {
  static constexpr Reason kRefusal = "is not an amount of at most 400 digits";
};

template <typename T>
struct StatementCodec : Codec<T> {};
template <>
struct StatementCodec<std::int32_t> : FromOneCodec {};
template <>
struct StatementCodec<StatementType> : TypeCodec {};
template <>
struct StatementCodec<StatementPart> : PartCodec {};
template <>
struct StatementCodec<AccountingRules> : RulesCodec {};
template <>
struct StatementCodec<LayoutPlan> : PlanCodec {};

template <auto member>
constexpr Row RowOf(std::string_view name, Traits traits) {
  using Member = typename internal::Path<member>::Member;
  return PlainAs<StatementCodec<Member>, member>(name, traits);
}

template <auto member>
constexpr StatementField Member(GroupPlace group, std::string_view name, GraphName property) {
  return {.group = group,
          .row = RowOf<member>(name, {.sparse_in = Form::kStored}),
          .property = property};
}
template <auto member>
constexpr StatementField Member(GroupPlace group, std::string_view name) {
  return Member<member>(group, name, InRegister(name));
}

template <auto member>
constexpr StatementField Required(GroupPlace group, std::string_view name, GraphName property,
                                  FormSet forms = kAllForms) {
  return {.group = group,
          .row = RowOf<member>(name, {.is_required = true, .forms = forms}),
          .property = property};
}

template <StatementAmount amount>
constexpr StatementField Sum(GroupPlace group, std::string_view name, std::int32_t account_code,
                             GraphName property) {
  return {.group = group,
          .row = PlainAs<AmountCodec, &Statement::amounts, static_cast<std::size_t>(amount)>(name),
          .property = property,
          .amount = amount,
          .account_code = account_code};
}
template <StatementAmount amount>
constexpr StatementField Sum(GroupPlace group, std::string_view name, std::int32_t account_code) {
  return Sum<amount>(group, name, account_code, InRegister(name));
}

// An amount that the reduced view leaves out.
template <StatementAmount amount>
constexpr StatementField Detail(GroupPlace group, std::string_view name,
                                std::int32_t account_code) {
  StatementField field = Sum<amount>(group, name, account_code);
  field.in_reduced = false;
  return field;
}

constexpr std::array<StatementField, kStatementFieldCount> kFields = {{
    Required<&Statement::id>(kTop, "id", InTerms("identifier")),
    Required<&Statement::journal_number>(kTop, "journalnr", kNotInGraph),
    Required<&Statement::type>(kTop, "regnskapstype", kNotInGraph),
    Required<&Statement::number>(kOrganisation, "organisasjonsnummer",
                                 InRegister("organisasjonsnummer"),
                                 Form::kInventory | Form::kServed),
    Member<&Statement::form>(kOrganisation, "organisasjonsform"),
    Member<&Statement::is_parent>(kOrganisation, "morselskap"),
    Required<&Statement::first_day>(kPeriod, "fraDato", InSchema("startDate")),
    Required<&Statement::last_day>(kPeriod, "tilDato", InSchema("endDate")),
    Member<&Statement::currency>(kTop, "valuta", InSchema("currency")),
    Member<&Statement::in_liquidation>(kTop, "avviklingsregnskap"),
    Required<&Statement::plan>(kTop, "oppstillingsplan", InRegister("oppstillingsplan")),
    Member<&Statement::audit_missing>(kAudit, "ikkeRevidertAarsregnskap"),
    Member<&Statement::audit_waived>(kAudit, "fravalgRevisjon"),
    Member<&Statement::by_small_rules>(kPrinciples, "smaaForetak"),
    Member<&Statement::rules>(kPrinciples, "regnskapsregler"),

    Sum<kEquityAndDebt>(kSources, "sumEgenkapitalGjeld", 251),
    Sum<kEquity>(kEquityGroup, "sumEgenkapital", 250),
    Sum<kRetainedEquity>(kRetained, "sumOpptjentEgenkapital", 9702),
    Sum<kPaidInEquity>(kPaidIn, "sumInnskuttEgenkaptial", 3730),  // The wire has this spelling.
    Sum<kDebt>(kDebtGroup, "sumGjeld", 1119),
    Sum<kShortTermDebt>(kShortTerm, "sumKortsiktigGjeld", 85),
    Sum<kLongTermDebt>(kLongTerm, "sumLangsiktigGjeld", 86),

    Detail<kGoodwill>(kAssetsGroup, "goodwill", 206),
    Detail<kInventories>(kAssetsGroup, "sumVarer", 25012),
    Detail<kReceivables>(kAssetsGroup, "sumFordringer", 80),
    Detail<kInvestments>(kAssetsGroup, "sumInvesteringer", 6601),
    Detail<kBankAndCash>(kAssetsGroup, "sumBankinnskuddOgKontanter", 29042),
    Sum<kAssets>(kAssetsGroup, "sumEiendeler", 219),
    Sum<kCurrentAssets>(kCurrent, "sumOmloepsmidler", 194),
    Sum<kFixedAssets>(kFixed, "sumAnleggsmidler", 217),

    Sum<kResultBeforeTax>(kIncome, "ordinaertResultatFoerSkattekostnad", 167),
    Detail<kTax>(kIncome, "ordinaertResultatSkattekostnad", 11835),
    Detail<kExtraordinaryItems>(kIncome, "ekstraordinaerePoster", 29048),
    Detail<kExtraordinaryTax>(kIncome, "skattekostnadEkstraordinaertResultat", 2821),
    Sum<kResultOfYear>(kIncome, "aarsresultat", 172),
    Sum<kTotalResult>(kIncome, "totalresultat", 36633),
    Sum<kNetFinance>(kFinance, "nettoFinans", 158),
    Sum<kFinanceIncome>(kFinanceIncomeGroup, "sumFinansinntekter", 153),
    Detail<kInterestWithinGroup>(kFinanceCostsGroup, "rentekostnadSammeKonsern", 7037),
    Detail<kOtherInterest>(kFinanceCostsGroup, "annenRentekostnad", 2216),
    Sum<kFinanceCosts>(kFinanceCostsGroup, "sumFinanskostnad", 17130),
    // The same name as its group.
    Sum<kOperatingResult>(kOperations, "driftsresultat", 146, InRegister("sumDriftsresultat")),
    Detail<kSalesIncome>(kOperatingIncomeGroup, "salgsinntekter", 1340),
    Sum<kOperatingIncome>(kOperatingIncomeGroup, "sumDriftsinntekter", 72),
    Detail<kWages>(kOperatingCostsGroup, "loennskostnad", 81),
    Sum<kOperatingCosts>(kOperatingCostsGroup, "sumDriftskostnad", 17126),
}};

// The index of the first amount. Amounts come last, in the order of their values.
constexpr std::size_t kFirstAmount = kFields.size() - kStatementAmounts;
constexpr bool AmountsAreInOrder() {
  for (std::size_t at = 0; at < kStatementAmounts; ++at) {
    const auto amount = kFields[kFirstAmount + at].amount;
    if (!amount || static_cast<std::size_t>(*amount) != at) return false;
  }
  return true;
}
static_assert(AmountsAreInOrder());

constexpr bool NamesAreUnique() {
  for (std::size_t at = 0; at < kFields.size(); ++at) {
    for (std::size_t other = 0; other < at; ++other) {
      if (kFields[at].row.name == kFields[other].row.name) return false;
    }
  }
  return true;
}
static_assert(NamesAreUnique());

constexpr std::int32_t kFirstYear = 1000;
constexpr std::int32_t kLastYear = 9999;
constexpr std::size_t kLongestPlan = 32;

bool IsPlanCode(std::string_view code) {
  const auto is_good = [](char c) { return base::IsUpper(c) || base::IsDigit(c); };
  return !code.empty() && code.size() <= kLongestPlan && std::ranges::all_of(code, is_good);
}

std::int32_t YearOf(base::Date date) {
  const std::string text = date.ToString();
  std::int32_t year = 0;
  std::from_chars(text.data(), text.data() + text.find('-'), year);
  return year;
}

template <auto member>
std::size_t PlaceOf() {
  const auto* const found = std::ranges::find_if(
      kFields, [](const StatementField& field) { return IsAt<member>(field.row); });
  return static_cast<std::size_t>(found - kFields.begin());
}

template <auto member>
const StatementField& FieldAt() {
  return kFields[PlaceOf<member>()];
}

constexpr std::string_view kYearName = "aar";
constexpr std::string_view kFilingsName = "regnskap";

// The schemas, made from the tables above. Fields of one group are next to each other.
class Schemas {
 public:
  Schemas() {
    Rows& top = rows_[kTop];
    top.push_back(RowOf<&Statement::year>(kYearName, {.forms = Form::kInventory}));
    top.push_back(RowOf<&Statement::part>("regnskapDokumenttype", {.forms = Form::kInventory}));
    stored_rows_.push_back(RowOf<&Statement::year>(kYearName, {}));
    stored_rows_.push_back(RowOf<&Statement::part>("dokumenttype", {.sparse_in = Form::kStored}));
    for (const StatementField& field : kFields) {
      Open(field.group);
      rows_[field.group].push_back(field.row);
      stored_rows_.push_back(field.row);
    }
    // Inner groups come after those that contain them, and are made before them.
    for (std::size_t at = kGroups.size(); at-- > 0;) groups_[at] = {.rows = rows_[at]};
    statement_.schema = {.rows = rows_[kTop], .check = kCheckBy<Statement, CheckRead>};
    stored_.schema = {.rows = stored_rows_, .check = kCheckBy<Statement, CheckRead>};
  }
  Schemas(const Schemas&) = delete;
  Schemas& operator=(const Schemas&) = delete;

  const SchemaOf<Statement>& statement() const { return statement_; }
  const SchemaOf<Filings>& filings() const { return filings_; }
  const SchemaOf<Filings>& filing_ids() const { return filing_ids_; }

 private:
  using Rows = std::vector<Row>;

  void Open(std::size_t group) {
    if (group == kTop || !rows_[group].empty()) return;
    const std::size_t parent = kGroups[group].parent;
    Open(parent);
    const bool is_open =
        std::ranges::find(rows_[parent], &groups_[group], &Row::schema) != rows_[parent].end();
    if (is_open) return;
    rows_[parent].push_back(
        model::Group(kGroups[group].name, groups_[group], {.empty_in = Form::kServed}));
  }

  static void CheckRead(Statement* filing, const Checking& checking, Problems* problems) {
    if (!checking.is_whole) return;
    if (filing->year == 0) filing->year = YearOf(filing->last_day);
    CheckFiling(*filing, checking.form, problems);
  }

  static void PutInOrder(Filings* filings, const Checking& /*checking*/, Problems* problems) {
    std::vector<Statement>& all = filings->statements;
    for (Statement& filing : all) filing.number = filings->number;
    if (!std::ranges::is_sorted(all, {}, &Statement::id))
      std::ranges::stable_sort(all, {}, &Statement::id);
    const auto twice =
        std::ranges::adjacent_find(all, [](const Statement& left, const Statement& right) {
          return left.id == right.id && left.id != 0;  // A missing id is reported already.
        });
    if (twice == all.end()) return;
    problems->push_back(
        {std::string(kFilingsName), "has two filings with the id " + std::to_string(twice->id)});
  }

  std::array<Rows, kGroups.size()> rows_;
  Rows stored_rows_;  // Each name is unique, so groups are not needed.
  std::array<Schema, kGroups.size()> groups_;
  SchemaOf<Statement> statement_;
  SchemaOf<Statement> stored_;
  std::array<Row, 2> filings_rows_ = {
      Plain<&Filings::number>("organisasjonsnummer", {.is_required = true}),
      List<&Filings::statements>(kFilingsName, stored_,
                                 {.is_required = true, .not_list = "is not a list of filings"})};
  SchemaOf<Filings> filings_ = {{.rows = filings_rows_, .check = kCheckBy<Filings, PutInOrder>}};
  SchemaOf<Statement> id_ = {{.rows = std::span(&FieldAt<&Statement::id>().row, 1)}};
  Row ids_row_ = List<&Filings::statements>(kFilingsName, id_);
  SchemaOf<Filings> filing_ids_ = {{.rows = std::span(&ids_row_, 1)}};
};

const Schemas& TheSchemas() {
  static const Schemas schemas;
  return schemas;
}

}  // namespace

const StatementNames kStatementNames = {
    .year = kYearName,
    .xml_list = "ArrayList",
    .xml_item = "item",
    .xml_statement = "Regnskap",
    .organisation = {Vocabulary::kOrganisation, "organization"}};

const StatementPlaces kStatementPlaces = {
    .id = PlaceOf<&Statement::id>(),
    .journal_number = PlaceOf<&Statement::journal_number>(),
    .type = PlaceOf<&Statement::type>(),
    .number = PlaceOf<&Statement::number>(),
    .form = PlaceOf<&Statement::form>(),
    .is_parent = PlaceOf<&Statement::is_parent>(),
    .first_day = PlaceOf<&Statement::first_day>(),
    .last_day = PlaceOf<&Statement::last_day>(),
    .currency = PlaceOf<&Statement::currency>(),
    .in_liquidation = PlaceOf<&Statement::in_liquidation>(),
    .plan = PlaceOf<&Statement::plan>(),
    .audit_missing = PlaceOf<&Statement::audit_missing>(),
    .audit_waived = PlaceOf<&Statement::audit_waived>(),
    .by_small_rules = PlaceOf<&Statement::by_small_rules>(),
    .rules = PlaceOf<&Statement::rules>(),
};

std::span<const StatementGroup> StatementGroups() { return kGroups; }
std::span<const StatementField> StatementFields() { return kFields; }

const SchemaOf<Statement>& StatementSchema() { return TheSchemas().statement(); }
const SchemaOf<Filings>& FilingsSchema() { return TheSchemas().filings(); }
const SchemaOf<Filings>& FilingIdsSchema() { return TheSchemas().filing_ids(); }

void CheckFiling(const Statement& filing, Form form, Problems* problems) {
  const auto blame = [&](const StatementField& field, std::string_view reason) {
    problems->push_back(
        {form == Form::kStored ? std::string(field.row.name) : field.Path(), std::string(reason)});
  };
  if (filing.id < 1) blame(FieldAt<&Statement::id>(), FromOneCodec::kOtherwise);
  if (filing.journal_number.empty()) blame(FieldAt<&Statement::journal_number>(), "is empty");
  if (filing.last_day < filing.first_day)
    blame(FieldAt<&Statement::last_day>(), "is before the first day of the period");
  if (!IsPlanCode(filing.plan.code))
    blame(FieldAt<&Statement::plan>(), "is not of letters and digits");
  if (filing.year < kFirstYear || filing.year > kLastYear)
    problems->push_back({std::string(kYearName), "is not a year of four digits"});
}

const StatementField& FieldOf(StatementAmount amount) {
  return kFields[kFirstAmount + static_cast<std::size_t>(amount)];
}

std::optional<StatementAmount> AmountOfAccount(std::int32_t account_code) {
  const std::span<const StatementField> amounts = StatementFields().subspan(kFirstAmount);
  const auto found = std::ranges::find(amounts, account_code, &StatementField::account_code);
  if (found == amounts.end()) return std::nullopt;
  return found->amount;
}

std::string StatementField::Path() const {
  std::string path(row.name);
  for (std::size_t at = group; at != kTop; at = kGroups[at].parent)
    path.insert(0, std::string(kGroups[at].name).append("."));
  return path;
}

std::string_view NameOf(StatementType type) { return kTypeNames[static_cast<std::size_t>(type)]; }
std::string_view NameOf(StatementPart part) { return kPartNames[static_cast<std::size_t>(part)]; }
std::string_view NameOf(AccountingRules rules) {
  return kRuleNames[static_cast<std::size_t>(rules)];
}
std::optional<StatementType> ReadStatementType(std::string_view name) {
  return TypeCodec::Read({.text = name});
}
std::optional<StatementPart> ReadStatementPart(std::string_view name) {
  return PartCodec::Read({.text = name});
}
bool LayoutPlan::IsServed() const {
  return std::ranges::find(kPlansServed, code) != kPlansServed.end();
}

}  // namespace orgreg::model
