// SPDX-License-Identifier: EUPL-1.2

// Tables of statuses and of header fields come first, then the content of a body by its media
// types, then the walk over the statuses of a row.

#include "api/interface_document/answers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/answers/error_page.h"
#include "api/answers/media_types.h"
#include "api/answers/messages.h"
#include "api/answers/wishes.h"
#include "api/authority/authority.h"
#include "api/interface/wanted_position.h"
#include "api/interface_document/examples.h"
#include "api/interface_document/operation.h"
#include "api/interface_document/parameters.h"
#include "formats/json/tree.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kProblemBody = "Problem";
constexpr std::uint16_t kOk = 200;
constexpr std::uint16_t kPart = 206;
constexpr std::uint16_t kFirstError = 400;

// What the body of an answer is.
enum class Content : std::uint8_t {
  kNone,
  kAnswer,      // the answer of the row
  kGone,        // a removed record
  kValidation,  // all problems of a request, in the form of the interface
  kFailure,     // a server error, in the form of the interface
  kProblem,
  kMissing,  // nothing, unless the client asks for more
  kTooMany,
};

struct StatusRow {
  std::uint16_t status = 0;
  Content content = Content::kNone;
  std::string_view english = {};
  std::string_view norwegian = {};
};
constexpr std::array kStatuses = {
    StatusRow{200, Content::kAnswer, "The answer.", "Svaret."},
    StatusRow{206, Content::kAnswer, "The part of the file that was asked for.",
              "Den delen av filen som ble etterspurt."},
    StatusRow{304, Content::kNone, "The client has this answer already: its entity tag is right.",
              "Klienten har dette svaret fra før: entitetsmerket stemmer."},
    StatusRow{400, Content::kValidation, "The request is wrong; all problems are listed.",
              "Forespørselen er feil; alle problemene er listet."},
    StatusRow{401, Content::kNone, "Credentials or a token are missing or wrong.",
              "Legitimasjon eller token mangler eller er feil."},
    StatusRow{403, Content::kNone, "The token does not allow this.", "Tokenet gir ikke tilgang."},
    StatusRow{404, Content::kMissing, "The register has nothing of this kind.",
              "Registeret har ingenting av dette."},
    StatusRow{406, Content::kProblem, "None of the media types in Accept is offered.",
              "Ingen av medietypene i Accept tilbys."},
    StatusRow{410, Content::kGone, "The record was removed from publication; delete your copies.",
              "Posten er fjernet fra publisering; slett kopier av den."},
    StatusRow{412, Content::kNone, "The condition of the request does not hold.",
              "Betingelsen i forespørselen er ikke oppfylt."},
    StatusRow{415, Content::kNone, "The body has a media type that is not taken.",
              "Innholdet har en medietype som ikke tas imot."},
    StatusRow{416, Content::kNone, "The file has no such range.", "Filen har ikke dette området."},
    StatusRow{421, Content::kProblem, "This server does not answer for the host of the request.",
              "Denne tjeneren svarer ikke for verten i forespørselen."},
    StatusRow{429, Content::kTooMany,
              "Too many requests of this address, or too many with wrong credentials.",
              "For mange forespørsler fra denne adressen, eller for mange med feil legitimasjon."},
    StatusRow{500, Content::kFailure, "The server failed; trace names this answer in its log.",
              "Feil i tjeneren; trace viser hvor i loggen feilen står."},
    StatusRow{503, Content::kProblem, "The server cannot answer now; try again later.",
              "Tjeneren kan ikke svare nå; prøv igjen senere."},
};
constexpr StatusRow kOtherStatus = {0, Content::kProblem, "Another answer.", "Et annet svar."};

const StatusRow& RowOf(std::uint16_t status) {
  const auto* const found = std::ranges::find(kStatuses, status, &StatusRow::status);
  return found == kStatuses.end() ? kOtherStatus : *found;
}

