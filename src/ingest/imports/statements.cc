// SPDX-License-Identifier: EUPL-1.2

// The parts of a bulk file and the records of our own form both become filings, which a Reader
// sends to the writing side. Files that were loaded before are recognised by their name and digest
// first.

#include "ingest/imports/statements.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <memory>
#include <optional>
#include <utility>

#include "base/threads/channel.h"
#include "base/threads/helper_thread.h"
#include "formats/json/records.h"
#include "ingest/batches/line.h"
#include "ingest/imports/bulk_file_note.h"
#include "ingest/imports/complaints.h"
#include "ingest/imports/peeked_source.h"
#include "ingest/imports/statement_xml.h"
#include "ingest/imports/unit_stream.h"
#include "ingest/imports/votes.h"
#include "model/kind_signs.h"
#include "records/readers/problem.h"
#include "records/readers/statement_record.h"

namespace orgreg::ingest {
namespace {

constexpr std::size_t kPortionFilings = 256;
constexpr std::size_t kPortionsUnderWay = 8;
constexpr std::uint64_t kProgressRecords = 4096;
constexpr std::string_view kPackedEnding = ".gz";

using Filings = std::vector<model::Statement>;
using State = StatementImportReport::State;

// Computes the digest of everything that is read through it.
class SummedSource final : public formats::ByteSource {
 public:
  explicit SummedSource(formats::ByteSource* source) : source_(source) {
    XXH3_64bits_reset(&state_);
  }

  base::Result<std::size_t> Read(std::span<char> into) override {
    auto count = source_->Read(into);
    if (count) XXH3_64bits_update(&state_, into.data(), *count);
    return count;
  }

  base::Status ReadToEnd() {
    std::vector<char> piece(std::size_t{64} << 10);
    while (true) {
      const auto count = TRY(Read(piece));
      if (count == 0) return {};
    }
  }

  std::uint64_t Sum() const { return XXH3_64bits_digest(&state_); }

 private:
  formats::ByteSource* source_;
  XXH3_state_t state_ = {};
};

// A filing from either source.
struct ReadFiling {
  model::Statement statement = {};
  records::Problems problems = {};
  std::vector<std::string> unknown = {};
  std::uint64_t ordinal = 0;
  std::uint64_t line = 0;
  std::uint64_t repeated_accounts = 0;
  std::optional<model::Kind> seems = {};
  std::string excerpt = {};
};

class BulkFilings {
 public:
  explicit BulkFilings(formats::ByteSource* source) : parts_(source) {}

  base::Result<bool> Next(ReadFiling* next) {
    ReadPart part;
    auto more = parts_.Next(&part);
    if (!more || !*more) return more;
    *next = {.statement = std::move(part.statement),
             .problems = std::move(part.problems),
             .ordinal = part.ordinal,
             .line = part.line,
             .repeated_accounts = part.repeated_accounts};
    return true;
  }

 private:
  StatementXml parts_;
};

class JsonFilings {
 public:
  explicit JsonFilings(formats::ByteSource* source) : texts_(source) {}

  base::Result<bool> Next(ReadFiling* next) {
    const auto text = TRY(texts_.Next());
    if (!text) return false;
    *next = {.ordinal = text->ordinal, .line = text->line};
    if (!reader_.ReadStatement(text->text, &next->statement, &next->problems, &next->unknown)) {
      next->excerpt = Excerpt(text->text);
      next->seems = model::KindQuotedIn(text->text);
    }
    return true;
  }

 private:
  formats::JsonRecords texts_;
  records::StatementReader reader_;
};

// The reading side: from the file to portions of filings.
class Reader {
 public:
  Reader(const StatementImportOptions& options, const formats::OpenedSource& file,
         base::Channel<Filings>* portions)
      : options_(options), file_(file), portions_(portions) {}

  // Runs in a thread of its own until the file is read, fails, or the receiver has stopped.
  template <typename Source>
  void Run(Source source) {
    status_ = Read(&source);
    if (status_) SendPortion();
    portions_->Close();
  }

  const base::Status& status() const { return status_; }
  StatementImportReport TakeReport() {
    report_.bad_records = complaints_.Lines();
    if (report_.bad == report_.read && report_.read != 0) {
      report_.state = State::kNoneTaken;
      report_.seems = votes_.OtherThan(model::Kind::kStatements, report_.read);
    }
    return std::move(report_);
  }

