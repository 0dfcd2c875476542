// SPDX-License-Identifier: EUPL-1.2

// A record that is accepted can be written, read again and is then the same; any other has at least
// one problem.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "model/units/odd_values.h"
#include "records/readers/record_reader.h"
#include "render/record_json.h"

namespace {

namespace model = orgreg::model;
namespace records = orgreg::records;
namespace render = orgreg::render;

bool Read(model::Kind kind, records::RecordSource source, const std::string& text,
          model::Unit* unit) {
  static records::RecordReader stored(records::RecordSource::kStore);
  static records::RecordReader foreign(records::RecordSource::kInventory);
  records::RecordReader& reader = source == records::RecordSource::kStore ? stored : foreign;
  std::string padded;
  padded.reserve(text.size() + records::RecordReader::kPadding);
  padded.assign(text);
  records::Problems problems;
  const bool taken = reader.Read(kind, padded, unit, &problems);
  if (taken != problems.empty()) std::abort();
  return taken;
}

void ReadAndReadAgain(model::Kind kind, records::RecordSource source, const std::string& text) {
  model::Unit unit;
  if (!Read(kind, source, text, &unit)) return;
  for (const model::OddValue& odd : model::OddValuesOf(kind, unit)) {
    if (odd.path.empty() || odd.reason.empty()) std::abort();
  }
  std::string stored;
  render::AppendRecord(kind, unit, model::Form::kStored, &stored);
  model::Unit again;
  if (!Read(kind, records::RecordSource::kStore, stored, &again)) std::abort();
  std::string twice;
  render::AppendRecord(kind, again, model::Form::kStored, &twice);
  if (stored != twice) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const model::Kind kind : model::kUnitKinds) {
    ReadAndReadAgain(kind, records::RecordSource::kStore, text);
    ReadAndReadAgain(kind, records::RecordSource::kInventory, text);
  }
  return 0;
}
