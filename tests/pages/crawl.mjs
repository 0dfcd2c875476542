// SPDX-License-Identifier: EUPL-1.2

// Walks over all pages from the first one and from a list of others. Of each kind of page some are
// looked at in every way, and all other addresses that pages lead to are asked for once.

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { DESK, PHONE, Visitor } from "./browser.mjs";
import { checkAccess, checkEscaped, checkFrame, checkHeading, checkLargeText, checkPrint, checkShift, checkWidth } from "./checks.mjs";

// It breaks rules of its own (docs/decisions/0050-pages.md).
export const INTERACTIVE = "/docs/try";
const LOOKED_AT = 2; // Pages of a kind.
const ASKED_FOR = 60; // Further addresses of a kind.
const AT_ONCE = 4;

// Pages that differ by a number, a code or a query are of one kind.
function kindOf(address) {
  const path = address.split(/[?#]/)[0].replace(/^\/(nb|nn|en)(?=\/)/, "");
  if (path.startsWith("/docs/guide/")) return path;
  return path.replace(/\d{4,}/g, "N");
}

function isPage(address) {
  const path = address.split(/[?#]/)[0].replace(/^\/(nb|nn|en)(?=\/|$)/, "") || "/";
  if (/\.(atom|csv|xlsx|py|txt|json|ttl|yaml)$|\/filters$/.test(path)) return false;
  return /^\/(?:$|search|unit|browse|changes|files|status|docs)/.test(path) && !/^\/docs\/(?:styles|scripts|images)\//.test(path);
}

async function linksOf(visitor) {
  const links = await visitor.page.locator("a[href], link[rel=alternate], link[rel=canonical]").evaluateAll((all) => all.map((link) => link.href));
  const { address } = visitor.config;
  return [...new Set(links)].filter((link) => link.startsWith(`${address}/`)).map((link) => link.slice(address.length));
}

// The page that is open, on a telephone in the dark.
async function lookOnPhone(visitor, path, isOurs) {
  const { page } = visitor;
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  if (isOurs) {
    await checkWidth(visitor, `of ${PHONE.width}`);
    await checkAccess(visitor, { ofLooks: true });
  }
  await takePicture(visitor, path, "phone-dark");
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light" });
}

export async function takePicture({ page, config }, path, kind) {
  if (config.pictures === undefined) return;
  mkdirSync(config.pictures, { recursive: true });
  const name = path === "/" ? "start" : path.slice(1, 80).replace(/[^\p{L}\d.=-]+/gu, "-");
  await page.screenshot({ path: join(config.pictures, `${name}-${kind}.png`), fullPage: kind.startsWith("desk") && !path.startsWith("/docs/") });
}

// Everything that is true of a page, in the language of the visitor.
export async function look(visitor, path, status = 200) {
  const answer = await visitor.visit(path, status);
  const isOurs = kindOf(path) !== INTERACTIVE;
  if (!isOurs) await visitor.page.locator(".opblock-tag").first().waitFor();
  const language = /^\/docs/.test(path) ? "en" : path.match(/^\/(nb|nn|en)\//)?.[1] ?? visitor.options.locale.slice(0, 2);
  await checkFrame(visitor, answer, language);
  if (isOurs) {
    await checkHeading(visitor);
    await checkShift(visitor);
    await checkEscaped(visitor);
    await checkAccess(visitor);
    await checkLargeText(visitor);
    await checkPrint(visitor);
  }
  await takePicture(visitor, path, "desk");
  await lookOnPhone(visitor, path, isOurs);
}

// `known` has the pages by address with their anchors, and who links to an address.
async function collect(visitor, path, known) {
  known.anchors.set(path, new Set(await visitor.page.locator("[id]").evaluateAll((all) => all.map((element) => element.id))));
  for (const link of await linksOf(visitor)) if (!known.from.has(link)) known.from.set(link, path);
}

function checkAnchors(config, { anchors, from }) {
  for (const [link, page] of from) {
    const [target, anchor] = link.split("#");
    const ids = anchors.get(target);
    // The interactive page finds its operations by such an anchor.
    if (!anchor || ids === undefined || target === INTERACTIVE) continue;
    if (!ids.has(decodeURIComponent(anchor))) config.faults.push(`${page}: links to ${link}, which is not there`);
  }
}

// The server makes few files of a search at a time for one client, and says when to come again.
async function ask(address) {
  for (;;) {
    const answer = await fetch(address, { headers: { "Accept-Language": "nb" }, redirect: "manual" });
    await answer.arrayBuffer();
    if (answer.status !== 503 || !answer.headers.has("retry-after")) return answer;
    await new Promise((done) => setTimeout(done, 200));
  }
}

// Whether the other addresses that were found are there; a credential may be missing.
async function askFor(config, { anchors, from }) {
  const counts = new Map();
  const wanted = [...new Set([...from.keys()].map((link) => link.split("#")[0]))].filter((link) => {
    const kind = kindOf(link);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return !anchors.has(link) && counts.get(kind) <= ASKED_FOR;
  });
  const work = async () => {
    for (let link = wanted.pop(); link !== undefined; link = wanted.pop()) {
      const answer = await ask(config.address + link);
      const found = [...from].find(([one]) => one.split("#")[0] === link)?.[1];
      if (answer.status >= 400 && answer.status !== 401) config.faults.push(`${found}: links to ${link}, which gives ${answer.status}`);
    }
  };
  const count = wanted.length;
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return count;
}

// `others` are pairs of an address and its status. Returns what was looked at.
export async function crawl(config, others) {
  const visitors = await Promise.all([Visitor.start(config), Visitor.start(config)]);
  const known = { anchors: new Map(), from: new Map() };
  const looked = new Map();
  const waiting = [["/", 200], ...others];
  const taken = new Set(waiting.map(([path]) => path));
  let working = 0;
  const work = async (visitor) => {
    while (waiting.length > 0 || working > 0) {
      const next = waiting.shift();
      if (next === undefined) {
        await new Promise((done) => setTimeout(done, 50));
        continue;
      }
      working += 1;
      const [path, status] = next;
      try {
        await look(visitor, path, status);
        // A page about what is wrong leads to itself in other languages, where the same is wrong.
        if (status === 200) await collect(visitor, path, known);
      } catch (error) {
        config.faults.push(`${path}: ${error}`);
      }
      looked.set(kindOf(path), (looked.get(kindOf(path)) ?? 0) + 1);
      for (const link of known.from.keys()) {
        const target = link.split("#")[0];
        const already = [...taken].filter((one) => kindOf(one) === kindOf(target)).length;
        if (!isPage(target) || taken.has(target) || already >= LOOKED_AT) continue;
        taken.add(target);
        waiting.push([target, 200]);
      }
      working -= 1;
    }
  };
  await Promise.all(visitors.map(work));
  checkAnchors(config, known);
  const asked = await askFor(config, known);
  await Promise.all(visitors.map((visitor) => visitor.close()));
  return { looked, asked };
}
