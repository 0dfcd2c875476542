// SPDX-License-Identifier: EUPL-1.2

// usage: make_site NODE_MODULES OUTPUT, in the folder of the project. Makes all files of the pages.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { makeAssets } from "./assets.ts";
import { guidePages } from "./guide.ts";
import { fill, layOut, type Place } from "./layout.ts";
import { pack, type SiteFile } from "./pack.ts";
import { readText } from "./read.ts";
import { makeTexts } from "./texts.ts";

// A page of web/pages, or the template of one that the server fills in: its title, and its path.
const PAGES = [
  { file: "pages/start.html", path: "/", title: "Register of legal entities" },
  { file: "pages/try.html", path: "/docs/try", title: "Try it" },
];
const TEMPLATES = [{ file: "templates/reference.tpl", path: "/docs/reference", title: "Reference" }];

const [modules = "", output = ""] = process.argv.slice(2);
const assets = makeAssets(modules);

function placeOf(path: string): Place {
  return { path, assets: assets.paths };
}

const pages: SiteFile[] = guidePages(placeOf);
for (const page of PAGES) {
  const place = placeOf(page.path);
  const body = fill(readText(`web/${page.file}`), place);
  pages.push({ path: page.path, text: layOut({ title: page.title, body, ...extrasOf(page.path) }, place) });
}

// The page to try operations on has a script and a style sheet that no other page needs.
function extrasOf(path: string): { styles?: string[]; scripts?: string[] } {
  if (path !== "/docs/try") return {};
  return { styles: ["swagger-ui.css"], scripts: ["swagger-ui.js", "try.js"] };
}

pack([...pages, ...assets.files, ...makeTexts(modules)], output);
for (const template of TEMPLATES) {
  const place = placeOf(template.path);
  const body = fill(readText(`web/${template.file}`), place);
  const name = template.path.slice(template.path.lastIndexOf("/") + 1);
  const text = layOut({ title: template.title, body }, place);
  writeFileSync(join(output, `${name}.tpl`), `{{%AUTOESCAPE context="HTML"}}${text}`);
}
