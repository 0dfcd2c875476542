#include "ingest/batches/envelope.h"

#include <simdjson.h>

#include <algorithm>

#include "base/values/shown_name.h"
#include "model/kind.h"
#include "records/readers/record_reader.h"

namespace orgreg::ingest {
namespace {

namespace ondemand = simdjson::ondemand;
using model::At;
using model::Unit;

const std::array<std::string, kBatchMembers>& Names() {
  static const std::array<std::string, kBatchMembers> names = {
      "batch",
      "operations",
      "time",
      "operation",
      "kind",
      records::PathOf(model::Kind::kEntity, At<&Unit::number>),
      records::PathOf(model::Kind::kEntity, At<&Unit::deleted_on>),
      "record"};
  return names;
}

// One line on its way into an envelope.
class EnvelopeFiller {
 public:
  EnvelopeFiller(BatchEnvelope* envelope, records::Problems* problems)
      : envelope_(envelope), problems_(problems) {}

  bool Fill(ondemand::document* document) {
    ondemand::object object;
    if (document->get_object().get(object) != simdjson::SUCCESS)
      return Fail("is not a JSON object");
    for (auto member : object) {
      std::string_view name;
      ondemand::value value;
      const bool is_read = member.unescaped_key().get(name) == simdjson::SUCCESS &&
                           member.value().get(value) == simdjson::SUCCESS;
      if (!is_read) return Broken();
      const std::string owned(name);  // The parser reuses the memory of names.
      if (!Take(owned, value)) return Broken();
    }
    const char* rest = nullptr;
    const bool is_all = document->current_location().get(rest) != simdjson::SUCCESS;
    return is_all || Fail("is followed by something else");
  }

  bool Broken() { return Fail("is not well-formed JSON"); }
  bool Fail(const char* reason) {
    problems_->push_back({.reason = reason});
    return false;
  }

 private:
  // False where the JSON itself is broken; so are those below.
  bool Take(const std::string& name, ondemand::value value) {
    const auto found = std::ranges::find(Names(), name);
    if (found == Names().end()) {
      Problem(base::ShownName(name), "is not known");
      return Skip(value);
    }
    const auto at = static_cast<std::size_t>(found - Names().begin());
    if (envelope_->given[at]) Problem(name, "is there twice");
    envelope_->given[at] = true;
    switch (static_cast<BatchMember>(at)) {
      case BatchMember::kCount:
        return TakeCount(name, value);
      case BatchMember::kRecord:
        return simdjson::to_json_string(value).get(envelope_->record) == simdjson::SUCCESS;
      default:
        return TakeText(name, value, &envelope_->texts[at]);
    }
  }

  bool TakeText(const std::string& name, ondemand::value value, std::optional<std::string>* to) {
    std::string_view text;
    if (value.get_string().get(text) == simdjson::SUCCESS) {
      to->emplace(text);
      return true;
    }
    Problem(name, "is not text");
    return Skip(value);
  }

  bool TakeCount(const std::string& name, ondemand::value value) {
    std::uint64_t count = 0;
    if (value.get_uint64().get(count) == simdjson::SUCCESS) {
      envelope_->count = count;
      return true;
    }
    Problem(name, "is not a whole number from 0");
    return Skip(value);
  }

  static bool Skip(ondemand::value value) {
    std::string_view raw;
    return simdjson::to_json_string(value).get(raw) == simdjson::SUCCESS;
  }

  void Problem(const std::string& name, const char* reason) {
    problems_->push_back({name, reason});
  }

  BatchEnvelope* envelope_;
  records::Problems* problems_;
};

}  // namespace

const std::string& NameOf(BatchMember member) { return Names()[static_cast<std::size_t>(member)]; }

struct BatchEnvelopeReader::Parser {
  ondemand::parser parser;
};

BatchEnvelopeReader::BatchEnvelopeReader() : parser_(std::make_unique<Parser>()) {}
BatchEnvelopeReader::~BatchEnvelopeReader() = default;

bool BatchEnvelopeReader::Read(std::string_view line, BatchEnvelope* envelope,
                               records::Problems* problems) {
  static_assert(records::RecordReader::kPadding >= simdjson::SIMDJSON_PADDING);
  *envelope = {};
  EnvelopeFiller filler(envelope, problems);
  ondemand::document document;
  const simdjson::padded_string_view padded(line.data(), line.size(),
                                            line.size() + records::RecordReader::kPadding);
  const simdjson::error_code error = parser_->parser.iterate(padded).get(document);
  if (error == simdjson::UTF8_ERROR) return filler.Fail("is not UTF-8");
  if (error != simdjson::SUCCESS) return filler.Broken();
  return filler.Fill(&document);
}

}  // namespace orgreg::ingest
