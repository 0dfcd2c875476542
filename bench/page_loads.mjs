// SPDX-License-Identifier: EUPL-1.2

// usage: page_loads.mjs CHROMIUM ROUNDS ADDRESS…
//
// Opens each address in Chromium with a cold cache, in turn, that many times. Prints a line of JSON
// for each address: the medians of what the browser measured, in milliseconds from the begin of the
// navigation, and what was transferred.

import { chromium } from "playwright-core";

const [program, rounds, ...addresses] = process.argv.slice(2);

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

// A context of its own has nothing in its cache.
async function load(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "nb-NO" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  let requests = 0;
  // Images that stand in the style sheet are no requests.
  const sent = new Set();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => request.url.startsWith("data:") || sent.add(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!sent.has(requestId)) return;
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const times = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
    return { first_byte: navigation.responseStart, painted, interactive: navigation.domContentLoadedEventEnd, document: navigation.encodedBodySize };
  });
  await context.close();
  return { ...times, bytes, requests };
}

const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
const found = new Map(addresses.map((address) => [address, []]));
for (const address of addresses) await load(browser, address);
for (let round = 0; round < Number(rounds); round += 1) for (const address of addresses) found.get(address).push(await load(browser, address));
await browser.close();
for (const [address, loads] of found) {
  const medians = Object.fromEntries(Object.keys(loads[0]).map((name) => [name, median(loads.map((one) => one[name]))]));
  console.log(JSON.stringify({ address, ...medians }));
}
