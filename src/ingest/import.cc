#include "ingest/import.h"

#include <thread>
#include <utility>

#include "ingest/channel.h"
#include "ingest/unit_stream.h"
#include "model/odd_values.h"

namespace orgreg::ingest {
namespace {

constexpr std::size_t kBatchUnits = 256;
constexpr std::size_t kBatchesUnderWay = 8;
constexpr std::uint64_t kProgressRecords = 4096;

// A record of the kind that is imported.
struct Record {
  model::Unit unit = {};
  records::Supplement supplement = {};
};
using Batch = std::vector<Record>;

std::string Describe(const std::string& file, const ReadUnit& unit) {
  std::string text = file + ": line " + std::to_string(unit.line) + ", record " +
                     std::to_string(unit.ordinal) + ": ";
  for (const std::string& problem : unit.problems) {
    if (&problem != unit.problems.data()) text.append("; ");
    text.append(problem);
  }
  if (!unit.excerpt.empty()) text.append(": ").append(unit.excerpt);
  return text;
}

// "aktivitet" of "aktivitet[2]".
std::string WithoutIndices(std::string_view path) {
  std::string name;
  bool is_index = false;
  for (const char c : path) {
    is_index = is_index || c == '[';
    if (!is_index) name.push_back(c);
    is_index = is_index && c != ']';
  }
  return name;
}

std::string ExampleOf(base::OrgNumber number, const model::OddValue& odd) {
  std::string example = number.ToString();
  if (!odd.value.empty()) example.append(" has \"").append(Excerpt(odd.value)).append("\"");
  return example;
}

// The reading side: from files to batches of units.
class Reader {
 public:
  Reader(const ImportOptions& options, Channel<Batch>* batches)
      : options_(options), batches_(batches) {}

  // Runs in a thread of its own until the files are read, one fails, or nobody receives.
  void Run() {
    for (const std::string& file : options_.files) {
      status_ = ReadFile(file);
      if (!status_) break;
    }
    if (status_) SendBatch();
    batches_->Close();
  }

  const base::Status& status() const { return status_; }
  ImportReport TakeReport() { return std::move(report_); }

  // After Run: that the inventory has the bad records too.
  void MentionBadRecords(records::Load* load) const {
    for (const base::OrgNumber number : bad_numbers_) load->Mention(number);
    if (bad_numbers_.size() < report_.bad) load->MentionUnknown();
  }

 private:
  base::Status ReadFile(const std::string& file) {
    auto source = formats::OpenSource(file);
    if (!source) return std::move(source).error();
    auto stream = OpenUnitStream(options_.load.kind, &source->bytes(), options_.sealing);
    if (!stream) return std::move(stream).error().At(file);
    ReadUnit unit;
    while (true) {
      const auto more = (*stream)->Next(&unit);
      if (!more) return base::Error(more.error()).At(file);
      if (!*more) return {};
      ++report_.read;
      if (options_.progress && report_.read % kProgressRecords == 0) {
        options_.progress({.records = report_.read,
                           .bytes = source->file->consumed_bytes(),
                           .total_bytes = source->file->size_bytes()});
      }
      if (base::Status status = Take(file, &unit); !status) return status;
    }
  }

  base::Status Take(const std::string& file, ReadUnit* unit) {
    if (!unit->problems.empty()) {
      ++report_.bad;
      const base::OrgNumber number = is_of_units_ ? unit->unit.number : unit->supplement.number;
      if (number != base::OrgNumber()) bad_numbers_.push_back(number);
      std::string description = Describe(file, *unit);
      if (options_.strict) return base::Error{base::Code::kInvalid, std::move(description)};
      if (report_.bad_records.size() < ImportReport::kMostReported)
        report_.bad_records.push_back(std::move(description));
      return {};
    }
    CountUnknown(unit->unit);
    for (const std::string& path : unit->unknown) CountUnknown(path);
    CountOddValues(*unit);
    batch_.push_back({.unit = std::move(unit->unit), .supplement = std::move(unit->supplement)});
    if (batch_.size() == kBatchUnits && !SendBatch()) {
      return base::Error{base::Code::kUnavailable, "the store takes no more"};
    }
    return {};
  }

