// SPDX-License-Identifier: EUPL-1.2

// The entry of a non-profit, the entry of a party and the cadastral units of an entity, each from
// the entity's record and its own stream of random numbers.

#include "tools/roles/registers.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "model/codes/voluntary_lists.h"
#include "tools/values/members.h"
#include "tools/values/series.h"
#include "tools/values/words.h"

namespace orgreg::tools {
namespace {

// "Kunst og kultur" in the spelling of the register's own programs: kunstOgKultur.
std::string ProgramName(std::string_view name) {
  std::string joined;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of(" -"), name.size());
    if (end > 0) {
      std::string word = NetName(name.substr(0, end));
      if (!joined.empty()) word.front() = static_cast<char>(word.front() - 'a' + 'A');
      joined.append(word);
    }
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return joined;
}

// The categories below the groups, which organisations are counted in.
const std::vector<model::VoluntaryCategory>& OrganisationCategories() {
  static const std::vector<model::VoluntaryCategory> categories = [] {
    constexpr std::size_t kLongestGroup = 2;
    std::vector<model::VoluntaryCategory> chosen;
    for (const model::VoluntaryCode& code : model::Categories()) {
      if (code.code.size() <= kLongestGroup) continue;
      chosen.push_back(
          {.category = "ICNPOKategori." + ProgramName(code.name), .code = std::string(code.code)});
    }
    return chosen;
  }();
  return categories;
}

std::vector<model::VoluntaryCategory> DrawCategories(Random* random) {
  constexpr int kMost = 3;
  constexpr double kAnother = 14;
  const auto& all = OrganisationCategories();
  std::vector<model::VoluntaryCategory> drawn;
  do {
    // Sports, culture and activities for children are by far the most frequent ones.
    const model::VoluntaryCategory& category = all[random->EarlyOf(all.size())];
    const bool is_new =
        std::ranges::find(drawn, category.code, &model::VoluntaryCategory::code) == drawn.end();
    if (!is_new) continue;
    drawn.push_back(category);
    drawn.back().order = static_cast<std::int64_t>(drawn.size());
  } while (drawn.size() < kMost && random->Percent(kAnother));
  return drawn;
}

// Eleven digits, the last a check digit. No bank has the first four.
std::string MakeAccountNumber(Random* random) {
  constexpr std::array<int, 10> kWeights = {5, 4, 3, 2, 7, 6, 5, 4, 3, 2};
  constexpr int kNoCheckDigit = 10;
  while (true) {
    std::string digits = "0000";
    while (digits.size() < kWeights.size()) {
      digits.push_back(static_cast<char>('0' + random->Below(10)));
    }
    int sum = 0;
    for (std::size_t i = 0; i < kWeights.size(); ++i) sum += (digits[i] - '0') * kWeights[i];
    const int check = (11 - sum % 11) % 11;
    if (check == kNoCheckDigit) continue;
    digits.push_back(static_cast<char>('0' + check));
    return digits;
  }
}

void SetAccounting(Random* random, model::Voluntary* entry) {
  constexpr double kReports = 22;
  constexpr double kOtherYear = 6;
  constexpr int kLastYear = 2025;
  entry->reports_accounts = random->Percent(kReports);
  if (!*entry->reports_accounts) return;
  entry->accounting_year_ends = random->Percent(kOtherYear) ? "30.06" : "31.12";
  const int years_ago = static_cast<int>(random->EarlyOf(4));
  const base::Date first_day =
      *base::Date::Parse(std::to_string(kLastYear + 1 - years_ago) + "-01-15");
  const base::Date registered = base::Date::FromDays(first_day.days() + random->Between(0, 200));
  if (registered > SnapshotDay() || registered < *entry->first_entered_on) return;
  entry->last_accounts_year = kLastYear - years_ago;
  entry->last_accounts_registered_on = registered;
}

void SetLotteryShare(Random* random, model::Voluntary* entry) {
  constexpr double kTakesPart = 58;
  constexpr double kExcluded = 0.3;
  constexpr int kExclusionDays = 365;
  entry->takes_lottery_share = random->Percent(kTakesPart);
  if (!random->Percent(kExcluded)) return;
  entry->takes_lottery_share = false;
  entry->excluded_from = DayBetween(*entry->first_entered_on, SnapshotDay(), random);
  entry->excluded_to = base::Date::FromDays(entry->excluded_from->days() + kExclusionDays);
}

void SetArticles(Random* random, model::Voluntary* entry) {
  constexpr double kHasArticles = 62;
  entry->has_articles = random->Percent(kHasArticles);
  if (!*entry->has_articles) return;
  entry->articles_updated_on = DayBetween(*entry->first_entered_on, SnapshotDay(), random);
}

model::Voluntary MakeEntry(const model::Unit& unit, Random* random) {
  constexpr double kHasAccount = 88;
  constexpr double kEnteredAgain = 12;
  constexpr double kNotice = 0.5;
  model::Voluntary entry{.number = unit.number, .status = "aktiv"};
  entry.first_entered_on = unit.nonprofit_registered_on;
  entry.entered_on = entry.first_entered_on;
  if (random->Percent(kEnteredAgain)) {
    entry.entered_on = DayBetween(*entry.first_entered_on, SnapshotDay(), random);
  }
  if (random->Percent(kHasAccount)) entry.account_number = MakeAccountNumber(random);
  SetLotteryShare(random, &entry);
  SetAccounting(random, &entry);
  SetArticles(random, &entry);
  entry.categories = DrawCategories(random);
  entry.notices.emplace();
  if (random->Percent(kNotice)) {
    entry.notices->push_back(
        {.information_type = std::string(model::InformationTypes().front().code),
         .text = "Organisasjonen har ikke bekreftet opplysningene sine"});
  }
  return entry;
}

// How likely an entity is to own property and one more unit, and the most units.
struct Ownership {
  double percent = 0;
  double another = 50;
  int most = 1;
  bool has_sections = false;
};

Ownership OwnershipOf(const model::Unit& unit) {
  const std::string_view form = *unit.form.code;
  const std::string_view industry =
      unit.industries[0].code ? std::string_view(*unit.industries[0].code) : std::string_view();
  if (form == "BRL" || form == "BBL") return {.percent = 88, .most = 6};
  if (form == "ESEK") return {.percent = 84, .another = 88, .most = 30, .has_sections = true};
  if (form == "KOMM" || form == "FYLK") return {.percent = 100, .another = 98, .most = 60};
  if (form == "SAM" || form == "KIRK") return {.percent = 22, .most = 4};
  const bool is_farm = industry.starts_with("01.") || industry.starts_with("02.");
  const bool is_owner_form = form == "ENK" || form == "AS" || form == "DA" || form == "ANS";
  if (is_farm && is_owner_form) return {.percent = 55, .most = 5};
  if (industry.starts_with("68.") && form != "UTLA") return {.percent = 18, .most = 8};
  return {};
}

}  // namespace

