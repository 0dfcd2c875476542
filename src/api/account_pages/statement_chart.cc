// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/statement_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "api/account_pages/amount_groups.h"
#include "api/account_pages/chart.h"
#include "api/account_pages/scaled_text.h"
#include "api/account_pages/statement_words.h"
#include "model/statements/fields.h"

namespace orgreg::api {
namespace {

using model::ServedStatement;
using enum model::StatementAmount;

using Statements = std::span<const ServedStatement>;

// The amounts that tell most, first. Each list is a series: its first amount that was filed.
constexpr std::array kIncomeSeries = {kOperatingIncome, kSalesIncome, kAssets};
constexpr std::array kResultSeries = {kResultBeforeTax, kResultOfYear, kOperatingResult, kEquity};

constexpr ChartArea kArea;
constexpr double kLabelGap = 6;       // Between a bar and its number.
constexpr double kLetterHeight = 11;  // Of digits.

void AddSeries(std::span<const model::StatementAmount> choices, Statements statements,
               std::vector<model::StatementAmount>* series) {
  const auto found = std::ranges::find_if(choices, [statements](model::StatementAmount amount) {
    return std::ranges::any_of(statements,
                               [amount](const ServedStatement& one) { return one.Has(amount); });
  });
  if (found != choices.end()) series->push_back(*found);
}

std::optional<double> ValueOf(const ServedStatement& statement, model::StatementAmount amount) {
  if (!statement.Has(amount)) return std::nullopt;
  const std::string_view text = statement.At(amount);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  // The chart refuses what is too large for it.
  if (read.ec != std::errc()) return std::numeric_limits<double>::infinity();
  return value;
}

bool IsInOneCurrency(Statements statements) {
  const std::size_t place = model::kStatementPlaces.currency;
  return std::ranges::all_of(statements, [&](const ServedStatement& one) {
    return one.texts[place] == statements.front().texts[place];
  });
}

std::string_view LabelOf(model::StatementAmount amount) {
  for (const AmountGroup& group : AmountGroups()) {
    const auto line = std::ranges::find(group.lines, amount, &AmountLine::amount);
    if (line != group.lines.end()) return line->label;
  }
  return {};
}

void SetPlace(std::string_view name, double place, TemplateDictionary* to) {
  Set(to, name, fmt::format("{:.1f}", place));
}

// Of ticks or bars.
template <typename Marks>
std::vector<double> AmountsOf(const Marks& marks) {
  std::vector<double> amounts;
  amounts.reserve(marks.size());
  for (const auto& mark : marks) amounts.push_back(mark.value);
  return amounts;
}

// Writes the parts of one chart into its section.
class ChartWriter {
 public:
  ChartWriter(const Chart& chart, std::string_view currency, const Page& page,
              TemplateDictionary* out)
      : chart_(chart),
        unit_(UnitFor(chart.largest)),
        tick_decimals_(DecimalsFor(AmountsOf(chart.ticks), unit_)),
        bar_decimals_(DecimalsFor(AmountsOf(chart.bars), unit_)),
        currency_(currency),
        page_(page),
        out_(out) {}

  void WriteFrame() {
    SetPlace("CHART_WIDTH", kArea.width, out_);
    SetPlace("CHART_HEIGHT", kArea.height, out_);
    SetPlace("CHART_LEFT", kArea.left, out_);
    SetPlace("CHART_RIGHT", kArea.width - kArea.right, out_);
    SetPlace("CHART_ZERO", chart_.zero, out_);
    SetPlace("CHART_NUMBERS", kArea.left - kLabelGap, out_);
    SetPlace("CHART_FOOT", kArea.height - kLabelGap, out_);
    std::string unit(unit_.label.empty() ? "" : page_.Words(unit_.label));
    if (!unit.empty() && !currency_.empty()) unit.push_back(' ');
    ShowValue(out_, "CHART_HAS_UNIT", "CHART_UNIT", unit.append(currency_));
    for (const ChartTick& tick : chart_.ticks) WriteTick(tick);
  }

