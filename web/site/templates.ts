// SPDX-License-Identifier: EUPL-1.2

// The templates of the pages that the server fills in (src/api/pages/template.h), each in the frame
// of all pages. A page of the register is made in each language; its links begin with {{ROOT}}, which
// leads to the pages' root, or with {{HOME}}, which keeps the language of the address.

import { fill, layOut, staticPlace, type Place } from "./layout.ts";
import type { SiteFile } from "./pack.ts";
import { readText } from "./read.ts";
import { LANGUAGES, type Language } from "./words.ts";

// A page of the register: its template, its path, and the scripts that it loads; or a part of a page,
// which a script puts into it.
const REGISTER_PAGES: { name: string; path: string; scripts?: string[]; isPart?: boolean }[] = [
  { name: "start", path: "/" },
  { name: "unit", path: "/unit/number" },
  { name: "absent_unit", path: "/unit/number" },
  { name: "history", path: "/unit/number/history" },
  { name: "browse", path: "/browse" },
  { name: "browse_codes", path: "/browse/industries" },
  { name: "browse_lists", path: "/browse/lists" },
  { name: "changes", path: "/changes" },
  { name: "search", path: "/search/entities" },
  { name: "search_filters", path: "/search/entities/filters", isPart: true },
  { name: "files", path: "/files" },
  { name: "status", path: "/status" },
  { name: "error", path: "/error" },
];

// What is served in no other language than the register's own frame has.
const REGISTER_PATHS = /^\/(?:$|search|unit|browse|changes|files|lists|status)/;

const HEAD = `{{#ALTERNATE}}<link rel="alternate" hreflang="{{ALTERNATE_LANGUAGE}}" href="{{ALTERNATE_LINK}}">
{{/ALTERNATE}}{{#DESCRIPTION}}<meta name="description" content="{{DESCRIPTION_TEXT}}">
{{/DESCRIPTION}}{{#HEAD_LINK}}<link rel="{{HEAD_LINK_RELATION}}"{{#HEAD_LINK_TYPED}} type="{{HEAD_LINK_TYPE}}"{{/HEAD_LINK_TYPED}} href="{{HEAD_LINK_ADDRESS}}">
{{/HEAD_LINK}}{{#NOT_INDEXED}}<meta name="robots" content="noindex, follow">
{{/NOT_INDEXED}}`;
const LANGUAGE_LINKS = `<nav class="languages" aria-label="[[=nav.language]]"><ul>
{{#LANGUAGE}}<li><a href="{{LANGUAGE_LINK}}" lang="{{LANGUAGE_CODE}}" hreflang="{{LANGUAGE_CODE}}"{{#LANGUAGE_CURRENT}} aria-current="true"{{/LANGUAGE_CURRENT}}>{{LANGUAGE_NAME}}</a></li>
{{/LANGUAGE}}</ul></nav>`;

// The template; [[+name]] in it stands for web/templates/parts/name.tpl, which several templates share.
function readTemplate(name: string): string {
  return readText(`web/templates/${name}.tpl`).replace(/\[\[\+([a-z_]+)\]\]\n?/g, (_, part: string) => readTemplate(`parts/${part}`));
}

// The server reads this line first: it escapes each value for the place where it stands.
function asTemplate(text: string): string {
  return `{{%AUTOESCAPE context="HTML"}}${text}`;
}

function registerPlace(path: string, assets: Map<string, string>, language: Language): Place {
  const link = (target: string): string => `${REGISTER_PATHS.test(target) ? "{{HOME}}" : "{{ROOT}}"}${target.slice(1)}`;
  const place: Place = { path, assets, language, link };
  return { ...place, frame: { head: HEAD, languages: fill(LANGUAGE_LINKS, place) } };
}

function registerPages(assets: Map<string, string>): SiteFile[] {
  return REGISTER_PAGES.flatMap(({ name, path, scripts, isPart }) =>
    LANGUAGES.map((language) => {
      const place = registerPlace(path, assets, language);
      const body = fill(readTemplate(name), place);
      return { path: `${name}.${language}`, text: asTemplate(isPart ? body : layOut({ title: "{{TITLE}}", body, scripts }, place)) };
    }),
  );
}

export function makeTemplates(assets: Map<string, string>): SiteFile[] {
  const place = staticPlace("/docs/reference", assets);
  const body = fill(readTemplate("reference"), place);
  return [{ path: "reference.en", text: asTemplate(layOut({ title: "Reference", body }, place)) }, ...registerPages(assets)];
}
