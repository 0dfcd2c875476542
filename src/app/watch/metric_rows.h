// SPDX-License-Identifier: EUPL-1.2

// Every metric of a server, declared once: /metrics is a walk over these rows, and the table of
// docs/guide/monitoring.md is compared with them by a test. Constants.

#pragma once

#include <span>
#include <string>

#include "app/watch/samples.h"
#include "app/watch/watched.h"

namespace orgreg::app {

// In the order of documents.
std::span<const MetricRow> MetricRows();

// Appends all metrics as they are now.
void AppendMetrics(const Watched& watched, std::string* out);

}  // namespace orgreg::app
