// SPDX-License-Identifier: EUPL-1.2

// The functions that metric rows point to: each adds the values of one metric. Safe from any
// thread.

#pragma once

#include "app/watch/samples.h"
#include "app/watch/watched.h"

namespace orgreg::app {

// Of requests and connections.
void CollectDurations(const Moment& moment, Samples* out);
void CollectAnswers(const Moment& moment, Samples* out);
void CollectBytes(const Moment& moment, Samples* out);
void CollectErrors(const Moment& moment, Samples* out);
void CollectRateLimits(const Moment& moment, Samples* out);
void CollectConnections(const Moment& moment, Samples* out);
void CollectClosed(const Moment& moment, Samples* out);
void CollectWaitingJobs(const Moment& moment, Samples* out);
void CollectPoolThreads(const Moment& moment, Samples* out);

// Of the register and its files.
void CollectRecords(const Moment& moment, Samples* out);
void CollectLayers(const Moment& moment, Samples* out);
void CollectFileTimes(const Moment& moment, Samples* out);
void CollectFileBytes(const Moment& moment, Samples* out);
void CollectImportOutcomes(const Moment& moment, Samples* out);
void CollectImportTimes(const Moment& moment, Samples* out);
void CollectImportRecords(const Moment& moment, Samples* out);
void CollectImportBadRecords(const Moment& moment, Samples* out);
void CollectBatches(const Moment& moment, Samples* out);
void CollectPlaceBytes(const Moment& moment, Samples* out);

// Of checks, files and the process.
void CollectPasswordChecks(const Moment& moment, Samples* out);
void CollectTokenChecks(const Moment& moment, Samples* out);
void CollectUnusableFiles(const Moment& moment, Samples* out);
void CollectHealth(const Moment& moment, Samples* out);
void CollectMemory(const Moment& moment, Samples* out);
void CollectBuild(const Moment& moment, Samples* out);

}  // namespace orgreg::app
