// SPDX-License-Identifier: EUPL-1.2

// Events of the document drive a small state: the depth, the current part, its head and its
// accounts. A part is complete when its element ends.

#include "ingest/imports/statement_xml.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/values/decimal.h"
#include "model/statements/fields.h"
#include "model/unit.h"

namespace orgreg::ingest {
namespace {

using model::kBulkNames;

// The depth of the elements.
constexpr unsigned kRootDepth = 1;
constexpr unsigned kPartDepth = 2;
constexpr unsigned kGroupDepth = 3;
constexpr unsigned kLeafDepth = 4;

constexpr std::size_t kMostShownBytes = 32;

std::string Shown(std::string_view text) {
  std::string shown = "\"" + std::string(text.substr(0, kMostShownBytes));
  while (shown.size() > 1 && (static_cast<unsigned char>(shown.back()) & 0xC0U) == 0x80U &&
         text.size() > kMostShownBytes) {
    shown.pop_back();
  }
  return shown + (text.size() > kMostShownBytes ? "…\"" : "\"");
}

std::optional<model::StatementAmount> AmountOf(std::string_view code) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), number);
  if (error != std::errc() || end != code.data() + code.size()) return std::nullopt;
  return model::AmountOfAccount(number);
}

}  // namespace

base::Result<bool> StatementXml::Next(ReadPart* next) {
  part_ = next;
  while (true) {
    const auto event = TRY(events_.Next());
    if (event == nullptr) return false;
    if (event->type == formats::XmlEvent::Type::kBegin) {
      TRY(Begin(*event));
    } else if (End(*event)) {
      return true;
    }
  }
}

base::Status StatementXml::Begin(const formats::XmlEvent& event) {
  ++depth_;
  if (depth_ == kRootDepth && event.name != kBulkNames.root) {
    return base::Error{base::Code::kInvalid, "line " + std::to_string(event.line) +
                                                 ": the document is " + Shown(event.name) +
                                                 ", not \"" + std::string(kBulkNames.root) + "\""};
  }
  if (depth_ == kPartDepth) {
    is_in_part_ = event.name == kBulkNames.part;
    if (is_in_part_) BeginPart(event.line);
  } else if (depth_ == kGroupDepth && is_in_part_) {
    if (event.name == kBulkNames.head) {
      region_ = Region::kHead;
      ++heads_;
    } else if (event.name == kBulkNames.account) {
      region_ = Region::kAccount;
      code_.clear();
      sum_.clear();
    }
  }
  return {};
}

bool StatementXml::End(const formats::XmlEvent& event) {
  const unsigned depth = depth_--;
  if (!is_in_part_) return false;
  if (depth == kLeafDepth && region_ == Region::kHead) TakeHeadElement(event);
  if (depth == kLeafDepth && region_ == Region::kAccount) {
    if (event.name == kBulkNames.code) code_.assign(event.text);
    if (event.name == kBulkNames.sum) sum_.assign(event.text);
  }
  if (depth == kGroupDepth) {
    if (region_ == Region::kAccount) TakeAccount();
    region_ = Region::kElsewhere;
  }
  if (depth != kPartDepth) return false;
  is_in_part_ = false;
  FinishPart();
  return true;
}

void StatementXml::BeginPart(std::uint64_t line) {
  *part_ = {.ordinal = ++ordinal_, .line = line};
  head_ = {};
  heads_ = 0;
  elements_seen_ = 0;
}

// An empty element counts as absent.
void StatementXml::TakeHeadElement(const formats::XmlEvent& event) {
  if (event.text.empty()) return;
  const std::span<const model::HeadElement> elements = model::HeadElements();
  const auto element = std::ranges::find(elements, event.name, &model::HeadElement::name);
  if (element == elements.end()) return;
  const std::uint64_t bit = std::uint64_t{1} << (element - elements.begin());
  std::string_view reason = (elements_seen_ & bit) != 0 ? "stands twice" : "";
  elements_seen_ |= bit;
  if (reason.empty()) reason = element->take(event.text, &head_);
  if (reason.empty()) return;
  part_->problems.push_back(
      {.path = std::string(event.name), .reason = std::string(reason), .value = Shown(event.text)});
}

void StatementXml::TakeAccount() {
  const auto amount = AmountOf(code_);
  if (!amount || sum_.empty()) return;
  auto value = base::Decimal::Parse(sum_);
  if (!value) {
    part_->problems.push_back({.path = "account " + code_,
                               .reason = "is not a number of at most " +
                                         std::to_string(base::Decimal::kMaxDigits) + " digits",
                               .value = Shown(sum_)});
    return;
  }
  model::Amount& place = head_.statement.At(*amount);
  if (place && *place != *value) ++part_->repeated_accounts;
  place = std::move(*value);
}

void StatementXml::FinishPart() {
  if (heads_ > 1) part_->problems.push_back({std::string(kBulkNames.head), "stands twice"});
  std::uint64_t bit = 1;
  for (const model::HeadElement& element : model::HeadElements()) {
    if (element.is_required && (elements_seen_ & bit) == 0)
      part_->problems.push_back({std::string(element.name), "is missing"});
    bit <<= 1U;
  }
  model::FinishHead(&head_);
  part_->statement = std::move(head_.statement);
  if (!part_->problems.empty()) return;
  // The rules require an id; the loading gives it.
  part_->statement.id = 1;
  model::CheckFiling(part_->statement, model::Form::kInventory, &part_->problems);
  part_->statement.id = 0;
}

}  // namespace orgreg::ingest
