// A slot is one member of a Unit, reached through a path of member pointers. All code that derives
// from the field tables (reading, writing, searching, sorting) sees a record as a row of slots of a
// few types. Pure; safe from any thread.

#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "model/unit.h"

namespace orgreg::model {

// In the order of the alternatives of Slot.
enum class Type : std::uint8_t {
  kText,
  kFlag,
  kDay,
  kCount,
  kAmount,
  kLines,
  kNotices,
  kNumber,
  kRaw,
  kKey
};

// The place where a value is read or written. The last alternative is the unit's own number, the
// only member that is never absent.
template <template <typename> typename Qualify>
using SlotOf = std::variant<Qualify<Text>*, Qualify<Flag>*, Qualify<Day>*, Qualify<Count>*,
                            Qualify<Amount>*, Qualify<Lines>*, Qualify<Notices>*, Qualify<Number>*,
                            Qualify<Raw>*, Qualify<base::OrgNumber>*>;
template <typename T>
using Mutable = T;
template <typename T>
using Const = const T;
using Slot = SlotOf<Mutable>;
using ConstSlot = SlotOf<Const>;

// How a field's slot is found in a unit, and its type.
struct Access {
  Type type = Type::kText;
  Slot (*writable)(Unit&) = nullptr;
  ConstSlot (*readable)(const Unit&) = nullptr;
};

namespace internal {

// One step of a path: a member of a struct, or an element of an array.
template <auto step, typename Object>
constexpr auto& Step(Object& object) {
  if constexpr (std::is_member_object_pointer_v<decltype(step)>) {
    return object.*step;
  } else {
    return object[step];
  }
}

template <typename Object>
constexpr Object& Walk(Object& object) {
  return object;
}
template <auto first, auto... rest, typename Object>
constexpr auto& Walk(Object& object) {
  if constexpr (sizeof...(rest) == 0) {
    return Step<first>(object);
  } else {
    return Walk<rest...>(Step<first>(object));
  }
}

}  // namespace internal

// The access along a path: At<&Unit::postal_address, &Address::city>,
// At<&Unit::industries, 0, &Industry::code>.
template <auto... path>
constexpr Access MakeAccess() {
  Unit* const none = nullptr;
  using Member = std::remove_reference_t<decltype(internal::Walk<path...>(*none))>;
  return {
      .type = static_cast<Type>(Slot(static_cast<Member*>(nullptr)).index()),
      .writable = [](Unit& unit) { return Slot(&internal::Walk<path...>(unit)); },
      .readable = [](const Unit& unit) { return ConstSlot(&internal::Walk<path...>(unit)); },
  };
}
template <auto... path>
inline constexpr Access At = MakeAccess<path...>();

// True where the slot holds a value.
bool IsPresent(const ConstSlot& slot);

}  // namespace orgreg::model
