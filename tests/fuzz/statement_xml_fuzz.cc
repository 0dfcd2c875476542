// SPDX-License-Identifier: EUPL-1.2

// Reads bulk files of financial statements: the pieces that a source delivers make no difference;
// an accepted filing satisfies every rule, and is the same when it is stored and read again. The
// first two bytes choose the pieces.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/imports/statement_xml.h"
#include "records/readers/statement_record.h"
#include "render/statements/json.h"
#include "unit/formats/sliced_source.h"

namespace {

using orgreg::formats::ByteSource;
using orgreg::formats::MemorySource;
using orgreg::formats::SlicedSource;
using orgreg::ingest::ReadPart;
using orgreg::ingest::StatementXml;
using orgreg::model::Filings;
using orgreg::records::StatementReader;

void Demand(bool condition) {
  if (!condition) std::abort();
}

struct Reading {
  std::vector<orgreg::model::Statement> taken;
  std::vector<std::string> problems;
  friend bool operator==(const Reading&, const Reading&) = default;
};

Reading Read(ByteSource* source) {
  StatementXml xml(source);
  Reading reading;
  while (true) {
    ReadPart part;
    const auto more = xml.Next(&part);
    if (!more) reading.problems.push_back(more.error().message);
    if (!more || !*more) return reading;
    Demand(part.line > 0);
    if (part.problems.empty()) reading.taken.push_back(part.statement);
    for (const auto& problem : part.problems) reading.problems.push_back(problem.Text());
  }
}

void DemandStorable(const orgreg::model::Statement& part) {
  Filings filings{.number = part.number, .statements = {part}};
  filings.statements.front().id = 1;
  std::string text;
  orgreg::render::AppendStoredFilings(filings, &text);
  text.reserve(text.size() + orgreg::records::JsonReader::kPadding);
  Filings again;
  orgreg::records::Problems problems;
  std::vector<std::string> unknown;
  Demand(StatementReader().ReadFilings(text, &again, &problems, &unknown));
  Demand(again.number == filings.number && again.statements == filings.statements);
  Demand(unknown.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  MemorySource whole(text);
  const Reading reading = Read(&whole);
  SlicedSource pieces(text, {1U + data[0], 1U + data[1] % 7U});
  Demand(Read(&pieces) == reading);
  for (const auto& part : reading.taken) DemandStorable(part);
  return 0;
}
