// SPDX-License-Identifier: EUPL-1.2

// Files of the project, by their path from its root.

import { readFileSync } from "node:fs";

export function readText(path: string): string {
  return readFileSync(path, "utf8");
}

// Characters that mean something in HTML are written as entities.
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (found) => entities[found] ?? found);
}