std::optional<model::Voluntary> MakeVoluntary(std::uint64_t seed, std::uint64_t entity,
                                              const model::Unit& unit) {
  constexpr double kStruckOff = 2.5;
  constexpr base::Date kOpened = base::Date::FromDays(14'579);  // 2009-12-01
  Random random(seed, Stream::kVoluntary, entity);
  if (unit.in_nonprofit_register.value_or(false)) return MakeEntry(unit, &random);
  const bool may_have_been = unit.form.code == "FLI" || unit.form.code == "STI";
  if (!may_have_been || !random.Percent(kStruckOff)) return std::nullopt;
  return model::Voluntary{
      .number = unit.number,
      .status = "slettet",
      .struck_off_on = DayBetween(std::max(*unit.registered_on, kOpened), SnapshotDay(), &random)};
}

std::optional<model::Unit> MakeParty(const model::Unit& unit) {
  if (!unit.in_party_register.value_or(false)) return std::nullopt;
  model::Unit party;
  party.number = unit.number;
  party.name = unit.name;
  party.form = unit.form;
  party.business_address = unit.business_address;
  party.postal_address = unit.postal_address;
  return party;
}

std::optional<model::CadastralList> MakeCadastral(std::uint64_t seed, std::uint64_t entity,
                                                  const model::Unit& unit) {
  constexpr double kLeased = 6;
  constexpr std::uint64_t kIdsPerEntity = 64;
  constexpr std::uint64_t kFirstId = 100'000'000;
  const Ownership ownership = OwnershipOf(unit);
  const model::Text& place = unit.business_address.municipality_number;
  Random random(seed, Stream::kCadastral, entity);
  if (!random.Percent(ownership.percent) || !place) return std::nullopt;
  model::CadastralNumber number;
  number.municipality = *model::ParseCadastralPart(*place, model::kMunicipalityDigits);
  number.farm = 1 + static_cast<std::uint32_t>(random.EarlyOf(400));
  number.use = 1 + static_cast<std::uint32_t>(random.EarlyOf(900));
  if (random.Percent(kLeased)) number.lease = static_cast<std::uint32_t>(random.Between(1, 40));
  model::CadastralList list{.number = unit.number};
  for (int i = 0; i < ownership.most; ++i) {
    if (i > 0 && !random.Percent(ownership.another)) break;
    const auto order = static_cast<std::uint32_t>(i + 1);
    if (ownership.has_sections) number.section = order;
    list.units.push_back(
        {.number = number, .id = kFirstId + entity * kIdsPerEntity + order, .order = order});
    if (!ownership.has_sections) number.use += static_cast<std::uint32_t>(random.Between(1, 30));
  }
  return list;
}

}  // namespace orgreg::tools
