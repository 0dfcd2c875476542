// SPDX-License-Identifier: EUPL-1.2

// The first half lays out the pages of a document from tables of lines; the second half manages the
// folder of the files.

#include "tools/filings/documents.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "formats/file_writer.h"
#include "tools/filings/pdf.h"
#include "tools/values/random.h"
#include "tools/values/series.h"

namespace orgreg::tools {
namespace {

namespace fs = std::filesystem;
using enum model::StatementAmount;
using model::Statement;

struct Line {
  model::StatementAmount amount = kAssets;
  std::string_view label = {};
  bool is_sum = false;
};
constexpr std::array<Line, 15> kIncomeLines = {{
    {kSalesIncome, "Salgsinntekter"},
    {kOperatingIncome, "Sum driftsinntekter", true},
    {kWages, "Lønnskostnad"},
    {kOperatingCosts, "Sum driftskostnader", true},
    {kOperatingResult, "Driftsresultat", true},
    {kFinanceIncome, "Sum finansinntekter"},
    {kInterestWithinGroup, "Rentekostnad til foretak i samme konsern"},
    {kOtherInterest, "Annen rentekostnad"},
    {kFinanceCosts, "Sum finanskostnader"},
    {kNetFinance, "Netto finans", true},
    {kResultBeforeTax, "Ordinært resultat før skattekostnad", true},
    {kTax, "Skattekostnad på ordinært resultat"},
    {kExtraordinaryItems, "Ekstraordinære poster"},
    {kResultOfYear, "Årsresultat", true},
    {kTotalResult, "Totalresultat", true},
}};
constexpr std::array<Line, 15> kBalanceLines = {{
    {kGoodwill, "Goodwill"},
    {kFixedAssets, "Sum anleggsmidler", true},
    {kInventories, "Sum varer"},
    {kReceivables, "Sum fordringer"},
    {kInvestments, "Sum investeringer"},
    {kBankAndCash, "Bankinnskudd og kontanter"},
    {kCurrentAssets, "Sum omløpsmidler", true},
    {kAssets, "Sum eiendeler", true},
    {kPaidInEquity, "Sum innskutt egenkapital"},
    {kRetainedEquity, "Sum opptjent egenkapital"},
    {kEquity, "Sum egenkapital", true},
    {kLongTermDebt, "Sum langsiktig gjeld"},
    {kShortTermDebt, "Sum kortsiktig gjeld"},
    {kDebt, "Sum gjeld", true},
    {kEquityAndDebt, "Sum egenkapital og gjeld", true},
}};

constexpr float kLeft = 60;
constexpr float kTop = 780;
constexpr float kLineHeight = 18;
constexpr float kAmountsEnd = 420;
constexpr float kEarlierEnd = Pdf::kWidth - kLeft;
constexpr float kFoot = 50;

// "-1 234 567.00" of "-1234567.00".
std::string Grouped(const base::Decimal& amount) {
  constexpr std::size_t kGroup = 3;
  std::string text = amount.text();
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  for (std::size_t at = std::min(text.find('.'), text.size()); at > first + kGroup;) {
    at -= kGroup;
    text.insert(at, " ");
  }
  return text;
}

std::string Named(const model::Unit& unit) {
  return unit.name.value_or("") + " (" + unit.number.ToString() + ")";
}

// The company's own statements in ascending order, the valid one of each year.
std::vector<const Statement*> CompanyStatements(const model::Filings& filings) {
  std::vector<const Statement*> statements;
  for (const Statement& filing : filings.statements) {
    if (filing.type != model::StatementType::kCompany) continue;
    if (!statements.empty() && statements.back()->year == filing.year) statements.pop_back();
    statements.push_back(&filing);
  }
  return statements;
}

struct PageText {
  std::string title = {};
  std::string_view section = {};
  std::span<const Line> lines = {};
  const Statement* statement = nullptr;
  const Statement* earlier = nullptr;  // In the column next to it, if there is one.
};

void AddPage(const model::Unit& unit, const PageText& text, Pdf* pdf) {
  pdf->AddPage();
  float y = kTop;
  const auto next_line = [&y] { return y -= kLineHeight; };
  pdf->WriteFrom({kLeft, y}, PdfStyle::kTitle, text.title);
  pdf->WriteFrom({kLeft, next_line()}, PdfStyle::kText, Named(unit));
  next_line();
  pdf->WriteFrom({kLeft, next_line()}, PdfStyle::kStrong, text.section);
  const Statement& statement = *text.statement;
  pdf->WriteTo({kAmountsEnd, y}, PdfStyle::kStrong,
               statement.currency + " " + std::to_string(statement.year));
  if (text.earlier != nullptr)
    pdf->WriteTo({kEarlierEnd, y}, PdfStyle::kStrong, std::to_string(text.earlier->year));
  pdf->Rule({kLeft, y - kLineHeight / 3});
  for (const Line& line : text.lines) {
    const PdfStyle style = line.is_sum ? PdfStyle::kStrong : PdfStyle::kText;
    pdf->WriteFrom({kLeft, next_line()}, style, line.label);
    if (const model::Amount& amount = statement.At(line.amount))
      pdf->WriteTo({kAmountsEnd, y}, style, Grouped(*amount));
    if (text.earlier == nullptr) continue;
    if (const model::Amount& amount = text.earlier->At(line.amount))
      pdf->WriteTo({kEarlierEnd, y}, style, Grouped(*amount));
  }
  pdf->WriteFrom({kLeft, kFoot}, PdfStyle::kText,
                 "Alle opplysninger i dette dokumentet er oppdiktet.");
}

base::Result<GeneratedDocument> MakeCopy(const model::Unit& unit, const Statement& statement,
                                         const Statement* earlier) {
  const std::string title = "Årsregnskap " + std::to_string(statement.year);
  Pdf pdf(title + ", " + Named(unit), statement.last_day);
  PageText text{.title = title,
                .section = "Resultatregnskap",
                .lines = kIncomeLines,
                .statement = &statement,
                .earlier = earlier};
  AddPage(unit, text, &pdf);
  text.section = "Balanse";
  text.lines = kBalanceLines;
  AddPage(unit, text, &pdf);
  auto bytes = TRY(pdf.Finish());
  return GeneratedDocument{.document = {.year = statement.year}, .bytes = std::move(bytes)};
}

// It comes some quarters after the statement, and has its figures.
base::Result<GeneratedDocument> MakeBalance(const model::Unit& unit, const Statement& statement,
                                            int quarters, std::int64_t number) {
  constexpr int kQuarter = 91;
  const base::Date day = base::Date::FromDays(statement.last_day.days() + quarters * kQuarter);
  const std::string title = "Mellombalanse per " + day.ToString();
  Pdf pdf(title + ", " + Named(unit), day);
  AddPage(unit,
          {.title = title, .section = "Balanse", .lines = kBalanceLines, .statement = &statement},
          &pdf);
  auto bytes = TRY(pdf.Finish());
  const auto year = static_cast<int>(CalendarOf(day).year());
  return GeneratedDocument{.document = {.type = model::DocumentType::kInterimBalance,
                                        .year = year,
                                        .id = year * model::kIdsOfYear + number},
                           .bytes = std::move(bytes)};
}

base::Error FolderError(const std::string& path, const std::error_code& error) {
  return {base::Code::kIo, path + ": " + error.message()};
}

// The documents in a folder, by name.
base::Result<std::vector<std::string>> DocumentsIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    std::string name = at->path().filename().string();
    if (model::ReadFileName(name)) names.push_back(std::move(name));
  }
  if (error) return FolderError(folder, error);
  return names;
}

