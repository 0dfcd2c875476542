// SPDX-License-Identifier: EUPL-1.2

// JSON as it is served, and its insets: the parts that only some responses have. An inset is either
// links, which have the origin of the requested host and are only in responses, or a name that only
// clients get who request a language. The positions of the insets are numbers next to the text, so
// that a response is a copy of bytes, with or without the insets. A link of a schema
// (made_links.h) is not in the text: it is put together from constant texts, and from its item,
// which nearly always is in the text already.
//
// A PublicForm is a view. All of it is safe from any thread; a writer belongs to one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::render {

struct LinkPlace;  // made_links.h

class PublicForm {
 public:
  PublicForm() = default;
  // `insets` are in the form of a FormWriter. Numbers that lead out of the text are reduced to its
  // end.
  explicit PublicForm(std::string_view text, std::string_view insets = {})
      : text_(text), insets_(insets) {}

  bool empty() const { return text_.empty(); }
  // JSON without the links of schemas; other links lack the origin.
  std::string_view text() const { return text_; }
  // Enough for what AppendTo appends, unless an item has hundreds of bytes.
  std::size_t MostBytes(std::string_view origin) const;

  // Asks the processor for the bytes, which takes no time. The records of a page are in distant
  // parts of a file, so reading each would begin with a wait for memory, were it not asked for
  // while the one before is read.
  void Prefetch() const;

  // Appends everything.
  void AppendTo(std::string_view origin, std::string* out) const;
  // Appends links, but no other insets.
  void AppendLinkedTo(std::string_view origin, std::string* out) const;
  // Appends no insets.
  void AppendPlainTo(std::string* out) const;

  // For entity tags: it does not depend on the origin.
  std::uint64_t Fingerprint() const;

  friend bool operator==(const PublicForm&, const PublicForm&) = default;

 private:
  std::string_view text_;
  std::string_view insets_;
};

// The text and insets that a PublicForm views.
struct PublicText {
  std::string text = {};
  std::string insets = {};

  PublicForm form() const { return PublicForm(text, insets); }
  void Clear() {
    text.clear();
    insets.clear();
  }
};

// Writes text with insets, or the same text without them. The caller checks whether insets are kept
// before it writes one.
class FormWriter {
 public:
  // Both are empty; `out` outlives the writer.
  explicit FormWriter(PublicText* out) : text_(&out->text), insets_(&out->insets) {}
  // Keeps no insets.
  explicit FormWriter(std::string* plain) : text_(plain) {}

  std::string* text() const { return text_; }
  bool keeps_insets() const { return insets_ != nullptr; }

  // Text that is appended in between is an inset. Insets are not nested.
  void BeginInset();
  void EndInset();
  // Marks the position of a link's origin. Outside of an inset the link is in every form.
  void NoteOrigin();
  // Puts a link of a schema here, as an inset. Something else precedes it in the object.
  void PutLink(const LinkPlace& place, std::string_view encoded_item);

 private:
  // Of a value that is the item, at the beginning or near the end; 0 if there is none.
  std::size_t PositionInText(std::string_view item) const;
  void Put(std::size_t begin, std::optional<std::size_t> origin);

  std::string* text_;
  std::string* insets_ = nullptr;
  std::size_t done_ = 0;               // The end of the last inset.
  std::optional<std::size_t> begin_;   // The open inset,
  std::optional<std::size_t> origin_;  // and its origin's position in the text.
};

}  // namespace orgreg::render
