// SPDX-License-Identifier: EUPL-1.2

#include "ingest/batches/apply.h"

#include <utility>

#include "formats/json/text.h"
#include "model/changes/batch_envelope.h"
#include "model/kind.h"

namespace orgreg::ingest {
namespace {

using model::BatchMember;
using records::BatchOutcome;
using records::Objection;

Acknowledgement Acknowledge(const records::Batch& batch, const BatchOutcome& outcome) {
  return {.batch = batch.id,
          .repeated = outcome.state == BatchOutcome::State::kRepeated,
          .commit = outcome.receipt.commit.value,
          .operations = batch.operations.size(),
          .updates = outcome.receipt.changes,
          .last_update = outcome.receipt.last_change};
}

// "312300028 has no roles".
std::string ReasonOf(const records::Operation& operation, Objection objection) {
  std::string reason = operation.number.ToString();
  reason.append(" ").append(records::WordsOf(objection));
  if (objection == Objection::kHasNone) reason.append(model::RowOf(operation.kind).many);
  return reason;
}

// Adds the register's objections to the batch.
void AddRefusals(const ReadBatch& read, const BatchOutcome& outcome, BatchProblems* problems) {
  if (outcome.state == BatchOutcome::State::kIdTaken) {
    problems->Add(read.line, {std::string(NameOf(BatchMember::kBatch)),
                              "another batch was applied as \"" + read.batch.id + "\""});
  }
  if (outcome.time_objection != Objection::kNone) {
    std::string reason(records::WordsOf(outcome.time_objection));
    if (outcome.time_objection == Objection::kIsBefore)
      reason.append(outcome.last_update.ToString());
    problems->Add(read.line, {std::string(NameOf(BatchMember::kTime)), std::move(reason)});
  }
  for (const auto& [place, objection] : outcome.refusals) {
    const records::Operation& operation = read.batch.operations[place];
    problems->Add(read.lines[place],
                  {NumberMember(operation.action), ReasonOf(operation, objection)});
  }
  problems->count += outcome.refused - outcome.refusals.size();
}

}  // namespace

base::Result<ApplyReport> ApplyBatches(records::Register* target, formats::ByteSource* source,
                                       const ApplyOptions& options) {
  // Another process may have changed the lists since the last batches.
  TRY(target->InstallCodeLists());
  BatchReader reader(source, options.sealing);
  ApplyReport report;
  while (std::optional<ReadBatch> read = reader.Next()) {
    report.problems = std::move(read->problems);
    if (read->batch.time && !options.is_history) {
      report.problems.Add(read->line, {std::string(NameOf(BatchMember::kTime)),
                                       "is taken only by orgreg apply --history"});
    }
    if (report.refused()) return report;
    if (read->batch.id.empty()) read->batch.id = options.default_id;
    const auto outcome = TRY(target->Apply(read->batch));
    AddRefusals(*read, outcome, &report.problems);
    if (report.refused()) return report;
    ++report.done;
    if (!options.acknowledge) continue;
    base::Status acknowledged = options.acknowledge(Acknowledge(read->batch, outcome));
    if (!acknowledged) return std::move(acknowledged).error();
  }
  if (report.done == 0) report.problems.Add(1, {.reason = "there is no batch"});
  return report;
}

std::string Acknowledgement::ToJson() const {
  std::string json = "{\"batch\":";
  if (batch.empty()) {
    json.append("null");
  } else {
    formats::AppendJsonString(batch, &json);
  }
  const auto append = [&json](std::string_view name, std::int64_t value) {
    json.append(",\"").append(name).append("\":").append(std::to_string(value));
  };
  json.append(repeated ? ",\"repeated\":true" : ",\"repeated\":false");
  append("commit", commit);
  append("operations", static_cast<std::int64_t>(operations));
  append("updates", static_cast<std::int64_t>(updates));
  if (updates != 0) {
    append("firstUpdate", last_update - static_cast<std::int64_t>(updates) + 1);
    append("lastUpdate", last_update);
  }
  return json.append("}");
}

}  // namespace orgreg::ingest
