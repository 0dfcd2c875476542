// SPDX-License-Identifier: EUPL-1.2

// Fields takes numbers and texts from a payload, and remembers whether all of them were there.

#include "store/steps/step_reader.h"

#include <cstdint>
#include <utility>

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Status;

class Fields {
 public:
  explicit Fields(std::string_view bytes) : bytes_(bytes) {}

  template <typename Unsigned>
  Unsigned Take() {
    const std::string_view bytes = Text(sizeof(Unsigned));
    Unsigned value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value |= static_cast<Unsigned>(Unsigned{static_cast<unsigned char>(bytes[i])} << (8 * i));
    }
    return value;
  }
  std::uint64_t Count() { return Take<std::uint64_t>(); }
  std::int64_t Number() { return static_cast<std::int64_t>(Count()); }
  CommitId Commit() { return CommitId{Number()}; }
  // A value of an enumeration whose last one is given.
  template <typename Enumeration>
  Enumeration Choice(Enumeration last) {
    const auto value = Take<std::uint8_t>();
    is_right_ = is_right_ && value <= static_cast<std::uint8_t>(last);
    return is_right_ ? static_cast<Enumeration>(value) : Enumeration{};
  }
  base::OrgNumber Organisation() {
    const auto value = Take<std::uint32_t>();
    is_right_ = is_right_ && value < base::OrgNumber::kLimit;
    return is_right_ ? base::OrgNumber(value) : base::OrgNumber();
  }
  std::string_view Text(std::size_t size) {
    is_right_ = is_right_ && size <= bytes_.size();
    if (!is_right_) return {};
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }
  std::string_view Rest() { return Text(bytes_.size()); }
  // How many items of so many bytes follow.
  std::size_t Items(std::size_t count, std::size_t item_bytes) {
    is_right_ = is_right_ && count <= bytes_.size() / item_bytes;
    return is_right_ ? count : 0;
  }

  bool is_right() const { return is_right_; }
  bool is_whole() const { return is_right_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool is_right_ = true;
};

constexpr model::Kind kLastKind = model::kKinds.back();

Error Wrong() { return {Code::kCorrupt, "the bytes of the source are no step of a replica"}; }

// A source of a later version may have tables that this program does not know.
template <typename Read>
Status ReadTables(Fields* fields, const Read& read) {
  const std::size_t count = fields->Take<std::uint8_t>();
  if (count > model::kKindCount)
    return Error{Code::kInvalid, "the source has a newer version than this program"};
  for (std::size_t at = 0; at < count && fields->is_right(); ++at) read(at);
  return {};
}

Status ReadSource(std::string_view payload, StepSink* sink) {
  Fields fields(payload);
  SourceFacts facts;
  facts.first_commit = fields.Commit();
  facts.origin = fields.Count();
  facts.knows_commit = fields.Take<std::uint8_t>() != 0;
  return fields.is_whole() ? sink->Meet(facts) : Wrong();
}

Status ReadNothingNew(std::string_view payload, StepSink* sink) {
  Fields fields(payload);
  const CommitId position = fields.Commit();
  return fields.is_whole() ? sink->NothingNew(position) : Wrong();
}

Status ReadBegin(std::string_view payload, StepSink* sink) {
  Fields fields(payload);
  const CommitId since = fields.Commit();
  const CommitId until = fields.Commit();
  return fields.is_whole() ? sink->Begin(since, until) : Wrong();
}

Status ReadRow(std::string_view payload, StepSink* sink) {
  Fields fields(payload);
  ReplicaRow row;
  row.kind = fields.Choice(kLastKind);
  row.row.state = fields.Choice(RowState::kRemoved);
  row.row.number = fields.Organisation();
  row.commit = fields.Commit();
  const std::size_t named = fields.Items(fields.Take<std::uint32_t>(), sizeof(std::uint32_t));
  for (std::size_t i = 0; i < named; ++i) row.named.push_back(fields.Organisation());
  const bool is_packed = fields.Take<std::uint8_t>() != 0;
  (is_packed ? row.packed : row.row.body) = fields.Rest();
  return fields.is_whole() ? sink->Take(row) : Wrong();
}

Status ReadLine(std::string_view payload, StepSink* sink) {
  Fields fields(payload);
  LineView view;
  LogLine& line = view.line;
  line.kind = fields.Choice(kLastKind);
  line.type = fields.Choice(ChangeType::kRemoval);
  line.number = fields.Organisation();
  line.id = fields.Number();
  line.place = fields.Number();
  line.commit = fields.Commit();
  line.time_ms = fields.Number();
  line.place_sum = fields.Count();
  line.patch_sum = fields.Count();
  view.forward = fields.Text(fields.Take<std::uint32_t>());
  view.backward = fields.Rest();
  view.checksum = LineChecksum(line);
  const bool is_right =
      fields.is_whole() && PatchChecksum(view.forward, view.backward) == line.patch_sum;
  return is_right ? sink->Take(view) : Wrong();
}

