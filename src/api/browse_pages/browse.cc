// SPDX-License-Identifier: EUPL-1.2

#include "api/browse_pages/browse.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/browse_pages/counted_lists.h"
#include "api/interface/ask.h"
#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "base/result.h"
#include "model/kind.h"
#include "model/unit.h"
#include "model/units/parameters.h"

namespace orgreg::api {
namespace {

using model::Kind;

// A list as it is browsed: where, and the keys of its texts.
struct BrowsedList {
  CountedList list = CountedList::kForms;
  std::string_view path = {};
  std::string_view title = {};
  std::string_view lead = {};
  // Codes with others below them are not values of a search, which takes those below instead.
  bool finds_by_parts = false;
  // The texts of the list are in Norwegian; names of places are so in every language.
  bool has_texts = true;
};

constexpr BrowsedList kIndustries = {.list = CountedList::kIndustries,
                                     .path = "browse/industries",
                                     .title = "browse.industries",
                                     .lead = "browse.industries.lead"};
constexpr BrowsedList kMunicipalities = {.list = CountedList::kMunicipalities,
                                         .path = "browse/municipalities",
                                         .title = "browse.municipalities",
                                         .lead = "browse.municipalities.lead",
                                         .finds_by_parts = true,
                                         .has_texts = false};
constexpr BrowsedList kForms = {.list = CountedList::kForms,
                                .path = "browse/forms",
                                .title = "browse.forms",
                                .lead = "browse.forms.lead"};
constexpr BrowsedList kSectors = {.list = CountedList::kSectors,
                                  .path = "browse/sectors",
                                  .title = "browse.sectors",
                                  .lead = "browse.sectors.lead"};

// How a kind's records are found and counted on these pages.
struct CountedKind {
  Kind kind = Kind::kEntity;
  model::Count ListedCode::* count = nullptr;
  std::string_view text = {};  // The key of the heading of its column.
};
constexpr std::array kCountedKinds = {
    CountedKind{Kind::kEntity, &ListedCode::entities, "browse.entities"},
    CountedKind{Kind::kSubEntity, &ListedCode::sub_entities, "browse.subentities"},
};

// The codes of a list, each followed by those below it.
class Level {
 public:
  Level(std::span<const ListedCode> codes, const ListedCode* chosen)
      : codes_(codes), chosen_(chosen) {}

  bool IsShown(const ListedCode& code) const {
    return chosen_ == nullptr ? !code.parent : code.parent == chosen_->code;
  }
  bool HasBelow(const ListedCode& code) const {
    const auto next = static_cast<std::size_t>(&code - codes_.data()) + 1;
    return next < codes_.size() && codes_[next].parent == code.code;
  }
  // The codes above one, from the top.
  std::vector<const ListedCode*> Above(const ListedCode& code) const {
    std::vector<const ListedCode*> above;
    for (const ListedCode* at = ParentOf(code); at != nullptr; at = ParentOf(*at))
      above.insert(above.begin(), at);
    return above;
  }
  std::string PartsOf(const ListedCode& code) const {
    std::string parts;
    for (const ListedCode& other : codes_) {
      if (other.parent != code.code) continue;
      if (!parts.empty()) parts.push_back(',');
      parts.append(other.code);
    }
    return parts;
  }

 private:
  // A list that an operator changed may name a code above that does not exist.
  const ListedCode* ParentOf(const ListedCode& code) const {
    if (!code.parent) return nullptr;
    const auto before = codes_.first(static_cast<std::size_t>(&code - codes_.data()));
    const auto reversed = std::views::reverse(before);
    const auto found = std::ranges::find(reversed, *code.parent, &ListedCode::code);
    return found == reversed.end() ? nullptr : &*found;
  }

  std::span<const ListedCode> codes_;
  const ListedCode* chosen_;
};

// Writes the codes of a list into a page.
class CodePage {
 public:
  CodePage(const BrowsedList& list, const Level& level, Page* page)
      : list_(list), level_(level), page_(*page) {}

  void Write(std::span<const ListedCode> codes, const ListedCode* chosen) {
    Set(page_.values(), "PATH", list_.path);
    Set(page_.values(), "LIST_TITLE", page_.Words(list_.title));
    if (chosen == nullptr) {
      Set(AddSection(page_.values(), "TOP"), "LEAD", page_.Words(list_.lead));
      page_.SetTitle(page_.Words(list_.title));
    } else {
      WriteChosen(*chosen);
    }
    for (const CountedKind& kind : kCountedKinds) {
      if (ParameterFor(list_.list, kind.kind) != nullptr)
        Set(AddSection(page_.values(), "COLUMN"), "COLUMN_TEXT", page_.Words(kind.text));
    }
    TemplateDictionary* table = nullptr;
    for (const ListedCode& code : codes) {
      if (!level_.IsShown(code)) continue;
      if (table == nullptr) table = AddSection(page_.values(), "TABLE");
      WriteRow(code, AddSection(table, "ROW"));
    }
  }

