// SPDX-License-Identifier: EUPL-1.2

#include "ingest/batches/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "formats/byte_source.h"

namespace orgreg::ingest {
namespace {

using ::testing::ElementsAre;
using Lines = std::vector<std::string>;

const std::string kRecord =
    R"({"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"kode":"AS"}})";
const std::string kUpsert = R"({"operation":"upsert","kind":"entity","record":)" + kRecord + "}\n";
const std::string kDelete =
    R"({"operation":"delete","kind":"entity","organisasjonsnummer":"312300028","slettedato":"2026-08-01"})"
    "\n";
const std::string kHeader = "{\"batch\":\"one\"}\n";

std::vector<ReadBatch> ReadAll(const std::string& text,
                               std::uint64_t most_bytes = BatchReader::kMostBytes) {
  formats::MemorySource source(text);
  BatchReader reader(&source, {}, most_bytes);
  std::vector<ReadBatch> all;
  while (std::optional<ReadBatch> read = reader.Next()) all.push_back(std::move(*read));
  return all;
}

// The problems of the one batch in the text.
Lines ProblemsOf(const std::string& text) {
  const std::vector<ReadBatch> all = ReadAll(text);
  EXPECT_EQ(all.size(), 1U) << text;
  return all.empty() ? Lines() : all.front().problems.Texts();
}
// The problem of one line in an otherwise valid batch.
std::string ProblemOf(const std::string& line) {
  const Lines problems = ProblemsOf(kHeader + kUpsert + line + "\n" + kDelete);
  EXPECT_EQ(problems.size(), 1U) << line << ": " << ::testing::PrintToString(problems);
  if (problems.empty()) return "";
  EXPECT_TRUE(problems.front().starts_with("line 3: ")) << problems.front();
  return problems.front().substr(8);
}

TEST(BatchReader, ReadsEveryOperation) {
  const std::string text =
      "{\"operations\":4,\"batch\":\"2026-08-01T09:15/1\"}\n" + kUpsert + kDelete +
      R"({"kind":"sub-entity","slettedato":"2026-08-02","organisasjonsnummer":"312306018","operation":"remove"})"
      "\n\n" +
      R"({"operation":"reinstate","kind":"entity","record":)" + kRecord + "}";
  const std::vector<ReadBatch> all = ReadAll(text);
  ASSERT_EQ(all.size(), 1U);
  const ReadBatch& read = all.front();
  EXPECT_EQ(read.problems.count, 0U) << read.problems.Texts().front();
  EXPECT_EQ(read.batch.id, "2026-08-01T09:15/1");
  EXPECT_THAT(read.lines, ElementsAre(2U, 3U, 4U, 6U));
  ASSERT_EQ(read.batch.operations.size(), 4U);
  using records::Action;
  const auto& operations = read.batch.operations;
  EXPECT_EQ(operations[0].action, Action::kUpsert);
  EXPECT_EQ(operations[0].number.ToString(), "312300028");
  EXPECT_EQ(operations[0].body,
            R"({"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"kode":"AS",)"
            R"("beskrivelse":"Aksjeselskap"},"respons_klasse":"Enhet"})");
  EXPECT_EQ(operations[1].action, Action::kDelete);
  EXPECT_EQ(operations[1].day.ToString(), "2026-08-01");
  EXPECT_EQ(operations[2].action, Action::kRemove);
  EXPECT_EQ(operations[2].kind, model::Kind::kSubEntity);
  EXPECT_EQ(operations[2].number.ToString(), "312306018");
  EXPECT_EQ(operations[3].action, Action::kReinstate);
}

TEST(BatchReader, BeginsABatchAtEachHeader) {
  const std::vector<ReadBatch> all =
      ReadAll(kHeader + kUpsert + kDelete + "{\"batch\":\"two\"}\n" + kDelete);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].batch.operations.size(), 2U);
  EXPECT_EQ(all[1].batch.id, "two");
  EXPECT_EQ(all[1].line, 4U);
  EXPECT_EQ(all[1].batch.operations.size(), 1U);
}

TEST(BatchReader, AcceptsTheFirstBatchWithoutAHeader) {
  const std::vector<ReadBatch> all = ReadAll(kUpsert + kHeader + kDelete);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].batch.id, "");
  EXPECT_EQ(all[0].problems.count, 0U);
  EXPECT_EQ(all[1].batch.id, "one");
}

