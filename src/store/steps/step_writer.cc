// SPDX-License-Identifier: EUPL-1.2

#include "store/steps/step_writer.h"

#include <cstddef>

namespace orgreg::store {
namespace {

template <typename Unsigned>
void Put(Unsigned value, std::string* out) {
  for (std::size_t i = 0; i < sizeof value; ++i) {
    out->push_back(static_cast<char>(static_cast<unsigned char>(value >> (8 * i))));
  }
}
void Put8(std::uint64_t value, std::string* out) { Put(value, out); }
void Put8(std::int64_t value, std::string* out) { Put(static_cast<std::uint64_t>(value), out); }
void Put8(CommitId commit, std::string* out) { Put8(commit.value, out); }
void Put4(std::size_t value, std::string* out) { Put(static_cast<std::uint32_t>(value), out); }
template <typename Enumeration>
void Put1(Enumeration value, std::string* out) {
  out->push_back(static_cast<char>(value));
}

}  // namespace

template <typename Fill>
void StepWriter::Add(Frame frame, const Fill& fill) {
  const std::size_t begin = out_->size();
  Put1(frame, out_);
  Put4(0, out_);
  fill(out_);
  const std::size_t length = out_->size() - begin - kFrameHeadBytes;
  for (std::size_t i = 0; i < 4; ++i) (*out_)[begin + 1 + i] = static_cast<char>(length >> (8 * i));
  hash_.Add(std::string_view(*out_).substr(begin));
}

void StepWriter::Introduce(const SourceFacts& facts) {
  Add(Frame::kSource, [&](std::string* out) {
    Put8(facts.first_commit, out);
    Put8(facts.origin, out);
    Put1(facts.knows_commit, out);
  });
}

void StepWriter::Begin(CommitId since, CommitId until) {
  hash_.Reset();
  Add(Frame::kBegin, [&](std::string* out) {
    Put8(since, out);
    Put8(until, out);
  });
}

void StepWriter::Add(const Note& note) {
  Add(Frame::kNote, [&](std::string* out) {
    Put4(note.key.size(), out);
    out->append(note.key).append(note.text);
  });
}

StepVisitor StepWriter::visitor() {
  return {.row = [this](const ReplicaRow& row) -> base::Status {
            Add(Frame::kRow, [&](std::string* out) {
              Put1(row.kind, out);
              Put1(row.row.state, out);
              Put4(row.row.number.value(), out);
              Put8(row.commit, out);
              Put4(row.named.size(), out);
              for (const base::OrgNumber named : row.named) Put4(named.value(), out);
              Put1(!row.packed.empty(), out);
              out->append(row.packed.empty() ? row.row.body : row.packed);
            });
            return {};
          },
          .line = [this](const LineView& view) -> base::Status {
            Add(Frame::kLine, [&](std::string* out) {
              const LogLine& line = view.line;
              Put1(line.kind, out);
              Put1(line.type, out);
              Put4(line.number.value(), out);
              Put8(line.id, out);
              Put8(line.place, out);
              Put8(line.commit, out);
              Put8(line.time_ms, out);
              Put8(line.place_sum, out);
              Put8(line.patch_sum, out);
              Put4(view.forward.size(), out);
              out->append(view.forward).append(view.backward);
            });
            return {};
          },
          .commit = [this](const CommitRecord& commit) -> base::Status {
            Add(Frame::kCommit, [&](std::string* out) {
              Put8(commit.id, out);
              Put8(commit.time_ms, out);
              Put8(commit.batch.digest, out);
              Put8(commit.last_change, out);
              Put8(commit.changes, out);
              Put1(commit.tables.size(), out);
              for (const CommitRecord::OfTable& table : commit.tables) {
                Put8(table.contents.rows, out);
                Put8(table.contents.fingerprint, out);
                Put1(table.is_unlogged, out);
              }
              out->append(commit.batch.id);
            });
            return {};
          }};
}

void StepWriter::End(const Summary& goal) {
  Add(Frame::kEnd, [&](std::string* out) {
    const std::size_t begin = out->size();
    Put8(goal.position, out);
    Put8(goal.first_commit, out);
    Put8(goal.last_change, out);
    Put8(goal.time_ms, out);
    Put8(goal.withdrawn, out);
    Put1(goal.tables.size(), out);
    for (const Summary::OfTable& table : goal.tables) {
      Put8(table.rows, out);
      Put8(table.sum, out);
      Put8(table.lines, out);
      Put8(table.line_sum, out);
      Put8(table.unlogged, out);
    }
    hash_.Add(std::string_view(*out).substr(begin));
    Put8(hash_.Digest(), out);
  });
}

void StepWriter::NothingNew(CommitId position) {
  Add(Frame::kNothingNew, [&](std::string* out) { Put8(position, out); });
}

}  // namespace orgreg::store
