// SPDX-License-Identifier: EUPL-1.2

// Plain text that is served next to the pages: files of the project, and the licences of what others
// have written and the pages hold.

import { join } from "node:path";

import { readText } from "./read.ts";
import type { SiteFile } from "./pack.ts";

// Files of the project, and where they are served.
export const SERVED_SOURCES = new Map([["examples/follow.py", "/docs/follow.py"]]);

function licences(modules: string): string {
  const of = (name: string, file: string): string => readText(join(modules, name, file));
  const parts = [
    "The page /docs/try holds Swagger UI. These are its notice, its licence, and the notices of what it holds itself.",
    of("swagger-ui-dist", "NOTICE"),
    of("swagger-ui-dist", "LICENSE"),
    of("swagger-ui-dist", "swagger-ui-bundle.js.LICENSE.txt"),
    "The style sheet of all pages holds parts of Designsystemet. This is its licence.",
    of("@digdir/designsystemet-css", "LICENSE"),
  ];
  return parts.map((part) => part.trim()).join("\n\n--------\n\n") + "\n";
}

export function makeTexts(modules: string): SiteFile[] {
  const sources = [...SERVED_SOURCES].map(([file, path]) => ({ path, text: readText(file) }));
  return [...sources, { path: "/docs/licences.txt", text: licences(modules) }];
}
