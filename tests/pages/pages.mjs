// SPDX-License-Identifier: EUPL-1.2

// usage: pages.mjs ADDRESS CHROMIUM [FOLDER]
//
// Opens every page of a server in Chromium. Prints what is wrong, and ends with 1 if something is: an
// error of the console, a breach of the policy, a request to another host, a dead link, a fault of
// accessibility on pages of our own, a page that is wider than a telephone. Writes pictures into
// FOLDER.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { chromium } from "playwright-core";

const [address, program, folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };
const ALL_RULES = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };
// What the width of the window and the colours decide.
const RULES_OF_LOOKS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };
// It breaks rules of its own (docs/decisions/0050-pages.md).
const INTERACTIVE = "/docs/try";

const faults = [];
const fault = (where, what) => faults.push(`${where}: ${what}`);

async function openPage(browser) {
  const page = await browser.newPage({ viewport: DESK });
  const here = () => page.url().slice(address.length);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) fault(here(), `the console says: ${message.text()}`);
  });
  page.on("pageerror", (error) => fault(here(), `a script failed: ${error}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${address}/`) && !url.startsWith("data:")) fault(here(), `asks another host: ${url}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) fault(here(), `${response.status()} for ${response.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  return page;
}

async function visit(page, path) {
  const answer = await page.goto(address + path);
  if (path === INTERACTIVE) await page.locator(".opblock-tag").first().waitFor();
  const policy = answer.headers()["content-security-policy"] ?? "";
  if (!policy.includes("default-src 'none'") || policy.includes("unsafe")) fault(path, `a weak policy: ${policy}`);
  if ((await page.locator("html").getAttribute("lang")) !== "en") fault(path, "names no language");
}

// The addresses of this server that the page links to, with their anchors.
async function linksOf(page) {
  const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => link.href));
  return [...new Set(links)].filter((link) => link.startsWith(`${address}/`)).map((link) => link.slice(address.length));
}

async function checkAccess(page, path, rules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const result = await page.evaluate((only) => globalThis.axe.run(document, { runOnly: only }), rules);
  for (const found of result.violations)
    fault(path, `axe ${found.id}: ${found.help}: ${found.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")} (${found.nodes.length})`);
}

async function checkWidth(page, path) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) fault(path, `is ${wide} pixels wider than the window of ${page.viewportSize().width}`);
}

async function picture(page, path, kind) {
  if (folder === undefined) return;
  const name = path === "/" ? "start" : path.slice(1).replaceAll("/", "-");
  await page.screenshot({ path: join(folder, `${name}-${kind}.png`) });
}

// All pages that can be reached from the first one.
async function walk(page) {
  const anchors = new Map();
  const known = new Map();
  const waiting = ["/"];
  while (waiting.length > 0) {
    const path = waiting.shift();
    await visit(page, path);
    anchors.set(path, new Set(await page.locator("[id]").evaluateAll((all) => all.map((element) => element.id))));
    for (const link of await linksOf(page)) {
      const target = link.split("#")[0];
      known.set(link, path);
      const isFile = /\.(py|txt|json)$/.test(target);
      const isPage = !isFile && (target === "/" || target === "/docs" || target.startsWith("/docs/"));
      if (isPage && !anchors.has(target) && !waiting.includes(target)) waiting.push(target);
    }
    if (path !== INTERACTIVE) await checkAccess(page, path, ALL_RULES);
    await picture(page, path, "desk");
    await lookOnPhone(page, path);
  }
  checkAnchors(known, anchors);
  return [...anchors.keys()];
}

function checkAnchors(known, anchors) {
  for (const [link, from] of known) {
    const [target, anchor] = link.split("#");
    const ids = anchors.get(target);
    // The interactive page finds its operations by such an anchor.
    if (anchor === undefined || ids === undefined || target === INTERACTIVE) continue;
    if (!ids.has(decodeURIComponent(anchor))) fault(from, `links to ${link}, which is not there`);
  }
}

// The page that is open, on a small screen in the dark.
async function lookOnPhone(page, path) {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  if (path !== INTERACTIVE) {
    await checkWidth(page, path);
    await checkAccess(page, path, RULES_OF_LOOKS);
  }
  await picture(page, path, "phone-dark");
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light" });
}

// Somebody without a mouse: the first key leads to the content.
async function checkKeyboard(page) {
  await visit(page, "/docs/guide/errors");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  if ((await page.evaluate(() => document.activeElement.id)) !== "content") fault("/docs/guide/errors", "the link to the content does not lead there");
}

// Opens an operation on the interactive page, and executes it.
async function tryOperation(page) {
  await visit(page, INTERACTIVE);
  const operation = page.locator("#operations-codes-lookUpOrganisationForm");
  await page.locator("#operations-tag-codes").click();
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.locator(".parameters input").first().fill("AS");
  await operation.getByRole("button", { name: "Execute" }).click();
  const answer = operation.locator(".live-responses-table .response-col_status").first();
  await answer.waitFor();
  const text = await operation.locator(".live-responses-table").innerText();
  if (!text.includes("200") || !text.includes("Aksjeselskap")) fault(INTERACTIVE, `executing gave ${text.slice(0, 300)}`);
  await picture(page, `${INTERACTIVE}/executed`, "desk");
}

const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
const page = await openPage(browser);
const paths = await walk(page);
await checkKeyboard(page);
await tryOperation(page);
await browser.close();
for (const text of new Set(faults)) console.log(`FAILED ${text}`);
console.log(`${paths.length} pages: ${paths.join(" ")}`);
process.exit(faults.length > 0 ? 1 : 0);
