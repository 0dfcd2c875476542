// SPDX-License-Identifier: EUPL-1.2

// Each kind of form has a function that appends the parts of a name to a builder. MakeName picks
// one by the form, and sometimes adds a rare sign.

#include "tools/values/names.h"

#include <utility>

#include "tools/values/words.h"

namespace orgreg::tools {
namespace {

const WordLists& Parts() { return GetLists().words; }

// Part of a name in the making, with one space between words.
class NameBuilder {
 public:
  explicit NameBuilder(Random* random) : random_(random) {}

  NameBuilder& Word(std::string_view word) {
    Separate();
    name_.append(word);
    return *this;
  }
  NameBuilder& Place() { return Make(AppendPlaceWord); }
  NameBuilder& Brand() { return Make(AppendBrandWord); }
  NameBuilder& Trade() { return Make(AppendTradeWord); }
  NameBuilder& Person() { return Make(AppendPerson); }
  NameBuilder& Surname() { return Make(AppendSurname); }
  NameBuilder& Given() { return Make(AppendGivenName); }
  NameBuilder& PlaceOrBrand() { return random_->Percent(55) ? Place() : Brand(); }
  NameBuilder& OneOf(const Words& words) { return Word(PickOf(words, random_)); }
  NameBuilder& Initials() {
    Separate();
    const int letters = random_->Between(1, 3);
    constexpr std::string_view kBetween[] = {".", "", " "};
    const std::string_view between = PickOf(kBetween, random_);
    for (int i = 0; i < letters; ++i) {
      name_.push_back(static_cast<char>('A' + random_->Below(26)));
      const bool is_inner = i + 1 < letters;
      if (is_inner || between == ".") name_.append(between);
    }
    return *this;
  }
  NameBuilder& Number(int first, int last) {
    return Word(std::to_string(random_->Between(first, last)));
  }
  NameBuilder& Street() {
    const Lists& lists = GetLists();
    Word(lists.streets[lists.street_weights.Pick(random_)]);
    return Number(1, 140);
  }
  // Joins the next word to the text before it.
  NameBuilder& Join(std::string_view by) {
    name_.append(by);
    joined_ = true;
    return *this;
  }
  // True for this percentage of calls; for patterns that branch.
  bool Percent(double percent) { return random_->Percent(percent); }

  std::string Finish() && { return std::move(name_); }

 private:
  void Separate() {
    if (!name_.empty() && !joined_) name_.push_back(' ');
    joined_ = false;
  }
  NameBuilder& Make(void (*append)(Random*, std::string*)) {
    Separate();
    append(random_, &name_);
    return *this;
  }