TEST(BatchReader, FindsNothingInNothing) {
  EXPECT_TRUE(ReadAll("").empty());
  EXPECT_TRUE(ReadAll(" \n\n").empty());
}

// The digest shows whether two batches with one id are the same.
TEST(BatchReader, DigestsOperationsAndNotTheirSurroundings) {
  const auto digest = [](const std::string& text) { return ReadAll(text).at(0).batch.digest; };
  const std::uint64_t one = digest(kHeader + kUpsert + kDelete);
  EXPECT_NE(one, 0U);
  EXPECT_EQ(one, digest("{\"batch\":\"one\",\"operations\":2}\n\n" + kUpsert + "\n" + kDelete));
  EXPECT_EQ(one, digest("\xEF\xBB\xBF{\"batch\":\"one\"}\r\n" + kUpsert +
                        kDelete.substr(0, kDelete.size() - 1)));
  EXPECT_NE(one, digest(kHeader + kDelete + kUpsert));
  EXPECT_NE(one, digest(kHeader + kUpsert));
  EXPECT_NE(one, digest(kHeader + kUpsert + kDelete + kDelete));
}

// A batch from a pipe is done before the next one is sent.
TEST(BatchReader, WaitsForNothingOnceABatchIsWhole) {
  class Pipe final : public formats::ByteSource {
   public:
    explicit Pipe(std::string text) : text_(std::move(text)) {}
    base::Result<std::size_t> Read(std::span<char> into) override {
      if (text_.empty()) ADD_FAILURE() << "asks for more";
      const std::size_t count = std::min(into.size(), text_.size());
      std::copy_n(text_.data(), count, into.data());
      text_.erase(0, count);
      return count;
    }

   private:
    std::string text_;
  };
  Pipe pipe("{\"batch\":\"one\",\"operations\":2}\n" + kUpsert + kDelete);
  BatchReader reader(&pipe);
  const auto read = reader.Next();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->batch.operations.size(), 2U);
}

TEST(BatchReader, ReportsTheProblemsOfAHeader) {
  const auto problem = [](const std::string& header) {
    const Lines problems = ProblemsOf(header + "\n" + kUpsert);
    EXPECT_EQ(problems.size(), 1U) << header;
    return problems.empty() ? "" : problems.front();
  };
  const std::string rule = "line 1: batch: is not 1 to 128 visible characters of ASCII";
  EXPECT_EQ(problem(R"({"batch":""})"), rule);
  EXPECT_EQ(problem(R"({"batch":"a b"})"), rule);
  EXPECT_EQ(problem(R"({"batch":"\u0000"})"), rule);
  EXPECT_EQ(problem(R"({"batch":"kjøring"})"), rule);
  EXPECT_EQ(problem("{\"batch\":\"" + std::string(129, 'x') + "\"}"), rule);
  EXPECT_EQ(
      ReadAll("{\"batch\":\"" + std::string(128, 'x') + "\"}\n" + kUpsert).at(0).problems.count,
      0U);
  EXPECT_EQ(problem(R"({"batch":7})"), "line 1: batch: is not text");
  EXPECT_EQ(problem(R"({"batch":null})"), "line 1: batch: is not text");
  EXPECT_EQ(problem(R"({"operations":1})"), "line 1: batch: is missing");
  EXPECT_EQ(problem(R"({"batch":"one","operations":"1"})"),
            "line 1: operations: is not a whole number from 0");
  EXPECT_EQ(problem(R"({"batch":"one","operations":-1})"),
            "line 1: operations: is not a whole number from 0");
  EXPECT_EQ(problem(R"({"batch":"one","operations":1.0})"),
            "line 1: operations: is not a whole number from 0");
  EXPECT_EQ(problem(R"({"batch":"one","batch":"two"})"), "line 1: batch: is there twice");
  EXPECT_EQ(problem(R"({"batch":"one","colour":"red"})"), "line 1: colour: is not known");
  EXPECT_EQ(problem(R"({"batch":"one","kind":"entity"})"), "line 1: kind: has no place here");
}

