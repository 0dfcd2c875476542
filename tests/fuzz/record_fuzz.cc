// A record that is taken can be written, read again and is then the same; any other has
// at least one problem.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "records/record_reader.h"
#include "render/record_json.h"

namespace {

namespace model = orgreg::model;
namespace records = orgreg::records;
namespace render = orgreg::render;

bool Read(model::Kind kind, const std::string& text, model::Unit* unit) {
  static records::RecordReader reader;
  std::string padded;
  padded.reserve(text.size() + records::RecordReader::kPadding);
  padded.assign(text);
  records::Problems problems;
  const bool taken = reader.Read(kind, padded, unit, &problems);
  if (taken != problems.empty()) std::abort();
  return taken;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const model::Kind kind : model::kUnitKinds) {
    model::Unit unit;
    if (!Read(kind, text, &unit)) continue;
    std::string stored;
    render::AppendRecord(kind, unit, render::kStoredForm, &stored);
    model::Unit again;
    if (!Read(kind, stored, &again)) std::abort();
    std::string twice;
    render::AppendRecord(kind, again, render::kStoredForm, &twice);
    if (stored != twice) std::abort();
  }
  return 0;
}
