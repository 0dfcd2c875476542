// SPDX-License-Identifier: EUPL-1.2

#include "tools/values/members.h"

#include <algorithm>
#include <array>
#include <utility>

#include "formats/json/text.h"
#include "model/codes/code_lists.h"
#include "tools/values/addresses.h"
#include "tools/values/random.h"
#include "tools/values/series.h"

namespace orgreg::tools {
namespace {

// 2015-01-01: since then the register of the labour service delivers employees.
constexpr base::Date kStaffRegisterDay = base::Date::FromDays(16436);

constexpr std::array<IndustryChoice, 4> kHelperUnits = {{
    {"70.100", "Hovedkontortjenester"},
    {"82.100", "Kontortjenester"},
    {"62.900", "Andre tjenester tilknyttet informasjonsteknologi"},
    {"68.320", "Eiendomsforvaltning på oppdrag"},
}};

const IndustryChoice& PickIndustry(Trade trade, Random* random) {
  const Lists& lists = GetLists();
  return lists.industries[lists.industry_weights[static_cast<std::size_t>(trade)].Pick(random)];
}

model::Industry IndustryOf(const IndustryChoice& choice) {
  return {.code = std::string(choice.code), .text = std::string(choice.text)};
}

// Sizes of the units that have five employees or more.
std::int64_t MakeHeadcount(bool by_the_hundred, Random* random) {
  // Where each size class begins, and the last ends; then how many of 10,000 are in each.
  constexpr std::array<int, 8> kFirst = {5, 10, 20, 50, 250, 1000, 5000, 22'000};
  static const Weighted weights(std::array<std::uint64_t, 7>{4440, 3230, 1810, 464, 54, 2, 0});
  constexpr std::size_t kHundreds = 4;
  const std::size_t size = by_the_hundred ? kHundreds + random->Below(3) : weights.Pick(random);
  const auto span = static_cast<std::size_t>(kFirst[size + 1] - kFirst[size]);
  return kFirst[size] + static_cast<std::int64_t>(random->EarlyOf(span));
}

void AppendStamp(base::Date day, std::string_view time, std::string* out) {
  out->push_back('"');
  day.AppendTo(out);
  out->append(" ").append(time).append("\"");
}

}  // namespace

base::Date DayBetween(base::Date first, base::Date last, Random* random) {
  if (last <= first) return first;
  return base::Date::FromDays(random->Between(first.days(), last.days()));
}

model::OrganisationForm LiveForm(const model::FormEntry& form) {
  return {.code = std::string(form.code), .text = std::string(form.text)};
}

void SetIndustries(const IndustryChoice& own, Trade trade, const IndustryShares& shares,
                   Random* random, model::Unit* unit) {
  unit->industries[0] = IndustryOf(own);
  const auto add = [&](std::size_t at) {
    const IndustryChoice& choice = PickIndustry(trade, random);
    const auto is_same = [&](const model::Industry& there) { return there.code == choice.code; };
    if (std::ranges::any_of(unit->industries, is_same)) return false;
    unit->industries[at] = IndustryOf(choice);
    return true;
  };
  if (random->Percent(shares.second) && add(1) && random->Percent(shares.third)) add(2);
  if (random->Percent(shares.helper)) {
    const IndustryChoice& helper = kHelperUnits[random->EarlyOf(kHelperUnits.size())];
    unit->helper_unit = {.code = std::string(helper.code), .text = std::string(helper.text)};
  }
}

void SetStaff(const StaffShares& shares, base::Date since, Random* random, model::Unit* unit) {
  constexpr double kNoSourceDay = 0.05;
  unit->has_employees = random->Percent(shares.has_any);
  if (!*unit->has_employees) return;
  if (random->Percent(shares.five_or_more)) {
    unit->employees = MakeHeadcount(shares.by_the_hundred, random);
  }
  const base::Date day = DayBetween(std::max(since, kStaffRegisterDay), SnapshotDay(), random);
  if (!random->Percent(kNoSourceDay)) unit->employees_registered_at_source_on = day;
  unit->employees_registered_here_on =
      std::min(SnapshotDay(), base::Date::FromDays(day.days() + random->Between(0, 4)));
}

void SetContact(const ContactShares& shares, Random* random, model::Unit* unit) {
  if (random->Percent(shares.website)) unit->website = MakeSite(*unit->name, random);
  if (random->Percent(shares.email)) unit->email = MakeMail(*unit->name, random);
  if (random->Percent(shares.phone)) unit->phone = MakePhone(random);
  if (random->Percent(shares.mobile)) unit->mobile = MakeMobile(random);
}

void SetVatRegistration(base::Date since, Random* random, model::Unit* unit) {
  unit->in_vat_register = true;
  unit->vat_registered_on = DayBetween(since, SnapshotDay(), random);
  unit->vat_registered_here_on =
      std::min(SnapshotDay(),
               base::Date::FromDays(unit->vat_registered_on->days() + random->Between(0, 60)));
}

void SetVoluntaryVat(base::Date since, Random* random, model::Unit* unit) {
  constexpr double kSecond = 6;
  const Words& texts = GetLists().words.voluntary_vat;
  const std::size_t first = random->EarlyOf(texts.size());
  auto& lines = unit->voluntary_vat_descriptions.emplace();
  lines.emplace_back(std::string(texts[first]));
  if (random->Percent(kSecond)) lines.emplace_back(std::string(texts[(first + 1) % texts.size()]));
  unit->voluntary_vat_registered_on = DayBetween(since, SnapshotDay(), random);
}

int TimesRenamed(Random* random) {
  constexpr double kAgain = 23;
  constexpr int kMost = 24;
  int times = 1;
  while (times < kMost && random->Percent(kAgain)) ++times;
  return times;
}

model::RawJson FormerNames(const NameSource& source, int times, base::Date since, Random* random) {
  std::string json = "[";
  base::Date from = since;
  for (int i = 0; i < times; ++i) {
    const base::Date last = SnapshotDay();
    // Each name has its share of the remaining time.
    const auto left = (last.days() - from.days()) / (times - i + 1);
    const base::Date until = DayBetween(from, base::Date::FromDays(from.days() + left), random);
    if (i > 0) json.push_back(',');
    json.append("{\"navn\":");
    formats::AppendJsonString(MakeName(source, random), &json);
    json.append(",\"fraDato\":");
    AppendStamp(from, i == 0 ? "00:00:00" : "04:15:32", &json);
    json.append(",\"tilDato\":");
    AppendStamp(until, "04:15:32", &json);
    json.push_back('}');
    from = until;
  }
  json.push_back(']');
  return {.text = std::move(json)};
}

}  // namespace orgreg::tools
