// SPDX-License-Identifier: EUPL-1.2

// Forms that lead to an address leave empty fields out of it.

export function leaveOutEmpty(): void {
  document.addEventListener("formdata", (event) => {
    const empty = [...event.formData].filter(([, value]) => value === "").map(([name]) => name);
    for (const name of new Set(empty)) {
      const rest = event.formData.getAll(name).filter((value) => value !== "");
      event.formData.delete(name);
      for (const value of rest) event.formData.append(name, value);
    }
  });
}