TEST(BatchReader, LeavesTheBatchBeforeABrokenHeaderAlone) {
  for (const char* header : {R"({"batch":"two","operations":nul})", R"({"batch":"two","x":tru})"}) {
    const auto all = ReadAll(kHeader + kUpsert + header + "\n" + kUpsert);
    ASSERT_EQ(all.size(), 2U) << header;
    EXPECT_TRUE(all[0].problems.Texts().empty()) << header;
    EXPECT_EQ(all[0].lines.size(), 1U) << header;
    EXPECT_EQ(all[1].batch.id, "two") << header;
    EXPECT_THAT(all[1].problems.Texts(), ElementsAre("line 3: is not well-formed JSON")) << header;
  }
}

TEST(BatchReader, ReadsWhenABatchWasMade) {
  const auto all = ReadAll(R"({"time":"2026-08-26T18:02:11.123Z","batch":"one"})"
                           "\n" +
                           kUpsert + kHeader + kUpsert);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].batch.time, base::Timestamp::Parse("2026-08-26T18:02:11.123Z"));
  EXPECT_EQ(all[1].batch.time, std::nullopt);
}

TEST(BatchReader, ReportsTheProblemsOfATime) {
  for (const char* time :
       {R"("")", R"("2026-08-26")", R"("2026-08-26T18:02:11Z")", R"("2026-08-26T18:02:11.123")",
        R"("2026-08-26T18:02:11.123+02:00")", R"("2026-02-30T18:02:11.123Z")",
        R"("2026-08-26T24:00:00.000Z")", R"("2026-08-26 18:02:11.123Z")",
        R"(" 2026-08-26T18:02:11.123Z")", R"("now")"}) {
    EXPECT_THAT(ProblemsOf("{\"batch\":\"one\",\"time\":" + std::string(time) + "}\n" + kUpsert),
                ElementsAre("line 1: time: is not a time yyyy-MM-ddTHH:mm:ss.SSSZ"))
        << time;
  }
  for (const char* time : {"1787767331123", "null", "true", "[]", "{}"}) {
    EXPECT_THAT(ProblemsOf("{\"batch\":\"one\",\"time\":" + std::string(time) + "}\n" + kUpsert),
                ElementsAre("line 1: time: is not text"))
        << time;
  }
  const std::string time = R"("time":"2026-08-26T18:02:11.123Z")";
  EXPECT_THAT(ProblemsOf("{" + time + "}\n" + kUpsert), ElementsAre("line 1: batch: is missing"));
  EXPECT_THAT(ProblemsOf("{\"batch\":\"one\"," + time + "," + time + "}\n" + kUpsert),
              ElementsAre("line 1: time: is there twice"));
  EXPECT_EQ(ProblemOf(R"({"operation":"upsert","kind":"entity",)" + time + R"(,"record":)" +
                      kRecord + "}"),
            "time: has no place here");
}

TEST(BatchReader, ReportsAnIncompleteBatch) {
  EXPECT_THAT(ProblemsOf("{\"batch\":\"one\",\"operations\":3}\n" + kUpsert + kDelete),
              ElementsAre("line 1: operations: 3 were announced, but only 2 came"));
  EXPECT_THAT(ProblemsOf(kHeader), ElementsAre("line 1: the batch has no operation"));
  EXPECT_THAT(ProblemsOf("{\"batch\":\"one\",\"operations\":0}\n"),
              ElementsAre("line 1: the batch has no operation"));
  const std::string whole = kHeader + kUpsert + kDelete;
  for (const std::size_t size : {whole.size() - 2, whole.size() - 50, kHeader.size() + 1}) {
    const Lines problems = ProblemsOf(whole.substr(0, size));
    ASSERT_FALSE(problems.empty()) << size;
    EXPECT_NE(problems.front().find("the input ends in the middle"), std::string::npos)
        << problems.front();
  }
}

TEST(BatchReader, RejectsOperationsBeyondTheHeadersCount) {
  const std::vector<ReadBatch> all =
      ReadAll("{\"batch\":\"one\",\"operations\":1}\n" + kUpsert + kDelete + kDelete);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].problems.count, 0U);
  EXPECT_THAT(all[1].problems.Texts(),
              ElementsAre("line 3: is beyond the number in the header; a header must follow"));
  EXPECT_TRUE(all[1].batch.operations.empty());
}

