// SPDX-License-Identifier: EUPL-1.2

// The name search of the register ranks; it gives no numbers. So its best matches are read and
// scored: first how the names agree, then a part less if the place does not.

#include "api/matching/names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "api/interface/served_unit.h"
#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "model/units/parameters.h"
#include "search/request/query.h"
#include "search/segment/name_words.h"

namespace orgreg::api {
namespace {

using model::Address;
using model::Kind;
using model::Unit;

// The scores of names that agree in all words.
constexpr double kSameName = 100;     // Apart from case, accents and punctuation.
constexpr double kSameContent = 95;   // Apart from legal forms too.
constexpr double kSameLoosely = 90;   // Apart from other spellings of æ, ø and å too.
constexpr double kMisspelled = 85;    // Apart from one or two letters.
constexpr double kMostForSome = 80;   // Names that share some of their words.
constexpr double kOtherPlace = 0.75;  // The part of the score that another place leaves.
// A candidate is certain if its score is this, and no other comes as near as that.
constexpr std::int64_t kCertain = 90;
constexpr std::int64_t kDistance = 10;

// Of the matches of the name alone, so many are read; of those with the place, likewise.
constexpr std::int64_t kMostRead = 20;

// The parameter that searches the member of units by its place, or by its match.
std::size_t ParameterOf(Kind kind, const auto& is_wanted) {
  const auto parameters = model::Parameters(kind);
  return static_cast<std::size_t>(std::ranges::find_if(parameters, is_wanted) - parameters.begin());
}

template <auto... path>
std::size_t ParameterAt(Kind kind) {
  return ParameterOf(kind, [](const model::Parameter& parameter) {
    return parameter.fields.size() == 1 && model::IsAt<path...>(parameter.fields.front()->row);
  });
}

// The parameters of the searches for a kind; those that it lacks are past the last one.
struct Searches {
  std::size_t name = 0;
  std::array<std::size_t, 3> cities = {};
  std::array<std::size_t, 3> postcodes = {};

  explicit Searches(Kind kind)
      : name(ParameterAt<&Unit::name>(kind)),
        cities({ParameterAt<&Unit::business_address, &Address::city>(kind),
                ParameterAt<&Unit::location_address, &Address::city>(kind),
                ParameterAt<&Unit::postal_address, &Address::city>(kind)}),
        postcodes({ParameterAt<&Unit::business_address, &Address::postcode>(kind),
                   ParameterAt<&Unit::location_address, &Address::postcode>(kind),
                   ParameterAt<&Unit::postal_address, &Address::postcode>(kind)}) {}
};

const Searches& SearchesOf(Kind kind) {
  static const Searches entities(Kind::kEntity);
  static const Searches sub_entities(Kind::kSubEntity);
  return kind == Kind::kEntity ? entities : sub_entities;
}

// A name or place, in the forms that are compared.
struct Forms {
  explicit Forms(std::string_view text)
      : folded(base::FoldedText(text)), words(search::SplitName(text)) {
    content = search::Join(words.content);
    loose = search::Loosen(content);
  }

  std::string folded;
  search::NameWords words;
  std::string content;
  std::string loose;
};

// The part of the words that both have.
double SharedPart(const Forms& a, const Forms& b) {
  const std::multiset<std::string> words(a.words.content.begin(), a.words.content.end());
  std::multiset<std::string> left = words;
  std::size_t shared = 0;
  for (const std::string& word : b.words.content) {
    const auto found = left.find(word);
    if (found == left.end()) continue;
    left.erase(found);
    ++shared;
  }
  const std::size_t all = words.size() + b.words.content.size();
  return all == 0 ? 0 : 2.0 * static_cast<double>(shared) / static_cast<double>(all);
}

double NameScore(const Forms& asked, const Forms& found) {
  constexpr std::size_t kLettersOfOneError = 8;
  if (asked.folded == found.folded) return kSameName;
  if (asked.content == found.content) return kSameContent;
  if (asked.loose == found.loose) return kSameLoosely;
  const std::size_t errors = asked.loose.size() < kLettersOfOneError ? 1 : 2;
  if (search::IsWithinEdits(asked.loose, found.loose, errors)) return kMisspelled;
  return kMostForSome * SharedPart(asked, found);
}

bool IsAt(const Address& address, const std::string& place) {
  const auto is_place = [&](const model::Text& text) {
    return text && base::FoldedText(*text) == place;
  };
  return is_place(address.city) || is_place(address.municipality) || is_place(address.postcode) ||
         is_place(address.municipality_number);
}

const Address& AddressOf(Kind kind, const Unit& unit) {
  return kind == Kind::kEntity ? unit.business_address : unit.location_address;
}

// The search for one name in one kind.
class Finder {
 public:
  Finder(const search::Catalog& catalog, Kind kind, const NamedPlace& asked)
      : catalog_(catalog),
        kind_(kind),
        asked_(asked),
        name_(asked.name),
        place_(base::FoldedText(asked.place)) {}

