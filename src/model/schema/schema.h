// SPDX-License-Identifier: EUPL-1.2

// The content of a body: a Schema is a table of rows, one for each member. A row says the member's
// name, where its value is in the object that the body is read into or written from, which rule the
// value follows, and which forms of the body have the member. One reader (records/readers/
// json_reader.h) and one writer (render/body_json.h) walk schemas, and so does all other code that
// needs a body's members. Each member is declared once, as a row; bodies that share rows name one
// common table.
//
// Schemas are constants; safe from any thread. A schema does not know the type of its objects;
// SchemaOf, which readers and writers take, does.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "model/codes/value_rule.h"
#include "model/schema/value.h"

namespace orgreg::model {

// The forms of a body. Each row has a set of them.
enum class Form : std::uint8_t {
  kInventory = 1,   // As the sources deliver it.
  kStored = 2,      // As the store keeps it.
  kServed = 4,      // As every client gets it.
  kServedV1 = 16,   // The same in version 1 of the interface, for units only.
  kAuthorised = 8,  // As authorised clients get it.
};
class FormSet {
 public:
  constexpr FormSet() = default;
  // A form is a set of one.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr FormSet(Form form) : bits_(static_cast<unsigned>(form)) {}
  constexpr bool Include(Form form) const { return (bits_ & static_cast<unsigned>(form)) != 0; }
  friend constexpr FormSet operator|(FormSet a, FormSet b) { return FormSet(a.bits_ | b.bits_); }

 private:
  explicit constexpr FormSet(unsigned bits) : bits_(bits) {}
  unsigned bits_ = 0;
};
constexpr FormSet operator|(Form a, Form b) { return FormSet(a) | FormSet(b); }
inline constexpr FormSet kAllForms =
    Form::kInventory | Form::kStored | Form::kServed | Form::kServedV1 | Form::kAuthorised;

// The properties of a row besides its name and place.
struct Traits {
  Rule rule = Rule::kText;  // For texts, the lines of lists, and whole numbers.
  bool is_required = false;
  bool is_inset = false;  // For a plain value: only some responses have it (render/public_form.h).
  FormSet forms = kAllForms;
  FormSet sparse_in = {};  // Forms that leave out a default value.
  FormSet empty_in = {};   // Forms that write an object without members.
  Reason not_list = "is not a list of objects";
  // For a list whose problems are not distinguished: the one reason for all of them.
  Reason as_one = {};
  bool is_bare = false;  // An amount that is a number in the store too, not text.
  // For a member that may not occur in any number: why another one is too many, or empty.
  Reason (*refuse)(const void* object) = nullptr;
};

struct Schema;

// A list of objects.
struct ListType {
  bool (*has)(const void* list) = nullptr;
  void (*begin)(void* list) = nullptr;  // Makes it an empty list.
  void* (*add)(void* list) = nullptr;
  std::size_t (*size)(const void* list) = nullptr;
  const void* (*at)(const void* list, std::size_t place) = nullptr;
};

struct Row {
  std::string_view name = {};
  Traits traits = {};
  ValueKind kind = ValueKind::kList;  // For a plain value, that of its type.
  const ValueType* type = nullptr;    // For a plain value; otherwise
  const Schema* schema = nullptr;     // for an object, or the elements
  const ListType* list = nullptr;     // of a list.
  bool shares_object = false;         // A group whose members are found without it.
  // For a link: the collection of the item that the value names. The row's name is the relation,
  // and the member has the name of all links. Readers ignore links.
  std::string_view collection = {};
  // The member in its object. `place` makes an optional object; `find` is null without one.
  void* (*place)(void* object) = nullptr;
  const void* (*find)(const void* object) = nullptr;
  // The row for which this one is another name. Such a row is only read, and yields to that one.
  const Row* other_name_of = nullptr;

