#include "records/readers/statement_record.h"

#include <simdjson.h>

#include <algorithm>
#include <bitset>
#include <charconv>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/values/decimal.h"
#include "formats/json/check.h"
#include "model/statements/fields.h"
#include "model/units/field.h"
#include "records/readers/dom_value.h"
#include "records/readers/problem.h"

namespace orgreg::records {
namespace {

namespace ondemand = simdjson::ondemand;
using model::kStatementNames;
using model::Statement;
using model::StatementField;

constexpr std::int32_t kFirstYear = 1000;
constexpr std::int32_t kLastYear = 9999;
constexpr std::size_t kLongestPlan = 32;

// How the members of a filing stand.
enum class Shape : std::uint8_t {
  kServed,  // In objects.
  kStored,  // Beside each other, without the organisation's number.
};

Reason ReadText(ondemand::value value, std::string_view* text) {
  return value.get_string().get(*text) == simdjson::SUCCESS ? kTaken : "is not text";
}

Reason SetWhole(ondemand::value value, std::int64_t least, std::int32_t* to) {
  std::int64_t number = 0;
  if (value.get_int64().get(number) != simdjson::SUCCESS || number < least ||
      number > std::numeric_limits<std::int32_t>::max()) {
    return "is not a whole number from 1 to 2147483647";
  }
  *to = static_cast<std::int32_t>(number);
  return kTaken;
}

Reason Set(ondemand::value value, std::int32_t* to) { return SetWhole(value, 1, to); }

Reason Set(ondemand::value value, std::string* to) {
  std::string_view text;
  const Reason reason = ReadText(value, &text);
  to->assign(text);
  return reason;
}

Reason Set(ondemand::value value, bool* to) {
  return value.get_bool().get(*to) == simdjson::SUCCESS ? kTaken : "is neither true nor false";
}

// Takes what `read` makes of a text.
template <typename Value, typename Read>
Reason SetRead(ondemand::value value, Read read, Reason otherwise, Value* to) {
  std::string_view text;
  if (ReadText(value, &text) != kTaken) return otherwise;
  const std::optional<Value> known = read(text);
  if (!known) return otherwise;
  *to = *known;
  return kTaken;
}

Reason Set(ondemand::value value, base::Date* to) {
  return SetRead(value, base::Date::Parse, "is not a date yyyy-MM-dd", to);
}
Reason Set(ondemand::value value, base::OrgNumber* to) {
  return SetRead(value, base::OrgNumber::Parse, "is not nine digits", to);
}
Reason Set(ondemand::value value, model::StatementType* to) {
  return SetRead(value, model::ReadStatementType, "is not a type of statement", to);
}
Reason Set(ondemand::value value, model::StatementPart* to) {
  return SetRead(value, model::ReadStatementPart, "is not a part of a statement", to);
}
Reason Set(ondemand::value value, model::AccountingRules* to) {
  return SetRead(value, model::ReadAccountingRules, "are no rules of accounting", to);
}

bool IsPlanCode(std::string_view code) {
  const auto is_good = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  return !code.empty() && code.size() <= kLongestPlan && std::ranges::all_of(code, is_good);
}

// Served in small letters.
Reason Set(ondemand::value value, model::LayoutPlan* to) {
  const Reason reason = Set(value, &to->code);
  for (char& c : to->code) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return reason;
}

// A number is not converted, since amounts may be larger and finer than binary numbers.
Reason Set(ondemand::value value, model::Amount* to) {
  std::string_view token;
  if (value.get_string().get(token) != simdjson::SUCCESS) {
    token = value.raw_json_token();
    token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
    // A text may begin with zeros, a number may not.
    if (!formats::IsJson(token)) return "is not an amount";
  }
  *to = base::Decimal::Parse(token);
  return *to ? kTaken : "is not an amount of at most 400 digits";
}

Reason SetSlot(ondemand::value value, const model::StatementSlot& slot, Statement* to) {
  if (const auto* const amount = std::get_if<model::StatementAmount>(&slot))
    return Set(value, &to->At(*amount));
  return std::visit(
      [&](auto member) -> Reason {
        if constexpr (std::is_same_v<decltype(member), model::StatementAmount>) {
          return kTaken;
        } else {
          return Set(value, &(to->*member));
        }
      },
      slot);
}

bool IsNull(ondemand::value value) {
  bool is_null = false;
  return value.is_null().get(is_null) == simdjson::SUCCESS && is_null;
}

// True for "", which nothing but an empty text begins with.
bool IsEmptyText(ondemand::value value) { return value.raw_json_token().starts_with("\"\""); }

const StatementField& FieldAt(const model::StatementSlot& slot) {
  return *std::ranges::find(model::StatementFields(), slot, &StatementField::value);
}

std::int32_t YearOf(base::Date date) {
  const std::string text = date.ToString();
  std::int32_t year = 0;
  std::from_chars(text.data(), text.data() + text.find('-'), year);
  return year;
}

// One filing on its way out of JSON.
class FilingFiller {
 public:
  FilingFiller(Shape shape, std::string where, const Findings& findings)
      : shape_(shape), where_(std::move(where)), findings_(findings) {}

