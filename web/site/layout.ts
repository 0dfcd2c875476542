// SPDX-License-Identifier: EUPL-1.2

// The frame of all pages. Links are relative, so that the pages also work if a proxy serves them
// below a path of its own.

import { escapeHtml } from "./read.ts";

// Where a page is, and where the files are that it loads.
export type Place = { path: string; assets: Map<string, string> };

export type Page = {
  title: string;
  body: string; // HTML
  aside?: string; // HTML, next to the body
  styles?: string[];
  scripts?: string[];
};

const NAVIGATION = [
  { path: "/", text: "Register" },
  { path: "/docs", text: "Guides" },
  { path: "/docs/reference", text: "Reference" },
  { path: "/docs/try", text: "Try it" },
];

export function relative(from: string, to: string): string {
  const folder = from.split("/").slice(1, -1);
  const target = to.split("/").slice(1);
  let shared = 0;
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared]) shared += 1;
  const link = [...folder.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
  return link === "" ? "./" : link;
}

function assetOf(name: string, place: Place): string {
  const path = place.assets.get(name);
  if (path === undefined) throw new Error(`${place.path}: there is no ${name}`);
  return relative(place.path, path);
}

// Replaces [[/path]] by a link to it from this page.
export function fill(text: string, place: Place): string {
  return text.replace(/\[\[(\/[^\]]*)\]\]/g, (_, path: string) => relative(place.path, path));
}

function isBelow(path: string, item: string): boolean {
  return path === item || (item === "/docs" && path.startsWith("/docs/guide/"));
}

function navigation(place: Place): string {
  const items = NAVIGATION.map(({ path, text }) => {
    const current = path === place.path ? ' aria-current="page"' : isBelow(place.path, path) ? ' aria-current="true"' : "";
    return `<li><a href="${relative(place.path, path)}"${current}>${text}</a></li>`;
  });
  return `<nav aria-label="Main"><ul>${items.join("")}</ul></nav>`;
}

export function layOut(page: Page, place: Place): string {
  const styles = [...(page.styles ?? []), "docs.css"].map((name) => `<link rel="stylesheet" href="${assetOf(name, place)}">`);
  const scripts = (page.scripts ?? []).map((name) => `<script src="${assetOf(name, place)}" defer></script>`);
  const title = place.path === "/" ? page.title : `${page.title} – Register of legal entities`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${assetOf("icon.svg", place)}" type="image/svg+xml">
${[...styles, ...scripts].join("\n")}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>${navigation(place)}</header>
<div class="${page.aside === undefined ? "single" : "columns"}">
${page.aside ?? ""}
<main id="content" tabindex="-1">
${page.body}
</main>
</div>
</body>
</html>
`;
}
