// SPDX-License-Identifier: EUPL-1.2

#include "formats/xml/events.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/formats/sliced_source.h"

namespace orgreg::formats {
namespace {

// All events as text, "<name" and "text>", then the error.
std::string Read(ByteSource* source, const XmlLimits& limits = {}) {
  XmlEvents events(source, limits);
  std::string all;
  while (true) {
    const auto event = events.Next();
    if (!event) return all + "! " + event.error().message;
    if (*event == nullptr) return all;
    if ((*event)->type == XmlEvent::Type::kBegin) {
      all.append("<").append((*event)->name).append(" ");
    } else {
      all.append((*event)->text).append("> ");
    }
  }
}
std::string Read(const std::string& text, const XmlLimits& limits = {}) {
  MemorySource source(text);
  return Read(&source, limits);
}

base::Code CodeOf(const std::string& text, const XmlLimits& limits = {}) {
  MemorySource source(text);
  XmlEvents events(&source, limits);
  while (true) {
    const auto event = events.Next();
    if (!event) return event.error().code;
    if (*event == nullptr) break;
  }
  ADD_FAILURE() << "no error: " << text;
  return base::Code::kIo;
}

TEST(XmlEvents, AreBeginsAndEndsWithTexts) {
  EXPECT_EQ(Read("<a><b> 1 </b>\n<c/>x</a>"), "<a <b 1> <c > x> ");
}

TEST(XmlEvents, TextIsThatSinceTheLastTag) { EXPECT_EQ(Read("<a>1<b/>2</a>"), "<a <b > 2> "); }

TEST(XmlEvents, ReadReferencesAndSkipComments) {
  EXPECT_EQ(Read("<?xml version=\"1.0\"?><!-- <x> --><a b=\"1\">"
                 "<?p i?>1 &lt;&#x41; <![CDATA[<&]]></a>\n"),
            "<a 1 <A <&> ");
}

TEST(XmlEvents, TakeEveryEncodingThatIsDeclared) {
  EXPECT_EQ(Read("<a>\xC3\xA6</a>"), "<a \xC3\xA6> ");
  EXPECT_EQ(Read("\xEF\xBB\xBF<a>\xC3\xA6</a>"), "<a \xC3\xA6> ");
  EXPECT_EQ(Read("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\xE6</a>"), "<a \xC3\xA6> ");
  EXPECT_EQ(Read(std::string("\xFF\xFE<\0a\0/\0>\0", 10)), "<a > ");
}

TEST(XmlEvents, HaveTheLineOfABegin) {
  MemorySource source("<a>\n\n<b\n/></a>");
  XmlEvents events(&source);
  EXPECT_EQ((**events.Next()).line, 1U);
  EXPECT_EQ((**events.Next()).line, 3U);
}

TEST(XmlEvents, RejectDocumentsThatAreNotWellFormed) {
  for (const std::string& text :
       {std::string("<a></b>"), std::string("<a>&nbsp;</a>"), std::string("<a b=1/>"),
        std::string("<a/><b/>"), std::string("<a/>x"), std::string(" <?xml version='1.0'?><a/>"),
        std::string("<a>\xE6</a>"), std::string("<a>&#0;</a>"), std::string("<a>a\0b</a>", 10),
        std::string("{}"), std::string("<?xml version='1.0' encoding='latin-42'?><a/>")}) {
    EXPECT_EQ(CodeOf(text), base::Code::kInvalid) << text;
  }
}

TEST(XmlEvents, ReportATruncatedDocument) {
  const std::string whole = "<a><b>\xC3\xA6 text</b><![CDATA[x]]></a>";
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_EQ(CodeOf(whole.substr(0, bytes)), base::Code::kCorrupt) << bytes;
  }
  EXPECT_EQ(Read("<a>\n<b>"), "<a <b ! line 2: is cut off");
}

TEST(XmlEvents, ExpandAndFetchNothing) {
  const std::string laughs =
      "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY x \"xxxxxxxxxx\">"
      "<!ENTITY y \"&x;&x;&x;&x;&x;&x;&x;&x;\">]><a>&y;&y;&y;</a>";
  for (const std::string& text :
       {laughs, std::string("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>"),
        std::string("<!DOCTYPE a [<!ENTITY x SYSTEM \"http://127.0.0.1/\">]><a>&x;</a>"),
        std::string("<!DOCTYPE a [<!ENTITY % x SYSTEM \"http://127.0.0.1/\"> %x;]><a/>"),
        std::string("<!DOCTYPE a><a/>")}) {
    EXPECT_EQ(CodeOf(text), base::Code::kInvalid) << text;
    EXPECT_NE(Read(text).find("document type"), std::string::npos) << text;
  }
}

TEST(XmlEvents, AreNotDeeperThanAllowed) {
  const XmlLimits limits{.depth = 3};
  EXPECT_EQ(Read("<a><b><c/></b></a>", limits), "<a <b <c > > > ");
  EXPECT_EQ(CodeOf("<a><b><c><d/></c></b></a>", limits), base::Code::kLimit);
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "<a>";
  EXPECT_EQ(CodeOf(deep), base::Code::kLimit);
}

TEST(XmlEvents, HaveTextsNoLongerThanAllowed) {
  const XmlLimits limits{.text_bytes = 10};
  EXPECT_EQ(Read("<a>  0123456789</a>", limits), "<a 0123456789> ");
  EXPECT_EQ(CodeOf("<a>01234567890</a>", limits), base::Code::kLimit);
  EXPECT_EQ(CodeOf("<a><![CDATA[01234]]>567890</a>", limits), base::Code::kLimit);
  EXPECT_EQ(CodeOf("<a>" + std::string(1'000'000, 'x'), {}), base::Code::kLimit);
}

TEST(XmlEvents, HaveTagsNoLongerThanAllowed) {
  const std::string flood(1'000'000, 'x');
  for (const std::string& text :
       {"<" + flood, "<a b=\"" + flood, "<a><!--" + flood, "<a><?x " + flood, "<a>&" + flood}) {
    EXPECT_EQ(CodeOf(text), base::Code::kLimit) << text.substr(0, 10);
  }
}

TEST(XmlEvents, WhiteSpaceMayBeAnyAmount) {
  EXPECT_EQ(Read("<a>" + std::string(1'000'000, '\n') + "<b/></a>"), "<a <b > > ");
}

TEST(XmlEvents, DoNotDependOnHowASourceDelivers) {
  std::string text = "<a>";
  for (int i = 0; i < 5000; ++i) text += "<b>\xC3\xA6 " + std::to_string(i) + "</b>\n";
  for (const char* const end : {"</a>", "", "</b>", "<"}) {
    const std::string whole = text + end;
    SlicedSource slices(whole, {1, 7, 1000});
    EXPECT_EQ(Read(&slices), Read(whole));
  }
}

TEST(XmlEvents, ReturnEventsBeforeAnError) {
  EXPECT_EQ(Read("<a><b>1</b></c>").substr(0, 12), "<a <b 1> ! l");
}

class FailingSource final : public ByteSource {
 public:
  base::Result<std::size_t> Read(std::span<char> /*into*/) override {
    return base::Error{base::Code::kIo, "the disk is gone"};
  }
};

TEST(XmlEvents, PassOnTheErrorOfTheSource) {
  FailingSource source;
  EXPECT_EQ(Read(&source), "! the disk is gone");
}

}  // namespace
}  // namespace orgreg::formats
