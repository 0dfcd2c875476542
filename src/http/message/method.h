// SPDX-License-Identifier: EUPL-1.2

// Request methods and sets of them. Used by the request, the router and the writer of an
// Allow field. Plain values; safe from any thread.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace orgreg::http {

enum class Method : std::uint8_t {
  kGet,
  kHead,
  kPost,
  kOptions,
  kPut,
  kDelete,
  kPatch,
  kOther,  // any other token; Request::method_name holds it
};

// The name as it stands in a request line; empty for kOther.
std::string_view MethodName(Method method);

// Method names are case-sensitive (RFC 9110, 9.1): "get" is kOther.
Method MethodFromName(std::string_view name);

class MethodSet {
 public:
  constexpr MethodSet() = default;
  constexpr MethodSet(std::initializer_list<Method> methods) {
    for (const Method method : methods) bits_ |= Bit(method);
  }

  constexpr bool Has(Method method) const { return (bits_ & Bit(method)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr MethodSet operator|(MethodSet other) const {
    MethodSet both;
    both.bits_ = bits_ | other.bits_;
    return both;
  }
  constexpr bool operator==(const MethodSet&) const = default;

  // "GET, HEAD": the value of an Allow field, in the order of the enumerators.
  std::string ToAllow() const;

 private:
  static constexpr std::uint32_t Bit(Method method) {
    return std::uint32_t{1} << static_cast<unsigned>(method);
  }

  std::uint32_t bits_ = 0;
};

}  // namespace orgreg::http