  // False where the JSON itself is broken, so that nothing after it can be trusted.
  bool Fill(ondemand::object object, Statement* filing) {
    filing_ = filing;
    if (!FillGroup(0, object)) return false;
    Complete();
    return true;
  }

 private:
  bool Broken() const {
    findings_.problems->push_back({.reason = "is not well-formed JSON"});
    return false;
  }

  bool FillGroup(std::size_t group, ondemand::object object) {
    for (auto member : object) {
      std::string_view name;
      ondemand::value value;
      ondemand::json_type type = ondemand::json_type::null;
      if (member.unescaped_key().get(name) != simdjson::SUCCESS ||
          member.value().get(value) != simdjson::SUCCESS ||
          value.type().get(type) != simdjson::SUCCESS) {
        return Broken();
      }
      if (type == ondemand::json_type::null) {
        if (!IsNull(value)) return Broken();
      } else if (!IsEmptyText(value) && !FillMember(group, name, value)) {
        return false;
      }
    }
    return true;
  }

  // `name` is valid until the value is read: the parser reuses its memory.
  bool FillMember(std::size_t group, std::string_view name, ondemand::value value) {
    if (group == 0 && name == kStatementNames.year) return FillYear(value);
    const std::string_view part =
        shape_ == Shape::kServed ? kStatementNames.part : kStatementNames.stored_part;
    if (group == 0 && name == part) {
      Blame(part, Set(value, &filing_->part));
      return true;
    }
    const std::size_t at = FindField(group, name);
    if (at < model::StatementFields().size()) return FillField(at, value);
    const std::size_t inner = FindGroup(group, name);
    return inner == 0 ? PassOver(group, std::string(name), value) : FillObject(inner, value);
  }

  bool FillYear(ondemand::value value) {
    has_year_ = true;
    const Reason reason = Set(value, &filing_->year);
    if (reason != kTaken) filing_->year = kFirstYear;  // It is told of once.
    Blame(kStatementNames.year, reason);
    return true;
  }

  bool FillField(std::size_t at, ondemand::value value) {
    const StatementField& field = model::StatementFields()[at];
    seen_.set(at);
    const Reason reason = SetSlot(value, field.value, filing_);
    Blame(PathOf(field), reason);
    if (reason != kTaken) bad_.set(at);
    next_ = at + 1;
    return true;
  }

  bool FillObject(std::size_t group, ondemand::value value) {
    ondemand::object object;
    if (value.get_object().get(object) == simdjson::SUCCESS) return FillGroup(group, object);
    Blame(PathIn(group, ""), "is not an object");
    return true;
  }

  // Values that are skipped are not looked at closely by the parser.
  bool PassOver(std::size_t group, const std::string& name, ondemand::value value) {
    std::string_view raw;
    if (simdjson::to_json_string(value).get(raw) != simdjson::SUCCESS || !formats::IsJson(raw))
      return Broken();
    if (name != model::kLinksName) findings_.unknown->push_back(where_ + PathIn(group, name));
    return true;
  }

  // Fields mostly come in the order of the table: the search begins behind the last one found.
  std::size_t FindField(std::size_t group, std::string_view name) const {
    const std::span<const StatementField> fields = model::StatementFields();
    for (std::size_t step = 0; step < fields.size(); ++step) {
      const std::size_t at = (next_ + step) % fields.size();
      if (fields[at].name == name && IsHere(fields[at], group)) return at;
    }
    return fields.size();
  }

