// SPDX-License-Identifier: EUPL-1.2

// The lists that make up a fictional register: the distribution of each organisation form, the
// places and industries of units, and the parts of names. Read once from tables that are shipped
// with the program; constants after that, safe from any thread.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/codes/code_lists.h"
#include "tools/values/random.h"

namespace orgreg::tools {

// How the names of a form are put together (generate_names.h).
enum class Naming : std::uint8_t {
  kPerson,
  kCompany,
  kPartnership,
  kClub,
  kHousing,
  kJoint,
  kFoundation,
  kChurch,
  kOffice,
  kMunicipality,
  kCounty,
  kState,
  kEstate,
  kFund,
  kBank,
  kForeign,
  kBranch,
  kParty,
};

// Which industries a form is found in.
enum class Trade : std::uint8_t { kCompany, kPerson, kAssociation, kHousing, kPublic };
inline constexpr std::size_t kTrades = 5;

// One organisation form: shares of its units in percent, as measured in a real register.
struct FormProfile {
  const model::FormEntry* form = nullptr;
  std::uint64_t weight = 0;
  Naming naming = Naming::kCompany;
  Trade trade = Trade::kCompany;
  std::string_view form_word = {};  // Ends the name.
  const model::SectorEntry* sector = nullptr;
  const model::SectorEntry* other_sector = nullptr;
  double other_sector_share = 0;
  double no_sector = 0;
  double industry = 0;
  double founded = 0;
  double business_register = 0;
  double articles = 0;
  double accounts = 0;
  double vat = 0;
  double voluntary_vat = 0;
  double audit_waived = 0;
  double email = 0;
  double mobile = 0;
  double phone = 0;
  double website = 0;
  double postal = 0;
  double renamed = 0;
  double has_employees = 0;
  double five_or_more = 0;  // Of those that have employees.
  double nonprofit_register = 0;
  double helper = 0;
  double bankrupt = 0;
  double winding_up = 0;
  double dissolved = 0;
  double nynorsk = 0;
  double no_address = 0;
  double foreign_address = 0;  // Of those that have an address.
  double capital = 0;
  double home_form = 0;
  double home_register = 0;
  double in_group = 0;
  double sub_entity = 0;  // Have at least one.
};

struct PostalArea {
  std::string_view postcode = {};
  std::string_view city = {};
};

struct MunicipalityPlaces {
  const model::MunicipalityEntry* municipality = nullptr;
  std::vector<PostalArea> street_areas = {};
  std::vector<PostalArea> box_areas = {};
};

struct ForeignPlace {
  std::string_view country_code = {};
  std::string_view country = {};
  std::string_view city = {};  // '#' stands for a digit, '@' for a letter of the postcode.
  std::string_view register_name = {};
  std::string_view register_line = {};
  std::string_view register_city = {};
  std::string_view form = {};
  std::string_view form_text = {};
  std::string_view form_text_norwegian = {};
};

struct IndustryChoice {
  std::string_view code = {};
  std::string_view text = {};
};
inline constexpr std::string_view kIndustryNotStated = "00.000";  // It is in no classification.

using Words = std::vector<std::string_view>;

// The material of names and texts; the more common words first if that matters.
struct WordLists {
  Words stem = {};
  Words ending = {};
  Words brand_start = {};
  Words brand_middle = {};
  Words brand_end = {};
  Words trade = {};
  Words trade_start = {};
  Words trade_end = {};
  Words company_filler = {};
  Words club = {};
  Words club_start = {};
  Words church = {};
  Words office = {};
  Words ministry = {};
  Words foundation = {};
  Words housing = {};
  Words joint = {};
  Words foreign_trade = {};
  Words foreign_street = {};
  Words building = {};
  Words voluntary_vat = {};
  Words activity = {};
  Words sole_activity = {};
  Words association_activity = {};
  Words housing_activity = {};
  Words public_activity = {};
  Words party_activity = {};
  Words nynorsk_activity = {};
  Words nynorsk_association_activity = {};
  Words purpose = {};
  Words association_purpose = {};
  Words housing_purpose = {};
  Words public_purpose = {};
  Words party_purpose = {};
  Words party = {};
  Words party_start = {};
  Words given_names = {};
  Words female_names = {};  // These and the next together are the given names.
  Words male_names = {};
  Words surnames = {};
};

struct Lists {
  std::vector<FormProfile> forms = {};
  Weighted form_weights = {};  // Without the forms of public bodies, which the plan places.
  const FormProfile* municipality_form = nullptr;
  const FormProfile* county_form = nullptr;
  const FormProfile* state_form = nullptr;
  std::vector<MunicipalityPlaces> municipalities = {};
  Weighted municipality_weights = {};
  std::vector<ForeignPlace> foreign = {};
  Weighted foreign_weights = {};
  std::vector<IndustryChoice> industries = {};
  std::vector<Weighted> industry_weights = {};  // By Trade.
  const IndustryChoice* party_industry = nullptr;
  Words streets = {};
  Weighted street_weights = {};
  WordLists words = {};
};

const Lists& GetLists();

// The form's profile; `code` is one of the list.
const FormProfile& ProfileOf(std::string_view code);

}  // namespace orgreg::tools