bool IsFile(const RouteRow& row) { return row.answers.body.empty(); }
bool IsSelected(const RouteRow& row) {
  return row.takes.derived != nullptr && row.takes.derived(row.work.argument).filters != nullptr;
}
bool IsOutdated(const RouteRow& row) {
  return std::ranges::any_of(OffersOf(row.answers.resource), &Offer::outdated);
}
bool IsDelivered(std::uint16_t status) { return status == kOk || status == kPart; }
// Answers about a file, with the fields of the file even if its bytes are not sent.
bool IsAboutFile(const RouteRow& row, std::uint16_t status) {
  return IsFile(row) && (IsDelivered(status) || status == 304 || status == 412 || status == 416);
}
// Texts without a schema, which are not sent as files.
bool IsPlainText(const RouteRow& row) {
  return row.answers.resource == Resource::kVersionNotes ||
         row.answers.resource == Resource::kDataCatalogue;
}
// The same of files with records of the register; documents and notes are none.
bool IsAboutRecords(const RouteRow& row, std::uint16_t status) {
  return IsAboutFile(row, status) && row.answers.resource != Resource::kDocument &&
         !IsPlainText(row);
}
bool IsPage(const RouteRow& row) {
  return std::ranges::any_of(OffersOf(row.answers.resource), [](const Offer& offer) {
    return offer.type.starts_with("text/html");
  });
}
// Clients can choose the form of errors.
bool IsError(std::uint16_t status) { return status >= kFirstError; }
// These keep to what a program can read, since no person opens them.
bool IsNeverPage(std::uint16_t status) { return status == 410 || status == 412 || status == 416; }
bool MayBeErrorPage(const RouteRow& row, std::uint16_t status) {
  return IsError(status) && !IsNeverPage(status) && !row.at.interface->is_secret();
}
// Answers that are in the version of the request, or would be.
bool IsInVersion(const RouteRow& row, std::uint16_t status) {
  return IsOutdated(row) && status != 406 && status != 421;
}
// RFC 6750, section 3.1.
bool IsRefusalOfToken(std::uint16_t status) { return status == 400 || status == 403; }
bool HasParts(const RouteRow& row) {
  return std::ranges::find(row.answers.statuses, kPart) != row.answers.statuses.end();
}