  Random* random_;
  std::string name_ = {};
  bool joined_ = false;
};

// The part of a company's name that comes before its form.
void AppendCompany(NameBuilder* name) {
  if (name->Percent(27)) {
    name->PlaceOrBrand();
  } else if (name->Percent(46)) {
    name->PlaceOrBrand().Trade();
  } else if (name->Percent(40)) {
    name->Initials().Trade();
  } else if (name->Percent(36)) {
    name->Surname().Word("&").Surname();
  } else if (name->Percent(22)) {
    name->Given().Surname().OneOf(Parts().trade);
  } else if (name->Percent(30)) {
    name->Street();
  } else if (name->Percent(36)) {
    name->Place().Join(name->Percent(72) ? "-" : "/").PlaceOrBrand();
  } else if (name->Percent(45)) {
    name->PlaceOrBrand().Trade().OneOf(Parts().company_filler);
  } else if (name->Percent(40)) {
    name->PlaceOrBrand().Trade().Word("og").Trade();
  } else {
    name->Place().Trade().PlaceOrBrand();
  }
}

void AppendSoleTrader(NameBuilder* name) {
  if (name->Percent(34)) {
    name->Person();
  } else if (name->Percent(29)) {
    name->Trade().Person();
  } else if (name->Percent(30)) {
    name->PlaceOrBrand().Trade();
    if (name->Percent(40)) name->Surname();
  } else if (name->Percent(24)) {
    name->Brand().Person();
  } else if (name->Percent(25)) {
    name->Given().Surname().Trade();
  } else if (name->Percent(7)) {
    name->Place().Word("gård").Person();
  } else if (name->Percent(26)) {
    name->Brand();
    if (name->Percent(60)) name->Join("").Word(".no");
    if (name->Percent(65)) name->Surname();
  } else if (name->Percent(30)) {
    name->Trade().Word("og").Trade().Word("v/").Join("").Given().Surname();
  } else if (name->Percent(30)) {
    name->Brand().Trade().Word("-").Person();
  } else if (name->Percent(25)) {
    name->Brand().Trade().Word("og").Trade().Word("ved").Person();
  } else {
    name->PlaceOrBrand().Trade().Person();
  }
}

void AppendClub(const NameSource& source, NameBuilder* name) {
  if (name->Percent(9)) {
    name->PlaceOrBrand();
    if (name->Percent(30)) name->Number(1, 99);
  } else if (name->Percent(60)) {
    name->Place().OneOf(Parts().club);
  } else if (name->Percent(36)) {
    name->Word(source.city).OneOf(Parts().club);
  } else if (name->Percent(42)) {
    name->OneOf(Parts().club_start).PlaceOrBrand();
  } else if (name->Percent(36)) {
    name->Place().Word("og").Place().OneOf(Parts().club);
  } else if (name->Percent(50)) {
    name->OneOf(Parts().club).Word("i").Place().Word("avd.").Place();
  } else {
    name->OneOf(Parts().club_start).Word("for").Place().OneOf(Parts().club).Word("i");
    name->Place().Word("og").Place();
  }
}

void AppendParty(NameBuilder* name) {
  if (name->Percent(65)) {
    name->Place().OneOf(Parts().party);
  } else {
    name->OneOf(Parts().party_start).Place();
  }
}

void AppendHousing(const NameSource& source, NameBuilder* name) {
  if (!source.form_word.empty()) {
    name->Place();
    if (name->Percent(35)) name->OneOf(Parts().housing);
  } else if (name->Percent(45)) {
    name->Word("Sameiet").Street();
  } else {
    name->Place().OneOf(Parts().housing);
    if (name->Percent(50)) name->Number(1, 9);
  }
}

void AppendForeign(const NameSource& source, NameBuilder* name) {
  if (name->Percent(8)) name->Word(source.city);
  name->Brand();
  if (name->Percent(80)) name->OneOf(Parts().foreign_trade);
  if (name->Percent(30)) name->OneOf(Parts().foreign_trade);
  if (source.abroad != nullptr) name->Word(source.abroad->form);
}

void AppendPublic(const NameSource& source, NameBuilder* name) {
  switch (source.naming) {
    case Naming::kMunicipality:
      name->Word(source.municipality).Word("kommune");
      return;
    case Naming::kCounty:
      name->Place().Word("fylkeskommune");
      return;
    case Naming::kChurch:
      name->Place().OneOf(Parts().church);
      return;
    case Naming::kOffice:
      if (name->Percent(50)) {
        name->Place().OneOf(Parts().office);
      } else {
        name->Word(source.municipality).Word("kommune").Place().OneOf(Parts().office);
      }
      return;
    default:
      name->OneOf(Parts().ministry);
      return;
  }
}

void AppendOther(const NameSource& source, NameBuilder* name) {
  switch (source.naming) {
    case Naming::kEstate:
      AppendCompany(name);
      name->Word("AS").Word(name->Percent(85) ? "konkursbo" : "tvangsavviklingsbo");
      return;
    case Naming::kFund:
      name->PlaceOrBrand().Word(name->Percent(60) ? "Fond" : "Pensjonskasse");
      return;
    case Naming::kBank:
      name->Place().Word("Sparebank");
      return;
    case Naming::kFoundation:
      name->OneOf(Parts().foundation).PlaceOrBrand();
      return;
    default:
      name->Place().OneOf(Parts().joint);
      return;
  }
}

void AppendByForm(const NameSource& source, NameBuilder* name) {
  switch (source.naming) {
    case Naming::kPerson:
      return AppendSoleTrader(name);
    case Naming::kCompany:
    case Naming::kPartnership:
      return AppendCompany(name);
    case Naming::kClub:
      return AppendClub(source, name);
    case Naming::kParty:
      return AppendParty(name);
    case Naming::kHousing:
      return AppendHousing(source, name);
    case Naming::kForeign:
      return AppendForeign(source, name);
    case Naming::kBranch:
      AppendForeign(source, name);
      if (name->Percent(25)) name->Word(name->Percent(60) ? "NUF" : "Norway Branch");
      return;
    case Naming::kChurch:
    case Naming::kOffice:
    case Naming::kMunicipality:
    case Naming::kCounty:
    case Naming::kState:
      return AppendPublic(source, name);
    default:
      return AppendOther(source, name);
  }
}

// Signs that some names have, each alone rare.
void AddRareSign(Random* random, std::string* name) {
  constexpr std::string_view kSigns[] = {"!", "+", "%", "@", ";", ":", "§"};
  const std::size_t space = name->find(' ');
  if (space == std::string::npos) return;
  switch (random->Below(5)) {
    case 0:
      name->insert(space, PickOf(kSigns, random));
      return;
    case 1:
      name->insert(space, "\"").insert(0, "\"");
      return;
    case 2:
      name->insert(space, "'s");
      return;
    case 3:
      name->append(" (").append(Parts().stem[random->Below(40)]).append(")");
      return;
    default:
      name->insert(space, ",");
      return;
  }
}

}  // namespace

std::string MakeName(const NameSource& source, Random* random) {
  constexpr double kRareSign = 1.6;
  constexpr double kMixedCase = 0.8;
  constexpr double kWithoutForm = 1.5;
  NameBuilder builder(random);
  AppendByForm(source, &builder);
  const bool ends_with_form = !source.form_word.empty() && !builder.Percent(kWithoutForm);
  if (ends_with_form) builder.Word(source.form_word);
  std::string name = std::move(builder).Finish();
  const bool is_public = source.naming == Naming::kMunicipality;
  if (!is_public && random->Percent(kRareSign)) AddRareSign(random, &name);
  return random->Percent(kMixedCase) ? name : InCapitals(name);
}

std::string MakeSubEntityName(std::string_view superior, std::string_view city, Random* random) {
  constexpr double kSameName = 74;
  constexpr double kWithPlace = 70;
  std::string name(superior);
  if (random->Percent(kSameName)) return name;
  if (random->Percent(kWithPlace)) {
    name.append(random->Percent(75) ? " AVD " : " ").append(city);
    return name;
  }
  NameBuilder builder(random);
  builder.PlaceOrBrand();
  if (builder.Percent(60)) builder.Trade();
  return InCapitals(std::move(builder).Finish());
}

}  // namespace orgreg::tools
