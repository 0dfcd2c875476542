// SPDX-License-Identifier: EUPL-1.2

// Three threads hand portions on: a Reader reads, parses and counts problems, MakeRows makes rows
// of the records, and WriteRows gives these to the register. Import decides at the end whether to
// commit.

#include "ingest/imports/import.h"

#include <utility>

#include "base/threads/helper_thread.h"
#include "base/threads/portions.h"
#include "base/values/org_number.h"
#include "ingest/imports/complaints.h"
#include "ingest/imports/unit_stream.h"
#include "ingest/imports/votes.h"
#include "model/kept_json.h"
#include "model/units/odd_values.h"
#include "records/readers/problem.h"

namespace orgreg::ingest {
namespace {

constexpr std::uint64_t kProgressRecords = 4096;

using Records = base::Portions<ReadUnit>;
using Rows = base::Portions<records::UnitRow>;

std::string PlaceOf(const ReadUnit& unit) {
  return "line " + std::to_string(unit.line) + ", record " + std::to_string(unit.ordinal);
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

// The reading side: from files to portions of units.
class Reader {
 public:
  Reader(const ImportOptions& options, Records* records) : options_(options), records_(records) {}

  // Runs in a thread of its own until the files are read, one fails, or the receiver has stopped.
  void Run() {
    for (const std::string& file : options_.files) {
      status_ = ReadFile(file);
      if (!status_) break;
    }
    if (status_) records_->Send();
    records_->Close();
  }

  const base::Status& status() const { return status_; }
  Complaints* complaints() { return &complaints_; }
  std::optional<model::Kind> OtherKind() const {
    return votes_.OtherThan(options_.load.kind, report_.read);
  }
  ImportReport TakeReport() { return std::move(report_); }

  // After Run: says that the inventory has the bad records too.
  void MentionBadRecords(records::Load* load) const {
    for (const base::OrgNumber number : bad_numbers_) load->Mention(number);
    if (bad_numbers_.size() < report_.bad) load->MentionUnknown();
  }

 private:
  base::Status ReadFile(const std::string& file) {
    auto source = TRY(formats::OpenSource(file));
    auto stream = OpenUnitStream(options_.load.kind, &source.bytes(), options_.sealing);
    if (!stream) return std::move(stream).error().At(file);
    while (true) {
      ReadUnit* const unit = records_->Place();
      if (unit == nullptr) return Stopped();
      unit->excerpt.clear();  // That of an earlier record.
      const auto more = (*stream)->Next(unit);
      if (!more) return base::Error(more.error()).At(file);
      if (!*more) return {};
      ++report_.read;
      if (options_.progress && report_.read % kProgressRecords == 0) {
        options_.progress({.records = report_.read,
                           .bytes = source.file->consumed_bytes(),
                           .total_bytes = source.file->size_bytes()});
      }
      TRY(Take(file, unit));
    }
  }

  base::Status Take(const std::string& file, ReadUnit* unit) {
    votes_.Count(unit->seems);
    if (!unit->problems.empty()) return Refuse(file, *unit);
    const model::OddValues odd_values = TakeOddValues(unit);
    for (const model::OddValue& odd : odd_values) {
      if (!odd.may_stay()) unit->problems.push_back({odd.path, std::string(odd.reason)});
    }
    if (!unit->problems.empty()) return Refuse(file, *unit);
    CountUnknown(unit->unit);
    for (const std::string& path : unit->unknown) CountUnknown(path);
    CountOddValues(is_of_units_ ? unit->unit.number : unit->supplement.number, odd_values);
    return records_->Keep() ? base::Status() : Stopped();
  }

  base::Status Refuse(const std::string& file, const ReadUnit& unit) {
    ++report_.bad;
    const base::OrgNumber number = is_of_units_ ? unit.unit.number : unit.supplement.number;
    if (number != base::OrgNumber()) bad_numbers_.push_back(number);
    const std::string place = PlaceOf(unit);
    std::string example = file + ": " + place + ": " + records::Joined(unit.problems);
    if (!unit.excerpt.empty()) example.append(": ").append(unit.excerpt);
    if (options_.strict) return base::Error{base::Code::kInvalid, std::move(example)};
    const bool is_only_file = options_.files.size() == 1;
    complaints_.Add(unit.problems, is_only_file ? place : file + ": " + place, std::move(example));
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

  model::OddValues TakeOddValues(ReadUnit* unit) const {
    if (!is_of_units_) return std::move(unit->supplement.odd_values);
    return model::OddValuesOf(options_.load.kind, unit->unit);
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

  // The receiver has given up, for a reason of its own.
  static base::Status Stopped() {
    return base::Error{base::Code::kUnavailable, "the store takes no more"};
  }

  const ImportOptions& options_;
  const bool is_of_units_ = model::IsUnit(options_.load.kind);
  Records* records_;
  std::vector<base::OrgNumber> bad_numbers_;  // If at least the number could be read.
  base::Status status_;
  Votes votes_;
  Complaints complaints_;
  ImportReport report_;
};

// The middle: runs in a thread of its own until the records end or the receiver has stopped. The
// body of a supplement is complete already.
void MakeRows(model::Kind kind, Records* records, Rows* rows) {
  records::UnitRowMaker maker(kind);
  const base::Status made = records->TakeAll([&](ReadUnit* record) -> base::Status {
    records::UnitRow* const row = rows->Place();
    if (row != nullptr && model::IsUnit(kind)) {
      maker.Make(record->unit, row);
    } else if (row != nullptr) {
      row->row.number = record->supplement.number;
      std::swap(row->row.body, record->supplement.body);
    }
    if (row != nullptr && rows->Keep()) return {};
    return base::Error{base::Code::kUnavailable, "the store takes no more"};
  });
  if (made) rows->Send();
  records->Close();
  rows->Close();
}

// Records that the register refused.
struct Refused {
  std::uint64_t count = 0;
  Complaints complaints = {};
};

// The writing side.
base::Status WriteRows(const ImportOptions& options, Rows* rows, records::Load* load,
                       Refused* refused) {
  return rows->TakeAll([&](const records::UnitRow* unit) -> base::Status {
    base::Status status = model::IsUnit(options.load.kind)
                              ? load->Put(*unit)
                              : load->PutSupplement(unit->row.number, unit->row.body);
    if (status) return {};
    if (status.error().code != base::Code::kInvalid || options.strict) return status;
    ++refused->count;
    const std::string& message = status.error().message;
    refused->complaints.Add({{.reason = message}}, unit->row.number.ToString(), message);
    return {};
  });
}

// Runs the three threads; the calling one writes.
base::Status Run(const ImportOptions& options, Reader* reader, Records* records,
                 records::Load* load, Refused* refused) {
  Rows rows;
  base::HelperThread reading(
      "reading", [reader] { reader->Run(); }, [records] { records->Close(); });
  base::HelperThread making(
      "making rows", [&] { MakeRows(options.load.kind, records, &rows); },
      [&] {
        records->Close();
        rows.Close();
      });
  TRY(WriteRows(options, &rows, load, refused));
  TRY(making.Join());
  TRY(reading.Join());
  return reader->status();
}

}  // namespace

base::Result<ImportReport> Import(records::Register* target, const ImportOptions& options) {
  TRY(target->InstallCodeLists());
  auto load = target->BeginLoad(options.load);
  if (!load) return std::move(load).error();
  Records records;
  Reader reader(options, &records);
  Refused refused;
  TRY(Run(options, &reader, &records, &*load, &refused));
  reader.MentionBadRecords(&*load);
  const auto other_kind = reader.OtherKind();
  ImportReport report = reader.TakeReport();
  report.bad += refused.count;
  report.bad_records = reader.complaints()->Lines();
  const std::vector<std::string> others = refused.complaints.Lines();
  report.bad_records.insert(report.bad_records.end(), others.begin(), others.end());
  report.seems = other_kind;
  report.is_none_taken = other_kind || (report.read != 0 && report.read == report.bad);
  if (report.is_none_taken) return report;
  auto counts = TRY(load->Commit());
  report.loaded = counts;
  return report;
}

}  // namespace orgreg::ingest
