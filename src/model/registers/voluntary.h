// An entry in the register of non-profit organisations: what that register adds to what the
// entity register knows. Its name and addresses stand in the entity alone (reference,
// Voluntary and party registers). Plain data that owns itself; absent, empty and zero are
// three answers. What each member is called on the wire stands in the table behind
// VoluntaryFields(). The table is a constant; everything here is safe from any thread.

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/values/org_number.h"
#include "model/codes/value_rule.h"
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

using VoluntarySlot = std::variant<Text Voluntary::*, Flag Voluntary::*, Day Voluntary::*,
                                   Count Voluntary::*, base::OrgNumber Voluntary::*>;

struct VoluntaryField {
  // The objects it stands in, the outer one first; empty at the top.
  std::array<std::string_view, 2> groups = {};
  std::string_view name = {};
  VoluntarySlot value = {};
  Rule rule = Rule::kText;  // Of a text or a count; others have their type.
  bool in_reduced = false;  // Sent of an organisation that was struck off.

  // "grasrotandel.utestengelsesperiode.fraDato".
  std::string Path() const;
};

// In the order in which they are sent, but for the two lists, which come last.
std::span<const VoluntaryField> VoluntaryFields();

// The members of the lists, and what the lists are called.
struct VoluntaryNames {
  std::string_view categories = {};
  std::string_view category = {};
  std::string_view code = {};
  std::string_view code_name = {};  // Sent only to whoever names a language.
  std::string_view order = {};
  std::string_view notices = {};
  std::string_view information_type = {};
  std::string_view notice = {};
};
extern const VoluntaryNames kVoluntaryNames;

// True for "31.12" and every other day of a leap year so written.
bool IsDayOfYear(std::string_view text);

}  // namespace orgreg::model
