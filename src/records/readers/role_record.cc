#include "records/readers/role_record.h"

#include <simdjson.h>

#include <algorithm>
#include <limits>
#include <span>

#include "base/values/shown_name.h"
#include "model/codes/code_lists.h"
#include "model/roles/role_names.h"
#include "model/units/field.h"
#include "records/readers/dom_value.h"
#include "records/readers/problem.h"

namespace orgreg::records {
namespace {

namespace dom = simdjson::dom;
namespace names = model::role_names;
using model::Rule;

// Where a value stands in the list that is read: a member's name, or the index of an element.
struct Step {
  std::string_view name = {};
  std::size_t index = 0;
};

// One list on its way out of JSON.
class ListFiller {
 public:
  struct Notes {
    Problems* problems = nullptr;
    std::vector<std::string>* unknown = nullptr;
    model::OddValues* odd_values = nullptr;
  };

  ListFiller(RoleSource source, base::ControlRule rule, Notes notes)
      : source_(source), rule_(rule), notes_(notes) {}

  void Fill(dom::element value, model::RoleList* list) {
    bool has_number = source_ == RoleSource::kAnswer;
    bool has_groups = false;
    EachMember(value, [&](std::string_view name, dom::element member) {
      if (name == names::kNumber) {
        has_number = true;
        return Set(name, member, &list->number);
      }
      if (name != names::kGroups) return false;
      has_groups = true;
      return FillGroups(member, &list->groups);
    });
    if (!has_number) Refuse(names::kNumber, "is missing");
    if (!has_groups) Refuse(names::kGroups, "is missing");
  }

 private:
  // Goes into a member or an element for the time of a block.
  class Inside {
   public:
    Inside(ListFiller* filler, Step step) : filler_(filler) { filler_->path_.push_back(step); }
    ~Inside() { filler_->path_.pop_back(); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    ListFiller* filler_;
  };

  enum class Indices : bool { kHidden, kShown };

  std::string PathTo(std::string_view name, Indices indices) const {
    std::string path;
    for (const Step& step : path_) {
      if (step.name.empty()) {
        if (indices == Indices::kShown)
          path.append("[").append(std::to_string(step.index)).append("]");
      } else {
        if (!path.empty()) path.push_back('.');
        path.append(step.name);
      }
    }
    if (!path.empty() && !name.empty()) path.push_back('.');
    return path.append(name);
  }

  // True, since whatever is refused is known.
  bool Refuse(std::string_view name, std::string_view reason) {
    notes_.problems->push_back({PathTo(name, Indices::kShown), std::string(reason)});
    return true;
  }

  // Calls `visit` for every member that has a value; what it does not know is told of.
  template <typename Visit>
  bool EachMember(dom::element value, Visit visit) {
    dom::object object;
    if (value.get(object) != simdjson::SUCCESS) return Refuse("", "is not an object");
    for (const auto& [name, member] : object) {
      if (name == model::kLinksName || name == model::kBulkLinksName || IsPassedOver(member))
        continue;
      if (visit(name, member)) continue;
      // Wherever it stands: what is counted is how often there is such a member.
      notes_.unknown->push_back(PathTo(base::ShownName(name), Indices::kHidden));
    }
    return true;
  }

  template <typename Visit>
  bool EachElement(std::string_view name, dom::element value, Visit visit) {
    dom::array array;
    if (value.get(array) != simdjson::SUCCESS) return Refuse(name, "is not a list");
    const Inside inside(this, {.name = name});
    std::size_t index = 0;
    for (const dom::element element : array) {
      const Inside at(this, {.index = index++});
      visit(element);
    }
    return true;
  }

  // What was stored once is read as it is.
  bool IsPassedOver(dom::element member) const {
    return source_ == RoleSource::kInventory ? IsAbsent(member) : member.is_null();
  }

  bool Set(std::string_view name, dom::element value, model::Text* to, Rule rule = Rule::kText) {
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) return Refuse(name, "is not text");
    // What is public text must not become a place for numbers.
    if (source_ == RoleSource::kInventory && base::HoldsIdentityNumber(text))
      return Refuse(name, "holds an identification number");
    if (source_ == RoleSource::kInventory) Judge(name, rule, text);
    to->emplace(text);
    return true;
  }

