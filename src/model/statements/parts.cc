// SPDX-License-Identifier: EUPL-1.2

// Elements: reference, Financial statements, How data arrive.

#include "model/statements/parts.h"

#include <array>
#include <charconv>

#include "base/values/ascii.h"
#include "model/schema/problem.h"
#include "model/statements/fields.h"

namespace orgreg::model {
namespace {

constexpr std::size_t kMostTextBytes = 64;
constexpr std::size_t kYearDigits = 4;

constexpr std::size_t IndexOf(StatementType type) { return static_cast<std::size_t>(type); }

Reason TakeNumber(std::string_view text, StatementHead* head) {
  const auto number = base::OrgNumber::Parse(text);
  if (!number) return "is not nine digits";
  head->statement.number = *number;
  return kTaken;
}

Reason TakeType(std::string_view text, StatementHead* head) {
  if (text.size() != 1 ||
      (base::ToUpper(text.front()) != 'S' && base::ToUpper(text.front()) != 'K'))
    return "is neither S nor K";
  const bool is_group = base::ToUpper(text.front()) == 'K';
  head->statement.type = is_group ? StatementType::kGroup : StatementType::kCompany;
  return kTaken;
}

// Reads the four digits at the start of a text.
void ReadYear(std::string_view text, StatementHead* head) {
  std::from_chars(text.data(), text.data() + kYearDigits, head->statement.year);
}

Reason TakeYear(std::string_view text, StatementHead* head) {
  const bool is_year = text.size() == kYearDigits && base::AreDigits(text) && text[0] != '0';
  if (!is_year) return "is not a year of four digits";
  ReadYear(text, head);
  return kTaken;
}

Reason TakePart(std::string_view text, StatementHead* head) {
  const auto part = ReadStatementPart(text);
  if (!part) return "is neither RES nor BAL";
  head->statement.part = *part;
  return kTaken;
}

// Read without case, kept in capitals.
Reason TakePlan(std::string_view text, StatementHead* head) {
  if (text.size() > kMostTextBytes) return "is longer than 64 bytes";
  head->statement.plan.code.assign(text);
  for (char& c : head->statement.plan.code) c = base::ToUpper(c);
  return kTaken;
}

template <std::string Statement::* kMember>
Reason TakeText(std::string_view text, StatementHead* head) {
  if (text.size() > kMostTextBytes) return "is longer than 64 bytes";
  (head->statement.*kMember).assign(text);
  return kTaken;
}

template <base::Date Statement::* kMember>
Reason TakeDay(std::string_view text, StatementHead* head) {
  std::optional<base::Date> day;
  if (text.size() == 8) {
    std::string written(text);
    day = base::Date::Parse(written.insert(6, "-").insert(4, "-"));
  }
  if (!day) return "is not a date yyyyMMdd";
  head->statement.*kMember = *day;
  return kTaken;
}

// Reference: N in either case is no, anything else is yes.
bool IsYes(std::string_view text) { return text != "N" && text != "n"; }

template <bool Statement::* kMember>
Reason TakeFlag(std::string_view text, StatementHead* head) {
  head->statement.*kMember = IsYes(text);
  return kTaken;
}

template <bool (StatementHead::*kMember)[2], StatementType kType>
Reason TakeRule(std::string_view text, StatementHead* head) {
  (head->*kMember)[IndexOf(kType)] = IsYes(text);
  return kTaken;
}

constexpr HeadElement Required(std::string_view name,
                               Reason (*take)(std::string_view, StatementHead*)) {
  return {.name = name, .take = take, .is_required = true};
}

using enum StatementType;
constexpr std::array<HeadElement, 19> kHeadElements = {{
    Required("orgnr", TakeNumber),
    Required("regnskapstype", TakeType),
    Required("aarsregnskapstype", TakePlan),
    Required("startdato", TakeDay<&Statement::first_day>),
    Required("avslutningsdato", TakeDay<&Statement::last_day>),
    Required("journalnr", TakeText<&Statement::journal_number>),
    {"regnaar", TakeYear},  // If it is absent, the last day gives the year.
    {"regnskap_dokumenttype", TakePart},
    {"valutakode", TakeText<&Statement::currency>},
    {"orgform", TakeText<&Statement::form>},
    {"mor_i_konsern", TakeFlag<&Statement::is_parent>},
    {"avviklingsregnskap", TakeFlag<&Statement::in_liquidation>},
    {"revisorberetning_ikke_levert", TakeFlag<&Statement::audit_missing>},
    {"fravalg_revisjon", TakeFlag<&Statement::audit_waived>},
    {"regler_smaa", TakeFlag<&Statement::by_small_rules>},
    {"ifrs_selskap", TakeRule<&StatementHead::is_ifrs, kCompany>},
    {"forenklet_ifrs_selskap", TakeRule<&StatementHead::is_simplified_ifrs, kCompany>},
    {"ifrs_konsern", TakeRule<&StatementHead::is_ifrs, kGroup>},
    {"forenklet_ifrs_konsern", TakeRule<&StatementHead::is_simplified_ifrs, kGroup>},
}};

}  // namespace

const BulkNames kBulkNames = {.root = "deler",
                              .part = "del",
                              .head = "hode",
                              .account = "info",
                              .code = "feltkode",
                              .sum = "sum"};

std::span<const HeadElement> HeadElements() { return kHeadElements; }

// Reference, Derived fields: if two sets of rules are reported, the simplified one counts.
void FinishHead(StatementHead* head) {
  const std::size_t at = IndexOf(head->statement.type);
  AccountingRules& rules = head->statement.rules;
  rules = AccountingRules::kGeneral;
  if (head->is_ifrs[at]) rules = AccountingRules::kIfrs;
  if (head->is_simplified_ifrs[at]) rules = AccountingRules::kSimplifiedIfrs;
  if (head->statement.year == 0) ReadYear(head->statement.last_day.ToString(), head);
}

}  // namespace orgreg::model
