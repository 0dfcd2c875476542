// SPDX-License-Identifier: EUPL-1.2

// An Explainer has one function for each kind of value that may be the reason for few results.

#include "api/extensions/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "api/extensions/facet_fields.h"
#include "api/extensions/search_variants.h"
#include "api/interface/ask.h"
#include "base/result.h"
#include "base/values/org_number.h"
#include "model/codes/code_lists.h"
#include "model/codes/code_successors.h"
#include "model/limits.h"
#include "model/resources.h"
#include "model/units/parameters.h"
#include "render/body_json.h"
#include "search/request/parse_query.h"
#include "search/segment/name_words.h"

namespace orgreg::api {
namespace {

using model::Kind;
using model::Parameter;
using search::Criterion;

// Each value costs a look-up, and each suggestion a search: more are not explained.
constexpr std::size_t kMostValues = 20;
constexpr std::size_t kMostSuggestions = 5;  // of a value
constexpr std::size_t kMostSuggestionsInAll = 20;

enum class Codes : std::uint8_t { kNone, kMunicipalities, kForms, kSectors };

struct CodedFilter {
  bool (*is)(const Parameter&) = nullptr;
  Codes codes = Codes::kNone;
};
constexpr std::array kCodedFilters = {
    CodedFilter{internal::SearchesMunicipalities, Codes::kMunicipalities},
    CodedFilter{
        internal::Searches<&model::Unit::postal_address, &model::Address::municipality_number>,
        Codes::kMunicipalities},
    CodedFilter{
        internal::Searches<&model::Unit::business_address, &model::Address::municipality_number>,
        Codes::kMunicipalities},
    CodedFilter{
        internal::Searches<&model::Unit::location_address, &model::Address::municipality_number>,
        Codes::kMunicipalities},
    CodedFilter{internal::Searches<&model::Unit::form, &model::OrganisationForm::code>,
                Codes::kForms},
    CodedFilter{internal::Searches<&model::Unit::sector, &model::CodedText::code>, Codes::kSectors},
};

Codes CodesOf(const Parameter& parameter) {
  const auto found = std::ranges::find_if(
      kCodedFilters, [&](const CodedFilter& filter) { return filter.is(parameter); });
  return found == kCodedFilters.end() ? Codes::kNone : found->codes;
}

class Explainer {
 public:
  Explainer(const Context& context, search::Query query)
      : context_(context), search_(context, std::move(query)) {}

  base::Result<Explanation> Explain() {
    Explanation explanation{.total = TRY(search_.Total()), .search = search_.Address()};
    for (std::size_t at = 0; at < search_.query().criteria.size(); ++at) {
      explanation.filters.push_back(TRY(search_.EffectOf(at)));
      TRY(FindReasons(at, explanation.filters.back()));
    }
    explanation.reasons = std::move(reasons_);
    return explanation;
  }

 private:
  const Criterion& CriterionAt(std::size_t at) const { return search_.query().criteria[at]; }

  SearchReason& Add(std::string_view code, const Criterion& criterion, std::string_view value,
                    std::string explanation) {
    SearchReason& reason =
        reasons_.emplace_back(SearchReason{.code = std::string(code),
                                           .parameter = std::string(search_.NameOf(criterion)),
                                           .explanation = std::move(explanation)});
    if (!value.empty()) reason.value = std::string(value);
    return reason;
  }

  base::Status FindReasons(std::size_t at, const FilterEffect& effect) {
    const Criterion& criterion = CriterionAt(at);
    const Parameter& parameter = search_.ParameterOf(criterion);
    if (parameter.match == model::Match::kEmployees) ExplainEmployees(criterion, effect);
    if (parameter.match == model::Match::kName) ExplainName(criterion);
    if (parameter.match == model::Match::kNumbers) {
      const std::size_t count = std::min(criterion.numbers.size(), kMostValues);
      for (const base::OrgNumber number : std::span(criterion.numbers).first(count))
        TRY(ExplainNumber(criterion, number, search_.query().kind));
    }
    const std::size_t count = std::min(criterion.texts.size(), kMostValues);
    for (std::size_t item = 0; item < count; ++item) {
      if (parameter.match == model::Match::kIndustry) TRY(ExplainIndustry(at, item));
      if (parameter.match == model::Match::kAnyCode) TRY(ExplainCode(at, item));
      if (parameter.match == model::Match::kNumber) {
        const auto number = base::OrgNumber::Parse(criterion.texts[item]);
        // Only entities have units below them.
        if (number) TRY(ExplainNumber(criterion, *number, Kind::kEntity));
      }
    }
    return {};
  }

  base::Status Suggest(std::size_t at, std::size_t item, std::span<const std::string_view> values,
                       std::string_view (*text)(std::string_view), SearchReason* reason) {
    const std::size_t count = std::min({values.size(), kMostSuggestions, suggestions_left_});
    suggestions_left_ -= count;
    for (const std::string_view value : values.first(count))
      reason->suggestions.push_back(TRY(search_.With(value, text(value), at, item)));
    return {};
  }

  base::Status ExplainIndustry(std::size_t at, std::size_t item) {
    const Criterion& criterion = CriterionAt(at);
    const std::string& code = criterion.texts[item];
    if (model::IsIndustryOfSn2025(code)) return {};
    std::vector<std::string_view> values = model::SuccessorsOfIndustry(code);
    const bool is_retired = model::IsIndustryOfSn2007(code);
    const bool has_successor = !values.empty();
    if (!has_successor) values = {model::IndustryInUseAbove(code)};
    if (values.front().empty()) values.clear();
    std::string_view then = " The suggestion is the nearest code above it that is in use.";
    if (has_successor) then = " The suggestions have the same text, or one that includes it.";
    if (values.empty()) then = "";
    const std::string_view what = is_retired ? "is a code of SN2007 that SN2025 does not have."
                                             : "is in no edition of the industrial classification.";
    return Suggest(at, item, values, model::TextOfIndustry,
                   &Add(is_retired ? "retired-industrial-code" : "unknown-industrial-code",
                        criterion, code, fmt::format("{} {}{}", code, what, then)));
  }