  // Whether the object has its value, for a row of a plain value or a list.
  bool IsIn(const void* object) const {
    const void* const value = find(object);
    return type != nullptr ? type->has(value) : list->has(value);
  }
  constexpr bool is_kept() const { return type == nullptr && schema == nullptr; }
  // Its members belong to the same object as the row itself.
  constexpr bool is_group() const { return shares_object; }
  constexpr bool is_link() const { return !collection.empty(); }
};

// What a check gets in addition to the object.
struct Checking {
  Form form = Form::kInventory;
  bool is_whole = true;  // No problem was found in the object before.
};

constexpr bool HasRequired(std::span<const Row> rows);

struct Schema {
  std::span<const Row> rows = {};
  // Checks what else must hold for an object after all its members are read, and normalises it.
  // Paths begin at the object.
  void (*check)(void* object, const Checking& checking, Problems* problems) = nullptr;
  bool has_required = HasRequired(rows);
  bool drops_empty = false;  // Members with the text "" count as missing in every form.
};

// Whether an object must have some of the members, including those of its groups.
constexpr bool HasRequired(std::span<const Row> rows) {
  return std::ranges::any_of(rows, [](const Row& row) {
    return row.is_group() ? row.schema->has_required : row.traits.is_required;
  });
}

// A schema for objects of type T.
template <typename T>
struct SchemaOf {
  Schema schema = {};
};

// The plain values of an object in order, with those in its groups.
struct PlainRow {
  const Row* row = nullptr;
  std::string path = {};  // "grasrotandel.utestengelsesperiode.fraDato"
};
std::vector<PlainRow> PlainRows(const Schema& schema);

namespace internal {

template <auto step>
struct StepOf;
template <typename Object, typename Member, Member Object::* step>
struct StepOf<step> {
  using Outer = Object;
  using Inner = Member;
};

template <typename Object>
constexpr Object& Follow(Object& object) {
  // The caller holds the record while it uses a member of it.
  // NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter)
  return object;
}
template <auto first, auto... rest, typename Object>
constexpr auto& Follow(Object& object) {
  if constexpr (std::is_member_object_pointer_v<decltype(first)>) {
    return Follow<rest...>(object.*first);
  } else {
    return Follow<rest...>(object[first]);
  }
}

template <auto first, auto... rest>
struct Path {
  using Outer = typename StepOf<first>::Outer;
  using Member = std::remove_reference_t<decltype(Follow<first, rest...>(std::declval<Outer&>()))>;
  static Member& In(void* object) { return Follow<first, rest...>(*static_cast<Outer*>(object)); }
  static const Member& In(const void* object) {
    return Follow<first, rest...>(*static_cast<const Outer*>(object));
  }
  static void* Place(void* object) { return &In(object); }
  static const void* Find(const void* object) { return &In(object); }
};

template <typename Member>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <typename List>
auto& ElementsOf(List& list) {
  if constexpr (IsOptional<std::remove_const_t<List>>::value) {
    return *list;
  } else {
    return list;
  }
}

template <typename List>
constexpr ListType MakeListType() {
  return {
      .has =
          [](const void* list) {
            if constexpr (IsOptional<List>::value) {
              return static_cast<const List*>(list)->has_value();
            } else {
              return true;
            }
          },
      .begin =
          [](void* list) {
            if constexpr (IsOptional<List>::value) {
              static_cast<List*>(list)->emplace();
            } else {
              static_cast<List*>(list)->clear();
            }
          },
      .add = [](void* list) -> void* {
        return &ElementsOf(*static_cast<List*>(list)).emplace_back();
      },
      .size = [](const void* list) { return ElementsOf(*static_cast<const List*>(list)).size(); },
      .at = [](const void* list, std::size_t place) -> const void* {
        return &ElementsOf(*static_cast<const List*>(list))[place];
      }};
}
template <typename List>
inline constexpr ListType kListType = MakeListType<List>();

}  // namespace internal

// A plain value with a codec: PlainAs<PartCodec, &CadastralUnit::number, &CadastralNumber::farm>(
// "gaardsnr").
template <typename C, auto... path>
constexpr Row PlainAs(std::string_view name, Traits traits = {}) {
  using P = internal::Path<path...>;
  return {.name = name,
          .traits = traits,
          .kind = C::kKind,
          .type = &kTypeWith<C, typename P::Member>,
          .place = P::Place,
          .find = P::Find};
}

// The same with the codec of the member's type.
template <auto... path>
constexpr Row Plain(std::string_view name, Traits traits = {}) {
  using P = internal::Path<path...>;
  return {.name = name,
          .traits = traits,
          .kind = kTypeOf<typename P::Member>.kind,
          .type = &kTypeOf<typename P::Member>,
          .place = P::Place,
          .find = P::Find};
}

// The link from an object to the item of a collection that one of its members names.
template <auto... path>
constexpr Row LinkTo(std::string_view relation, std::string_view collection, FormSet forms) {
  Row row = Plain<path...>(relation, {.forms = forms});
  row.collection = collection;
  return row;
}

// A row without a name, used for its place: At<&Unit::form, &OrganisationForm::code>.
template <auto... path>
inline constexpr Row At = Plain<path...>("");

// The value of the row, or null if it is of another type.
template <typename T>
const T* ValueOf(const Row& row, const void* object) {
  return row.type == &kTypeOf<T> ? static_cast<const T*>(row.find(object)) : nullptr;
}
template <typename T>
T* ValueOf(const Row& row, void* object) {
  return row.type == &kTypeOf<T> ? static_cast<T*>(row.place(object)) : nullptr;
}

// Whether the row's value is there.
template <auto... path>
bool IsAt(const Row& row) {
  return row.find == internal::Path<path...>::Find;
}

// An object whose members are in the same struct.
constexpr Row Group(std::string_view name, const Schema& schema, Traits traits = {}) {
  return {.name = name, .traits = traits, .schema = &schema, .shares_object = true};
}

// An object that is a struct of its own, optional or not.
template <auto... path, typename Inner>
constexpr Row Object(std::string_view name, const SchemaOf<Inner>& schema, Traits traits = {}) {
  using P = internal::Path<path...>;
  Row row = {.name = name, .traits = traits, .schema = &schema.schema};
  if constexpr (internal::IsOptional<typename P::Member>::value) {
    row.place = [](void* object) -> void* { return &P::In(object).emplace(); };
    row.find = [](const void* object) -> const void* {
      const auto& optional = P::In(object);
      return optional ? &*optional : nullptr;
    };
  } else {
    row.place = P::Place;
    row.find = P::Find;
  }
  return row;
}

// An object that is one of the alternatives of a variant.
template <auto member, typename Inner>
constexpr Row Alternative(std::string_view name, const SchemaOf<Inner>& schema,
                          Traits traits = {}) {
  using P = internal::Path<member>;
  return {
      .name = name,
      .traits = traits,
      .schema = &schema.schema,
      .place = [](void* object) -> void* { return &P::In(object).template emplace<Inner>(); },
      .find = [](const void* object) -> const void* { return std::get_if<Inner>(&P::In(object)); }};
}

template <auto... path, typename Element>
constexpr Row List(std::string_view name, const SchemaOf<Element>& schema, Traits traits = {}) {
  using P = internal::Path<path...>;
  return {.name = name,
          .traits = traits,
          .schema = &schema.schema,
          .list = &internal::kListType<typename P::Member>,
          .place = P::Place,
          .find = P::Find};
}

// Where an object keeps the members that no other row knows: a std::vector<UnknownMember>, in which
// the object is called `name`. Without such a row they are dropped and reported.
template <auto member>
constexpr Row Kept(std::string_view name, FormSet forms) {
  using P = internal::Path<member>;
  return {.name = name, .traits = {.forms = forms}, .place = P::Place, .find = P::Find};
}

// The check of a schema, by objects of its own type.
template <typename T, void (*check)(T* object, const Checking& checking, Problems* problems)>
inline constexpr auto kCheckBy = [](void* object, const Checking& checking, Problems* problems) {
  check(static_cast<T*>(object), checking, problems);
};

}  // namespace orgreg::model
