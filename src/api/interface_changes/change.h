// SPDX-License-Identifier: EUPL-1.2

// What can differ between two interface documents, and which differences break clients: one row of
// the table in change.cc each. Plain values.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace orgreg::api {

enum class ChangeKind : std::uint8_t {
  kOperationRemoved,
  kOperationAdded,
  kOperationRenamed,
  kOutdated,
  kAccessNarrowed,
  kParameterRemoved,
  kParameterAdded,
  kRequiredParameterAdded,
  kParameterRequired,
  kParameterOptional,
  kParameterStyleChanged,
  kBodyRemoved,
  kBodyAdded,
  kBodyRequired,
  kBodyTypeRemoved,
  kBodyTypeAdded,
  kStatusRemoved,
  kStatusAdded,
  kAnswerTypeRemoved,
  kAnswerTypeAdded,
  kHeaderRemoved,
  kHeaderAdded,
  kHeaderOptional,
  kMemberRemoved,
  kMemberAdded,
  kMemberRequired,
  kMemberOptional,
  kTypeNarrowed,
  kTypeWidened,
  kTypeChanged,
  kValueRemoved,
  kValueAdded,
  kBoundNarrowed,
  kBoundWidened,
  kRuleAdded,
  kRuleRemoved,
  kRuleChanged,
  kAlternativeRemoved,
  kAlternativeAdded,
  kDefaultChanged,
  kOtherChanged,
};

// Who sends the value that changed: a client may send less than before if requests become narrower,
// and gets more than it knows if answers become wider.
enum class Side : std::uint8_t { kRequest, kAnswer };

// The sides on which a change breaks clients.
enum class Breaks : std::uint8_t { kNever, kRequests, kAnswers, kAlways };

struct ChangeRule {
  ChangeKind kind = {};
  Breaks breaks = Breaks::kNever;
  // A sentence about the place, in which {} is the subject.
  std::string_view words = {};
};

// In the order of ChangeKind.
std::span<const ChangeRule> ChangeRules();

struct Change {
  ChangeKind kind = {};
  Side side = Side::kRequest;
  std::string place;    // An operation, or a schema with the path of a member.
  std::string subject;  // The name or value that changed; empty if the place says it.

  friend bool operator==(const Change&, const Change&) = default;
};

bool BreaksClients(const Change& change);

// One line without its end: what it does to clients, the place and the sentence.
std::string ToText(const Change& change);

}  // namespace orgreg::api
