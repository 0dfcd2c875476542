// Copies of documents of an organisation: of its annual accounts and of intermediate balances.
// What is kept of one is what names its file (records/documents/folder.h), never a path. Plain
// data; the functions are pure.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/values/org_number.h"
#include "model/schema/schema.h"

namespace orgreg::model {

enum class DocumentType : std::uint8_t {
  kAnnualAccounts,  // One a year.
  kInterimBalance,  // Any number a year, each with an id.
};

struct Document {
  DocumentType type = DocumentType::kAnnualAccounts;
  std::int32_t year = 0;    // Of four digits.
  std::int64_t id = 0;      // Of an intermediate balance: its year, then six digits. Otherwise 0.
  std::string sha256 = {};  // Of its bytes: 64 hexadecimal digits in small letters.
  std::uint64_t size_bytes = 0;

  friend bool operator==(const Document&, const Document&) = default;
};

// All of one organisation, in order of type, year and id.
struct DocumentList {
  base::OrgNumber number = {};
  std::vector<Document> documents = {};
};

// Puts a document in its place; one of the same type, year and id gives way.
void AddDocument(Document document, DocumentList* list);

// The years of which there are copies of annual accounts, rising.
std::vector<std::int32_t> CopyYears(const DocumentList& list);
// Null where there is none. Lives as long as the list.
const Document* FindCopy(const DocumentList& list, std::int32_t year);
std::span<const Document> InterimBalances(const DocumentList& list);
const Document* FindInterimBalance(const DocumentList& list, std::int64_t id);

// The id of an intermediate balance is its year and a number of six digits.
inline constexpr std::int64_t kIdsOfYear = 1'000'000;
constexpr std::int64_t YearOfBalance(std::int64_t id) { return id / kIdsOfYear; }

bool IsSha256(std::string_view text);
// What must hold of a document: why it does not; empty where it does.
std::string_view CheckDocument(const Document& document);

// "kopi", "mellombalanse"; reading is exact.
std::string_view NameOf(DocumentType type);
std::optional<DocumentType> ReadDocumentType(std::string_view name);

// A list as it is stored (docs/store-format.md).
extern const SchemaOf<DocumentList> kDocumentListSchema;

// What is said of an intermediate balance where they are listed (spec, Intermediate balance sheet
// entry), and what tells documents apart in a path.
inline constexpr std::string_view kBalanceYear = "year";
inline constexpr std::string_view kBalanceId = "id";
inline constexpr std::string_view kCopyYearInPath = "aar";

// What a document's file is called where documents are delivered and where they are served:
// "aarsregnskap-2024_314159268.pdf", "mellombalanse-2025_314159268_2025000026.pdf".
std::string FileNameOf(base::OrgNumber number, const Document& document);
// How these look, for people.
inline constexpr std::string_view kFileNameForms =
    "aarsregnskap-YEAR_NUMBER.pdf or mellombalanse-YEAR_NUMBER[_ID].pdf";
// The other way. An intermediate balance without an id has number 0 of its year; nothing where
// the name is none of these. Says nothing of content.
struct NamedDocument {
  base::OrgNumber number = {};
  Document document = {};
};
std::optional<NamedDocument> ReadFileName(std::string_view name);

}  // namespace orgreg::model
