#include "render/cadastral_json.h"

#include <algorithm>
#include <cstring>

#include "formats/json/text.h"

namespace orgreg::render {
namespace {

constexpr const model::CadastralNames& kNames = model::kCadastralNames;

// "name":" – of our own names, in which nothing is escaped.
void AppendOpened(std::string_view name, std::string* out) {
  out->append("\"").append(name).append("\":\"");
}

void AppendWhole(std::string_view name, std::uint64_t value, std::string* out) {
  AppendOpened(name, out);
  formats::AppendInteger(static_cast<std::int64_t>(value), out);
  out->append("\",");
}

void AppendNumber(const model::CadastralNumber& number, std::string* out) {
  AppendOpened(kNames.municipality, out);
  std::string digits = std::to_string(number.municipality);
  digits.insert(0, model::kMunicipalityDigits - std::min(digits.size(), model::kMunicipalityDigits),
                '0');
  out->append(digits).append("\",");
  AppendWhole(kNames.farm, number.farm, out);
  AppendWhole(kNames.use, number.use, out);
  AppendWhole(kNames.lease, number.lease, out);
  if (number.section != 0) AppendWhole(kNames.section, number.section, out);
}

// Without the brace before it.
void AppendUnit(const model::CadastralUnit& unit, std::string* out) {
  AppendNumber(unit.number, out);
  AppendWhole(kNames.id, unit.id, out);
  AppendWhole(kNames.order, unit.order, out);
  out->back() = '}';
}

}  // namespace

void AppendCadastralList(const model::CadastralList& list, std::string* out) {
  out->push_back('{');
  AppendOpened(model::kCadastralOwnerName, out);
  list.owner.AppendTo(out);
  out->append("\",\"").append(model::kCadastralUnitsName).append("\":[");
  for (const model::CadastralUnit& unit : list.units) {
    out->append(&unit == list.units.data() ? "{" : ",{");
    AppendUnit(unit, out);
  }
  out->append("]}");
}

void AppendCadastralRows(const model::CadastralList& list, std::string* out) {
  for (const model::CadastralUnit& unit : list.units) {
    out->push_back('{');
    AppendOpened(kNames.owner, out);
    list.owner.AppendTo(out);
    out->append("\",");
    AppendUnit(unit, out);
    out->push_back('\n');
  }
}

std::string CadastralMark(std::uint64_t id) {
  std::string mark;
  AppendWhole(kNames.id, id, &mark);
  return mark;
}

std::string CadastralMark(const model::CadastralNumber& number) {
  std::string mark;
  AppendNumber(number, &mark);
  AppendOpened(kNames.id, &mark);  // So that no section stands behind it.
  return mark;
}

void AppendMarkedRows(std::string_view rows, std::string_view mark, std::string* out) {
  while (true) {
    // A register's largest owner has many thousand rows: memmem looks at many bytes at once.
    const auto* const found =
        static_cast<const char*>(memmem(rows.data(), rows.size(), mark.data(), mark.size()));
    if (found == nullptr) return;
    const auto at = static_cast<std::size_t>(found - rows.data());
    const std::size_t before = rows.rfind('\n', at);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(rows.find('\n', at), rows.size());
    if (!out->ends_with('[')) out->push_back(',');
    out->append(rows.substr(begin, end - begin));
    rows.remove_prefix(std::min(end + 1, rows.size()));
  }
}

}  // namespace orgreg::render
