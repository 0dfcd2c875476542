<h1>{{HEADING}}</h1>
<form action="{{PAGE_LINK}}" id="search">
{{#TEXT_BOX}}
<div class="find" role="search">
<label class="ds-label" for="text">[[=nav.search_text]]</label>
<input class="ds-input" id="text" name="{{NAME_PARAMETER}}" type="search" value="{{TEXT}}" autocomplete="off" data-suggest{{#WRONG}} aria-invalid="true" aria-describedby="text-wrong"{{/WRONG}}>
<button class="ds-button">[[=nav.search]]</button>
</div>
{{#WRONG}}<div id="text-wrong">{{#FIELD_PROBLEM}}<p class="ds-validation-message">{{PROBLEM_TEXT}}</p>{{/FIELD_PROBLEM}}</div>{{/WRONG}}
{{/TEXT_BOX}}
<nav class="tabs" aria-label="[[=search.kinds]]"><ul>
<li><a href="{{ENTITIES_LINK}}"{{#OF_ENTITIES}} aria-current="page"{{/OF_ENTITIES}}>[[=search.entities]]</a></li>
<li><a href="{{SUB_ENTITIES_LINK}}"{{#OF_SUB_ENTITIES}} aria-current="page"{{/OF_SUB_ENTITIES}}>[[=search.sub_entities]]</a></li>
</ul></nav>
{{#PROBLEMS}}
<div class="ds-alert" data-color="danger" role="alert"><h2>[[=search.wrong]]</h2><ul>
{{#PROBLEM}}
<li>{{PROBLEM_TEXT}}</li>
{{/PROBLEM}}
</ul></div>
{{/PROBLEMS}}
<div class="finder">
<section class="found" aria-labelledby="total">
<h2 id="total">{{#NONE_FOUND}}[[=search.none]]{{/NONE_FOUND}}{{#ONE_FOUND}}[[=search.one]]{{/ONE_FOUND}}{{#MANY_FOUND}}{{TOTAL}} [[=search.many]]{{/MANY_FOUND}}{{#PROBLEMS}}[[=search.not_searched]]{{/PROBLEMS}}</h2>
{{#CHIPS}}
<ul class="chips" aria-label="[[=search.active]]">
{{#CHIP}}
<li><a class="ds-chip" data-removable href="{{CHIP_LINK}}"><span class="ds-sr-only">[[=search.remove]] </span>{{CHIP_LABEL}}{{#CHIP_HAS_VALUE}}: {{CHIP_VALUE}}{{/CHIP_HAS_VALUE}}</a></li>
{{/CHIP}}
<li><a href="{{CLEAR_LINK}}">[[=search.clear]]</a></li>
</ul>
{{/CHIPS}}
<div class="bar">
{{#ORDERED}}
<div class="ds-field"><label class="ds-label" for="sort">[[=search.sort]]</label><select class="ds-input" id="sort" name="sort">
{{#SORT_CHOICE}}
<option value="{{SORT_VALUE}}"{{#SORT_SET}} selected{{/SORT_SET}}>{{SORT_TEXT}}</option>
{{/SORT_CHOICE}}
</select></div>
{{#SORT_FURTHER}}
<input type="hidden" name="sort" value="{{FURTHER_KEY}}">
{{/SORT_FURTHER}}
<div class="ds-field"><label class="ds-label" for="size">[[=search.size]]</label><select class="ds-input" id="size" name="size">
{{#SIZE_CHOICE}}
<option value="{{SIZE_VALUE}}"{{#SIZE_SET}} selected{{/SIZE_SET}}>{{SIZE_TEXT}}</option>
{{/SIZE_CHOICE}}
</select></div>
<button class="ds-button" data-variant="secondary" data-size="sm">[[=search.order]]</button>
{{/ORDERED}}
<a class="to-filters" href="#filters">[[=search.to_filters]]</a>
</div>
{{#NAMED}}
<div class="ds-alert" data-color="info"><h3>[[=search.named]]</h3><ul>
{{#NAMED_SEARCH}}
<li>{{#NAMED_WITH}}<span translate="no">{{NAMED_TEXT}}</span> · {{/NAMED_WITH}}{{NAMED_KIND}}: <a href="{{NAMED_LINK}}" lang="nb">{{NAMED_LABEL}}</a></li>
{{/NAMED_SEARCH}}
</ul></div>
{{/NAMED}}
{{#MEANT}}
<h3>[[=search.meant]]</h3>
<ol class="results">
{{#MEANT_UNIT}}
<li><h4><a href="{{MEANT_LINK}}" translate="no">{{MEANT_NAME}}</a></h4><p class="line"><span class="nowrap">{{MEANT_NUMBER}}</span>{{#HAS_MEANT_PLACE}} <span>{{MEANT_PLACE}}</span>{{/HAS_MEANT_PLACE}}</p></li>
{{/MEANT_UNIT}}
</ol>
{{/MEANT}}
{{#FEWER_WORDS}}<p>[[=search.fewer_words]]</p>
{{/FEWER_WORDS}}
{{#EFFECTS}}
<h3>[[=search.effects]]</h3>
<ul>
{{#EFFECT}}
<li><a href="{{EFFECT_LINK}}">[[=search.without]] {{EFFECT_FILTER}}</a>: {{EFFECT_TOTAL}}</li>
{{/EFFECT}}
</ul>
{{/EFFECTS}}
{{#REASONS}}
<h3>[[=search.reasons]]</h3>
<ul>
{{#REASON}}
<li>{{REASON_FILTER}}{{#REASON_HAS_VALUE}} {{REASON_VALUE}}{{/REASON_HAS_VALUE}}: {{REASON_TEXT}}
{{#BETTERS}}<ul>
{{#BETTER}}
<li><a href="{{BETTER_LINK}}">{{BETTER_VALUE}} <span lang="nb">{{BETTER_TEXT}}</span></a>: {{BETTER_TOTAL}}</li>
{{/BETTER}}
</ul>{{/BETTERS}}</li>
{{/REASON}}
</ul>
{{/REASONS}}
{{#PART_SHOWN}}
<p class="quiet">[[=search.shown]] {{FIRST_SHOWN}}–{{LAST_SHOWN}}</p>
{{/PART_SHOWN}}
{{#RESULTS}}
<ol class="results" start="{{FIRST_RESULT}}">
{{#RESULT}}
<li><h3><a href="{{UNIT_LINK}}" translate="no">{{UNIT_NAME}}</a></h3>
<p class="line"><span class="nowrap">{{UNIT_NUMBER}}</span>{{#HAS_FORM}} <span lang="nb">{{UNIT_FORM}}</span>{{/HAS_FORM}}{{#HAS_PLACE}} <span>{{UNIT_PLACE}}</span>{{/HAS_PLACE}}</p>
<p class="line quiet">{{#HAS_INDUSTRY}}<span lang="nb">{{UNIT_INDUSTRY}}</span>{{/HAS_INDUSTRY}}{{#HAS_EMPLOYEES}} <span>{{UNIT_EMPLOYEES}} [[=search.employees]]</span>{{/HAS_EMPLOYEES}}</p>
{{#TAGS}}
<p class="tags">{{#TAG}}<span class="ds-tag" data-color="{{TAG_COLOR}}">{{TAG_TEXT}}</span> {{/TAG}}</p>
{{/TAGS}}
</li>
{{/RESULT}}
</ol>
{{/RESULTS}}
{{#PAGING}}
<nav class="ds-pagination" aria-label="[[=search.pages]]"><ul>
<li>{{#PREVIOUS}}{{#BY_LINK}}<a class="ds-button" data-variant="tertiary" rel="prev" href="{{PAGE_ADDRESS}}">[[=search.previous]]</a>{{/BY_LINK}}{{#BY_FORM}}<button class="ds-button" data-variant="tertiary" name="page" value="{{PAGE_ADDRESS}}">[[=search.previous]]</button>{{/BY_FORM}}{{/PREVIOUS}}</li>
{{#PAGE_ITEM}}
<li>{{#OTHER_PAGE}}{{#BY_LINK}}<a class="ds-button" data-variant="tertiary" href="{{PAGE_ADDRESS}}">{{PAGE_NUMBER}}</a>{{/BY_LINK}}{{#BY_FORM}}<button class="ds-button" data-variant="tertiary" name="page" value="{{PAGE_ADDRESS}}">{{PAGE_NUMBER}}</button>{{/BY_FORM}}{{/OTHER_PAGE}}{{#THIS_PAGE}}{{#BY_LINK}}<a class="ds-button" data-variant="tertiary" href="{{PAGE_ADDRESS}}" aria-current="true">{{PAGE_NUMBER}}</a>{{/BY_LINK}}{{#BY_FORM}}<button class="ds-button" data-variant="tertiary" name="page" value="{{PAGE_ADDRESS}}" aria-current="true">{{PAGE_NUMBER}}</button>{{/BY_FORM}}{{/THIS_PAGE}}{{#LEFT_OUT}}…{{/LEFT_OUT}}</li>
{{/PAGE_ITEM}}
<li>{{#NEXT}}{{#BY_LINK}}<a class="ds-button" data-variant="tertiary" rel="next" href="{{PAGE_ADDRESS}}">[[=search.next]]</a>{{/BY_LINK}}{{#BY_FORM}}<button class="ds-button" data-variant="tertiary" name="page" value="{{PAGE_ADDRESS}}">[[=search.next]]</button>{{/BY_FORM}}{{/NEXT}}</li>
</ul></nav>
{{/PAGING}}
{{#WINDOW}}
<p>[[=search.window]] {{WINDOW_SIZE}}. [[=search.beyond]] <a href="{{ALL_LINK}}">[[=search.all_json]]</a>, <a href="[[/files]]">[[=search.all_files]]</a>.</p>
{{/WINDOW}}
{{#FORMS_BY_HAND}}
<h3>[[=search.forms]]</h3>
<p>[[=search.forms_by_hand]]</p>
{{/FORMS_BY_HAND}}
{{#FORMS}}
<h3>[[=search.forms]]</h3>
<ul class="links">
<li><a href="{{JSON_LINK}}" type="application/json">JSON</a></li>
<li><a href="{{CSV_LINK}}" type="text/csv" rel="nofollow">CSV</a></li>
<li><a href="{{SHEET_LINK}}" rel="nofollow">[[=search.sheet]]</a></li>
<li><a href="{{ALL_LINK}}" type="application/json">[[=search.all_json]]</a></li>
<li><a href="{{FEED_LINK}}" type="application/atom+xml">[[=search.feed]]</a></li>
</ul>
{{#FORMS_BY_NUMBER}}<p class="quiet">[[=search.by_number]]</p>
{{/FORMS_BY_NUMBER}}
<details><summary>[[=search.call]]</summary>
<pre class="commands" tabindex="0" role="group" aria-label="[[=search.call]]"><code>{{CALL}}</code></pre>
<p><button type="button" class="ds-button" data-variant="secondary" data-size="sm" data-copy="{{CALL}}" hidden>[[=search.copy]]</button></p>
</details>
{{/FORMS}}
</section>
[[+search_filters]]
</div>
</form>
