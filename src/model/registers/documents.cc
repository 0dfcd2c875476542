// SPDX-License-Identifier: EUPL-1.2

// First the schemas of a document and of a list, with their checks; then the functions on lists,
// and the names of files.

#include "model/registers/documents.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>
#include <utility>

#include "base/values/ascii.h"
#include "model/schema/problem.h"

namespace orgreg::model {

extern const SchemaOf<Document> kDocumentSchema;

namespace {

constexpr std::size_t kSha256Digits = 64;
constexpr std::size_t kYearDigits = 4;
constexpr std::size_t kIdDigits = 10;
constexpr std::int32_t kFirstYear = 1000;
constexpr std::int32_t kLastYear = 9999;
constexpr std::string_view kFileEnding = ".pdf";

// The names, in the order of the values.
constexpr std::array<std::string_view, 2> kTypeNames = {"kopi", "mellombalanse"};
constexpr std::array<std::string_view, 2> kFilePrefixes = {"aarsregnskap-", "mellombalanse-"};

auto OrderOf(const Document& document) {
  return std::tuple(document.type, document.year, document.id);
}

// Takes exactly `digits` digits from the front.
template <typename Value>
bool TakeDigits(std::size_t digits, std::string_view* rest, Value* value) {
  if (rest->size() < digits || !base::AreDigits(rest->substr(0, digits))) return false;
  std::from_chars(rest->data(), rest->data() + digits, *value);
  rest->remove_prefix(digits);
  return true;
}

bool Take(std::string_view text, std::string_view* rest) {
  if (!rest->starts_with(text)) return false;
  rest->remove_prefix(text.size());
  return true;
}

struct TypeCodec {
  using Value = DocumentType;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not a type of document";
  static std::optional<DocumentType> Read(const Given& given) {
    return ReadDocumentType(given.text);
  }
  static std::string_view Text(DocumentType type, std::string* /*scratch*/) { return NameOf(type); }
};

constexpr std::array<Row, 5> kDocumentRows = {
    PlainAs<TypeCodec, &Document::type>("type", {.is_required = true}),
    Plain<&Document::year>("aar"),
    Plain<&Document::id>("id", {.sparse_in = kAllForms}),
    Plain<&Document::sha256>("sha256"),
    Plain<&Document::size_bytes>("bytes"),
};

constexpr std::string_view kListName = "dokumenter";
constexpr std::array<Row, 2> kListRows = {
    Plain<&DocumentList::number>("organisasjonsnummer", {.is_required = true}),
    List<&DocumentList::documents>(kListName, kDocumentSchema,
                                   {.is_required = true, .not_list = "is not a list of documents"}),
};

void CheckRead(Document* document, const Checking& checking, Problems* problems) {
  const std::string_view reason = checking.is_whole ? CheckDocument(*document) : std::string_view();
  if (!reason.empty()) problems->push_back({.reason = std::string(reason)});
}

void PutInOrder(DocumentList* list, const Checking& checking, Problems* problems) {
  if (!checking.is_whole) return;
  std::vector<Document> read = std::exchange(list->documents, {});
  for (std::size_t place = 0; place < read.size(); ++place) {
    const std::size_t before = list->documents.size();
    AddDocument(std::move(read[place]), list);
    if (list->documents.size() != before) continue;
    problems->push_back(
        {std::string(kListName).append("[").append(std::to_string(place)).append("]"),
         "stands in the list already, by type, year and id"});
  }
}

}  // namespace

constinit const SchemaOf<Document> kDocumentSchema = {
    {.rows = kDocumentRows, .check = kCheckBy<Document, CheckRead>}};
constinit const SchemaOf<DocumentList> kDocumentListSchema = {
    {.rows = kListRows, .check = kCheckBy<DocumentList, PutInOrder>}};

void AddDocument(Document document, DocumentList* list) {
  std::vector<Document>& all = list->documents;
  const auto place = std::ranges::lower_bound(all, OrderOf(document), {}, OrderOf);
  if (place != all.end() && OrderOf(*place) == OrderOf(document)) {
    *place = std::move(document);
  } else {
    all.insert(place, std::move(document));
  }
}

std::vector<std::int32_t> CopyYears(const DocumentList& list) {
  std::vector<std::int32_t> years;
  for (const Document& document : list.documents) {
    if (document.type == DocumentType::kAnnualAccounts) years.push_back(document.year);
  }
  return years;
}

const Document* FindCopy(const DocumentList& list, std::int32_t year) {
  const auto found = std::ranges::find_if(list.documents, [&](const Document& document) {
    return document.type == DocumentType::kAnnualAccounts && document.year == year;
  });
  return found == list.documents.end() ? nullptr : &*found;
}

std::span<const Document> InterimBalances(const DocumentList& list) {
  const auto first =
      std::ranges::find(list.documents, DocumentType::kInterimBalance, &Document::type);
  return {first, list.documents.end()};
}

const Document* FindInterimBalance(const DocumentList& list, std::int64_t id) {
  const std::span<const Document> balances = InterimBalances(list);
  const auto found = std::ranges::find(balances, id, &Document::id);
  return found == balances.end() ? nullptr : &*found;
}

bool IsSha256(std::string_view text) {
  return text.size() == kSha256Digits && std::ranges::all_of(text, base::IsLowerHexDigit);
}

std::string_view CheckDocument(const Document& document) {
  if (document.year < kFirstYear || document.year > kLastYear)
    return "has a year that is not four digits";
  if (!IsSha256(document.sha256)) return "has no SHA-256 of 64 digits in small letters";
  const bool is_balance = document.type == DocumentType::kInterimBalance;
  if (is_balance && YearOfBalance(document.id) != document.year)
    return "has an id that is not its year and six digits";
  if (!is_balance && document.id != 0) return "has an id, which only intermediate balances have";
  return "";
}

std::string_view NameOf(DocumentType type) { return kTypeNames[static_cast<std::size_t>(type)]; }

std::optional<DocumentType> ReadDocumentType(std::string_view name) {
  const auto* const found = std::ranges::find(kTypeNames, name);
  if (found == kTypeNames.end()) return std::nullopt;
  return static_cast<DocumentType>(found - kTypeNames.begin());
}

std::string FileNameOf(base::OrgNumber number, const Document& document) {
  std::string name(kFilePrefixes[static_cast<std::size_t>(document.type)]);
  name.append(std::to_string(document.year)).append("_").append(number.ToString());
  if (document.id != 0) name.append("_").append(std::to_string(document.id));
  return name.append(kFileEnding);
}

std::optional<NamedDocument> ReadFileName(std::string_view name) {
  NamedDocument named;
  Document& document = named.document;
  if (Take(kFilePrefixes[1], &name)) {
    document.type = DocumentType::kInterimBalance;
  } else if (!Take(kFilePrefixes[0], &name)) {
    return std::nullopt;
  }
  if (!TakeDigits(kYearDigits, &name, &document.year) || document.year < kFirstYear ||
      !Take("_", &name)) {
    return std::nullopt;
  }
  const auto number = base::OrgNumber::Parse(name.substr(0, base::OrgNumber::kDigits));
  if (!number) return std::nullopt;
  named.number = *number;
  name.remove_prefix(base::OrgNumber::kDigits);
  if (document.type == DocumentType::kInterimBalance) {
    document.id = document.year * kIdsOfYear;
    const bool has_id = Take("_", &name);
    if (has_id && !TakeDigits(kIdDigits, &name, &document.id)) return std::nullopt;
    if (YearOfBalance(document.id) != document.year) return std::nullopt;
  }
  if (name != kFileEnding) return std::nullopt;
  return named;
}

}  // namespace orgreg::model
