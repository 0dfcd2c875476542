// SPDX-License-Identifier: EUPL-1.2

// The vocabularies come first, then the descriptions.

#include "api/data_catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/answers/media_types.h"
#include "api/data_catalogue_rows.h"
#include "api/interface/ask.h"
#include "api/interface/publisher.h"
#include "api/registers/offered_files.h"
#include "api/root.h"
#include "api/routes.h"
#include "api/turtle.h"
#include "base/values/timestamp.h"
#include "downloads/file_table.h"
#include "downloads/manifest.h"

namespace orgreg::api {
namespace {

using model::Kind;

struct PrefixRow {
  std::string_view prefix = {};
  std::string_view iri = {};
};
constexpr std::array kPrefixes = {
    PrefixRow{"dcat", "http://www.w3.org/ns/dcat#"},
    PrefixRow{"dct", "http://purl.org/dc/terms/"},
    PrefixRow{"foaf", "http://xmlns.com/foaf/0.1/"},
    PrefixRow{"spdx", "http://spdx.org/rdf/terms#"},
    PrefixRow{"vcard", "http://www.w3.org/2006/vcard/ns#"},
    PrefixRow{"xsd", "http://www.w3.org/2001/XMLSchema#"},
};

// The controlled vocabularies that DCAT-AP-NO names, and the media types of IANA.
constexpr std::string_view kAuthority = "http://publications.europa.eu/resource/authority/";
constexpr std::string_view kMediaTypes = "https://www.iana.org/assignments/media-types/";

bool IsServed(Served serves, Kind kind) {
  switch (serves) {
    case Served::kUnits:
      return kind == Kind::kEntity || kind == Kind::kSubEntity || kind == Kind::kRoles;
    case Served::kEntities:
      return kind == Kind::kEntity;
    case Served::kSubEntities:
      return kind == Kind::kSubEntity;
    case Served::kRoles:
      return kind == Kind::kRoles;
  }
  return false;
}

std::string ConceptTerm(std::string_view vocabulary, std::string_view code) {
  return IriTerm(std::string(kAuthority).append(vocabulary).append("/").append(code));
}

std::string MediaTypeTerm(std::string_view type) {
  return IriTerm(std::string(kMediaTypes).append(type));
}

void AddWords(std::string_view property, const Words& words, TurtleNode* node) {
  node->Add(property, TextTerm(words.norwegian, "nb"));
  node->Add(property, TextTerm(words.english, "en"));
}

class Describer {
 public:
  Describer(const Context& context, std::string* out)
      : context_(context),
        publisher_(*context.publisher),
        files_(context.inventories.Current()),
        out_(*out) {}

  void Describe() {
    for (const auto& [prefix, iri] : kPrefixes)
      out_.append(fmt::format("@prefix {}: <{}> .\n", prefix, iri));
    DescribeCatalogue();
    for (const DatasetRow& row : kDatasets) DescribeDataset(row);
    for (const ServiceRow& row : kServices) DescribeService(row);
    if (!publisher_.iri.empty()) PublisherNode().AppendAs(publisher_.iri, &out_);
  }

 private:
  std::string At(std::string_view path) const { return std::string(context_.origin).append(path); }
  std::string IriOf(std::string_view id) const {
    return At(kDataCataloguePath).append("#").append(id);
  }

  TurtleNode PublisherNode() const {
    TurtleNode node("foaf:Agent");
    if (!publisher_.name.empty()) node.Add("foaf:name", TextTerm(publisher_.name));
    return node;
  }

  void AddOwner(TurtleNode* node) const {
    if (!publisher_.iri.empty()) {
      node->Add("dct:publisher", IriTerm(publisher_.iri));
    } else if (!publisher_.name.empty()) {
      node->Add("dct:publisher", PublisherNode().Nested());
    }
    if (publisher_.contact.empty()) return;
    TurtleNode contact("vcard:Organization");
    if (!publisher_.name.empty()) contact.Add("vcard:fn", TextTerm(publisher_.name));
    const bool is_mail = publisher_.contact.starts_with("mailto:");
    contact.Add(is_mail ? "vcard:hasEmail" : "vcard:hasURL", IriTerm(publisher_.contact));
    node->Add("dcat:contactPoint", contact.Nested());
  }

  void AddLicence(TurtleNode* node) const {
    if (!publisher_.licence.empty()) node->Add("dct:license", IriTerm(publisher_.licence));
  }

