// SPDX-License-Identifier: EUPL-1.2

#include "render/page_json.h"

#include "base/values/percent.h"
#include "formats/json/text.h"
#include "model/limits.h"
#include "model/units/field.h"

namespace orgreg::render {
namespace {

void AppendMember(std::string_view name, std::int64_t value, std::string* out) {
  formats::AppendJsonString(name, out);
  out->push_back(':');
  formats::AppendInteger(value, out);
}

std::int64_t LastPage(const PageFrame& frame) {
  return frame.total == 0 ? 0 : (frame.total - 1) / frame.size;
}

void AppendPageObject(const PageFrame& frame, std::string* out) {
  out->append(",\"page\":{");
  AppendMember("size", frame.size, out);
  out->push_back(',');
  AppendMember("totalElements", frame.total, out);
  out->push_back(',');
  AppendMember("totalPages", (frame.total + frame.size - 1) / frame.size, out);
  out->push_back(',');
  AppendMember("number", frame.number, out);
  out->push_back('}');
}

// The links of one page.
class LinkWriter {
 public:
  LinkWriter(const PageFrame& frame, std::string_view origin, std::string* out)
      : frame_(frame), origin_(origin), out_(out) {}

  void Write() {
    const std::int64_t last = LastPage(frame_);
    const bool has_previous = frame_.number > 0;
    const bool has_next = frame_.number < last;
    for (const NamedLink& link : frame_.links) {
      Open(link.name);
      out_->append(link.href);
      Close();
    }
    if (has_previous || has_next) AppendPageLink("first", 0);
    if (has_previous) AppendPageLink("prev", frame_.number - 1);
    AppendSelf();
    if (has_next && !IsCut(frame_)) AppendPageLink("next", frame_.number + 1);
    if (has_previous || has_next) AppendPageLink("last", last);
  }

 private:
  void Open(std::string_view name) {
    if (!first_) out_->push_back(',');
    first_ = false;
    formats::AppendJsonString(name, out_);
    out_->append(":{\"href\":\"").append(origin_);
  }
  void Close() { out_->append("\"}"); }

  void AppendSelf() {
    Open("self");
    out_->append(frame_.path);
    if (frame_.has_query) {
      out_->push_back('?');
      base::AppendSafeQuery(frame_.raw_query, out_);
    }
    Close();
  }

  void AppendPageLink(std::string_view name, std::int64_t number) {
    Open(name);
    out_->append(frame_.path).push_back('?');
    if (!frame_.kept_query.empty()) {
      base::AppendSafeQuery(frame_.kept_query, out_);
      out_->push_back('&');
    }
    out_->append(model::kPageParameter).push_back('=');
    formats::AppendInteger(number, out_);
    out_->append("&").append(model::kSizeParameter).push_back('=');
    formats::AppendInteger(frame_.size, out_);
    for (const std::string& sort : frame_.sort) {
      out_->append("&").append(model::kSortParameter).push_back('=');
      base::AppendSafeQuery(sort, out_);
    }
    Close();
  }

  const PageFrame& frame_;
  std::string_view origin_;
  std::string* out_;
  bool first_ = true;
};

// Enough for nearly all pages: a larger one grows once more.
std::size_t BytesOf(std::span<const PublicForm> items, std::string_view origin) {
  constexpr std::size_t kFrameBytes = 2048;
  std::size_t bytes = kFrameBytes;
  for (const PublicForm& item : items) bytes += item.MostBytes(origin);
  return bytes;
}

}  // namespace

void AppendPageBegin(const PageFrame& frame, bool has_items, std::string* out) {
  out->push_back('{');
  if (!has_items) return;
  out->append("\"_embedded\":{");
  formats::AppendJsonString(frame.collection, out);
  out->append(":[");
}

void AppendPageEnd(const PageFrame& frame, bool has_items, std::string_view origin,
                   std::string* out) {
  if (has_items) out->append("]},");
  formats::AppendJsonString(model::kLinksName, out);
  out->append(":{");
  LinkWriter(frame, origin, out).Write();
  out->push_back('}');
  if (frame.has_page_object) AppendPageObject(frame, out);
  out->push_back('}');
}

void AppendPage(const PageFrame& frame, std::span<const PublicForm> items, std::string_view origin,
                std::string* out) {
  out->reserve(out->size() + BytesOf(items, origin));
  AppendPageBegin(frame, !items.empty(), out);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) out->push_back(',');
    if (i + 1 < items.size()) items[i + 1].Prefetch();
    items[i].AppendTo(origin, out);
  }
  AppendPageEnd(frame, !items.empty(), origin, out);
}

bool IsCut(const PageFrame& frame) {
  const std::int64_t next = frame.number + 1;
  // Spec, Limits: (page+1)*size at most 10 000.
  return next <= LastPage(frame) && (next + 1) * frame.size > model::kMaxWindow;
}

}  // namespace orgreg::render