  void Judge(std::string_view name, Rule rule, std::string_view text) {
    const std::string_view reason = model::BreachOf(rule, text);
    if (reason.empty()) return;
    notes_.odd_values->push_back({.path = PathTo(name, Indices::kShown), .reason = reason});
  }

  bool Set(std::string_view name, dom::element value, model::Flag* to) {
    bool flag = false;
    if (value.get(flag) != simdjson::SUCCESS) return Refuse(name, "is neither true nor false");
    *to = flag;
    return true;
  }

  bool Set(std::string_view name, dom::element value, model::Day* to) {
    std::string_view text;
    if (value.get(text) == simdjson::SUCCESS) *to = base::Date::Parse(text);
    return *to ? true : Refuse(name, "is not a date yyyy-MM-dd");
  }

  bool Set(std::string_view name, dom::element value, model::Count* to) {
    std::int64_t count = -1;
    if (value.get(count) != simdjson::SUCCESS || count < 0)
      return Refuse(name, "is not a whole number from 0");
    *to = count;
    return true;
  }

  bool Set(std::string_view name, dom::element value, base::OrgNumber* to) {
    std::string_view text;
    std::optional<base::OrgNumber> number;
    if (value.get(text) == simdjson::SUCCESS) number = base::OrgNumber::Parse(text);
    if (!number) return Refuse(name, "is not nine digits");
    *to = *number;
    return true;
  }

  bool Set(std::string_view name, dom::element value, model::Lines* to, Rule rule = Rule::kText) {
    to->emplace();
    return EachElement(name, value, [&](dom::element element) {
      auto& line = (*to)->emplace_back();
      if (!element.is_null()) Set("", element, &line, rule);
    });
  }

  // The value goes nowhere else: not into a message, nor into another member.
  bool SetIdentityNumber(dom::element value, model::Person* person) {
    std::string_view text;
    if (value.get(text) == simdjson::SUCCESS) {
      person->number = base::IdentityNumber::Parse(text, rule_);
    }
    return person->number ? true
                          : Refuse(names::kIdentityNumber, "is not an identification number");
  }

  bool FillGroups(dom::element value, std::vector<model::RoleGroup>* groups) {
    groups->clear();
    return EachElement(names::kGroups, value, [&](dom::element element) {
      model::RoleGroup* const group = &groups->emplace_back();
      EachMember(element, [&](std::string_view name, dom::element member) {
        if (name == names::kType) return FillCode(name, member, &group->type);
        if (name == names::kChangedOn) return Set(name, member, &group->changed_on);
        if (name == names::kRoles) return FillRoles(member, &group->roles);
        return false;
      });
      CompleteCode(names::kType, model::RoleGroupTypes(), &group->type);
    });
  }

  bool FillRoles(dom::element value, std::vector<model::Role>* roles) {
    roles->clear();
    return EachElement(names::kRoles, value,
                       [&](dom::element element) { FillRole(element, &roles->emplace_back()); });
  }

  void FillRole(dom::element value, model::Role* role) {
    EachMember(value, [&](std::string_view name, dom::element member) {
      if (name == names::kType) return FillCode(name, member, &role->type);
      if (name == names::kPerson) return FillPerson(member, Holder<model::Person>(role));
      if (name == names::kEntity) return FillEntity(member, Holder<model::HolderEntity>(role));
      if (name == names::kEstateManager)
        return FillEstateManager(member, Holder<model::EstateManager>(role));
      if (name == names::kShare) return Set(name, member, &role->share);
      if (name == names::kElectedBy) return FillCode(name, member, &role->elected_by.emplace());
      if (name == names::kHasLeft) return Set(name, member, &role->has_left);
      if (name == names::kIsDeregistered) return Set(name, member, &role->is_deregistered);
      if (name == names::kOrder) return Set(name, member, &role->order);
      if (name == names::kHasFuturePower)
        return Set(name, member, &role->has_confirmed_future_power);
      if (name == names::kHasLimitedCapacity) return Set(name, member, &role->has_limited_capacity);
      return false;
    });
    CompleteCode(names::kType, model::RoleTypes(), &role->type);
    if (role->elected_by) {
      CompleteCode(names::kElectedBy, model::Representatives(), &*role->elected_by);
    }
    if (role->holder.index() == 0) Refuse("", "has no holder of a known kind");
  }

