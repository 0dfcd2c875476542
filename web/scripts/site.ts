// SPDX-License-Identifier: EUPL-1.2

// What all pages load. Every page works without it; it only adds comfort.

import { offerCopies } from "./copy.ts";
import { countFilters } from "./filters.ts";
import { leaveOutEmpty } from "./forms.ts";
import { suggestIn } from "./suggest.ts";

leaveOutEmpty();
offerCopies();
for (const input of document.querySelectorAll<HTMLInputElement>("input[data-suggest]")) suggestIn(input);
void countFilters();