  // Appends the candidates. Every match with a place is one without it, so searches with the place
  // are only needed if not all matches of the name were read.
  base::Status AddTo(std::vector<MatchCandidate>* found) {
    const search::Page page = TRY(Search(std::nullopt));
    if (!place_.empty() && page.total > page.places.size()) {
      const Searches& searches = SearchesOf(kind_);
      const bool is_code = base::AreDigits(place_);
      for (const std::size_t parameter : is_code ? searches.postcodes : searches.cities) {
        if (parameter >= model::Parameters(kind_).size()) continue;
        const search::Page there = TRY(Search(parameter));
        TRY(AddPage(there, found));
      }
    }
    return AddPage(page, found);
  }

  // True if the name of one that was found is the name that was asked for, or nearly so.
  bool has_name() const { return best_name_ >= kMisspelled; }

 private:
  // The best matches of the name, with the place in this parameter if there is one.
  base::Result<search::Page> Search(std::optional<std::size_t> place) const {
    search::Query query{.kind = kind_};
    query.criteria.push_back(
        {.parameter = SearchesOf(kind_).name, .texts = {std::string(asked_.name)}});
    if (place) query.criteria.push_back({.parameter = *place, .texts = {place_}});
    query.page.size = kMostRead;
    return catalog_.Search(query);
  }

  base::Status AddPage(const search::Page& page, std::vector<MatchCandidate>* found) {
    for (const render::PublicForm& record : TRY(catalog_.Served(page))) {
      AddRecord(UnitOf(kind_, record), found);
    }
    return {};
  }

  // Names that share no word with the one asked for are no candidates.
  void AddRecord(Unit unit, std::vector<MatchCandidate>* found) {
    if (!known_.insert(unit.number).second) return;
    const double score = NameScore(name_, Forms(unit.name.value_or("")));
    best_name_ = std::max(best_name_, score);
    const bool is_there =
        place_.empty() || IsAt(AddressOf(kind_, unit), place_) || IsAt(unit.postal_address, place_);
    const auto whole =
        static_cast<std::int64_t>(std::lround(is_there ? score : score * kOtherPlace));
    if (whole == 0) return;
    found->push_back({.number = unit.number,
                      .kind = std::string(model::RowOf(kind_).one),
                      .name = std::move(unit.name),
                      .place = AddressOf(kind_, unit).city,
                      .score = whole});
  }

  const search::Catalog& catalog_;
  Kind kind_;
  NamedPlace asked_;
  Forms name_;
  std::string place_;  // Folded.
  std::set<base::OrgNumber> known_;
  double best_name_ = 0;  // The best score of a name, wherever its unit is.
};

void MarkCertain(std::vector<MatchCandidate>* found) {
  if (found->empty() || found->front().score < kCertain) return;
  const std::int64_t next = found->size() == 1 ? 0 : (*found)[1].score;
  found->front().certain = found->front().score - next >= kDistance;
}

}  // namespace

base::Result<std::vector<MatchCandidate>> CandidatesFor(const search::Catalog& catalog,
                                                        const NamedPlace& asked) {
  std::vector<MatchCandidate> found;
  for (const Kind kind : model::kUnitKinds) {
    if (asked.kind && *asked.kind != kind) continue;
    Finder finder(catalog, kind, asked);
    TRY(finder.AddTo(&found));
    if (finder.has_name()) break;
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &MatchCandidate::score);
  found.resize(std::min(found.size(), kMostCandidates));
  MarkCertain(&found);
  return found;
}

}  // namespace orgreg::api
