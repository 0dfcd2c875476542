// JSON as it is served, and its insets: the parts that not every answer has. An inset is a link,
// which has the origin of the host that was asked in it and is in answers only, or a name that only
// those get who ask for a language. Where the insets stand is kept as numbers next to the text, so
// that an answer is a copy of bytes, whether it has the insets or not.
//
// A PublicForm is a view. All of it is safe from any thread; a writer belongs to one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::render {

class PublicForm {
 public:
  PublicForm() = default;
  // `insets` as a FormWriter keeps them. Numbers that lead out of the text are cut to its end.
  explicit PublicForm(std::string_view text, std::string_view insets = {})
      : text_(text), insets_(insets) {}

  bool empty() const { return text_.empty(); }
  // All of it, in which links lack their origin.
  std::string_view text() const { return text_; }

  // All of it.
  void AppendTo(std::string_view origin, std::string* out) const;
  // Links alone of the insets.
  void AppendLinkedTo(std::string_view origin, std::string* out) const;
  // No insets.
  void AppendPlainTo(std::string* out) const;

  // For entity tags: it does not depend on the origin.
  std::uint64_t Fingerprint() const;

  friend bool operator==(const PublicForm&, const PublicForm&) = default;

 private:
  std::string_view text_;
  std::string_view insets_;
};

// What a PublicForm looks at.
struct PublicText {
  std::string text = {};
  std::string insets = {};

  PublicForm form() const { return PublicForm(text, insets); }
  void Clear() {
    text.clear();
    insets.clear();
  }
};

// Writes text with insets, or the same text without them. The caller
// asks whether insets are kept before it writes one.
class FormWriter {
 public:
  // Both empty so far; `out` outlives the writer.
  explicit FormWriter(PublicText* out) : text_(&out->text), insets_(&out->insets) {}
  // Keeps no insets.
  explicit FormWriter(std::string* plain) : text_(plain) {}

  std::string* text() const { return text_; }
  bool keeps_insets() const { return insets_ != nullptr; }

  // What is appended in between is an inset. They do not lie in each other.
  void BeginInset();
  void EndInset();
  // Here belongs the origin of a link. Outside of an inset the link is in every form.
  void NoteOrigin();

 private:
  void Put(std::size_t begin, std::optional<std::size_t> origin);

  std::string* text_;
  std::string* insets_ = nullptr;
  std::size_t done_ = 0;               // Where the last inset ended.
  std::optional<std::size_t> begin_;   // Of the open one,
  std::optional<std::size_t> origin_;  // and where in the text its origin belongs.
};

}  // namespace orgreg::render
