// SPDX-License-Identifier: EUPL-1.2

// The lines that matching answers with (docs/extensions.md): values, and the schemas that they are
// written by. Constants; safe from any thread.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::api {

// A live unit that a name may mean.
struct MatchCandidate {
  base::OrgNumber number = {};
  model::Text kind = {};  // entity or sub-entity
  model::Text name = {};
  model::Text place = {};  // The post town of its address.
  std::int64_t score = 0;  // 1 to 100
  bool certain = false;    // No other unit comes near.
};
using MatchCandidates = std::optional<std::vector<MatchCandidate>>;

inline constexpr std::array<model::Row, 6> kMatchCandidateRows = {
    model::Plain<&MatchCandidate::number>("organisationNumber"),
    model::Plain<&MatchCandidate::kind>("kind"),
    model::Plain<&MatchCandidate::name>("name"),
    model::Plain<&MatchCandidate::place>("place"),
    model::Plain<&MatchCandidate::score>("score"),
    model::Plain<&MatchCandidate::certain>("certain"),
};
inline constexpr model::SchemaOf<MatchCandidate> kMatchCandidateSchema = {
    {.rows = kMatchCandidateRows}};

// The outcome of one line.
struct MatchOutcome {
  std::int64_t line = 0;
  model::Number number = {};
  std::string status = {};  // live, deleted, removed, unknown, candidates or malformed
  model::Text reason = {};
  model::Text kind = {};
  model::Text name = {};
  model::Day deleted_on = {};
  model::Number superior = {};
  MatchCandidates candidates = {};
};

inline constexpr std::array<model::Row, 9> kMatchOutcomeRows = {
    model::Plain<&MatchOutcome::line>("line"),
    model::Plain<&MatchOutcome::number>("organisationNumber"),
    model::Plain<&MatchOutcome::status>("status"),
    model::Plain<&MatchOutcome::reason>("reason"),
    model::Plain<&MatchOutcome::kind>("kind"),
    model::Plain<&MatchOutcome::name>("name"),
    model::Plain<&MatchOutcome::deleted_on>("deletedOn"),
    model::Plain<&MatchOutcome::superior>("superiorUnit"),
    model::List<&MatchOutcome::candidates>("candidates", kMatchCandidateSchema),
};
inline constexpr model::SchemaOf<MatchOutcome> kMatchOutcomeSchema = {{.rows = kMatchOutcomeRows}};

}  // namespace orgreg::api
