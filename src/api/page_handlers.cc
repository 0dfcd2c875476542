// SPDX-License-Identifier: EUPL-1.2

#include "api/page_handlers.h"

#include <string>
#include <string_view>

#include "api/answers/accept.h"
#include "api/interface_document/document.h"
#include "api/pages/page_place.h"
#include "api/pages/policy.h"
#include "api/pages/redirect.h"
#include "api/pages/site.h"
#include "api/reference_page/reference.h"
#include "api/routes.h"
#include "api/state_pages/files.h"
#include "base/values/percent.h"
#include "formats/pack/gzip.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kAskEachTime = "no-cache";
constexpr std::string_view kKeepForEver = "public, max-age=31536000, immutable";

Outcome Send(const ArchivedFile& file, std::string_view caching, const Context& context,
             Reply* reply) {
  AddPageFields(reply);
  reply->AddHeader("Cache-Control", caching);
  const bool is_packed = AcceptsGzip(context.request);
  reply->body().append(is_packed ? file.packed : file.text);
  return Body{.fingerprint = file.fingerprint, .is_packed = is_packed};
}

Outcome SendFound(std::string_view caching, const Context& context, Reply* reply) {
  const ArchivedFile* const file =
      FindSiteFile(BelowRoot(context.request.path, context.pages_root));
  if (file == nullptr) return NotFound{};
  return Send(*file, caching, context, reply);
}

}  // namespace

Outcome ShowPage(const Context& context, Reply* reply) {
  return SendFound(kAskEachTime, context, reply);
}

// The address is relative, as all links are, so a proxy may put a path before it.
Outcome RedirectToStart(const Context& context, Reply* reply) {
  constexpr int kPermanentRedirect = 308;
  const std::string_view path = context.request.raw_path;
  std::string address(path.substr(path.rfind('/') + 1));
  address.append("/");
  if (context.request.has_query) {
    address.append("?");
    base::AppendSafeQuery(context.request.query, &address);
  }
  return Redirect(kPermanentRedirect, address, reply);
}

Outcome ShowAsset(const Context& context, Reply* reply) {
  return SendFound(kKeepForEver, context, reply);
}

Outcome ShowFiles(const Context& context, Reply* reply) {
  return FilesPage(Routes(), context, reply);
}

Outcome ShowReference(const Context& context, Reply* reply) {
  static const std::string text = ReferencePage(InterfaceDocument(Routes()));
  static const std::string packed = [] {
    std::string made;
    formats::GzipCompress(text, &made);
    return made;
  }();
  const ArchivedFile file{
      .text = text, .packed = packed, .fingerprint = TaggedBody(text).fingerprint};
  return Send(file, kAskEachTime, context, reply);
}

}  // namespace orgreg::api
