#include "records/readers/supplement.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <utility>

#include "records/readers/cadastral_record.h"
#include "records/readers/document_record.h"
#include "records/readers/party_record.h"
#include "records/readers/role_record.h"
#include "records/readers/role_sealing.h"
#include "records/readers/statement_record.h"
#include "records/readers/voluntary_record.h"
#include "render/roles/role_json.h"
#include "render/statements/json.h"

namespace orgreg::records {
namespace {

namespace dom = simdjson::dom;
using model::Kind;

// How a kind whose records are read from a parsed object is read and indexed. Roles and
// statements are not: their readers parse by themselves, because they are also used alone.
struct ObjectRow {
  Kind kind = Kind::kVoluntary;
  bool (*read)(dom::object, Supplement*, Problems*, std::vector<std::string>*) = nullptr;
  base::Status (*index)(dom::object, base::OrgNumber, IndexedSupplement*) = nullptr;
};
constexpr std::array kObjectRows = {
    ObjectRow{Kind::kVoluntary, ReadVoluntary, IndexVoluntary},
    ObjectRow{Kind::kParty, ReadParty, IndexParty},
    ObjectRow{Kind::kCadastral, ReadCadastral, IndexCadastral},
    ObjectRow{Kind::kDocuments, ReadDocuments, IndexDocuments},
};

const ObjectRow* FindRow(Kind kind) {
  const auto* const row = std::ranges::find(kObjectRows, kind, &ObjectRow::kind);
  return row == kObjectRows.end() ? nullptr : row;
}

void AddKey(const model::Role& role, std::vector<std::uint64_t>* keys) {
  if (const auto* entity = std::get_if<model::HolderEntity>(&role.holder)) {
    keys->push_back(entity->number.value());
  } else if (const auto* person = std::get_if<model::Person>(&role.holder)) {
    const auto key = person->blind_index ? auth::BlindKey64(*person->blind_index) : std::nullopt;
    if (key) keys->push_back(*key);
    const auto version =
        person->sealed_number ? auth::SealedVersion(*person->sealed_number) : std::nullopt;
    if (version) keys->push_back(SealingKey(*version));
  }
}

// A list without a role has nothing that could be served.
void IndexRoles(const model::RoleList& list, IndexedSupplement* indexed) {
  if (IsEmpty(list)) return;
  render::AppendServedRoles(list, render::RoleForm::kPublic, &indexed->columns.served);
  for (const model::RoleGroup& group : list.groups) {
    for (const model::Role& role : group.roles) AddKey(role, &indexed->keys);
  }
  std::ranges::sort(indexed->keys);
  const auto repeated = std::ranges::unique(indexed->keys);
  indexed->keys.erase(repeated.begin(), repeated.end());
}

base::Error NotStored(base::OrgNumber number, std::string_view reason) {
  return {base::Code::kCorrupt, number.ToString() + ": " + std::string(reason)};
}

}  // namespace

struct SupplementReader::Parsers {
  explicit Parsers(const NumberSealing& given) : sealing(given), roles(given.rule) {}

  bool ReadRoles(std::string_view text, Supplement* read, Problems* problems,
                 std::vector<std::string>* unknown) {
    const bool is_read = roles.Read(text, RoleSource::kInventory, &list, problems, unknown);
    read->number = list.number;
    read->odd_values = roles.odd_values();
    if (!SealNumbers(sealing.vault, &list, problems) || !is_read) return false;
    read->body.clear();
    if (!IsEmpty(list)) render::AppendRoles(list, render::RoleForm::kStored, &read->body);
    return true;
  }

  // All that an organisation has filed, as it is stored.
  bool ReadStatements(std::string_view text, Supplement* read, Problems* problems,
                      std::vector<std::string>* unknown) {
    const bool is_read = statements.ReadFilings(text, &filings, problems, unknown);
    read->number = filings.number;
    if (!is_read) return false;
    read->body.clear();
    render::AppendStoredFilings(filings, &read->body);
    return true;
  }

  bool ReadObject(const ObjectRow& row, std::string_view text, Supplement* read, Problems* problems,
                  std::vector<std::string>* unknown) {
    dom::object object;
    const simdjson::error_code error = parser.parse(text.data(), text.size(), false).get(object);
    if (error == simdjson::SUCCESS) return row.read(object, read, problems, unknown);
    if (error == simdjson::UTF8_ERROR) {
      problems->push_back({.reason = "is not UTF-8"});
    } else if (error == simdjson::INCORRECT_TYPE) {
      problems->push_back({.reason = "is not a JSON object"});
    } else {
      problems->push_back({.reason = "is not well-formed JSON"});
    }
    return false;
  }

