// SPDX-License-Identifier: EUPL-1.2

// What must be true of any page that is open.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Of siblings that are made alike (operations, codes, rows), so many are looked at. A long page takes minutes.
const MOST_ALIKE = 20;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ALL_RULES = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
// What the width of the window and the colours decide.
const RULES_OF_LOOKS = { type: "rule", values: ["color-contrast", "link-in-text-block", "target-size"] };
// Chromium gives each shift a score, from 0.
const MOST_SHIFT = 0.01;
const ATTRIBUTES =
  /^(?:aria-[a-z]+|data-[a-z-]+|class|id|href|hreflang|lang|rel|type|name|content|charset|src|alt|width|height|role|tabindex|action|method|for|value|placeholder|checked|selected|required|maxlength|min|max|step|size|inputmode|pattern|autocomplete|spellcheck|readonly|disabled|hidden|open|scope|colspan|rowspan|headers|datetime|label|list|multiple|rows|cols|download|title|defer|media|sizes|start|reversed|dir|translate|enterkeyhint|autocapitalize|item(?:scope|type|prop|id|ref)|property|form|wrap|xmlns|viewbox|x|y|x1|x2|y1|y2|rx|ry|r|cx|cy|d|dx|dy|fill|stroke(?:-[a-z]+)?|points|transform|text-anchor|dominant-baseline|font-size|preserveaspectratio|focusable)$/;

// What axe-core finds in the page, without the siblings beyond the first `most` that are made alike.
async function runAxe([only, most]) {
  const counts = new Map();
  const aside = [...document.body.querySelectorAll("*")].filter((element) => {
    const alike = counts.get(element.parentNode) ?? counts.set(element.parentNode, new Map()).get(element.parentNode);
    const kind = `${element.localName} ${element.className}`;
    alike.set(kind, (alike.get(kind) ?? 0) + 1);
    return alike.get(kind) > most;
  });
  const places = aside.map((element) => {
    const place = document.createComment("");
    element.replaceWith(place);
    return place;
  });
  const result = await globalThis.axe.run(document, { runOnly: only, resultTypes: ["violations"] });
  places.reverse().forEach((place, at) => place.replaceWith(aside[aside.length - 1 - at]));
  return result.violations;
}

export async function checkAccess(visitor, { ofLooks = false } = {}) {
  const { page } = visitor;
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(runAxe, [ofLooks ? RULES_OF_LOOKS : ALL_RULES, MOST_ALIKE]);
  for (const found of violations) {
    const places = found.nodes.slice(0, 3).map((node) => node.target.join(" "));
    visitor.fault(`axe ${found.id}: ${found.help}: ${places.join(" | ")} (${found.nodes.length})`);
  }
}

export async function checkWidth(visitor, how) {
  const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) visitor.fault(`is ${wide} pixels wider than the window ${how}`);
}

export async function checkShift(visitor) {
  const shifted = await visitor.page.evaluate(() => globalThis.shifted);
  if (shifted > MOST_SHIFT) visitor.fault(`its parts moved while it loaded: ${shifted.toFixed(3)}`);
}

// Letters of twice the size, as somebody sets them who sees badly: nothing is cut off.
export async function checkLargeText(visitor) {
  const set = (size) => visitor.page.evaluate((value) => void (document.documentElement.style.fontSize = value), size);
  await set("200%");
  await checkWidth(visitor, "with text of 200 %");
  const cut = await visitor.page.evaluate(() =>
    [...document.querySelectorAll("main :is(a, p, h1, h2, h3, button, label, dd, dt)")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && ["hidden", "clip"].includes(getComputedStyle(element).overflowX))
      .filter((element) => !element.closest(".ds-sr-only, .ds-chip"))
      .map((element) => element.textContent.slice(0, 40)),
  );
  if (cut.length > 0) visitor.fault(`cuts text of 200 % off: ${cut.slice(0, 3).join(" | ")}`);
  await set("");
}

// On paper there is the heading, and nothing to click.
export async function checkPrint(visitor) {
  const { page } = visitor;
  await page.emulateMedia({ media: "print" });
  const shown = await page.locator("header nav, header form, footer nav, .find, .ds-pagination, main button").evaluateAll((all) =>
    all.filter((element) => element.checkVisibility()).map((element) => element.className || element.tagName),
  );
  if (shown.length > 0) visitor.fault(`prints controls: ${[...new Set(shown)].join(", ")}`);
  if (!(await page.locator("h1").first().isVisible())) visitor.fault("prints no heading");
  await page.emulateMedia({ media: "screen" });
}

export async function checkFrame(visitor, answer, language) {
  const policy = answer.headers()["content-security-policy"] ?? "";
  if (!policy.includes("default-src 'none'") || policy.includes("unsafe")) visitor.fault(`a weak policy: ${policy}`);
  if (answer.headers()["set-cookie"] !== undefined) visitor.fault("sets a cookie");
  const found = await visitor.page.locator("html").getAttribute("lang");
  if (found !== language) visitor.fault(`is in ${found} in place of ${language}`);
}

export async function checkHeading(visitor) {
  const headings = await visitor.page.locator("h1").count();
  if (headings !== 1) visitor.fault(`has ${headings} headings of the first level`);
}

// Whatever the page shows stays text: no element, attribute or address comes from it.
export async function checkEscaped(visitor) {
  const found = await visitor.page.evaluate(
    ([known, flags]) => {
      const isKnown = new RegExp(known, flags);
      const wrong = [];
      if ("ran" in globalThis) wrong.push("a script of a record or a request ran");
      for (const element of document.querySelectorAll("*")) {
        for (const { name, value } of element.attributes) {
          if (!isKnown.test(name)) wrong.push(`an attribute ${name} of ${element.localName}`);
          const isAddress = ["href", "src", "action", "formaction", "data-fragment"].includes(name);
          if (isAddress && !/^(?:https?|mailto|tel):$/.test(new URL(value, location.href).protocol)) wrong.push(`an address ${value.slice(0, 60)}`);
          if (["action", "src"].includes(name) && new URL(value, location.href).origin !== location.origin) wrong.push(`${name}=${value.slice(0, 60)}`);
        }
      }
      for (const one of document.querySelectorAll("script:not([src]), style, iframe, object, embed, base, frame, math, meta[http-equiv], foreignObject"))
        wrong.push(`an element ${one.localName}`);
      for (const image of document.images) if (!image.src.startsWith(location.origin)) wrong.push(`an image ${image.src.slice(0, 60)}`);
      return [...new Set(wrong)];
    },
    [ATTRIBUTES.source, "i"],
  );
  for (const what of found.slice(0, 5)) visitor.fault(what);
}
