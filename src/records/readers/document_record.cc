#include "records/readers/document_record.h"

#include <simdjson.h>

#include <utility>

#include "records/readers/dom_value.h"
#include "records/readers/supplement.h"

namespace orgreg::records {
namespace {

namespace dom = simdjson::dom;
using model::Document;
using model::DocumentList;
using model::kDocumentNames;

Reason SetType(dom::element value, Document* document) {
  std::string_view name;
  std::optional<model::DocumentType> type;
  if (value.get_string().get(name) == simdjson::SUCCESS) type = model::ReadDocumentType(name);
  if (!type) return "is not a type of document";
  document->type = *type;
  return kTaken;
}

template <typename Whole>
Reason SetWhole(dom::element value, Whole* to) {
  std::int64_t whole = 0;
  if (value.get_int64().get(whole) != simdjson::SUCCESS || !std::in_range<Whole>(whole) ||
      whole < 0) {
    return "is not a whole number from 0";
  }
  *to = static_cast<Whole>(whole);
  return kTaken;
}

void FillDocument(dom::object object, const std::string& path, Document* document,
                  const Findings& findings) {
  const std::size_t before = findings.problems->size();
  bool has_type = false;
  for (const auto [name, value] : object) {
    const std::string member = path + "." + std::string(name);
    if (name == kDocumentNames.type) {
      has_type = true;
      findings.Blame(member, SetType(value, document));
    } else if (name == kDocumentNames.year) {
      findings.Blame(member, SetWhole(value, &document->year));
    } else if (name == kDocumentNames.id) {
      findings.Blame(member, SetWhole(value, &document->id));
    } else if (name == kDocumentNames.sha256) {
      findings.Blame(member, SetFrom(value, &document->sha256));
    } else if (name == kDocumentNames.bytes) {
      findings.Blame(member, SetWhole(value, &document->size_bytes));
    } else {
      findings.unknown->push_back(member);
    }
  }
  if (!has_type) findings.Blame(path, "has no type");
  if (findings.problems->size() == before) findings.Blame(path, model::CheckDocument(*document));
}

void FillList(dom::element value, DocumentList* list, const Findings& findings) {
  dom::array array;
  if (value.get_array().get(array) != simdjson::SUCCESS)
    return findings.Blame(kDocumentNames.list, "is not a list of documents");
  std::size_t place = 0;
  for (const dom::element element : array) {
    const std::string path = ElementPath(kDocumentNames.list, place++);
    Document document;
    dom::object object;
    if (element.get_object().get(object) != simdjson::SUCCESS) {
      findings.Blame(path, "is not an object");
      continue;
    }
    FillDocument(object, path, &document, findings);
    const std::size_t before = list->documents.size();
    model::AddDocument(std::move(document), list);
    if (list->documents.size() == before)
      findings.Blame(path, "stands in the list already, by type, year and id");
  }
}

bool Read(dom::object object, DocumentList* list, const Findings& findings) {
  const std::size_t before = findings.problems->size();
  bool has_number = false;
  bool has_list = false;
  for (const auto [name, value] : object) {
    if (name == kDocumentNames.number) {
      has_number = true;
      findings.Blame(name, SetFrom(value, &list->number));
    } else if (name == kDocumentNames.list) {
      has_list = true;
      FillList(value, list, findings);
    } else {
      findings.unknown->emplace_back(name);
    }
  }
  if (!has_number) findings.Blame(kDocumentNames.number, "is missing");
  if (!has_list) findings.Blame(kDocumentNames.list, "is missing");
  return findings.problems->size() == before;
}

base::Error Unreadable(base::OrgNumber number, std::string_view reason) {
  return {base::Code::kCorrupt, "the list of documents of " + number.ToString() +
                                    " cannot be read: " + std::string(reason)};
}

void AppendMember(std::string_view name, std::string_view text, std::string* out) {
  out->append(",\"").append(name).append("\":\"").append(text).append("\"");
}
void AppendMember(std::string_view name, std::uint64_t whole, std::string* out) {
  out->append(",\"").append(name).append("\":").append(std::to_string(whole));
}

}  // namespace

bool ReadDocuments(dom::object record, Supplement* read, Problems* problems,
                   std::vector<std::string>* unknown) {
  DocumentList list;
  *read = {};
  const bool is_good = Read(record, &list, {.problems = problems, .unknown = unknown});
  read->number = list.number;
  if (is_good) AppendStoredDocuments(list, &read->body);
  return is_good;
}

base::Status IndexDocuments(dom::object stored, base::OrgNumber number,
                            IndexedSupplement* indexed) {
  DocumentList list;
  Problems problems;
  std::vector<std::string> unknown;
  *indexed = {};
  const bool is_good = Read(stored, &list, {.problems = &problems, .unknown = &unknown});
  if (!is_good) return Unreadable(number, problems.front().Text());
  if (list.number != number) return Unreadable(number, "it has another number");
  AppendStoredDocuments(list, &indexed->columns.stored);
  return {};
}

// No text in it needs escaping: digits and names of ours.
void AppendStoredDocuments(const DocumentList& list, std::string* out) {
  out->append("{\"").append(kDocumentNames.number).append("\":\"");
  list.number.AppendTo(out);
  out->append("\",\"").append(kDocumentNames.list).append("\":[");
  for (const Document& document : list.documents) {
    if (&document != list.documents.data()) out->push_back(',');
    out->append("{\"").append(kDocumentNames.type).append("\":\"");
    out->append(model::NameOf(document.type)).append("\"");
    AppendMember(kDocumentNames.year, static_cast<std::uint64_t>(document.year), out);
    if (document.id != 0)
      AppendMember(kDocumentNames.id, static_cast<std::uint64_t>(document.id), out);
    AppendMember(kDocumentNames.sha256, document.sha256, out);
    AppendMember(kDocumentNames.bytes, document.size_bytes, out);
    out->push_back('}');
  }
  out->append("]}");
}

base::Result<DocumentList> ReadStoredDocuments(std::string_view text) {
  DocumentList list;
  Problems problems;
  std::vector<std::string> unknown;
  dom::parser parser;
  dom::object object;
  if (parser.parse(text.data(), text.size(), true).get(object) != simdjson::SUCCESS)
    return Unreadable(list.number, "it is not a JSON object");
  if (!Read(object, &list, {.problems = &problems, .unknown = &unknown}))
    return Unreadable(list.number, problems.front().Text());
  return list;
}

}  // namespace orgreg::records