  NumberSealing sealing;
  RoleReader roles;
  StatementReader statements;
  model::RoleList list = {};
  model::Filings filings = {};
  dom::parser parser;
};

SupplementReader::SupplementReader(const NumberSealing& sealing)
    : parsers_(std::make_unique<Parsers>(sealing)) {}
SupplementReader::~SupplementReader() = default;
SupplementReader::SupplementReader(SupplementReader&&) noexcept = default;
SupplementReader& SupplementReader::operator=(SupplementReader&&) noexcept = default;

bool SupplementReader::Read(Kind kind, std::string_view text, Supplement* read, Problems* problems,
                            std::vector<std::string>* unknown) {
  static_assert(RecordReader::kPadding >= simdjson::SIMDJSON_PADDING);
  if (kind == Kind::kRoles) return parsers_->ReadRoles(text, read, problems, unknown);
  if (kind == Kind::kStatements) return parsers_->ReadStatements(text, read, problems, unknown);
  const ObjectRow* const row = FindRow(kind);
  if (row != nullptr) return parsers_->ReadObject(*row, text, read, problems, unknown);
  problems->push_back({.reason = "is of a kind that supplements nothing"});
  return false;
}

struct SupplementIndexer::Parsers {
  explicit Parsers(WithheldNames::IsRemoved is_removed) : withheld(std::move(is_removed)) {}

  WithheldNames withheld;
  // The rule does not matter: what is stored holds no number in clear.
  RoleReader roles = RoleReader(base::ControlRule::kPresent);
  StatementReader statements = {};
  model::RoleList list = {};
  model::Filings filings = {};
  Problems problems = {};
  std::vector<std::string> unknown = {};
  dom::parser parser;
  std::string padded = {};
};

SupplementIndexer::SupplementIndexer(WithheldNames::IsRemoved is_removed)
    : parsers_(std::make_unique<Parsers>(std::move(is_removed))) {}
SupplementIndexer::~SupplementIndexer() = default;
SupplementIndexer::SupplementIndexer(SupplementIndexer&&) noexcept = default;
SupplementIndexer& SupplementIndexer::operator=(SupplementIndexer&&) noexcept = default;

base::Status SupplementIndexer::Index(Kind kind, const store::RowView& row,
                                      IndexedSupplement* indexed) {
  std::string& padded = parsers_->padded;
  padded.reserve(row.body.size() + RecordReader::kPadding);
  padded.assign(row.body);
  if (kind == Kind::kRoles) {
    parsers_->problems.clear();
    parsers_->unknown.clear();
    if (!parsers_->roles.Read(padded, RoleSource::kStore, &parsers_->list, &parsers_->problems,
                              &parsers_->unknown)) {
      return NotStored(row.number, parsers_->problems.front().Text());
    }
    if (parsers_->list.number != row.number) return NotStored(row.number, "has another number");
    const auto withheld = parsers_->withheld.Withhold(&parsers_->list);
    if (!withheld) return withheld.error();
    indexed->withholds_names = *withheld;
    IndexRoles(parsers_->list, indexed);
    return {};
  }
  if (kind == Kind::kStatements) {
    parsers_->problems.clear();
    parsers_->unknown.clear();
    if (!parsers_->statements.ReadFilings(padded, &parsers_->filings, &parsers_->problems,
                                          &parsers_->unknown)) {
      return NotStored(row.number, parsers_->problems.front().Text());
    }
    if (parsers_->filings.number != row.number) return NotStored(row.number, "has another number");
    // What is served depends on the question, so all of it is kept.
    indexed->columns.stored.assign(row.body);
    return {};
  }
  const ObjectRow* const object_row = FindRow(kind);
  dom::object object;
  if (object_row == nullptr ||
      parsers_->parser.parse(padded.data(), padded.size(), false).get(object) !=
          simdjson::SUCCESS) {
    return NotStored(row.number, "is not a JSON object");
  }
  return object_row->index(object, row.number, indexed);
}

}  // namespace orgreg::records