 private:
  template <typename Source>
  base::Status Read(Source* source) {
    ReadFiling filing;
    while (true) {
      const auto more = source->Next(&filing);
      if (!more) return base::Error(more.error()).At(options_.file);
      if (!*more) return {};
      ++report_.read;
      if (options_.progress && report_.read % kProgressRecords == 0) {
        options_.progress({.records = report_.read,
                           .bytes = file_.file->consumed_bytes(),
                           .total_bytes = file_.file->size_bytes()});
      }
      TRY(Take(&filing));
    }
  }

  base::Status Take(ReadFiling* filing) {
    if (!filing->problems.empty()) return Report(*filing);
    report_.repeated_accounts += filing->repeated_accounts;
    for (const std::string& path : filing->unknown) CountUnknown(path);
    portion_.push_back(std::move(filing->statement));
    if (portion_.size() == kPortionFilings && !SendPortion())
      return base::Error{base::Code::kUnavailable, "the store takes no more"};
    return {};
  }

  base::Status Report(const ReadFiling& filing) {
    ++report_.bad;
    votes_.Count(filing.seems);
    std::string place =
        "line " + std::to_string(filing.line) + ", record " + std::to_string(filing.ordinal);
    std::string example = options_.file + ": " + place + ": " + records::Joined(filing.problems);
    if (!filing.excerpt.empty()) example.append(": ").append(filing.excerpt);
    if (options_.strict) return base::Error{base::Code::kInvalid, std::move(example)};
    complaints_.Add(filing.problems, std::move(place), std::move(example));
    return {};
  }

  void CountUnknown(const std::string& path) {
    const bool is_full = report_.unknown_members.size() == ImportReport::kMostReported;
    if (!is_full || report_.unknown_members.contains(path)) ++report_.unknown_members[path];
  }

  bool SendPortion() {
    const bool sent = portions_->Send(std::exchange(portion_, {}));
    portion_.reserve(kPortionFilings);
    return sent;
  }

