<section class="group" aria-labelledby="group-{{GROUP_ID}}">
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
{{#MEANINGS}}<details class="meaning"><summary>[[=unit.meanings]]<span class="ds-sr-only">: {{GROUP_NAME}}</span></summary>
<dl class="facts">
{{#FIELD}}{{#MEANING}}<div><dt>{{FIELD_LABEL}}</dt><dd>{{FIELD_MEANING}}</dd></div>
{{/MEANING}}{{/FIELD}}</dl></details>{{/MEANINGS}}
</section>
