// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/dictionary.h"

#include <ctemplate/template.h>
#include <ctemplate/template_enums.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace orgreg::api {
namespace {

using Fill = std::function<void(TemplateDictionary* values)>;

// The template, filled in.
std::string Filled(std::string_view text, const Fill& fill) {
  const std::string whole = std::string(R"({{%AUTOESCAPE context="HTML"}})").append(text);
  const std::unique_ptr<ctemplate::Template> page(
      ctemplate::Template::StringToTemplate(ToTemplate(whole), ctemplate::DO_NOT_STRIP));
  if (page == nullptr) return "not a template";
  PageMemory memory;
  TemplateDictionary values(&memory);
  fill(&values);
  std::string html;
  page->Expand(&html, &values);
  return html;
}

TEST(TemplateDictionary, CopiesValues) {
  EXPECT_EQ(Filled("<p>{{NAME}}</p>",
                   [](TemplateDictionary* values) {
                     std::string name = "FJELL";
                     Set(values, "NAME", name);
                     name = "XXXXX";
                   }),
            "<p>FJELL</p>");
}

TEST(TemplateDictionary, CopiesNames) {
  EXPECT_EQ(Filled("{{#SECTION_ONE}}{{VALUE_ONE}}{{/SECTION_ONE}}",
                   [](TemplateDictionary* values) {
                     std::string section = "SECTION_ONE";
                     std::string value = "VALUE_ONE";
                     Set(AddSection(values, section), value, "shown");
                     section = "SECTION_TWO";
                     value = "VALUE_TWO";
                   }),
            "shown");
}

TEST(TemplateDictionary, TheLastValueOfANameStands) {
  EXPECT_EQ(Filled("{{NAME}}",
                   [](TemplateDictionary* values) {
                     Set(values, "NAME", "first");
                     Set(values, "NAME", "");
                     Set(values, "NAME", "last");
                   }),
            "last");
}

TEST(TemplateDictionary, ValuesThatAreMissingAreEmpty) {
  EXPECT_EQ(Filled("<p>{{NAME}}</p>{{#SHOWN}}x{{/SHOWN}}",
                   [](TemplateDictionary* values) {
                     Set(values, "NAMES", "longer");
                     Set(values, "NAM", "shorter");
                     Set(values, "SHOWN", "a value is no section");
                   }),
            "<p></p>");
}

TEST(TemplateDictionary, RepeatsASectionInOrder) {
  EXPECT_EQ(Filled("{{#ROW}}{{#CELL}}{{TEXT}},{{/CELL}};{{/ROW}}",
                   [](TemplateDictionary* values) {
                     for (const std::string_view row : {"a", "b"}) {
                       TemplateDictionary* const added = AddSection(values, "ROW");
                       Set(AddSection(added, "CELL"), "TEXT", row);
                       Set(AddSection(added, "CELL"), "TEXT", "2");
                     }
                     AddSection(values, "ROW");
                   }),
            "a,2,;b,2,;;");
}

TEST(TemplateDictionary, ASectionSeesTheValuesAndSectionsAroundIt) {
  EXPECT_EQ(Filled("{{#OUTER}}{{#INNER}}{{HOME}}{{NAME}}{{#MARK}}!{{/MARK}}{{/INNER}}{{/OUTER}}",
                   [](TemplateDictionary* values) {
                     Set(values, "HOME", "home ");
                     Set(values, "NAME", "outside");
                     values->ShowSection("MARK");
                     TemplateDictionary* const outer = AddSection(values, "OUTER");
                     Set(AddSection(outer, "INNER"), "NAME", "inside");
                     AddSection(outer, "INNER");
                   }),
            "home inside!home outside!");
}

TEST(TemplateDictionary, AnOuterDictionaryDoesNotSeeWhatIsInside) {
  EXPECT_EQ(Filled("{{#ROW}}{{/ROW}}{{NAME}}{{#MARK}}!{{/MARK}}",
                   [](TemplateDictionary* values) {
                     TemplateDictionary* const row = AddSection(values, "ROW");
                     Set(row, "NAME", "inside");
                     row->ShowSection("MARK");
                   }),
            "");
}

TEST(TemplateDictionary, ShowingASectionRepeatsItOnce) {
  EXPECT_EQ(Filled("{{#A}}a{{/A}}{{#B}}b{{/B}}{{#C}}c{{/C}}{{#D}}d{{/D}}",
                   [](TemplateDictionary* values) {
                     values->ShowSection("A");
                     values->ShowSection("A");
                     AddSection(values, "B");
                     values->ShowSection("B");
                     Show(values, "C", false);
                     ShowValue(values, "D", "TEXT", "");
                   }),
            "ab");
}

TEST(TemplateDictionary, ValuesAreEscapedForTheirPlace) {
  EXPECT_EQ(Filled("<a href=\"{{LINK}}\" title=\"{{NAME}}\">{{NAME}}</a>",
                   [](TemplateDictionary* values) {
                     Set(values, "LINK", "javascript:alert(1)");
                     Set(values, "NAME", "<b>\"A\" & 'B'</b>");
                   }),
            "<a href=\"#\" title=\"&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;\">"
            "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;</a>");
}

TEST(TemplateDictionary, HoldsValuesOfAnyLength) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(Filled("{{NAME}}", [&](TemplateDictionary* values) { Set(values, "NAME", text); }),
            text);
}

}  // namespace
}  // namespace orgreg::api
