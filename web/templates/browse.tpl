<h1>[[=browse.title]]</h1>
<p class="lead">[[=browse.lead]]</p>
<dl class="figures">
{{#COUNTED}}<div><dt>{{KIND_TEXT}}</dt><dd><a href="{{HOME}}search/{{KIND_PATH}}">{{COUNT}}</a></dd></div>
{{/COUNTED}}</dl>
<ul class="cards">
{{#WAY}}<li class="ds-card"><h2><a href="{{HOME}}{{WAY_PATH}}">{{WAY_TITLE}}</a></h2><p>{{WAY_LEAD}}</p></li>
{{/WAY}}<li class="ds-card"><h2><a href="[[/browse/lists]]">[[=browse.lists]]</a></h2><p>[[=browse.lists.lead]]</p></li>
<li class="ds-card"><h2><a href="[[/changes]]">[[=changes.title]]</a></h2><p>[[=changes.lead]]</p></li>
</ul>
