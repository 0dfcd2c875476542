<article itemscope itemtype="https://schema.org/Organization">
<meta itemprop="identifier" content="{{UNIT_DIGITS}}">
<p class="quiet">{{UNIT_KIND}}{{#UNIT_FORM}} · <span{{#FOREIGN}} lang="{{FOREIGN_LANGUAGE}}"{{/FOREIGN}}>{{UNIT_FORM_TEXT}}</span>{{/UNIT_FORM}}</p>
<h1 itemprop="name">{{UNIT_NAME}}</h1>
<p class="lead">[[=unit.number]] <span class="nowrap">{{UNIT_NUMBER}}</span></p>
<nav aria-label="[[=unit.sections]]"><ul class="links">
{{#ROLES}}<li><a href="#roles">[[=unit.roles]]</a></li>
{{/ROLES}}{{#ACCOUNTS}}<li><a href="#accounts">[[=account.title]]</a></li>
{{/ACCOUNTS}}<li><a href="[[/unit/]]{{UNIT_DIGITS}}/history">[[=history.title]]</a></li>
</ul></nav>
{{#HAS_TAGS}}<p class="tags">{{#TAG}}<span class="ds-tag" data-color="danger">{{TAG_TEXT}}</span> {{/TAG}}</p>
{{/HAS_TAGS}}
<p class="bar">
<button type="button" class="ds-button" data-variant="secondary" data-size="sm" data-copy="{{UNIT_DIGITS}}" hidden>[[=unit.copy_number]]</button>
<button type="button" class="ds-button" data-variant="secondary" data-size="sm" data-copy-link="" hidden>[[=unit.copy_link]]</button>
</p>
{{#DELETED}}<div class="ds-alert" data-color="warning"><h2>[[=unit.deleted.title]]</h2>
<p>{{#DELETED_DATE}}[[=unit.deleted.on]] <time datetime="{{DELETED_DAY}}">{{DELETED_ON}}</time>. {{/DELETED_DATE}}[[=unit.deleted.text]]</p></div>
{{/DELETED}}
{{#GROUP}}
[[+unit_group]]
{{/GROUP}}
[[+unit_roles]]
[[+unit_relations]]
{{#ACCOUNTS_GROUP}}
[[+unit_group]]
{{/ACCOUNTS_GROUP}}
[[+statements]]
{{#LATER_GROUP}}
[[+unit_group]]
{{/LATER_GROUP}}
[[+unit_registers]]
[[+history_link]]
[[+unit_sources]]
</article>
