<aside id="filters" aria-labelledby="filters-title"{{#FRAGMENT}} data-fragment="{{FRAGMENT_LINK}}"{{/FRAGMENT}}>
<h2 id="filters-title">[[=search.filters]]</h2>
{{#COUNTS_OFFERED}}
<p><a href="{{COUNTS_LINK}}">[[=search.show_counts]]</a></p>
{{/COUNTS_OFFERED}}
{{#COUNTS_BY_FORM}}
<p><button class="ds-button" data-variant="secondary" data-size="sm" name="{{COUNTS_NAME}}" value="true">[[=search.show_counts]]</button></p>
{{/COUNTS_BY_FORM}}
{{#CARRIED}}
<input type="hidden" name="{{CARRIED_NAME}}" value="{{CARRIED_VALUE}}">
{{/CARRIED}}
{{#GROUP}}
<details id="filter-{{GROUP_ID}}"{{#GROUP_OPEN}} open{{/GROUP_OPEN}}><summary>{{GROUP_NAME}}</summary>
<fieldset class="ds-fieldset"><legend class="ds-sr-only">{{GROUP_NAME}}</legend>
{{#FIELD}}
<div class="ds-field"><label class="ds-label" for="{{FIELD_NAME}}">{{FIELD_LABEL}}</label>
<input class="ds-input" id="{{FIELD_NAME}}" name="{{FIELD_NAME}}" type="{{FIELD_TYPE}}" value="{{FIELD_VALUE}}"{{#WRONG}} aria-invalid="true" aria-describedby="{{FIELD_NAME}}-wrong"{{/WRONG}}>
{{#WRONG}}<div id="{{FIELD_NAME}}-wrong">{{#FIELD_PROBLEM}}<p class="ds-validation-message">{{PROBLEM_TEXT}}</p>{{/FIELD_PROBLEM}}</div>{{/WRONG}}
</div>
{{/FIELD}}
{{#CHOICE}}
[[+filter_choice]]
{{/CHOICE}}
{{#CHOICES_OFFERED}}
<p><a href="{{CHOICES_LINK}}">[[=search.choices]]</a></p>
{{/CHOICES_OFFERED}}
{{#INDUSTRIES}}
<ul class="tree">
{{#INDUSTRY_SET}}
<li>{{#BOX}}
[[+filter_choice]]
{{/BOX}}</li>
{{/INDUSTRY_SET}}
{{#INDUSTRY_SECTION}}
<li><details{{#SECTION_OPEN}} open{{/SECTION_OPEN}}><summary>{{SECTION_CODE}} <span lang="nb">{{SECTION_TEXT}}</span>{{#SECTION_FOLD}}{{#COUNTED}} <span class="count">{{COUNT}}</span>{{/COUNTED}}{{/SECTION_FOLD}}</summary>
<ul>
<li>{{#BOX}}
[[+filter_choice]]
{{/BOX}}{{#FINER}}<a href="{{FINER_LINK}}">[[=search.finer]]<span class="ds-sr-only"> {{SECTION_CODE}}</span></a>{{/FINER}}</li>
{{#DIVISION}}
<li>{{#BOX}}
[[+filter_choice]]
{{/BOX}}{{#FINER}}<a href="{{FINER_LINK}}">[[=search.finer]]<span class="ds-sr-only"> {{DIVISION_CODE}}</span></a>{{/FINER}}
{{#FINER_CODES}}<ul>
{{#FINER_CODE}}
<li>{{#BOX}}
[[+filter_choice]]
{{/BOX}}</li>
{{/FINER_CODE}}
</ul>{{/FINER_CODES}}
</li>
{{/DIVISION}}
</ul></details></li>
{{/INDUSTRY_SECTION}}
</ul>
{{/INDUSTRIES}}
</fieldset></details>
{{/GROUP}}
<p><button class="ds-button">[[=search.apply]]</button></p>
</aside>
