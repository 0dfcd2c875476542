// SPDX-License-Identifier: EUPL-1.2

// What a maker of segments takes from others, and what it says of its own.

#include "app/catalog/base_exchange.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/catalog/layer_stack.h"
#include "app/catalog/segment_maker.h"
#include "store/sqlite/store.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;
using model::Kind;
using records::Action;

// Others have one base, or none.
class OneBase final : public BaseExchange {
 public:
  std::optional<KindState> Take(Kind /*kind*/, const Serves& serves,
                                const std::stop_token& /*stop*/) override {
    ++asked;
    if (!offered || !serves(*offered, codes)) return std::nullopt;
    put();
    return offered;
  }
  void NoteMade(Kind /*kind*/, const KindState& state, std::uint64_t /*codes*/) override {
    made.push_back(state);
  }
  void NoteNotMade(Kind /*kind*/) override { ++not_made; }

  std::optional<KindState> offered = {};
  std::uint64_t codes = CodesOf(Kind::kEntity);
  std::function<void()> put = [] {};
  int asked = 0;
  int not_made = 0;
  std::vector<KindState> made = {};
};

class BaseExchangeTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened =
        store::OpenSqlite(place_.PathOf(PlacePart::kStore), store::OpenMode::kReadWriteCreate);
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
    register_.emplace(store_.get());
    maker_.emplace(&*register_, place_, &exchange_);
    Apply(kMany);
  }

  // Puts so many entities, the last ones with another name than before.
  void Apply(std::size_t count, Action action = Action::kUpsert) {
    static int names = 0;
    const std::string name = "NAME " + std::to_string(++names);
    records::Batch batch;
    int at = 310'000'000;
    while (batch.operations.size() < count) {
      const auto number = base::OrgNumber::Parse(std::to_string(at++));
      if (!number) continue;
      std::string body = action == Action::kUpsert
                             ? R"({"organisasjonsnummer":")" + number->ToString() +
                                   R"(","navn":")" + name +
                                   R"(","organisasjonsform":{"kode":"AS"}})"
                             : "";
      batch.operations.push_back(
          {.action = action, .kind = Kind::kEntity, .number = *number, .body = std::move(body)});
    }
    const auto done = register_->Apply(batch);
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_EQ(done->state, records::BatchOutcome::State::kDone);
  }
  base::Result<MadeSegment> Build(const std::stop_token& stop = {}) {
    return maker_->BuildBase(Kind::kEntity, SegmentMaker::Place::kFile,
                             SegmentMaker::Pace::kOneThread, stop);
  }
  // Others have the present base.
  void Offer() {
    const auto built = Build();
    ASSERT_TRUE(built) << built.error().message;
    exchange_.offered = built->until;
    fs::rename(place_.SegmentPath(Kind::kEntity), folder_.PathOf("other"));
    exchange_.put = [this] {
      fs::copy_file(folder_.PathOf("other"), place_.SegmentPath(Kind::kEntity),
                    fs::copy_options::overwrite_existing);
    };
    exchange_.made.clear();
  }
  void ExpectTaken(bool is_taken) {
    const auto built = Build();
    ASSERT_TRUE(built) << built.error().message;
    EXPECT_EQ(exchange_.made.empty(), is_taken);
    if (is_taken) {
      EXPECT_EQ(built->until.commit, exchange_.offered->commit);
    }
    EXPECT_EQ(built->segment->record_count(), built->until.contents.rows);
    EXPECT_EQ(exchange_.not_made, 0);
  }

  static constexpr std::size_t kMany = LayerStack::kSmallLayer + 100;

  formats::ScratchFolder folder_{"base_exchange"};
  const Place place_ = [this] {
    fs::create_directories(folder_.PathOf("place/segments"));
    return Place::InFolder(folder_.PathOf("place"));
  }();
  OneBase exchange_;
  std::unique_ptr<store::Store> store_;
  std::optional<records::Register> register_;
  std::optional<SegmentMaker> maker_;
};

TEST_F(BaseExchangeTest, GetsWhatIsMade) {
  const auto built = Build();
  ASSERT_TRUE(built);
  ASSERT_EQ(exchange_.made.size(), 1);
  EXPECT_EQ(exchange_.made.front().commit, built->until.commit);
  EXPECT_EQ(exchange_.made.front().contents, built->until.contents);
  EXPECT_EQ(exchange_.made.front().last_change, kMany);
}

TEST_F(BaseExchangeTest, GivesWhatIsOfThisStateOrHasFewChangesSince) {
  Offer();
  ExpectTaken(true);
  Apply(1);
  ExpectTaken(true);
}

TEST_F(BaseExchangeTest, DoesNotGiveWhatHasManyChangesSince) {
  Offer();
  Apply(kMany);
  ExpectTaken(false);
}

TEST_F(BaseExchangeTest, DoesNotGiveWhatMayHaveTheRemoved) {
  Offer();
  Apply(1, Action::kRemove);
  ExpectTaken(false);
}

TEST_F(BaseExchangeTest, DoesNotGiveWhatIsOfOtherListsOrStates) {
  Offer();
  Apply(1);
  const KindState offered = *exchange_.offered;
  ++exchange_.codes;
  ExpectTaken(false);
  --exchange_.codes;
  exchange_.made.clear();
  exchange_.offered->commit.value = 99;
  ExpectTaken(false);
  exchange_.made.clear();
  exchange_.offered = offered;
  ++exchange_.offered->contents.fingerprint;
  ExpectTaken(false);
}

TEST_F(BaseExchangeTest, IsNotBelieved) {
  Offer();
  exchange_.put = [this] { std::ofstream(place_.SegmentPath(Kind::kEntity)) << "no base"; };
  ExpectTaken(false);
  // A base of another state.
  Offer();
  Apply(1);
  const KindState newer = [this] {
    auto view = register_->Read();
    return StateOf(*view, Kind::kEntity);
  }();
  exchange_.offered = newer;
  ExpectTaken(false);
}

TEST_F(BaseExchangeTest, LearnsThatNothingWasMade) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(Build(stop.get_token()));
  EXPECT_EQ(exchange_.not_made, 1);
  // The name of the file is a folder's.
  fs::create_directories(fs::path(place_.SegmentPath(Kind::kEntity)) / "in the way");
  EXPECT_FALSE(Build());
  EXPECT_EQ(exchange_.not_made, 2);
  const auto in_memory = maker_->BuildBase(Kind::kEntity, SegmentMaker::Place::kFileOrMemory,
                                           SegmentMaker::Pace::kOneThread, {});
  ASSERT_TRUE(in_memory) << in_memory.error().message;
  EXPECT_EQ(exchange_.not_made, 3);
  EXPECT_TRUE(exchange_.made.empty());
}

TEST_F(BaseExchangeTest, IsNotAskedForAFewRecords) {
  ASSERT_TRUE(maker_->BuildBase(Kind::kRoles, SegmentMaker::Place::kFile,
                                SegmentMaker::Pace::kOneThread, {}));
  EXPECT_EQ(exchange_.asked, 0);
}

}  // namespace
}  // namespace orgreg::app
