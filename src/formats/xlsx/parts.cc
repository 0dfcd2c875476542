// SPDX-License-Identifier: EUPL-1.2

#include "formats/xlsx/parts.h"

#include "formats/xlsx/values.h"

namespace orgreg::formats {
namespace {

constexpr std::string_view kRelations =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr std::string_view kRelationsHead =
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";

// Style 0 is the default of cells. The first two fills are fixed by Excel.
constexpr std::string_view kStyles =
    "<numFmts count=\"1\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/></numFmts>"
    "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font>"
    "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font></fonts>"
    "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
    "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
    "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/>"
    "</cellStyleXfs>"
    "<cellXfs count=\"3\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
    "<xf numFmtId=\"164\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\""
    " applyNumberFormat=\"1\"/>"
    "<xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/>"
    "</cellXfs>"
    "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>";

std::string Attribute(std::string_view name, std::string_view value) {
  std::string text = " ";
  text.append(name).append("=\"").append(value).append("\"");
  return text;
}

std::string Override(std::string_view path, std::string_view kind) {
  std::string type = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
  type.append(kind).append("+xml");
  return "<Override" + Attribute("PartName", "/" + std::string(path)) +
         Attribute("ContentType", type) + "/>";
}

std::string Relation(std::size_t id, std::string_view kind, std::string_view target) {
  return "<Relationship" + Attribute("Id", "rId" + std::to_string(id)) +
         Attribute("Type", std::string(kRelations).append("/").append(kind)) +
         Attribute("Target", target) + "/>";
}

std::string ContentTypes(std::size_t sheets) {
  std::string text =
      "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
      "<Default Extension=\"rels\""
      " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
      "<Default Extension=\"xml\" ContentType=\"application/xml\"/>";
  text += Override("xl/workbook.xml", "sheet.main");
  for (std::size_t number = 1; number <= sheets; ++number) {
    text += Override(SheetPath(number), "worksheet");
  }
  return text + Override("xl/styles.xml", "styles") + "</Types>";
}

std::string Workbook(std::span<const std::string> sheet_names) {
  std::string text = "<workbook" + Attribute("xmlns", kMainSpace) +
                     Attribute("xmlns:r", kRelations) +
                     "><bookViews><workbookView/></bookViews><sheets>";
  for (std::size_t i = 0; i < sheet_names.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    std::string name;
    AppendCellText(sheet_names[i], &name);
    text += "<sheet" + Attribute("name", name) + Attribute("sheetId", number) +
            Attribute("r:id", "rId" + number) + "/>";
  }
  return text + "</sheets></workbook>";
}

std::string WorkbookRelations(std::size_t sheets) {
  std::string text(kRelationsHead);
  for (std::size_t number = 1; number <= sheets; ++number) {
    // The path is relative to the workbook.
    text += Relation(number, "worksheet", SheetPath(number).substr(std::string("xl/").size()));
  }
  return text + Relation(sheets + 1, "styles", "styles.xml") + "</Relationships>";
}

base::Status WritePart(std::string_view path, std::string_view xml, ZipWriter* zip) {
  if (base::Status status = zip->BeginFile(path); !status.ok()) return status;
  if (base::Status status = zip->Append(kXmlHead); !status.ok()) return status;
  return zip->Append(xml);
}

}  // namespace

std::string SheetPath(std::size_t number) {
  return "xl/worksheets/sheet" + std::to_string(number) + ".xml";
}

base::Status WriteWorkbookParts(std::span<const std::string> sheet_names, ZipWriter* zip) {
  const std::size_t sheets = sheet_names.size();
  const std::string root = std::string(kRelationsHead) +
                           Relation(1, "officeDocument", "xl/workbook.xml") + "</Relationships>";
  const std::string styles =
      "<styleSheet" + Attribute("xmlns", kMainSpace) + ">" + std::string(kStyles) + "</styleSheet>";
  base::Status status = WritePart("[Content_Types].xml", ContentTypes(sheets), zip);
  if (status) status = WritePart("_rels/.rels", root, zip);
  if (status) status = WritePart("xl/workbook.xml", Workbook(sheet_names), zip);
  if (status) {
    status = WritePart("xl/_rels/workbook.xml.rels", WorkbookRelations(sheets), zip);
  }
  if (status) status = WritePart("xl/styles.xml", styles, zip);
  return status;
}

}  // namespace orgreg::formats
