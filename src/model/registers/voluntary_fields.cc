// SPDX-License-Identifier: EUPL-1.2

// Order: reference, Voluntary and party registers. Only this place in src/ has the Norwegian names
// of these fields.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "base/values/ascii.h"
#include "model/codes/value_rule.h"
#include "model/codes/voluntary_lists.h"
#include "model/registers/voluntary.h"
#include "model/schema/problem.h"
#include "model/schema/value.h"

namespace orgreg::model {
namespace {

struct CategoryCodeCodec {
  using Value = std::string;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not text";
  static constexpr Reason kRefusal = "is not a number of digits";
  static std::optional<std::string> Read(const Given& given) {
    if (given.text.empty() || !base::AreDigits(given.text)) return std::nullopt;
    return std::string(given.text);
  }
  static std::string_view Text(const std::string& code, std::string* /*scratch*/) { return code; }
};

struct DayOfYearCodec : Codec<std::string> {
  static constexpr Reason kRefusal = "is not a day dd.mm";
  static std::optional<std::string> Read(const Given& given) {
    if (!IsDayOfYear(given.text)) return std::nullopt;
    return std::string(given.text);
  }
};

std::string_view NameOfCategory(const void* code) {
  const VoluntaryCode* const listed = FindCategory(*static_cast<const std::string*>(code));
  return listed == nullptr ? std::string_view() : listed->name;
}

// The name comes from the code list; a source's own name must be text, but is ignored.
constexpr ValueType kCategoryNameType = {
    .kind = ValueKind::kText,
    .otherwise = "is not text",
    .take = [](const Given&, void*) { return kTaken; },
    .has = [](const void* code) { return !NameOfCategory(code).empty(); },
    .is_default = [](const void*) { return false; },
    .text = [](const void* code, std::string*) { return NameOfCategory(code); }};

constexpr Row CategoryName() {
  constexpr Traits kTraits = {.is_inset = true, .forms = Form::kInventory | Form::kServed};
  Row row = Plain<&VoluntaryCategory::code>(kVoluntaryCategoryName, kTraits);
  row.type = &kCategoryNameType;
  return row;
}

constexpr std::array<Row, 4> kCategoryRows = {
    Plain<&VoluntaryCategory::category>("kategori", {.rule = Rule::kLine}),
    PlainAs<CategoryCodeCodec, &VoluntaryCategory::code>(kVoluntaryCategoryCode,
                                                         {.is_required = true}),
    CategoryName(),
    Plain<&VoluntaryCategory::order>("rekkefoelge"),
};

constexpr std::array<Row, 2> kNoticeRows = {
    Plain<&VoluntaryNotice::information_type>("identifikatorInformasjonstype",
                                              {.rule = Rule::kLine}),
    Plain<&VoluntaryNotice::text>("paategning"),
};

constexpr std::array<Row, 2> kExclusionRows = {
    Plain<&Voluntary::excluded_from>("fraDato"),
    Plain<&Voluntary::excluded_to>("tilDato"),
};
constexpr Schema kExclusion = {.rows = kExclusionRows};

constexpr std::array<Row, 2> kLotteryShareRows = {
    Plain<&Voluntary::takes_lottery_share>("deltarI"),
    Group("utestengelsesperiode", kExclusion),
};
constexpr Schema kLotteryShare = {.rows = kLotteryShareRows};

constexpr std::array<Row, 2> kLastAccountsRows = {
    Plain<&Voluntary::last_accounts_year>("regnskapsaar", {.rule = Rule::kFourDigits}),
    Plain<&Voluntary::last_accounts_registered_on>("registreringsdato"),
};
constexpr Schema kLastAccounts = {.rows = kLastAccountsRows};

constexpr std::array<Row, 3> kAccountsRows = {
    Plain<&Voluntary::reports_accounts>("harPaatattSegRapporteringsplikt"),
    PlainAs<DayOfYearCodec, &Voluntary::accounting_year_ends>("avslutningsdatoForRegnskapsperiode"),
    Group("sistInnsendteAarsregnskap", kLastAccounts),
};
constexpr Schema kAccounts = {.rows = kAccountsRows};

constexpr std::array<Row, 2> kArticlesRows = {
    Plain<&Voluntary::has_articles>("frivilligRegistrerteVedtekter"),
    Plain<&Voluntary::articles_updated_on>("sistOppdaterteVedtekter"),
};
constexpr Schema kArticles = {.rows = kArticlesRows};

constexpr std::array<Row, 11> kRows = {
    Plain<&Voluntary::number>("organisasjonsnummer", {.is_required = true}),
    Plain<&Voluntary::status>("frivilligOrganisasjonsstatus", {.rule = Rule::kLine}),
    Plain<&Voluntary::struck_off_on>("slettetDato"),
    Plain<&Voluntary::account_number>("kontonummer", {.rule = Rule::kLine}),
    Plain<&Voluntary::entered_on>("innfoertDato"),
    Plain<&Voluntary::first_entered_on>("foersteGangInnfoert"),
    Group("grasrotandel", kLotteryShare),
    Group("regnskapsrapportering", kAccounts),
    Group("vedtekter", kArticles),
    List<&Voluntary::categories>(kVoluntaryCategories, kVoluntaryCategorySchema),
    List<&Voluntary::notices>(kVoluntaryNotices, kVoluntaryNoticeSchema),
};

// Makes the normal form.
void Complete(Voluntary* record, const Checking& /*checking*/, Problems* /*problems*/) {
  if (record->struck_off_on) *record = Reduced(*record);
  if (!record->categories) return;
  std::ranges::stable_sort(*record->categories, {}, [](const VoluntaryCategory& category) {
    return category.order.value_or(std::numeric_limits<std::int64_t>::max());
  });
}

}  // namespace

constinit const SchemaOf<VoluntaryCategory> kVoluntaryCategorySchema = {{.rows = kCategoryRows}};
constinit const SchemaOf<VoluntaryNotice> kVoluntaryNoticeSchema = {{.rows = kNoticeRows}};
constinit const SchemaOf<Voluntary> kVoluntarySchema = {
    {.rows = kRows, .check = kCheckBy<Voluntary, Complete>}};

Voluntary Reduced(const Voluntary& record) {
  return {.number = record.number, .status = record.status, .struck_off_on = record.struck_off_on};
}

bool IsDayOfYear(std::string_view text) {
  constexpr std::size_t kLength = 5;
  if (text.size() != kLength || text[2] != '.') return false;
  // 2024 is a leap year, so every day exists.
  const std::string day =
      std::string("2024-").append(text.substr(3)).append("-").append(text.substr(0, 2));
  return base::Date::Parse(day).has_value();
}

}  // namespace orgreg::model
