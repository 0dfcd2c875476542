// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/access_line.h"

#include <gtest/gtest.h>

#include "app/watch/request_counts.h"

namespace orgreg::app {
namespace {

constexpr std::int64_t kNow = 1'795'819'007'123'456;  // 2026-11-27T22:36:47.123456Z

http::Answered Answer() {
  return {.operation = -1,
          .method = http::Method::kGet,
          .status = 404,
          .bytes = 321,
          .duration = std::chrono::microseconds(456),
          .client = "192.0.2.7"};
}

std::string LineOf(const http::Answered& answered, LoggedClients clients) {
  AccessRecord record;
  FillRecord(answered, clients, kNow, &record);
  std::string line;
  AccessLines(clients).Append(record, &line);
  return line;
}

TEST(AccessLines, HaveTheTimeAtWhichTheRequestWasRead) {
  EXPECT_EQ(LineOf(Answer(), LoggedClients::kNone),
            R"({"time":"2026-11-27T22:36:47.123000Z","method":"GET","operation":null,"path":null,)"
            R"("status":404,"bytes":321,"duration_us":456})"
            "\n");
}

TEST(AccessLines, HaveThePatternOfThePathAndNotThePath) {
  http::Answered answered = Answer();
  while (OperationName(static_cast<std::size_t>(++answered.operation)) != "lookUpEntity") continue;
  EXPECT_NE(
      LineOf(answered, LoggedClients::kNone)
          .find(R"("operation":"lookUpEntity","path":"/enhetsregisteret/api/enheter/{number}")"),
      std::string::npos);
}

TEST(AccessLines, HaveTracesAndErrorsWhereThereAreSome) {
  http::Answered answered = Answer();
  answered.is_cut = true;
  answered.error = 0;
  answered.trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  answered.answer_id = "0b6c0a3e-6f0e-4d5b-9f0a-3e8f2f6f7a10";
  const std::string line = LineOf(answered, LoggedClients::kNone);
  EXPECT_TRUE(line.ends_with(R"("cut":true,"error":"wrong-parameters",)"
                             R"("trace":"4bf92f3577b34da6a3ce929d0e0e4736",)"
                             R"("trace_id":"0b6c0a3e-6f0e-4d5b-9f0a-3e8f2f6f7a10"})"
                             "\n"))
      << line;
}

TEST(AccessLines, SayOfClientsWhatIsSet) {
  EXPECT_EQ(LineOf(Answer(), LoggedClients::kNone).find("client"), std::string::npos);
  EXPECT_NE(LineOf(Answer(), LoggedClients::kAddresses).find(R"("client":"192.0.2.7")"),
            std::string::npos);
  const std::string hashed = LineOf(Answer(), LoggedClients::kHashed);
  EXPECT_EQ(hashed.find("192.0.2.7"), std::string::npos);
  EXPECT_EQ(hashed, LineOf(Answer(), LoggedClients::kHashed));
  http::Answered other = Answer();
  other.client = "192.0.2.8";
  EXPECT_NE(hashed, LineOf(other, LoggedClients::kHashed));
}

TEST(AccessLines, CutTextsThatAreTooLong) {
  http::Answered answered = Answer();
  const std::string longest(46, 'f');
  answered.client = longest;
  EXPECT_NE(LineOf(answered, LoggedClients::kAddresses)
                .find("\"client\":\"" + std::string(45, 'f') + "\""),
            std::string::npos);
}

TEST(AccessRecord, DoesNotHoldAnAddressThatIsNotLogged) {
  AccessRecord record;
  FillRecord(Answer(), LoggedClients::kNone, kNow, &record);
  EXPECT_EQ(record.client.text(), "");
}

}  // namespace
}  // namespace orgreg::app