  bool IsHere(const StatementField& field, std::size_t group) const {
    if (shape_ == Shape::kServed) return field.group == group;
    return !std::holds_alternative<base::OrgNumber Statement::*>(field.value);
  }

  // 0 where there is no such object.
  std::size_t FindGroup(std::size_t parent, std::string_view name) const {
    if (shape_ == Shape::kStored) return 0;
    const std::span<const model::StatementGroup> groups = model::StatementGroups();
    for (std::size_t at = 1; at < groups.size(); ++at) {
      if (groups[at].parent == parent && groups[at].name == name) return at;
    }
    return 0;
  }

  static std::string PathIn(std::size_t group, std::string_view name) {
    std::string path(name);
    for (; group != 0; group = model::StatementGroups()[group].parent) {
      if (!path.empty()) path.insert(0, ".");
      path.insert(0, model::StatementGroups()[group].name);
    }
    return path;
  }

  std::string PathOf(const StatementField& field) const {
    return shape_ == Shape::kServed ? field.Path() : std::string(field.name);
  }

  void Blame(std::string_view path, Reason reason) const {
    if (reason != kTaken) findings_.Blame(where_ + std::string(path), reason);
  }

  bool IsRead(const model::StatementSlot& slot) const {
    const auto at = static_cast<std::size_t>(&FieldAt(slot) - model::StatementFields().data());
    return seen_.test(at) && !bad_.test(at);
  }

  void Complete() {
    const std::span<const StatementField> fields = model::StatementFields();
    bool is_whole = bad_.none();
    for (std::size_t at = 0; at < fields.size(); ++at) {
      if (!fields[at].is_required || seen_.test(at) || !IsHere(fields[at], fields[at].group))
        continue;
      Blame(PathOf(fields[at]), "is missing");
      is_whole = false;
    }
    if (!has_year_ && IsRead(&Statement::last_day)) filing_->year = YearOf(filing_->last_day);
    if (is_whole) CheckFiling(*filing_, where_, findings_.problems);
  }

  static constexpr std::size_t kMostFields = 64;

  Shape shape_;
  std::string where_;
  Findings findings_;
  Statement* filing_ = nullptr;
  std::bitset<kMostFields> seen_;
  std::bitset<kMostFields> bad_;
  bool has_year_ = false;
  std::size_t next_ = 0;
};

// The filings of one organisation on their way out of JSON.
class FilingsFiller {
 public:
  FilingsFiller(model::Filings* filings, const Findings& findings)
      : filings_(filings), findings_(findings) {}

  // False where the JSON itself is broken.
  bool Fill(ondemand::object object) {
    for (auto member : object) {
      std::string_view name;
      ondemand::value value;
      if (member.unescaped_key().get(name) != simdjson::SUCCESS ||
          member.value().get(value) != simdjson::SUCCESS) {
        return Broken();
      }
      if (!FillMember(name, value)) return false;
    }
    if (!has_number_) findings_.Blame(kStatementNames.number, "is missing");
    if (!has_list_) findings_.Blame(kStatementNames.filings, "is missing");
    for (Statement& filing : filings_->statements) filing.number = filings_->number;
    Sort();
    return true;
  }

 private:
  bool Broken() const {
    findings_.problems->push_back({.reason = "is not well-formed JSON"});
    return false;
  }

  bool FillMember(std::string_view name, ondemand::value value) {
    if (name == kStatementNames.number) {
      has_number_ = true;
      findings_.Blame(kStatementNames.number, Set(value, &filings_->number));
      return true;
    }
    if (name == kStatementNames.filings) return FillList(value);
    const std::string owned(name);
    std::string_view raw;
    if (simdjson::to_json_string(value).get(raw) != simdjson::SUCCESS || !formats::IsJson(raw))
      return Broken();
    findings_.unknown->push_back(owned);
    return true;
  }

  bool FillList(ondemand::value value) {
    has_list_ = true;
    ondemand::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) {
      findings_.Blame(kStatementNames.filings, "is not a list of filings");
      return true;
    }
    for (auto element : array) {
      ondemand::value item;
      if (element.get(item) != simdjson::SUCCESS) return Broken();
      if (!FillItem(item)) return false;
    }
    return true;
  }

