// SPDX-License-Identifier: EUPL-1.2

// What no store would write. tests/unit/store/replica_suite.h has the steps of stores.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/steps/step_reader.h"
#include "store/steps/step_writer.h"

namespace orgreg::store {
namespace {

class Noting final : public StepSink {
 public:
  base::Status Meet(const SourceFacts& facts) override {
    return Note("source " + std::to_string(facts.first_commit.value) + " " +
                std::to_string(facts.origin) + (facts.knows_commit ? " knows" : ""));
  }
  base::Status Begin(CommitId since, CommitId until) override {
    return Note("begin " + std::to_string(since.value) + " " + std::to_string(until.value));
  }
  base::Status Take(const ReplicaRow& row) override {
    return Note("row " + std::string(row.row.body));
  }
  base::Status Take(const LineView& line) override {
    return Note("line " + std::string(line.forward));
  }
  base::Status Take(const CommitRecord& commit) override {
    return Note("commit " + commit.batch.id);
  }
  base::Status Take(const store::Note& note) override {
    return Note("note " + note.key + "=" + note.text);
  }
  base::Status End(const Summary& goal) override {
    return Note("end " + std::to_string(goal.position.value));
  }
  base::Status NothingNew(CommitId position) override {
    return Note("at " + std::to_string(position.value));
  }

  std::vector<std::string> notes;

 private:
  base::Status Note(std::string text) {
    notes.push_back(std::move(text));
    return {};
  }
};

// The code of the error; nothing if the bytes are taken.
std::optional<base::Code> Refusal(const std::string& bytes) {
  Noting sink;
  StepReader reader(&sink);
  const base::Status read = reader.Read(bytes);
  return read ? std::nullopt : std::optional(read.error().code);
}

std::string FrameOf(int type, std::string_view payload) {
  std::string frame(1, static_cast<char>(type));
  for (int i = 0; i < 4; ++i) frame.push_back(static_cast<char>(payload.size() >> (8 * i)));
  return frame.append(payload);
}

const std::string kEight(8, '\0');

TEST(StepReader, TakesWhatASourceSaysOutsideOfSteps) {
  std::string bytes;
  StepWriter writer(&bytes);
  writer.Introduce({.first_commit = CommitId{1}, .origin = 3, .knows_commit = true});
  writer.NothingNew(CommitId{7});
  Noting sink;
  StepReader reader(&sink);
  ASSERT_TRUE(reader.Read(bytes).ok());
  EXPECT_EQ(sink.notes, (std::vector<std::string>{"source 1 3 knows", "at 7"}));
  EXPECT_TRUE(reader.is_between_steps());
}

TEST(StepReader, TakesNotesOfAStep) {
  std::string bytes;
  StepWriter writer(&bytes);
  writer.Begin(CommitId{1}, CommitId{2});
  writer.Add({.key = "a", .text = "b\nc"});
  writer.Add({.key = "", .text = ""});
  Noting sink;
  ASSERT_TRUE(StepReader(&sink).Read(bytes).ok());
  EXPECT_EQ(sink.notes, (std::vector<std::string>{"begin 1 2", "note a=b\nc", "note ="}));
}

TEST(StepReader, RefusesWhatIsNoFrame) {
  EXPECT_EQ(Refusal("HTTP/1.1 200 OK"), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(FrameOf(0, "")), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(FrameOf(9, "")), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(std::string("\2\xff\xff\xff\xff", 5)), base::Code::kLimit);
}

TEST(StepReader, RefusesFramesOutOfOrder) {
  EXPECT_EQ(Refusal(FrameOf(3, "")), base::Code::kCorrupt) << "a row outside of a step";
  EXPECT_EQ(Refusal(FrameOf(6, "")), base::Code::kCorrupt) << "an end without a beginning";
  EXPECT_EQ(Refusal(FrameOf(8, std::string(4, '\0'))), base::Code::kCorrupt)
      << "a note outside of a step";
  const std::string begin = FrameOf(2, kEight + kEight);
  EXPECT_EQ(Refusal(begin), std::nullopt);
  EXPECT_EQ(Refusal(begin + begin), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(begin + FrameOf(7, kEight)), base::Code::kCorrupt);
}

TEST(StepReader, RefusesPayloadsOfAnotherLength) {
  EXPECT_EQ(Refusal(FrameOf(2, kEight)), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(FrameOf(2, kEight + kEight + "x")), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(FrameOf(7, "")), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(FrameOf(1, kEight)), base::Code::kCorrupt);
  const std::string begin = FrameOf(2, kEight + kEight);
  for (const int type : {3, 4, 5, 6, 8}) {
    EXPECT_EQ(Refusal(begin + FrameOf(type, "")), base::Code::kCorrupt) << type;
    EXPECT_EQ(Refusal(begin + FrameOf(type, "abc")), base::Code::kCorrupt) << type;
  }
}

TEST(StepReader, RefusesValuesThatNoRowHas) {
  const std::string begin = FrameOf(2, kEight + kEight);
  const auto row = [&](char kind, char state, std::string_view number, std::string_view named) {
    std::string payload = {kind, state};
    return payload.append(number).append(kEight).append(named).append(1, '\0').append("{}");
  };
  const std::string zero(4, '\0');
  EXPECT_EQ(Refusal(begin + FrameOf(3, row(0, 0, zero, zero))), std::nullopt);
  EXPECT_EQ(Refusal(begin + FrameOf(3, row(99, 0, zero, zero))), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(begin + FrameOf(3, row(0, 3, zero, zero))), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(begin + FrameOf(3, row(0, 0, "\xff\xff\xff\xff", zero))), base::Code::kCorrupt);
  EXPECT_EQ(Refusal(begin + FrameOf(3, row(0, 0, zero, "\xff\xff\xff\xff"))), base::Code::kCorrupt);
}

TEST(StepReader, RefusesASourceOfMoreTables) {
  const std::string begin = FrameOf(2, kEight + kEight);
  std::string commit;
  for (int i = 0; i < 5; ++i) commit += kEight;
  commit.push_back(static_cast<char>(model::kKindCount + 1));
  EXPECT_EQ(Refusal(begin + FrameOf(5, commit)), base::Code::kInvalid);
}

}  // namespace
}  // namespace orgreg::store
