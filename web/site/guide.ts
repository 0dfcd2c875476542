// SPDX-License-Identifier: EUPL-1.2

// The guides: docs/guide/*.md as pages, and what else README.md lists. README.md is the list of them.

import { existsSync, readdirSync } from "node:fs";
import { posix } from "node:path";

import MarkdownIt from "markdown-it";

import { layOut, relative, type Place } from "./layout.ts";
import { escapeHtml, readText } from "./read.ts";
import type { SiteFile } from "./pack.ts";
import { SERVED_SOURCES } from "./texts.ts";

const FOLDER = "docs/guide";
const LIST = "README.md";
// The list, and addresses that somebody gets who cuts the end off another one. Its links are relative.
const LIST_PATHS = ["/docs", "/docs/", "/docs/guide", "/docs/guide/"];

type Tokens = ReturnType<MarkdownIt["parse"]>;
type Heading = { level: number; anchor: string; text: string };

// The part of a link that leads to a heading, as GitHub has it, so that links in the Markdown work, too.
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

// A file is named as in the list: by its path from the folder of the guides.
function pathOf(file: string): string {
  return file === LIST ? "/docs" : `/docs/guide/${posix.basename(file, ".md")}`;
}

// Gives each heading an anchor; a second heading of the same name gets a number, as on GitHub.
function anchorHeadings(tokens: Tokens): Heading[] {
  const headings: Heading[] = [];
  tokens.forEach((token, index) => {
    if (token.type !== "heading_open") return;
    const text = (tokens[index + 1]?.children ?? []).map((part) => part.content).join("");
    const before = headings.filter((other) => anchorOf(other.text) === anchorOf(text)).length;
    const anchor = before === 0 ? anchorOf(text) : `${anchorOf(text)}-${before}`;
    token.attrSet("id", anchor);
    headings.push({ level: Number(token.tag.slice(1)), anchor, text });
  });
  return headings;
}

type Source = { file: string; path: string; files: string[] };

// Where a link of the Markdown leads from the page; nothing if it leads to a file that is not served.
function linkOf(target: string, { file, path, files }: Source): string | undefined {
  if (/^(#|https?:)/.test(target)) return target;
  const [name = "", anchor] = target.split("#");
  const found = posix.join(FOLDER, posix.dirname(file), name);
  if (!existsSync(found)) throw new Error(`${file}: links to ${target}, which does not exist`);
  const listed = posix.relative(FOLDER, found);
  const served = listed === LIST || files.includes(listed) ? pathOf(listed) : SERVED_SOURCES.get(found);
  if (served === undefined) return undefined;
  const link = relative(path, served);
  return anchor === undefined ? link : `${link}#${anchor}`;
}

function turnLinks(tokens: Tokens, source: Source): void {
  for (const token of tokens) {
    const children = token.children ?? [];
    children.forEach((part, index) => {
      const target = part.type === "link_open" ? part.attrGet("href") : null;
      if (target === null) return;
      const link = linkOf(String(target), source);
      if (link !== undefined) return part.attrSet("href", link);
      // The name of the file stays as text.
      part.hidden = true;
      part.type = "text";
      part.content = "";
      const close = children.slice(index).find((other) => other.type === "link_close");
      if (close !== undefined) Object.assign(close, { type: "text", content: "" });
    });
  }
}

// Tables and blocks of code that are wider than the page scroll by themselves, by keyboard, too.
function scrollWide(markdown: MarkdownIt): void {
  const rules = markdown.renderer.rules;
  rules.table_open = () => '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.table_close = () => "</table></div>\n";
  rules.th_open = () => '<th scope="col">';
  rules.fence = (tokens, index) => {
    const token = tokens[index];
    const kind = token?.info === "sh" ? "commands" : "printed";
    const name = token?.info === "sh" ? "Commands" : "What they print";
    return `<pre class="${kind}" tabindex="0" aria-label="${name}" role="group"><code>${escapeHtml(token?.content ?? "")}</code></pre>\n`;
  };
  rules.code_block = (tokens, index) =>
    `<pre class="commands" tabindex="0" aria-label="Commands" role="group"><code>${escapeHtml(tokens[index]?.content ?? "")}</code></pre>\n`;
}

function titleOf(file: string): string {
  return /^# (.*)$/m.exec(readText(`${FOLDER}/${file}`))?.[1] ?? file;
}

// The guides in the order of the list.
function filesInOrder(): string[] {
  const listed = [...readText(`${FOLDER}/${LIST}`).matchAll(/^\d+\. \[[^\]]*\]\(([^)#]+\.md)\)/gm)].map((found) => found[1] ?? "");
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".md") && name !== LIST);
  for (const file of files) if (!listed.includes(file)) throw new Error(`${FOLDER}/${LIST} does not list ${file}`);
  return listed;
}

function asideOf({ file, path: here, files }: Source, headings: Heading[]): string {
  const sections = headings
    .filter((heading) => heading.level === 2)
    .map((heading) => `<li><a href="#${escapeHtml(heading.anchor)}">${escapeHtml(heading.text)}</a></li>`);
  const items = files.map((other) => {
    const isHere = other === file;
    const below = isHere && sections.length > 0 ? `<ul>${sections.join("")}</ul>` : "";
    const current = isHere ? ' aria-current="page"' : "";
    return `<li><a href="${relative(here, pathOf(other))}"${current}>${escapeHtml(titleOf(other))}</a>${below}</li>`;
  });
  return `<nav class="aside" aria-label="Guides"><ul>${items.join("")}</ul></nav>`;
}

export function guidePages(placeOf: (path: string) => Place): SiteFile[] {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  scrollWide(markdown);
  const files = filesInOrder();
  const sources: Source[] = [...LIST_PATHS.map((path) => ({ file: LIST, path, files })), ...files.map((file) => ({ file, path: pathOf(file), files }))];
  return sources.map((source) => {
    const { file, path } = source;
    const tokens = markdown.parse(readText(`${FOLDER}/${file}`), {});
    const headings = anchorHeadings(tokens);
    turnLinks(tokens, source);
    const page = {
      title: file === LIST ? "Guides" : escapeHtml(titleOf(file)),
      body: markdown.renderer.render(tokens, markdown.options, {}),
      aside: asideOf(source, headings),
    };
    return { path, text: layOut(page, placeOf(path)) };
  });
}