  // A new holder of the role; whoever is told of second is refused.
  template <typename Kind>
  Kind* Holder(model::Role* role) {
    if (role->holder.index() != 0) Refuse("", "has more than one holder");
    return &role->holder.emplace<Kind>();
  }

  bool FillCode(std::string_view name, dom::element value, model::CodedText* coded) {
    const Inside inside(this, {.name = name});
    return EachMember(value, [&](std::string_view part, dom::element member) {
      if (part == names::kCode) return Set(part, member, &coded->code, Rule::kLine);
      if (part == names::kText) return Set(part, member, &coded->text);
      return false;
    });
  }

  void CompleteCode(std::string_view name, std::span<const model::RoleCode> codes,
                    model::CodedText* coded) {
    if (!coded->code || coded->code->empty()) {
      const Inside inside(this, {.name = name});
      Refuse(names::kCode, "is missing");
      return;
    }
    if (coded->text) return;
    const std::string_view text = model::TextOfRoleCode(codes, *coded->code);
    if (!text.empty()) coded->text = text;
  }

  bool FillPerson(dom::element value, model::Person* person) {
    const Inside inside(this, {.name = names::kPerson});
    return EachMember(value, [&](std::string_view name, dom::element member) {
      if (name == names::kBornOn) return Set(name, member, &person->born_on);
      if (name == names::kName) return FillName(member, &person->name);
      if (name == names::kIsDead) return Set(name, member, &person->is_dead);
      if (source_ == RoleSource::kInventory && name == names::kIdentityNumber)
        return SetIdentityNumber(member, person);
      if (source_ == RoleSource::kStore && name == names::kSealed)
        return Set(name, member, &person->sealed_number);
      if (source_ == RoleSource::kStore && name == names::kBlind)
        return Set(name, member, &person->blind_index);
      return false;
    });
  }

  bool FillName(dom::element value, model::PersonName* to) {
    const Inside inside(this, {.name = names::kName});
    return EachMember(value, [&](std::string_view name, dom::element member) {
      if (name == names::kFirstName) return Set(name, member, &to->first, Rule::kName);
      if (name == names::kMiddleName) return Set(name, member, &to->middle, Rule::kName);
      if (name == names::kLastName) return Set(name, member, &to->last, Rule::kName);
      return false;
    });
  }

  bool FillEntity(dom::element value, model::HolderEntity* entity) {
    const Inside inside(this, {.name = names::kEntity});
    bool has_number = false;
    EachMember(value, [&](std::string_view name, dom::element member) {
      if (name == names::kNumber) {
        has_number = true;
        return Set(name, member, &entity->number);
      }
      if (name == names::kForm) return FillForm(member, &entity->form);
      if (name == names::kName) return Set(name, member, &entity->name, Rule::kLine);
      if (name == names::kIsDeleted) return Set(name, member, &entity->is_deleted);
      if (name == names::kApproval) return Set(name, member, &entity->approval);
      return false;
    });
    return has_number ? true : Refuse(names::kNumber, "is missing");
  }

  bool FillForm(dom::element value, model::OrganisationForm* form) {
    const Inside inside(this, {.name = names::kForm});
    EachMember(value, [&](std::string_view name, dom::element member) {
      if (name == names::kCode) return Set(name, member, &form->code, Rule::kOrganisationForm);
      if (name == names::kText) return Set(name, member, &form->text);
      if (name == names::kFormExpiredOn) return Set(name, member, &form->expired_on);
      return false;
    });
    if (form->code && !form->text) {
      const std::string_view text = model::TextOfForm(*form->code);
      if (!text.empty()) form->text = text;
    }
    return true;
  }