TEST(BatchReader, ReportsTheProblemsOfALine) {
  EXPECT_EQ(ProblemOf("7"), "is not a JSON object");
  EXPECT_EQ(ProblemOf("[]"), "is not a JSON object");
  EXPECT_EQ(ProblemOf(R"({"kind":"entity"})"), "operation: is missing");
  EXPECT_EQ(ProblemOf("{\"operation\":\"upsert\",}"), "is not well-formed JSON");
  EXPECT_EQ(ProblemOf("{\"operation\":\"up\xFFsert\"}"), "is not UTF-8");
  EXPECT_EQ(ProblemOf(kDelete.substr(0, kDelete.size() - 1) + " {}"),
            "is followed by something else");
  EXPECT_EQ(ProblemOf(R"({"operation":"upsert","kind":"entity"})"), "record: is missing");
  EXPECT_EQ(ProblemOf(R"({"operation":"upsert","record":)" + kRecord + "}"), "kind: is missing");
  EXPECT_EQ(ProblemOf(R"({"operation":"update","kind":"entity","record":)" + kRecord + "}"),
            "operation: is not one of upsert, delete, remove, reinstate");
  EXPECT_EQ(ProblemOf(R"({"operation":"upsert","kind":"role","record":)" + kRecord + "}"),
            "kind: is not one of entity, sub-entity, roles, voluntary-organisation, party, "
            "cadastral-units, statements, documents");
  EXPECT_EQ(ProblemOf(R"({"operation":1,"kind":"entity","record":)" + kRecord + "}"),
            "operation: is not text");
  EXPECT_EQ(
      ProblemOf(R"({"operation":"upsert","kind":"entity","batch":"x","record":)" + kRecord + "}"),
      "batch: has no place here");
  EXPECT_EQ(
      ProblemOf(R"({"operation":"upsert","kind":"entity","slettedato":"2026-08-01","record":)" +
                kRecord + "}"),
      "slettedato: has no place here");
  EXPECT_EQ(
      ProblemOf(R"({"operation":"upsert","kind":"entity","Record":1,"record":)" + kRecord + "}"),
      "Record: is not known");
}

TEST(BatchReader, ReportsTheProblemsOfADeletion) {
  const auto deletion = [](const std::string& members) {
    return ProblemOf(R"({"operation":"delete","kind":"entity")" + members + "}");
  };
  EXPECT_EQ(deletion(R"(,"organisasjonsnummer":"312300028")"), "slettedato: is missing");
  EXPECT_EQ(deletion(R"(,"slettedato":"2026-08-01")"), "organisasjonsnummer: is missing");
  for (const char* number : {"31230002", "3123000280", "31230002x", " 312300028", ""}) {
    EXPECT_EQ(deletion(R"(,"slettedato":"2026-08-01","organisasjonsnummer":")" +
                       std::string(number) + "\""),
              "organisasjonsnummer: is not nine digits");
  }
  EXPECT_EQ(deletion(R"(,"slettedato":"2026-08-01","organisasjonsnummer":312300028)"),
            "organisasjonsnummer: is not text");
  for (const char* day : {"2026-02-30", "2026-8-1", "01.08.2026", "2026-08-01T00:00:00", ""}) {
    EXPECT_EQ(
        deletion(R"(,"organisasjonsnummer":"312300028","slettedato":")" + std::string(day) + "\""),
        "slettedato: is not a date yyyy-MM-dd");
  }
  EXPECT_EQ(deletion(R"(,"organisasjonsnummer":"312300028","slettedato":"2026-08-01","record":{})"),
            "record: has no place here");
}

TEST(BatchReader, ReportsTheProblemsOfARecord) {
  const auto upsert = [](const std::string& record, const std::string& kind = "entity") {
    return ProblemOf(R"({"operation":"upsert","kind":")" + kind + R"(","record":)" + record + "}");
  };
  EXPECT_EQ(upsert("7"), "record: is not a JSON object");
  EXPECT_EQ(upsert("null"), "record: is not a JSON object");
  EXPECT_EQ(upsert(R"({"organisasjonsnummer":"312300028","organisasjonsform":{"kode":"AS"}})"),
            "record.navn: is missing");
  EXPECT_EQ(
      upsert(
          R"({"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"kode":"AS"},"konkurs":"ja"})"),
      "record.konkurs: is neither true nor false");
  EXPECT_EQ(upsert(kRecord, "sub-entity"), "record.overordnetEnhet: is missing");
  EXPECT_EQ(
      upsert(
          R"({"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"kode":"AS"},"respons_klasse":"Underenhet"})"),
      "record.respons_klasse: is Underenhet, another kind of record");
  EXPECT_EQ(
      upsert(
          R"({"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"kode":"AS"},"slettedato":"2026-08-01"})"),
      "record.slettedato: this operation brings records that are not deleted");
  EXPECT_EQ(upsert(R"({"organisasjonsnummer":"312300028","slettedato":"2026-08-01"})"),
            "record.slettedato: this operation brings records that are not deleted");
}

