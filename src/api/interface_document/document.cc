// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/document.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "api/authority/authority.h"
#include "api/interface/wanted_position.h"
#include "api/interface_document/answers.h"
#include "api/interface_document/body_schemas.h"
#include "api/interface_document/operation.h"
#include "api/interface_document/parameters.h"
#include "api/limits/rate_class.h"
#include "base/values/ascii.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kOpenApiVersion = "3.1.0";
// Of the interface; its first number is that of the newest media types.
constexpr std::string_view kInterfaceVersion = "2.0.0";
constexpr std::string_view kOverview =
    "A register of legal entities: searches, look-ups, update feeds, files of the whole register, "
    "roles and financial statements. Every operation with GET takes HEAD, too, and every path "
    "takes OPTIONS; another method is answered with 405 and the header field Allow. Pages of "
    "a list reach its first 10,000 records; files and the parts of a search by cursor have all of "
    "them. An unknown parameter is an error, except where an operation says otherwise. Bodies are "
    "packed with gzip for clients that accept it. New members may be added to bodies at any time.";

// A group of operations that documents list together.
struct GroupRow {
  std::string_view name = {};
  std::string_view english = {};
  std::string_view norwegian = {};
};
constexpr std::array kGroups = {
    GroupRow{"entities", "Entities: search and look-up.", "Enheter: søk og oppslag."},
    GroupRow{"sub-entities", "Sub-entities: search and look-up.", "Underenheter: søk og oppslag."},
    GroupRow{"roles", "Roles in entities, and lists of their codes.",
             "Roller i enheter, og lister over kodene deres."},
    GroupRow{"updates", "Feeds of updates.", "Oppdateringer."},
    GroupRow{"files", "Files of a whole register.", "Filer med et helt register."},
    GroupRow{"codes", "Code lists.", "Kodelister."},
    GroupRow{"authorised", "Operations that need a token.", "Tjenester som krever token."},
    GroupRow{"other registers", "Registers next to the register of entities.",
             "Registre ved siden av Enhetsregisteret."},
    GroupRow{"statements", "Financial statements and documents.", "Regnskap og dokumenter."},
    GroupRow{"statistics", "Counts of calls for statements.", "Telling av kall for regnskap."},
    GroupRow{"documents", "The interface itself.", "Selve grensesnittet."},
    GroupRow{"extensions", "Extensions of the specified interface.",
             "Utvidelser av det spesifiserte grensesnittet."},
};

constexpr std::string_view kBasic = "basic";
constexpr std::string_view kBearer = "bearer";

Node SecuritySchemes() {
  Node basic = Node::Object().With("type", Node::Text("http")).With("scheme", Node::Text("basic"));
  Describe("A user name and a password, which the operator of the server gives.",
           "Brukernavn og passord, som driftsansvarlig gir.", &basic);
  Node bearer = Node::Object()
                    .With("type", Node::Text("http"))
                    .With("scheme", Node::Text("bearer"))
                    .With("bearerFormat", Node::Text("JWT"));
  Describe("An access token with one of the scopes that the operation names.",
           "Et tilgangstoken med et av scopene som tjenesten navngir.", &bearer);
  return Node::Object().With(kBasic, std::move(basic)).With(kBearer, std::move(bearer));
}

Node Requirement(std::string_view scheme, Node scopes) {
  return Node::Object().With(scheme, std::move(scopes));
}

// Any one of the requirements suffices.
Node SecurityOf(const Interface& interface) {
  Node security = Node::List();
  switch (interface.access) {
    case Access::kOpen:
      break;
    case Access::kUsers:
      security.Add(Requirement(kBasic, Node::List()));
      // The operator may open the statements to all clients, whole or reduced.
      security.Add(Node::Object());
      break;
    case Access::kRoles:
      for (const std::string_view scope : model::kRoleScopes) {
        security.Add(Requirement(kBearer, Node::List()))
            .Set(kBearer, Node::Texts(std::array{scope}));
      }
      break;
    case Access::kRoleStatement:
      security.Add(Requirement(kBearer, Node::Texts(std::array{model::kRoleStatementScope})));
      break;
  }
  return security;
}

// The path as documents have it: a capture has the name of its parameter.
std::string PathOf(const RouteRow& row) {
  std::string path;
  auto parameter = row.takes.rows.begin();
  std::string_view rest = row.at.pattern;
  for (std::size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const std::size_t close = rest.find('}', open);
    const bool is_named = parameter != row.takes.rows.end() && parameter->in == search::In::kPath;
    path.append(rest.substr(0, open + 1));
    path.append(is_named ? parameter->name : rest.substr(open + 1, close - open - 1)).append("}");
    if (is_named) ++parameter;
    rest.remove_prefix(close + 1);
  }
  return path.append(rest);
}

