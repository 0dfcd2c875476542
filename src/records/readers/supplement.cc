// SPDX-License-Identifier: EUPL-1.2

// A table has the reader and the indexer of each kind of supplement; most share their code and
// differ only in the schema. Roles and statements have code of their own.

#include "records/readers/supplement.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/registers/documents.h"
#include "model/registers/voluntary.h"
#include "model/roles/schema.h"
#include "model/statements/kept.h"
#include "records/readers/cadastral_record.h"
#include "records/readers/json_reader.h"
#include "records/readers/party_record.h"
#include "records/readers/role_record.h"
#include "records/readers/role_sealing.h"
#include "records/readers/statement_record.h"
#include "records/readers/stored_body.h"
#include "render/body_json.h"
#include "render/roles/role_json.h"
#include "render/statements/json.h"
#include "render/voluntary_json.h"

namespace orgreg::records {
namespace {

using model::Form;
using model::Kind;
using model::SchemaOf;

base::Error NotStored(base::OrgNumber number, std::string_view reason) {
  return {base::Code::kCorrupt, number.ToString() + ": " + std::string(reason)};
}

template <typename T, const SchemaOf<T>* schema>
bool ReadBody(JsonReader* reader, std::string_view text, Supplement* read, Problems* problems,
              std::vector<std::string>* unknown) {
  T body;
  *read = {};
  const bool is_good =
      reader->Read(*schema, {}, text, &body,
                   {.problems = problems, .unknown = unknown, .odd_values = &read->odd_values});
  read->number = body.number;
  if (is_good) render::AppendBody(*schema, body, Form::kStored, &read->body);
  return is_good;
}

template <typename T, const SchemaOf<T>* schema, void (*index)(const T&, IndexedSupplement*)>
base::Status IndexBody(JsonReader* reader, std::string_view stored, base::OrgNumber number,
                       IndexedSupplement* indexed) {
  const T body = TRY(ReadStored(reader, *schema, stored));
  if (body.number != number) return NotStored(number, "has another number");
  index(body, indexed);
  return {};
}

void IndexVoluntary(const model::Voluntary& record, IndexedSupplement* indexed) {
  render::AppendVoluntaryColumns(record, &indexed->columns);
}

void IndexDocuments(const model::DocumentList& list, IndexedSupplement* indexed) {
  render::AppendBody(model::kDocumentListSchema, list, Form::kStored, &indexed->columns.stored);
}

// How a kind is read and indexed. Roles and statements have their own readers.
struct BodyRow {
  Kind kind = Kind::kVoluntary;
  bool (*read)(JsonReader*, std::string_view, Supplement*, Problems*,
               std::vector<std::string>*) = nullptr;
  base::Status (*index)(JsonReader*, std::string_view, base::OrgNumber,
                        IndexedSupplement*) = nullptr;
};
constexpr std::array kBodyRows = {
    BodyRow{Kind::kVoluntary, ReadBody<model::Voluntary, &model::kVoluntarySchema>,
            IndexBody<model::Voluntary, &model::kVoluntarySchema, IndexVoluntary>},
    BodyRow{
        Kind::kParty,
        [](JsonReader*, std::string_view text, Supplement* read, Problems* problems,
           std::vector<std::string>* unknown) { return ReadParty(text, read, problems, unknown); },
        [](JsonReader*, std::string_view stored, base::OrgNumber number,
           IndexedSupplement* indexed) { return IndexParty(stored, number, indexed); }},
    BodyRow{Kind::kCadastral, ReadBody<model::CadastralList, &model::kCadastralSchema>,
            IndexBody<model::CadastralList, &model::kCadastralSchema, IndexCadastral>},
    BodyRow{Kind::kDocuments, ReadBody<model::DocumentList, &model::kDocumentListSchema>,
            IndexBody<model::DocumentList, &model::kDocumentListSchema, IndexDocuments>},
};

const BodyRow* FindRow(Kind kind) {
  const auto* const row = std::ranges::find(kBodyRows, kind, &BodyRow::kind);
  return row == kBodyRows.end() ? nullptr : row;
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

// A list without a role has nothing to serve.
void IndexRoles(const model::RoleList& list, IndexedSupplement* indexed) {
  if (IsEmpty(list)) return;
  render::AppendServedRoles(list, Form::kServed, &indexed->columns.served);
  for (const model::RoleGroup& group : list.groups) {
    for (const model::Role& role : group.roles) AddKey(role, &indexed->keys);
  }
  std::ranges::sort(indexed->keys);
  const auto repeated = std::ranges::unique(indexed->keys);
  indexed->keys.erase(repeated.begin(), repeated.end());
}

}  // namespace

struct SupplementReader::Parsers {
  explicit Parsers(const NumberSealing& given) : sealing(given), roles(given.rule) {}