base::Status DeleteDocuments(const std::string& folder) {
  const auto names = TRY(DocumentsIn(folder));
  for (const std::string& name : names) {
    const std::string path = (fs::path(folder) / name).string();
    std::error_code error;
    fs::remove(path, error);
    if (error) return FolderError(path, error);
  }
  return {};
}

base::Status MakeFolder(const std::string& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  return error ? base::Status(FolderError(folder, error)) : base::Status();
}

}  // namespace

DocumentMaker::DocumentMaker(const Plan& plan, std::uint64_t wanted)
    : seed_(plan.seed()), entities_(plan.Count(Role::kEntity)), wanted_(wanted) {}

base::Result<std::vector<GeneratedDocument>> DocumentMaker::Make(std::uint64_t entity,
                                                                 const model::Unit& unit,
                                                                 const model::Filings& filings) {
  constexpr double kHasBalance = 40;
  constexpr std::size_t kLatePlaces = 3;
  std::vector<GeneratedDocument> documents;
  Random random(seed_, Stream::kDocuments, entity);
  // Four in ten have filed, some three documents each; a few more are chosen than needed.
  const bool is_chosen = random.Below(entities_) < wanted_ + wanted_ / 3;
  if (!is_chosen || made_ == wanted_) return documents;
  const auto take = [&](base::Result<GeneratedDocument> made) -> base::Status {
    if (!made) return std::move(made).error();
    documents.push_back(std::move(*made));
    ++made_;
    return {};
  };
  const std::vector<const Statement*> statements = CompanyStatements(filings);
  const Statement* earlier = nullptr;
  for (const Statement* statement : statements) {
    if (made_ == wanted_) return documents;
    TRY(take(MakeCopy(unit, *statement, earlier)));
    earlier = statement;
  }
  const std::size_t balances = random.Percent(kHasBalance) ? 1 + random.EarlyOf(kLatePlaces) : 0;
  for (std::size_t at = 0; at < balances && made_ < wanted_; ++at) {
    if (base::Status taken =
            take(MakeBalance(unit, *statements.back(), static_cast<int>(at) + 1, ++balances_));
        !taken)
      return taken.error();
  }
  return documents;
}

