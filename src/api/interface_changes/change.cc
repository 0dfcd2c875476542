// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_changes/change.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace orgreg::api {
namespace {

using Kind = ChangeKind;

constexpr std::array kRules = {
    ChangeRule{Kind::kOperationRemoved, Breaks::kAlways, "the operation is gone"},
    ChangeRule{Kind::kOperationAdded, Breaks::kNever, "the operation is new"},
    // Generated clients have methods of these names.
    ChangeRule{Kind::kOperationRenamed, Breaks::kAlways, "the operation is called {} now"},
    ChangeRule{Kind::kOutdated, Breaks::kNever, "the operation is outdated now"},
    ChangeRule{Kind::kAccessNarrowed, Breaks::kAlways,
               "clients that had access with {} do not have it any more"},
    ChangeRule{Kind::kParameterRemoved, Breaks::kAlways, "the parameter {} is gone"},
    ChangeRule{Kind::kParameterAdded, Breaks::kNever, "the parameter {} is new"},
    ChangeRule{Kind::kRequiredParameterAdded, Breaks::kAlways,
               "the parameter {} is new, and required"},
    ChangeRule{Kind::kParameterRequired, Breaks::kAlways, "the parameter {} is required now"},
    ChangeRule{Kind::kParameterOptional, Breaks::kNever, "the parameter {} is optional now"},
    ChangeRule{Kind::kParameterStyleChanged, Breaks::kAlways,
               "the values of the parameter {} are written in another way"},
    ChangeRule{Kind::kBodyRemoved, Breaks::kAlways, "requests have no body any more"},
    ChangeRule{Kind::kBodyAdded, Breaks::kNever, "requests may have a body now"},
    ChangeRule{Kind::kBodyRequired, Breaks::kAlways, "requests need a body now"},
    ChangeRule{Kind::kBodyTypeRemoved, Breaks::kAlways,
               "bodies of the type {} are not taken any more"},
    ChangeRule{Kind::kBodyTypeAdded, Breaks::kNever, "bodies of the type {} are taken now"},
    ChangeRule{Kind::kStatusRemoved, Breaks::kAlways, "no answer has the status {} any more"},
    ChangeRule{Kind::kStatusAdded, Breaks::kNever, "answers may have the status {} now"},
    ChangeRule{Kind::kAnswerTypeRemoved, Breaks::kAlways,
               "no answer has the media type {} any more"},
    ChangeRule{Kind::kAnswerTypeAdded, Breaks::kNever, "answers may have the media type {} now"},
    ChangeRule{Kind::kHeaderRemoved, Breaks::kAlways, "the header field {} is gone"},
    ChangeRule{Kind::kHeaderAdded, Breaks::kNever, "the header field {} is new"},
    ChangeRule{Kind::kHeaderOptional, Breaks::kAlways, "the header field {} may be missing now"},
    ChangeRule{Kind::kMemberRemoved, Breaks::kAlways, "the member {} is gone"},
    ChangeRule{Kind::kMemberAdded, Breaks::kNever, "the member {} is new"},
    ChangeRule{Kind::kMemberRequired, Breaks::kRequests, "the member {} is always there now"},
    ChangeRule{Kind::kMemberOptional, Breaks::kAnswers, "the member {} may be missing now"},
    ChangeRule{Kind::kTypeNarrowed, Breaks::kRequests, "fewer types of values are allowed: {}"},
    ChangeRule{Kind::kTypeWidened, Breaks::kAnswers, "more types of values are allowed: {}"},
    ChangeRule{Kind::kTypeChanged, Breaks::kAlways, "the type of the value is now {}"},
    ChangeRule{Kind::kValueRemoved, Breaks::kRequests, "the value {} is gone"},
    ChangeRule{Kind::kValueAdded, Breaks::kAnswers, "the value {} is new"},
    ChangeRule{Kind::kBoundNarrowed, Breaks::kRequests, "the bound {} is narrower"},
    ChangeRule{Kind::kBoundWidened, Breaks::kAnswers, "the bound {} is wider"},
    ChangeRule{Kind::kRuleAdded, Breaks::kRequests, "a rule limits the value now: {}"},
    ChangeRule{Kind::kRuleRemoved, Breaks::kAnswers,
               "a rule does not limit the value any more: {}"},
    // Which texts follow both patterns cannot be computed here.
    ChangeRule{Kind::kRuleChanged, Breaks::kAlways, "another rule limits the value: {}"},
    ChangeRule{Kind::kAlternativeRemoved, Breaks::kRequests, "a choice is gone: {}"},
    ChangeRule{Kind::kAlternativeAdded, Breaks::kAnswers, "a choice is new: {}"},
    ChangeRule{Kind::kDefaultChanged, Breaks::kAlways, "without a value it is now {}"},
    ChangeRule{Kind::kOtherChanged, Breaks::kAlways, "{} differs, and no rule judges it"},
};

constexpr bool IsInOrder() {
  for (std::size_t at = 0; at < kRules.size(); ++at) {
    if (kRules[at].kind != static_cast<Kind>(at)) return false;
  }
  return kRules.back().kind == Kind::kOtherChanged;
}
static_assert(IsInOrder());

const ChangeRule& RuleOf(const Change& change) {
  return kRules[static_cast<std::size_t>(change.kind)];
}

}  // namespace

std::span<const ChangeRule> ChangeRules() { return kRules; }

bool BreaksClients(const Change& change) {
  switch (RuleOf(change).breaks) {
    case Breaks::kNever:
      return false;
    case Breaks::kRequests:
      return change.side == Side::kRequest;
    case Breaks::kAnswers:
      return change.side == Side::kAnswer;
    case Breaks::kAlways:
      break;
  }
  return true;
}

std::string ToText(const Change& change) {
  return fmt::format("{}  {}: {}", BreaksClients(change) ? "breaks" : "adds  ", change.place,
                     fmt::format(fmt::runtime(RuleOf(change).words), change.subject));
}

}  // namespace orgreg::api
