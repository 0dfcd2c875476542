// Order and spelling: reference, Financial statements, JSON form; the graph: RDF forms; account
// codes: How data arrive. This is the one place in src/ where a field's Norwegian name stands.

#include "model/statements/fields.h"

#include <algorithm>

namespace orgreg::model {
namespace {

using enum StatementAmount;

constexpr GraphName InRegister(std::string_view local) { return {.local = local}; }
constexpr GraphName InSchema(std::string_view local) { return {Vocabulary::kSchema, local}; }
constexpr GraphName InTerms(std::string_view local) { return {Vocabulary::kTerms, local}; }

constexpr GraphName kNotInGraph;

// Where in kGroups.
enum Group : std::size_t {
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

constexpr StatementGroup Object(std::string_view name, Group parent, std::string_view type,
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
    {.name = "regnkapsprinsipper",  // Spelled so on the wire, though not in the graph.
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

constexpr StatementField Member(Group group, std::string_view name, StatementSlot value) {
  return {.group = group, .name = name, .value = value, .property = InRegister(name)};
}

constexpr StatementField Required(Group group, std::string_view name, StatementSlot value,
                                  GraphName property) {
  return {.group = group, .name = name, .value = value, .property = property, .is_required = true};
}

constexpr StatementField Sum(Group group, std::string_view name, StatementAmount amount,
                             std::int32_t account_code) {
  return {.group = group,
          .name = name,
          .value = amount,
          .property = InRegister(name),
          .account_code = account_code};
}

// An amount that the reduced view leaves out.
constexpr StatementField Detail(Group group, std::string_view name, StatementAmount amount,
                                std::int32_t account_code) {
  StatementField field = Sum(group, name, amount, account_code);
  field.in_reduced = false;
  return field;
}

constexpr std::array<StatementField, 46> kFields = {{
    Required(kTop, "id", &Statement::id, InTerms("identifier")),
    Required(kTop, "journalnr", &Statement::journal_number, kNotInGraph),
    Required(kTop, "regnskapstype", &Statement::type, kNotInGraph),
    Required(kOrganisation, "organisasjonsnummer", &Statement::number,
             InRegister("organisasjonsnummer")),
    Member(kOrganisation, "organisasjonsform", &Statement::form),
    Member(kOrganisation, "morselskap", &Statement::is_parent),
    Required(kPeriod, "fraDato", &Statement::first_day, InSchema("startDate")),
    Required(kPeriod, "tilDato", &Statement::last_day, InSchema("endDate")),
    {.name = "valuta", .value = &Statement::currency, .property = InSchema("currency")},
    Member(kTop, "avviklingsregnskap", &Statement::in_liquidation),
    Required(kTop, "oppstillingsplan", &Statement::plan, InRegister("oppstillingsplan")),
    Member(kAudit, "ikkeRevidertAarsregnskap", &Statement::audit_missing),
    Member(kAudit, "fravalgRevisjon", &Statement::audit_waived),
    Member(kPrinciples, "smaaForetak", &Statement::by_small_rules),
    Member(kPrinciples, "regnskapsregler", &Statement::rules),

    Sum(kSources, "sumEgenkapitalGjeld", kEquityAndDebt, 251),
    Sum(kEquityGroup, "sumEgenkapital", kEquity, 250),
    Sum(kRetained, "sumOpptjentEgenkapital", kRetainedEquity, 9702),
    Sum(kPaidIn, "sumInnskuttEgenkaptial", kPaidInEquity, 3730),  // Spelled so on the wire.
    Sum(kDebtGroup, "sumGjeld", kDebt, 1119),
    Sum(kShortTerm, "sumKortsiktigGjeld", kShortTermDebt, 85),
    Sum(kLongTerm, "sumLangsiktigGjeld", kLongTermDebt, 86),

    Detail(kAssetsGroup, "goodwill", kGoodwill, 206),
    Detail(kAssetsGroup, "sumVarer", kInventories, 25012),
    Detail(kAssetsGroup, "sumFordringer", kReceivables, 80),
    Detail(kAssetsGroup, "sumInvesteringer", kInvestments, 6601),
    Detail(kAssetsGroup, "sumBankinnskuddOgKontanter", kBankAndCash, 29042),
    Sum(kAssetsGroup, "sumEiendeler", kAssets, 219),
    Sum(kCurrent, "sumOmloepsmidler", kCurrentAssets, 194),
    Sum(kFixed, "sumAnleggsmidler", kFixedAssets, 217),

    Sum(kIncome, "ordinaertResultatFoerSkattekostnad", kResultBeforeTax, 167),
    Detail(kIncome, "ordinaertResultatSkattekostnad", kTax, 11835),
    Detail(kIncome, "ekstraordinaerePoster", kExtraordinaryItems, 29048),
    Detail(kIncome, "skattekostnadEkstraordinaertResultat", kExtraordinaryTax, 2821),
    Sum(kIncome, "aarsresultat", kResultOfYear, 172),
    Sum(kIncome, "totalresultat", kTotalResult, 36633),
    Sum(kFinance, "nettoFinans", kNetFinance, 158),
    Sum(kFinanceIncomeGroup, "sumFinansinntekter", kFinanceIncome, 153),
    Detail(kFinanceCostsGroup, "rentekostnadSammeKonsern", kInterestWithinGroup, 7037),
    Detail(kFinanceCostsGroup, "annenRentekostnad", kOtherInterest, 2216),
    Sum(kFinanceCostsGroup, "sumFinanskostnad", kFinanceCosts, 17130),
    {.group = kOperations,
     .name = "driftsresultat",  // As the object that it stands in.
     .value = kOperatingResult,
     .property = InRegister("sumDriftsresultat"),
     .account_code = 146},
    Detail(kOperatingIncomeGroup, "salgsinntekter", kSalesIncome, 1340),
    Sum(kOperatingIncomeGroup, "sumDriftsinntekter", kOperatingIncome, 72),
    Detail(kOperatingCostsGroup, "loennskostnad", kWages, 81),
    Sum(kOperatingCostsGroup, "sumDriftskostnad", kOperatingCosts, 17126),
}};

// Where the amounts begin, which stand behind all others and in the order of their values.
constexpr std::size_t kFirstAmount = kFields.size() - kStatementAmounts;
constexpr bool AmountsAreInOrder() {
  for (std::size_t at = 0; at < kStatementAmounts; ++at) {
    const auto* const amount = std::get_if<StatementAmount>(&kFields[kFirstAmount + at].value);
    if (amount == nullptr || static_cast<std::size_t>(*amount) != at) return false;
  }
  return true;
}
static_assert(AmountsAreInOrder());

constexpr bool NamesAreUnique() {
  for (std::size_t at = 0; at < kFields.size(); ++at) {
    for (std::size_t other = 0; other < at; ++other) {
      if (kFields[at].name == kFields[other].name) return false;
    }
  }
  return true;
}
static_assert(NamesAreUnique());

// In the order of the values.
constexpr std::array<std::string_view, 2> kTypeNames = {"KONSERN", "SELSKAP"};
constexpr std::array<std::string_view, 3> kPartNames = {"", "RES", "BAL"};
constexpr std::array<std::string_view, 3> kRuleNames = {"regnskapslovenAlminneligRegler",
                                                        "forenkletAnvendelseIFRS", "IFRS"};
constexpr std::array<std::string_view, 3> kPlansServed = {"OEVRIGE", "SMAA", "STORE"};

template <typename Value, std::size_t kCount>
std::optional<Value> ReadName(const std::array<std::string_view, kCount>& names,
                              std::string_view name) {
  const auto* const found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

}  // namespace

const StatementNames kStatementNames = {
    .number = "organisasjonsnummer",
    .part = "regnskapDokumenttype",
    .year = "aar",
    .filings = "regnskap",
    .stored_part = "dokumenttype",
    .xml_list = "ArrayList",
    .xml_item = "item",
    .xml_statement = "Regnskap",
    .organisation = {Vocabulary::kOrganisation, "organization"}};

std::span<const StatementGroup> StatementGroups() { return kGroups; }
std::span<const StatementField> StatementFields() { return kFields; }

const StatementField& FieldOf(StatementAmount amount) {
  return kFields[kFirstAmount + static_cast<std::size_t>(amount)];
}

std::optional<StatementAmount> AmountOfAccount(std::int32_t account_code) {
  const std::span<const StatementField> amounts = StatementFields().subspan(kFirstAmount);
  const auto found = std::ranges::find(amounts, account_code, &StatementField::account_code);
  if (found == amounts.end()) return std::nullopt;
  return std::get<StatementAmount>(found->value);
}

std::string StatementField::Path() const {
  std::string path(name);
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
  return ReadName<StatementType>(kTypeNames, name);
}
std::optional<StatementPart> ReadStatementPart(std::string_view name) {
  return ReadName<StatementPart>(kPartNames, name);
}
std::optional<AccountingRules> ReadAccountingRules(std::string_view name) {
  return ReadName<AccountingRules>(kRuleNames, name);
}

bool LayoutPlan::IsServed() const {
  return std::ranges::find(kPlansServed, code) != kPlansServed.end();
}

}  // namespace orgreg::model
