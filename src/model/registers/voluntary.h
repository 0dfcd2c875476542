// An entry in the register of non-profit organisations: what that register adds to what the
// entity register knows. Its name and addresses stand in the entity alone (reference,
// Voluntary and party registers). Plain data that owns itself; absent, empty and zero are
// three answers. What each member is called on the wire stands in kVoluntarySchema. The schema is a
// constant; everything here is safe from any thread.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/org_number.h"
#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::model {

// What an organisation does, by the international classification of non-profits (ICNPO).
struct VoluntaryCategory {
  Text category = {};     // "ICNPOKategori.kunstOgKultur"
  std::string code = {};  // "1100"; its name stands in the code list.
  Count order = {};
  friend bool operator==(const VoluntaryCategory&, const VoluntaryCategory&) = default;
};

struct VoluntaryNotice {
  Text information_type = {};  // Which piece of information it is about.
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
  Flag reports_accounts = {};      // By its own will.
  Text accounting_year_ends = {};  // "31.12"
  Count last_accounts_year = {};
  Day last_accounts_registered_on = {};
  Flag has_articles = {};
  Day articles_updated_on = {};
  std::optional<std::vector<VoluntaryCategory>> categories = {};
  std::optional<std::vector<VoluntaryNotice>> notices = {};
  Day struck_off_on = {};  // From this register.
};

// A record: as it is delivered, with the names of categories or without; as it is stored, without
// them; and as it is served, in which form they stand between marks (render/voluntary_json.h).
extern const SchemaOf<VoluntaryCategory> kVoluntaryCategorySchema;
extern const SchemaOf<VoluntaryNotice> kVoluntaryNoticeSchema;
extern const SchemaOf<Voluntary> kVoluntarySchema;

// What is shown of an organisation that was struck off.
Voluntary Reduced(const Voluntary& record);

// The members that columns name next to those of the schema's plain values.
inline constexpr std::string_view kVoluntaryCategories = "icnpoKategorier";
inline constexpr std::string_view kVoluntaryCategoryCode = "icnpoNummer";
inline constexpr std::string_view kVoluntaryCategoryName =
    "navn";  // Sent only to whoever names a language.
inline constexpr std::string_view kVoluntaryNotices = "paategninger";

// True for "31.12" and every other day of a leap year so written.
bool IsDayOfYear(std::string_view text);

}  // namespace orgreg::model
