<article itemscope itemtype="https://schema.org/Organization">
<meta itemprop="identifier" content="{{UNIT_DIGITS}}">
<p class="quiet">{{UNIT_KIND}}{{#UNIT_FORM}} · <span{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{UNIT_FORM_TEXT}}</span>{{/UNIT_FORM}}</p>
<h1 itemprop="name">{{UNIT_NAME}}</h1>
<p class="lead nowrap">[[=unit.number]] {{UNIT_NUMBER}}</p>
{{#HAS_TAGS}}<p class="tags">{{#TAG}}<span class="ds-tag" data-color="danger">{{TAG_TEXT}}</span> {{/TAG}}</p>
{{/HAS_TAGS}}
<p class="bar">
<button type="button" class="ds-button" data-variant="secondary" data-size="sm" data-copy="{{UNIT_DIGITS}}" hidden>[[=unit.copy_number]]</button>
<button type="button" class="ds-button" data-variant="secondary" data-size="sm" data-copy-link="" hidden>[[=unit.copy_link]]</button>
</p>
{{#DELETED}}<div class="ds-alert" data-color="warning"><h2>[[=unit.deleted.title]]</h2>
<p>{{#DELETED_DATE}}[[=unit.deleted.on]] <time datetime="{{DELETED_DAY}}">{{DELETED_ON}}</time>. {{/DELETED_DATE}}[[=unit.deleted.text]]</p></div>
{{/DELETED}}
{{#GROUP}}<section class="group" aria-labelledby="group-{{GROUP_ID}}">
<h2 id="group-{{GROUP_ID}}">{{GROUP_NAME}}</h2>
<dl class="facts">
{{#FIELD}}<div><dt>{{FIELD_LABEL}}</dt>
{{#VALUE}}<dd>
[[+field_value]]
{{#NOTE}}
<span class="quiet">{{NOTE_TEXT}}</span>
{{/NOTE}}
</dd>
{{/VALUE}}</div>
{{/FIELD}}</dl>
<details class="meaning"><summary>[[=unit.meanings]]<span class="ds-sr-only">: {{GROUP_NAME}}</span></summary>
<dl class="facts">
{{#FIELD}}<div><dt>{{FIELD_LABEL}}</dt><dd{{#MEANINGS_IN_BOKMAAL}} lang="nb"{{/MEANINGS_IN_BOKMAAL}}>{{FIELD_MEANING}}</dd></div>
{{/FIELD}}</dl></details>
</section>
{{/GROUP}}
[[+unit_roles]]
[[+unit_relations]]
[[+unit_registers]]
[[+statements]]
[[+history_link]]
[[+unit_sources]]
</article>
