// SPDX-License-Identifier: EUPL-1.2

#include "api/browse_pages/atom_feed.h"

#include "api/answers/media_types.h"
#include "formats/xml/text.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kBegin =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"";

class Writer {
 public:
  explicit Writer(std::string* xml) : xml_(*xml) {}

  void Text(std::string_view element, std::string_view text) {
    xml_.append("<").append(element).append(">");
    formats::AppendXmlText(text, &xml_);
    xml_.append("</").append(element).append(">\n");
  }
  void Time(std::string_view element, base::Timestamp time) { Text(element, time.ToString()); }
  void Link(std::string_view relation, std::string_view type, std::string_view target) {
    xml_.append("<link");
    Attribute("rel", relation);
    Attribute("type", type);
    Attribute("href", target);
    xml_.append("/>\n");
  }
  void Category(std::string_view term) {
    xml_.append("<category");
    Attribute("term", term);
    xml_.append("/>\n");
  }

 private:
  void Attribute(std::string_view name, std::string_view value) {
    xml_.append(" ").append(name).append("=\"");
    formats::AppendXmlAttribute(value, &xml_);
    xml_.append("\"");
  }

  std::string& xml_;
};

void AppendEntry(const AtomEntry& entry, std::string* xml) {
  xml->append("<entry>\n");
  Writer writer(xml);
  writer.Text("id", entry.id);
  writer.Text("title", entry.title);
  writer.Time("updated", entry.updated);
  writer.Category(entry.category);
  writer.Link("alternate", "text/html", entry.link);
  writer.Text("summary", entry.summary);
  xml->append("</entry>\n");
}

}  // namespace

void AppendAtom(const AtomFeed& feed, std::string* xml) {
  xml->append(kBegin).append(feed.language).append("\">\n");
  Writer writer(xml);
  writer.Text("id", feed.id);
  writer.Text("title", feed.title);
  writer.Time("updated", feed.updated);
  writer.Link("self", kAtomType, feed.self);
  writer.Link("alternate", "text/html", feed.page);
  xml->append("<author>");
  writer.Text("name", feed.author);
  xml->append("</author>\n");
  for (const AtomEntry& entry : feed.entries) AppendEntry(entry, xml);
  xml->append("</feed>\n");
}

}  // namespace orgreg::api