  void CountUnknown(const model::Unit& unit) {
    CountUnknown(unit.unknown);
    if (!unit.notices) return;
    for (const model::Notice& notice : *unit.notices) CountUnknown(notice.unknown);
  }

  void CountUnknown(const std::vector<model::UnknownMember>& members) {
    for (const model::UnknownMember& member : members) {
      CountUnknown(member.group.empty() ? member.name : member.group + "." + member.name);
    }
  }

  void CountUnknown(const std::string& path) {
    const bool is_full = report_.unknown_members.size() == ImportReport::kMostReported;
    if (!is_full || report_.unknown_members.contains(path)) ++report_.unknown_members[path];
  }

  void CountOddValues(const ReadUnit& unit) {
    if (!is_of_units_) return CountOddValues(unit.supplement.number, unit.supplement.odd_values);
    CountOddValues(unit.unit.number, model::OddValuesOf(options_.load.kind, unit.unit));
  }

  void CountOddValues(base::OrgNumber number, const model::OddValues& values) {
    for (const model::OddValue& odd : values) {
      const std::string what = WithoutIndices(odd.path).append(": ").append(odd.reason);
      const bool is_full = report_.odd_values.size() == ImportReport::kMostReported;
      if (is_full && !report_.odd_values.contains(what)) continue;
      OddValueCount& counted = report_.odd_values[what];
      if (++counted.count == 1) counted.example = ExampleOf(number, odd);
    }
  }

  bool SendBatch() {
    const bool sent = batches_->Send(std::exchange(batch_, {}));
    batch_.reserve(kBatchUnits);
    return sent;
  }

  const ImportOptions& options_;
  const bool is_of_units_ = model::IsUnit(options_.load.kind);
  Channel<Batch>* batches_;
  Batch batch_;
  std::vector<base::OrgNumber> bad_numbers_;  // Where the number, at least, could be read.
  base::Status status_;
  ImportReport report_;
};

// Records that the register would not take.
struct Refused {
  std::uint64_t count = 0;
  std::vector<std::string> reasons = {};  // The first ImportReport::kMostReported.
};

// The writing side.
base::Status WriteBatches(const ImportOptions& options, Channel<Batch>* batches,
                          records::Load* load, Refused* refused) {
  while (std::optional<Batch> batch = batches->Receive()) {
    for (const Record& record : *batch) {
      base::Status status =
          model::IsUnit(options.load.kind)
              ? load->Put(record.unit)
              : load->PutSupplement(record.supplement.number, record.supplement.body);
      if (status) continue;
      if (status.error().code != base::Code::kInvalid || options.strict) return status;
      ++refused->count;
      if (refused->reasons.size() < ImportReport::kMostReported)
        refused->reasons.push_back(status.error().message);
    }
  }
  return {};
}

}  // namespace

base::Result<ImportReport> Import(records::Register* target, const ImportOptions& options) {
  auto load = target->BeginLoad(options.load);
  if (!load) return std::move(load).error();
  Channel<Batch> batches(kBatchesUnderWay);
  Reader reader(options, &batches);
  std::thread reading([&reader] { reader.Run(); });
  Refused refused;
  base::Status written = WriteBatches(options, &batches, &*load, &refused);
  batches.Close();
  reading.join();
  if (!written) return std::move(written).error();
  if (!reader.status()) return reader.status().error();
  reader.MentionBadRecords(&*load);
  auto counts = load->Commit();
  if (!counts) return std::move(counts).error();
  ImportReport report = reader.TakeReport();
  report.loaded = *counts;
  report.bad += refused.count;
  report.bad_records.insert(report.bad_records.end(), refused.reasons.begin(),
                            refused.reasons.end());
  return report;
}

}  // namespace orgreg::ingest
