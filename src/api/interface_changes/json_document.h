// SPDX-License-Identifier: EUPL-1.2

// A JSON document with references into itself ("$ref": "#/..."). It borrows the text that it was
// read from. Never changed after reading; safe from any thread.

#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "formats/json/tree.h"

namespace orgreg::api {

// A member of an object; null if it is not there, or the value is no object.
const formats::JsonValue* FindMember(const formats::JsonValue* object, std::string_view name);

// The text of a reference; empty if the value is none.
std::string_view ReferenceOf(const formats::JsonValue& value);

// The elements of a list or the members of an object; empty for null.
std::span<const formats::JsonValue> ItemsOf(const formats::JsonValue* value);

// Compares as JSON, without descriptions, examples and names that begin with "x-".
bool IsSameButWords(const formats::JsonValue* a, const formats::JsonValue* b);

class JsonDocument {
 public:
  // kInvalid if the text is not JSON. The text outlives the document.
  static base::Result<JsonDocument> Read(std::string_view text);

  const formats::JsonValue& root() const { return tree_.root; }

  // The value that a reference leads to, or the value itself if it is none; null for null and for
  // a reference that leads nowhere.
  const formats::JsonValue* Follow(const formats::JsonValue* value) const;

  // It moves with the texts that its tree borrows, and has no copies.
  JsonDocument(JsonDocument&&) noexcept = default;
  JsonDocument& operator=(JsonDocument&&) noexcept = default;

 private:
  JsonDocument() = default;

  formats::JsonTree tree_;
};

}  // namespace orgreg::api
