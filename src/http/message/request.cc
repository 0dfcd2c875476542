#include "http/message/request.h"

#include <cstddef>

namespace orgreg::http {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool EqualsIgnoringCase(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (Lower(left[i]) != Lower(right[i])) return false;
  }
  return true;
}

std::string_view Request::Header(std::string_view name) const {
  for (const Field& field : fields) {
    if (EqualsIgnoringCase(field.name, name)) return field.value;
  }
  return {};
}

}  // namespace orgreg::http