  bool ReadRoles(std::string_view text, Supplement* read, Problems* problems,
                 std::vector<std::string>* unknown) {
    const bool is_read = roles.Read(text, RoleSource::kInventory, &list, problems, unknown);
    read->number = list.number;
    read->odd_values = roles.odd_values();
    if (!SealNumbers(sealing, &list, problems) || !is_read) return false;
    read->body.clear();
    if (!IsEmpty(list))
      render::AppendBody(model::kRoleListSchema, list, Form::kStored, &read->body);
    return true;
  }

  // All filings of an organisation, as they are stored.
  bool ReadStatements(std::string_view text, Supplement* read, Problems* problems,
                      std::vector<std::string>* unknown) {
    const bool is_read = statements.ReadFilings(text, &filings, problems, unknown);
    read->number = filings.number;
    if (!is_read) return false;
    read->body.clear();
    render::AppendStoredFilings(filings, &read->body);
    return true;
  }

  NumberSealing sealing;
  RoleReader roles;
  StatementReader statements;
  model::RoleList list = {};
  model::Filings filings = {};
  JsonReader bodies = {};
};

SupplementReader::SupplementReader(const NumberSealing& sealing)
    : parsers_(std::make_unique<Parsers>(sealing)) {}
SupplementReader::~SupplementReader() = default;
SupplementReader::SupplementReader(SupplementReader&&) noexcept = default;
SupplementReader& SupplementReader::operator=(SupplementReader&&) noexcept = default;

bool SupplementReader::Read(Kind kind, std::string_view text, Supplement* read, Problems* problems,
                            std::vector<std::string>* unknown) {
  if (kind == Kind::kRoles) return parsers_->ReadRoles(text, read, problems, unknown);
  if (kind == Kind::kStatements) return parsers_->ReadStatements(text, read, problems, unknown);
  const BodyRow* const row = FindRow(kind);
  if (row != nullptr) return row->read(&parsers_->bodies, text, read, problems, unknown);
  problems->push_back({.reason = "is of a kind that supplements nothing"});
  return false;
}

struct SupplementIndexer::Parsers {
  explicit Parsers(WithheldNames::IsRemoved is_removed) : withheld(std::move(is_removed)) {}

  WithheldNames withheld;
  // The rule does not matter: the store has no number in clear.
  RoleReader roles = RoleReader(base::ControlRule::kPresent);
  StatementReader statements = {};
  model::RoleList list = {};
  model::Filings filings = {};
  Problems problems = {};
  std::vector<std::string> unknown = {};
  JsonReader bodies = {};
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
  padded.reserve(row.body.size() + JsonReader::kPadding);
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
    indexed->columns.filings.clear();
    model::AppendKeptFilings(parsers_->filings, &indexed->columns.filings);
    return {};
  }
  const BodyRow* const body_row = FindRow(kind);
  if (body_row == nullptr) return NotStored(row.number, "is of a kind that supplements nothing");
  *indexed = {};
  return body_row->index(&parsers_->bodies, padded, row.number, indexed);
}

}  // namespace orgreg::records
