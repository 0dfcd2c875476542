// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/form.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/values/ascii.h"
#include "model/statements/fields.h"
#include "render/statements/graph.h"
#include "render/statements/spelling.h"

namespace orgreg::render {
namespace {

// Texts are copied in blocks of so many bytes, the last beyond its end.
constexpr std::size_t kBlockBytes = 32;
constexpr std::size_t kLabelBytes = 10;
// "\u001F" in JSON.
constexpr std::size_t kMostExpansion = 6;

bool IsJoin(std::string_view text) { return text.starts_with(','); }
bool IsOpening(char last) { return last == '{' || last == '['; }

char* CopyBlocks(const char* from, std::size_t size, char* to) {
  std::memcpy(to, from, kBlockBytes);
  for (std::size_t at = kBlockBytes; at < size; at += kBlockBytes)
    std::memcpy(to + at, from + at, kBlockBytes);
  return to + size;
}

// Most values have 4 to 16 bytes: two copies that overlap.
char* CopyValue(std::string_view value, char* to) {
  const char* const from = value.data();
  const std::size_t size = value.size();
  if (size > 16) {
    std::memcpy(to, from, size);
  } else if (size >= 8) {
    std::memcpy(to, from, 8);
    std::memcpy(to + size - 8, from + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + size - 4, from + size - 4, 4);
  } else {
    for (std::size_t at = 0; at < size; ++at) to[at] = from[at];
  }
  return to + size;
}

// Characters that no form escapes.
constexpr base::CharacterSet kPlainCharacters = base::AlphanumericsAnd(" .,:;-_/()+");

char* Spell(std::string_view value, Spelling spelling, char* to) {
  if (spelling == Spelling::kDecimal) return CopyValue(CanonicalDecimal(value), to);
  const auto is_plain = [](char c) { return base::IsIn(kPlainCharacters, c); };
  if (!IsEscaping(spelling) || std::ranges::all_of(value, is_plain)) return CopyValue(value, to);
  return CopyValue(Escaped(value, spelling), to);
}

// An empty element has only its opening tag before the closing one. Text never ends like a tag,
// because its angle brackets are escaped.
char* CloseElement(std::string_view tag, const char* begin, char* to) {
  const std::size_t opening = tag.size() - 1;
  const std::string_view written(begin, static_cast<std::size_t>(to - begin));
  if (written.size() >= opening) {
    const std::string_view last = written.substr(written.size() - opening);
    if (last.front() == '<' && last.substr(1) == tag.substr(2)) {
      to[-1] = '/';
      *to = '>';
      return to + 1;
    }
  }
  return CopyBlocks(tag.data(), tag.size(), to);
}

// Lays steps and their texts one after the other; texts next to each other become one.
class Layout {
 public:
  void AddText(std::string_view text) {
    const bool is_after_bracket = !pending_.empty() && IsOpening(pending_.back());
    pending_.append(IsJoin(text) && is_after_bracket ? text.substr(1) : text);
  }

  void AddStep(FormStep step) {
    if (step.action == FormAction::kEndIf) {
      if (!pending_.empty()) Push({});
      form_.steps[open_.back()].next = static_cast<std::uint16_t>(form_.steps.size());
      open_.pop_back();
      return;
    }
    if (step.action == FormAction::kIf) open_.push_back(form_.steps.size());
    Push(step);
  }

  void AddClose(const FormStep& step, std::string_view tag) {
    if (!pending_.empty()) Push({});
    pending_ = tag;
    Push(step);
  }

  StatementForm Finish() {
    if (!pending_.empty()) Push({});
    form_.texts.append(kBlockBytes, '\0');
    return std::move(form_);
  }

 private:
  void Push(FormStep step) {
    step.is_joined = IsJoin(pending_);
    step.begin = static_cast<std::uint32_t>(form_.texts.size());
    step.size = static_cast<std::uint32_t>(pending_.size());
    form_.texts.append(pending_);
    form_.most_text_bytes += pending_.size();
    pending_.clear();
    Count(step);
    form_.steps.push_back(step);
  }

  void Count(const FormStep& step) {
    if (step.action == FormAction::kIri) ++form_.iris;
    if (step.action == FormAction::kValue) {
      std::size_t& factor = form_.factors[step.place];
      factor += IsEscaping(step.spelling) ? kMostExpansion : 1;
    }
    if (step.action != FormAction::kLabel) return;
    form_.most_text_bytes += kLabelBytes;
    if (std::ranges::find(form_.labelled, step.place) == form_.labelled.end())
      form_.labelled.push_back(step.place);
  }

