// SPDX-License-Identifier: EUPL-1.2

// The style sheets, scripts and images that pages load. The hash of the content is part of the
// path, so that a browser may keep a file for ever.

import { createHash } from "node:crypto";
import { join } from "node:path";

import { buildSync } from "esbuild";

import { readText } from "./read.ts";
import type { SiteFile } from "./pack.ts";

export type Assets = {
  files: SiteFile[];
  paths: Map<string, string>; // By the name without the hash.
};

const FOLDERS: Record<string, string> = { css: "/docs/styles", js: "/docs/scripts", svg: "/docs/images" };

function bundle(file: string, modules: string): string {
  const built = buildSync({
    entryPoints: [file],
    nodePaths: [modules],
    bundle: true,
    minify: true,
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  return built.outputFiles[0]?.text ?? "";
}

// Without the place of a map that is not served, and with the licences that the file leaves to another one.
function swagger(modules: string): Map<string, string> {
  const of = (name: string): string => readText(join(modules, "swagger-ui-dist", name)).replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/gm, "");
  const licences = `${of("swagger-ui-bundle.js.LICENSE.txt")}/* Swagger UI: Apache-2.0, see /docs/licences.txt */\n`;
  return new Map([
    ["swagger-ui.js", licences + of("swagger-ui-bundle.js")],
    ["swagger-ui.css", of("swagger-ui.css")],
  ]);
}

export function makeAssets(modules: string): Assets {
  const texts = new Map([
    ["site.css", bundle("web/styles/site.css", modules)],
    ["site.js", bundle("web/scripts/site.ts", modules)],
    ["try.js", bundle("web/scripts/try.ts", modules)],
    ["icon.svg", readText("web/images/icon.svg")],
    ...swagger(modules),
  ]);
  const assets: Assets = { files: [], paths: new Map() };
  for (const [name, text] of texts) {
    const [stem = "", suffix = ""] = name.split(".");
    const folder = FOLDERS[suffix];
    if (folder === undefined) throw new Error(`${name}: no folder is meant for this`);
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
    const path = `${folder}/${stem}-${hash}.${suffix}`;
    assets.files.push({ path, text });
    assets.paths.set(name, path);
  }
  return assets;
}