 private:
  void WriteChosen(const ListedCode& chosen) {
    TemplateDictionary* const shown = AddSection(page_.values(), "CHOSEN");
    WriteCode(chosen, shown);
    page_.SetTitle(TextOf(chosen));
    for (const ListedCode* const above : level_.Above(chosen))
      WriteCode(*above, AddSection(shown, "ABOVE"));
  }

  void WriteRow(const ListedCode& code, TemplateDictionary* row) {
    WriteCode(code, row);
    Show(row, level_.HasBelow(code) ? "BELOW" : "LEAF", true);
  }

  // The code with its text, and for each kind the number of records.
  void WriteCode(const ListedCode& code, TemplateDictionary* shown) {
    Set(shown, "CODE", code.code);
    Set(shown, "NAME", TextOf(code));
    const bool is_foreign =
        list_.has_texts && page_.language() != PageLanguage::kBokmaal && !IsInEnglish(code);
    Show(shown, "FOREIGN", is_foreign);
    for (const CountedKind& kind : kCountedKinds) {
      const model::Parameter* const parameter = ParameterFor(list_.list, kind.kind);
      if (parameter != nullptr) WriteCount(code, kind, *parameter, AddSection(shown, "COUNTED"));
    }
  }

  void WriteCount(const ListedCode& code, const CountedKind& kind,
                  const model::Parameter& parameter, TemplateDictionary* counted) {
    const std::int64_t count = (code.*kind.count).value_or(0);
    Set(counted, "COUNT", WholeText(count, page_.language()));
    Set(counted, "KIND_TEXT", page_.Words(kind.text));
    if (count == 0) return Show(counted, "NONE", true);
    TemplateDictionary* const some = AddSection(counted, "SOME");
    Set(some, "KIND_PATH", model::RowOf(kind.kind).many);
    Set(some, "PARAMETER", parameter.name);
    const bool by_parts = list_.finds_by_parts && level_.HasBelow(code);
    Set(some, "VALUE", by_parts ? level_.PartsOf(code) : code.code);
  }

  bool IsInEnglish(const ListedCode& code) const {
    return page_.language() == PageLanguage::kEnglish && code.name_english.has_value();
  }
  std::string_view TextOf(const ListedCode& code) const {
    return IsInEnglish(code) ? *code.name_english : std::string_view(code.name);
  }

  const BrowsedList& list_;
  const Level& level_;
  Page& page_;
};

Outcome Browse(const BrowsedList& list, const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const auto counted = TRY(CountedCodes(list.list, context.catalog));
  const std::vector<ListedCode>& codes = counted->codes;
  Page page("browse_codes", context);
  const ListedCode* chosen = nullptr;
  if (asked.Has(kBrowsedCode)) {
    const auto found = std::ranges::find(codes, asked.Text(kBrowsedCode), &ListedCode::code);
    if (found == codes.end()) {
      Set(AddSection(page.values(), "UNKNOWN"), "UNKNOWN_CODE", asked.Text(kBrowsedCode));
      CodePage(list, Level(codes, nullptr), &page).Write({}, nullptr);
      page.HideFromSearchEngines();
      return page.SendWith(404, reply);
    }
    chosen = &*found;
  }
  const Level level(codes, chosen);
  CodePage(list, level, &page).Write(codes, chosen);
  return page.Send(reply);
}

}  // namespace

Outcome ShowBrowse(const Context& context, Reply* reply) {
  Page page("browse", context);
  page.SetTitle(page.Words("browse.title"));
  for (const CountedKind& kind : kCountedKinds) {
    TemplateDictionary* const counted = AddSection(page.values(), "COUNTED");
    Set(counted, "KIND_TEXT", page.Words(kind.text));
    Set(counted, "KIND_PATH", model::RowOf(kind.kind).many);
    const auto count = static_cast<std::int64_t>(context.catalog->CountLive(kind.kind));
    Set(counted, "COUNT", WholeText(count, page.language()));
  }
  for (const BrowsedList& list : {kIndustries, kMunicipalities, kForms, kSectors}) {
    TemplateDictionary* const way = AddSection(page.values(), "WAY");
    Set(way, "WAY_PATH", list.path);
    Set(way, "WAY_TITLE", page.Words(list.title));
    Set(way, "WAY_LEAD", page.Words(list.lead));
  }
  return page.Send(reply);
}

Outcome BrowseIndustries(const Context& context, Reply* reply) {
  return Browse(kIndustries, context, reply);
}
Outcome BrowseMunicipalities(const Context& context, Reply* reply) {
  return Browse(kMunicipalities, context, reply);
}
Outcome BrowseForms(const Context& context, Reply* reply) { return Browse(kForms, context, reply); }
Outcome BrowseSectors(const Context& context, Reply* reply) {
  return Browse(kSectors, context, reply);
}

}  // namespace orgreg::api