  base::Status ExplainCode(std::size_t at, std::size_t item) {
    const Criterion& criterion = CriterionAt(at);
    const std::string& code = criterion.texts[item];
    switch (CodesOf(search_.ParameterOf(criterion))) {
      case Codes::kMunicipalities:
        return ExplainMunicipality(at, item);
      case Codes::kForms:
        if (const model::FormEntry* const form = model::FindForm(code);
            form != nullptr && form->expired_on) {
          Add("expired-organisation-form", criterion, code,
              fmt::format("{} expired on {}.", code, form->expired_on->ToString()));
        }
        return {};
      case Codes::kSectors:
        if (model::TextOfSector(code).empty()) {
          Add("unknown-sector", criterion, code, fmt::format("No sector has the code {}.", code));
        }
        return {};
      case Codes::kNone:
        return {};
    }
    return {};
  }

  base::Status ExplainMunicipality(std::size_t at, std::size_t item) {
    const Criterion& criterion = CriterionAt(at);
    const std::string& number = criterion.texts[item];
    if (!model::NameOfMunicipality(number).empty()) return {};
    const std::vector<std::string_view> successors = model::SuccessorsOfMunicipality(number);
    if (successors.empty()) {
      Add("unknown-municipality", criterion, number,
          fmt::format("No municipality has the number {}.", number));
      return {};
    }
    return Suggest(at, item, successors, model::NameOfMunicipality,
                   &Add("earlier-municipality", criterion, number,
                        fmt::format("{} is an earlier number. Its area now belongs to the "
                                    "municipalities of the suggestions.",
                                    number)));
  }

  // A number that is not a live unit of the kind.
  base::Status ExplainNumber(const Criterion& criterion, base::OrgNumber number, Kind kind) {
    const Kind other = kind == Kind::kEntity ? Kind::kSubEntity : Kind::kEntity;
    const auto found = TRY(context_.catalog->Lookup(kind, number));
    if (found && found->state == model::State::kLive) return {};
    const auto elsewhere = TRY(context_.catalog->Lookup(other, number));
    const std::string text = number.ToString();
    if (elsewhere && elsewhere->state == model::State::kLive) {
      const auto words = std::pair(model::RowOf(other).one, model::RowOf(kind).one);
      SearchReason& reason = Add("number-of-the-other-kind", criterion, text,
                                 fmt::format("{} is the number of a live {}, and this needs an {}.",
                                             text, words.first, words.second));
      if (kind == Kind::kSubEntity) {
        reason.explanation = fmt::format("{} is the number of a live {}, and this needs a {}.",
                                         text, words.first, words.second);
      }
      AddUnit(text, &reason);
    } else if (found || elsewhere) {
      const model::State state = found ? found->state : elsewhere->state;
      const bool is_removed = state == model::State::kRemoved;
      AddUnit(text, &Add(is_removed ? "removed-unit" : "deleted-unit", criterion, text,
                         fmt::format("The unit {} was {}.", text,
                                     is_removed ? "removed from publication" : "deleted")));
    } else {
      Add("unknown-number", criterion, text, fmt::format("No unit has the number {}.", text));
    }
    return {};
  }

  void AddUnit(std::string_view number, SearchReason* reason) const {
    reason->unit =
        Link{fmt::format("{}{}/units/{}", context_.origin, model::kExtensionsPath, number)};
  }

  // Whole numbers below five are not published.
  void ExplainEmployees(const Criterion& criterion, const FilterEffect& effect) {
    if (effect.without == 0) return;
    const Parameter& parameter = search_.ParameterOf(criterion);
    Add("employees-withheld", criterion, "",
        fmt::format("A number of employees below {0} is not published: a unit with one to {1} is "
                    "found by {2}=1&{3}={1}, and a unit whose number is unknown by no range.",
                    model::kFewestShownEmployees, model::kFewestShownEmployees - 1,
                    parameter.from_name, parameter.to_name));
  }

  void ExplainName(const Criterion& criterion) {
    if (search_.query().consecutive_name || criterion.texts.empty()) return;
    const search::NameWords words = search::SplitName(criterion.texts.front());
    if (words.content.size() == words.all.size()) return;
    for (const std::string& word : words.all) {
      if (!search::IsLegalForm(word)) continue;
      Add("legal-form-ignored", criterion, word,
          fmt::format("\"{}\" is a legal form, which never decides whether a name matches.", word));
    }
  }

  const Context& context_;
  SearchVariants search_;
  std::vector<SearchReason> reasons_;
  std::size_t suggestions_left_ = kMostSuggestionsInAll;
};

}  // namespace

Outcome ExplainSearch(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  search::Query query = search::QueryOf(*context.argument().kind, asked, search::Purpose::kPage);
  const Explanation explanation = TRY(Explain(context, std::move(query)));
  render::AppendBody(kExplanationSchema, explanation, model::Form::kServed, &reply->body());
  return Body{};
}

base::Result<Explanation> Explain(const Context& context, search::Query query) {
  return Explainer(context, std::move(query)).Explain();
}

}  // namespace orgreg::api
