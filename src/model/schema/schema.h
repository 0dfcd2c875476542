// What a body is made of: a Schema is a table of rows, one a member. A row says the member's name,
// where its value lies in the object that the body is read into or written from, what the value
// must look like, and in which forms of the body the member stands. One reader (records/readers/
// json_reader.h) and one writer (render/body_json.h) walk schemas; so does whatever else needs to
// know a body's members. Each member is declared once, as a row; rows that several bodies share are
// one table that the others name.
//
// Schemas are constants; safe from any thread. A schema knows nothing of the type of its objects
// but for SchemaOf, by which readers and writers are called.

#pragma once

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

// The forms of a body. A row stands in a set of them.
enum class Form : std::uint8_t {
  kInventory = 1,   // As it is delivered to us.
  kStored = 2,      // As the store keeps it.
  kServed = 4,      // As anybody is answered.
  kAuthorised = 8,  // As those with authorisation are answered.
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
    Form::kInventory | Form::kStored | Form::kServed | Form::kAuthorised;

// What a row says beside its name and place.
struct Traits {
  Rule rule = Rule::kText;  // Of texts, of the lines of lists, and of whole numbers.
  bool is_required = false;
  FormSet forms = kAllForms;
  FormSet sparse_in = {};  // Where a value that is the default is left out.
  FormSet empty_in = {};   // Of an object: where it stands even if it has no members.
  Reason not_list = "is not a list of objects";
  // Of a member of which there may be only some: why another one is too much, or empty.
  Reason (*refuse)(const void* object) = nullptr;
};

struct Schema;

// A list of objects.
struct ListType {
  bool (*has)(const void* list) = nullptr;
  void (*begin)(void* list) = nullptr;  // Makes it an empty one.
  void* (*add)(void* list) = nullptr;
  std::size_t (*size)(const void* list) = nullptr;
  const void* (*at)(const void* list, std::size_t place) = nullptr;
};

struct Row {
  std::string_view name = {};
  Traits traits = {};
  const ValueType* type = nullptr;  // Of a plain value; otherwise
  const Schema* schema = nullptr;   // of an object, or of the elements
  const ListType* list = nullptr;   // of a list.
  // The member in its object. `place` makes an optional object; `find` is null without one.
  void* (*place)(void* object) = nullptr;
  const void* (*find)(const void* object) = nullptr;

  // Its members belong to the same object as the row itself.
  bool is_group() const { return schema != nullptr && place == nullptr; }
};

// What a check is given next to the object.
struct Checking {
  Form form = Form::kInventory;
  bool is_whole = true;  // No problem was found in the object before.
};

struct Schema {
  std::span<const Row> rows = {};
  // What else must hold of an object once all its members are read, and its normal form. Paths are
  // from the object.
  void (*check)(void* object, const Checking& checking, Problems* problems) = nullptr;
};

// A schema for objects of type T.
template <typename T>
struct SchemaOf {
  Schema schema = {};
};

// The plain values of an object, those in its groups with them, in order.
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
          .type = &kTypeOf<typename P::Member>,
          .place = P::Place,
          .find = P::Find};
}

// Whether the row's value lies there.
template <auto... path>
bool IsAt(const Row& row) {
  return row.find == internal::Path<path...>::Find;
}

// An object whose members lie in the same struct.
constexpr Row Group(std::string_view name, const Schema& schema, Traits traits = {}) {
  return {.name = name, .traits = traits, .schema = &schema};
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

// The check of a schema, by objects of its own type.
template <typename T, void (*check)(T* object, const Checking& checking, Problems* problems)>
inline constexpr auto kCheckBy = [](void* object, const Checking& checking, Problems* problems) {
  check(static_cast<T*>(object), checking, problems);
};

}  // namespace orgreg::model
