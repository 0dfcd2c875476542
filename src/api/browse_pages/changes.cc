// SPDX-License-Identifier: EUPL-1.2

#include "api/browse_pages/changes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/answers/media_types.h"
#include "api/browse_pages/change_list.h"
#include "api/interface/ask.h"
#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "base/result.h"

namespace orgreg::api {
namespace {

constexpr std::size_t kChangesOnPage = 50;

// The keys of the texts of the tabs, in the order of the choices of their parameters.
constexpr std::array<std::string_view, kChangeKinds.size()> kKindTexts = {"browse.entities",
                                                                          "browse.subentities"};
constexpr std::array<std::string_view, kHappened.size()> kHappenedTexts = {
    "changes.tab.new", "changes.tab.changed", "changes.tab.struckoff"};
constexpr std::string_view kAllText = "changes.tab.all";

// The colours of the words for what happened (web/styles/site.css), by model::UpdateType.
constexpr std::array<std::string_view, 5> kColours = {"neutral", "success", "info", "warning",
                                                      "danger"};

// The choices of a request, as indexes of the choices of the parameters.
struct Chosen {
  std::size_t kind = 0;
  std::optional<std::size_t> happened = {};
  std::optional<std::int64_t> before = {};
};

std::optional<std::size_t> ChoiceOf(const search::Values& asked, const ParameterRow& row) {
  const search::Value* const value = asked.Find(row);
  if (value == nullptr) return std::nullopt;
  return static_cast<std::size_t>(value->whole);
}

Chosen ChosenIn(const search::Values& asked) {
  Chosen chosen{.kind = ChoiceOf(asked, kChangesOf).value_or(0),
                .happened = ChoiceOf(asked, kHappenedType)};
  if (asked.Has(kBeforeUpdate)) chosen.before = asked.Whole(kBeforeUpdate);
  return chosen;
}

// The address of these choices, relative to the pages' root.
std::string AddressOf(const Chosen& chosen) {
  std::string address("changes");
  char before = '?';
  const auto add = [&](const ParameterRow& row, std::string_view value) {
    address.push_back(before);
    address.append(row.name).append("=").append(value);
    before = '&';
  };
  if (chosen.kind != 0) add(kChangesOf, kChangeKinds[chosen.kind]);
  if (chosen.happened) add(kHappenedType, kHappened[*chosen.happened]);
  if (chosen.before) add(kBeforeUpdate, std::to_string(*chosen.before));
  return address;
}

class ChangePage {
 public:
  ChangePage(const Chosen& chosen, Page* page) : chosen_(chosen), page_(*page) {}

  void WriteTabs() {
    for (std::size_t kind = 0; kind < kChangeKinds.size(); ++kind) {
      AddTab("KIND", kKindTexts[kind], {.kind = kind, .happened = chosen_.happened},
             kind == chosen_.kind);
    }
    AddTab("TYPE", kAllText, {.kind = chosen_.kind}, !chosen_.happened);
    for (std::size_t happened = 0; happened < kHappened.size(); ++happened) {
      AddTab("TYPE", kHappenedTexts[happened], {.kind = chosen_.kind, .happened = happened},
             chosen_.happened == happened);
    }
  }

  void WriteChanges(const ChangeList& list) {
    TemplateDictionary* shown = nullptr;
    for (const ListedChange& change : list.changes) {
      if (shown == nullptr) shown = AddSection(page_.values(), "CHANGES");
      WriteChange(change, AddSection(shown, "CHANGE"));
    }
    Show(page_.values(), "NONE", list.changes.empty());
    // A part of the log may hold none of them.
    Show(page_.values(), "PAGES", chosen_.before || list.before);
    if (chosen_.before) AddPage("NEWEST", {.kind = chosen_.kind, .happened = chosen_.happened});
    if (list.before) {
      AddPage("OLDER", {.kind = chosen_.kind, .happened = chosen_.happened, .before = list.before});
    }
  }

 private:
  std::string LinkTo(const Chosen& other) const {
    return std::string(page_.place().home).append(AddressOf(other));
  }
  void AddTab(std::string_view section, std::string_view text, const Chosen& other,
              bool is_current) {
    TemplateDictionary* const tab = AddSection(page_.values(), section);
    Set(tab, "TAB_LINK", LinkTo(other));
    Set(tab, "TAB_TEXT", page_.Words(text));
    Show(tab, "CURRENT", is_current);
  }
  void AddPage(std::string_view section, const Chosen& other) {
    Set(AddSection(page_.values(), section), "PAGE_LINK", LinkTo(other));
  }
  void WriteChange(const ListedChange& change, TemplateDictionary* shown) {
    const std::string number = change.update.number.ToString();
    Set(shown, "NUMBER", number);
    Set(shown, "NUMBER_TEXT", OrgNumberText(change.update.number));
    Set(shown, "WHAT", page_.Words(KeyOf(change.update.type)));
    Set(shown, "COLOUR", kColours[static_cast<std::size_t>(change.update.type)]);
    Set(shown, "TIME", change.update.time.ToString());
    Set(shown, "TIME_TEXT", page_.Time(change.update.time));
    ShowValue(shown, "NAMED", "NAME", change.name);
    Show(shown, "NAMELESS", change.name.empty());
  }

  const Chosen& chosen_;
  Page& page_;
};

}  // namespace

Outcome ShowChanges(const Context& context, Reply* reply) {
  const Chosen chosen = ChosenIn(TRY(Ask(context)));
  ChangesWanted wanted{.kind = model::kUnitKinds[chosen.kind], .most = kChangesOnPage};
  if (chosen.happened) wanted.happened = static_cast<Happened>(*chosen.happened);
  if (chosen.before) wanted.before = *chosen.before;
  const ChangeList list = TRY(NewestChanges(context, wanted));
  Page page("changes", context);
  page.SetTitle(page.Words("changes.title"));
  page.AddHeadLink("alternate", page.place().home + "changes.atom", kAtomType);
  ChangePage written(chosen, &page);
  written.WriteTabs();
  written.WriteChanges(list);
  return page.Send(reply);
}

}  // namespace orgreg::api
