// SPDX-License-Identifier: EUPL-1.2

#include "ingest/batches/reader.h"

#include <xxhash.h>

#include <utility>

#include "model/kind.h"

namespace orgreg::ingest {

void BatchProblems::Add(std::uint64_t line, records::Problem problem) {
  if (++count <= kMostKept) first.push_back({.line = line, .problem = std::move(problem)});
}

std::vector<std::string> BatchProblems::Texts() const {
  std::vector<std::string> texts;
  texts.reserve(first.size());
  for (const auto& [line, problem] : first) {
    texts.push_back((line == 0 ? "" : "line " + std::to_string(line) + ": ") + problem.Text());
  }
  return texts;
}

std::optional<ReadBatch> BatchReader::Next() {
  ReadBatch read;
  if (!next_ && !Advance(&read)) {
    if (read.problems.count == 0) return std::nullopt;
    return read;
  }
  Begin(&read);
  while (!IsFull()) {
    if (!next_ && !Advance(&read)) break;
    if (next_->line.is_header) break;
    TakeOperation(&read);
  }
  Finish(&read);
  return read;
}

// Reads ahead to the next line. False if there is none; a problem of `read` may say why.
bool BatchReader::Advance(ReadBatch* read) {
  if (is_over_) return false;
  const auto text = texts_.Next();
  if (!text) read->problems.Add(0, {.reason = text.error().message});
  is_over_ = !text || !*text;
  if (is_over_) return false;
  next_ =
      NextLine{.line = reader_.Read((*text)->text), .text = (*text)->text, .number = (*text)->line};
  return true;
}

// The next line is the first of a batch.
void BatchReader::Begin(ReadBatch* read) {
  read->line = next_->number;
  expected_.reset();
  operations_ = 0;
  bytes_ = 0;
  const bool is_first = std::exchange(is_first_, false);
  if (!next_->line.is_header) {
    if (!is_first)
      read->problems.Add(read->line,
                         {.reason = "is beyond the number in the header; a header must follow"});
    return;
  }
  for (records::Problem& problem : next_->line.problems)
    read->problems.Add(read->line, std::move(problem));
  read->batch.id = std::move(next_->line.id);
  read->batch.time = next_->line.time;
  expected_ = next_->line.count;
  next_.reset();
}

void BatchReader::TakeOperation(ReadBatch* read) {
  ++operations_;
  bytes_ += next_->text.size();
  if (bytes_ > most_bytes_) {
    read->problems.Add(next_->number, {.reason = "the batch is larger than " +
                                                 std::to_string(most_bytes_) + " bytes"});
    is_over_ = true;
  }
  for (records::Problem& problem : next_->line.problems)
    read->problems.Add(next_->number, std::move(problem));
  if (read->problems.count != 0) {
    // It will not be applied, so it need not be kept.
    read->batch.operations.clear();
    read->lines.clear();
  } else {
    read->batch.digest = Digest(read->batch.digest);
    read->batch.operations.push_back(std::move(next_->line.operation));
    read->lines.push_back(next_->number);
  }
  next_.reset();
}

// Covers the operations so far and the current one. For roles the sealed form counts: the digest is
// stored, and a digest of the text would let an identification number be guessed.
std::uint64_t BatchReader::Digest(std::uint64_t so_far) const {
  const records::Operation& operation = next_->line.operation;
  const bool is_sealed = operation.kind == model::Kind::kRoles && !operation.body.empty();
  const std::string_view text = is_sealed ? operation.body : next_->text;
  return XXH3_64bits_withSeed(text.data(), text.size(), so_far);
}

void BatchReader::Finish(ReadBatch* read) const {
  if (expected_ && operations_ < *expected_) {
    read->problems.Add(read->line, {std::string(NameOf(model::BatchMember::kCount)),
                                    std::to_string(*expected_) + " were announced, but only " +
                                        std::to_string(operations_) + " came"});
  } else if (operations_ == 0) {
    read->problems.Add(read->line, {.reason = "the batch has no operation"});
  }
}

}  // namespace orgreg::ingest
