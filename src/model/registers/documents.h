// SPDX-License-Identifier: EUPL-1.2

// Copies of documents of an organisation: of its annual accounts and of intermediate balances. A
// document keeps the parts of its file name (records/documents/folder.h), never a path. Plain data;
// the functions are pure.

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
  std::int32_t year = 0;    // Four digits.
  std::int64_t id = 0;      // For an intermediate balance: its year, then six digits. Otherwise 0.
  std::string sha256 = {};  // The hash of its bytes: 64 lower-case hexadecimal digits.
  std::uint64_t size_bytes = 0;

  friend bool operator==(const Document&, const Document&) = default;
};

// All documents of one organisation, in order of type, year and id.
struct DocumentList {
  base::OrgNumber number = {};
  std::vector<Document> documents = {};
};

// Puts a document in its place, instead of one with the same type, year and id.
void AddDocument(Document document, DocumentList* list);

// The years with copies of annual accounts, ascending.
std::vector<std::int32_t> CopyYears(const DocumentList& list);
// Null if there is none. Lives as long as the list.
const Document* FindCopy(const DocumentList& list, std::int32_t year);
std::span<const Document> InterimBalances(const DocumentList& list);
const Document* FindInterimBalance(const DocumentList& list, std::int64_t id);

// The id of an intermediate balance is its year and a number of six digits.
inline constexpr std::int64_t kIdsOfYear = 1'000'000;
constexpr std::int64_t YearOfBalance(std::int64_t id) { return id / kIdsOfYear; }

bool IsSha256(std::string_view text);
// Why a document is invalid; empty if it is valid.
std::string_view CheckDocument(const Document& document);

// The names "kopi" and "mellombalanse"; reading is exact.
std::string_view NameOf(DocumentType type);
std::optional<DocumentType> ReadDocumentType(std::string_view name);

// A list as it is stored (docs/store-format.md).
extern const SchemaOf<DocumentList> kDocumentListSchema;

// The members of an intermediate balance in a list (spec, Intermediate balance sheet entry), and
// the parameters that identify a document in a path.
inline constexpr std::string_view kBalanceYear = "year";
inline constexpr std::string_view kBalanceId = "id";
inline constexpr std::string_view kCopyYearInPath = "aar";

// The file name of a document, where documents are delivered and where they are served:
// "aarsregnskap-2024_314159268.pdf", "mellombalanse-2025_314159268_2025000026.pdf".
std::string FileNameOf(base::OrgNumber number, const Document& document);
// The forms of these names, for people.
inline constexpr std::string_view kFileNameForms =
    "aarsregnskap-YEAR_NUMBER.pdf or mellombalanse-YEAR_NUMBER[_ID].pdf";
// Reads a file name. An intermediate balance without an id gets number 0 of its year; nothing if
// the name has another form. Content is not considered.
struct NamedDocument {
  base::OrgNumber number = {};
  Document document = {};
};
std::optional<NamedDocument> ReadFileName(std::string_view name);

}  // namespace orgreg::model
