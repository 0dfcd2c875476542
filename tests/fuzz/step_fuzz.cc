// SPDX-License-Identifier: EUPL-1.2

// Reads steps of a replica from any bytes, in pieces of any length: they are taken or refused, and
// the pieces make no difference. What is taken is written again, and read as the same.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "store/steps/step_reader.h"
#include "store/steps/step_writer.h"

namespace orgreg::store {
namespace {

using base::Status;

void Demand(bool holds) {
  if (!holds) std::abort();
}

// Writes everything that it gets.
class Echo final : public StepSink {
 public:
  Status Meet(const SourceFacts& facts) override {
    writer_.Introduce(facts);
    return {};
  }
  Status Begin(CommitId since, CommitId until) override {
    writer_.Begin(since, until);
    return {};
  }
  Status Take(const ReplicaRow& row) override { return visitor_.row(row); }
  Status Take(const LineView& line) override { return visitor_.line(line); }
  Status Take(const CommitRecord& commit) override { return visitor_.commit(commit); }
  Status Take(const Note& note) override {
    writer_.Add(note);
    return {};
  }
  Status End(const Summary& goal) override {
    writer_.End(goal);
    return {};
  }
  Status NothingNew(CommitId position) override {
    writer_.NothingNew(position);
    return {};
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  StepWriter writer_{&text_};
  StepVisitor visitor_ = writer_.visitor();
};

// What was taken before an error, and whether there was one.
std::string Read(std::string_view bytes, std::size_t piece) {
  Echo echo;
  StepReader reader(&echo);
  bool is_right = true;
  for (; is_right && !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    is_right = reader.Read(bytes.substr(0, piece)).ok();
  }
  return echo.text() + (is_right ? "+" : "-");
}

}  // namespace

void ReadAnyBytes(std::string_view bytes) {
  const std::size_t size = bytes.size();
  const std::string at_once = Read(bytes, size + 1);
  Demand(at_once == Read(bytes, 1 + size / 3));
  Demand(at_once == Read(bytes, 1));
  const std::string_view taken = std::string_view(at_once).substr(0, at_once.size() - 1);
  const std::string again = Read(taken, size + 1);
  Demand(std::string_view(again).substr(0, again.size() - 1) == taken);
}

}  // namespace orgreg::store

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  orgreg::store::ReadAnyBytes({reinterpret_cast<const char*>(data), size});
  return 0;
}