// A line that upserts a record of the kind.
std::string Upsert(const std::string& kind, const std::string& record) {
  return R"({"operation":"upsert","kind":")" + kind + R"(","record":)" + record + "}";
}
// The required members of an entity, and more.
std::string EntityWith(const std::string& more) {
  return R"({"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"kode":"AS"},)" +
         more + "}";
}

TEST(BatchReader, RefusesValuesThatBreakTheRulesOfTheirFields) {
  const std::pair<std::string, std::string> cases[] = {
      {R"("postadresse":{"postnummer":"123"})", "postadresse.postnummer: is not four digits"},
      {R"("forretningsadresse":{"kommunenummer":"03O1"})",
       "forretningsadresse.kommunenummer: is not four digits"},
      {R"("institusjonellSektorkode":{"kode":"21"})",
       "institusjonellSektorkode.kode: is not four digits"},
      {R"("sisteInnsendteAarsregnskap":"24")", "sisteInnsendteAarsregnskap: is not four digits"},
      {R"("naeringskode1":{"kode":"62010"})", "naeringskode1.kode: is not an industrial code"},
      {R"("hjelpeenhetskode":{"kode":"x"})", "hjelpeenhetskode.kode: is not an industrial code"},
      {R"("organisasjonsform":{"kode":"XX"})",
       "organisasjonsform.kode: is not a known organisation form"},
      {R"("navn":" \u00a0")", "navn: is blank"},
      {R"("navn":"A\nB")", "navn: holds a control character"},
      {R"("navn":"A\u0000")", "navn: holds a control character"},
      {R"("maalform":"Bokm\u0085l")", "maalform: holds a control character"},
      {R"("aktivitet":["a","b\r"])",
       "aktivitet[1]: holds a control character other than line feed and tab"},
  };
  for (const auto& [member, problem] : cases)
    EXPECT_EQ(ProblemOf(Upsert("entity", EntityWith(member))), "record." + problem) << member;
}

TEST(BatchReader, TakesEmptyValuesAndLinesAndBreaksInTexts) {
  const std::string record =
      EntityWith(R"("hjemmeside":"","postadresse":{"postnummer":"","adresse":["",null,"A\nB\tC"]},)"
                 R"("aktivitet":["a\nb\tc",""],"epostadresse":"a@b.example\n")");
  const std::vector<ReadBatch> all = ReadAll(kHeader + Upsert("entity", record) + "\n");
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all.front().problems.count, 0U) << all.front().problems.Texts().front();
  const std::string& body = all.front().batch.operations.front().body;
  EXPECT_EQ(body.find("hjemmeside"), std::string::npos);
  EXPECT_EQ(body.find("postnummer"), std::string::npos);
  EXPECT_NE(body.find(R"("adresse":["",null,"A\nB\tC"])"), std::string::npos) << body;
  EXPECT_NE(body.find("Aksjeselskap"), std::string::npos) << body;
}

