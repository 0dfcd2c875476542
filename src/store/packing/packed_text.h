// SPDX-License-Identifier: EUPL-1.2

// Bodies of rows as the store packs them: a Zstandard frame each, made with one dictionary. The
// dictionary holds what records have in common; it was made from fictional ones, so nothing that is
// removed from a register remains in it. The file has a copy, so that other programs can read it
// (docs/store-format.md). Internal to store/. Any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::store {

// The bytes of the dictionary, which never change.
std::string_view PackingDictionary();

// Replaces `packed` with the frame. False, and `packed` is empty, if it saves little: then the text
// is stored as it is.
bool PackText(std::string_view text, std::string* packed);

// Replaces `text`. False if the bytes are no frame made with the dictionary, or are of a text that
// is longer than any body.
bool UnpackText(std::string_view packed, std::string* text);

}  // namespace orgreg::store
