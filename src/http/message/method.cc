// SPDX-License-Identifier: EUPL-1.2

#include "http/message/method.h"

#include <array>
#include <cstddef>

namespace orgreg::http {
namespace {

constexpr std::array<std::string_view, 7> kNames = {
    "GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH",
};

}  // namespace

std::string_view MethodName(Method method) {
  const auto index = static_cast<std::size_t>(method);
  return index < kNames.size() ? kNames[index] : std::string_view();
}

Method MethodFromName(std::string_view name) {
  for (std::size_t index = 0; index < kNames.size(); ++index) {
    if (kNames[index] == name) return static_cast<Method>(index);
  }
  return Method::kOther;
}

std::string MethodSet::ToAllow() const {
  std::string text;
  for (std::size_t index = 0; index < kNames.size(); ++index) {
    if (!Has(static_cast<Method>(index))) continue;
    if (!text.empty()) text += ", ";
    text += kNames[index];
  }
  return text;
}

}  // namespace orgreg::http