struct HeaderRow {
  std::string_view name = {};
  std::string_view type = {};
  std::string_view english = {};
  std::string_view norwegian = {};
  bool (*is_sent)(const RouteRow& row, std::uint16_t status) = nullptr;
};
constexpr std::array kHeaders = {
    HeaderRow{"ETag", "string", "The entity tag of the answer, for If-None-Match.",
              "Entitetsmerket til svaret, til bruk i If-None-Match.",
              [](const RouteRow& row, std::uint16_t status) {
                return IsTagged(row) &&
                       (IsDelivered(status) || status == 304 || IsAboutFile(row, status));
              }},
    HeaderRow{"Vary", "string", "The header fields of the request that the answer depends on.",
              "Feltene i forespørselen som svaret avhenger av.",
              [](const RouteRow& /*row*/, std::uint16_t status) {
                return IsDelivered(status) || IsError(status);
              }},
    HeaderRow{"Content-Security-Policy", "string", "What a page may do; only on pages.",
              "Hva en side har lov til; bare på sider.",
              [](const RouteRow& row, std::uint16_t status) {
                return (IsDelivered(status) && IsPage(row)) || MayBeErrorPage(row, status);
              }},
    HeaderRow{
        "Referrer-Policy", "string",
        "What links tell of the address that they stand on; only on pages.",
        "Hva lenker røper om adressen de står på; bare på sider.",
        [](const RouteRow& row, std::uint16_t status) { return MayBeErrorPage(row, status); }},
    HeaderRow{"Content-Language", "string",
              "Language of an error that the client wanted explained in words.",
              "Språket i en feil som klienten ville ha forklart med ord.",
              [](const RouteRow& /*row*/, std::uint16_t status) { return IsError(status); }},
    HeaderRow{"Cache-Control", "string", "How long the answer may be kept.",
              "Hvor lenge svaret kan lagres.",
              [](const RouteRow& row, std::uint16_t status) {
                return IsDelivered(status) || status == 304 ||
                       (row.at.interface->caching == Caching::kTagged && IsError(status));
              }},
    HeaderRow{
        "Surrogate-Key", "string",
        "The number of the organisation that the answer is about, for caches that can drop it "
        "when it changes; only where caches may keep answers.",
        "Nummeret til organisasjonen som svaret gjelder, for mellomlagre som kan slette det når "
        "det endres; bare der mellomlagre kan beholde svar.",
        [](const RouteRow& row, std::uint16_t status) {
          return row.at.interface->caching == Caching::kTagged &&
                 (IsDelivered(status) || status == 304) &&
                 row.answers.resource != Resource::kMunicipalities &&
                 row.at.pattern.find("{number}") != std::string_view::npos;
        }},
    HeaderRow{"Last-Modified", "string", "When the file was made.", "Når filen ble laget.",
              [](const RouteRow& row, std::uint16_t status) {
                return HasParts(row) && IsAboutRecords(row, status);
              }},
    HeaderRow{"Accept-Ranges", "string", "Whole files can be asked for in parts.",
              "Hele filer kan hentes i deler.",
              [](const RouteRow& row, std::uint16_t status) {
                return HasParts(row) && IsAboutFile(row, status);
              }},
    HeaderRow{"Content-Range", "string", "Which part of the file this is.",
              "Hvilken del av filen dette er.",
              [](const RouteRow& /*row*/, std::uint16_t status) {
                return status == kPart || status == 416;
              }},
    HeaderRow{"Content-Disposition", "string", "The name of the file.", "Navnet på filen.",
              [](const RouteRow& row, std::uint16_t status) {
                return IsAboutFile(row, status) && !IsPlainText(row);
              }},
    HeaderRow{
        kPositionField, "integer",
        "Id of the last update that the answer has: of a file, and for a request that has the "
        "field.",
        "Id-en til den siste oppdateringen i svaret: for en fil, og for en forespørsel som har "
        "feltet.",
        [](const RouteRow& row, std::uint16_t status) {
          return row.work.needs_data || IsAboutRecords(row, status);
        }},
    HeaderRow{"Register-Selection", "string",
              "How many of the matching records are in the answer, where it has not all of them.",
              "Hvor mange av treffene som er med i svaret, når det ikke har alle.",
              [](const RouteRow& row, std::uint16_t status) {
                return IsSelected(row) && status == kOk &&
                       row.answers.resource != Resource::kExtension;
              }},
    HeaderRow{"Deprecation", "string",
              "Since when the version of the answer is outdated (RFC 9745).",
              "Når versjonen av svaret ble foreldet (RFC 9745).",
              [](const RouteRow& row, std::uint16_t status) { return IsInVersion(row, status); }},
    HeaderRow{"Sunset", "string", "When the version of the answer may end (RFC 8594).",
              "Når versjonen av svaret kan bli borte (RFC 8594).",
              [](const RouteRow& row, std::uint16_t status) { return IsInVersion(row, status); }},
    HeaderRow{"Link", "string", "Notes that belong to the answer, by relation (RFC 8288).",
              "Notater som hører til svaret, etter relasjon (RFC 8288).",
              [](const RouteRow& row, std::uint16_t status) {
                return status >= kFirstError || IsInVersion(row, status) ||
                       ((row.answers.resource == Resource::kRoot ||
                         row.at.interface->access == Access::kUsers) &&
                        status == kOk);
              }},
    HeaderRow{"Accept", "string", "The media types that a body may have.",
              "Medietypene som innholdet kan ha.",
              [](const RouteRow& row, std::uint16_t status) {
                return status == 415 && !NeedsToken(row.at.interface->access);
              }},
    HeaderRow{"Retry-After", "integer", "After how many seconds to try again.",
              "Hvor mange sekunder klienten bør vente.",
              [](const RouteRow& /*row*/, std::uint16_t status) {
                return status == 429 || status == 503;
              }},
    HeaderRow{
        "RateLimit", "string",
        "How many requests are left, and in how many seconds there are more. Servers may send "
        "it with every answer.",
        "Hvor mange forespørsler som er igjen, og om hvor mange sekunder det blir flere. "
        "Tjenere kan sende det med alle svar.",
        [](const RouteRow& /*row*/, std::uint16_t /*status*/) { return true; }},
    HeaderRow{"RateLimit-Policy", "string",
              "How many requests there may be, and in how many seconds "
              "(draft-ietf-httpapi-ratelimit-headers).",
              "Hvor mange forespørsler det kan være, og på hvor mange sekunder "
              "(draft-ietf-httpapi-ratelimit-headers).",
              [](const RouteRow& /*row*/, std::uint16_t /*status*/) { return true; }},
    HeaderRow{"WWW-Authenticate", "string", "How a client authenticates itself.",
              "Hvordan klienten legitimerer seg.",
              [](const RouteRow& row, std::uint16_t status) {
                return status == 401 ||
                       (IsRefusalOfToken(status) && NeedsToken(row.at.interface->access));
              }},
    HeaderRow{"Trace-Id", "string",
              "Names this answer in the logs of the server; in the audit log, if the token was "
              "accepted.",
              "Viser hvor svaret står i loggene til tjeneren; i revisjonsloggen, hvis tokenet ble "
              "godtatt.",
              [](const RouteRow& row, std::uint16_t /*status*/) {
                return NeedsToken(row.at.interface->access);
              }},
};