  void DescribeCatalogue() {
    TurtleNode node("dcat:Catalog");
    node.Add("dct:identifier", TextTerm(At(kDataCataloguePath)));
    AddWords("dct:title", kCatalogueTitle, &node);
    AddWords("dct:description", kCatalogueText, &node);
    AddOwner(&node);
    AddLicence(&node);
    for (const std::string_view language : {"NOB", "ENG"})
      node.Add("dct:language", ConceptTerm("language", language));
    node.Add("dcat:themeTaxonomy", IriTerm(std::string(kAuthority).append("data-theme")));
    for (const DatasetRow& row : kDatasets) node.Add("dcat:dataset", IriTerm(IriOf(row.id)));
    for (const ServiceRow& row : kServices) node.Add("dcat:service", IriTerm(IriOf(row.operation)));
    node.AppendAs(At(kDataCataloguePath), &out_);
  }

  void DescribeDataset(const DatasetRow& row) {
    TurtleNode node("dcat:Dataset");
    node.Add("dct:identifier", TextTerm(IriOf(row.id)));
    AddWords("dct:title", row.title, &node);
    AddWords("dct:description", row.text, &node);
    AddOwner(&node);
    for (const std::string_view theme : {"GOVE", "ECON"})
      node.Add("dcat:theme", ConceptTerm("data-theme", theme));
    node.Add("dct:accessRights", ConceptTerm("access-right", "PUBLIC"));
    node.Add("dct:accrualPeriodicity", ConceptTerm("frequency", row.frequency));
    node.Add("dct:language", ConceptTerm("language", "NOB"));
    node.Add("dct:spatial", ConceptTerm("country", "NOR"));
    std::vector<OfferedFile> files;
    for (const RouteRow& route : Routes()) {
      const auto file = OfferedFileOf(route);
      if (file && file->kind == row.kind) files.push_back(*file);
    }
    for (const OfferedFile& file : files)
      node.Add("dcat:distribution", IriTerm(IriOf(file.route->at.operation)));
    node.AppendAs(IriOf(row.id), &out_);
    for (const OfferedFile& file : files) DescribeDistribution(row, file);
  }

  void DescribeDistribution(const DatasetRow& dataset, const OfferedFile& file) {
    const FileForm& form = file.form;
    TurtleNode node("dcat:Distribution");
    const std::string norwegian = fmt::format("{} ({})", dataset.title.norwegian, form.file_type);
    const std::string english = fmt::format("{} ({})", dataset.title.english, form.file_type);
    AddWords("dct:title", {.english = english, .norwegian = norwegian}, &node);
    const std::string address = IriTerm(At(file.route->at.pattern));
    node.Add("dcat:accessURL", address);
    node.Add("dcat:downloadURL", address);
    AddLicence(&node);
    node.Add("dct:format", ConceptTerm("file-type", form.file_type));
    node.Add("dcat:mediaType", MediaTypeTerm(form.media_type));
    if (form.is_packed) node.Add("dcat:compressFormat", MediaTypeTerm(kGzipFile));
    if (file.made != nullptr) AddFile(*file.made, &node);
    node.AppendAs(IriOf(file.route->at.operation), &out_);
  }

  void AddFile(const downloads::FileRow& row, TurtleNode* node) const {
    const Inventory* const inventory = Inventories::Find(files_.get(), row);
    if (inventory == nullptr) return;
    const downloads::FileEntry& entry = inventory->entry;
    node->Add("dcat:byteSize",
              TypedTerm(fmt::format("{}", entry.identity.size_bytes), "xsd:nonNegativeInteger"));
    node->Add("dct:modified",
              TypedTerm(base::Timestamp::FromMilliseconds(entry.stamp.time_ms).ToString(),
                        "xsd:dateTime"));
    TurtleNode checksum("spdx:Checksum");
    checksum.Add("spdx:algorithm", "spdx:checksumAlgorithm_sha256");
    checksum.Add("spdx:checksumValue", TypedTerm(entry.sha256, "xsd:hexBinary"));
    node->Add("spdx:checksum", checksum.Nested());
  }

  void DescribeService(const ServiceRow& row) {
    TurtleNode node("dcat:DataService");
    AddWords("dct:title", row.title, &node);
    AddOwner(&node);
    AddLicence(&node);
    for (const RouteRow& route : Routes()) {
      if (route.at.operation == row.operation)
        node.Add("dcat:endpointURL", IriTerm(At(route.at.pattern)));
    }
    node.Add("dcat:endpointDescription", IriTerm(At(kInterfaceJsonPath)));
    for (const DatasetRow& dataset : kDatasets) {
      if (IsServed(row.serves, dataset.kind))
        node.Add("dcat:servesDataset", IriTerm(IriOf(dataset.id)));
    }
    node.AppendAs(IriOf(row.operation), &out_);
  }

  const Context& context_;
  const Publisher& publisher_;
  std::shared_ptr<const Inventories::Set> files_;
  std::string& out_;
};

}  // namespace

Outcome ShowDataCatalogue(const Context& context, Reply* reply) {
  TRY(Ask(context));
  Describer(context, &reply->body()).Describe();
  return TaggedBody(reply->body());
}

}  // namespace orgreg::api