Status ReadCommitFrame(std::string_view payload, StepSink* sink) {
  Fields fields(payload);
  CommitRecord commit;
  commit.id = fields.Commit();
  commit.time_ms = fields.Number();
  commit.batch.digest = fields.Count();
  commit.last_change = fields.Number();
  commit.changes = fields.Count();
  TRY(ReadTables(&fields, [&](std::size_t at) {
    CommitRecord::OfTable& table = commit.tables[at];
    table.contents.rows = fields.Count();
    table.contents.fingerprint = fields.Count();
    table.is_unlogged = fields.Take<std::uint8_t>() != 0;
  }));
  commit.batch.id = fields.Rest();
  return fields.is_whole() ? sink->Take(commit) : Wrong();
}

Status ReadNote(std::string_view payload, StepSink* sink) {
  Fields fields(payload);
  Note note;
  note.key = fields.Text(fields.Take<std::uint32_t>());
  note.text = fields.Rest();
  return fields.is_whole() ? sink->Take(note) : Wrong();
}

// `hash` is that of the step so far; the last number of the payload is the hash of all before it.
Status ReadEnd(std::string_view payload, StreamHash* hash, StepSink* sink) {
  if (payload.size() < sizeof(std::uint64_t)) return Wrong();
  hash->Add(payload.substr(0, payload.size() - sizeof(std::uint64_t)));
  Fields fields(payload);
  Summary goal;
  goal.position = fields.Commit();
  goal.first_commit = fields.Commit();
  goal.last_change = fields.Number();
  goal.time_ms = fields.Number();
  goal.withdrawn = fields.Commit();
  TRY(ReadTables(&fields, [&](std::size_t at) {
    Summary::OfTable& table = goal.tables[at];
    table.rows = fields.Count();
    table.sum = fields.Count();
    table.lines = fields.Number();
    table.line_sum = fields.Count();
    table.unlogged = fields.Commit();
  }));
  const bool is_right = fields.Count() == hash->Digest() && fields.is_whole();
  return is_right ? sink->End(goal) : Wrong();
}

}  // namespace

// Frames that are whole in `bytes` are read where they are.
Status StepReader::Read(std::string_view bytes) {
  if (rest_.empty()) {
    TRY(ReadFrames(&bytes));
    rest_.assign(bytes);
    return {};
  }
  rest_.append(bytes);
  std::string_view all = rest_;
  TRY(ReadFrames(&all));
  rest_.erase(0, rest_.size() - all.size());
  return {};
}

Status StepReader::ReadFrames(std::string_view* bytes) {
  while (bytes->size() >= kFrameHeadBytes) {
    Fields head(*bytes);
    const auto frame = head.Choice(Frame::kNote);
    const std::size_t length = head.Take<std::uint32_t>();
    if (!head.is_right()) return Wrong();
    if (length > kMostFrameBytes) return Error{Code::kLimit, "a frame of the source is too long"};
    const std::size_t size = kFrameHeadBytes + length;
    if (bytes->size() < size) return {};
    TRY(ReadFrame(frame, bytes->substr(0, size), bytes->substr(kFrameHeadBytes, length)));
    bytes->remove_prefix(size);
  }
  return {};
}

Status StepReader::ReadFrame(Frame frame, std::string_view whole, std::string_view payload) {
  const bool is_of_step = frame != Frame::kSource && frame != Frame::kNothingNew;
  const bool begins = frame == Frame::kBegin;
  if ((is_of_step && !begins) != is_in_step_) return Wrong();
  if (begins) hash_.Reset();
  if (is_of_step && frame != Frame::kEnd) hash_.Add(whole);
  is_in_step_ = is_of_step && frame != Frame::kEnd;
  switch (frame) {
    case Frame::kSource:
      return ReadSource(payload, sink_);
    case Frame::kBegin:
      return ReadBegin(payload, sink_);
    case Frame::kRow:
      return ReadRow(payload, sink_);
    case Frame::kLine:
      return ReadLine(payload, sink_);
    case Frame::kCommit:
      return ReadCommitFrame(payload, sink_);
    case Frame::kEnd:
      return ReadEnd(payload, &hash_, sink_);
    case Frame::kNothingNew:
      return ReadNothingNew(payload, sink_);
    case Frame::kNote:
      return ReadNote(payload, sink_);
  }
  return Wrong();
}

}  // namespace orgreg::store
