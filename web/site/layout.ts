// SPDX-License-Identifier: EUPL-1.2

// The frame of all pages. Links are relative, so that the pages also work if a proxy serves them
// below a path of its own.

import { escapeHtml } from "./read.ts";
import { wordsOf, type Language } from "./words.ts";

// Where a page is, where the files are that it loads, and its language.
export type Place = {
  path: string;
  assets: Map<string, string>;
  language: Language;
  link: (path: string) => string; // To another page or file of this server.
  frame?: RegisterFrame;
};

// What the server writes into the frame of a page of the register, as parts of a template.
export type RegisterFrame = { head: string; languages: string };

export type Page = {
  title: string; // HTML
  body: string; // HTML
  aside?: string; // HTML, next to the body
  styles?: string[];
  scripts?: string[];
};

// The text is a key of web/texts/pages.tsv.
const START = "/";
const SEARCH = "/search/entities";
const NAVIGATION = [
  { path: "/", text: "nav.find" },
  { path: "/browse", text: "nav.browse" },
  { path: "/changes", text: "nav.changes" },
  { path: "/files", text: "nav.files" },
  { path: "/status", text: "nav.status" },
  { path: "/docs", text: "nav.docs" },
];
const DOCS_NAVIGATION = [
  { path: "/docs", text: "nav.guides" },
  { path: "/docs/reference", text: "nav.reference" },
  { path: "/docs/try", text: "nav.try" },
];
const FOOTER = [
  { path: "/status", text: "nav.status" },
  { path: "/files", text: "nav.files" },
  { path: "/docs", text: "nav.docs" },
  { path: "/docs/licences.txt", text: "nav.licences" },
];

export function relative(from: string, to: string): string {
  const folder = from.split("/").slice(1, -1);
  const target = to.split("/").slice(1);
  let shared = 0;
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared]) shared += 1;
  const link = [...folder.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
  return link === "" ? "./" : link;
}

export function staticPlace(path: string, assets: Map<string, string>): Place {
  return { path, assets, language: "en", link: (target) => relative(path, target) };
}

function assetOf(name: string, place: Place): string {
  const path = place.assets.get(name);
  if (path === undefined) throw new Error(`${place.path}: there is no ${name}`);
  return place.link(path);
}

// Replaces [[/path]] by a link to it from this page, and [[=key]] by the text in the page's language.
export function fill(text: string, place: Place): string {
  const words = wordsOf(place.language);
  return text
    .replace(/\[\[(\/[^\]]*)\]\]/g, (_, path: string) => place.link(path))
    .replace(/\[\[=([^\]]*)\]\]/g, (_, key: string) => escapeHtml(words(key)));
}

// The item of the main navigation that the page belongs to.
function isBelow(path: string, item: string): boolean {
  if (item === "/") return path.startsWith("/search") || path.startsWith("/unit");
  return path.startsWith(`${item}/`);
}

type Item = { path: string; text: string };

function navigation(items: Item[], label: string, place: Place, kind = ""): string {
  const words = wordsOf(place.language);
  const links = items.map(({ path, text }) => {
    const current = path === place.path ? ' aria-current="page"' : isBelow(place.path, path) ? ' aria-current="true"' : "";
    return `<li><a href="${place.link(path)}"${current}>${escapeHtml(words(text))}</a></li>`;
  });
  return `<nav${kind} aria-label="${escapeHtml(words(label))}"><ul>${links.join("")}</ul></nav>`;
}

// The search box of the header; the first page and the search pages have a larger one of their own.
function searchBox(place: Place): string {
  if (place.path === START || place.path.startsWith("/search/")) return "";
  const words = wordsOf(place.language);
  const label = escapeHtml(words("nav.search_text"));
  return `<form class="find" role="search" action="${place.link(SEARCH)}" aria-label="${escapeHtml(words("nav.search_box"))}">
<label class="ds-sr-only" for="header-search">${label}</label>
<input class="ds-input" id="header-search" name="navn" type="search" placeholder="${label}" data-suggest>
<button class="ds-button" data-variant="secondary">${escapeHtml(words("nav.search"))}</button>
</form>`;
}

function header(place: Place): string {
  const register = escapeHtml(wordsOf(place.language)("register"));
  const isDocs = place.path.startsWith("/docs");
  const second = isDocs ? navigation(DOCS_NAVIGATION, "nav.docs", place, ' class="second"') : "";
  return `<header class="frame">
<div class="top">
<a class="name" href="${place.link(START)}"><img src="${assetOf("icon.svg", place)}" alt="" width="32" height="32">${register}</a>
${searchBox(place)}
${place.frame?.languages ?? ""}
</div>
${navigation(NAVIGATION, "nav.main", place)}${second}
</header>`;
}

function footer(place: Place): string {
  return `<footer class="frame">${navigation(FOOTER, "nav.footer", place)}</footer>`;
}

// What the scripts of all pages need: addresses, and texts by the names that they use (web/scripts/words.ts).
const SCRIPT_WORDS = ["suggestions", "one", "many", "none", "inactive", "sub-entity", "municipality", "postTown", "industry", "copied"];

function scriptData(place: Place): string {
  const words = wordsOf(place.language);
  const texts = Object.fromEntries(SCRIPT_WORDS.map((name) => [name, words(`script.${name}`)]));
  const data = { suggest: place.link("/api/ext/v1/suggest"), unit: place.link("/unit/"), find: place.link(SEARCH), words: JSON.stringify(texts) };
  return Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`).join("");
}

export function layOut(page: Page, place: Place): string {
  const words = wordsOf(place.language);
  const styles = [...(page.styles ?? []), "site.css"].map((name) => `<link rel="stylesheet" href="${assetOf(name, place)}">`);
  const scripts = ["site.js", ...(page.scripts ?? [])].map((name) => `<script src="${assetOf(name, place)}" defer></script>`);
  const register = escapeHtml(words("register"));
  return `<!DOCTYPE html>
<html lang="${place.language}" data-color-scheme="auto" data-size="sm">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} – ${register}</title>
<link rel="icon" href="${assetOf("icon.svg", place)}" type="image/svg+xml">
${[...styles, ...scripts].join("\n")}
${place.frame?.head ?? ""}</head>
<body${scriptData(place)}>
<a class="skip" href="#content">${escapeHtml(words("nav.skip"))}</a>
${header(place)}
<div class="${page.aside === undefined ? "single" : "columns"}">
${page.aside ?? ""}
<main id="content" tabindex="-1">
${page.body}
</main>
</div>
${footer(place)}
</body>
</html>
`;
}
