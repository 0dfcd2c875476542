#include "render/bulk_json.h"

#include <optional>

#include "model/units/field.h"
#include "render/record_json.h"

namespace orgreg::render {
namespace {

constexpr auto kNone = std::string_view::npos;

// What is left out of rendered bytes: the links of one object and a comma beside them.
struct Cut {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// `"_links":{`, which stands closely before the first origin of the links: between them are
// only names of links, so that no text of a record can be taken for it.
const std::string& LinksOpening() {
  static const std::string opening = "\"" + std::string(model::kLinksName) + "\":{";
  return opening;
}

// The end of the links whose first origin stands at `mark`. An item is percent-encoded, so
// the next quotation mark is the end of the link's text.
std::size_t EndOfLinks(std::string_view rendered, std::size_t mark) {
  while (true) {
    const std::size_t text_end = rendered.find('"', mark);
    if (text_end == kNone || !rendered.substr(text_end).starts_with("\"}")) return kNone;
    const std::size_t link_end = text_end + 2;
    const std::string_view rest = rendered.substr(link_end);
    if (rest.starts_with('}')) return link_end + 1;
    if (!rest.starts_with(',')) return kNone;
    mark = rendered.find(kOriginMark, link_end);
    if (mark == kNone) return kNone;
  }
}

// `from`: where nothing has been left out yet.
std::optional<Cut> CutAround(std::string_view rendered, std::size_t from, std::size_t mark) {
  const std::size_t opened = rendered.substr(0, mark).rfind(LinksOpening());
  if (opened == kNone || opened <= from) return std::nullopt;
  const std::size_t end = EndOfLinks(rendered, mark);
  if (end == kNone) return std::nullopt;
  if (rendered[opened - 1] == ',') return Cut{.begin = opened - 1, .end = end};
  // First in their object: the comma that follows goes with them.
  const bool is_followed = rendered.substr(end).starts_with(',');
  return Cut{.begin = opened, .end = is_followed ? end + 1 : end};
}

}  // namespace

bool AppendBulkRecord(std::string_view rendered, std::string* out) {
  const std::size_t before = out->size();
  std::size_t done = 0;
  while (true) {
    const std::size_t mark = rendered.find(kOriginMark, done);
    if (mark == kNone) break;
    const std::optional<Cut> cut = CutAround(rendered, done, mark);
    if (!cut) {
      out->resize(before);
      return false;
    }
    out->append(rendered.substr(done, cut->begin - done));
    done = cut->end;
  }
  out->append(rendered.substr(done));
  return true;
}

}  // namespace orgreg::render