TEST(BatchReader, RejectsOddValuesOfSupplements) {
  const std::string number = R"({"organisasjonsnummer":"312300028",)";
  const std::string role =
      number + R"("rollegrupper":[{"type":{"kode":"STYR"},"roller":[{"type":{"kode":"MEDL"},)";
  struct Row {
    std::string kind = {};
    std::string record = {};
    std::string problem = {};
  };
  const Row rows[] = {
      {"roles", role + R"("bostyrer":{"navn":"B","postadresse":{"postnummer":"12"}}}]}]})",
       "rollegrupper[0].roller[0].bostyrer.postadresse.postnummer: is not four digits"},
      {"roles",
       role +
           R"("enhet":{"organisasjonsnummer":"312306018","organisasjonsform":{"kode":"X"}}}]}]})",
       "rollegrupper[0].roller[0].enhet.organisasjonsform.kode: is not a known organisation form"},
      {"roles", role + R"("person":{"navn":{"etternavn":" "}}}]}]})",
       "rollegrupper[0].roller[0].person.navn.etternavn: is blank"},
      {"roles", role + R"("valgtAv":{"kode":"A\n"},"person":{}}]}]})",
       "rollegrupper[0].roller[0].valgtAv.kode: holds a control character"},
      {"voluntary-organisation", number + R"("frivilligOrganisasjonsstatus":"aktiv\n"})",
       "frivilligOrganisasjonsstatus: holds a control character"},
      {"voluntary-organisation",
       number + R"("regnskapsrapportering":{"sistInnsendteAarsregnskap":{"regnskapsaar":24}}})",
       "regnskapsrapportering.sistInnsendteAarsregnskap.regnskapsaar: is not four digits"},
      {"voluntary-organisation",
       number + R"("icnpoKategorier":[{"icnpoNummer":"1100","kategori":"\t"}]})",
       "icnpoKategorier[0].kategori: holds a control character"},
      {"voluntary-organisation", number + R"("paategninger":[{"paategning":"\u0007"}]})",
       "paategninger[0].paategning: holds a control character other than line feed and tab"},
      {"party", EntityWith(R"("postadresse":{"postnummer":"12345"})"),
       "postadresse.postnummer: is not four digits"},
      {"cadastral-units",
       number + R"("matrikkelenheter":[{"kommnr":"301","gaardsnr":"1","bruksnr":"1",)"
                R"("matrikkelenhetid":"1","rekkefolge":"1"}]})",
       "matrikkelenheter[0].kommnr: is not four digits"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(ProblemOf(Upsert(row.kind, row.record)), "record." + row.problem) << row.record;
}

TEST(BatchReader, ReportsOddValuesAlongWithOtherProblems) {
  EXPECT_THAT(ProblemsOf(kHeader +
                         Upsert("entity", EntityWith(R"("konkurs":"ja",)"
                                                     R"("postadresse":{"postnummer":"1"})")) +
                         "\n"),
              ElementsAre("line 2: record.konkurs: is neither true nor false",
                          "line 2: record.postadresse.postnummer: is not four digits"));
  EXPECT_THAT(
      ProblemsOf(kHeader + Upsert("sub-entity", EntityWith(R"("navn":"\t ")")) + "\n"),
      ElementsAre("line 2: record.navn: is blank", "line 2: record.overordnetEnhet: is missing"));
}

TEST(BatchReader, ReportsEverythingAtOnceUpToABound) {
  EXPECT_THAT(
      ProblemsOf(kHeader + R"({"operation":"delete","kind":"unit","slettedato":"x","extra":1})" +
                 "\n" + kUpsert + R"({"operation":"upsert","kind":"entity","record":{"navn":1}})"),
      ElementsAre(
          "line 2: extra: is not known",
          "line 2: kind: is not one of entity, sub-entity, roles, voluntary-organisation, party, "
          "cadastral-units, statements, documents",
          "line 2: organisasjonsnummer: is missing", "line 2: slettedato: is not a date yyyy-MM-dd",
          "line 4: record.navn: is not text", "line 4: record.organisasjonsform.kode: is missing",
          "line 4: record.organisasjonsnummer: is missing"));
  std::string many = kHeader;
  for (int at = 0; at < 150; ++at) many += "{\"kind\":\"entity\"}\n";
  const std::vector<ReadBatch> all = ReadAll(many);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].problems.count, 150U);
  EXPECT_EQ(all[0].problems.first.size(), BatchProblems::kMostKept);
}

TEST(BatchReader, RefusesABatchThatIsTooLarge) {
  const std::string text = kHeader + kUpsert + kUpsert + kUpsert;
  EXPECT_EQ(ReadAll(text, 3 * kUpsert.size()).at(0).problems.count, 0U);
  const std::vector<ReadBatch> all =
      ReadAll(text + "{\"batch\":\"two\"}\n" + kUpsert, 2 * kUpsert.size());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].problems.count, 1U);
  EXPECT_TRUE(all[0].batch.operations.empty());
}

TEST(BatchReader, RejectsOtherTexts) {
  for (const std::string& text : {std::string("organisasjonsnummer,navn\n"), std::string("x"),
                                  std::string("{\"batch\":"), std::string("\"text\"\n")}) {
    EXPECT_FALSE(ProblemsOf(text).empty()) << text;
  }
}

}  // namespace
}  // namespace orgreg::ingest
