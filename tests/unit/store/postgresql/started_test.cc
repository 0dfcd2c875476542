// SPDX-License-Identifier: EUPL-1.2

// What is sent to PostgreSQL without waiting for the results: rows of a large load, and questions
// about rows that are read in order.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "store/postgresql_connections/pool.h"
#include "unit/store/postgresql/backend.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {
namespace {

using base::Code;

// Some three portions of a load.
constexpr std::uint32_t kRows = 30'000;
constexpr std::uint32_t kStep = 3;

base::Status PutMany(Writer* writer) {
  const std::string body(400, 'x');
  for (std::uint32_t i = 0; i < kRows; ++i) TRY(writer->Put(Kind::kEntity, Live(kStep * i, body)));
  return {};
}

std::unique_ptr<PgConnection> Connect(const PgBackend& backend) {
  auto connection = PgConnection::Open(backend.uri());
  EXPECT_TRUE(connection.ok()) << connection.error().message;
  return std::move(connection).value();
}

TEST(PgConnection, WhatWasStartedIsReceivedLater) {
  PgBackend backend(&PgServer::Shared());
  const auto connection = Connect(backend);
  EXPECT_THAT(connection->Receive().value(), IsEmpty());
  connection->AddText("SELECT 1::bigint");
  connection->AddText("SELECT 2::bigint");
  ASSERT_TRUE(connection->Start().ok());
  connection->Pump();
  const auto other = connection->Ask("SELECT 3::bigint");
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other->Integer(0, 0), 3);
  const auto results = connection->Receive();
  ASSERT_TRUE(results.ok());
  ASSERT_EQ(results->size(), 2U);
  EXPECT_EQ(results->back().Integer(0, 0), 2);
  EXPECT_THAT(connection->Receive().value(), IsEmpty());
}

TEST(PgConnection, AnErrorOfWhatWasStartedIsThatOfTheNextStart) {
  PgBackend backend(&PgServer::Shared());
  const auto connection = Connect(backend);
  ASSERT_TRUE(connection->Run("BEGIN").ok());
  connection->AddText("SELECT 1 / 0");
  ASSERT_TRUE(connection->Start().ok());
  connection->AddText("SELECT 1");
  const base::Status next = connection->Start();
  ASSERT_FALSE(next.ok());
  EXPECT_THAT(next.error().message, HasSubstr("division by zero"));
  EXPECT_FALSE(connection->Receive().ok()) << "the transaction has failed";
  EXPECT_TRUE(connection->Run("ROLLBACK").ok());
  EXPECT_FALSE(connection->InTransaction());
}

TEST(PgConnection, AnErrorOfWhatWasStartedIsThatOfTheNextSend) {
  PgBackend backend(&PgServer::Shared());
  const auto connection = Connect(backend);
  ASSERT_TRUE(connection->Run("BEGIN").ok());
  connection->AddText("SELECT 1 / 0");
  ASSERT_TRUE(connection->Start().ok());
  const auto asked = connection->Ask("SELECT 1::bigint");
  ASSERT_FALSE(asked.ok());
  EXPECT_THAT(asked.error().message, HasSubstr("division by zero"));
  EXPECT_EQ(connection->sqlstate(), "22012");
  EXPECT_TRUE(connection->Run("ROLLBACK").ok());
}

// Both sides have more to say than a socket holds.
TEST(PgConnection, MuchThatWasStartedBlocksNobody) {
  PgBackend backend(&PgServer::Shared());
  const auto connection = Connect(backend);
  const std::string much(std::size_t{8} << 20, 'x');
  for (int turn = 0; turn < 4; ++turn) {
    connection->Add("SELECT $1::bytea", PgParameters().Bytes(much));
    ASSERT_TRUE(connection->Start().ok());
  }
  const auto results = connection->Receive();
  ASSERT_TRUE(results.ok());
  EXPECT_EQ(results->back().Bytes(0, 0), much);
}

// A portion that the server refuses, in the middle of a load or at its end.
class PgRefusedRow : public testing::TestWithParam<std::uint32_t> {};

