#include "api/registers/parties.h"

#include "api/registers/register_csv.h"
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

void DownloadParties(const Context& context, Answer* answer) {
  SendRegisterCsv(model::Kind::kParty, model::kPartyFileName, std::make_unique<PartyRows>(),
                  context, answer);
}

}  // namespace orgreg::api