Node MediaType(Node schema) { return Node::Object().With("schema", std::move(schema)); }
Node TextSchema() { return Node::Object().With("type", Node::Text("string")); }

bool IsJson(std::string_view type) {
  const std::string_view name = type.substr(0, type.find(';'));
  return name.ends_with("/json") || name.ends_with("+json");
}

// Either of several schemas.
Node AnyOf(std::vector<Node> schemas) {
  if (schemas.size() == 1) return std::move(schemas.front());
  Node list = Node::List();
  for (Node& schema : schemas) list.Add(std::move(schema));
  return Node::Object().With("anyOf", std::move(list));
}

// The schema of the body of one offer of the row.
Node AnswerSchema(const RouteRow& row, const Offer& offer, BodySchemas* schemas) {
  // JSON Schema says nothing about bytes, nor about the names of a graph.
  const bool is_graph = offer.type == kStatementTypes[2] || offer.type == kStatementTypes[3];
  if (IsFile(row) || is_graph) return Node::Object();
  if (!IsJson(offer.type)) return TextSchema();
  std::optional<model::Form> form;
  if (offer.outdated) form = model::Form::kServedV1;
  std::vector<Node> bodies = {schemas->ReferTo(row.answers.body, form)};
  if (!row.answers.struck_off.empty())
    bodies.push_back(schemas->ReferTo(row.answers.struck_off, form));
  return AnyOf(std::move(bodies));
}

// A text that is not JSON is shown as it is.
Node ExampleNode(const Example& example) {
  formats::JsonTree tree;
  const bool is_text = example.body.starts_with('"') && formats::ReadTree(example.body, &tree);
  return is_text ? Node::Text(tree.root.text) : Node::Literal(example.body);
}

Node AnswerContent(const RouteRow& row, BodySchemas* schemas) {
  Node content = Node::Object();
  for (const Offer& offer : OffersOf(row.answers.resource)) {
    Node& media = content.Set(offer.type, MediaType(AnswerSchema(row, offer, schemas)));
    if (const Example* const example = FindExample(row.at.operation, offer.type))
      media.Set("example", ExampleNode(*example));
    if (offer.outdated) media.Set("x-deprecated", Node::Flag(true));
    // OpenAPI 3.1 has no schema for each of many lines.
    if (row.answers.resource == Resource::kMatches)
      media.Set("x-line", schemas->ReferTo(row.answers.body));
  }
  return content;
}

bool IsOfStatements(const RouteRow& row) {
  return row.at.interface->errors == ErrorFamily::kStatements;
}

// The bodies of errors that the interface writes in a form of its own.
Node OwnErrors(const RouteRow& row, std::vector<Node> schemas) {
  Node content = Node::Object().With(kJson, MediaType(AnyOf(std::move(schemas))));
  if (IsOfStatements(row)) content.Set(kXmlType, MediaType(TextSchema()));
  return content;
}

Node ValidationContent(const RouteRow& row, BodySchemas* schemas) {
  std::vector<Node> bodies;
  if (IsOfStatements(row)) {
    bodies.push_back(schemas->ReferTo("StatementError"));
  } else {
    const bool is_english = row.at.interface->language == Language::kEnglish;
    if (!is_english) bodies.push_back(schemas->ReferTo("ValidationProblems"));
    if (is_english || IsOutdated(row))
      bodies.push_back(schemas->ReferTo("EnglishValidationProblems"));
  }
  return OwnErrors(row, std::move(bodies));
}

// Where the operations of the specification say nothing, the extensions say what they know.
bool IsAlwaysAnswered(const RouteRow& row, Content content) {
  return row.answers.resource == Resource::kExtension &&
         (content == Content::kMissing || content == Content::kGone);
}

