// SPDX-License-Identifier: EUPL-1.2

#include "api/registers/parties.h"

#include "api/registers/register_csv.h"
#include "base/result.h"
#include "model/registers/register_columns.h"
#include "render/party_csv.h"

namespace orgreg::api {
namespace {

class PartyRows final : public RegisterRows {
 public:
  void AppendHeader(std::string* out) override { render::AppendPartyCsvHeader(out); }
  base::Status Append(const JoinedEntry& joined, std::string* out) override {
    out->append(joined.entry.record.cells());  // A line already.
    return {};
  }
};

}  // namespace

Outcome DownloadParties(const Context& context, Reply* reply) {
  return SendRegisterCsv(model::kPartyFileName, std::make_unique<PartyRows>(), context, reply);
}

}  // namespace orgreg::api