  void WriteLegend(std::span<const model::StatementAmount> series) {
    for (std::size_t at = 0; at < series.size(); ++at) {
      TemplateDictionary* const item = AddSection(out_, "CHART_LEGEND");
      Set(item, "CHART_SERIES", std::to_string(at + 1));
      Set(item, "CHART_LABEL", page_.Words(LabelOf(series[at])));
    }
  }

  void WriteYear(std::size_t group, std::string_view year,
                 std::span<const model::StatementAmount> series) {
    TemplateDictionary* const section = AddSection(out_, "CHART_YEAR");
    Set(section, "CHART_YEAR_TEXT", year);
    SetPlace("CHART_X", chart_.middles[group], section);
    for (const ChartBar& bar : chart_.bars) {
      if (bar.group == group) WriteBar(bar, page_.Words(LabelOf(series[bar.series])), section);
    }
  }

 private:
  void WriteTick(const ChartTick& tick) {
    TemplateDictionary* const section = AddSection(out_, "CHART_TICK");
    SetPlace("CHART_Y", tick.y, section);
    SetPlace("CHART_TEXT_Y", tick.y + kLetterHeight / 2, section);
    Set(section, "CHART_NUMBER", ScaledText(tick.value, unit_, tick_decimals_, page_.language()));
  }

  void WriteBar(const ChartBar& bar, std::string_view label, TemplateDictionary* year) {
    TemplateDictionary* const section = AddSection(year, "CHART_BAR");
    Set(section, "CHART_SERIES", std::to_string(bar.series + 1));
    Set(section, "CHART_LABEL", label);
    Set(section, "CHART_NUMBER", ScaledText(bar.value, unit_, bar_decimals_, page_.language()));
    SetPlace("CHART_X", bar.x, section);
    SetPlace("CHART_Y", bar.y, section);
    SetPlace("CHART_BAR_WIDTH", bar.width, section);
    SetPlace("CHART_BAR_HEIGHT", bar.height, section);
    SetPlace("CHART_TEXT_X", bar.x + bar.width / 2, section);
    const double below = bar.y + bar.height + kLabelGap + kLetterHeight;
    SetPlace("CHART_TEXT_Y", bar.value < 0 ? below : bar.y - kLabelGap, section);
  }

  const Chart& chart_;
  const AmountUnit unit_;
  const int tick_decimals_;
  const int bar_decimals_;
  const std::string_view currency_;
  const Page& page_;
  TemplateDictionary* const out_;
};

}  // namespace

void AddStatementChart(Statements statements, std::string_view id, const Page& page,
                       TemplateDictionary* section) {
  if (statements.size() < 2 || !IsInOneCurrency(statements)) return;
  std::vector<model::StatementAmount> series;
  AddSeries(kIncomeSeries, statements, &series);
  AddSeries(kResultSeries, statements, &series);
  if (series.empty()) return;
  std::vector<ChartValues> years(statements.size());
  for (std::size_t at = 0; at < years.size(); ++at) {
    const ServedStatement& statement = statements[statements.size() - 1 - at];  // From the oldest.
    for (const auto amount : series) years[at].push_back(ValueOf(statement, amount));
  }
  const std::optional<Chart> chart = LayOutChart(years, kArea);
  if (!chart) return;
  TemplateDictionary* const out = AddSection(section, "CHART");
  Set(out, "CHART_ID", id);
  ChartWriter writer(*chart, statements.front().texts[model::kStatementPlaces.currency], page, out);
  writer.WriteFrame();
  writer.WriteLegend(series);
  for (std::size_t at = 0; at < years.size(); ++at) {
    writer.WriteYear(at, YearText(statements[statements.size() - 1 - at], page.language()), series);
  }
}

}  // namespace orgreg::api
