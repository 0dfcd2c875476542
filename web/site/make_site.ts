// SPDX-License-Identifier: EUPL-1.2

// usage: make_site NODE_MODULES OUTPUT, in the folder of the project. Makes all files of the pages.

import { join } from "node:path";

import { makeAssets } from "./assets.ts";
import { guidePages } from "./guide.ts";
import { fill, layOut, staticPlace, type Place } from "./layout.ts";
import { pack, type SiteFile } from "./pack.ts";
import { escapeHtml, readText } from "./read.ts";
import { makeTemplates } from "./templates.ts";
import { makeTexts } from "./texts.ts";

// A page of web/pages: its title, its path, and what no other page needs.
const PAGES = [
  { file: "pages/try.html", path: "/docs/try", title: "Try it", styles: ["swagger-ui.css"], scripts: ["swagger-ui.js", "try.js"] },
];

const [modules = "", output = ""] = process.argv.slice(2);
const assets = makeAssets(modules);

function placeOf(path: string): Place {
  return staticPlace(path, assets.paths);
}

const pages: SiteFile[] = guidePages(placeOf);
for (const { file, path, title, ...extras } of PAGES) {
  const place = placeOf(path);
  const body = fill(readText(`web/${file}`), place);
  pages.push({ path, text: layOut({ title: escapeHtml(title), body, ...extras }, place) });
}

pack([...pages, ...assets.files, ...makeTexts(modules)], join(output, "site"));
pack(makeTemplates(assets.paths), join(output, "templates"));
