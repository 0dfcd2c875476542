// SPDX-License-Identifier: EUPL-1.2

// The types of plain values in a body: how a value is read from JSON, XML or a cell, and how it is
// written. A type is made from a codec: a struct with the C++ type (Value), the kind, the reason
// for rejecting a value of another kind (kOtherwise), Read and Text. A member of a usual C++ type
// has a codec by default. Codecs are pure; safe from any thread.

#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/values/date.h"
#include "base/values/decimal.h"
#include "base/values/identity_number.h"
#include "base/values/org_number.h"
#include "model/kept_json.h"
#include "model/schema/problem.h"

namespace orgreg::model {

// The forms of a value.
enum class ValueKind : std::uint8_t {
  kText,    // Any text in UTF-8.
  kCode,    // Text of letters, digits and signs that no form escapes.
  kDay,     // The same, yyyy-MM-dd.
  kWhole,   // A whole number.
  kAmount,  // A number of any size, or a text with one.
  kFlag,    // True or false.
  kLines,   // A list of texts, some of which may be null. It has no codec.
  kRaw,     // Any JSON, without white space.
  kPart,    // Any JSON, unchanged: a view of the text.
  kList,    // A list of objects. It has a schema in place of a codec.
};

// A value as it was found. Only the member that belongs to its kind counts.
struct Given {
  std::string_view text = {};
  std::int64_t whole = 0;
  bool flag = false;
  base::ControlRule rule = base::ControlRule::kPresent;  // For identification numbers.
};

// The operations of a member's type for readers and writers. `value` is the member.
struct ValueType {
  ValueKind kind = ValueKind::kText;
  Reason otherwise = {};
  Reason (*take)(const Given& given, void* value) = nullptr;
  bool (*has)(const void* value) = nullptr;  // False if it is optional and absent.
  // True if a missing member means the same value.
  bool (*is_default)(const void* value) = nullptr;
  // Called only if there is a value. `scratch` may hold the text, until it changes.
  std::string_view (*text)(const void* value, std::string* scratch) = nullptr;
  void (*copy)(const void* from, void* to) = nullptr;
};

using LineList = std::optional<std::vector<std::optional<std::string>>>;

template <typename T>
struct Codec;

template <>
struct Codec<std::string> {
  using Value = std::string;
  static constexpr ValueKind kKind = ValueKind::kText;
  static constexpr Reason kOtherwise = "is not text";
  static std::optional<std::string> Read(const Given& given) { return std::string(given.text); }
  static std::string_view Text(const std::string& value, std::string* /*scratch*/) { return value; }
};

template <>
struct Codec<bool> {
  using Value = bool;
  static constexpr ValueKind kKind = ValueKind::kFlag;
  static constexpr Reason kOtherwise = "is neither true nor false";
  static std::optional<bool> Read(const Given& given) { return given.flag; }
  static std::string_view Text(bool value, std::string* /*scratch*/) {
    return value ? "true" : "false";
  }
};

template <std::integral Whole>
struct Codec<Whole> {
  using Value = Whole;
  static constexpr ValueKind kKind = ValueKind::kWhole;
  static constexpr Reason kOtherwise = "is not a whole number from 0";
  static std::optional<Whole> Read(const Given& given) {
    if (given.whole < 0 || !std::in_range<Whole>(given.whole)) return std::nullopt;
    return static_cast<Whole>(given.whole);
  }
  static std::string_view Text(Whole value, std::string* scratch) {
    return *scratch = std::to_string(value);
  }
};

// Values whose type reads them from text and writes them.
template <typename T>
struct TextCodec {
  using Value = T;
  static std::optional<T> Read(const Given& given) { return T::Parse(given.text); }
  static std::string_view Text(const T& value, std::string* scratch) {
    scratch->clear();
    value.AppendTo(scratch);
    return *scratch;
  }
};

template <>
struct Codec<base::Date> : TextCodec<base::Date> {
  static constexpr ValueKind kKind = ValueKind::kDay;
  static constexpr Reason kOtherwise = "is not a date yyyy-MM-dd";
};

template <>
struct Codec<base::OrgNumber> : TextCodec<base::OrgNumber> {
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not nine digits";
};

template <>
struct Codec<base::Decimal> : TextCodec<base::Decimal> {
  static constexpr ValueKind kKind = ValueKind::kAmount;
  static constexpr Reason kOtherwise = "is not an amount";
  static std::string_view Text(const base::Decimal& value, std::string* /*scratch*/) {
    return value.text();
  }
};

template <>
struct Codec<RawJson> {
  using Value = RawJson;
  static constexpr ValueKind kKind = ValueKind::kRaw;
  static constexpr Reason kOtherwise = "is not JSON";
  static std::optional<RawJson> Read(const Given& given) {
    return RawJson{.text = std::string(given.text)};
  }
  static std::string_view Text(const RawJson& value, std::string* /*scratch*/) {
    return value.text;
  }
};

// An identification number is never copied into a message or another member.
template <>
struct Codec<base::IdentityNumber> {
  using Value = base::IdentityNumber;
  static constexpr ValueKind kKind = ValueKind::kCode;
  static constexpr Reason kOtherwise = "is not an identification number";
  static std::optional<base::IdentityNumber> Read(const Given& given) {
    return base::IdentityNumber::Parse(given.text, given.rule);
  }
  static std::string_view Text(const base::IdentityNumber& value, std::string* /*scratch*/) {
    return value.Reveal();
  }
};

namespace internal {

template <typename Member>
struct OptionalOf {
  using Value = Member;
  static const Member* Find(const void* member) { return static_cast<const Member*>(member); }
};
template <typename T>
struct OptionalOf<std::optional<T>> {
  using Value = T;
  static const T* Find(const void* member) {
    const auto& optional = *static_cast<const std::optional<T>*>(member);
    return optional ? &*optional : nullptr;
  }
};

// Why a value of the right kind is rejected.
template <typename C>
constexpr Reason RefusalOf() {
  if constexpr (requires { C::kRefusal; }) {
    return C::kRefusal;
  } else {
    return C::kOtherwise;
  }
}

template <typename C, typename Member>
Reason TakeValue(const Given& given, void* to) {
  if constexpr (std::is_same_v<C, Codec<std::string>>) {
    *static_cast<Member*>(to) = given.text;
  } else {
    auto value = C::Read(given);
    if (!value) return RefusalOf<C>();
    if constexpr (std::is_same_v<Member, decltype(value)>) {
      *static_cast<Member*>(to) = std::move(value);
    } else {
      *static_cast<Member*>(to) = std::move(*value);
    }
  }
  return kTaken;
}

template <typename C, typename Member>
bool IsDefault(const void* member) {
  using Value = typename C::Value;
  const Value* const value = OptionalOf<Member>::Find(member);
  if constexpr (std::is_default_constructible_v<Value>) {
    return value != nullptr && *value == Value();
  } else {
    return false;
  }
}

template <typename Member>
void CopyValue(const void* from, void* to) {
  *static_cast<Member*>(to) = *static_cast<const Member*>(from);
}

template <typename C, typename Member>
constexpr ValueType MakeType() {
  return {.kind = C::kKind,
          .otherwise = C::kOtherwise,
          .take = TakeValue<C, Member>,
          .has = [](const void* member) { return OptionalOf<Member>::Find(member) != nullptr; },
          .is_default = IsDefault<C, Member>,
          .text =
              [](const void* member, std::string* scratch) {
                return C::Text(*OptionalOf<Member>::Find(member), scratch);
              },
          .copy = CopyValue<Member>};
}

}  // namespace internal

template <typename C, typename Member>
inline constexpr ValueType kTypeWith = internal::MakeType<C, Member>();
// The type that belongs to the C++ type of the member.
template <typename Member>
inline constexpr ValueType kTypeOf =
    kTypeWith<Codec<typename internal::OptionalOf<Member>::Value>, Member>;
template <>
inline constexpr ValueType kTypeOf<LineList> = {
    .kind = ValueKind::kLines,
    .otherwise = "is not a list",
    .has = [](const void* member) { return static_cast<const LineList*>(member)->has_value(); },
    .is_default = [](const void*) { return false; },
    .copy = internal::CopyValue<LineList>};

}  // namespace orgreg::model
