// SPDX-License-Identifier: EUPL-1.2

// An entry in the register of non-profit organisations: what that register adds to what the entity
// register knows. Only the entity has its name and addresses (reference, Voluntary and party
// registers). Plain data that owns itself; absent, empty and zero are three different answers.
// kVoluntarySchema has the members' names on the wire. The schema is a constant; everything here is
// safe from any thread.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/org_number.h"
#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::model {

// The activity of an organisation in the international classification of non-profits (ICNPO).
struct VoluntaryCategory {
  Text category = {};     // "ICNPOKategori.kunstOgKultur"
  std::string code = {};  // "1100"; the code list has its name.
  Count order = {};
  friend bool operator==(const VoluntaryCategory&, const VoluntaryCategory&) = default;
};

struct VoluntaryNotice {
  Text information_type = {};  // The piece of information that it is about.
  Text text = {};
  friend bool operator==(const VoluntaryNotice&, const VoluntaryNotice&) = default;
};

struct Voluntary {
  base::OrgNumber number = {};
  Text status = {};
  Text account_number = {};
  Day entered_on = {};
  Day first_entered_on = {};
  // The share of the state lottery that players leave to an organisation.
  Flag takes_lottery_share = {};
  Day excluded_from = {};
  Day excluded_to = {};
  Flag reports_accounts = {};      // Voluntarily.
  Text accounting_year_ends = {};  // "31.12"
  Count last_accounts_year = {};
  Day last_accounts_registered_on = {};
  Flag has_articles = {};
  Day articles_updated_on = {};
  std::optional<std::vector<VoluntaryCategory>> categories = {};
  std::optional<std::vector<VoluntaryNotice>> notices = {};
  Day struck_off_on = {};  // From this register.
};

// A record has three forms: as it is delivered, with or without the names of categories; as it is
// stored, without them; and as it is served, where marks enclose them (render/voluntary_json.h).
extern const SchemaOf<VoluntaryCategory> kVoluntaryCategorySchema;
extern const SchemaOf<VoluntaryNotice> kVoluntaryNoticeSchema;
extern const SchemaOf<Voluntary> kVoluntarySchema;

// The members that are shown of an organisation that was struck off.
Voluntary Reduced(const Voluntary& record);

// Members that columns name, in addition to the plain values of the schema.
inline constexpr std::string_view kVoluntaryCategories = "icnpoKategorier";
inline constexpr std::string_view kVoluntaryCategoryCode = "icnpoNummer";
inline constexpr std::string_view kVoluntaryCategoryName =
    "navn";  // Sent only to a client that names a language.
inline constexpr std::string_view kVoluntaryNotices = "paategninger";

// True for every day of a leap year in the form "31.12".
bool IsDayOfYear(std::string_view text);

}  // namespace orgreg::model