  bool FillEstateManager(dom::element value, model::EstateManager* manager) {
    const Inside inside(this, {.name = names::kEstateManager});
    return EachMember(value, [&](std::string_view name, dom::element member) {
      if (name == names::kName) return Set(name, member, &manager->name, Rule::kName);
      if (name == names::kPostalAddress) return FillAddress(member, &manager->address.emplace());
      if (name == names::kIsDead) return Set(name, member, &manager->is_dead);
      return false;
    });
  }

  bool FillAddress(dom::element value, model::Address* address) {
    const Inside inside(this, {.name = names::kPostalAddress});
    return EachMember(value, [&](std::string_view name, dom::element member) {
      if (name == names::kCountry) return Set(name, member, &address->country, Rule::kLine);
      if (name == names::kCountryCode)
        return Set(name, member, &address->country_code, Rule::kLine);
      if (name == names::kPostcode) return Set(name, member, &address->postcode, Rule::kFourDigits);
      if (name == names::kCity) return Set(name, member, &address->city, Rule::kLine);
      if (name == names::kLines) return Set(name, member, &address->lines);
      if (name == names::kMunicipality)
        return Set(name, member, &address->municipality, Rule::kLine);
      if (name == names::kMunicipalityNumber)
        return Set(name, member, &address->municipality_number, Rule::kFourDigits);
      return false;
    });
  }

  RoleSource source_;
  base::ControlRule rule_;
  Notes notes_;
  std::vector<Step> path_ = {};
};

// Where a role stands in its group; roles without an order come last.
std::int64_t OrderOf(const model::Role& role) {
  return role.order.value_or(std::numeric_limits<std::int64_t>::max());
}

// docs/choices.md, Roles.
void Normalise(model::RoleList* list) {
  for (model::RoleGroup& group : list->groups) {
    for (model::Role& role : group.roles) {
      if (!role.has_left) role.has_left = role.is_deregistered;
      if (!role.is_deregistered) role.is_deregistered = role.has_left;
    }
    if (std::ranges::is_sorted(group.roles, {}, OrderOf)) continue;
    std::ranges::stable_sort(group.roles, {}, OrderOf);
  }
}

}  // namespace

struct RoleReader::Parser {
  explicit Parser(base::ControlRule wanted) : rule(wanted) {}

  base::ControlRule rule;
  dom::parser parser;
  model::OddValues odd_values = {};
};

RoleReader::RoleReader(base::ControlRule rule) : parser_(std::make_unique<Parser>(rule)) {}
RoleReader::~RoleReader() = default;
RoleReader::RoleReader(RoleReader&&) noexcept = default;
RoleReader& RoleReader::operator=(RoleReader&&) noexcept = default;

bool RoleReader::Read(std::string_view text, RoleSource source, model::RoleList* list,
                      Problems* problems, std::vector<std::string>* unknown) {
  static_assert(RecordReader::kPadding >= simdjson::SIMDJSON_PADDING);
  *list = {};
  parser_->odd_values.clear();
  const std::size_t before = problems->size();
  dom::element document;
  const simdjson::error_code error =
      parser_->parser.parse(text.data(), text.size(), false).get(document);
  if (error == simdjson::UTF8_ERROR) {
    problems->push_back({.reason = "is not UTF-8"});
  } else if (error != simdjson::SUCCESS) {
    problems->push_back({.reason = "is not well-formed JSON"});
  } else if (!document.is_object()) {
    problems->push_back({.reason = "is not a JSON object"});
  } else {
    ListFiller(source, parser_->rule,
               {.problems = problems, .unknown = unknown, .odd_values = &parser_->odd_values})
        .Fill(document, list);
  }
  if (problems->size() != before) return false;
  Normalise(list);
  return true;
}

const model::OddValues& RoleReader::odd_values() const { return parser_->odd_values; }

bool IsEmpty(const model::RoleList& list) {
  return std::ranges::all_of(list.groups, [](const auto& group) { return group.roles.empty(); });
}

}  // namespace orgreg::records