  bool FillItem(ondemand::value item) {
    const std::string path = ElementPath(kStatementNames.filings, filings_->statements.size());
    Statement& filing = filings_->statements.emplace_back();
    ondemand::object object;
    if (item.get_object().get(object) != simdjson::SUCCESS) {
      findings_.Blame(path, "is not an object");
      return true;
    }
    return FilingFiller(Shape::kStored, path + ".", findings_).Fill(object, &filing);
  }

  void Sort() {
    std::vector<Statement>& all = filings_->statements;
    if (!std::ranges::is_sorted(all, {}, &Statement::id))
      std::ranges::stable_sort(all, {}, &Statement::id);
    const auto twice =
        std::ranges::adjacent_find(all, [](const Statement& left, const Statement& right) {
          return left.id == right.id && left.id != 0;  // One without an id is told of already.
        });
    if (twice != all.end()) {
      findings_.Blame(kStatementNames.filings,
                      "has two filings with the id " + std::to_string(twice->id));
    }
  }

  model::Filings* filings_;
  Findings findings_;
  bool has_number_ = false;
  bool has_list_ = false;
};

}  // namespace

struct StatementReader::Parser {
  // Gives the one object of the text to `fill`, which is false where the JSON is broken.
  template <typename Fill>
  bool Read(std::string_view text, Problems* problems, Fill fill) {
    static_assert(RecordReader::kPadding >= simdjson::SIMDJSON_PADDING);
    const std::size_t before = problems->size();
    const simdjson::padded_string_view padded(text.data(), text.size(),
                                              text.size() + RecordReader::kPadding);
    ondemand::document document;
    const simdjson::error_code error = parser.iterate(padded).get(document);
    if (error != simdjson::SUCCESS) {
      problems->push_back(
          {.reason = error == simdjson::UTF8_ERROR ? "is not UTF-8" : "is not well-formed JSON"});
      return false;
    }
    ondemand::object object;
    if (document.get_object().get(object) != simdjson::SUCCESS) {
      problems->push_back({.reason = "is not a JSON object"});
      return false;
    }
    if (!fill(object)) return false;
    const char* rest = nullptr;
    if (document.current_location().get(rest) == simdjson::SUCCESS)
      problems->push_back({.reason = "is followed by something else"});
    return problems->size() == before;
  }

  ondemand::parser parser;
};

StatementReader::StatementReader() : parser_(std::make_unique<Parser>()) {}
StatementReader::~StatementReader() = default;
StatementReader::StatementReader(StatementReader&&) noexcept = default;
StatementReader& StatementReader::operator=(StatementReader&&) noexcept = default;

bool StatementReader::ReadStatement(std::string_view text, Statement* statement, Problems* problems,
                                    std::vector<std::string>* unknown) {
  *statement = {};
  FilingFiller filler(Shape::kServed, "", {.problems = problems, .unknown = unknown});
  return parser_->Read(text, problems,
                       [&](ondemand::object object) { return filler.Fill(object, statement); });
}

bool StatementReader::ReadFilings(std::string_view text, model::Filings* filings,
                                  Problems* problems, std::vector<std::string>* unknown) {
  *filings = {};
  FilingsFiller filler(filings, {.problems = problems, .unknown = unknown});
  return parser_->Read(text, problems,
                       [&](ondemand::object object) { return filler.Fill(object); });
}

void CheckFiling(const Statement& filing, std::string_view where, Problems* problems) {
  const Findings findings{.problems = problems};
  const auto blame = [&](const model::StatementSlot& slot, Reason reason) {
    const StatementField& field = FieldAt(slot);
    findings.Blame(where.empty() ? field.Path() : std::string(where).append(field.name), reason);
  };
  if (filing.id < 1) blame(&Statement::id, "is not a whole number from 1 to 2147483647");
  if (filing.journal_number.empty()) blame(&Statement::journal_number, "is empty");
  if (filing.last_day < filing.first_day)
    blame(&Statement::last_day, "is before the first day of the period");
  if (!IsPlanCode(filing.plan.code)) blame(&Statement::plan, "is not of letters and digits");
  if (filing.year < kFirstYear || filing.year > kLastYear) {
    findings.Blame(std::string(where).append(kStatementNames.year), "is not a year of four digits");
  }
}

}  // namespace orgreg::records
