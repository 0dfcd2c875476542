// SPDX-License-Identifier: EUPL-1.2

// A line is read as an envelope of members. It is then either a header or an operation, whose
// record goes to the reader of its kind. Every step adds its problems and continues.

#include "ingest/batches/line.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "model/units/odd_values.h"

namespace orgreg::ingest {
namespace {

using model::BatchEnvelope;
using model::BatchMember;
using model::Kind;
using records::Action;

constexpr std::size_t kMostIdLength = 128;

using records::Problems;

template <typename Value>
struct Named {
  std::string_view name = {};
  Value value = {};
};
constexpr std::array<Named<Action>, 4> kActions = {{
    {"upsert", Action::kUpsert},
    {"delete", Action::kDelete},
    {"remove", Action::kRemove},
    {"reinstate", Action::kReinstate},
}};
constexpr auto kNamedKinds = [] {
  std::array<Named<Kind>, model::kKindCount> kinds = {};
  for (const Kind kind : model::kKinds)
    kinds[model::IndexOf(kind)] = {model::RowOf(kind).one, kind};
  return kinds;
}();

bool BringsRecord(Action action) {
  return action == Action::kUpsert || action == Action::kReinstate;
}

// A null is a value of the wrong type, and links are unknown members.
constexpr records::Reading kAsEnvelope = {.absent = records::Reading::Absent::kNone,
                                          .passes_links = false};

void Blame(BatchMember member, std::string_view reason, Problems* problems) {
  problems->push_back({std::string(NameOf(member)), std::string(reason)});
}

// True also for a member whose value is invalid.
bool Has(const BatchEnvelope& envelope, BatchMember member, const Problems& problems) {
  const model::Row& row = model::kBatchEnvelopeSchema.schema.rows[static_cast<std::size_t>(member)];
  return row.type->has(row.find(&envelope)) || records::IsAbout(problems, row.name);
}

// The text of a required member. A problem of its type is reported already.
std::optional<std::string> Want(const BatchEnvelope& envelope, BatchMember member,
                                Problems* problems) {
  if (!Has(envelope, member, *problems)) Blame(member, "is missing", problems);
  return envelope.Text(member);
}

// The value that the member names.
template <typename Value, std::size_t size>
std::optional<Value> Choose(const BatchEnvelope& envelope, BatchMember member,
                            const std::array<Named<Value>, size>& choices, Problems* problems) {
  const auto text = Want(envelope, member, problems);
  if (!text) return std::nullopt;
  for (const Named<Value>& choice : choices) {
    if (choice.name == *text) return choice.value;
  }
  std::string reason = "is not one of";
  for (const Named<Value>& choice : choices) {
    reason.append(&choice == choices.data() ? " " : ", ").append(choice.name);
  }
  Blame(member, reason, problems);
  return std::nullopt;
}

// A value that could not be read at all has its problem already.
void BlameOdd(const model::OddValues& odd_values, Problems* problems) {
  for (const model::OddValue& odd : odd_values) {
    if (!records::IsAbout(*problems, odd.path))
      problems->push_back({odd.path, std::string(odd.reason)});
  }
}

// Reports all other members.
void Allow(const BatchEnvelope& envelope, std::initializer_list<BatchMember> allowed,
           Problems* problems) {
  for (std::size_t at = 0; at < model::kBatchMembers; ++at) {
    const auto member = static_cast<BatchMember>(at);
    const bool is_allowed = std::ranges::find(allowed, member) != allowed.end();
    if (!is_allowed && Has(envelope, member, *problems))
      Blame(member, "has no place here", problems);
  }
}

}  // namespace

BatchLine BatchLineReader::Read(std::string_view text) {
  BatchLine line;
  envelope_ = {};
  unknown_.clear();
  const bool is_read = envelopes_.Read(model::kBatchEnvelopeSchema, kAsEnvelope, text, &envelope_,
                                       {.problems = &line.problems, .unknown = &unknown_});
  const bool is_broken = !is_read && line.problems.front().path.empty();
  if (!is_broken) {
    for (std::string& name : unknown_) line.problems.push_back({std::move(name), "is not known"});
  }
  const auto has = [&](BatchMember member) { return Has(envelope_, member, line.problems); };
  line.is_header =
      !has(BatchMember::kOperation) &&
      (has(BatchMember::kBatch) || has(BatchMember::kCount) || has(BatchMember::kTime));
  if (is_broken) {
    // A broken header begins a batch too, so that the batch before it can be applied.
    const auto& id = envelope_.Text(BatchMember::kBatch);
    if (line.is_header && id && IsBatchId(*id)) line.id = *id;
  } else if (line.is_header) {
    ReadHeader(&line);
  } else {
    ReadOperation(&line);
  }
  return line;
}

void BatchLineReader::ReadHeader(BatchLine* line) {
  Allow(envelope_, {BatchMember::kBatch, BatchMember::kCount, BatchMember::kTime}, &line->problems);
  line->count = envelope_.count;
  if (const auto& time = envelope_.Text(BatchMember::kTime)) {
    line->time = base::Timestamp::Parse(*time);
    if (!line->time) {
      Blame(BatchMember::kTime, "is not a time yyyy-MM-ddTHH:mm:ss.SSSZ", &line->problems);
    }
  }
  const auto id = Want(envelope_, BatchMember::kBatch, &line->problems);
  if (!id) return;
  line->id = *id;
  if (!IsBatchId(*id)) {
    Blame(BatchMember::kBatch, "is not 1 to 128 visible characters of ASCII", &line->problems);
  }
}

void BatchLineReader::ReadOperation(BatchLine* line) {
  Problems* const problems = &line->problems;
  const auto action = Choose(envelope_, BatchMember::kOperation, kActions, problems);
  const auto kind = Choose(envelope_, BatchMember::kKind, kNamedKinds, problems);
  if (!action) return;
  line->operation.action = *action;
  if (kind) line->operation.kind = *kind;
  const bool is_of_unit = !kind || model::IsUnit(*kind);
  if (!is_of_unit && (*action == Action::kRemove || *action == Action::kReinstate)) {
    Blame(BatchMember::kOperation, "is of an entity, which this kind follows", problems);
  }
  if (!BringsRecord(*action)) return ReadDeletion(kind, line);
  Allow(envelope_, {BatchMember::kOperation, BatchMember::kKind, BatchMember::kRecord}, problems);
  if (!envelope_.record) {
    Blame(BatchMember::kRecord, "is missing", problems);
  } else if (kind) {
    ReadRecord(*kind, line);
  }
}

// Reads a deletion or removal. A supplement of an entity just ends: it has no day.
void BatchLineReader::ReadDeletion(std::optional<Kind> kind, BatchLine* line) {
  Problems* const problems = &line->problems;
  const bool has_day = !kind || model::IsUnit(*kind);
  if (has_day) {
    Allow(envelope_,
          {BatchMember::kOperation, BatchMember::kKind, BatchMember::kNumber, BatchMember::kDay},
          problems);
  } else {
    Allow(envelope_, {BatchMember::kOperation, BatchMember::kKind, BatchMember::kNumber}, problems);
  }
  if (const auto text = Want(envelope_, BatchMember::kNumber, problems)) {
    const auto number = base::OrgNumber::Parse(*text);
    if (!number) Blame(BatchMember::kNumber, "is not nine digits", problems);
    line->operation.number = number.value_or(base::OrgNumber());
  }
  if (!has_day) return;
  if (const auto text = Want(envelope_, BatchMember::kDay, problems)) {
    const auto day = base::Date::Parse(*text);
    if (!day) Blame(BatchMember::kDay, "is not a date yyyy-MM-dd", problems);
    line->operation.day = day.value_or(base::Date());
  }
}

void BatchLineReader::ReadRecord(Kind kind, BatchLine* line) {
  const std::string record(NameOf(BatchMember::kRecord));
  records::Problems problems;
  if (MakeOperation(kind, line, &problems)) return;
  for (records::Problem& problem : problems) {
    problem.path.insert(0, problem.path.empty() ? record : record + ".");
    line->problems.push_back(std::move(problem));
  }
}

bool BatchLineReader::MakeOperation(Kind kind, BatchLine* line, records::Problems* problems) {
  if (model::IsUnit(kind)) return MakeUnit(kind, line, problems);
  records::Supplement supplement;
  std::vector<std::string> unknown;
  const bool is_read =
      supplements_.Read(kind, envelope_.record.value_or(""), &supplement, problems, &unknown);
  BlameOdd(supplement.odd_values, problems);
  if (!is_read || !problems->empty()) return false;
  line->operation =
      records::OperationMaker::MakeSupplement(kind, supplement.number, std::move(supplement.body));
  return true;
}

bool BatchLineReader::MakeUnit(Kind kind, BatchLine* line, records::Problems* problems) {
  const bool is_read = records_.Read(kind, envelope_.record.value_or(""), &unit_, problems);
  BlameOdd(model::OddValuesOf(kind, unit_), problems);
  if (!is_read) return false;
  const auto problem = records::OperationMaker::ProblemOf(line->operation.action, kind, unit_);
  if (problem) problems->push_back(*problem);
  if (!problems->empty()) return false;
  auto operation = operations_.Make(line->operation.action, kind, unit_);
  if (!operation) {
    problems->push_back({.reason = std::move(operation).error().message});
    return false;
  }
  line->operation = std::move(*operation);
  return true;
}

bool IsBatchId(std::string_view text) {
  const auto is_visible = [](char c) { return c > ' ' && c <= '~'; };
  return !text.empty() && text.size() <= kMostIdLength && std::ranges::all_of(text, is_visible);
}

std::string NumberMember(Action action) {
  const std::string number(NameOf(BatchMember::kNumber));
  return BringsRecord(action) ? std::string(NameOf(BatchMember::kRecord)) + "." + number : number;
}

}  // namespace orgreg::ingest
