// SPDX-License-Identifier: EUPL-1.2

// usage: pages.mjs SETTINGS.json
//
// Opens the pages of a server in Chromium, prints what is wrong, and ends with 1 if something is
// (run.py has what is looked at). SETTINGS has the address, the path of Chromium, what the register
// holds and, unless all are wanted, the names of parts.

import { readFileSync } from "node:fs";

import { Visitor } from "./browser.mjs";
import { checkShift } from "./checks.mjs";
import { crawl, look, takePicture, INTERACTIVE } from "./crawl.mjs";
import { attack } from "./hostile.mjs";
import { openSlowLink } from "./slow_link.mjs";
import { doTasks } from "./tasks.mjs";

const config = { ...JSON.parse(readFileSync(process.argv[2], "utf8")), faults: [] };

// Opens an operation on the interactive page, and executes it.
async function tryOperation(visitor) {
  await visitor.visit(INTERACTIVE);
  const row = visitor.page.locator("#operations-codes-lookUpOrganisationForm");
  await visitor.page.locator("#operations-tag-codes").click();
  await row.locator(".opblock-summary-control").click();
  await row.getByRole("button", { name: "Try it out" }).click();
  await row.locator(".parameters input").first().fill("AS");
  await row.getByRole("button", { name: "Execute" }).click();
  await row.locator(".live-responses-table .response-col_status").first().waitFor();
  const text = await row.locator(".live-responses-table").innerText();
  if (!text.includes("200") || !text.includes("Aksjeselskap")) visitor.fault(`executing gave ${text.slice(0, 300)}`);
  await takePicture(visitor, `${INTERACTIVE}/executed`, "desk");
}

// The pages for pictures in English; the crawl takes those in Norwegian.
async function lookInEnglish(visitor) {
  for (const [path, status] of config.english) await look(visitor, path, status);
}

// Nothing moves while a page arrives piece by piece. What all pages load is there from the first one.
async function lookSlowly() {
  const link = await openSlowLink(config.address);
  const visitor = await Visitor.start({ ...config, address: link.address });
  await visitor.visit("/");
  for (const path of config.long) {
    await visitor.visit(path);
    await checkShift(visitor);
  }
  await visitor.close();
  link.close();
}

const parts = {
  crawl: async () => {
    const { looked, asked } = await crawl(config, config.pages);
    const kinds = [...looked].map(([kind, count]) => `${kind} ${count}`).join(", ");
    console.log(`looked at ${kinds}; asked for ${asked} further addresses`);
  },
  tasks: (visitor) => doTasks(visitor, config),
  attack: (visitor) => attack(visitor, config.hostile),
  interactive: tryOperation,
  english: lookInEnglish,
  slow: lookSlowly,
};

async function runPart(name) {
  const start = Date.now();
  const visitor = await Visitor.start(config);
  try {
    await parts[name](visitor);
  } catch (error) {
    visitor.fault(`${name}: ${String(error.message).split("\n").slice(0, 4).join(" ")}`);
  }
  await visitor.close();
  return `${name} ${((Date.now() - start) / 1000).toFixed(1)} s`;
}

// The crawl needs a processor of its own; the others share one.
async function runRest(names) {
  const done = [];
  for (const name of names) done.push(await runPart(name));
  return done;
}

const wanted = Object.keys(parts).filter((name) => (config.parts ?? [name]).includes(name));
const times = await Promise.all([runRest(wanted.filter((name) => name === "crawl")), runRest(wanted.filter((name) => name !== "crawl"))]);
for (const text of new Set(config.faults)) console.log(`FAILED ${text}`);
console.log(times.flat().join(", "));
process.exit(config.faults.length > 0 ? 1 : 0);