std::vector<std::string_view> MethodsOf(const RouteRow& row) {
  constexpr std::array<std::pair<http::Method, std::string_view>, 2> kShown = {
      {{http::Method::kGet, "get"}, {http::Method::kPost, "post"}}};
  std::vector<std::string_view> methods;
  for (const auto& [method, name] : kShown) {
    if (row.at.methods.Has(method)) methods.push_back(name);
  }
  return methods;
}

class Builder {
 public:
  explicit Builder(std::span<const RouteRow> rows) : rows_(rows) {}

  Node Build(std::string_view server) {
    Node paths = Node::Object();
    for (const RouteRow& row : rows_) AddOperation(row, &paths);
    Node document = Node::Object().With("openapi", Node::Text(kOpenApiVersion));
    document.Set("info", Info());
    document.Set("servers", Node::List())
        .Add(Node::Object()
                 .With("url", Node::Text(server))
                 .With("description", Node::Text("The server that gave this document.")));
    document.Set("tags", Tags());
    document.Set("paths", std::move(paths));
    document.Set("components", Node::Object()
                                   .With("schemas", schemas_.All())
                                   .With("parameters", std::move(parameters_))
                                   .With("headers", AllHeaders())
                                   .With("securitySchemes", SecuritySchemes()));
    return document;
  }

 private:
  static Node Info() {
    Node info = Node::Object()
                    .With("title", Node::Text("Register of legal entities"))
                    .With("version", Node::Text(kInterfaceVersion))
                    .With("description", Node::Text(kOverview));
    info.Set("license", Node::Object()
                            .With("name", Node::Text("EUPL-1.2"))
                            .With("identifier", Node::Text("EUPL-1.2")));
    info.Set("contact", Node::Object().With("name", Node::Text("The operator of this server")));
    return info;
  }

  static Node Tags() {
    Node tags = Node::List();
    for (const GroupRow& group : kGroups) {
      Node tag = Node::Object().With("name", Node::Text(group.name));
      Describe(group.english, group.norwegian, &tag);
      tags.Add(std::move(tag));
    }
    return tags;
  }

  void AddOperation(const RouteRow& row, Node* paths) {
    const std::string path = PathOf(row);
    Node* item = paths->Find(path);
    if (item == nullptr) item = &paths->Set(path, Node::Object());
    for (const std::string_view method : MethodsOf(row)) item->Set(method, Operation(row));
  }

  Node Operation(const RouteRow& row) {
    Node operation = Node::Object().With("operationId", Node::Text(row.at.operation));
    if (const OperationWords* const words = FindOperationWords(row.at.operation)) {
      operation.Set("summary", Node::Text(words->english));
      Describe(words->english, words->norwegian, &operation);
      operation.Set("tags", Node::List()).Add(Node::Text(words->group));
    }
    if (Node parameters = ParametersOf(row); !parameters.empty())
      operation.Set("parameters", std::move(parameters));
    if (Node body = RequestBodyOf(row, &schemas_); !body.empty())
      operation.Set("requestBody", std::move(body));
    operation.Set("responses", AnswersOf(row, &schemas_));
    operation.Set("security", SecurityOf(*row.at.interface));
    operation.Set("x-rate-limit", Node::Text(NameOf(row.work.rate)));
    return operation;
  }

  Node ParametersOf(const RouteRow& row) {
    std::span<const std::string_view> sort_keys;
    if (row.takes.derived != nullptr) sort_keys = row.takes.derived(row.work.argument).sort_keys;
    Node list = Node::List();
    for (const search::ParameterRow& parameter : AllParameters(row))
      list.Add(Share(parameter.name, ParameterNode(parameter, sort_keys)));
    if (row.work.needs_data) list.Add(Share(kPositionField, PositionNode()));
    return list;
  }

  // A parameter that looks the same in several operations stands in one place. The first one of a
  // name gets this place.
  Node Share(std::string_view name, Node parameter) {
    static constexpr base::CharacterSet kInKeys = base::AlphanumericsAnd("._-");
    const bool is_key =
        std::ranges::all_of(name, [](char c) { return kInKeys[static_cast<unsigned char>(c)]; });
    if (!is_key) return parameter;
    const Node* known = parameters_.Find(name);
    if (known == nullptr) known = &parameters_.Set(name, parameter);
    if (*known != parameter) return parameter;
    return Node::Reference("#/components/parameters/" + std::string(name));
  }

  std::span<const RouteRow> rows_;
  BodySchemas schemas_;
  Node parameters_ = Node::Object();
};

}  // namespace

Node InterfaceDocument(std::span<const RouteRow> rows, std::string_view server) {
  return Builder(rows).Build(server);
}

}  // namespace orgreg::api