TEST_P(PgRefusedRow, FailsTheLoadByName) {
  PgBackend backend(&PgServer::Shared());
  const auto store = backend.Open();
  backend.Tamper("ALTER TABLE entity ADD CONSTRAINT odd CHECK (number <> " +
                 std::to_string(kStep * GetParam()) + ")");
  {
    const auto writer = store->Write();
    ASSERT_TRUE(writer.ok());
    base::Status put = PutMany(writer->get());
    const auto committed = (*writer)->Commit();
    ASSERT_FALSE(committed.ok());
    const base::Error& first = put ? committed.error() : put.error();
    EXPECT_THAT(first.message, HasSubstr("\"odd\""));
  }
  EXPECT_EQ(store->Position()->value, 0);
  EXPECT_EQ((*store->Read())->Describe(Kind::kEntity).rows, 0U);
  EXPECT_TRUE(store->Check().ok());
  backend.Tamper("ALTER TABLE entity DROP CONSTRAINT odd");
  const auto writer = store->Write();
  ASSERT_TRUE(writer.ok()) << "nothing holds the lock";
  ASSERT_TRUE(PutMany(writer->get()).ok());
  ASSERT_TRUE((*writer)->Commit().ok());
  EXPECT_EQ((*store->Read())->Describe(Kind::kEntity).rows, kRows);
  EXPECT_TRUE(store->Check().ok());
}

INSTANTIATE_TEST_SUITE_P(Portions, PgRefusedRow, testing::Values(1U, kRows / 2, kRows - 1));

// The row is in a portion that the server has, and in none that is known here any more.
TEST(PgWriter, ARowThatWasSentIsReplacedAndKnown) {
  PgBackend backend(&PgServer::Shared());
  const auto store = backend.Open();
  const std::string body(4'000, 'x');
  const auto writer = store->Write();
  for (std::uint32_t i = 0; i < kRows; ++i)
    ASSERT_TRUE((*writer)->Put(Kind::kEntity, Live(kStep * i, body)).ok());
  EXPECT_EQ((*writer)->Put(Kind::kEntity, Live(kStep, body)).value(), PutOutcome::kUnchanged);
  EXPECT_EQ((*writer)->Put(Kind::kEntity, Live(kStep, "new")).value(), PutOutcome::kReplaced);
  EXPECT_EQ((*writer)->Put(Kind::kEntity, Live(kStep + 1, "new")).value(), PutOutcome::kInserted);
  EXPECT_EQ((*writer)->Put(Kind::kEntity, Live(kStep + 1, "newer")).value(), PutOutcome::kReplaced);
  ASSERT_TRUE((*writer)->Commit().ok());
  const auto snapshot = store->Read();
  EXPECT_EQ((*snapshot)->Describe(Kind::kEntity).rows, kRows + 1);
  EXPECT_EQ((*(*snapshot)->Find(Kind::kEntity, Number(kStep)))->body, "new");
  EXPECT_EQ((*(*snapshot)->Find(Kind::kEntity, Number(kStep + 1)))->body, "newer");
  EXPECT_TRUE(store->Check().ok());
}

// While a page is visited, the next one is under way.
TEST(PgSnapshot, AVisitorMayFindAndStop) {
  PgBackend backend(&PgServer::Shared());
  const auto store = backend.Open();
  const auto writer = store->Write();
  ASSERT_TRUE(PutMany(writer->get()).ok());
  ASSERT_TRUE((*writer)->Commit().ok());
  const auto snapshot = store->Read();
  std::uint32_t visited = 0;
  const auto scan = [&](std::uint32_t most) {
    visited = 0;
    return (*snapshot)->Scan(Kind::kEntity, [&](const RowView& row) -> base::Status {
      EXPECT_EQ(row.number, Number(kStep * visited));
      if (++visited > most) return base::Error{Code::kLimit, "enough"};
      if (visited % 1000 != 1) return {};
      const auto found = TRY((*snapshot)->Find(Kind::kEntity, Number(kStep * (kRows - visited))));
      EXPECT_TRUE(found.has_value());
      return {};
    });
  };
  const base::Status stopped = scan(300);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, Code::kLimit);
  const base::Status whole = scan(kRows);
  EXPECT_TRUE(whole.ok()) << whole.error().message;
  EXPECT_EQ(visited, kRows);
}

}  // namespace
}  // namespace orgreg::store