  const StatementImportOptions& options_;
  const formats::OpenedSource& file_;
  base::Channel<Filings>* portions_;
  Filings portion_;
  base::Status status_;
  Votes votes_;
  Complaints complaints_;
  StatementImportReport report_;
};

// The writing side.
base::Status WritePortions(bool is_bulk, base::Channel<Filings>* portions,
                           records::FilingLoad* load) {
  while (std::optional<Filings> portion = portions->Receive()) {
    for (model::Statement& filing : *portion) {
      base::Status put = is_bulk ? load->PutNew(std::move(filing)) : load->Put(std::move(filing));
      if (!put) return put;
    }
  }
  return {};
}

// "20250603040015-masse.xml" of "new/20250603040015-masse.xml.gz".
base::Result<std::string> NameOfBulkFile(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  if (name.ends_with(kPackedEnding)) name.erase(name.size() - kPackedEnding.size());
  if (name != "-" && IsBatchId(name)) return name;
  return base::Error{base::Code::kInvalid,
                     path +
                         ": a bulk file is identified by its name, which must be 1 to 128 visible "
                         "characters of ASCII; standard input has none"};
}

// An earlier file of this name.
struct EarlierFile {
  std::uint64_t digest = 0;
  std::optional<model::IdRanges> ids = {};  // Unknown if the store did not keep them.
};

base::Result<std::optional<EarlierFile>> FindEarlier(records::FilingLoad* load,
                                                     const std::string& batch) {
  const auto text = TRY(load->FindNote(batch));
  auto note = text ? BulkFileNote::Parse(*text) : std::nullopt;
  if (note) {
    return std::optional(EarlierFile{.digest = note->digest, .ids = std::move(note->ids)});
  }
  const auto receipt = TRY(load->FindBatch(batch));
  if (!receipt) return std::optional<EarlierFile>();
  return std::optional(EarlierFile{.digest = receipt->digest});
}

// Whether the file has the content of the earlier one.
base::Result<StatementImportReport> Compared(const EarlierFile& earlier, SummedSource* source) {
  TRY(source->ReadToEnd());
  const bool is_same = earlier.digest == source->Sum();
  return StatementImportReport{.state = is_same ? State::kRepeated : State::kNameTaken};
}

struct Opened {
  formats::OpenedSource file = {};
  std::unique_ptr<SummedSource> summed = {};
  std::unique_ptr<PeekedSource> peeked = {};
  bool is_bulk = false;
  std::string batch = {};  // Empty of our own form.
};

base::Result<Opened> Open(const std::string& path) {
  auto file = TRY(formats::OpenSource(path));
  Opened opened{.file = std::move(file)};
  opened.summed = std::make_unique<SummedSource>(&opened.file.bytes());
  auto peeked = PeekedSource::Open(opened.summed.get());
  if (!peeked) return std::move(peeked).error().At(path);
  opened.peeked = std::move(*peeked);
  const char sign = opened.peeked->first_sign();
  opened.is_bulk = sign == '<';
  if (!opened.is_bulk && sign != '[' && sign != '{') {
    return base::Error{base::Code::kInvalid, path + ": is neither XML nor JSON, as statements are"};
  }
  if (!opened.is_bulk) return opened;
  const auto name = TRY(NameOfBulkFile(path));
  opened.batch = std::string(kBulkBatchPrefix) + name;
  return opened;
}

// Stores the filings, with a note of those that a bulk file brought.
base::Result<records::FilingCounts> Store(const Opened& opened, bool is_again,
                                          records::FilingLoad* load) {
  if (!opened.is_bulk) return load->Commit({});
  const std::uint64_t digest = opened.summed->Sum();
  const BulkFileNote note{.digest = digest, .ids = load->new_ids()};
  TRY(load->PutNote(opened.batch, note.ToText()));
  // The name of a batch is used only once.
  return is_again ? load->Commit({}) : load->Commit({.id = opened.batch, .digest = digest});
}

base::Result<StatementImportReport> ReadAndStore(const StatementImportOptions& options,
                                                 const Opened& opened, bool is_again,
                                                 records::FilingLoad* load) {
  base::Channel<Filings> portions(kPortionsUnderWay);
  Reader reader(options, opened.file, &portions);
  base::HelperThread reading(
      "reading",
      [&] {
        formats::ByteSource* const source = opened.peeked.get();
        if (opened.is_bulk) {
          reader.Run(BulkFilings(source));
        } else {
          reader.Run(JsonFilings(source));
        }
      },
      [&portions] { portions.Close(); });
  base::Status written = WritePortions(opened.is_bulk, &portions, load);
  const base::Status ended = reading.Join();
  if (!written) return std::move(written).error();
  if (!ended) return ended.error();
  if (!reader.status()) return reader.status().error();
  // Bytes after the document belong to the file too.
  if (base::Status read = opened.summed->ReadToEnd(); !read)
    return std::move(read).error().At(options.file);
  StatementImportReport report = reader.TakeReport();
  if (report.state == State::kNoneTaken) return report;
  const auto counts = TRY(Store(opened, is_again, load));
  report.filings = counts;
  return report;
}

}  // namespace

base::Result<StatementImportReport> ImportStatements(records::Register* target,
                                                     const StatementImportOptions& options) {
  const auto opened = TRY(Open(options.file));
  auto load = TRY(target->BeginFilings());
  base::Result<std::optional<EarlierFile>> earlier = std::optional<EarlierFile>();
  if (opened.is_bulk) earlier = FindEarlier(&load, opened.batch);
  if (!earlier) return std::move(earlier).error().At(options.file);
  const bool is_there = earlier->has_value();
  if (is_there && !options.again) {
    auto compared = Compared(**earlier, opened.summed.get());
    if (!compared) return std::move(compared).error().At(options.file);
    return compared;
  }
  const bool is_earlier_unknown = is_there && !(*earlier)->ids;
  if (is_there) load.BeginAgain(std::move((*earlier)->ids));
  auto report = ReadAndStore(options, opened, is_there, &load);
  if (report) report->is_earlier_unknown = is_earlier_unknown;
  return report;
}

base::Result<std::vector<std::string>> LoadedBulkFiles(records::View* view) {
  auto names = view->BatchIds(std::string(kBulkBatchPrefix));
  if (!names) return names;
  for (std::string& name : *names) name.erase(0, kBulkBatchPrefix.size());
  return names;
}

}  // namespace orgreg::ingest
