// SPDX-License-Identifier: EUPL-1.2

// The tables are embedded as text. Each is read by its heading into one of the lists, and names in
// them are resolved by small tables.

#include "tools/values/lists.h"

#include <array>
#include <cassert>
#include <charconv>
#include <unordered_map>
#include <utility>

extern "C" {
extern const char orgreg_generate_form_profiles[], orgreg_generate_form_profiles_end[];
extern const char orgreg_generate_municipality_weights[],
    orgreg_generate_municipality_weights_end[];
extern const char orgreg_generate_postcodes[], orgreg_generate_postcodes_end[];
extern const char orgreg_generate_foreign_places[], orgreg_generate_foreign_places_end[];
extern const char orgreg_generate_industry_weights[], orgreg_generate_industry_weights_end[];
extern const char orgreg_generate_streets[], orgreg_generate_streets_end[];
extern const char orgreg_generate_given_names[], orgreg_generate_given_names_end[];
extern const char orgreg_generate_surnames[], orgreg_generate_surnames_end[];
extern const char orgreg_generate_words[], orgreg_generate_words_end[];
}

namespace orgreg::tools {
namespace {

using Row = std::vector<std::string_view>;

Row SplitLine(std::string_view line) {
  Row cells;
  while (true) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    cells.push_back(line.substr(0, tab));
    if (tab == line.size()) return cells;
    line.remove_prefix(tab + 1);
  }
}

// An embedded table: its heading, and the rows below it.
struct Table {
  Row heading = {};
  std::vector<Row> rows = {};
};

Table ReadTable(const char* begin, const char* end) {
  Table table;
  std::string_view rest(begin, static_cast<std::size_t>(end - begin));
  while (!rest.empty()) {
    const std::size_t line = std::min(rest.find('\n'), rest.size());
    table.rows.push_back(SplitLine(rest.substr(0, line)));
    rest.remove_prefix(std::min(line + 1, rest.size()));
  }
  table.heading = std::move(table.rows.front());
  table.rows.erase(table.rows.begin());
  return table;
}

template <typename Number>
Number ReadNumber(std::string_view text) {
  Number number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

const model::SectorEntry* FindSector(std::string_view code) {
  for (const model::SectorEntry& sector : model::Sectors()) {
    if (sector.code == code) return &sector;
  }
  return nullptr;
}

constexpr std::array<std::pair<std::string_view, double FormProfile::*>, 31> kShares = {{
    {"other_sector_share", &FormProfile::other_sector_share},
    {"no_sector", &FormProfile::no_sector},
    {"industry", &FormProfile::industry},
    {"founded", &FormProfile::founded},
    {"business_register", &FormProfile::business_register},
    {"articles", &FormProfile::articles},
    {"accounts", &FormProfile::accounts},
    {"vat", &FormProfile::vat},
    {"voluntary_vat", &FormProfile::voluntary_vat},
    {"audit_waived", &FormProfile::audit_waived},
    {"email", &FormProfile::email},
    {"mobile", &FormProfile::mobile},
    {"phone", &FormProfile::phone},
    {"website", &FormProfile::website},
    {"postal", &FormProfile::postal},
    {"renamed", &FormProfile::renamed},
    {"has_employees", &FormProfile::has_employees},
    {"five_or_more", &FormProfile::five_or_more},
    {"nonprofit_register", &FormProfile::nonprofit_register},
    {"helper", &FormProfile::helper},
    {"bankrupt", &FormProfile::bankrupt},
    {"winding_up", &FormProfile::winding_up},
    {"dissolved", &FormProfile::dissolved},
    {"nynorsk", &FormProfile::nynorsk},
    {"no_address", &FormProfile::no_address},
    {"foreign_address", &FormProfile::foreign_address},
    {"capital", &FormProfile::capital},
    {"home_form", &FormProfile::home_form},
    {"home_register", &FormProfile::home_register},
    {"in_group", &FormProfile::in_group},
    {"sub_entity", &FormProfile::sub_entity},
}};

constexpr std::array<std::pair<std::string_view, Naming>, 17> kNamings = {{
    {"person", Naming::kPerson},
    {"company", Naming::kCompany},
    {"partnership", Naming::kPartnership},
    {"club", Naming::kClub},
    {"housing", Naming::kHousing},
    {"joint", Naming::kJoint},
    {"foundation", Naming::kFoundation},
    {"church", Naming::kChurch},
    {"office", Naming::kOffice},
    {"municipality", Naming::kMunicipality},
    {"county", Naming::kCounty},
    {"state", Naming::kState},
    {"estate", Naming::kEstate},
    {"fund", Naming::kFund},
    {"bank", Naming::kBank},
    {"foreign", Naming::kForeign},
    {"branch", Naming::kBranch},
}};

constexpr std::array<std::pair<std::string_view, Trade>, kTrades> kTradeNames = {{
    {"company", Trade::kCompany},
    {"person", Trade::kPerson},
    {"association", Trade::kAssociation},
    {"housing", Trade::kHousing},
    {"public", Trade::kPublic},
}};

constexpr std::array<std::pair<std::string_view, Words WordLists::*>, 36> kWordLists = {{
    {"stem", &WordLists::stem},
    {"ending", &WordLists::ending},
    {"brand_start", &WordLists::brand_start},
    {"brand_middle", &WordLists::brand_middle},
    {"brand_end", &WordLists::brand_end},
    {"trade", &WordLists::trade},
    {"trade_start", &WordLists::trade_start},
    {"trade_end", &WordLists::trade_end},
    {"company_filler", &WordLists::company_filler},
    {"club", &WordLists::club},
    {"club_start", &WordLists::club_start},
    {"church", &WordLists::church},
    {"office", &WordLists::office},
    {"ministry", &WordLists::ministry},
    {"foundation", &WordLists::foundation},
    {"housing", &WordLists::housing},
    {"joint", &WordLists::joint},
    {"foreign_trade", &WordLists::foreign_trade},
    {"foreign_street", &WordLists::foreign_street},
    {"building", &WordLists::building},
    {"voluntary_vat", &WordLists::voluntary_vat},
    {"activity", &WordLists::activity},
    {"sole_activity", &WordLists::sole_activity},
    {"association_activity", &WordLists::association_activity},
    {"housing_activity", &WordLists::housing_activity},
    {"public_activity", &WordLists::public_activity},
    {"party_activity", &WordLists::party_activity},
    {"nynorsk_activity", &WordLists::nynorsk_activity},
    {"nynorsk_association_activity", &WordLists::nynorsk_association_activity},
    {"purpose", &WordLists::purpose},
    {"association_purpose", &WordLists::association_purpose},
    {"housing_purpose", &WordLists::housing_purpose},
    {"public_purpose", &WordLists::public_purpose},
    {"party_purpose", &WordLists::party_purpose},
    {"party", &WordLists::party},
    {"party_start", &WordLists::party_start},
}};

// The meaning of `name` in one of the tables above; an unknown name is an error in the shipped
// data.
template <typename Entries>
auto Named(const Entries& entries, std::string_view name) {
  const auto found =
      std::ranges::find(entries, name, [](const auto& entry) { return entry.first; });
  assert(found != entries.end());
  return found->second;
}

FormProfile ReadProfile(const Row& heading, const Row& cells) {
  FormProfile profile;
  for (std::size_t i = 0; i < heading.size(); ++i) {
    const std::string_view name = heading[i];
    if (name == "code") {
      profile.form = model::FindForm(cells[i]);
    } else if (name == "weight") {
      profile.weight = ReadNumber<std::uint64_t>(cells[i]);
    } else if (name == "naming") {
      profile.naming = Named(kNamings, cells[i]);
    } else if (name == "trade") {
      profile.trade = Named(kTradeNames, cells[i]);
    } else if (name == "form_word") {
      profile.form_word = cells[i];
    } else if (name == "sector") {
      profile.sector = FindSector(cells[i]);
    } else if (name == "other_sector") {
      profile.other_sector = FindSector(cells[i]);
    } else {
      profile.*Named(kShares, name) = ReadNumber<double>(cells[i]);
    }
  }
  assert(profile.form != nullptr && profile.sector != nullptr);
  return profile;
}

void ReadForms(Lists* lists) {
  const Table table = ReadTable(orgreg_generate_form_profiles, orgreg_generate_form_profiles_end);
  std::vector<std::uint64_t> weights;
  for (const Row& row : table.rows) {
    lists->forms.push_back(ReadProfile(table.heading, row));
  }
  for (const FormProfile& profile : lists->forms) {
    const FormProfile** placed = nullptr;
    if (profile.naming == Naming::kMunicipality) placed = &lists->municipality_form;
    if (profile.naming == Naming::kCounty) placed = &lists->county_form;
    if (profile.naming == Naming::kState) placed = &lists->state_form;
    if (placed != nullptr) *placed = &profile;
    weights.push_back(placed != nullptr ? 0 : profile.weight);
  }
  lists->form_weights = Weighted(weights);
}

void ReadMunicipalities(Lists* lists) {
  std::unordered_map<std::string_view, MunicipalityPlaces> places;
  const Table areas = ReadTable(orgreg_generate_postcodes, orgreg_generate_postcodes_end);
  for (const Row& row : areas.rows) {
    MunicipalityPlaces& place = places[row[2]];
    (row[3] == "box" ? place.box_areas : place.street_areas)
        .push_back({.postcode = row[0], .city = row[1]});
  }
  const Table table =
      ReadTable(orgreg_generate_municipality_weights, orgreg_generate_municipality_weights_end);
  std::vector<std::uint64_t> weights;
  for (const Row& row : table.rows) {
    MunicipalityPlaces place = places[row[0]];
    place.municipality = model::FindMunicipality(row[0]);
    assert(place.municipality != nullptr);
    if (place.street_areas.empty()) place.street_areas = place.box_areas;
    if (place.box_areas.empty()) place.box_areas = place.street_areas;
    lists->municipalities.push_back(std::move(place));
    weights.push_back(ReadNumber<std::uint64_t>(row[1]));
  }
  lists->municipality_weights = Weighted(weights);
}

void ReadForeignPlaces(Lists* lists) {
  const Table table = ReadTable(orgreg_generate_foreign_places, orgreg_generate_foreign_places_end);
  std::vector<std::uint64_t> weights;
  for (const Row& row : table.rows) {
    lists->foreign.push_back({.country_code = row[0],
                              .country = row[1],
                              .city = row[3],
                              .register_name = row[4],
                              .register_line = row[5],
                              .register_city = row[6],
                              .form = row[7],
                              .form_text = row[8],
                              .form_text_norwegian = row[9]});
    weights.push_back(ReadNumber<std::uint64_t>(row[2]));
  }
  lists->foreign_weights = Weighted(weights);
}

void ReadIndustries(Lists* lists) {
  constexpr std::string_view kNotStatedText = "Uoppgitt";
  constexpr std::string_view kParty = "94.920";
  std::unordered_map<std::string_view, std::string_view> texts;
  for (const model::IndustryEntry& entry : model::Industries(model::Edition::kSn2025)) {
    texts.emplace(entry.code, entry.text);
  }
  texts.emplace(kIndustryNotStated, kNotStatedText);
  const Table table =
      ReadTable(orgreg_generate_industry_weights, orgreg_generate_industry_weights_end);
  std::array<std::vector<std::uint64_t>, kTrades> weights;
  for (const Row& row : table.rows) {
    assert(texts.contains(row[0]));
    lists->industries.push_back({.code = row[0], .text = texts[row[0]]});
    for (std::size_t trade = 0; trade < kTrades; ++trade) {
      weights[trade].push_back(ReadNumber<std::uint64_t>(row[trade + 1]));
    }
  }
  for (const auto& column : weights) lists->industry_weights.emplace_back(column);
  const auto party = std::ranges::find(lists->industries, kParty, &IndustryChoice::code);
  assert(party != lists->industries.end());
  lists->party_industry = &*party;
}

void ReadWords(Lists* lists) {
  for (const Row& row : ReadTable(orgreg_generate_words, orgreg_generate_words_end).rows) {
    (lists->words.*Named(kWordLists, row[0])).push_back(row[1]);
  }
  for (const Row& row :
       ReadTable(orgreg_generate_given_names, orgreg_generate_given_names_end).rows) {
    lists->words.given_names.push_back(row[0]);
    (row[1] == "female" ? lists->words.female_names : lists->words.male_names).push_back(row[0]);
  }
  for (const Row& row : ReadTable(orgreg_generate_surnames, orgreg_generate_surnames_end).rows) {
    lists->words.surnames.push_back(row[0]);
  }
  std::vector<std::uint64_t> weights;
  for (const Row& row : ReadTable(orgreg_generate_streets, orgreg_generate_streets_end).rows) {
    lists->streets.push_back(row[0]);
    weights.push_back(ReadNumber<std::uint64_t>(row[1]));
  }
  lists->street_weights = Weighted(weights);
}

Lists ReadLists() {
  Lists lists;
  ReadForms(&lists);
  ReadMunicipalities(&lists);
  ReadForeignPlaces(&lists);
  ReadIndustries(&lists);
  ReadWords(&lists);
  return lists;
}

}  // namespace

const Lists& GetLists() {
  static const Lists lists = ReadLists();
  return lists;
}

const FormProfile& ProfileOf(std::string_view code) {
  const auto& forms = GetLists().forms;
  const auto has_code = [code](const FormProfile& profile) { return profile.form->code == code; };
  const auto found = std::ranges::find_if(forms, has_code);
  assert(found != forms.end());
  return *found;
}

}  // namespace orgreg::tools