DocumentFiles::DocumentFiles(std::string folder, std::string temporary)
    : folder_(std::move(folder)), temporary_(std::move(temporary)) {}

DocumentFiles::DocumentFiles(DocumentFiles&& other) noexcept
    : folder_(std::move(other.folder_)), temporary_(std::exchange(other.temporary_, {})) {}

DocumentFiles::~DocumentFiles() {
  if (temporary_.empty()) return;
  // If this fails, the next run uses them.
  if (!DeleteDocuments(temporary_)) return;
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

base::Result<DocumentFiles> DocumentFiles::Create(const std::string& directory) {
  const std::string folder = (fs::path(directory) / kFolder).string();
  DocumentFiles files(folder, folder + ".tmp");
  TRY(MakeFolder(files.temporary_));
  TRY(DeleteDocuments(files.temporary_));
  return files;
}

base::Status DocumentFiles::Add(base::OrgNumber number, const GeneratedDocument& document) {
  const std::string name = model::FileNameOf(number, document.document);
  auto writer = TRY(formats::FileWriter::Create((fs::path(temporary_) / name).string()));
  base::Status done = writer->Append(document.bytes);
  if (done) done = writer->Finish();
  return done ? writer->Publish() : done;
}

base::Status DocumentFiles::Publish() {
  const auto names = TRY(DocumentsIn(temporary_));
  TRY(MakeFolder(folder_));
  TRY(DeleteDocuments(folder_));
  std::error_code error;
  for (const std::string& name : names) {
    fs::rename(fs::path(temporary_) / name, fs::path(folder_) / name, error);
    if (error) return FolderError((fs::path(folder_) / name).string(), error);
  }
  fs::remove(temporary_, error);
  if (error) return FolderError(temporary_, error);
  temporary_.clear();
  return {};
}

}  // namespace orgreg::tools
