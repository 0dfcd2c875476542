// SPDX-License-Identifier: EUPL-1.2

// What a text that is being typed may become, below a search box: the pattern "combobox with a list"
// of the ARIA Authoring Practices Guide. The field keeps the focus; Enter without a chosen suggestion
// searches, as it does without this script.

import { labelled, linkOf, readSuggestions, type Suggestion } from "./suggestion.ts";
import { announce, wordsFor } from "./words.ts";

const PAUSE_MS = 120;
const COUNT = 8;
const LONGEST = 180; // What the operation takes.

let boxes = 0;

class Box {
  private readonly list = document.createElement("ul");
  private options: HTMLLIElement[] = [];
  private chosen = -1;
  private timer = 0;
  private request = new AbortController();
  private asked = "";

  constructor(private readonly input: HTMLInputElement) {
    boxes += 1;
    this.list.id = `suggestions-${boxes}`;
    this.list.className = "suggestions";
    this.list.hidden = true;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", wordsFor("suggestions"));
    const roles = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id, autocomplete: "off" };
    for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);
    (input.closest(".find") ?? input.parentElement ?? document.body).append(this.list);
    this.listen();
  }

  private listen(): void {
    this.input.addEventListener("input", () => this.onInput());
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.input.addEventListener("blur", () => this.close());
    // A press must not take the focus from the field: the list would close before the click.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = event.target instanceof Element ? event.target.closest("li") : null;
      if (option !== null) this.follow(option);
    });
    window.addEventListener("pageshow", () => this.close());
  }

  private onInput(): void {
    clearTimeout(this.timer);
    const text = this.input.value.trim();
    if (text === "" || text.length > LONGEST) return this.close();
    this.timer = window.setTimeout(() => void this.ask(text), PAUSE_MS);
  }

  private async ask(text: string): Promise<void> {
    this.request.abort();
    this.request = new AbortController();
    this.asked = text;
    const address = `${document.body.dataset["suggest"] ?? ""}?${new URLSearchParams({ text, limit: String(COUNT) })}`;
    try {
      const answer = await fetch(address, { signal: this.request.signal });
      const suggestions = answer.ok ? readSuggestions(await answer.json()) : [];
      if (this.asked === text && document.activeElement === this.input) this.show(suggestions);
    } catch {
      // Another key was pressed, or there is no answer: the field works as it is.
    }
  }

  private show(suggestions: Suggestion[]): void {
    this.options = suggestions.map((suggestion, at) => {
      const option = document.createElement("li");
      option.id = `${this.list.id}-${at}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.dataset["link"] = linkOf(suggestion);
      option.append(...labelled(suggestion));
      return option;
    });
    this.list.replaceChildren(...this.options);
    this.list.hidden = this.options.length === 0;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.choose(-1);
    announce(this.list.hidden ? wordsFor("none") : wordsFor(this.options.length === 1 ? "one" : "many", this.options.length));
  }

  // Nothing that was asked for before comes after this.
  private forget(): void {
    clearTimeout(this.timer);
    this.request.abort();
    this.asked = "";
  }

  private close(): void {
    this.forget();
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.choose(-1);
  }

  private choose(at: number): void {
    this.options[this.chosen]?.setAttribute("aria-selected", "false");
    this.chosen = at;
    const option = this.options[at];
    if (option === undefined) return this.input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", option.id);
  }

  private follow(option: HTMLElement): void {
    const link = option.dataset["link"];
    if (link !== undefined) location.assign(link);
  }

  // Beyond either end is the field itself, where nothing is chosen. No other list takes the place of
  // one in which somebody chooses.
  private move(step: number): void {
    this.forget();
    const places = this.options.length + 1;
    this.choose(((this.chosen + 1 + step + places) % places) - 1);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isOpen = !this.list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (isOpen) this.move(event.key === "ArrowDown" ? 1 : -1);
      else this.onInput();
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      this.close();
    } else if (event.key === "Enter" && isOpen) {
      const option = this.options[this.chosen];
      if (option === undefined) return this.close();
      event.preventDefault();
      this.follow(option);
    }
  }
}

export function suggestIn(input: HTMLInputElement): void {
  new Box(input);
}
