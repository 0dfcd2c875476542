// SPDX-License-Identifier: EUPL-1.2

// Compares the schemas of two interface documents and collects their changes. A schema that several
// places refer to is compared once for each side. For one thread.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "api/interface_changes/change.h"
#include "api/interface_changes/json_document.h"

namespace orgreg::api {

// The same value in the older and in the newer document; null if it is not there.
struct BothValues {
  const formats::JsonValue* before = nullptr;
  const formats::JsonValue* after = nullptr;

  BothValues At(std::string_view name) const {
    return {FindMember(before, name), FindMember(after, name)};
  }
};

class SchemaComparer {
 public:
  // All of them outlive the comparer.
  SchemaComparer(const JsonDocument& before, const JsonDocument& after, std::vector<Change>* found)
      : before_(before), after_(after), found_(found) {}

  // A schema that is not there allows every value.
  void Compare(const BothValues& schemas, Side side, const std::string& place);

 private:
  // Where the comparison is.
  struct At {
    Side side = Side::kRequest;
    std::string place;
  };

  // What a value may be, in each document.
  struct Choices {
    std::vector<const formats::JsonValue*> before;
    std::vector<const formats::JsonValue*> after;
  };

  // `written` are the schemas or the references that lead to them.
  void CompareFollowed(const BothValues& schemas, const BothValues& written, const At& at);
  void CompareObjects(const BothValues& schemas, const BothValues& written, const At& at);
  void CompareWithChoices(const BothValues& schemas, const At& at);
  void CompareKeywords(const BothValues& schemas, const At& at);
  void CompareElements(const BothValues& items, const At& at);
  void CompareTypes(const BothValues& types, const At& at);
  void CompareValues(const BothValues& lists, const At& at);
  void CompareBounds(const BothValues& schemas, const At& at);
  void CompareRules(const BothValues& schemas, const At& at);
  void CompareMembers(const BothValues& schemas, const At& at);
  void CompareRequired(const BothValues& schemas, const At& at);
  void CompareOtherMembers(const BothValues& members, const At& at);
  void CompareAlternatives(Choices choices, const At& at);
  void CompareAll(const BothValues& lists, const At& at);
  void CompareOthers(const BothValues& schemas, const At& at);
  void Note(ChangeKind kind, const At& at, std::string_view subject);

  const JsonDocument& before_;
  const JsonDocument& after_;
  std::vector<Change>* found_;
  std::set<std::string> compared_ = {};
  int depth_ = 0;
};

}  // namespace orgreg::api