Node ContentOf(const RouteRow& row, Content content, BodySchemas* schemas) {
  if (IsAlwaysAnswered(row, content)) return AnswerContent(row, schemas);
  const auto one = [&](std::string_view type, std::string_view body) {
    return Node::Object().With(type, MediaType(schemas->ReferTo(body)));
  };
  switch (content) {
    case Content::kNone:
      return Node::Object();
    case Content::kAnswer:
      return AnswerContent(row, schemas);
    case Content::kGone:
      return one(kJson, "RemovedUnit");
    case Content::kValidation:
      return ValidationContent(row, schemas);
    case Content::kFailure:
      return OwnErrors(row,
                       {schemas->ReferTo(IsOfStatements(row) ? "StatementError" : "ServerError")});
    case Content::kProblem:
    case Content::kMissing:
      return one(kProblemJson, kProblemBody);
    case Content::kTooMany:
      return IsOfStatements(row) ? one(kJson, "TooManyRequests") : one(kProblemJson, kProblemBody);
  }
  return Node::Object();
}

// Whether an answer without a body otherwise has one if the client asks for it
// (answers/wishes.h).
bool IsRefusal(std::uint16_t status) {
  constexpr std::array<std::uint16_t, 5> kRefusals = {401, 403, 412, 415, 416};
  return std::ranges::find(kRefusals, status) != kRefusals.end();
}
bool MayBeEmpty(const RouteRow& row, std::uint16_t status, Content content) {
  return (content == Content::kMissing && !IsAlwaysAnswered(row, content)) || IsRefusal(status) ||
         (IsRefusalOfToken(status) && NeedsToken(row.at.interface->access));
}

// Adds the forms in which a client may ask for an error.
void AddAskedForms(const RouteRow& row, std::uint16_t status, BodySchemas* schemas, Node* content) {
  if (!IsError(status)) return;
  content->Set(kProblemJson, MediaType(schemas->ReferTo(kProblemBody)));
  const Content usual = RowOf(status).content;
  const bool has_page =
      usual == Content::kProblem || usual == Content::kTooMany || MayBeEmpty(row, status, usual);
  if (has_page && !IsNeverPage(status) && !row.at.interface->is_secret())
    content->Set(kErrorPageType, MediaType(TextSchema()));
}

Node HeadersOf(const RouteRow& row, std::uint16_t status) {
  Node headers = Node::Object();
  for (const HeaderRow& header : kHeaders) {
    if (!header.is_sent(row, status)) continue;
    headers.Set(header.name, Node::Reference("#/components/headers/" + std::string(header.name)));
  }
  return headers;
}

Node AnswerOf(const RouteRow& row, std::uint16_t status, BodySchemas* schemas) {
  const StatusRow& words = RowOf(status);
  Node answer = Node::Object();
  Describe(words.english, words.norwegian, &answer);
  if (Node headers = HeadersOf(row, status); !headers.empty())
    answer.Set("headers", std::move(headers));
  Node content = ContentOf(row, words.content, schemas);
  AddAskedForms(row, status, schemas, &content);
  if (!content.empty()) answer.Set("content", std::move(content));
  if (MayBeEmpty(row, status, words.content)) answer.Set("x-may-be-empty", Node::Flag(true));
  return answer;
}

}  // namespace

Node AnswersOf(const RouteRow& row, BodySchemas* schemas) {
  std::vector<std::uint16_t> statuses = UsualStatuses(row);
  statuses.insert(statuses.end(), row.answers.statuses.begin(), row.answers.statuses.end());
  std::ranges::sort(statuses);
  Node answers = Node::Object();
  for (const std::uint16_t status : statuses)
    answers.Set(std::to_string(status), AnswerOf(row, status, schemas));
  return answers;
}

Node AllHeaders() {
  Node all = Node::Object();
  for (const HeaderRow& row : kHeaders) {
    Node header = Node::Object();
    Describe(row.english, row.norwegian, &header);
    header.Set("schema", Node::Object().With("type", Node::Text(row.type)));
    all.Set(row.name, std::move(header));
  }
  return all;
}

Node RequestBodyOf(const RouteRow& row, BodySchemas* schemas) {
  Node content = Node::Object();
  for (const TakenBody& taken : row.takes.bodies) {
    Node& media = content.Set(
        taken.type,
        MediaType(taken.form.empty() ? schemas->ReferTo(taken.body) : FormSchema(taken.form)));
    if (!taken.line.empty()) media.Set("x-line", schemas->ReferTo(taken.line));
    if (!taken.example.empty()) media.Set("example", Node::Text(taken.example));
  }
  if (content.empty()) return content;
  return Node::Object().With("required", Node::Flag(true)).With("content", std::move(content));
}

}  // namespace orgreg::api