  StatementForm form_;
  std::string pending_;
  std::vector<std::size_t> open_;
};

}  // namespace

void FormBuilder::Text(std::string_view text) {
  parts_.push_back({.step = {}, .text = std::string(text)});
}

void FormBuilder::Add(FormAction action, std::size_t place, Spelling spelling) {
  parts_.push_back(
      {.step = {
           .action = action, .spelling = spelling, .place = static_cast<std::uint16_t>(place)}});
}

void FormBuilder::Value(std::size_t field, Spelling spelling) {
  Add(FormAction::kValue, field, spelling);
}
void FormBuilder::Label(std::size_t group) { Add(FormAction::kLabel, group); }
void FormBuilder::Iri(IriBase base) { Add(FormAction::kIri, static_cast<std::size_t>(base)); }
void FormBuilder::BeginIf(std::size_t field) { Add(FormAction::kIf, field); }
void FormBuilder::EndIf() { Add(FormAction::kEndIf, 0); }
void FormBuilder::Close(std::string_view tag) {
  Add(FormAction::kClose, 0);
  parts_.back().text = tag;
}

void FormBuilder::Append(const FormBuilder& other) {
  parts_.insert(parts_.end(), other.parts_.begin(), other.parts_.end());
}

StatementForm FormBuilder::Finish() const {
  Layout layout;
  for (const auto& [step, text] : parts_) {
    if (step.action == FormAction::kText) {
      layout.AddText(text);
    } else if (step.action == FormAction::kClose) {
      layout.AddClose(step, text);
    } else {
      layout.AddStep(step);
    }
  }
  StatementForm form = layout.Finish();
  // Inner groups come after those that contain them.
  std::ranges::sort(form.labelled);
  return form;
}

StatementWriter::StatementWriter(const IriBases& bases, std::string* out)
    : bases_(bases), out_(out), begun_(out->size()), size_(out->size()) {}

void StatementWriter::Reserve(std::size_t more) {
  if (out_->size() < size_ + more) out_->resize(size_ + more);
}

void StatementWriter::Text(std::string_view text) {
  Reserve(text.size());
  out_->replace(size_, text.size(), text);
  size_ += text.size();
}

// A group that is left out, with all inside it, gets no number.
void StatementWriter::NumberLabels(const StatementForm& form,
                                   const model::ServedStatement& statement) {
  constexpr std::uint32_t kHidden = ~std::uint32_t{0};
  const auto groups = model::StatementGroups();
  labels_.assign(groups.size(), 0);
  for (const std::size_t group : form.labelled) {
    const model::StatementGroup& node = groups[group];
    const bool is_hidden =
        labels_[node.parent] == kHidden || (node.needs && !statement.Has(*node.needs));
    labels_[group] = is_hidden ? kHidden : next_label_++;
  }
}

void StatementWriter::Write(const StatementForm& form, const model::ServedStatement& statement) {
  if (!form.labelled.empty()) NumberLabels(form, statement);
  std::size_t most =
      form.most_text_bytes + kBlockBytes + form.iris * std::max(bases_[0].size(), bases_[1].size());
  for (std::size_t field = 0; field < statement.texts.size(); ++field)
    most += statement.texts[field].size() * form.factors[field];
  Reserve(most);
  const char* const begin = out_->data() + begun_;
  char* to = out_->data() + size_;
  for (std::size_t at = 0; at < form.steps.size();) {
    const FormStep& step = form.steps[at++];
    const char* const text = form.texts.data() + step.begin;
    if (step.action == FormAction::kClose) {
      to = CloseElement({text, step.size}, begin, to);
      continue;
    }
    const std::size_t left_out = step.is_joined && (to == begin || IsOpening(to[-1])) ? 1 : 0;
    to = CopyBlocks(text + left_out, step.size - left_out, to);
    switch (step.action) {
      case FormAction::kValue:
        to = Spell(statement.texts[step.place], step.spelling, to);
        break;
      case FormAction::kIf:
        if (!statement.Has(step.place)) at = step.next;
        break;
      case FormAction::kIri:
        to = CopyValue(bases_[step.place], to);
        break;
      case FormAction::kLabel:
        to = std::to_chars(to, to + kLabelBytes, labels_[step.place]).ptr;
        break;
      case FormAction::kText:
      case FormAction::kEndIf:
      case FormAction::kClose:
        break;
    }
  }
  size_ = static_cast<std::size_t>(to - out_->data());
}

}  // namespace orgreg::render
