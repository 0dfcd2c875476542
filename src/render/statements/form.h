// SPDX-License-Identifier: EUPL-1.2

// A form of financial statements, made once from the table of fields: the text that all statements
// have in common, and steps that write the values of one between its parts. Writing a statement is
// one pass over the steps.
//
// A form is constant after it is made, and safe from any thread; a builder and a writer belong to
// one thread.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/statements/served.h"

namespace orgreg::render {

// How a value is written: unchanged; as the canonical decimal (graph.h); as the content of a JSON
// string; as the same of a graph, which has only characters that XML allows; as content of an XML
// element; as the content of a string in Turtle.
enum class Spelling : std::uint8_t { kPlain, kDecimal, kJson, kGraphJson, kXml, kTurtle };

// The IRIs of a statement and of its organisation, up to the number.
enum class IriBase : std::uint8_t { kStatement, kOrganisation };
using IriBases = std::array<std::string, 2>;  // As the form writes them.

enum class FormAction : std::uint8_t {
  kText,
  kValue,
  kLabel,  // The number of a node without a name.
  kIri,
  kIf,     // Goes on only if the field has a value.
  kEndIf,  // Only while a form is built.
  kClose,  // The closing tag of an element, which becomes `<name/>` if it is
           // empty.
};

struct FormStep {
  FormAction action = FormAction::kText;
  Spelling spelling = Spelling::kPlain;
  // The text begins with a comma, which is left out at the beginning and after an opening bracket.
  bool is_joined = false;
  std::uint16_t place = 0;  // Of the field, group, or IriBase.
  std::uint16_t next = 0;   // The step after those that depend on the field.
  std::uint32_t begin = 0;  // The text that comes first.
  std::uint32_t size = 0;
};

// One statement.
struct StatementForm {
  std::string texts = {};  // Readable beyond the end of the last text (StatementWriter).
  std::vector<FormStep> steps = {};
  // The groups that have labels, in the order in which they get them.
  std::vector<std::size_t> labelled = {};
  // For computing the most bytes of a statement: those of texts and labels, and how many bytes come
  // from each byte of a field.
  std::size_t most_text_bytes = 0;
  std::size_t iris = 0;
  std::array<std::size_t, model::kStatementFieldCount> factors = {};
};

// A list of statements; `empty` if there are none.
struct StatementListForm {
  std::string begin = {};
  StatementForm statement = {};
  std::string end = {};
  std::string empty = begin + end;
};

class FormBuilder {
 public:
  void Text(std::string_view text);
  void Value(std::size_t field, Spelling spelling);
  // Numbers rise from 0 in the order in which the groups are labelled first.
  void Label(std::size_t group);
  void Iri(IriBase base);
  void Close(std::string_view tag);
  // What is between these is written only if the statement has the field's value.
  void BeginIf(std::size_t field);
  void EndIf();
  void Append(const FormBuilder& other);

  StatementForm Finish() const;

 private:
  struct Part {
    FormStep step = {};
    std::string text = {};
  };

  void Add(FormAction action, std::size_t place, Spelling spelling = Spelling::kPlain);

  std::vector<Part> parts_;
};

// Appends statements to a string. Labels go on from one statement to the next.
class StatementWriter {
 public:
  // Both outlive the writer.
  StatementWriter(const IriBases& bases, std::string* out);
  StatementWriter(const StatementWriter&) = delete;
  StatementWriter& operator=(const StatementWriter&) = delete;
  ~StatementWriter() { out_->resize(size_); }  // Shrinks it.

  void Text(std::string_view text);
  void Write(const StatementForm& form, const model::ServedStatement& statement);

 private:
  void Reserve(std::size_t more);
  void NumberLabels(const StatementForm& form, const model::ServedStatement& statement);

  const IriBases& bases_;
  std::string* out_;
  const std::size_t begun_;
  std::size_t size_;  // What is written of the string, which is longer.
  std::uint32_t next_label_ = 0;
  std::vector<std::uint32_t> labels_;  // By group.
};

}  // namespace orgreg::render
